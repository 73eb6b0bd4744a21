"""District cards are dealt as often as a list of all that is possible says: by copies, not by names."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations
from typing import TYPE_CHECKING

from citadels_engine import view
from citadels_engine.cards.editions import full_deck
from citadels_engine.inference.knowledge import Knowledge
from citadels_engine.inference.worlds import Worlds
from citadels_engine.testing import act, seat, table

from tests.engine.inference.likelihoods import check

if TYPE_CHECKING:
    from citadels_engine import Game

DRAWS = 2500


def cards_of(game: Game) -> Counter[str]:
    """All cards of the game."""
    return Counter(card.id for card in full_deck("classic" if game.classic else "modern", game.uniques, game.options))


def hand(world: Game, number: int) -> tuple[str, ...]:
    return tuple(sorted(card.id for card in world.seats[number].hand))


def test_a_card_of_four_copies_is_four_times_as_likely_in_a_hidden_hand() -> None:
    game = table(seat("king"), seat(hand="castle"), turn="king", gathered=True)
    worlds = Worlds(view(game, 0))
    drawn = Counter(worlds.sample(f"one card {i}").seats[1].hand[0].id for i in range(DRAWS))
    assert {cards_of(game)[name] for name in ("manor", "castle", "temple", "fortress", "keep")} == {5, 4, 3, 2, 1}
    check(drawn, cards_of(game))


def test_the_top_of_the_deck_is_any_card_by_its_copies() -> None:
    game = table(seat("king"), seat(hand="castle"), turn="king", gathered=True)
    worlds = Worlds(view(game, 0))
    check(Counter(worlds.sample(f"the top {i}").deck[-1].id for i in range(DRAWS)), cards_of(game))


def test_two_hidden_hands_and_the_deck_are_dealt_in_every_way() -> None:
    """Four castles, a temple and a keep lie hidden: two in one hand, one in another, three in the deck."""
    hidden = Counter({"castle": 4, "temple": 1, "keep": 1})
    game = hiding(hidden, 2, 1)
    worlds = Worlds(view(game, 0))
    drawn = Counter[tuple[tuple[str, ...], ...]]()
    for i in range(DRAWS):
        world = worlds.sample(f"two hands {i}")
        assert Counter(card.id for card in world.deck) == hidden - Counter(hand(world, 1) + hand(world, 2))
        drawn[hand(world, 1), hand(world, 2)] += 1
    possible = Counter[tuple[tuple[str, ...], ...]]()
    for way in permutations(sorted(hidden.elements()), 3):
        possible[tuple(sorted(way[:2])), way[2:]] += 1
    assert len(possible) == 8
    check(drawn, possible)


def test_the_order_of_the_deck_is_any_as_often() -> None:
    hidden = Counter({"castle": 2, "temple": 1, "keep": 1})
    worlds = Worlds(view(hiding(hidden, 0, 0), 0))
    drawn = Counter(tuple(card.id for card in worlds.sample(f"the deck {i}").deck) for i in range(DRAWS))
    possible = Counter(permutations(sorted(hidden.elements())))
    assert len(possible) == 12
    check(drawn, possible)


def hiding(hidden: Counter[str], first: int, second: int) -> Game:
    """The King holds all cards but these, of which two seats hold some, and the deck the rest."""
    rest = sorted(hidden.elements())
    held = " ".join((cards_of(table(seat("king"), turn="king")) - hidden).elements())
    cut = first + second
    return table(
        seat("king", hand=held),
        seat(hand=" ".join(rest[:first])),
        seat(hand=" ".join(rest[first:cut])),
        turn="king",
        gathered=True,
        deck=" ".join(rest[cut:]),
    )


# --- what came out of a hand that was seen ---------------------------------------------------------------------------


def test_what_is_left_of_a_known_hand_is_any_of_its_cards_by_copies() -> None:
    """The Wizard has left two castles and a temple in a hand; one of the three is discarded unseen."""
    game = table(
        seat("wizard"),
        seat("merchant", hand="castle castle castle temple", city="laboratory"),
        turn="wizard",
        gathered=True,
    )
    knowledge = Knowledge(view(game, 0), from_deal=False)
    for event in act(game, "peek 1", "take castle", "end", "gold", "laboratory castle"):
        knowledge.see(event.for_seat(0))
    worlds = Worlds(view(game, 0), knowledge)
    drawn, under = Counter[tuple[str, ...]](), Counter[tuple[tuple[str, ...], str]]()
    for i in range(DRAWS):
        world = worlds.sample(f"what is left {i}")
        drawn[hand(world, 1)] += 1
        under[hand(world, 1), world.deck[0].id] += 1
    ways = Counter[tuple[str, ...]](combinations(["castle", "castle", "temple"], 2))
    check(drawn, ways)
    lowest = {way: "temple" if way == ("castle", "castle") else "castle" for way in ways}
    check(under, Counter({(way, lowest[way]): count for way, count in ways.items()}))
