"""What the house adds to the rules of the game: its bounds from both sides, the clocks, and the seats of a new table."""

from __future__ import annotations

from typing import Any

import pytest
from citadels_api.problems import Refusal
from citadels_api.request_fields import read
from citadels_api.tables.contract import TableOrder
from citadels_api.tables.options import (
    ai_seat,
    check_house_rules,
    clock_as_ordered,
    order_of_clock,
    seat_as_ordered,
)
from citadels_api.tables.stored import Clock, Player
from citadels_engine.bots import NAMES as LEVELS

from tests.support.orders import seat_order, table_order

DAY = 86_400_000
ANN = Player(account="acct_ann", name="ann")


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ({"kind": "none"}, Clock(kind="none")),
        ({"kind": "decision", "limit_ms": 50}, Clock(kind="decision", limit_ms=50)),
        ({"kind": "decision", "limit_ms": 14 * DAY}, Clock(kind="decision", limit_ms=14 * DAY)),
        ({"kind": "bank", "bank_ms": 50}, Clock(kind="bank", bank_ms=50, increment_ms=0)),
        (
            {"kind": "bank", "bank_ms": 14 * DAY, "limit_ms": 50, "increment_ms": 14 * DAY},
            Clock(kind="bank", limit_ms=50, bank_ms=14 * DAY, increment_ms=14 * DAY),
        ),
        ({"kind": "correspondence", "days": 1}, Clock(kind="correspondence", limit_ms=DAY)),
        ({"kind": "correspondence", "days": 14}, Clock(kind="correspondence", limit_ms=14 * DAY)),
    ],
)
def test_a_clock_is_kept_as_it_is_ordered_and_can_be_ordered_again(said: dict[str, Any], kept: Clock) -> None:
    order = read(TableOrder, {"clock": said}).clock
    assert clock_as_ordered(order) == kept
    assert order_of_clock(kept) == order


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({"kind": "decision"}, "clock.limit_ms: this is needed"),
        ({"kind": "decision", "limit_ms": 49}, "clock.limit_ms: at least 50 is needed"),
        ({"kind": "decision", "limit_ms": 14 * DAY + 1}, f"clock.limit_ms: at most {14 * DAY} is taken"),
        ({"kind": "bank"}, "clock.bank_ms: this is needed"),
        ({"kind": "bank", "bank_ms": 49}, "clock.bank_ms: at least 50 is needed"),
        ({"kind": "bank", "bank_ms": 14 * DAY + 1}, f"clock.bank_ms: at most {14 * DAY} is taken"),
        ({"kind": "bank", "bank_ms": 50, "increment_ms": -1}, "clock.increment_ms: at least 0 is needed"),
        ({"kind": "bank", "bank_ms": 50, "limit_ms": 49}, "clock.limit_ms: at least 50 is needed"),
        ({"kind": "correspondence"}, "clock.days: this is needed"),
        ({"kind": "correspondence", "days": 0}, "clock.days: at least 1 is needed"),
        ({"kind": "correspondence", "days": 15}, "clock.days: at most 14 is taken"),
        ({"kind": "hourglass"}, "clock: kind is one of none, decision, bank, correspondence"),
    ],
)
def test_a_clock_that_cannot_be_is_refused(said: dict[str, Any], words: str) -> None:
    with pytest.raises(Refusal) as refused:
        read(TableOrder, {"clock": said})
    assert (refused.value.code, refused.value.message) == ("invalid", words)


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({"spectator_delay_ms": 3_600_000}, None),
        ({"spectator_delay_ms": -1}, "spectator_delay_ms: at least 0 is needed"),
        ({"spectator_delay_ms": 3_600_001}, "spectator_delay_ms: at most 3600000 is taken"),
        (
            {"seats": [{"kind": "ai", "level": "best"}]},
            f"seats.0.level: one of these is needed: {', '.join(LEVELS[:-1])} or {LEVELS[-1]}",
        ),
    ],
)
def test_an_order_keeps_the_bounds_of_the_contract(said: dict[str, Any], words: str | None) -> None:
    if words is None:
        assert read(TableOrder, said)
        return
    with pytest.raises(Refusal) as refused:
        read(TableOrder, said)
    assert refused.value.message == words


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({"seats": [seat_order()] * 4}, None),
        ({"seats": [seat_order()] * 5}, "seats: 5 seats for 4 players"),
        ({"seats": [seat_order("you"), seat_order("ai", level="greedy")]}, None),
        ({"seats": [seat_order("you"), seat_order("you")]}, "seats: you sit on one seat only"),
        ({"seed": "s", "crown": 1}, None),
        ({"rated": True}, None),
        ({"rated": True, "seed": ""}, "seed: in a rated game the service chooses it"),
        ({"rated": True, "crown": 0}, "crown: in a rated game nobody chooses it"),
        ({"seats": [seat_order("ai")]}, None),
        ({"seats": [seat_order("reserved", account="acct_ann")]}, None),
        ({"seats": [seat_order("reserved")]}, "seats.0.account: a reserved seat names the account it is kept for"),
    ],
)
def test_the_house_has_rules_of_its_own(said: dict[str, Any], words: str | None) -> None:
    order = table_order(**said)
    if words is None:
        check_house_rules(order)
        return
    with pytest.raises(Refusal) as refused:
        check_house_rules(order)
    assert (refused.value.code, refused.value.message) == ("bad_setup", words)


def test_a_seat_is_whose_it_is_ordered_for() -> None:
    you = seat_as_ordered(seat_order("you"), ANN, "bot")
    assert (you.kind, you.player) == ("bot", ANN)
    assert seat_as_ordered(seat_order("you"), ANN, "account").kind == "human"
    assert seat_as_ordered(seat_order("you"), ANN, "guest").kind == "human"
    assert seat_as_ordered(seat_order("ai"), ANN, "bot") == ai_seat("greedy")
    assert seat_as_ordered(seat_order("ai", level="random"), ANN, "bot") == ai_seat("random")
    assert ai_seat("random").player == Player(name="random", level="random")
    kept = seat_as_ordered(seat_order("reserved", account="acct_bea"), ANN, "bot")
    assert (kept.kind, kept.reserved, kept.player) == ("reserved", "acct_bea", None)
    assert seat_as_ordered(seat_order(), ANN, "bot").kind == "open"


def test_an_order_that_says_nothing_is_a_public_table_of_four_without_a_clock() -> None:
    assert TableOrder().model_dump() == {
        "name": "", "edition": "modern", "players": 4, "scenario": None, "cast": None, "uniques": None, "bonus": [], "rank9": None,
        "substitutes": [], "options": {}, "crown": None, "seats": [], "timeout": "default_action", "visibility": "public",
        "clock": {"kind": "none"}, "spectator_delay_ms": 0, "rated": False, "start": "full", "seed": None,
    }  # fmt: skip
