"""The clock: a turn does not wait for games that are shrunk, and what it holds is bounded."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from citadels_api.http.metrics import HELD
from citadels_api.problems import Refusal
from citadels_api.records import service as records
from citadels_api.store.memory import MemoryStore
from citadels_api.store.ports import StoreDown
from citadels_api.tables import service as tables
from citadels_engine.formats.record import read, verify
from citadels_workers import clock as clocks
from citadels_workers.ai_seats import Memory, burst
from citadels_workers.clock import Clock, go_round, tick
from structlog.testing import capture_logs

from tests.support.houses import guest, make_house, table_for
from tests.support.modules import replace_in
from tests.support.orders import clock_order, seat_order, table_order
from tests.workers.faulty import Faulty

if TYPE_CHECKING:
    from citadels_api.context import House

    from tests.support.houses import Clock as Hands

pytestmark = pytest.mark.anyio
LIMIT = 1000
LONG_MS = 30_000
PATIENCE_S = 10.0


async def games_over(house: House, hands: Hands, count: int) -> list[str]:
    """Games that are over and due to be shrunk."""
    who = await guest(house)
    order = table_order(players=2, seats=[seat_order("ai", level="random")] * 2)
    made = [(await tables.create(house, who, order)).id for _ in range(count)]
    for name in made:
        n = 0
        while await burst(house, Memory(), name, n, thinking=False) != "over":
            decision = (await tables.table(house, who, name)).decision
            assert decision is not None
            n = decision.n
    hands.now += house.settings.linger_ms
    return made


async def shrunk(house: House, names: list[str]) -> list[str]:
    """Which of the games are shrunk to a record that is right."""
    found = []
    for name in names:
        if await house.store.archived(name) is not None:
            assert verify(read(await records.record(house, None, name))).ok
            found.append(name)
    return found


class Gate:
    """In the place of what shrinks a game: it waits until the gate is open, and notes how many were there at once."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.opened = threading.Event()
        self.inside = self.most = 0
        self.changing = threading.Lock()
        monkeypatch.setattr(records, "shrunk", self.through(records.shrunk))

    def through(self, shrink: Any) -> Any:
        def waits(*given: Any) -> Any:
            with self.changing:
                self.inside += 1
                self.most = max(self.most, self.inside)
            self.opened.wait(300)
            with self.changing:
                self.inside -= 1
            return shrink(*given)

        return waits


async def test_a_turn_is_attended_to_while_games_are_shrunk(monkeypatch: pytest.MonkeyPatch) -> None:
    house, _, hands = make_house()
    gate = Gate(monkeypatch)
    names = await games_over(house, hands, 5)
    people = [await guest(house) for _ in range(2)]
    table = await table_for(house, people, clock=clock_order("decision", limit_ms=LIMIT))
    rounds = Clock(house)
    try:
        done, _ = await rounds.go_round(PATIENCE_S)
        assert not done, "all five wait, and the turn is not due yet"
        hands.now += LIMIT + house.settings.grace_ms
        done, _ = await rounds.go_round(PATIENCE_S)
        assert done == {"timeout": 1}
        assert (await tables.table(house, None, table)).status == "running"
        assert await shrunk(house, names) == []
    finally:
        gate.opened.set()
    done, _ = await rounds.go_round()
    assert done == {"archived": 5}
    assert await shrunk(house, names) == names
    assert 1 <= gate.most <= clocks.SHRUNK_AT_ONCE


async def test_games_beyond_those_that_may_wait_are_left_in_the_due_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clocks, "SHRUNK_SOON", 2)
    house, _, hands = make_house()
    names = await games_over(house, hands, 5)
    rounds = Clock(house)
    done, _ = await rounds.go_round()
    assert done == {"archived": 2, "over": 3}
    assert (await rounds.go_round())[0] == {}, "they are put off"
    for left in ({"archived": 2, "over": 1}, {"archived": 1}):
        hands.now += LONG_MS
        assert (await rounds.go_round())[0] == left
    assert await shrunk(house, names) == names


async def test_a_round_takes_so_many_of_a_shard_and_says_that_more_are_due(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clocks, "CLAIMED", 2)
    house, _, hands = make_house()
    assert isinstance(house.store, MemoryStore)
    house.store.space.due[7].update({f"gone{place}": hands.now for place in range(3)})
    rounds = Clock(house)
    assert [await rounds.go_round() for _ in range(3)] == [({"gone": 2}, True), ({"gone": 1}, False), ({}, False)]


async def test_a_clock_that_dies_on_the_way_loses_no_game_and_each_is_shrunk_once() -> None:
    house, _, hands = make_house()
    assert isinstance(house.store, MemoryStore)
    names = await games_over(house, hands, 3)
    space = house.store.space
    kept: list[str] = []

    class Counting(MemoryStore):
        async def archive(self, table: str, blob: bytes, **named: Any) -> bool:
            done = await super().archive(table, blob, **named)
            kept.extend([table] * done)
            return done

    for after in (False, True):
        for left in range(9):
            dying = Faulty(hands, space)
            dying.left, dying.after = left, after
            other, _, _ = make_house(dying)
            await go_round(other)
            hands.now += LONG_MS
    before = await shrunk(house, names)
    for _ in range(2):
        house.store = Counting(now=hands, space=space)
        await go_round(house)
        hands.now += LONG_MS
    assert sorted([*before, *kept]) == sorted(names)
    assert await shrunk(house, names) == names


async def test_a_clock_that_is_stopped_leaves_the_games_that_wait_to_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    house, _, hands = make_house()
    gate = Gate(monkeypatch)
    names = await games_over(house, hands, 4)
    rounds = Clock(house)
    await rounds.go_round(PATIENCE_S)
    stopping = asyncio.create_task(rounds.stop())
    await asyncio.sleep(0)
    gate.opened.set()
    await stopping
    hands.now += LONG_MS
    await go_round(house)
    assert await shrunk(house, names) == names


async def test_a_turn_that_cannot_be_attended_to_grows_late_until_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    house, _, hands = make_house()
    people = [await guest(house) for _ in range(2)]
    await table_for(house, people, clock=clock_order("decision", limit_ms=LIMIT))
    rounds = Clock(house)

    async def late_s() -> float:
        await rounds.go_round()
        return house.metrics.figures()[1][HELD]

    async def failing(*_: object, **__: object) -> str:
        raise StoreDown

    hands.now += LIMIT + house.settings.grace_ms
    with monkeypatch.context() as patched:
        patched.setattr(clocks, "attend", failing)
        assert await late_s() == 0
        hands.now += 7000
        assert await late_s() == 7
        hands.now += 2000
        assert await late_s() == 9, "although its due entry was put off by the lease"
    hands.now += 2000
    assert await late_s() == 0


async def test_a_turn_that_another_clock_has_attended_to_is_late_here_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    house, _, hands = make_house()
    people = [await guest(house) for _ in range(2)]
    await table_for(house, people, clock=clock_order("correspondence", days=1), timeout="forfeit")
    rounds = Clock(house)

    async def failing(*_: object, **__: object) -> str:
        raise StoreDown

    hands.now += 86_400_000 + house.settings.grace_ms
    with monkeypatch.context() as patched:
        patched.setattr(clocks, "attend", failing)
        await rounds.go_round()
    hands.now += 2000
    assert await go_round(house) == {"forfeit": 1}
    hands.now += clocks.GONE_MS
    await rounds.go_round()
    assert house.metrics.figures()[1][HELD] == 0
    assert rounds.late == {}


@pytest.mark.parametrize(
    ("word", "counted"),
    [
        ("timeout", ["default_action"]), ("takeover", ["ai_takes_over"]), ("forfeit", ["forfeit"]), ("fallback", ["overdue"]), ("called", []),
        ("early", []), ("failed:StoreDown", []),
    ],
)  # fmt: skip
async def test_a_decision_that_the_clock_takes_is_counted_by_the_policy(
    word: str, counted: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    house, _, hands = make_house()
    assert isinstance(house.store, MemoryStore)
    house.store.space.due[7]["game_due"] = hands.now
    told: list[str] = []
    monkeypatch.setattr(house.metrics, "fallback", told.append)

    async def attended(*_: object, **__: object) -> str:
        return word

    monkeypatch.setattr(clocks, "attend", attended)
    assert await go_round(house) == {word: 1}
    assert told == counted


async def test_what_goes_wrong_at_one_table_keeps_no_other_waiting_and_is_counted_as_a_fault(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    house, _, hands = make_house()
    assert isinstance(house.store, MemoryStore)
    faults = {
        "game_down": StoreDown(),
        "game_gone": Refusal("not_found"),
        "game_odd": ValueError("odd"),
        "game_well": None,
    }
    house.store.space.due[3].update(dict.fromkeys(faults, hands.now))

    async def attended(_: object, table: str, **__: object) -> str:
        fault = faults[table]
        if fault is not None:
            raise fault
        return "early"

    monkeypatch.setattr(clocks, "attend", attended)
    rounds = Clock(house)
    done, more = await rounds.go_round()
    assert done == {"failed:StoreDown": 1, "failed:Refusal": 1, "failed": 1, "early": 1}
    assert not more
    assert set(rounds.late) == {"game_down", "game_gone", "game_odd"}


async def test_a_store_that_is_away_is_asked_again_after_pauses_that_double_up_to_two_seconds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    house, _, _ = make_house()
    stopped, waits = asyncio.Event(), list[float]()
    answers: list[StoreDown | bool] = [
        StoreDown(),
        StoreDown(),
        StoreDown(),
        StoreDown(),
        StoreDown(),
        False,
        True,
        StoreDown(),
    ]

    async def round_of(_: Clock, patience: float) -> tuple[dict[str, int], bool]:
        assert patience == clocks.PATIENCE_S
        answer = answers.pop(0)
        if not answers:
            stopped.set()
        if isinstance(answer, StoreDown):
            raise answer
        return {"early": 1}, answer

    async def wait_for(awaited: Any, seconds: float) -> None:
        awaited.close()
        waits.append(seconds)
        raise TimeoutError

    monkeypatch.setattr(Clock, "go_round", round_of)
    replace_in(monkeypatch, clocks, asyncio, wait_for=wait_for)
    told: list[dict[str, int]] = []
    await tick(house, stopped, tell=told.append)
    assert waits == [0.4, 0.8, 1.6, 2.0, 2.0, 0.2, 0, 0.4]
    assert told == [{"early": 1}] * 2


# what goes wrong, and how it ends


@pytest.mark.parametrize(
    ("fault", "word", "told"),
    [
        (None, "done", []),
        (StoreDown("away"), "failed:StoreDown", []),
        (Refusal("not_found"), "failed:Refusal", []),
        (KeyError("x"), "failed", [("a table could not be attended to", "game_1", "KeyError")]),
    ],
)
async def test_a_fault_at_a_table_is_told_by_its_kind(
    fault: Exception | None, word: str, told: list[tuple[str, ...]]
) -> None:
    house, _, _ = make_house()

    async def doing() -> str:
        if fault is not None:
            raise fault
        return "done"

    with capture_logs() as logs:
        assert await Clock(house).guarded("game_1", doing()) == word
    assert [(line["event"], line["table"], line["reason"]) for line in logs] == told


async def test_how_late_the_latest_is_forgets_whatever_is_seen_to_elsewhere() -> None:
    house, _, _ = make_house()
    clock = Clock(house)
    assert clock.longest_late_ms(1_000_000) == 0
    clock.late = {"a": (100, 900_000), "b": (400, 999_000)}
    assert clock.longest_late_ms(915_000) == 914_900
    assert set(clock.late) == {"a", "b"}
    clock.busy = {"a": asyncio.create_task(asyncio.sleep(0, "x"))}
    assert clock.longest_late_ms(915_001) == 914_901, "it is in hand"
    await asyncio.wait(clock.busy.values())
    clock.busy.clear()
    assert clock.longest_late_ms(915_001) == 914_601
    assert set(clock.late) == {"b"}


async def test_what_has_ended_is_counted_by_what_it_was_and_taken_out_of_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    house, _, _ = make_house()
    clock = Clock(house)
    policies: list[str] = []
    monkeypatch.setattr(house.metrics, "fallback", policies.append)
    monkeypatch.setattr(clock, "shrink", lambda table: asyncio.sleep(0, f"shrunk {table}"))
    words = ("early", "early", "fallback", "timeout", "takeover", "forfeit", "failed:StoreDown", "over", "failed")
    tasks = {f"t{number}": asyncio.create_task(asyncio.sleep(0, word)) for number, word in enumerate(words)}
    tasks["t9"] = asyncio.create_task(asyncio.Event().wait())  # type: ignore[arg-type]
    clock.late = dict.fromkeys(tasks, (1, 1))
    await asyncio.wait([task for name, task in tasks.items() if name != "t9"])
    with capture_logs() as logs:
        done = clock.ended(tasks)
    counts = {"early": 2, "fallback": 1, "timeout": 1, "takeover": 1, "forfeit": 1, "failed:StoreDown": 1, "failed": 1}
    assert done == counts
    assert list(tasks) == ["t9"]
    assert set(clock.late) == {"t6", "t8", "t9"}
    assert list(clock.over) == ["t7"]
    assert policies == ["overdue", "default_action", "ai_takes_over", "forfeit"]
    assert [(line["event"], line["table"], line["policy"]) for line in logs] == [
        ("attended", f"t{number}", words[number]) for number in (2, 3, 4, 5)
    ]
    tasks["t9"].cancel()
    await asyncio.gather(*tasks.values(), *clock.over.values(), return_exceptions=True)
    monkeypatch.setattr(clocks, "SHRUNK_SOON", 1)
    last = {"t10": asyncio.create_task(asyncio.sleep(0, "over"))}
    await asyncio.wait(last.values())
    assert clock.ended(last) == {"over": 1}, "those that wait are enough: the next clock takes it up"


async def test_a_clock_that_stops_lets_turns_come_to_their_end_and_breaks_off_the_rest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    house, _, _ = make_house()
    clock = Clock(house)
    monkeypatch.setattr(clocks, "DRAIN_S", 0.05)
    await clock.stop()
    clock.over = {"shrinks": asyncio.create_task(asyncio.Event().wait())}  # type: ignore[arg-type]
    clock.busy = {
        "quick": asyncio.create_task(asyncio.sleep(0.01, "done")),
        "slow": asyncio.create_task(asyncio.Event().wait()),  # type: ignore[arg-type]
    }
    tasks = {**clock.over, **clock.busy}
    await clock.stop()
    assert {name: task.cancelled() for name, task in tasks.items()} == {"shrinks": True, "quick": False, "slow": True}
    assert tasks["quick"].result() == "done"


async def test_a_ladder_that_cannot_be_folded_is_folded_later(monkeypatch: pytest.MonkeyPatch) -> None:
    house, _, _ = make_house()
    rests: list[float] = []
    faults: list[Exception | None] = [None, StoreDown("away"), KeyError("x"), None]
    folded: list[object] = []

    async def fold(one: House) -> int:
        folded.append(one)
        fault = faults.pop(0)
        if fault is not None:
            raise fault
        return 1

    async def sleep(seconds: float) -> None:
        rests.append(seconds)
        if not faults:
            raise asyncio.CancelledError

    monkeypatch.setattr(clocks, "fold_games", fold)
    replace_in(monkeypatch, clocks, asyncio, sleep=sleep)
    with capture_logs() as logs, pytest.raises(asyncio.CancelledError):
        await clocks.keep_folding(house)
    assert folded == [house] * 4
    assert rests == [1.0] * 4
    assert [(line["event"], line["reason"]) for line in logs] == [("the ladder could not be folded", "KeyError")]


async def test_a_clock_process_goes_round_until_it_is_told_to_end_and_closes_what_it_opened(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    steps: list[object] = []

    class Store:
        async def close(self) -> None:
            steps.append("closed")

    async def opened(url: str, *, timeout_ms: int) -> Store:
        steps.append((url, timeout_ms))
        return Store()

    async def goes_on(*_: object, **named: object) -> None:
        steps.append(named)
        try:
            await asyncio.Event().wait()
        finally:
            steps.append("broken off")

    async def ticking(house: House, stopped: asyncio.Event) -> None:
        await asyncio.sleep(0)
        os.kill(os.getpid(), signal.SIGTERM)
        async with asyncio.timeout(30):
            await stopped.wait()
        steps.append("ticked")

    monkeypatch.setattr(clocks, "open_store", opened)
    monkeypatch.setattr(clocks, "make_bell", lambda settings, metrics: steps.append(metrics))
    monkeypatch.setattr(clocks, "publisher", lambda metrics, store: (metrics, store))
    monkeypatch.setattr(clocks, "keep_publishing", goes_on)
    monkeypatch.setattr(clocks, "keep_folding", goes_on)
    monkeypatch.setattr(clocks, "tick", ticking)
    before = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}
    settings: Any = SimpleNamespace(redis_url="redis://a", store_timeout_ms=77)
    try:
        await clocks.main(settings)
    finally:
        for number, handler in before.items():
            asyncio.get_running_loop().remove_signal_handler(number)
            signal.signal(number, handler)
    assert steps[0] == ("redis://a", 77)
    assert steps[2:4] == [{"every_s": 2.0}, {}]
    assert steps[4:] == ["ticked", "broken off", "broken off", "closed"]
