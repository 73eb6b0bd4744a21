"""What a view says beyond what it shows: costs, points, whose turn it is, who stands where; as it was when people checked it."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest
from citadels_engine.testing import seat, table
from citadels_sdk import View
from citadels_sdk.seen import markers_of, named, turn_of

from tests.support.decisions import decisions
from tests.support.kept import assert_kept

KEPT = Path(__file__).parent / "kept"


def seen() -> list[View]:
    """Each recorded decision as a bot sees it."""
    found = []
    for raw in decisions():
        assert raw.own is not None
        found.append(View.read(raw.to_json(), raw.own.seat, [action.text for action in raw.actions], []))
    return found


def test_costs_points_and_people_of_recorded_decisions_are_what_they_were() -> None:
    lines = []
    for at, view in enumerate(seen()):
        costs = sorted({f"{action.verb}={cost}" for action in view.actions if (cost := view.cost(action))})
        people = f"richest {view.richest().number} poorest {view.poorest().number} leader {view.leader().number}"
        points = " ".join(str(view.score_if_ended(one.number)) for one in view.seats)
        lines.append(
            f"{at} {view.edition} {view.kind} {people} points {points} size {view.completion_size} {' '.join(costs)}".strip()
        )
    assert_kept(KEPT / "reckoned.txt", lines)


def test_turns_markers_and_places_of_recorded_decisions_are_what_they_were() -> None:
    lines = []
    for at, view in enumerate(seen()):
        facts = [str(view.turn), str(view.warrants), str(view.threats), f"{view.killed} {view.bewitched} {view.robbed}"]
        facts.append(
            f"{view.completed} {view.last_round} {view.over} tax {view.tax} {[one.id for one in view.affordable]}"
        )
        facts.append(" ".join(f"{one.number}:{one.city_size}:{one.score_so_far}:{one.crowned:d}" for one in view.seats))
        if at % 4 == 0:
            lines.append(f"{at} {' | '.join(facts)}")
    assert_kept(KEPT / "seen.txt", lines)


PROPERTIES = (
    "seat", "n", "kind", "details", "awaited", "edition", "options", "players", "round", "phase", "crown", "cast", "uniques", "deck_size", "faceup", "facedown",
    "pool", "me", "others", "gold", "hand", "city", "characters", "looks", "actions", "events", "time_left",
)  # fmt: skip


def test_all_that_a_view_tells_of_recorded_decisions_is_what_it_was() -> None:
    lines = []
    for name in PROPERTIES:
        told = [str(getattr(view, name)) for view in seen()]
        lines.append(f"{name}: {told[60][:120]} {sha256(repr(told).encode()).hexdigest()[:8]}")
    shown = [(repr(view), str(view), str(view.to_json())) for view in seen()[::4]]
    assert_kept(KEPT / "told.txt", [*lines, sha256(repr(shown).encode()).hexdigest()[:8]])


def test_the_possible_characters_of_recorded_decisions_are_what_they_were() -> None:
    lines = []
    for at, view in enumerate(seen()):
        if at % 16 == 0:
            lines += [f"{at} {one.number}: {' '.join(view.possible_characters(one.number))}" for one in view.seats]
    assert_kept(KEPT / "possible.txt", lines)


@pytest.mark.parametrize(("resumed", "by", "found"), [(True, 0, 0), (False, 0, 1), (True, None, 1)])
def test_only_a_turn_that_goes_on_is_the_witchs(resumed: bool, by: int | None, found: int) -> None:
    game = table(seat("witch"), seat("king", revealed="king"), turn={"character": "king", "gathered": True})
    view = View.of(game, 1)
    view.raw.bewitched = {"character": "king", "by": by}
    told = {"character": "king", "resumed": resumed, "gathered": True, "built": 2, "used": ["income"], "spent": 5}
    turn = turn_of(view.raw, told)
    assert (turn.seat, turn.gathered, turn.built, turn.used, turn.spent, turn.resumed) == (
        found,
        True,
        2,
        ("income",),
        5,
        resumed,
    )


def test_a_marker_without_a_holder_has_none() -> None:
    assert markers_of(None) is None
    assert named({"character": "king", "by": 1}) == "king"
    assert named(None) is None
