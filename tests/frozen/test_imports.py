"""What others import and install: public names with their signatures, import paths that pages and examples show, distributions."""

from __future__ import annotations

import ast
import importlib
import importlib.util
import re
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.frozen.sources import KEPT, ROOT
from tests.support.kept import assert_kept
from tests.support.pages import PAGES

if TYPE_CHECKING:
    from collections.abc import Iterator

MODULE = re.compile(r"`(citadels_\w+(?:\.\w+)+)`")
MEMBER = re.compile(r"^- `([^`]+)`")
OPTIONAL = ("gymnasium", "pettingzoo", "numpy")
"""What adapters stand on, which takes long to load: of their modules only `__all__` is read."""


# the reference


def chapters() -> Iterator[tuple[str, str, str]]:
    """The names of the reference: the module that each is imported from, the name, its signature or nothing."""
    module = "citadels_sdk"
    name = ""
    fenced = False
    for line in PAGES["REFERENCE.md"].read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            module, name = "citadels_sdk", ""
        elif line.startswith("### "):
            named = MODULE.search(line)
            module, name = (named[1], "") if named else (module, line.removeprefix("### "))
            if name:
                yield module, name, ""
        elif line.startswith("```"):
            fenced = line == "```" and not fenced
        elif fenced and name and re.match(rf"(class )?{name}\b", line):
            yield module, name, line
        elif (member := MEMBER.match(line)) is not None:
            yield module, name, f"  {member[1]}"


def test_public_names_keep_their_signatures() -> None:
    lines = []
    for module, name, said in chapters():
        lines.append(said or f"{module} {name}")
    assert_kept(KEPT / "reference.txt", lines)


def names() -> set[tuple[str, str]]:
    """Every import that the reference promises: an entry of its own, or a line of a module that has lines alone."""
    found = set()
    for module, name, said in chapters():
        first = re.match(r"  (\w+)", said)
        if name:
            found.add((module, name))
        elif first is not None:
            found.add((module, first[1]))
    return found


@pytest.mark.parametrize("module", sorted({module for module, _ in names()}))
def test_what_the_reference_names_is_imported_from_where_it_says(module: str) -> None:
    found = importlib.import_module(module)
    assert sorted(name for place, name in names() if place == module and not hasattr(found, name)) == []


def test_every_action_that_the_reference_names_is_one_of_the_engines() -> None:
    from citadels_engine.actions import types

    named = [said.strip().partition("(")[0] for _, name, said in chapters() if name == "Action" and said.endswith(")")]
    assert len(named) > 20
    assert [one for one in named if not hasattr(types, one)] == []


# import paths


def shown() -> Iterator[str]:
    """The texts that a reader copies: pages, examples, templates, the readmes of the distributions."""
    for path in PAGES.values():
        yield "\n".join(
            re.findall(r"^```python[^\n]*\n(.*?)^```", path.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
        )
    for pattern in ("examples/**/*.py", "sdk/citadels_sdk/templates/*.txt", "engine/README.md", "sdk/README.md"):
        for path in ROOT.glob(pattern):
            yield path.read_text(encoding="utf-8")


def imports() -> Iterator[str]:
    """Every import of ours in them, a name a line."""
    for text in shown():
        for line in text.splitlines():
            found = re.match(r"(?:>>> |\.\.\. )?\s*((?:from|import) citadels_.*)", line)
            if found is None:
                continue
            (node,) = ast.parse(found[1]).body
            if isinstance(node, ast.ImportFrom):
                yield from (f"from {node.module} import {one.name}" for one in node.names)
            elif isinstance(node, ast.Import):
                yield from (f"import {one.name}" for one in node.names)


def public() -> Iterator[str]:
    """What the packages that others import offer at their top, and what the adapters offer."""
    for package in ("citadels_engine", "citadels_sdk"):
        yield from (
            f"from {package} import {name}"
            for name in importlib.import_module(package).__all__
            if name != "__version__"
        )


def test_import_paths_that_readers_copy_stay() -> None:
    assert_kept(
        KEPT / "imports.txt",
        ["# on pages, in examples and templates", *sorted(set(imports())), "", "# the tops of the packages", *public()],
    )


def kept_imports() -> list[str]:
    lines = (KEPT / "imports.txt").read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line.startswith(("from", "import"))]


def test_every_import_path_works() -> None:
    broken = []
    for line in kept_imports():
        (node,) = ast.parse(line).body
        assert isinstance(node, ast.ImportFrom | ast.Import)
        module = node.module if isinstance(node, ast.ImportFrom) else node.names[0].name
        assert module is not None
        if not offers(module, node.names[0].name if isinstance(node, ast.ImportFrom) else None):
            broken.append(line)
    assert broken == []


def offers(module: str, name: str | None) -> bool:
    """Whether a module is there, and has the name."""
    if any(module.endswith(one) or name == one for one in OPTIONAL):
        spec = importlib.util.find_spec(f"{module}.{name}" if name in OPTIONAL else module)
        if spec is None or spec.origin is None:
            return False
        source = ast.parse(Path(spec.origin).read_text(encoding="utf-8"))
        listed = [
            node for node in source.body if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__"
        ]
        return name is None or name in OPTIONAL or name in ast.literal_eval(listed[0].value)
    found = importlib.import_module(module)
    return name is None or hasattr(found, name) or importlib.util.find_spec(f"{module}.{name}") is not None


# distributions


def project(folder: str) -> dict[str, Any]:
    """What a distribution says of itself."""
    said: dict[str, Any] = tomllib.loads((ROOT / folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return said


def distribution(folder: str) -> Iterator[str]:
    """A distribution: its name, the Python it needs, what it brings along, what it is started by."""
    said = project(folder)
    yield f"{said['name']} (python {said['requires-python']})"
    yield from (f"  needs {one}" for one in sorted(said["dependencies"]))
    for extra, needs in said.get("optional-dependencies", {}).items():
        yield from (f"  with [{extra}] {one}" for one in sorted(needs))
    yield from (f"  command {name} = {place}" for name, place in said.get("scripts", {}).items())
    for group, entries in said.get("entry-points", {}).items():
        yield from (f"  {group}: {name}" for name in sorted(entries))


def test_distributions_keep_their_names_needs_and_entry_points() -> None:
    assert_kept(
        KEPT / "distributions.txt", [line for folder in ("engine", "sdk", ".") for line in distribution(folder)]
    )
