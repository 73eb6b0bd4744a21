"""What is ordered: each bound of the house, from both sides, and how a change goes over what stands."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from citadels_api.problems import Refusal
from citadels_api.tournaments import options
from citadels_api.tournaments.options import (
    DAY,
    TournamentOrder,
    agreed,
    check_games,
    chosen_settings,
    merged,
    rescheduled,
    resettled,
    settle,
)
from citadels_api.tournaments.stored import Conditions, Schedule
from citadels_engine.cards.scenarios import SCENARIOS

if TYPE_CHECKING:
    from citadels_api.tournaments.stored import TournamentDoc

NOW = 1_800_000_000_000


def refusal(**order: Any) -> str:
    """Why an order cannot be; empty where it can."""
    settings = {"seats": 2, **order.pop("settings", {})}
    try:
        settle(TournamentOrder(settings=settings, **order), NOW)
    except Refusal as refused:
        return refused.message if refused.code == "bad_setup" else refused.code
    return ""


def at(**said: Any) -> dict[str, Any]:
    """An order with such a schedule."""
    return {"schedule": Schedule(**said)}


def on(**said: Any) -> dict[str, Any]:
    """An order with such conditions."""
    return {"conditions": Conditions(**said)}


@pytest.mark.parametrize(
    ("within", "beyond", "named"),
    [
        ({"spectator_delay_ms": 0}, {"spectator_delay_ms": -1}, "spectator_delay_ms"),
        ({"spectator_delay_ms": 3_600_000}, {"spectator_delay_ms": 3_600_001}, "spectator_delay_ms"),
        ({"grace_ms": 1}, {"grace_ms": 0}, "grace_ms"),
        ({"grace_ms": 14 * DAY}, {"grace_ms": 14 * DAY + 1}, "grace_ms"),
        ({"at_once": 1}, {"at_once": 0}, "at_once"),
        ({"at_once": 100}, {"at_once": 101}, "at_once"),
        ({"house": ["random"] * 64}, {"house": ["random"] * 65}, "house"),
        ({"house": ["greedy", "random"]}, {"house": ["greedy", "genius"]}, "house.1"),
        ({"house": ["random"] * 3, **on(most=3)}, {"house": ["random"] * 4, **on(most=3)}, "house"),
        (on(kinds=["bot", "guest"]), on(kinds=[]), "conditions.kinds"),
        (on(kinds=["account"]), on(kinds=["account", "house"]), "conditions.kinds"),
        (on(bots_per_owner=1), on(bots_per_owner=0), "conditions.bots_per_owner"),
        (on(most=2), on(most=1), "conditions.most"),
        (on(most=256), on(most=257), "conditions.most"),
        (on(least_rating=9, most_rating=9), on(least_rating=10, most_rating=9), "conditions.least_rating"),
        ({"rated": True, **on(bots_per_owner=1)}, {"rated": True, **on(bots_per_owner=2)}, "conditions.bots_per_owner"),
        ({**on(bots_per_owner=2)}, {"rated": True, **on(bots_per_owner=2)}, "conditions.bots_per_owner"),
        (at(begins="at", at=NOW + 3660 * DAY), at(begins="at", at=NOW + 3660 * DAY + 1), "schedule.at"),
        (at(begins="demand"), at(begins="demand", at=NOW), "schedule.at"),
        (at(begins="at", at=NOW), at(begins="at"), "schedule.at"),
        (at(begins="every", at=NOW, every_ms=60_000), at(begins="every", at=NOW, every_ms=59_999), "schedule.every_ms"),
        (at(begins="every", at=NOW, every_ms=366 * DAY), at(begins="every", at=NOW, every_ms=366 * DAY + 1), "schedule.every_ms"),
        (at(begins="every", at=NOW, every_ms=DAY), at(begins="every", at=NOW), "schedule.every_ms"),
        (at(begins="at", at=NOW), at(begins="at", at=NOW, every_ms=DAY), "schedule.every_ms"),
        (at(begins="every", at=NOW, every_ms=DAY, count=1), at(begins="every", at=NOW, every_ms=DAY, count=0), "schedule.count"),
        (at(begins="at", at=NOW), at(begins="at", at=NOW, count=1), "schedule.count"),
        ({"settings": {"format": "swiss"}}, {"settings": {"format": "league"}}, "settings.format"),
        ({"settings": {}}, {"settings": {"seed": "mine"}}, "settings.seed"),
        ({"scenarios": ["all"]}, {"scenarios": ["all"], "settings": {"seats": 9}}, "settings"),
        ({"edition": "classic"}, {"edition": "third"}, "edition"),
    ],
)  # fmt: skip
def test_what_is_just_within_a_bound_can_be_and_what_is_just_beyond_is_refused_by_its_name(
    within: dict[str, Any], beyond: dict[str, Any], named: str
) -> None:
    assert refusal(**within) == ""
    assert refusal(**beyond).startswith(f"{named}")


@pytest.mark.parametrize(
    ("settings", "entrants", "most"),
    [
        ({"format": "round-robin", "seats": 2, "deals": 400}, 32, True),
        ({"format": "round-robin", "seats": 2, "deals": 404}, 32, False),
        ({"format": "round-robin", "seats": 2, "deals": 202, "duplicate": True}, 32, False),
        ({"format": "round-robin", "seats": 4, "deals": 40, "tables": 5000}, 200, True),
        ({"format": "round-robin", "seats": 4, "deals": 41, "tables": 5000}, 200, False),
        ({"format": "round-robin", "seats": 4, "deals": 41, "tables": 100}, 200, True),
        ({"format": "swiss", "seats": 2, "rounds": 100, "deals": 15}, 256, True),
        ({"format": "swiss", "seats": 2, "rounds": 100, "deals": 16}, 256, False),
        ({"format": "swiss", "seats": 2, "deals": 140}, 256, True),
        ({"format": "swiss", "seats": 2, "deals": 142}, 256, False),
        ({"format": "arena", "seats": 2, "most": 199_000, "deals": 7}, 256, True),
        ({"format": "arena", "seats": 2, "most": 199_000, "deals": 8}, 256, False),
    ],
)
def test_a_tournament_has_200_000_games_at_most(settings: dict[str, Any], entrants: int, most: bool) -> None:
    if most:
        check_games(chosen_settings(settings), entrants)
    else:
        with pytest.raises(Refusal, match="at most 200,000"):
            check_games(chosen_settings(settings), entrants)


def test_every_size_of_table_is_looked_at_where_smaller_tables_are_played() -> None:
    cast = ["assassin", "thief", "magician", "emperor", "bishop", "merchant", "architect", "warlord"]
    assert refusal(settings={"seats": 4, "odd": "bye"}, cast=cast) == ""
    assert "with 2 players" in refusal(settings={"seats": 4, "odd": "smaller"}, cast=cast)


@pytest.mark.parametrize(
    ("fault", "timeout", "found"),
    [
        (None, "default_action", ("harmless", "default_action")),
        (None, "ai_takes_over", ("harmless", "ai_takes_over")),
        (None, "forfeit", ("forfeit", "forfeit")),
        ("forfeit", "default_action", ("forfeit", "forfeit")),
        ("forfeit", "forfeit", ("forfeit", "forfeit")),
        ("harmless", "default_action", ("harmless", "default_action")),
        ("harmless", "forfeit", None),
        ("forfeit", "ai_takes_over", None),
    ],
)
def test_what_a_fault_costs_and_what_a_timeout_does_say_the_same(
    fault: str | None, timeout: Any, found: tuple[str, str] | None
) -> None:
    settings = chosen_settings({"seats": 2, "fault": fault})
    if found is None:
        with pytest.raises(Refusal, match="timeout"):
            agreed(settings, fault, timeout)
    else:
        after, does = agreed(settings, fault, timeout)
        assert (after.fault, does) == found


def test_a_deal_is_shared_where_it_is_played_again_unless_that_is_said() -> None:
    def told(**said: Any) -> tuple[bool, bool]:
        found = chosen_settings({"seats": 2, **said})
        return found.duplicate, found.shared

    assert told() == (False, False)
    assert told(duplicate=True) == (True, True)
    assert told(duplicate=True, shared=False) == (True, False)
    assert told(shared=True) == (False, True)
    assert told(duplicate=None, shared=None) == (False, False)


def test_what_does_not_go_with_the_new_way_to_begin_falls_away() -> None:
    series = Schedule(begins="every", at=NOW, every_ms=DAY, count=3)
    assert rescheduled(series, {"count": 5}) == Schedule(begins="every", at=NOW, every_ms=DAY, count=5)
    assert rescheduled(series, {"count": None}) == Schedule(begins="every", at=NOW, every_ms=DAY)
    assert rescheduled(series, {"begins": "at"}) == Schedule(begins="at", at=NOW)
    assert rescheduled(series, {"begins": "demand"}) == Schedule(begins="demand")
    assert rescheduled(series, {"begins": "at", "at": NOW + 1}) == Schedule(begins="at", at=NOW + 1)
    assert merged(Conditions(most=9, invited_only=True), {"most": None}) == Conditions(invited_only=True)


# what stands goes on, but what follows from it follows


def standing(**said: Any) -> TournamentDoc:
    """A tournament's document with these settings and the timeout that goes with them."""
    made = settle(TournamentOrder(settings={"seats": 2, **said}), NOW)
    settings = made.settings.to_json()
    doc: Any = SimpleNamespace(settings=settings, timeout=made.timeout, duplicate_said="duplicate" in said)
    return doc  # type: ignore[no-any-return]  # that is all that is asked of it


@pytest.mark.parametrize(
    ("before", "said", "fault", "timeout"),
    [
        ({}, {}, "harmless", "default_action"),
        ({}, {"fault": "forfeit"}, "forfeit", "forfeit"),
        ({"fault": "forfeit"}, {}, "forfeit", "forfeit"),
        ({"fault": "forfeit"}, {"fault": "harmless"}, "harmless", "default_action"),
        ({"fault": "forfeit"}, {"deals": 3}, "forfeit", "forfeit"),
    ],
)
def test_what_a_timeout_does_follows_what_a_fault_is(
    before: dict[str, Any], said: dict[str, Any], fault: str, timeout: str
) -> None:
    settings, then, again = resettled(standing(**before), said)
    assert (settings.fault, then) == (fault, timeout)
    assert again is False


@pytest.mark.parametrize("duplicate", [True, False])
def test_that_deals_are_played_again_is_said_where_somebody_has_said_so(duplicate: bool) -> None:
    for before, said in (({}, {"duplicate": duplicate}), ({"duplicate": duplicate}, {})):
        settings, _, again = resettled(standing(deals=3, **before), said)
        assert (settings.duplicate, again) == (duplicate, True)
    assert resettled(standing(deals=3), {})[2] is False


@pytest.mark.parametrize(
    ("more", "entrants"), [({}, 128), ({"rounds": 100}, 2000), ({"deals": 7}, 510), ({"rounds": 1}, 2), ({}, 2)]
)
def test_a_swiss_tournament_has_as_many_games_as_its_rounds_and_tables(more: dict[str, Any], entrants: int) -> None:
    chosen = chosen_settings({"format": "swiss", "seats": 2, "duplicate": False, **more})
    rounds = chosen.rounds or entrants.bit_length() + 2
    games = rounds * (1 + entrants // 2) * chosen.deals
    for most, fits in ((games, True), (games - 1, False)):
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(options, "MOST_GAMES", most)
            if fits:
                check_games(chosen, entrants)
                continue
            with pytest.raises(Refusal, match=f"up to {games:,} games.* at most {most:,}"):
                check_games(chosen, entrants)


def test_a_scenario_that_does_not_go_is_named_with_the_number_of_players() -> None:
    assert refusal(scenarios=["no-such"]).startswith("scenarios: no-such, with 2 players: ")
    assert refusal(cast=["nobody"]).startswith("cast: with 2 players: ")
    classic = next(name for name, one in SCENARIOS.items() if one.edition == "classic")
    modern = next(name for name, one in SCENARIOS.items() if one.edition == "modern")
    assert "edition" in refusal(scenarios=[classic], edition="modern", settings={"seats": 4})
    assert refusal(scenarios=[modern], edition="modern", settings={"seats": 4}) == ""
