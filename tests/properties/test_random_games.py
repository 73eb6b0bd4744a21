"""Random games of every kind, in slices that run side by side; how many is one word in CITADELS_SIZE."""

import os

import pytest
from citadels_engine.cards.registry import CHARACTERS, DISTRICTS, EDITIONS
from citadels_engine.cards.scenarios import SCENARIOS

from tests.properties.walks import MOST_ACTIONS, SIZES, walks
from tests.support.setups import CYCLE, setup

SLICE = 250
SIZE = os.environ.get("CITADELS_SIZE", "quick")
GAMES, PROBES = SIZES[SIZE]
QUICK = SIZES["quick"][0]
SLICES = [pytest.param(first, marks=pytest.mark.heavy if first >= QUICK else ()) for first in range(0, GAMES, SLICE)]
KINDS = {
    "pick", "set_aside", "theater", "turn", "keep", "redraw", "pay", "take", "return", "threat", "expose", "warrant", "advise",
    "ransom", "tribute", "chime", "search", "ward",
}  # fmt: skip
AWKWARD = (
    "empty deck", "empty deck before gathering", "empty hand", "empty purse", "killed, not in play", "Emperor not in play",
    "killed Emperor, not in play", "mark on its own placer", "one Keep alone removed", "all bonus districts",
)  # fmt: skip
"""Where other engines are stuck, and what only some tables play with."""


@pytest.mark.parametrize("first", SLICES)
def test_what_must_always_hold(first: int) -> None:
    tally = walks(first, SLICE, PROBES)
    assert tally.games == SLICE
    assert tally.probed == SLICE * PROBES
    assert 1 < tally.largest <= MOST_ACTIONS


def test_as_many_games_and_probes_as_promised() -> None:
    assert [SIZES[name][0] for name in ("quick", "ci", "full")] == [500, 2_000, 100_000]
    assert [games * probes for games, probes in SIZES.values()] == [5_000, 20_000, 200_000]
    assert len(SLICES) * SLICE == GAMES


def test_every_scenario_is_played_by_every_number_of_players() -> None:
    met = {(found.scenario, found.players) for found in map(setup, range(CYCLE)) if found.scenario}
    assert met == {(name, players) for name in SCENARIOS for players in range(2, 9)}


def test_every_card_situation_and_kind_of_decision_is_met() -> None:
    """One game of each set-up until every scenario has met every number of players: all end, and everything occurs in them."""
    cycle = walks(0, CYCLE, 0)
    assert cycle.games == CYCLE
    assert cycle.characters == {f"{edition}/{name}" for edition in EDITIONS for name in CHARACTERS[edition]}
    assert cycle.uniques == {
        f"{edition}/{card.id}" for edition in EDITIONS for card in DISTRICTS[edition].values() if card.unique
    }
    assert set(cycle.kinds) == KINDS
    assert {what: cycle.situations[what] for what in AWKWARD if cycle.situations[what] <= 50} == {}
