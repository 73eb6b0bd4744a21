"""Random games of every kind, in slices that run side by side; how many is one word in CITADELS_SIZE."""

import os

import pytest
from citadels_engine.registry import CHARACTERS, DISTRICTS, EDITIONS
from citadels_engine.scenarios import SCENARIOS

from tests.properties.setups import CYCLE, setup
from tests.properties.walks import MOST_ACTIONS, SIZES, Tally, walks

SLICE = 250
SIZE = os.environ.get("CITADELS_SIZE", "quick")
GAMES, PROBES = SIZES[SIZE]
QUICK = SIZES["quick"][0]
SLICES = [pytest.param(first, marks=pytest.mark.heavy if first >= QUICK else ()) for first in range(0, GAMES, SLICE)]


@pytest.mark.parametrize("first", SLICES)
def test_what_must_always_hold(first: int) -> None:
    tally = walks(first, SLICE, PROBES)
    assert tally.games == SLICE
    assert tally.probed == SLICE * PROBES
    assert 1 < tally.largest <= MOST_ACTIONS


def test_as_many_games_and_probes_as_promised() -> None:
    assert [SIZES[name][0] for name in ("quick", "ci", "full")] == [2_000, 10_000, 100_000]
    assert [games * probes for games, probes in SIZES.values()] == [10_000, 100_000, 200_000]
    assert len(SLICES) * SLICE == GAMES


@pytest.fixture(scope="module")
def cycle() -> Tally:
    """One game of each set-up until every scenario has met every number of players."""
    return walks(0, CYCLE, 0)


def test_every_scenario_is_played_by_every_number_of_players() -> None:
    met = {(found.scenario, found.players) for found in map(setup, range(CYCLE)) if found.scenario}
    assert met == {(name, players) for name in SCENARIOS for players in range(2, 9)}


def test_every_character_has_a_turn(cycle: Tally) -> None:
    assert cycle.characters == {f"{edition}/{name}" for edition in EDITIONS for name in CHARACTERS[edition]}


def test_every_unique_district_is_met(cycle: Tally) -> None:
    assert cycle.uniques == {
        f"{edition}/{card.id}" for edition in EDITIONS for card in DISTRICTS[edition].values() if card.unique
    }


@pytest.mark.parametrize(
    "situation",
    [
        "empty deck",
        "empty deck before gathering",
        "empty hand",
        "empty purse",
        "killed, not in play",
        "Emperor not in play",
        "killed Emperor, not in play",
    ],
)
def test_no_game_is_stuck_where_others_are(cycle: Tally, situation: str) -> None:
    """Every game of the cycle ended, and in many of them this was met."""
    assert cycle.games == CYCLE
    assert cycle.situations[situation] > 50


def test_every_kind_of_decision_is_met(cycle: Tally) -> None:
    assert set(cycle.kinds) == {
        "pick", "set_aside", "theater", "turn", "keep", "redraw", "pay", "take", "return", "threat", "expose", "warrant",
        "advise", "ransom", "tribute", "chime", "search", "ward",
    }  # fmt: skip
