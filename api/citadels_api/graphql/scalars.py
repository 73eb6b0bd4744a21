"""The custom scalars of the schema."""

from typing import Any, Final, NewType

import strawberry
from graphql import GraphQLError, ValueNode, value_from_ast_untyped
from strawberry.schema.config import StrawberryConfig
from strawberry.types.scalar import ScalarDefinition

Time = NewType("Time", int)
Millis = NewType("Millis", int)
Json = NewType("Json", object)

MOST: Final = 2**53 - 1
"""The largest whole number that JSON in every language reads exactly."""


def whole(value: object) -> int:
    """A whole number of at most 53 bits."""
    if isinstance(value, bool) or not isinstance(value, int) or not -MOST <= value <= MOST:
        raise GraphQLError("a whole number of at most 53 bits is needed", extensions={"code": "invalid"})
    return value


def whole_literal(node: ValueNode, variables: dict[str, Any] | None = None) -> int:
    """A whole number in a document; a refusal gives its location."""
    try:
        return whole(value_from_ast_untyped(node, variables))
    except GraphQLError as error:
        raise GraphQLError(error.message, node, extensions=error.extensions) from None


def as_it_is(value: Any) -> Any:
    """The value."""
    return value


TIME: Final[ScalarDefinition] = strawberry.scalar(
    name="Time",
    description="A time in milliseconds since 1970, UTC: a whole number of up to 53 bits, more than an Int can hold.",
    serialize=whole,
    parse_value=whole,
    parse_literal=whole_literal,
)
MILLIS: Final[ScalarDefinition] = strawberry.scalar(
    name="Millis",
    description="A duration in milliseconds: a whole number of up to 53 bits, more than an Int can hold.",
    serialize=whole,
    parse_value=whole,
    parse_literal=whole_literal,
)
JSON: Final[ScalarDefinition] = strawberry.scalar(
    name="JSON",
    description="Any JSON value, where the public notation defines an open form. All its content also has typed fields.",
    specified_by_url="https://www.rfc-editor.org/rfc/rfc8259",
    serialize=as_it_is,
    parse_value=as_it_is,
)


def config() -> StrawberryConfig:
    """The settings of the schema: its scalars, and no suggestions in its errors."""
    return StrawberryConfig(
        scalar_map={Time: TIME, Millis: MILLIS, Json: JSON}, disable_field_suggestions=True, sort_schema=False
    )
