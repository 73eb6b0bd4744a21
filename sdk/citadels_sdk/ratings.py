"""Ratings that move with every game, for tables of 2 to 8: what a leaderboard shows.

1. A rating is a strength `mu` and how unsure it is, `sigma`. After a game everybody moves, the surer the less. It is the model of Plackett and Luce
   as Weng and Lin reckon with it, by the library openskill; `PARAMETERS` are all that there is to set.
2. The bots of the house are *anchors*: they were measured once (`./citadels bench anchors`) and never move. So the scale stays where it is,
   and ratings of different months can be compared.
3. What people see is on the scale of Elo: 1500 is the level `greedy`, and a new player starts at 1400; at a table of four, 400 points more are ten
   times the chance to come before another one.
4. The same games in the same order give the same ratings, wherever they are computed: `replay` tells them from the results.

>>> after = rate([NEW, ANCHORS["greedy"], ANCHORS["greedy"]], [1, 2, 3], anchors=[1, 2])
>>> after[0].shown > NEW.shown, after[0].sigma < NEW.sigma, after[1] == ANCHORS["greedy"]
(True, True, True)
"""

from __future__ import annotations

from functools import cache
from math import log
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from openskill.models import PlackettLuce

__all__ = ["ANCHORS", "NEW", "PARAMETERS", "SCALE", "SURE", "Rating", "rate", "replay"]

PARAMETERS: Final[dict[str, float]] = {
    "mu": 25.0,
    "sigma": 25.0 / 3,
    "beta": 25.0 / 6,
    "tau": 25.0 / 300,
    "kappa": 0.0001,
}
"""Of the model. `beta` is the luck of one player in one game; `tau` is added to the doubt before each game, so that no rating ever freezes."""
MIDDLE: Final = 1500
"""What is shown for a `mu` as in `PARAMETERS`: the level `greedy`."""
START: Final = 1400
"""What is shown of a new player: below `greedy`, so that nobody has that rating who has not earned it."""
SCALE: Final = 400 / log(10) / (2 * PARAMETERS["beta"])
"""Points of what is shown in one of `mu`: a table of four has the luck of twice `beta`."""
SURE: Final = 1.96
"""How many `sigma` an interval reaches to either side."""


class Rating(NamedTuple):
    """A strength, and how unsure it is."""

    mu: float
    sigma: float

    @property
    def shown(self) -> int:
        """What people see.

        >>> NEW.shown, Rating(33.33, 1.0).shown
        (1400, 1674)
        """
        return at(self.mu)

    @property
    def low(self) -> int:
        """1.96 `sigma` below: how far down the doubt of the model reaches."""
        return at(self.mu - SURE * self.sigma)

    @property
    def high(self) -> int:
        """1.96 `sigma` above: how far up the doubt of the model reaches."""
        return at(self.mu + SURE * self.sigma)


def at(mu: float) -> int:
    """A strength as people see it."""
    return round(MIDDLE + SCALE * (mu - PARAMETERS["mu"]))


NEW: Final = Rating(PARAMETERS["mu"] + (START - MIDDLE) / SCALE, PARAMETERS["sigma"])
"""A player of whom nothing is known."""

ANCHORS: Final[dict[str, Rating]] = {
    "random": Rating(-5.3, 1.6),
    "greedy": Rating(25.0, 0.5),
    "planner": Rating(41.1, 2.2),
}
"""The levels of the house, as `./citadels bench anchors --deals 24 --easy 150 --playouts 100` has measured them, each with the standard error of
that; `greedy` is the middle of the scale, and its doubt is a convention. The planner thinks longer where it is given the time, and is stronger then."""


def rate(before: Sequence[Rating], places: Sequence[int], anchors: Sequence[int] = ()) -> list[Rating]:
    """The ratings after a game, for each seat; equal places are a tie, and the seats in `anchors` do not move.

    >>> [one.shown for one in rate([NEW, NEW], [1, 1])]
    [1400, 1400]
    """
    if len(before) != len(places) or len(before) < 2:
        raise ValueError(
            f"{len(before)} ratings and {len(places)} places: a game has two players or more, and a place for each"
        )
    model = plackett_luce()
    teams = [[model.create_rating([one.mu, one.sigma])] for one in before]
    moved = model.rate(teams, ranks=[float(place) for place in places])
    return [
        old if seat in anchors else Rating(team[0].mu, team[0].sigma)
        for seat, (old, team) in enumerate(zip(before, moved, strict=True))
    ]


def replay(
    results: Iterable[tuple[Sequence[str], Sequence[int]]], anchors: Mapping[str, Rating] | None = None
) -> dict[str, Rating]:
    """Everybody's rating after these games, in this order: who sat there, and their places.

    Those in `anchors` stay where they are. Bots that only fill tables (`fill:greedy:1`) are anchors by their level, and not among the answers.
    Who sits at two seats of a game moves by the mean of both.

    >>> found = replay([(("ann", "fill:greedy:1"), (1, 2)), (("bea", "ann"), (1, 2))])
    >>> sorted(found), found["bea"].shown > NEW.shown
    (['ann', 'bea'], True)
    """
    held = dict(anchors or {})
    found: dict[str, Rating] = {}
    for seats, places in results:
        before = [fixed(name, held) or found.get(name, NEW) for name in seats]
        after = rate(before, places)
        moves: dict[str, list[Rating]] = {}
        for name, rating in zip(seats, after, strict=True):
            if fixed(name, held) is None:
                moves.setdefault(name, []).append(rating)
        for name, ratings in moves.items():
            count = len(ratings)
            found[name] = Rating(sum(one.mu for one in ratings) / count, sum(one.sigma for one in ratings) / count)
    return found


def fixed(name: str, anchors: Mapping[str, Rating]) -> Rating | None:
    """The rating of who does not move; None of whoever does."""
    if name in anchors:
        return anchors[name]
    parts = name.split(":")
    return ANCHORS.get(parts[1], NEW) if parts[0] == "fill" and len(parts) == 3 else None


@cache
def plackett_luce() -> PlackettLuce:
    """The model, made once."""
    from openskill.models import PlackettLuce

    given = PARAMETERS
    return PlackettLuce(
        mu=given["mu"], sigma=given["sigma"], beta=given["beta"], tau=given["tau"], kappa=given["kappa"]
    )
