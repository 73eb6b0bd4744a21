"""Graveyard (5, classic). You may pay 1 gold to take into your hand a district that the Warlord has just destroyed.

K-D-GRAVEYARD-1: not the Graveyard itself, not as the Warlord; only the Warlord's destruction (R-K-10). Without gold nobody is
asked. K-S3: it is not in the deck with the Diplomat.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from citadels_engine.actions.types import PASS, RECOVER, Action
from citadels_engine.cards.base import District
from citadels_engine.cards.registry import register_district
from citadels_engine.rules.decisions import Decision
from citadels_engine.rules.effects import ask, lose_gold, tell

if TYPE_CHECKING:
    from citadels_engine.state import Built, Game

FEE: Final = 1


class Graveyard(District):
    id = "graveyard"
    en = "Graveyard"
    fr = "Cimetière"
    pt = "Cemitério"
    text = (
        "When the Warlord destroys a district, you may pay 1 gold to take it into your hand. Not the Graveyard itself, and not "
        "as the Warlord."
    )
    cost = 5

    def on_warlord_destroyed(self, game: Game, seat: int, built: Built) -> bool:
        if game.seats[seat].gold < FEE:
            return False
        under = len(built.tucked)
        ask(game, Ransom(seat, game.deck.pop(under), under))
        return True


class Ransom(Decision):
    """Whether the Graveyard's owner pays for the district destroyed.

    The card lies nowhere until the answer; `under` are the cards that were tucked under it, which lie below it in the deck.
    """

    kind = "ransom"

    def __init__(self, seat: int, card: District, under: int) -> None:
        super().__init__(seat)
        self.card = card
        self.under = under

    def options(self, game: Game) -> list[Action]:
        return [RECOVER, PASS]

    def price(self, game: Game, action: Action) -> int:
        return FEE if action is RECOVER else 0

    def take(self, game: Game, action: Action) -> None:
        if game.telling:
            tell(game, "answer", self.seat, {"do": action.text})
        if action is RECOVER:
            lose_gold(game, self.seat, FEE, "graveyard")
            game.seats[self.seat].hand.append(self.card)
        else:
            game.deck.insert(self.under, self.card)

    def saved(self) -> dict[str, object] | None:
        return self.shown(self.seat)

    def shown(self, seat: int) -> dict[str, object]:
        told: dict[str, object] = {"kind": "ransom", "seat": self.seat, "district": self.card.id}
        if self.under:
            told["under"] = self.under
        return told


register_district(classic=Graveyard())
