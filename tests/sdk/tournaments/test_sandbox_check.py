"""A bot in the process of the game may reach it: who has changed it is found, leaves, and the game is played again."""

from __future__ import annotations

from collections import deque
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest
from citadels_engine import apply, awaited, legal_actions, new_game
from citadels_sdk.tournaments import sandbox_check as module
from citadels_sdk.tournaments.sandbox_check import Changed, follows, guarded, play_task, reachable, without


class Task(NamedTuple):
    """As much of a game to be played as is asked."""

    bots: tuple[str, ...] = ("mine", "greedy")
    gone: tuple[Any, ...] = ()
    watched: bool = True


def hall(**kinds: str) -> Any:
    """Entrants of these kinds."""
    return SimpleNamespace(
        entrants={name: SimpleNamespace(kind=kind) for name, kind in kinds.items()},
        deal=lambda _task: new_game(2, seed="s"),
    )


class Table:
    """A table whose games end as they were laid up; it notes with whom gone they were played."""

    ends: deque[Any]
    gone: list[Any]

    def __init__(self, _hall: Any, task: Any, place: Any, told: Any) -> None:
        self.task, self.told = task, told

    def play(self) -> Any:
        type(self).gone.append((self.task.gone, self.told))
        found = type(self).ends.popleft()
        if isinstance(found, Exception):
            raise found
        return found


@pytest.fixture
def tables(monkeypatch: pytest.MonkeyPatch) -> type[Table]:
    made = type("Made", (Table,), {"ends": deque(), "gone": []})
    monkeypatch.setattr(module, "Seated", made)
    monkeypatch.setattr(module, "Guarded", made)
    return made


@pytest.mark.parametrize(
    ("kinds", "found"),
    [({"mine": "class", "greedy": "house"}, True), ({"mine": "process", "greedy": "house"}, False), ({"greedy": "house"}, False), ({"mine": "object"}, True)],
)  # fmt: skip
def test_a_program_and_a_bot_of_the_house_cannot_reach_a_game(kinds: dict[str, str], found: bool) -> None:
    assert reachable(hall(**kinds), Task()) is found  # type: ignore[arg-type]  # as much of one as is asked


def test_a_game_that_nobody_can_reach_is_not_looked_at(tables: type[Table], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "follows", lambda *_: pytest.fail("it was looked at"))
    tables.ends.append("done")
    well = object()
    assert play_task(hall(mine="process"), Task(), None, well) == "done"  # type: ignore[arg-type,comparison-overlap]  # as much of each as is asked
    tables.ends.append("done")
    play_task(hall(mine="process"), Task(watched=False), None, well)  # type: ignore[arg-type]  # as much of each as is asked
    assert [told for _, told in tables.gone] == [well, None]


@pytest.mark.parametrize(
    ("ends", "holds", "played"),
    [(["done"], [True], 1), (["odd", "done"], [False, True], 2), ([ValueError("broken"), "done"], [True], 2)],
)
def test_a_game_that_does_not_follow_from_its_decisions_is_played_again(
    ends: list[Any], holds: list[bool], played: int, tables: type[Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    tables.ends.extend(ends)
    said = iter(holds)
    monkeypatch.setattr(module, "follows", lambda *_: next(said))
    assert play_task(hall(mine="class"), Task()) == "done"  # type: ignore[arg-type,comparison-overlap]  # as much of each as is asked
    assert len(tables.gone) == played


def test_who_has_changed_the_game_leaves_it_there_and_then_from_the_beginning(
    tables: type[Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "follows", lambda *_: True)
    tables.ends.extend([Changed(1, 5), Changed(0, 7), Changed(1, 9), "done"])
    assert guarded(hall(), Task(), None, None) == "done"  # type: ignore[arg-type,comparison-overlap]  # as much of each as is asked
    assert [[(one.seat, one.n) for one in gone] for gone, _ in tables.gone] == [
        [],
        [(1, 5)],
        [(1, 5), (0, 7)],
        [(0, 7), (1, 0)],
    ]
    monkeypatch.setattr(module, "follows", lambda *_: False)
    tables.ends.append("done")
    with pytest.raises(RuntimeError, match="nobody was seen to change it"):
        guarded(hall(), Task(), None, None)  # type: ignore[arg-type]  # as much of each as is asked


def test_why_a_seat_has_left_is_told() -> None:
    (gone,) = without((), Changed(2, 4))
    assert (gone.seat, gone.n, "changed the game itself" in gone.what) == (2, 4, True)
    assert str(Changed(2, 4)) == "seat 2 has changed the game at decision 4"


def test_a_game_follows_from_its_decisions_and_from_nothing_else() -> None:
    game, taken = new_game(2, seed="s"), []
    for _ in range(12):
        action = legal_actions(game)[0]
        taken.append((awaited(game).seat, action))
        apply(game, action)
    seated: Any = SimpleNamespace(taken=taken, game=game)
    task: Any = Task()
    assert follows(hall(), task, seated) is True
    first, *rest = taken
    for others in (taken[:-1], [(1 - first[0], first[1]), *rest], [*taken, *taken]):
        other: Any = SimpleNamespace(taken=others, game=game)
        assert follows(hall(), task, other) is False
    game.seats[0].gold += 1
    assert follows(hall(), task, seated) is False
