"""Every rule and every ruling is cited by a test or a case, and stands in the engine's source; no citation is invented."""

import json
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CASES = ROOT / "tests" / "cases"
NOTES = ROOT / "tests" / "rulebook" / "untestable.json"
RULES = ROOT / "docs" / "rules" / "RULES.md"
RULINGS = ROOT / "docs" / "rules" / "RULINGS.md"

ID = re.compile(
    r"(?<![\w-])(?:[GVXP]-\d+|S\d+\.\d+|K-S\d+|(?:K-)?[CD]-[A-Z0-9_]+-\d+|W-[A-Z_]+|R-[A-Z0-9]+-\d+)(?![\w-]|\.\d)"
)
FAMILIES = ["G-", "S", "V-", "C-", "D-", "X-", "W-", "P-", "K-S", "K-C-", "K-D-", "R-", "R-K-", "R-IMP-"]


def rule_ids(text: str) -> list[str]:
    """The ids that a text of rules defines: in bold, or at the head of a row."""
    bold = re.findall(r"\*\*([^*\s]+)\*\*", text)
    rows = re.findall(r"^\| (\S+) \|", text, re.MULTILINE)
    return [name for name in [*bold, *rows] if ID.fullmatch(name)]


@cache
def known() -> frozenset[str]:
    return frozenset(rule_ids(RULES.read_text()) + rule_ids(RULINGS.read_text()))


@cache
def notes() -> dict[str, dict[str, str]]:
    told: dict[str, dict[str, str]] = json.loads(NOTES.read_text())
    return told


@cache
def cited_by_cases() -> dict[str, list[str]]:
    """The rules that cases cite, and which ones do."""
    cited: dict[str, list[str]] = {}
    for path in sorted(CASES.glob("*.json")):
        if path != NOTES:
            for case in json.loads(path.read_text()):
                for rule in case["rules"]:
                    cited.setdefault(rule, []).append(case["id"])
    return cited


def ids_in_files(folder: Path) -> frozenset[str]:
    """The ids that stand in the Python files of a folder, this one left out."""
    found: set[str] = set()
    for path in folder.rglob("*.py"):
        if path != Path(__file__):
            found.update(ID.findall(path.read_text()))
    return frozenset(found)


@cache
def cited_by_tests() -> frozenset[str]:
    return ids_in_files(ROOT / "tests")


@cache
def cited_by_source() -> frozenset[str]:
    return ids_in_files(ROOT / "engine" / "citadels_engine")


def of_a_family(rule: str) -> bool:
    return any(rule.startswith(family) for family in notes()["unsourced_families"])


@pytest.mark.parametrize("family", FAMILIES)
def test_the_walk_sees_every_family_of_rules(family: str) -> None:
    assert [rule for rule in known() if rule.startswith(family)]


def test_the_walk_sees_every_bold_id() -> None:
    looks_like_one = re.findall(r"\*\*([A-Z][A-Z0-9_.-]*\d)\*\*", RULES.read_text() + RULINGS.read_text())
    assert set(looks_like_one) - known() == set()


def test_no_id_is_given_twice() -> None:
    every = rule_ids(RULES.read_text()) + rule_ids(RULINGS.read_text())
    assert sorted(every) == sorted(known())


def test_every_rule_is_cited_by_a_test_or_a_case() -> None:
    cited = cited_by_tests() | set(cited_by_cases()) | set(notes()["untestable"])
    assert known() - cited == set()


def test_nothing_said_to_be_untestable_is_tested() -> None:
    assert set(notes()["untestable"]) & (cited_by_tests() | set(cited_by_cases())) == set()


def test_no_case_cites_an_unknown_rule() -> None:
    assert {rule: cases for rule, cases in cited_by_cases().items() if rule not in known()} == {}


def test_no_test_cites_an_unknown_rule() -> None:
    assert cited_by_tests() - known() == set()


def test_every_rule_stands_in_the_source() -> None:
    missing = known() - cited_by_source() - set(notes()["unsourced"])
    assert {rule for rule in missing if not of_a_family(rule)} == set()


def test_nothing_said_to_be_missing_stands_in_the_source() -> None:
    assert set(notes()["unsourced"]) & cited_by_source() == set()


def test_the_source_cites_no_unknown_rule() -> None:
    assert cited_by_source() - known() == set()


@pytest.mark.parametrize("list_name", ["untestable", "unsourced"])
def test_every_exemption_is_a_rule_and_has_its_reason(list_name: str) -> None:
    for rule, reason in notes()[list_name].items():
        assert rule in known(), rule
        assert len(reason.split()) > 3, rule


def test_every_exempt_family_has_rules_and_its_reason() -> None:
    for family, reason in notes()["unsourced_families"].items():
        assert any(rule.startswith(family) for rule in known()), family
        assert len(reason.split()) > 3, family
