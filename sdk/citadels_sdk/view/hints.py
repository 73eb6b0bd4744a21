"""What a person would work out from the table: what an action costs, what a city is worth, who may be who.

Everything here is made of the engine's View, and of the events that its seat has seen; nothing else is looked at.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from citadels_engine import UnknownAction, WorldError, parse, score, why_not
from citadels_engine.actions.types import Beautify, Build, Destroy, Exchange, Seize, Tribute
from citadels_engine.cards.editions import check_options
from citadels_engine.cards.registry import CHARACTERS, DISTRICTS
from citadels_engine.inference.character_sampler import Layout
from citadels_engine.inference.knowledge import Knowledge, as_number
from citadels_engine.inference.worlds import Worlds
from citadels_engine.state import Built, Game, Seat

from citadels_sdk.view.explanations import price, rank8_price

if TYPE_CHECKING:
    from collections.abc import Sequence

    from citadels_engine.actions.types import Action
    from citadels_engine.views.view import SeatView, View


FILLER = "tavern"
"""Stands for a card that nobody but its owner knows: a plain district, which scores nothing in a hand."""


def gold_cost(view: View, action: Action) -> int:
    """The gold that leaves the viewer by this action alone."""
    own = view.own
    if own is None:
        return 0
    gold = view.seats[own.seat].gold
    match action:
        case Build():
            return price_of(view, action) + tax_on(view, action)
        case Destroy():
            return rank8_price(
                view, action.seat, action.district, standing(view, action.seat, action.district).cost - 1
            )
        case Seize():
            return rank8_price(view, action.seat, action.district, standing(view, action.seat, action.district).cost)
        case Exchange():
            return exchange_cost(view, own.seat, action)
        case Beautify():
            return 1
        case Tribute(what="gold"):
            return 1
        case _:
            return plain_cost(view, action.text, gold)


def plain_cost(view: View, text: str, gold: int) -> int:
    """What an action of a single word costs a viewer who has so much gold."""
    if text == "bribe":
        return gold // 2
    if text == "confiscate":
        return taxed(view, gold)
    return {"smithy": 2, "recover": 1}.get(text, 0)


def price_of(view: View, action: Build) -> int:
    """The viewer's own gold that pays for the build."""
    if action.framework or action.over or view.own is None:
        return 0
    owed = price(view, action.district) - action.cards
    return owed if action.lender < 0 else min(owed, view.seats[view.own.seat].gold)


def standing(view: View, seat: int, text: str) -> Built:
    """The district of that text in the seat's city, as the engine has it."""
    seen = next(built for built in view.seats[seat].city if built.text == text)
    card = DISTRICTS[view.edition][seen.id]
    return card.beautiful if seen.beautified else card.plain


def exchange_cost(view: View, me: int, action: Exchange) -> int:
    """What the Diplomat pays the owner: in the classic game the Great Wall counts in the difference."""
    own, wanted = standing(view, me, action.own).cost, standing(view, action.seat, action.district).cost
    if view.edition == "classic":
        return max(0, rank8_price(view, action.seat, action.district, wanted) - own)
    return rank8_price(view, action.seat, action.district, max(0, wanted - own))


def tax_on(view: View, action: Build) -> int:
    """What the modern Tax Collector takes of the viewer as soon as it builds: nothing yet where the Magistrate is asked first."""
    if view.own is None or (view.turn is not None and view.turn["character"] == "tax_collector"):
        return 0
    if warranted(view, action):
        return 0
    return taxed(view, view.seats[view.own.seat].gold - price_of(view, action))


def warranted(view: View, action: Build) -> bool:
    """Whether the Magistrate is asked about the build before it stands in the viewer's city (C-MAGISTRATE-3)."""
    turn, warrants = view.turn, view.warrants
    if turn is None or warrants is None or view.own is None or action.framework or action.over:
        return False
    character, used = turn["character"], turn["used"]
    return (
        character in warrants.on
        and character not in warrants.shown
        and warrants.by != view.own.seat
        and not (isinstance(used, list) and "warrant" in used)
    )


def taxed(view: View, left: int) -> int:
    """What the modern Tax Collector takes for a district from a stash of so much gold."""
    return 1 if left > 0 and view.edition == "modern" and "tax_collector" in view.cast else 0


def completion_size(view: View) -> int:
    """How large a complete city is."""
    if view.announced:
        return 7
    return check_options(view.edition, view.options, len(view.seats)).completion_size


def points(view: View, number: int) -> int:
    """The points of the seat if the game were scored now; of a hand that the viewer does not know only its size counts."""
    return score(face(view, number), number).total


def face(view: View, number: int) -> Game:
    """A game that has what the seat is scored by, and nothing else."""
    districts = DISTRICTS[view.edition]
    players = len(view.seats)
    characters = tuple(CHARACTERS[view.edition][name] for name in view.cast)
    options = check_options(view.edition, view.options, players)
    game = Game(view.edition == "classic", options, characters, (), [Seat() for _ in range(players)], "")
    game.crown = view.crown
    game.announced = view.announced
    game.completed = completed(view)
    seen, seat = view.seats[number], game.seats[number]
    seat.gold = seen.gold
    filler = districts[FILLER]
    known = hand_of(view, seen)
    seat.hand = [filler] * seen.hand_size if known is None else [districts[name] for name in known]
    seat.built = () if seen.built is None else tuple(districts[name] for name in seen.built)
    for one in seen.city:
        card = districts[one.id]
        seat.city.append(Built(card, one.beautified, (filler,) * one.under, (number,) * one.under))
        if card.speaks:
            seat.powers = (*seat.powers, card)
    return game


def hand_of(view: View, seen: SeatView) -> list[str] | None:
    """The seat's hand, where the viewer knows it."""
    if seen.hand is None and view.own is not None and view.own.seat == seen.number:
        return view.own.hand
    return seen.hand


def completed(view: View) -> tuple[tuple[int, ...], ...]:
    """The seats that have completed a city, in that order; those of one moment together."""
    found: list[tuple[int, ...]] = []
    for one in view.completed:
        seats = cast("list[object]", one) if isinstance(one, list) else [one]
        found.append(tuple(as_number(seat) for seat in seats))
    return tuple(found)


def worlds_of(view: View, events: Sequence[dict[str, object]]) -> Worlds:
    """The worlds that agree with the view and the events; with the view alone where the events do not go back to the deal."""
    if len(events) > 0:
        try:
            knowledge = Knowledge(view)
            for event in events:
                knowledge.see(event)
            return Worlds(view, knowledge)
        except (WorldError, LookupError, ValueError, AssertionError):
            pass  # events that do not begin with the deal end in any of these
    return Worlds(view)


def possible(view: View, events: Sequence[dict[str, object]]) -> list[tuple[str, ...]]:
    """For each seat the characters that it may hold, in the order of their ranks: exactly those of the worlds that agree."""
    found = [0] * len(view.seats)
    for layout in worlds_of(view, events).casting.layouts:
        for at, place in enumerate(layout.places):
            seat = place >> 3
            if seat >= len(found):
                continue
            free = layout.masks[at] & ~found[seat]
            while free:
                bit = free & -free
                free ^= bit
                masks = list(layout.masks)
                masks[at] = bit
                if Layout(list(layout.places), masks, layout.full).ways > 0:
                    found[seat] |= bit
    return [tuple(name for i, name in enumerate(view.cast) if bits >> i & 1) for bits in found]


def refusal(view: View, text: str) -> str:
    """Why a text is no legal action, and what would be."""
    legal = [action.text for action in view.actions]
    shown = ", ".join(legal[:12]) + (f" and {len(legal) - 12} more" if len(legal) > 12 else "")
    try:
        why = why_not(view, parse(text))
    except UnknownAction as error:
        why = str(error)
    return f"{why}; legal are: {shown or 'none'}"
