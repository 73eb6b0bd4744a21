"""The rulebook of the page: every rule and ruling in three languages, naming the same others, and every card with its rules."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from citadels_engine.cards.catalogue import characters, districts

ROOT = Path(__file__).parents[3]
BOOK = ROOT / "web" / "rulebook"
LANGUAGES = ("en", "fr", "pt")
DEFINED = re.compile(r"\*\*([A-Z]+-?[A-Z0-9_.]*(?:-[A-Z0-9_]+)*)\*\*|^\| (W-[A-Z_]+) \|", re.MULTILINE)
NAMED = re.compile(r"\b(?:K-)?(?:[CD]-[A-Z0-9_]+-\d+|R-[A-Z0-9]+-\d+|W-[A-Z_]+|[GVXP]-\d+|S\d+\.\d+|S\d+)\b")
SENTENCE = re.compile(r"[.!?]$")


def read(name: str) -> Any:
    """A file of the rulebook."""
    return json.loads((BOOK / f"{name}.json").read_text(encoding="utf-8"))


@cache
def book(language: str) -> dict[str, tuple[str, str]]:
    """All rules of a language: title and text by id."""
    found: dict[str, tuple[str, str]] = {}
    for part in read("contents")["parts"]:
        for rule, (title, text) in read(f"{language}/{part}").items():
            assert rule not in found, rule
            found[rule] = (title, text)
    return found


def specified() -> set[str]:
    """Every id of the specification and of the rulings."""
    texts = [file.read_text(encoding="utf-8") for file in (ROOT / "docs" / "rules").glob("RUL*.md")]
    assert len(texts) == 2
    return {one or other for text in texts for one, other in DEFINED.findall(text)}


def begins(rule: str, beginnings: list[str]) -> bool:
    """As `book.mjs` reads the contents: a beginning ends in a hyphen or a dot, all else is a whole id."""
    return any(rule.startswith(one) if one[-1] in "-." or one == "K-S" else rule == one for one in beginnings)


@pytest.mark.parametrize("language", LANGUAGES)
def test_holds_every_rule_of_the_specification_and_no_other(language: str) -> None:
    assert len(specified()) > 500
    assert set(book(language)) == specified()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_has_a_title_and_sentences(language: str) -> None:
    for rule, (title, text) in book(language).items():
        assert title.strip() == title != "", rule
        assert text.strip() == text, rule
        assert SENTENCE.search(text), rule


@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_a_rule_names_is_there(language: str) -> None:
    named = {rule: NAMED.findall(text) for rule, (_, text) in book(language).items()}
    assert {one for others in named.values() for one in others} <= set(book(language))
    english = {rule: NAMED.findall(text) for rule, (_, text) in book("en").items()}
    assert {rule: sorted(others) for rule, others in named.items()} == {
        rule: sorted(others) for rule, others in english.items()
    }


def test_knows_every_rule_that_the_engine_names() -> None:
    sources = [file.read_text(encoding="utf-8") for file in (ROOT / "engine" / "citadels_engine").rglob("*.py")]
    refusals = (ROOT / "engine" / "citadels_engine" / "rules" / "reasons.py").read_text(encoding="utf-8")
    named = {rule for text in sources for rule in NAMED.findall(text) if not re.fullmatch(r"S\d+", rule)}
    assert len(set(NAMED.findall(refusals))) > 40
    assert named <= set(book("en"))


def test_every_rule_stands_in_one_section() -> None:
    sections = read("contents")["sections"]
    for rule in book("en"):
        homes = [section["id"] for section in sections if begins(rule, section["of"])]
        assert len(homes) == 1, (rule, homes)


def test_every_card_that_says_something_has_rules() -> None:
    contents = read("contents")
    for kind, cards in (("characters", characters), ("districts", districts)):
        known = {card["id"] for edition in ("modern", "classic") for card in cards(edition) if card["text"]}
        assert set(contents[kind]) == known
        for card, more in contents[kind].items():
            own = [f"{letter}-{card.upper()}-" for letter in ("C", "D", "K-C", "K-D")]
            assert any(begins(rule, own + more) for rule in book("en")), card
            assert all(any(begins(rule, [one]) for rule in book("en")) or one == "W-" for one in more), card


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no node here; CI promises one")
def test_the_english_words_of_the_cards_are_the_catalogues() -> None:
    program = "const { default: words } = await import(process.argv[1]); console.log(JSON.stringify(words));"
    file = (ROOT / "web" / "i18n" / "en" / "cards.mjs").as_uri()
    done = subprocess.run(
        ["node", "--input-type=module", "--eval", program, file], capture_output=True, check=True, timeout=60, text=True
    )
    words: dict[str, str] = json.loads(done.stdout)
    for edition in ("modern", "classic"):
        told = {card["id"]: card["text"] for card in [*characters(edition), *districts(edition)] if card["text"]}
        assert len(told) > 30
        shown = {card: words.get(f"classic_{card}") if edition == "classic" else None for card in told}
        assert {card: shown[card] or words[card] for card in told} == told
