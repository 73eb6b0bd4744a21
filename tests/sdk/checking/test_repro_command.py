"""The command that brings a decision back, word for word."""

from __future__ import annotations

from typing import Any

import pytest
from citadels_sdk.checking.repro_command import command_for

BOTS = ["my bot.py", "greedy", "greedy"]
START = "citadels bot repro 'my bot.py' --seat 0 --n 7 --seed s"
DEALT = f"{START} --players 3 --edition modern"


@pytest.mark.parametrize(
    ("more", "command"),
    [
        ({}, f"{DEALT} --against greedy"),
        ({"edition": None}, f"{START} --players 3 --against greedy"),
        (
            {"edition": "classic", "scenario": "x"},
            f"{START} --players 3 --edition classic --scenario x --against greedy",
        ),
        (
            {"cast": ("thief", "king"), "uniques": ["keep"]},
            f"{DEALT} --cast thief,king --uniques keep --against greedy",
        ),
        ({"options": {"a": True, "b": "c"}}, f"{DEALT} --option a=true --option 'b=\"c\"' --against greedy"),
        ({"time_limit": 0.25}, f"{DEALT} --against greedy --limit 0.25"),
        ({"time_limit": 2.0}, f"{DEALT} --against greedy --limit 2"),
        ({"case": "modern/king", "options": {"a": 1}}, f"{START} --case modern/king --against greedy"),
        ({"twice": True}, f"{DEALT} --against greedy --twice"),
        ({"apart": True}, f"{DEALT} --against greedy --apart"),
        ({"twice": True, "apart": True}, f"{DEALT} --against greedy --twice --apart"),
        ({"seed": "-x"}, f"{DEALT} --against greedy".replace("--seed s", "--seed=-x")),
    ],
)
def test_a_command_has_all_that_brings_the_decision_back(more: dict[str, Any], command: str) -> None:
    assert command_for(BOTS, **{"seat": 0, "n": 7, "seed": "s", **more}) == command


@pytest.mark.parametrize(
    ("seat", "bots", "against"),
    [
        (1, ["a", "b", "c"], "b --seat 1 --n 0 --seed s --players 3 --edition modern --against a --against c"),
        (2, ["a", "a", "c"], "c --seat 2 --n 0 --seed s --players 3 --edition modern --against a"),
        (0, ["a", "b"], "a --seat 0 --n 0 --seed s --players 2 --edition modern --against b"),
    ],
)
def test_the_others_are_named_in_order_and_once_where_all_are_the_same(
    seat: int, bots: list[str], against: str
) -> None:
    assert command_for(bots, seat=seat, n=0, seed="s") == f"citadels bot repro {against}"


@pytest.mark.parametrize("bots", [[None, "a"], ["a", None]])
def test_a_bot_without_a_source_has_no_command(bots: list[str | None]) -> None:
    assert command_for(bots, seat=0, n=0, seed="s") is None
