"""Results as the statistics read them: which tables are whole."""

import pytest
from citadels_contest.stats.game_results import by_round, by_wins, scored, tables_of, whole
from citadels_contest.types import Fixture, Result


def turn(number: int, seats: str, deal: int = 0) -> Result:
    return Result(Fixture(1, 0, deal, number, tuple(seats)), tuple(range(1, len(seats) + 1)), (0,) * len(seats))


@pytest.mark.parametrize(
    ("seatings", "is_whole"),
    [
        (["ab", "ba"], True),
        (["ab", "ab"], False),
        (["ab"], False),
        (["abc", "bca", "cab"], True),
        (["abc", "bca", "cba"], False),
        (["abc", "bca", "cab", "abc"], False),
        (["ab", "ba", "ba", "ab"], True),
    ],
)
def test_a_table_is_whole_when_everybody_has_sat_at_each_seat_equally_often(
    seatings: list[str], is_whole: bool
) -> None:
    games = scored([turn(number, seats) for number, seats in enumerate(seatings)], by_wins, by_round)
    assert whole(games) == is_whole
    assert len(tables_of(games, len(seatings[0]))) == is_whole
    assert len(tables_of(games, 1)) == 1
