"""What rounds have brought so far: who met whom, who rested, who sat where; and tables made of it.

1. A deal that is played in one game alone gives each player one seat. So the order of a pairing is chosen by who has sat where the most
   often: over the rounds everybody comes to sit at each seat about equally often.
2. Where a deal is played in turns, everybody sits at each seat anyway, and the order says nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from citadels_engine.dice import Dice

from citadels_contest.formats.context import Field, fillers, is_filler
from citadels_contest.seat_rotation import turns_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from citadels_contest.settings import Settings
    from citadels_contest.types import Pairing, Round

__all__ = ["History", "games_made", "resting", "seated", "snake", "started", "table_sizes", "too_few"]

SEATS = 8


class History:
    """Counts over the rounds so far, for those still in."""

    __slots__ = ("byes", "index", "meets", "tables")

    def __init__(self, field: Field) -> None:
        self.index: dict[str, int] = {name: number for number, name in enumerate(field.entrants)}
        n = len(self.index)
        self.meets: list[list[int]] = [[0] * n for _ in range(n)]
        """How often two have been paired."""
        self.tables: list[int] = [0] * n
        """How often one has been paired."""
        self.byes: list[int] = [0] * n
        """How often one rested; rounds missed before a late entry count where they are byes by policy."""
        there = [False] * n
        for made in field.rounds:
            for pairing in made.pairings:
                table = [self.index.get(name, -1) for name in pairing]
                for one in table:
                    if one < 0:
                        continue
                    there[one] = True
                    self.tables[one] += 1
                    row = self.meets[one]
                    for other in table:
                        if other >= 0 and other != one:
                            row[other] += 1
            for name in made.byes:
                one = self.index.get(name, -1)
                if one >= 0:
                    there[one] = True
                    self.byes[one] += 1
            if field.settings.late == "byes":
                for one in range(n):
                    if not there[one]:
                        self.byes[one] += 1


def started(field: Field) -> list[str]:
    """Who is in, best first: by the standings; before the first round by lot or in order of entry, as `seeding` says."""
    if field.rounds:
        return list(field.ranking)
    order = list(field.entrants)
    if field.settings.seeding == "lot":
        Dice(field.settings.seed, "seeding").shuffle(order)
    return order


def table_sizes(settings: Settings, count: int) -> list[int]:
    """How many entrants sit at each table when so many play, by the policy for odd fields; what is missing in the sum rests.

    >>> from citadels_contest.settings import Settings
    >>> [table_sizes(Settings(odd=odd), 9) for odd in ("bye", "fill", "smaller")]
    [[4, 4], [3, 3, 3], [3, 3, 3]]
    """
    k = settings.seats
    odd = settings.odd
    if count < k:
        if odd == "fill" or settings.small_field == "fill":
            return [count] if count else []
        return [count] if odd == "smaller" and count > 1 else []
    if odd == "bye" or (odd == "smaller" and k == 2):
        return [k] * (count // k)
    tables = (count + k - 1) // k
    return [count // tables + (1 if table < count % tables else 0) for table in range(tables)]


def too_few(settings: Settings, count: int) -> str | None:
    """Why no table can be made of so many who are left; None where one can."""
    if table_sizes(settings, count):
        return None
    return f"{count} {'is' if count == 1 else 'are'} left, and a table has {settings.seats} seats"


def resting(order: Sequence[str], count: int, history: History) -> list[str]:
    """Who rests, so many, of these given best first: those who have rested the least, from the last place upwards."""
    upwards = list(reversed(order))
    upwards.sort(key=lambda name: history.byes[history.index[name]])
    return upwards[:count]


def snake(order: Sequence[str], sizes: Sequence[int]) -> list[list[str]]:
    """Dealt out to the tables to and fro, so that the first ones are apart and the tables equally strong.

    >>> snake("abcdef", [2, 2, 2])
    [['a', 'f'], ['b', 'e'], ['c', 'd']]
    """
    tables: list[list[str]] = [[] for _ in sizes]
    forth = True
    at = 0
    while at < len(order):
        for table in range(len(sizes)) if forth else reversed(range(len(sizes))):
            if at < len(order) and len(tables[table]) < sizes[table]:
                tables[table].append(order[at])
                at += 1
        forth = not forth
    return tables


def seated(
    settings: Settings, rounds: Iterable[Round], tables: Iterable[Sequence[str]], fill: bool = True
) -> tuple[Pairing, ...]:
    """The tables as pairings: filled up with bots of the house where that is wanted, and in the order that evens out seats."""
    pairings: list[list[str]] = []
    for table in tables:
        missing = settings.seats - len(table) if fill else 0
        pairings.append([*table, *fillers(settings, missing)])
    sat: dict[str, list[int]] = {}
    for made in rounds:
        for pairing in made.pairings:
            count_seats(settings, pairing, sat)
    for new in pairings:
        if turns_of(settings, len(new)) == 1:
            even_out(settings, new, sat)
            count_seats(settings, new, sat)
    return tuple([tuple(pairing) for pairing in pairings])


def count_seats(settings: Settings, pairing: Sequence[str], sat: dict[str, list[int]]) -> None:
    """Count the seats that a pairing gives beyond those that it gives to all of it alike."""
    players = len(pairing)
    if turns_of(settings, players) > 1:
        return
    for place, name in enumerate(pairing):
        if not is_filler(name):
            seats = sat.get(name)
            if seats is None:
                seats = sat[name] = [0] * SEATS
            for deal in range(settings.deals % players):
                seats[(place - deal) % players] += 1


def even_out(settings: Settings, pairing: list[str], sat: dict[str, list[int]]) -> None:
    """Exchange places of this pairing as long as that makes the seats more even."""
    players = len(pairing)
    extra = settings.deals % players
    if not extra:
        return
    none = [0] * SEATS
    price: list[list[int]] = []
    for name in pairing:
        seats = sat.get(name, none)
        row = []
        for place in range(players):
            cost = 0
            for deal in range(extra):
                cost += seats[(place - deal) % players]
            row.append(0 if is_filler(name) else cost)
        price.append(row)
    order = cheapest(price)
    pairing[:] = [pairing[one] for one in order]


def cheapest(price: list[list[int]]) -> list[int]:
    """Who takes each place so that the squares of these prices are little in sum: two exchange as long as that helps."""
    n = len(price)
    order = list(range(n))
    better = True
    while better:
        better = False
        for i in range(n):
            for j in range(i):
                one, other = price[order[i]], price[order[j]]
                if one[j] * one[j] + other[i] * other[i] < one[i] * one[i] + other[j] * other[j]:
                    order[i], order[j] = order[j], order[i]
                    better = True
    return order


def games_made(settings: Settings, rounds: Iterable[Round]) -> int:
    """How many games these rounds have."""
    games = 0
    for made in rounds:
        for pairing in made.pairings:
            games += settings.deals * turns_of(settings, len(pairing))
    return games
