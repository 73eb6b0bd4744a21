"""A fail-over undoes nothing that was acknowledged, where replicas are asked for (R6); a service that does not wait for them is seen."""

import pytest

from tests.promises import r6
from tests.support.marks import PLANTED
from tests.support.telling import chosen, run


@pytest.mark.heavy
def test_a_promoted_replica_has_all_that_was_acknowledged() -> None:
    found = run(r6.prove(chosen(r6.SIZES), print))
    assert not found.faults
    assert found.figures["moves_acknowledged"]
    assert found.figures["revocations"]


@pytest.mark.heavy
@PLANTED
@pytest.mark.parametrize("fault", ["no_secure", "only_commits"])
def test_a_service_that_does_not_wait_for_its_replica_is_seen(fault: str) -> None:
    assert run(r6.prove(r6.Size(1, 16, 60), print, spoilt=fault)).faults
