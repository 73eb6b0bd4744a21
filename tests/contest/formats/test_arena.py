"""An arena: who is left over, and when it ends."""

import pytest
from citadels_contest.formats.arena import next_round
from citadels_contest.formats.context import End
from citadels_contest.types import Round

from tests.contest.fields import Played, names, settings


def after(tables: int, each: int, count: int = 5) -> Round | End | None:
    """The next round of four seats, once all but the last entrant have sat at so many tables; who is left makes no table alone."""
    event = Played(settings(format="arena", seats=4, odd="bye", rounds=each), count)
    for number in range(1, tables + 1):
        event.rounds.append(Round(number, (tuple(names(4)),)))
    return next_round(event.field)


def test_who_is_one_table_behind_gets_none_where_all_others_are_done() -> None:
    assert after(1, 1) == End("all rounds are played")


def test_who_is_two_tables_behind_gets_one_with_others_who_are_done() -> None:
    made = after(2, 2)
    assert isinstance(made, Round)
    assert [len(table) for table in made.pairings] == [4]
    assert "bot5" in made.pairings[0]


def test_too_few_for_a_table_end_it_however_far_behind_somebody_is() -> None:
    event = Played(settings(format="arena", seats=4, odd="bye", rounds=2), 5)
    event.rounds += [Round(number, (tuple(names(4)),)) for number in (1, 2)]
    event.gone |= {"bot1", "bot2"}
    assert next_round(event.field) == End("all rounds are played")


@pytest.mark.parametrize(("most", "ends"), [(16, False), (15, True)])
def test_it_ends_before_a_table_would_have_too_many_games(most: int, ends: bool) -> None:
    event = Played(settings(format="arena", seats=4, odd="bye", rounds=9, deals=2, most=most), 4)
    event.rounds.append(Round(1, (tuple(names(4)),)))  # eight games, as the next one
    assert (next_round(event.field) == End("the most games are played")) is ends
