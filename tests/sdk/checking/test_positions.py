"""Made positions are as they were when people looked at them, whatever the number of players."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path

import pytest
from citadels_engine import save
from citadels_engine.errors import SetupError
from citadels_sdk.checking.positions import case_for, cases, deal_case

from tests.support.kept import assert_kept

KEPT = Path(__file__).parent / "kept"


def short(value: object) -> str:
    """A short name for it that nothing else has."""
    return sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()[:8]


def test_each_made_position_is_as_it_was_looked_at() -> None:
    """Who changes one looks at it, and writes its digest anew."""
    assert_kept(KEPT / "cases.txt", [f"{name} {short(told)}" for name, told in cases().items()])


def test_each_made_position_can_be_played_by_those_who_could_play_it() -> None:
    """And is the same position then, as far as it was looked at."""
    lines = []
    for name in cases():
        sizes = [case_for(name, players) for players in range(2, 9)]
        dealt = [short(save(deal_case(one, "s"))) for one in sizes if one is not None]
        lines.append(f"{name} {' '.join(one.partition('@')[2] or 'own' for one in sizes if one)} {short(dealt)}")
    assert_kept(KEPT / "sizes.txt", lines)


@pytest.mark.parametrize(
    ("name", "said"),
    [("modern/nobody", "there is no 'modern/nobody'"), ("modern/king@9", "cannot be played by 9"), ("modern/king@x", "cannot be played by x"),
     ("modern/king@1", "cannot be played by 1")],
)  # fmt: skip
def test_what_is_no_made_position_is_refused(name: str, said: str) -> None:
    with pytest.raises(SetupError, match=said):
        deal_case(name, "s")
