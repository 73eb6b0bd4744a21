"""What is ordered when a table is made: its settings, checked against the rules of the game and of the house."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from citadels_engine import CitadelsError, new_game
from citadels_engine.bots import NAMES as LEVELS
from citadels_engine.cards.editions import (
    check_cast,
    check_edition,
    check_options,
    check_players,
    full_deck,
    uniques_with,
)
from citadels_engine.cards.scenarios import FIRST_GAME, ninth_of, open_places, scenario, scenario_cast

from citadels_api.problems import Refusal
from citadels_api.strict_json import in_json_words
from citadels_api.tables.contract import OpenPlaceAnswer, SetupAnswer
from citadels_api.tables.stored import Clock, Player, SeatDoc, Timeout, Visibility

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
    bonus: list[str] = []
    rank9: bool | None = None
    substitutes: list[str] = []
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

    setup: SetupAnswer
    clock: Clock


def bad(message: str) -> Refusal:
    """A set-up that cannot be."""
    return Refusal("bad_setup", message)


def settle(order: TableOrder) -> Settled:
    """Check an order, and complete it."""
    try:
        setup = settle_setup(order)
    except CitadelsError as error:
        raise bad(in_json_words(str(error))) from None
    check_house_rules(order)
    return Settled(setup, check_clock(order.clock))


def preview(order: TableOrder) -> SetupAnswer:
    """What would be dealt at the table that is ordered; refused as the order would be."""
    return settle(order).setup


def settle_setup(order: TableOrder) -> SetupAnswer:
    """The cast and the districts: those that are named, else the scenario's, else the first game's."""
    edition = check_edition(order.edition) if order.scenario is None else scenario(order.scenario).edition
    players = check_players(order.players)
    cast, uniques = order.cast, order.uniques
    name = order.scenario or FIRST_GAME[edition]
    rank9, places = "never", []
    if cast is None:
        values = check_options(edition, dict(order.options), players).values
        emperor_min = 4 if values.get("emperor_min_players") == 4 else 3
        places = open_places(name, players, nine=order.rank9, emperor_min=emperor_min)
        check_substitutes(order.substitutes, [place.choices for place in places])
        cast = scenario_cast(
            name, players, nine=order.rank9, substitutes=tuple(order.substitutes), emperor_min=emperor_min
        )
        rank9 = ninth_of(name, players)
        if rank9 == "always" and order.rank9 is False:
            raise bad(f"rank9: {players} players use nine characters (S1.2)")
    elif order.rank9 is not None or order.substitutes:
        raise bad("cast: it names every character already; leave out rank9 and substitutes, or the cast")
    if order.bonus:
        uniques = uniques_of_bonus(order, edition, cast)
    elif order.scenario is not None and uniques is None:
        uniques = list(scenario(name).uniques)
    game = new_game(
        players, edition=edition, cast=cast, uniques=uniques, options=dict(order.options), crown=order.crown, seed="0"
    )
    dealt = [character.id for character in game.cast]
    return SetupAnswer(
        edition=edition,
        players=players,
        scenario=order.scenario,
        cast=dealt,
        uniques=[card.id for card in game.uniques],
        options=dict(game.options.values),
        rank9=rank9,
        places=[
            OpenPlaceAnswer(
                rank=place.rank,
                wanted=place.wanted or None,
                chosen=dealt[place.rank - 1],
                choices=list(place.choices),
            )
            for place in places
        ],
        deck=len(full_deck(edition, game.uniques, game.options)),
        complete=game.options.completion_size,
    )


def uniques_of_bonus(order: TableOrder, edition: str, cast: list[str]) -> list[str]:
    """The classic districts with the bonus ones that are ordered; those that leave for them leave by default (R-K-32)."""
    if edition != "classic":
        raise bad(f"bonus: the {edition} edition has no bonus districts; name its districts in uniques")
    if order.uniques is not None:
        raise bad("bonus: uniques names the whole set already; leave out one of them")
    options = check_options(edition, dict(order.options), order.players)
    return uniques_with(order.bonus, check_cast(edition, cast, order.players, options), options)


def check_substitutes(named: list[str], choices: list[tuple[str, ...]]) -> None:
    """Whether each substitute has a place of its own: one that would be passed over in silence is refused."""
    for number, name in enumerate(named):
        if not any(name in some for some in choices):
            open_to = [f"{' or '.join(some)}" for some in choices]
            may = f"; to choose from: {', '.join(open_to)}" if open_to else ", and none is needed"
            raise bad(f"substitutes.{number}: {name} takes nobody's place here{may} (R-SET-2, R-SET-3)")
    for some in choices:
        if len({name for name in named if name in some}) > 1:
            raise bad(f"substitutes: one of {', '.join(some)}, not several, takes a place")


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
        if seat.kind == "ai" and seat.level not in {None, *LEVELS}:
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
