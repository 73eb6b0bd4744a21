"""Which games count for ratings, and how they come to the ladder."""

from __future__ import annotations

from typing import TYPE_CHECKING

from citadels_api.ratings.stored import PENDING
from citadels_api.store.keys import document

if TYPE_CHECKING:
    from citadels_api.context import House
    from citadels_api.tables.stored import Table


def is_rated(table: Table) -> bool:
    """Whether a game that is over counts: it is rated, has a result, and somebody besides the house took part."""
    return (
        table.rated
        and table.status == "over"
        and table.places is not None
        and any(seat.player is not None and seat.player.account is not None for seat in table.seats)
    )


def folded_key(table: str) -> str:
    """The mark of a game that the ladder has counted."""
    return document("folded", table)


async def note(house: House, table: Table) -> None:
    """Put a rated game that is over among those that the ladder is to fold; however often, it is folded once."""
    if not is_rated(table) or await house.store.get(folded_key(table.id)) is not None:
        return
    await house.store.rank(PENDING, table.id, -(table.ended or table.created))
