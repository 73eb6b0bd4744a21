"""The command `citadels`: its verbs, the verbs that others bring, its versions."""

import importlib
import sys
from importlib.metadata import EntryPoint

import click
import pytest
from citadels_sdk import cli
from citadels_sdk.verbs import VERBS
from click.testing import CliRunner

pytestmark = pytest.mark.interpreter

WELL = click.Command("well", callback=lambda: click.echo("well done"), help="Does well.")
NO_COMMAND = "no command"


@pytest.fixture
def plugged_in(monkeypatch: pytest.MonkeyPatch) -> None:
    entries = {
        name: EntryPoint(name, value, cli.GROUP)
        for name, value in [
            ("well", "a_plug_in:WELL"),
            ("missing", "no_such_module:command"),
            ("odd", "a_plug_in:NO_COMMAND"),
        ]
    }
    monkeypatch.setattr(cli, "_plugged_in", lambda: entries)
    monkeypatch.setitem(sys.modules, "a_plug_in", sys.modules[__name__])


def invoke(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(cli.citadels, list(arguments))
    return result.exit_code, result.output


@pytest.mark.parametrize("verb", VERBS)
def test_each_verb_of_the_table_is_a_command_with_the_help_it_says(verb: str) -> None:
    command = importlib.import_module(f"citadels_sdk.verbs.{verb}").command
    assert isinstance(command, click.Command)
    assert command.get_short_help_str(200).rstrip(".") == VERBS[verb].rstrip(".")


def test_help_lists_every_verb() -> None:
    status, output = invoke("--help")
    assert status == 0
    assert all(f"  {verb} " in output for verb in VERBS)


def test_version_says_how_the_engine_runs() -> None:
    compiled = importlib.import_module("citadels_engine").COMPILED
    status, output = invoke("--version")
    assert status == 0
    assert f"the engine runs {'compiled' if compiled else 'interpreted'}" in output


@pytest.mark.usefixtures("plugged_in")
def test_another_distribution_may_bring_a_verb() -> None:
    assert invoke("well") == (0, "well done\n")


@pytest.mark.usefixtures("plugged_in")
def test_a_broken_verb_says_so_and_breaks_no_other() -> None:
    status, output = invoke("--help")
    assert status == 0
    assert "Does well." in output
    assert "(broken)" in output
    status, output = invoke("missing")
    assert status == 1
    assert "the verb 'missing'" in output
    assert "no_such_module" in output
    assert "Traceback" not in output


@pytest.mark.usefixtures("plugged_in")
def test_a_verb_that_is_no_command_is_named() -> None:
    status, output = invoke("odd")
    assert status == 1
    assert "not a click command" in output


def test_an_unknown_verb_is_an_error_for_people() -> None:
    status, output = invoke("nonesuch")
    assert status == 2
    assert "No such command 'nonesuch'" in output
