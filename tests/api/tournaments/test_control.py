"""A tournament from its making to its end: what is asked for, what is answered, what is refused and with which words."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from citadels_api.store.keys import document
from citadels_api.tournaments import control, creation, entry, exporter, log
from citadels_api.tournaments.options import TournamentChange, TournamentOrder
from citadels_api.tournaments.stored import Conditions, Schedule

from tests.support.chance import seed_secrets
from tests.support.houses import guest
from tests.support.kept import assert_kept
from tests.support.story import Story
from tests.support.tournament_world import made_world
from tests.support.tournaments_played import end_games

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from tests.support.tournament_world import World

pytestmark = pytest.mark.anyio

KEPT = Path(__file__).parent / "kept" / "tournament_conducted.txt"
ANYBODY = Conditions(kinds=["bot", "account", "guest"])


async def entries(world: World, tour_id: str) -> list[Any]:
    """The log, an entry a line."""
    return [
        {"number": one.number, "entries": log.entries_of(one)} for one in await world.house.store.log(tour_id, after=0)
    ]


async def test_a_tournament_is_conducted_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    seed_secrets(monkeypatch)
    world = await made_world()
    house, ann = world.house, world.organizer
    ben, eve = await world.account("ben"), await world.account("eve")
    tin, zinc = await world.bot(ben), await world.bot(ben)
    passer = await guest(house)
    story = Story()

    async def tell(what: str, asked: Awaitable[Any]) -> Any:
        """The same, but of a tournament only what changes."""
        before = len(story.lines)
        found = await story.tell(what, asked)
        quiet = ("id", "organizer", "rules", "commitment", "created", "clock", "edition", "cast", "uniques", "options")
        if hasattr(found, "entrants") and what not in ("ann makes one", "it is made again, whole"):
            story.lines[before:] = [
                line for line in story.lines[before:] if line.strip().partition(":")[0] not in quiet
            ]
        return found

    def order(**said: Any) -> TournamentOrder:
        settings = {"seats": 2, **said.pop("settings", {})}
        return TournamentOrder(settings=settings, **{"conditions": ANYBODY, **said})

    now = world.clock.now
    said: dict[str, Any]
    for what, said in (
        ("too long a name", {"name": "x" * 61}),
        ("too much about it", {"about": "x" * 2001}),
        ("a long delay", {"spectator_delay_ms": 3_600_001}),
        ("no grace", {"grace_ms": 0}),
        ("no table at once", {"at_once": 0}),
        ("too many tables at once", {"at_once": 101}),
        ("too many of the house", {"house": ["random"] * 65}),
        ("one of the house that is none", {"house": ["random", "genius"]}),
        ("more of the house than there may be", {"house": ["random"] * 3, "conditions": Conditions(most=2)}),
        ("a seed of its own", {"settings": {"seed": "mine"}}),
        ("a format that is none", {"settings": {"format": "league"}}),
        ("an edition that is none", {"edition": "third"}),
        ("a scenario that is none", {"scenarios": ["no-such"]}),
        ("a start in the far future", {"schedule": Schedule(begins="at", at=now + 3661 * 86_400_000)}),
        ("a start without a time", {"schedule": Schedule(begins="at")}),
        ("a start now without anybody", {"schedule": Schedule(begins="now")}),
        ("a rated one with two of an owner", {"rated": True, "conditions": Conditions(bots_per_owner=2)}),
    ):
        await tell(f"ann makes one with {what}", creation.make(house, ann, order(**said)))
    await tell("nobody makes one", creation.make(house, None, order()))
    await tell("a guest makes one", creation.make(house, passer, order()))
    made = await tell(
        "ann makes one", creation.make(house, ann, order(name="cup", house=["random", "random"], settings={"deals": 2}))
    )
    cup = made.id
    for what, said in (
        ("nothing", {}),
        ("its name", {"name": "the cup", "about": "for all"}),
        ("too long a name", {"name": "x" * 61}),
        ("settings", {"settings": {"deals": 1, "late": "join"}}),
        ("a setting that is none", {"settings": {"speed": 1}}),
        ("conditions", {"conditions": {"most": 6}}),
        ("conditions that cannot be", {"conditions": {"most": 1}}),
        ("its schedule", {"schedule": {"begins": "at", "at": now + 60_000}}),
        ("its schedule to now", {"schedule": {"begins": "now"}}),
        ("its schedule back", {"schedule": {"begins": "demand"}}),
        ("at once", {"at_once": 100, "grace_ms": 1_209_600_000}),
        ("at once, too many", {"at_once": 101}),
        ("grace, too long", {"grace_ms": 1_209_600_001}),
    ):
        await tell(f"ann changes {what}", creation.update(house, ann, cup, TournamentChange(**said)))
    await tell("ben changes its name", creation.update(house, ben, cup, TournamentChange(name="mine")))
    await tell("ann invites eve", entry.invite(house, ann, cup, eve.account))
    await tell("once more", entry.invite(house, ann, cup, eve.account))
    await tell("nobody", entry.invite(house, ann, cup, "acct_nobody"))
    await tell("ben invites", entry.invite(house, ben, cup, eve.account))
    await tell("eve enters", entry.enter(house, eve, cup))
    await tell("eve enters again", entry.enter(house, eve, cup))
    await tell("eve is invited again", entry.invite(house, ann, cup, eve.account))
    await tell("ben enters his bot", entry.enter(house, ben, cup, account=tin.account))
    await tell("ben enters eve", entry.enter(house, ben, cup, account=eve.account))
    await tell("ben enters nobody", entry.enter(house, ben, cup, account="acct_nobody"))
    await tell("ben enters one of the house", entry.enter(house, ben, cup, level="greedy"))
    await tell(
        "ann enters one of the house with an account",
        entry.enter(house, ann, cup, level="greedy", account=tin.account),
    )
    await tell("ann enters one that is none", entry.enter(house, ann, cup, level="genius"))
    await tell("ann enters one of the house", entry.enter(house, ann, cup, level="random"))
    await tell("the guest enters", entry.enter(house, passer, cup))
    await tell("the other bot enters", entry.enter(house, zinc, cup))
    await tell("the guest withdraws the other bot", entry.withdraw(house, passer, cup, zinc.account))
    await tell("the guest withdraws", entry.withdraw(house, passer, cup, passer.account))
    await tell("the guest withdraws again", entry.withdraw(house, passer, cup, passer.account))
    await tell("nobody withdraws", entry.withdraw(house, ann, cup, "acct_nobody"))
    await tell("ann takes one of the house out", entry.withdraw(house, ann, cup, "random#2"))
    await tell("ann pauses what has not begun", control.conduct(house, ann, cup, do="pause"))
    await tell("ann does what is none", control.conduct(house, ann, cup, do="dance"))
    await tell("ben starts it", control.conduct(house, ben, cup, do="start"))
    await tell("ann closes entry", control.conduct(house, ann, cup, do="close"))
    await tell("ann closes it again", control.conduct(house, ann, cup, do="close"))
    await tell("the other bot enters a closed one", entry.enter(house, zinc, cup))
    await tell("ann opens entry", control.conduct(house, ann, cup, do="open"))
    await tell("a result before the start", control.correct(house, ann, cup, "1.0.0.0", why="early"))
    world.clock.now += 1_000
    await tell("ann starts it", control.conduct(house, ann, cup, do="start"))
    await tell("ann starts it again", control.conduct(house, ann, cup, do="start"))
    await tell("ann resumes what runs", control.conduct(house, ann, cup, do="resume"))
    await world.rounds(cup)
    await tell("the other bot enters late", entry.enter(house, zinc, cup))
    await tell(
        "ann changes its settings now", creation.update(house, ann, cup, TournamentChange(settings={"deals": 3}))
    )
    await tell("ann changes its name now", creation.update(house, ann, cup, TournamentChange(name="the late cup")))
    await end_games(house, cup, most=3)
    games = list((await world.there(cup)).event.results)
    waiting = next(name for name in (await world.there(cup)).event.fixtures if name not in games)
    for what, game, said in (
        ("without a reason", games[0], {"why": " "}),
        ("without places", games[0], {"scores": [1, 2], "why": "why"}),
        ("of no game", "9.9.9.9", {"why": "why"}),
        ("of a game without scores", waiting, {"places": [1, 2], "why": "why"}),
        ("with a place that cannot be", games[0], {"places": [1, 3], "why": "why"}),
        ("the other way round", games[0], {"places": [2, 1], "why": "told wrongly"}),
        ("with scores", games[1], {"places": [2, 1], "scores": [7, 9], "why": "counted wrongly"}),
        ("as nothing", games[2], {"why": "broken"}),
    ):
        await tell(f"ann corrects a result, {what}", control.correct(house, ann, cup, game, **said))
    await tell("ben corrects a result", control.correct(house, ben, cup, games[0], why="unfair"))
    await tell("ann pauses it", control.conduct(house, ann, cup, do="pause", why="lunch"))
    await tell("ann pauses it again", control.conduct(house, ann, cup, do="pause"))
    await tell("ann resumes it", control.conduct(house, ann, cup, do="resume", why="unsaid"))
    await tell("ben withdraws his bot", entry.withdraw(house, ben, cup, tin.account, why="it is slow"))
    await tell("ann sets pairings", control.set_pairings(house, ann, cup, round=2, pairings=[["random", eve.account]]))
    await tell("ben sets pairings", control.set_pairings(house, ben, cup, round=2, pairings=[]))
    world.clock.now += 60_000
    await tell("ann cancels it", control.conduct(house, ann, cup, do="cancel"))
    for what, asked in (
        ("cancels it again", control.conduct(house, ann, cup, do="cancel")),
        ("starts it", control.conduct(house, ann, cup, do="start")),
        ("opens it", control.conduct(house, ann, cup, do="open")),
        ("invites", entry.invite(house, ann, cup, ben.account)),
        ("enters one of the house", entry.enter(house, ann, cup, level="greedy")),
        ("enters", entry.enter(house, ann, cup)),
        ("takes eve out", entry.withdraw(house, ann, cup, eve.account)),
        ("changes it", creation.update(house, ann, cup, TournamentChange(name="gone"))),
    ):
        await tell(f"ann {what} when it is over", asked)
    swiss = (
        await creation.make(
            house, ann, order(name="swiss", settings={"format": "swiss", "rounds": 2, "late": "refuse"})
        )
    ).id
    await tell("pairings of nobody", control.set_pairings(house, ann, swiss, round=1, pairings=[]))
    for who in (ben, eve, passer):
        await entry.enter(house, who, swiss)
    await tell(
        "pairings of two, and a bye",
        control.set_pairings(house, ann, swiss, round=1, pairings=[[ben.account, eve.account]]),
    )
    await tell("it is started", control.conduct(house, ann, swiss, do="start"))
    await tell("entry is opened late", control.conduct(house, ann, swiss, do="open"))
    await end_games(house, swiss)
    for name, tour_id in (("cup", cup), ("swiss", swiss)):
        await story.tell(f"the log of the {name}", entries(world, tour_id))
        story.lines += [f"  {line}" async for line in exporter.export(house, ann, tour_id)]
    told = await house.store.appended(document("notices", eve.account), after=0)
    story.lines += [f"  eve was told: {number} {raw.decode()}" for number, raw in told]
    assert_kept(KEPT, story.lines)
