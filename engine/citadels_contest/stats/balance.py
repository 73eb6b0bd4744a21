"""How evenly a list of games treats everybody: counted from who sat where, whatever made it.

>>> found = balance([("ann", "bea", "cy"), ("bea", "cy", "ann"), ("cy", "ann", "bea")])
>>> found.told
'everybody plays 3 games, at each seat once; any two meet 3 times; each sits behind each other 0 to 3 times'
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from citadels_contest.formats.context import is_filler

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = ["Balance", "balance", "often", "spread"]

Range = tuple[int, int]
Counts = list[list[int]]


class Balance(NamedTuple):
    """The least and the most of what everybody ought to have equally often; bots of the house that only fill tables are left out."""

    games: Range
    seats: Range
    """How often one sits at the same seat."""
    meets: Range
    """How often two sit at a table."""
    behind: Range
    """How often one sits right behind another one, the first seat behind the last one."""

    @property
    def told(self) -> str:
        """In words."""
        return (
            f"everybody plays {spread(self.games)} games, at each seat {often(self.seats)}; any two meet {often(self.meets)}; "
            f"each sits behind each other {often(self.behind)}"
        )

    def to_json(self) -> dict[str, object]:
        """It as a JSON object."""
        return {**{name: list(value) for name, value in self._asdict().items()}, "told": self.told}


def balance(games: Iterable[Sequence[str]], names: Iterable[str] = ()) -> Balance:
    """How evenly these games treat everybody; `names` adds those who may be in none of them."""
    played = list(games)
    index: dict[str, int] = {}
    for game in [list(names), *played]:
        for name in game:
            if name not in index and not is_filler(name):
                index[name] = len(index)
    at, meets, behind = count_meetings([[index.get(name, -1) for name in game] for game in played], len(index))
    return Balance(
        ends([sum(row) for row in at]),
        ends([number for row in at for number in row]),
        ends([number for one, row in enumerate(meets) for number in row[:one]]),
        ends([number for one, row in enumerate(behind) for other, number in enumerate(row) if other != one]),
    )


def count_meetings(tables: list[list[int]], n: int) -> tuple[Counts, Counts, Counts]:
    """How often each of `n` sat at each seat, met each other one, and sat right behind it; -1 is nobody."""
    seats = max([len(table) for table in tables], default=0)
    at = [[0] * seats for _ in range(n)]
    meets = [[0] * n for _ in range(n)]
    behind = [[0] * n for _ in range(n)]
    for table in tables:
        for seat, one in enumerate(table):
            if one < 0:
                continue
            at[one][seat] += 1
            row = meets[one]
            for other in table:
                if other >= 0 and other != one:
                    row[other] += 1
            before = table[seat - 1]
            if before >= 0 and before != one:
                behind[one][before] += 1
    return at, meets, behind


def ends(numbers: list[int]) -> Range:
    """The least and the most of them."""
    return (min(numbers), max(numbers)) if numbers else (0, 0)


def spread(ends: Range) -> str:
    """In words.

    >>> spread((3, 3)), spread((3, 4)), spread((0, 9))
    ('3', '3 or 4', '0 to 9')
    """
    least, most = ends
    if least == most:
        return f"{least:,}"
    return f"{least:,} {'or' if most == least + 1 else 'to'} {most:,}"


def often(ends: Range) -> str:
    """In words, how often.

    >>> often((1, 1)), often((0, 1)), often((2, 2)), often((0, 0))
    ('once', 'never or once', '2 times', 'never')
    """
    if ends == (0, 1):
        return "never or once"
    if ends == (1, 1):
        return "once"
    return "never" if ends == (0, 0) else f"{spread(ends)} times"
