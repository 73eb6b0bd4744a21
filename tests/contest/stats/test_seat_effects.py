"""What the seat does is told of deals, however many tables play each."""

import pytest
from citadels_contest.stats.game_results import Game, by_wins, scored
from citadels_contest.stats.seat_effects import seat_effect
from citadels_contest.types import Fixture, Result


def games(deals: tuple[int, ...], doubled: int | None = None) -> list[Game]:
    """Both turns of two entrants in these deals, where the number of first seats that win is told; one deal at two tables alike."""
    results = []
    for deal, wins in enumerate(deals):
        for table in range(2 if deal == doubled else 1):
            for turn in (0, 1):
                seats = ("ann", "bea") if turn == 0 else ("bea", "ann")
                places = (1, 2) if turn < wins else (2, 1)
                results.append(Result(Fixture(1, table, deal, turn, seats), places, (0, 0)))
    return scored(results, by_wins, lambda fixture: f"{fixture.deal}")


def test_a_deal_that_two_tables_play_alike_tells_no_more_of_the_seats_than_one() -> None:
    deals = (2, 1, 2, 0, 1, 2, 2)
    once, twice = seat_effect(games(deals), 2, 2), seat_effect(games(deals, doubled=3), 2, 2)
    assert once.chance is not None
    assert twice.chance == pytest.approx(once.chance)
    assert (once.deals, twice.deals) == (7, 7)
    assert [one.games for one in twice.seats] == [16, 16]
