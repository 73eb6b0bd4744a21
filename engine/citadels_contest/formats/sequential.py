"""Sequential test: the two in focus at every table, until the verdict on them is given or `most` games are played.

A round is one table of `deals` deals. Its other seats are taken by those of the other entrants who have sat there the least, or by bots
of the house where there are too few of them; with smaller tables as the policy for odd fields they stay empty.
"""

from __future__ import annotations

from citadels_engine.dice import Dice

from citadels_contest.formats.context import End, Field
from citadels_contest.seat_rotation import turns_of
from citadels_contest.table_assignment import History, games_made, seated
from citadels_contest.types import Round

__all__ = ["next_round"]


def next_round(field: Field) -> Round | End | None:
    """The next table, once the last one is played and nothing is decided."""
    settings = field.settings
    if not field.finished:
        return None
    if field.verdict is not None:
        return End(f"decided: {field.verdict}")
    pair = list(settings.focus or field.entered)[:2]
    missing = [name for name in pair if name not in field.entrants]
    if len(pair) < 2 or missing:
        return End(f"two are compared, and {missing[0]} is not there" if missing else "two are compared")
    a_table = settings.deals * turns_of(settings, settings.seats)
    if field.rounds and games_made(settings, field.rounds) + a_table > settings.most:
        return End("the most games are played")
    number = len(field.rounds) + 1
    history = History(field)
    others = [name for name in field.entrants if name not in pair]
    Dice(settings.seed, f"round/{number}").shuffle(others)
    others.sort(key=lambda name: history.tables[history.index[name]])
    filled = settings.odd != "smaller" or settings.small_field == "fill"
    table = [*pair, *others[: settings.seats - 2]]
    return Round(number, seated(settings, field.rounds, [table], filled))
