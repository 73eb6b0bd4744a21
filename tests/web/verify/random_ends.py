"""Ends of games by lot: cities as no game would often make them, so that every line of a score sheet and every tie is met."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from citadels_engine import load, save
from citadels_engine.formats.record import final_places
from citadels_engine.rules.scoring import places, scores

from tests.web.support.random_games import deal

if TYPE_CHECKING:
    import random


def ended(chance: random.Random, number: int) -> tuple[dict[str, Any], list[int], dict[str, Any]]:
    """A position at the end of a game, who has left it, and what the engine says of it."""
    game, _ = deal(chance, number)
    position: dict[str, Any] = save(game)
    seats = position["seats"]
    cards = [card for seat in seats for card in seat["hand"]] + position["deck"]
    chance.shuffle(cards)
    if chance.random() < 0.3:
        cards.sort(key=lambda card: card not in position["uniques"])  # the unique districts together
    held = chance.sample(position["cast"], min(len(seats), len(position["cast"])))
    most = chance.choice([1, 3, 8])
    for number_of_seat, seat in enumerate(seats):
        fill(chance, seat, cards, most, classic=position["edition"] == "classic")
        seat["characters"] = seat["revealed"] = [held[number_of_seat]]
        if chance.random() < 0.2:
            seat["revealed"] = []
    first = chance.sample(range(len(seats)), chance.randrange(1, len(seats)))
    together = chance.random() < 0.3
    position |= {
        "phase": "over", "pool": [], "faceup": [], "facedown": [], "decision": None, "turn": None, "deck": cards,
        "completed": [first] if together and len(first) > 1 else first,
        "crown": chance.randrange(len(seats)),
    }  # fmt: skip
    over = load(position)
    left = chance.sample(range(len(seats)), chance.choice([0, 0, 1, len(seats)]))
    sheets = [sheet.to_json() for sheet in scores(over)]
    return save(over), left, {"sheets": sheets, "ranks": places(over), "places": final_places(over, left), "left": left}


def fill(chance: random.Random, seat: dict[str, Any], cards: list[str], most: int, *, classic: bool) -> None:
    """Give a seat gold, cards in the hand, and a city of at most so many districts, none of them twice."""
    seat["gold"] = chance.choice([0, 0, 1, chance.randrange(9)])
    seat["hand"] = [cards.pop() for _ in range(chance.choice([0, 0, 1, 3])) if cards]
    city: list[Any] = []
    for card in dict.fromkeys(cards[: chance.randrange(most + 1)]):
        cards.remove(card)
        city.append(card + "+" if chance.random() < 0.1 else card)
    if classic:
        seat["built"] = [card.rstrip("+") for card in city if chance.random() < 0.3]
    tucked = [cards.pop() for _ in range(chance.randrange(1, 4)) if cards]
    seat["city"] = [{"id": card, "tucked": tucked} if card.startswith("museum") else card for card in city]
