"""The report of a match: what is counted, what is said of it, and how it is written."""

import csv
import io
import json
from pathlib import Path

import pytest
from citadels_sdk import Report
from citadels_sdk.counting import Row, part
from citadels_sdk.entrants import resolve
from citadels_sdk.report import Took
from citadels_sdk.scheduling import FaultNote, Plan, Played


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
