"""A round robin: the whole design at once."""

from citadels_contest.formats.round_robin import next_round
from citadels_contest.types import Round

from tests.contest.fields import Played, names, settings


def seats(seed: str, count: int) -> tuple[str, ...]:
    """Who sits where at the only table of four seats."""
    made = next_round(Played(settings(format="round-robin", seats=4, seed=seed, small_field="fill"), count).field)
    assert isinstance(made, Round)
    assert len(made.pairings) == 1
    return made.pairings[0]


def test_where_all_fit_at_one_table_they_sit_there_in_order_of_entry() -> None:
    assert {seats(str(seed), 4) for seed in range(12)} == {tuple(names(4))}


def test_too_few_for_a_table_sit_together() -> None:
    assert set(names(3)) <= set(seats("any", 3))
