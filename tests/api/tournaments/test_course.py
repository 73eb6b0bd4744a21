"""From the making of a tournament to its end: what the organizer does, and what he cannot."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest
from citadels_api.problems import Refusal
from citadels_api.store.keys import document, shard_of
from citadels_api.tournaments import control, creation, entry, options, search
from citadels_api.tournaments.creation import begins_at
from citadels_api.tournaments.ids import seed_of
from citadels_api.tournaments.log import add, entries_of
from citadels_api.tournaments.options import TournamentChange
from citadels_api.tournaments.stored import Conditions, Schedule
from citadels_api.webhooks import service as webhook_service
from citadels_engine.formats.record import commitment

from tests.support.tournament_world import made_world, result_for

if TYPE_CHECKING:
    from citadels_contest.log import Entry

    from tests.support.tournament_world import World

pytestmark = pytest.mark.anyio


async def refused(asked: Any) -> str:
    """Under which code it is refused."""
    with pytest.raises(Refusal) as caught:
        await asked
    return caught.value.code


async def kinds(world: World, tour_id: str) -> list[str]:
    """The kinds of all entries of the log."""
    return [str(entry["kind"]) for one in await world.house.store.log(tour_id) for entry in entries_of(one)]


async def conduct(world: World, tour_id: str, do: str, why: str | None = None) -> str:
    """Where the tournament stands once the organizer has said so."""
    return (await control.conduct(world.house, world.organizer, tour_id, do=do, why=why)).status


async def test_goes_from_entry_to_its_end_and_every_number_is_told() -> None:
    world = await made_world()
    made = await world.make(name="first", house=["greedy", "random", "greedy"])
    assert [one.id for one in made.entrants] == ["greedy", "random", "greedy#2"]
    assert await conduct(world, made.id, "start") == "running"
    there = await world.play(made.id)
    assert (there.doc.status, there.event.status, there.number) == ("over", "over", 13)
    assert await kinds(world, made.id) == [
        "created", *["entered"] * 3, "started", "round", *["result"] * 6, "ended",
    ]  # fmt: skip
    found = await search.standings(world.house, None, made.id)
    assert [one.place for one in found.standings] == [1, 2, 3]
    assert (found.number, found.status) == (13, "over")


async def test_commits_to_its_secret_and_keeps_it() -> None:
    world = await made_world()
    made = await world.make()
    there = await world.there(made.id)
    assert made.commitment == commitment(made.id, made.rules, there.secret)
    assert made.secret is None
    assert made.settings["seed"] == ""
    assert there.event.settings.seed == seed_of(there.secret, "lots")


async def test_starts_at_once_where_it_is_to_begin_now() -> None:
    world = await made_world()
    made = await world.make(house=["greedy", "random"], schedule=Schedule(begins="now"))
    assert made.status == "running"
    assert made.settings["duplicate"]


async def test_one_that_is_to_begin_now_and_cannot_is_not_kept() -> None:
    world = await made_world()
    now = Schedule(begins="now")
    assert await refused(world.make(house=["greedy"], schedule=now)) == "not_possible"
    assert (
        await refused(world.make(house=["greedy"] * 2, settings={"focus": ["x"], "format": "gauntlet"}, schedule=now))
        == "not_possible"
    )
    assert (await search.tournaments(world.house, world.organizer, mine=True)).items == []


async def test_plays_deals_again_only_where_that_is_said_or_only_the_house_plays() -> None:
    world = await made_world()
    made = await world.make(house=["greedy"])
    await entry.enter(world.house, await world.account(), made.id)
    await conduct(world, made.id, "start")
    assert not (await world.there(made.id)).event.settings.duplicate
    said = await world.make(house=["greedy", "random"], settings={"duplicate": False}, schedule=Schedule(begins="now"))
    assert not said.settings["duplicate"]


async def test_tables_share_their_deals_only_where_that_is_said_or_deals_are_played_again() -> None:
    world = await made_world()
    for said, shared in (({}, False), ({"duplicate": True}, True), ({"shared": True}, True)):
        assert (await world.make(settings=said)).settings["shared"] is shared


async def test_an_organizer_runs_so_many_at_a_time_and_those_that_are_over_do_not_count() -> None:
    world = await made_world()
    made = [await world.make() for _ in range(50)]
    assert await refused(world.make()) == "too_many"
    await conduct(world, made[7].id, "cancel")
    await world.make()
    assert await refused(world.make()) == "too_many"


async def test_is_paused_and_goes_on_and_the_same_word_twice_is_no_fault() -> None:
    world = await made_world()
    made = await world.make(house=["greedy", "random"])
    assert await refused(control.conduct(world.house, world.organizer, made.id, do="pause")) == "not_started"
    for do, status in (("start", "running"), ("pause", "paused"), ("pause", "paused"), ("resume", "running")):
        assert await conduct(world, made.id, do) == status
    assert await conduct(world, made.id, "cancel", "rain") == "cancelled"
    assert await conduct(world, made.id, "cancel") == "cancelled"
    assert await refused(control.conduct(world.house, world.organizer, made.id, do="resume")) == "game_over"
    assert (await search.tournament(world.house, None, made.id)).why == "rain"
    assert (await kinds(world, made.id)).count("cancelled") == 1


async def test_does_not_start_with_too_few() -> None:
    world = await made_world()
    made = await world.make(house=["greedy"])
    assert await refused(control.conduct(world.house, world.organizer, made.id, do="start")) == "not_possible"
    await entry.enter(world.house, world.organizer, made.id, level="random")
    assert await conduct(world, made.id, "start") == "running"


async def test_only_the_organizer_conducts_it() -> None:
    world = await made_world()
    made = await world.make(house=["greedy", "random"])
    other = await world.account()
    for asked in (
        control.conduct(world.house, other, made.id, do="start"),
        creation.update(world.house, other, made.id, TournamentChange(name="mine")),
        entry.enter(world.house, other, made.id, level="greedy"),
        entry.invite(world.house, other, made.id, other.account),
        control.correct(world.house, other, made.id, "1.0.0.0", places=[1, 2], why="so"),
        control.set_pairings(world.house, other, made.id, round=1, pairings=[["greedy", "random"]]),
        entry.withdraw(world.house, other, made.id, "greedy"),
        webhook_service.webhooks(world.house, other, made.id),
    ):
        assert await refused(asked) == "forbidden"
    assert await refused(creation.make(world.house, await world.bot(), options.TournamentOrder())) == "forbidden"


async def test_changes_until_it_starts_and_then_only_what_decides_nothing() -> None:
    world = await made_world()
    made = await world.make(house=["greedy", "random", "greedy"])
    wanted = TournamentChange(name="renamed", settings={"seats": 3, "format": "swiss"})
    after = await creation.update(world.house, world.organizer, made.id, wanted)
    assert (after.name, after.settings["format"], after.settings["seats"]) == ("renamed", "swiss", 3)
    assert [one.id for one in after.entrants] == ["greedy", "random", "greedy#2"]
    await conduct(world, made.id, "start")
    late = TournamentChange(settings={"seats": 2})
    assert await refused(creation.update(world.house, world.organizer, made.id, late)) == "already_started"
    again = await creation.update(world.house, world.organizer, made.id, TournamentChange(about="more", grace_ms=5))
    assert (again.about, again.grace_ms, again.settings["seats"]) == ("more", 5, 3)


async def test_a_change_leaves_what_it_does_not_say_and_null_is_the_default_again() -> None:
    world = await made_world()
    settings = {"format": "swiss", "seats": 3, "rounds": 5, "bye": "full", "duplicate": True}
    conditions = Conditions(kinds=["bot", "guest"], most=9, least_rating=1200.0)
    schedule = Schedule(begins="every", at=world.clock.now + 60_000, every_ms=90_000, count=3)
    made = await world.make(settings=settings, conditions=conditions, schedule=schedule)

    async def after(**said: Any) -> Any:
        return await creation.update(world.house, world.organizer, made.id, TournamentChange(**said))

    def told(one: Any, *names: str) -> list[Any]:
        return [one.settings[name] for name in names]

    assert told(await after(settings={"deals": 2}), *settings, "deals") == ["swiss", 3, 5, "full", True, 2]
    assert told(await after(settings={"bye": None, "duplicate": None}), "bye", "duplicate", "rounds") == [
        "half",
        False,
        5,
    ]
    other = await after(settings={"format": "knock-out"})
    assert told(other, "format", "seats", "deals", "order", "late") == [
        "knock-out", 3, 2, ["reached", "points", "wins", "margin", "lot"], "refuse",
    ]  # fmt: skip
    assert (await after(settings={"fault": "forfeit"})).timeout == "forfeit"
    assert (await after(settings={"deals": 1})).settings["fault"] == "forfeit"
    assert (await after(settings={"fault": "harmless"})).timeout == "default_action"
    who = (await after(conditions={"most": 5, "least_rating": None})).conditions
    assert (who.kinds, who.most, who.least_rating) == (["bot", "guest"], 5, None)
    when = (await after(schedule={"every_ms": 120_000})).schedule
    assert (when.begins, when.at, when.every_ms, when.count) == ("every", schedule.at, 120_000, 3)
    when = (await after(schedule={"begins": "at"})).schedule
    assert (when.begins, when.at, when.every_ms, when.count) == ("at", schedule.at, None, None)
    when = (await after(schedule={"begins": "demand"})).schedule
    assert (when.begins, when.at) == ("demand", None)


@pytest.mark.parametrize(
    "wrong",
    [
        {"settings": {"seats": 9}},
        {"settings": {"format": "gauntlet", "focus": ["greedy", "greedy"]}},
        {"settings": {"format": "sequential", "focus": ["greedy"]}},
        {"settings": {"seed": "mine"}},
        {"settings": {"format": "lottery"}},
        {"scenarios": ["nowhere"]},
        {"cast": ["king"]},
        {"house": ["genius"]},
        {"schedule": Schedule(begins="every", at=1)},
        {"schedule": Schedule(begins="now", at=1)},
        {"schedule": Schedule(begins="at")},
        {"house": ["greedy"] * 3, "conditions": Conditions(most=2)},
        {"settings": {"format": "swiss", "rounds": 10_000, "deals": 10_000}},
        {"grace_ms": 0},
        {"settings": {"format": "round-robin", "deals": 1_000_000}, "house": ["greedy", "random"], "schedule": Schedule(begins="now")},
    ],
)  # fmt: skip
async def test_refuses_what_cannot_be_played(wrong: dict[str, Any]) -> None:
    world = await made_world()
    assert await refused(world.make(**wrong)) == "bad_setup"


async def test_a_scenario_has_a_substitute_where_an_option_forbids_its_emperor() -> None:
    world = await made_world()
    made = await world.make(
        scenarios=["cunning_agents__001"], settings={"seats": 3}, options={"emperor_min_players": 4}
    )
    assert made.scenarios == ["cunning_agents__001"]


async def test_what_a_timeout_does_and_the_policy_of_faults_say_the_same() -> None:
    world = await made_world()
    for said, fault, timeout in (
        ({}, "harmless", "default_action"),
        ({"timeout": "forfeit"}, "forfeit", "forfeit"),
        ({"timeout": "ai_takes_over"}, "harmless", "ai_takes_over"),
        ({"settings": {"fault": "forfeit"}}, "forfeit", "forfeit"),
        ({"settings": {"fault": "harmless"}}, "harmless", "default_action"),
    ):
        made = await world.make(**said)
        assert (made.settings["fault"], made.timeout) == (fault, timeout)
    contrary = world.make(settings={"fault": "harmless"}, timeout="forfeit")
    assert await refused(contrary) == "bad_setup"


async def test_a_result_is_corrected_with_a_reason_or_counts_for_nobody() -> None:
    world = await made_world()
    made = await world.make(house=["greedy", "random"], settings={"duplicate": False})
    await conduct(world, made.id, "start")
    first = control.correct(world.house, world.organizer, made.id, "1.0.0.0", places=[2, 1], why="early")
    assert await refused(first) == "not_found"
    await world.play(made.id)
    before = (await world.there(made.id)).event.results["1.0.0.0"]
    game = await control.correct(
        world.house, world.organizer, made.id, "1.0.0.0", places=list(reversed(before.places)), why="swapped"
    )
    assert (game.status, game.corrected, game.correction) == ("over", True, "swapped")
    listed = {one.id: (one.corrected, one.correction) for one in (await search.games(world.house, None, made.id)).items}
    assert listed.pop("1.0.0.0") == (True, "swapped")
    assert set(listed.values()) <= {(False, None)}
    after = (await world.there(made.id)).event.results["1.0.0.0"]
    assert (after.places, after.scores) == (tuple(reversed(before.places)), before.scores)
    void = await control.correct(world.house, world.organizer, made.id, "1.0.0.0", why="a mistake")
    assert (void.status, void.result, void.why) == ("void", None, "a mistake")
    bad = control.correct(world.house, world.organizer, made.id, "1.0.0.0", places=[1, 3], why="no places")
    assert await refused(bad) == "not_possible"


async def test_a_test_that_is_decided_says_who_is_better_by_name() -> None:
    world = await made_world()
    settings = {"format": "sequential", "bound": 0.5, "deals": 5, "most": 200}
    made = await world.make(house=["greedy"], settings=settings)
    bot = await world.bot()
    await entry.enter(world.house, bot, made.id, account=bot.account)
    await conduct(world, made.id, "start")
    there = await world.rounds(made.id)
    while there.event.unplayed:
        entries: list[Entry] = [
            {
                "kind": "result",
                "game": game.id,
                "seats": list(game.seats),
                "places": [1 + (seat == "greedy") for seat in game.seats],
                "scores": [20, 20],
            }
            for game in there.event.open()
        ]
        assert (await add(world.house, there, entries)).kind == "ok"
        there = await world.rounds(made.id)
    told = await search.tournament(world.house, None, made.id)
    assert told.why == f"decided: greedy is not better than {bot.player.name}"
    said = (await search.standings(world.house, None, made.id)).statistics["sequential"]["told"]
    assert said.startswith(f"greedy is not better than {bot.player.name} by 0.5 points a game or more (95 %)")
    assert bot.account not in said


async def test_the_organizers_own_pairings_are_played() -> None:
    world = await made_world()
    made = await world.make(house=["greedy", "random", "greedy", "random"], settings={"format": "swiss", "rounds": 2})
    await conduct(world, made.id, "start")
    wrong = control.set_pairings(world.house, world.organizer, made.id, round=2, pairings=[["greedy", "random"]])
    assert await refused(wrong) == "not_possible"
    await control.set_pairings(world.house, world.organizer, made.id, round=1, pairings=[["greedy", "greedy#2"]])
    there = await world.rounds(made.id)
    assert there.event.rounds[0].pairings == (("greedy", "greedy#2"),)
    assert set(there.event.rounds[0].byes) == {"random", "random#2"}


async def test_an_entry_that_does_not_fit_is_passed_over_by_every_reader() -> None:
    world = await made_world()
    made = await world.make(house=["greedy", "random"])
    there = await world.there(made.id)
    stray: Entry = {"kind": "result", "game": "7.0.0.0", "seats": ["a", "b"], "places": [1, 2], "scores": [1, 1]}
    await add(world.house, there, [stray, {"kind": "started"}])
    first = await world.there(made.id)
    world.house.folded.clear()
    second = await world.there(made.id)
    assert first.event.status == second.event.status == "running"
    assert first.number == second.number == 5


async def test_lists_show_what_is_public_and_ones_own() -> None:
    world = await made_world()
    ids = [(await world.make(name=f"number {n}", visibility="private" if n == 1 else "public")).id for n in range(3)]
    found = await search.tournaments(world.house, None, limit=1)
    assert [one.id for one in found.items] == [ids[2]] or [one.id for one in found.items] == [max(ids[0], ids[2])]
    rest = await search.tournaments(world.house, None, cursor=found.next)
    assert {one.id for one in [*found.items, *rest.items]} == {ids[0], ids[2]}
    own = await search.tournaments(world.house, world.organizer, mine=True)
    assert {one.id for one in own.items} == set(ids)
    assert await refused(search.tournament(world.house, await world.account(), ids[1])) == "not_found"
    await conduct(world, ids[0], "cancel")
    over = await search.tournaments(world.house, None, status="cancelled")
    assert [one.id for one in over.items] == [ids[0]]


async def test_a_list_says_of_one_that_is_over_what_it_says_itself_and_folds_nothing() -> None:
    world = await made_world()
    made = await world.make(house=["greedy", "random"], visibility="public")
    await entry.enter(world.house, await world.account(), made.id)
    await conduct(world, made.id, "start")
    await world.play(made.id)
    itself = await search.tournament(world.house, None, made.id)
    world.house.folded.clear()
    (listed,) = (await search.tournaments(world.house, None)).items
    assert listed == itself
    assert world.house.folded == {}


@pytest.mark.parametrize(
    ("within", "beyond"),
    [
        ({"at_once": 1}, {"at_once": 0}),
        ({"at_once": 100}, {"at_once": 101}),
        ({"grace_ms": 1}, {"grace_ms": 0}),
        ({"grace_ms": 14 * 86_400_000}, {"grace_ms": 14 * 86_400_000 + 1}),
        ({"conditions": {"most": 2}}, {"conditions": {"most": 1}}),
        ({"conditions": {"bots_per_owner": None}}, {"conditions": {"bots_per_owner": 2}}),
        ({"schedule": {"begins": "demand"}}, {"schedule": {"begins": "now"}}),
        ({"name": "n" * 60}, {"name": "n" * 61}),
        ({"about": "n" * 2000}, {"about": "n" * 2001}),
    ],
)
async def test_a_change_has_the_bounds_of_what_is_made(within: dict[str, Any], beyond: dict[str, Any]) -> None:
    world = await made_world()
    made = await world.make(rated=True)
    assert made.conditions.bots_per_owner == 1
    after = await creation.update(world.house, world.organizer, made.id, TournamentChange(**within))
    assert after.conditions.bots_per_owner == 1
    wrong = creation.update(world.house, world.organizer, made.id, TournamentChange(**beyond))
    assert await refused(wrong) in ("bad_setup", "invalid")


async def test_a_change_says_what_is_other_than_before_and_nothing_where_all_is_as_it_was() -> None:
    world = await made_world()
    made = await world.make(name="evening")
    change = TournamentChange(name="morning", at_once=9)
    after = await creation.update(world.house, world.organizer, made.id, change)
    assert (after.name, after.at_once, after.number) == ("morning", 9, made.number + 1)
    (entry,) = [one for batch in await world.house.store.log(made.id, after=made.number) for one in entries_of(batch)]
    assert entry == {"kind": "changed", "what": ["name", "at_once"], "at": world.clock.now}
    same = await creation.update(world.house, world.organizer, made.id, change)
    assert same.number == after.number
    stranger = creation.update(world.house, await world.account(), made.id, change)
    assert await refused(stranger) == "forbidden"


async def test_what_a_fault_costs_is_changed_together_with_what_a_timeout_does() -> None:
    world = await made_world()
    made = await world.make()
    for fault, timeout in (("forfeit", "forfeit"), ("harmless", "default_action")):
        change = TournamentChange(settings={"fault": fault})
        after = await creation.update(world.house, world.organizer, made.id, change)
        assert (after.settings["fault"], after.timeout) == (fault, timeout)


async def test_a_correction_has_a_reason_an_author_and_figures() -> None:
    world = await made_world()
    made = await world.make(house=["greedy", "random"])

    async def correct(why: str = "the host fell asleep", **said: Any) -> Any:
        who = said.pop("who", world.organizer)
        game = said.pop("game", "1.1.1.1")
        return await control.correct(world.house, who, made.id, game, why=why, **said)

    assert await refused(correct(places=[2, 1])) == "not_found"
    await conduct(world, made.id, "start")
    there = await world.rounds(made.id)
    game = next(iter(there.event.fixtures))
    assert await refused(correct(" \n", game=game, places=[2, 1])) == "invalid"
    assert await refused(correct(game=game, scores=[1, 2])) == "invalid"
    assert await refused(correct(game=game, places=[2, 1])) == "not_possible"
    assert await refused(correct(game=game, places=[2, 1], scores=[1, 2], who=await world.account())) == "forbidden"
    await correct(game=game, places=[2, 1], scores=[11, 22])
    (last,) = [one for batch in await world.house.store.log(made.id) for one in entries_of(batch)][-1:]
    assert (last["by"], last["why"]) == (world.organizer.account, "the host fell asleep")
    assert (last["places"], last["scores"]) == ([2, 1], [11, 22])
    await correct("the other way", game=game, places=[1, 2])
    (entry,) = [one for batch in await world.house.store.log(made.id) for one in entries_of(batch)][-1:]
    assert (entry["places"], entry["scores"]) == ([1, 2], [11, 22]), "the scores stand"


async def test_a_reason_is_told_of_a_pause_and_entry_is_opened_again_only_where_late_ones_may_come() -> None:
    world = await made_world()
    made = await world.make(house=["greedy", "random"], settings={"late": "refuse"})
    for do, is_open in (("close", False), ("close", False), ("open", True)):
        assert (await control.conduct(world.house, world.organizer, made.id, do=do)).entry_open is is_open
    await conduct(world, made.id, "start")
    assert await refused(control.conduct(world.house, world.organizer, made.id, do="open")) == "already_started"
    await conduct(world, made.id, "pause", "lunch")
    await conduct(world, made.id, "resume", "no reason is needed")
    said = [one for batch in await world.house.store.log(made.id) for one in entries_of(batch)][-2:]
    assert [(one["kind"], one.get("why")) for one in said] == [("paused", "lunch"), ("resumed", None)]
    assert await refused(control.conduct(world.house, world.organizer, made.id, do="dance")) == "invalid"


async def test_entry_that_was_closed_stays_closed_though_late_ones_may_come() -> None:
    world = await made_world()
    for closed in (False, True):
        made = await world.make(house=["greedy", "random"], settings={"late": "zero", "format": "swiss"})
        if closed:
            await conduct(world, made.id, "close")
        await conduct(world, made.id, "start")
        assert (await world.there(made.id)).doc.entry_open is not closed


async def test_who_is_at_no_table_of_the_organizers_pairings_has_a_bye_unless_he_has_gone() -> None:
    world = await made_world()
    made = await world.make(house=["random"] * 5, settings={"format": "swiss", "rounds": 3})
    await conduct(world, made.id, "start")
    await entry.withdraw(world.house, world.organizer, made.id, "random#5")
    pairs = [["random", "random#2"], ["random#3", "random#4"]]
    stranger = control.set_pairings(world.house, await world.account(), made.id, round=1, pairings=pairs)
    assert await refused(stranger) == "forbidden"
    await control.set_pairings(world.house, world.organizer, made.id, round=1, pairings=pairs[:1])
    (last,) = [one for batch in await world.house.store.log(made.id) for one in entries_of(batch)][-1:]
    assert (last["pairings"], last["byes"]) == (pairs[:1], ["random#3", "random#4"])


async def test_the_clock_looks_at_a_new_tournament_when_it_begins() -> None:
    world = await made_world()
    house = world.house

    async def due(tour: str) -> list[tuple[str, int]]:
        return await house.store.claim(shard_of(tour), lease_ms=0, limit=9)

    now = await world.make(house=["random"] * 2, schedule=Schedule(begins="now"))
    assert begins_at((await world.there(now.id)).doc) == now.created + 5000, (
        "whoever makes it begins it, unless he dies"
    )
    later = await world.make(schedule=Schedule(begins="at", at=world.clock.now + 60_000))
    demand = await world.make()
    world.clock.now += 59_999
    assert (await due(later.id), await due(demand.id)) == ([], [])
    world.clock.now += 1
    assert [name for name, _ in await due(later.id)] == [later.id]


async def test_a_log_begins_with_who_made_it_and_when_and_an_end_is_expected_only_while_it_runs() -> None:
    world = await made_world()
    made = await world.make(house=["greedy", "random"])
    (entry,) = [one for batch in await world.house.store.log(made.id) for one in entries_of(batch)][:1]
    assert entry == {
        "kind": "created", "by": world.organizer.account, "commitment": made.commitment, "at": world.clock.now,
    }  # fmt: skip
    assert made.progress.expected_end is None
    await conduct(world, made.id, "start")
    there = await world.rounds(made.id)
    world.clock.now += 60_000
    there = await world.there(made.id)
    (first, *_) = there.event.open()
    await add(world.house, there, [result_for(first, random.Random(0))])
    running = (await search.tournament(world.house, None, made.id)).progress
    assert (running.games_played, running.expected_end is None) == (1, False)
    await conduct(world, made.id, "pause")
    assert (await search.tournament(world.house, None, made.id)).progress.expected_end is None


async def test_nobody_is_invited_who_takes_part_and_whoever_has_gone_may_be() -> None:
    world = await made_world()
    made, who = await world.make(), await world.account()
    await entry.enter(world.house, who, made.id)
    again = entry.invite(world.house, world.organizer, made.id, who.account)
    assert await refused(again) == "already_seated"
    await entry.withdraw(world.house, who, made.id, who.account)
    before = await world.there(made.id)
    for _ in range(2):
        after = await entry.invite(world.house, world.organizer, made.id, who.account)
        assert after.number == before.number + 1, "the second time it is only told again"
    notices = await world.house.store.appended(document("notices", who.account), after=0)
    assert len(notices) == 2
