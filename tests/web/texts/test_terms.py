"""Every text of the page uses the words of the table of terms, and none that the table rules out."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Final

import pytest
from citadels_engine.cards import catalogue

ROOT: Final = Path(__file__).parents[3]
TABLE: Final = ROOT / "docs" / "rules" / "TERMS.md"
WEB: Final = ROOT / "web"
WRONG: Final = {
    "le": "la|une|La|Une",
    "la": "le|du|au|un|Le|Du|Au|Un",
    "l’": "le|la|du|au|Le|La|Du|Au",
    "o": "a|da|à|na|pela|uma|duma|numa|A|Da|À|Na|Pela|Uma",
    "a": "o|do|ao|no|pelo|um|dum|num|O|Do|Ao|No|Pelo|Um",
}
"""By the article of a name, the small words that never stand before it."""
CHARACTERS: Final = {
    one["id"]: one["names"] for edition in ("modern", "classic") for one in catalogue.characters(edition)
}


def rows(first: str) -> list[dict[str, str]]:
    """The rows of the table whose first heading is that."""
    lines = [line for line in TABLE.read_text(encoding="utf-8").split("\n") if line.startswith("|")]
    start = next(at for at, line in enumerate(lines) if line.startswith(f"| {first} |"))
    heads = [cell.strip() for cell in lines[start].strip("|").split("|")]
    found = []
    for line in lines[start + 2 :]:
        cells = [cell.strip() for cell in line[1:-1].split("|")]
        if len(cells) != len(heads):
            break
        found.append(dict(zip(heads, cells, strict=True)))
    return found


@cache
def texts(language: str) -> dict[str, str]:
    """Every file of words and rules of a language, line by line."""
    files = [*sorted((WEB / "i18n" / language).glob("*.mjs")), *sorted((WEB / "rulebook" / language).glob("*.json"))]
    return {
        f"{file.relative_to(WEB)}:{number}": line
        for file in files
        for number, line in enumerate(file.read_text(encoding="utf-8").split("\n"), 1)
    }


TERMS: Final = rows("English")
RULED_OUT: Final = [
    (language, word.strip())
    for language, column in (("fr", "never in French"), ("pt", "never in Portuguese"))
    for row in TERMS
    for word in row[column].split(",")
    if word.strip()
]


def where(language: str, pattern: str) -> dict[str, str]:
    """The lines of a language in which the pattern is found, with what was found."""
    found = {place: re.search(pattern, line) for place, line in texts(language).items()}
    return {place: hit.group() for place, hit in found.items() if hit is not None}


@pytest.mark.parametrize(("language", "word"), RULED_OUT)
def test_no_text_uses_a_word_that_is_ruled_out(language: str, word: str) -> None:
    pattern = re.escape(word).replace(r"\*", r"\w*")
    assert where(language, rf"(?i)\b{pattern}\b(?! de (?:lado|Com))") == {}


@pytest.mark.parametrize("row", TERMS, ids=lambda row: row["English"])
def test_every_term_is_in_use_in_every_language(row: dict[str, str]) -> None:
    for language, column in (("en", "English"), ("fr", "French"), ("pt", "Portuguese")):
        assert where(language, rf"(?i)\b{row[column]}"), column


def test_the_glossaries_speak_of_the_same_things_in_these_words() -> None:
    heads = {
        language: {
            head.lower() for head, _ in json.loads((WEB / "rulebook" / language / "glossary.json").read_text("utf-8"))
        }
        for language in ("en", "fr", "pt")
    }
    named = [row for row in TERMS if row["English"] in heads["en"]]
    assert len(named) > 8
    for row in named:
        assert row["French"] in heads["fr"], row
        assert row["Portuguese"] in heads["pt"], row


def test_the_table_names_every_character_as_the_catalogue_does() -> None:
    table = {row["character"]: (row["French"], row["Portuguese"]) for row in rows("character")}
    assert {name: (re.sub("^(?:l’|le |la )", "", fr), pt[2:]) for name, (fr, pt) in table.items()} == {
        name: (names["fr"], names["pt"]) for name, names in CHARACTERS.items()
    }


@pytest.mark.parametrize("row", rows("character"), ids=lambda row: row["character"])
def test_a_character_has_the_articles_of_its_gender(row: dict[str, str]) -> None:
    for language, column in (("fr", "French"), ("pt", "Portuguese")):
        article, name = re.split("(?<=’)| ", row[column], maxsplit=1)
        assert where(language, rf"\b(?:{WRONG[article]}) {name}\b") == {}


@pytest.mark.parametrize(("language", "column"), [("fr", "French"), ("pt", "Portuguese")])
def test_sentences_give_a_character_the_same_article(language: str, column: str) -> None:
    source = (WEB / "board" / "log" / "grammar.mjs").read_text(encoding="utf-8")
    told = re.search(rf"  {language}: set\(([^)]*)\)", source)
    assert told is not None
    feminine = set(" ".join(re.findall('"([^"]*)"', told.group(1))).split())
    for row in rows("character"):
        if not row[column].startswith("l’"):
            assert (row["character"] in feminine) == row[column].startswith(("la ", "a ")), row
