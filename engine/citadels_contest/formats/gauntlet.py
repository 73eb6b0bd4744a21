"""Gauntlet: one or a few in focus against the field; those in focus do not meet each other, and all of them meet the same tables.

The rest of a table is each subset of the field, or a balanced choice (`designs`) where there are too many.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from citadels_contest.formats.context import End, Field, is_filler
from citadels_contest.formats.round_robin import MOST_TABLES
from citadels_contest.schedules import more, subsets
from citadels_contest.table_assignment import seated
from citadels_contest.types import Round

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["next_round"]


def next_round(field: Field) -> Round | End | None:
    """The whole gauntlet, then what is missing for those who came late."""
    settings = field.settings
    focus = list(settings.focus or field.entered[:1])
    running = [name for name in focus if name in field.entrants]
    others = [name for name in field.entrants if name not in focus]
    number = len(field.rounds) + 1
    if not running or not others:
        if not field.finished:
            return None
        return End("all rounds are played" if field.rounds else "a gauntlet needs one in focus, and somebody to meet")
    k = settings.seats - 1
    most = max(1, (settings.tables or MOST_TABLES) // len(running))
    played = [[name for name in pairing if not is_filler(name)] for made in field.rounds for pairing in made.pairings]
    reached = {name for table in played for name in table}
    tables: Sequence[Sequence[str]]
    new = [name for name in running if name not in reached]
    late = [name for name in others if name not in reached]
    if not field.rounds or new:
        against = new
        tables = subsets(others, k, most, settings.seed).pairings if len(others) >= k else [others]
    elif late:
        against = running
        before = [[name for name in table if name != running[0]] for table in played if running[0] in table]
        tables = more(others, late, k, most, before, f"{settings.seed}/{number}") if len(others) >= k else [others]
    else:
        return End("all rounds are played") if field.finished else None
    filled = settings.odd == "fill" or settings.small_field == "fill"
    return Round(number, seated(settings, field.rounds, [[one, *table] for table in tables for one in against], filled))
