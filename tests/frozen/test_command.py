"""The command `citadels` and the starter `./citadels`: verbs, arguments, options, defaults, exit statuses; not their help, which may change."""

from __future__ import annotations

import ast
import inspect
import re
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from typing import TYPE_CHECKING

import click
import pytest
from click.testing import CliRunner

from tests.frozen.sources import KEPT, ROOT, own_constants, written
from tests.support.kept import assert_kept
from tests.support.pages import PAGES

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

UNSET = "Sentinel.UNSET"
CONSTANT = re.compile(r"\b[A-Z_]+\b")


@cache
def command() -> click.Group:
    """The command, as its entry point starts it."""
    (entry,) = entry_points(group="console_scripts", name="citadels")
    main = entry.load()
    return next(
        one for one in vars(inspect.getmodule(main)).values() if isinstance(one, click.Group) and one.name == "citadels"
    )


def verbs(group: click.Group, before: str = "") -> Iterator[tuple[str, click.Command]]:
    """Every verb with its words, those of groups after the group."""
    context = click.Context(group)
    for name in group.list_commands(context):
        found = group.get_command(context, name)
        assert found is not None, name
        yield f"{before}{name}", found
        if isinstance(found, click.Group):
            yield from verbs(found, f"{before}{name} ")


def shown(parameter: click.Parameter) -> str:
    """A parameter: what it is called, what it takes, what holds without it."""
    kind = parameter.type
    words = (
        [*parameter.opts, *[f"no:{one}" for one in parameter.secondary_opts]]
        if isinstance(parameter, click.Option)
        else [str(parameter.name)]
    )
    parts = [", ".join(words)]
    if isinstance(parameter, click.Option) and parameter.is_flag:
        parts.append("flag")
    elif isinstance(kind, click.Choice):
        parts.append(f"one of {'|'.join(map(str, kind.choices))}")
    elif isinstance(kind, click.IntRange | click.FloatRange):
        parts.append(f"{kind.name} from {kind.min} to {kind.max}")
    else:
        parts.append(kind.name)
    if isinstance(parameter, click.Argument) or (parameter.metavar is not None and not isinstance(kind, click.Choice)):
        parts.append(f"metavar {parameter.metavar}")
    if str(parameter.default) != UNSET and parameter.default is not None and not callable(parameter.default):
        parts.append(f"default {parameter.default!r}")
    if parameter.required:
        parts.append("required")
    if parameter.nargs != 1:
        parts.append(f"nargs {parameter.nargs}")
    if parameter.multiple:
        parts.append("many times")
    if parameter.envvar:
        parts.append(f"variable {parameter.envvar}")
    return "; ".join(parts)


def tree() -> Iterator[str]:
    """The whole command."""
    for name, found in [("", command()), *verbs(command())]:
        yield f"citadels {name}".rstrip() + (" (hidden)" if found.hidden else "")
        yield from sorted(f"  {shown(one)}" for one in found.params)


def test_verbs_and_options_keep_their_names_and_defaults() -> None:
    assert_kept(KEPT / "command.txt", tree())


# exit statuses


def ends() -> Iterator[str]:
    """The exit statuses that verbs end with by their own will, as their modules write them."""
    files = {
        inspect.getsourcefile(inspect.unwrap(found.callback))
        for _, found in verbs(command())
        if found.callback is not None
    }
    for file in files:
        assert file is not None
        text = Path(file).read_text(encoding="utf-8")
        own = own_constants(text)
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Call) and ast.unparse(node.func).endswith((".exit", "ctx.exit")):
                said = str(written(node.args[0], own)) if node.args else "0"
                yield spelled_out(said, own)


def spelled_out(said: str, own: Mapping[str, object]) -> str:
    """The text of an expression with the value of each constant in the place of its name."""
    return CONSTANT.sub(lambda word: str(written(ast.Name(word[0]), own)), said)


def promised() -> Iterator[str]:
    """The lines of the pages that promise an exit status."""
    for page, path in PAGES.items():
        for line in path.read_text(encoding="utf-8").splitlines():
            yield from (
                f"{page}: {said}" for said in re.findall(r"(?:exit )?status (?:is )?\d+(?:, or \d+ for \w+)?", line)
            )
            yield from (f"{page}: {said}" for said in re.findall(r"^\| (\d \| `\w+` \|)", line))


def test_exit_statuses_are_those_that_the_pages_promise() -> None:
    lines = ["# promised by the pages", *promised(), "", "# written in the modules of the verbs", *sorted(ends())]
    assert_kept(KEPT / "exit_statuses.txt", lines)


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        ("--version", 0),
        ("--help", 0),
        ("match --help", 0),
        ("nonesuch", 2),
        ("match --nonesuch", 2),
        ("play --players nine", 2),
        ("verify no-such-file", 1),
        ("replay no-such-file", 1),
        ("check no-such-bot.py", 1),
    ],
)
def test_a_usage_fault_ends_with_2_and_any_other_with_1(arguments: str, status: int) -> None:
    assert CliRunner().invoke(command(), arguments.split()).exit_code == status


# the starter


def starter() -> Iterator[str]:
    """The verbs and words of the starter, from its tables."""
    tables = {"VERBS", "BUILD_FIRST", "WHOLE", "RUNS_BESIDE"}
    for node in ast.parse((ROOT / "citadels").read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) in tables:
            found = ast.literal_eval(node.value)
            names = [f"{one}: {found[one][0]}" for one in found] if isinstance(found, dict) else list(found)
            yield f"{ast.unparse(node.targets[0])}: {', '.join(names)}"


def flags() -> Iterator[str]:
    """The options of the repository's own verbs, as their parsers declare them."""
    for place in sorted(ROOT.glob("tools/*.py")):
        text = place.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)) if "argparse" in text else ():
            if (
                isinstance(node, ast.Call)
                and node.args
                and (ast.unparse(node.func).endswith("add_argument") or ast.unparse(node.func) == "add")
            ):
                said = [ast.unparse(one) for one in node.args]
                said += [
                    f"{one.arg}={ast.unparse(one.value)}"
                    for one in node.keywords
                    if one.arg in ("default", "choices", "required", "nargs")
                ]
                yield f"{place.relative_to(ROOT)}: {', '.join(said)}"


def runs() -> Iterator[str]:
    """What `bench` and `prove` know by name."""
    for folder in ("bench", "prove"):
        yield f"{folder}: {', '.join(sorted(path.stem for path in (ROOT / folder).glob('*.py') if not path.stem.startswith('_')))}"


def test_the_starter_keeps_its_verbs() -> None:
    assert_kept(KEPT / "starter.txt", [*starter(), *runs(), "", *flags()])
