"""Round robin: everybody meets everybody, in one round that is the whole design; who comes late gets a further one.

A field too large for all tables plays a balanced choice of them (`designs`): at most `tables`, or else 5,000.
"""

from __future__ import annotations

from typing import Final

from citadels_contest.formats.context import End, Field, is_filler
from citadels_contest.schedules import more, subsets
from citadels_contest.table_assignment import seated
from citadels_contest.types import Round

__all__ = ["MOST_TABLES", "next_round"]

MOST_TABLES: Final = 5_000


def next_round(field: Field) -> Round | End | None:
    """The whole design, then what is missing for those who came late."""
    settings = field.settings
    k, most, number = settings.seats, settings.tables or MOST_TABLES, len(field.rounds) + 1
    if not field.rounds:
        if len(field.entrants) < k:
            return Round(1, seated(settings, (), [list(field.entrants)]))
        return Round(1, seated(settings, (), subsets(field.entrants, k, most, settings.seed).pairings))
    played = [[name for name in pairing if not is_filler(name)] for made in field.rounds for pairing in made.pairings]
    reached = {name for table in played for name in table}
    late = [name for name in field.entrants if name not in reached]
    if not late or (len(field.entrants) < k and settings.small_field != "fill"):
        return End("all rounds are played") if field.finished else None
    if len(field.entrants) < k:
        tables = [field.entrants]
    else:
        tables = more(field.entrants, late, k, most, played, f"{settings.seed}/{number}")
    return Round(number, seated(settings, field.rounds, tables))
