"""`citadels match BOT...`: many games among bots, and a report of what they say.

1. The report goes to the standard output, everything else (the bar, what bots print) to the standard error.
2. The exit status is 0 where all games were played or set aside, 130 where Ctrl-C ended them, 1 where a game that could not be
   played did: the report then tells of those that were.
3. The bots are trusted, which a line says, unless `--isolate` plays each in a process of its own.
4. With `--on-fault raise` the first fault of a bot ends the match, with its message and status 1.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click
from citadels_engine.errors import CitadelsError

from citadels_sdk.errors import MatchBroken
from citadels_sdk.local.matches import Interrupted, match
from citadels_sdk.sandbox.sandbox_parts import NoSandbox

if TYPE_CHECKING:
    from citadels_sdk.local.game_loop import OnFault
    from citadels_sdk.report import Report


TRUSTED = "The bots were trusted: each could see all of its process, the cards of the others too. --isolate gives each its own."
ISOLATE: dict[str | None, bool | Literal["weak"]] = {None: False, "trust": False, "isolate": True, "weak": "weak"}
"""What the options say, as `match` takes it."""
BROKEN = 1
INTERRUPTED = 130
PAGES = (".html", ".htm")
ENDINGS = (*PAGES, ".json", ".csv", ".txt")


@click.command()
@click.argument("bots", metavar="BOT...", nargs=-1, required=True)
@click.option("--games", type=click.IntRange(1), default=100, show_default=True, help="How many games.")
@click.option(
    "--seats", type=click.IntRange(2, 8), help="How many at a table; the last BOT fills it. [default: all BOTs]"
)
@click.option("--edition", type=click.Choice(["modern", "classic"]), help="[default: modern, or the scenario's]")
@click.option("--scenario", metavar="ID", help="A scenario's cards, or `random`: another one for each deal.")
@click.option("--cast", metavar="A,B,...", help="The characters, with commas between them.")
@click.option("--seed", help="Play the same match again. [default: a fresh one]")
@click.option("--jobs", type=click.IntRange(1), help="How many processes. [default: one for each core]")
@click.option("--limit", "time_limit", type=click.FloatRange(0, min_open=True), help="Seconds for each decision.")
@click.option(
    "--on-fault",
    type=click.Choice(["harmless", "raise"]),
    default="harmless",
    show_default=True,
    help="Count a bot's fault and go on, or end with it.",
)
@click.option("--isolate", "isolate", flag_value="isolate", default=None,
              help="Play each bot in a process of its own, in the sandbox.")  # fmt: skip
@click.option(
    "--weak-sandbox", "isolate", flag_value="weak", help="The same with as much of the sandbox as this machine has."
)
@click.option(
    "--trust",
    "isolate",
    flag_value="trust",
    help="Play the bots in the processes of the match: they can see all. [default]",
)
@click.option("--html", "page", metavar="FILE", help="Write the report as a page to FILE.")
@click.option("--save", metavar="FILE", help="Write the report to FILE: .html, .json, .csv or .txt.")
@click.option("--json", "as_json", is_flag=True, help="Show the report as JSON.")
@click.option("--no-progress", is_flag=True, help="No bar, even on a terminal.")
@click.pass_context
def command(
    ctx: click.Context,
    bots: tuple[str, ...],
    games: int,
    seats: int | None,
    edition: str | None,
    scenario: str | None,
    cast: str | None,
    seed: str | None,
    jobs: int | None,
    time_limit: float | None,
    on_fault: OnFault,
    isolate: str | None,
    page: str | None,
    save: str | None,
    as_json: bool,
    no_progress: bool,
) -> None:
    """Play many games among bots and say who is better.

    A BOT is `greedy`, `random`, `planner`, a Python file (`mybot.py`, `mybot.py:Name`) or the command line of a program. The last
    one fills the seats that are left; one alone meets three greedy bots. For example:

        citadels match mybot.py greedy --games 1000 --seats 4

    A name of its own stands before a bot: `new=v2/mybot.py`.
    """
    files = [writable(page, PAGES)] if page is not None else []
    files += [writable(save, ENDINGS)] if save is not None else []
    status = 0
    try:
        report = match(
            list(bots),
            games=games,
            seats=seats,
            edition=edition,
            scenario=scenario,
            cast=None if cast is None else [name.strip() for name in cast.split(",")],
            seed=seed,
            jobs=jobs,
            on_fault=on_fault,
            time_limit=time_limit,
            progress=not no_progress,
            isolate=ISOLATE[isolate],
        )
    except Interrupted as interrupted:
        report, status = interrupted.report, INTERRUPTED
        click.echo(f"\nInterrupted: {len(report.games)} of {games} games were finished.", err=True)
    except NoSandbox as error:
        raise click.ClickException(
            f"{error}. Go on with what there is of it with --weak-sandbox, or trust the bots"
        ) from None
    except MatchBroken as error:
        click.echo(f"Error: {error}\n{error.advice}\n", err=True)
        if error.report is None:
            ctx.exit(BROKEN)
        report, status = error.report, BROKEN
    except (CitadelsError, ValueError) as error:
        raise click.ClickException(str(error)) from None
    if isolate is None and any(one.kind not in ("house", "process") for one in report.plan.entrants):
        click.echo(TRUSTED, err=True)
    if report.played:
        click.echo(json.dumps(report.to_json(), ensure_ascii=False, indent=1) if as_json else report.table())
        for file in files:
            write(report, file)
    ctx.exit(status)


def writable(name: str, endings: tuple[str, ...]) -> Path:
    """The file, known to be one that the report can be written to before anything is played."""
    file = Path(name)
    if file.suffix.lower() not in endings:
        raise click.UsageError(f"{name}: the name of the file must end in {' or '.join(endings)}")
    if not file.parent.is_dir():
        raise click.UsageError(f"{name}: there is no folder {str(file.parent)!r}")
    return file


def write(report: Report, file: Path) -> None:
    """Write the report, and say where it is."""
    try:
        report.save(file)
    except OSError as error:
        raise click.ClickException(f"{file}: {error}") from None
    click.echo(f"The report is in {file}.", err=True)
