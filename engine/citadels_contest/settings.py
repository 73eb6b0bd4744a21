"""What a tournament is to be: its format, its tables, how points are given and places shared, and what is done when something goes wrong.

1. Everything that decides about a tournament stands here, under one word each: the same words on the command line, in a file, over
   the API and in the results. What is left out has the default of its format.
2. `settings_from` reads them from plain values and refuses, with the name of the field, what it does not know.
3. Every way out of trouble is a named policy; none is hidden in the code that applies it.

>>> chosen = settings_from({"format": "swiss", "seats": 4, "rounds": 5})
>>> chosen.order
('points', 'opponents', 'head-to-head', 'wins', 'margin', 'lot')
>>> settings_from({"format": "swiss", "seats": 9})
Traceback (most recent call last):
    ...
citadels_contest.types.ContestError: seats: 9 is not from 2 to 8
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from citadels_contest.types import ContestError

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["CHOICES", "CRITERIA", "FORMATS", "Settings", "settings_from"]

FORMATS: Final = ("round-robin", "swiss", "knock-out", "gauntlet", "arena", "sequential")

CHOICES: Final[dict[str, tuple[str, ...]]] = {
    "format": FORMATS,
    "rotation": ("cycle", "latin", "full", "none"),
    "seeding": ("lot", "entry"),
    "points": ("place", "wins", "share"),
    "odd": ("bye", "fill", "smaller"),
    "small_field": ("refuse", "fill"),
    "filler": ("random", "greedy", "planner"),
    "bye": ("half", "full", "none"),
    "late": ("refuse", "zero", "byes"),
    "withdrawal": ("keep", "half", "void"),
    "empty_seat": ("house", "absent", "cancel"),
    "fault": ("forfeit", "harmless"),
    "forfeit": ("last", "void"),
    "no_show": ("last", "void", "withdraw"),
}
"""The policies, and what each may be; the first is the default where a format says nothing else.

    rotation     cycle: as many games as seats, everybody at each seat once; latin: the same with neighbours mixed; full: every
                 order (up to 5 seats); none: one game
    seeding      the order before anything is played. lot: by lot; entry: the order of entry, the strongest first
    points       of a game. place: 1 for the first, 0 for the last, evenly between; wins: 1 for the winner, shared among several;
                 share: the part of the table's whole score
    odd          who does not fill a table. bye: rests; fill: bots of the house (`filler`) sit down too; smaller: a table with fewer seats
    small_field  fewer entrants than seats. refuse: no tournament; fill: bots of the house sit down too
    bye          what a bye is worth: half of the most that its table could give (by share twice the even part), all of it, nothing
    late         entry after the start. refuse; zero: from the next round, without points for those missed; byes: those missed count as byes
    withdrawal   what was played by who withdrew. keep: it counts; half: only where at least half of their games are played; void: it does not
    empty_seat   the seat of who withdrew, in games still to be played. house: a bot of the house; absent: the default action; cancel: no game
    fault        a bot that raises, answers what is not legal, or is out of time. forfeit: its seat is played by the default action from
                 there on; harmless: that one answer is replaced, and the game goes on
    forfeit      a forfeited seat is placed last (`last`), or the game counts for nobody (`void`)
    no_show      who does not come to a table. last: the seat is forfeited; void: the game counts for nobody; withdraw: forfeited, and out
"""

CRITERIA: Final = (
    "points", "mean", "wins", "head-to-head", "opponents", "score", "margin", "place", "faults", "reached", "rating", "lot",
)  # fmt: skip
"""What places can be decided by, applied in the order given.

    points        all points          mean   points a game        wins   games won, a shared victory in parts
    head-to-head  points against those who are equal so far, at the tables where they met
    opponents     the mean of the mean points of those met        score  mean score         margin  mean lead on the best other
    place         mean place, the lower the better                faults the fewer the better
    reached       how far in a knock-out                          rating fitted over all games
    lot           by lot, drawn from the seed
"""

ORDERS: Final[dict[str, tuple[str, ...]]] = {
    "round-robin": ("points", "head-to-head", "wins", "margin", "lot"),
    "swiss": ("points", "opponents", "head-to-head", "wins", "margin", "lot"),
    "knock-out": ("reached", "points", "wins", "margin", "lot"),
    "gauntlet": ("mean", "wins", "margin", "lot"),
    "arena": ("mean", "wins", "margin", "lot"),
    "sequential": ("mean", "wins", "margin", "lot"),
}
DEFAULTS: Final[dict[str, dict[str, object]]] = {
    "round-robin": {"late": "zero"},
    "swiss": {"late": "zero"},
    "knock-out": {"odd": "bye", "late": "refuse"},
    "gauntlet": {"odd": "fill", "late": "zero"},
    "arena": {"late": "zero"},
    "sequential": {"odd": "fill", "late": "refuse", "small_field": "fill"},
}
MOST_SEATS: Final = 8


class Settings(NamedTuple):
    """A tournament's settings; what each word means is said at `CHOICES` and `CRITERIA`."""

    format: str = "round-robin"
    seats: int = 4
    """At a table, from 2 to 8."""
    deals: int = 1
    """How many deals a pairing plays."""
    duplicate: bool = True
    """Whether each deal is played again with the players at other seats, as `rotation` says: so the luck of its cards and seats cancels among
    those at its table."""
    rotation: str = "cycle"
    shared: bool = True
    """Whether all tables of a round play the same deals: so those who do not meet had the same cards too, and there are fewer deals to tell from."""
    rounds: int | None = None
    """Of a Swiss or an arena; None: as many as the field needs."""
    tables: int | None = None
    """The most pairings of a round robin or a gauntlet: with more, a balanced choice of them is played; None: 5,000."""
    advance: int | None = None
    """Of a knock-out: how many of each table go on; None: half of them, rounded up."""
    focus: tuple[str, ...] = ()
    """Of a gauntlet: who meets the field, by id; of a sequential test: the two compared, in that order. Else empty: the first one, the first two."""
    seeding: str = "lot"
    points: str = "place"
    order: tuple[str, ...] = ()
    """What places are decided by: `CRITERIA`, the first one first."""
    odd: str = "bye"
    small_field: str = "refuse"
    filler: str = "greedy"
    bye: str = "half"
    late: str = "refuse"
    withdrawal: str = "keep"
    empty_seat: str = "house"
    fault: str = "forfeit"
    forfeit: str = "last"
    no_show: str = "last"
    forfeits: int | None = None
    """After so many forfeited games an entrant is withdrawn; None: never."""
    bound: float = 0.02
    """Of a sequential test: the difference of mean points that is to be found."""
    alpha: float = 0.05
    """Of a sequential test: how often it may say better where nothing is better."""
    beta: float = 0.05
    """Of a sequential test: how often it may miss a difference of `bound`."""
    most: int = 10_000
    """Of a sequential test or an arena: the most games."""
    seed: str = ""
    """What lots are drawn from; a driver makes the seeds of its deals from a secret of its own where there is one."""

    @property
    def turns(self) -> int:
        """How many games a deal has at a full table."""
        if not self.duplicate or self.rotation == "none":
            return 1
        if self.rotation == "full":
            count = 1
            for factor in range(2, self.seats + 1):
                count *= factor
            return count
        return self.seats

    def to_json(self) -> dict[str, object]:
        """They as a JSON object, whole."""
        return {name: list(value) if isinstance(value, tuple) else value for name, value in self._asdict().items()}


def settings_from(given: Mapping[str, object]) -> Settings:
    """The settings that these plain values ask for, completed with the defaults of their format."""
    unknown = [name for name in given if name not in Settings._fields]
    if unknown:
        raise bad(unknown[0], f"no such setting; there are {', '.join(Settings._fields)}")
    form = given.get("format", "round-robin")
    word("format", form)
    assert isinstance(form, str)
    values: dict[str, object] = {**Settings()._asdict(), "order": ORDERS[form], **DEFAULTS[form]}
    for name, value in given.items():
        if name == "order" and not value:
            continue
        values[name] = tuple(value) if isinstance(value, list) else value
    for name in CHOICES:
        word(name, values[name])
    check(values)
    return Settings(**values)  # type: ignore[arg-type]  # every value was looked at


def check(values: dict[str, object]) -> None:
    """Refuse what is no value of its field, or does not go with another."""
    whole("seats", values["seats"], 2, MOST_SEATS)
    whole("deals", values["deals"], 1, 1_000_000)
    whole("most", values["most"], 1, 100_000_000)
    for name in ("rounds", "tables", "advance", "forfeits"):
        if values[name] is not None:
            whole(name, values[name], 1, 1_000_000)
    for name in ("duplicate", "shared"):
        if type(values[name]) is not bool:
            raise bad(name, f"{values[name]!r} is not true or false")
    for name in ("bound", "alpha", "beta"):
        value = values[name]
        if type(value) not in (int, float) or not 0 < float(str(value)) < (1 if name == "bound" else 0.5):
            raise bad(name, f"{value!r} is not between 0 and {1 if name == 'bound' else 0.5}")
        values[name] = float(str(value))
    if not isinstance(values["seed"], str):
        raise bad("seed", f"{values['seed']!r} is no text")
    for name in ("focus", "order"):
        value = values[name]
        if not isinstance(value, tuple) or not all(isinstance(one, str) for one in value):
            raise bad(name, f"{value!r} is no list of words")
    check_focus(values["format"], values["focus"])
    order = values["order"]
    assert isinstance(order, tuple)
    for one in order:
        if one not in CRITERIA:
            raise bad("order", f"{one!r} is not one of {', '.join(CRITERIA)}")
    seats = values["seats"]
    assert isinstance(seats, int)
    if values["rotation"] == "full" and seats > 5:
        raise bad("rotation", f"full has {seats}! games a deal with {seats} seats: take cycle or latin")
    advance = values["advance"]
    if isinstance(advance, int) and advance >= seats:
        raise bad("advance", f"of {seats} at a table {advance} cannot go on: nobody would ever be out")


def check_focus(form: object, focus: object) -> None:
    """Refuse those in focus of whom one is named twice, or who are not the two that a test compares."""
    assert isinstance(focus, tuple)
    for number, one in enumerate(focus):
        if one in focus[:number]:
            raise bad("focus", f"{one!r} is there twice")
    if form == "sequential" and len(focus) not in (0, 2):
        raise bad("focus", f"a test compares two, and not {len(focus)}; left out, the first two to enter")


def word(name: str, value: object) -> None:
    """Refuse what is not one of the field's words."""
    if value not in CHOICES[name]:
        raise bad(name, f"{value!r} is not one of {', '.join(CHOICES[name])}")


def whole(name: str, value: object, low: int, high: int) -> None:
    """Refuse what is no whole number of that range."""
    if type(value) is not int or not low <= value <= high:
        raise bad(name, f"{value!r} is not from {low} to {high}")


def bad(name: str, message: str) -> ContestError:
    """A setting that cannot be."""
    return ContestError("bad_setting", f"{name}: {message}")
