"""The processes of a bot that is checked: what they are told, what they say, and what it means when they end or say nothing."""

from __future__ import annotations

import io
import pickle
import threading
from typing import TYPE_CHECKING, Any

import pytest
from citadels_sdk.checking import isolation
from citadels_sdk.checking.checked_seat import Asked, Mishap, Sat
from citadels_sdk.checking.isolation import BOOT, NOT_EXIT, Apart, can_play_apart, ended, fatal, playing, serve
from citadels_sdk.checking.plan import Planned
from citadels_sdk.errors import BotDied, BotNotFound, BotTimeout
from citadels_sdk.local.bot_loader import resolve
from citadels_sdk.pool.processes import CannotTravel, Worker

from tests.sdk.bots import First

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

PLANNED = Planned("s", 0, 2)
HUNG = Sat(hung=True)
FATAL = Mishap("bot_died", "it died", "", 3, "turn", fatal=True)


class Silent(io.BytesIO):
    """What never says anything, until it is let go."""

    def __init__(self) -> None:
        super().__init__()
        self.over = threading.Event()

    def readline(self, *_: object) -> bytes:
        self.over.wait(30)
        return b""

    def read(self, *_: object) -> bytes:
        self.over.wait(30)
        return b""


class Fake(Worker):
    """A process that is none, and has said all at once."""

    def __init__(self, said: Sequence[object] | None, how: str) -> None:
        heard = Silent() if said is None else io.BytesIO(b"".join(pickle.dumps(one) for one in said))
        super().__init__(0, heard, io.BytesIO(), None)
        self.how = how
        self.orders: list[Any] = []

    def end(self) -> str:
        if isinstance(self.heard, Silent):
            self.heard.over.set()
        text = self.told.getvalue()  # type: ignore[attr-defined]  # it is a BytesIO
        self.orders = [pickle.loads(text)] if text else []
        return self.how


@pytest.fixture
def processes(monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[Any]]:
    """Have processes that say these things, in order; what they were started with."""
    started: list[Any] = []

    def have(*said: Sequence[object] | None, how: str = "ended with status 3") -> list[Any]:
        left = list(said)

        def start(packed: bytes, boot: str, **variables: str) -> Worker:
            worker = Fake(left.pop(0), how)
            started.append((pickle.loads(packed), boot, variables, worker))
            return worker

        monkeypatch.setattr(isolation, "start_fresh", start)
        return started

    return have


def sats(number: int = 1) -> Sat:
    return Sat(asked=(Asked(number, "pick", "pick king", 1.0, False),))


def test_a_game_is_played_twice_in_one_process_and_once_in_the_other(processes: Callable[..., list[Any]]) -> None:
    started = processes(
        [("ready",), ("sat", sats(1)), ("doing", "turn", 4), ("sat", sats(2))], [("ready",), ("sat", sats(3))]
    )
    with Apart(resolve(First), 0.5) as both:
        both.start()
        assert [one.asked[0].n for one in both.play(PLANNED)] == [1, 2, 3]
    assert [(limit, boot) for (_, limit), boot, _, _ in started] == [(0.5, BOOT)] * 2
    assert [variables for _, _, variables, _ in started] == [{"PYTHONHASHSEED": "0"}, {"PYTHONHASHSEED": "1"}]
    assert [worker.orders for *_, worker in started] == [[(PLANNED, 2, None)], [(PLANNED, 1, None)]]
    assert "from citadels_sdk.checking.isolation import main; main()" in BOOT


def test_a_game_that_hung_is_not_played_in_the_other_process(processes: Callable[..., list[Any]]) -> None:
    processes([("ready",), ("sat", HUNG)], [("ready",)])
    with Apart(resolve(First), 0.5) as both:
        assert both.play(PLANNED) == [HUNG]


def test_a_process_that_ends_is_the_end_of_its_game_and_the_next_game_has_another(
    processes: Callable[..., list[Any]],
) -> None:
    started = processes([("ready",), ("doing", "turn", 4)], [("ready",)], [("ready",), ("sat", sats(7))])
    with Apart(resolve(First), 0.5) as both:
        found = both.play_in(0, PLANNED, 2)
        assert [(sat.hung, sat.mishaps) for sat in found] == [
            (True, (Mishap("bot_died", "its process ended with status 3", NOT_EXIT, 4, "turn", fatal=True),))
        ]
        assert both.play_in(0, PLANNED, until=7) == [sats(7)]
    assert len(started) == 3
    assert started[2][3].orders == [(PLANNED, 1, 7)]


def test_before_it_says_anything_it_is_at_its_start(processes: Callable[..., list[Any]]) -> None:
    processes([("ready",)], [("ready",)])
    with Apart(resolve(First), 0.5) as both:
        mishap = both.play_in(0, PLANNED)[0].mishaps[0]
    assert (mishap.kind, mishap.n) == ("on_start", 0)


def test_a_process_that_says_nothing_is_ended(
    processes: Callable[..., list[Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    processes([("ready",)], [("ready",)])
    waited: list[float] = []

    def hear(_child: object, seconds: float) -> tuple[str]:
        waited.append(seconds)
        return ("late",)

    with Apart(resolve(First), 0.5) as both:
        both.start()
        monkeypatch.setattr(isolation.Child, "hear", hear)
        mishap = both.play_in(0, PLANNED)[0].mishaps[0]
    assert waited == [6.0]
    assert (mishap.code, mishap.fatal, mishap.advice) == ("bot_timeout", True, BotTimeout.advice)
    assert mishap.what == "it did not come back in 6 s, could not be interrupted, and its process was ended"


def test_nothing_is_heard_in_time(processes: Callable[..., list[Any]]) -> None:
    processes(None)
    child = isolation.Child(pickle.dumps((None, 1.0)), 1.0, "0")
    assert child.hear(0.0) == ("late",)
    assert child.end() == "ended with status 3" == child.end()
    assert child.hear(30) == ("over",)
    assert not child.thread.is_alive()


@pytest.mark.parametrize(
    ("said", "error", "told"),
    [
        ([("cannot", "ImportError: no")], CannotTravel, "ImportError: no"),
        ([], BotNotFound, "first ends the process that reads it: it ended with status 3"),
        ([("doing", "turn", 1)], BotNotFound, "first ends the process that reads it: it ended with status 3"),
    ],
)
def test_a_bot_that_cannot_be_read_there_is_told(
    processes: Callable[..., list[Any]], said: Sequence[object], error: type[Exception], told: str
) -> None:
    processes(said, [("ready",)])
    with Apart(resolve(First), 0.5) as both, pytest.raises(error, match=f"^{told}$"):
        both.start()


def test_a_bot_whose_file_is_read_too_long_is_told(
    processes: Callable[..., list[Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    processes(None, None)
    monkeypatch.setattr(isolation, "READY_S", 0.0)
    with Apart(resolve(First), 0.5) as both, pytest.raises(BotNotFound, match=r"^first could not be read in 0 s$"):
        both.start()


def test_a_process_that_runs_is_started_once(processes: Callable[..., list[Any]]) -> None:
    started = processes([("ready",)], [("ready",)])
    with Apart(resolve(First), 0.5) as both:
        both.start()
        both.start()
    assert len(started) == 2


def test_a_game_that_ended_with_its_process_has_its_fault() -> None:
    assert ended(BotDied("how"), 4, "turn", "do not").mishaps == (
        Mishap("bot_died", "how", "do not", 4, "turn", fatal=True),
    )
    assert ended(BotDied("how"), 4, "turn").mishaps[0].advice == BotDied.advice
    assert ended(BotDied("how"), 4, "turn").hung is True


def test_bots_that_can_be_imported_play_apart(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("def choose(view):\n    return view.actions[0]\n")
    assert can_play_apart(resolve(str(tmp_path / "mine.py")))
    assert can_play_apart(resolve(First))
    assert not can_play_apart(resolve("greedy"))
    assert not can_play_apart(resolve(First()))
    assert not can_play_apart(resolve(lambda view: view.actions[0]))


def test_who_can_be_brought_there_plays_apart_and_the_others_here(processes: Callable[..., list[Any]]) -> None:
    processes([("ready",)], [("ready",)])
    with playing(resolve(First), 60.0) as play:
        assert isinstance(getattr(play, "__self__", None), Apart)
    with playing(resolve(First()), 60.0) as play:
        assert not isinstance(getattr(play, "__self__", None), Apart)
        found = play(Planned("s", 0, 5, case="modern/king"))
    assert len(found) == 2
    assert [one.answer for one in found[0].asked] == [one.answer for one in found[1].asked]


def test_who_fails_to_arrive_plays_here(processes: Callable[..., list[Any]]) -> None:
    processes([("cannot", "no")], [("ready",)])
    with playing(resolve(First), 60.0) as play:
        assert not isinstance(getattr(play, "__self__", None), Apart)


def test_a_game_that_hung_here_is_played_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(isolation, "sit", lambda planned, entrant, limit: HUNG)
    assert isolation.play_here(resolve(First), 1.0, PLANNED) == [HUNG]


@pytest.mark.parametrize(
    ("sat", "found"), [(sats(), None), (Sat(mishaps=(Mishap("bot_raised", "x", "", 1, "turn"), FATAL)), FATAL), (Sat(mishaps=(Mishap("x", "x", "", 1, "turn"),)), None)]
)  # fmt: skip
def test_what_ends_the_process_is_found_up_to_a_decision(
    processes: Callable[..., list[Any]], sat: Sat, found: Mishap | None
) -> None:
    started = processes([("ready",), ("sat", sat)], [("ready",)])
    assert fatal(resolve(First), 0.5, PLANNED, 9) == found
    assert started[0][3].orders == [(PLANNED, 1, 9)]


def test_of_who_cannot_be_brought_there_nothing_is_found(processes: Callable[..., list[Any]]) -> None:
    assert fatal(resolve("greedy"), 0.5, PLANNED, 9) is None
    processes([("cannot", "no")], [("ready",)])
    assert fatal(resolve(First), 0.5, PLANNED, 9) is None


def said(monkeypatch: pytest.MonkeyPatch, outcomes: list[Sat], *orders: object) -> tuple[list[Any], list[Any]]:
    """What a process says that is handed these games, and what it was asked to play."""
    asked: list[Any] = []

    def sit(
        planned: Planned, entrant: object, limit: float, tell: Callable[[str, int], None], until: int | None
    ) -> Sat:
        asked.append((planned, limit, until))
        tell("turn", 4)
        return outcomes.pop(0)

    monkeypatch.setattr(isolation, "sit", sit)
    heard, told = io.BytesIO(b"".join(pickle.dumps(order) for order in orders)), io.BytesIO()
    serve(resolve(First), 0.5, heard, told)
    text, found = told.getvalue(), list[Any]()
    file = io.BytesIO(text)
    while file.tell() < len(text):
        found.append(pickle.load(file))
    return found, asked


def test_a_process_plays_what_it_is_handed_so_many_times(monkeypatch: pytest.MonkeyPatch) -> None:
    told, asked = said(monkeypatch, [sats(1), sats(2), sats(3)], (PLANNED, 2, None), (PLANNED, 1, 5))
    doing = ("doing", "turn", 4)
    assert told == [("ready",), doing, ("sat", sats(1)), doing, ("sat", sats(2)), doing, ("sat", sats(3))]
    assert asked == [(PLANNED, 0.5, None)] * 2 + [(PLANNED, 0.5, 5)]


def test_a_process_plays_no_game_again_that_hung(monkeypatch: pytest.MonkeyPatch) -> None:
    told, asked = said(monkeypatch, [HUNG, sats(2)], (PLANNED, 2, None), (PLANNED, 1, None))
    assert [one[1] for one in told if one[0] == "sat"] == [HUNG, sats(2)]
    assert len(asked) == 2
