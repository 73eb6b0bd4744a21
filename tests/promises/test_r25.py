"""A store that strangers fill lets every running game end (R25)."""

import pytest

from tests.promises import r25
from tests.support.telling import chosen, run


@pytest.mark.heavy
def test_running_games_end_and_reads_are_answered_while_the_store_is_full() -> None:
    found = run(r25.prove(chosen(r25.SIZES), print))
    assert not found.faults
    assert found.figures["moves"]
