"""What games are worth, and who stands where.

1. A seat that was forfeited gets nothing and comes last; the others move up. Places that are shared share their points.
2. Everything is added up in whole numbers, so that no order of the games changes the last digit of a sum.
3. A table with fewer seats plays fewer turns; its games are worth so much more that a deal is worth the same at every table.
4. A bye is worth what `bye` says of the most that a table could give in its round. Nobody ever has the whole score of a table: by share twice the
   even part counts as the most, so that half of it is what a seat has on average, and who rests is not ahead of who has won.
5. Who withdrew stands behind all who stayed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from citadels_contest.settings import Settings
    from citadels_contest.types import Result

__all__ = ["UNIT", "WIN", "Row", "Standing", "Tally", "bye_units", "final_places", "game_points", "game_units"]

UNIT: Final = 840_000_000
"""A point in the whole numbers that points are added up in: places and shared places of up to 8 seats have no rest."""
WIN: Final = 840
"""A win in the whole numbers that wins are added up in."""
BYES: Final = {"half": 1, "full": 2, "none": 0}
"""What a bye is worth, in halves."""


class Standing(NamedTuple):
    """Where an entrant stands, and why."""

    place: int
    """From 1; equal ones have the same, and the next ones are counted on."""
    entrant: str
    games: int
    """That count for it."""
    points: float
    """Of all its games, and of its byes."""
    mean: float
    """Points a game, without byes."""
    wins: float
    score: float
    """Mean score."""
    margin: float
    """Mean lead on the best other; less than 0 behind."""
    mean_place: float
    faults: int
    forfeits: int
    """Games that it forfeited."""
    byes: int
    reached: float
    """The last round that it was in; in the last match of a knock-out with a part of 1 for its place there."""
    criteria: tuple[float, ...]
    """What decided, in the order of `settings.order`."""
    withdrawn: str | None
    """Why it withdrew, if it did."""

    def to_json(self) -> dict[str, object]:
        """It as a JSON object; figures are rounded to six digits."""
        return {
            "place": self.place,
            "entrant": self.entrant,
            "games": self.games,
            "points": round(self.points, 6),
            "mean": round(self.mean, 6),
            "wins": round(self.wins, 6),
            "score": round(self.score, 6),
            "margin": round(self.margin, 6),
            "mean_place": round(self.mean_place, 6),
            "faults": self.faults,
            "forfeits": self.forfeits,
            "byes": self.byes,
            "reached": round(self.reached, 6),
            "criteria": [round(one, 6) for one in self.criteria],
            "withdrawn": self.withdrawn,
        }


def final_places(result: Result) -> tuple[int, ...]:
    """The places with those last who left, all of them at one place.

    >>> from citadels_contest.types import Fixture, Result
    >>> final_places(Result(Fixture(1, 0, 0, 0, ("a", "b", "c")), (1, 2, 3), (20, 18, 9), left=(0,)))
    (3, 1, 2)
    """
    left = result.left
    if not left:
        return result.places
    stayed = [place for seat, place in enumerate(result.places) if seat not in left]
    places: list[int] = []
    for seat, place in enumerate(result.places):
        before = len(stayed)
        if seat not in left:
            before = 0
            for other in stayed:
                if other < place:
                    before += 1
        places.append(before + 1)
    return tuple(places)


def game_units(settings: Settings, result: Result) -> list[int]:
    """What each seat gets for a game, in units."""
    places = final_places(result)
    left = result.left
    count = len(places)
    units: list[int] = []
    if settings.points == "share":
        whole = sum(result.scores)
        for seat in range(count):
            if seat in left:
                units.append(0)
            elif whole == 0:
                units.append(UNIT // count)
            else:
                units.append(result.scores[seat] * UNIT // whole)
    elif settings.points == "wins":
        winners = places.count(1)
        for seat in range(count):
            units.append(UNIT // winners if places[seat] == 1 and seat not in left else 0)
    else:
        for seat in range(count):
            place = places[seat]
            sharing = places.count(place)
            # the mean of the places shared is place + (sharing - 1) / 2
            units.append(0 if seat in left else UNIT * (2 * (count - place) - (sharing - 1)) // (2 * (count - 1)))
    return units


def game_points(settings: Settings, result: Result) -> tuple[float, ...]:
    """What each seat gets for a game, from 0 to 1.

    >>> from citadels_contest.settings import settings_from
    >>> from citadels_contest.types import Fixture, Result
    >>> drawn = Result(Fixture(1, 0, 0, 0, ("a", "b", "c")), (1, 1, 3), (20, 20, 10))
    >>> game_points(settings_from({"seats": 3}), drawn)
    (0.75, 0.75, 0.0)
    >>> game_points(settings_from({"seats": 3, "points": "wins"}), drawn)
    (0.5, 0.5, 0.0)
    >>> game_points(settings_from({"seats": 3, "points": "share"}), drawn)
    (0.4, 0.4, 0.2)
    """
    return tuple([one / UNIT for one in game_units(settings, result)])


def bye_units(settings: Settings) -> int:
    """What a bye is worth, in units.

    >>> from citadels_contest.settings import settings_from
    >>> [bye_units(settings_from({"duplicate": False, "points": points})) / UNIT for points in ("place", "wins", "share")]
    [0.5, 0.5, 0.25]
    """
    most = 2 * UNIT // settings.seats if settings.points == "share" else UNIT
    return settings.deals * settings.turns * most * BYES[settings.bye] // 2


class Row:
    """What the games of one entrant add up to."""

    __slots__ = ("faults", "games", "margin", "place", "plain", "score", "units", "wins")

    def __init__(self) -> None:
        self.games: int = 0
        self.units: int = 0
        """With the games of smaller tables worth more."""
        self.plain: int = 0
        """Every game worth the same."""
        self.wins: int = 0
        self.score: int = 0
        self.margin: int = 0
        self.place: int = 0
        self.faults: int = 0

    def copy(self) -> Row:
        """Another one like it."""
        made = Row()
        made.games, made.units, made.plain, made.wins = self.games, self.units, self.plain, self.wins
        made.score, made.margin, made.place = self.score, self.margin, self.place
        made.faults = self.faults
        return made

    def mean(self) -> float:
        """Points a game."""
        return self.plain / (UNIT * self.games) if self.games else 0.0


class Tally:
    """What the games that count add up to, for each who sat in them."""

    __slots__ = ("rows", "settings", "tables")

    def __init__(self, settings: Settings) -> None:
        self.settings: Settings = settings
        self.rows: dict[str, Row] = {}
        self.tables: dict[tuple[int, int], int] = {}
        """How many games of each table count."""

    def copy(self) -> Tally:
        """Another one like it."""
        made = Tally(self.settings)
        made.rows = {name: row.copy() for name, row in self.rows.items()}
        made.tables = dict(self.tables)
        return made

    def row(self, name: str) -> Row:
        """The row of that entrant."""
        found = self.rows.get(name)
        if found is None:
            found = Row()
            self.rows[name] = found
        return found

    def add(self, result: Result, weight: int, parts: int) -> None:
        """Count a game, worth `weight / parts` of one at a full table."""
        fixture = result.fixture
        units = game_units(self.settings, result)
        places = final_places(result)
        scores = result.scores
        best, second = -1, -1
        for score in scores:
            if score > best:
                best, second = score, best
            elif score > second:
                second = score
        firsts = places.count(1)
        faults, left = result.faults, result.left
        for seat, name in enumerate(fixture.seats):
            row = self.row(name)
            row.games += 1
            row.plain += units[seat]
            row.units += units[seat] * weight // parts
            if places[seat] == 1 and seat not in left:
                row.wins += WIN // firsts
            score = scores[seat]
            row.score += score
            row.margin += score - (second if score == best else best)
            row.place += places[seat]
            if faults:
                row.faults += faults[seat]
        key = (fixture.round, fixture.table)
        self.tables[key] = self.tables.get(key, 0) + 1
