"""The example bots: legal everywhere, the same for the same seed, and each better than the one before."""

from __future__ import annotations

import ast
import os
from pathlib import Path

import pytest
from citadels_sdk import check_bot, match, play
from citadels_sdk.local.bot_loader import resolve

FOLDER = Path(__file__).resolve().parents[2] / "examples"
BOTS = sorted(path.stem for path in FOLDER.glob("*.py"))
SIZE = os.environ.get("CITADELS_SIZE", "quick")
GAMES = {"quick": 80, "ci": 80, "full": 400}[SIZE]
LINES = {"first": 10, "builder": 50, "mayor": 150}


def source(name: str) -> str:
    return str(FOLDER / f"{name}.py")


def code_lines(name: str) -> int:
    """The lines that are neither empty nor a docstring."""
    text = (FOLDER / f"{name}.py").read_text(encoding="utf-8")
    told: set[int] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            told.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return sum(1 for number, line in enumerate(text.splitlines(), 1) if line.strip() and number not in told)


def test_they_are_as_long_as_the_pages_say() -> None:
    assert {name: code_lines(name) <= most for name, most in LINES.items()} == dict.fromkeys(LINES, True)
    assert set(LINES) == set(BOTS)


@pytest.mark.parametrize("name", BOTS)
def test_plays_the_same_game_for_the_same_seed(name: str) -> None:
    first, second = (play([source(name), "greedy", "greedy"], seed="an example") for _ in range(2))
    assert first.taken == second.taken
    assert first.faults == ()


@pytest.mark.heavy
@pytest.mark.parametrize("name", BOTS)
def test_answers_every_kind_of_decision_cleanly(name: str) -> None:
    report = check_bot(source(name), quick=SIZE != "full")
    assert report.ok, str(report)


@pytest.mark.heavy
def test_the_good_one_wins_more_than_its_share_of_greedy() -> None:
    row = match(source("mayor"), "greedy", games=GAMES, seats=4, seed="an example", progress=False).rows[0]
    assert row.share.low > 0.25, row.told
    assert row.faults == 0


def test_the_middle_one_beats_the_first() -> None:
    report = match(source("builder"), source("first"), games=40, seats=4, seed="an example", jobs=1, progress=False)
    row = report.rows[0]
    assert row.share.low > 0.25, row.told


def test_each_says_what_it_does() -> None:
    for name in BOTS:
        assert resolve(source(name)).name == name
        assert ast.get_docstring(ast.parse((FOLDER / f"{name}.py").read_text(encoding="utf-8")))
