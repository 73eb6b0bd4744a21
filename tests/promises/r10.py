"""No leak, over every transport: two services that differ only in what a viewer may not know answer it byte for byte the same.

1. What is compared is whole answers: status, headers in their order, body; of a stream and a socket everything that was ever said. They
   are compared before an action, while it happens, and after it.
2. Before the action the second service has another seed, another chance of its AI seats, and a log in which others decided otherwise. For the
   action itself the seed is the same, since what the dice show by the rules would rightly differ.
3. The viewer is each seat, and as spectators nobody, somebody with a seat at another table, and an admin. What an AI would be handed for
   the viewer's seat is compared too.
4. A delayed spectator is shown two services that have gone different ways since the moment that he may see.
"""

from __future__ import annotations

import asyncio
import json
import os
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from citadels_api.play.step import Step, open_game
from citadels_api.store.log_codec import unpack
from citadels_api.store.ports import Snapshot
from citadels_api.stored import pack
from citadels_api.tables.stored import unpack_table
from citadels_engine import apply, is_over, legal_actions
from citadels_workers import ai_seats

from tests.promises.canaries import search, spilt
from tests.promises.going_apart import DELAY_MS, Shadow
from tests.promises.questions import Asker, Moment, questions, streams
from tests.promises.twin_tables import compare_tables
from tests.support.direct import settle
from tests.support.setups import setup
from tests.support.telling import Findings
from tests.support.twin_houses import Halls, Place
from tests.support.twins import Watched, align, answer, apart, facts_of, shares, sharing_twin

if TYPE_CHECKING:
    from collections.abc import Callable

    from citadels_engine import Action, Game

    from tests.support.setups import Setup


SIZES: Final = {"quick": 1_500, "ci": 4_000, "full": 200_000}
"""How many answers are compared."""
NETWORK: Final = {"quick": 60, "ci": 200, "full": 3_000}
"""How many of two tables of one real service."""
SEARCHED: Final = {"quick": 12, "full": 300}
"""How many moves are played while logs, queue and metrics are watched."""
SLICE: Final = 3_000
PER_GAME: Final = 6
"""How many pairs of worlds in one game."""


class Leak(AssertionError):
    """A viewer can tell the two services apart; the message says by what."""


@dataclass
class Compared:
    """What has been compared."""

    answers: int = 0
    pairs: int = 0
    """Pairs of worlds."""
    apart: int = 0
    """In how many of them something hidden lay otherwise."""
    jobs: int = 0
    """How often it was what an AI is handed."""
    late: int = 0
    """How many of the answers were a delayed spectator's."""
    games: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    """The questions that were asked."""
    viewers: Counter[str] = field(default_factory=Counter)
    statuses: Counter[str] = field(default_factory=Counter)

    def add(self, other: Compared) -> None:
        """Count in what another has compared."""
        self.answers += other.answers
        self.pairs += other.pairs
        self.apart += other.apart
        self.jobs += other.jobs
        self.late += other.late
        self.games += other.games
        self.kinds += other.kinds
        self.viewers += other.viewers
        self.statuses += other.statuses


class Watch:
    """One game in two services, and who looks at it."""

    def __init__(self, halls: Halls, number: int, tally: Compared) -> None:
        self.halls = halls
        self.tally = tally
        self.dealt: Setup = setup(number)
        self.watched = Watched(number)
        self.table = ""
        self.start = 0

    @property
    def game(self) -> Game:
        """The game of the first service."""
        return self.watched.game

    def same(self, what: str, ours: Any, theirs: Any, when: str) -> None:
        """Count a comparison; a difference is a leak."""
        self.tally.answers += 1
        self.tally.kinds[what] += 1
        if ours != theirs:
            raise Leak(f"{when}: {what} differs:\n{ours!r}\n{theirs!r}")

    async def play(self, wanted: int) -> None:
        """Play the game, and look at it so many times on the way, and once as a delayed spectator."""
        self.table = await self.halls.deal(self.dealt)
        self.start = self.halls.first.row(self.table).number
        done, chance = 0, self.watched.chance
        while not is_over(self.game) and done < wanted:
            self.halls.time += 11
            if chance.random() < 0.06:
                await self.look()
                done += 1
                if done == 2:
                    await self.look_late()
            else:
                await self.skip()
        self.tally.games += 1

    async def skip(self) -> None:
        """A decision that nobody looks at."""
        action = self.watched.choose()
        await self.halls.take(self.halls.first, self.table, action)
        self.watched.take(action)

    def askers(self, viewer: int | None) -> list[Asker]:
        """Who may look as this viewer."""
        halls = self.halls
        if viewer is not None:
            return [Asker("seat", viewer, halls.people[viewer].secret)]
        return [
            Asker("nobody", None, None),
            Asker("stranger", None, halls.stranger.secret),
            Asker("admin", None, halls.admin.secret),
        ]

    async def look(self) -> None:
        """Two worlds for one viewer: before an action, while it happens, after it."""
        watched, tally = self.watched, self.tally
        viewer = None if tally.pairs % 3 == 2 else int(watched.chance.random() * len(self.game.seats))
        action = watched.choose()
        after = self.game.copy()
        apply(after, action)
        told = [event.for_seat(viewer) for event in after.events]
        facts = facts_of(self.game, after, told, viewer, action)
        when = f"{watched.where}, decision {self.game.n} ({action}), viewer {viewer}"
        twin = sharing_twin(self.game, watched.knowledge[viewer], facts, when)
        align(twin, self.game, facts)
        assert shares(twin, facts)
        tally.pairs += 1
        tally.apart += apart(twin, self.game)
        reply = answer(twin, self.game, action, viewer, facts, watched.chance)
        self.halls.mirror(self.table, self.dealt, viewer)
        moment = self.moment(viewer, action)
        askers = self.askers(viewer)
        chosen = askers[tally.pairs // 3 % len(askers)]
        tally.viewers[chosen.name] += 1
        await self.before(twin, viewer, moment, chosen, when)
        await self.act(twin, action, reply, moment, chosen, when)
        watched.take(action)

    def moment(self, viewer: int | None, action: Action) -> Moment:
        """The moment for a viewer."""
        decision = self.game.pending
        assert decision is not None
        legal = frozenset(one.text for one in legal_actions(self.game))
        number = self.halls.first.row(self.table).number
        return Moment(self.table, self.game.n, number, self.start, decision.seat == viewer, action.text, legal)

    async def before(self, twin: Game, viewer: int | None, moment: Moment, asker: Asker, when: str) -> None:
        """Compare while nothing happens: another seed, another past of the others."""
        halls, table = self.halls, self.table
        row = halls.second.row(table)
        log = list(row.log)
        for at, one in enumerate(log):
            if one.number > self.start:
                row.log[at] = type(one)(one.number, one.at, halls.retold(one.entry, viewer, taken=True))
        halls.put(halls.first, table, self.game)
        halls.put(halls.second, table, twin, seed="f" * 64)
        await self.ask(moment, asker, when)
        self.handed(moment, asker, when)
        row.log = log
        row.seed = self.game.seed

    async def ask(self, moment: Moment, asker: Asker, when: str) -> None:
        """Ask both everything."""
        for what, method, path, body, headers in questions(moment, asker):
            answers = [
                await place.door.ask(method, path, secret=asker.secret, body=body, headers=headers)
                for place in self.halls.both
            ]
            self.tally.statuses[str(answers[0].status)] += 1
            self.same(what, answers[0].whole, answers[1].whole, when)
        numbers = [place.row(moment.table).number for place in self.halls.both]
        if numbers != [moment.number] * 2:
            raise Leak(f"{when}: a refused request has changed the table: {numbers}")

    def handed(self, moment: Moment, asker: Asker, when: str) -> None:
        """Compare what an AI would be handed that sat at the viewer's seat and had to decide."""
        seat = asker.seat
        if seat is None or not moment.mine:
            return
        given = [handed_to_ai(place, moment.table, seat) for place in self.halls.both]
        self.tally.jobs += 1
        self.same("what an AI is handed", given[0], given[1], when)

    async def act(self, twin: Game, action: Action, reply: Action, moment: Moment, asker: Asker, when: str) -> None:
        """Take the action in both while the viewer follows, and compare all that it has heard and sees now."""
        halls, table = self.halls, self.table
        halls.put(halls.second, table, twin)
        opened = [streams(place, moment, asker) for place in halls.both]
        everything = [exchange for pair in opened for _, exchange in pair]
        await settle(everything)
        decision = self.game.pending
        assert decision is not None
        actor = halls.people[decision.seat]
        answers = []
        further = ["destroy 0 keep"] if moment.n % 3 == 0 else []
        for place, text in zip(halls.both, (action.text, reply.text), strict=True):
            body = {"n": moment.n, "actions": [text, *further]}
            key = {"Idempotency-Key": f"key {moment.n}"}
            answers.append(
                await place.door.ask("POST", f"/v1/tables/{table}/actions", secret=actor.secret, body=body, headers=key)
            )
        if answers[0].status != 200 or answers[1].status != 200:
            raise AssertionError(f"{when}: {answers[0].body!r}, {answers[1].body!r}")
        await settle(everything)
        if moment.mine:
            self.same("my move", answers[0].whole, answers[1].whole, when)
        for (what, ours), (_, theirs) in zip(*opened, strict=True):
            await ours.close()
            await theirs.close()
            self.same(what, ours.whole, theirs.whole, when)
        now = halls.first.row(table).number
        if unpack_table(halls.first.row(table).doc).status == "running":
            later = Moment(table, moment.n + 1, now, moment.number, False, moment.real, moment.legal)
            await self.ask_after(later, asker, f"{when}, after it")

    async def ask_after(self, moment: Moment, asker: Asker, when: str) -> None:
        """Ask what is asked after an action: what shows the game."""
        for what, method, path, body, headers in questions(moment, asker):
            if what in ("position", "position again", "decision", "events", "table", "graphql", "stale move", "owed"):
                answers = [
                    await place.door.ask(method, path, secret=asker.secret, body=body, headers=headers)
                    for place in self.halls.both
                ]
                self.same(what, answers[0].whole, answers[1].whole, when)

    async def look_late(self) -> None:
        """A spectator who sees the game late: since the moment he may see, the two services have gone different ways."""
        halls, table = self.halls, self.table
        kept = halls.first.row(table)
        doc = unpack_table(kept.doc)
        doc.delay_ms = DELAY_MS
        shadow = Shadow(halls, table, pack(doc))
        try:
            await shadow.part(self.dealt, self.game)
            moment = Moment(table, self.game.n, shadow.visible, self.start, False, "gold", frozenset())
            when = f"{self.watched.where}, decision {self.game.n}, late"
            for asker in self.askers(None):
                for what, method, path, body, headers in questions(moment, asker):
                    if what.endswith("move"):
                        continue
                    answers = [
                        await place.door.ask(method, path, secret=asker.secret, body=body, headers=headers)
                        for place in halls.both
                    ]
                    self.same(f"late {what}", answers[0].whole, answers[1].whole, when)
                    self.tally.late += 1
                opened = [streams(place, moment, asker) for place in halls.both]
                everything = [exchange for pair in opened for _, exchange in pair]
                await settle(everything)
                for place in halls.both:  # more happens that he may not see yet
                    await shadow.one_more(place)
                await settle(everything)
                for (what, ours), (_, theirs) in zip(*opened, strict=True):
                    if what != "long poll":
                        await ours.close()
                        await theirs.close()
                        self.same(f"late {what}", ours.whole, theirs.whole, when)
                        self.tally.late += 1
                    else:
                        ours.task.cancel()
                        theirs.task.cancel()
                        await asyncio.gather(ours.task, theirs.task, return_exceptions=True)
        finally:
            shadow.over()


def handed_to_ai(place: Place, table: str, seat: int) -> str:
    """What the worker hands a bot that has to decide for a seat: as text."""
    row = place.row(table)
    snapshot = Snapshot(row.doc, row.number, row.state, row.asked, row.deadline, place.store._now(), row.seed)
    handed: list[str] = []

    class Enough(Exception):
        """The bot was called."""

    class Spy:
        def choose(self, view: Any, events: Any) -> Any:
            handed.append(json.dumps([view.to_json(), [one.text for one in view.actions], events]))
            raise Enough

    honest = ai_seats.bot_of
    ai_seats.bot_of = lambda *_: Spy()
    try:
        step = Step(unpack_table(row.doc), open_game(snapshot), snapshot)
        ai_seats.play_turn(place.house, step, seat, "greedy", [unpack(one.entry) for one in row.log])
    except Enough:
        pass
    finally:
        ai_seats.bot_of = honest
    return handed[0]


async def compare_some(first: int, wanted: int, tally: Compared) -> None:
    """Compare at least so many answers, in games from the set-up of a number on."""
    halls = await Halls().open()
    number = first
    while tally.answers < wanted:
        await Watch(halls, number, tally).play(PER_GAME)
        number += 1


def one_slice(first: int, wanted: int) -> tuple[Compared, str]:
    """A slice in a process of its own: what was compared, and the leak if there is one."""
    tally = Compared()
    try:
        asyncio.run(compare_some(first, wanted, tally))
    except Leak as leak:
        return tally, f"from set-up {first} on: {leak}"
    return tally, ""


async def prove(size: int, say: Callable[[str], None]) -> Findings:
    """Compare over all cores, and search what real processes leave behind."""
    found, total = Findings(), Compared()
    slices = [(at // SLICE * 29, min(SLICE, size - at)) for at in range(0, size, SLICE)]

    def work() -> None:
        with ProcessPoolExecutor(os.cpu_count() or 1) as pool:
            for future in as_completed([pool.submit(one_slice, *one) for one in slices]):
                tally, leak = future.result()
                total.add(tally)
                if leak:
                    found.fault(f"LEAK {leak[:2000]}")
                say(f"{total.answers:,} of {size:,} answers")

    await asyncio.to_thread(work)
    found.figures |= {
        "answers": total.answers,
        "pairs": total.pairs,
        "apart": total.apart,
        "ai_jobs": total.jobs,
        "late": total.late,
        "games": total.games,
        "kinds": len(total.kinds),
        "viewers": dict(total.viewers),
    }
    named = next(name for name, count in SIZES.items() if count == size)
    network, faults = await compare_tables(NETWORK[named], say)
    found.all(faults)
    found.figures |= {"network": network}
    canaries = await search(moves=SEARCHED["full" if size == SIZES["full"] else "quick"])
    found.all(spilt(canaries))
    found.figures |= {"refusals_searched": len(canaries.refusals), "places_searched": len(canaries.places)}
    if total.answers < size:
        found.fault(f"only {total.answers} answers were compared")
    if total.apart < 0.95 * total.pairs:
        found.fault(f"only {total.apart} of {total.pairs} pairs were two worlds")
    return found
