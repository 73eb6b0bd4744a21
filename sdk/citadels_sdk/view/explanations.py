"""What an action does and costs, in a few words for who has to choose.

It is told from the chooser's `View` alone; an action that is not known here explains itself by its text.

>>> from citadels_engine import new_game, view
>>> from citadels_sdk.render.sentences import Teller
>>> seen = view(new_game(2, seed="an example", crown=0), 0)
>>> explain(Teller(seen.edition, ["Ann", "Bob"], viewer=0), seen, seen.actions[0])
'Assassin (1): Name another character: it stays hidden and loses its whole turn.'
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from citadels_engine.actions.types import (
    Armory,
    Bonus,
    Build,
    Crown,
    Destroy,
    Exchange,
    Give,
    Income,
    OnCharacter,
    OnDistrict,
    Seize,
    Spy,
    Swap,
    Theater,
    Threats,
    Tribute,
    Warrants,
)
from citadels_engine.cards.registry import CHARACTERS, DISTRICTS

if TYPE_CHECKING:
    from citadels_engine.actions.types import Action
    from citadels_engine.views.view import DistrictView, View

    from citadels_sdk.render.sentences import Teller


WORDS = {
    "gold": "gather: take gold",
    "draw": "gather: draw cards and keep one",
    "end": "end your turn",
    "pass": "let it pass",
    "redraw": "discard cards of your hand and draw as many",
    "done": "discard no more, draw as many as you have discarded",
    "see": "take a random card of every other hand, then give one back to each",
    "study": "draw seven cards, keep one",
    "smithy": "pay 2 gold, draw three cards",
    "bribe": "give half your gold",
    "refuse": "pay nothing, and risk all your gold",
    "expose": "turn the threat up; the flowered one takes all the gold",
    "confiscate": "turn the warrant up and take the district",
    "recover": "pay 1 gold and take the district into your hand",
    "announce": "seven districts complete a city from now on",
}


def price(view: View, district: str) -> int:
    """What the district costs the viewer to build now, in gold (S5.3)."""
    catalogue = DISTRICTS[view.edition]
    card = catalogue[district]
    owed = card.cost
    if card.unique and view.own is not None:
        for built in view.seats[view.own.seat].city:
            owed = catalogue[built.id].build_price(card, owed)
    return owed


def rank8_price(view: View, seat: int, district: str, base: int) -> int:
    """`base`, and what the Great Wall of that city adds to it."""
    catalogue = DISTRICTS[view.edition]
    target = find(view, seat, district)
    card = catalogue[target.id]
    aimed = card.beautiful if target.beautified else card.plain
    return base + sum(catalogue[built.id].rank8_extra(aimed) for built in view.seats[seat].city)


def find(view: View, seat: int, district: str) -> DistrictView:
    """The district of that text in the seat's city."""
    return next(built for built in view.seats[seat].city if built.text == district)


def explain(teller: Teller, view: View, action: Action) -> str:
    """What the action does and costs, for the viewer who has to choose."""
    card = teller.card
    match action:
        case Build():
            return _build(teller, view, action)
        case OnCharacter():
            return _character(teller, action)
        case OnDistrict():
            return _district(teller, view, action)
        case Destroy():
            cost = rank8_price(view, action.seat, action.district, find(view, action.seat, action.district).cost - 1)
            return f"destroy {teller.whose(action.seat)} {card(action.district)}, {cost} gold"
        case Seize():
            cost = rank8_price(view, action.seat, action.district, find(view, action.seat, action.district).cost)
            return f"take {teller.whose(action.seat)} {card(action.district)}, {cost} gold"
        case Exchange():
            return _exchange(teller, view, action)
        case Armory():
            return f"destroy the Armory and {teller.whose(action.seat)} {card(action.district)}"
        case Give():
            return f"give the {card(action.district)} to {teller.whom(action.seat)}"
        case Tribute():
            what = {"gold": "1 gold", "card": "a card by lot"}.get(action.what) or f"the {card(action.what)}"
            return f"give {what}"
        case Crown():
            taking = {"gold": "take 1 gold", "card": "take a card by lot"}.get(action.taking, "take nothing")
            return f"give the crown to {teller.whom(action.seat)}, {taking}"
        case Spy():
            return f"look at {teller.whose(action.seat)} hand for {action.type} cards"
        case Warrants():
            return f"warrants: {card(action.signed)} (signed), {teller.cards(action.blank)}"
        case Threats():
            return f"threats: {card(action.flowered)} (flowered), {card(action.blank)}"
        case Theater():
            given = f", giving the {card(action.character)}" if action.character else ""
            return f"swap characters with {teller.whom(action.seat)}{given}"
        case Swap():
            count = view.seats[action.seat].hand_size
            return f"change hands with {teller.whom(action.seat)} ({count} cards)"
        case Income() if action.gold >= 0:
            return f"{action.gold} gold and {action.cards} cards for your religious districts"
        case Bonus() if action.what:
            return f"gain 4 {action.what}"
    return _plain(teller, view, action)


def _plain(teller: Teller, view: View, action: Action) -> str:
    words = action.text.split()
    if words[0] in ("peek", "tithe") and len(words) == 2:
        seat = int(words[1])
        if words[0] == "peek":
            return f"look at {teller.whose(seat)} hand ({view.seats[seat].hand_size} cards) and take one"
        return f"take 1 gold from {teller.whom(seat)}, the richest"
    if action.text in ("income", "bonus") and view.turn is not None:
        return _extra(view, action.text, str(view.turn["character"]))
    if action.text == "collect":
        return f"take the taxes: {view.tax} gold"
    return WORDS.get(action.text, action.text)


def _extra(view: View, verb: str, name: str) -> str:
    if verb == "bonus":
        return {"architect": "draw 2 cards", "merchant": "gain 1 gold", "queen": "gain 3 gold"}.get(name, verb)
    character, catalogue = CHARACTERS[view.edition][name], DISTRICTS[view.edition]
    city = [] if view.own is None else view.seats[view.own.seat].city
    count = sum(built.type == character.income_type or catalogue[built.id].any_type for built in city)
    what = ("card" if count == 1 else "cards") if character.income_in_cards else "gold"
    return f"{count} {what} for your {character.income_type} districts"


def _character(teller: Teller, action: OnCharacter) -> str:
    card = teller.characters[action.character]
    title = f"{teller.card(action.character)} ({card['rank']})"
    if action.verb == "pick":
        return f"{title}: {card['text']}"
    done = {"set_aside": "put facedown aside", "kill": "murder", "bewitch": "bewitch", "rob": "rob"}
    return f"{done.get(action.verb, action.verb)} the {title}"


def _district(teller: Teller, view: View, action: OnDistrict) -> str:
    name = teller.card(action.district)
    card = teller.districts[action.district.removesuffix("+")]
    match action.verb:
        case "beautify":
            return f"1 gold on your {name}, which is worth 1 more"
        case "laboratory":
            return f"discard {name} for {'1' if view.edition == 'classic' else '2'} gold"
        case "museum":
            return f"put {name} under the Museum"
        case _:
            text = f": {card['text']}" if card["text"] else ""
            return f"{name}, {card['type']} {card['cost']}{text}"


def _build(teller: Teller, view: View, action: Build) -> str:
    name, owed = teller.card(action.district), price(view, action.district)
    if action.framework:
        return f"{name}, destroying the Framework"
    if action.over:
        return f"{name}, destroying your {teller.card(action.over)}"
    said = f"{name}, {owed - action.cards} gold"
    if action.cards:
        said += f" and {action.cards} card{'' if action.cards == 1 else 's'}"
    if action.lender >= 0 and view.own is not None:
        lent = owed - action.cards - view.seats[view.own.seat].gold
        said += f", {lent} of it {teller.whose(action.lender)} for {lent} card{'' if lent == 1 else 's'}"
    return said


def _exchange(teller: Teller, view: View, action: Exchange) -> str:
    own = 0 if view.own is None else find(view, view.own.seat, action.own).cost
    wanted = find(view, action.seat, action.district).cost
    if view.edition == "classic":
        cost = max(0, rank8_price(view, action.seat, action.district, wanted) - own)
    else:
        cost = rank8_price(view, action.seat, action.district, max(0, wanted - own))
    return f"your {teller.card(action.own)} for {teller.whose(action.seat)} {teller.card(action.district)}, {cost} gold"
