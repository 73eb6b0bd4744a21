"""What the service says of a game, as the bot and its person are told it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from citadels_sdk.bot import Outcome
from citadels_sdk.client.model_base import BankClock, CorrespondenceClock, DecisionClock
from citadels_sdk.local.deal import ORDINALS, place_of

if TYPE_CHECKING:
    from citadels_sdk.client.model_base import Clock
    from citadels_sdk.client.models import Position

__all__ = ["clock_in_words", "hurried", "outcome_of"]


def outcome_of(position: Position, seat: int) -> Outcome | None:
    """What the bot is told of the result; None where the game was broken off."""
    result = position.result
    if result is None or position.status != "over":
        return None
    place = place_of(result.places, len(result.totals))
    words = f"{ORDINALS[place[seat] - 1]} of {len(place)} with {result.totals[seat]} points"
    return Outcome(seat, place[seat], place, result.places, result.totals, words, result.left)


def hurried(clock: Clock) -> bool:
    """Whether a decision may have to be made within seconds."""
    match clock:
        case DecisionClock(limit_ms=limit):
            return limit <= 60_000
        case BankClock():
            return True
        case _:
            return False


def clock_in_words(clock: Clock) -> str:
    """A clock in a few words.

    >>> clock_in_words(DecisionClock(limit_ms=30_000)), clock_in_words(BankClock(bank_ms=60_000, increment_ms=500))
    ('30 s a decision', '60 s a game + 0.5 s')
    """
    match clock:
        case DecisionClock(limit_ms=limit):
            return f"{limit / 1000:g} s a decision"
        case BankClock(bank_ms=bank, increment_ms=increment):
            return f"{bank / 1000:g} s a game" + (f" + {increment / 1000:g} s" if increment else "")
        case CorrespondenceClock(days=days):
            return f"{days} day{'' if days == 1 else 's'} a decision"
        case _:
            return "no clock"
