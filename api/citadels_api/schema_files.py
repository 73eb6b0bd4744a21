"""The description files of both doors, as they are published."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

__all__ = ["FOLDER", "graphql_text", "openapi_text", "trusted_text", "write"]

FOLDER: Final = Path("openapi")
"""Where they lie in the source tree."""


def openapi_text() -> str:
    """The OpenAPI description of REST."""
    from citadels_api.rest.openapi import document

    return json.dumps(document(), indent=2, ensure_ascii=False) + "\n"


def graphql_text() -> str:
    """The schema of GraphQL."""
    from citadels_api.schema.app import schema_text

    return schema_text()


def trusted_text() -> str:
    """The trusted documents of GraphQL, by their hashes."""
    from citadels_api.schema.files import trusted_text as written

    return written()


def write(folder: Path = FOLDER) -> list[Path]:
    """Write the files; those that were written."""
    folder.mkdir(parents=True, exist_ok=True)
    texts = {"openapi.json": openapi_text(), "schema.graphql": graphql_text(), "trusted.json": trusted_text()}
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    return [folder / name for name in texts]
