"""The report of a match: what is counted, what is said of it, and how it is written."""

import csv
import io
import json
import re
from pathlib import Path

import pytest
from citadels_sdk import Report
from citadels_sdk.local.bot_loader import resolve
from citadels_sdk.local.entrant_figures import Row, Tally, part
from citadels_sdk.local.match_plan import Broken, FaultNote, Plan, Played
from citadels_sdk.render.text import laid_out, milliseconds
from citadels_sdk.report import Took

from tests.support.kept import assert_kept


def played(number: int, scores: tuple[int, ...], faults: tuple[int, ...] | None = None) -> Played:
    """A game with these scores by seat; equal scores share a place."""
    none = (0,) * len(scores)
    return Played(
        number,
        9,
        tuple(1 + sum(other > score for other in scores) for score in scores),
        scores,
        (10,) * len(scores),
        (0.02,) * len(scores),
        (0.005,) * len(scores),
        faults or none,
        tuple(
            FaultNote(number, seat, 3, "turn", "bot_raised", "it raised", None)
            for seat, n in enumerate(faults or none)
            if n
        ),
    )


def plan(lineup: tuple[int, ...], games: int, names: str = "greedy random") -> Plan:
    return Plan(tuple(resolve(name) for name in names.split()), lineup, games, "s")


def won_by(entrant: int, wins: int, games: int, lineup: tuple[int, ...] = (0, 1, 1, 1)) -> Report:
    """A match of which the entrant has won so many games, the first ones."""
    made = plan(lineup, games)
    results = []
    for number in range(games):
        seats = made.seating(number)
        chosen = entrant if number < wins else 1 - entrant
        results.append(played(number, tuple(20 if seat == seats.index(chosen) else 10 for seat in range(len(seats)))))
    return Report(made, results, Took(2.0, 1))


def test_the_sentence_says_the_share_its_interval_and_what_would_be_fair() -> None:
    row = won_by(0, 164, 400).rows[0]
    assert row.told == "greedy wins 41 % of 400 games, 36 to 46; a quarter would be its share: better than its share"


def test_an_entrant_at_several_seats_is_measured_by_all_of_them() -> None:
    row = won_by(0, 164, 400).rows[1]
    assert (row.seats, row.wins, row.fair) == (3, 236, 0.75)
    assert row.told.startswith(
        "random, at three seats, wins 59 % of 400 games, 54 to 64; three quarters would be its share"
    )
    assert row.verdict == "worse"


def test_few_games_tell_nothing() -> None:
    row = won_by(0, 3, 8).rows[0]
    assert row.verdict == "even"
    assert row.told.endswith("neither better nor worse, as far as 8 games tell")


@pytest.mark.parametrize(("wins", "verdict"), [(124, "better"), (100, "even"), (76, "worse")])
def test_the_verdict_follows_the_interval(wins: int, verdict: str) -> None:
    assert won_by(0, wins, 400).rows[0].verdict == verdict


def test_shared_victories_count_in_parts() -> None:
    made = plan((0, 1), 2)
    first, second = Report(made, [played(0, (12, 12)), played(1, (12, 12))], Took(1, 1)).rows
    assert (first.wins, second.wins) == (1, 1)
    assert first.place.mean == 1


def test_scores_places_and_margins_are_means_over_an_entrants_seats() -> None:
    made = plan((0, 1, 1), 3)
    seats = [made.seating(number) for number in range(3)]
    results = [played(n, tuple(30 if who == 0 else 10 + seat for seat, who in enumerate(seats[n]))) for n in range(3)]
    row, other = Report(made, results, Took(1, 1)).rows
    assert row.score.mean == 30
    assert row.place.mean == 1
    best = [max(10 + seat for seat, who in enumerate(seats[n]) if who == 1) for n in range(3)]
    assert row.margin.mean == pytest.approx(sum(30 - one for one in best) / 3)
    assert other.place.mean == pytest.approx(2.5)
    assert row.ms == pytest.approx(2.0)
    assert row.slowest_ms == pytest.approx(5.0)
    assert [(one.seat, one.games, one.wins, one.score) for one in row.by_seat] == [(n, 1, 1.0, 30.0) for n in range(3)]


def test_games_of_one_deal_count_together() -> None:
    """Four games of one deal are no better than one: of a single deal there is no interval."""
    assert won_by(0, 4, 4).rows[0].score.low is None
    assert won_by(0, 4, 8).rows[0].score.low is not None


def test_the_games_may_be_told_in_any_order() -> None:
    report = won_by(0, 5, 12)
    assert Report(report.plan, reversed(report.played), Took(9.0, 4)) == report


def test_reports_differ_where_a_result_does_and_not_where_a_time_does() -> None:
    report = won_by(0, 5, 12)
    slower = [one._replace(seconds=(1.0,) * 4) for one in report.played]
    assert Report(report.plan, slower, Took(9.0, 4)) == report
    assert won_by(0, 6, 12) != report
    assert report != "report"


def test_faults_are_counted_for_whoever_made_them() -> None:
    made = plan((0, 1), 2)
    seat = made.seating(0).index(1)
    report = Report(made, [played(0, (3, 4), (0, 7) if seat == 1 else (7, 0)), played(1, (3, 4))], Took(1, 1))
    assert [row.faults for row in report.rows] == [0, 7]
    assert report.faults == 7
    assert str(report.rows[1].first_faults[0]) == f"game 0, seat {seat}, decision 3: it raised"
    assert "random: 7 faults; the first:\n  game 0" in str(report)


def test_a_match_that_was_interrupted_says_so() -> None:
    report = Report(plan((0, 1), 50), [played(0, (3, 4))], Took(1, 1), ("interrupted",))
    assert not report.finished
    assert report.title.startswith("1 of 50 games, 2 seats")
    assert "1 game," in report.rows[0].told
    assert "Note: interrupted." in str(report)


def test_a_match_without_a_single_game_can_be_told() -> None:
    report = Report(plan((0, 1), 50), [], Took(0, 1), ("interrupted",))
    assert report.title.startswith("0 of 50 games")
    assert report.rows[0].verdict == "even"
    assert "0 of 50" in str(report)
    assert "0 of 50" in report._repr_html_()


@pytest.mark.parametrize("columns", [40, 72, 100])
def test_the_table_fits_its_columns(columns: int) -> None:
    for line in won_by(0, 164, 400).table(columns).splitlines():
        assert len(line) <= columns


def test_the_json_has_all_and_the_times_apart() -> None:
    report = won_by(0, 5, 12)
    told = json.loads(json.dumps(report.to_json()))
    assert (told["format"], told["games"], told["seed"]) == ("citadels-match/1", 12, "s")
    assert told["entrants"][0]["wins"] == 5
    assert told["entrants"][0]["ms"] == {"mean": pytest.approx(2), "slowest": pytest.approx(5)}
    assert not {"ms", "took", "notes"} & set(json.dumps(report.to_json(times=False)).replace('"', " ").split())


@pytest.mark.parametrize("ending", ["html", "json", "csv", "txt"])
def test_a_report_is_written_as_its_ending_says(tmp_path: Path, ending: str) -> None:
    report = won_by(0, 5, 12)
    file = report.save(tmp_path / f"report.{ending}")
    text = file.read_text(encoding="utf-8")
    if ending == "html":
        assert text.startswith("<!DOCTYPE html>")
        assert report._repr_html_() in text
    elif ending == "json":
        assert json.loads(text) == report.to_json()
    elif ending == "txt":
        assert "greedy wins 42 % of 12 games" in text
    else:
        rows = list(csv.DictReader(io.StringIO(text)))
        assert [(row["name"], row["seats"], row["wins"]) for row in rows] == [
            ("greedy", "1", "5"),
            ("random", "3", "7"),
        ]
        assert None not in rows[0]
        assert None not in rows[0].values()


def test_another_ending_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"x.pdf: a report is written as .html, .json, .csv or .txt"):
        won_by(0, 5, 12).save(tmp_path / "x.pdf")


def test_every_part_of_a_table_has_words() -> None:
    for of in range(2, 9):
        for seats in range(1, of):
            assert part(seats, of)
    assert (part(1, 8), part(6, 8), part(2, 3)) == ("an eighth", "three quarters", "two thirds")


def test_a_row_is_a_value() -> None:
    row = won_by(0, 5, 12).rows[0]
    assert isinstance(row, Row)
    with pytest.raises(AttributeError):
        row.wins = 12  # type: ignore[misc]  # what must not be possible


# --- as people have read it ------------------------------------------------------------------------------------------


def eventful() -> Report:
    """A match in which nearly everything has happened: faults with and without a command, games set aside, ties, a note."""
    entrants = [
        resolve(name).renamed(called) for name, called in (("greedy", "Ann"), ("random", "<Bob>"), ("greedy", "Cy"))
    ]
    made = Plan(tuple(entrants), (0, 1, 2, 2, 2), 40, "s", "classic", None, ("assassin", "thief"), time_limit=0.5)
    results = []
    for number in range(22):
        seating = made.seating(number)
        scores = tuple(10 + (7 * number + 5 * who + 3 * seat) % 13 for seat, who in enumerate(seating))
        faults = tuple(
            6 if who == 1 and number % 4 == 0 else 1 if who == 2 and seat == 4 and number == 9 else 0
            for seat, who in enumerate(seating)
        )
        one = played(number, scores, faults)
        results.append(
            one._replace(
                rounds=8 + number % 3,
                decisions=tuple(20 + seat for seat in range(5)),
                seconds=tuple(0.5 + 0.1 * who for who in seating),
                slowest=tuple(0.05 + 0.001 * number + 0.01 * who for who in seating),
                notes=tuple(note._replace(repro=f"citadels bot repro {note.game}") for note in one.notes if number != 9)
                or one.notes,
            )
        )
    broken = []
    for number in range(32, 25, -1):
        seat = made.seating(number).index(0)
        again = f"citadels play --n {number}"
        note = (
            FaultNote(number, seat, 7, "turn", "bot_died", "the process has ended", again) if number % 3 == 0 else None
        )
        names = tuple(f"n{seat}" for seat in range(5))
        broken.append(
            Broken(number, f"s/{number // 5}", names, "was ended by SIGKILL", note, None if number == 28 else again)
        )
    return Report(made, reversed(results), Took(12.34, 3), ("a first note", "a second note"), broken)


def several() -> dict[str, Report]:
    """Matches of several shapes by their names."""
    even = plan((0, 1), 4)
    lot = Plan(even.entrants, (0, 1, 1, 1, 1, 1, 1, 1), 16, "s", None, "random")
    scene = Plan(even.entrants, (0, 1), 2, "s", "modern", "classic_basic")
    one = Plan((resolve("greedy"),), (0, 0, 0, 0), 8, "s")
    return {
        "eventful": eventful(),
        "even": Report(even, [played(n, (10 + n, 12)) for n in range(4)], Took(0.0, 1)),
        "lot": Report(
            lot, [played(n, tuple(10 + (seat * n) % 5 for seat in range(8))) for n in range(16)], Took(0.7, 2)
        ),
        "scene": Report(scene, [played(0, (20, 10), (1, 0))], Took(400.0, 1)),
        "alone": Report(one, [played(n, (9, 9, 8, n)) for n in range(8)], Took(0.8, 8)),
        "nothing": Report(even, [], Took(0.0, 1)),
    }


@pytest.mark.parametrize("name", sorted(several()))
def test_a_report_is_told_in_the_words_that_people_have_read(name: str) -> None:
    report = several()[name]
    lines = [
        repr(report),
        f"{report.title} | {report.pace} | {report.finished} {report.planned} {report.faults} {report.edition} {report.seed}",
    ]
    for columns in (100, 60, 30):
        lines += [f"- {columns}", report.table(columns)]
    lines += ["- json", json.dumps(report.to_json()).replace("}, ", "},\n"), "- csv", report.csv()]
    html = re.sub(r"<style>.*?</style>", "", report._repr_html_(), flags=re.DOTALL)
    lines += ["- html", re.sub(r"(</(?:p|tr|li|svg)>)", r"\1\n", html), "- broken", *map(str, report.broken)]
    assert_kept(Path(__file__).parent / "kept" / f"match_{name}.txt", lines)


def test_a_report_without_its_times_is_the_same_without_them() -> None:
    told, whole = eventful().to_json(times=False), eventful().to_json()
    for entrant in whole["entrants"]:
        del entrant["ms"]
    del whole["notes"], whole["took"]
    assert told == whole


def test_games_of_a_match_are_played_again_by_their_numbers() -> None:
    report = Report(plan((0, 1), 9), [played(n, (3, 4)) for n in (5, 2, 7)], Took(1, 1))
    assert (len(report.games), repr(report.games)) == (3, "<3 games, each played again when it is asked for>")
    assert (report.games[1].id, [game.id for game in report.games[1:]]) == ("game-5", ["game-5", "game-7"])


def test_what_is_counted_is_added_up() -> None:
    tally = Tally()
    tally.begin(0, played(0, (20, 20, 10)))
    tally.add(1, played(0, (20, 20, 10), (0, 7, 1)), 2)
    tally.add(2, played(0, (20, 20, 10)), 2)
    tally.begin(0, played(1, (9, 8, 7)))
    tally.add(0, played(1, (9, 8, 7)), 1)
    tally.begin(1, played(2, (9, 8, 7)))
    assert (tally.games, tally.wins, tally.faults) == (3, 1.5, 7)
    assert tally.deals == [([1, 3, 1], [20, 10, 9], [0, -10, 1]), ([], [], [])]
    assert tally.seats == {1: [1, 0.5, 20], 2: [1, 0.0, 10], 0: [1, 1.0, 9]}
    assert tally.seconds == pytest.approx(0.06)
    assert (tally.decisions, tally.slowest) == (30, 0.005)
    assert [note.seat for note in tally.notes] == [1]


def test_a_part_has_its_words() -> None:
    assert [part(1, of) for of in range(2, 9)] == [
        "half", "a third", "a quarter", "a fifth", "a sixth", "a seventh", "an eighth",
    ]  # fmt: skip
    assert [part(seats, 7) for seats in range(2, 7)] == [
        "two sevenths", "three sevenths", "four sevenths", "five sevenths", "six sevenths",
    ]  # fmt: skip
    assert (part(7, 8), part(8, 8)) == ("seven eighths", "all of them")


def test_a_match_may_begin_with_any_deal() -> None:
    tally = Tally()
    tally.begin(1, played(2, (9, 8)))
    tally.add(0, played(2, (9, 8)), 1)
    tally.begin(1, played(3, (9, 8)))
    assert tally.deals == [([1], [9], [1])]


def test_a_row_tells_its_times_and_its_wins_in_six_figures() -> None:
    made = plan((0, 1, 1), 1)
    row = Report(made, [played(0, (12, 12, 12))], Took(1, 1)).rows[0]
    assert row.to_json()["wins"] == 0.333333
    assert row.to_json()["by_seat"][0]["wins"] == 0.333333
    assert row.to_json()["ms"] == {"mean": pytest.approx(2.0), "slowest": pytest.approx(5.0)}
    assert set(row.to_json()) - set(row.to_json(times=False)) == {"ms"}


def test_of_five_games_set_aside_each_has_its_note() -> None:
    broken = [Broken(n, "s", ("a", "b"), "ended with status 1", None, None) for n in range(5)]
    report = Report(plan((0, 1), 9), [], Took(1, 1), (), broken)
    assert len(report.notes) == 5
    assert all(note.startswith(f"set aside: game {n} ") for n, note in enumerate(report.notes))


def test_the_files_of_a_report_are_plain(tmp_path: Path) -> None:
    made = plan((0, 1), 2)
    named = Plan((made.entrants[0].renamed("Zoë"), made.entrants[1]), made.lineup, 2, "s")
    report = Report(named, [played(n, (3, 4)) for n in range(2)], Took(1, 1))
    for ending in ("html", "htm", "json", "csv", "txt"):
        text = report.save(tmp_path / f"r.{ending}").read_bytes().decode()
        assert "Zoë" in text
        assert "\r" not in text
        assert text.endswith("\n")
    assert (tmp_path / "r.json").read_text("utf-8").startswith('{\n "format": "citadels-match/1",\n "planned": 2,\n')
    assert (tmp_path / "r.htm").read_text("utf-8").count("<title>Match: Zoë, random</title>") == 1
    assert (tmp_path / "r.txt").read_text("utf-8") == report.table(100) + "\n"


@pytest.mark.parametrize(
    ("ms", "said"), [(9.94, "9.9"), (9.96, "10"), (10.0, "10"), (10.4, "10"), (10.6, "11"), (0.0, "0")]
)
def test_a_time_has_two_figures_that_count(ms: float, said: str) -> None:
    assert milliseconds(ms) == said


def test_a_table_is_as_narrow_as_it_has_to_be() -> None:
    heads, cells = ["", "a", "bb"], [["ann", "1", "22"]]
    assert laid_out(heads, cells, 10) == ["     a  bb", "ann  1  22"]
    assert laid_out(heads, cells, 9) == ["    a bb", "ann 1 22"]
    assert laid_out(heads, cells, 8) == ["    a bb", "ann 1 22"]
    assert laid_out(heads, cells, 7) == ["ann", "  a            1", "  bb           22"]
