"""Who is thinking, in memory that several processes see."""

from __future__ import annotations

import os
import pickle
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from citadels_sdk.pool.heartbeat import FIELDS, NEVER, Board, Copy, Thought

from tests.support.modules import replace_in

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(params=[False, True], ids=["memory", "file"])
def board(request: pytest.FixtureRequest) -> Iterator[Board]:
    made = Board.open(3, shared_file=request.param)
    yield made
    made.close()


def test_each_place_is_its_own(board: Board) -> None:
    places = [board.place(index) for index in range(3)]
    assert [one.read() for one in places] == [None] * 3
    for index, place in enumerate(places):
        place.begin(10 + index)
        place.think(index, 100 + index, 99.5 + index)
    assert [one.read() for one in places] == [Thought(10 + at, at, 100 + at, 99.5 + at) for at in range(3)]
    assert (len(board.cells), FIELDS, board.count) == (24, 8, 3)
    places[1].rest()
    assert [one.read() is None for one in places] == [False, True, False]
    assert [one.number() for one in places] == [10, 11, 12]


def test_a_game_that_begins_has_nobody_thinking(board: Board) -> None:
    place = board.place(2)
    place.think(1, 5, NEVER)
    assert place.read() == Thought(0, 1, 5, NEVER)
    place.begin(7)
    assert (place.read(), place.number()) == (None, 7)


def test_what_a_bot_does_is_written_down_as_far_as_there_is_room(board: Board) -> None:
    places = [board.place(index) for index in range(3)]
    places[0].think(0, 1, NEVER, "on_event")
    places[1].think(0, 1, NEVER, "x" * 40)
    places[2].think(0, 1, NEVER, "on_event")
    places[2].think(0, 1, NEVER, "turn")
    assert [thought.kind for one in places if (thought := one.read()) is not None] == ["on_event", "x" * 32, "turn"]


def test_a_board_that_is_a_file_is_seen_by_who_joins_it_and_goes_with_it() -> None:
    board = Board.open(2, shared_file=True)
    file = board.file
    assert file is not None
    assert Path(file).stat().st_size == 8 * 8 * 2
    other = pickle.loads(pickle.dumps(board))
    assert (other.count, other.file) == (2, None)
    other.place(1).begin(4)
    other.place(1).think(3, 17, 2.5, "turn")
    assert board.place(1).read() == Thought(4, 3, 17, 2.5, "turn")
    other.close()
    assert Path(file).exists()
    board.close()
    assert not Path(file).exists()
    assert board.file is None


def test_a_board_whose_file_is_gone_is_put_away_all_the_same() -> None:
    board = Board.open(1, shared_file=True)
    assert board.file is not None
    Path(board.file).unlink()
    board.close()
    assert board.file is None


def test_a_copy_of_the_process_ends_when_the_bot_has_answered(board: Board, monkeypatch: pytest.MonkeyPatch) -> None:
    ended: list[int] = []
    replace_in(monkeypatch, "citadels_sdk.pool.heartbeat", os, _exit=ended.append)
    place = board.place(0)
    place.begin(1)
    place.think(0, 1, 5.0)
    place.copied()
    place.rest()
    place.begin(2)
    assert (type(place), ended, place.read()) == (Copy, [0, 0], Thought(1, 0, 1, 5.0))
