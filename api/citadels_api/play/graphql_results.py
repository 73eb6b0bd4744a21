"""How a game ended."""

import strawberry

from citadels_api.graphql.fields import told

__all__ = ["Result"]


@strawberry.type(description="How a game ended.")
class Result:
    """How a game ended."""

    places: list[list[int]] = told("The seats by place, the winner first; those that share a place stand together.")
    totals: list[int] = told("The points of each seat.")
    left: list[int] = told("The seats that resigned or forfeited, in that order.")
