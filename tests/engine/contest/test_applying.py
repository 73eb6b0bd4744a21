"""What an entry of the log changes."""

import pytest

from tests.engine.contest.events import advance, entered


@pytest.mark.parametrize(("form", "missed"), [("swiss", 1), ("knock-out", 1), ("arena", 0), ("round-robin", 0)])
def test_who_comes_late_has_byes_where_rounds_were_missed(form: str, missed: int) -> None:
    event = entered("ann", "bea", "cid", "dan", format=form, seats=2, late="byes")
    event.apply({"kind": "started"})
    advance(event)
    event.apply({"kind": "entered", "entrant": "eve"})
    assert event.byes.get("eve", 0) == missed


def test_who_comes_late_has_no_byes_where_none_are_given() -> None:
    event = entered("ann", "bea", "cid", "dan", format="swiss", seats=2, late="zero")
    event.apply({"kind": "started"})
    advance(event)
    event.apply({"kind": "entered", "entrant": "eve"})
    assert event.byes.get("eve", 0) == 0
