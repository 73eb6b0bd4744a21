"""What to build with the gold there is: the best set of cards within the limit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from citadels_engine.bots.greedy.character_guess import rival_points
from citadels_engine.bots.greedy.district_value import city_points, is_useful, worth
from citadels_engine.rules.decisions import distinct

if TYPE_CHECKING:
    from citadels_engine.bots.greedy.observation import Table
    from citadels_engine.cards.base import District

__all__ = ["GOLD_KEPT", "Plan", "best_plan", "builds_left", "price", "useful_cards", "wise_to_add"]

GOLD_KEPT: Final = 0.3
"""What a gold is worth when it is not spent in this turn."""
CONSIDERED: Final = 8
"""How many of the best cards are combined with one another."""


class Plan:
    """Cards to build in this turn, the first one first, and what that is worth."""

    __slots__ = ("cards", "cost", "gain")

    def __init__(self, cards: list[District], cost: int, gain: float) -> None:
        self.cards = cards
        self.cost = cost
        self.gain = gain


class Choice:
    """A card that could be built: its price, what it is worth, and whether it is outside the limit."""

    __slots__ = ("card", "free", "gain", "price")

    def __init__(self, card: District, price: int, gain: float, free: bool) -> None:
        self.card = card
        self.price = price
        self.gain = gain
        self.free = free


def useful_cards(table: Table) -> list[District]:
    """The cards of the hand that could be built some day, each name once."""
    return [card for card in distinct(table.hand) if is_useful(table, card)]


def price(table: Table, card: District) -> int:
    """What the seat pays for the card (S5.3)."""
    cheaper = card.unique and card.id != "factory" and table.owns(table.me, "factory")
    return card.cost - 1 if cheaper else card.cost


def builds_left(table: Table) -> int:
    """How many builds the limit still allows in the turn under way."""
    character = table.playing
    return 1 if character is None else max(0, character.build_limit - table.built)


def wise_to_add(table: Table, card: District) -> bool:
    """Whether the seat wants the end that building the card may bring: not while it would lose."""
    size = table.size(table.me)
    if table.last_round or size + card.size < table.complete_at or size >= table.complete_at:
        return True
    others = table.others()
    if any(table.size(seat) >= table.complete_at - 1 for seat in others):
        return True
    cards = [*table.city(table.me), card]
    costs = sum(district.cost for district in table.seats[table.me].city) + card.cost
    mine = city_points(table, table.me, cards, costs) + 4
    return all(mine > rival_points(table, seat) for seat in others)


def best_plan(table: Table, cards: list[District], gold: int, limit: int) -> Plan:
    """The best cards to build of these with so much gold and so many builds."""
    character = table.playing
    choices: list[Choice] = []
    for card in distinct(cards):
        cost = price(table, card)
        outside = card.outside_limit or (character is not None and character.builds_freely(card))
        if cost <= gold and (limit > 0 or outside) and is_useful(table, card) and wise_to_add(table, card):
            choices.append(Choice(card, cost, worth(table, card) - GOLD_KEPT * cost, outside))
    choices.sort(key=gain_of, reverse=True)
    return combine(choices[:CONSIDERED], 0, gold, limit)


def gain_of(choice: Choice) -> float:
    """What the choice is worth, for sorting."""
    return choice.gain


def combine(choices: list[Choice], start: int, gold: int, limit: int) -> Plan:
    """The best set among the choices from `start` on."""
    best = Plan([], 0, 0.0)
    for i in range(start, len(choices)):
        choice = choices[i]
        if choice.price > gold or (limit == 0 and not choice.free):
            continue
        rest = combine(choices, i + 1, gold - choice.price, limit if choice.free else limit - 1)
        if choice.gain + rest.gain > best.gain:
            best = Plan([choice.card, *rest.cards], choice.price + rest.cost, choice.gain + rest.gain)
    return best
