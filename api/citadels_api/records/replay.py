"""Replays: a game that is over, moment by moment, with the eyes of a seat, of spectators, or of nobody in particular.

1. Who may take the record of a game may look at it with any eyes, and nobody else may: eyes are a choice, not a right.
2. The eyes of a seat see what that seat saw then, and those of spectators what spectators saw: the same views and events. `all` sees all.
3. A process keeps the games that were looked at last, so that the pages that follow cost only the moments in them.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final

from citadels_engine import save, view
from citadels_engine.formats.record import read, steps

from citadels_api.play.contract import EventAnswer
from citadels_api.play.game_log import opened
from citadels_api.problems import Refusal
from citadels_api.records.contract import MomentAnswer, MomentDecision, ReplayAnswer
from citadels_api.records.service import finished, notes_of, opened_archive, told_again, written
from citadels_api.tables.serializer import answer_result, answer_table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from citadels_engine import Game
    from citadels_engine.formats.record import Record

    from citadels_api.context import House, Principal
    from citadels_api.store.log_codec import Told
    from citadels_api.store.ports import Snapshot
    from citadels_api.tables.stored import Table


ALL: Final = "all"
"""The eyes that see everything."""
KEPT: Final = 16
"""How many games a process keeps."""
MOST: Final = 200
"""How many moments are told at once."""


class Course:
    """A game that is over: its record, and what happened after each decision, with the numbers of the table's log."""

    __slots__ = ("events", "opening", "record")

    def __init__(self, record: Record, notes: list[dict[str, Any]]) -> None:
        self.record = record
        self.opening: list[tuple[int, Told]] = []
        """What happened before the first decision."""
        self.events: list[list[tuple[int, Told]]] = [[] for _ in record.taken]
        for _, events in told_again(record, notes):
            for number, event, at in events:
                (self.opening if at < 0 else self.events[at]).append((number, event))


async def replay(
    house: House,
    who: Principal | None,
    table_id: str,
    *,
    eyes: str | None = None,
    after: int = -1,
    limit: int = 100,
    invite: str | None = None,
) -> ReplayAnswer:
    """Some moments of a game that is over, those after a number."""
    table, snapshot = await finished(house, who, table_id, invite=invite)
    seat = seat_named(eyes, table.players)
    course = await course_of(house, table, snapshot)
    moments = await asyncio.to_thread(told, course, eyes, seat, after + 1, after + 1 + min(limit, MOST))
    record = course.record
    return ReplayAnswer(
        table=table.id,
        n=len(record.taken),
        commitment=table.commitment,
        seed=record.header.seed or "",
        rules=record.header.rules,
        seats=answer_table(table, snapshot.number, who).seats,
        result=answer_result(table),
        scores=[] if record.result is None else record.result.scores,
        opening=[answer_event(number, event, eyes, seat) for number, event in course.opening] if after < 0 else [],
        moments=moments,
    )


def seat_named(eyes: str | None, players: int) -> int | None:
    """The seat whose eyes are asked for; None for everybody else's."""
    if eyes in (None, ALL):
        return None
    if not (eyes in {"0", "1", "2", "3", "4", "5", "6", "7"} and int(eyes) < players):
        raise Refusal("invalid", f"eyes: a seat below {players}, or all", errors=[{"path": "eyes"}])
    return int(eyes)


async def course_of(house: House, table: Table, snapshot: Snapshot) -> Course:
    """The course of the game, kept or worked out."""
    kept: Course | None = house.replays.pop(table.id, None)
    if kept is None:
        kept = await worked_out(house, table, snapshot)
    house.replays[table.id] = kept
    while len(house.replays) > KEPT:
        del house.replays[next(iter(house.replays))]
    return kept


async def worked_out(house: House, table: Table, snapshot: Snapshot) -> Course:
    """The course of the game, from its log or from its archive."""
    logged = [] if table.archived or snapshot.seed is None else await house.store.log(table.id)
    if logged:  # else it was archived since
        seed = snapshot.seed
        assert seed is not None

        def from_log() -> Course:
            log = opened(logged)
            return Course(written(table, seed, [entry for _, entry in log]), notes_of(log))

        return await asyncio.to_thread(from_log)
    held = await opened_archive(house, table)
    return await asyncio.to_thread(lambda: Course(read(held["record"]), held["log"]))


def told(course: Course, eyes: str | None, seat: int | None, first: int, end: int) -> list[MomentAnswer]:
    """The moments from one number up to another; the last of a game is its end, where nothing is decided any more."""
    taken = course.record.taken
    found: list[MomentAnswer] = []
    for n, game in games(course.record, first, end):
        position = save(game) if eyes == ALL else seen(game, seat)
        if n == len(taken):
            found.append(MomentAnswer(n, position))
            break
        one, pending = taken[n], game.pending
        assert pending is not None
        events = [answer_event(number, event, eyes, seat) for number, event in course.events[n]]
        decision = MomentDecision(pending.seat, pending.kind)
        found.append(MomentAnswer(n, position, decision, one.seat, one.do, one.by, one.received, events))
    return found


def games(record: Record, first: int, end: int) -> Iterator[tuple[int, Game]]:
    """The game before each decision from one number up to another: one game, changed in place."""
    for n, (_, game) in enumerate(steps(record)):
        if n >= end:
            return
        if n >= first:
            yield n, game


def seen(game: Game, seat: int | None) -> dict[str, Any]:
    """The view of a seat, or of spectators, without the list of what is legal, which may be very long."""
    shown = view(game, seat).to_json()
    decision = shown["decision"]
    if isinstance(decision, dict):
        decision.pop("actions", None)
    return shown


def answer_event(number: int, event: Told, eyes: str | None, seat: int | None) -> EventAnswer:
    """An event as these eyes see it; where both sides of it know something, `all` sees what whoever acted knows."""
    facts = dict(event.facts)
    if eyes == ALL:
        for _, more in sorted(event.secrets, key=lambda one: one[0] == event.seat):
            facts.update(more)
    else:
        facts = event.for_seat(seat)
        facts.pop("kind")
        facts.pop("seat", None)
    return EventAnswer(number, event.kind, event.seat if event.seat >= 0 else None, facts)
