"""Making a tournament, and changing it before it starts."""

from __future__ import annotations

import asyncio
import secrets
from typing import TYPE_CHECKING, Final

import msgspec
from citadels_contest.log import entered_entry
from citadels_contest.tournament import Tournament
from citadels_contest.types import ContestError, Entrant
from citadels_engine import RULES
from citadels_engine.formats.record import commitment

from citadels_api.accounts.account_store import check_text
from citadels_api.context import need
from citadels_api.ids import new_id
from citadels_api.problems import Refusal
from citadels_api.store.keys import document
from citadels_api.tournaments.log import INDEXES, Held, Wanted, change, held, lots_of, packed, refusal_of
from citadels_api.tournaments.options import (
    TournamentOrder,
    check_conditions,
    check_game,
    check_games,
    check_schedule,
    merged,
    rescheduled,
    resettled,
    settle,
)
from citadels_api.tournaments.serializer import answer_tournament, may_run, seen
from citadels_api.tournaments.stored import TournamentDoc, pack_tournament

if TYPE_CHECKING:
    from citadels_contest.log import Entry

    from citadels_api.context import House, Principal
    from citadels_api.tables.stored import Player
    from citadels_api.tournaments.contract import TournamentAnswer
    from citadels_api.tournaments.options import TournamentChange


START_MS: Final = 5000
"""How long the clock leaves the start of a tournament that begins now to whoever makes it."""
MOST_ACTIVE: Final = 50
"""Tournaments of one organizer that are not over."""


def mine_key(account: str) -> str:
    """The tournaments that an account has made, or takes part in."""
    return document("tours", account)


def active_key(account: str) -> str:
    """The tournaments of an organizer that are not over."""
    return document("tours-active", account)


def needs_organizer(doc: TournamentDoc, who: Principal) -> None:
    """Refuse what only the organizer may do."""
    if not may_run(doc, who):
        raise Refusal("forbidden", "only the organizer may do this")


async def make(house: House, who: Principal | None, order: TournamentOrder) -> TournamentAnswer:
    """Make a tournament; its bots of the house enter it, and one that begins now starts at once."""
    asker = need(who, "tournament:write")
    check_text("name", order.name, 60)
    check_text("about", order.about, 2_000)
    now = await house.store.now()
    settled = settle(order, now)
    await needs_room(house, asker.account)
    conditions = order.conditions
    if order.rated and conditions.bots_per_owner is None:
        conditions = msgspec.structs.replace(conditions, bots_per_owner=1)
    doc = TournamentDoc(
        id=new_id("tour", now),
        created=now,
        organizer=asker.player,
        name=order.name,
        about=order.about,
        settings=settled.settings.to_json(),
        duplicate_said=order.settings.get("duplicate") is not None,
        edition=order.edition,
        scenarios=settled.scenarios,
        cast=order.cast,
        uniques=order.uniques,
        options=dict(order.options),
        clock=order.clock,
        timeout=settled.timeout,
        visibility=order.visibility,
        delay_ms=order.spectator_delay_ms,
        rated=order.rated,
        conditions=conditions,
        schedule=order.schedule,
        house=list(order.house),
        grace_ms=order.grace_ms,
        at_once=order.at_once,
        rules=RULES,
        commitment="",
    )
    secret = secrets.token_hex(32)
    begins_now = order.schedule.begins == "now"
    if begins_now:
        check_start(doc, secret, now)
    await keep(house, doc, secret, now, by=asker.player)

    def complete(there: Held) -> Wanted | None:
        if there.doc.status != "entry":
            return None  # the clock was quicker
        entries = house_entries(there)
        if begins_now:
            return begun(there, entries)
        return Wanted(entries) if entries else None

    if order.house or begins_now:
        there, _ = await change(house, doc.id, complete)
    else:
        there = await seen(house, asker, doc.id)
    return answer_tournament(there)


def check_start(doc: TournamentDoc, secret: str, now: int) -> None:
    """Refuse one that begins now and cannot: nothing of it is kept."""
    event = Tournament(lots_of(doc, secret))
    there = Held(doc, event, 0, now, secret)
    try:
        for entry in begun(there, house_entries(there)).entries:
            event.apply(entry)
    except ContestError as error:
        raise refusal_of(error) from None


async def needs_room(house: House, account: str) -> None:
    """Refuse one more tournament to an organizer who runs as many as he may; those that are over since are counted no more."""
    listed = await house.store.ranked(active_key(account), limit=MOST_ACTIVE)
    if len(listed) < MOST_ACTIVE:
        return
    active = 0
    for _, name in listed:
        there = await held(house, name)
        if there is None or there.doc.status in ("over", "cancelled"):
            await house.store.rank(active_key(account), name, None)
        else:
            active += 1
    if active >= MOST_ACTIVE:
        raise Refusal("too_many", f"you run {active} tournaments that are not over; end some first")


async def keep(house: House, doc: TournamentDoc, secret: str, now: int, *, by: Player) -> bool:
    """Keep a new tournament, whose commitment to its secret stands from the first entry on; false where it was made already."""
    doc = msgspec.structs.replace(
        doc, rules=RULES, commitment=commitment(doc.id, RULES, secret), final=None, secret=None
    )
    entry: Entry = {"kind": "created", "by": by.account, "commitment": doc.commitment, "at": now}
    if by.account is not None:
        await asyncio.gather(
            house.store.rank(mine_key(by.account), doc.id, doc.created),
            house.store.rank(active_key(by.account), doc.id, doc.created),
        )
    at = begins_at(doc)
    return await house.store.create(
        doc.id,
        pack_tournament(doc),
        secret,
        packed([entry]),
        index=INDEXES["entry"],
        rank=doc.created,
        due_in=None if at is None else max(0, at - now),
    )


def begins_at(doc: TournamentDoc) -> int | None:
    """When the clock starts it, None where the organizer does: one that begins now soon after it was made, if whoever made it could not."""
    return doc.created + START_MS if doc.schedule.begins == "now" else doc.schedule.at


def house_entries(there: Held) -> list[Entry]:
    """The entries by which the bots of the house come in that were ordered and are not there yet."""
    entries: list[Entry] = []
    counts: dict[str, int] = {}
    for level in there.doc.house:
        counts[level] = counts.get(level, 0) + 1
        name = level if counts[level] == 1 else f"{level}#{counts[level]}"
        if name not in there.event.entrants:
            entries.append(entered_entry(Entrant(name, name, "house", None, level)))
    return entries


def begun(there: Held, entries: list[Entry]) -> Wanted:
    """The start, with who has to come in first; the clock makes the first round at once.

    Where nobody has said whether deals are played again at other seats, they are where only bots of the house take part: nobody sees
    more of a deal by it.
    """
    event, doc = there.event, there.doc
    settings = event.settings
    only_house = all(entrant.kind == "house" for entrant in event.entrants.values())
    if not doc.duplicate_said and settings.duplicate != only_house:
        settings = settings._replace(duplicate=only_house)
        doc = msgspec.structs.replace(doc, settings={**doc.settings, "duplicate": only_house})
    check_games(settings, len(event.entrants) + len(entries))
    doc = msgspec.structs.replace(doc, entry_open=doc.entry_open and settings.late != "refuse")
    return Wanted([*entries, {"kind": "started"}], doc)


async def update(house: House, who: Principal | None, tour_id: str, wanted: TournamentChange) -> TournamentAnswer:
    """Change a tournament; once it has started only what it is called and said to be, how long tables wait, and how many are played at once."""
    asker = need(who, "tournament:write")
    if wanted.name is not None:
        check_text("name", wanted.name, 60)
    if wanted.about is not None:
        check_text("about", wanted.about, 2_000)

    def alter(there: Held) -> Wanted | None:
        doc = there.doc
        needs_organizer(doc, asker)
        if doc.status in ("over", "cancelled"):
            raise Refusal("game_over", f"the tournament is {doc.status}")
        after = changed(doc, wanted, there.now)
        if after == doc:
            return None
        early = (after.settings, after.conditions, after.schedule) != (doc.settings, doc.conditions, doc.schedule)
        if early and doc.status != "entry":
            raise Refusal("already_started", "what is played is settled once the tournament has started")
        names = [name for name in TournamentDoc.__struct_fields__ if getattr(after, name) != getattr(doc, name)]
        return Wanted([{"kind": "changed", "what": names}], after)

    await seen(house, asker, tour_id)
    there, _ = await change(house, tour_id, alter)
    return answer_tournament(there)


def changed(doc: TournamentDoc, wanted: TournamentChange, now: int) -> TournamentDoc:
    """The document with what is wanted, if that can be."""
    said = {
        name: getattr(wanted, name)
        for name in ("name", "about", "grace_ms", "at_once")
        if getattr(wanted, name) is not None
    }
    after = msgspec.structs.replace(doc, **said)
    if wanted.settings is not None:
        settings, timeout, said_so = resettled(doc, wanted.settings)
        check_game(settings, doc.edition, doc.scenarios, doc.cast, doc.uniques, doc.options)
        after = msgspec.structs.replace(after, settings=settings.to_json(), timeout=timeout, duplicate_said=said_so)
    if wanted.conditions is not None:
        conditions = merged(doc.conditions, wanted.conditions)
        check_conditions(conditions)
        if doc.rated and conditions.bots_per_owner is None:
            conditions = msgspec.structs.replace(conditions, bots_per_owner=1)
        if doc.rated and conditions.bots_per_owner != 1:
            raise Refusal("bad_setup", "conditions.bots_per_owner: in a rated tournament an owner has one entrant")
        after = msgspec.structs.replace(after, conditions=conditions)
    if wanted.schedule is not None:
        after = msgspec.structs.replace(after, schedule=rescheduled(doc.schedule, wanted.schedule))
        check_schedule(after.schedule, now)
        if after.schedule.begins == "now":
            raise Refusal("bad_setup", "schedule.begins: start it instead")
    if not 1 <= after.at_once <= 100:
        raise Refusal("bad_setup", "at_once: from 1 to 100")
    if not 1 <= after.grace_ms <= 14 * 86_400_000:
        raise Refusal("bad_setup", "grace_ms: from 1 to 1209600000")
    return after
