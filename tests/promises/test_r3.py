"""A key makes one move, however often it is sent (R3)."""

import pytest

from tests.promises import r3
from tests.support.telling import chosen, run


@pytest.mark.heavy
def test_a_key_makes_one_move_and_has_one_answer() -> None:
    found = run(r3.prove(chosen(r3.SIZES), print))
    assert not found.faults
    assert found.figures["kills"]
    assert found.figures["replays"]
