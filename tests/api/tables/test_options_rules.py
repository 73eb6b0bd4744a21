"""What the house adds to the rules of the game: its bounds from both sides, the clocks, and the seats of a new table."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from citadels_api.problems import Refusal
from citadels_api.tables.options import (
    ClockOrder,
    SeatOrder,
    TableOrder,
    ai_seat,
    check_clock,
    check_house_rules,
    seat_as_ordered,
)
from citadels_api.tables.stored import Clock, Player
from citadels_engine.bots import NAMES as LEVELS

DAY = 86_400_000
ANN = Player(account="acct_ann", name="ann")


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ({}, Clock(kind="none")),
        ({"kind": "none", "limit_ms": 500, "days": 3}, Clock(kind="none")),
        ({"kind": "decision", "limit_ms": 50}, Clock(kind="decision", limit_ms=50)),
        ({"kind": "decision", "limit_ms": 14 * DAY, "bank_ms": 9}, Clock(kind="decision", limit_ms=14 * DAY)),
        ({"kind": "bank", "bank_ms": 50}, Clock(kind="bank", bank_ms=50, increment_ms=0)),
        (
            {"kind": "bank", "bank_ms": 14 * DAY, "limit_ms": 0, "increment_ms": 14 * DAY},
            Clock(kind="bank", limit_ms=0, bank_ms=14 * DAY, increment_ms=14 * DAY),
        ),
        ({"kind": "correspondence", "days": 1}, Clock(kind="correspondence", limit_ms=DAY)),
        ({"kind": "correspondence", "days": 14}, Clock(kind="correspondence", limit_ms=14 * DAY)),
    ],
)
def test_a_clock_is_kept_as_it_is_ordered(said: dict[str, Any], kept: Clock) -> None:
    assert check_clock(ClockOrder(**said)) == kept


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({"kind": "decision"}, "clock.limit_ms: at least 50"),
        ({"kind": "decision", "limit_ms": 49}, "clock.limit_ms: at least 50"),
        ({"kind": "decision", "limit_ms": 14 * DAY + 1}, f"clock.limit_ms: from 0 to {14 * DAY}"),
        ({"kind": "bank"}, "clock.bank_ms: at least 50"),
        ({"kind": "bank", "bank_ms": 49}, "clock.bank_ms: at least 50"),
        ({"kind": "bank", "bank_ms": 14 * DAY + 1}, f"clock.bank_ms: from 0 to {14 * DAY}"),
        ({"kind": "bank", "bank_ms": 50, "increment_ms": -1}, f"clock.increment_ms: from 0 to {14 * DAY}"),
        ({"kind": "bank", "bank_ms": 50, "limit_ms": -1}, f"clock.limit_ms: from 0 to {14 * DAY}"),
        ({"kind": "correspondence"}, "clock.days: from 1 to 14"),
        ({"kind": "correspondence", "days": 0}, "clock.days: from 1 to 14"),
        ({"kind": "correspondence", "days": 15}, "clock.days: from 1 to 14"),
        ({"kind": "hourglass"}, "clock.kind: 'hourglass' is not one of none, decision, bank, correspondence"),
    ],
)
def test_a_clock_that_cannot_be_is_refused(said: dict[str, Any], words: str) -> None:
    with pytest.raises(Refusal) as refused:
        check_clock(ClockOrder(**said))
    assert (refused.value.code, refused.value.message) == ("bad_setup", words)


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({"seats": [SeatOrder()] * 4}, None),
        ({"seats": [SeatOrder()] * 5}, "seats: 5 seats for 4 players"),
        ({"seats": [SeatOrder("you"), SeatOrder("ai", "greedy")]}, None),
        ({"seats": [SeatOrder("you"), SeatOrder("you")]}, "seats: you sit on one seat only"),
        ({"spectator_delay_ms": 0}, None),
        ({"spectator_delay_ms": 3_600_000}, None),
        ({"spectator_delay_ms": -1}, "spectator_delay_ms: from 0 to 3600000"),
        ({"spectator_delay_ms": 3_600_001}, "spectator_delay_ms: from 0 to 3600000"),
        ({"seed": "s", "crown": 1}, None),
        ({"rated": True}, None),
        ({"rated": True, "seed": ""}, "seed: in a rated game the service chooses it"),
        ({"rated": True, "crown": 0}, "crown: in a rated game nobody chooses it"),
        ({"seats": [SeatOrder("ai")]}, None),
        ({"seats": [SeatOrder("open", "best")]}, None),
        ({"seats": [SeatOrder(), SeatOrder("ai", "best")]}, f"seats.1.level: 'best' is not one of {', '.join(LEVELS)}"),
        ({"seats": [SeatOrder("reserved", account="acct_ann")]}, None),
        ({"seats": [SeatOrder("reserved")]}, "seats.0.account: a reserved seat names the account it is kept for"),
    ],
)
def test_the_house_has_rules_of_its_own(said: dict[str, Any], words: str | None) -> None:
    order = TableOrder(**said)
    if words is None:
        check_house_rules(order)
        return
    with pytest.raises(Refusal) as refused:
        check_house_rules(order)
    assert (refused.value.code, refused.value.message) == ("bad_setup", words)


def test_a_seat_is_whose_it_is_ordered_for() -> None:
    you = seat_as_ordered(SeatOrder("you"), ANN, "bot")
    assert (you.kind, you.player) == ("bot", ANN)
    assert seat_as_ordered(SeatOrder("you"), ANN, "account").kind == "human"
    assert seat_as_ordered(SeatOrder("you"), ANN, "guest").kind == "human"
    assert seat_as_ordered(SeatOrder("ai"), ANN, "bot") == ai_seat("greedy")
    assert seat_as_ordered(SeatOrder("ai", "random"), ANN, "bot") == ai_seat("random")
    assert ai_seat("random").player == Player(name="random", level="random")
    kept = seat_as_ordered(SeatOrder("reserved", account="acct_bea"), ANN, "bot")
    assert (kept.kind, kept.reserved, kept.player) == ("reserved", "acct_bea", None)
    assert seat_as_ordered(SeatOrder(), ANN, "bot").kind == "open"


def test_an_order_that_says_nothing_is_a_public_table_of_four_without_a_clock() -> None:
    assert msgspec.to_builtins(TableOrder()) == {
        "name": "", "edition": "modern", "players": 4, "scenario": None, "cast": None, "uniques": None, "bonus": [], "rank9": None,
        "substitutes": [], "options": {}, "crown": None, "seats": [], "timeout": "default_action", "visibility": "public",
        "clock": {"kind": "none", "limit_ms": None, "bank_ms": None, "increment_ms": 0, "days": None}, "spectator_delay_ms": 0,
        "rated": False, "start": "full", "seed": None, "match": None,
    }  # fmt: skip
