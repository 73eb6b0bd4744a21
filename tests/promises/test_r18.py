"""Many games at once, none lost, each answer right (R18); and the checker that says so sees what is wrong with a history (R4)."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest
from citadels_engine import is_over, legal_actions, new_game
from citadels_engine.formats.record import Record, begin
from citadels_engine.views.view import view

from tests.promises import r18
from tests.promises.history import Asked, digest, judge
from tests.support.marks import PLANTED
from tests.support.telling import chosen, run

if TYPE_CHECKING:
    from collections.abc import Callable

SEATS = {0, 1, 2, 3}


@pytest.mark.heavy
def test_every_game_of_many_at_once_is_played_to_its_end_and_verified() -> None:
    size = chosen(r18.SIZES)
    found = run(r18.prove(size, print))
    assert not found.faults
    assert found.figures["verified"] == found.figures["games_at_once"] == size.games


@pytest.mark.heavy
@PLANTED
def test_a_service_that_forgets_moves_is_found_out() -> None:
    found = run(r18.prove(r18.Size(2), print, spoilt="no_write"))
    assert found.faults


# --- the checker -----------------------------------------------------------------------------------------------------


def history() -> tuple[Record, list[Asked]]:
    """A game and its history as it should be: each seat looks, then moves; each answer shows the game."""
    game = new_game(players=4, seed="5eed" * 16)
    record = begin(game, game_id="game_1", names=list("abcd"), date="2026-01-01")
    asked: list[Asked] = []
    chance = random.Random(3)
    now = 0.0

    def shows(seat: int, move: tuple[int, str] | None) -> None:
        nonlocal now
        asked.append(Asked(now, now + 1, seat, move, game.n, digest(view(game, seat).to_json())))
        now += 2

    while not is_over(game):
        pending = game.pending
        assert pending is not None
        n, seat = game.n, pending.seat
        shows(seat, None)
        action = chance.choice(legal_actions(game)).text
        record.take(game, action)
        shows(seat, (n, action))
    record.finish(game)
    record.reveal("5eed" * 16)
    return record, asked


@pytest.fixture(scope="module")
def right() -> tuple[Record, list[Asked]]:
    return history()


def copied(asked: list[Asked]) -> list[Asked]:
    return [Asked(one.sent, one.got, one.seat, one.move, one.version, one.seen) for one in asked]


def test_a_history_as_it_should_be_has_no_fault(right: tuple[Record, list[Asked]]) -> None:
    assert not judge(*right, SEATS)


def test_a_move_without_an_answer_was_made_once_or_not_at_all(right: tuple[Record, list[Asked]]) -> None:
    record, asked = right[0], copied(right[1])
    asked[41].version = None
    asked.append(Asked(asked[-1].got + 1, asked[-1].got + 2, 0, (999, "gold")))
    assert not judge(record, asked, SEATS)


def silence(asked: list[Asked]) -> None:
    """A move in the record that nobody made."""
    del asked[41]


def invention(asked: list[Asked]) -> None:
    """A move is acknowledged that is not in the record."""
    asked[41].move = (20, "a move that was not made")


def doubling(asked: list[Asked]) -> None:
    """A move is acknowledged twice."""
    asked.insert(
        42, Asked(asked[41].got, asked[41].got + 0.5, asked[41].seat, asked[41].move, asked[41].version, asked[41].seen)
    )


def other_seat(asked: list[Asked]) -> None:
    """A move is acknowledged to somebody else."""
    asked[41].seat = (asked[41].seat + 1) % 4


def stale(asked: list[Asked]) -> None:
    """Somebody is shown what was before."""
    asked[60].version, asked[60].seen, asked[60].seat = asked[50].version, asked[50].seen, asked[50].seat


def late(asked: list[Asked]) -> None:
    """A move is taken for a decision that was seen passed before it was sent."""
    asked[41].sent, asked[41].got = asked[60].got + 0.1, asked[60].got + 0.2


def foresight(asked: list[Asked]) -> None:
    """Somebody is shown a move before it is sent."""
    asked[40].version, asked[40].seen, asked[40].seat = asked[42].version, asked[42].seen, asked[42].seat


def beyond(asked: list[Asked]) -> None:
    """Somebody is shown a version that the game never had."""
    asked[-1].version = len(asked)


def without_effect(asked: list[Asked]) -> None:
    """A move's answer does not show the move."""
    asked[41].version, asked[41].seen = asked[40].version, asked[40].seen


def leak(asked: list[Asked]) -> None:
    """Somebody is shown something else than what the seat sees."""
    asked[40].seen = digest({"hand": ["king"]})


def others_view(asked: list[Asked]) -> None:
    """Somebody is shown what another seat sees."""
    asked[80].seat = (asked[80].seat + 1) % 4


@pytest.mark.parametrize(
    "spoil",
    [silence, invention, doubling, other_seat, stale, late, foresight, beyond, without_effect, leak, others_view],
    ids=lambda spoil: spoil.__name__,
)
def test_every_violation_of_a_history_is_seen(
    right: tuple[Record, list[Asked]], spoil: Callable[[list[Asked]], None]
) -> None:
    record, asked = right[0], copied(right[1])
    spoil(asked)
    assert judge(record, asked, SEATS)


def test_a_record_with_another_action_in_it_is_seen(right: tuple[Record, list[Asked]]) -> None:
    record, asked = history()
    taken = record.taken[20]
    record.taken[20], record.taken[21] = record.taken[21], taken
    assert judge(record, asked, SEATS)
