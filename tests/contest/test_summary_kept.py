"""What is said at the end of tournaments in which much went wrong: every figure and every sentence as it was."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from citadels_contest.stats.balance import Balance, balance, often
from citadels_contest.stats.crosstable import crosstable
from citadels_contest.stats.game_results import by_round, by_wins, scored
from citadels_contest.stats.paired_test import Better, better, differences
from citadels_contest.stats.seat_effects import character_rates, seat_effect
from citadels_contest.stats.win_rate import win_rates
from citadels_contest.summary import figures, summary, told_better
from citadels_contest.types import Fixture, Result

from tests.contest.stories import STORIES, story
from tests.contest.test_figures_kept import rounded
from tests.support.kept import assert_kept

KEPT = Path(__file__).parent / "kept"


def lines_of(told: dict[str, Any]) -> list[str]:
    """A line for each part, or for each row of it."""
    lines: list[str] = []
    for part, value in told.items():
        rows = value if isinstance(value, list) else [value]
        lines += [f"{part}: {json.dumps(rounded(row))}" for row in rows]
    return lines


@pytest.mark.parametrize("name", STORIES)
def test_the_summary_of_a_troubled_tournament_is_what_it_was(name: str) -> None:
    assert_kept(KEPT / f"summary_{name.replace(' ', '_')}.txt", lines_of(summary(story(name))))


def games_of_three() -> list[Result]:
    """Two deals of two tables, from every seat, with a bot that fills at one of them, and what was picked."""
    found = []
    for table, members in enumerate((("ann", "bea", "cid"), ("ann", "bea", "fill:greedy:1"))):
        for deal in range(3):
            for turn in range(3):
                seats = members[turn:] + members[:turn]
                places = tuple(1 + (seat + deal * turn) % 3 for seat in range(3))
                picks = (("king",), ("thief", "king"), ()) if deal else ()
                found.append(Result(Fixture(1, table, deal, turn, seats), places, (9, 8, 7), picks=picks))
    return found


def test_bots_that_fill_are_met_and_have_no_row() -> None:
    games = scored(games_of_three(), by_wins, by_round)
    ids = ("bea", "ann", "cid", "dee")
    told = {
        "wins": [one._asdict() for one in win_rates(games, ids)],
        "crosstable": [[*names, *cell] for names, cell in crosstable(games, ids).items()],
        "better": [[*names, *one] for names, one in better(games, ids, 3).items()],
        "characters": [one._asdict() for one in character_rates(games)],
        "differences": [differences(games, "ann", "bea", 3), differences(games, "ann", "cid", 3)],
        "seats": [[*seat_effect(games, 3, 3)]],
        "balance": balance([one.seats for one in games], ids).to_json(),
    }
    assert_kept(KEPT / "with_fillers.txt", lines_of(told))


@pytest.mark.parametrize(
    ("share", "gap", "low", "high", "said"),
    [
        (None, 0.5, None, None, "a and b: too few deals to tell"),
        (0.9, 0.5, None, 1.0, "a and b: too few deals to tell"),
        (0.9, 0.5, 0.1, None, "a and b: too few deals to tell"),
        (0.5, 0.0, -0.1, 0.1, "a and b are level: 0.00 points a game apart (-0.10 to 0.10), 7 deals"),
        (0.98, 0.5, 0.1, 0.9, "a is better than b: 98 % sure, by 0.50 points a game (0.10 to 0.90), 7 deals"),
        (0.99, 0.5, 0.1, 0.9, "a is better than b: 99.0 % sure, by 0.50 points a game (0.10 to 0.90), 7 deals"),
        (0.999, 0.5, 0.1, 0.9, "a is better than b: 99.9 % sure, by 0.50 points a game (0.10 to 0.90), 7 deals"),
        (0.9995, 0.5, 0.1, 0.9, "a is better than b: >99.9 % sure, by 0.50 points a game (0.10 to 0.90), 7 deals"),
        (0.97, 0.5, 0.0, 0.9, "a is ahead of b, not surely better (97 % sure): by 0.50 points a game (0.00 to 0.90), 7 deals"),
        (0.5, 0.1, -0.2, 0.4, "a is ahead of b, not surely better (50 % sure): by 0.10 points a game (-0.20 to 0.40), 7 deals"),
        (0.02, -0.5, -0.9, -0.1, "b is better than a: 98 % sure, by 0.50 points a game (0.10 to 0.90), 7 deals"),
    ],
)  # fmt: skip
def test_who_is_better_is_said_in_words(
    share: float | None, gap: float, low: float | None, high: float | None, said: str
) -> None:
    assert told_better("a", "b", Better(share, gap, low, high, 7, 14)) == said


def test_figures_have_six_digits_and_are_never_less_than_nothing_where_they_are_nothing() -> None:
    found = figures(a=1 / 3, b=-0.0000001, c=None)
    assert found == {"a": 0.333333, "b": 0.0, "c": None}
    assert str(found["b"]) == "0.0"


@pytest.mark.parametrize(
    ("ends", "words"),
    [((0, 0), "never"), ((0, 1), "never or once"), ((1, 1), "once"), ((1, 2), "1 or 2 times"), ((2, 2), "2 times"), ((0, 2), "0 to 2 times")],
)  # fmt: skip
def test_how_often_is_said_in_words(ends: tuple[int, int], words: str) -> None:
    assert often(ends) == words
    assert f"any two meet {words};" in Balance((1, 1), (1, 1), ends, (1, 1)).told
