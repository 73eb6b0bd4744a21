"""How far a match has come: told to a function, shown as a bar on a terminal, and nowhere else."""

from __future__ import annotations

import sys
from typing import Any, Self

import click
import pytest
from citadels_sdk.local.progress import Progress


class Bar:
    """A bar that keeps what it is told."""

    def __init__(self, **settings: Any) -> None:
        self.settings = settings
        self.told: list[object] = []

    def __enter__(self) -> Self:
        self.told.append("entered")
        return self

    def __exit__(self, *what: object) -> None:
        self.told.append(("left", what[0]))

    def update(self, games: int) -> None:
        self.told.append(games)


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """The standard error is a terminal."""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(click, "progressbar", Bar)


@pytest.mark.parametrize("showing", [None, True])
@pytest.mark.usefixtures("terminal")
def test_on_a_terminal_there_is_a_bar(showing: bool | None) -> None:
    progress = Progress(40, showing)
    bar = progress.bar
    assert isinstance(bar, Bar)
    with progress as entered:
        assert entered is progress
        progress.add(3)
        progress.add(4)
    assert (bar.told, progress.done) == (["entered", 3, 4, ("left", None)], 7)
    assert bar.settings == {
        "length": 40, "label": "Games", "file": sys.stderr, "show_pos": True, "show_eta": True, "width": 0, "update_min_steps": 1,
    }  # fmt: skip


@pytest.mark.usefixtures("terminal")
def test_a_bar_is_told_what_has_ended_it() -> None:
    progress = Progress(40)
    with pytest.raises(ZeroDivisionError), progress:
        raise ZeroDivisionError
    assert progress.bar.told[-1] == ("left", ZeroDivisionError)


@pytest.mark.usefixtures("terminal")
def test_where_none_is_wanted_there_is_none() -> None:
    with Progress(40, False) as progress:
        progress.add(3)
    assert (progress.bar, progress.call, progress.done) == (None, None, 3)


def test_elsewhere_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: False, raising=False)
    for showing in (None, True):
        assert Progress(40, showing).bar is None


@pytest.mark.usefixtures("terminal")
def test_a_function_is_told_in_place_of_a_bar() -> None:
    told: list[tuple[int, int]] = []
    with Progress(40, lambda done, of: told.append((done, of))) as progress:
        progress.add(3)
        progress.add(4)
    assert (told, progress.bar) == ([(3, 40), (7, 40)], None)
