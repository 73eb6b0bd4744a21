"""Knock-out: the first `advance` of each table go on, the others are out, until one table is left; it decides.

1. Tables are dealt out to and fro, the best first: by lot or order of entry in the first round, by the standings afterwards.
2. Byes, where odd fields have them, go to the best among those who have had the fewest. They fall into the first round, so that from the
   second one on all tables are full, wherever numbers allow that.
3. Smaller tables, and tables filled with bots of the house, always leave at least one of their entrants behind. Only entrants go on.
4. Whoever withdraws before the next round makes room for the next one of the same table.
5. Who enters late, where that is allowed, joins the next round; nobody joins after the last table is made.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from citadels_contest.formats.context import End, Field, is_filler
from citadels_contest.table_assignment import History, seated, snake, started, table_sizes
from citadels_contest.types import Round

if TYPE_CHECKING:
    from citadels_contest.settings import Settings

__all__ = ["advancing", "next_round", "plan", "rounds_of", "still_in"]


def advancing(settings: Settings, size: int) -> int:
    """How many go on from a table of so many entrants."""
    return max(1, min(settings.advance or (settings.seats + 1) // 2, size - 1))


def plan(settings: Settings, count: int) -> list[int]:
    """How many entrants sit at each table of a round of so many; what is missing in the sum has a bye.

    >>> from citadels_contest.settings import Settings
    >>> chosen = Settings(format="knock-out", seats=4, odd="bye")
    >>> [plan(chosen, count) for count in (16, 10, 9, 3)]
    [[4, 4, 4, 4], [4], [4, 4], [3]]
    """
    k = settings.seats
    if count <= k:
        return [count]
    if settings.odd != "bye":
        return table_sizes(settings, count)
    advance = settings.advance or (k + 1) // 2
    full = k
    while True:  # the sizes of a field that needs no byes, from the last table upwards
        tables = (count - full) // (k - advance)
        if count > full and (count - full) % (k - advance) == 0 and 0 < tables * k <= count:
            return [k] * tables
        if full >= count or full % advance or advance == k:
            return [k] * (count // k)
        full = full // advance * k


def rounds_of(settings: Settings, count: int) -> int:
    """How many rounds there are for a field of so many, if nobody withdraws."""
    rounds = 1
    while count > settings.seats:
        sizes = plan(settings, count)
        count += sum([advancing(settings, size) - size for size in sizes])
        rounds += 1
    return rounds


def still_in(field: Field) -> list[str]:
    """Who goes on after the rounds so far, best first."""
    if not field.rounds:
        return started(field)
    last = field.rounds[-1]
    there = set(field.entrants)
    on = set(last.byes)
    for table, pairing in enumerate(last.pairings):
        entrants = [name for name in pairing if not is_filler(name)]
        places = field.table_ranking[last.number, table]
        left = [name for name in places if name in there and name in entrants]
        on.update(left[: advancing(field.settings, len(entrants))])
    seen = {name for made in field.rounds for one in (*made.pairings, made.byes) for name in one}
    on.update([name for name in field.entrants if name not in seen])
    return [name for name in field.ranking if name in on]


def next_round(field: Field) -> Round | End | None:
    """The next round, once the last one is played."""
    settings = field.settings
    if not field.finished:
        return None
    if field.rounds and len(field.rounds[-1].pairings) == 1 and not field.rounds[-1].byes:
        return End("the last table is played")
    order = still_in(field)
    if len(order) < 2 and (field.rounds or settings.small_field != "fill"):
        return End(f"{len(order)} {'is' if len(order) == 1 else 'are'} left")
    sizes = plan(settings, len(order))
    history = History(field)
    best = sorted(order, key=lambda name: history.byes[history.index[name]])
    byes = best[: len(order) - sum(sizes)]
    tables = snake([name for name in order if name not in byes], sizes)
    filled = settings.odd == "fill" or (settings.small_field == "fill" and not field.rounds)
    return Round(len(field.rounds) + 1, seated(settings, field.rounds, tables, filled), tuple(byes))
