"""The games on a tournament's page: which are carried, which are listed, and what is said of them."""

from __future__ import annotations

import base64
import json
import sys
import zlib
from types import SimpleNamespace
from typing import Any

import pytest
from citadels_engine.errors import CitadelsError
from citadels_sdk.tournaments.page.games import CHUNK, LISTED, MOST, Carried

MODULE = sys.modules[Carried.__module__]


def carried(
    count: int, most: int, *, faulty: tuple[int, ...] = (), void: tuple[int, ...] = (), lost: tuple[int, ...] = ()
) -> Carried:
    """What a page carries of so many games, those with a fault, those that are void, those whose record is lost."""
    ids = [f"1.0.0.{number}" for number in range(count)]
    fixtures = {name: SimpleNamespace(seats=("ann", "fill:greedy:2")) for name in ids}
    results = {
        name: SimpleNamespace(left=(1,) if at in faulty and at % 2 else (), faults=(0, int(at in faulty)), places=(1, 2), scores=(20, at))
        for at, name in enumerate(ids) if at not in void
    }  # fmt: skip
    fixtures["2.0.0.0"] = SimpleNamespace(seats=("ann", "ann"))  # it is not played yet
    tournament = SimpleNamespace(
        fixtures=fixtures, results=results, voided={ids[at]: "why" for at in void}, entrants={"ann": None, "bob": None}
    )
    told: Any = SimpleNamespace(tournament=tournament, plain=lambda who: f"<{who}>")
    return Carried(told, lambda name: None if int(name.split(".")[-1]) in lost else name, most)


@pytest.fixture(autouse=True)
def drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games are drawn as their names; the ninth cannot be."""

    def frames(text: str, _art: Any) -> str:
        if text.endswith(".9"):
            raise CitadelsError("odd")
        return text

    monkeypatch.setattr(MODULE, "frames", frames)


def unpacked(text: str) -> Any:
    return json.loads(zlib.decompress(base64.b64decode(text), -15))


def numbers(names: Any) -> list[int]:
    return [int(name.split(".")[-1]) for name in names]


@pytest.mark.parametrize(
    ("most", "found"), [(0, []), (2, [1, 4]), (3, [1, 4, 6]), (5, [0, 1, 2, 4, 6]), (99, [0, 1, 2, 3, 4, 5, 6, 7])]
)
def test_games_with_a_fault_are_carried_first_and_then_in_playing_order(most: int, found: list[int]) -> None:
    made = carried(8, most, faulty=(1, 4, 6))
    assert numbers(made.chunks) == found
    assert set(made.blocks) == ({"book", "art", "games-0"} if found else {"book"})


def test_games_travel_in_chunks() -> None:
    made = carried(40, 99, lost=(3,))
    there = [number for number in range(40) if number not in (3, 9)]
    assert numbers(made.chunks) == there
    assert [unpacked(made.blocks[f"games-{at}"]) for at in range(3)] == [
        {f"1.0.0.{number}": f"1.0.0.{number}" for number in there[16 * at : 16 * at + 16]} for at in range(3)
    ]
    assert (list(made.chunks.values()), CHUNK) == ([at // 16 for at in range(38)], 16)
    assert set(carried(16, 16, lost=()).blocks) == {"art", "book", "games-0"}
    assert set(carried(17, 99).blocks) == {"art", "book", "games-0"}
    assert set(carried(18, 99).blocks) == {"art", "book", "games-0", "games-1"}


def test_the_list_says_who_sat_where_what_came_of_it_and_why_it_is_void() -> None:
    made = carried(3, 1, faulty=(1,), void=(2,))
    book = unpacked(made.blocks["book"])
    assert book == {
        "names": ["<ann>", "<bob>", "<fill:greedy:2>"],
        "games": [["1.0.0.0", [0, 2], [1, 2], [20, 0], []], ["1.0.0.1", [0, 2], [1, 2], [20, 1], [1]], ["1.0.0.2", [0, 2], [], [], [], "why"]],
        "chunks": {"1.0.0.1": 0},
    }  # fmt: skip


def test_of_very_many_games_the_first_are_listed_and_those_that_can_be_stepped_through(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert (LISTED, MOST) == (20_000, 400)
    monkeypatch.setattr(MODULE, "LISTED", 3)
    assert numbers(carried(3, 0).listed) == [0, 1, 2]
    made = carried(8, 1, faulty=(6,))
    assert numbers(made.listed) == [0, 1, 2, 6]
    assert made.said.endswith("The list has 4 games; all are in <code>log.ndjson</code>.")
    assert len(unpacked(made.blocks["book"])["games"]) == 4


SHOWN = "Any game is shown in a terminal by <code>citadels replay</code>, as said below."


@pytest.mark.parametrize(
    ("count", "most", "said"),
    [
        (0, 9, "No game has been played yet."), (2, 9, "Every game can be stepped through here, with all cards open."), (2, 0, f"None of them can be stepped through here. {SHOWN}"),
        (1200, 1, f"Of 1,200 games, 1 can be stepped through here: those with a fault first, then in playing order, with all cards open. {SHOWN}"),
    ],
)  # fmt: skip
def test_which_games_are_here_is_said(count: int, most: int, said: str) -> None:
    assert carried(count, most).said == said
