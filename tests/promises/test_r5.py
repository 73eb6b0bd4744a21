"""No turn of an AI is lost, whatever is killed (R5)."""

from typing import cast

import pytest

from tests.promises import r5
from tests.support.telling import chosen, run


@pytest.mark.heavy
def test_no_turn_is_lost_whatever_is_killed() -> None:
    found = run(r5.prove(chosen(r5.SIZES), print))
    assert not found.faults
    assert cast("int", found.figures["games"]) >= chosen(r5.SIZES).games
    assert set(cast("dict[str, int]", found.figures["faults_met"])) >= {"kill", "flush", "all workers dead", "clock"}
