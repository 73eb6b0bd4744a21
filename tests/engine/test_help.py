"""`help` and `inspect` say of the engine and of the contest what their sources say, compiled too."""

import ast
import functools
import inspect
import pydoc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import citadels_contest
import citadels_engine
import pytest

pytestmark = pytest.mark.interpreter

ENGINE = Path(__file__).resolve().parents[2] / "engine"
Definition = ast.ClassDef | ast.FunctionDef


@functools.cache
def definitions(module: str) -> dict[str, Definition]:
    """The classes and functions of a module, by their names."""
    path = ENGINE.joinpath(*module.split(".")).with_suffix(".py")
    body = ast.parse(path.read_text("utf-8")).body
    return {node.name: node for node in body if isinstance(node, (ast.ClassDef, ast.FunctionDef))}


def public_names() -> Iterator[tuple[str, Any, Definition]]:
    """Each public class and function with its source, and each public method and property of these classes with its own."""
    for name in citadels_engine.__all__:
        found = getattr(citadels_engine, name)
        if not callable(found):
            continue  # data: `help` speaks of its type
        node = definitions(found.__module__)[name]
        yield name, found, node
        told = set()
        for inner in node.body if isinstance(node, ast.ClassDef) else ():
            if isinstance(inner, ast.FunctionDef) and not inner.name.startswith("_") and inner.name not in told:
                told.add(inner.name)
                yield f"{name}.{inner.name}", getattr(found, inner.name), inner


NAMES = {name: (found, node) for name, found, node in public_names()}


def parameters(node: Definition) -> list[tuple[str, str, bool]]:
    """The parameters that are given: name, kind, whether there is a default. Those of a class are those of its `__init__`."""
    if isinstance(node, ast.ClassDef):
        made = [one for one in node.body if isinstance(one, ast.FunctionDef) and one.name == "__init__"]
        return parameters(made[0]) if made else []
    args = node.args
    placed = [one for one in args.args if one.arg not in ("self", "cls")]
    first_default = len(placed) - len(args.defaults)
    return [
        *((one.arg, "POSITIONAL_OR_KEYWORD", at >= first_default) for at, one in enumerate(placed)),
        *((one.arg, "KEYWORD_ONLY", given is not None) for one, given in zip(args.kwonlyargs, args.kw_defaults, strict=True)),
    ]  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_what_it_says_is_what_the_source_says(name: str) -> None:
    found, node = NAMES[name]
    written = ast.get_docstring(node)
    assert written is not None or "." in name, "what is public says what holds"
    if written is not None:
        assert inspect.getdoc(found) == written
        shown = pydoc.plain(pydoc.render_doc(found))
        assert all(line.strip() in shown for line in written.splitlines())


@pytest.mark.parametrize("name", [name for name, (found, _) in NAMES.items() if callable(found)])
def test_its_signature_is_that_of_the_source(name: str) -> None:
    found, node = NAMES[name]
    if inspect.isclass(found) and issubclass(found, Exception):
        assert isinstance(node, ast.ClassDef)
        assert not [one for one in node.body if isinstance(one, ast.FunctionDef)], "made as any exception of Python"
        return
    shown = inspect.signature(found).parameters.values()
    told = [(one.name, one.kind.name, one.default is not one.empty) for one in shown if one.name != "self"]
    assert told == parameters(node)


def test_most_names_are_tried() -> None:
    assert {"apply", "Game", "View.to_json", "Score.to_json"} <= set(NAMES)
    undocumented = [name for name, (_, node) in NAMES.items() if ast.get_docstring(node) is None]
    assert len(undocumented) * 4 < len(NAMES)


def test_a_module_says_what_its_source_says() -> None:
    from citadels_engine import game

    assert inspect.getdoc(game) == ast.get_docstring(ast.parse((ENGINE / "citadels_engine" / "game.py").read_text()))


OF_THE_CONTEST = [
    name
    for name, found in vars(citadels_contest).items()
    if str(getattr(found, "__module__", "")).startswith("citadels_contest") and not hasattr(found, "_fields")
]
"""Functions and classes; compiled, a NamedTuple keeps no docstring."""


@pytest.mark.parametrize("name", OF_THE_CONTEST)
def test_what_the_contest_says_is_what_its_source_says(name: str) -> None:
    found = getattr(citadels_contest, name)
    written = ast.get_docstring(definitions(found.__module__)[name])
    assert written is not None
    assert inspect.getdoc(found) == written
