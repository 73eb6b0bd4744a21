"""A view that was told as JSON is read back, and nothing that is no view."""

from __future__ import annotations

import copy
import json
import os
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from citadels_engine import PositionError, apply, awaited, is_over, legal_actions, load, sample_world, view
from citadels_engine.testing import seat, table
from citadels_engine.views.reader import KINDS, read_view

from tests.support.setups import setup

if TYPE_CHECKING:
    from collections.abc import Iterator

    from citadels_engine import Game
    from citadels_engine.views.view import View

CAST = ["assassin", "thief", "magician", "king", "bishop", "merchant", "architect", "warlord"]
EVERY_KIND = (0, 1, 7, 8, 10, 11, 15, 16, 17, 19, 23, 24, 46, 101)
"""Set-ups that, played with their own number as chance, meet every kind of decision."""
MORE = {"quick": 84, "ci": 112, "full": 3500}[os.environ.get("CITADELS_SIZE", "quick")]
ALL = ("id", "text", "type", "cost", "beautified", "under", "tucked")
MARKS = ("by", "on", "own", "real", "real_name", "shown", "blank")


def moments(number: int, every: int) -> Iterator[Game]:
    """The game of that set-up: at the first decision of each kind, at every so manieth, and at its end."""
    game, chance = setup(number).deal(), Random(number)
    met: set[str] = set()
    while not is_over(game):
        kind = awaited(game).kind
        if kind not in met or game.n % every == 0:
            met.add(kind)
            yield game
        apply(game, chance.choice(legal_actions(game)))
    yield game


def check(seen: View, number: int | None) -> None:
    told = json.loads(json.dumps(seen.to_json()))
    again = read_view(told, number)
    assert again.to_json() == seen.to_json()
    assert [str(action) for action in again.actions] == [str(action) for action in seen.actions]
    assert again.actions == seen.actions
    for one, other in zip(seen.seats, again.seats, strict=True):
        assert (one.number, one.hand, one.hand_size) == (other.number, other.hand, other.hand_size)
        for built, read in zip(one.city, other.city, strict=True):
            assert [getattr(built, name) for name in ALL] == [getattr(read, name) for name in ALL]
    for mine, read_markers in ((seen.warrants, again.warrants), (seen.threats, again.threats)):
        assert (mine is None) == (read_markers is None)
        if mine is not None:
            assert [getattr(mine, name) for name in MARKS] == [getattr(read_markers, name) for name in MARKS]
    if seen.own is not None and again.own is not None:
        assert (again.own.hand, again.own.characters) == (seen.own.hand, seen.own.characters)
        assert again.own.looks == seen.own.looks
    if seen.decision is not None and again.decision is not None:
        assert again.decision.details == seen.decision.details


def test_every_kind_of_decision_is_read_back_for_every_seat_and_a_spectator() -> None:
    met = set()
    for number in EVERY_KIND:
        for game in moments(number, 10_000):
            if not is_over(game):
                met.add(awaited(game).kind)
            for viewer in (None, *range(len(game.seats))):
                check(view(game, viewer), viewer)
    assert met == set(KINDS)


@pytest.mark.heavy
def test_the_views_of_random_games_are_read_back() -> None:
    for number in range(1000, 1000 + MORE):
        for game in moments(number, 9):
            for viewer in (None, *range(len(game.seats))):
                check(view(game, viewer), viewer)


def test_worlds_drawn_from_a_view_that_was_read_agree_with_it() -> None:
    for number in EVERY_KIND[:8]:
        for game in moments(number, 40):
            for viewer in (None, *range(len(game.seats))):
                seen = view(game, viewer)
                world = sample_world(read_view(seen.to_json(), viewer), chance="a world")
                assert view(world, viewer).to_json() == seen.to_json()


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_markers_that_nobody_placed_are_read_back(viewer: int | None) -> None:
    game = table(
        seat("architect"),
        seat("king"),
        turn="king",
        gathered=True,
        cast="magistrate blackmailer",
        killed={"character": "merchant", "by": None},
        warrants={"signed": "warlord", "blank": ["king", "bishop"], "by": None, "shown": []},
        threats={"flowered": "warlord", "blank": "king", "by": None, "shown": []},
    )
    check(view(game, viewer), viewer)


@pytest.mark.parametrize("name", ["warrants", "threats"])
def test_markers_of_seat_minus_one_are_read_as_nobodys(name: str) -> None:
    """Views told markers that nobody placed as those of seat -1, and such views are kept."""
    told = changed(name, to={"by": -1, "on": ["king", "bishop"], "shown": []})
    assert read_view(told, 0).to_json()[name] == {"by": None, "on": ["king", "bishop"], "shown": []}


def scene() -> dict[str, Any]:
    """A view with something of everything."""
    game = table(
        seat("wizard", gold=4, hand="temple castle", city="museum market"),
        seat("blackmailer", gold=1, hand="tavern", city="keep"),
        turn={"character": "wizard", "gathered": True},
        cast="magistrate",
        killed=None,
        robbed=None,
        warrants={"signed": "king", "blank": ["bishop", "merchant"], "by": 0, "shown": []},
        threats={"flowered": "king", "blank": "bishop", "by": 1, "shown": []},
        looks=[{"by": 0, "of": 1, "hand": ["tavern"]}],
    )
    told: dict[str, Any] = json.loads(json.dumps(view(game, 0).to_json()))
    return told


def changed(*path: str | int, to: object) -> dict[str, Any]:
    told = copy.deepcopy(scene())
    at: Any = told
    for one in path[:-1]:
        at = at[one]
    at[path[-1]] = to
    return told


@pytest.mark.parametrize(
    ("path", "to", "fault"),
    [
        (("format",), "citadels-position/9", "format: "),
        (("edition",), "third", "edition: "),
        (("seats",), [], "players: 0"),
        (("seats",), {}, "seats: "),
        (("seats", 1, "gold"), -1, "seats.1.gold: "),
        (("seats", 1, "hand"), "two", "seats.1.hand: "),
        (("seats", 0, "hand"), 2, "seats.0.hand: the viewer's own hand"),
        (("seats", 0, "hand", 1), "cassle", "seats.0.hand.1: there is no district 'cassle'"),
        (("seats", 0, "city", 0), "museums", "seats.0.city.0: "),
        (("seats", 0, "city", 0), {"id": "museum", "tucked": 0}, "seats.0.city.0.tucked: "),
        (("seats", 0, "characters", 0), None, "seats.0.characters.0: "),
        (("seats", 1, "characters", 0), "witch", "seats.1.characters.0: 'witch' is not in the cast"),
        (("seats", 1, "revealed"), None, "seats.1.revealed: "),
        (("seats", 1, "colour"), "red", "seats.1.colour: there is no such field"),
        (("options", "colour"), "red", "options.colour: "),
        (("cast", 0), "assasin", "assasin"),
        (("uniques", 0), "castle", "uniques"),
        (("crown",), 4, "crown: there is no seat 4"),
        (("round",), 0, "round: "),
        (("n",), "3", "n: "),
        (("phase",), "war", "phase: "),
        (("deck",), ["temple"], "deck: "),
        (("faceup",), 3, "faceup: "),
        (("facedown",), ["joker"], "facedown.0: "),
        (("pool",), None, "pool: "),
        (("turn", "character"), "joker", "turn.character: "),
        (("turn", "spent"), None, "turn.spent: "),
        (("turn", "luck"), 1, "turn.luck: "),
        (("killed",), {"character": "king", "by": 9}, "killed.by: "),
        (("robbed",), "king", "robbed: "),
        (("warrants", "by"), 1, "warrants.on: "),
        (("threats", "on"), ["joker"], "threats.on.0: "),
        (("tax",), 1.5, "tax: "),
        (("completed",), [[7]], "completed.0: "),
        (("announced",), "yes", "announced: "),
        (("decision",), None, "decision: "),
        (("decision", "kind"), "ponder", "decision.kind: "),
        (("decision", "n"), 99, "decision.n: "),
        (("decision", "mood"), "good", "decision.mood: "),
        (("decision", "actions", 0), "dance", "decision.actions.0: "),
        (("looks", 0, "by"), 1, "looks.0.by: "),
        (("weather",), "fair", "weather: there is no such field"),
    ],
)
def test_what_is_wrong_is_named(path: tuple[str | int, ...], to: object, fault: str) -> None:
    with pytest.raises(PositionError) as caught:
        read_view(changed(*path, to=to), 0)
    assert fault in str(caught.value)


def test_the_scene_itself_is_in_order() -> None:
    assert read_view(scene(), 0).to_json() == scene()


@pytest.mark.parametrize("name", sorted(set(scene()) - {"looks"}))
def test_a_field_that_is_missing_is_named(name: str) -> None:
    told = scene()
    del told[name]
    with pytest.raises(PositionError, match=f"^{name}: "):
        read_view(told, 0)


def test_the_view_of_one_seat_is_not_read_for_another() -> None:
    told = scene()
    with pytest.raises(PositionError, match=r"warrants\.on: only who placed"):
        read_view(told, 1)
    told["warrants"] = None
    told["threats"] = None
    with pytest.raises(PositionError, match=r"seats\.1\.hand: the viewer's own hand"):
        read_view(told, 1)
    with pytest.raises(PositionError, match=r"decision\.actions: the actions of another seat"):
        read_view(told, None)


def test_a_seat_that_there_is_not_has_no_view() -> None:
    with pytest.raises(PositionError, match="there is no seat 4"):
        read_view(scene(), 4)


def test_what_a_newer_service_adds_is_passed_over() -> None:
    told = changed("weather", to="fair")
    told["seats"][1]["colour"] = "red"
    told["options"]["colour"] = "red"
    told["decision"] |= {"kind": "ponder", "mood": "good", "actions": ["ponder deeply", "end"]}
    seen = read_view(told, 0, strict=False)
    assert [action.verb for action in seen.actions] == ["ponder", "end"]
    assert seen.decision is not None
    assert (seen.decision.kind, seen.decision.details["mood"]) == ("ponder", "good")


@pytest.mark.parametrize("strict", [True, False])
def test_a_retired_option_of_an_older_service_is_left_out(strict: bool) -> None:
    seen = view(setup(0).deal(), 0)
    told = seen.to_json()
    told["options"] = {**seen.options, "theater_small_games": "owner_picks_blind"}
    assert read_view(told, 0, strict=strict).options == seen.options


def test_a_mark_on_its_own_placer_is_read_back_and_dealt_in_other_worlds() -> None:
    """Whoever did not place it may suppose that it is the real one (R-MAG-3)."""
    given = {"cast": ["magistrate", *CAST[1:]], "options": {"marks_on_self": "yes"}}
    game = load({**given, "seats": [{"characters": ["magistrate"]}, {}, {}, {}], "turn": {"character": "magistrate"}})
    apply(game, "warrants king magistrate thief")
    for viewer in (None, 0, 1):
        check(view(game, viewer), viewer)
    real = set()
    for number in range(60):
        world = sample_world(view(game, 1), chance=str(number))
        assert world.warrants is not None
        assert world.warrants.real is not None
        real.add(world.warrants.real.id)
    assert real == {"king", "magistrate", "thief"}


def test_actions_given_beside_the_view_are_the_legal_ones() -> None:
    told = scene()
    del told["decision"]["actions"]
    assert [str(action) for action in read_view(told, 0, ["end"]).actions] == ["end"]
    assert read_view(told, 0).actions == ()
