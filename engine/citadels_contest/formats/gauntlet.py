"""Gauntlet: one or a few in focus against the field; those in focus do not meet each other, and all of them meet the same tables.

The rest of a table is each subset of the field, or a balanced choice (`designs`) where there are too many.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from citadels_contest.formats.context import End, Field, fills, is_filler
from citadels_contest.formats.round_robin import MOST_TABLES
from citadels_contest.schedules import more, subsets
from citadels_contest.table_assignment import seated
from citadels_contest.types import Round

if TYPE_CHECKING:
    from citadels_contest.settings import Settings

__all__ = ["next_round"]


def next_round(field: Field) -> Round | End | None:
    """The whole gauntlet, then what is missing for those who came late."""
    settings = field.settings
    focus = list(settings.focus or field.entered[:1])
    running = [name for name in focus if name in field.entrants]
    others = [name for name in field.entrants if name not in focus]
    number = len(field.rounds) + 1
    if not running or not others:
        why = "all rounds are played" if field.rounds else "a gauntlet needs one in focus, and somebody to meet"
        return End(why) if field.finished else None
    played = [[name for name in pairing if not is_filler(name)] for made in field.rounds for pairing in made.pairings]
    reached = {name for table in played for name in table}
    new = [name for name in running if name not in reached]
    late = [name for name in others if name not in reached]
    if new or not field.rounds:
        met = meet_all(settings, new, others, len(running))
    elif late:
        met = meet_late(settings, running, others, late, played, f"{settings.seed}/{number}")
    else:
        return End("all rounds are played") if field.finished else None
    return Round(number, seated(settings, field.rounds, met, fills(settings)))


def meet_all(settings: Settings, new: list[str], others: list[str], focus: int) -> list[list[str]]:
    """The tables of those in focus who have met nobody yet."""
    k = settings.seats - 1
    tables = subsets(others, k, most(settings, focus), settings.seed).pairings if len(others) >= k else [others]
    return [[one, *table] for table in tables for one in new]


def meet_late(
    settings: Settings, running: list[str], others: list[str], late: list[str], played: list[list[str]], seed: str
) -> list[list[str]]:
    """The tables at which those in focus meet who came late."""
    k = settings.seats - 1
    before = [[name for name in table if name != running[0]] for table in played if running[0] in table]
    tables = more(others, late, k, most(settings, len(running)), before, seed) if len(others) >= k else [others]
    return [[one, *table] for table in tables for one in running]


def most(settings: Settings, focus: int) -> int:
    """So many tables may each of those in focus have."""
    return max(1, (settings.tables or MOST_TABLES) // focus)
