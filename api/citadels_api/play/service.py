"""Playing: the position, the move, what is owed.

A move has one of these answers: it was taken, and how much of it; the same again for the same key; or a refusal that says
what stands in its way. What was taken is never undone.
"""

from __future__ import annotations

import asyncio
import json
import re
import secrets
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final

import msgspec
from citadels_engine import CitadelsError, UnknownAction, action_from_json, legal_actions, parse, view, why_not

from citadels_api.context import need
from citadels_api.play.contract import Committed, Owed, Position, ReasonAnswer
from citadels_api.play.game_log import game_after, opened
from citadels_api.play.step import Step, is_ai, open_game
from citadels_api.problems import Refusal
from citadels_api.records.service import archived_game
from citadels_api.store.keys import document
from citadels_api.tables.serializer import answer_events, answer_position, behind, hidden, seat_of
from citadels_api.tables.stored import unpack_table
from citadels_api.tables.transaction import TRIES, commit, needs_open_seal, see, settle_soon, unsealed

if TYPE_CHECKING:
    from collections.abc import Awaitable, Sequence

    from citadels_engine import Action, Game, View

    from citadels_api.context import House, Principal
    from citadels_api.store.ports import Known, Snapshot
    from citadels_api.tables.stored import Table


LONGEST_KEY: Final = 64
MOST_ACTIONS: Final = 64
BECAME: Final = {
    "conflict": "conflict", "illegal_action": "illegal", "not_your_turn": "not_your_turn", "key_reused": "key_reused",
    "clock_expired": "late", "game_over": "over", "unknown_outcome": "unknown",
}  # fmt: skip
"""What became of a move that was refused, as the metrics have it."""
RULE: Final = re.compile(r"\(([A-Z][A-Z0-9_.-]*[0-9])[,)]")


def key_name(who: Principal | None, key: str | None) -> str | None:
    """The name under which a key is remembered: keys of different accounts do not meet."""
    return None if who is None or key is None else f"{who.account}:{key}"


def prefetch(house: House, who: Principal | None, table_id: str, key: str | None) -> Awaitable[Snapshot | None]:
    """The read that a move begins with, so that a door can send it together with its other questions.

    Where it is not known yet who asks, nothing is asked about the key: the commit finds it, or `submit` looks again.
    """
    return house.store.load(table_id, key=key_name(who, key), seed=True)


# looking


async def position(
    house: House, who: Principal | None, table_id: str, *, prefetched: Snapshot | None = None, invite: str | None = None
) -> Position:
    """The game as the asker may know it: from his seat, or as spectators see it, as late as the table says."""
    return (await looked_at(house, who, table_id, prefetched=prefetched, invite=invite))[0]


async def looked_at(
    house: House, who: Principal | None, table_id: str, *, prefetched: Snapshot | None = None, invite: str | None = None
) -> tuple[Position, Game, int | None]:
    """The position that the asker may know, the game in it, and his seat: with the game nothing but views is to be made."""
    snapshot = prefetched or await house.store.load(table_id, seed=True)
    secret = None if invite is None else sha256(invite.encode()).hexdigest()
    table = await unsealed(house, see(snapshot, who, secret))
    assert snapshot is not None
    seat = seat_of(table, who)
    if hidden(table, seat):
        needs_open_seal(table)
    if table.archived:
        game = await archived_game(house, table)
        return answer_position(table, game, snapshot.number, seat, asked=table.ended or 0, deadline=None), game, seat
    if snapshot.state is None:
        raise Refusal("not_started", "the game has not started")
    if behind(table, seat):
        return *await late_game(house, table, snapshot), seat
    game = open_game(snapshot, telling=False)
    told = answer_position(table, game, snapshot.number, seat, asked=snapshot.asked, deadline=snapshot.deadline)
    return told, game, seat


async def late_position(house: House, table: Table, snapshot: Snapshot) -> Position:
    """The game as spectators see it: as it was so long ago."""
    return (await late_game(house, table, snapshot))[0]


async def late_game(house: House, table: Table, snapshot: Snapshot) -> tuple[Position, Game]:
    """The position that spectators see, and the game in it: as it was so long ago."""
    assert snapshot.seed is not None
    until = snapshot.now - table.delay_ms
    seen = [(logged, entry) for logged, entry in opened(await house.store.log(table.id)) if logged.at <= until]
    started = any(event.kind == "start" for _, entry in seen for event in entry.events)
    if not started:
        raise Refusal("not_started", "the game has not started, as far as spectators can see", retry_after=1)
    game = game_after(table, snapshot.seed, [entry for _, entry in seen])
    last = seen[-1][0]
    return answer_position(table, game, last.number, None, asked=last.at, deadline=None), game


async def reasons(
    house: House, who: Principal | None, table_id: str, actions: Sequence[str], *, invite: str | None = None
) -> list[ReasonAnswer]:
    """Of each action whether it is legal now for the asker, and else why not, as far as his view can tell."""
    if not 1 <= len(actions) <= MOST_ACTIONS:
        raise Refusal("invalid", f"actions: from 1 to {MOST_ACTIONS}", errors=[{"path": "actions"}])
    shown, game, seat = await looked_at(house, who, table_id, invite=invite)
    if shown.status != "running":
        raise Refusal("game_over", f"the game is {shown.status}")
    seen = view(game, seat)
    return [reason(seen, text) for text in actions]


def reason(seen: View, text: str) -> ReasonAnswer:
    """Whether an action is legal in a view, and why not."""
    try:
        action = parse(text)
        if action in seen.actions:
            return ReasonAnswer(text, True, None, None)
        sentence = why_not(seen, action)
    except CitadelsError as unknown:
        return ReasonAnswer(text, False, None, str(unknown))
    found = RULE.search(sentence)
    return ReasonAnswer(text, False, found[1] if found else None, sentence.removeprefix(f"{action.text}: "))


async def owed(house: House, who: Principal | None) -> list[Owed]:
    """The decisions that the asker owes, the most urgent first: by deadline, and those without one last, the first asked first."""
    asker = need(who, "play")
    listed = await house.store.ranked(document("active", asker.account), limit=1000)
    snapshots = await asyncio.gather(*[house.store.load(name, seed=True) for _, name in listed])
    never = 1 << 62
    there = [snapshot for snapshot in snapshots if snapshot is not None]
    there.sort(key=lambda snapshot: (snapshot.deadline or never, snapshot.asked))
    found = [owes(asker, snapshot) for snapshot in there]
    return [one for one in found if one is not None]


def owes(asker: Principal, snapshot: Snapshot) -> Owed | None:
    """What the asker owes at one table."""
    table = unpack_table(snapshot.doc)
    seat = seat_of(table, asker)
    if seat is None or table.status != "running" or snapshot.state is None or snapshot.seed is None:
        return None
    pending = open_game(snapshot, telling=False)
    decision = pending.pending
    if decision is None or decision.seat != seat or is_ai(table, seat):
        return None
    return Owed(table.id, seat, pending.n, decision.kind, snapshot.deadline, snapshot.number)


# moving


async def submit(
    house: House,
    who: Principal | None,
    table_id: str,
    *,
    n: int,
    actions: Sequence[str | dict[str, Any]],
    key: str | None = None,
    prefetched: Snapshot | None = None,
) -> Committed:
    """Take the decision `n` with the first action, and go on with the others as long as it stays the asker's turn."""
    try:
        answer = await take(house, who, table_id, n, actions, key, prefetched)
    except Refusal as refusal:
        house.metrics.move(BECAME.get(refusal.code, "other"))
        raise
    house.metrics.move("replayed" if answer.replayed else "taken")
    return answer


async def take(
    house: House,
    who: Principal | None,
    table_id: str,
    n: int,
    actions: Sequence[str | dict[str, Any]],
    key: str | None,
    prefetched: Snapshot | None,
) -> Committed:
    """Take a move, as often as somebody else is quicker."""
    asker = need(who, "play", table=table_id)
    if not 1 <= len(actions) <= MOST_ACTIONS:
        raise Refusal("invalid", f"actions: from 1 to {MOST_ACTIONS}", errors=[{"path": "actions"}])
    if key is not None and not (0 < len(key) <= LONGEST_KEY and key.isascii() and key.isprintable()):
        raise Refusal(
            "invalid",
            f"the idempotency key has 1 to {LONGEST_KEY} printable ASCII characters",
            errors=[{"path": "Idempotency-Key"}],
        )
    name = key_name(asker, key or secrets.token_hex(12))
    said = json.dumps([n, list(actions)], sort_keys=True, separators=(",", ":"))
    digest = sha256(said.encode("utf-8", "surrogatepass")).digest()[:12]
    snapshot, looked = prefetched, False
    for _ in range(TRIES):
        if snapshot is None:
            snapshot, looked = await house.store.load(table_id, key=name, seed=True), True
        table = see(snapshot, asker)
        assert snapshot is not None
        seat = seat_of(table, asker)
        if seat is None:
            raise Refusal("not_seated", "you do not sit at this table")
        if snapshot.known is not None:
            return await again(house, table, snapshot, seat, actions, snapshot.known, digest)
        try:
            step = begin(house, table, snapshot, seat, n)
            count = take_all(step, seat, actions)
        except Refusal as refusal:
            if key is not None and not looked:
                snapshot = None  # it was read ahead, perhaps without the key, which may be known
                continue
            late = refusal.code == "conflict" and table.seats[seat].missed > 0
            if late and await ran_out(house, table.id, seat, n):
                raise Refusal(
                    "clock_expired", f"the time for decision {n} was over; it was taken for you", **refusal.extra
                ) from None
            raise
        wanted = step.change(house, key=name, digest=digest)
        outcome = await commit(house, wanted)
        if outcome.kind == "ok":
            step.call(house, outcome)
            if wanted.moves_to in ("over", "aborted"):
                await settle_soon(house, table)
            assert step.game is not None
            return Committed(
                outcome="ok",
                table=table.id,
                seat=seat,
                taken=count,
                n=step.game.n,
                number=outcome.number,
                events=answer_events(table, step.entry(), seat),
                position=answer_position(
                    table, step.game, outcome.number, seat, asked=outcome.now, deadline=outcome.deadline
                ),
                stopped=stopped(table, step.game, seat, actions[count:]),
            )
        if outcome.kind == "key_reused":
            raise Refusal("key_reused")
        snapshot = None  # stale, or the same key was quicker: look again
    raise Refusal("unavailable", "too many changes at this table at once: try again", retry_after=1)


async def ran_out(house: House, table_id: str, seat: int, n: int) -> bool:
    """Whether a decision was taken for the seat, since its time was over."""
    entries = [entry for _, entry in opened(await house.store.log(table_id))]
    return any(
        (taken.n, taken.seat) == (n, seat) and taken.by is not None for entry in entries for taken in entry.taken
    )


def begin(house: House, table: Table, snapshot: Snapshot, seat: int, n: int) -> Step:
    """The step of a move, if it is the seat's decision and comes in time."""
    if table.status == "open":
        raise Refusal("not_started", "the game has not started")
    if table.status != "running" or snapshot.state is None:
        raise Refusal("game_over", f"the game is {table.status}")
    game = open_game(snapshot)
    decision = game.pending
    if decision is None or game.n != n:
        raise Refusal("conflict", f"decision {n} is not awaited: the game is at decision {game.n}", n=game.n)
    if decision.seat != seat:
        raise Refusal("not_your_turn", f"decision {n} is seat {decision.seat}'s", n=game.n)
    if table.seats[seat].left is not None:
        raise Refusal("not_seated", f"your seat has {table.seats[seat].left}: the default action plays on for it")
    if is_ai(table, seat):
        raise Refusal("not_your_turn", "an AI plays on for you: join the table again to take your seat back", n=game.n)
    if snapshot.deadline is not None and snapshot.now > snapshot.deadline + house.settings.grace_ms:
        raise Refusal("clock_expired", f"the time for decision {n} was over", n=game.n, deadline=snapshot.deadline)
    return Step(table, game, snapshot)


def take_all(step: Step, seat: int, actions: Sequence[str | dict[str, Any]]) -> int:
    """Take actions up to the first that is illegal or not the seat's; how many. The first has to be taken."""
    game = step.game
    assert game is not None
    for count, said in enumerate(actions):
        if step.table.status != "running" or game.pending is None or game.pending.seat != seat:
            return count
        try:
            step.take(read_action(said))
        except CitadelsError as error:
            if count == 0:
                raise illegal(game, seat, said, error) from None
            return count
    return len(actions)


def read_action(said: str | dict[str, Any]) -> Action:
    """An action by its text or its JSON object."""
    return parse(said) if isinstance(said, str) else action_from_json(said)


def illegal(game: Game, seat: int, said: str | dict[str, Any], error: CitadelsError | None = None) -> Refusal:
    """Why an action is not legal: the rule that stands in its way, and what is legal."""
    legal = [action.text for action in legal_actions(game)]
    if isinstance(error, UnknownAction):
        return Refusal("illegal_action", str(error), rule=None, legal=legal, n=game.n)
    try:
        sentence = why_not(view(game, seat), read_action(said))
    except CitadelsError as unknown:
        sentence = str(unknown)
    found = RULE.search(sentence)
    return Refusal("illegal_action", sentence, rule=found[1] if found else None, legal=legal, n=game.n)


def stopped(table: Table, game: Game, seat: int, rest: Sequence[str | dict[str, Any]]) -> dict[str, Any] | None:
    """Why the rest of a series was not taken; worked out from where the game stands after it, so that it can be said again."""
    if not rest:
        return None
    decision = game.pending
    if decision is None or table.status == "aborted":
        return Refusal("game_over").to_json()
    if decision.seat != seat:
        return Refusal("not_your_turn", f"decision {game.n} is seat {decision.seat}'s", n=game.n).to_json()
    return illegal(game, seat, rest[0]).to_json()


async def again(
    house: House,
    table: Table,
    snapshot: Snapshot,
    seat: int,
    actions: Sequence[str | dict[str, Any]],
    known: Known,
    digest: bytes,
) -> Committed:
    """The same verdict again, worked out from the log."""
    if not secrets.compare_digest(known.digest, digest):
        raise Refusal("key_reused")
    assert snapshot.seed is not None
    log = opened(await house.store.log(table.id, until=known.number))
    if not log:
        raise Refusal("game_over", "the game is over, and only its record is left")
    logged, entry = log[-1]
    game = game_after(table, snapshot.seed, [one for _, one in log])
    table_then = as_it_was(table, entry.events[-1].kind if entry.events else "")
    count = sum(1 for taken in entry.taken if taken.seat == seat and taken.by is None)
    return Committed(
        outcome="ok",
        table=table.id,
        seat=seat,
        taken=count,
        n=game.n,
        number=known.number,
        events=answer_events(table, entry, seat),
        position=answer_position(table_then, game, known.number, seat, asked=logged.at, deadline=known.deadline),
        stopped=stopped(table_then, game, seat, actions[count:]),
        replayed=True,
    )


def as_it_was(table: Table, last: str) -> Table:
    """The table as it was when the entry was written: running, unless the entry ended it."""
    if last in ("end", "aborted"):
        return table
    return msgspec.structs.replace(table, status="running", places=None, totals=None)
