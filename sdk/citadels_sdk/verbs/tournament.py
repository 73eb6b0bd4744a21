"""`citadels tournament BOT...`: an event of any format, kept in a folder, shown while it is played, checked by anybody afterwards.

1. The same command goes on where it was: after Ctrl-C, after a crash, after the end. `--fresh` starts over.
2. The standings go to the standard output, everything else to the standard error. At a terminal they are shown while it is played.
3. The exit status is 0 where it was played to its end, 130 where Ctrl-C ended it, 1 where something is wrong.
4. `citadels tournament verify` checks what lies there: 0 where all of it holds, 1 where it does not or is not over, 3 where it is consistent and the
   games were not checked; `citadels tournament game` takes the record of one game out of it.
5. An `event.toml` in place of the bots says all of it; what the command line says beside it goes before.
"""

from __future__ import annotations

import json
import re
import sys
from errno import EDQUOT, ENOSPC
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click
from citadels_contest.settings import CHOICES, Settings
from citadels_engine.errors import CitadelsError

from citadels_sdk.sandbox.sandbox_parts import NoSandbox

if TYPE_CHECKING:
    from collections.abc import Callable

    from citadels_sdk.tournaments.event import Tournament


INTERRUPTED: Final = 130
NOT_CHECKED: Final = 3
"""The status of a check that found no fault, and could not play every game again."""
SENTENCES: Final = 7
"""So many are said of who is better than the next one, and of who was at fault."""
LONGEST: Final = 300
"""So much is said of a fault."""
POLICIES: Final = {
    "rotation": "How a deal is played again: who sits where.",
    "points": "What a game gives.",
    "odd": "Who does not fill a table.",
    "small_field": "Fewer bots than seats.",
    "filler": "Who fills a table.",
    "bye": "What a bye is worth.",
    "withdrawal": "What was played by who withdrew.",
    "empty_seat": "The seat of who withdrew.",
    "fault": "A bot that raises, cheats or is out of time.",
    "forfeit": "A game with a forfeited seat.",
}
WORD: Final = re.compile(r"(small_field|odd) could be (\w+)")
"""How the engine names the policy that lets a small field play."""
ISOLATE: Final[dict[str, Any]] = {"isolate": True, "weak": "weak", "trust": False}
"""What the options say, as `tournament` takes it."""
LISTS: Final = ("cast", "uniques", "order", "focus")


class Verb(click.Command):
    """The command, with two more behind a word of their own."""

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """The context of whichever command is meant."""
        if args and args[0] in OTHERS:
            word = args.pop(0)
            return OTHERS[word].make_context(f"{info_name} {word}", args, parent, **extra)
        return super().make_context(info_name, args, parent, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        """Run whichever is meant."""
        return super().invoke(ctx) if ctx.command is self else ctx.command.invoke(ctx)


def policies(function: Callable[..., Any]) -> Callable[..., Any]:
    """An option for each policy that counts on this machine."""
    for name, told in reversed(POLICIES.items()):
        option = f"--{name.replace('_', '-')}"
        function = click.option(option, name, type=click.Choice(CHOICES[name]), help=told)(function)
    return function


@click.command(cls=Verb)
@click.argument("bots", metavar="BOT... | event.toml", nargs=-1, required=True)
@click.option("--format", "format", type=click.Choice(CHOICES["format"]), help="[default: round-robin]")
@click.option("--seats", type=click.IntRange(2, 8), help="How many at a table. [default: 4]")
@click.option(
    "--deals",
    type=click.IntRange(1),
    help="How many deals each pairing plays; more of them, surer figures. [default: 10]",
)
@click.option("--duplicate/--no-duplicate", default=None,
              help="Play each deal once from every seat: luck with cards and seats cancels at the table. [default: yes]")  # fmt: skip
@click.option("--shared/--no-shared", default=None,
              help="All tables of a round play the same deals: the same cards for those who do not meet, too, "
              "but fewer different deals. [default: yes]")  # fmt: skip
@click.option("--rounds", type=click.IntRange(1), help="Of a Swiss or an arena.")
@click.option("--tables", type=click.IntRange(1), help="The most pairings of a round robin or a gauntlet.")
@click.option("--advance", type=click.IntRange(1), help="Of a knock-out: how many of each table go on.")
@click.option("--focus", metavar="A,B", help="Of a gauntlet: who meets the field; of a test: the two compared.")
@click.option("--edition", type=click.Choice(["modern", "classic"]), help="[default: modern, or the scenario's]")
@click.option("--scenario", metavar="ID", multiple=True, help="A scenario's cards; several, or `all`, in turn.")
@click.option("--cast", metavar="A,B,...", help="The characters, with commas between them.")
@click.option("--uniques", metavar="A,B,...", help="The unique districts, with commas between them.")
@click.option("--seed", help="Play the same event again. [default: a fresh one]")
@click.option("--jobs", type=click.IntRange(1), help="How many processes. [default: one for each core]")
@click.option("--time", type=click.FloatRange(0, min_open=True), help="Seconds for each decision. [default: 60]")
@click.option("--game-time", type=click.FloatRange(0, min_open=True), help="Seconds for all of a bot's in a game.")
@click.option("--out", metavar="DIR", help="The folder of results. [default: named after the options]")
@click.option("--name", help="What the event is called. [default: after its format and its bots]")
@click.option("--fresh", is_flag=True, help="Start over, and forget what lies there.")
@click.option("--changed", type=click.Choice(["refuse", "accept"]), default="refuse", show_default=True,
              help="A bot's file that is not what it was when the event began.")  # fmt: skip
@click.option("--order", metavar="A,B,...", help="What places are decided by, the first one first.")
@policies
@click.option("--forfeits", type=click.IntRange(1), help="Who forfeits so many games is out. [default: nobody]")
@click.option("--bound", type=float, help="Of a test: the difference of points a game to be found. [default: 0.02]")
@click.option("--alpha", type=float, help="Of a test: how often it may say better of nothing. [default: 0.05]")
@click.option("--beta", type=float, help="Of a test: how often it may miss the bound. [default: 0.05]")
@click.option("--most", type=click.IntRange(1), help="The most games of a test or an arena. [default: 10000]")
@click.option("--page-games", type=click.IntRange(0), metavar="N",
              help="How many games can be stepped through on the page. [default: 400]")  # fmt: skip
@click.option("--isolate", "isolate", flag_value="isolate", default=None,
              help="Play each bot in a process of its own, in the sandbox. [default]")  # fmt: skip
@click.option(
    "--weak-sandbox", "isolate", flag_value="weak", help="The same with as much of the sandbox as this machine has."
)
@click.option(
    "--trust", "isolate", flag_value="trust", help="Play the bots in the referee's process: they can see all."
)
@click.option("--json", "as_json", is_flag=True, help="Show the figures as JSON.")
@click.option("--no-progress", is_flag=True, help="Show nothing while it is played.")
@click.pass_context
def command(ctx: click.Context, /, bots: tuple[str, ...], **given: Any) -> None:
    """Play a tournament among bots, in any format, and say honestly who is better.

    A BOT is `greedy`, `random`, `planner`, a Python file (`mybot.py`, `mybot.py:Name`) or the command line of a program; the same
    one may enter more than once, and a name of its own stands before it (`new=v2/mybot.py`). For example:

        citadels tournament mybot.py greedy random planner --deals 50

    The folder of results has `index.html`, `standings.csv`, `results.json`, the log and every record. What lies there can be checked:

    \b
        citadels tournament verify DIR             every record, pairing and figure again
        citadels tournament game DIR 1.0.0.2       the record of one game
    """  # noqa: D301  # the help wants the character itself
    own = ("page_games", "as_json", "no_progress", "fresh", "changed", "jobs", "isolate")
    driving = {name: given.pop(name) for name in own}
    values = {name: value for name, value in given.items() if value not in (None, ())}
    for name in LISTS:
        if name in values:
            values[name] = [one.strip() for one in values[name].split(",") if one.strip()]
    if "scenario" in values:
        chosen = list(values["scenario"])
        values["scenario"] = chosen[0] if len(chosen) == 1 else chosen
    if driving["jobs"] is not None:
        values["jobs"] = driving["jobs"]
    try:
        played, out = run(bots, values, driving)
    except KeyboardInterrupt as error:
        kept = getattr(error, "kept", "what was played is kept")
        click.echo(f"Interrupted: {kept}; the same command goes on from there.", err=True)
        ctx.exit(INTERRUPTED)
    show(played, out, as_json=driving["as_json"])
    ctx.exit(0)


def run(bots: tuple[str, ...], values: dict[str, Any], driving: dict[str, Any]) -> tuple[Tournament, Path]:
    """Play it, and where it is kept."""
    from citadels_sdk.tournaments.local_run import Interrupted, tournament
    from citadels_sdk.tournaments.screen import Screen

    try:
        who, values = from_file(bots, values)
    except (CitadelsError, ValueError) as error:
        raise click.ClickException(str(error)) from None
    out = Path(values.pop("out", None) or folder_for(bots, values))
    kept: dict[str, Any] = {name: driving[name] for name in ("fresh", "changed", "page_games")}
    kept["isolate"] = ISOLATE[driving["isolate"] or "isolate"]
    try:
        with Screen() as screen:
            progress: Any = False if driving["no_progress"] else screen
            return tournament(who, out=out, progress=progress, **kept, **values), out
    except Interrupted as error:
        raise Stopped(f"{len(error.tournament.contest.results):,} games are kept in {out}") from None
    except (CitadelsError, ValueError, OSError) as error:
        raise click.ClickException(advised(error, out)) from None


class Stopped(KeyboardInterrupt):
    """Ctrl-C, when it is known what is kept."""

    def __init__(self, kept: str) -> None:
        super().__init__(kept)
        self.kept = kept


def from_file(bots: tuple[str, ...], values: dict[str, Any]) -> tuple[list[Any], dict[str, Any]]:
    """Who takes part, and everything else: from the file where one is named, with what the command line says before it."""
    files = [name for name in bots if name.endswith(".toml")]
    if not files:
        return list(bots), values
    if len(bots) > 1:
        raise click.UsageError(f"{files[0]} says who takes part: name no bot beside it")
    from citadels_sdk.tournaments.event_file import read_event

    event = read_event(files[0])
    who: list[Any] = [bot if name is None else (name, bot) for name, bot in event.bots]
    return who, {**event.values, **values}


def folder_for(bots: tuple[str, ...], values: dict[str, Any]) -> str:
    """A folder named after the options: the same for the same command, whatever the number of processes.

    >>> folder_for(("greedy", "random"), {"deals": 5, "jobs": 2})
    'round-robin-greedy-random-d6848fe4'
    """
    said = {name: value for name, value in values.items() if name not in ("jobs", "name")}
    digest = sha256(json.dumps([bots, said], sort_keys=True, default=str).encode()).hexdigest()[:8]
    names = "-".join(Path(one.split()[0] if one.split() else one).stem for one in bots[:3])
    plain = re.sub(r"[^\w.+-]+", "_", names)[:60]
    return f"{values.get('format', Settings().format)}-{plain}-{digest}"


def advised(error: Exception, out: Path) -> str:
    """The error, with the way out that the command line has."""
    if isinstance(error, OSError) and error.errno in (ENOSPC, EDQUOT):
        return (
            f"{out}: there is no room left; what was played is kept: make room, and the same command goes on from there"
        )
    if isinstance(error, OSError):
        return f"{error.filename or out}: {(error.strerror or str(error)).lower()}; name another folder with --out"
    if isinstance(error, NoSandbox):
        return f"{error}. Go on with what there is of it with --weak-sandbox, or trust the bots with --trust"
    if getattr(error, "code", "") == "locked":
        return f"{error}: wait for its end, or name another folder with --out"
    if getattr(error, "code", "") == "small_field":
        return WORD.sub(lambda found: f"take --{found[1].replace('_', '-')} {found[2]}", str(error))
    if getattr(error, "code", "") == "changed":
        if getattr(error, "acceptable", False):
            return f"{error}\nTake another --out, start over with --fresh, or go on all the same with --changed accept."
        return f"{error}\nTake another --out, or start over with --fresh."
    return str(error)


def show(played: Tournament, out: Path, *, as_json: bool) -> None:
    """The standings, what is to be said of it, and where everything lies."""
    if as_json:
        click.echo(json.dumps(played.summary, ensure_ascii=False, indent=1))
    else:
        click.echo(f"{facts_of(played)}\n\n{played.table()}\n")
        for sentence in [*sentences(played), *stumbles(played, out)]:
            click.echo(sentence)
    for note in played.notes:
        click.echo(f"Note: {note}.", err=True)
    click.echo(f"\nThe page is {out / 'index.html'}; check it all with: citadels tournament verify {out}", err=True)


def facts_of(played: Tournament) -> str:
    """What was played, in a line, with the seed that plays it again."""
    settings, contest = played.settings, played.contest
    games = games_told(len(contest.results))
    return (
        f"{settings.format}, {len(contest.entrants)} bots, {settings.seats} at a table, {games}, seed {settings.seed}"
    )


def sentences(played: Tournament) -> list[str]:
    """What can be said of who is better: each against the next one, and the verdict of a test."""
    summary: Any = played.summary
    order = [row["entrant"] for row in summary["standings"]]
    rows = {(row["first"], row["second"]): row for row in summary["better"]}
    met = [rows[pair] for pair in pairwise(order) if pair in rows]
    found = [row["told"] for row in met if row["share"] is not None][:SENTENCES]
    if met and not found:
        found.append("Too few deals to tell who is better: more of them (--deals) would")
    least, most = (summary["balance"] or {}).get("games") or (0, 0)
    if played.settings.format == "round-robin" and least != most:
        found.append(f"Not all is even: {summary['balance']['told']}; with --order mean points a game decide")
    if summary["sequential"] is not None:
        found.append(f"The test: {summary['sequential']['told']}")
    return [f"{one}." for one in found]


def stumbles(played: Tournament, out: Path) -> list[str]:
    """Who was at fault: how often, the first fault in words, and where all of it is told."""
    from citadels_sdk.local.deal import legible
    from citadels_sdk.tournaments.folder import FAULTS

    found: list[str] = []
    rows = [row for row in played.standings if row.faults or row.forfeits]
    for row in rows[:SENTENCES]:
        often = f"forfeited {games_told(row.forfeits)}" if row.forfeits else f"was at fault {times_told(row.faults)}"
        told = ""
        for note in played.faults.get(row.entrant, ())[:1]:
            told = f"; the first fault, in game {note.game}: {legible(note.what.partition(chr(10))[0])[:LONGEST]}"
        found.append(f"{row.entrant} {often}{told}")
    if len(rows) > SENTENCES:
        found.append(f"So it was with {len(rows) - SENTENCES} more bots")
    if found and played.faults:
        found.append(f"What brings a fault back is told in {out / FAULTS}")
    return [f"{one.rstrip('.')}." for one in found]


def games_told(count: int) -> str:
    """So many games."""
    return f"{count:,} game{'' if count == 1 else 's'}"


def times_told(count: int) -> str:
    """So many times."""
    return "once" if count == 1 else f"{count:,} times"


# --- what lies there -----------------------------------------------------------------------------------------------------


@click.command()
@click.argument("what", metavar="DIR | results.json | export.ndjson", type=click.Path(exists=True))
@click.option("--quiet", is_flag=True, help="Say only what does not hold, or was not checked.")
@click.option("--json", "as_json", is_flag=True, help="Show what was found as JSON.")
@click.pass_context
def verify(ctx: click.Context, what: str, quiet: bool, as_json: bool) -> None:
    """Check a tournament: every record, every pairing, every figure.

    The exit status is 0 only where it is over and everything holds, every game played again from its record. It is 3 where
    all is consistent but the games could not be checked, as in a results.json alone; 1 where something does not hold, or it
    is not over.
    """
    from citadels_sdk.local.progress import Progress
    from citadels_sdk.tournaments.verification import verify_tournament

    bar: list[Progress] = []

    def heard(done: int, games: int) -> None:
        if not bar and sys.stderr.isatty():
            bar.append(Progress(games))
            bar[0].__enter__()
        for one in bar:
            one.add(done - one.done)

    try:
        verdict = verify_tournament(what, heard)
    except (CitadelsError, ValueError, OSError) as error:
        raise click.ClickException(str(error)) from None
    finally:
        for one in bar:
            one.__exit__(None, None, None)
    if as_json:
        click.echo(json.dumps(verdict.to_json(), ensure_ascii=False, indent=1))
    else:
        click.echo(verdict.title)
        for finding in verdict.findings:
            if not (quiet and finding.ok and finding.checked):
                mark = ("ok    " if finding.checked else "open  ") if finding.ok else "FAILED"
                click.echo(f"  {mark}  {finding.what}: {finding.text}")
        click.echo(verdict.sentence)
    ctx.exit({"holds": 0, "consistent": NOT_CHECKED}.get(verdict.word, 1))


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(exists=True, file_okay=False))
@click.argument("game", metavar="GAME")
def game(folder: str, game: str) -> None:
    """Write the record of a game (such as 1.0.0.2) to the standard output, for `citadels replay`."""
    from citadels_sdk.tournaments.event import Games

    games = Games(Path(folder))
    try:
        text = games.text(game)
    except KeyError:
        known = next(iter(games), None)
        said = f"; the first one is {known}" if known is not None else ": there is no record at all"
        raise click.ClickException(f"{folder} has no game {game!r}{said}") from None
    except OSError as error:
        raise click.ClickException(str(error)) from None
    click.echo(text, nl=False)


OTHERS: Final = {"verify": verify, "game": game}
