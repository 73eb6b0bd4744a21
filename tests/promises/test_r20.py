"""Processes end in time, and nobody notices (R20)."""

import pytest

from tests.promises import r20
from tests.support.telling import chosen, run


@pytest.mark.heavy
def test_nobody_notices_that_processes_are_restarted() -> None:
    found = run(r20.prove(chosen(r20.SIZES), print))
    assert not found.faults
    assert found.figures["restarts"]
    assert found.figures["requests"]
