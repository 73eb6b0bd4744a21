"""How much a GraphQL document may ask for, what one does ask for, and the refusal of more."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from citadels_api.problems import Refusal

LARGEST: Final = 2**31 - 1
"""No list is longer: GraphQL's Int ends here."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one document may ask for."""

    depth: int = 12
    """Fields within fields, outside of introspection."""
    fields: int = 500
    """Fields after all fragments are spread, each list counted once."""
    aliases: int = 30
    fragments: int = 20
    directives: int = 20
    tokens: int = 1_000
    """Held by the parser, who stops there."""
    root_fields: int = 20
    mutations: int = 1
    """Root fields of a mutation, unless the operation is trusted."""
    repeats: int = 10
    """The same name of an answer twice within one pair of braces: each makes the validation compare."""
    introspection_depth: int = 16
    introspection_lists: int = 1
    """Lists of fields and types within lists of fields and types, below `__schema` and `__type`."""
    introspection_width: int = 12
    """Lists of any kind below them; the query that every tool sends has nine."""
    cost: int = 5_000
    mutation_cost: int = 10
    """Of each root field of a mutation or a subscription."""
    introspection_cost: int = 10
    """Of each field below `__schema` and `__type`, which are long lists."""


@dataclass(frozen=True, slots=True)
class Bill:
    """What one operation of a document asks for."""

    depth: int = 0
    introspection_depth: int = 0
    introspection_lists: int = 0
    introspection_width: int = 0
    fields: int = 0
    aliases: int = 0
    fragments: int = 0
    directives: int = 0
    root_fields: int = 0
    operations: int = 0
    mutations: int = 0
    repeats: int = 0
    cost: int = 0
    only_introspection: bool = False
    visits: int = 0
    """How many selections were looked at to find this out."""


class TooMuch(Refusal):
    """A document asks for more than a limit allows: which limit, how much, and how much may be."""

    __slots__ = ()

    def __init__(self, what: str, asked: int, allowed: int, sentence: str | None = None) -> None:
        words = what.replace("_", " ")
        said = sentence or f"the document's {words} {_figure(asked)} is over the limit of {allowed}"
        super().__init__("too_complex", said, limit=what, asked=min(asked, LARGEST), allowed=allowed)

    @property
    def what(self) -> str:
        """The name of the limit, one of a fixed set: fit for a metric's label."""
        return str(self.extra["limit"])


def _figure(number: int) -> str:
    return str(number) if number <= LARGEST else f"of more than {LARGEST}"
