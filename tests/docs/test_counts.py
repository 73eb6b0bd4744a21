"""README.md and docs/*.md: what a page counts is as many as the code has."""

from __future__ import annotations

import json
import re
from typing import Final

import pytest
from citadels_api.problems import PROBLEMS
from citadels_api.routes import OPERATIONS
from citadels_api.store.keys import SHARDS
from citadels_contest import FORMATS
from citadels_engine.bots import NAMES
from citadels_engine.cards.catalogue import LANGUAGES, characters, districts, scenarios
from citadels_engine.cards.registry import EDITIONS

from tests.support.pages import FENCE, PAGES, ROOT
from tools.modules import listing

WORDS: Final = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
]  # fmt: skip
CASES: Final = [json.loads(path.read_text(encoding="utf-8")) for path in (ROOT / "tests" / "cases").glob("*.json")]
(INSTALLED,) = re.findall(r"in (\d+) distributions", (ROOT / "sdk" / "README.md").read_text(encoding="utf-8"))

COUNTS: Final = {
    "bots of the house": len(NAMES),
    "cases": sum(map(len, CASES)),
    "characters": len(characters("modern")),
    "codes": len(PROBLEMS),
    "distributions": int(INSTALLED),
    "formats": len(FORMATS),
    "groups of store keys": SHARDS,
    "languages": len(LANGUAGES),
    "measurements": len(listing(ROOT / "bench")),
    "operations": len(OPERATIONS),
    "proofs": len(listing(ROOT / "prove")),
    "scenarios": len({one["id"] for edition in EDITIONS for one in scenarios(edition)}),
    "unique districts": sum(one["unique"] for one in districts("modern")),
}
"""What the pages count, and how many of each the code has."""

OTHER: Final = {
    "three bots of the house": "with three bots of the house|against three bots of the house",
    "100 cases": "of 100 cases",
    "200 characters": "first 200 characters",
    "two characters": "two characters a round",
    "two codes": "two codes more",
}
"""Numbers before these words that count something else, each with the sentences around it."""

COUNT: Final = re.compile(rf"\b(\d[\d,]*|{'|'.join(WORDS)}) ({'|'.join(COUNTS)})\b", re.IGNORECASE)


def prose(page: str) -> str:
    """A page in one line, without its blocks of code."""
    return " ".join(FENCE.sub("", PAGES[page].read_text(encoding="utf-8")).split())


def counts(text: str) -> list[tuple[str, int]]:
    """Every count in a text, but for those that count something else."""
    for rest in OTHER.values():
        text = re.sub(rf"\b(?:{rest})\b", "", text)
    found = COUNT.findall(text)
    return [(noun, WORDS.index(said.lower()) if said.isalpha() else int(said.replace(",", ""))) for said, noun in found]


@pytest.mark.parametrize("page", PAGES)
def test_what_a_page_counts_is_as_many_as_the_code_has(page: str) -> None:
    found = counts(prose(page))
    assert [(noun, number) for noun, number in found if number != COUNTS[noun.lower()]] == []


def test_everything_in_the_table_is_counted_somewhere() -> None:
    found = {noun.lower() for page in PAGES for noun, _ in counts(prose(page))}
    assert sorted(found) == sorted(COUNTS), "counted nowhere: take it from the table"


@pytest.mark.parametrize("said", OTHER)
def test_what_counts_something_else_stands_in_a_page(said: str) -> None:
    assert COUNT.fullmatch(said)
    assert any(re.search(rf"\b(?:{OTHER[said]})\b", prose(page)) for page in PAGES)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("It has 1,498 cases.", [("cases", 1498)]),
        ("Six formats, in three languages", [("formats", 6), ("languages", 3)]),
        ("27 characters", [("characters", 27)]),
        ("the first 200 characters, and 95 of 100 cases", []),
    ],
)
def test_a_count_is_a_number_before_its_noun(text: str, found: list[tuple[str, int]]) -> None:
    assert counts(text) == found
