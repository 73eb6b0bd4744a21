"""What a district is worth to its owner, in points: those it scores, and what it helps to earn before the end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from citadels_engine.cards.base import TYPES

if TYPE_CHECKING:
    from citadels_engine.bots.greedy.observation import Table
    from citadels_engine.cards.base import District

__all__ = ["city_points", "is_useful", "loss", "worth"]

EACH_ROUND: Final = {
    "gold_mine": 0.5,
    "library": 0.7,
    "observatory": 0.3,
    "smithy": 0.5,
    "laboratory": 0.5,
    "school_of_magic": 0.6,
    "factory": 0.3,
    "park": 0.3,
    "poor_house": 0.3,
    "museum": 0.9,
    "quarry": 0.2,
    "theater": 0.1,
    "throne_room": 0.4,
    "hospital": 0.1,
    "great_wall": 0.1,
}
"""What a unique district earns its owner in a round."""

AT_ONCE: Final = {
    "framework": 1.0,
    "lighthouse": 1.5,
    "bell_tower": 0.5,
    "stables": 1.0,
    "armory": 0.7,
    "haunted_quarter": 0.5,
    "haunted_city": 0.5,
    "keep": 0.3,
    "graveyard": 0.3,
}
"""What it brings once, beyond its points."""

CLOSER: Final = 1.5
"""What it is worth to be one district closer to a complete city."""
INCOME: Final = 0.15
"""What a district of a character's type earns in a round."""


def city_points(table: Table, seat: int, cards: list[District], costs: int) -> float:
    """What a city of these cards, which cost so much together, would score now for the seat, bonuses of completion apart."""
    types = [sum(1 for card in cards if card.type == one) for one in TYPES]
    missing = types.count(0)
    points = float(costs)
    haunted = False
    for card in cards:
        match card.id:
            case "dragon_gate" | "university":
                points += 2
            case "wishing_well":
                points += types[4] - (1 if table.classic else 0)
            case "basilica":
                points += sum(other.cost % 2 for other in cards)
            case "capitol":
                points += 3 if max(types) >= 3 else 0
            case "ivory_tower":
                points += 5 if types[4] == 1 else 0
            case "statue":
                points += 5 if table.view.crown == seat else 1
            case "imperial_treasury":
                points += table.seats[seat].gold if table.last_round else 2
            case "map_room":
                points += table.seats[seat].hand_size if table.last_round else 2
            case "haunted_quarter" | "haunted_city":
                haunted = True
    if missing == 0 or (missing == 1 and haunted and types[4] > 1):
        points += 3
    else:
        points += 0.5 * (5 - missing)
    return points


def added(table: Table, card: District, cards: list[District], costs: int) -> float:
    """What the card adds to a city of one's own."""
    points = city_points(table, table.me, [*cards, card], costs + card.cost) - city_points(
        table, table.me, cards, costs
    )
    points += AT_ONCE.get(card.id, 0.0) if not table.last_round else 0.0
    points += EACH_ROUND.get(card.id, 0.0) * table.rounds_left
    if any(character.income_type == card.type for character in table.cast):
        points += INCOME * table.rounds_left
    size = sum(other.size for other in cards)
    if size < table.complete_at:
        points += CLOSER * card.size
        if size + card.size >= table.complete_at:
            points += 2 if table.last_round else 4
    return points


def worth(table: Table, card: District) -> float:
    """What building the card is worth to the seat."""
    own = table.seats[table.me].city
    return added(table, card, table.city(table.me), sum(district.cost for district in own))


def loss(table: Table, name: str) -> float:
    """What the seat loses with a district of its own city, named by its text, or by its id where it stands there once."""
    city = table.seats[table.me].city
    at = 0
    for i, district in enumerate(city):
        if name in (district.text, district.id):
            at = i
    lost = city[at]
    cards = table.city(table.me)
    cards.pop(at)
    cost = sum(district.cost for district in city) - lost.cost
    return added(table, table.districts[lost.id], cards, cost) + lost.under + int(lost.beautified)


def is_useful(table: Table, card: District) -> bool:
    """Whether the seat can ever build the card in its city as it stands."""
    if card.id == "secret_vault":
        return False
    if card.id == "monument" and len(table.seats[table.me].city) >= 5:
        return False
    return not table.owns(table.me, card.id) or table.owns(table.me, "quarry")
