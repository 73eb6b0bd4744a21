"""One entrant's figures in a match: counted game by game, then a row with intervals and words.

1. A victory that is shared counts in parts. An entrant with several seats has won where one of its seats has.
2. The interval of the wins is Wilson's over the games; those of scores, places and margins are Student's over the deals.
3. A share is better or worse only where its interval says so, by itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import gcd
from typing import TYPE_CHECKING, Any, Literal

from citadels_contest import Mean, Share, mean_interval, wilson

from citadels_sdk.local.match_plan import KEPT

if TYPE_CHECKING:
    from citadels_sdk.local.match_plan import FaultNote, Played


PARTS = ("", "whole", "half", "third", "quarter", "fifth", "sixth", "seventh", "eighth")
COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")


@dataclass(frozen=True, slots=True)
class SeatRow:
    """What an entrant did at one seat."""

    seat: int
    games: int
    wins: float
    score: float


@dataclass(frozen=True, slots=True)
class Row:
    """What an entrant did in a match."""

    name: str
    kind: str
    """`house`, `class`, `function`, `object` or `process`."""
    seats: int
    """At how many seats of each game it sat."""
    games: int
    wins: float
    share: Share
    """The share of the games that it won."""
    fair: float
    """The share that it would win if all seats were equal: its part of the seats."""
    place: Mean
    """The mean place, 1 for the first."""
    score: Mean
    margin: Mean
    """The mean lead on the best of the other seats; below zero a distance."""
    by_seat: tuple[SeatRow, ...]
    faults: int
    first_faults: tuple[FaultNote, ...]
    decisions: int
    ms: float
    """The mean time for a decision, in milliseconds."""
    slowest_ms: float

    @property
    def verdict(self) -> Literal["better", "worse", "even"]:
        """Whether it wins more than its share, less, or cannot be told from it."""
        if self.share.low > self.fair:
            return "better"
        return "worse" if self.share.high < self.fair else "even"

    @property
    def told(self) -> str:
        """The row in a sentence."""
        share, _, interval = self.share.percent.partition(" % (")
        who = self.name + ("" if self.seats == 1 else f", at {COUNTS[self.seats]} seats,")
        said = {
            "better": "better than its share",
            "worse": "worse than its share",
            "even": f"neither better nor worse, as far as {self.games} games tell",
        }[self.verdict]
        games = "1 game" if self.games == 1 else f"{self.games} games"
        fair = part(self.seats, round(self.seats / self.fair))
        return f"{who} wins {share} % of {games}, {interval.rstrip(')')}; {fair} would be its share: {said}"

    def to_json(self, *, times: bool = True) -> dict[str, Any]:
        """The row as a JSON object; the times on demand."""
        told: dict[str, Any] = {
            "name": self.name,
            "kind": self.kind,
            "seats": self.seats,
            "games": self.games,
            "wins": round(self.wins, 6),
            "share": {"is": self.share.share, "low": self.share.low, "high": self.share.high},
            "fair": self.fair,
            "verdict": self.verdict,
            "place": mean_json(self.place),
            "score": mean_json(self.score),
            "margin": mean_json(self.margin),
            "by_seat": [
                {"seat": one.seat, "games": one.games, "wins": round(one.wins, 6), "score": one.score}
                for one in self.by_seat
            ],
            "decisions": self.decisions,
            "faults": self.faults,
            "first_faults": [one._asdict() for one in self.first_faults],
        }
        if times:
            told["ms"] = {"mean": self.ms, "slowest": self.slowest_ms}
        return told


def mean_json(mean: Mean) -> dict[str, float | None]:
    """A mean as a JSON object."""
    return {"is": mean.mean, "low": mean.low, "high": mean.high}


def part(seats: int, of: int) -> str:
    """A part in words.

    >>> part(1, 4), part(1, 2), part(3, 4), part(4, 6), part(2, 2)
    ('a quarter', 'half', 'three quarters', 'two thirds', 'all of them')
    """
    common = gcd(seats, of)
    seats, of = seats // common, of // common
    if of == 1:
        return "all of them"
    if (seats, of) == (1, 2):
        return "half"
    if seats == 1:
        return f"{'an' if of == 8 else 'a'} {PARTS[of]}"
    return f"{COUNTS[seats]} {PARTS[of]}s"


class Tally:
    """One entrant's figures while they are counted."""

    def __init__(self) -> None:
        self.games = 0
        self.wins = 0.0
        self.deals: list[tuple[list[int], list[int], list[int]]] = []
        """For each deal the places, the scores and the margins."""
        self.deal = -1
        self.seats: dict[int, list[float]] = {}
        self.faults = 0
        self.notes: list[FaultNote] = []
        self.decisions = 0
        self.seconds = 0.0
        self.slowest = 0.0

    def begin(self, deal: int, _played: Played) -> None:
        """One more game."""
        self.games += 1
        if deal != self.deal:
            self.deal = deal
            self.deals.append(([], [], []))

    def add(self, seat: int, played: Played, winners: int) -> None:
        """One more seat of the game."""
        won = 1 / winners if played.places[seat] == 1 else 0.0
        score = played.scores[seat]
        self.wins += won
        places, scores, margins = self.deals[-1]
        places.append(played.places[seat])
        scores.append(score)
        margins.append(score - max(other for number, other in enumerate(played.scores) if number != seat))
        at = self.seats.setdefault(seat, [0, 0.0, 0.0])
        at[0] += 1
        at[1] += won
        at[2] += score
        self.decisions += played.decisions[seat]
        self.seconds += played.seconds[seat]
        self.slowest = max(self.slowest, played.slowest[seat])
        if played.faults[seat]:
            self.faults += played.faults[seat]
            mine = [note for note in played.notes if note.seat == seat]
            self.notes += mine[: KEPT - len(self.notes)]

    def row(self, name: str, kind: str, sits: int, seats: int) -> Row:
        """The figures."""
        places, scores, margins = zip(*self.deals, strict=True) if self.deals else ((), (), ())
        wins = min(self.wins, float(self.games))
        return Row(
            name,
            kind,
            sits,
            self.games,
            wins,
            wilson(wins, self.games),
            sits / seats,
            mean_interval(places),
            mean_interval(scores),
            mean_interval(margins),
            tuple(SeatRow(seat, int(n), won, points / n) for seat, (n, won, points) in sorted(self.seats.items())),
            self.faults,
            tuple(self.notes),
            self.decisions,
            1000 * self.seconds / self.decisions if self.decisions else 0.0,
            1000 * self.slowest,
        )
