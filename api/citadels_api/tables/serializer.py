"""From what is kept to what is answered: tables, positions, events, as one viewer may know them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from citadels_engine import legal_actions, prices
from citadels_engine import view as engine_view

from citadels_api.play.contract import ActionAnswer, DecisionAnswer, EventAnswer, Position, ResultAnswer
from citadels_api.tables.contract import ClockAnswer, PlayerAnswer, SeatAnswer, TableAnswer
from citadels_api.tables.stored import Table

if TYPE_CHECKING:
    from citadels_engine import Game

    from citadels_api.context import Principal
    from citadels_api.store.log_codec import Entry
    from citadels_api.tables.stored import Player, SeatDoc


def seat_of(table: Table, who: Principal | None) -> int | None:
    """The seat of the asker; None for a spectator, as is whoever shows a credential that is good for another table only."""
    if who is not None and who.credential.table in (None, table.id):
        for number, seat in enumerate(table.seats):
            if seat.player is not None and seat.player.account == who.account:
                return number
    return None


def behind(table: Table, seat: int | None) -> bool:
    """Whether the viewer sees the game late: a spectator of a running game with a delay."""
    return seat is None and table.delay_ms > 0 and table.status == "running"


def hidden(table: Table, seat: int | None) -> bool:
    """Whether the viewer sees nothing of the game: a spectator of a sealed table."""
    return seat is None and table.sealed


def answer_player(player: Player, kind: str) -> PlayerAnswer:
    """Who sits at a seat of that kind."""
    return PlayerAnswer(player.account, player.name, kind, player.level)


def answer_seat(number: int, seat: SeatDoc, banked: bool, late: bool) -> SeatAnswer:
    """A seat of a table; who sees the game late learns from its events who has left it."""
    player = None if seat.player is None else answer_player(seat.player, seat.kind)
    if late:
        return SeatAnswer(number, seat.kind, player, None, None, None)
    return SeatAnswer(number, seat.kind, player, seat.left, seat.level, seat.bank_ms if banked else None)


def answer_result(table: Table) -> ResultAnswer | None:
    """How the game ended, if it has."""
    if table.places is None or table.totals is None:
        return None
    return ResultAnswer(table.places, table.totals, table.left)


SHAPED: Final = frozenset({"creator", "seats", "clock"})
COPIED: Final = tuple(
    name for name in TableAnswer.__struct_fields__ if name in Table.__struct_fields__ and name not in SHAPED
)
"""What is told of a table as it is stored."""


def answer_table(
    table: Table,
    number: int,
    who: Principal | None,
    *,
    decision: DecisionAnswer | None = None,
    closes: int | None = None,
) -> TableAnswer:
    """A table as the asker may know it. `closes` says when an open one is closed (`lobby.closes_at`)."""
    seat = seat_of(table, who)
    late = behind(table, seat) or hidden(table, seat)
    clock = table.clock
    banked = clock.bank_ms is not None
    return TableAnswer(
        **{name: getattr(table, name) for name in COPIED},
        number=0 if late else number,
        creator=answer_player(table.creator, "human" if table.creator.owner is None else "bot"),
        seats=[answer_seat(place, one, banked, late) for place, one in enumerate(table.seats)],
        clock=ClockAnswer(clock.kind, clock.limit_ms, clock.bank_ms, clock.increment_ms),
        spectator_delay_ms=table.delay_ms,
        decision=None if late else decision,
        result=answer_result(table),
        your_seat=seat,
        closes=closes,
    )


def answer_decision(game: Game, seat: int | None, asked: int, deadline: int | None) -> DecisionAnswer | None:
    """The decision awaited, with its actions for the seat that is asked."""
    pending = game.pending
    if pending is None:
        return None
    actions = None
    if pending.seat == seat:
        actions = answer_actions(game)
    return DecisionAnswer(pending.seat, pending.kind, game.n, asked, deadline, actions)


def answer_actions(game: Game) -> list[ActionAnswer]:
    """The legal actions of the decision awaited, for the seat that decides."""
    costs = prices(game)
    return [
        ActionAnswer(action.text, action.verb, action.fields(), costs[at])
        for at, action in enumerate(legal_actions(game))
    ]


def answer_position(
    table: Table, game: Game, number: int, seat: int | None, *, asked: int, deadline: int | None
) -> Position:
    """The game as the seat, or a spectator, may know it."""
    seen = engine_view(game, seat)
    decision = None
    pending = game.pending
    if pending is not None and table.status == "running":
        actions = None
        if pending.seat == seat:
            actions = answer_actions(game)
        decision = DecisionAnswer(pending.seat, pending.kind, game.n, asked, deadline, actions)
    told = seen.to_json()
    if table.sealed and pending is None:
        close_hands(told, seat)
    return Position(table.id, number, seat, table.status, told, decision, answer_result(table))


def close_hands(told: dict[str, Any], seat: int | None) -> None:
    """Take the cards of the others out of a position of a game that is over, which shows them all."""
    for number, one in enumerate(told["seats"]):
        if number != seat and isinstance(one.get("hand"), list):
            one["hand"] = len(one["hand"])


def answer_events(table: Table, entry: Entry, seat: int | None, *, after: int = 0) -> list[EventAnswer]:
    """The events of an entry beyond a number, as the viewer may know them: every viewer gets every number.

    What the hands were at the end of a sealed game is told when its deal is over everywhere.
    """
    told = []
    for number, event in enumerate(entry.events, entry.first):
        if number > after:
            facts = event.for_seat(seat)
            kind = facts.pop("kind")
            who = facts.pop("seat", None)
            if kind == "over" and table.sealed:
                del facts["hands"]
            told.append(EventAnswer(number, kind, who, facts))
    return told
