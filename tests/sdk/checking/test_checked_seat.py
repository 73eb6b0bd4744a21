"""A bot in one game of a check: what is kept of each decision, what of a fault, and the alarm for a bot that does not come back."""

from __future__ import annotations

import signal
import threading
import traceback
from typing import TYPE_CHECKING, Any

import pytest
from citadels_sdk import Bot
from citadels_sdk.checking import checked_seat as sittings
from citadels_sdk.checking.checked_seat import (
    OWN,
    PATIENCE,
    PYTHON,
    Alarm,
    Mishap,
    Sitting,
    StillThinking,
    ours,
    place_of,
    shown,
    sit,
    told_trace,
)
from citadels_sdk.checking.plan import Planned
from citadels_sdk.errors import BotFault, BotRaised, BotTimeout, IllegalChoice
from citadels_sdk.local.bot_loader import resolve

if TYPE_CHECKING:
    from collections.abc import Iterator

    from citadels_sdk import View

DEALT = Planned("s", 1, 2)
MADE = Planned("s", 0, 5, case="modern/king")


class Last(Bot):
    """Takes the last legal action."""

    def choose(self, view: View) -> Any:
        return view.actions[-1]


class Failing(Last):
    """Raises in its turn."""

    def choose(self, view: View) -> Any:
        if view.kind == "turn":
            raise KeyError("there")
        return view.actions[-1]


class Clock:
    """The house's clock, with a timer of which the system knows nothing."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 100.0
        self.left = 0.0
        self.set: list[float] = []
        monkeypatch.setattr(sittings, "monotonic", lambda: self.now)
        monkeypatch.setattr(signal, "setitimer", lambda _which, seconds: self.set.append(seconds))
        monkeypatch.setattr(signal, "getitimer", lambda _which: (self.left, 0.0))


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[Clock]:
    before = signal.getsignal(signal.SIGALRM)
    yield Clock(monkeypatch)
    signal.signal(signal.SIGALRM, before)


# --- a game ----------------------------------------------------------------------------------------------------------


def test_a_deal_is_played_to_its_end_and_each_decision_is_kept() -> None:
    seen = sit(DEALT, resolve(Last), 60.0)
    sitting = Sitting(DEALT, resolve(Last), 60.0)
    sitting.play()
    assert sitting.table.over
    own = [(n, action.text) for n, (seat, action) in enumerate(sitting.table.taken) if seat == 1]
    assert [(one.n, one.answer) for one in seen.asked] == own
    assert {one.kind for one in seen.asked} >= {"pick", "turn"}
    assert not any(one.late for one in seen.asked)
    assert sum(one.ms for one in sitting.asked) == pytest.approx(1000 * sitting.table.paces[1].seconds)
    assert (seen.mishaps, seen.hung, seen.coverage.players) == ((), False, {"2"})


def test_a_made_position_is_played_to_the_end_of_its_round() -> None:
    sitting = Sitting(MADE, resolve(Last), 60.0)
    assert not sitting.over
    sitting.play()
    assert (sitting.over, sitting.table.over, sitting.table.game.round) == (True, False, sitting.first_round + 1)


def test_a_game_may_be_played_up_to_a_decision() -> None:
    assert max(one.n for one in sit(DEALT, resolve(Last), 60.0, until=5).asked) <= 5
    sitting = Sitting(DEALT, resolve(Last), 60.0)
    sitting.play(until=5)
    assert sitting.table.game.n == 6


def test_a_fault_does_not_end_the_game_and_is_kept_with_its_place() -> None:
    seen = sit(MADE, resolve(Failing), 60.0)
    first = seen.mishaps[0]
    assert (first.code, first.what, first.kind, first.cause, first.fatal) == (
        "bot_raised",
        "it raised KeyError: 'there'",
        "turn",
        "KeyError",
        False,
    )
    assert first.n == seen.asked[0].n
    assert first.place.startswith("test_checked_seat.py:")
    assert first.place.endswith(" in choose")
    assert first.trace.startswith("Traceback (most recent call last):\n  File ")
    assert first.trace.endswith("KeyError: 'there'")
    assert len(seen.mishaps) == sum(one.kind == "turn" for one in seen.asked)
    assert seen.asked[0].answer == "gold"


def test_hooks_that_fail_are_kept_with_their_name() -> None:
    def no(_bot: object, _told: object) -> None:
        raise ValueError("no")

    for hook in ("on_start", "on_event", "on_end"):
        seen = sit(DEALT, resolve(type("Hooked", (Last,), {hook: no})), 60.0)
        assert {one.kind for one in seen.mishaps} == {hook}
        assert {one.what for one in seen.mishaps} == {f"in {hook} it raised ValueError: no"}


def test_each_moment_in_which_the_bot_may_do_something_is_told() -> None:
    told: list[tuple[str, int]] = []
    seen = sit(DEALT, resolve(Last), 60.0, lambda kind, n: told.append((kind, n)))
    assert told[0] == ("on_start", 0)
    assert told[-1][0] == "on_end"
    assert [(one.kind, one.n) for one in seen.asked] == [one for one in told if not one[0].startswith("on_")]
    assert {kind for kind, _ in told if kind.startswith("on_")} == {"on_start", "on_event", "on_end"}


def test_each_view_is_shown_before_it_is_put_to_the_bot() -> None:
    shown_views: list[int] = []
    sitting = Sitting(MADE, resolve(Last), 60.0)
    sitting.play(lambda view: shown_views.append(view.n))
    assert shown_views == [one.n for one in sitting.asked]


@pytest.mark.parametrize(
    ("like", "patience"), [("greedy", 0.0), (Last, 2.5), (Last(), 2.5), (lambda view: view.actions[0], 2.5)]
)
def test_who_plays_in_this_process_is_waited_for_five_times_the_limit(like: Any, patience: float) -> None:
    assert PATIENCE == 5.0
    assert Sitting(MADE, resolve(like), 0.5).patience == patience


def test_a_bot_that_does_not_come_back_is_interrupted_and_its_game_ends_there(clock: Clock) -> None:
    class Hanging(Last):
        def choose(self, view: View) -> Any:
            signal.raise_signal(signal.SIGALRM)
            return view.actions[-1]

    seen = sit(MADE, resolve(Hanging), 0.5)
    assert (seen.hung, len(seen.asked), seen.asked[0].late) == (True, 1, True)
    mishap = seen.mishaps[0]
    assert (len(seen.mishaps), mishap.code, mishap.what) == (
        1,
        "bot_timeout",
        "it was still thinking after 2.5 s; the limit is 0.5 s",
    )
    assert (mishap.n, mishap.kind, mishap.cause) == (seen.asked[0].n, "turn", "StillThinking")
    assert seen.asked[0].answer == "gold"
    assert clock.set[0] == 2.5
    assert clock.set[-1] == 0


def test_an_interrupted_hook_is_no_decision(clock: Clock) -> None:
    class Hanging(Last):
        def on_start(self, start: object) -> None:
            signal.raise_signal(signal.SIGALRM)

    seen = sit(MADE, resolve(Hanging), 0.5)
    assert (seen.hung, seen.asked, [one.kind for one in seen.mishaps]) == (True, (), ["on_start"])
    assert clock.set[0] == 2.5


def test_a_slow_answer_is_late_and_the_game_goes_on() -> None:
    sitting = Sitting(MADE, resolve(Last), 60.0)
    with sitting.table:
        sitting.begin()
        n = sitting.table.game.n
        sitting.table.faults += [BotTimeout("slow", seat=0, n=n, kind="turn"), IllegalChoice("no", seat=0, n=n)]
        assert sitting.gather("keep", n) is True
        assert [(one.code, one.n, one.kind) for one in sitting.mishaps] == [
            ("bot_timeout", n, "turn"),
            ("illegal_choice", n, "keep"),
        ]
        assert sitting.gather("keep", n) is False
        sitting.table.faults += [BotTimeout("slow", seat=0, n=n, kind="turn")]
        assert sitting.gather("keep", n + 1) is False
        sitting.table.faults += [BotTimeout("slow", seat=0, kind="on_start")]
        assert sitting.gather("keep") is False
        assert (sitting.mishaps[-1].n, len(sitting.mishaps)) == (n, 4)


# --- the alarm -------------------------------------------------------------------------------------------------------


def test_an_alarm_rings_and_is_put_back(clock: Clock) -> None:
    before = signal.getsignal(signal.SIGALRM)
    alarm = Alarm(2.0)
    assert (alarm.can, alarm.before) == (True, before)
    alarm.on()
    with pytest.raises(StillThinking):
        signal.raise_signal(signal.SIGALRM)
    alarm.off()
    assert (clock.set, signal.getsignal(signal.SIGALRM)) == ([2.0, 0], before)


@pytest.mark.parametrize(
    ("left", "can", "after"), [(0.0, True, [2.0, 0]), (1.0, False, []), (2.0, False, []), (2.5, True, [2.0, 0, 2.0]), (2.1, True, [2.0, 0, 1.6])]
)  # fmt: skip
def test_an_alarm_of_somebody_else_that_rings_later_is_set_again(
    clock: Clock, left: float, can: bool, after: list[float]
) -> None:
    clock.left = left
    alarm = Alarm(2.0)
    assert alarm.can is can
    alarm.on()
    clock.now += 0.5
    alarm.off()
    assert clock.set == pytest.approx(after)


def test_an_alarm_that_should_have_rung_meanwhile_rings_at_once(clock: Clock) -> None:
    clock.left = 3.0
    alarm = Alarm(2.0)
    alarm.on()
    clock.now += 5.0
    alarm.off()
    assert clock.set == [2.0, 0, 0.001]


def test_without_patience_and_in_another_thread_there_is_no_alarm(clock: Clock) -> None:
    found = [Alarm(0.0).can, Alarm(-1.0).can]
    thread = threading.Thread(target=lambda: found.append(Alarm(2.0).can))
    thread.start()
    thread.join(30)
    assert found == [False, False, False]
    alarm = Alarm(0.0)
    alarm.on()
    alarm.off()
    assert clock.set == []


# --- what is told of a fault -----------------------------------------------------------------------------------------


def caught(code: str, file: str) -> BaseException:
    """What is raised by this code of that file."""
    try:
        exec(compile(code, file, "exec"), {})
    except BaseException as error:  # noqa: BLE001  # whatever it is
        error.__traceback__ = error.__traceback__.tb_next if error.__traceback__ else None
        return error
    raise AssertionError("nothing was raised")


def test_the_place_is_the_last_line_of_the_bots_own_code() -> None:
    error = caught("def inner():\n    import json\n    json.loads('{')\n\ninner()", "/bots/mine.py")
    assert place_of(error) == "mine.py:3 in inner"
    assert place_of(None) == ""
    assert place_of(caught("1 / 0", f"{OWN}/x.py")) == ""


def test_the_trace_begins_with_the_bots_own_code() -> None:
    error = caught("def inner():\n    1 / 0\n\ninner()", "/bots/mine.py")
    lines = told_trace(error).splitlines()
    assert lines[0] == "Traceback (most recent call last):"
    assert [line.strip() for line in lines if "File" in line] == [
        'File "/bots/mine.py", line 4, in <module>',
        'File "/bots/mine.py", line 2, in inner',
    ]
    assert lines[-1] == "ZeroDivisionError: division by zero"
    assert told_trace(None) == ""
    assert told_trace(caught("1 / 0", f"{OWN}/x.py")) == "ZeroDivisionError: division by zero"


def test_the_trace_of_a_bot_that_was_interrupted_is_its_own_code_alone() -> None:
    error = caught("from citadels_sdk.checking.checked_seat import Alarm\nAlarm(0).ring(14, None)", "/bots/mine.py")
    assert isinstance(error, StillThinking)
    told = told_trace(error)
    assert [line.strip() for line in told.splitlines()] == [
        "Traceback (most recent call last):",
        'File "/bots/mine.py", line 2, in <module>',
    ]


@pytest.mark.parametrize(
    ("file", "is_ours"),
    [
        (f"{OWN}/view.py", True), ("/x/citadels_engine/game.py", True), ("/x/citadels_engine.py", False), ("<frozen importlib>", True), ("<string>", False),
        (f"{PYTHON}/json/decoder.py", True), (f"{PYTHON}/site-packages/numpy/x.py", False), ("/bots/mine.py", False),
    ],
)  # fmt: skip
def test_files_of_the_toolkit_the_engine_and_python_are_no_place_of_a_bots_mistake(file: str, is_ours: bool) -> None:
    assert ours(file) is is_ours


def test_a_mishap_is_told_in_lines_that_a_terminal_can_show() -> None:
    fault = BotRaised("it\nraised \x1b[31m", seat=1, n=3, kind="turn")
    assert Mishap.of(fault, 3, "turn") == Mishap("bot_raised", "it raised \ufffd[31m", BotFault.advice, 3, "turn")
    fault.__cause__ = caught("raise ValueError('a\\x1bb')", "/bots/mi\tne.py")
    told = Mishap.of(fault, 3, "turn")
    assert (told.cause, told.place) == ("ValueError", "mi  ne.py:1 in <module>")
    assert told.trace.splitlines()[-1] == "ValueError: a\ufffdb"
    assert len(told.trace.splitlines()) == len(traceback.format_exception_only(fault.__cause__)) + 2


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("a\n  b", "a b"),
        ("a \r\n\v\f b", "a b"),
        ("a\x85b\u2028c\u2029d", "a b c d"),
        ("a\tb", "a   b"),
        ("\x00é\x7f", "\ufffdé\ufffd"),
        ("", ""),
    ],
)
def test_a_text_is_shown_in_a_line(text: str, line: str) -> None:
    assert shown(text) == line
