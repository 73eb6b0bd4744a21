"""Games that end together are shrunk beside the turns that are due meanwhile."""

import pytest

from tests.promises import endings
from tests.support.telling import chosen, run


@pytest.mark.heavy
def test_many_games_that_end_together_keep_no_turn_waiting_and_are_all_kept() -> None:
    found = run(endings.prove(chosen(endings.SIZES), print))
    assert not found.faults
    assert found.figures["games"] == chosen(endings.SIZES).games
