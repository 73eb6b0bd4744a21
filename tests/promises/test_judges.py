"""The proofs see what they are there to see: histories with a fault in them are found faulty, and services with a fault planted too."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from citadels_engine import is_over, legal_actions, new_game
from citadels_engine.formats.record import Record, begin, read

from tests.promises import r2, r3, r5, r7, r20, r24, r25
from tests.promises.alone import waits
from tests.support.line import Answer, Lost
from tests.support.marks import PLANTED
from tests.support.recorded import differing, opened
from tests.support.telling import run

if TYPE_CHECKING:
    from collections.abc import Callable


def answer(status: int, **members: Any) -> Answer:
    kind = "application/json" if status < 400 else "application/problem+json"
    return Answer(status, {"content-type": kind}, json.dumps(members, separators=(",", ":")).encode())


# R2

WON = answer(200, n=8, position={"status": "running"})
LOST = answer(409, code="conflict", n=8)


def test_one_winner_and_the_others_in_conflict_is_right() -> None:
    assert not r2.judge(7, [LOST, WON, LOST])
    assert not r2.judge(7, [answer(200, n=8, position={"status": "over"}), answer(409, code="game_over")])


@pytest.mark.parametrize(
    "answers",
    [
        [LOST, LOST],
        [WON, WON, LOST],
        [WON, answer(409, code="conflict", n=7)],
        [WON, answer(409, code="not_your_turn", n=8)],
        [WON, answer(409, code="game_over")],
        [WON, answer(500, code="internal")],
        [WON, answer(503, code="unavailable")],
        [WON, LOST, TimeoutError()],
    ],
    ids=["no winner", "two winners", "stale number", "other code", "over already", "a 500", "a 503", "silence"],
)
def test_any_other_outcome_of_a_contest_is_seen(answers: list[Answer | Exception]) -> None:
    assert r2.judge(7, answers)


# R3

FIRST = answer(200, number=9, replayed=False)
AGAIN = answer(200, number=9, replayed=True)
REUSED = answer(422, code="key_reused")


def key(answers: list[Answer], others: list[Answer] | None = None) -> r3.Key:
    return r3.Key("k", (7, 0, "end"), answers, others or [])


def test_one_first_answer_and_the_same_again_is_right() -> None:
    assert not r3.judge(key([answer(503, code="unknown_outcome"), FIRST, AGAIN, AGAIN], [REUSED]))
    assert not r3.judge(key([AGAIN]))


@pytest.mark.parametrize(
    "faulty",
    [
        key([FIRST, FIRST]),
        key([FIRST, answer(200, number=10, replayed=True)]),
        key([FIRST, answer(409, code="conflict", n=8)]),
        key([FIRST, answer(500, code="internal")]),
        key([FIRST], [AGAIN]),
        key([FIRST], [answer(409, code="conflict", n=8)]),
    ],
    ids=[
        "twice the first",
        "another answer",
        "a conflict",
        "a 500",
        "another body replayed",
        "another body in conflict",
    ],
)
def test_any_other_answer_to_a_key_is_seen(faulty: r3.Key) -> None:
    assert r3.judge(faulty)


# R5


def test_turns_in_time_are_right() -> None:
    assert not r5.judge([(0, 0), (0, 3400), *[(5, 6)] * 200], [])
    assert not r5.judge([(0, 9000), *[(0, 0)] * 200], [6000])
    assert not r5.judge([(0, 9000), *[(0, 0)] * 200])


@pytest.mark.parametrize(
    ("turns", "faults"),
    [
        ([(0, 3600), *[(0, 0)] * 200], []),
        ([(0, 9000), *[(0, 0)] * 200], [5000]),
        ([(0, 9000), *[(0, 0)] * 200], [9500]),
        ([(0, 10100), *[(0, 0)] * 200], [9000]),
        ([(0, 3100)] * 2 + [(0, 0)] * 100, []),
        ([(0, 10100), *[(0, 0)] * 200], None),
        ([(0, 3100)] * 2 + [(0, 0)] * 100, None),
    ],
    ids=[
        "late",
        "late after a fault",
        "a fault that came later",
        "too late in any case",
        "too many late",
        "too late in a storm",
        "too many late in a storm",
    ],
)
def test_turns_that_come_late_are_seen(turns: list[tuple[int, int]], faults: list[int] | None) -> None:
    assert r5.judge(turns, faults)


# R7

OUTAGE = [r7.Outage("is dead", 100.0, 110.0)]
REFUSED = r7.Ask("move", 105.0, 1.0, 503, "unavailable", "1")


def test_refusals_while_the_store_is_away_are_right() -> None:
    assert not r7.judge([REFUSED, r7.Ask("move", 112.9, 0.1, 503, "unavailable", "1")], OUTAGE)
    assert not r7.judge([r7.Ask("look", 5.0, 0.1, 200), r7.Ask("healthz", 105.0, 0.1, 200)], OUTAGE)


@pytest.mark.parametrize(
    "ask",
    [
        r7.Ask("look", 105.0, 2.6, 200),
        r7.Ask("move", 105.0, 1.0, 503, "unavailable", None),
        r7.Ask("healthz", 105.0, 0.1, 503, "unavailable", "1"),
        r7.Ask("move", 113.1, 0.1, 503, "unavailable", "1"),
        r7.Ask("move", 50.0, 0.1, 503, "unavailable", "1"),
        r7.Ask("move", 105.0, 0.1, 500, "internal"),
        r7.Ask("move", 105.0, 0.1, 409, "conflict"),
        r7.Ask("move", 105.0, 0.1, 0, "Lost"),
    ],
    ids=["late", "no Retry-After", "no health", "not back", "no reason", "a 500", "another verdict", "silence"],
)
def test_any_other_answer_of_a_service_without_a_store_is_seen(ask: r7.Ask) -> None:
    assert r7.judge([REFUSED, ask], OUTAGE)


# R20


def test_a_request_that_met_a_closing_connection_and_was_sent_again_is_right() -> None:
    assert not r20.judge([r20.Request("move", [Lost("closed", sent=True), FIRST])])


@pytest.mark.parametrize(
    "attempts",
    [
        [Lost("cut off", sent=True, begun=True), FIRST],
        [Lost("nobody listens", sent=False), FIRST],
        [Lost("closed", sent=True), AGAIN],
        [answer(503, code="unavailable"), FIRST],
        [answer(500, code="internal")],
        [TimeoutError(), FIRST],
        [Lost("closed", sent=True)],
        [],
    ],
    ids=["cut off", "nobody listens", "taken, not answered", "a 503", "a 500", "silence", "given up", "nothing"],
)
def test_a_request_that_failed_is_seen(attempts: list[Answer | Lost | TimeoutError]) -> None:
    assert r20.judge([r20.Request("move", attempts)])


# records


def a_record() -> Record:
    game = new_game(2, seed="a record")
    record = begin(game, game_id="t", names=["ann", "bea"], date="2026-01-31")
    while not is_over(game):
        at = 1000 + 10 * game.n
        record.take(game, legal_actions(game)[0], asked=at, received=at + 10 * (game.n % 3))
    record.finish(game)
    return record


def moves(record: Record) -> list[tuple[int, int, str]]:
    return [(taken.n, taken.seat, taken.do) for taken in record.taken]


def test_a_record_of_what_was_acknowledged_is_right() -> None:
    record = a_record()
    again, faults = opened(record.text(), "t", record.header.commitment)
    assert not faults
    assert again is not None
    assert not differing(again, moves(record), (0, 1))


def doubled(lines: list[str]) -> list[str]:
    return [*lines[:5], lines[4], *lines[5:]]


def gap(lines: list[str]) -> list[str]:
    return [*lines[:4], *lines[5:]]


def cut(lines: list[str]) -> list[str]:
    return lines[:-2]


def other_action(lines: list[str]) -> list[str]:
    taken = json.loads(lines[-2])
    return [*lines[:-2], json.dumps({**taken, "do": "draw"}), lines[-1]]


@pytest.mark.parametrize("damage", [doubled, gap, cut, other_action])
def test_a_damaged_record_is_seen(damage: Callable[[list[str]], list[str]]) -> None:
    record = a_record()
    _, faults = opened("\n".join(damage(record.text().splitlines())) + "\n", "t", record.header.commitment)
    assert faults


def test_a_record_of_another_table_or_deal_is_seen() -> None:
    record = a_record()
    assert opened(record.text(), "another", record.header.commitment)[1]
    assert opened(record.text(), "t", "0" * 64)[1]


def test_a_move_lost_doubled_or_never_acknowledged_is_seen() -> None:
    record = a_record()
    said = moves(record)
    assert differing(record, [*said, (len(said), 0, "end")], (0, 1))
    assert differing(record, [*said, said[3]], (0, 1))
    assert differing(record, said[:-1], (0, 1))


def test_the_waits_of_a_record_are_those_for_the_first_decision_of_a_turn() -> None:
    record = read(a_record().text())
    found = waits(record.taken)
    changes = sum(one.seat != after.seat for one, after in zip(record.taken, record.taken[1:], strict=False))
    assert len(found) == 1 + changes
    assert {done - asked for asked, done in found} <= {0, 10, 20}


# services with a fault planted


@pytest.mark.heavy
@PLANTED
def test_a_commit_that_asks_for_no_number_is_caught() -> None:
    found = run(r2.prove(r2.Size(20, 16, 1), print, "no_number"))
    assert "submissions were accepted" in found.faults[0]


@pytest.mark.heavy
@PLANTED
def test_a_commit_that_asks_for_no_key_is_caught() -> None:
    found = run(r3.prove(r3.Size(2, 20, 10, 2, 1000), print, "no_key"))
    assert "conflict" in found.faults[0]


@pytest.mark.heavy
@PLANTED
def test_a_clock_that_never_rings_is_caught() -> None:
    found = run(r5.prove(r5.Size(0, 8, 8, 1, 1, True, patience_s=3.0), print, "no_ring"))
    assert any("hangs" in fault for fault in found.faults)


def test_an_answer_as_in_the_calm_is_right_and_a_late_one_is_seen() -> None:
    calm = [10.0, 20.0, 30.0]
    assert not r24.judge("greedy", calm, [80.0, 80.0, 999.0])
    assert "80 ms is promised" in r24.judge("greedy", calm, [81.0, 81.0, 999.0])[0]
    assert "1000 ms is promised" in r24.judge("greedy", calm, [10.0, 10.0, 1001.0])[0]


@pytest.mark.heavy
@PLANTED
def test_a_worker_that_serves_first_who_comes_first_is_caught() -> None:
    found = run(r24.prove(r24.Size((60, 9), 12, 60), print, "no_turns"))
    assert any("is promised" in fault for fault in found.faults)


@pytest.mark.heavy
@PLANTED
def test_a_service_that_does_not_look_at_the_memory_of_its_store_is_caught() -> None:
    found = run(r25.prove(r25.Size(6, 1, 500), print, "no_look"))
    assert any("a move was answered 503" in fault or "were answered 503 unavailable" in fault for fault in found.faults)


@pytest.mark.heavy
@PLANTED
def test_an_api_that_ends_at_once_is_caught() -> None:
    found = run(r20.prove(r20.Size(1, 8, 1), print, "no_drain"))
    assert any("has ended with status -9" in fault for fault in found.faults)


@pytest.mark.heavy
@PLANTED
def test_an_api_that_claims_what_was_not_done_is_caught() -> None:
    found = run(r7.prove(r7.Size(8, 1, 0.1, 0.3), print, "no_write"))
    assert any("moves are written" in fault for fault in found.faults)
