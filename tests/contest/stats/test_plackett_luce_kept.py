"""Ratings of made-up events are what they were: with shared places, bots that fill, few deals and many, and an anchor."""

from __future__ import annotations

from pathlib import Path
from random import Random

from citadels_contest.stats.plackett_luce import fit
from citadels_contest.types import Fixture, Result

from tests.contest.made_up import Model, event
from tests.support.kept import assert_kept

KEPT = Path(__file__).parent / "kept"
MODELS = {
    "four seats": (Model((1.0, 0.5, 0.0, -0.5, -1.0), (0.5, 0.0, 0.0, -0.5)), 3),
    "shared places": (Model((1.0, 0.0, -1.0, 0.5), (0.0, 0.0, 0.0), grain=2.0), 4),
    "duels of many": (Model(tuple(number / 4 for number in range(9)), (0.0, 0.0)), 2),
    "one deal": (Model((1.0, 0.0), (0.0, 0.0)), 1),
}


def told(results: list[Result], ids: tuple[str, ...], **more: object) -> list[str]:
    """A line for each rating, with as many digits as processors agree on."""

    def figure(value: float | None) -> str:
        return "-" if value is None else f"{round(value, 4) + 0.0:.4f}"

    found = fit(results, ids, **more)  # type: ignore[arg-type]  # what a test gives it
    return [f"{one.entrant} {figure(one.rating)} {figure(one.low)} {figure(one.high)} {one.games}" for one in found]


def test_the_ratings_of_made_up_events_are_what_they_were() -> None:
    lines: list[str] = []
    for name, (model, deals) in MODELS.items():
        results = event(model, deals, Random(name))
        lines += [f"== {name}", *told(results, model.ids)]
        lines += ["-- about 1500", *told(results, model.ids, mean=1500.0)]
        lines += ["-- held to the last one", *told(results, model.ids, mean=10.0, anchor=model.ids[-1])]
        lines += [
            "-- each game by itself",
            *told(results, (*model.ids, "nobody"), label=lambda fixture: fixture.id),
        ]
    assert_kept(KEPT / "ratings.txt", lines)


def test_ratings_beside_bots_that_fill_are_what_they_were() -> None:
    chance, results = Random(5), []
    for deal in range(8):
        names = ["ann", "bea", f"fill:greedy:{1 + deal % 2}", "fill:random:1"]
        chance.shuffle(names)
        points = [chance.randrange(4) + 2 * (one == "ann") for one in names]
        places = tuple(1 + sum(other > own for other in points) for own in points)
        results.append(Result(Fixture(1, 0, deal, 0, tuple(names)), places, tuple(points)))
    results.append(Result(Fixture(2, 0, 0, 0, ("cid", "ann")), (1, 2), (1, 0)))
    results.append(Result(Fixture(2, 0, 1, 0, ("dee", "ann")), (2, 1), (1, 0)))
    results.append(Result(Fixture(2, 0, 2, 0, ("eve", "ann")), (1, 1), (1, 1)))
    lines = told(results, ("ann", "bea", "cid", "dee", "eve"))
    lines += ["-- held to a bot that fills", *told(results, ("ann", "bea"), anchor="bea")]
    lines += ["-- nobody", *told([], ("ann",)), *told(results, ())]
    assert_kept(KEPT / "ratings_with_fillers.txt", lines)
