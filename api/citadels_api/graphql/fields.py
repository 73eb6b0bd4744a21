"""How a type of the schema reads the answers of use cases.

1. Types of the schema are never instantiated. Their fields read the answer of a use case: an attribute of the same name, or what `read`
   returns.
2. Such a field is one plain call without arguments, and never waits. A view with a hundred fields costs a hundred calls.
"""

from __future__ import annotations

from operator import attrgetter, itemgetter
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast

import strawberry
from graphql import GraphQLObjectType

from citadels_api.problems import Refusal

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from graphql import GraphQLNamedType


F = TypeVar("F")

HIDDEN: Final = frozenset({"not_found", "unauthenticated", "forbidden"})
"""Reasons why a lookup fails. The viewer gets the same response for all of them."""
READ: Final = "read"
"""Where a field stores how it reads its source: first in its metadata, then in the extensions of graphql-core's field."""


def told(description: str, read: Callable[[Any], object] | None = None, *, name: str | None = None) -> Any:
    """A field that reads its source."""
    return strawberry.field(description=description, name=name, metadata={READ: read})


def asked(description: str, result: Any = None) -> Callable[[F], F]:
    """A field with a resolver. `result` is the type in the schema, if it is another one."""
    return cast("Callable[[F], F]", strawberry.field(description=description, graphql_type=result))


def done(description: str, result: Any) -> Callable[[F], F]:
    """A mutation. Its result is null only if the service itself has failed."""
    return cast("Callable[[F], F]", strawberry.mutation(description=description, graphql_type=result | None))


def followed(description: str, result: Any) -> Callable[[F], F]:
    """A subscription."""
    return cast("Callable[[F], F]", strawberry.subscription(description=description, graphql_type=result))


def looked_up(find: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
    """The same lookup, which returns None if the object does not exist for the viewer."""

    async def find_or_none(*places: Any, **arguments: Any) -> Any:
        try:
            return await find(*places, **arguments)
        except Refusal as refusal:
            if refusal.code not in HIDDEN:
                raise
            return None

    return find_or_none


def item(key: str) -> Callable[[Any], object]:
    """Read an entry of a dict."""
    return itemgetter(key)


def maybe(key: str) -> Callable[[Any], object]:
    """Read an entry of a dict; None if it is missing."""

    def read(source: Any) -> object:
        return source.get(key)

    return read


def read_directly(types: dict[str, GraphQLNamedType], definition: str) -> None:
    """Make every field without a resolver read its source with one call instead of strawberry's three.

    `definition` is the key of strawberry's own description of a field in its extensions.
    """
    for named in types.values():
        if not isinstance(named, GraphQLObjectType):
            continue
        for field in named.fields.values():
            own = field.extensions.get(definition)
            if own is None or own.base_resolver is not None:
                continue
            read = own.metadata.get(READ) or attrgetter(own.python_name)
            field.resolve = resolver(read)
            field.extensions[READ] = read


def resolver(read: Callable[[Any], object]) -> Callable[..., object]:
    """The resolver that graphql-core calls."""

    def resolve(source: Any, _info: object) -> object:
        return read(source)

    return resolve
