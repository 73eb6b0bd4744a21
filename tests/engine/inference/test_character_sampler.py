"""Characters are dealt as often as a list of all that is possible says."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from typing import TYPE_CHECKING

import pytest
from citadels_engine import legal_actions, new_game, scenario_cast, view
from citadels_engine.cards.scenarios import FIRST_GAME
from citadels_engine.inference.knowledge import Knowledge
from citadels_engine.inference.worlds import Supposed, Worlds
from citadels_engine.testing import act, seat, table

from tests.engine.inference.likelihoods import check

if TYPE_CHECKING:
    from collections.abc import Sequence

    from citadels_engine import Game

DRAWS = 2500
HIDDEN = ["thief", "magician", "bishop", "architect"]


def kings_turn(killed: str | None) -> Game:
    """The King is on turn; two seats hold one of the hidden four each, the other two lie facedown."""
    return table(
        seat("assassin"),
        seat("king"),
        seat("bishop"),
        seat("architect"),
        turn="king",
        gathered=True,
        killed=killed,
        faceup=["merchant", "warlord"],
        facedown=["thief", "magician"],
    )


def places(world: Game) -> tuple[str, ...]:
    """What the two seats hold and what lies facedown."""
    held = [world.seats[number].characters[0].id for number in (2, 3)]
    return (*held, *[one.character.id for one in world.facedown])


def drawn(worlds: Worlds, draws: int = DRAWS) -> Counter[tuple[str, ...]]:
    return Counter(places(worlds.sample(f"characters {i}")) for i in range(draws))


def ways(silent: Sequence[str]) -> Counter[tuple[str, ...]]:
    """All ways to place the hidden four; no seat holds a character that was called without an answer."""
    return Counter(way for way in permutations(HIDDEN) if not set(way[:2]) & set(silent))


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_every_way_to_place_the_hidden_characters_is_as_likely(viewer: int | None) -> None:
    possible = ways(["thief", "magician"])
    assert len(possible) == 4
    check(drawn(Worlds(view(kings_turn(None), viewer)), 500), possible)


@pytest.mark.parametrize(("killed", "silent"), [("thief", "magician"), ("magician", "thief")])
def test_a_killed_character_may_be_held_though_nobody_answered(killed: str, silent: str) -> None:
    possible = ways([silent])
    assert len(possible) == 12
    check(drawn(Worlds(view(kings_turn(killed), 1))), possible)


def test_what_is_supposed_leaves_the_other_ways_as_likely() -> None:
    supposed = Supposed()
    supposed.held["thief"] = 3
    possible = Counter(way for way in ways(["magician"]) if way[1] == "thief")
    assert len(possible) == 4
    check(drawn(Worlds(view(kings_turn("thief"), 1), None, supposed), 500), possible)


def test_a_seat_of_two_characters_shows_one_and_the_other_is_any() -> None:
    """Two players: beside the one revealed, a seat holds any one of the hidden that is not called yet."""
    game = table(
        seat("thief warlord", revealed="thief"),
        seat("king bishop", revealed="king"),
        turn="king",
        gathered=True,
        players=2,
        facedown=["assassin", "magician", "merchant", "architect"],
    )
    worlds = Worlds(view(game, 1))
    seen = Counter[tuple[str, ...]]()
    for i in range(DRAWS):
        world = worlds.sample(f"two of them {i}")
        held = [one.id for one in world.seats[0].characters if one.id != "thief"]
        seen[(*held, *[one.character.id for one in world.facedown])] += 1
    hidden = ["assassin", "magician", "merchant", "architect", "warlord"]
    possible = Counter(way for way in permutations(hidden) if way[0] not in ("assassin", "magician"))
    assert len(possible) == 72
    check(seen, possible)


# --- the draft -------------------------------------------------------------------------------------------------------


def drafted(viewer: int) -> tuple[Game, Worlds, list[str]]:
    """Four players, of whom three have picked; what the viewer knows, and what was on offer when it picked."""
    cast = scenario_cast(FIRST_GAME["modern"], 4, nine=False)
    game = new_game(4, cast=cast, crown=0, seed="a draft", telling=True)
    events = list(game.events)
    offered = []
    for number in range(3):
        if number == viewer:
            offered = [action.text.removeprefix("pick ") for action in legal_actions(game)]
        events.extend(act(game, legal_actions(game)[number % 2]))
    knowledge = Knowledge(view(game, viewer))
    for event in events:
        knowledge.see(event.for_seat(viewer))
    return game, Worlds(view(game, viewer), knowledge), offered


@pytest.mark.parametrize("viewer", [0, 1, 2, 3])
def test_every_draft_that_a_seat_may_have_seen_is_as_likely(viewer: int) -> None:
    game, worlds, offered = drafted(viewer)
    own = [] if viewer == 3 else [game.seats[viewer].characters[0].id]
    last = sorted(one.id for one in game.pool) if viewer == 3 else []
    hidden = [one.id for one in game.cast if one not in game.faceup and one.id not in own]
    others = [number for number in range(3) if number != viewer]
    possible = Counter[tuple[str, ...]]()
    for way in permutations(hidden):
        aside, held, pool = way[0], way[1 : 1 + len(others)], sorted(way[1 + len(others) :])
        before = [aside, *[name for number, name in zip(others, held, strict=True) if number < viewer]]
        after = [*pool, *[name for number, name in zip(others, held, strict=True) if number > viewer]]
        if (pool == last) if viewer == 3 else (not set(before) & set(offered) and set(after) <= set(offered)):
            possible[(aside, *held, *pool)] += 1
    seen = Counter[tuple[str, ...]]()
    for i in range(DRAWS):
        world = worlds.sample(f"draft {i}")
        held = tuple(world.seats[number].characters[0].id for number in others)
        seen[(world.facedown[0].character.id, *held, *sorted(one.id for one in world.pool))] += 1
    check(seen, possible)
