"""The limits of a GraphQL document, its bill, and the refusal above a limit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from citadels_api.problems import Refusal

LARGEST: Final = 2**31 - 1
"""The maximum length of any list: the largest Int of GraphQL."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one document may ask for."""

    depth: int = 12
    """Maximum depth of nested fields, except introspection."""
    fields: int = 500
    """Maximum number of fields after all fragments are expanded; each list counts once."""
    aliases: int = 30
    fragments: int = 20
    directives: int = 20
    tokens: int = 1_000
    """Maximum number of tokens; the parser stops there."""
    root_fields: int = 20
    mutations: int = 1
    """Maximum number of root fields of a mutation, unless the operation is trusted."""
    repeats: int = 10
    """Maximum number of repeated response names within one selection set: the validation compares each pair."""
    introspection_depth: int = 16
    introspection_lists: int = 1
    """Maximum nesting of lists of fields and types, below `__schema` and `__type`."""
    introspection_width: int = 12
    """Maximum nesting of any lists below `__schema` and `__type`; the standard introspection query has nine."""
    cost: int = 5_000
    mutation_cost: int = 10
    """The cost of each root field of a mutation or a subscription."""
    introspection_cost: int = 10
    """The cost of each field below `__schema` and `__type`: their lists are long."""


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
    """The number of selections visited to compute the bill."""


class TooMuch(Refusal):
    """A document is above a limit: which limit, the value, and the allowed value."""

    __slots__ = ()

    def __init__(self, what: str, asked: int, allowed: int, sentence: str | None = None) -> None:
        words = what.replace("_", " ")
        said = sentence or f"the document's {words} {_figure(asked)} is over the limit of {allowed}"
        super().__init__("too_complex", said, limit=what, asked=min(asked, LARGEST), allowed=allowed)

    @property
    def what(self) -> str:
        """The name of the limit, from a fixed set, so that a metric can use it as a label."""
        return str(self.extra["limit"])


def _figure(number: int) -> str:
    return str(number) if number <= LARGEST else f"of more than {LARGEST}"
