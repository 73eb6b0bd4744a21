"""A seat at a table, without I/O: what is known, and what is to be done next.

1. Events are taken in the order of their numbers, each once, from whatever source they come: the stream, the answer to a move, a page.
2. The decision awaited is that of the highest number heard of. What comes later with a lower number tells nothing.
3. A decision is put to the bot once, with a position that has it, and after all events up to that position.
4. A decision counts as answered when its answer was taken, or can be taken no more: then it is never answered again.
5. Where the service itself has lost its last events, `lost` goes back to what it has: what comes then is new, decisions included.
6. `next` says what to do; nothing is done twice by asking again.

>>> seated = Seated("game_1", 0)
>>> seated.next()
Wait()
"""

from __future__ import annotations

from bisect import bisect_right
from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

from citadels_sdk.client.models_stream import EndFrame, EventsFrame, ViewFrame

if TYPE_CHECKING:
    from collections.abc import Iterable

    from citadels_sdk.client.models import Committed, Decision, Event, Position
    from citadels_sdk.client.models_stream import Frame
    from citadels_sdk.view.event_history import Event as Told

__all__ = ["Ask", "End", "Fetch", "Look", "Return", "Seated", "Step", "Tell", "Wait"]

HOUSE: Final = frozenset(
    {
        "aborted", "ask", "created", "declined", "end", "forfeit", "get_up", "invitation", "join", "rematch", "reserved", "resign",
        "return", "start", "takeover", "timeout",
    }
)  # fmt: skip
"""The events of the table, which are none of the game."""


@dataclass(frozen=True, slots=True)
class Wait:
    """Nothing to do until something happens."""


@dataclass(frozen=True, slots=True)
class Look:
    """Get the position."""


@dataclass(frozen=True, slots=True)
class Fetch:
    """Get the events after a number."""

    after: int


@dataclass(frozen=True, slots=True)
class Tell:
    """Tell the bot an event."""

    event: Told


@dataclass(frozen=True, slots=True)
class Ask:
    """Put the decision of the position to the bot, which has seen so many events, and send its answer."""

    position: Position
    count: int


@dataclass(frozen=True, slots=True)
class Return:
    """Take the seat back from the AI that plays on."""


@dataclass(frozen=True, slots=True)
class End:
    """The game is over; without a position it was broken off before the deal."""

    position: Position | None


Step: TypeAlias = Wait | Look | Fetch | Tell | Ask | Return | End


class Seated:
    """What one seat of one table knows."""

    def __init__(self, table: str, seat: int) -> None:
        self.table = table
        self.seat = seat
        self.heard = 0
        """The number of the last event before which none is missing."""
        self.history: list[Told] = []
        """The events of the game up to there."""
        self.started = False
        self.over = False
        self.left = False
        """Whether the seat has resigned or forfeited: it is never asked again."""
        self.away = False
        """Whether an AI plays on for it."""
        self.answered = -1
        """The highest decision that was answered, or can be answered no more."""
        self._numbers: list[int] = []
        self._ahead: dict[int, Event] = {}
        self._untold: deque[Told] = deque()
        self._known = -1
        self._decision: Decision | None = None
        self._position: Position | None = None
        self._look = False

    # --- what comes in ------------------------------------------------------------------------------------------------

    def frame(self, frame: Frame) -> None:
        """A frame of the table's stream."""
        if isinstance(frame, ViewFrame):
            if frame.position is not None:
                self.looked(frame.position)
        elif isinstance(frame, EventsFrame):
            self.events(frame.events)
            if frame.number > self._known or (frame.number == self._known and frame.decision is not None):
                self._known, self._decision = frame.number, frame.decision
        elif isinstance(frame, EndFrame):
            self.over = self._look = True

    def events(self, events: Iterable[Event]) -> None:
        """Some events, in any order, known ones among them."""
        for event in events:
            if event.number > self.heard:
                self._ahead[event.number] = event
        while (one := self._ahead.pop(self.heard + 1, None)) is not None:
            self.heard += 1
            self._take(one)

    def _take(self, event: Event) -> None:
        own = event.seat == self.seat
        match event.kind:
            case "start":
                self.started = True
            case "end" | "aborted":
                self.over = self._look = True
            case "resign" | "forfeit" if own:
                self.left = True
            case "takeover" if own:
                self.away = True
            case "return" if own:
                self.away = False
            case kind if kind not in HOUSE:
                told = event.to_json()
                self.history.append(told)
                self._numbers.append(event.number)
                self._untold.append(told)
            case _:
                pass

    def looked(self, position: Position) -> None:
        """The position was got."""
        if position.number < self._known:
            return
        self.started = True
        self._look = False
        self._known, self._decision, self._position = position.number, position.decision, position
        if position.status in ("over", "aborted"):
            self.over = True

    @property
    def known(self) -> int:
        """The highest number heard of."""
        return self._known

    def lost(self, position: Position) -> None:
        """The service has lost all that came after the position: so is it here, but for what the bot was told."""
        number, decision = position.number, position.decision
        kept = bisect_right(self._numbers, number)
        gone = len(self._numbers) - kept
        for _ in range(min(gone, len(self._untold))):
            self._untold.pop()
        del self.history[kept:], self._numbers[kept:]
        self._ahead.clear()
        self.heard, self._known = min(self.heard, number), number
        if decision is not None:
            self.answered = min(self.answered, decision.n - 1)
        self.over = False
        self.looked(position)

    def took(self, n: int, answer: Committed) -> None:
        """The answer to a decision was taken."""
        self.answered = max(self.answered, n)
        self.events(answer.events)
        self.looked(answer.position)
        self._look = self._look or answer.replayed

    def missed(self, n: int) -> None:
        """A decision can be answered no more: the game has moved on, or its time was over."""
        self.answered = max(self.answered, n)
        self._look = True

    def nothing(self) -> None:
        """There is no position: the game has not been dealt."""
        self._look = False

    def doubt(self) -> None:
        """What is known may be old."""
        self._look = True

    def owes(self, n: int) -> bool:
        """The service says, by another way, that this decision is owed: whether that is news."""
        news = n > self.answered and (self._decision is None or self._decision.n < n)
        self._look = self._look or news
        return news

    # --- what to do -----------------------------------------------------------------------------------------------------

    def next(self) -> Step:
        """What to do now."""
        if self._look and (self.started or self.over):
            return Look()
        if self.over:
            return self._ending()
        if not self.started:
            return Wait()
        if self.away and not self.left:
            return Return()
        if not self._owed():
            return self._telling() or Wait()
        position = self._position
        if position is None or position.number < self._known or position.decision is None:
            return Look()
        if self.heard < position.number:
            return Fetch(self.heard)
        return self._telling() or Ask(position, bisect_right(self._numbers, position.number))

    def done(self, event: Told) -> None:
        """The bot was told the event."""
        if self._untold and self._untold[0] is event:
            self._untold.popleft()

    def _telling(self) -> Tell | None:
        return Tell(self._untold[0]) if self._untold else None

    def _owed(self) -> bool:
        decision = self._decision
        return decision is not None and decision.seat == self.seat and decision.n > self.answered and not self.left

    def _ending(self) -> Step:
        position = self._position
        if position is not None and self.heard < position.number:
            return Fetch(self.heard)
        return self._telling() or End(position)
