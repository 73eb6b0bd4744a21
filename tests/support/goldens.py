"""The golden games as they lie in the tree (`tests/games`)."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator


FILE = Path(__file__).parents[1] / "games" / "goldens.ndjson.gz"


def goldens() -> Iterator[dict[str, Any]]:
    """The lines of the file."""
    with gzip.open(FILE, "rt", encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)
