"""Arena: whoever is free plays again, as soon as enough are free for a table.

1. Those who have sat at the fewest tables come first; of them tables are made as in a Swiss: near in points, few repeated meetings.
2. Everybody sits at `rounds` tables, or else at so many that one could have met all others; and no round is begun that would have
   more than `most` games in all.
3. A table that would be exactly the last one of all its players waits, as long as others are still playing.
4. Who is left over when all others are done is dealt with as in other odd fields: a bye, a filled table, a smaller one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from citadels_engine.dice import Dice

from citadels_contest.formats.context import End, Field, fills
from citadels_contest.formats.swiss import distances, grouped
from citadels_contest.formats.swiss import rounds_of as rounds_of_swiss
from citadels_contest.seat_rotation import turns_of
from citadels_contest.table_assignment import History, games_made, seated, started, table_sizes
from citadels_contest.types import Round

if TYPE_CHECKING:
    from citadels_contest.settings import Settings

__all__ = ["next_round", "tables_each"]


def tables_each(settings: Settings, count: int) -> int:
    """At how many tables everybody sits.

    >>> from citadels_contest.settings import Settings
    >>> tables_each(Settings(seats=4), 16), tables_each(Settings(seats=4, rounds=20), 16)
    (5, 20)
    """
    if settings.rounds is not None:
        return settings.rounds
    return max(rounds_of_swiss(settings, count), (count + settings.seats - 3) // (settings.seats - 1))


def next_round(field: Field) -> Round | End | None:
    """Tables for those who are free, if enough of them are."""
    settings = field.settings
    k = settings.seats
    history = History(field)
    each = tables_each(settings, len(field.entered))
    a_table = settings.deals * turns_of(settings, k)
    room = (settings.most - games_made(settings, field.rounds)) // a_table
    if not field.rounds:
        room = max(1, room)
    free = [name for name in started(field) if name in field.idle]
    wanting = [name for name in free if history.tables[history.index[name]] < each]
    if room < 1 or not wanting:
        return End("the most games are played" if room < 1 else "all rounds are played") if field.finished else None
    wanting.sort(key=lambda name: history.tables[history.index[name]])
    playing = wanting[: min(len(wanting) // k, room) * k]
    sizes = [k] * (len(playing) // k)
    if not playing:
        if not field.finished:
            return None
        playing, sizes = choose_left_over(settings, wanting, free, history, each)
        if not sizes:
            return End("all rounds are played")
    place = {name: number for number, name in enumerate(free)}
    playing.sort(key=lambda name: place[name])
    costs = distances(field, playing, history)
    label = f"round/{len(field.rounds) + 1}"
    tables = [[playing[one] for one in table] for table in grouped(costs, sizes, Dice(settings.seed, label))]
    if not field.finished:
        tables = drop_repeats(field, tables)
        if not tables:
            return None
    return Round(len(field.rounds) + 1, seated(settings, field.rounds, tables, fills(settings)))


def choose_left_over(
    settings: Settings, wanting: list[str], free: list[str], history: History, each: int
) -> tuple[list[str], list[int]]:
    """Who plays, at tables of which sizes, where fewer than a table are left; no sizes where nobody needs to."""
    k = settings.seats
    sizes = table_sizes(settings, len(wanting))
    if sizes:
        return wanting, sizes
    behind = each - history.tables[history.index[wanting[0]]]
    if behind < 2 or len(free) < k:  # everybody else is done, and nobody is more than a table behind
        return [], []
    others = [name for name in free if name not in wanting]
    others.sort(key=lambda name: history.tables[history.index[name]])
    return [*wanting, *others][:k], [k]


def drop_repeats(field: Field, tables: list[list[str]]) -> list[list[str]]:
    """The tables that are not exactly the last one of all their players."""
    last: dict[str, frozenset[str]] = {}
    for made in field.rounds:
        for pairing in made.pairings:
            met = frozenset(pairing)
            for name in pairing:
                last[name] = met
    return [table for table in tables if {last.get(name) for name in table} != {frozenset(table)}]
