"""Many games at once are all played to their end."""

import pytest

from tests.promises import crowd
from tests.support.telling import chosen, run


@pytest.mark.heavy
def test_every_game_of_a_crowd_is_played_to_its_end() -> None:
    found = run(crowd.prove(chosen(crowd.SIZES), print))
    assert not found.faults
    assert found.figures["games"] == chosen(crowd.SIZES).games
