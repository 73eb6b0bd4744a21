"""What a check says of a tournament: its word, its sentence, its findings."""

from __future__ import annotations

import pytest
from citadels_sdk.tournaments.verify_report import SHOWN, Finding, Verdict


def verdict(*, over: bool = True, games: int = 6, replayed: int = 6, fault: bool = False) -> Verdict:
    made = Verdict()
    made.title, made.over, made.games, made.replayed = "swiss, 6 games", over, games, replayed
    made.note("rounds", [], "3 rounds")
    if fault:
        made.note("games", ["game 1.0: odd"], "6 records")
    return made


@pytest.mark.parametrize(
    ("made", "word", "told"),
    [
        (verdict(), "holds", "The tournament holds."),
        (verdict(fault=True), "fails", "The tournament does not hold."),
        (verdict(fault=True, over=False, replayed=0), "fails", "The tournament does not hold."),
        (verdict(replayed=5), "consistent", "The tournament is consistent; games not checked."),
        (verdict(over=False), "unfinished", "What there is of it holds, but the tournament is not over."),
        (
            verdict(over=False, replayed=4),
            "unfinished",
            "What there is of it is consistent, but the tournament is not over; 2 games not checked.",
        ),
    ],
)
def test_a_verdict_is_a_word_and_a_sentence(made: Verdict, word: str, told: str) -> None:
    assert (made.word, made.sentence) == (word, told)
    assert (made.ok, made.holds) == (word == "holds", word != "fails")


def test_an_empty_verdict_is_that_nothing_is_over() -> None:
    made = Verdict()
    assert (made.word, made.holds, made.title, made.findings) == ("unfinished", True, "", [])


def test_all_of_it_is_there_for_programs() -> None:
    made = verdict(replayed=0, fault=True)
    made.pass_over("page", "there is none")
    assert made.to_json() == {
        "verdict": "fails", "told": "The tournament does not hold.", "title": "swiss, 6 games", "over": True, "games": 6, "replayed": 0,
        "findings": [
            {"what": "rounds", "ok": True, "checked": True, "text": "3 rounds"},
            {"what": "games", "ok": False, "checked": True, "text": "game 1.0: odd"},
            {"what": "page", "ok": True, "checked": False, "text": "there is none"},
        ],
    }  # fmt: skip


@pytest.mark.parametrize(("count", "more"), [(1, 0), (SHOWN, 0), (SHOWN + 1, 1), (SHOWN + 5, 5)])
def test_the_first_faults_are_told_in_full_and_the_others_counted(count: int, more: int) -> None:
    made = Verdict()
    assert made.note("games", [f"fault {at}" for at in range(count)], "no") is False
    texts = [f"fault {at}" for at in range(min(count, 8))] + ([f"and {more} more"] if more else [])
    assert [(one.what, one.ok, one.checked, one.text) for one in made.findings] == [
        ("games", False, True, text) for text in texts
    ]


def test_what_holds_is_noted_and_said() -> None:
    made = Verdict()
    assert made.note("games", [], "6 records") is True
    assert [(one.ok, one.checked, one.text) for one in made.findings] == [(True, True, "6 records")]


def test_a_finding_shows_how_it_stands() -> None:
    assert repr(Finding("games", True, "6 records")) == "<games: holds: 6 records>"
    assert repr(Finding("games", True, "none", checked=False)) == "<games: not checked: none>"
    assert (
        repr(Finding("games", False, "odd"))
        == repr(Finding("games", False, "odd", checked=False))
        == "<games: FAILS: odd>"
    )
