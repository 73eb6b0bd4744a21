"""What each verb of `citadels` says of itself, and what each of its options and arguments takes."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from citadels_sdk.cli import citadels
from citadels_sdk.verbs import bot, bot_run, check, match, play, replay, tournament, verify, watch
from click.testing import CliRunner

from tests.support.kept import assert_kept

if TYPE_CHECKING:
    from collections.abc import Iterator

KEPT = Path(__file__).parent / "kept"
VERBS: dict[str, click.Command] = {
    "play": play.command,
    "bot": bot.command,
    "bot new": bot.new,
    "bot check": bot.check,
    "bot repro": bot.repro,
    "bot run": bot_run.command,
    "match": match.command,
    "tournament": tournament.command,
    "tournament verify": tournament.verify,
    "tournament game": tournament.game,
    "replay": replay.command,
    "check": check.command,
    "verify": verify.command,
    "watch": watch.command,
}


def test_the_help_of_each_verb_is_as_people_have_read_it() -> None:
    def shown() -> Iterator[str]:
        for verb in VERBS:
            result = CliRunner().invoke(citadels, [*verb.split(), "--help"], terminal_width=120, max_content_width=120)
            assert result.exit_code == 0
            # a command keeps the words for help that it was first asked with, by whichever test that was
            yield f"== {verb}\n" + re.sub(r" +(-h, )?--help +Show", "  -h, --help  Show", result.output)

    assert_kept(KEPT / "help.txt", shown())


def said(value: object) -> object:
    """A value that was given, without click's own words for none."""
    return value if isinstance(value, bool | int | float | str) else None


def taken(parameter: click.Parameter) -> str:
    """A parameter in a line: its words, its place among the arguments of the function, its type, how often it may stand."""
    told: dict[str, Any] = {"type": parameter.type.to_info_dict()}
    if isinstance(parameter.type, click.Path):
        told["type"] |= {"path_type": getattr(parameter.type.type, "__name__", None)}
    told |= {name: getattr(parameter, name) for name in ("required", "nargs", "multiple", "envvar")}
    told |= {name: said(getattr(parameter, name, None)) for name in ("default", "flag_value", "is_flag")}
    words = "/".join([*parameter.opts, *parameter.secondary_opts])
    return f"{words} -> {parameter.name}: {json.dumps(told, sort_keys=True)}"


def test_each_option_takes_what_it_has_taken() -> None:
    texts = (
        "\n".join([f"== {verb}", *(f"  {taken(one)}" for one in command.params)]) for verb, command in VERBS.items()
    )
    assert_kept(KEPT / "options.txt", texts)
