"""The formats of a tournament under one roof: which round comes next, and when it is over.

1. `next_round` looks at the field and answers the next round, the end, or None where results are still missing.
2. It is deterministic: lots are drawn from the settings' seed, so the same field always has the same answer.
3. Pairings that the organizer gave are played instead of those that the format would make, once nothing is left to play. Whoever is
   not in them rests, in a Swiss and in a knock-out.

>>> from citadels_contest.settings import settings_from
>>> chosen = settings_from({"format": "round-robin", "seats": 2})
>>> next_round(Field(chosen, ("ann", "bea", "cy")))
Round(number=1, pairings=(('ann', 'bea'), ('bea', 'cy'), ('ann', 'cy')), byes=())
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from citadels_contest.formats import arena, gauntlet, knock_out, round_robin, sequential, swiss
from citadels_contest.formats.context import End, Field

if TYPE_CHECKING:
    from citadels_contest.settings import Settings
    from citadels_contest.types import Round

__all__ = ["End", "Field", "first_trouble", "next_round", "rounds_expected"]


def next_round(field: Field) -> Round | End | None:
    """The next round, the end, or None: wait for results."""
    if field.given is not None:
        return own_pairings(field, field.given) if field.finished else None
    trouble = None if field.rounds else first_trouble(field.settings, len(field.entrants))
    if trouble is not None:
        return End(trouble)
    form = field.settings.format
    if form == "swiss":
        return swiss.next_round(field)
    if form == "knock-out":
        return knock_out.next_round(field)
    if form == "gauntlet":
        return gauntlet.next_round(field)
    if form == "arena":
        return arena.next_round(field)
    if form == "sequential":
        return sequential.next_round(field)
    return round_robin.next_round(field)


def own_pairings(field: Field, given: Round) -> Round:
    """What the organizer gave, with its number, and byes for those who are in and not in it."""
    byes = given.byes
    form = field.settings.format
    if form in ("swiss", "knock-out"):
        named = {name for one in (*given.pairings, given.byes) for name in one}
        there = knock_out.still_in(field) if form == "knock-out" else list(field.entrants)
        byes = (*byes, *[name for name in there if name not in named])
    return given._replace(number=len(field.rounds) + 1, byes=byes)


def first_trouble(settings: Settings, count: int) -> str | None:
    """Why a field of so many cannot play; None where it can.

    >>> from citadels_contest.settings import Settings
    >>> first_trouble(Settings(seats=4), 3)
    '3 entrants do not fill a table of 4 seats: small_field could be fill'
    >>> first_trouble(Settings(seats=4, small_field="fill"), 3)
    """
    least = 2 if settings.format in ("sequential", "gauntlet") else 1
    if count < least:
        return f"{count} {'entrant' if count == 1 else 'entrants'}: at least {least} must be there"
    if count < settings.seats and settings.small_field != "fill":
        entrants = "entrant does" if count == 1 else "entrants do"
        return f"{count} {entrants} not fill a table of {settings.seats} seats: small_field could be fill"
    if settings.format == "gauntlet" and settings.small_field != "fill" and settings.odd == "bye":
        others = count - (len(settings.focus) or 1)
        if others < settings.seats - 1:
            return f"those in focus have {others} to meet, and a table has {settings.seats} seats: odd could be fill or smaller"
    return None


def rounds_expected(settings: Settings, count: int) -> int | None:
    """How many rounds a field of so many will play; None where nobody can know."""
    form = settings.format
    if form in ("round-robin", "gauntlet"):
        return 1
    if form == "swiss":
        return swiss.rounds_of(settings, count)
    if form == "knock-out":
        return knock_out.rounds_of(settings, count)
    if form == "arena":
        return arena.tables_each(settings, count)
    return None
