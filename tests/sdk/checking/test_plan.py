"""The plan of a check is the same for every bot that accepts the same."""

from __future__ import annotations

from pathlib import Path

import pytest
from citadels_sdk.checking.plan import PLAYERS, Planned, plan
from citadels_sdk.local.bot_loader import resolve

from tests.support.kept import assert_kept

KEPT = Path(__file__).parent / "kept"


def told(games: list[Planned]) -> list[str]:
    """Each game in a line."""
    return [
        f"{one.seed} {one} {one.against if isinstance(one.against, str) else ' '.join(one.against)} {' '.join(one.cast or ())}"
        for one in games
    ]


@pytest.mark.parametrize(
    ("name", "asked"),
    [
        ("quick", {"quick": True}),
        ("full", {"quick": False}),
        ("few", {"quick": True, "players": (4, 5)}),
        ("two", {"quick": True, "players": (2,), "editions": ("classic",)}),
    ],
)
def test_a_plan_is_what_it_was(name: str, asked: dict[str, bool | tuple[int, ...]]) -> None:
    assert_kept(KEPT / f"plan_{name}.txt", told(plan(seed="check", **asked)))  # type: ignore[arg-type]  # as parametrized


@pytest.mark.parametrize(
    ("against", "players", "found"),
    [
        ("greedy", 4, ["greedy"] * 3),
        ((), 3, ["random", "random"]),
        (("greedy",), 2, ["greedy"]),
        (("greedy", "random"), 5, ["greedy", "random", "random", "random"]),
        (("random", "greedy"), 3, ["random", "greedy"]),
    ],
)
def test_the_last_one_named_has_all_seats_that_are_left(
    against: tuple[str, ...] | str, players: int, found: list[str]
) -> None:
    planned = Planned("s", 1, players, against=against)
    assert planned.others(players) == found
    seated = planned.seated(resolve("planner"), players)
    assert [one.name for one in seated] == [found[0], "planner", *found[1:]]


def test_a_planned_game_is_dealt_as_it_says() -> None:
    bot = resolve("random")
    dealt = Planned("s", 2, 3, "classic", options=(("classic_short_game", True),)).table(bot, 7.5)
    assert (dealt.game.classic, len(dealt.entrants), dealt.entrants[2]) == (True, 3, bot)
    case = Planned("s", 0, 5, "modern", case="modern/king").table(bot, 7.5)
    assert (len(case.game.seats), case.entrants[0]) == (5, bot)
    assert PLAYERS == (2, 3, 4, 5, 6, 7, 8)
