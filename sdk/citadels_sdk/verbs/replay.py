"""`citadels replay RECORD`: shows a recorded game to a person, step by step.

1. All cards lie open, or one sees what a seat (`--seat N`) or a spectator (`--spectator`) could know at each moment.
2. At a terminal it waits after each step; elsewhere it is a running text. `--at N` shows one moment.
3. The record is replayed while it is shown: what does not hold ends the show with a line that says so.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click
from citadels_engine import is_over, places, scores, view
from citadels_engine.cards.catalogue import LANGUAGES
from citadels_engine.errors import CitadelsError
from citadels_engine.formats.record import steps

from citadels_sdk.local.human_player import echo
from citadels_sdk.records import read_record
from citadels_sdk.render.board import board, open_view, paragraph, score_sheet, width
from citadels_sdk.render.sentences import Teller

if TYPE_CHECKING:
    from citadels_engine import Event, Game, View
    from citadels_engine.formats.record import Record, Taken


KEYS = "Enter next, b back, r round, or a number; e end, q quit"


@click.command()
@click.argument("file", metavar="RECORD")
@click.option("--seat", type=click.IntRange(0, 7), help="Show what this seat could know.")
@click.option("--spectator", is_flag=True, help="Show what everybody could know.")
@click.option("--step/--no-step", "wait", default=None, help="Wait after each step. [default: at a terminal]")
@click.option("--at", type=click.IntRange(0), help="Show only the moment at which this decision is awaited.")
@click.option(
    "--url", help="Where the service is, if RECORD is an id. [default: CITADELS_URL, or http://127.0.0.1:8000]"
)
@click.option("--seed", help="The seed, where the record does not reveal it yet.")
@click.option("--language", type=click.Choice(LANGUAGES), default="en", show_default=True, help="Of the cards' names.")
@click.pass_context
def command(
    ctx: click.Context,
    file: str,
    seat: int | None,
    spectator: bool,
    wait: bool | None,
    at: int | None,
    url: str | None,
    seed: str | None,
    language: str,
) -> None:
    """Show a recorded game, step by step.

    RECORD is a file, or a game of a service that is over: the address of its page (http://HOST:PORT/table/ID) or of its API, or its id.
    """
    record = read_record(file, url)
    header = record.header
    if seat is not None and spectator:
        raise click.UsageError("a seat or a spectator, not both")
    if seat is not None and seat >= header.players:
        raise click.UsageError(f"there is no seat {seat} among {header.players}")
    if at is not None and at > len(record.taken):
        raise click.UsageError(f"the record has {len(record.taken)} decisions; --at goes from 0 to {len(record.taken)}")
    viewer = Viewer(record, seat, spectator, language)
    try:
        if seed is not None:
            record.reveal(seed)
        viewer.replay()
    except CitadelsError as error:
        viewer.fault = str(error)
    if not viewer.frames:
        raise click.ClickException(f"{file}: {viewer.fault}")
    if at is not None and at < len(viewer.frames):
        viewer.show(at)
    elif at is None and (sys.stdin.isatty() and sys.stdout.isatty() if wait is None else wait):
        viewer.walk()
    elif at is None:
        viewer.run()
    if viewer.fault:
        raise click.ClickException(f"{file}: {viewer.fault}")
    ctx.exit(0)


class Frame:
    """The game after a decision, with what happened; the first frame is the deal."""

    def __init__(self, taken: Taken | None, game: Game, events: list[Event]) -> None:
        self.taken = taken
        self.game = game
        self.events = events


class Viewer:
    """Shows a record from one point of view."""

    def __init__(self, record: Record, seat: int | None, spectator: bool, language: str) -> None:
        header = record.header
        self.record = record
        self.seat = seat
        self.open = seat is None and not spectator
        labels = [f"{name}-{number}" for number, name in enumerate(header.names)]
        self.teller = Teller(header.edition, labels, language=language)
        self.frames: list[Frame] = []
        self.fault = ""

    def replay(self) -> None:
        """Play the record again and keep every moment."""
        for taken, game in steps(self.record, telling=True):
            self.frames.append(Frame(taken, game.copy(), game.events))

    def seen(self, game: Game) -> View:
        """The game as it may be known."""
        if self.open:
            return open_view(game)
        found = view(game, self.seat)
        found.own = None
        return found

    def story(self, frame: Frame) -> list[str]:
        """What was decided, where it may be known, and what happened."""
        lines: list[str] = []
        taken = frame.taken
        if taken is not None:
            known = self.open or taken.seat == self.seat
            by = f" ({taken.by})" if taken.by else ""
            lines.append(f"{taken.n}. {self.teller.who(taken.seat)}{f': {taken.do}' if known else ''}{by}")
        for event in frame.events:
            if event.kind != "turn_end":
                told = event.for_seat(event.seat if self.open else self.seat)
                lines += paragraph(self.teller.event(told), "    ")
        return lines

    def title(self) -> str:
        """Which game it is, and who sees it."""
        header = self.record.header
        eyes = "all cards open" if self.open else "as a spectator" if self.seat is None else f"as seat {self.seat}"
        return f"{header.id}, {header.date}, {header.edition} edition, {eyes}: {', '.join(self.teller.names)}"

    def show(self, at: int) -> None:
        """One moment: what led to it, and the table."""
        frame = self.frames[at]
        echo(self.story(frame))
        echo(board(self.teller, self.seen(frame.game), width()))
        self.waits(frame.game)

    def waits(self, game: Game) -> None:
        """Who has to decide now; at the end the score."""
        if is_over(game):
            self.score(game)
        elif game.pending is not None:
            echo(f"Decision {game.n}: {self.teller.who(game.pending.seat)}, {game.pending.kind}")

    def score(self, game: Game) -> None:
        """The score sheet, with the places of the record."""
        result = self.record.result
        echo(score_sheet(self.teller, scores(game), places(game) if result is None else result.places, width()))
        if result is not None and result.left:
            echo(f"Left before the end: {', '.join(self.teller.who(seat) for seat in result.left)}")

    def run(self) -> None:
        """The whole game as a running text, the table at the beginning of each round."""
        echo(paragraph(self.title()))
        shown = 0
        for frame in self.frames:
            echo(self.story(frame))
            if frame.game.round != shown and not is_over(frame.game):
                shown = frame.game.round
                echo(board(self.teller, self.seen(frame.game), width()))
                echo()
        last = self.frames[-1].game
        echo(board(self.teller, self.seen(last), width()))
        self.waits(last)

    def walk(self) -> None:
        """Step by step, as the person asks for it."""
        at = 0
        while True:
            if sys.stdout.isatty():
                click.clear()
            echo(paragraph(self.title()))
            self.show(at)
            try:
                said = input(f"[{at} of {len(self.frames) - 1}; {KEYS}] ").strip().lower()
            except (EOFError, KeyboardInterrupt):
                echo()
                return
            if said in ("q", "quit"):
                return
            at = self.go(at, said)

    def go(self, at: int, said: str) -> int:
        """The frame that the person asks for."""
        last = len(self.frames) - 1
        if said == "b":
            return max(0, at - 1)
        if said == "e":
            return last
        if said.isascii() and said.isdigit():
            return min(int(said), last)
        if said == "r":
            here = self.frames[at].game.round
            return next((i for i in range(at, last) if self.frames[i].game.round > here), last)
        return min(at + 1, last)
