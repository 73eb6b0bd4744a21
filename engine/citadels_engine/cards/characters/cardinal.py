"""Cardinal (5). Gain 1 card for each of your religious districts; once, another player's gold covers what a build lacks,
for a card of yours each.

C-CARDINAL-1: the income. C-CARDINAL-2: only with too little gold, exactly the missing gold, from one player who has it
all (R-CAR-1), after every other means and all his own gold (R-CAR-2). C-CARDINAL-3: the card being built is not one of
the gifts; without enough cards or a rich enough player there is no exchange. Nothing is taken for a tax (R-CAR-3);
confiscated, all the gold comes back and the cards stay given (R-CAR-4, R-MAG-7). The Blackmailer's gold serves like any
other (R-BLK-9).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from citadels_engine.actions.forms import on_seat
from citadels_engine.cards.base import RELIGIOUS, Character
from citadels_engine.cards.registry import register_character
from citadels_engine.rules.turn import gain_income

if TYPE_CHECKING:
    from citadels_engine.actions.types import Action
    from citadels_engine.cards.base import District
    from citadels_engine.state import Game, Turn


class Cardinal(Character):
    id = "cardinal"
    rank = 5
    en = "Cardinal"
    fr = "Cardinal"
    pt = "Cardeal"
    text = (
        "Gain 1 card for each of your religious districts. Once, when you lack gold to build, take what is missing from one "
        "player and give a card for each gold."
    )
    income_type = RELIGIOUS
    income_in_cards = True
    lends = True

    def use(self, game: Game, turn: Turn, action: Action) -> None:
        gain_income(game, turn, self)

    def offer_loans(
        self, game: Game, turn: Turn, card: District, owed: int, cards: int, spare: int, out: list[Action]
    ) -> None:
        missing = owed - game.seats[turn.seat].gold
        if missing <= 0 or spare < missing or "from" in turn.used:
            return
        start = f"build {card.id} cards {cards} from" if cards else f"build {card.id} from"
        for number, seat in enumerate(game.seats):
            if number != turn.seat and seat.gold >= missing:
                out.append(on_seat(start, number))


register_character(modern=Cardinal())
