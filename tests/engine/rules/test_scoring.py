"""Scoring line by line, and who wins."""

import pytest
from citadels_engine import Game, apply, is_over, legal_actions, new_game, places, score, scores, winners
from citadels_engine.testing import act, seat, table

SEVEN = "temple church monastery tavern market docks manor"


def lines(game: Game, number: int = 0) -> list[tuple[str, int]]:
    return score(game, number).lines


# --- the worked example of the rulebooks (S10.4) ---------------------------------------------------------------------


def worked_example() -> Game:
    """28 points against 29: each line as the rulebook adds it up."""
    return table(
        seat(city="castle tavern trading_post monastery cathedral observatory haunted_quarter"),
        seat(city="dragon_gate palace harbor manor docks market prison"),
        phase="over",
        completed=[0, 1],
    )


def test_the_worked_example_adds_up_line_by_line() -> None:
    assert lines(worked_example(), 0) == [("districts", 21), ("five_types", 3), ("first_complete", 4)]
    assert lines(worked_example(), 1) == [("districts", 25), ("complete", 2), ("dragon_gate", 2)]


def test_the_worked_example_has_the_printed_totals() -> None:
    assert [sheet.total for sheet in scores(worked_example())][:2] == [28, 29]


def test_the_worked_example_is_won_by_the_second_to_complete() -> None:
    assert winners(worked_example()) == [1]


def test_a_sheet_tells_its_lines_as_json() -> None:
    assert score(worked_example(), 1).to_json() == {
        "total": 29,
        "lines": [
            {"for": "districts", "points": 25},
            {"for": "complete", "points": 2},
            {"for": "dragon_gate", "points": 2},
        ],
    }


# --- lines -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("city", "hand", "gold", "crown", "line"),
    [
        ("basilica temple manor+", "", 0, 1, ("basilica", 1)),
        ("basilica+ temple", "", 0, 1, ("basilica", 2)),
        ("capitol tavern market docks", "", 0, 1, ("capitol", 3)),
        ("capitol keep statue", "", 0, 1, ("capitol", 3)),
        ("dragon_gate", "", 0, 1, ("dragon_gate", 2)),
        ("imperial_treasury", "", 4, 1, ("imperial_treasury", 4)),
        ("ivory_tower haunted_quarter", "", 0, 1, ("ivory_tower", 5)),
        ("map_room", "castle secret_vault", 0, 1, ("map_room", 2)),
        ("statue", "", 0, 0, ("statue", 5)),
        ("wishing_well keep", "", 0, 1, ("wishing_well", 2)),
        ("temple", "secret_vault", 0, 1, ("secret_vault", 3)),
    ],
)
def test_a_unique_district_has_a_line_of_its_own(
    city: str, hand: str, gold: int, crown: int, line: tuple[str, int]
) -> None:
    assert line in lines(table(seat(city=city, hand=hand, gold=gold), phase="over", crown=crown))


@pytest.mark.parametrize(
    ("city", "hand", "name"),
    [
        ("capitol tavern market", "", "capitol"),
        ("imperial_treasury", "", "imperial_treasury"),
        ("ivory_tower keep", "", "ivory_tower"),
        ("map_room", "", "map_room"),
        ("statue", "", "statue"),
    ],
)
def test_a_district_that_earns_nothing_has_no_line(city: str, hand: str, name: str) -> None:
    assert name not in dict(lines(table(seat(city=city, hand=hand), phase="over", crown=1)))


def test_a_museum_scores_a_point_for_each_card_under_it() -> None:
    game = table({**seat(), "city": [{"id": "museum", "tucked": ["castle", "secret_vault"]}]}, phase="over")
    assert lines(game) == [("districts", 4), ("museum", 2)]


def test_one_choice_of_the_haunted_quarter_serves_every_line() -> None:
    """Unique it makes three for the Capitol, noble it makes five types: 3 points either way, and never 6 (X-13)."""
    sheet = score(table(seat(city="haunted_quarter capitol keep temple tavern prison"), phase="over"), 0)
    assert sheet.total == 14 + 3


def test_the_haunted_quarter_takes_the_type_that_is_worth_most() -> None:
    """Left unique it is counted by the Wishing Well and the Capitol: 4 more than any other type brings (R-HQ-1)."""
    city = "haunted_quarter capitol wishing_well temple tavern prison"
    assert lines(table(seat(city=city), phase="over")) == [("districts", 16), ("capitol", 3), ("wishing_well", 3)]


def test_the_completion_line_is_an_event_in_the_modern_edition() -> None:
    game = table(seat(city=SEVEN), seat(city="temple"), phase="over", completed=[0, 1])
    assert lines(game, 1) == [("districts", 1), ("complete", 2)]


def test_the_completion_line_is_a_state_in_the_classic_edition() -> None:
    game = table(seat(city=f"{SEVEN} castle"), seat(city="temple"), phase="over", completed=[0, 1], edition="classic")
    assert lines(game, 1) == [("districts", 1)]


def test_first_stays_first_in_a_city_that_has_shrunk() -> None:
    for edition in ("modern", "classic"):
        game = table(seat(city="temple"), phase="over", completed=[0], edition=edition)
        assert lines(game) == [("districts", 1), ("first_complete", 4)]


def test_those_who_complete_at_one_moment_are_all_first() -> None:
    game = table(
        seat(city=SEVEN), seat(city="temple"), phase="over", completed=[[0, 1]], edition="classic", announced=True
    )
    assert ("first_complete", 4) in lines(game, 0)
    assert ("first_complete", 4) in lines(game, 1)


@pytest.mark.parametrize("seed", range(20))
def test_the_total_is_the_sum_of_the_lines(seed: int) -> None:
    game = new_game(2 + seed % 7, seed=str(seed))
    while not is_over(game):
        legal = legal_actions(game)
        apply(game, legal[(game.n * 7 + seed) % len(legal)])
    for sheet in scores(game):
        assert sheet.total == sum(points for _, points in sheet.lines)
        assert sheet.lines[0][0] == "districts"


# --- ties ------------------------------------------------------------------------------------------------------------


def test_a_tie_goes_to_the_highest_rank_revealed() -> None:
    game = table(*[seat(held, city="castle", revealed=held) for held in ("assassin", "warlord", "king")], phase="over")
    assert winners(game) == [1]
    assert places(game)[:3] == [[1], [2], [0]]


def test_a_rank_that_was_not_revealed_counts_for_nothing() -> None:
    game = table(
        seat("warlord", city="castle", revealed=""),
        seat("thief", city="castle", revealed="thief"),
        phase="over",
        killed="warlord",
    )
    assert winners(game) == [1]


def test_of_two_characters_the_higher_counts() -> None:
    game = table(
        seat("assassin warlord", city="castle", revealed="assassin warlord"),
        seat("king architect", city="castle", revealed="king architect"),
        phase="over",
        players=2,
    )
    assert winners(game) == [0]


def test_the_witch_counts_as_rank_1_whoever_she_played() -> None:
    game = table(
        seat("witch", city="castle"),
        seat("warlord"),
        seat("thief", city="castle"),
        turn={"character": "warlord", "gathered": True, "resumed": True},
        bewitched="warlord",
        completed=[3],
    )
    act(game, "end")
    assert is_over(game)
    assert winners(game) == [2]


def test_a_killed_king_counts_once_he_is_shown() -> None:
    game = table(
        seat("king", city="castle"),
        seat("thief", city="castle"),
        turn="thief",
        gathered=True,
        killed="king",
        completed=[3],
    )
    act(game, "end")
    assert [character.id for character in game.seats[0].revealed] == ["king"]
    assert winners(game) == [0]


def test_points_come_before_ranks() -> None:
    game = table(seat("warlord", city="castle", revealed="warlord"), seat(city="palace"), phase="over")
    assert winners(game) == [1]


def test_a_classic_tie_goes_to_the_city_of_higher_value() -> None:
    game = table(
        seat(city=f"{SEVEN} castle"),
        seat(city="palace fortress cathedral market docks church"),
        seat(),
        phase="over",
        completed=[3, 0],
        edition="classic",
    )
    assert [sheet.total for sheet in scores(game)][:2] == [21, 22]
    game = table(
        seat(city=f"{SEVEN} castle"),
        seat(city="palace fortress cathedral market docks temple"),
        phase="over",
        completed=[3, 0],
        edition="classic",
    )
    assert [sheet.total for sheet in scores(game)][:2] == [21, 21]
    assert winners(game) == [1]


def test_then_to_the_one_with_more_gold() -> None:
    game = table(seat(city="castle", gold=1), seat(city="castle", gold=2), phase="over", edition="classic")
    assert winners(game) == [1]


def test_and_then_it_is_shared() -> None:
    game = table(seat(city="castle", gold=2), seat(city="castle", gold=2), phase="over", edition="classic")
    assert winners(game) == [0, 1]
    assert places(game) == [[0, 1], [2, 3]]


def test_a_university_is_worth_8_where_values_break_a_tie() -> None:
    """9 points each, of which 9 against 8 are values: the Map Room's point is none."""
    game = table(
        seat(city="university tavern"), seat(city="map_room manor", hand="castle"), phase="over", edition="classic"
    )
    assert [sheet.total for sheet in scores(game)][:2] == [9, 9]
    assert winners(game) == [0]
