"""Whatever one guest starts, the AIs of others answer in time (R24)."""

import pytest

from tests.promises import r24
from tests.support.telling import chosen, run


@pytest.mark.heavy
def test_the_tables_of_one_guest_keep_nobody_waiting() -> None:
    found = run(r24.prove(chosen(r24.SIZES), print))
    assert not found.faults
    assert found.figures["running"]
