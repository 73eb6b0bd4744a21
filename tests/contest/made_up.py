"""Events that were never played, of which the truth is known: what the intervals are held against.

A seat's score in a game is the sum of who sits there (`strengths`), of the seat (`seats`), of the cards that the seat has in this deal
(`cards`, the same in all turns), of how the deal suits whoever sits there (`suits`, the same in all turns), and of chance (`noise`): normal ones, or
Gumbel's, under which places follow Plackett's and Luce's model. Scores are rounded to `grain`, so that places are shared.
"""

from __future__ import annotations

import math
from itertools import combinations, permutations
from statistics import NormalDist
from typing import TYPE_CHECKING, NamedTuple

from citadels_contest.types import Fixture, Result

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random


class Model(NamedTuple):
    """What is true of the players, and how much is luck."""

    strengths: tuple[float, ...]
    seats: tuple[float, ...]
    cards: float = 1.0
    suits: float = 0.0
    noise: float = 2.0
    grain: float = 0.01
    gumbel: bool = False
    wins: bool = False
    """Whether points are those of winning, not of places."""
    rotate: bool = True
    """Whether a deal is played from every seat; else each game has a deal of its own, and seats by lot."""

    @property
    def ids(self) -> tuple[str, ...]:
        """Who plays."""
        return tuple(f"bot{at}" for at in range(len(self.strengths)))

    @property
    def turns(self) -> int:
        """How many games a deal has."""
        return len(self.seats) if self.rotate else 1

    def ahead(self, one: int, other: int) -> float:
        """How often the one comes before the other at a table, a shared place counting half."""
        players = len(self.seats)
        pairs = [(a, b) for a in range(players) for b in range(players) if a != b]
        return math.fsum(self.ahead_from(one, a, other, b) for a, b in pairs) / len(pairs)

    def ahead_from(self, one: int, seat: int, other: int, place: int) -> float:
        """The same from these seats."""
        mine, theirs = self.strengths[one] + self.seats[seat], self.strengths[other] + self.seats[place]
        spread = math.sqrt(self.cards**2 + self.suits**2 + self.noise**2)
        if self.grain < 0.1:
            return NormalDist(0, spread * math.sqrt(2)).cdf(mine - theirs)
        first, second = NormalDist(mine, spread), NormalDist(theirs, spread)
        found = 0.0
        for cell in range(
            math.floor((mine - 8 * spread) / self.grain), math.ceil((mine + 8 * spread) / self.grain) + 1
        ):
            low, high = (cell - 0.5) * self.grain, (cell + 0.5) * self.grain
            here = first.cdf(high) - first.cdf(low)
            found += here * (second.cdf(low) + second.cdf(high)) / 2
        return found

    def points(self, one: int) -> float:
        """The mean points of a game, where all players sit at one table."""
        players = len(self.seats)
        others = [at for at in range(players) if at != one]
        if not self.wins:
            return math.fsum(self.ahead(one, other) for other in others) / (players - 1)
        spread = math.sqrt(self.cards**2 + self.suits**2 + self.noise**2)
        found, steps = 0.0, 800
        for seating in seatings(players):
            means = [self.strengths[who] + self.seats[seat] for who, seat in enumerate(seating)]
            mine = NormalDist(means[one], spread)
            width = 16 * spread / steps
            for step in range(steps):
                at = means[one] - 8 * spread + (step + 0.5) * width
                product = mine.pdf(at) * width
                for other in others:
                    product *= NormalDist(means[other], spread).cdf(at)
                found += product
        return found / math.factorial(players)


def seatings(players: int) -> Iterator[tuple[int, ...]]:
    """Every way to sit."""
    return permutations(range(players))


def event(model: Model, deals: int, chance: Random, *, shared: bool = False) -> list[Result]:
    """The results of an event in which all tables of these entrants play so many deals; `shared`: all tables the same ones."""
    results: list[Result] = []
    lucks = [luck_of(model, chance) for _ in range(deals)]
    for table, members in enumerate(combinations(range(len(model.ids)), len(model.seats))):
        for deal in range(deals):
            luck = lucks[deal] if shared else luck_of(model, chance)
            results += table_of(model, Fixture(1, table, deal, 0, ()), members, luck, chance)
    return results


Luck = tuple[list[float], list[float]]
"""What a deal gives to each seat, and how it suits each entrant."""


def luck_of(model: Model, chance: Random) -> Luck:
    """The luck of a deal."""
    return [chance.gauss(0, model.cards) for _ in model.seats], [chance.gauss(0, model.suits) for _ in model.strengths]


def table_of(model: Model, where: Fixture, members: tuple[int, ...], luck: Luck, chance: Random) -> Iterator[Result]:
    """The games of one deal at one table."""
    order = list(members)
    chance.shuffle(order)
    for turn in range(model.turns):
        sitting = order[turn:] + order[:turn]
        scores = []
        for seat, who in enumerate(sitting):
            told = model.strengths[who] + model.seats[seat] + luck[0][seat] + luck[1][who]
            told += -math.log(-math.log(chance.random())) if model.gumbel else chance.gauss(0, model.noise)
            scores.append(round(told / model.grain))
        places = tuple(1 + sum(other > score for other in scores) for score in scores)
        seats = tuple(model.ids[who] for who in sitting)
        yield Result(where._replace(turn=turn, seats=seats), places, tuple(scores))
