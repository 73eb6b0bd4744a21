"""The words that rules are written in: gain, pay, draw, discard, destroy, move.

Every change of gold, cards, cities and crown goes through here, and tells its event.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from citadels_engine.dice import Dice
from citadels_engine.state import NOBODY, Built
from citadels_engine.views.events import Event

if TYPE_CHECKING:
    from citadels_engine.cards.base import Character, District
    from citadels_engine.rules.decisions import Decision
    from citadels_engine.state import Game, Seat, Turn

__all__ = [
    "add_to_city",
    "ask",
    "city_size",
    "completion_size",
    "destroy",
    "discard",
    "draw",
    "find",
    "gain_cards",
    "gain_gold",
    "has_completed",
    "holder_of",
    "ids",
    "is_complete",
    "lose_gold",
    "move_card",
    "move_crown",
    "move_gold",
    "note_complete",
    "owns",
    "put_under",
    "random_card",
    "remove_from_city",
    "reveal",
    "tell",
    "the_turn",
    "use_up",
]  # fmt: skip


def tell(game: Game, kind: str, seat: int, facts: dict[str, object], *secrets: tuple[int, dict[str, object]]) -> None:
    """Note what happened."""
    game.events.append(Event(kind, seat, facts, secrets))


def ids(cards: list[District]) -> list[str]:
    """The ids of the cards."""
    return [card.id for card in cards]


def ask(game: Game, decision: Decision) -> None:
    """Await the decision."""
    game.pending = decision


def the_turn(game: Game) -> Turn:
    """The turn under way."""
    turn = game.turn
    assert turn is not None
    return turn


def use_up(turn: Turn, verb: str) -> None:
    """The once-a-turn action has been taken (G-10)."""
    turn.used = (*turn.used, verb)


# --- gold ------------------------------------------------------------------------------------------------------------


def gain_gold(game: Game, seat: int, gold: int, why: str) -> None:
    """From the bank to the stash (G-1, G-2); the bank never runs out (G-11)."""
    if gold > 0:
        game.seats[seat].gold += gold
        if game.telling:
            tell(game, "gain", seat, {"gold": gold, "why": why})


def lose_gold(game: Game, seat: int, gold: int, why: str) -> None:
    """From the stash to the bank (G-6)."""
    if gold > 0:
        game.seats[seat].gold -= gold
        if game.telling:
            tell(game, "lose", seat, {"gold": gold, "to": None, "why": why})


def move_gold(game: Game, giver: int, taker: int, gold: int, why: str) -> None:
    """From one stash to another; gold on districts and on a token is in none (G-1, R-THI-3)."""
    if gold > 0 and giver != taker:
        game.seats[giver].gold -= gold
        game.seats[taker].gold += gold
        if game.telling:
            tell(game, "lose", giver, {"gold": gold, "to": taker, "why": why})


# --- cards -----------------------------------------------------------------------------------------------------------


def draw(game: Game, count: int) -> list[District]:
    """Take the top cards of the deck, as many as there are (G-3, R-DECK-1)."""
    deck = game.deck
    drawn: list[District] = []
    while count > 0 and len(deck) > 0:
        drawn.append(deck.pop())
        count -= 1
    return drawn


def gain_cards(game: Game, seat: int, count: int, why: str) -> None:
    """From the top of the deck to the hand (G-2)."""
    drawn = draw(game, count)
    game.seats[seat].hand.extend(drawn)
    if game.telling:
        tell(game, "gain", seat, {"cards": len(drawn), "why": why}, (seat, {"districts": ids(drawn)}))


def put_under(game: Game, card: District) -> None:
    """Put a card facedown under the deck, where nobody looks (G-4, V-7)."""
    game.deck.insert(0, card)


def discard(game: Game, seat: int, card: District, why: str) -> None:
    """From the hand under the deck (G-4)."""
    game.seats[seat].hand.remove(card)
    put_under(game, card)
    if game.telling:
        tell(game, "discard", seat, {"count": 1, "why": why}, (seat, {"districts": [card.id]}))


def move_card(game: Game, card: District, giver: int, taker: int, why: str) -> None:
    """From one hand to another; both see the card (V-5)."""
    game.seats[giver].hand.remove(card)
    game.seats[taker].hand.append(card)
    if game.telling:
        seen: dict[str, object] = {"districts": [card.id]}
        tell(game, "move", giver, {"to": taker, "count": 1, "why": why}, (giver, seen), (taker, seen))


def random_card(game: Game, seat: int, occasion: str) -> District:
    """A card of the hand by lot, the same for the same seed, round and seat."""
    hand = game.seats[seat].hand
    return hand[Dice(game.seed, f"{occasion}/{game.round}/{seat}").below(len(hand))]


# --- cities ----------------------------------------------------------------------------------------------------------


def find(seat: Seat, text: str) -> int:
    """Where the district stands in the city, by its text (`castle+`: the beautified one)."""
    for i, built in enumerate(seat.city):
        if built.text == text:
            return i
    raise AssertionError(f"no {text} in the city")


def owns(seat: Seat, card: District) -> bool:
    """Whether the city holds a district of that name (G-8)."""
    for built in seat.city:
        if built.card is card:
            return True
    return False


def city_size(seat: Seat) -> int:
    """The size of the city (G-9, D-MONUMENT-2)."""
    size = len(seat.city)
    for card in seat.powers:
        size += card.size - 1
    return size


def completion_size(game: Game) -> int:
    """How large a complete city is (S9.1, K-S9, K-D-BELL_TOWER-1)."""
    return 7 if game.announced else game.options.completion_size


def is_complete(game: Game, seat: Seat) -> bool:
    """Whether the city is complete now: a state (R-END-1); a city may grow beyond (S9.3)."""
    return city_size(seat) >= completion_size(game)


def note_complete(game: Game, seat: int) -> None:
    """Remember that the seat has completed its city, once and for ever (S9.2, S9.4, R-END-2, R-END-3, R-END-5).

    However the district came: built, confiscated, exchanged or seized (R-END-7). A swap completes one city at most (R-END-6).
    """
    if is_complete(game, game.seats[seat]) and not has_completed(game, seat):
        game.completed = (*game.completed, (seat,))
        if game.telling:
            tell(game, "complete", seat, {})


def has_completed(game: Game, seat: int) -> bool:
    """Whether the seat's city was complete at some moment."""
    for together in game.completed:
        if seat in together:
            return True
    return False


def add_to_city(game: Game, seat: int, built: Built) -> None:
    """Put the district in the city, as its newest; what it does is in force at once (R-QUA-1, R-MAG-11)."""
    owner = game.seats[seat]
    owner.city.append(built)
    if built.card.speaks:
        owner.powers = (*owner.powers, built.card)


def remove_from_city(game: Game, seat: int, at: int) -> Built:
    """Take the district out of the city."""
    owner = game.seats[seat]
    built = owner.city.pop(at)
    if built.card.speaks:
        owner.powers = tuple([other.card for other in owner.city if other.card.speaks])
    return built


def destroy(game: Game, seat: int, at: int, why: str) -> Built:
    """Remove the district and discard it with what lies under it; gold on it goes to the bank (G-5, R-ART-2)."""
    built = remove_from_city(game, seat, at)
    put_under(game, built.card)
    for card in built.tucked:
        put_under(game, card)
    if game.telling:
        tell(game, "destroy", seat, {"district": built.text, "why": why})
    if built.card.speaks:
        built.card.on_lost(game)
    return built


# --- characters and crown --------------------------------------------------------------------------------------------


def reveal(game: Game, seat: int, character: Character) -> None:
    """The seat shows its character (S3.1)."""
    owner = game.seats[seat]
    if character not in owner.revealed:
        owner.revealed = (*owner.revealed, character)
    if game.telling:
        tell(game, "reveal", seat, {"character": character.id})


def move_crown(game: Game, seat: int) -> None:
    """The crown goes to the seat; a holder who already has it keeps it (C-RANK4-1)."""
    if game.crown == seat:
        return
    if game.telling:
        tell(game, "crown", seat, {"from": game.crown})
    game.crown = seat
    for owner, other in enumerate(game.seats):
        for card in other.powers:
            card.on_crown_moved(game, owner)


def holder_of(game: Game, character: Character) -> int:
    """The seat that holds the character this round, or nobody."""
    for i, seat in enumerate(game.seats):
        if character in seat.characters:
            return i
    return NOBODY
