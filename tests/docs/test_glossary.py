"""docs/GLOSSARY.md: each word has one meaning, and the words not to use are no names in product code."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

import pytest

from tests.support.pages import PAGES, ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator

WORDS, _, NOT_WORDS = PAGES["GLOSSARY.md"].read_text(encoding="utf-8").partition("## Words not to use")
NOT_TO_USE = re.findall(r"^\| `(\w+)` \|", NOT_WORDS, re.MULTILINE)
PACKAGES = (
    "engine/citadels_engine", "engine/citadels_contest", "sdk/citadels_sdk", "api/citadels_api", "workers/citadels_workers",
)  # fmt: skip

STILL_IN_USE: dict[str, str] = {
    "again": "api/citadels_api sdk/citadels_sdk workers/citadels_workers",
    "along": "api/citadels_api",
    "apart": "sdk/citadels_sdk",
    "asking": "api/citadels_api",
    "beside": "api/citadels_api sdk/citadels_sdk",
    "entering": "api/citadels_api",
    "heard": "api/citadels_api sdk/citadels_sdk",
    "kept": "api/citadels_api sdk/citadels_sdk",
    "said": "api/citadels_api sdk/citadels_sdk workers/citadels_workers",
    "telling": "api/citadels_api engine/citadels_engine sdk/citadels_sdk",
    "told": "api/citadels_api engine/citadels_contest sdk/citadels_sdk workers/citadels_workers",
    "wanted": "api/citadels_api sdk/citadels_sdk workers/citadels_workers",
}
"""Words that still name something, each with the packages in which it does. The table only shrinks."""


def names(source: str) -> Iterator[str]:
    """The names of all functions and classes, and of the parameters of public functions."""
    yield from names_in(ast.parse(source).body, public=True)


def names_in(body: list[ast.stmt], public: bool) -> Iterator[str]:
    for node in body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield node.name.strip("_")
            if public and not node.name.startswith("_"):
                yield from (one.arg for one in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs))
        elif isinstance(node, ast.ClassDef):
            yield node.name.strip("_").lower()
            yield from names_in(node.body, public and not node.name.startswith("_"))


def in_use() -> set[tuple[str, str]]:
    """Each of the words that names something, with the package; of the page's modules the names are looked at."""
    found = set()
    for package in PACKAGES:
        for path in (ROOT / package).rglob("*.py"):
            named = {path.stem, *names(path.read_text(encoding="utf-8"))}
            found |= {(word, package) for word in named.intersection(NOT_TO_USE)}
    modules = {path.stem for path in (ROOT / "web").rglob("*.mjs") if not {"vendor", "consoles"} & set(path.parts)}
    found |= {(word, "web") for word in modules.intersection(NOT_TO_USE)}
    return found


def test_every_word_stands_once_and_in_order() -> None:
    words = re.findall(r"^\| \*\*([\w ]+)\*\* \|", WORDS, re.MULTILINE)
    assert len(words) > 40
    assert words == sorted(set(words))
    assert sorted(set(NOT_TO_USE)) == NOT_TO_USE
    assert set(words).isdisjoint(NOT_TO_USE)


def test_words_not_to_use_name_nothing_but_what_is_listed() -> None:
    known = {(word, package) for word, packages in STILL_IN_USE.items() for package in packages.split()}
    found = in_use()
    assert sorted(found - known) == [], "use the word that the glossary has for it"
    assert sorted(known - found) == [], "no longer in use there: take it from the table"


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("def told() -> None: ...", ["told"]),
        ("class Told:\n    def _heard(self, said: int) -> None: ...", ["told", "heard"]),
        ("def tell(said: int, *, kept: int) -> None: ...", ["tell", "said", "kept"]),
        ("def _tell(said: int) -> None: ...", ["tell"]),
        ("told = 1", []),
    ],
)
def test_names_are_those_of_functions_classes_and_parameters(source: str, found: list[str]) -> None:
    assert [name for name in names(source) if name != "self"] == found
