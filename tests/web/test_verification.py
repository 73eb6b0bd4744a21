"""The page's verification: it accepts whole games of both editions, and finds each kind of tampering."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from citadels_engine.registry import CHARACTERS, DISTRICTS, EDITIONS

from tests.web.recorded_games import recorded

HERE = Path(__file__).parent
NODE = shutil.which("node")
SIZE = os.environ.get("CITADELS_SIZE", "quick")
GAMES = {"quick": 7, "ci": 10, "full": 140}[SIZE]
TAMPERED = {"quick": 2, "ci": 5, "full": 21}[SIZE]
pytestmark = pytest.mark.skipif(NODE is None, reason="there is no node here; CI promises one")


@pytest.mark.heavy
def test_whole_games_are_verified_and_every_kind_of_tampering_is_found(tmp_path: Path) -> None:
    games = tmp_path / "games.ndjson"
    with games.open("w") as out:
        for number in range(GAMES):
            out.write(json.dumps(recorded(number)) + "\n")
    run = subprocess.run(
        [str(NODE), str(HERE / "verifying.mjs"), str(games), str(TAMPERED)], capture_output=True, text=True, check=True
    )
    told: dict[str, Any] = json.loads(run.stdout)
    assert told["games"] == GAMES
    assert told["moments"] > 50 * GAMES
    assert told["refused"] == []
    assert told["missed"] == []
    rare = {"a card that chance did not take", "another character faceup in a later round"}
    assert [kind for kind, count in told["tampered"].items() if count == 0 and kind not in rare] == []


def test_the_boxes_of_the_page_are_those_of_the_engine() -> None:
    program = f"import({json.dumps((HERE.parents[1] / 'web/verify/boxes.mjs').as_uri())}).then((m) => console.log(JSON.stringify(m.BOXES)))"
    boxes = json.loads(subprocess.run([str(NODE), "--eval", program], capture_output=True, check=True).stdout)
    for edition in EDITIONS:
        assert boxes[edition] == {
            "districts": [[card.id, card.type, card.cost, card.copies] for card in DISTRICTS[edition].values()],
            "characters": [[card.id, card.rank] for card in CHARACTERS[edition].values()],
        }
