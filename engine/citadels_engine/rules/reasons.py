"""Why an action is not legal: one sentence with its rule, for the seat that has to act.

It is worked out from that seat's View alone, so a refusal can tell nothing that the seat does not know.

>>> from citadels_engine import load, parse, view
>>> game = load({
...     "cast": "assassin thief magician king bishop merchant architect warlord".split(),
...     "seats": [{"characters": ["warlord"], "gold": 9}, {"city": ["keep"]}, {}, {}],
...     "turn": {"character": "warlord", "gathered": True},
... })
>>> why_not(view(game, 0), parse("destroy 1 keep"))
'destroy 1 keep: rank 8 cannot affect the keep (D-KEEP-1)'
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from citadels_engine.actions.types import (
    Action,
    Armory,
    Beautify,
    Build,
    Crown,
    Exchange,
    OnCharacter,
    OnDistrict,
    Seize,
    Threats,
    Warrants,
)
from citadels_engine.actions.types import Destroy as DestroyAction
from citadels_engine.cards.editions import check_options
from citadels_engine.cards.registry import CHARACTERS, DISTRICTS

if TYPE_CHECKING:
    from citadels_engine.cards.base import Character, District
    from citadels_engine.views.view import SeatView, View

__all__ = ["why_not"]

ABILITIES: Final = {
    verb: (card.id, rule)
    for cards in CHARACTERS.values()
    for card in cards.values()
    for verb, rule in card.rules().items()
}
"""The one character that has each ability, and the rule."""
DISTRICT_VERBS: Final = {
    card.verb: (card.id, f"D-{card.verb.upper()}-1")
    for cards in DISTRICTS.values()
    for card in cards.values()
    if card.verb
}
"""The district that has each action, and the rule."""
IN_A_TURN: Final = ("gold", "draw", "build", "end", "income", "bonus", *ABILITIES, *DISTRICT_VERBS)


def why_not(view: View, action: Action) -> str:
    """One sentence: the action, what stands in its way and the rule."""
    return f"{action.text}: {reason(view, action)}"


def reason(view: View, action: Action) -> str:
    """What stands in the way."""
    decision = view.decision
    if decision is None:
        return "the game is over (S8.4)"
    if view.own is None or decision.seat != view.own.seat:
        return f"it is for seat {decision.seat} to act (S6.3)"
    if action in view.actions:
        return "it is legal"
    if decision.kind != "turn":
        answers = ", ".join(sorted({listed.verb for listed in view.actions}))
        return f"the decision awaited is {decision.kind!r}; it takes {answers} (P-4)"
    if action.verb not in IN_A_TURN:
        return "that is no action of a turn (P-4)"
    return Turn(view).reason(action)


class Turn:
    """A turn as the acting seat sees it, and what is against an action in it."""

    def __init__(self, view: View) -> None:
        own, turn = view.own, view.turn
        assert own is not None
        assert turn is not None
        self.view = view
        self.seat: SeatView = view.seats[own.seat]
        self.hand: list[str] = own.hand
        self.districts: dict[str, District] = DISTRICTS[view.edition]
        self.character: Character = CHARACTERS[view.edition][str(turn["character"])]
        self.gathered: bool = turn["gathered"] is True
        used, built = turn["used"], turn["built"]
        self.used: list[str] = [str(verb) for verb in used] if isinstance(used, list) else []
        self.built: int = built if isinstance(built, int) else 0
        self.short: bool = named(view.bewitched) == self.character.id and turn["resumed"] is not True

    def owns(self, name: str) -> bool:
        """Whether the seat's city holds a district of that name."""
        return any(district.id == name for district in self.seat.city)

    def reason(self, action: Action) -> str:
        """What stands in the way, the most general thing first."""
        verb = action.verb
        gathering = verb in ("gold", "draw")
        if gathering and self.gathered:
            return "a turn gathers once (S4.1)"
        if verb == "draw" and self.view.deck_size == 0:
            return "the deck is empty: gather gold (R-DECK-2)"
        if not self.gathered and self.short:
            return "a bewitched player only gathers (C-WITCH-2)"
        only = {listed.verb for listed in self.view.actions}
        if not self.gathered and only <= {"gold", "draw"}:
            threats = self.view.threats
            if threats is not None and self.character.id in threats.on and threats.by != self.seat.number:
                return "a threatened player first gathers, then answers (C-BLACKMAILER-2)"
            if self.character.id == "witch":
                return "this character gathers before anything else (C-WITCH-1)"
        if only <= {"bewitch"}:
            return "she must name a character now (C-WITCH-1)"
        if self.character.id == "witch" and verb != "bewitch":
            return "in her own turn she only names a character or ends: she builds nothing and uses no district (R-K-1)"
        if only <= {"crown"}:
            return "the crown comes first (K-C-EMPEROR-1)"
        if only == {"end"} and ("destroy" in self.used or "exchange" in self.used):
            return "after that only the end of the turn is left (K-S7)"
        if isinstance(action, Build):
            return self.build(action)
        if verb == "end":
            return self.end()
        if verb in DISTRICT_VERBS:
            return self.effect(action)
        return self.ability(action)

    def end(self) -> str:
        """Why the turn cannot end."""
        if not self.gathered:
            return "every turn gathers before it ends (S6.4)"
        return "the crown must be given first (C-EMPEROR-2)"

    def build(self, action: Build) -> str:
        """Why the district cannot be built so."""
        card = self.districts.get(action.district)
        if card is None:
            return f"there is no such district in the {self.view.edition} edition (S1.4)"
        if not self.gathered:
            return "building comes after gathering (S5.1)"
        if self.character.build_limit == 0:
            return "the navigator builds nothing (C-NAVIGATOR-2)"
        if card.id not in self.hand:
            return "it is not in the hand (S5.2)"
        if card.id == "secret_vault":
            return "it can never be built (D-SECRET_VAULT-1)"
        if card.id == "monument" and len(self.seat.city) >= 5:
            return "the city has five districts or more (D-MONUMENT-1)"
        if self.built >= self.character.build_limit and not (card.outside_limit or self.character.builds_freely(card)):
            return f"{self.character.id} builds {self.character.build_limit} in a turn (S5.6)"
        if self.owns(card.id) and not self.character.duplicates:
            return "the city holds a district of that name (S5.5)"
        if action.framework:
            return "there is no framework in the city (D-FRAMEWORK-1)"
        if action.over:
            return "only the necropolis is built over another district of one's own (D-NECROPOLIS-1)"
        if action.lender >= 0:
            if self.character.id != "cardinal":
                return "only the cardinal takes another's gold (C-CARDINAL-2)"
            return "it is not one player who has just what is missing, for as many cards (C-CARDINAL-2, C-CARDINAL-3)"
        if action.cards and card.id != "thieves_den":
            return "only the thieves' den is paid for in cards (D-THIEVES_DEN-1)"
        if action.cards:
            return "the price is paid exactly, with cards and gold at hand (S5.4)"
        return f"the price is more than {self.seat.gold} gold (S5.3, S5.4)"

    def effect(self, action: Action) -> str:
        """Why a district's action is not legal."""
        verb = action.verb
        name, rule = DISTRICT_VERBS[verb]
        if not self.owns(name):
            return f"there is no {name} in the city ({rule})"
        if verb in self.used:
            return f"once in a turn ({rule})"
        if verb == "smithy":
            return "it takes 2 gold and a deck to draw from (D-SMITHY-1, R-DECK-2)"
        if isinstance(action, OnDistrict):
            return f"{action.district} is not in the hand ({rule})"
        if isinstance(action, Armory):
            found = self.standing(action.seat, action.district)
            if found is not None:
                return found
            if self.is_complete():
                return "it would destroy itself, and it lies in a complete city (R-ARM-1)"
            return "it reaches another district of a city that is not complete (D-ARMORY-1)"
        return f"there is nothing that it can do now ({rule})"

    def ability(self, action: Action) -> str:
        """Why a character's ability is not legal."""
        verb = action.verb
        who, rule = ABILITIES.get(verb, (self.character.id, "S6.1"))
        if who != self.character.id:
            return f"that is for the {who}, and this is the {self.character.id}'s turn ({rule})"
        if verb in self.used and self.used.count(verb) >= (2 if verb == "beautify" else 1):
            return f"it has been used in this turn (G-10, {rule})"
        if verb == "income":
            return self.income()
        if verb == "bonus":
            return self.bonus()
        if isinstance(action, (Warrants, Threats)) and self.character.id in action.text.split(" "):
            return "at this table no mark may lie on its own placer (R-MAG-3, R-BLK-1)"
        if isinstance(action, (OnCharacter, Warrants, Threats)):
            return f"not a character that the {who} may name ({rule}, R-NAME-1)"
        if isinstance(action, (DestroyAction, Exchange, Seize)):
            return self.rank8(action)
        if isinstance(action, Crown):
            return "neither to oneself nor to its holder, and only for what that player has (C-EMPEROR-2, R-EMP-2)"
        if isinstance(action, Beautify):
            return "it takes 1 gold and a plain district of one's own (C-ARTIST-1)"
        if verb == "study":
            return "the deck is empty (R-DECK-2)"
        if verb == "collect":
            return "there is no gold on the token (R-TURN-7)"
        if verb == "tithe":
            return "the richest player, and richer than the abbot (C-ABBOT-2)"
        return f"not at a seat that this can aim at ({rule}, R-TURN-7)"

    def income(self) -> str:
        """Why there is no income."""
        if not self.character.income_type:
            return f"the {self.character.id} has no income (S6.1)"
        if self.character.id == "abbot":
            return (
                "as many as there are religious districts, the mix named; gold only in the classic edition (C-ABBOT-1)"
            )
        return f"there is nothing to gain for {self.character.income_type} districts (R-TURN-7, R-DECK-2)"

    def bonus(self) -> str:
        """Why there is no bonus."""
        if self.character.id not in ("merchant", "architect", "navigator", "queen"):
            return f"the {self.character.id} has no fixed extra (R-ARC-1)"
        if self.character.id == "queen":
            return "no neighbour has revealed rank 4 (C-QUEEN-1)"
        if self.view.edition == "classic" and not self.gathered:
            return "it follows the gathering (K-S7)"
        return "there is nothing to gain so (R-DECK-2)"

    def is_complete(self) -> bool:
        """Whether the seat's own city is complete (R-END-1)."""
        size = sum(self.districts[district.id].size for district in self.seat.city)
        needed = check_options(self.view.edition, self.view.options, len(self.view.seats)).completion_size
        return size >= (7 if self.view.announced else needed)

    def exchange(self, action: Exchange) -> str | None:
        """What is wrong with the two districts of an exchange: in the classic game anything may be given (R-K-31)."""
        found = self.standing(self.seat.number, action.own)
        if found is not None:
            return found
        if self.owns(action.district.removesuffix("+")):
            return f"one's own city has a {action.district.removesuffix('+')} already (C-DIPLOMAT-2, K-C-DIPLOMAT-1)"
        if self.view.edition == "classic":
            return None
        gift = self.districts[action.own.removesuffix("+")]
        if gift.immune:
            return f"rank 8 cannot affect the {gift.id}, one's own neither (R-KEEP-1)"
        if any(district.id == gift.id for district in self.view.seats[action.seat].city):
            return f"the city of seat {action.seat} has a {gift.id} already (C-DIPLOMAT-2)"
        return None

    def standing(self, seat: int, text: str) -> str | None:
        """What is wrong with a district aimed at, if it does not stand there."""
        if not 0 <= seat < len(self.view.seats):
            return f"there is no seat {seat} (S1.1)"
        if all(district.text != text for district in self.view.seats[seat].city):
            return f"there is no {text} in the city of seat {seat} (S5.2)"
        return None

    def rank8(self, action: DestroyAction | Exchange | Seize) -> str:
        """Why rank 8 cannot do that."""
        found = self.standing(action.seat, action.district)
        if found is not None:
            return found
        card = self.districts[action.district.removesuffix("+")]
        if card.immune:
            return f"rank 8 cannot affect the {card.id} (D-KEEP-1)"
        if self.view.edition == "classic" and not self.gathered:
            return "it comes at the end of the turn (K-S7)"
        if isinstance(action, Exchange):
            swap = self.exchange(action)
            if swap is not None:
                return swap
        if any(other.seat == action.seat for other in self.view.actions if isinstance(other, type(action))):
            return "not for the gold at hand, or it would make two of a name in a city (C-RANK8-2, C-DIPLOMAT-2)"
        if (
            isinstance(action, Seize)
            and next(
                district.cost for district in self.view.seats[action.seat].city if district.text == action.district
            )
            > 3
        ):
            return "it costs more than 3 (C-MARSHAL-1)"
        return "the city is complete, the bishop's or one's own, or the gold does not reach (C-RANK8-2)"


def named(mark: object) -> str:
    """The character of a marker."""
    return str(mark.get("character")) if isinstance(mark, dict) else ""
