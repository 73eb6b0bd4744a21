"""The table of a game of a tournament: who sits where by what the log says."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest
from citadels_api.problems import Refusal
from citadels_api.store.log_codec import unpack
from citadels_api.tables.options import settle
from citadels_api.tables.stored import Clock, Player, unpack_table
from citadels_api.tournaments.ids import chance_of, seed_of, table_id
from citadels_contest.types import Fixture
from citadels_engine import RULES
from citadels_engine.cards.scenarios import SCENARIOS
from citadels_engine.formats.record import commitment
from citadels_workers.tournament_tables import (
    create,
    is_whole,
    level_at,
    outside_of,
    outsiders,
    seat_of_entrant,
    table_of,
    thinks,
    unit_of,
)

from tests.support.houses import make_house
from tests.support.orders import table_order

ANN, BEA = "acct_ann", "acct_bea"


def entrant(kind: str, name: str, level: str | None = None, owner: str | None = None) -> Any:
    return SimpleNamespace(kind=kind, name=name, level=level, owner=owner)


def event(gone: dict[int, str] | None = None, **withdrawn: str) -> Any:
    """A tournament of two people, a bot of somebody and two bots of the house."""
    entrants = {
        ANN: entrant("bot", "Ann", owner=BEA),
        BEA: entrant("bot", "Bea"),
        "greedy#2": entrant("house", "Greedy the second", "greedy"),
        "planner": entrant("house", "planner", "planner"),
        "old": entrant("house", "old"),
    }
    return SimpleNamespace(
        entrants=entrants,
        withdrawn=withdrawn,
        settings=SimpleNamespace(filler="random"),
        substitutes=lambda _: dict(gone or {}),
    )


def game(*seats: str) -> Fixture:
    return Fixture(round=3, table=2, deal=1, turn=0, seats=seats)


FILLED = game(ANN, "greedy#2", "fill:planner:1", BEA)


@pytest.mark.parametrize(
    ("gone", "levels"),
    [
        ({}, [None, "greedy", "planner", None]),
        ({0: "house"}, ["random", "greedy", "planner", None]),
        ({0: "absent", 1: "house"}, [None, "random", "planner", None]),
        ({1: "absent", 2: "absent"}, [None, None, None, None]),
    ],
)
def test_a_seat_is_played_by_a_bot_of_the_house_where_the_log_says_so(
    gone: dict[int, str], levels: list[str | None]
) -> None:
    assert [level_at(event(gone), FILLED, seat) for seat in range(4)] == levels


def test_a_bot_of_the_house_without_a_level_is_greedy_and_one_that_searches_thinks() -> None:
    assert level_at(event(), game("old", ANN), 0) == "greedy"
    assert thinks(event(), FILLED)
    assert thinks(event(), game("planner", ANN))
    assert not thinks(event(), game("greedy#2", ANN))
    assert not thinks(event({0: "absent"}), game("planner", ANN))


def test_whoever_is_no_bot_of_the_house_has_to_come_unless_he_is_gone() -> None:
    assert outsiders(event(), FILLED) == [ANN, BEA]
    assert outsiders(event({3: "absent"}), FILLED) == [ANN]
    assert [is_whole(event(gone), FILLED) for gone in ({}, {0: "house"}, {0: "house", 3: "absent"})] == [
        False,
        False,
        True,
    ]
    assert outside_of(event()) == {ANN, BEA}
    assert outside_of(event(acct_ann="x")) == {BEA}


def test_what_is_dealt_from_one_seed_begins_together() -> None:
    assert unit_of(FILLED) == "3.2.1"


def test_a_seat_is_kept_taken_by_a_bot_or_left_by_who_does_not_come() -> None:
    kept = seat_of_entrant(event(), FILLED, 0)
    assert (kept.kind, kept.reserved, kept.player, kept.left) == ("reserved", ANN, None, None)
    own = seat_of_entrant(event(), FILLED, 1)
    assert own.player is not None
    assert (own.kind, own.player.name, own.player.level) == ("ai", "Greedy the second", "greedy")
    filler = seat_of_entrant(event(), FILLED, 2)
    assert filler.player is not None
    assert (filler.kind, filler.player.name, filler.player.level) == ("ai", "planner", "planner")
    instead = seat_of_entrant(event({0: "house"}), FILLED, 0)
    assert instead.player is not None
    assert (instead.kind, instead.player.name, instead.player.level) == ("ai", "random", "random")
    absent = seat_of_entrant(event({0: "absent"}), FILLED, 0)
    assert absent.player is not None
    assert (absent.kind, absent.left, absent.reserved) == ("bot", "forfeited", None)
    assert (absent.player.account, absent.player.name, absent.player.owner) == (ANN, "Ann", BEA)


# the table as a whole

GAME = game(ANN, "greedy#2", BEA)
DOC: dict[str, Any] = {
    "id": "tour_01kdwfzy80k4sfta06601eyfgy",
    "organizer": Player(account="acct_org", name="Org"),
    "name": "Cup",
    "edition": "modern",
    "scenarios": [],
    "cast": None,
    "uniques": None,
    "options": {"emperor_resource_chooser": "emperor"},
    "clock": Clock(kind="decision", limit_ms=5000),
    "timeout": "ai_takes_over",
    "visibility": "private",
    "delay_ms": 7000,
    "rated": True,
}


def held(gone: dict[int, str] | None = None, *, turns: int = 1, shared: bool = False, **doc: Any) -> Any:
    """A tournament as it is read at a time."""
    there = event(gone)
    there.settings = SimpleNamespace(filler="random", turns=turns, shared=shared)
    there.deal_label = lambda fixture: f"{fixture.round}/{fixture.table}/{fixture.deal}"
    there.deal_number = lambda fixture: 3
    return SimpleNamespace(doc=SimpleNamespace(**{**DOC, **doc}), event=there, secret="secret", now=1_800_000_000_000)


def test_a_table_is_what_its_tournament_says_of_it() -> None:
    made, seed = table_of(held(), GAME)
    assert seed == seed_of("secret", "3/2/1")
    assert made.id == table_id(DOC["id"], GAME.id)
    assert (made.created, made.creator, made.name) == (1_800_000_000_000, DOC["organizer"], f"Cup {GAME.id}")
    assert (made.edition, made.players, made.scenario) == ("modern", 3, None)
    settled = settle(table_order(edition="modern", players=3, options=DOC["options"])).setup
    assert (made.cast, made.uniques, made.options) == (settled.cast, settled.uniques, settled.options)
    assert [seat.kind for seat in made.seats] == ["reserved", "ai", "reserved"]
    assert (made.clock, made.timeout, made.visibility, made.delay_ms) == (
        DOC["clock"],
        "ai_takes_over",
        "private",
        7000,
    )
    assert (made.start, made.rules, made.commitment) == ("full", RULES, commitment(made.id, RULES, seed))
    assert (made.left, made.chance, made.sealed) == ([], chance_of("secret", "3/2/1"), False)
    assert (made.tournament, made.fixture, made.status) == (DOC["id"], GAME.id, "open")
    assert table_of(held(name=""), GAME)[0].name == GAME.id


def test_a_table_has_the_scenario_the_cast_and_the_districts_of_its_tournament() -> None:
    scenarios = list(SCENARIOS)[:2]
    assert [table_of(held(scenarios=scenarios[:some], options={}), GAME)[0].scenario for some in (1, 2)] == scenarios
    usual = table_of(held(), GAME)[0]
    cast = ["witch", *usual.cast[1:]]
    uniques = ["museum", *[one for one in usual.uniques if one != "museum"][1:]]
    made = table_of(held(cast=cast, uniques=uniques), GAME)[0]
    assert made.cast == cast != usual.cast
    assert set(made.uniques) == set(uniques) != set(usual.uniques)
    assert table_of(held(edition="classic", options={}), GAME)[0].edition == "classic"
    with pytest.raises(Refusal):
        table_of(held(options={"emperor_resource_chooser": "nobody"}), GAME)


@pytest.mark.parametrize(
    ("turns", "shared", "start", "sealed"),
    [(1, False, "full", False), (2, False, "demand", True), (1, True, "full", True), (2, True, "demand", True)],
)
def test_what_is_played_again_is_sealed_and_begins_when_it_is_told_to(
    turns: int, shared: bool, start: str, sealed: bool
) -> None:
    made, _ = table_of(held(turns=turns, shared=shared), GAME)
    assert (made.start, made.sealed) == (start, sealed)


@pytest.mark.parametrize(
    ("rated", "seats", "counts"),
    [
        (True, ("greedy#2", ANN), True),
        (False, ("greedy#2", ANN), False),
        (True, (ANN, BEA), False),
        (True, (BEA, "old"), True),
    ],
    ids=["somebody and the house", "not rated", "a bot and its owner", "the owner"],
)
def test_a_game_is_rated_where_its_tournament_is_and_nobody_plays_two_seats(
    rated: bool, seats: tuple[str, ...], counts: bool
) -> None:
    assert table_of(held(rated=rated), game(*seats))[0].rated is counts


def test_who_does_not_come_has_left_the_table_before_it_begins() -> None:
    assert table_of(held({2: "absent"}), GAME)[0].left == [2]
    assert table_of(held({0: "absent", 2: "absent"}), GAME)[0].left == [0, 2]
    assert table_of(held({2: "house"}), GAME)[0].left == []


def test_a_table_is_made_once_and_its_log_begins_with_who_made_it() -> None:
    async def scenario() -> None:
        house, _, _ = make_house()
        made, seed = table_of(held(), GAME)
        assert await create(house, made, seed) is True
        assert await create(house, made, seed) is False
        snapshot = await house.store.load(made.id, seed=True)
        assert snapshot is not None
        assert (unpack_table(snapshot.doc).id, snapshot.seed, snapshot.number) == (made.id, seed, 1)
        (first,) = await house.store.log(made.id)
        entry = unpack(first.entry)
        assert (entry.at, entry.first, entry.taken) == (made.created, 1, [])
        (told,) = entry.events
        assert (told.kind, told.seat, told.facts) == (
            "created",
            -1,
            {"by": "acct_org", "commitment": made.commitment},
        )
        assert await house.store.index("open", before=None, limit=9) == [(made.created, made.id)]

    asyncio.run(scenario())
