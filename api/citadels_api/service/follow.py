"""Following: the events of a table, and everything that concerns an account.

A stream never holds more than one entry in memory: it reads the log from the number it has sent last, whenever a bell says that there is
more. So a reader who comes back with the last number he saw gets no gap and no duplicate, and one who is slow holds up nobody.
"""

from __future__ import annotations

import asyncio
import json
from contextlib import aclosing
from hashlib import sha256
from typing import TYPE_CHECKING, Final

from citadels_api.answers import DecisionAnswer, Frame, Notice, PlayerAnswer
from citadels_api.problems import Refusal
from citadels_api.service.archiving import archived_game, archived_log
from citadels_api.service.changing import opened_table, see
from citadels_api.service.history import game_after, opened
from citadels_api.service.house import need
from citadels_api.service.play import as_it_was, late_position, owed, owes
from citadels_api.service.shaping import answer_decision, answer_events, answer_position, behind, seat_of
from citadels_api.service.stepping import open_game
from citadels_api.store.keys import bell, document

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from citadels_api.answers import Position
    from citadels_api.documents import Table
    from citadels_api.service.house import House, Principal
    from citadels_api.store.packing import Entry
    from citadels_api.store.ports import Snapshot

__all__ = ["events", "frames", "notices"]

LOOK_AGAIN_S: Final = 20.0
"""How often a stream looks without having heard a bell."""
PAGE: Final = 200
"""How many entries are read at once."""
LONGEST_WAIT_MS: Final = 60_000


class Follower:
    """One viewer of one table: what he has seen so far."""

    def __init__(self, house: House, who: Principal | None, table_id: str, invite: str | None) -> None:
        self.house = house
        self.who = who
        self.table_id = table_id
        self.invite = None if invite is None else sha256(invite.encode()).hexdigest()
        self.seen = 0
        self.wait_s = LOOK_AGAIN_S
        self.ended = False

    async def look(self) -> tuple[Table, Snapshot, int | None]:
        """The table now, if the viewer may see it."""
        snapshot = await self.house.store.load(self.table_id, seed=True)
        table = see(snapshot, self.who, self.invite)
        assert snapshot is not None
        return table, snapshot, seat_of(table, self.who)

    async def first(self) -> Frame:
        """A full view of where the table stands for the viewer."""
        table, snapshot, seat = await self.look()
        position: Position | None = None
        number = snapshot.number
        if behind(table, seat):
            try:
                position = await late_position(self.house, table, snapshot)
                number = position.number
            except Refusal:
                number = 0
        elif table.archived:
            game = await archived_game(self.house, table)
            position = answer_position(table, game, number, seat, asked=table.ended or 0, deadline=None)
        elif snapshot.state is not None:
            game = open_game(snapshot, telling=False)
            position = answer_position(table, game, number, seat, asked=snapshot.asked, deadline=snapshot.deadline)
        self.seen = number
        decision = None if position is None else position.decision
        return Frame("view", table.id, number, snapshot.now, [], position, decision)

    async def more(self) -> list[Frame]:
        """The frames after what was seen; the last is an `end` where nothing more will come."""
        (table, snapshot, seat), logged = await asyncio.gather(
            self.look(), self.house.store.log(self.table_id, after=self.seen, limit=PAGE)
        )
        if table.archived:
            entries = [
                (number, at, entry) for number, at, entry in await archived_log(self.house, table) if number > self.seen
            ]
        else:
            # what came between the two reads comes next time, with the decision that belongs to it
            entries = [(one.number, one.at, entry) for one, entry in opened(logged) if one.number <= snapshot.number]
        if behind(table, seat):
            until = snapshot.now - table.delay_ms
            hidden = [at for _, at, _ in entries if at > until]
            entries = [one for one in entries if one[1] <= until]
            self.wait_s = min(LOOK_AGAIN_S, (hidden[0] - until) / 1000 + 0.005) if hidden else LOOK_AGAIN_S
        else:
            self.wait_s = LOOK_AGAIN_S
        made = []
        for number, at, entry in entries:
            newest = number == snapshot.number and not behind(table, seat)
            made.append(await self.frame(table, snapshot, seat, number, at, entry, newest))
            self.seen = max(self.seen, number)
        if self.seen >= snapshot.number and table.status in ("over", "aborted"):
            self.ended = True
            made.append(Frame("end", table.id, self.seen, snapshot.now, []))
        return made

    async def frame(
        self, table: Table, snapshot: Snapshot, seat: int | None, number: int, at: int, entry: Entry, newest: bool
    ) -> Frame:
        """The frame of one entry; the first of a game brings a full view, since the deal itself is no event."""
        position = None
        seed = snapshot.seed or table.seed
        if any(event.kind == "start" for event in entry.events) and seed is not None:
            dealt = as_it_was(table, entry.events[-1].kind)
            position = answer_position(dealt, game_after(table, seed, [entry]), number, seat, asked=at, deadline=None)
        decision = asked_now(snapshot, seat, entry) if newest and table.status == "running" else None
        return Frame("events", table.id, number, at, answer_events(entry, seat, after=self.seen), position, decision)


def asked_now(snapshot: Snapshot, seat: int | None, entry: Entry) -> DecisionAnswer | None:
    """The decision awaited after the newest entry, with its actions for the seat that is asked."""
    for event in reversed(entry.events):
        if event.kind == "ask":
            if event.seat == seat and snapshot.state is not None:
                game = open_game(snapshot, telling=False)
                return answer_decision(game, seat, snapshot.asked, snapshot.deadline)
            kind, n = event.facts["what"], event.facts["n"]
            assert isinstance(kind, str)
            assert isinstance(n, int)
            return DecisionAnswer(event.seat, kind, n, snapshot.asked, snapshot.deadline)
    if snapshot.state is None:
        return None
    return answer_decision(open_game(snapshot, telling=False), seat, snapshot.asked, snapshot.deadline)


async def frames(
    house: House, who: Principal | None, table_id: str, *, after: int | None = None, invite: str | None = None
) -> AsyncIterator[Frame]:
    """The table from now on: a full view, then its events; or its events after a number."""
    follower = Follower(house, who, table_id, invite)
    await follower.look()
    async with aclosing(house.store.bells.listen(bell(table_id))) as bells:  # type: ignore[type-var]  # a generator
        heard = asyncio.ensure_future(anext(bells))
        try:
            await heard
            heard = asyncio.ensure_future(anext(bells))
            if after is None:
                yield await follower.first()
            else:
                follower.seen = after
            while not follower.ended:
                got = await follower.more()
                for frame in got:
                    yield frame
                if got and not follower.ended:
                    continue
                while not follower.ended:
                    done, _ = await asyncio.wait({heard}, timeout=follower.wait_s)
                    if not done:
                        break
                    _, text = heard.result()
                    heard = asyncio.ensure_future(anext(bells))
                    if not text or text.startswith(table_id):
                        break
        finally:
            heard.cancel()
            await asyncio.gather(heard, return_exceptions=True)


async def events(
    house: House,
    who: Principal | None,
    table_id: str,
    *,
    after: int,
    wait_ms: int = 0,
    invite: str | None = None,
) -> list[Frame]:
    """The frames after a number; where there are none, those that come within the time."""
    follower = Follower(house, who, table_id, invite)
    follower.seen = after
    got = await follower.more()
    if got or wait_ms <= 0:
        return got
    stream = frames(house, who, table_id, after=after, invite=invite)
    async with aclosing(stream):  # type: ignore[type-var]  # a generator
        try:
            async with asyncio.timeout(min(wait_ms, LONGEST_WAIT_MS) / 1000):
                return [await anext(stream)]
        except (TimeoutError, StopAsyncIteration):
            return []


async def notices(house: House, who: Principal | None, *, after: int | None = None) -> AsyncIterator[Notice]:
    """Everything that concerns the asker: first all that he owes, then each change; invitations from a number on."""
    asker = need(who, "play")
    inbox = document("notices", asker.account)
    read = after
    if read is None:
        read = max([number for number, _ in await house.store.appended(inbox, after=0)], default=0)
    while True:
        active = {name for _, name in await house.store.ranked(document("active", asker.account), limit=1000)}
        channels = sorted({bell(asker.account), *[bell(name) for name in active]})
        async with aclosing(house.store.bells.listen(*channels)) as bells:  # type: ignore[type-var]  # a generator
            async for _, text in bells:
                name, _, about = text.partition(" ")
                if not text:
                    owes_now, now, listed = await asyncio.gather(
                        owed(house, asker),
                        house.store.now(),
                        house.store.ranked(document("active", asker.account), limit=1000),
                    )
                    now_active = {one for _, one in listed}
                    if not now_active <= active:
                        break  # one came before anybody listened for it
                    active = now_active
                    yield Notice("snapshot", read, now, owed=owes_now, tables=sorted(active))
                if not text or about == asker.account:
                    for number, raw in await house.store.appended(inbox, after=read):
                        read = number
                        yield invited(number, raw, await house.store.now())
                    if text:
                        break
                elif name in active:
                    notice = await changed(house, asker, name, read)
                    if notice is not None:
                        yield notice


def invited(number: int, raw: bytes, now: int) -> Notice:
    """An invitation as a notice."""
    told = json.loads(raw)
    by = PlayerAnswer(told["by"], told.get("name", ""), "bot" if told.get("bot") else "human")
    return Notice("invited", number, now, table=told["table"], seat=told["seat"], by=by)


async def changed(house: House, asker: Principal, table_id: str, read: int) -> Notice | None:
    """What a change of one of the asker's tables means for him."""
    snapshot = await house.store.load(table_id, seed=True)
    if snapshot is None:
        return None
    one = owes(asker, snapshot)
    if one is not None:
        return Notice("owed", read, snapshot.now, table=table_id, owed=[one], seat=one.seat)
    table = opened_table(snapshot)
    seat = seat_of(table, asker)
    if behind(table, seat):
        return None  # that something happens just now would tell
    return Notice("table", read, snapshot.now, table=table_id, seat=seat)
