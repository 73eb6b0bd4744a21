"""`citadels play [SEATS...]`: a game in the terminal, of bots or of a person against bots.

1. A person sees what the seat may know; with bots alone all cards lie open.
2. The commitment to the seed is shown before the deal, the seed at the end; the same seed gives the same deal and the same bots.
3. However the game is left, a record asked for is written; only a finished one reveals its seed.
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

import click
from citadels_engine import is_over, places, scores
from citadels_engine.cards.catalogue import LANGUAGES
from citadels_engine.errors import CitadelsError
from citadels_engine.formats.record import commitment
from citadels_engine.formats.record_lines import RULES

from citadels_sdk.errors import BotFault, BotNotFound
from citadels_sdk.local.bot_loader import Entrant, resolve
from citadels_sdk.local.game_loop import Table
from citadels_sdk.local.human_player import Person, Quit, echo
from citadels_sdk.local.names import told_apart
from citadels_sdk.records import write_record
from citadels_sdk.render.board import LEGEND, board, open_view, paragraph, score_sheet, seat_lines, width
from citadels_sdk.render.sentences import Teller

if TYPE_CHECKING:
    from citadels_engine import Action


ME = "me"
SHOWN = 3
"""How many faults are told; a bot that fails once often fails again."""
ENDED, INTERRUPTED = 1, 130


@click.command()
@click.argument("seats", metavar="[SEATS]...", nargs=-1, type=str)
@click.option(
    "--seat", "first", multiple=True, metavar="SEAT", help="Who sits before SEATS: `me` is you at the keyboard."
)
@click.option("--players", type=click.IntRange(2, 8), help="How many play; greedy bots fill the seats. [default: 4]")
@click.option("--edition", type=click.Choice(["modern", "classic"]), help="[default: modern, or the scenario's]")
@click.option("--scenario", "scene", metavar="ID", help="The characters and districts of a scenario.")
@click.option("--seed", help="Play the deal of this seed again. [default: a fresh one]")
@click.option("--record", "file", metavar="FILE", help="Write the record of the game to FILE.")
@click.option("--limit", type=click.FloatRange(0, min_open=True), help="How many seconds a bot has for a decision.")
@click.option("--harmless", is_flag=True, help="Play on where a bot fails: its seat gathers, declines or ends.")
@click.option("--language", type=click.Choice(LANGUAGES), default="en", show_default=True, help="Of the cards' names.")
@click.pass_context
def command(
    ctx: click.Context,
    seats: tuple[str, ...],
    first: tuple[str, ...],
    players: int | None,
    edition: str | None,
    scene: str | None,
    seed: str | None,
    file: str | None,
    limit: float | None,
    harmless: bool,
    language: str,
) -> None:
    """Play a game: bots, or you against bots.

    SEATS are the players in their order: `me`, a bot of the house (`greedy`, `random`, `planner`), a Python file with a bot
    (`mybot.py`, or `mybot.py:Name`), or the command line of a program that is one. For example, you against three bots:

        citadels play --seat me greedy mybot.py "node mybot.js"

    A name of its own stands before a bot: `new=v2/mybot.py`.
    """
    found = [None if name == ME else _resolve(name) for name in _fill([*first, *seats], players)]
    apart = iter(told_apart([one for one in found if one is not None], numbered=False))
    entrants = [None if one is None else next(apart) for one in found]
    try:
        table = Table.deal(
            entrants,
            edition=edition,
            scenario=scene,
            seed=secrets.token_hex(32) if seed is None else seed,
            on_fault="harmless" if harmless else "raise",
            time_limit=limit,
            game_id=f"play-{secrets.token_hex(4)}",
            names=[ME if one is None else one.name for one in entrants],
        )
    except CitadelsError as error:
        raise click.ClickException(str(error)) from None
    shown = Shown(table, language)
    if file is not None:
        write_record(table.result().written(), file)  # a file that cannot be written is better known before the game
    status = 0
    try:
        shown.play()
    except Quit:
        file = file or _offer()
    except KeyboardInterrupt:
        status = INTERRUPTED
        echo(["", "Interrupted."])
    except EOFError:
        status = ENDED
        echo(["", "The input has ended, and the game with it."])
    except BotFault as fault:
        status = ENDED
        click.echo(_told(fault), err=True)
    finally:
        table.close()
        if file is not None:
            write_record(table.result().written(), file)
    if file is not None:
        echo(f"The record is in {file}.")
    echo(f"The seed was {table.game.seed}")
    ctx.exit(status)


def _fill(names: list[str], players: int | None) -> list[str]:
    """Who sits where; greedy bots take the seats left."""
    if names.count(ME) > 1:
        raise click.UsageError("only one seat is yours: the others would see your cards")
    count = players or (len(names) if len(names) > 1 else 4)
    if len(names) > count:
        raise click.UsageError(f"{len(names)} seats for {count} players")
    if count > 8:
        raise click.UsageError(f"{count} seats; the game is for 2 to 8")
    return names + ["greedy"] * (count - len(names))


def _resolve(name: str) -> Entrant:
    """The bot of that name."""
    try:
        return resolve(name)
    except BotNotFound as fault:
        raise click.UsageError(f"{fault}\n{fault.advice}") from None


def _told(fault: BotFault) -> str:
    """A fault for people: what, the last lines of what it raised, and what to do."""
    lines = [f"Error: {fault}"]
    if fault.__cause__ is not None:
        import traceback

        frames = traceback.extract_tb(fault.__cause__.__traceback__)
        if frames:
            lines.append(f"raised at {frames[-1].filename}:{frames[-1].lineno}")
    if fault.repro is None:
        lines.append(fault.advice)
    return "\n".join(lines)


def _offer() -> str | None:
    """The file for the record of a game that was quit, if the person wants one."""
    try:
        said = input("Write the record so far? A file name, or Enter for no: ").strip()
    except (EOFError, KeyboardInterrupt):
        return None
    return said or None


class Shown:
    """A table, shown as the game goes on."""

    def __init__(self, table: Table, language: str) -> None:
        self.table = table
        self.game = table.game
        self.me = table.entrants.index(None) if None in table.entrants else None
        labels = [f"{ME if one is None else one.name}-{seat}" for seat, one in enumerate(table.entrants)]
        self.edition = "classic" if table.game.classic else "modern"
        self.teller = Teller(self.edition, labels, language=language, viewer=self.me)
        self.person = Person(self.teller)

    def play(self) -> None:
        """The whole game, to the score."""
        table, game = self.table, self.game
        echo(f"Game {table.game_id}, {len(table.entrants)} players, {self.edition} edition.")
        echo(f"Commitment {commitment(table.game_id, RULES, game.seed)}")
        if self.me is None:
            echo(paragraph(f"All cards lie open. {LEGEND}."))
        table.begin()
        self.log()
        while not is_over(game):
            self.decide()
            self.log()
        table.end()
        echo(board(self.teller, open_view(game), width()))
        echo(score_sheet(self.teller, scores(game), places(game), width()))
        for fault in table.faults[:SHOWN]:
            click.echo(_told(fault), err=True)
        if len(table.faults) > SHOWN:
            click.echo(f"and {len(table.faults) - SHOWN} more faults", err=True)

    def decide(self) -> None:
        """One decision: the person's, or a bot's."""
        table = self.table
        view = table.view()
        action: Action = self.person.choose(view.raw) if view.seat == self.me else table.decide()
        if self.me is None and action.text == "end":
            self.show_seat(view.seat)
        table.do(view.seat, action)

    def log(self) -> None:
        """Tell what has just happened: what the person may know of it, or all where none plays."""
        for event in self.game.events:
            told = event.for_seat(self.me if self.me is not None else event.seat)
            if event.kind == "round":
                self.begin_round()
            if event.kind != "turn_end":
                echo(paragraph(self.teller.event(told), "  "))

    def begin_round(self) -> None:
        """With bots alone the table is shown at the beginning of each round; a person sees it at every decision."""
        if self.me is None:
            echo(board(self.teller, open_view(self.game), width()))
        else:
            echo()

    def show_seat(self, seat: int) -> None:
        """A seat at the end of its turn."""
        opened = open_view(self.game)
        echo(seat_lines(self.teller, opened, opened.seats[seat], width(), hands=False))
