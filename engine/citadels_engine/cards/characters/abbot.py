"""Abbot (5). Gain 1 gold or 1 card for each of your religious districts, in any mix; the richest player gives you 1 gold.

C-ABBOT-1: the mix is declared beforehand; cards the deck lacks are lost (R-ABB-2). C-ABBOT-2: once, while another player
has strictly more gold; among several richest he chooses (R-ABB-1). The classic Abbot gains gold only, and nothing from
the richest when several tie for it (K-C-ABBOT-1, R-K-20).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from citadels_engine.actions.forms import intern, on_seat
from citadels_engine.actions.types import Action, Income, Tithe
from citadels_engine.cards.base import RELIGIOUS, Character, count_type
from citadels_engine.cards.registry import register_character
from citadels_engine.rules.effects import gain_cards, gain_gold, move_gold, use_up
from citadels_engine.rules.turn import gain_income

if TYPE_CHECKING:
    from citadels_engine.state import Game, Turn


class Abbot(Character):
    id = "abbot"
    rank = 5
    en = "Abbot"
    fr = "Abbé"
    pt = "Abade"
    text = (
        "Gain 1 gold or 1 card for each of your religious districts, in any mix. If another player is richer than you, the "
        "richest gives you 1 gold."
    )
    verbs = "tithe C-ABBOT-2"
    income_type = RELIGIOUS

    def menu(self, game: Game, turn: Turn, out: list[Action]) -> None:
        if "income" not in turn.used:
            count = count_type(game.seats[turn.seat], RELIGIOUS)
            for gold in range(count + 1):
                if count > 0 and (gold > 0 or len(game.deck) > 0):
                    out.append(intern(f"income {gold} {count - gold}"))
        self.offer_tithe(game, turn, out)

    def offer_tithe(self, game: Game, turn: Turn, out: list[Action]) -> None:
        """List the richest, where richer than the Abbot."""
        if "tithe" not in turn.used:
            for seat in richest(game):
                if game.seats[seat].gold > game.seats[turn.seat].gold:
                    out.append(on_seat("tithe", seat))

    def use(self, game: Game, turn: Turn, action: Action) -> None:
        if isinstance(action, Tithe):
            use_up(turn, "tithe")
            move_gold(game, action.seat, turn.seat, 1, "tithe")
        elif isinstance(action, Income) and action.gold >= 0:
            use_up(turn, "income")
            gain_gold(game, turn.seat, action.gold, "income")
            if action.cards > 0:
                gain_cards(game, turn.seat, action.cards, "income")
        else:
            gain_income(game, turn, self)


class ClassicAbbot(Abbot):
    """Gold only; a tie for the richest gives nothing."""

    text = (
        "Gain 1 gold for each of your religious districts. If one other player is richer than everybody, that player gives "
        "you 1 gold."
    )

    def menu(self, game: Game, turn: Turn, out: list[Action]) -> None:
        self.offer_income(game, turn, out)
        if len(richest(game)) == 1:
            self.offer_tithe(game, turn, out)


def richest(game: Game) -> list[int]:
    """The seats with the most gold."""
    most = 0
    for seat in game.seats:
        most = max(most, seat.gold)
    return [number for number, seat in enumerate(game.seats) if seat.gold == most]


register_character(modern=Abbot(), classic=ClassicAbbot())
