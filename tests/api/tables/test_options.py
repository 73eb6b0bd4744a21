"""What the rules make of an order of a table: the cast and the districts that will be dealt, and where its maker may choose."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from citadels_api.catalogue.service import districts
from citadels_api.problems import Refusal
from citadels_api.tables.options import preview
from citadels_engine import SCENARIOS

from tests.support.orders import table_order

if TYPE_CHECKING:
    from citadels_api.tables.contract import TableOrder


def order(**said: Any) -> TableOrder:
    return table_order(**said)


@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize("name", SCENARIOS)
def test_every_choice_that_the_preview_offers_can_be_ordered(name: str, players: int) -> None:
    base = preview(order(scenario=name, players=players))
    assert len(base.cast) == (9 if base.rank9 == "always" else 8)
    assert sorted(base.uniques) == sorted(SCENARIOS[name].uniques)
    ways = [None, True, False] if base.rank9 == "choice" else [None]
    for nine in ways:
        setup = preview(order(scenario=name, players=players, rank9=nine))
        assert len(setup.cast) == (9 if nine or base.rank9 == "always" else 8)
        for place in setup.places:
            assert place.chosen == place.choices[0] == setup.cast[place.rank - 1]
            for choice in place.choices:
                chosen = preview(order(scenario=name, players=players, rank9=nine, substitutes=[choice]))
                assert chosen.cast[place.rank - 1] == choice


@pytest.mark.parametrize("fourth", ["king", "diplomat"])
def test_classic_bonus_districts_drive_purple_ones_out_by_default(fourth: str) -> None:
    base = preview(order(edition="classic", players=5))
    cast = [*base.cast[:7], "diplomat"] if fourth == "diplomat" else base.cast
    bonus = [one.id for one in districts("classic") if one.bonus]
    for count in range(1, 15):
        setup = preview(order(edition="classic", players=5, cast=cast, bonus=bonus[:count]))
        there = 54 + (11 if fourth == "diplomat" else 12)
        assert setup.deck == there + min(count, 3)
        assert set(bonus[:count]) <= set(setup.uniques)


def test_without_a_scenario_it_is_the_first_game() -> None:
    assert preview(order(players=8, substitutes=["queen"])).cast[8] == "queen"
    assert preview(order(edition="classic", players=5, rank9=True)).cast[8] == "artist"
    assert preview(order(players=4)).scenario is None


def test_the_option_of_the_emperor_counts() -> None:
    late = preview(order(scenario="cunning_agents__001", players=3, options={"emperor_min_players": 4}))
    assert late.cast[3] == "king"
    assert late.options["emperor_min_players"] == 4


def test_with_a_cast_of_ones_own_nothing_is_left_to_choose() -> None:
    cast = preview(order(players=8)).cast
    assert (preview(order(players=8, cast=cast)).places, preview(order(players=8, cast=cast)).rank9) == ([], "never")


@pytest.mark.parametrize(
    ("said", "path", "words"),
    [
        ({"scenario": "cunning_agents__001", "players": 4, "substitutes": ["king"]}, "substitutes.0", "none is needed"),
        (
            {"scenario": "cunning_agents__001", "players": 2, "substitutes": ["artist"]},
            "substitutes.0",
            "king or patrician",
        ),
        (
            {"scenario": "cunning_agents__001", "players": 2, "substitutes": ["king", "patrician"]},
            "substitutes",
            "not several",
        ),
        ({"players": 2, "rank9": True}, "rank9", "ranks 1 to 8 only"),
        ({"players": 8, "rank9": False}, "rank9", "use nine characters"),
        ({"scenario": "no_such_thing"}, "scenario", "no_such_thing"),
        ({"players": 9}, "players", "2 to 8"),
        ({"bonus": ["armory"]}, "bonus", "has no bonus districts"),
        ({"edition": "classic", "bonus": ["keep"]}, "bonus", "is no bonus district"),
        ({"edition": "classic", "bonus": ["armory"], "uniques": ["keep"]}, "bonus", "leave out one of them"),
        ({"edition": "other"}, "edition", "not one of"),
    ],
)
def test_what_cannot_be_is_refused_at_its_field_with_the_way_out(said: dict[str, Any], path: str, words: str) -> None:
    with pytest.raises(Refusal, match=words) as refused:
        preview(order(**said))
    assert refused.value.code == "bad_setup"
    assert [fault["path"] for fault in refused.value.extra["errors"]] == [path]


@pytest.mark.parametrize("said", [{"rank9": True}, {"substitutes": ["artist"]}])
def test_a_cast_and_choices_beside_it_contradict_each_other(said: dict[str, Any]) -> None:
    cast = preview(order(players=4)).cast
    with pytest.raises(Refusal, match="leave out rank9 and substitutes"):
        preview(order(players=4, cast=cast, **said))
