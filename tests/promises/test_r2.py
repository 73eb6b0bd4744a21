"""Of many submissions for one decision one is accepted (R2)."""

import pytest

from tests.promises import r2
from tests.support.telling import chosen, run


@pytest.mark.heavy
def test_one_submission_for_a_decision_is_accepted() -> None:
    found = run(r2.prove(chosen(r2.SIZES), print))
    assert not found.faults
    assert found.figures["decisions"] == chosen(r2.SIZES).decisions
