"""Every conformance case holds; every card has its cases, some of what must be and some of what must not."""

import json
import re
from pathlib import Path

import pytest
from citadels_engine.cards.registry import CHARACTERS, DISTRICTS, EDITIONS
from citadels_engine.formats.conformance import check_case, read_cases

CASES = Path(__file__).resolve().parents[1] / "cases"
EVERY = [case for path in sorted(CASES.glob("*.json")) for case in read_cases(json.loads(path.read_text()))]
CHARACTER_CARDS = [(edition, name) for edition in EDITIONS for name in CHARACTERS[edition]]
UNIQUE_CARDS = [(edition, name) for edition in EDITIONS for name, card in DISTRICTS[edition].items() if card.unique]
NEGATIVE = {"illegal", "only", "refused", "lacks"}


def name_of(case: dict[str, object]) -> str:
    return str(case["id"])


def steps_of(case: dict[str, object]) -> list[dict[str, object]]:
    steps = case["steps"]
    assert isinstance(steps, list)
    return steps


def is_negative(case: dict[str, object]) -> bool:
    """Whether the case says what must not be."""
    for step in steps_of(case):
        seen = step.get("view")
        if NEGATIVE & set(step) or (isinstance(seen, dict) and "hides" in seen):
            return True
    return False


def is_positive(case: dict[str, object]) -> bool:
    """Whether the case says what must be: it does more than to refuse."""
    return any(set(step) - {"illegal", "refused", "lacks"} for step in steps_of(case))


def about(edition: str, card: str, letters: str) -> list[dict[str, object]]:
    """The cases of the edition that cite a rule of the card, or name it in their own name."""
    short = "TAX(_COLLECTOR)?" if card == "tax_collector" else card.upper()
    rule = re.compile(rf"(K-)?[{letters}]-{short}(-\d+)?")
    named = re.compile(rf"(^|-){card.replace('_', '[-_]')}(-|$)")
    found = []
    for case in EVERY:
        given, rules = case["given"], case["rules"]
        assert isinstance(given, dict)
        assert isinstance(rules, list)
        told = named.search(name_of(case)) is not None or any(rule.fullmatch(one) for one in rules)
        if told and given.get("edition", "modern") == edition:
            found.append(case)
    return found


@pytest.mark.parametrize("case", EVERY, ids=name_of)
def test_case_holds(case: dict[str, object]) -> None:
    failure = check_case(case)
    assert failure is None, f"{case.get('note', '')}: {failure}"


def test_no_two_cases_have_one_name() -> None:
    names = [name_of(case) for case in EVERY]
    assert [name for name in names if names.count(name) > 1] == []


def test_every_case_cites_its_rules() -> None:
    """Those from random games cite none: they look for what no rule's author thought of."""
    assert [name_of(case) for case in EVERY if not case["rules"] and not name_of(case).startswith("random-")] == []


@pytest.mark.parametrize(("edition", "card"), CHARACTER_CARDS)
def test_a_character_has_three_cases_of_both_kinds(edition: str, card: str) -> None:
    cases = about(edition, card, "CW")
    assert len(cases) >= 3
    assert any(is_positive(case) for case in cases)
    assert any(is_negative(case) for case in cases)


@pytest.mark.parametrize(("edition", "card"), UNIQUE_CARDS)
def test_a_unique_district_has_two_cases_of_both_kinds(edition: str, card: str) -> None:
    cases = about(edition, card, "D")
    assert len(cases) >= 2
    assert any(is_positive(case) for case in cases)
    assert any(is_negative(case) for case in cases)
