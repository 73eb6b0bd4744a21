"""Following: the events of a table, and everything that concerns an account.

A stream never holds more than one entry in memory: it reads the log from the number it has sent last, whenever a bell says that there is
more. So a reader who comes back with the last number he saw gets no gap and no duplicate, and one who is slow holds up nobody.
"""

from __future__ import annotations

import asyncio
import json
from contextlib import aclosing
from hashlib import sha256
from typing import TYPE_CHECKING

from msgspec.structs import replace

from citadels_api.context import need
from citadels_api.play.contract import DecisionAnswer
from citadels_api.play.game_log import game_after, opened
from citadels_api.play.service import as_it_was, late_position, owed, owes
from citadels_api.play.step import open_game
from citadels_api.problems import Refusal
from citadels_api.records.service import archived_game, archived_log
from citadels_api.store.keys import bell, document
from citadels_api.streams.contract import Frame, Notice
from citadels_api.streams.log_tail import LOOK_AGAIN_S, PAGE, along, within
from citadels_api.tables.contract import PlayerAnswer
from citadels_api.tables.serializer import answer_decision, answer_events, answer_position, behind, hidden, seat_of
from citadels_api.tables.transaction import needs_open_seal, opened_table, see, unsealed

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from citadels_api.context import House, Principal
    from citadels_api.play.contract import Position
    from citadels_api.store.log_codec import Entry
    from citadels_api.store.ports import Snapshot
    from citadels_api.tables.stored import Table


class Follower:
    """One viewer of one table: what he has seen so far."""

    def __init__(
        self, house: House, who: Principal | None, table_id: str, invite: str | None, positions: bool = False
    ) -> None:
        self.house = house
        self.who = who
        self.table_id = table_id
        self.invite = None if invite is None else sha256(invite.encode()).hexdigest()
        self.positions = positions
        """Whether the newest frame always brings the whole position."""
        self.seen = 0
        self.wait_s = LOOK_AGAIN_S
        self.ended = False

    async def look(self) -> tuple[Table, Snapshot, int | None]:
        """The table now, if the viewer may see it."""
        snapshot = await self.house.store.load(self.table_id, seed=True)
        table = await unsealed(self.house, see(snapshot, self.who, self.invite))
        assert snapshot is not None
        seat = seat_of(table, self.who)
        if hidden(table, seat):
            needs_open_seal(table)
        return table, snapshot, seat

    async def first(self) -> Frame:
        """A full view of where the table stands for the viewer."""
        table, snapshot, seat = await self.look()
        position = await self.stands(table, snapshot, seat)
        number = snapshot.number
        if behind(table, seat):
            number = 0 if position is None else position.number
        self.seen = number
        decision = None if position is None else position.decision
        return Frame("view", table.id, number, snapshot.now, [], position, decision)

    async def stands(self, table: Table, snapshot: Snapshot, seat: int | None) -> Position | None:
        """The position that the viewer sees now; None before the deal."""
        if behind(table, seat):
            try:
                return await late_position(self.house, table, snapshot)
            except Refusal:
                return None
        number = snapshot.number
        if table.archived:
            game = await archived_game(self.house, table)
            return answer_position(table, game, number, seat, asked=table.ended or 0, deadline=None)
        if snapshot.state is None:
            return None
        game = open_game(snapshot, telling=False)
        return answer_position(table, game, number, seat, asked=snapshot.asked, deadline=snapshot.deadline)

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
        if made and self.positions:
            position = await self.stands(table, snapshot, seat)
            if position is not None and position.number == made[-1].number:
                made[-1] = replace(made[-1], position=position, decision=position.decision)
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
        asks = newest and not self.positions and table.status == "running"
        decision = asked_now(snapshot, seat, entry) if asks else None
        return Frame(
            "events", table.id, number, at, answer_events(table, entry, seat, after=self.seen), position, decision
        )


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


def frames(
    house: House,
    who: Principal | None,
    table_id: str,
    *,
    after: int | None = None,
    invite: str | None = None,
    positions: bool = False,
) -> AsyncIterator[Frame]:
    """The table from now on: a full view, then its events; or its events after a number. With `positions` the newest frame has one."""
    return along(house, table_id, Follower(house, who, table_id, invite, positions), after=after)


async def events(
    house: House,
    who: Principal | None,
    table_id: str,
    *,
    after: int,
    wait_ms: int = 0,
    invite: str | None = None,
    positions: bool = False,
) -> list[Frame]:
    """The frames after a number; where there are none, those that come within the time."""
    follower = Follower(house, who, table_id, invite, positions)
    follower.seen = after
    got = await follower.more()
    if got or wait_ms <= 0:
        return got
    return await within(frames(house, who, table_id, after=after, invite=invite, positions=positions), wait_ms)


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
    if "tournament" in told:
        return Notice("tournament", number, now, by=by, tournament=told["tournament"])
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
    if behind(table, seat) or hidden(table, seat):
        return None  # that something happens just now would tell
    return Notice("table", read, snapshot.now, table=table_id, seat=seat)
