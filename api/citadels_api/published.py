"""The description files of both doors, as they are published."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

FOLDER: Final = Path("openapi")
"""Where they lie in the source tree."""


def openapi_document() -> dict[str, Any]:
    """The OpenAPI description of REST, as an object."""
    from citadels_api.rest.openapi import document
    from citadels_api.routes import OPERATIONS, TAGS

    return document(OPERATIONS, TAGS)


def openapi_text() -> str:
    """The OpenAPI description of REST."""
    return json.dumps(openapi_document(), indent=2, ensure_ascii=False) + "\n"


def graphql_text() -> str:
    """The schema of GraphQL."""
    from citadels_api.graphql.app import schema_text

    return schema_text()


def trusted_text() -> str:
    """The trusted documents of GraphQL by their names."""
    from citadels_api.graphql.files import trusted_text as written

    return written()


def persisted_text() -> str:
    """The trusted documents of GraphQL by their hashes."""
    from citadels_api.graphql.files import persisted_text as written

    return written()


def possible_types_text() -> str:
    """What the interfaces and unions of GraphQL stand for."""
    from citadels_api.graphql.files import possible_types_text as written

    return written()


def introspection_text() -> str:
    """The schema of GraphQL as introspection answers it."""
    from citadels_api.graphql.files import introspection_text as written

    return written()


TEXTS: Final = {
    "openapi.json": openapi_text,
    "schema.graphql": graphql_text,
    "trusted.json": trusted_text,
    "persisted.json": persisted_text,
    "possibleTypes.json": possible_types_text,
}
"""What lies in the source tree."""
SERVED: Final = {
    "/persisted.json": persisted_text,
    "/possibleTypes.json": possible_types_text,
    "/schema.json": introspection_text,
}
"""What a running service tells beside the descriptions that are operations of REST."""


def write(folder: Path = FOLDER) -> list[Path]:
    """Write the files; those that were written."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in TEXTS.items():
        (folder / name).write_text(text(), encoding="utf-8")
    return [folder / name for name in TEXTS]
