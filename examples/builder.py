"""A bot with a plan: look at the hand, decide what to build, and let everything else serve that."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from citadels_sdk import Action, Bot, View

if TYPE_CHECKING:
    from citadels_sdk.seen import District

PAYS: Final = {"king": "noble", "bishop": "religious", "merchant": "trade", "warlord": "military"}
"""Whose income comes from districts of which type."""
ORDER: Final = ("kill", "rob", "bonus", "income", "gold", "draw", "swap", "build", "keep", "end")
"""The course of a turn: what comes first is done first."""


class Builder(Bot):
    """Takes the character that its city pays, and builds every turn."""

    def choose(self, view: View) -> Action:
        """The first thing to do, and of several of its kind the best."""
        return min(view.actions, key=lambda action: (self.place(view, action), -self.worth(view, action)))

    def place(self, view: View, action: Action) -> int:
        """Where in the order the action stands."""
        if action.verb == "draw" and not self.wanted(view):
            return ORDER.index("gold") - 1  # nothing to spend gold on
        if action.verb == "swap" and self.wanted(view):
            return len(ORDER)
        return ORDER.index(action.verb) if action.verb in ORDER else len(ORDER)

    def worth(self, view: View, action: Action) -> float:
        """How good the action is among those of its verb."""
        match action.text.split():
            case ["pick", name]:
                paid = sum(built.type == PAYS.get(name) for built in view.city)
                return paid + 2 * (name == "architect" and view.gold >= 3) + (name == "merchant")
            case ["kill" | "rob", name]:
                return sum(name in view.possible_characters(seat.number) for seat in (view.leader(), view.richest()))
            case ["swap", seat]:
                return view.seats[int(seat)].hand_size
            case ["build", name, *_]:
                return next(card.cost + card.unique for card in view.affordable if card.id == name)
            case ["keep", name]:
                return name not in [card.id for card in view.hand] and name not in [
                    built.card.id for built in view.city
                ]
            case _:
                return 0

    def wanted(self, view: View) -> list[District]:
        """The cards of the hand that the city lacks."""
        return [card for card in view.hand if card.id not in [built.card.id for built in view.city]]
