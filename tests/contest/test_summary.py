"""The summary: one JSON object, the same for the same log, with what its documentation lists and nothing else."""

import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
from citadels_contest.settings import settings_from
from citadels_contest.summary import summary
from citadels_contest.tournament import Tournament

SOURCE = Path(__file__).resolve().parents[2] / "engine/citadels_contest/summary.py"
CHARACTERS = ("king", "thief", "witch", "bishop")


def played(
    given: dict[str, object], strengths: dict[str, float], seed: str = "s", most: int | None = None
) -> tuple[Tournament, list[dict[str, object]]]:
    """A tournament played to its end by made-up bots, and its log."""
    event = Tournament(settings_from(given))
    log: list[dict[str, object]] = [{"kind": "entered", "entrant": name} for name in strengths]
    log.append({"kind": "started"})
    for entry in log:
        event.apply(entry)
    chance = Random(seed)
    count = 0
    while (due := event.due()) is not None or event.open():
        if due is not None:
            log.append(due)
            event.apply(due)
            continue
        for fixture in event.open():
            count += 1
            if most is not None and count > most:
                return event, log
            scores = [max(0, round(20 + 6 * (strengths.get(who, 0) + chance.gauss(0, 1)))) for who in fixture.seats]
            entry = {
                "kind": "result", "game": fixture.id, "seats": list(fixture.seats), "scores": scores,
                "places": [1 + sum(other > score for other in scores) for score in scores],
                "picks": [[chance.choice(CHARACTERS) for _ in range(4)] for _ in scores],
            }  # fmt: skip
            log.append(entry)
            event.apply(entry)
    return event, log


def figures(event: Tournament) -> dict[str, Any]:
    """The summary, as it comes out of a file."""
    found: dict[str, Any] = json.loads(json.dumps(summary(event), allow_nan=False))
    return found


FOUR = {"ann": 1.0, "bea": 0.3, "cy": -0.3, "dee": -1.0}


def test_the_same_log_gives_the_same_summary_to_the_last_digit() -> None:
    event, log = played({"seats": 3, "deals": 4}, FOUR)
    again = Tournament(settings_from({"seats": 3, "deals": 4}))
    for entry in json.loads(json.dumps(log)):
        again.apply(entry)
    assert json.dumps(summary(event)) == json.dumps(summary(again))


def test_the_order_in_which_results_come_in_changes_nothing() -> None:
    event, log = played({"seats": 3, "deals": 4}, FOUR)
    results = [entry for entry in log if entry["kind"] == "result"]
    Random(1).shuffle(results)
    again = Tournament(settings_from({"seats": 3, "deals": 4}))
    for entry in [*[entry for entry in log if entry["kind"] not in ("result", "ended")], *results]:
        again.apply(entry)
    assert json.dumps(summary(event)) == json.dumps(summary(again))


def test_it_says_who_is_better() -> None:
    found = figures(played({"seats": 4, "deals": 30}, FOUR)[0])
    assert [row["entrant"] for row in found["standings"]] == list(FOUR)
    first = found["better"][0]
    assert (first["first"], first["second"]) == ("ann", "bea")
    assert first["share"] > 0.9
    assert first["low"] < first["gap"] < first["high"]
    ratings = [row["rating"] for row in found["ratings"]]
    assert ratings == sorted(ratings, reverse=True)
    assert sum(ratings) / 4 == pytest.approx(1500, abs=1e-5)
    assert found["games"] == {"counted": 120, "deals": 30, "tables": 30}
    assert found["balance"]["meets"] == [120, 120]
    assert found["sequential"] is None


def test_it_says_how_often_everybody_wins() -> None:
    found = figures(played({"seats": 4, "deals": 30}, FOUR)[0])
    assert [row["entrant"] for row in found["wins"]] == list(FOUR)
    for row, standing in zip(found["wins"], found["standings"], strict=True):
        assert row["games"] == standing["games"] == 120
        assert row["wins"] * row["games"] == pytest.approx(standing["wins"], abs=0.01)
        assert 0 <= row["low"] < row["wins"] < row["high"] <= 1
    few = figures(played({"seats": 4, "deals": 30}, FOUR, most=4)[0])["wins"]
    assert [(row["low"], row["high"]) for row in few] == [(None, None)] * 4


def test_who_left_has_not_won_though_all_did() -> None:
    event = Tournament(settings_from({"seats": 2, "duplicate": False}))
    for name in ("ann", "bea"):
        event.apply({"kind": "entered", "entrant": name})
    event.apply({"kind": "started"})
    event.apply(event.due() or {})
    seats = list(event.open()[0].seats)
    event.apply(
        {"kind": "result", "game": "1.0.0.0", "seats": seats, "places": [1, 1], "scores": [0, 0], "left": [0, 1]}
    )
    found = figures(event)
    assert [row["wins"] for row in (*found["wins"], *found["standings"], *found["seats"]["seats"])] == [0] * 6


@pytest.mark.parametrize("seats", range(2, 9))
def test_copies_of_a_bot_are_level_to_the_last_digit_and_it_says_so(seats: int) -> None:
    event = Tournament(settings_from({"seats": seats, "deals": 9}))
    for number in range(seats):
        event.apply({"kind": "entered", "entrant": f"greedy#{number}"})
    event.apply({"kind": "started"})
    event.apply(event.due() or {})
    for game in event.open():
        chance = Random(game.deal)
        places = chance.sample(range(1, seats + 1), seats)
        event.apply(
            {
                "kind": "result",
                "game": game.id,
                "seats": list(game.seats),
                "places": places,
                "scores": [30 - place for place in places],
            }
        )
    found = figures(event)
    assert (found["gain"]["paired"], found["gain"]["factor"]) == (0, None)
    assert found["gain"]["told"] == "all deals say exactly the same"
    assert {(row["gap"], row["share"]) for row in found["better"]} == {(0, 0.5)}


def test_every_matrix_is_whole_and_agrees_with_itself() -> None:
    found = figures(played({"seats": 3, "deals": 6}, FOUR)[0])
    cells = {(row["row"], row["column"]): row for row in found["crosstable"]}
    assert set(cells) == {(one, other) for one in FOUR for other in FOUR if one != other}
    better = {(row["first"], row["second"]): row for row in found["better"]}
    assert set(better) == set(cells)
    for (one, other), cell in cells.items():
        assert cell["ahead"] + cells[other, one]["ahead"] == pytest.approx(1, abs=2e-6)
        assert better[one, other]["gap"] == -better[other, one]["gap"]
        assert better[one, other]["told"] == better[other, one]["told"]


def test_a_sequential_test_is_told_with_its_interval() -> None:
    asked = {"format": "sequential", "seats": 2, "bound": 0.2, "most": 2000, "deals": 5}
    found = figures(played(asked, {"new": 1.0, "old": -0.5})[0])["sequential"]
    assert (found["first"], found["second"], found["verdict"]) == ("new", "old", "better")
    assert found["better"] >= found["needed"]
    assert found["low"] < found["gap"] <= found["high"]
    assert (found["bound"], found["alpha"], found["beta"]) == (0.2, 0.05, 0.05)
    assert found["told"].startswith("new is better than old (95 %): ahead by ")


@pytest.mark.parametrize(
    ("names", "told"),
    [(("The New", "The Old"), "The New is better than The Old"), (("Bot", "Bot"), "new is better than old")],
)
def test_a_sequential_test_is_told_by_the_names_where_they_differ(names: tuple[str, str], told: str) -> None:
    event = Tournament(settings_from({"format": "sequential", "seats": 2, "bound": 0.5, "deals": 20}))
    for entrant, name in zip(("new", "old"), names, strict=True):
        event.apply({"kind": "entered", "entrant": entrant, "name": name})
    event.apply({"kind": "started"})
    event.apply(event.due() or {})
    for game in event.open():
        places = [1 + (one == "old") for one in game.seats]
        event.apply(
            {"kind": "result", "game": game.id, "seats": list(game.seats), "places": places, "scores": [20, 20]}
        )
    found: Any = summary(event)["sequential"]
    assert found["told"].startswith(f"{told} (95 %): ahead by 1.00 points a game")


@pytest.mark.parametrize("most", [0, 1, 3, 7])
def test_there_is_a_summary_at_any_moment(most: int) -> None:
    found = figures(played({"seats": 4, "deals": 2}, FOUR, most=most)[0])
    assert found["games"]["counted"] == most
    assert len(found["ratings"]) == 4
    for row in found["better"]:
        assert row["share"] is None or 0 <= row["share"] <= 1


def test_before_anybody_has_entered_there_is_nothing_to_say() -> None:
    found = figures(Tournament(settings_from({})))
    assert (found["standings"], found["better"], found["crosstable"], found["ratings"], found["gain"]) == (
        [],
        [],
        [],
        [],
        None,
    )


@pytest.mark.parametrize(
    "given",
    [
        {"format": "swiss", "seats": 3, "odd": "smaller"},
        {"format": "knock-out", "seats": 2},
        {"seats": 2, "duplicate": False, "points": "share"},
        {"format": "gauntlet", "seats": 3},
    ],
)
def test_every_format_has_a_summary(given: dict[str, object]) -> None:
    found = figures(played(given, {**FOUR, "eve": 0.0})[0])
    assert len(found["standings"]) == 5
    assert found["games"]["counted"] > 0
    assert [row["share"] for row in found["characters"]] == sorted(
        [row["share"] for row in found["characters"]], reverse=True
    )


def test_the_documentation_lists_every_field() -> None:
    found = figures(played({"format": "sequential", "seats": 2, "most": 60, "deals": 3}, {"a": 0.1, "b": 0.0})[0])
    told = SOURCE.read_text("utf-8").split('"""')[1]  # what is compiled keeps no docstring
    listed = re.findall(r"^    (\w+)  ", told, re.MULTILINE)
    assert listed == list(found)
    for name, row in {
        "games": found["games"], "crosstable": found["crosstable"][0], "better": found["better"][0], "ratings": found["ratings"][0],
        "characters": found["characters"][0], "sequential": found["sequential"],
    }.items():  # fmt: skip
        part = told[told.index(f"    {name} ") :]
        words = re.findall(r"\{([\w, ]+)\}", part.replace("\n", " "))[0].split(", ")
        assert [word.strip() for word in words] == list(row), name


@pytest.mark.parametrize(
    ("strengths", "deals", "said"),
    [
        ({"ann": 2.0, "bea": -2.0}, 12, "ann is better than bea: >99.9 % sure"),
        ({"bea": -2.0, "ann": 2.0}, 12, "ann is better than bea: >99.9 % sure"),
        ({"ann": 0.1, "bea": 0.0}, 6, ", not surely better ("),
        ({"ann": 0.0, "bea": 0.0}, 6, " are level: 0.00 points a game apart (-0."),
        ({"ann": 0.1, "bea": 0.0}, 1, "too few deals to tell"),
    ],
)
def test_nobody_is_called_better_whose_interval_does_not_say_so(
    strengths: dict[str, float], deals: int, said: str
) -> None:
    event, _ = played({"seats": 2, "deals": deals}, strengths)
    for row in figures(event)["better"]:
        assert said in row["told"]
        assert ("is better than" in row["told"]) == (row["low"] is not None and (row["low"] > 0 or row["high"] < 0))
