"""Results as the statistics read them: which deal a game belongs to, who sat where, and what everybody got.

1. A *deal* is the cards: all games of one deal label were dealt alike. Games of a deal are alike, so whatever is trusted is counted in deals.
2. A *table* is one pairing playing one deal, in as many turns as the rotation has. It is *whole* when everybody has sat at
   each seat equally often: then the luck of the seat cancels.

>>> from citadels_contest.types import Fixture, Result
>>> one = Result(Fixture(1, 0, 0, 0, ("ann", "bea")), (1, 2), (20, 15))
>>> game = scored([one], by_wins, by_round)[0]
>>> game.deal, game.points, game.wins
('1/0', (1.0, 0.0), (1.0, 0.0))
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

from citadels_contest.types import Fixture, Result

__all__ = [
    "FILL", "Game", "Label", "Points", "Table", "by_round", "by_wins", "is_fill", "numbers", "scored", "tables_of", "whole",
]  # fmt: skip

FILL: Final = "fill:"
"""What the ids of bots that only fill a table begin with."""

Points = Callable[[Result], Sequence[float]]
"""What a game gives to each seat, from 0 to 1."""
Label = Callable[[Fixture], str]
"""Which deal a fixture belongs to: fixtures of one label are dealt alike."""


class Game(NamedTuple):
    """A game that counts: a value for each seat."""

    deal: str
    table: str
    """Its deal and the pairing that played it."""
    turn: int
    seats: tuple[str, ...]
    points: tuple[float, ...]
    wins: tuple[float, ...]
    """1 for the winner, shared among several."""
    places: tuple[int, ...]
    scores: tuple[int, ...]
    picks: tuple[tuple[str, ...], ...]


class Table(NamedTuple):
    """All games of one pairing in one deal, in the order of their turns."""

    deal: str
    members: tuple[str, ...]
    """Who sat there, in the order of their ids."""
    games: tuple[Game, ...]


def is_fill(name: str) -> bool:
    """Whether that seat was only filled.

    >>> is_fill("fill:greedy:1"), is_fill("ann")
    (True, False)
    """
    return name.startswith(FILL)


def by_wins(result: Result) -> tuple[float, ...]:
    """A game's points where only winning counts; who left it has not won, even where all did.

    >>> by_wins(Result(Fixture(1, 0, 0, 0, ("a", "b", "c")), (1, 3, 1), (20, 8, 20)))
    (0.5, 0.0, 0.5)
    """
    share = 1.0 / max(1, result.places.count(1))
    left = result.left
    return tuple([share if place == 1 and seat not in left else 0.0 for seat, place in enumerate(result.places)])


def by_round(fixture: Fixture) -> str:
    """The deal of a fixture where all tables of a round share their deals."""
    return f"{fixture.round}/{fixture.deal}"


def scored(results: Iterable[Result], points: Points, label: Label) -> list[Game]:
    """These results as the statistics read them, in the same order."""
    games: list[Game] = []
    for result in results:
        fixture = result.fixture
        deal = label(fixture)
        games.append(
            Game(
                deal,
                f"{deal} {fixture.round}.{fixture.table}.{fixture.deal}",
                fixture.turn,
                fixture.seats,
                tuple(points(result)),
                by_wins(result),
                result.places,
                result.scores,
                result.picks,
            )
        )
    return games


def whole(games: Sequence[Game]) -> bool:
    """Whether everybody has sat at each seat equally often in these games of one table."""
    seats = len(games[0].seats)
    if len(games) % seats:
        return False
    each = len(games) // seats
    for name in games[0].seats:
        for seat in range(seats):
            sat = 0
            for game in games:
                if game.seats[seat] == name:
                    sat += 1
            if sat != each:
                return False
    return True


def numbers(label: str) -> tuple[tuple[int, str], ...]:
    """A deal's label as something to sort by: its numbers as numbers.

    >>> sorted(["1/10", "1/9"], key=numbers)
    ['1/9', '1/10']
    """
    return tuple([(int(part), "") if part.isdecimal() else (-1, part) for part in label.split("/")])


def tables_of(games: Iterable[Game], turns: int) -> list[list[Table]]:
    """The tables, by deal, in the order of rounds and numbers, whatever the order of the games; where a deal has several turns, only whole ones."""
    found: dict[str, list[Game]] = {}
    for game in games:
        held = found.get(game.table)
        if held is None:
            found[game.table] = [game]
        else:
            held.append(game)
    deals: dict[str, list[Table]] = {}
    for name in sorted(found):
        held = found[name]
        if turns > 1 and not whole(held):
            continue
        held.sort(key=lambda one: one.turn)
        table = Table(held[0].deal, tuple(sorted(held[0].seats)), tuple(held))
        deals.setdefault(table.deal, []).append(table)
    return [deals[deal] for deal in sorted(deals, key=numbers)]
