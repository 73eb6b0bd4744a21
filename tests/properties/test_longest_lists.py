"""The longest lists that we know how to build stay under 1,024; random games meet far shorter ones."""

from citadels_engine import legal_actions, load
from citadels_engine.cards.base import District
from citadels_engine.cards.registry import DISTRICTS

from tests.properties.walks import MOST_ACTIONS

CAST = ["magistrate", "spy", "wizard", "king", "cardinal", "trader", "scholar", "diplomat", "artist"]
PLAIN = [card for card in DISTRICTS["modern"].values() if not card.unique]
CLASSIC = [card for card in DISTRICTS["classic"].values() if not card.unique]
DIFFERENT = 6


def other_cities(taken: int, plain: list[District] = PLAIN, different: int = DIFFERENT) -> list[list[str]]:
    """Seven cities of so many different districts, one short of complete; `taken` copies of each district are elsewhere."""
    left = [card.id for card in plain for _ in range(card.copies - taken)]
    cities: list[list[str]] = [[] for _ in range(7)]
    for city in cities:
        for name in list(left):
            if len(city) < different and name not in city:
                city.append(name)
                left.remove(name)
    return cities


def count(character: str, city: list[str], hand: list[str], uniques: list[str], gold: tuple[int, int]) -> int:
    """How many actions that character's turn lists among eight players."""
    seats: list[object] = [{"gold": gold[0], "city": city, "hand": hand, "characters": [character]}]
    taken = 1 if hand else 0
    seats += [{"gold": gold[1], "city": other} for other in other_cities(taken)]
    turn = {"character": character, "gathered": True}
    return len(legal_actions(load({"cast": CAST, "uniques": uniques, "seats": seats, "turn": turn})))


def test_a_diplomat_with_every_exchange() -> None:
    """Twelve districts of his own against seven open cities."""
    uniques = [card.id for card in DISTRICTS["modern"].values() if card.unique and card.cost and not card.immune][:14]
    assert 12 * 7 * DIFFERENT <= count("diplomat", uniques[:12], [], uniques, (60, 3)) <= MOST_ACTIONS


def test_a_classic_diplomat_with_every_exchange() -> None:
    """Twelve districts of his own, the Keep among them, against seven open cities: he may give any of them (R-K-31)."""
    own = [card.id for card in DISTRICTS["classic"].values() if card.unique][:12]
    assert "keep" in own
    seats = [
        {"gold": 60, "city": own, "characters": ["diplomat"]},
        *[{"city": city} for city in other_cities(0, CLASSIC, 7)],
    ]
    cast = ["assassin", "thief", "magician", "king", "bishop", "merchant", "architect", "diplomat", "artist"]
    turn = {"character": "diplomat", "gathered": True}
    game = load({"edition": "classic", "cast": cast, "uniques": own, "seats": seats, "turn": turn})
    assert 12 * 7 * 7 <= len(legal_actions(game)) <= MOST_ACTIONS


def test_a_cardinal_with_every_loan() -> None:
    """Every district in the hand, seven rich lenders, the Framework, the Laboratory and the Museum in the city."""
    city = ["framework", "laboratory", "museum", "smithy", "armory", "quarry"]
    others = ["necropolis", "thieves_den", "keep", "park", "stables", "statue", "library", "theater"]
    hand = [*others, *[card.id for card in PLAIN]]
    assert 300 < count("cardinal", city, hand, [*city, *others], (0, 20)) <= MOST_ACTIONS
