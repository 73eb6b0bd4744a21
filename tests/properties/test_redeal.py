"""No viewer can tell a game from a twin in which all that is hidden lies differently; planted leaks are noticed at once."""

import os

import pytest
from citadels_engine import COMPILED
from citadels_engine.cards.base import District
from citadels_engine.cards.characters.magistrate import Magistrate
from citadels_engine.dice import Dice
from citadels_engine.rules.building import enter_city
from citadels_engine.state import Game
from citadels_engine.views import view
from citadels_engine.views.view import SeatView

from tests.properties.redeal import Noticed, walk
from tests.support.setups import setup

CHUNK = 10
"""Games in one chunk."""
LEAST = 3_500
"""Observations that a chunk compares at the least."""
CHUNKS = {"quick": 2, "ci": 4, "full": 200}[os.environ.get("CITADELS_SIZE", "quick")]
EVERY = 6


def compare_chunk(number: int) -> int:
    """Walk through the games of a chunk; how many observations were equal."""
    return sum(
        walk(setup(game).deal(), Dice(f"walk {game}", "tests/redeal"), EVERY)
        for game in range(number * CHUNK, (number + 1) * CHUNK)
    )


@pytest.mark.parametrize(
    "number", [pytest.param(number, marks=pytest.mark.heavy if number >= 2 else ()) for number in range(CHUNKS)]
)
def test_nobody_notices_what_he_cannot_know(number: int) -> None:
    assert compare_chunk(number) >= LEAST


def first_noticed(games: int) -> int:
    """In which game a leak is noticed; `games` where it never is."""
    for number in range(games):
        try:
            walk(setup(number).deal(), Dice(f"walk {number}", "tests/redeal"), EVERY)
        except Noticed:
            return number
    return games


@pytest.mark.skipif(COMPILED, reason="a fault is planted by patching, which compiled calls do not see")
def test_an_unrevealed_character_shown_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    right = view.see_seat

    def leaking(game: Game, number: int, viewer: int) -> SeatView:
        seen = right(game, number, viewer)
        seen.characters = [character.id for character in game.seats[number].characters]
        return seen

    monkeypatch.setattr(view, "see_seat", leaking)
    assert first_noticed(100) < 100


@pytest.mark.skipif(COMPILED, reason="a fault is planted by patching, which compiled calls do not see")
def test_a_magistrate_asked_only_when_the_warrant_is_real_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    right = Magistrate.on_paid_build

    def leaking(self: Magistrate, game: Game, seat: int, card: District, gold: int) -> None:
        turn, warrants = game.turn, game.warrants
        if turn is not None and warrants is not None and turn.character is warrants.real:
            right(self, game, seat, card, gold)
        else:
            enter_city(game, seat, card, gold)

    monkeypatch.setattr(Magistrate, "on_paid_build", leaking)
    assert first_noticed(100) < 100


@pytest.mark.skipif(COMPILED, reason="a fault is planted by patching, which compiled calls do not see")
def test_the_top_of_the_deck_told_by_a_number_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    right = view.see_seat

    def leaking(game: Game, number: int, viewer: int) -> SeatView:
        seen = right(game, number, viewer)
        seen.gold += 1 if game.deck and game.deck[-1].cost > 3 and number == 0 else 0
        return seen

    monkeypatch.setattr(view, "see_seat", leaking)
    assert first_noticed(100) < 100
