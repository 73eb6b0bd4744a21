"""How much a seat would like to be a character: what the character would bring it now, in gold.

It looks at what everybody sees of the seat, so that it serves to choose and to guess what others chose.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from citadels_engine.bots.greedy.observation import Table
    from citadels_engine.cards.base import Character

__all__ = ["appeal"]

EXTRA: Final = {
    "witch": 1.5,
    "magistrate": 2.2,
    "wizard": 2.2,
    "king": 1.0,
    "emperor": 1.3,
    "patrician": 1.0,
    "bishop": 0.5,
    "abbot": 0.8,
    "cardinal": 0.8,
    "merchant": 1.2,
    "trader": 0.7,
    "warlord": 1.0,
    "diplomat": 1.0,
    "marshal": 1.6,
    "queen": 1.3,
}
"""What a character brings beside its income, wherever the game stands."""


def appeal(table: Table, seat: int, character: Character) -> float:
    """What the character would bring the seat in this round; never quite nothing."""
    income = 0.0
    if character.income_type:
        income = table.count(seat, character.income_type) * (0.8 if character.income_in_cards else 1.0)
    special = by_others(table, seat, character) + by_itself(table, seat, character)
    return max(0.2, EXTRA.get(character.id, 0.0) + income + special)


def by_others(table: Table, seat: int, character: Character) -> float:
    """What depends on how the others stand."""
    others = [other for other in range(table.players) if other != seat]
    match character.id:
        case "assassin":
            return 3.0 if max([table.size(other) for other in others]) >= table.complete_at - 2 else 1.5
        case "warlord":
            return 1.0 if max([table.size(other) for other in others]) >= table.complete_at - 2 else 0.0
        case "thief":
            return 0.5 + 0.45 * (sum([table.seats[other].gold for other in others]) / len(others))
        case "blackmailer":
            return 0.5 + 0.4 * (sum([table.seats[other].gold for other in others]) / len(others))
        case "spy":
            return 1.0 + 0.25 * max([table.seats[other].hand_size for other in others])
        case "magician":
            most = max([table.seats[other].hand_size for other in others])
            return 0.3 + 0.7 * max(0, most - table.seats[seat].hand_size)
        case "tax_collector":
            return 1.5 if table.classic else 0.8 + 0.9 * table.view.tax
    return 0.0


def by_itself(table: Table, seat: int, character: Character) -> float:
    """What depends on how the seat itself stands."""
    gold = table.seats[seat].gold
    cards = table.seats[seat].hand_size
    match character.id:
        case "seer" | "scholar":
            return 1.8 + (1.2 if gold >= 4 else 0.0)
        case "bishop":
            return 0.7 if table.size(seat) == max(table.sizes) else 0.0
        case "trader" | "marshal" | "diplomat":
            return 1.0 if gold >= 3 else 0.0
        case "alchemist":
            return 0.5 * min(gold + 2, 5) if cards else 0.0
        case "architect":
            return 1.8 + min(2.5, 0.5 * gold)
        case "navigator":
            return 1.2 if cards and gold >= 2 else 3.0
        case "artist":
            plain = sum([1 for district in table.seats[seat].city if not district.beautified])
            return 0.9 * min(2, plain, gold + 1)
    return 0.0
