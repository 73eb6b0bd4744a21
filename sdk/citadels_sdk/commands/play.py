"""`citadels play [SEATS...]`: a game in the terminal, of bots or of a person against bots.

1. A person sees what the seat may know; with bots alone all cards lie open.
2. The commitment to the seed is shown before the deal, the seed at the end; the same seed gives the same deal and the same bots.
3. However the game is left, a record asked for is written; only a finished one reveals its seed.
"""

from __future__ import annotations

import secrets
from datetime import UTC, datetime
from hashlib import sha256

import click
from citadels_engine import Game, awaited, is_over, new_game, places, record, scenario, scenario_cast, scores, view
from citadels_engine.bots import NAMES, Bot, make
from citadels_engine.catalogue import LANGUAGES
from citadels_engine.errors import CitadelsError

from citadels_sdk.board import LEGEND, board, open_view, paragraph, score_sheet, seat_lines, width
from citadels_sdk.person import Person, Quit, echo
from citadels_sdk.records import write_record
from citadels_sdk.telling import Teller

__all__ = ["command"]

ME = "me"
WHO = click.Choice([ME, *NAMES])
ENDED, INTERRUPTED = 1, 130


@click.command()
@click.argument("seats", metavar="[SEATS]...", nargs=-1, type=WHO)
@click.option("--seat", "first", multiple=True, type=WHO, help="Who sits before SEATS: `me` is you at the keyboard.")
@click.option("--players", type=click.IntRange(2, 8), help="How many play; greedy bots fill the seats. [default: 4]")
@click.option("--edition", type=click.Choice(["modern", "classic"]), help="[default: modern, or the scenario's]")
@click.option("--scenario", "scene", metavar="ID", help="The characters and districts of a scenario.")
@click.option("--seed", help="Play the deal of this seed again. [default: a fresh one]")
@click.option("--record", "file", metavar="FILE", help="Write the record of the game to FILE.")
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
    language: str,
) -> None:
    """Play a game: bots, or you against bots.

    SEATS are the players in their order, each `greedy`, `random`, `planner` or `me`. For example, you against three bots:

        citadels play --seat me greedy greedy random
    """
    names = _fill([*first, *seats], players)
    seed = secrets.token_hex(32) if seed is None else seed
    try:
        game = _deal(len(names), edition, scene, seed)
    except CitadelsError as error:
        raise click.ClickException(str(error)) from None
    table = Table(game, names, language)
    if file is not None:
        write_record(table.record, file)  # a file that cannot be written is better known before the game
    status = 0
    try:
        table.play()
    except Quit:
        file = file or _offer()
    except KeyboardInterrupt:
        status = INTERRUPTED
        echo(["", "Interrupted."])
    except EOFError:
        status = ENDED
        echo(["", "The input has ended, and the game with it."])
    finally:
        if file is not None:
            write_record(table.record, file)
    if file is not None:
        echo(f"The record is in {file}.")
    echo(f"The seed was {seed}")
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


def _deal(players: int, edition: str | None, scene: str | None, seed: str) -> Game:
    """The game as the options ask for it."""
    if scene is None:
        return new_game(players, edition=edition or "modern", seed=seed, telling=True)
    chosen = scenario(scene)
    if edition not in (None, chosen.edition):
        raise click.UsageError(f"the scenario {scene} is of the {chosen.edition} edition")
    cast = scenario_cast(scene, players)
    return new_game(players, edition=chosen.edition, cast=cast, uniques=chosen.uniques, seed=seed, telling=True)


def _offer() -> str | None:
    """The file for the record of a game that was quit, if the person wants one."""
    try:
        said = input("Write the record so far? A file name, or Enter for no: ").strip()
    except (EOFError, KeyboardInterrupt):
        return None
    return said or None


class Table:
    """A game, who sits at it, and its record."""

    def __init__(self, game: Game, names: list[str], language: str) -> None:
        self.game = game
        self.me = names.index(ME) if ME in names else None
        self.record = record.begin(
            game, game_id=f"play-{secrets.token_hex(4)}", names=names, date=datetime.now(UTC).date().isoformat()
        )
        labels = [f"{name}-{seat}" for seat, name in enumerate(names)]
        edition = self.record.header.edition
        self.teller = Teller(edition, labels, language=language, viewer=self.me)
        self.person = Person(self.teller)
        self.bots: list[Bot | None] = [
            None if name == ME else make(name, sha256(f"bot|{seat}|{game.seed}".encode()).hexdigest())
            for seat, name in enumerate(names)
        ]
        self.histories: list[list[dict[str, object]]] = [[] for _ in names]
        self.round = 0

    def play(self) -> None:
        """The whole game, to the score."""
        header = self.record.header
        echo(f"Game {header.id}, {header.players} players, {header.edition} edition.")
        echo(f"Commitment {header.commitment}")
        if self.me is None:
            echo(paragraph(f"All cards lie open. {LEGEND}."))
        self.log()
        while not is_over(self.game):
            seat = awaited(self.game).seat
            bot = self.bots[seat]
            seen = view(self.game, seat)
            action = self.person.choose(seen) if bot is None else bot.choose(seen, self.histories[seat])
            if self.me is None and action.text == "end":
                self.show_seat(seat)
            self.record.take(self.game, action)
            self.log()
        self.record.finish(self.game)
        echo(board(self.teller, open_view(self.game), width()))
        echo(score_sheet(self.teller, scores(self.game), places(self.game), width()))

    def log(self) -> None:
        """Tell what has just happened: to each bot what it may know, to the person, or all of it where none plays."""
        for event in self.game.events:
            for seat, history in enumerate(self.histories):
                if self.bots[seat] is not None:
                    history.append(event.for_seat(seat))
            seen_by = self.me if self.me is not None else event.seat
            told = event.for_seat(seen_by)
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
