"""Swiss: everybody plays every round, at a table with those who have about as many points, and with as many new ones as can be.

1. In the first round tables are drawn by lot, or dealt out in order of entry to and fro, as `seeding` says.
2. Afterwards each two at a table cost the square of how far apart they are in the standings; those with equal points are not apart.
   A second meeting costs as much as sitting three tables apart, a third one twice that in addition, and so on: the sum of squared counts.
   At tables of two a second meeting is worse than any distance.
3. Tables start as slices of the standings, and two players change places as long as that costs less.
4. Who rests is by `resting`: nobody twice while somebody has not rested yet.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from citadels_engine.dice import Dice

from citadels_contest.formats.context import End, Field
from citadels_contest.table_assignment import History, resting, seated, snake, started, table_sizes, too_few
from citadels_contest.types import Round

if TYPE_CHECKING:
    from collections.abc import Sequence

    from citadels_contest.settings import Settings

__all__ = ["distances", "grouped", "next_round", "rounds_of"]

WINDOW = 128
"""So far apart in the standings two may be that change places."""
STARTS = 12
"""So often tables are looked for anew while somebody meets somebody again."""


def rounds_of(settings: Settings, count: int) -> int:
    """How many rounds a field of so many plays: those asked for, or else as many as single out one of them by halves, and two more.

    >>> from citadels_contest.settings import Settings
    >>> [rounds_of(Settings(seats=seats), count) for seats, count in ((2, 16), (4, 16), (4, 17), (8, 64))]
    [6, 4, 5, 4]
    """
    if settings.rounds is not None:
        return settings.rounds
    rounds, reached = 2, 1
    while reached < count:
        rounds, reached = rounds + 1, reached * settings.seats
    return rounds


def next_round(field: Field) -> Round | End | None:
    """The next round, once the last one is played."""
    settings = field.settings
    if not field.finished:
        return None
    if len(field.rounds) >= rounds_of(settings, len(field.entered)):
        return End("all rounds are played")
    trouble = too_few(settings, len(field.entrants))
    if trouble is not None:
        return End(trouble)
    history = History(field)
    order = started(field)
    sizes = table_sizes(settings, len(order))
    byes = resting(order, len(order) - sum(sizes), history)
    playing = [name for name in order if name not in byes]
    if field.rounds:
        costs = distances(field, playing, history)
        label = f"round/{len(field.rounds) + 1}"
        tables = [[playing[one] for one in table] for table in grouped(costs, sizes, Dice(settings.seed, label))]
    elif settings.seeding == "entry":
        tables = snake(playing, sizes)
    else:
        tables = sliced(playing, sizes)
    filled = settings.odd == "fill" or (settings.small_field == "fill" and len(order) < settings.seats)
    return Round(len(field.rounds) + 1, seated(settings, field.rounds, tables, filled), tuple(byes))


def sliced(order: Sequence[str], sizes: Sequence[int]) -> list[list[str]]:
    """One after the other."""
    tables: list[list[str]] = []
    at = 0
    for size in sizes:
        tables.append(list(order[at : at + size]))
        at += size
    return tables


def distances(field: Field, playing: Sequence[str], history: History) -> list[list[int]]:
    """What it costs that two of these sit at one table."""
    k, n = field.settings.seats, len(playing)
    rank = [0] * n
    first = 0
    while first < n:
        after = first + 1
        while after < n and field.points.get(playing[after], 0.0) == field.points.get(playing[first], 0.0):
            after += 1
        for one in range(first, after):
            rank[one] = first + after - 1  # twice the middle of those with equal points
        first = after
    again = 18 * k * k if k > 2 else 16 * n * n
    at = [history.index[name] for name in playing]
    costs: list[list[int]] = []
    for one in range(n):
        met = history.meets[at[one]]
        mine = rank[one]
        costs.append([(mine - rank[other]) ** 2 + 2 * again * met[at[other]] for other in range(n)])
    return costs


def grouped(costs: list[list[int]], sizes: Sequence[int], dice: Dice) -> list[list[int]]:
    """Tables of these sizes that cost little: slices, improved by exchanges; begun anew a few times while that may help."""
    n = len(costs)
    table_of: list[int] = []
    for table, size in enumerate(sizes):
        table_of += [table] * size
    best = list(range(n))
    price = exchange(costs, sizes, best)
    dearest = max([max(row) for row in costs], default=0)
    for _ in range(STARTS):
        if price * 4 <= dearest or len(sizes) < 2:
            break
        order = list(best)
        for _ in range(max(2, n // 6)):  # a few people anywhere change places, and the exchanges begin again from there
            i, j = dice.below(n), dice.below(n)
            order[i], order[j] = order[j], order[i]
        found = exchange(costs, sizes, order)
        if found < price:
            best, price = order, found
    tables: list[list[int]] = [[] for _ in sizes]
    for place, one in enumerate(best):
        tables[table_of[place]].append(one)
    for seats in tables:
        seats.sort()
    tables.sort()
    return tables


def exchange(costs: list[list[int]], sizes: Sequence[int], order: list[int]) -> int:
    """Let two change places as long as it costs less; the answer is what it costs then."""
    n = len(order)
    ends: list[tuple[int, int]] = []
    at = 0
    for size in sizes:
        ends += [(at, at + size)] * size
        at += size
    better = True
    while better:
        better = False
        for i in range(n):
            low, high = ends[i]
            for j in range(high, min(n, i + WINDOW)):
                left, right = ends[j]
                mine, yours = costs[order[i]], costs[order[j]]
                change = 0
                for place in range(low, high):
                    if place != i:
                        change += yours[order[place]] - mine[order[place]]
                for place in range(left, right):
                    if place != j:
                        change += mine[order[place]] - yours[order[place]]
                if change < 0:
                    order[i], order[j] = order[j], order[i]
                    better = True
    price = 0
    for i in range(n):
        low, high = ends[i]
        for j in range(low, i):
            price += costs[order[i]][order[j]]
    return price
