"""Tables that are in another state than a game's: an invitation, a seat that was given up, a game that was called off.

They are made by the use cases of the service, each by somebody of `accounts.py`. Nobody rings for their AIs: they stay as they are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec
from citadels_api.tables.contract import SeatOrder, TableOrder
from citadels_api.tables.creation import create
from citadels_api.tables.lifecycle import abort, resign

from citadels_workers.practice.accounts import OTHERS, PRACTICE, Person
from citadels_workers.practice.determinism import NOW

if TYPE_CHECKING:
    from citadels_api.context import House

    from citadels_workers.practice.determinism import Chance, Clock


MINUTE: Final = 60_000
AI: Final = SeatOrder(kind="ai", level="greedy")
MINE: Final = SeatOrder(kind="you")


class State(msgspec.Struct, frozen=True):
    """A table, who makes it, and what is done with it."""

    name: str
    title: str
    maker: Person
    seats: list[SeatOrder]
    then: str = ""
    visibility: str = "public"


STATES: Final = (
    State(
        "invited",
        "A seat is kept for the practice player",
        OTHERS[0],
        [MINE, SeatOrder(kind="reserved", account=PRACTICE.account), AI, AI],
    ),
    State("resigned", "A player has resigned", PRACTICE, [MINE, AI, AI, AI], "resign"),
    State("aborted", "A game that was called off", PRACTICE, [MINE, AI, AI, AI], "abort"),
    State("private", "A private table that waits for guests", PRACTICE, [MINE, AI], "", "private"),
)


async def put_states(house: House, clock: Clock, chance: Chance) -> dict[str, str]:
    """Make them; the id of each by its name."""
    found: dict[str, str] = {}
    for number, state in enumerate(STATES, 1):
        clock.at = NOW - number * MINUTE
        chance.count = 100_000_000 * number  # so that its id does not depend on what was made before
        maker = await state.maker.principal(house)
        order = TableOrder.model_construct(
            name=state.title,
            players=4,
            seats=state.seats,
            seed=f"practice {state.name}",
            visibility="private" if state.visibility == "private" else "public",
        )
        made = await create(house, maker, order)
        found[state.name] = made.id
        if state.then == "abort":
            await abort(house, maker, made.id)
        elif state.then == "resign":
            await resign(house, maker, made.id)
    clock.at = NOW
    chance.count = 0
    return found
