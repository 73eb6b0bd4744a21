"""The sources of the product, read as text and as trees: what is gathered from them does not depend on where a module lies."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


CONSTANT = re.compile(r"""^([A-Z][A-Z_0-9]*)(?:: Final)? = ("[^"\n]*"|\d[\d_]*)$""", re.MULTILINE)

ROOT = Path(__file__).resolve().parents[2]
KEPT = Path(__file__).with_name("kept")


@cache
def modules() -> dict[Path, str]:
    """The text of every module of the product."""
    found = (
        path for folder in ("engine", "sdk", "api", "workers") for path in (ROOT / folder).glob("citadels_*/**/*.py")
    )
    return {path: path.read_text(encoding="utf-8") for path in sorted(found)}


def trees(pattern: str) -> Iterator[ast.Module]:
    """The modules in whose text the pattern is found, parsed."""
    return (parsed(path) for path, text in modules().items() if re.search(pattern, text))


@cache
def parsed(path: Path) -> ast.Module:
    """A module, parsed."""
    return ast.parse(modules()[path])


@cache
def constants() -> dict[str, object]:
    """The texts and numbers that capital letters name, in all modules; of two with one name, the one that is a variable's name."""
    found: dict[str, object] = {}
    for text in modules().values():
        for name, read in own_constants(text).items():
            if name not in found or str(read).startswith("CITADELS_"):
                found[name] = read
    return found


def own_constants(text: str) -> dict[str, object]:
    """The texts and numbers that capital letters name in one module."""
    return {name: ast.literal_eval(value) for name, value in CONSTANT.findall(text)}


def written(node: ast.expr, own: Mapping[str, object] | None = None) -> object:
    """The value of an expression: what it says, what the name in it stands for (in its own module first), or its text."""
    if isinstance(node, ast.Constant):
        return node.value
    if isinstance(node, ast.Name) and node.id in (known := {**constants(), **(own or {})}):
        return known[node.id]
    return ast.unparse(node)
