"""The cost guard of GraphQL: a document that asks for too much is refused before it is validated.

The parser stops at the token limit. Then `document_cost.py` computes the cost of the document, once for each fragment, and the limits are
checked. Only then the document is validated. The caller keeps accepted documents (`documents.py`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from citadels_api.graphql.cost_limits import Bill, Limits, TooMuch
from citadels_api.graphql.document_cost import add_up, count_fragments

if TYPE_CHECKING:
    from collections.abc import Mapping

    from graphql import DocumentNode, GraphQLSchema


_HELD: Final = (
    "repeats",
    "directives",
    "aliases",
    "root_fields",
    "depth",
    "introspection_depth",
    "introspection_lists",
    "introspection_width",
    "fields",
    "cost",
)


def check(
    document: DocumentNode,
    *,
    schema: GraphQLSchema | None = None,
    variables: Mapping[str, Any] | None = None,
    operation_name: str | None = None,
    limits: Limits | None = None,
    trusted: bool = False,
) -> Bill:
    """The bill of a document within the limits; `TooMuch` otherwise. A trusted document may have several mutations."""
    limits = limits or Limits()
    written = count_fragments(document)
    if written > limits.fragments:  # before anything is added up
        raise TooMuch("fragments", written, limits.fragments)
    bill = add_up(document, schema=schema, variables=variables, operation_name=operation_name, limits=limits)
    if bill.operations > 1 and operation_name is None:
        raise TooMuch(
            "operations", bill.operations, 1, f"{bill.operations} operations, and no operationName chooses one"
        )
    for what in _HELD if trusted else ("mutations", *_HELD):
        asked, allowed = getattr(bill, what), getattr(limits, what)
        if asked > allowed:
            raise TooMuch(what, asked, allowed)
    return bill
