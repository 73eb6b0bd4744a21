"""The statistics of a tournament. Of many games they take seconds: those are worked out in a process beside the service, one at a time.

1. Up to `AT_ONCE` games they are worked out on the spot, else `beside`.
2. While games are played, figures are worked out again after `REST` times the time that it took, and are some games old meanwhile.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, Final

from citadels_contest.summary import summary

from citadels_api.problems import Refusal
from citadels_api.tournaments.contract import StandingsAnswer
from citadels_api.tournaments.log import read
from citadels_api.tournaments.serializer import answer_progress, answer_standings, told_standings
from citadels_api.tournaments.subprocess_call import worked_out_beside

if TYPE_CHECKING:
    from citadels_api.context import House
    from citadels_api.tournaments.contract import StandingAnswer
    from citadels_api.tournaments.log import Folded, Held


AT_ONCE: Final = 300
"""How many games are looked at on the spot."""
REST: Final = 20
QUICK_S: Final = 0.02
"""What takes less is done whenever it is asked for."""


# the standings alone


def placed(kept: Folded) -> list[StandingAnswer] | None:
    """The standings as they are now; None where it is too early to work them out again."""
    last = kept.placed
    now = time.monotonic()
    if last is not None:
        number, at, took, found = last
        if number == kept.number:
            return found
        if took > QUICK_S and now - at < REST * took and kept.event.status == "running":
            return None
    found = answer_standings(kept.event)
    kept.placed = kept.number, time.monotonic(), time.monotonic() - now, found
    return found


def placed_in(kept: Folded) -> float:
    """In how many seconds the standings may be worked out again."""
    if kept.placed is None:
        return 0.0
    _, at, took, _ = kept.placed
    return max(0.0, at + REST * took - time.monotonic())


# all figures


async def worked_out(house: House, tour_id: str) -> StandingsAnswer:
    """The standings with all statistics, of the log as it is now, or as it was a moment ago while games are played."""
    there, kept = await found(house, tour_id)
    last = kept.figures
    if last is not None:
        at, took, answer = last
        fresh = there.doc.status == "running" and took > QUICK_S and time.monotonic() - at < REST * took
        if answer.number == kept.number or fresh:
            return answer
    if len(kept.event.results) <= AT_ONCE:
        began = time.monotonic()
        event = kept.event
        answer = StandingsAnswer(
            tournament=tour_id,
            number=kept.number,
            status=event.status,
            progress=answer_progress(there),
            standings=answer_standings(event),
            statistics=summary(event),
        )
        kept.figures = time.monotonic(), time.monotonic() - began, answer
        return answer
    async with house.figuring:
        if kept.figures is not last and kept.figures is not None:
            return kept.figures[2]  # another one has worked them out meanwhile
        began = time.monotonic()
        answer = await beside(house, tour_id)
        kept.figures = time.monotonic(), time.monotonic() - began, answer
        return answer


async def found(house: House, tour_id: str) -> tuple[Held, Folded]:
    """The tournament as it stands, with what is kept of it."""
    got = await read(house, tour_id)
    if got is None:
        raise Refusal("not_found", "there is no such tournament, or none that you may see")
    return got


async def beside(house: House, tour_id: str) -> StandingsAnswer:
    """The same, worked out in a process of its own."""
    there, _ = await found(house, tour_id)
    status, progress = there.event.status, answer_progress(there)
    names = {one.id: one.name for one in there.event.entrants.values()}
    figures: dict[str, Any] = await worked_out_beside(house, there, "figures")
    return StandingsAnswer(
        tournament=tour_id,
        number=there.number,
        status=status,
        progress=progress,
        standings=told_standings(figures["standings"], names),
        statistics=figures,
    )
