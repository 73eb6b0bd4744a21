"""Tables: make, find, join, leave, start, resign, again."""

from __future__ import annotations

import asyncio
import secrets
from hashlib import sha256
from typing import TYPE_CHECKING, Final

import msgspec
from citadels_engine import RULES
from citadels_engine.record import commitment

from citadels_api.answers import Page, TableAnswer
from citadels_api.documents import SeatDoc, Table, pack, unpack_account
from citadels_api.ids import new_id
from citadels_api.problems import Refusal
from citadels_api.service.changing import change, notify, opened_table, table_of
from citadels_api.service.history import deal
from citadels_api.service.house import need
from citadels_api.service.orders import (
    LEVELS,
    ClockOrder,
    SeatOrder,
    TableOrder,
    ai_seat,
    check_clock,
    seat_as_ordered,
    settle,
)
from citadels_api.service.shaping import answer_decision, answer_table, seat_of
from citadels_api.service.stepping import Step, open_game
from citadels_api.store.keys import document
from citadels_api.store.packing import Entry, Told
from citadels_api.store.packing import pack as pack_entry
from citadels_api.store.ports import Change

if TYPE_CHECKING:
    from collections.abc import Callable

    from citadels_api.documents import Accepts
    from citadels_api.service.house import House, Principal
    from citadels_api.store.ports import Outcome, Snapshot

__all__ = [
    "TableOrder",
    "abort",
    "add_ai",
    "create",
    "decline",
    "invite",
    "invite_link",
    "join",
    "leave",
    "quick_match",
    "rematch",
    "resign",
    "start",
    "table",
    "tables",
]

PAGE: Final = 100
SCANNED: Final = 400
"""How many tables a filter looks through for one page."""


# making


async def create(house: House, who: Principal | None, order: TableOrder) -> TableAnswer:
    """Make a table; whoever makes it sits there only where a seat says `you`. It starts at once where that fills it."""
    asker = need(who, "table:create")
    settled = settle(order)
    now, active = await asyncio.gather(
        house.store.now(),
        house.store.ranked(document("active", asker.account), limit=house.settings.tables_per_account),
    )
    if len(active) >= house.settings.tables_per_account:
        raise Refusal("too_many", f"you have {len(active)} tables that are not over; end some first")
    table_id = new_id("game", now)
    seed = secrets.token_hex(32) if order.seed is None else order.seed
    ordered = [*order.seats, *[SeatOrder()] * (order.players - len(order.seats))]
    made = Table(
        id=table_id,
        created=now,
        creator=asker.player,
        name=order.name,
        edition=settled.edition,
        players=order.players,
        scenario=order.scenario,
        cast=settled.cast,
        uniques=settled.uniques,
        options=settled.options,
        crown=order.crown,
        seats=[seat_as_ordered(one, asker.player, asker.kind) for one in ordered],
        clock=settled.clock,
        timeout=order.timeout,
        visibility=order.visibility,
        delay_ms=order.spectator_delay_ms,
        rated=order.rated,
        start="demand" if order.start == "demand" else "full",
        rules=RULES,
        commitment=commitment(table_id, RULES, seed),
        seeded=order.seed is not None,
        match=order.match,
        chance=secrets.token_hex(16),
    )
    entry = Entry(now, 1, [], [Told("created", -1, {"by": asker.account, "commitment": made.commitment}, [])])
    await keep_at_hand(house, asker.account, made)
    await house.store.create(table_id, pack(made), seed, pack_entry(entry), index="open", rank=now)
    await house.store.put_off(table_id, ms=house.settings.idle_table_ms, expects=1)
    await asyncio.gather(
        *[invited(house, made, number, seat.reserved, asker) for number, seat in enumerate(made.seats) if seat.reserved]
    )
    if is_full(made) and made.start == "full":
        return await start_if(house, asker, table_id)
    return answer_table(made, 1, asker)


async def keep_at_hand(house: House, account: str, made: Table) -> None:
    """Note the table among those of an account, before it is there: a note too many is passed over, one too few would lose it."""
    await asyncio.gather(
        house.store.rank(document("active", account), made.id, made.created),
        house.store.rank(document("mine", account), made.id, made.created),
    )


def is_full(found: Table) -> bool:
    """Whether every seat has a player."""
    return all(seat.player is not None for seat in found.seats)


# finding


async def table(house: House, who: Principal | None, table_id: str, *, invite: str | None = None) -> TableAnswer:
    """A table as the asker may know it."""
    found, snapshot = await table_of(house, who, table_id, seed=True, invite=digest(invite))
    return shown(found, snapshot, who)


def shown(found: Table, snapshot: Snapshot, who: Principal | None) -> TableAnswer:
    """The answer about a table that was loaded with its seed."""
    decision = None
    if found.status == "running" and snapshot.state is not None:
        decision = answer_decision(open_game(snapshot, telling=False), None, snapshot.asked, snapshot.deadline)
    return answer_table(found, snapshot.number, who, decision=decision)


async def tables(
    house: House,
    who: Principal | None,
    *,
    status: str = "open",
    cursor: str | None = None,
    limit: int = 20,
    edition: str | None = None,
    players: int | None = None,
    rated: bool | None = None,
    mine: bool = False,
) -> Page[TableAnswer]:
    """Tables, newest first; those of others only where they are public."""
    asker = need(who, "play") if mine else who
    wanted = max(1, min(limit, PAGE))
    before = read_cursor(cursor)
    found: list[TableAnswer] = []
    looked = 0
    while looked < SCANNED:
        if mine and asker is not None:
            listed = await house.store.ranked(document("mine", asker.account), before=before, limit=wanted)
        else:
            listed = await house.store.index(status, before=before, limit=wanted)
        snapshots = await asyncio.gather(*[house.store.load(name) for _, name in listed])
        for place, snapshot in zip(listed, snapshots, strict=True):
            before = place
            looked += 1
            if snapshot is None:
                continue
            one = opened_table(snapshot)
            if (
                (one.status == status)
                and (mine or one.visibility == "public")
                and edition in (None, one.edition)
                and players in (None, one.players)
                and rated in (None, one.rated)
            ):
                found.append(answer_table(one, snapshot.number, who))
            if len(found) == wanted:
                return Page(found, f"{before[0]}.{before[1]}")
        if len(listed) < wanted:
            return Page(found, None)
    return Page(found, f"{before[0]}.{before[1]}" if before else None)


def read_cursor(cursor: str | None) -> tuple[int, str] | None:
    """Where a page begins."""
    if cursor is None:
        return None
    rank, _, name = cursor.partition(".")
    if not (rank.isascii() and rank.isdigit() and len(rank) < 16 and name):
        raise Refusal("invalid", "cursor: not one that a page of this list has given", errors=[{"path": "cursor"}])
    return int(rank), name


# sitting


def seat_change(found: Table, snapshot: Snapshot, *events: Told) -> Change:
    """A change of a table that has not started: its document and these events."""
    entry = Entry(snapshot.now, snapshot.number + 1, [], list(events))
    number = snapshot.number + len(events)
    return Change(
        table=found.id,
        expects=snapshot.number,
        number=number,
        entry=pack_entry(entry),
        doc=pack(found),
    )


def needs_open(found: Table) -> None:
    """Refuse what only an open table allows."""
    if found.status != "open":
        code = "already_started" if found.status == "running" else "not_open"
        raise Refusal(code, f"the table is {found.status}")


async def join(
    house: House, who: Principal | None, table_id: str, *, seat: int | None = None, invite: str | None = None
) -> TableAnswer:
    """Sit down, on the seat named, on one that is kept for the asker, or on the first that is free.

    Whoever sits there already and was replaced by an AI when out of time, takes his seat back.
    """
    asker = need(who, "play", table=table_id)
    secret = digest(invite)

    def sit(found: Table, snapshot: Snapshot) -> Change | None:
        own = seat_of(found, asker)
        if own is not None:
            return come_back(house, found, snapshot, own)
        needs_open(found)
        may_sit = found.visibility != "private" or found.creator.account == asker.account or secret == found.invite
        number = free_seat(found, asker, seat, may_sit)
        if found.rated:
            owner = asker.player.owner or asker.account
            if any(one.player is not None and owner in (one.player.owner, one.player.account) for one in found.seats):
                raise Refusal("same_owner", "a rated game takes one seat of an owner")
        found.seats[number] = SeatDoc(kind="bot" if asker.kind == "bot" else "human", player=asker.player)
        player = {"account": asker.account, "name": asker.player.name, "is": found.seats[number].kind}
        return seat_change(found, snapshot, Told("join", number, player, []))

    found, _ = await table_of(house, who, table_id, invite=secret)
    await keep_at_hand(house, asker.account, found)
    try:
        found, snapshot, outcome = await change(house, asker, table_id, sit, invite=secret)
    except Refusal:
        if seat_of(found, asker) is None:
            await forget(house, asker.account, table_id)
        raise
    await notify(house, asker.account)
    if is_full(found) and found.start == "full" and found.status == "open":
        return await start_if(house, asker, table_id)
    return answer_table(found, snapshot.number if outcome is None else outcome.number, asker)


def come_back(house: House, found: Table, snapshot: Snapshot, own: int) -> Change | None:
    """Take the seat back from the AI that plays on."""
    if found.status != "running" or found.seats[own].level is None:
        if found.status == "open":
            return None
        raise Refusal("already_seated")
    step = Step(found, open_game(snapshot), snapshot)
    found.seats[own].level = None
    step.doc_changed = step.asks = True
    step.tell("return", own)
    return step.change(house)


def free_seat(found: Table, asker: Principal, wanted: int | None, may_sit: bool) -> int:
    """The seat that the asker gets."""
    kept = [number for number, one in enumerate(found.seats) if one.reserved == asker.account and one.player is None]
    if wanted is not None:
        if not 0 <= wanted < len(found.seats):
            raise Refusal("invalid", f"seat: there is no seat {wanted}", errors=[{"path": "seat"}])
        kept = [number for number in kept if number == wanted]
    if kept:
        return kept[0]
    if not may_sit:
        raise Refusal("forbidden", "the table is private: it takes whoever is invited")
    free = [number for number, one in enumerate(found.seats) if one.kind == "open" and wanted in (None, number)]
    if not free:
        raise Refusal("table_full", "no seat is free" if wanted is None else f"seat {wanted} is not free")
    return free[0]


async def forget(house: House, account: str, table_id: str) -> None:
    """Take a table from those of an account."""
    await asyncio.gather(
        house.store.rank(document("active", account), table_id, None),
        house.store.rank(document("mine", account), table_id, None),
    )


async def leave(house: House, who: Principal | None, table_id: str) -> TableAnswer:
    """Get up from a table that has not started."""
    asker = need(who, "play", table=table_id)

    def get_up(found: Table, snapshot: Snapshot) -> Change:
        number = seat_of(found, asker)
        if number is None:
            raise Refusal("not_seated")
        if found.status == "running":
            raise Refusal("already_started", "the game has started: resign, or abort it before the first turn")
        needs_open(found)
        found.seats[number] = SeatDoc()
        return seat_change(found, snapshot, Told("get_up", number, {"account": asker.account}, []))

    found, _, outcome = await change(house, asker, table_id, get_up)
    if found.creator.account != asker.account:
        await forget(house, asker.account, table_id)
    await notify(house, asker.account)
    return answer_table(found, 0 if outcome is None else outcome.number, asker)


async def add_ai(house: House, who: Principal | None, table_id: str, seat: int | None, level: str) -> TableAnswer:
    """Let an AI of the house play a free seat; only who made the table."""
    asker = need(who, "table:create", table=table_id)
    if level not in LEVELS:
        raise Refusal("invalid", f"level: {level!r} is not one of {', '.join(LEVELS)}", errors=[{"path": "level"}])

    def put(found: Table, snapshot: Snapshot) -> Change:
        needs_creator(found, asker)
        needs_open(found)
        free = [number for number, one in enumerate(found.seats) if one.player is None and seat in (None, number)]
        if not free:
            raise Refusal("table_full", "no seat is free" if seat is None else f"seat {seat} is not free")
        found.seats[free[0]] = ai_seat(level)
        return seat_change(found, snapshot, Told("join", free[0], {"account": None, "name": level, "is": "ai"}, []))

    found, _, outcome = await change(house, asker, table_id, put)
    if is_full(found) and found.start == "full":
        return await start_if(house, asker, table_id)
    return answer_table(found, 0 if outcome is None else outcome.number, asker)


def needs_creator(found: Table, asker: Principal) -> None:
    """Refuse what only the table's maker may do."""
    if found.creator.account != asker.account and not asker.may("admin"):
        raise Refusal("forbidden", "only who made the table may do this")


# invitations


def digest(secret: str | None) -> str | None:
    """What is kept of an invitation's secret."""
    return None if secret is None else sha256(secret.encode()).hexdigest()


async def invite_link(house: House, who: Principal | None, table_id: str) -> str:
    """A new secret that lets whoever has it see and join the table; the one before is no longer good."""
    asker = need(who, "table:create", table=table_id)
    secret = secrets.token_urlsafe(18)

    def link(found: Table, snapshot: Snapshot) -> Change:
        needs_creator(found, asker)
        needs_open(found)
        found.invite = digest(secret)
        return seat_change(found, snapshot, Told("invitation", -1, {}, []))

    await change(house, asker, table_id, link)
    return secret


async def invite(
    house: House, who: Principal | None, table_id: str, account_id: str, *, seat: int | None = None
) -> TableAnswer:
    """Keep a free seat for an account (a bot, say) and tell it."""
    asker = need(who, "table:create", table=table_id)
    kept = await house.store.get(document("acct", account_id))
    account = None if kept is None else unpack_account(kept)
    if account is None or account.retired:
        raise Refusal("not_found", "there is no such account")
    taken: list[int] = []

    def keep(found: Table, snapshot: Snapshot) -> Change:
        needs_creator(found, asker)
        needs_open(found)
        why = unwelcome(found, account.accepts)
        if why is not None:
            raise Refusal("bad_setup", f"{account.name} does not play {why}")
        free = [number for number, one in enumerate(found.seats) if one.kind == "open" and seat in (None, number)]
        if not free:
            raise Refusal("table_full", "no seat is free" if seat is None else f"seat {seat} is not free")
        taken[:] = free[:1]
        found.seats[free[0]] = SeatDoc(kind="reserved", reserved=account_id)
        return seat_change(found, snapshot, Told("reserved", free[0], {"account": account_id}, []))

    found, _, outcome = await change(house, asker, table_id, keep)
    await invited(house, found, taken[0], account_id, asker)
    return answer_table(found, 0 if outcome is None else outcome.number, asker)


def unwelcome(found: Table, accepts: Accepts | None) -> str | None:
    """What of a table a bot does not accept; None where it takes it all."""
    if accepts is None:
        return None
    if found.edition not in accepts.editions:
        return f"the {found.edition} edition"
    if found.players not in accepts.players:
        return f"with {found.players} players"
    if found.clock.kind not in accepts.clocks:
        return f"with a clock of the kind {found.clock.kind}"
    time = found.clock.limit_ms if found.clock.bank_ms is None else found.clock.bank_ms
    if time is not None and time < accepts.least_ms:
        return f"with less than {accepts.least_ms} ms"
    if found.rated and not accepts.rated:
        return "rated games"
    return None


async def invited(house: House, found: Table, seat: int, account: str | None, by: Principal) -> None:
    """Tell an account that a seat is kept for it."""
    if account is not None:
        text = f'{{"table":"{found.id}","seat":{seat},"by":"{by.account}"}}'
        await house.store.append(document("notices", account), text.encode(), keep=200)
        await notify(house, account)


async def decline(house: House, who: Principal | None, table_id: str) -> TableAnswer:
    """Give back a seat that was kept for the asker."""
    asker = need(who, "play", table=table_id)

    def give_back(found: Table, snapshot: Snapshot) -> Change:
        needs_open(found)
        kept = [number for number, one in enumerate(found.seats) if one.reserved == asker.account]
        if not kept:
            raise Refusal("not_seated", "no seat is kept for you at this table")
        for number in kept:
            found.seats[number] = SeatDoc()
        return seat_change(found, snapshot, *[Told("declined", number, {}, []) for number in kept])

    found, _, outcome = await change(house, asker, table_id, give_back)
    return answer_table(found, 0 if outcome is None else outcome.number, None)


# starting and ending


def start_step(house: House, found: Table, snapshot: Snapshot) -> Change:
    """Deal, and ask the first decision."""
    assert snapshot.seed is not None
    found.status = "running"
    found.started = snapshot.now
    for seat in found.seats:
        if found.clock.bank_ms is not None:
            seat.bank_ms = found.clock.bank_ms
        seat.reserved = None
    game = deal(found, snapshot.seed, telling=True)
    step = Step(found, game, snapshot, dealt=True)
    step.tell("start", crown=game.crown)
    step.events.extend([Told.of(event) for event in game.events])
    step.settle()
    return step.change(house)


async def start_if(house: House, asker: Principal, table_id: str) -> TableAnswer:
    """Start a table that is full, unless somebody else just has."""

    def begin(found: Table, snapshot: Snapshot) -> Change | None:
        return start_step(house, found, snapshot) if found.status == "open" and is_full(found) else None

    return await started(house, asker, table_id, begin)


async def start(house: House, who: Principal | None, table_id: str) -> TableAnswer:
    """Start on demand: every seat needs a player; only who made the table."""
    asker = need(who, "table:create", table=table_id)

    def begin(found: Table, snapshot: Snapshot) -> Change:
        needs_creator(found, asker)
        needs_open(found)
        if not is_full(found):
            free = [str(number) for number, seat in enumerate(found.seats) if seat.player is None]
            raise Refusal("not_open", f"seats {', '.join(free)} have no player yet")
        return start_step(house, found, snapshot)

    return await started(house, asker, table_id, begin)


async def started(
    house: House, asker: Principal, table_id: str, begin: Callable[[Table, Snapshot], Change | None]
) -> TableAnswer:
    """The table once it was started, its AI called."""
    _, _, outcome = await change(house, asker, table_id, begin)
    found, snapshot = await table_of(house, asker, table_id, seed=True)
    if outcome is not None:
        call(house, found, snapshot, outcome)
    return shown(found, snapshot, asker)


def call(house: House, found: Table, snapshot: Snapshot, outcome: Outcome) -> None:
    """Ring for the AI that is asked in a running game."""
    if found.status == "running" and snapshot.state is not None:
        Step(found, open_game(snapshot, telling=False), snapshot).call(house, outcome)


async def abort(house: House, who: Principal | None, table_id: str) -> TableAnswer:
    """Break a table off: an open one who made it, a running one any player, before the first turn."""
    asker = need(who, "play", table=table_id)

    def break_off(found: Table, snapshot: Snapshot) -> Change:
        if found.status == "open":
            needs_creator(found, asker)
            found.status = "aborted"
            found.ended = snapshot.now
            made = seat_change(found, snapshot, Told("aborted", -1, {"why": "the table was closed"}, []))
            return ended(house, made, "open", found)
        own = seat_of(found, asker)
        if found.status != "running":
            raise Refusal("game_over", f"the table is {found.status}")
        if own is None:
            raise Refusal("not_seated")
        game = open_game(snapshot)
        if game.round > 1 or game.turn is not None:
            raise Refusal("already_started", "the first turn has begun: resign instead")
        step = Step(found, game, snapshot)
        step.break_off(f"seat {own} called it off before the first turn")
        return step.change(house)

    found, _, outcome = await change(house, asker, table_id, break_off)
    return answer_table(found, 0 if outcome is None else outcome.number, asker)


def ended(house: House, made: Change, index: str, found: Table) -> Change:
    """The same change, of a table that ends with it."""
    return msgspec.structs.replace(
        made, moves_from=index, moves_to="aborted", rank=found.created, due_in=house.settings.linger_ms
    )


async def resign(house: House, who: Principal | None, table_id: str) -> TableAnswer:
    """Give up: the default action plays on for the seat, which is placed after all who stayed."""
    asker = need(who, "play", table=table_id)

    def give_up(found: Table, snapshot: Snapshot) -> Change | None:
        own = seat_of(found, asker)
        if own is None:
            raise Refusal("not_seated")
        if found.status == "open":
            raise Refusal("not_started", "the game has not started: leave instead")
        if found.status != "running":
            raise Refusal("game_over", f"the table is {found.status}")
        if found.seats[own].left is not None:
            return None
        return leave_step(found, snapshot, own, "resigned").change(house)

    found, _, outcome = await change(house, asker, table_id, give_up)
    if outcome is not None and found.status == "running":
        _, snapshot = await table_of(house, asker, table_id, seed=True)
        call(house, found, snapshot, outcome)
    return answer_table(found, 0 if outcome is None else outcome.number, asker)


def leave_step(found: Table, snapshot: Snapshot, seat: int, why: str) -> Step:
    """The step in which a player goes for good."""
    step = Step(found, open_game(snapshot), snapshot)
    found.seats[seat].left = why
    found.seats[seat].level = None
    found.left.append(seat)
    step.doc_changed = True
    step.tell("resign" if why == "resigned" else "forfeit", seat)
    step.settle()
    return step


# again, and at once


async def rematch(house: House, who: Principal | None, table_id: str) -> TableAnswer:
    """The same table again: the first who asks makes it, with seats kept for the others; the others get the one that was made."""
    asker = need(who, "table:create")
    found, _ = await table_of(house, asker, table_id)
    if seat_of(found, asker) is None and found.creator.account != asker.account:
        raise Refusal("not_seated", "a rematch is for those who sat at the table")
    if found.status not in ("over", "aborted"):
        raise Refusal("not_open", "the game is not over yet")
    if found.rematch is not None:
        return await table(house, asker, found.rematch)
    clock = found.clock
    order = TableOrder(
        name=found.name,
        edition=found.edition,
        players=found.players,
        cast=found.cast,
        uniques=found.uniques,
        options=found.options,
        seats=[again(seat, asker) for seat in found.seats],
        clock=ClockOrder(clock.kind, clock.limit_ms, clock.bank_ms, clock.increment_ms)
        if clock.kind != "correspondence"
        else ClockOrder("correspondence", days=(clock.limit_ms or 0) // 86_400_000),
        timeout=found.timeout,
        visibility=found.visibility,
        spectator_delay_ms=found.delay_ms,
        rated=found.rated,
        start=found.start,
        crown=found.crown,
    )
    made = await create(house, asker, order)
    if found.archived:
        return made

    def link(before: Table, seen: Snapshot) -> Change | None:
        if before.rematch is not None:
            return None
        before.rematch = made.id
        return seat_change(before, seen, Told("rematch", -1, {"table": made.id}, []))

    before, _, outcome = await change(house, asker, table_id, link)
    if outcome is None and before.rematch is not None and before.rematch != made.id:
        if made.status == "open":
            await abort(house, asker, made.id)
        return await table(house, asker, before.rematch)
    return made


def again(seat: SeatDoc, asker: Principal) -> SeatOrder:
    """A seat of the table that is played again."""
    if seat.player is None:
        return SeatOrder()
    if seat.player.level is not None:
        return SeatOrder("ai", level=seat.player.level)
    if seat.player.account == asker.account:
        return SeatOrder("you")
    return SeatOrder("reserved", account=seat.player.account)


async def quick_match(
    house: House,
    who: Principal | None,
    *,
    edition: str = "modern",
    players: int = 4,
    clock: ClockOrder | None = None,
    rated: bool = False,
    ai_fill: str | None = None,
) -> TableAnswer:
    """Sit at an open table of this kind, or make one; `ai_fill` gives the other seats to an AI at once."""
    asker = need(who, "table:create")
    need(who, "play")
    wanted = ClockOrder("decision", limit_ms=30_000) if clock is None else clock
    kept = check_clock(wanted)
    match = f"{edition}/{players}/{kept.kind}/{kept.limit_ms}/{kept.bank_ms}/{kept.increment_ms}/{rated}"
    if ai_fill is None:
        for _, name in await house.store.index("open", before=None, limit=SCANNED):
            snapshot = await house.store.load(name)
            if snapshot is None or opened_table(snapshot).match != match:
                continue
            try:
                return await join(house, asker, name)
            except Refusal as refusal:
                if refusal.code not in ("table_full", "already_started", "not_open", "same_owner", "not_found"):
                    raise
    others = [SeatOrder() if ai_fill is None else SeatOrder("ai", level=ai_fill)] * (players - 1)
    order = TableOrder(
        edition=edition,
        players=players,
        seats=[SeatOrder("you"), *others],
        clock=wanted,
        rated=rated,
        match=match if ai_fill is None else None,
    )
    return await create(house, asker, order)
