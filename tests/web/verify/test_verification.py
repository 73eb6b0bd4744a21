"""The page's verification against the engine: it accepts whole games of both editions, fills the same score sheets, and finds what was tampered with.

How far it goes: it deals from the seed, draws all chance anew, and moves every card, every character, the crown and all gold by itself; it knows
who decides, what a character may do at all, what is there to do it with, and most prices. It does not hold a list of the legal actions against
what was done, as the engine does, and it does not follow what `UNFOLLOWED` names.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest
from citadels_engine.cards.editions import OPTIONS
from citadels_engine.cards.registry import CHARACTERS, DISTRICTS, EDITIONS

from tests.web.verify.random_ends import ended
from tests.web.verify.recorded_games import recorded
from tests.web.verify.verifier import NODE, Verifier

if TYPE_CHECKING:
    from collections.abc import Iterator

HERE = Path(__file__).parent
SIZE = os.environ.get("CITADELS_SIZE", "quick")
PARTS = {"quick": 1, "ci": 1, "full": 8}[SIZE]
GAMES = {"quick": 7, "ci": 200, "full": 250}[SIZE]
"""Of each part: with 180 every character, district and option of both editions, every number of players and of leavers has been met."""
ENDS = {"quick": 300, "ci": 3000, "full": 20_000}[SIZE]
TAMPERED = {"quick": 1, "ci": 4, "full": 21}[SIZE]
CHANGED = {"quick": 1, "ci": 3, "full": 40}[SIZE]
CHANGES = {"quick": 20, "ci": 50, "full": 100}[SIZE]
"""Of each game that is changed."""
MOST_TAMPERED = 60
EVENTS = 70
"""So many kinds of events, each for a reason of its own, has a sample of 2,000 games, and the first 144 of it."""
DECISIONS = 25
"""So many kinds of decisions of both editions; the first 144 games have them all."""
SCORED_BY_A_DISTRICT = {
    "modern": {
        "basilica", "capitol", "dragon_gate", "imperial_treasury", "ivory_tower", "map_room", "museum", "secret_vault", "statue", "wishing_well",
    },
    "classic": {"dragon_gate", "imperial_treasury", "map_room", "museum", "university", "wishing_well"},
}  # fmt: skip
pytestmark = pytest.mark.skipif(NODE is None, reason="there is no node here; CI promises one")


@pytest.fixture(scope="module")
def verifier() -> Iterator[Verifier]:
    """The page's verification, in one process of node."""
    with Verifier() as asked:
        yield asked


class Met:
    """What the games of a part had in them."""

    def __init__(self) -> None:
        self.all: Counter[Any] = Counter()

    def look(self, game: dict[str, Any]) -> None:
        """Count what is in a game."""
        setup = game["moments"][0]["position"]
        edition = setup["edition"]
        self.all[edition, "players", len(setup["seats"])] += 1
        self.all["left", len(game["end"]["left"])] += 1
        self.all.update((edition, "option", name, value) for name, value in setup["options"].items())
        for moment in game["moments"]:
            if moment["decision"]:
                self.all["decision", edition, moment["decision"]["kind"]] += 1
            for event in moment["events"]:
                self.all["event", event["kind"], event.get("why")] += 1
                if event["kind"] == "reveal":
                    self.all[edition, "character", event["character"]] += 1
                elif event["kind"] == "build":
                    self.all[edition, "district", event["district"]] += 1
        for line in game["record"].splitlines()[1:-1]:
            self.all["by", json.loads(line).get("by")] += 1

    def missing(self) -> set[Any]:
        """What there is in the boxes and was not met."""
        wanted: set[Any] = {("left", count) for count in range(3)} | {("by", who) for who in (None, "default", "ai")}
        for edition in EDITIONS:
            wanted |= {(edition, "players", count) for count in range(2, 9)}
            wanted |= {(edition, "character", name) for name in CHARACTERS[edition]}
            wanted |= {(edition, "district", name) for name in DISTRICTS[edition] if name != "secret_vault"}
            wanted |= {
                (edition, "option", name, value) for name, values in OPTIONS[edition].items() for value in values
            }
        few = {(kind, most) for kind, most in (("event", EVENTS), ("decision", DECISIONS)) if self.kinds(kind) < most}
        return {one for one in wanted if not self.all[one]} | few

    def kinds(self, of: str) -> int:
        """How many kinds of events or decisions were met."""
        return len({one for one in self.all if one[0] == of})


@pytest.mark.heavy
@pytest.mark.parametrize("part", range(PARTS))
def test_every_honest_game_is_verified_and_scored_line_by_line_as_the_engine_does(
    part: int, verifier: Verifier
) -> None:
    met = Met()
    for number in range(part * GAMES, (part + 1) * GAMES):
        game = recorded(number)
        met.look(game)
        found = verifier.ask(game=game)
        assert (number, found["faults"]) == (number, [])
        assert found["ok"]
        assert (number, found["sheets"]) == (number, game["end"]["sheets"])
        assert (number, found["places"]) == (number, game["end"]["places"])
    assert SIZE == "quick" or met.missing() == set()


def test_ends_by_lot_are_scored_and_ranked_as_the_engine_does(verifier: Verifier) -> None:
    chance = random.Random(1)
    met: Counter[Any] = Counter()
    for start in range(0, ENDS, 500):
        ends = [ended(chance, number) for number in range(start, min(start + 500, ENDS))]
        found = verifier.ask(score=[(position, left) for position, left, _ in ends])["scored"]
        for (position, left, end), own in zip(ends, found, strict=True):
            assert (position, own["sheets"]) == (position, end["sheets"])
            assert (position, left, own["places"]) == (position, left, end["places"])
            edition = position["edition"]
            met.update((edition, line["for"]) for sheet in end["sheets"] for line in sheet["lines"])
            met.update((edition, kind) for kind in ties(end))
            met.update((edition, kind) for kind in types_chosen(position, end))
    lines = {(edition, name) for edition, names in SCORED_BY_A_DISTRICT.items() for name in names}
    lines |= {(edition, name) for edition in EDITIONS for name in ("five_types", "first_complete", "complete")}
    lines |= {(edition, tie) for edition in EDITIONS for tie in ("broken", "shared")}
    lines |= {("modern", "a tower alone beside a haunted quarter")}
    assert SIZE == "quick" or lines - set(met) == set()


def ties(end: dict[str, Any]) -> set[str]:
    """How equal totals ended: with a place for each, or together."""
    totals = [sheet["total"] for sheet in end["sheets"]]
    firsts = [totals[together[0]] for together in end["ranks"]]
    broken = {"broken"} if len(set(firsts)) < len(firsts) else set()
    return broken | ({"shared"} if any(len(together) > 1 for together in end["ranks"]) else set())


def types_chosen(position: dict[str, Any], end: dict[str, Any]) -> set[str]:
    """Whether a Haunted Quarter has counted as another type so that an Ivory Tower was alone."""
    for seat, sheet in zip(position["seats"], end["sheets"], strict=True):
        alone = any(line["for"] == "ivory_tower" for line in sheet["lines"])
        if alone and any(str(card).startswith("haunted_quarter") for card in seat["city"]):
            return {"a tower alone beside a haunted quarter"}
    return set()


@pytest.mark.heavy
def test_every_kind_of_tampering_is_found(verifier: Verifier) -> None:
    met: Counter[str] = Counter()
    for number in range(MOST_TAMPERED):
        found = verifier.ask(game=recorded(number), tamper=True)["tampered"]
        assert (number, [kind for kind, seen in found.items() if seen is False]) == (number, [])
        met.update({kind: int(seen is True) for kind, seen in found.items()})
        if number + 1 >= TAMPERED and (SIZE == "quick" or all(met.values())):
            break
    assert len(met) > 28
    assert SIZE == "quick" or min(met.values())


UNFOLLOWED: Final = {
    "position": "bewitched.by bewitched.character killed.by killed.character robbed.by robbed.character looks threats warrants n seed phase format",
    "position.turn": "built character gathered resumed spent used",
    "position.decision": "count do from gold left lent paid to",
    "answer": "do flowered seat", "build": "do", "call": "character rank", "confiscate": "from", "destroy": "why", "discard": "count why",
    "draw": "seat from", "gain": "cards why", "keep": "from returned seat", "kept": "count", "leave": "count", "look": "hand matches of seat type",
    "lose": "why", "mark": "characters flowered seat signed verb", "move": "count why", "pick": "left", "resume": "character seat",
    "round": "crown", "search": "seat", "set_aside": "count", "swap": "gave got", "tuck": "count", "turn_end": "seat", "events": "kind", "shuffle": "why",
}  # fmt: skip
"""What is told and not held against anything, or not always: markers, the course of a turn, who has looked, and in events what follows from the rest."""


def followed(fact: str) -> bool:
    """Whether a fact is one that must not be changed unseen.

    >>> followed("moment.position.seats[].gold"), followed("moment.position.turn.used in order"), followed("draw.seat")
    (True, False, False)
    """
    holder, _, name = fact.replace("[]", "").removesuffix(" in order").removeprefix("moment.").rpartition(".")
    under = "position" if holder.startswith("position.") and holder not in UNFOLLOWED else holder
    if under != holder:
        name = f"{holder.removeprefix('position.')}.{name}"
    named = UNFOLLOWED.get(under, "").split()
    return fact != "events in order" and name not in named and name.partition(".")[0] not in named


@pytest.mark.heavy
def test_any_fact_that_is_changed_is_found_unless_it_is_not_followed(verifier: Verifier) -> None:
    missed: dict[str, int] = {}
    for number in range(CHANGED):
        for fact, found in verifier.ask(game=recorded(number), change=[str(number), CHANGES])["changed"]:
            if not found and followed(fact):
                missed[fact] = number
    assert missed == {}


def test_the_boxes_of_the_page_are_those_of_the_engine() -> None:
    program = f"import({json.dumps((HERE.parents[2] / 'web/verify/deck_order.mjs').as_uri())}).then((m) => console.log(JSON.stringify(m.BOXES)))"
    boxes = json.loads(
        subprocess.run([str(NODE), "--eval", program], capture_output=True, check=True, timeout=60).stdout
    )
    for edition in EDITIONS:
        assert boxes[edition] == {
            "districts": [[card.id, card.type, card.cost, card.copies] for card in DISTRICTS[edition].values()],
            "characters": [[card.id, card.rank] for card in CHARACTERS[edition].values()],
        }
