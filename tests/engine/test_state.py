"""A copy of a game is the same game, and another one."""

from random import Random

import pytest
from citadels_engine import Game, apply, is_over, legal_actions, save, view
from citadels_engine.testing import seat, table

from tests.support.setups import setup


def same(one: Game, other: Game) -> bool:
    """Whether everything that can be asked of them is the same."""
    viewers = (None, *range(len(one.seats)))
    return (
        save(one) == save(other)
        and [view(one, viewer).to_json() for viewer in viewers] == [view(other, viewer).to_json() for viewer in viewers]
        and (one.telling, one.events, one.called) == (other.telling, other.events, other.called)
    )


@pytest.mark.parametrize("number", range(0, 28, 3))
def test_a_copy_is_the_same_at_every_fifth_decision_and_the_game_goes_on_without_it(number: int) -> None:
    game, chance = setup(number).deal(telling=number % 2 == 0), Random(number)
    while not is_over(game):
        if game.n % 5 == 0:
            twin, before = game.copy(), save(game)
            assert same(twin, game)
            apply(twin, legal_actions(twin)[-1])
            assert save(game) == before != save(twin)
        apply(game, chance.choice(legal_actions(game)))


def test_a_copy_knows_that_the_bell_was_rung() -> None:
    game = table(seat("king", city="bell_tower"), seat(), turn="king", gathered=True, edition="classic", announced=True)
    assert game.announced
    assert same(game.copy(), game)
