"""The command `citadels`.

1. Its own verbs are the modules of `citadels_sdk.verbs`; other distributions add theirs in the entry-point group `citadels.commands`.
2. A verb's module is imported when the verb is used, so that `citadels --help` is quick and a broken verb breaks no other.
3. A fault that can be expected is one line that names it, and a non-zero exit status; a traceback is a bug.
"""

import importlib
import sys
from importlib.metadata import EntryPoint, PackageNotFoundError, entry_points, version

import click

from citadels_sdk.verbs import VERBS

GROUP = "citadels.commands"


class Citadels(click.Group):
    """A group of verbs that are found by their names and loaded when they are used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Own verbs in the order of their table, then those of other distributions."""
        own = [*self.commands, *VERBS]
        return own + sorted(name for name in _plugged_in() if name not in own)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load a verb; one that cannot be loaded says what is wrong with it."""
        if cmd_name in self.commands:
            return self.commands[cmd_name]
        if cmd_name in VERBS:
            found: object = importlib.import_module(f"citadels_sdk.verbs.{cmd_name}").command
        elif cmd_name in _plugged_in():
            found = _load(_plugged_in()[cmd_name])
        else:
            return None
        if not isinstance(found, click.Command):
            raise click.ClickException(f"the verb {cmd_name!r} is not a click command but a {type(found).__name__}")
        return found

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the verbs without importing those of the table."""
        rows = []
        for name in self.list_commands(ctx):
            if name in VERBS:
                rows.append((name, VERBS[name]))
                continue
            try:
                command = self.get_command(ctx, name)
            except click.ClickException as error:
                rows.append((name, f"(broken) {error.message}"))
            else:
                if command is not None and not command.hidden:
                    rows.append((name, command.get_short_help_str(formatter.width)))
        if rows:
            with formatter.section("Verbs"):
                formatter.write_dl(rows)


def _plugged_in() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in entry_points(group=GROUP)}


def _load(entry: EntryPoint) -> object:
    try:
        return entry.load()
    except Exception as error:
        source = entry.dist.name if entry.dist else entry.value
        raise click.ClickException(f"the verb {entry.name!r} of {source} cannot be loaded: {error!r}") from error


def _versions() -> str:
    """One line: the versions, the number of the rules, and whether the engine runs compiled or interpreted."""
    import citadels_engine

    engine = "compiled" if getattr(citadels_engine, "COMPILED", False) else "interpreted"
    rules = getattr(citadels_engine, "RULES", None)
    return ", ".join(
        part
        for part in (
            f"citadels {_version('citadels-sdk')}",
            f"engine {_version('citadels-engine')}",
            f"rules {rules}" if rules is not None else "",
            f"the engine runs {engine}",
        )
        if part
    )


def _version(distribution: str) -> str:
    """The version of a distribution, which may be part of the whole."""
    for name in (distribution, "citadels-server"):
        try:
            return version(name)
        except PackageNotFoundError:
            continue
    return "unknown"


def _show_versions(ctx: click.Context, _parameter: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        click.echo(_versions())
        ctx.exit()


@click.group(cls=Citadels, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_show_versions, help="Show the versions."
)
def citadels() -> None:
    """Play, check and replay games of Citadels."""


def main() -> None:
    """Run the command; a fault that the engine names is shown as a line."""
    try:
        citadels(prog_name="citadels")
    except Exception as error:
        loaded = sys.modules.get("citadels_engine.errors")  # not imported here: help needs no engine
        if loaded is None or not isinstance(error, loaded.CitadelsError):
            raise
        click.echo(f"Error: {error}", err=True)
        sys.exit(1)
