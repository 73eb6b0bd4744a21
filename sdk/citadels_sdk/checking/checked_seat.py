"""A bot sits in one planned game: each decision put to it, what it answered, how long it took, what went wrong.

1. A fault does not end the game: what does no harm is played in place of the answer, as in `play(..., on_fault="harmless")`.
2. A plain bot that does not come back is interrupted after `PATIENCE` times the limit, and the game ends there.
3. A made position is played to the end of its round; a deal to the end of the game.
4. What is told of a game (`Sat`) is plain data, which another process may tell.
"""

from __future__ import annotations

import re
import signal
import threading
import traceback
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Final, TypeVar

from citadels_sdk.bot import harmless
from citadels_sdk.checking.coverage import Coverage
from citadels_sdk.errors import BotTimeout
from citadels_sdk.local.time_limit import Signal

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType

    from citadels_sdk.checking.decision_replay import Recorded
    from citadels_sdk.checking.plan import Planned
    from citadels_sdk.errors import BotFault
    from citadels_sdk.local.bot_loader import Entrant
    from citadels_sdk.view.view import View


T = TypeVar("T")
PATIENCE: Final = 5.0
OWN: Final = str(Path(__file__).resolve().parents[1])
PYTHON: Final = str(Path(traceback.__file__).parent)


class StillThinking(Signal):
    """Raised inside a bot that does not come back."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One decision put to the bot, and what became of it."""

    n: int
    kind: str
    answer: str
    ms: float
    late: bool


@dataclass(frozen=True, slots=True)
class Mishap:
    """One fault, and where in the game it happened."""

    code: str
    what: str
    advice: str
    n: int
    kind: str
    """The kind of the decision, or the name of the hook."""
    cause: str = ""
    """The name of the exception, where there is one."""
    place: str = ""
    """The last line of the bot's code."""
    trace: str = ""
    fatal: bool = False
    """Whether it ended the process of the bot, or could only be ended with it."""

    @classmethod
    def of(cls, fault: BotFault, n: int, kind: str) -> Mishap:
        """What is told of a fault."""
        cause = fault.__cause__
        name = "" if cause is None else type(cause).__name__
        what, trace = shown(fault.what), "\n".join(map(shown, told_trace(cause).splitlines()))
        return cls(fault.code, what, fault.advice, n, kind, name, shown(place_of(cause)), trace)


@dataclass(frozen=True, slots=True)
class Sat:
    """What came of a game."""

    asked: tuple[Asked, ...] = ()
    mishaps: tuple[Mishap, ...] = ()
    coverage: Coverage = field(default_factory=Coverage)
    hung: bool = False
    """Whether the game ended there since the bot did not come back."""


def sit(
    planned: Planned,
    entrant: Entrant,
    limit: float,
    tell: Callable[[str, int], None] | None = None,
    until: int | None = None,
) -> Sat:
    """Play the game, to its end or with `until` up to that decision; `tell` is told of each moment in which the bot may do something: the kind or hook, and the decision."""
    coverage = Coverage()
    sitting = Sitting(planned, entrant, limit, tell)
    sitting.play(coverage.note, until)
    return Sat(tuple(sitting.asked), tuple(sitting.mishaps), coverage, sitting.hung)


class Sitting:
    """One game with the bot in its seat."""

    def __init__(
        self,
        planned: Planned | Recorded,
        entrant: Entrant,
        limit: float,
        tell: Callable[[str, int], None] | None = None,
    ) -> None:
        self.planned = planned
        self.tell = tell
        self.limit = limit
        self.table = planned.table(entrant, limit)
        self.first_round = self.table.game.round
        self.asked: list[Asked] = []
        self.mishaps: list[Mishap] = []
        self.seen = 0
        self.hung = False
        self.patience = PATIENCE * limit if entrant.kind in ("class", "function", "object") else 0.0

    @property
    def over(self) -> bool:
        """Whether nothing is asked any more."""
        table = self.table
        return table.over or self.hung or (self.planned.case is not None and table.game.round > self.first_round)

    def play(self, before: Callable[[View], None] | None = None, until: int | None = None) -> None:
        """Play on to the end, or up to that decision; `before` is shown each view that is about to be put to the bot."""
        with self.table:
            self.begin()
            while not self.over and (until is None or self.table.game.n <= until):
                self.step(before)
            self.end()

    def begin(self) -> None:
        """The game begins."""
        self.guarded("on_start", self.table.begin)
        self.gather("")

    def end(self) -> None:
        """The bot is told of the result, where there is one."""
        if self.table.over:
            self.guarded("on_end", self.table.end)
            self.gather("")

    def step(self, before: Callable[[View], None] | None = None) -> None:
        """The next decision, whosever it is."""
        table = self.table
        if table.awaited != self.planned.seat:
            self.guarded("on_event", table.step)
            self.gather("")
            return
        view = table.view()
        if before is not None:
            before(view)
        pace = table.paces[self.planned.seat]
        spent = pace.seconds
        taken = self.guarded(view.kind, table.step)
        answer = "" if taken is None else taken.text
        if table.game.n == view.n:  # it was interrupted: nothing is taken yet
            answer = table.take(harmless(view)).text
        seconds = pace.seconds - spent
        late = self.gather(view.kind, view.n)
        self.asked.append(Asked(view.n, view.kind, answer, 1000 * seconds, late))

    def gather(self, kind: str, n: int | None = None) -> bool:
        """Take up the faults that are new; whether one of them is that it took too long."""
        late = False
        for fault in self.table.faults[self.seen :]:
            at = fault.n if fault.n is not None else self.table.game.n
            late = late or (isinstance(fault, BotTimeout) and fault.n is not None and fault.n == n)
            self.mishaps.append(Mishap.of(fault, at, fault.kind or kind))
        self.seen = len(self.table.faults)
        return late

    def guarded(self, what: str, do: Callable[[], T]) -> T | None:
        """What the bot does, interrupted where it does not come back: then nothing.

        The alarm may ring at any moment until it is off, so all of them lie inside of `try`; it rings once at most.
        """
        table, seat = self.table, self.planned.seat
        n, spent = table.game.n, table.paces[seat].seconds
        if self.tell is not None:
            self.tell(what, n)
        alarm = Alarm(self.patience)
        try:
            try:
                alarm.on()
                return do()
            finally:
                alarm.off()
        except StillThinking as error:
            alarm.off()
            self.hung = True
            if table.paces[seat].seconds == spent:
                table.paces[seat].note(self.patience)
            said = f"it was still thinking after {self.patience:g} s; the limit is {self.limit:g} s"
            hook = what.startswith("on_")
            fault = BotTimeout(said, bot=table.names[seat], seat=seat, n=None if hook else n, kind=what)
            fault.__cause__ = error
            table.faults.append(fault)
        return None


class Alarm:
    """Raises `StillThinking` in this thread after so many seconds, where the system can; an alarm that is set already rings all the same."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        can = seconds > 0 and hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
        self.before = signal.getsignal(signal.SIGALRM) if can else None
        self.left = signal.getitimer(signal.ITIMER_REAL)[0] if can else 0.0
        self.began = monotonic()
        self.can = self.before is not None and not 0 < self.left <= seconds

    def on(self) -> None:
        """Let it ring."""
        if self.can:
            signal.signal(signal.SIGALRM, self.ring)
            signal.setitimer(signal.ITIMER_REAL, self.seconds)

    def ring(self, _number: int, _frame: FrameType | None) -> None:
        """It rings."""
        raise StillThinking

    def off(self) -> None:
        """Let it not ring any more; to be called again where it rang in here."""
        if self.can:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, self.before)
            if self.left > 0:
                signal.setitimer(signal.ITIMER_REAL, max(0.001, self.left - (monotonic() - self.began)))


def shown(text: str) -> str:
    r"""One line that a terminal can show, of a text that a bot has made.

    >>> print(shown("two\n lines,\x1b[31m red"))
    two lines,�[31m red
    """
    line = re.sub(r"\s*[\r\n\v\f\x85\u2028\u2029]\s*", " ", text).expandtabs(4)
    return "".join(sign if sign.isprintable() else "\ufffd" for sign in line)


@cache
def ours(file: str) -> bool:
    """Whether a file is of the toolkit, of the engine, or of Python itself: no place to look for a bot's mistake."""
    if file.startswith(OWN) or "citadels_engine" in Path(file).parts:
        return True
    return file.startswith("<frozen") or (file.startswith(PYTHON) and "site-packages" not in file)


def place_of(error: BaseException | None) -> str:
    """The last line of the bot's own code that a traceback has: `file:line in function`; empty where there is none."""
    place = ""
    for frame, line in traceback.walk_tb(None if error is None else error.__traceback__):
        code = frame.f_code
        if not ours(code.co_filename):
            place = f"{Path(code.co_filename).name}:{line} in {code.co_name}"
    return place


def told_trace(error: BaseException | None) -> str:
    """The traceback from the bot's own code on."""
    if error is None:
        return ""
    frames = list(traceback.extract_tb(error.__traceback__))
    while frames and ours(frames[0].filename):
        frames.pop(0)
    if isinstance(error, StillThinking):
        frames = [frame for frame in frames if not ours(frame.filename)]
    lines: list[str] = ["Traceback (most recent call last):\n"] if frames else []
    lines += traceback.format_list(frames)
    if not isinstance(error, StillThinking):
        lines += traceback.format_exception_only(error)
    return "".join(lines).rstrip()
