"""Where Quarry, Necropolis, Framework and Monument meet: what is checked before, and what only afterwards."""

from citadels_engine.testing import act, legal, seat, table

SIX = "temple church monastery tavern market docks"


def texts(*, hand: str, city: str, gold: int = 0) -> list[str]:
    """The legal builds."""
    game = table(seat("king", gold=gold, hand=hand, city=city), turn="king", gathered=True)
    return [text for text in legal(game) if text.startswith("build")]


def test_the_necropolis_over_the_framework_is_said_in_one_way_only() -> None:
    assert texts(hand="necropolis", city="framework tavern") == [
        "build necropolis framework",
        "build necropolis over tavern",
    ]


def test_the_quarry_licenses_a_duplicate_that_the_framework_builds() -> None:
    assert texts(hand="castle", city="castle quarry framework") == ["build castle framework"]
    assert texts(hand="castle", city="castle framework") == []


def test_duplicates_stay_when_the_quarry_is_sacrificed() -> None:
    game = table(
        seat("architect", gold=9, hand="necropolis castle", city="castle castle quarry"),
        turn="architect",
        gathered=True,
    )
    assert "build castle" in legal(game)
    act(game, "build necropolis over quarry")
    assert [built.text for built in game.seats[0].city] == ["castle", "castle", "necropolis"]
    assert "build castle" not in legal(game)


def test_a_city_of_five_does_not_make_room_for_the_monument_with_its_framework() -> None:
    four = "framework temple church monastery"
    assert texts(hand="monument", city=four) == ["build monument framework"]
    assert texts(hand="monument", city=f"{four} tavern", gold=9) == []


def test_a_district_for_a_district_completes_no_city() -> None:
    """One short of complete before and after (X-9)."""
    game = table(seat("king", hand="necropolis", city=SIX), turn="king", gathered=True)
    act(game, "build necropolis over temple")
    assert game.completed == ()
    game = table(seat("king", hand="castle", city=f"{SIX.replace('temple', 'framework')}"), turn="king", gathered=True)
    act(game, "build castle framework")
    assert game.completed == ()


def test_sacrificing_the_monument_costs_a_size_of_two() -> None:
    game = table(
        seat("architect", gold=9, hand="necropolis manor", city="monument temple church monastery tavern"),
        turn="architect",
        gathered=True,
    )
    act(game, "build necropolis over monument", "build manor")
    assert game.completed == ()


def test_what_was_sacrificed_goes_under_the_deck_with_all_that_lay_under_it() -> None:
    game = table(
        {**seat("king", hand="necropolis"), "city": [{"id": "museum+", "tucked": ["castle", "manor"]}]},
        turn="king",
        gathered=True,
        deck="temple",
    )
    told = act(game, "build necropolis over museum+")
    assert [card.id for card in reversed(game.deck)] == ["temple", "museum", "castle", "manor"]
    assert [event.for_seat(None) for event in told] == [
        {"kind": "build", "seat": 0, "district": "necropolis", "do": "build necropolis over museum+"},
        {"kind": "destroy", "seat": 0, "district": "museum+", "why": "necropolis"},
    ]


def test_the_factory_sacrificed_no_longer_lowers_a_price() -> None:
    game = table(seat("architect", gold=2, hand="necropolis keep", city="factory"), turn="architect", gathered=True)
    assert "build keep" in legal(game)
    act(game, "build necropolis over factory")
    assert "build keep" not in legal(game)
