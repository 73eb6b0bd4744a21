"""What is played for an absent player (R-TURN-5)."""

import pytest
from citadels_engine import apply, is_over, legal_actions, load, new_game
from citadels_engine.actions.default import default_action

CAST = ["assassin", "thief", "magician", "king", "bishop", "merchant", "architect", "warlord"]


def test_gathers_gold_before_anything_else() -> None:
    game = load({"cast": CAST, "seats": [{"characters": ["thief"]}, {}, {}, {}], "turn": {"character": "thief"}})
    assert str(default_action(game)) == "gold"


def test_neither_bribes_nor_reveals() -> None:
    cast = [name if name != "thief" else "blackmailer" for name in CAST]
    game = load(
        {
            "cast": cast,
            "seats": [{"characters": ["blackmailer"]}, {"characters": ["king"], "gold": 8}, {}, {}],
            "threats": {"flowered": "king", "blank": "bishop"},
            "turn": {"character": "king", "gathered": True},
        }
    )
    assert str(default_action(game)) == "refuse"
    apply(game, "refuse")
    assert str(default_action(game)) == "pass"


def test_gives_the_crown_and_takes_nothing() -> None:
    cast = [name if name != "king" else "emperor" for name in CAST]
    given = {
        "cast": cast,
        "seats": [{"characters": ["emperor"]}, {"gold": 3, "hand": ["temple"]}, {"gold": 3}, {}],
        "crown": 3,
        "turn": {"character": "emperor", "gathered": True},
    }
    chosen = {str(default_action(load({**given, "seed": str(seed)}))) for seed in range(40)}
    assert chosen == {"crown 1", "crown 2"}


@pytest.mark.parametrize("edition", ["modern", "classic"])
@pytest.mark.parametrize("players", range(2, 9))
def test_is_legal_in_every_decision_of_a_game(edition: str, players: int) -> None:
    for number in range(6):
        game = new_game(players, edition=edition, seed=f"absent {number}")
        while not is_over(game) and game.round < 40:
            chosen = default_action(game)
            assert chosen in legal_actions(game)
            listed = legal_actions(game)
            apply(game, listed[(game.n * 5 + number) % len(listed)] if game.n % 3 else chosen)
