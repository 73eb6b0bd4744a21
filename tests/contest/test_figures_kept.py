"""All figures of made-up tournaments are what they were when they were checked against other ways to compute them."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest
from citadels_contest.settings import settings_from
from citadels_contest.stats.game_results import by_round, by_wins, scored
from citadels_contest.stats.intervals import mean_interval, t_quantile, wilson
from citadels_contest.stats.paired_test import gain
from citadels_contest.summary import summary
from citadels_contest.tie_breaks import head_to_head, opponents
from citadels_contest.types import Fixture, Result

from tests.contest.events import play_out, started
from tests.support.kept import assert_kept

if TYPE_CHECKING:
    from collections.abc import Sequence

KEPT = Path(__file__).parent / "kept"
NAMES = ("ann", "bea", "cid", "dee", "eve")
FORMATS: dict[str, dict[str, object]] = {
    "round robin": {"format": "round-robin", "seats": 3, "deals": 2},
    "wins": {"format": "round-robin", "seats": 4, "points": "wins", "duplicate": False, "order": ["points", "opponents", "margin", "head-to-head", "lot"]},
    "swiss": {"format": "swiss", "seats": 2, "rounds": 3, "order": ["points", "head-to-head", "opponents", "rating", "lot"]},
    "knock out": {"format": "knock-out", "seats": 2},
    "gauntlet": {"format": "gauntlet", "seats": 2, "deals": 3, "focus": ["ann"]},
    "sequential": {"format": "sequential", "seats": 2, "most": 40, "bound": 0.2},
    "arena": {"format": "arena", "seats": 3, "most": 18, "rounds": 3},
}  # fmt: skip


def rounded(told: object) -> object:
    """It with eight digits of each float: what processors agree on."""
    if isinstance(told, float):
        return float(f"{told:.8g}")
    if isinstance(told, dict):
        return {name: rounded(value) for name, value in told.items()}
    return [rounded(one) for one in told] if isinstance(told, (list, tuple)) else told


@pytest.mark.parametrize("name", FORMATS)
def test_the_figures_of_each_format_are_what_they_were(name: str) -> None:
    given = FORMATS[name]
    everybody = NAMES[:2] if name == "sequential" else NAMES
    event = started(*everybody, seed="kept", **given)
    chance = Random(7)

    def judge(fixture: Fixture) -> Sequence[int]:
        return [10 - 2 * NAMES.index(one[:3]) + chance.randrange(9) if one[:3] in NAMES else 4 for one in fixture.seats]

    play_out(event, judge)
    text = json.dumps(rounded(summary(event)), indent=0, sort_keys=True)
    assert_kept(KEPT / f"{name.replace(' ', '_')}.txt", text.split("\n"))


def results() -> list[Result]:
    """Deals of three from every seat, in which luck and strength both count."""
    chance, found = Random(3), []
    for deal in range(6):
        for turn in range(3):
            seats = NAMES[turn:3] + NAMES[:turn]
            points = [chance.randrange(30) + 5 * (one == "ann") for one in seats]
            places = tuple(1 + sum(other > own for other in points) for own in points)
            found.append(Result(Fixture(1, 0, deal, turn, seats), places, tuple(points)))
    return found


def test_what_pairing_has_brought_is_what_it_was() -> None:
    found = gain(scored(results(), by_wins, by_round), NAMES[:3], 3)
    told = {f"{one} {other}": [float(f"{value:.8g}") for value in each] for (one, other), each in found.items()}
    assert_kept(KEPT / "gain.txt", json.dumps(told, indent=0).split("\n"))


def test_tie_breaks_among_three_at_one_table_are_what_they_were() -> None:
    against = head_to_head(settings_from({"seats": 3}), results())
    found = {" ".join(group): against(group) for group in (NAMES[:3], ("cid", "ann"), ("bea",), ("ann", "dee"))}
    met = opponents([("ann", "bea", "cid"), ("ann", "dee"), ("eve",)], {"ann": 1.0, "bea": 0.5, "cid": 0.25})
    assert_kept(KEPT / "tie_breaks.txt", json.dumps(rounded({**found, "met": met}), indent=0).split("\n"))


def test_intervals_are_what_they_were() -> None:
    lines = [f"{freedom} {t_quantile(freedom):.8g}" for freedom in (1, 2, 3, 4, 5, 9, 30, 1000)]
    for wins, games in ((0, 1), (1, 1), (3, 9), (2.5, 5), (500, 1000)):
        share = wilson(wins, games)
        lines.append(f"{wins} of {games}: {rounded([share.share, share.low, share.high])}")
    samples: list[list[list[float]]] = [
        [[1.0]],
        [[1.0, 0.5], [0.5]],
        [[0.25], [1.0, 1.0], [0.0, 0.5, 1.0, 0.0]],
        [[0.5]] * 6,
        [],
    ]
    for sample in samples:
        mean = mean_interval(sample)
        lines.append(f"{sample}: {rounded([mean.mean, mean.low, mean.high])}")
    assert_kept(KEPT / "intervals.txt", lines)
