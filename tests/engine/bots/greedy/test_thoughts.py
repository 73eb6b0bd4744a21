"""What the greedy bot thinks of recorded decisions, function by function, and what it does: as it was when its strength was measured.

A ladder and every tournament with bots of the house rest on it: who changes what it thinks measures it again, and writes `kept/` anew.
"""

from __future__ import annotations

import functools
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from citadels_engine import apply, is_over, view
from citadels_engine.bots import make
from citadels_engine.bots.greedy import (
    answers,
    attacks,
    build_plan,
    character_guess,
    character_value,
    district_value,
    draft,
    targets,
    turn,
)
from citadels_engine.bots.greedy.observation import Table
from citadels_engine.cards.registry import DISTRICTS

from tests.support.decisions import decisions
from tests.support.kept import assert_kept
from tests.support.setups import setup

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType

KEPT = Path(__file__).parent / "kept"
NO_CHOICE = (ValueError, LookupError, AssertionError, TypeError, AttributeError)
"""What a function may raise of a decision that is not its own."""


def tables() -> list[Table]:
    """The recorded decisions as the bot sees them."""
    return [Table(one, []) for one in decisions()]


def short(found: object) -> str:
    """What was thought, floats to six digits, by a short name."""
    return sha256(repr(plain(found)).encode()).hexdigest()[:8]


def plain(found: object) -> object:
    """It in plain values."""
    if isinstance(found, float):
        return round(found, 6)
    if isinstance(found, (list, tuple)):
        return [plain(one) for one in found]
    if isinstance(found, dict):
        return {str(key): plain(one) for key, one in found.items()}
    if isinstance(found, build_plan.Plan):
        return [[card.id for card in found.cards], found.cost, plain(found.gain)]
    return (
        found
        if found is None or isinstance(found, (int, str))
        else getattr(found, "text", None) or getattr(found, "id", str(type(found)))
    )


def thought(act: Callable[[], object]) -> object:
    """What comes of it; nothing where the decision is another one's."""
    try:
        return act()
    except NO_CHOICE:
        return "not asked"


THOUGHTS = {
    answers: "answer keep part_with take meet_threat expose confiscate advise ransom tribute chime ward",
    attacks: "share gold_value destroy seize exchange armory",
    draft: "pick set_aside theater",
    targets: "blows purses holders kill bewitch rob warrant threaten",
    build_plan: "useful_cards builds_left",
    character_guess: "fear leader suspects",
    turn: (
        "play_turn begin enrich look spend finish coming gather has_cards_coming income mixed_income navigate tithe crown spy peek change_hands "
        "redraw draw_more spare sell tuck build beautify appeal_of_gold"
    ),
}
"""The functions that want nothing but the table."""


@pytest.mark.parametrize("module", THOUGHTS, ids=lambda one: str(one.__name__.rpartition(".")[2]))
def test_each_function_thinks_what_it_thought(module: ModuleType) -> None:
    found: dict[str, list[object]] = {name: [] for name in THOUGHTS[module].split()}
    for table in tables():
        for name, thoughts in found.items():
            thoughts.append(plain(thought(functools.partial(getattr(module, name), table))))
    assert_kept(
        KEPT / f"{module.__name__.rpartition('.')[2]}.txt", [f"{name} {short(told)}" for name, told in found.items()]
    )


def test_characters_cards_and_cities_are_worth_what_they_were() -> None:
    found: dict[str, list[object]] = {}

    def note(name: str, function: Callable[..., object], *given: object) -> None:
        found.setdefault(name, []).append(plain(thought(functools.partial(function, *given))))

    for table in tables():
        edition = table.view.edition
        for seat in range(table.players):
            for character in table.cast:
                note(f"appeal {character.id}", character_value.appeal, table, seat, character)
                note("may hold", character_guess.may_hold, table, seat, character)
                note("liking", draft.liking, table, character)
            note("city points", district_value.city_points, table, seat, table.city(seat), 12)
            note("likelihood", character_guess.likelihood, table, seat)
            note("rival points", character_guess.rival_points, table, seat)
            note("power", character_guess.power, table, seat)
            note("size", table.size, seat)
            note("nearly done", table.nearly_done, seat)
            for kind in ("noble", "religious", "trade", "military", "unique"):
                note("count", table.count, seat, kind)
            for built in table.seats[seat].city:
                note("harm", attacks.harm, table, seat, built)
        for built in table.seats[table.me].city:
            note("loss", district_value.loss, table, built.id)
        for card in DISTRICTS[edition].values():
            note(f"worth {edition}", district_value.worth, table, card)
            for function in (
                answers.value_in_hand,
                answers.held_value,
                district_value.is_useful,
                build_plan.price,
                build_plan.wise_to_add,
            ):
                note(function.__name__, function, table, card)
        for gold in (0, 3, 8):
            for limit in (1, 2):
                note("plans", build_plan.best_plan, table, table.hand, gold, limit)
    assert_kept(KEPT / "worth.txt", [f"{name} {short(told)}" for name, told in found.items()])


def test_it_does_what_it_did_at_each_recorded_decision() -> None:
    bot = make("greedy", "s")
    lines = [
        f"{one.edition} {one.decision.kind if one.decision else ''} {bot.choose(one, []).text}" for one in decisions()
    ]
    assert_kept(KEPT / "choices.txt", lines)


def test_it_plays_the_games_that_it_played() -> None:
    """With all that it has heard of a game, in both editions, at tables of each size."""
    lines = []
    for number in range(0, 28, 3):
        game = setup(number).deal(telling=True)
        bots = [make("greedy", str(seat)) for seat in range(len(game.seats))]
        heard: list[list[dict[str, object]]] = [[] for _ in bots]
        said = sha256()
        while not is_over(game):
            assert game.pending is not None
            seat = game.pending.seat
            action = bots[seat].choose(view(game, seat), heard[seat])
            said.update(action.text.encode() + b"\n")
            apply(game, action)
            for event in game.events:
                for one, told in enumerate(heard):
                    told.append(event.for_seat(one))
        lines.append(f"{number} {game.n} {said.hexdigest()[:12]}")
    assert_kept(KEPT / "games.txt", lines)
