"""The AI seats of the practice server: whom they answer for, and when they go on."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest
from citadels_workers.practice.ai_players import Players, asked
from citadels_workers.practice.catalogue import catalogue
from citadels_workers.practice.determinism import drawn_from
from citadels_workers.practice.server import Practice, settings

NAMES = ("keep", "over", "open")


def practising(work: Any) -> Any:
    """Do something with a practice server that has a few tables; what it answers."""

    async def go() -> Any:
        practice = Practice(settings(), {name: catalogue()[name] for name in NAMES}, contests=False)
        with drawn_from(practice.chance):
            await practice.put_all()
            try:
                return await work(practice)
            finally:
                await practice.players.close()

    return asyncio.run(go())


def test_nobody_is_asked_where_a_game_is_over() -> None:
    over: Any = SimpleNamespace(pending=None)
    third: Any = SimpleNamespace(pending=SimpleNamespace(seat=3))
    assert (asked(over), asked(third)) == (None, 3)


@pytest.mark.parametrize("name", ["over", "open", "keep", "no such table"])
def test_there_is_no_turn_for_an_ai_where_none_is_asked(name: str) -> None:
    """A game that is over, one that has not begun, one in which somebody else is asked, and none."""
    table = catalogue()[name].table if name in catalogue() else "game_00000000000000000000000000"

    async def turn(practice: Practice) -> bool:
        return await practice.players.turn(table)

    assert practising(turn) is False


@pytest.mark.parametrize(("kind", "on"), [("ok", True), ("stale", True), ("gone", False), ("replay", False)])
def test_the_ais_play_on_after_what_stands_and_after_who_was_quicker(kind: str, on: bool) -> None:
    async def turn(practice: Practice) -> tuple[bool, int]:
        entry = catalogue()["keep"]
        snapshot = await practice.store.load(entry.table, seed=True)
        assert snapshot is not None
        # the seat that is asked becomes one of the house
        doc = snapshot.doc.replace(b"human", b"ai")
        tried = 0
        loaded = practice.store.load

        async def load(name: str, **more: Any) -> Any:
            found: Any = await loaded(name, **more)
            return SimpleNamespace(**{field: getattr(found, field) for field in found.__slots__} | {"doc": doc})

        async def commit(_change: Any) -> Any:
            nonlocal tried
            tried += 1
            return SimpleNamespace(kind=kind)

        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(practice.store, "load", load)
            patched.setattr(practice.store, "commit", commit)
            patched.setattr("citadels_workers.practice.ai_players.level_of", lambda _table, _seat: "greedy")
            patched.setattr("citadels_workers.practice.ai_players.unpack_table", lambda _doc: unpacked)
            return await practice.players.turn(entry.table), tried

    from citadels_api.tables.stored import unpack_table

    unpacked: Any = None

    async def go(practice: Practice) -> tuple[bool, int]:
        nonlocal unpacked
        snapshot = await practice.store.load(catalogue()["keep"].table)
        assert snapshot is not None
        unpacked = unpack_table(snapshot.doc)
        return await turn(practice)

    assert practising(go) == (on, 1)


def test_a_table_is_played_at_by_one_task_and_by_none_afterwards(monkeypatch: pytest.MonkeyPatch) -> None:
    async def go() -> tuple[list[str], int, int]:
        house: Any = None
        players = Players(house)
        turns: list[str] = []

        async def turn(name: str) -> bool:
            turns.append(name)
            return len(turns) < 3

        monkeypatch.setattr(players, "turn", turn)
        players.call("a", 1, 2, "greedy")
        players.call("a", 1, 3, "greedy")
        there = len(players.tasks)
        players.play("tournament", "game")
        await players.rest()
        return turns, there, len(players.tasks)

    assert asyncio.run(go()) == (["a", "a", "a"], 1, 0)


def test_a_table_whose_turn_fails_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    async def go() -> int:
        house: Any = None
        players = Players(house)

        async def turn(_name: str) -> bool:
            raise ValueError("no such table")

        monkeypatch.setattr(players, "turn", turn)
        players.call("a", 1, 2, "greedy")
        await players.rest()
        return len(players.tasks)

    assert asyncio.run(go()) == 0
