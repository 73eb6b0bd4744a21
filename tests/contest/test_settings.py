"""Settings are taken up to their borders and refused beyond them."""

import pytest
from citadels_contest import ContestError, Settings, settings_from

BORDERS = {
    "seats": (2, 8),
    "deals": (1, 1_000_000),
    "most": (1, 100_000_000),
    "rounds": (1, 1_000_000),
    "tables": (1, 1_000_000),
    "forfeits": (1, 1_000_000),
}


@pytest.mark.parametrize("name", BORDERS)
def test_a_number_is_taken_at_its_borders_and_refused_beyond(name: str) -> None:
    least, most = BORDERS[name]
    form = "arena" if name in ("most", "tables") else "swiss"
    for value in (least, most):
        assert getattr(settings_from({"format": form, name: value}), name) == value
    for wrong in (least - 1, most + 1, True, "3", 2.0):
        with pytest.raises(ContestError, match=name):
            settings_from({"format": form, name: wrong})


@pytest.mark.parametrize(("name", "most"), [("bound", 1.0), ("alpha", 0.5), ("beta", 0.5)])
def test_a_share_lies_between_its_borders_and_not_on_them(name: str, most: float) -> None:
    assert getattr(settings_from({"format": "sequential", "focus": ["a", "b"], name: most - 0.01}), name) == most - 0.01
    for value in (0, most, -0.1, "0.1", None):
        with pytest.raises(ContestError, match=name):
            settings_from({"format": "sequential", "focus": ["a", "b"], name: value})


def test_every_order_of_the_seats_is_played_with_five_of_them_at_most() -> None:
    assert settings_from({"rotation": "full", "seats": 5}).turns == 120
    with pytest.raises(ContestError, match="rotation"):
        settings_from({"rotation": "full", "seats": 6})


def test_what_is_not_said_has_the_default_that_is_told() -> None:
    """Logs hold only what was asked for: a default that moves changes what an old log means."""
    assert Settings().to_json() == {
        "format": "round-robin", "seats": 4, "deals": 1, "duplicate": True, "rotation": "cycle", "shared": True, "rounds": None,
        "tables": None, "advance": None, "focus": [], "seeding": "lot", "points": "place", "order": [], "odd": "bye",
        "small_field": "refuse", "filler": "greedy", "bye": "half", "late": "refuse", "withdrawal": "keep", "empty_seat": "house",
        "fault": "forfeit", "forfeit": "last", "no_show": "last", "forfeits": None, "bound": 0.02, "alpha": 0.05, "beta": 0.05,
        "most": 10_000, "seed": "",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("given", "turns"),
    [
        ({}, 4), ({"duplicate": False}, 1), ({"rotation": "none"}, 1), ({"rotation": "full", "seats": 4}, 24), ({"rotation": "full", "seats": 2}, 2),
        ({"rotation": "latin", "seats": 7}, 7),
    ],
)  # fmt: skip
def test_a_deal_has_a_game_for_each_turn(given: dict[str, object], turns: int) -> None:
    assert settings_from(given).turns == turns
