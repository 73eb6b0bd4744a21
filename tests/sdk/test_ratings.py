"""Ratings that move with every game: by the model as it was published, with anchors that stay."""

import math
import os
import subprocess
import sys
from itertools import permutations
from random import Random

import pytest
from citadels_sdk.ratings import ANCHORS, NEW, PARAMETERS, SCALE, SURE, Rating, fixed, rate, replay

from bench.ladder import measure


def by_the_book(before: list[Rating], places: list[int]) -> list[Rating]:
    """Weng and Lin, A Bayesian approximation method for online ranking (2011), algorithm 4, written down from the paper; the doubt grows by tau first."""
    beta, kappa = PARAMETERS["beta"], PARAMETERS["kappa"]
    known = [(one.mu, math.sqrt(one.sigma**2 + PARAMETERS["tau"] ** 2)) for one in before]
    c = math.sqrt(sum(sigma**2 + beta**2 for _, sigma in known))
    found = []
    for i, (mu, sigma) in enumerate(known):
        omega, delta = 0.0, 0.0
        for q, place in enumerate(places):
            if place > places[i]:
                continue
            below = sum(math.exp(other / c) for s, (other, _) in enumerate(known) if places[s] >= place)
            share = math.exp(mu / c) / below
            tied = places.count(place)
            omega += ((1 if q == i else 0) - share) / tied
            delta += share * (1 - share) / tied
        gamma = sigma / c
        found.append(
            Rating(mu + sigma**2 / c * omega, sigma * math.sqrt(max(1 - gamma * sigma**2 / c**2 * delta, kappa)))
        )
    return found


@pytest.mark.parametrize(
    "places",
    [[1, 2], [2, 1], [1, 1], [1, 2, 3], [2, 1, 2], [1, 1, 1, 4], [3, 1, 4, 2, 5, 6, 7], [1, 2, 2, 4, 4, 4, 7, 8]],
)
def test_it_reckons_as_the_paper_says(places: list[int]) -> None:
    chance = Random(str(places))
    before = [Rating(chance.uniform(15, 35), chance.uniform(1, 8)) for _ in places]
    for mine, theirs in zip(rate(before, places), by_the_book(before, places), strict=True):
        assert mine.mu == pytest.approx(theirs.mu, abs=1e-6)
        assert mine.sigma == pytest.approx(theirs.sigma, abs=1e-6)


def test_who_comes_first_rises_and_who_comes_last_falls() -> None:
    first, second, third = rate([NEW, NEW, NEW], [1, 2, 3])
    assert first.shown > NEW.shown > third.shown
    assert first.mu > second.mu > third.mu
    assert all(one.sigma < NEW.sigma for one in (first, second, third))


def test_seats_do_not_matter() -> None:
    before = [Rating(20, 3), Rating(25, 5), Rating(30, 2)]
    expected = rate(before, [2, 1, 3])
    for order in permutations(range(3)):
        moved = rate([before[at] for at in order], [[2, 1, 3][at] for at in order])
        for place, at in enumerate(order):
            assert moved[place] == pytest.approx(expected[at])


def test_anchors_never_move() -> None:
    before = [ANCHORS["greedy"], NEW, ANCHORS["random"]]
    after = rate(before, [3, 2, 1], anchors=[0, 2])
    assert (after[0], after[2]) == (before[0], before[2])
    assert after[1] != NEW


def test_the_levels_of_the_house_are_told_apart() -> None:
    assert ANCHORS["random"].high < ANCHORS["greedy"].low < ANCHORS["greedy"].high < ANCHORS["planner"].low
    assert ANCHORS["greedy"].shown == 1500


def test_a_newcomer_starts_below_the_anchor_and_above_the_weakest() -> None:
    assert NEW.shown == 1400
    assert ANCHORS["random"].shown < NEW.shown < ANCHORS["greedy"].shown
    assert NEW.low < ANCHORS["greedy"].shown < NEW.high  # and may well be as strong


def test_an_interval_lies_around_what_is_shown() -> None:
    greedy = ANCHORS["greedy"]
    assert greedy.low < greedy.shown == 1500 < greedy.high
    assert greedy.high - greedy.shown == greedy.shown - greedy.low


@pytest.mark.parametrize("places", [[1], [1, 2, 3]])
def test_a_game_has_two_players_and_a_place_for_each(places: list[int]) -> None:
    with pytest.raises(ValueError, match="ratings and"):
        rate([NEW] * min(2, len(places)), places)


def test_a_replay_is_the_games_one_after_the_other() -> None:
    games = [(("a", "b", "fill:greedy:1"), (1, 2, 3)), (("b", "c"), (2, 1)), (("a", "greedy"), (2, 1))]
    found = replay(games, {"greedy": ANCHORS["greedy"]})
    a, b, _ = rate([NEW, NEW, ANCHORS["greedy"]], [1, 2, 3])
    b, c = rate([b, NEW], [2, 1])
    a, _ = rate([a, ANCHORS["greedy"]], [2, 1])
    assert found == {"a": a, "b": b, "c": c}
    assert replay(games, {"greedy": ANCHORS["greedy"]}) == found


def test_who_sits_twice_at_a_table_moves_once() -> None:
    found = replay([(("a", "a", "b"), (1, 3, 2))])
    first, last, other = rate([NEW, NEW, NEW], [1, 3, 2])
    assert found["a"].mu == pytest.approx((first.mu + last.mu) / 2)
    assert found["b"] == other


def test_after_many_games_the_ratings_stand_in_the_order_of_the_strengths() -> None:
    chance = Random("a season")
    strengths = dict(zip("abcdef", (0.0, 0.5, 1.0, 1.5, 2.0, 2.5), strict=True))
    games = []
    for _ in range(400):
        seats = chance.sample(list(strengths), 4)
        luck = {who: strengths[who] - math.log(-math.log(chance.random())) for who in seats}
        games.append((seats, [1 + sum(other > luck[who] for other in luck.values()) for who in seats]))
    found = replay(games)
    assert sorted(found, key=lambda who: found[who].mu) == list("abcdef")
    # a factor of e is 400 / ln 10 points at a table of four
    assert found["f"].shown - found["a"].shown == pytest.approx(2.5 * 400 / math.log(10), rel=0.35)


def test_a_rating_that_is_sure_enough_for_a_place_holds_the_strength_as_often_as_the_page_says() -> None:
    found = measure(players=4, house=0.5, games=40, seasons=5, width=400, start=NEW)
    place = found["place"]
    assert place["share"] == 1
    assert 20 < place["games"] < 30
    assert place["held"] >= 0.95
    assert found["after"][1]["held"] < 0.9  # of a newcomer the interval says too much


def test_nothing_of_the_library_is_loaded_before_a_game_is_rated() -> None:
    code = "import sys, citadels_sdk.ratings as r; assert 'openskill' not in sys.modules; r.rate([r.NEW, r.NEW], [1, 2]); assert 'openskill' in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True, env=dict(os.environ), timeout=300)
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60, env=dict(os.environ))


def test_the_anchors_stay_where_they_were_measured() -> None:
    """All ratings of a service are told from them: moved, everybody's would mean something else."""
    assert {name: tuple(one) for name, one in ANCHORS.items()} == {
        "random": (-5.3, 1.6),
        "greedy": (25.0, 0.5),
        "planner": (41.1, 2.2),
    }


def test_the_figures_of_a_game_stay_what_they_are() -> None:
    def moved(before: list[Rating], places: list[int]) -> list[tuple[float, float]]:
        return [(round(one.mu, 6), round(one.sigma, 6)) for one in rate(before, places)]

    assert moved([NEW, NEW], [1, 2]) == [(22.838337, 8.065901), (17.567558, 8.065901)]
    several = [NEW, Rating(30.0, 2.0), Rating(20.0, 1.0)]
    assert moved(several, [2, 1, 2]) == [(18.762715, 7.57699), (30.161516, 2.000337), (19.980292, 1.003315)]


def test_an_interval_reaches_so_many_sigma() -> None:
    one = Rating(25.0, 2.0)
    assert (SURE, one.shown) == (1.96, 1500)
    assert (one.low, one.high) == (round(1500 - 1.96 * 2 * SCALE), round(1500 + 1.96 * 2 * SCALE))


@pytest.mark.parametrize(
    ("name", "rating"),
    [("fill:greedy:1", ANCHORS["greedy"]), ("fill:nobody:1", NEW), ("fill:greedy", None), ("a:greedy:1", None), ("greedy", None), ("ann", Rating(1.0, 2.0))],
)  # fmt: skip
def test_who_only_fills_a_table_does_not_move(name: str, rating: Rating | None) -> None:
    assert fixed(name, {"ann": Rating(1.0, 2.0)}) == rating
