"""What a service says that this toolkit does not know yet: kept as it came, and no reason to stop.

A newer service may have words, and kinds of frames, notices and clocks, that came after this toolkit. They are read as `Unknown`, which holds the
JSON itself; members that are not known are passed over. So a program goes on, and may look at what it got.

>>> word = Unknown("postponed")
>>> word, word == Unknown("postponed"), str(word)
(Unknown('postponed'), True, 'postponed')
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from citadels_sdk.json_values import is_object

if TYPE_CHECKING:
    from collections.abc import Callable

    from pydantic import Discriminator
    from pydantic_core import CoreSchema

__all__ = ["Unknown", "kinds"]


class Unknown:
    """A value of a kind that this toolkit does not know; `raw` is its JSON."""

    __slots__ = ("raw",)
    __match_args__ = ("raw",)

    raw: object

    def __init__(self, raw: object) -> None:
        object.__setattr__(self, "raw", raw)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"Unknown is frozen: {name} cannot be set")

    def __eq__(self, other: object) -> bool:
        return self.raw == other.raw if isinstance(other, Unknown) else NotImplemented

    def __hash__(self) -> int:
        return hash(str(self))

    def __repr__(self) -> str:
        return f"Unknown({self.raw!r})"

    def __str__(self) -> str:
        return self.raw if isinstance(self.raw, str) else json.dumps(self.raw, ensure_ascii=False, sort_keys=True)

    def __reduce__(self) -> tuple[type[Unknown], tuple[object]]:
        return Unknown, (self.raw,)

    @classmethod
    def __get_pydantic_core_schema__(cls, source: object, handler: Callable[[Any], CoreSchema]) -> CoreSchema:
        """Anything is read as an `Unknown`, and written as it came."""
        from pydantic_core import core_schema

        return core_schema.no_info_plain_validator_function(
            lambda value: value if isinstance(value, Unknown) else Unknown(value),
            serialization=core_schema.plain_serializer_function_ser_schema(lambda value: value.raw),
        )


def kinds(member: str, *known: str) -> Discriminator:
    """Which alternative of a tagged union a value is: the one whose tag is the word in a member, or `unknown` where none has that word."""
    from pydantic import Discriminator

    def tag(value: object) -> str:
        said: object = value.get(member) if is_object(value) else getattr(value, member, None)
        return said if isinstance(said, str) and said in known else "unknown"

    return Discriminator(tag)
