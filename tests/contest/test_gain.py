"""The same deals from every seat bring what they are played for, in real games of bots of the house."""

import os

import pytest
from citadels_contest.stats.game_results import by_round, by_wins, scored
from citadels_contest.stats.paired_test import gain

from bench._duplicate import paired_tasks, play, play_all

DEALS = {"quick": 10, "ci": 40, "full": 300}[os.environ.get("CITADELS_SIZE", "quick")]
MEMBERS = ("greedy", "careless", "greedy#2", "greedy#3")


@pytest.mark.heavy
def test_a_small_change_of_a_bot_is_seen_with_three_quarters_of_the_error() -> None:
    games = scored(play_all(paired_tasks(MEMBERS, DEALS, None, "gain"), 1), by_wins, by_round)
    found = gain(games, MEMBERS, 4)["greedy", "careless"]
    assert found.games == 4 * DEALS
    assert found.paired <= 0.75 * found.unpaired


def test_copies_of_a_bot_that_leaves_nothing_to_chance_are_exactly_equal() -> None:
    members = ("greedy", "greedy#2")
    games = scored([play(task) for task in paired_tasks(members, 4, None, "copies")], by_wins, by_round)
    assert gain(games, members, 2)["greedy", "greedy#2"].paired == 0
