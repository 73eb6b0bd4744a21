"""What is awaited of a game, and what is not."""

import pytest
from citadels_engine import IllegalAction, apply, awaited, is_over, legal_actions, load, new_game, view
from citadels_engine.bots import make
from citadels_engine.testing import position, seat


def test_once_a_game_is_over_nothing_is_awaited() -> None:
    game, bot = new_game(2, seed="s"), make("greedy", "s")
    while not is_over(game):
        apply(game, bot.choose(view(game, awaited(game).seat), []))
    assert legal_actions(game) == ()
    with pytest.raises(IllegalAction, match="no decision is awaited"):
        awaited(game)


def test_a_deck_that_is_known_in_part_has_its_top_and_bottom_in_their_order() -> None:
    told = position(seat("king"), seat("thief"), turn="king")
    game = load({**told, "deck": {"top": ["castle", "docks", "manor"], "bottom": ["temple", "market", "prison"]}})
    assert [card.id for card in game.deck[-3:]] == ["manor", "docks", "castle"]
    assert [card.id for card in game.deck[:3]] == ["prison", "market", "temple"]
    whole = load({**told, "deck": ["castle", "docks"]})
    assert [card.id for card in whole.deck] == ["docks", "castle"]
