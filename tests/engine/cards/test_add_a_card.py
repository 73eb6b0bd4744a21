"""docs/ADD_A_CARD.md: the card that it adds plays, from the files that it names and no other."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests.support.pages import PAGES, ROOT

if TYPE_CHECKING:
    from pathlib import Path

PAGE = PAGES["ADD_A_CARD.md"].read_text(encoding="utf-8")
FILES = dict(re.findall(r"^`([\w/.]+)`:\n\n```py\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL))
CARD = "engine/citadels_engine/cards/districts/bazaar.py"

PLAYED = """
import random, sys
from citadels_engine import COMPILED, action_from_json, apply, is_over, legal_actions, load, new_game, parse, sample_world, save, view, why_not
from citadels_engine.cards.catalogue import districts
from citadels_engine.formats.codec import decode, encode

assert not COMPILED
uniques = [one["id"] for one in districts("modern") if one["unique"] and one["id"] != "bazaar"]
bartered = []
for number in range(6):
    chance = random.Random(number)
    game = new_game(4, uniques=["bazaar", *chance.sample(uniques, 13)], seed=str(number), telling=True)
    events, watched = [event.for_seat(0) for event in game.events], 0
    while not is_over(game):
        legal = legal_actions(game)
        wanted = [action for action in legal if action.verb == "barter" or action.text.startswith("build bazaar")]
        action = chance.choice(wanted or legal)
        if action.verb == "barter":
            assert parse(action.text) == action == action_from_json(action.to_json())
            bartered.append(number)
        apply(game, action)
        events += [event.for_seat(watched) for event in game.events]
        assert encode(decode(encode(game), game.seed)) == encode(game)
        if bartered and game.turn is not None and "barter" in game.turn.used:
            assert save(load(save(game))) == save(game)
            if game.pending.kind == "turn":
                assert why_not(view(game, game.turn.seat), parse("barter castle")).endswith(")")
            sample_world(view(game, watched), events, chance="a world")
print(len(set(bartered)))
"""


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the engine with the card."""
    leave_out = shutil.ignore_patterns("__pycache__", "*.so")
    shutil.copytree(ROOT / "engine" / "citadels_engine", tmp_path / "engine" / "citadels_engine", ignore=leave_out)
    for path, text in FILES.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, encoding="utf-8")
    return tmp_path


def run(copy: Path, *words: str) -> str:
    """What a program says on that copy of the engine."""
    done = subprocess.run(
        [sys.executable, *words],
        cwd=copy,
        env={**os.environ, "PYTHONPATH": str(copy / "engine"), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        timeout=50,
        check=False,
    )
    assert done.returncode == 0, (done.stdout + done.stderr)[-4000:]
    return done.stdout


def test_the_card_plays_from_its_one_file(copy: Path) -> None:
    assert int(run(copy, "-c", PLAYED)) > 1, "in some games it is built and used"


def test_its_test_passes(copy: Path) -> None:
    tests = [path for path in FILES if path.startswith("tests/")]
    assert "3 passed" in run(
        copy, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", os.devnull, "--rootdir", ".", *tests
    )


def test_four_things_are_written_by_hand() -> None:
    rows = re.findall(r"^\| ([\w ]+) \| `([\w/.]+)`", PAGE.partition("## The card")[0], re.MULTILINE)
    assert [what for what, _ in rows] == ["the card", "its test", "its texts in other languages", "its picture"]
    assert list(FILES) == [path for _, path in rows][:2]
    assert next(iter(FILES)) == CARD
    assert [path for _, path in rows[2:] if not (ROOT / path).is_file()] == []


@pytest.mark.parametrize("path", re.findall(r"^\| `([\w/.]+)` \|", PAGE.partition("## Where a verb")[2], re.MULTILINE))
def test_where_a_verb_is_still_listed_by_hand(path: str) -> None:
    found = (ROOT / path).read_text(encoding="utf-8")
    assert re.search(r"\blaboratory\b", found), "it lists verbs no more: take it from the page"
