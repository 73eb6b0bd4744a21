"""The description files of both doors, as they are published."""

from __future__ import annotations

import importlib
import importlib.util
import json
from pathlib import Path
from typing import Final

__all__ = ["FOLDER", "graphql_text", "openapi_text", "write"]

FOLDER: Final = Path("openapi")
"""Where they lie in the source tree."""


def openapi_text() -> str:
    """The OpenAPI description of REST."""
    from citadels_api.rest.openapi import document

    return json.dumps(document(), indent=2, ensure_ascii=False) + "\n"


def graphql_text() -> str | None:
    """The schema of GraphQL; None where it is not built in."""
    if importlib.util.find_spec("citadels_api.schema.app") is None:
        return None
    text = importlib.import_module("citadels_api.schema.app").schema_text()
    return str(text)


def write(folder: Path = FOLDER) -> list[Path]:
    """Write the files; those that were written."""
    folder.mkdir(parents=True, exist_ok=True)
    written = [folder / "openapi.json"]
    written[0].write_text(openapi_text(), encoding="utf-8")
    text = graphql_text()
    if text is not None:
        written.append(folder / "schema.graphql")
        written[1].write_text(text, encoding="utf-8")
    return written
