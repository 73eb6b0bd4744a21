"""Texts that people have read: `kept/NAME.txt` beside a test, compared line by line.

`CITADELS_KEEP=1 ./citadels test FILE` writes them anew. Read the difference before you commit it.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path


def assert_kept(place: Path, texts: Iterable[str]) -> None:
    """Compare these texts with those that are kept there."""
    lines = [line.rstrip() for text in texts for line in text.split("\n")]
    if os.environ.get("CITADELS_KEEP"):
        place.parent.mkdir(exist_ok=True)
        place.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    kept = place.read_text(encoding="utf-8").split("\n")[:-1]
    for number, (line, was) in enumerate(zip(lines, kept, strict=False), 1):
        assert line == was, f"{place.name}:{number}"
    assert len(lines) == len(kept)
