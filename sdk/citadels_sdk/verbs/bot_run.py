"""`citadels bot run BOT`: play live.

1. The exit status is 0 when the games are played, or the run was stopped once; 130 after a second Ctrl-C, 143 after a second SIGTERM; 1 when
   the bot failed so often that it was not asked any more, or the service refused to let it play on; 2 for wrong options, or where there is no such bot.
2. What happens goes to the standard output, faults and notes to the standard error; with --json all of it goes to the standard output,
   a line each. No credential is in any of it.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final, NoReturn, cast

import click

if TYPE_CHECKING:
    from citadels_sdk.client.calls import ClockOrder
    from citadels_sdk.client.words import Edition, Level
    from citadels_sdk.live.bot_run import Seek


UNITS: Final = {"ms": 1, "s": 1000, "m": 60_000, "h": 3_600_000}


@click.command("run")
@click.argument("bot")
@click.option("--url", help="The service. [default: CITADELS_URL, or http://127.0.0.1:8000]")
@click.option(
    "--token", help="The credential; others may see a command line, so CITADELS_TOKEN is better. [default: a guest's]"
)
@click.option(
    "--keep",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Keep the guest in FILE, which nobody else can read: with it a bot that is started again is the same player.",
)
@click.option(
    "--quick-match", "seek", flag_value="house", default=True, help="Play against AIs of the house. [default]"
)
@click.option("--seek", "seek", flag_value="others", help="Play with others who look for a game.")
@click.option("--wait", "seek", flag_value="invitations", help="Wait for invitations.")
@click.option("--table", metavar="ID", help="Play at this table.")
@click.option("--tournament", metavar="ID", help="Enter this tournament, and play it to its end.")
@click.option("--invite", metavar="SECRET", help="What opens a private table.")
@click.option("--games", type=click.IntRange(1), help="How many games. [default: 1 against the house, else no end]")
@click.option("--tables", type=click.IntRange(1), help="How many at once. [default: what the bot accepts]")
@click.option("--players", type=click.IntRange(2, 8), help="Of the games looked for.")
@click.option("--edition", type=click.Choice(["modern", "classic"]), help="Of the games looked for.")
@click.option(
    "--clock",
    metavar="CLOCK",
    help="Of the games looked for: `none`, `30s` a decision, `10m+2s` a game, `3d` a decision.",
)
@click.option("--rated/--unrated", default=None, help="Whether the games looked for count.")
@click.option(
    "--fill", type=click.Choice(["random", "greedy", "planner"]), default="greedy", show_default=True, help="The AIs."
)
@click.option("--resume/--no-resume", default=True, help="Take up the games that run already. [default: yes]")
@click.option("--hand-over", is_flag=True, help="Ctrl-C ends the run at once; the running games can be taken up again.")
@click.option("--time-limit", type=click.FloatRange(0, min_open=True), metavar="SECONDS", help="For each decision.")
@click.option(
    "--faults",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Save each decision at which the bot fails in DIR, for `citadels bot repro --view FILE`.",
)
@click.option(
    "--save",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Save the record of each game that is over in DIR, for `citadels replay` and `citadels verify`.",
)
@click.option("--json", "as_json", is_flag=True, help="Tell what happens in lines of JSON.")
@click.pass_context
def command(
    ctx: click.Context,
    bot: str,
    url: str | None,
    token: str | None,
    keep: Path | None,
    seek: str,
    table: str | None,
    tournament: str | None,
    invite: str | None,
    games: int | None,
    tables: int | None,
    players: int | None,
    edition: str | None,
    clock: str | None,
    rated: bool | None,
    fill: str,
    resume: bool,
    hand_over: bool,
    time_limit: float | None,
    faults: Path | None,
    save: Path | None,
    as_json: bool,
) -> None:
    """Play live with BOT: a Python file, a bot of the house, or a program.

    For example, three games at once against bots of the house:

        citadels bot run mybot.py --games 3
    """
    from citadels_sdk.errors import BotFault, BotNotFound, ServiceError
    from citadels_sdk.live.bot_run import INTERRUPTED, run

    if save is not None:
        try:
            save.mkdir(parents=True, exist_ok=True)
        except OSError as error:  # told now, and not when a game is over
            raise click.UsageError(f"--save: {error}") from None
    try:
        report = run(
            bot,
            url=url,
            token=token,
            keep=keep,
            seek=cast("Seek", seek),
            table=table,
            tournament=tournament,
            invite=invite,
            games=games,
            tables=tables,
            edition=cast("Edition | None", edition),
            players=players,
            clock=None if clock is None else read_clock(clock),
            rated=rated,
            fill=cast("Level", fill),
            resume=resume,
            hand_over=hand_over,
            time_limit=time_limit,
            faults=faults,
            save=save,
            tell="json" if as_json else "lines",
        )
    except KeyboardInterrupt as signals:
        leave(INTERRUPTED + int(signals.args[0] if signals.args else 2))
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    except BotNotFound as error:
        click.echo(f"Error: {error}", err=True)
        ctx.exit(2)
    except (BotFault, ServiceError) as error:
        advice = error.advice if isinstance(error, ServiceError) else ""
        if as_json:
            click.echo(json.dumps({"event": "error", "code": error.code, "text": str(error), "advice": advice}))
        raise click.ClickException(f"{error}\n{advice}".rstrip()) from None
    ctx.exit(1 if report.failed else 0)


def leave(status: int) -> NoReturn:
    """End at once, whatever still thinks."""
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


def read_clock(text: str) -> ClockOrder:
    """The clock that is meant.

    >>> read_clock("30s"), read_clock("10m+2s")
    (DecisionClock(kind='decision', limit_ms=30000), BankClock(kind='bank', bank_ms=600000, limit_ms=None, increment_ms=2000))
    """
    from citadels_sdk.client.model_base import BankClock, CorrespondenceClock, DecisionClock, NoClock

    words = text.strip().lower()
    if words == "none":
        return NoClock()
    if words.endswith("d") and words[:-1].isdecimal():
        return CorrespondenceClock(days=int(words[:-1]))
    first, plus, second = words.partition("+")
    if plus:
        return BankClock(bank_ms=milliseconds(first, text), increment_ms=milliseconds(second, text))
    return DecisionClock(limit_ms=milliseconds(first, text))


def milliseconds(word: str, text: str) -> int:
    """A time as `30s`, `500ms`, `10m`."""
    digits = word.rstrip("mshd")
    unit = UNITS.get(word[len(digits) :])
    try:
        if unit is not None:
            return round(float(digits) * unit)
    except (ValueError, OverflowError):
        pass
    raise click.UsageError(f"--clock: {text!r} is no clock: write none, 30s, 10m+2s or 3d")
