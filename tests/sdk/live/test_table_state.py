"""What a seat knows and does next, without a service: events once and in order, decisions once, nothing answered that can be answered no more."""

from __future__ import annotations

from typing import Any

import pytest
from citadels_sdk.client.models import Committed, Decision, Event, Position
from citadels_sdk.client.models_stream import EndFrame, EventsFrame
from citadels_sdk.live.table_state import Ask, End, Fetch, Look, Return, Seated, Tell, Wait

pytestmark = pytest.mark.interpreter

ME = 1


def event(number: int, kind: str = "gain", seat: int | None = 0, **facts: Any) -> Event:
    return Event(number=number, kind=kind, seat=seat, facts=facts)


def asked(n: int, seat: int = ME) -> Decision:
    return Decision(seat=seat, kind="turn", n=n, asked=0, deadline=None)


def frame(*events: Event, decision: Decision | None = None) -> EventsFrame:
    return EventsFrame(table="t", number=events[-1].number, at=0, events=events, decision=decision)


def position(number: int, decision: Decision | None, status: str = "running") -> Position:
    told = {
        "table": "t",
        "number": number,
        "seat": ME,
        "status": status,
        "view": {},
        "decision": decision,
        "result": None,
    }
    return Position.model_validate(told)


def committed(number: int, *events: Event, decision: Decision | None = None, replayed: bool = False) -> Committed:
    return Committed(
        outcome="ok", table="t", seat=ME, taken=1, n=9, number=number, events=events, position=position(number, decision),
        stopped=None, replayed=replayed,
    )  # fmt: skip


def started(*more: Event, decision: Decision | None = None) -> Seated:
    """A seat at a table that has started."""
    seated = Seated("t", ME)
    seated.frame(frame(event(1, "start", None), *more, decision=decision))
    return seated


def told(seated: Seated) -> list[object]:
    """The amounts of the events that are told now."""
    found = []
    while isinstance(step := seated.next(), Tell):
        found.append(step.event.get("amount"))
        seated.done(step.event)
    return found


def test_nothing_is_done_before_the_game_starts() -> None:
    seated = Seated("t", ME)
    seated.frame(frame(event(1, "join"), event(2, "join", 1)))
    assert seated.next() == Wait()


def test_events_are_told_once_and_in_order_from_whatever_source() -> None:
    seated = started()
    seated.events([event(4, amount=4), event(3, amount=3)])
    assert seated.next() == Wait()
    seated.frame(frame(event(2, amount=2), event(3, amount=3)))
    assert told(seated) == [2, 3, 4]
    seated.frame(frame(event(2, amount=2), event(3, amount=3), event(4, amount=4)))
    assert told(seated) == []
    assert [one["amount"] for one in seated.history] == [2, 3, 4]


def test_events_of_the_table_are_not_told() -> None:
    assert [one["kind"] for one in started(event(2, "join"), event(3), event(4, "ask", ME)).history] == ["gain"]


def test_a_decision_is_looked_at_and_then_asked_with_all_events_before_it() -> None:
    seated = started(decision=asked(5))
    assert seated.next() == Look()
    seated.looked(position(3, asked(5)))
    assert seated.next() == Fetch(1)
    seated.frame(frame(event(2, amount=2), event(3, amount=3), decision=asked(5)))
    assert told(seated) == [2, 3]
    assert seated.next() == Ask(position(3, asked(5)), 2)


def test_what_came_after_the_position_is_not_in_its_view() -> None:
    seated = started(event(2, amount=2), decision=asked(5))
    seated.looked(position(2, asked(5)))
    seated.events([event(3, amount=3)])
    assert told(seated) == [2, 3]
    assert seated.next() == Ask(position(2, asked(5)), 1)


def test_a_decision_of_another_seat_is_waited_for() -> None:
    assert started(decision=asked(5, seat=0)).next() == Wait()


def test_a_position_that_is_older_than_what_is_known_tells_nothing() -> None:
    seated = started(event(2), event(3), decision=asked(6, seat=0))
    assert len(told(seated)) == 2
    seated.looked(position(2, asked(5)))
    assert seated.next() == Wait()


def test_an_answer_that_was_taken_is_never_given_again() -> None:
    seated = started(decision=asked(5))
    seated.looked(position(1, asked(5)))
    seated.took(5, committed(3, event(2), event(3), decision=asked(6, seat=0)))
    assert len(told(seated)) == 2
    seated.frame(frame(event(2), event(3), decision=asked(5)))
    seated.doubt()
    seated.looked(position(3, asked(5)))
    assert seated.next() == Wait()


def test_a_next_decision_in_the_answer_is_asked_at_once() -> None:
    seated = started(decision=asked(5))
    seated.looked(position(1, asked(5)))
    seated.took(5, committed(2, event(2), decision=asked(6)))
    told(seated)
    assert seated.next() == Ask(position(2, asked(6)), 1)


def test_after_an_answer_that_came_again_the_position_is_looked_at() -> None:
    seated = started(decision=asked(5))
    seated.looked(position(1, asked(5)))
    seated.took(5, committed(2, event(2), decision=asked(6, seat=0), replayed=True))
    assert seated.next() == Look()


def test_a_decision_that_was_missed_is_not_asked_again() -> None:
    seated = started(decision=asked(5))
    seated.looked(position(1, asked(5)))
    seated.missed(5)
    assert seated.next() == Look()
    seated.looked(position(1, asked(5)))
    assert seated.next() == Wait()


@pytest.mark.parametrize("kind", ["resign", "forfeit"])
def test_a_seat_that_left_is_not_asked(kind: str) -> None:
    assert started(event(2, kind, ME), decision=asked(5)).next() == Wait()
    assert started(event(2, kind, 0), decision=asked(5)).next() == Look()


def test_a_seat_that_an_ai_plays_on_is_taken_back() -> None:
    assert started(event(2, "takeover", ME)).next() == Return()
    assert started(event(2, "takeover", ME), event(3, "return", ME)).next() == Wait()
    assert started(event(2, "takeover", 0)).next() == Wait()


def test_word_of_a_decision_from_elsewhere_lets_it_be_looked_for_once() -> None:
    seated = started(decision=asked(4, seat=0))
    assert seated.owes(5)
    assert seated.next() == Look()
    seated.looked(position(3, asked(5)))
    assert not seated.owes(5)
    seated.missed(5)
    seated.looked(position(3, asked(5)))
    assert not seated.owes(5)


def test_the_end_comes_after_the_last_event_and_with_the_last_position() -> None:
    seated = started()
    seated.frame(EndFrame(table="t", number=3, at=0, events=()))
    assert seated.next() == Look()
    seated.looked(position(3, None, "over"))
    assert seated.next() == Fetch(1)
    seated.events([event(2, amount=2), event(3, "end", None)])
    assert seated.next() == Look()
    seated.looked(position(3, None, "over"))
    assert told(seated) == [2]
    assert seated.next() == End(position(3, None, "over"))


def test_where_the_service_has_lost_its_last_events_what_comes_then_is_new() -> None:
    seated = started(event(2, amount=2), event(3, amount=3), event(4, amount=4), decision=asked(7))
    seated.missed(7)
    seated.looked(position(2, asked(5)))
    assert seated.next() == Look()
    seated.lost(position(2, asked(5)))
    assert told(seated) == [2]
    assert seated.next() == Ask(position(2, asked(5)), 1)
    seated.took(5, committed(3, event(3, amount=30), decision=asked(6)))
    assert told(seated) == [30]
    assert [one["amount"] for one in seated.history] == [2, 30]
    assert seated.next() == Ask(position(3, asked(6)), 2)


def test_a_table_that_was_closed_before_its_game_ends_without_a_position() -> None:
    seated = Seated("t", ME)
    seated.frame(frame(event(1, "aborted", None)))
    assert seated.next() == Look()
    seated.nothing()
    assert seated.next() == End(None)
