"""What it costs that two sit at one table."""

import pytest
from citadels_contest.formats.swiss import distances
from citadels_contest.table_assignment import History
from citadels_contest.types import Round

from tests.contest.fields import Played, names, settings


def again(seats: int, players: int) -> int:
    """What it costs two of the same points to meet again."""
    event = Played(settings(format="swiss", seats=seats), players)
    everybody = names(players)
    event.rounds.append(Round(1, (tuple(everybody[:seats]),)))
    costs = distances(event.field, everybody, History(event.field))
    assert costs[0][1] == costs[1][0]
    assert costs[0][-1] == 0
    return costs[0][1]


@pytest.mark.parametrize("players", [4, 9, 30])
def test_in_duels_to_meet_again_costs_more_than_any_difference_of_points(players: int) -> None:
    assert again(2, players) > (2 * players) ** 2


@pytest.mark.parametrize("seats", [3, 4, 8])
def test_at_larger_tables_to_meet_again_costs_as_much_however_many_play(seats: int) -> None:
    assert again(seats, 9) == again(seats, 30) == 36 * seats**2


def test_a_difference_of_points_costs_its_square() -> None:
    event = Played(settings(format="swiss", seats=4), 6)
    event.points = dict(zip(names(6), (3.0, 3.0, 2.0, 1.0, 1.0, 1.0), strict=True))
    costs = distances(event.field, names(6), History(event.field))
    rank = [1, 1, 4, 8, 8, 8]  # twice the middle of the places that those with as many points share
    assert costs == [[(one - other) ** 2 for other in rank] for one in rank]
