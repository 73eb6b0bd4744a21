"""A world: the service, those who use it, and the weather, drawn from one seed; it runs until everything that was begun has ended.

outcome = run(4711)                    a world, and what is wrong with it
outcome = run(4711, without=["job lost"])    the same one without a kind of fault
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import traceback
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final
from unittest import mock

from citadels_api.credentials import service as credentials
from citadels_api.settings import Settings
from citadels_api.store import keys
from citadels_api.store.memory import Space
from citadels_api.tables.stored import unpack_table
from citadels_workers import clock

from tests.promises.simulation.judging import judge
from tests.promises.simulation.machines import Api, Clock, Killed, Queue, Worker, chance_of
from tests.promises.simulation.mistakes import made
from tests.promises.simulation.virtual_time import EPOCH_MS, SimulatedSecrets, Stuck, VirtualLoop, load_all, simulated
from tests.promises.simulation.visitors import Player, Spectator, Visitor
from tests.promises.simulation.weather import CALM_S, Weather

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tests.promises.simulation.machines import Process


END_S: Final = 1500.0
"""By then everything has ended; what has not hangs."""
AFTER_S: Final = 8.0
"""How long the service goes on when all games are archived: ratings, lists and tournaments come to their end."""
SHARDS: Final = 2
"""How many shards the store of a world has: each is looked at in every round of a clock."""
PAUSE_S: Final = 0.4
"""The pause of a clock between two rounds."""
CLOCKED: Final = {"kind": "decision", "limit_ms": 1200}


@dataclass
class Outcome:
    """How a world ended: what is wrong with it, what was met in it, and a digest of everything that is kept at its end."""

    seed: int
    faults: list[str]
    met: dict[str, int]
    digest: str = ""
    lasted_s: float = 0.0


@dataclass
class Game:
    """A table of people: who sits there, and what was promised when it was made."""

    table: str
    commitment: str
    players: list[Player]
    order: dict[str, Any] = field(default_factory=dict)

    @property
    def table_seats(self) -> list[str]:
        """Who sits where: you, open (somebody joins) or ai."""
        return [seat["kind"] for seat in self.order["seats"]]


class World:
    """All that there is."""

    def __init__(self, seed: int, *, without: Iterable[str] = (), until: float = CALM_S) -> None:
        self.seed = seed
        self.until = until
        self.loop = VirtualLoop()
        self.loop.set_exception_handler(self.unhandled)
        self.weather = Weather(seed, without=without)
        self.chance = chance_of(seed, "ways")
        self.plan = chance_of(seed, "plan")
        self.secrets = SimulatedSecrets(chance_of(seed, "secrets"))
        self.space = Space()
        self.settings = Settings(
            redis_url="memory://",
            queue_redis_url=None,
            preload=False,
            linger_ms=3000,
            tournament_linger_ms=5000,
            idle_table_ms=20_000,
            idle_game_ms=20_000,
            guests_per_hour=100_000,
            planner_playouts=2,
        )
        self.queue = Queue(self)
        self.store_away = self.store_full = False
        self.tasks: set[asyncio.Task[Any]] = set()
        """Those that nobody waits for, so that they are not forgotten."""
        self.faults: list[str] = []
        self.met: dict[str, int] = self.weather.met
        self.slots: dict[str, Process] = {}
        self.games: list[Game] = []
        self.aborted: set[str] = set()
        """The tables that were broken off; they are forgotten after a while."""
        self.tournaments: list[str] = []
        self.followed: list[tuple[str, list[tuple[int, str]]]] = []
        self.moves: dict[str, dict[str, tuple[int, int, str]]] = {}
        """By table and key, what was acknowledged."""

    def now(self) -> int:
        """The store's clock."""
        return EPOCH_MS + int(self.loop.passed * 1000)

    def fault(self, sentence: str) -> None:
        """Something is wrong."""
        self.faults.append(f"at {self.loop.passed:.3f} s: {sentence}")

    def unhandled(self, _loop: Any, told: dict[str, Any]) -> None:
        """A task that nobody waits for has failed: a fault of ours, unless its process was killed."""
        error = told.get("exception")
        if isinstance(error, Exception):
            self.fault(f"a task has failed unnoticed: {error!r}")

    def sometimes(self, what: str) -> None:
        """Something was met that has to be met in some worlds."""
        self.met[what] = self.met.get(what, 0) + 1

    def noted(self, name: str, told: tuple[Any, ...], result: Any) -> None:
        """What the store was asked, and what it answered."""
        if name == "commit":
            self.sometimes(f"commit {result.kind}")
            if result.kind == "ok" and told[0].moves_to == "aborted":
                self.aborted.add(told[0].table)
        elif name == "claim" and result:
            self.sometimes("claimed")

    def answered(self, request: Any, status: int, head: dict[str, str], body: bytes) -> None:
        """An answer of the service: it is none that tells of a fault of ours, and no secret is in it."""
        if status == 500:
            self.fault(f"{request.method} {request.path} was answered with 500: {body[:200]!r}")
        if status in (429, 503) and "retry-after" not in head:
            self.fault(f"{request.method} {request.path}: {status} does not say when to come again")
        text = body.decode(errors="replace")
        for name, row in self.space.tables.items():
            if row.seed and row.seed in text and b'"status":"over"' not in row.doc and name not in text:
                self.fault(f"{request.path} told the seed of {name}")

    # the machines

    def start(self, slot: str) -> None:
        """A process takes its place."""
        kind = slot.rstrip("0123456789")
        made: dict[str, Any] = {"api": Api, "worker": Worker, "clock": Clock}
        process = Worker(self, slot, thinking=True) if kind == "thinker" else made[kind](self, slot)
        self.slots[slot] = process
        process.begin()

    def living(self, kind: str) -> list[Any]:
        """The processes of a kind that live."""
        return [one for one in self.slots.values() if one.kind == kind and one.alive]

    async def storm(self) -> None:
        """Let come what comes, then calm."""
        for at, kind, chosen in self.weather.moments:
            if at > self.until:
                break
            await asyncio.sleep(max(0.0, at - self.loop.passed))
            self.tasks.add(self.loop.create_task(self.strike(kind, chosen)))
        await asyncio.sleep(max(0.0, self.until - self.loop.passed))
        self.weather.calm = True

    async def strike(self, kind: str, chosen: float) -> None:
        """One fault."""
        what, _, how = kind.partition(" ")
        weather = self.weather
        if what == "queue":
            self.queue.empty()
        elif what == "store":
            name = "store_away" if how == "away" else "store_full"
            if getattr(self, name):
                return
            setattr(self, name, True)
            weather.note(kind)
            await asyncio.sleep(weather.span(kind, 0.3, 3.0))
            setattr(self, name, False)
            return
        else:
            slots = sorted(slot for slot, one in self.slots.items() if one.kind == what and one.alive)
            if not slots:
                return
            slot = slots[int(chosen * len(slots))]
            if how == "frozen":
                weather.note(kind)
                await self.slots[slot].freeze(weather.span(kind, 0.5, 3.0))
                return
            self.slots[slot].kill()
            weather.note(kind)
            await asyncio.sleep(weather.span(kind, 0.1, 2.0))
            self.start(slot)
            return
        weather.note(kind)

    # the visitors

    async def live(self) -> None:
        """Everything that happens."""
        plan = self.plan
        for kind, most in (("api", 3), ("worker", 2), ("clock", 2)):
            for number in range(plan.randint(1, most)):
                self.start(f"{kind}{number}")
        storm = self.loop.create_task(self.storm())
        doing = [self.table(number) for number in range(plan.choice((1, 1, 2)))]
        if plan.random() < 0.3:
            doing.append(self.tournament())
        if plan.random() < 0.2:
            doing.append(self.revocation())
        await asyncio.gather(*doing)
        await storm
        while not self.settled():
            await asyncio.sleep(1.0)
        await asyncio.sleep(AFTER_S)

    def settled(self) -> bool:
        """Whether every table has been archived or dropped."""
        return all(row.record is not None for name, row in self.space.tables.items() if name.startswith("game_"))

    def visitor(self, kind: type[Any], name: str) -> Any:
        """Somebody new."""
        return kind(self, name, chance_of(self.seed, name))

    async def table(self, number: int) -> None:
        """Some people, and AIs beside them, play a game."""
        plan = chance_of(self.seed, f"table {number}")
        size = plan.choice((2, 2, 2, 3))
        people: list[Player] = [self.visitor(Player, f"player {number}.{one}") for one in range(plan.randint(1, size))]
        order: dict[str, Any] = {"players": size, "seats": [{"kind": "you"}]}
        order["seats"] += [{"kind": "open"}] * (len(people) - 1)
        order["seats"] += [{"kind": "ai", "level": plan.choice(("random", "random", "greedy"))}] * (size - len(people))
        if plan.random() < 0.4:
            order |= {"clock": CLOCKED, "timeout": plan.choice(("default_action", "ai_takes_over", "forfeit"))}
            people[0].wont = plan.choice((None, 3, 8))
        elif plan.random() < 0.1:
            people[0].wont = 2  # the game is broken off, since nobody moves for too long
        elif plan.random() < 0.5:
            people[-1].resigns = plan.randint(2, 12)
        named = plan.random() < 0.3
        order["rated"] = named
        await asyncio.gather(*[one.enter(named=named) for one in people])
        made = await people[0].settle("/v1/tables", order)
        table = made["id"]
        for one in people[1:]:
            await one.settle(f"/v1/tables/{table}/join", done=("already_seated", "game_over"))
        self.games.append(Game(table, made["commitment"], people, order))
        doing = [one.play(table) for one in people]
        if plan.random() < 0.3:
            doing.append(self.visitor(Spectator, f"spectator {number}").follow(table))
        await asyncio.gather(*doing)

    async def tournament(self) -> None:
        """A tournament of bots of the house, which workers play."""
        plan = chance_of(self.seed, "tournament")
        organizer = self.visitor(Visitor, "organizer")
        await organizer.enter(named=True)
        order = {
            "name": "cup",
            "settings": {"format": plan.choice(("round-robin", "swiss", "knock-out")), "seats": 2},
            "house": ["random"] * plan.choice((2, 3, 4)),
            "schedule": {"begins": "now"},
        }
        held = await organizer.settle("/v1/tournaments", order)
        self.tournaments.append(held["id"])
        while held["status"] not in ("over", "cancelled"):
            await asyncio.sleep(1.0)
            held = await organizer.get(f"/v1/tournaments/{held['id']}")
            if held["status"] == "paused":
                self.fault(f"the tournament was paused: {held['why']}")
                return

    async def revocation(self) -> None:
        """A credential that is revoked lets nobody in any more, at no process."""
        owner = self.visitor(Visitor, "owner")
        await owner.enter(named=True)
        made = await owner.settle("/v1/credentials", {"scopes": ["play"]})
        thief = self.visitor(Visitor, "thief")
        thief.secret = made["secret"]
        await thief.get("/v1/me")
        await owner.settle(f"/v1/credentials/{made['id']}/revoke")
        for _ in range(6):
            came = await self.status_of(thief, "/v1/me")
            if came == 200:
                self.fault("a revoked credential still let somebody in")
            self.sometimes(f"revoked {came}")
            await asyncio.sleep(0.7)

    async def status_of(self, who: Visitor, path: str) -> int | None:
        """How one request is answered, whatever it is."""
        from citadels_sdk.errors import ServiceError

        try:
            await who.ask("GET", path)
        except ServiceError as error:
            return error.status
        return 200


@contextmanager
def small() -> Iterator[None]:
    """A store of few shards, and clocks that go round slowly."""
    with ExitStack() as stack:
        for module, name, value in ((keys, "SHARDS", SHARDS), (clock, "SHARDS", SHARDS), (clock, "PAUSE_S", PAUSE_S)):
            stack.enter_context(mock.patch.object(module, name, value))
        yield


@cache
def prepare() -> None:
    """Load everything once, and let it be for ever: what is thrown away after a world is what the world has made."""
    load_all()
    gc.collect()
    gc.freeze()


def run(seed: int, *, without: Iterable[str] = (), until: float = CALM_S, mistake: str | None = None) -> Outcome:
    """Run a world to its end: without some kinds of faults, with faults only until then, with a mistake that is made on purpose."""
    prepare()
    gc.collect()
    gc.disable()  # it would end forgotten generators at moments of its own
    with small():
        world = World(seed, without=without, until=until)
    credentials._NOTING.clear()
    try:
        with small(), made(mistake), simulated(world.loop, world.secrets.chance):
            asyncio.set_event_loop(world.loop)
            try:
                world.loop.run_until_complete(asyncio.wait_for(world.live(), END_S))
            except TimeoutError:
                world.fault("something hangs: " + "; ".join(waiting(world)))
            except Stuck:
                world.fault("everybody waits, and nothing will ever happen")
            except Exception as error:  # noqa: BLE001  (whatever it is, it is a fault of this world)
                where = traceback.extract_tb(error.__traceback__)[-1]
                world.fault(f"a visitor met {error!r} at {where.name}:{where.lineno}")
            if not world.faults:
                for fault in judge(world):
                    world.fault(fault)
            finish(world)
    finally:
        asyncio.set_event_loop(None)
        gc.enable()
    return Outcome(seed, world.faults, dict(sorted(world.met.items())), kept(world), world.loop.passed)


def waiting(world: World) -> list[str]:
    """The games that are not over."""
    found = []
    for name, row in world.space.tables.items():
        if name.startswith("game_") and row.record is None:
            due = [due[name] - world.now() for due in world.space.due if name in due]
            found.append(f"{name} is {unpack_table(row.doc).status} at {row.number}, due in {due} ms")
    return found[:5]


def finish(world: World) -> None:
    """Everybody goes."""
    for process in world.slots.values():
        process.kill()
    tasks = asyncio.all_tasks(world.loop)
    for task in tasks:
        task.cancel()
    with contextlib.suppress(Stuck, Killed):
        world.loop.run_until_complete(asyncio.gather(*tasks, return_exceptions=True))
    with contextlib.suppress(Stuck):
        world.loop.run_until_complete(world.loop.shutdown_asyncgens())
    world.loop.close()


def kept(world: World) -> str:
    """A digest of what the store holds at the end: the same for the same seed."""
    told = sha256()
    for name, row in world.space.tables.items():
        told.update(f"{name} {row.number} {row.asked}".encode() + row.doc + (row.record or b""))
    for key, (value, _) in world.space.documents.items():
        told.update(key.encode() + value)
    told.update(repr((world.faults, sorted(world.met.items()), round(world.loop.passed, 6))).encode())
    return told.hexdigest()[:16]
