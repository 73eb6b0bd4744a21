"""Events: the table of what they tell is true, and everybody gets every one of them."""

import re
from functools import cache
from pathlib import Path

from citadels_engine import Event, apply, is_over, legal_actions, new_game
from citadels_engine.dice import Dice
from citadels_engine.testing import act, seat, table

from tests.support.setups import setup

SOURCE = Path(__file__).resolve().parents[3] / "engine" / "citadels_engine" / "views" / "events.py"
"""A compiled module has no docstring."""
NUMBERS = range(7, 91)


def the_table() -> dict[str, tuple[set[str], set[str]]]:
    """The kinds of events, with the names of their facts and of their secrets."""
    rows = re.findall(r"^\| `(\w+)` \|(.*)\|(.*)\|$", SOURCE.read_text(), re.MULTILINE)
    return {kind: (names_in(facts), names_in(secrets)) for kind, facts, secrets in rows}


def names_in(cell: str) -> set[str]:
    return set(re.findall(r"\w+", cell))


@cache
def all_told(number: int) -> list[Event]:
    """What happens in a random game of that number's set-up."""
    game = setup(number).deal(telling=True)
    dice = Dice(f"events {number}", "choices")
    told = list(game.events)
    while not is_over(game):
        legal = legal_actions(game)
        apply(game, legal[dice.below(len(legal))])
        told.extend(game.events)
    return told


def test_the_table_names_every_event_and_every_fact() -> None:
    known = the_table()
    for number in NUMBERS:
        for event in all_told(number):
            facts, secrets = known[event.kind]
            assert set(event.facts) <= facts, event.kind
            for _, more in event.secrets:
                assert set(more) <= secrets, event.kind


def test_the_table_names_no_event_that_never_happens() -> None:
    happened = {event.kind for number in NUMBERS for event in all_told(number)}
    bell = table(seat("king", gold=5, hand="bell_tower"), turn="king", gathered=True, edition="classic")
    happened.update(event.kind for event in act(bell, "build bell_tower", "announce"))
    assert set(the_table()) - happened == set()


def test_every_viewer_gets_every_event() -> None:
    game = table(seat("merchant"), turn="merchant", top="castle manor")
    told = act(game, "draw", "keep castle", "end")
    kinds = [[event.for_seat(viewer)["kind"] for event in told] for viewer in (None, 0, 1)]
    assert kinds[0] == kinds[1] == kinds[2] == [event.kind for event in told]


def test_a_drawn_card_is_told_to_its_drawer_alone() -> None:
    game = table(seat("merchant"), turn="merchant", top="castle manor")
    drawn = act(game, "draw")[-1]
    assert drawn.for_seat(0) == {
        "kind": "draw",
        "seat": 0,
        "count": 2,
        "from": "draw",
        "districts": ["castle", "manor"],
    }
    assert drawn.for_seat(1) == drawn.for_seat(None) == {"kind": "draw", "seat": 0, "count": 2, "from": "draw"}


def test_nothing_is_told_where_nobody_listens() -> None:
    game = new_game(4, seed="deaf")
    apply(game, legal_actions(game)[0])
    assert game.events == []


def test_only_the_last_action_is_told() -> None:
    game = table(seat("merchant"), turn="merchant")
    act(game, "gold")
    assert [event.kind for event in act(game, "bonus")] == [event.kind for event in game.events] == ["gain"]
