"""Who is looked at while a game is played: every bot but those of the house."""

from __future__ import annotations

from typing import Any

from citadels_engine import new_game
from citadels_sdk.entrants import resolve
from citadels_sdk.playing import Table
from citadels_sdk.scheduling import Watched, look_at


def test_every_bot_that_is_not_of_the_house_is_looked_at() -> None:
    def mine(view: Any) -> Any:
        return view.actions[0]

    table = Table(new_game(3, seed="s"), [resolve("greedy"), resolve(mine), None])
    table.begin()
    look_at(table, lambda _thought: None)
    assert [type(one).__name__ for one in table.players] == ["HousePlayer", "Watched", "NoneType"]
    assert isinstance(table.players[1], Watched)
    assert [one.seat for one in table.hearing] == [one.seat for one in table.players if one is not None and one.hears]
