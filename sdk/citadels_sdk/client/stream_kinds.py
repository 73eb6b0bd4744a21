"""How the kinds of streams are read: what is new in a frame or a notice, and from where to go on."""

from __future__ import annotations

from functools import cache

from pydantic import TypeAdapter

from citadels_sdk.client.models_stream import EndFrame, EventsFrame, Frame, InvitedNotice, Notice, TournamentNotice
from citadels_sdk.client.models_tournament import OverFrame, StateFrame, TournamentFrame
from citadels_sdk.client.stream import Reading
from citadels_sdk.client.unknown import Unknown

__all__ = ["FrameReading", "NoticeReading", "TournamentReading"]


@cache
def _frames() -> TypeAdapter[Frame]:
    return TypeAdapter(Frame)


@cache
def _notices() -> TypeAdapter[Notice]:
    return TypeAdapter(Notice)


@cache
def _tournament_frames() -> TypeAdapter[TournamentFrame]:
    return TypeAdapter(TournamentFrame)


class FrameReading(Reading[Frame]):
    """The frames of a table: each number once, up to the end."""

    def read(self, data: str) -> Frame | None:
        """What a message says; None where it says nothing new."""
        frame = _frames().validate_json(data)
        if isinstance(frame, Unknown):
            return frame
        if isinstance(frame, EndFrame):
            self.end()
        elif isinstance(frame, EventsFrame) and self.after is not None:
            if frame.number <= self.after:
                return None
            if frame.events and frame.events[0].number <= self.after:
                events = tuple(event for event in frame.events if event.number > self.after)
                frame = frame.model_copy(update={"events": events})
        self.reached(frame.number)
        return frame


class NoticeReading(Reading[Notice]):
    """The notices of an account: each invitation once; what else comes tells what holds now, and may come again."""

    def read(self, data: str) -> Notice | None:
        """What a message says; None where it says nothing new."""
        notice = _notices().validate_json(data)
        if isinstance(notice, Unknown):
            return notice
        if (
            isinstance(notice, InvitedNotice | TournamentNotice)
            and self.after is not None
            and notice.number <= self.after
        ):
            return None
        self.reached(notice.number)
        return notice


class TournamentReading(Reading[TournamentFrame]):
    """The frames of a tournament: each entry once, up to the end."""

    def read(self, data: str) -> TournamentFrame | None:
        """What a message says; None where it says nothing new."""
        frame = _tournament_frames().validate_json(data)
        if isinstance(frame, Unknown):
            return frame
        if isinstance(frame, StateFrame):
            self.after = frame.number  # less than before where the service has lost what was last
            return frame
        if isinstance(frame, OverFrame):
            self.end()
        elif self.after is not None and frame.number <= self.after:
            return None
        if self.after is not None and frame.entries and frame.entries[0].number <= self.after:
            entries = tuple(entry for entry in frame.entries if entry.number > self.after)
            frame = frame.model_copy(update={"entries": entries})
        self.reached(frame.number)
        return frame
