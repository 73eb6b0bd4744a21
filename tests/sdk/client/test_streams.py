"""What is read of a stream, over as many connections as it takes; nothing here has a network or a clock that goes by itself."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from citadels_sdk import errors
from citadels_sdk.client import calls
from citadels_sdk.client.models_stream import EndFrame, EventsFrame, InvitedNotice, Notice, ViewFrame
from citadels_sdk.client.rate_limit import Pacer
from citadels_sdk.client.request_cycle import Lost, Response
from citadels_sdk.client.stream import Following
from citadels_sdk.client.stream_kinds import FrameReading, NoticeReading
from citadels_sdk.client.unknown import Unknown

from tests.sdk.client.test_request_cycle import REFUSED, SECRET, problem

if TYPE_CHECKING:
    from citadels_sdk.client.stream import Reading

pytestmark = pytest.mark.interpreter


def sse(told: object, *, event: str = "events") -> bytes:
    """One event of a stream."""
    return f"event: {event}\ndata: {json.dumps(told)}\n\n".encode()


def frame(number: int, kind: str = "events", events: tuple[int, ...] | None = None) -> dict[str, Any]:
    """A frame of a table."""
    listed = (number,) if events is None else events
    happened = [{"number": one, "kind": "gold", "seat": 0, "facts": {}} for one in listed]
    return {"type": kind, "table": "game_1", "number": number, "at": 1, "events": happened}


HEAD = Response(200, {"content-type": "text/event-stream", "x-request-id": "r"})


class Streaming:
    """A stream whose connections are given, each as its pieces."""

    def __init__(self, reading: Reading[Any], *, patience: float = 10.0) -> None:
        self.now = 1000.0
        self.following: Following[Any] = Following(
            lambda after: calls.stream_table("game_1", after=after),
            reading,
            base="http://host",
            pacer=Pacer(),
            patience=patience,
            clock=lambda: self.now,
            chance=lambda: 1.0,
        )
        self.asked: list[str | None] = []

    def connect(self, head: Response | Lost, *pieces: bytes) -> list[Any]:
        """What one connection brings."""
        self.now += self.following.wait()
        self.asked.append(self.following.request().headers.get("Last-Event-ID"))
        found: list[Any] = []
        if isinstance(head, Lost):
            self.following.cut(head)
            return found
        if self.following.opened(head):
            for piece in pieces:
                found += self.following.feed(piece)
                if self.following.finished:
                    break
        self.following.cut(Lost(True, "ended"))
        return found

    def exhaust(self, head: Response | Lost, *pieces: bytes) -> None:
        """The same again and again."""
        for _ in range(100):
            self.connect(head, *pieces)


def test_a_stream_goes_on_behind_the_last_number() -> None:
    stream = Streaming(FrameReading(None))
    first = stream.connect(HEAD, sse(frame(4, "view", ()), event="view"), sse(frame(5)), sse(frame(6))[:-9])
    assert [type(one) for one in first] == [ViewFrame, EventsFrame]
    assert stream.connect(REFUSED) == []
    assert stream.connect(problem("unavailable", 503, "2")) == []
    last = stream.connect(HEAD, sse(frame(6)), sse(frame(6, "end", ()), event="end"))
    assert [type(one) for one in last] == [EventsFrame, EndFrame]
    assert stream.asked == [None, "5", "5", "5"]
    assert stream.following.over


def test_what_comes_twice_is_passed_over() -> None:
    stream = Streaming(FrameReading(3))
    found = stream.connect(HEAD, sse(frame(3)), sse(frame(2)), sse(frame(5, events=(2, 3, 4, 5))), sse(frame(5)))
    assert [[event.number for event in one.events] for one in found] == [[4, 5]]


def test_a_frame_of_an_unknown_kind_is_handed_on() -> None:
    stream = Streaming(FrameReading(3))
    assert stream.connect(HEAD, sse({"type": "rumour"})) == [Unknown({"type": "rumour"})]


def test_a_connection_that_the_service_ends_is_taken_up_again() -> None:
    stream = Streaming(FrameReading(None))
    stream.connect(HEAD, sse(frame(5)), sse({"type": "end", "reason": "draining"}, event="end"))
    assert not stream.following.over
    assert [one.number for one in stream.connect(HEAD, sse(frame(6)))] == [6]
    assert stream.asked == [None, "5"]


def test_a_credential_that_is_no_longer_good_ends_a_stream() -> None:
    stream = Streaming(FrameReading(None))
    with pytest.raises(errors.Expired):
        stream.connect(HEAD, sse({"type": "end", "reason": "credential"}, event="end"))
    stream = Streaming(FrameReading(None))
    with pytest.raises(errors.NotFound):
        stream.connect(HEAD, sse({"type": "end", "reason": "not_found"}, event="end"))


def test_a_stream_that_is_refused_ends() -> None:
    for code, status, kind in (("not_found", 404, errors.NotFound), ("too_many", 409, errors.QuotaReached)):
        with pytest.raises(kind):
            Streaming(FrameReading(None)).connect(problem(code, status))


def test_a_service_that_stays_away_is_given_up() -> None:
    stream = Streaming(FrameReading(None), patience=10)
    stream.connect(HEAD, sse(frame(5)))
    with pytest.raises(errors.Unreachable, match="does not answer any more"):
        stream.exhaust(REFUSED)
    assert 3 < len(stream.asked) < 100
    assert stream.now <= 1010


def test_a_service_that_only_says_farewell_is_given_up() -> None:
    stream = Streaming(FrameReading(None), patience=10)
    with pytest.raises(errors.Unavailable):
        stream.exhaust(HEAD, sse({"type": "end", "reason": "unavailable"}, event="end"))
    assert len(stream.asked) < 100


def test_a_heartbeat_is_a_sign_of_life() -> None:
    stream = Streaming(FrameReading(None), patience=10)
    for _ in range(10):
        stream.connect(REFUSED)
        stream.now += 5
        assert stream.connect(HEAD, b": \n\n") == []


def test_a_stream_comes_back_when_the_service_says_and_else_after_pauses_that_grow() -> None:
    stream = Streaming(FrameReading(None), patience=100)
    connected: list[float] = []
    for head in (problem("unavailable", 503, "7"), problem("rate_limited", 429, "3"), REFUSED, REFUSED, REFUSED):
        stream.connect(head)
        connected.append(round(stream.now - 1000, 3))
    assert connected == [0.0, 7.1, 10.2, 10.6, 11.4]
    stream.connect(HEAD, b": beat\n\n")
    before = stream.now
    stream.connect(REFUSED)
    stream.connect(REFUSED)
    assert stream.now - before == pytest.approx(0.1 + 0.2)


def test_a_stream_goes_on_behind_what_was_asked_for_until_something_comes() -> None:
    stream = Streaming(FrameReading(41))
    stream.connect(REFUSED)
    stream.connect(HEAD, sse(frame(40)))
    stream.connect(HEAD, sse(frame(43, "view", ()), event="view"))
    stream.connect(HEAD)
    assert stream.asked == ["41", "41", "41", "43"]


def test_an_invitation_comes_once() -> None:
    stream = Streaming(NoticeReading(None))
    snapshot = {"type": "snapshot", "number": 2, "at": 1, "owed": [], "tables": ["game_1"]}
    invited = {"type": "invited", "number": 3, "at": 1, "table": "game_2", "seat": 1}
    found: list[Notice] = stream.connect(HEAD, sse(snapshot), sse(invited), sse(invited), sse(snapshot))
    assert [type(one).__name__ for one in found] == ["SnapshotNotice", "InvitedNotice", "SnapshotNotice"]
    assert stream.connect(HEAD, sse(invited)) == []
    assert stream.asked == [None, "3"]
    assert isinstance(found[1], InvitedNotice)


def test_what_is_no_stream_is_told() -> None:
    with pytest.raises(errors.NotCitadels):
        Streaming(FrameReading(None)).connect(Response(200, {"content-type": "text/html"}))
    with pytest.raises(errors.Misread) as refused:
        Streaming(FrameReading(None)).connect(HEAD, sse({"type": "events", "number": SECRET}))
    assert SECRET not in str(refused.value)
