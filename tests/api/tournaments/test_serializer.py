"""What is answered of tournaments, and who may see and run them."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from citadels_api.problems import Refusal
from citadels_api.tables.stored import Clock, Player
from citadels_api.tournaments import control, entry, search
from citadels_api.tournaments.serializer import (
    answer_entries,
    answer_result,
    entrant_kind,
    may_run,
    may_see_doc,
    seen,
    settings_of,
    takes_part,
    told_standings,
    why_told,
)
from citadels_api.tournaments.stored import Conditions, EntrantDoc, Schedule

from tests.support.chance import seed_secrets
from tests.support.kept import assert_kept
from tests.support.tournament_world import made_world
from tests.support.tournaments_played import end_games

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tests.support.tournament_world import World

pytestmark = pytest.mark.anyio

KEPT = Path(__file__).parent / "kept" / "tournaments_answered.txt"


# who may


def asker(
    account: str = "acct_me", *, owner: str | None = None, table: str | None = None, scopes: Iterable[str] = ()
) -> Any:
    """Somebody with a credential."""
    return SimpleNamespace(
        account=account,
        player=Player(account=account, owner=owner),
        credential=SimpleNamespace(table=table),
        may=lambda scope: scope in scopes,
    )


def doc_of(*, visibility: str = "private", invited: Iterable[str] = (), **more: Any) -> Any:
    """A tournament's document, as far as it is looked at."""
    return SimpleNamespace(
        organizer=Player(account="acct_org"), visibility=visibility, invited=list(invited), **{"settings": {}, **more}
    )


def test_its_organizer_and_who_may_do_what_the_house_can_run_it_and_nobody_else() -> None:
    doc = doc_of()
    assert may_run(doc, None) is False
    assert may_run(doc, asker()) is False
    assert may_run(doc, asker("acct_org")) is True
    assert may_run(doc, asker(scopes=["admin"])) is True
    assert may_run(doc, asker(scopes=["play", "tournament:write"])) is False
    assert may_run(doc, asker("acct_org", table="game_1")) is False


def test_a_private_one_is_seen_by_its_organizer_who_is_invited_who_takes_part_and_their_owners() -> None:
    entered = [EntrantDoc("acct_one", "one", "bot", "acct_owner"), EntrantDoc("acct_two", "two", "bot")]
    assert may_see_doc(doc_of(visibility="public"), [], None) is True
    assert may_see_doc(doc_of(visibility="unlisted"), [], None) is True
    assert may_see_doc(doc_of(), entered, None) is False
    assert may_see_doc(doc_of(), entered, asker()) is False
    assert may_see_doc(doc_of(), [], asker("acct_org")) is True
    assert may_see_doc(doc_of(), entered, asker("acct_one")) is True
    assert may_see_doc(doc_of(), entered, asker("acct_owner")) is True
    assert may_see_doc(doc_of(), entered, asker("acct_owner", table="game_1")) is False
    assert may_see_doc(doc_of(invited=["acct_me"]), [], asker()) is True
    assert may_see_doc(doc_of(invited=["acct_owner"]), [], asker(owner="acct_owner")) is True
    assert may_see_doc(doc_of(invited=["acct_other"]), [], asker(owner="acct_owner")) is False


def test_somebody_takes_part_by_himself_or_by_one_of_his_bots() -> None:
    entered = [EntrantDoc("acct_one", "one", "bot", "acct_owner"), EntrantDoc("acct_two", "two", "bot")]
    assert takes_part(entered, asker("acct_two")) is True
    assert takes_part(entered, asker("acct_owner")) is True
    assert takes_part(entered, asker("acct_three")) is False
    assert takes_part([], asker()) is False


async def test_what_may_not_be_seen_is_as_if_it_were_not_there() -> None:
    world = await made_world()
    made = await world.make(visibility="private")
    assert (await seen(world.house, world.organizer, made.id)).doc.id == made.id
    for who, tour_id in ((None, made.id), (await world.account(), made.id), (world.organizer, f"{made.id[:-1]}-")):
        with pytest.raises(Refusal, match="there is no such tournament, or none that you may see") as refused:
            await seen(world.house, who, tour_id)
        assert refused.value.code == "not_found"


# what is answered


@pytest.mark.parametrize(
    ("kind", "owner", "told"),
    [
        ("house", None, "house"),
        ("house", "acct_1", "house"),
        ("bot", "acct_1", "bot"),
        ("bot", None, "human"),
    ],
)
def test_an_entrant_is_of_the_house_a_bot_or_human(kind: str, owner: str | None, told: str) -> None:
    assert entrant_kind(EntrantDoc("a", "a", kind, owner)) == told


@pytest.mark.parametrize(
    ("format_", "why", "focus", "told"),
    [
        ("sequential", "decided: better", None, "decided: Ann is better than Bob"),
        ("sequential", "decided: not better", [], "decided: Ann is not better than Bob"),
        ("sequential", "decided: better", ["c", "b", "a"], "decided: Cem is better than Bob"),
        ("sequential", "decided: better", ("c", "gone"), "decided: Cem is better than gone"),
        ("sequential", "decided: better", "ab", "decided: Ann is better than Bob"),
        ("sequential", "all games are played", ["c", "b"], "all games are played"),
        ("swiss", "decided: better", ["c", "b"], "decided: better"),
    ],
)
def test_the_verdict_of_a_sequential_test_is_told_with_the_names_of_the_two(
    format_: str, why: str, focus: object, told: str
) -> None:
    entrants: Any = [SimpleNamespace(id=name[0].lower(), name=name) for name in ("Ann", "Bob", "Cem")]
    assert why_told(doc_of(settings={"format": format_, "focus": focus}, why=why), entrants) == told


def test_entries_are_numbered_back_from_the_last_and_told_beyond_a_number() -> None:
    batch: list[Any] = [
        {"kind": "entered", "at": 5, "entrant": "a"},
        {"kind": "started"},
        {"kind": "round", "round": 1},
    ]
    told = answer_entries(batch, 9, 77)
    assert [(one.number, one.at, one.kind, one.facts) for one in told] == [
        (7, 77, "entered", {"entrant": "a"}),
        (8, 77, "started", {}),
        (9, 77, "round", {"round": 1}),
    ]
    assert [one.number for one in answer_entries(batch, 9, 77, after=7)] == [8, 9]
    assert answer_entries(batch, 9, 77, after=9) == []


def test_a_result_names_the_seats_place_by_place() -> None:
    result: Any = SimpleNamespace(places=(2, 1, 4, 2), scores=(20, 30, 5, 20), left=(3,))
    told = answer_result(result)
    assert (told.places, told.totals, told.left) == ([[1], [0, 3], [2]], [20, 30, 5, 20], [3])


def test_standings_take_their_figures_by_name() -> None:
    assert told_standings([], {}) == []


async def test_lots_are_told_once_the_secret_is() -> None:
    world = await made_world()
    made = await world.make(house=["random", "greedy"])
    there = await world.there(made.id)
    assert there.doc.secret is None
    assert "seed" not in settings_of(there.doc) or settings_of(there.doc) == there.doc.settings
    revealed = settings_of(msgspec.structs.replace(there.doc, secret=there.secret))
    assert revealed["seed"] == there.event.settings.seed
    assert {**revealed, "seed": 0} == {**there.doc.settings, "seed": 0}


# whole answers


async def world_of_tournaments(monkeypatch: pytest.MonkeyPatch) -> tuple[World, dict[str, str]]:
    """Tournaments in all states, by a name for each."""
    seed_secrets(monkeypatch)
    world = await made_world()
    made: dict[str, str] = {}

    async def make(name: str, *, start: bool = True, **order: Any) -> str:
        world.clock.now += 1_000
        made[name] = (await world.make(name=name, **order)).id
        if start:
            await control.conduct(world.house, world.organizer, made[name], do="start")
            await world.rounds(made[name])
        return made[name]

    await make(
        "planned", start=False, about="all that can be said", visibility="private", rated=True,
        settings={"format": "swiss", "rounds": 3, "seats": 4}, edition="classic", timeout="ai_takes_over",
        clock=Clock(kind="bank", bank_ms=60_000, increment_ms=500), spectator_delay_ms=700, grace_ms=9_000, at_once=2,
        conditions=Conditions(kinds=["bot"], most=9, invited_only=True, least_rating=1.5, most_rating=60.0, bots_per_owner=1),
        schedule=Schedule(begins="every", at=world.clock.now + 99_000, every_ms=86_400_000, count=3),
    )  # fmt: skip
    busy = await make("busy", start=False, settings={"deals": 2}, house=["random", "greedy", "random"])
    owner = await world.account("owner")
    bot = await world.bot(owner)
    await entry.enter(world.house, bot, busy)
    await entry.enter(world.house, owner, busy)
    await entry.invite(world.house, world.organizer, busy, (await world.account("wanted")).account)
    await control.conduct(world.house, world.organizer, busy, do="start")
    await end_games(world.house, busy, most=7)
    await entry.withdraw(world.house, owner, busy, bot.account, why="it is ill")
    there = await world.rounds(busy)
    ended = next(iter(there.event.results))
    await control.correct(
        world.house, world.organizer, busy, ended, places=[2, 1], scores=[3, 4], why="a seat was counted wrong"
    )
    played = [name for name in there.event.fixtures if name in there.event.results]
    await control.correct(world.house, world.organizer, busy, played[-1], why="both had the same owner")
    over = await make(
        "over", settings={"format": "swiss", "rounds": 2, "seats": 3}, house=["random"] * 3 + ["greedy"] * 3
    )
    world.clock.now += 5_000
    await end_games(world.house, over)
    await make("paused", house=["random", "greedy"])
    await control.conduct(world.house, world.organizer, made["paused"], do="pause", why="lunch")
    await make("cancelled", house=["random", "greedy"])
    await control.conduct(world.house, world.organizer, made["cancelled"], do="cancel", why="nobody came")
    decided = await make("decided", settings={"format": "sequential"}, house=["greedy", "random"])
    await end_games(world.house, decided)
    return world, made


async def test_tournaments_are_answered_as_they_were(monkeypatch: pytest.MonkeyPatch) -> None:
    world, made = await world_of_tournaments(monkeypatch)
    lines = []

    def tell(what: str, answer: object) -> None:
        lines.append(f"== {what}")
        lines.append(msgspec.json.format(msgspec.json.encode(answer), indent=1).decode())

    for name, tour_id in made.items():
        tell(name, await search.tournament(world.house, world.organizer, tour_id))
        games = await search.games(world.house, world.organizer, tour_id, limit=12)
        tell(f"{name}: its games", games)
        found = await search.standings(world.house, world.organizer, tour_id)
        tell(f"{name}: how it stands", msgspec.structs.replace(found, statistics={}))
    assert_kept(KEPT, lines)
