"""The board and the score sheet on a terminal, as people have looked at them."""

from __future__ import annotations

from pathlib import Path

import click
import pytest
from citadels_engine import places, scores
from citadels_engine.formats import record
from citadels_sdk.render import board as module
from citadels_sdk.render.board import (
    about,
    board,
    colour,
    district,
    hand_line,
    markers,
    open_view,
    paragraph,
    score_sheet,
    short,
    width,
    wrap,
)
from citadels_sdk.render.sentences import Teller

from tests.support.decisions import NAMES, decisions
from tests.support.goldens import goldens
from tests.support.kept import assert_kept

KEPT = Path(__file__).parent / "kept"


def shown(lines: list[str]) -> list[str]:
    """The lines, their colours readable."""
    return [line.replace("\x1b", "~") for line in lines]


def test_boards_of_both_editions_are_as_people_have_looked_at_them() -> None:
    lines: list[str] = []
    for at, view in enumerate(decisions()):
        if at % 8:
            continue
        assert view.own is not None
        teller = Teller(view.edition, NAMES, viewer=view.own.seat)
        lines += [f"-- {at}", *shown(board(teller, view, (60, 80, 100)[at // 8 % 3]))]
        if at % 24 == 0:
            lines += ["- only", *shown(board(teller, view, 80, only=view.own.seat)), *about(teller, view)]
    assert_kept(KEPT / "boards.txt", lines)


def test_a_game_that_is_over_is_shown_open_with_its_score_sheet() -> None:
    lines: list[str] = []
    for golden in list(goldens())[:60:15]:
        game = record.replay(record.read(golden["record"]))
        teller = Teller("classic" if game.classic else "modern", NAMES)
        lines += [
            *shown(board(teller, open_view(game), 80)),
            *shown(score_sheet(teller, scores(game), places(game), 80)),
        ]
        lines += shown(score_sheet(teller, scores(game), places(game), 50))
    assert_kept(KEPT / "scores.txt", lines)


def test_lines_are_broken_where_the_next_part_has_no_room() -> None:
    assert wrap(["aa", "bb", "cc"], 2, 8) == ["  aa  bb", "  cc"]
    assert wrap(["aa", "bb", "cc"], 2, 7) == ["  aa", "  bb", "  cc"]
    assert wrap(["aa", "bb"], 0, 5, ", ") == ["aa", "bb"]
    assert wrap(["aa", "bb"], 0, 6, ", ") == ["aa, bb"]
    assert wrap([], 4, 10) == []
    assert wrap([click.style("aa", bold=True), "bb"], 1, 7) == [" " + click.style("aa", bold=True) + "  bb"]
    assert [click.unstyle(line) for line in wrap(["longer than it may be", "x"], 1, 5)] == [
        " longer than it may be",
        " x",
    ]


@pytest.mark.parametrize(("columns", "found"), [(20, 60), (60, 60), (80, 80), (100, 100), (300, 100)])
def test_a_line_is_as_wide_as_the_terminal_within_reason(
    columns: int, found: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    assert width() == found
    assert all(len(line) <= found for line in paragraph("word " * 60, "  "))
    first, second, *_ = paragraph("word " * 60, "  ")
    assert (first[:3], second[:5]) == ("  w", "    w")


def test_colours_are_left_out_where_the_terminal_asks_for_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert colour() is None
    monkeypatch.setenv("TERM", "dumb")
    assert colour() is False
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("NO_COLOR", "1")
    assert colour() is False


def test_a_district_has_its_title_type_cost_and_what_lies_under_it() -> None:
    teller = Teller("modern", NAMES)
    texts = [
        district(teller, "castle"),
        district(teller, "castle+"),
        district(teller, "castle+", 5),
        district(teller, "museum", 4, 2),
    ]
    assert [click.unstyle(text) for text in texts] == ["Castle n4", "Castle n5+", "Castle n5+", "Museum u4/2"]
    assert texts[0] == click.style("Castle n4", fg=module.COLOURS["noble"])
    assert [click.unstyle(line) for line in hand_line(teller, "hand:", ["docks", "manor"], 4, 80)] == [
        "    hand:  Manor n3  Docks t3"
    ]
    assert hand_line(teller, "hand:", [], 2, 80) == ["  hand:  nothing"]


def test_names_are_shortened_to_their_room() -> None:
    teller = Teller("modern", ["Alexandra", "Bo"])
    assert [short(teller, 0, 20), short(teller, 1, 2)] == ["Alexandra", "Bo"]
    assert len(short(teller, 0, 5)) == 5


def test_markers_name_what_is_known_of_them() -> None:
    lines = []
    for view in decisions():
        assert view.own is not None
        teller = Teller(view.edition, NAMES, viewer=view.own.seat)
        lines += markers(teller, "warrants", "signed", view.warrants) + markers(
            teller, "threats", "flowered", view.threats
        )
    assert_kept(KEPT / "markers.txt", dict.fromkeys(lines))
