"""`citadels bot ...`: write a bot, check it, see one of its decisions again, let it play live.

Exit status of `check` and `repro`: 0 where the bot is clean or the fault is gone, 1 where it is not, 2 where there is no such bot.
"""

from __future__ import annotations

import contextlib
import importlib.util
import json
import keyword
import shlex
import sys
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING, NoReturn

import click

from citadels_sdk.errors import BotFault, BotNotFound, CitadelsError

if TYPE_CHECKING:
    from citadels_sdk.checking.decision_replay import Answered, Recorded
    from citadels_sdk.checking.plan import Planned
    from citadels_sdk.local.bot_loader import Entrant
    from citadels_sdk.view.view import View


LIVE = "citadels_sdk.verbs.bot_run"
MISSING = 2


class BotGroup(click.Group):
    """The group; `run` lives in a module of its own, and is there where that is."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """In the order in which one needs them."""
        own = ["new", "check", "repro"]
        return [*own, "run"] if importlib.util.find_spec(LIVE) is not None else own

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """A verb of this module, or `run`."""
        if cmd_name == "run" and importlib.util.find_spec(LIVE) is not None:
            found: object = import_module(LIVE).command
            return found if isinstance(found, click.Command) else None
        return super().get_command(ctx, cmd_name)


@click.group(cls=BotGroup)
def command() -> None:
    """Write, check and run a bot of your own.

    BOT is a Python file (`mybot.py`, or `mybot.py:Name`), a bot of the house, or the command line of a program.
    """


# --- new ---------------------------------------------------------------------------------------------------------------


@command.command()
@click.argument("name")
@click.argument("folder", metavar="[DIR]", default=".", type=click.Path(file_okay=False, path_type=Path))
def new(name: str, folder: Path) -> None:
    """Write a bot called NAME, and a test of it that passes."""
    module, class_name = names(name)
    if folder.exists() and not folder.is_dir():
        raise click.ClickException(f"{folder} is not a folder: nothing was written")
    there = hidden_by(module, folder)
    if there:
        raise click.UsageError(
            f"a file {module}.py would hide the {module!r} that is there already ({there}): take another name"
        )
    texts = {f"{module}.py": "bot.py.txt", f"test_{module}.py": "test_bot.py.txt"}
    for file in texts:
        if (folder / file).exists():
            raise click.ClickException(f"{folder / file} is there already: nothing was written")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for file, template in texts.items():
            text = (files("citadels_sdk") / "templates" / template).read_text(encoding="utf-8")
            with (folder / file).open("x", encoding="utf-8") as opened:
                opened.write(Template(text).substitute(module=module, Class=class_name))
    except OSError as error:
        raise click.ClickException(f"{error.filename}: {error.strerror}") from None
    bot, test = folder / f"{module}.py", folder / f"test_{module}.py"
    click.echo(f"{bot} is your bot, {test} its test. What you can do with it:")
    for words, what in (
        (["citadels", "play", str(bot), "greedy", "random"], "watch a game"),
        (["citadels", "bot", "check", str(bot)], "put every decision to it"),
        (["pytest", str(test)], "run its test"),
    ):
        click.echo(f"  {shlex.join(words):<50} {click.style(what, dim=True)}")


def names(name: str) -> tuple[str, str]:
    """The names of the module and of the class; one that cannot be used is refused."""
    from citadels_engine.bots import NAMES

    module = name.lower()
    if not name.isascii() or not name.isidentifier() or keyword.iskeyword(module) or name.startswith("_"):
        raise click.UsageError(f"{name!r} is no name for a bot: take letters, digits and _, with a letter first")
    class_name = "".join(part[:1].upper() + part[1:] for part in name.split("_"))
    if keyword.iskeyword(class_name) or class_name in ("Action", "Bot", "View"):
        raise click.UsageError(f"{name!r} has a meaning already: take another name")
    if module in NAMES:
        raise click.UsageError(f"{module!r} is a bot of the house: take another name")
    return module, class_name


def hidden_by(module: str, folder: Path) -> str:
    """What a file of that name would hide from imports, which is not in the folder itself or where you are; empty where nothing is."""
    if module in sys.stdlib_module_names:
        return "a module of Python"
    try:
        found = importlib.util.find_spec(module)
    except (ImportError, ValueError):
        return ""
    if found is None:
        return ""
    where = next(iter(found.submodule_search_locations or ()), found.origin)
    if where is None:
        return "a module of Python"
    near = Path(where).resolve().parent in (folder.resolve(), Path.cwd().resolve())
    return "" if near else where


# --- check -------------------------------------------------------------------------------------------------------------


@command.command()
@click.argument("bot")
@click.option("--quick", is_flag=True, help="Play fewer games; all that there is is still put to the bot.")
@click.option("--seed", default="check", show_default=True, help="The games to play.")
@click.option(
    "--limit", default=1.0, show_default=True, type=click.FloatRange(0, min_open=True), help="Seconds a decision."
)
@click.option("--players", metavar="N,...", help="How many players, with commas between. [default: what BOT accepts]")
@click.option("--edition", type=click.Choice(["modern", "classic"]), help="[default: what BOT accepts]")
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
@click.option("--no-trace", is_flag=True, help="Leave the tracebacks out.")
@click.pass_context
def check(
    ctx: click.Context,
    bot: str,
    quick: bool,
    seed: str,
    limit: float,
    players: str | None,
    edition: str | None,
    as_json: bool,
    no_trace: bool,
) -> None:
    """Put every kind of decision to BOT, and say what goes wrong.

    All numbers of players, both editions, every character, every district that asks; what BOT does not accept (its `accepts`) is
    left out. Each fault comes with the command that brings its decision back.
    """
    from citadels_sdk.checking import check_bot
    from citadels_sdk.checking.checked_seat import shown
    from citadels_sdk.render.board import colour

    with contextlib.redirect_stdout(sys.stderr):  # what the bot prints is no part of the report
        entrant = find(bot)
        hidden = as_json or not sys.stderr.isatty()
        with click.progressbar(
            length=1000, label=f"checking {shown(entrant.name)}", file=sys.stderr, hidden=hidden
        ) as bar:

            def progress(done: int, there: int) -> None:
                bar.update(1000 * done // there - bar.pos)

            try:
                report = check_bot(
                    bot,
                    quick=quick,
                    seed=seed,
                    time_limit=limit,
                    progress=progress,
                    players=None if players is None else read_numbers(players),
                    edition=edition,
                )
            except ValueError as error:
                raise click.UsageError(str(error)) from None
    if as_json:
        click.echo(json.dumps(report.to_json(), indent=2))
    else:
        click.echo(report.text(colour=True, traces=not no_trace), color=colour())
    ctx.exit(0 if report.ok else 1)


def read_numbers(text: str) -> list[int]:
    """The numbers of players of a list with commas.

    >>> read_numbers("4, 5")
    [4, 5]
    """
    words = [one.strip() for one in text.split(",")]
    if not all(word.isascii() and word.isdecimal() for word in words):
        raise click.UsageError(f"--players: {text!r} is not 2 to 8, or several of them with commas between")
    return [int(word) for word in words]


def find(bot: str) -> Entrant:
    """The bot; where there is none the command ends with the status for that."""
    from citadels_sdk.checking.checked_seat import shown
    from citadels_sdk.local.bot_loader import resolve

    try:
        return resolve(bot)
    except BotNotFound as error:
        click.echo(f"Error: {shown(error.what)}", err=True)
        raise click.exceptions.Exit(MISSING) from None


# --- repro -------------------------------------------------------------------------------------------------------------


@command.command()
@click.argument("bot")
@click.option("--n", "number", type=click.IntRange(0), help="The number of the decision.")
@click.option(
    "--seat", type=click.IntRange(0, 7), help="The bot's seat. [default: 0, or whose decision it is in the record]"
)
@click.option("--seed", default="0", help="The seed of the game.")
@click.option("--players", type=click.IntRange(2, 8), default=4, show_default=True)
@click.option("--edition", type=click.Choice(["modern", "classic"]), help="[default: modern, or the scenario's]")
@click.option("--scenario", "scene", metavar="ID", help="The characters and districts of a scenario.")
@click.option("--cast", metavar="IDS", help="The characters, with commas between them.")
@click.option("--uniques", metavar="IDS", help="The unique districts, with commas between them.")
@click.option("--option", "options", metavar="NAME=VALUE", multiple=True, help="An option of the rules.")
@click.option("--case", metavar="NAME", help="A made position of `bot check`, in place of a deal.")
@click.option(
    "--against", metavar="BOT", multiple=True, help="Who else plays: one for all other seats, or each in order."
)
@click.option(
    "--record",
    "record_file",
    metavar="FILE",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Follow a recorded game, in place of all of that.",
)
@click.option(
    "--view",
    "view_file",
    metavar="FILE",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A decision that `bot run --faults` has saved, in place of a game.",
)
@click.option("--limit", type=click.FloatRange(0, min_open=True), help="Seconds a decision. [default: no limit]")
@click.option("--twice", "several", is_flag=True, help="Play several times: does it choose the same each time?")
@click.option("--apart", is_flag=True, help="Ask it in a process of its own, which it may end or block.")
@click.option("--debug", is_flag=True, help="Stop in the debugger before the first line of the bot's answer.")
@click.pass_context
def repro(
    ctx: click.Context,
    bot: str,
    number: int | None,
    seat: int | None,
    seed: str,
    players: int,
    edition: str | None,
    scene: str | None,
    cast: str | None,
    uniques: str | None,
    options: tuple[str, ...],
    case: str | None,
    against: tuple[str, ...],
    record_file: Path | None,
    view_file: Path | None,
    limit: float | None,
    several: bool,
    apart: bool,
    debug: bool,
) -> None:
    """Put one decision to BOT again: the view, the legal actions, the clock, and what it answers now.

    The same game is played up to the decision, so a bot that remembers something remembers the same. Exit status 1 while the
    fault is there, 0 when it is gone.
    """
    from citadels_sdk.checking.decision_replay import Recorded, again, again_apart, twice
    from citadels_sdk.checking.plan import Planned

    entrant = find(bot)
    if view_file is not None:
        again_from(ctx, entrant, view_file, limit)
    if number is None:
        raise click.UsageError("Missing option '--n': which decision?")
    game: Planned | Recorded
    try:
        if record_file is not None:
            game = Recorded.read(record_file.read_text("utf-8"), number, seat)
        else:
            game = Planned(
                seed,
                seat or 0,
                players,
                edition,
                scene,
                ids(cast),
                ids(uniques),
                read_options(options),
                case,
                against or "greedy",
            )
        title(entrant, game, number)
        different = None
        if several and not isinstance(game, Recorded):
            found, different = twice(entrant, game, number, limit, lambda view: show(view, limit))
        elif apart and not debug and not isinstance(game, Recorded):
            found = again_apart(entrant, game, number, limit, lambda view: show(view, limit))
        else:
            found = again(entrant, game, number, limit, lambda view: show(view, limit), debug=debug)
    except BotNotFound as error:
        click.echo(f"Error: {error.what}", err=True)
        raise click.exceptions.Exit(MISSING) from None
    except (BotFault, CitadelsError, OSError, UnicodeDecodeError) as error:
        raise click.ClickException(str(error)) from None
    if several:
        tell_twice(found, different)
    else:
        tell(found)
    ctx.exit(1 if found.faulty else 0)


def again_from(ctx: click.Context, entrant: Entrant, file: Path, limit: float | None) -> NoReturn:
    """Put a decision that was saved to the bot again."""
    from citadels_sdk.checking.checked_seat import shown
    from citadels_sdk.live.saved_decisions import Saved

    try:
        saved = Saved.read(file.read_text("utf-8"))
    except (CitadelsError, OSError, UnicodeDecodeError) as error:
        raise click.ClickException(f"{file}: {error}") from None
    where = f"{saved.start.game}, seat {saved.start.seat}"
    name = click.style(shown(entrant.name), bold=True)
    click.echo(f"{name}, decision {saved.n}: {shown(where)}. It had failed: {shown(saved.fault)}")
    found = saved.again(entrant, limit, lambda view: show(view, view.time_left))
    tell(found)
    ctx.exit(1 if found.faulty else 0)


def ids(text: str | None) -> tuple[str, ...] | None:
    """The ids of a list with commas."""
    return None if text is None else tuple(one.strip() for one in text.split(",") if one.strip())


def read_options(told: tuple[str, ...]) -> tuple[tuple[str, object], ...]:
    """The options of the rules, their values as JSON or as they are."""
    found: list[tuple[str, object]] = []
    for one in told:
        name, given, text = one.partition("=")
        if not given:
            raise click.UsageError(f"--option {one}: a name, = and a value were expected")
        try:
            value: object = json.loads(text)
        except ValueError:
            value = text
        found.append((name, value))
    return tuple(found)


def title(entrant: Entrant, game: Planned | Recorded, number: int) -> None:
    """Which decision it is."""
    from citadels_sdk.checking.checked_seat import shown

    where = f"the recorded game, seat {game.seat}" if not hasattr(game, "against") else str(game)
    click.echo(f"{click.style(shown(entrant.name), bold=True)}, decision {number}: {where}")


def show(view: View, limit: float | None) -> None:
    """The table as the bot sees it, what it may do, and the clock."""
    from citadels_sdk.render.board import board, colour, width
    from citadels_sdk.render.sentences import Teller

    teller = Teller(view.edition, [f"seat {seat}" for seat in range(view.players)], viewer=view.seat)
    lines = board(teller, view.raw, width())
    lines += ["", click.style(f"Seat {view.seat} is asked: {view.kind}. Legal are:", bold=True)]
    room = min(30, max(len(action.text) for action in view.actions))
    for action in view.actions:
        cost = view.cost(action)
        lines.append(f"  {action.text:<{room}}  {view.explain(action)}" + (f" [costs {cost}]" if cost else ""))
    lines.append(f"Clock: {limit:g} s for this decision." if limit is not None else "Clock: no limit.")
    for line in lines:
        click.echo(line, color=colour())


def tell(found: Answered) -> None:
    """What the bot has answered."""
    bad = bool(found.mishaps)
    if found.note:
        click.echo(f"\n{click.style('Not the same game', fg='yellow')}: {found.note}.")
    for what, trace in found.traces():
        click.echo()
        if trace:
            click.echo(trace)
        click.echo(click.style(what, fg="red"))
    if found.reached and found.answer:
        word = "In its place is played" if bad else "It answers"
        click.echo(f"\n{word} {click.style(found.answer, bold=True)}, after {found.ms:.1f} ms.")
    if found.faulty:
        click.echo(
            click.style("The fault is there." if found.reached else "The bot is at fault in this game.", fg="red")
        )
    else:
        click.echo(click.style("No fault here." if found.reached else "No fault in this game.", fg="green"))


def tell_twice(found: Answered, different: tuple[str, str] | None) -> None:
    """Whether the bot has chosen the same each time."""
    if different is None:
        click.echo(click.style("It has chosen the same each time.", fg="green"))
        return
    one, other = different
    click.echo(click.style(f"\nIt chose {one!r} in one game and {other!r} in another, {found.note}.", fg="red"))
