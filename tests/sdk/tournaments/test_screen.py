"""How a tournament looks while it is played, and its standings as text."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from citadels_sdk.tournaments.scheduler import Underway
from citadels_sdk.tournaments.screen import Screen, duration, standing_lines

from tests.support.kept import assert_kept
from tests.support.small_tournament import played

if TYPE_CHECKING:
    from citadels_contest.standings import Standing

KEPT = Path(__file__).parent / "kept"
NAMES = ["ann", "bob", "somebody with a very long name indeed", "cy"]


def standing(at: int, **more: Any) -> Standing:
    """Somebody who stands somewhere."""
    told = {
        "place": at + 1, "entrant": f"e{at}", "games": 1000 * at, "points": 1234.567 * at, "mean": 0.5 + at / 7, "wins": 333.5 * at,
        "forfeits": 0, "withdrawn": None, **more,
    }  # fmt: skip
    return SimpleNamespace(**told)  # type: ignore[return-value]  # as much of one as is shown


STANDINGS = [standing(0), standing(1), standing(2, forfeits=3), standing(3, withdrawn="no time", forfeits=2)]
TOLD = {f"e{at}": name for at, name in enumerate(NAMES)}


def contest(*, rounds: int = 1, planned: int | None = None) -> Any:
    entrants = {who: SimpleNamespace(name=name) for who, name in TOLD.items()}
    return SimpleNamespace(
        rounds=[None] * rounds, settings=SimpleNamespace(rounds=planned), entrants=entrants, standings=lambda: STANDINGS
    )


def underway(
    seconds: float = 0.0, played: int = 7, games: int | None = 1600, left: float | None = 65.4, **more: Any
) -> Underway:
    return Underway(played, games, seconds, left, 3, contest(**more))


@pytest.mark.parametrize(
    ("seconds", "told"),
    [(None, ""), (0, "0:00"), (59.4, "0:59"), (59.6, "1:00"), (3599.4, "59:59"), (3600, "1:00:00"), (36061, "10:01:01")],
)  # fmt: skip
def test_a_time_is_told_in_minutes_or_hours(seconds: float | None, told: str) -> None:
    assert duration(seconds) == told


def test_standings_fit_the_columns_as_people_have_read_them() -> None:
    texts = [
        f"== {columns} columns, {most} lines\n" + "\n".join(standing_lines(STANDINGS, TOLD, columns, most))
        for columns, most in ((120, 24), (80, 4), (80, 3), (60, 1), (40, 24))
    ]
    unnamed = standing_lines(STANDINGS[:1], {}, 80)
    assert_kept(KEPT / "standings.txt", [*texts, "== nobody named", *unnamed, "== as text", played().table()])


@pytest.mark.parametrize("columns", [20, 40, 60, 100])
def test_no_line_is_wider_than_the_terminal(columns: int) -> None:
    assert max(map(len, standing_lines([standing(at) for at in range(30)], TOLD, columns))) <= columns


def test_no_more_lines_than_asked_for_are_shown() -> None:
    many = [standing(at) for at in range(30)]
    assert len(standing_lines(many, {}, 80)) == 1 + 24 + 1
    assert standing_lines(many, {}, 80)[-1] == "     and 6 more"
    assert len(standing_lines(many[:24], {}, 80)) == 1 + 24


class Out(io.StringIO):
    """Where a screen writes."""

    terminal = False

    def isatty(self) -> bool:
        return self.terminal


def shown(columns: int, rows: int, one: Underway, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr("shutil.get_terminal_size", lambda *_: os.terminal_size((columns, rows)))
    out = Out()
    Screen(out, drawn=True)(one)
    return out.getvalue()


def test_a_drawing_is_as_people_have_seen_it(monkeypatch: pytest.MonkeyPatch) -> None:
    ways = [
        (100, 24, underway()), (100, 24, underway(played=0)), (100, 24, underway(played=1600, left=None)), (100, 24, underway(games=0, played=0)), (100, 24, underway(played=839)),
        (60, 8, underway(rounds=2)), (60, 7, underway(planned=5)), (60, 2, underway(games=None)), (30, 24, underway()), (30, 24, underway(games=None)),
    ]  # fmt: skip
    texts = [
        f"== {columns} x {rows}\n{shown(columns, rows, one, monkeypatch)}".replace("\x1b", "ESC")
        for columns, rows, one in ways
    ]
    assert_kept(KEPT / "screen.txt", texts)


def test_a_drawing_takes_the_place_of_the_one_before_and_is_taken_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.get_terminal_size", lambda *_: os.terminal_size((100, 24)))
    out = Out()
    with Screen(out, drawn=True) as screen:
        screen(underway(0.0))
        first = out.getvalue()
        assert (first.count("\n"), screen.lines) == (7, 7)
        screen(underway(0.19))
        assert out.getvalue() == first
        screen(underway(0.2))
        assert out.getvalue() == first + "\x1b[7F" + first
    assert out.getvalue() == first + "\x1b[7F" + first + "\x1b[7F\x1b[J"
    assert screen.lines == 0
    with Screen(out, drawn=True):
        pass
    assert out.getvalue().endswith("\x1b[7F\x1b[J")


def test_elsewhere_a_line_comes_where_something_was_played_and_now_and_then() -> None:
    out = Out()
    screen = Screen(out)
    for seconds, done in ((0.0, 0), (9.9, 1), (10.0, 1), (20.0, 1), (29.9, 2), (30.0, 2)):
        screen(underway(seconds, done))
    assert out.getvalue() == "".join(
        f"{done} of 1,600 games, 1:05 left; 2. bob 0.643, 3. somebody with a very long name indeed 0.786, 4. cy 0.929\n"
        for done in (0, 1, 2)
    )


@pytest.mark.parametrize(
    ("terminal", "term", "drawn"), [(True, "xterm", True), (True, "dumb", False), (False, "xterm", False), (True, None, True)]
)  # fmt: skip
def test_it_is_drawn_on_a_terminal_that_can(
    terminal: bool, term: str | None, drawn: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("TERM", raising=False)
    if term is not None:
        monkeypatch.setenv("TERM", term)
    out = Out()
    out.terminal = terminal
    assert Screen(out).drawn is drawn
    assert Screen(out, drawn=not drawn).drawn is not drawn
    assert Screen().out is sys.stderr
