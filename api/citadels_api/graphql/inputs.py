"""GraphQL inputs are validated by the models of the REST bodies, so that both APIs have the same limits."""

import re
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any, Final

from pydantic import BaseModel
from strawberry import UNSET

from citadels_api import ids, request_fields
from citadels_api.problems import Refusal

IN_PAGES: Final = {"limit": "first", "cursor": "after"}
"""REST's names of list parameters, with their names in GraphQL."""


def plain(value: Any) -> Any:
    """An input as plain data, without fields that are left out or null (`nulls_of` names those that are null)."""
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, list):
        return [plain(one) for one in value]
    if is_dataclass(value):
        said = {one.name: getattr(value, one.name) for one in fields(value)}
        return {name: plain(one) for name, one in said.items() if one is not None and one is not UNSET}
    return str(value) if isinstance(value, str) else value


def nulls_of(value: Any) -> dict[str, None]:
    """The fields of an input that are explicitly null; none for a missing input."""
    return {one.name: None for one in fields(value) if getattr(value, one.name) is None} if is_dataclass(value) else {}


def read(model: type[BaseModel], value: Any, *without: str) -> Any:
    """An input as the model. Fields in `without` are left out."""
    said = {} if value is None else plain(value)
    for name in without:
        said.pop(name, None)
    try:
        return request_fields.read(model, said)
    except Refusal as refusal:
        errors = [{**one, "path": as_written(one["path"])} for one in refusal.extra["errors"]]
        first = errors[0]
        raise Refusal("invalid", f"{first['path']}: {first['message']}"[:300], errors=errors) from None


CAMELS: Final = re.compile(r"\boptions\..*|_([a-z])")
"""The letters that differ in GraphQL's camel case. Names below `options` stay the same."""


def as_written(path: str) -> str:
    """The path of a field with GraphQL's names. Options have the same names in both APIs.

    >>> as_written("clock.limit_ms"), as_written("limit"), as_written("cursor"), as_written("options.city_size_8p")
    ('clock.limitMs', 'first', 'after', 'options.city_size_8p')
    """
    return IN_PAGES.get(path) or CAMELS.sub(lambda found: found[1].upper() if found[1] else found[0], path)


def known_id(prefix: str, text: str) -> str:
    """An id. An id of the wrong form is not found."""
    if not ids.is_id(prefix, text):
        raise Refusal("not_found")
    return str(text)


def table_id(text: str) -> str:
    """The id of a table."""
    return known_id("game", text)


def tournament_id(text: str) -> str:
    """The id of a tournament."""
    return known_id("tour", text)


def account_id(text: str) -> str:
    """The id of an account."""
    return known_id("acct", text)


def credential_id(text: str) -> str:
    """The id of a credential."""
    if re.fullmatch(ids.CREDENTIAL, text) is None:
        raise Refusal("not_found")
    return str(text)


def after_number(after: int | None) -> int | None:
    """The number of an event to resume from."""
    if after is not None and after < 0:
        raise Refusal("invalid", "after: a number from 0 on", errors=[{"path": "after", "message": "from 0 on"}])
    return after
