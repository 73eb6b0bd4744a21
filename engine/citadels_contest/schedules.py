"""Who meets whom where everybody ought to meet everybody: all tables there are, or a balanced choice of them.

1. Where all subsets of so many are not too many, they are the design: everybody meets everybody equally often.
2. Else a choice is made, so that everybody plays equally often and any two meet equally often, or as nearly so as whole numbers allow:
   entrants are put on a ring by lot, a few *base tables* are found whose distances on the ring come equally often, and each of them is
   turned once around the ring. Every such turn has everybody at so many tables as a table has seats. Meetings then differ by one at
   most; where exactly equal ones would be needed for that and are not found, by two.
3. Tables that are fewer than a turn of the ring, or are left over, are searched for: begun greedily, improved by exchanges.
4. How far from equal it has become is counted, never assumed, and said in words.

>>> design = subsets([f"bot{number}" for number in range(13)], 4, 20, seed="1")
>>> len(design.pairings), design.plays, design.meets
(13, (4, 4), (1, 1))
>>> design.told
'13 of 715 tables: everybody plays at 4 of them, any two meet once'
"""

from __future__ import annotations

from itertools import combinations
from math import comb, gcd
from typing import TYPE_CHECKING, NamedTuple

from citadels_engine.dice import Dice

from citadels_contest.stats.balance import often, spread

if TYPE_CHECKING:
    from collections.abc import Sequence

    from citadels_contest.types import Pairing

__all__ = ["Design", "more", "subsets"]

Table = list[int]


class Design(NamedTuple):
    """Tables of equal size, and how evenly they treat everybody."""

    pairings: tuple[Pairing, ...]
    plays: tuple[int, int]
    """At how many tables one sits: the least, the most."""
    meets: tuple[int, int]
    """How often two meet: the least, the most."""
    complete: bool
    """These are all tables there are."""
    told: str
    """In words."""


def subsets(names: Sequence[str], k: int, most: int, seed: str) -> Design:
    """Tables of k of these, at most so many, and never fewer than give everybody one: all, or a balanced choice drawn from the seed."""
    n = len(names)
    most = max(most, (n + k - 1) // k)
    every = comb(n, k)
    order = list(names)
    if every <= most:
        tables = complete(n, k)
    else:
        Dice(seed, "ring").shuffle(order)
        tables = chosen(n, k, most, Dice(seed, "tables"))
    meets = [[0] * n for _ in range(n)]
    plays = [0] * n
    count(tables, meets, plays)
    played, met = (min(plays), max(plays)), extremes(meets)
    whole = len(tables) == every
    told = f"{'all' if whole else f'{len(tables):,} of'} {every:,} tables: everybody plays at {spread(played)} of them, any two meet {often(met)}"
    return Design(tuple(tuple(order[one] for one in table) for table in tables), played, met, whole, told)


def complete(n: int, k: int) -> list[Table]:
    """All tables of k, turn by turn of the ring, so that on the way nobody gets far ahead of the others."""
    tables: list[Table] = []
    seen: set[tuple[int, ...]] = set()
    for first in combinations(range(n), k):
        if first in seen:
            continue
        for step in range(n):
            table = tuple(sorted([(one + step) % n for one in first]))
            if table in seen:
                break
            seen.add(table)
            tables.append(list(table))
    return tables


def chosen(n: int, k: int, most: int, dice: Dice) -> list[Table]:
    """The best choice of at most so many tables: first that plays are equal, then that meetings are, then that it is large."""
    every = comb(n, k)
    spare = (every - most + n - 1) // n
    if every <= 2 * most and every - spare * n > most // 2:
        return left_out(n, k, spare, dice)
    unit = n // gcd(n, k)
    size = most // unit * unit or most
    turns, rest = size // n, size % n
    ring = turned(n, bases(n, k, turns, dice))
    if not rest:
        return ring
    whole = ring + searched(n, k, rest, dice, ring)
    different = len({tuple(sorted(table)) for table in whole}) == len(whole)
    if not ring or (different and evenness(n, whole) <= evenness(n, ring)):
        return whole
    return ring


def left_out(n: int, k: int, spare: int, dice: Dice) -> list[Table]:
    """All tables but so many turns of the ring: where most are played, those that are not are the easier choice."""
    best: list[Table] = []
    apart = -1
    for more in range(4):
        if best and (spare + more) * n >= comb(n, k):
            break
        out = bases(n, k, spare + more, dice)
        found = furthest_of(n, out)
        if apart < 0 or found < apart:
            best, apart = out, found
        if apart <= 1:
            break
    gone = {tuple(sorted(table)) for table in turned(n, best)}
    return [table for table in complete(n, k) if tuple(table) not in gone]


def turned(n: int, blocks: list[Table]) -> list[Table]:
    """These base tables, each turned once around the ring."""
    return [[(one + step) % n for one in base] for base in blocks for step in range(n)]


def evenness(n: int, tables: list[Table]) -> tuple[int, int]:
    """How far apart plays are, and how far apart meetings are beyond the one that is often unavoidable."""
    meets = [[0] * n for _ in range(n)]
    plays = [0] * n
    count(tables, meets, plays)
    least, most = extremes(meets)
    return max(plays) - min(plays), max(1, most - least)


def count(tables: list[Table], meets: list[list[int]], plays: list[int]) -> None:
    """Count these tables in."""
    for table in tables:
        for one in table:
            plays[one] += 1
            row = meets[one]
            for other in table:
                if other != one:
                    row[other] += 1


def extremes(meets: list[list[int]]) -> tuple[int, int]:
    """How often two meet: the least, the most."""
    least = most = meets[0][1] if len(meets) > 1 else 0
    for one, row in enumerate(meets):
        for number in row[:one]:
            least, most = min(least, number), max(most, number)
    return least, most


def bases(n: int, k: int, turns: int, dice: Dice, fewer: int = 2) -> list[Table]:
    """So many tables on a ring of n, or up to `fewer` less, whose distances come as equally often as they can."""
    if not turns:
        return []
    best: list[Table] = []
    best_spread = -1
    for _ in range(12 if turns < 8 else 1):
        blocks: list[Table] = []
        names: list[tuple[int, ...]] = []
        while len(blocks) < turns:
            block = drawn(n, k, dice)
            name = turn_of(n, block)
            if name and name not in names:
                blocks.append(block)
                names.append(name)
        found = improve(n, blocks, names, dice)
        if best_spread < 0 or found < best_spread:
            best, best_spread = blocks, found
        if best_spread <= 1:
            return best
    if (
        turns >= 8 and fewer
    ):  # an exactly even choice may be out of reach: with a turn less one of a spread of one may do
        other = bases(n, k, turns - 1, dice, fewer - 1)
        if furthest_of(n, other) < best_spread:
            return other
    return best


def turn_of(n: int, table: Table) -> tuple[int, ...]:
    """The first of all tables that this one becomes around the ring; empty where these are fewer than the ring is long."""
    turns = [tuple(sorted([(one - zero) % n for one in table])) for zero in table]
    return min(turns) if len(set(turns)) == len(turns) else ()


def furthest_of(n: int, blocks: list[Table]) -> int:
    """How far apart meetings are once these base tables are turned around the ring."""
    met, weight = distances(n, blocks)
    return furthest(met, weight)


def distances(n: int, blocks: list[Table]) -> tuple[list[int], list[int]]:
    """How often each distance comes, and twice how often two at that distance meet for each time that it does."""
    half = n // 2
    weight = [2] * (half + 1)
    if n % 2 == 0:
        weight[half] = 4
    met = [0] * (half + 1)
    for block in blocks:
        for i, one in enumerate(block):
            for other in block[:i]:
                step = abs(one - other)
                met[min(step, n - step)] += 1
    return met, weight


def drawn(n: int, k: int, dice: Dice) -> Table:
    """Any table of k on a ring of n."""
    table: Table = []
    while len(table) < k:
        one = dice.below(n)
        if one not in table:
            table.append(one)
    return table


def improve(n: int, blocks: list[Table], names: list[tuple[int, ...]], dice: Dice) -> int:
    """Move single places of the base tables until all distances come equally often, or nearly; the answer is how far apart they are.

    No two of them ever become the same turn around the ring.
    """
    taken = set(names)
    met, weight = distances(n, blocks)
    near = [min(step, n - step) for step in range(n)]
    k = len(blocks[0])
    change = [0] * len(met)
    for tries in range(150 * len(blocks) * k + 8000):
        if tries % 16 == 0:
            apart = furthest(met, weight)
            if apart <= 1:
                return apart
        number = dice.below(len(blocks))
        block = blocks[number]
        place, new = dice.below(k), dice.below(n)
        if new in block:
            continue
        old = block[place]
        touched: list[int] = []
        for i in range(k):
            if i != place:
                other = block[i]
                gone, come = near[abs(old - other)], near[abs(new - other)]
                change[gone] -= 1
                change[come] += 1
                touched.append(gone)
                touched.append(come)
        worse = 0
        for step in touched:
            by = change[step]
            if by:
                # the sum of squared meetings over all pairs: a distance of half the ring has half as many pairs, which meet twice as often
                worse += weight[step] * by * (2 * met[step] + by)
                met[step] += by
                change[step] = 0
                touched.append(0)
        name: tuple[int, ...] = ()
        if worse <= 0 or (
            worse <= 4 and dice.below(300) == 0
        ):  # the smallest step back, now and then, leads out of dead ends
            block[place] = new
            name = turn_of(n, block)
            if name and (name == names[number] or name not in taken):
                taken.remove(names[number])
                taken.add(name)
                names[number] = name
            else:
                block[place] = old
                name = ()
        if not name:
            for i in range(k):
                if i != place:
                    other = block[i]
                    met[near[abs(old - other)]] += 1
                    met[near[abs(new - other)]] -= 1
    return furthest(met, weight)


def furthest(met: list[int], weight: list[int]) -> int:
    """How far apart meetings are over all distances."""
    least = most = met[1] * weight[1] // 2
    for step in range(2, len(met)):
        number = met[step] * weight[step] // 2
        least, most = min(least, number), max(most, number)
    return most - least


def searched(n: int, k: int, tables: int, dice: Dice, played: list[Table]) -> list[Table]:
    """So many more tables of k, after those played: evened out by plays, then by meetings."""
    meets = [[0] * n for _ in range(n)]
    plays = [0] * n
    count(played, meets, plays)
    made: list[Table] = []
    for _ in range(tables):
        table: Table = []
        for _ in range(k):
            best, cost, ties = -1, 0, 0
            for one in range(n):
                if one in table:
                    continue
                row = meets[one]
                price = plays[one] << 20
                for other in table:
                    price += 2 * row[other] + 1
                if best < 0 or price < cost:
                    best, cost, ties = one, price, 1
                elif price == cost:
                    ties += 1
                    if dice.below(ties) == 0:
                        best = one
            table.append(best)
        made.append(table)
        count([table], meets, plays)
    if tables > 1:
        exchange(made, meets, dice)
    return made


def exchange(made: list[Table], meets: list[list[int]], dice: Dice) -> None:
    """Exchange two players of two tables wherever meetings become more even by it; nobody plays more or less often than before."""
    k = len(made[0])
    for tries in range(300 * len(made) * k):
        if tries % 512 == 0:
            least, most = extremes(meets)
            if most - least <= 1:
                return
        i, j = dice.below(len(made)), dice.below(len(made))
        first, second = made[i], made[j]
        p, q = dice.below(k), dice.below(k)
        one, other = first[p], second[q]
        if i == j or one in second or other in first:
            continue
        row, column = meets[one], meets[other]
        worse = 0
        for place in range(k):
            if place != p:
                mate = first[place]
                worse += column[mate] - row[mate] + 1
            if place != q:
                mate = second[place]
                worse += row[mate] - column[mate] + 1
        if worse > 0:
            continue
        for place in range(k):
            if place != p:
                move(meets, first[place], one, other)
            if place != q:
                move(meets, second[place], other, one)
        first[p], second[q] = other, one


def move(meets: list[list[int]], mate: int, left: int, came: int) -> None:
    """At the table of `mate`, one has left and another one has come."""
    row = meets[mate]
    row[left] -= 1
    row[came] += 1
    meets[left][mate] -= 1
    meets[came][mate] += 1


def more(
    names: Sequence[str], late: Sequence[str], k: int, most: int, played: Sequence[Sequence[str]], seed: str
) -> list[Pairing]:
    """Tables for those of `names` who came late, after those played: all that are missing with one of them, where all are at most
    so many; else as many as others have had, each late one with everybody about equally often.

    >>> more(["ann", "bea", "cy", "dee"], ["dee"], 3, 10, [["ann", "bea", "cy"]], "1")
    [('bea', 'cy', 'dee'), ('ann', 'cy', 'dee'), ('ann', 'bea', 'dee')]
    """
    index = {name: number for number, name in enumerate(names)}
    new = [index[name] for name in late]
    if comb(len(names), k) <= most:
        fresh = [table for table in complete(len(names), k) if not set(table).isdisjoint(new)]
        return [tuple([names[one] for one in table]) for table in fresh]
    before = [[index[name] for name in table if name in index] for table in played]
    plays = [0] * len(names)
    for table in before:
        for one in table:
            plays[one] += 1
    old = len(names) - len(new)
    each = max(1, (sum(plays) + old - 1) // old) if old else 1
    return [
        tuple([names[one] for one in table])
        for table in catching_up(len(names), k, new, each, before, Dice(seed, "late"))
    ]


def catching_up(n: int, k: int, new: list[int], each: int, before: list[Table], dice: Dice) -> list[Table]:
    """Tables with one of these, until each of them has sat at so many."""
    meets = [[0] * n for _ in range(n)]
    plays = [0] * n
    count(before, meets, plays)
    lots = list(range(n))
    dice.shuffle(lots)
    made: list[Table] = []
    while True:
        first = min(new, key=lambda one: plays[one])
        if plays[first] >= each:
            return made
        table = [first]
        met = meets[first]
        while len(table) < k:
            best, price = -1, 0
            for one in lots:
                if one in table:
                    continue
                row = meets[one]
                cost = met[one] << 24
                for other in table:
                    cost += row[other] << 8
                cost += min(plays[one], 255)
                if best < 0 or cost < price:
                    best, price = one, cost
            table.append(best)
        count([table], meets, plays)
        made.append(table)
