"""Two services that keep the same table, but for what one viewer may not know: same people, same ids, same clock, same log.

1. The first is played by the service's own steps. The second holds a twin of the game (`tests.support.twins`), and a log in which
   whatever the viewer was not told says something else.
2. Whoever asks, asks both; whatever is done, is done in both. So allowances, numbers and times are the same unless something leaks.
"""

from __future__ import annotations

import asyncio
import copy
from random import Random
from typing import TYPE_CHECKING, Any, Final

import msgspec
from citadels_api.accounts import service as account_service
from citadels_api.app import build
from citadels_api.context import NOBODYS, House, Share
from citadels_api.credentials import service as credential_service
from citadels_api.ids import new_id
from citadels_api.play.step import PACKER, Step, open_game
from citadels_api.settings import Settings
from citadels_api.store.keys import document
from citadels_api.store.log_codec import Entry, Taken, Told, unpack
from citadels_api.store.log_codec import pack as pack_entry
from citadels_api.store.memory import MemoryStore
from citadels_api.stored import pack
from citadels_api.tables import service as tables
from citadels_api.tables.lifecycle import start_step
from citadels_api.tables.stored import Clock, Player, SeatDoc, Table, unpack_table
from citadels_engine import RULES
from citadels_engine.formats.codec import encode
from citadels_engine.formats.record import commitment

from tests.support.direct import Door
from tests.support.orders import seat_order, table_order

if TYPE_CHECKING:
    from collections.abc import Callable

    from citadels_api.accounts.contract import GuestAnswer
    from citadels_engine import Action, Game

    from tests.support.setups import Setup


BEGINNING: Final = 1_800_000_000_000
CARDS: Final = ("castle", "manor", "temple", "tavern", "palace", "market", "keep", "harbor", "church", "docks")
CHARACTERS: Final = ("assassin", "thief", "magician", "king", "bishop", "merchant", "architect", "warlord")
PEOPLE: Final = 8
FREE: Final = {
    "rate_per_second": 100_000.0,
    "rate_burst": 100_000_000,
    "address_per_second": 100_000.0,
    "address_burst": 100_000_000,
    "guests_per_hour": 1_000_000,
    "tables_per_account": 1_000_000,
}


class Bells:
    """A bell that notes how it was rung."""

    def __init__(self) -> None:
        self.rung: list[tuple[str, int, int, str]] = []

    def call(self, table: str, n: int, seat: int, level: str, share: Share = NOBODYS) -> None:
        """Note it."""
        self.rung.append((table, n, seat, level))

    def play(
        self, tournament: str, game: str, *, thinking: bool = False, again: bool = False, share: Share = NOBODYS
    ) -> None:
        """Nobody here runs tournaments."""


class Person:
    """Somebody with a credential."""

    def __init__(self, made: GuestAnswer) -> None:
        self.account = made.account.id
        self.name = made.account.name
        assert made.credential.secret is not None
        self.secret: str = made.credential.secret


class Place:
    """One of the two services."""

    def __init__(self, now: Callable[[], int], settings: Settings) -> None:
        self.store = MemoryStore(now=now)
        self.bells = Bells()
        self.house = House(self.store, settings, self.bells)
        self.door = Door(build(settings, self.house))

    def row(self, table: str) -> Any:
        """All that is kept of a table."""
        return self.store.space.tables[table]


def table_with(dealt: Setup, people: list[Person], now: int, *, clock: Clock, delay_ms: int = 0) -> Table:
    """A table with this set-up, of the first people, not yet dealt."""
    table_id = new_id("game", now)
    return Table(
        id=table_id,
        created=now,
        creator=Player(account=people[0].account, name=people[0].name),
        edition=dealt.edition,
        players=dealt.players,
        scenario=dealt.scenario or None,
        cast=dealt.cast,
        uniques=dealt.uniques,
        options=dealt.options,
        crown=dealt.crown,
        seats=[
            SeatDoc(kind="human", player=Player(account=person.account, name=person.name))
            for person in people[: dealt.players]
        ],
        clock=clock,
        delay_ms=delay_ms,
        commitment=commitment(table_id, RULES, dealt.seed),
        chance="the first chance",
    )


class Halls:
    """The two services, the people, the clock."""

    def __init__(self) -> None:
        self.time = BEGINNING
        settings = Settings(redis_url="memory://", introspection=True, **FREE)  # type: ignore[arg-type]  # by name
        self.first = Place(self.now, settings)
        self.second = Place(self.now, settings)
        self.people: list[Person] = []
        self.stranger: Person
        """Somebody with a seat at another table."""
        self.admin: Person
        self.chance = Random(10)

    @property
    def both(self) -> tuple[Place, Place]:
        """The two services."""
        return self.first, self.second

    def now(self) -> int:
        """What the clock of both says."""
        return self.time

    async def open(self) -> Halls:
        """Let the people come; both services know the same ones."""
        house = self.first.house
        for _ in range(PEOPLE):
            self.people.append(Person(await account_service.make_guest(house, name=None, address="127.0.0.1")))
        self.stranger = Person(await account_service.make_guest(house, name=None, address="127.0.0.1"))
        self.admin = Person(await account_service.make_admin(house))
        who = await credential_service.authenticate(house, self.stranger.secret)
        await tables.create(
            house, who, table_order(players=2, seats=[seat_order(kind="you"), seat_order(kind="ai", level="random")])
        )
        for person in (*self.people, self.admin):
            await credential_service.authenticate(house, person.secret)
        for _ in range(10):
            await asyncio.sleep(0)  # the day of use is noted on the side
        ours, theirs = self.first.store.space, self.second.store.space
        for name in ("tables", "due", "indexes", "documents", "sets", "counts", "lists", "buckets"):
            setattr(theirs, name, copy.deepcopy(getattr(ours, name)))
        return self

    async def deal(self, dealt: Setup, *, delay_ms: int = 0) -> str:
        """A table of the first service with this set-up, dealt; its id."""
        store, now = self.first.store, self.time
        clock = Clock(kind="bank", limit_ms=3_600_000, bank_ms=7_200_000, increment_ms=1000)
        made = table_with(dealt, self.people, now, clock=clock, delay_ms=delay_ms)
        table_id = made.id
        entry = Entry(now, 1, [], [Told("created", -1, {"by": made.creator.account}, [])])
        await store.create(table_id, pack(made), dealt.seed, pack_entry(entry), index="open", rank=now)
        snapshot = await store.load(table_id, seed=True)
        assert snapshot is not None
        await store.commit(start_step(self.first.house, made, snapshot))
        return table_id

    async def take(self, place: Place, table: str, action: Action | str) -> None:
        """Let the service take a decision, whoever is asked."""
        snapshot = await place.store.load(table, seed=True)
        assert snapshot is not None
        step = Step(unpack_table(snapshot.doc), open_game(snapshot), snapshot)
        step.take(action)
        await place.store.commit(step.change(place.house))

    def mirror(self, table: str, dealt: Setup, viewer: int | None, *, honest: bool = False) -> None:
        """The second service keeps the same table, but for what the viewer was not told; `honest`: with all of it."""
        ours, theirs = self.first.store.space, self.second.store.space
        row = copy.copy(ours.tables[table])
        row.log, row.keys = list(row.log), dict(row.keys)
        theirs.tables[table] = row
        doc = unpack_table(row.doc)
        doc.chance = "the second chance"
        row.doc = pack(doc)
        if not honest:
            row.log = [msgspec.structs.replace(one, entry=self.retold(one.entry, viewer)) for one in row.log]
        for person in self.people[: dealt.players]:
            for kind in ("active", "mine"):
                for space in (ours, theirs):
                    space.sets[document(kind, person.account)] = {table: doc.created}
        for space in (ours, theirs):
            for name in ("open", "running", "over", "aborted"):
                space.indexes[name] = {table: doc.created} if name == doc.status else {}
        theirs.due = copy.deepcopy(ours.due)
        theirs.counts = dict(ours.counts)
        theirs.buckets = dict(ours.buckets)

    def retold(self, entry: bytes, viewer: int | None, *, taken: bool = False) -> bytes:
        """The entry, in which whatever the viewer was not told says something else; with `taken` the decisions of others too."""
        return retold(entry, viewer, self.chance, taken=taken)

    def put(self, place: Place, table: str, game: Game, *, seed: str | None = None) -> None:
        """Let a service keep this game."""
        row = place.row(table)
        row.state = PACKER.encode(encode(game))
        row.seed = game.seed if seed is None else seed


def retold(entry: bytes, viewer: int | None, chance: Random, *, taken: bool = False) -> bytes:
    """The entry, in which whatever the viewer was not told says something else; with `taken` the decisions of others too."""
    told = unpack(entry)
    events = [
        Told(one.kind, one.seat, one.facts, [
            (who, known if who == viewer else {name: other(value, chance) for name, value in known.items()})
            for who, known in one.secrets
        ])
        for one in told.events
    ]  # fmt: skip
    decisions = told.taken
    if taken:
        decisions = [
            one
            if one.seat == viewer
            else Taken(one.n, one.seat, other(one.do, chance), one.ms, one.asked, one.received)
            for one in told.taken
        ]
    return pack_entry(Entry(told.at, told.first, decisions, events))


def other(value: Any, chance: Random) -> Any:
    """Something of the same form that says something else."""
    if isinstance(value, str):
        return chance.choice(CARDS if chance.random() < 0.5 else CHARACTERS)
    if isinstance(value, list | tuple):
        return [other(one, chance) for one in value]
    return value
