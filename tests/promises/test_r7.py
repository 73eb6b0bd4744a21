"""Whatever the store does, every request is answered in time and truly (R7)."""

import pytest

from tests.promises import r7
from tests.support.telling import chosen, run


@pytest.mark.heavy
def test_every_request_is_answered_in_time_and_truly() -> None:
    found = run(r7.prove(chosen(r7.SIZES), print))
    assert not found.faults
    assert found.figures["outages"]
    assert found.figures["moves_acknowledged"]
