"""What a match has shown: a row for each entrant, each figure with how far it can be trusted.

1. How the figures are counted, and how far they can be trusted, is said in `counting`.
2. All but the times is the same for the same seed; reports are equal where all but the times is.
3. The games themselves are not kept: each is played again when it is asked for.
4. A game that ended its process is none of the games played. It counts as a fault of the bot that was thinking then.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, overload

from citadels_engine.cards.scenarios import SCENARIOS

from citadels_sdk.local.entrant_figures import Row, SeatRow, Tally
from citadels_sdk.local.match_plan import KEPT, replay_game

if TYPE_CHECKING:
    from collections.abc import Iterable

    from citadels_sdk.local.game import Game
    from citadels_sdk.local.match_plan import Broken, Plan, Played

__all__ = ["Games", "Report", "Row", "SeatRow", "Took"]

FORMAT = "citadels-match/1"
CSV = (
    "name", "kind", "seats", "games", "wins", "share", "share_low", "share_high", "fair", "verdict", "place", "place_low",
    "place_high", "score", "score_low", "score_high", "margin", "margin_low", "margin_high", "faults", "decisions", "ms",
    "slowest_ms",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Took:
    """How long a match took, and in how many processes."""

    seconds: float
    jobs: int


class Games(Sequence["Game"]):
    """The games of a match, by their numbers: each is played again when it is asked for, and comes out the same."""

    def __init__(self, plan: Plan, played: tuple[Played, ...]) -> None:
        self.plan = plan
        self.played = played

    def __len__(self) -> int:
        return len(self.played)

    @overload
    def __getitem__(self, number: int) -> Game: ...

    @overload
    def __getitem__(self, number: slice) -> list[Game]: ...

    def __getitem__(self, number: int | slice) -> Game | list[Game]:
        """The game in the order in which they were planned."""
        if isinstance(number, slice):
            return [replay_game(self.plan, one.number) for one in self.played[number]]
        return replay_game(self.plan, self.played[number].number)

    def __repr__(self) -> str:
        return f"<{len(self)} games, each played again when it is asked for>"


def told_of_broken(broken: Sequence[Broken]) -> list[str]:
    """A note for each of the first games that were set aside, and one for the others."""
    notes: list[str] = []
    for one in broken[:KEPT]:
        again = f"; see it again: {one.repro}" if one.note is None and one.repro is not None else ""
        notes.append(f"set aside: {one}{again}")
    if len(broken) > KEPT:
        notes.append(f"set aside: {len(broken) - KEPT} games more, for the same reason; they are in `broken`")
    return notes


class Report:
    """What a match has shown.

    >>> from citadels_sdk import match
    >>> report = match("greedy", "random", games=20, seats=4, seed="an example", jobs=1)
    >>> [row.name for row in report.rows], report.rows[0].verdict
    (['greedy', 'random'], 'better')
    >>> report.games[7].names
    ('random', 'random#2', 'random#3', 'greedy')
    """

    def __init__(
        self,
        plan: Plan,
        played: Iterable[Played],
        took: Took,
        notes: tuple[str, ...] = (),
        broken: Iterable[Broken] = (),
    ) -> None:
        self.plan = plan
        self.played: tuple[Played, ...] = tuple(sorted(played))
        """What is kept of each game, in their order."""
        self.took = took
        self.broken: tuple[Broken, ...] = tuple(sorted(broken, key=lambda one: one.game))
        """The games that were set aside, since they ended the process in which they were played."""
        self.notes: tuple[str, ...] = (*notes, *told_of_broken(self.broken))
        """What there is to say about how it was played."""

    @property
    def planned(self) -> int:
        """How many games were to be played."""
        return self.plan.games

    @property
    def seats(self) -> int:
        """How many sat at a table."""
        return len(self.plan.lineup)

    @property
    def seed(self) -> str:
        """The seed of the match: with it, it comes out the same."""
        return self.plan.seed

    @property
    def edition(self) -> str:
        """`modern` or `classic`."""
        scene = SCENARIOS.get(self.plan.scenario or "")
        return scene.edition if scene is not None else self.plan.edition or "modern"

    @property
    def games(self) -> Games:
        """The games, each played again when it is asked for."""
        return Games(self.plan, self.played)

    @property
    def finished(self) -> bool:
        """Whether all games have been played."""
        return len(self.played) == self.plan.games

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """What each entrant did, in the order in which they were named."""
        tallies = [Tally() for _ in self.plan.entrants]
        for one in self.played:
            seating = self.plan.seating(one.number)
            deal = one.number // self.seats
            winners = one.places.count(1)
            for tally in tallies:
                tally.begin(deal, one)
            for seat, who in enumerate(seating):
                tallies[who].add(seat, one, winners)
        for broken in self.broken:
            if broken.note is not None and broken.note.seat is not None:
                tally = tallies[self.plan.seating(broken.game)[broken.note.seat]]
                tally.faults += 1
                tally.notes = sorted([*tally.notes, broken.note], key=lambda note: note.game)[:KEPT]
        sits = [self.plan.lineup.count(number) for number in range(len(tallies))]
        return tuple(
            tally.row(entrant.name, entrant.kind, count, self.seats)
            for tally, entrant, count in zip(tallies, self.plan.entrants, sits, strict=True)
        )

    @property
    def faults(self) -> int:
        """How many faults there were in all."""
        return sum(row.faults for row in self.rows)

    @property
    def title(self) -> str:
        """What was played, in a line."""
        games = f"{len(self.played)} games" if self.finished else f"{len(self.played)} of {self.planned} games"
        cards = "a scenario by lot for each deal" if self.plan.scenario == "random" else self.plan.scenario
        what = f"{self.edition} edition" + (f", {cards}" if cards else "")
        return f"{games}, {self.seats} seats, {what}, seed {self.seed}"

    @property
    def pace(self) -> str:
        """How long it took, in words."""
        seconds, jobs = self.took.seconds, self.took.jobs
        rate = len(self.played) / seconds if seconds > 0 else 0.0
        processes = "one process" if jobs == 1 else f"{jobs} processes"
        return f"{seconds:.1f} s in {processes}, {rate:.{0 if rate >= 10 else 1}f} games a second"

    # --- out ------------------------------------------------------------------------------------------------------------

    def table(self, columns: int | None = None) -> str:
        """The report as text, at most so wide."""
        from citadels_sdk.render.text import report_text

        return report_text(self, columns)

    def to_json(self, *, times: bool = True) -> dict[str, Any]:
        """The report as a JSON object; the times on demand."""
        plan = self.plan
        told: dict[str, Any] = {
            "format": FORMAT,
            "planned": plan.games,
            "games": len(self.played),
            "seats": self.seats,
            "edition": self.edition,
            "scenario": plan.scenario,
            "cast": None if plan.cast is None else list(plan.cast),
            "seed": plan.seed,
            "rounds": sum(one.rounds for one in self.played) / max(1, len(self.played)),
            "entrants": [row.to_json(times=times) for row in self.rows],
            "broken": [one.to_json() for one in self.broken],
        }
        if times:
            told["notes"] = list(self.notes)
            told["took"] = {"seconds": self.took.seconds, "jobs": self.took.jobs}
        return told

    def csv(self) -> str:
        """The rows as comma-separated values."""
        import csv
        import io

        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(CSV)
        for row in self.rows:
            means = [value for mean in (row.place, row.score, row.margin) for value in (mean.mean, mean.low, mean.high)]
            share = row.share
            first: list[object] = [
                row.name,
                row.kind,
                row.seats,
                row.games,
                row.wins,
                share.share,
                share.low,
                share.high,
            ]
            rest = [row.faults, row.decisions, row.ms, row.slowest_ms]
            values = [*first, row.fair, row.verdict, *means, *rest]
            writer.writerow([f"{value:.6g}" if isinstance(value, float) else value for value in values])
        return out.getvalue()

    def save(self, path: str | Path) -> Path:
        """Write it to a file: `.html`, `.json`, `.csv` or `.txt`."""
        file = Path(path)
        match file.suffix.lower():
            case ".html" | ".htm":
                from citadels_sdk.render.html import page, report_html

                text = page(f"Match: {', '.join(row.name for row in self.rows)}", report_html(self))
            case ".json":
                text = json.dumps(self.to_json(), ensure_ascii=False, indent=1) + "\n"
            case ".csv":
                text = self.csv()
            case ".txt":
                text = self.table(100) + "\n"
            case other:
                raise ValueError(
                    f"{file.name}: a report is written as .html, .json, .csv or .txt, not {other or 'without an ending'}"
                )
        file.write_text(text, encoding="utf-8", newline="\n")
        return file

    def _repr_html_(self) -> str:
        from citadels_sdk.render.html import report_html

        return report_html(self)

    def __str__(self) -> str:
        return self.table()

    def __repr__(self) -> str:
        won = ", ".join(f"{row.name} {100 * row.share.share:.0f} %" for row in self.rows)
        return f"<Report of {len(self.played)} games: {won}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Report) and self.to_json(times=False) == other.to_json(times=False)

    __hash__: ClassVar[None] = None  # type: ignore[assignment]  # two reports may be compared, and none is a key
