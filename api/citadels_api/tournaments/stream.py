"""Following a tournament: its log from any number on, with the standings after what is newest.

A stream holds no more than one page of the log, and reads on from the number that it has sent last whenever a bell says that there is
more. The bell is a hint that may be lost; the log is the truth: so there is no gap and no duplicate, however often one comes back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from citadels_api.streams.log_tail import LOOK_AGAIN_S, PAGE, along, within
from citadels_api.tournaments.contract import TournamentFrame
from citadels_api.tournaments.log import entries_of
from citadels_api.tournaments.log_archive import batches
from citadels_api.tournaments.sealed_deals import open_entry
from citadels_api.tournaments.serializer import answer_entries, answer_progress, may_run, seen
from citadels_api.tournaments.statistics import placed, placed_in

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from citadels_contest.log import Entry

    from citadels_api.context import House, Principal
    from citadels_api.tournaments.contract import EntryAnswer
    from citadels_api.tournaments.log import Held


class Follower:
    """One viewer of one tournament: what he has seen so far."""

    def __init__(self, house: House, who: Principal | None, tour_id: str) -> None:
        self.house = house
        self.who = who
        self.tour_id = tour_id
        self.seen = 0
        self.owes = False
        """Whether the standings after what was sent last are still to be told."""
        self.wait_s = LOOK_AGAIN_S
        self.ended = False

    async def look(self) -> Held:
        """The tournament now, if the viewer may see it."""
        return await seen(self.house, self.who, self.tour_id)

    async def first(self) -> TournamentFrame:
        """Where it stands."""
        there = await self.look()
        self.seen = there.number
        return self.newest(there, "state", there.number, there.now, [])

    async def more(self) -> list[TournamentFrame]:
        """The frames after what was seen; the last is an `end` where nothing more will come."""
        there = await self.look()
        if self.seen > there.number:  # of another tournament, or of what a store that failed has lost
            self.seen = there.number
            return [self.newest(there, "state", there.number, there.now, [])]
        made: list[TournamentFrame] = []
        logged = await batches(self.house, self.tour_id, after=self.seen, until=there.number, limit=PAGE)
        for one in logged:
            told = [self.told(there, entry) for entry in entries_of(one)]
            entries = answer_entries(told, one.number, one.at, after=self.seen)
            self.seen = one.number
            if one.number == there.number:
                made.append(self.newest(there, "entries", one.number, one.at, entries))
            else:
                made.append(TournamentFrame("entries", self.tour_id, one.number, one.at, entries, there.doc.status))
        if self.owes and not logged:
            frame = self.newest(there, "state", self.seen, there.now, [])
            made += [frame] if frame.standings is not None else []
        if self.seen >= there.number and there.doc.status in ("over", "cancelled") and there.doc.secret is not None:
            self.ended = True
            made.append(TournamentFrame("end", self.tour_id, self.seen, there.now, [], there.doc.status))
        return made

    def told(self, there: Held, entry: Entry) -> Entry:
        """An entry as the viewer may know it: who was invited is for the organizer, and for who was invited."""
        if entry.get("kind") != "invited" or may_run(there.doc, self.who):
            return open_entry(there.event, entry)
        own = () if self.who is None else (self.who.account, self.who.player.owner)
        return entry if entry.get("account") in own else {"kind": "invited"}

    def newest(self, there: Held, kind: str, number: int, at: int, entries: list[EntryAnswer]) -> TournamentFrame:
        """A frame with the standings, unless they were worked out too short a time ago: then they come in a frame of their own."""
        kept = self.house.folded.get(self.tour_id)
        standings = None if kept is None else placed(kept)
        self.owes = standings is None
        self.wait_s = LOOK_AGAIN_S if standings is not None or kept is None else placed_in(kept) + 0.005
        return TournamentFrame(
            kind, self.tour_id, number, at, entries, there.doc.status, standings, answer_progress(there)
        )


def frames(
    house: House, who: Principal | None, tour_id: str, *, after: int | None = None
) -> AsyncIterator[TournamentFrame]:
    """The tournament from now on: where it stands, then its entries; or its entries after a number."""
    return along(house, tour_id, Follower(house, who, tour_id), after=after)


async def events(
    house: House, who: Principal | None, tour_id: str, *, after: int | None = None, wait_ms: int = 0
) -> list[TournamentFrame]:
    """The frames after a number (without one, where it stands); where there are none, those that come within the time."""
    follower = Follower(house, who, tour_id)
    if after is None:
        return [await follower.first()]
    follower.seen = after
    got = await follower.more()
    if got or wait_ms <= 0:
        return got
    return await within(frames(house, who, tour_id, after=after), wait_ms)
