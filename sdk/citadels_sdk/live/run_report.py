"""What a run says while it goes on, and what it has come to: lines for people, or JSON lines for programs. Nothing secret is in them."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Final

from citadels_sdk.local.deal import ORDINALS

if TYPE_CHECKING:
    from typing import TextIO

    from citadels_sdk.errors import BotFault

__all__ = ["Fault", "Played", "RunReport", "Voice"]


@dataclass(frozen=True, slots=True)
class Fault:
    """A decision at which the bot failed, or a hook (then `n` is None); the harmless action was played in its place."""

    table: str
    seat: int
    n: int | None
    kind: str | None
    """The kind of the decision, or the name of the hook."""
    code: str
    what: str
    file: str | None = None
    """Where the decision was saved."""


@dataclass(frozen=True, slots=True)
class Played:
    """A game that was played to its end."""

    table: str
    link: str
    seat: int
    players: int
    place: int | None
    """1 for the first; None where the game was broken off."""
    score: int | None
    places: tuple[int, ...] = ()
    """The place of every seat."""
    scores: tuple[int, ...] = ()
    decisions: int = 0
    """How many decisions were answered in this run."""
    mean_ms: float = 0.0
    """How long the bot thought about one."""
    slowest_ms: float = 0.0
    rescued: int = 0
    """Decisions that reached the bot so late that it had no answer in time: the harmless action was played."""
    overtaken: int = 0
    """Answers that came too late for the service, or that somebody else had given."""
    faults: tuple[Fault, ...] = ()
    left: bool = False
    """Whether the seat resigned or forfeited."""
    resumed: bool = False
    """Whether the game had begun before this run."""
    record: str | None = None
    """The file in which its record was saved."""


@dataclass(frozen=True)
class RunReport:
    """What a run has come to.

    >>> print(RunReport((Played("game_1", "", 0, 4, 1, 27), Played("game_2", "", 3, 4, 3, 18))))
    2 games: 1st once, 3rd once; 22.5 points in the mean
    """

    games: tuple[Played, ...] = ()
    unfinished: tuple[str, ...] = ()
    """Tables at which the game goes on without the bot."""
    failed: bool = False
    """Whether the bot failed so often in a row that it was not asked any more at some table, or a table was given up."""
    faults: tuple[Fault, ...] = field(default=(), repr=False)

    def __str__(self) -> str:
        counted = [game for game in self.games if game.place is not None]
        told = f"{len(self.games)} game{'' if len(self.games) == 1 else 's'}"
        if counted:
            by_place: dict[int, int] = {}
            for game in counted:
                by_place[game.place or 0] = by_place.get(game.place or 0, 0) + 1
            shares = [f"{ORDINALS[place - 1]} {times(count)}" for place, count in sorted(by_place.items())]
            mean = sum(game.score or 0 for game in counted) / len(counted)
            told += f": {', '.join(shares)}; {mean:.1f} points in the mean"
        broken = len(self.games) - len(counted)
        if broken:
            told += f"; {broken} broken off"
        if self.faults:
            told += f"; the bot failed {times(len(self.faults))}"
        if self.unfinished:
            told += f"; {len(self.unfinished)} still running: {', '.join(self.unfinished)}"
        return told


def times(count: int) -> str:
    """How often, in words.

    >>> times(1), times(2), times(7)
    ('once', 'twice', '7 times')
    """
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def clock_time(moment: str) -> str:
    """The time of day in a moment.

    >>> clock_time("2026-03-01T14:03:07+01:00")
    '14:03:07'
    """
    return moment[11:19]


QUIET: Final = "quiet"


class Voice:
    """Says what happens: `lines` for people (faults and notes on stderr), `json` for programs, or nothing."""

    def __init__(self, manner: str = "lines", out: TextIO | None = None, err: TextIO | None = None) -> None:
        self.manner = manner
        self.out = out
        self.err = err

    def say(self, event: str, line: str, *, aside: bool = False, **facts: object) -> None:
        """Something has happened: the line for people, the facts for programs."""
        if self.manner == QUIET:
            return
        aside = aside and self.manner != "json"
        stream = (self.err or sys.stderr) if aside else (self.out or sys.stdout)
        told = json.dumps({"event": event, **facts}, ensure_ascii=False) if self.manner == "json" else line
        print(told, file=stream, flush=True)

    def note(self, line: str) -> None:
        """Something to know."""
        self.say("note", line, aside=True, text=line)

    def away(self, url: str, since: str, seconds: float, why: str) -> None:
        """The service does not answer."""
        line = (
            f"{'away':8}{url} does not answer since {clock_time(since)} ({why}); the run goes on trying, Ctrl-C ends it"
        )
        self.say("away", line, aside=True, url=url, since=since, seconds=seconds, why=why)

    def back(self, url: str, since: str, seconds: float) -> None:
        """The service answers again."""
        line = f"{'back':8}{url} answers again, after {seconds:.0f} s; the run goes on"
        self.say("back", line, aside=True, url=url, since=since, seconds=seconds)

    def begun(self, table: str, link: str, seat: int, players: int, edition: str, clock: str, *, resumed: bool) -> None:
        """A game has begun, or goes on."""
        word = "resumed" if resumed else "begun"
        line = f"{word:8}{table}  seat {seat} of {players}, {edition}, {clock}  {link}"
        self.say("begun", line, table=table, seat=seat, players=players, edition=edition, clock=clock, link=link,
                 resumed=resumed)  # fmt: skip

    def ended(self, game: Played) -> None:
        """A game has ended."""
        result = "broken off"
        if game.place is not None:
            result = f"{ORDINALS[game.place - 1]} of {game.players} with {game.score} points"
        line = f"{'ended':8}{game.table}  {result}  {game.link}"
        if game.faults:
            line += f"  (the bot failed {times(len(game.faults))})"
        if game.record is not None:
            line += f"\n{'':8}record: {game.record}"
        self.say("ended", line, **asdict(game))

    def fault(self, fault: Fault, error: BotFault, instead: str | None) -> None:
        """The bot has failed."""
        line = f"{'fault':8}{fault.table}  {str(error).partition(chr(10))[0]}"
        if instead is not None:
            line += f"; played instead: {instead}"
        if error.repro is not None:
            line += f"\n{'':8}see it again: {error.repro}"
        self.say("fault", line, aside=True, **asdict(fault), instead=instead, repro=error.repro)

    def summary(self, report: RunReport) -> None:
        """The run is over."""
        line = str(report)
        self.say("summary", line, games=len(report.games), unfinished=list(report.unfinished), failed=report.failed,
                 faults=len(report.faults), text=line)  # fmt: skip
