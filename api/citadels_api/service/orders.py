"""What is ordered when a table is made: its settings, checked against the rules of the game and of the house."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from citadels_engine import CitadelsError, new_game, scenario, scenario_cast
from citadels_engine.bots import NAMES as LEVELS

from citadels_api.documents import (  # the structs below are read from JSON, which looks their types up
    Clock,
    Player,
    SeatDoc,
    Timeout,
    Visibility,
)
from citadels_api.problems import Refusal

__all__ = [
    "LEVELS",
    "ClockOrder",
    "SeatOrder",
    "Settled",
    "TableOrder",
    "ai_seat",
    "check_clock",
    "seat_as_ordered",
    "settle",
]

DAY: Final = 86_400_000
LONGEST_LIMIT: Final = 14 * DAY
LEAST_LIMIT: Final = 50
LONGEST_DELAY: Final = 3_600_000


class ClockOrder(msgspec.Struct, frozen=True):
    """The time that is wanted: `kind` none, decision (limit_ms), bank (bank_ms, increment_ms, limit_ms before the bank), correspondence (days)."""

    kind: str = "none"
    limit_ms: int | None = None
    bank_ms: int | None = None
    increment_ms: int = 0
    days: int | None = None


class SeatOrder(msgspec.Struct, frozen=True):
    """A seat as it is wanted: open, you, ai (with a level), or reserved (for an account)."""

    kind: str = "open"
    level: str | None = None
    account: str | None = None


class TableOrder(msgspec.Struct, frozen=True, kw_only=True):
    """A table as it is wanted. Without a cast and uniques it is the scenario's, without a scenario the first game's."""

    name: str = ""
    edition: str = "modern"
    players: int = 4
    scenario: str | None = None
    cast: list[str] | None = None
    uniques: list[str] | None = None
    options: dict[str, Any] = {}
    crown: int | None = None
    seats: list[SeatOrder] = []
    clock: ClockOrder = ClockOrder()
    timeout: Timeout = "default_action"
    visibility: Visibility = "public"
    spectator_delay_ms: int = 0
    rated: bool = False
    start: str = "full"
    seed: str | None = None
    match: str | None = None


class Settled(msgspec.Struct, frozen=True):
    """What the rules make of an order."""

    edition: str
    cast: list[str]
    uniques: list[str]
    options: dict[str, Any]
    clock: Clock


def bad(message: str) -> Refusal:
    """A set-up that cannot be."""
    return Refusal("bad_setup", message)


def settle(order: TableOrder) -> Settled:
    """Check an order, and complete it."""
    edition, cast, uniques = order.edition, order.cast, order.uniques
    try:
        if order.scenario is not None:
            chosen = scenario(order.scenario)
            edition = chosen.edition
            cast = scenario_cast(order.scenario, order.players) if cast is None else cast
            uniques = list(chosen.uniques) if uniques is None else uniques
        options = dict(order.options)
        game = new_game(
            order.players, edition=edition, cast=cast, uniques=uniques, options=options, crown=order.crown, seed="0"
        )
    except CitadelsError as error:
        raise bad(str(error)) from None
    check_house_rules(order)
    return Settled(
        "classic" if game.classic else "modern",
        [character.id for character in game.cast],
        [card.id for card in game.uniques],
        dict(game.options.values),
        check_clock(order.clock),
    )


def check_house_rules(order: TableOrder) -> None:
    """What the house adds to the rules of the game."""
    if len(order.seats) > order.players:
        raise bad(f"seats: {len(order.seats)} seats for {order.players} players")
    if sum(1 for seat in order.seats if seat.kind == "you") > 1:
        raise bad("seats: you sit on one seat only")
    if not 0 <= order.spectator_delay_ms <= LONGEST_DELAY:
        raise bad(f"spectator_delay_ms: from 0 to {LONGEST_DELAY}")
    if order.rated and order.seed is not None:
        raise bad("seed: in a rated game the service chooses it")
    if order.rated and order.crown is not None:
        raise bad("crown: in a rated game nobody chooses it")
    for number, seat in enumerate(order.seats):
        if seat.kind == "ai" and seat.level not in LEVELS:
            raise bad(f"seats.{number}.level: {seat.level!r} is not one of {', '.join(LEVELS)}")
        if seat.kind == "reserved" and seat.account is None:
            raise bad(f"seats.{number}.account: a reserved seat names the account it is kept for")


def check_clock(order: ClockOrder) -> Clock:
    """The clock as it is kept."""
    for name in ("limit_ms", "bank_ms", "increment_ms"):
        value = getattr(order, name)
        if value is not None and not 0 <= value <= LONGEST_LIMIT:
            raise bad(f"clock.{name}: from 0 to {LONGEST_LIMIT}")
    if order.kind == "none":
        return Clock(kind="none")
    if order.kind == "decision":
        if order.limit_ms is None or order.limit_ms < LEAST_LIMIT:
            raise bad(f"clock.limit_ms: at least {LEAST_LIMIT}")
        return Clock(kind="decision", limit_ms=order.limit_ms)
    if order.kind == "bank":
        if order.bank_ms is None or order.bank_ms < LEAST_LIMIT:
            raise bad(f"clock.bank_ms: at least {LEAST_LIMIT}")
        return Clock(kind="bank", limit_ms=order.limit_ms, bank_ms=order.bank_ms, increment_ms=order.increment_ms)
    if order.kind == "correspondence":
        if order.days is None or not 1 <= order.days <= 14:
            raise bad("clock.days: from 1 to 14")
        return Clock(kind="correspondence", limit_ms=order.days * DAY)
    raise bad(f"clock.kind: {order.kind!r} is not one of none, decision, bank, correspondence")


def seat_as_ordered(order: SeatOrder, you: Player, your_kind: str) -> SeatDoc:
    """A seat of a new table."""
    if order.kind == "you":
        return SeatDoc(kind="bot" if your_kind == "bot" else "human", player=you)
    if order.kind == "ai":
        return ai_seat(order.level or "greedy")
    if order.kind == "reserved":
        return SeatDoc(kind="reserved", reserved=order.account)
    return SeatDoc()


def ai_seat(level: str) -> SeatDoc:
    """A seat that an AI of the house plays."""
    return SeatDoc(kind="ai", player=Player(name=level, level=level))
