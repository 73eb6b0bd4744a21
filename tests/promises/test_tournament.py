"""A live tournament ends rightly among bots that do not behave and processes that are killed."""

from __future__ import annotations

import pytest

from tests.promises import tournament
from tests.support.telling import chosen, run


@pytest.mark.heavy
def test_a_tournament_in_trouble_ends_with_right_standings_and_records_that_verify() -> None:
    size = chosen(tournament.SIZES)
    found = run(tournament.prove(size, print))
    assert not found.faults
    assert found.figures["kills"] == 3 * size.rounds
