"""What is ordered when a table is made: its settings, checked against the rules of the game and of the house."""

from __future__ import annotations

import msgspec
from citadels_engine import CitadelsError, new_game
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
from citadels_api.request_fields import DAY
from citadels_api.strict_json import in_json_words
from citadels_api.tables.contract import (
    BankClock,
    ClockOrder,
    CorrespondenceClock,
    DecisionClock,
    NoClock,
    OpenPlaceAnswer,
    SeatOrder,
    SetupAnswer,
    SetupOrder,
    TableOrder,
)
from citadels_api.tables.stored import Clock, Player, SeatDoc


class Settled(msgspec.Struct, frozen=True):
    """What the rules make of an order."""

    setup: SetupAnswer
    clock: Clock


def bad(message: str) -> Refusal:
    """A set-up that cannot be."""
    return Refusal("bad_setup", message)


def settle(order: TableOrder) -> Settled:
    """Check an order, and complete it."""
    setup = preview(order)
    check_house_rules(order)
    return Settled(setup, clock_as_ordered(order.clock))


def preview(order: SetupOrder) -> SetupAnswer:
    """What would be dealt at a table that is set up so; refused as the order would be."""
    try:
        return settle_setup(order)
    except CitadelsError as error:
        raise bad(in_json_words(str(error))) from None


def settle_setup(order: SetupOrder) -> SetupAnswer:
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


def uniques_of_bonus(order: SetupOrder, edition: str, cast: list[str]) -> list[str]:
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
    if order.rated and order.seed is not None:
        raise bad("seed: in a rated game the service chooses it")
    if order.rated and order.crown is not None:
        raise bad("crown: in a rated game nobody chooses it")
    for number, seat in enumerate(order.seats):
        if seat.kind == "reserved" and seat.account is None:
            raise bad(f"seats.{number}.account: a reserved seat names the account it is kept for")


def clock_as_ordered(order: ClockOrder) -> Clock:
    """The clock as it is kept."""
    if isinstance(order, NoClock):
        return Clock(kind="none")
    if isinstance(order, DecisionClock):
        return Clock(kind="decision", limit_ms=order.limit_ms)
    if isinstance(order, BankClock):
        return Clock(kind="bank", limit_ms=order.limit_ms, bank_ms=order.bank_ms, increment_ms=order.increment_ms)
    return Clock(kind="correspondence", limit_ms=order.days * DAY)


def order_of_clock(clock: Clock) -> ClockOrder:
    """A clock that is kept, as it was ordered."""
    if clock.kind == "decision":
        return DecisionClock.model_construct(kind="decision", limit_ms=clock.limit_ms)
    if clock.kind == "bank":
        return BankClock.model_construct(
            kind="bank", bank_ms=clock.bank_ms, limit_ms=clock.limit_ms, increment_ms=clock.increment_ms
        )
    if clock.kind == "correspondence":
        return CorrespondenceClock.model_construct(kind="correspondence", days=(clock.limit_ms or 0) // DAY)
    return NoClock(kind="none")


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
