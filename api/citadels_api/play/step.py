"""One step of a running table in the making: decisions are taken on a copy of the game, and become one change of the store.

1. Whoever takes a decision (a player, an AI, the clock) does it here, so that time, log and due set are kept in one way.
2. A seat whose player is gone is played on by the default action at once, inside the same step (R-TURN-5).
3. The first decision of a step was asked when the store says; the others are answered as they are asked, and cost no time.
4. A game that nobody plays any more is broken off: default actions alone would go on for ever.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec
from citadels_engine import apply, is_over, scores
from citadels_engine.actions.default import default_action
from citadels_engine.formats.codec import decode, encode
from citadels_engine.formats.record import final_places

from citadels_api.context import Share
from citadels_api.store.log_codec import Entry, Taken, Told
from citadels_api.store.log_codec import pack as pack_entry
from citadels_api.store.ports import Change
from citadels_api.stored import pack

if TYPE_CHECKING:
    from citadels_engine import Action, Game

    from citadels_api.context import House
    from citadels_api.store.ports import Outcome, Snapshot
    from citadels_api.tables.stored import Table


PACKER: Final = msgspec.msgpack.Encoder()
UNPACKER: Final = msgspec.msgpack.Decoder()
IDLE_ROUNDS: Final = 60
"""After so many default actions a seat in a row, with no player's among them, a game is broken off."""


def open_game(snapshot: Snapshot, *, telling: bool = True) -> Game:
    """The game of a snapshot that was loaded with its seed."""
    assert snapshot.state is not None
    assert snapshot.seed is not None
    return decode(UNPACKER.decode(snapshot.state), snapshot.seed, telling=telling)


def level_of(table: Table, seat: int) -> str | None:
    """The level of the AI that plays a seat now; None where a player does."""
    sitting = table.seats[seat]
    if sitting.left is not None:
        return None
    if sitting.kind == "ai" and sitting.player is not None:
        return sitting.player.level
    return sitting.level


def share_of(table: Table) -> Share:
    """Whose share of the workers the AIs of a table take: its maker's; and whether somebody who is no AI plays there."""
    account = table.creator.owner or table.creator.account or ""
    awaited = any(
        one.player is not None and one.left is None and level_of(table, seat) is None
        for seat, one in enumerate(table.seats)
    )
    return Share(table.origin or account, account, awaited)


def is_ai(table: Table, seat: int) -> bool:
    """Whether an AI plays the seat now."""
    return level_of(table, seat) is not None


def allowance(table: Table, seat: int) -> int | None:
    """How many milliseconds the seat has for a decision asked now; None: as many as it likes."""
    if is_ai(table, seat):
        return None
    clock = table.clock
    if clock.kind == "none":
        return None
    if clock.bank_ms is None:
        return clock.limit_ms
    return (clock.limit_ms or 0) + table.seats[seat].bank_ms


class Step:
    """What happens to a table between reading it and committing."""

    __slots__ = ("asked", "asks", "dealt", "doc_changed", "events", "game", "now", "snapshot", "table", "taken")

    def __init__(self, table: Table, game: Game | None, snapshot: Snapshot, *, dealt: bool = False) -> None:
        self.table = table
        self.game = game
        self.snapshot = snapshot
        self.taken: list[Taken] = []
        self.events: list[Told] = []
        self.asked = snapshot.asked
        self.now = snapshot.now
        self.doc_changed = dealt
        self.dealt = dealt
        self.asks = dealt
        """Whether somebody is asked anew: after a decision was taken, or because another one plays the seat now."""

    def clock(self, now: int) -> None:
        """Say what time it has become since the table was read: an AI takes time to think."""
        self.now = max(self.now, now)

    def tell(self, kind: str, seat: int = -1, **facts: object) -> None:
        """Add an event of the table; everybody sees all of it."""
        self.events.append(Told(kind, seat, facts, []))

    def take(self, action: Action | str, *, by: str | None = None) -> None:
        """Take the decision awaited; an illegal action raises and changes nothing."""
        self.take_one(action, by)
        self.settle()

    def take_one(self, action: Action | str, by: str | None) -> None:
        """Take it, and keep time, log and idleness."""
        game, now = self.game, self.now
        assert game is not None
        decision = game.pending
        seat = -1 if decision is None else decision.seat
        apply(game, action)
        spent = max(0, now - self.asked)
        self.taken.append(Taken(game.n - 1, seat, str(action), spent, self.asked, now, by))
        self.charge(seat, spent)
        self.asked = now
        self.asks = True
        if by == "default":
            self.table.idle += 1
            self.doc_changed = True
        elif self.table.idle:
            self.table.idle = 0
            self.doc_changed = True
        self.events.extend([Told.of(event) for event in game.events])

    def charge(self, seat: int, spent: int) -> None:
        """Take the time from the bank, and add the increment."""
        clock, sitting = self.table.clock, self.table.seats[seat]
        if clock.bank_ms is None or sitting.left is not None or is_ai(self.table, seat):
            return
        sitting.bank_ms = max(0, sitting.bank_ms - max(0, spent - (clock.limit_ms or 0))) + clock.increment_ms
        self.doc_changed = True

    def settle(self) -> None:
        """Play on for the seats whose players are gone, until somebody has to be asked."""
        game, table = self.game, self.table
        while game is not None and game.pending is not None and table.status == "running":
            gone = all(seat.left is not None for seat in table.seats)
            if gone or table.idle > IDLE_ROUNDS * table.players:
                self.break_off("nobody plays any more")
            elif table.seats[game.pending.seat].left is not None:
                self.take_one(default_action(game), "default")
            else:
                return

    def break_off(self, why: str) -> None:
        """End the game without a result; what was dealt can be checked against the commitment all the same."""
        table = self.table
        table.status = "aborted"
        table.ended = self.snapshot.now
        table.seed = None if table.sealed else self.snapshot.seed
        self.doc_changed = True
        self.tell("aborted", why=why, seed=table.seed)

    def finish(self) -> None:
        """Write the result of a game that is over."""
        game, table = self.game, self.table
        assert game is not None
        table.status = "over"
        table.ended = self.snapshot.now
        table.places = final_places(game, table.left)
        table.totals = [sheet.total for sheet in scores(game)]
        table.decisions = game.n
        table.seed = None if table.sealed else self.snapshot.seed
        self.doc_changed = True
        self.tell("end", places=table.places, totals=table.totals, left=table.left, seed=table.seed)

    def change(self, house: House, *, key: str | None = None, digest: bytes = b"") -> Change:
        """The change that the store has to make."""
        game, table, snapshot = self.game, self.table, self.snapshot
        assert game is not None
        was_running = not self.dealt
        moves: tuple[str | None, str | None] = (None, None) if was_running else ("open", "running")
        counts: dict[str, int] = {"decisions": len(self.taken)} if self.taken else {}
        due_in: int | None = None
        allow: int | None = None
        if table.status == "running" and is_over(game):
            self.finish()
        if table.status in ("over", "aborted"):
            moves = ("running" if was_running else "open", table.status)
            due_in, allow = house.settings.linger_ms, -1
            counts |= counted(table)
        elif self.asks:
            assert game.pending is not None
            seat = game.pending.seat
            time = allowance(table, seat)
            if is_ai(table, seat):
                due_in, allow = house.settings.ai_lease_ms, -1
            elif time is None:
                due_in, allow = house.settings.idle_game_ms, -1
            else:
                due_in, allow = time + house.settings.grace_ms, time
            self.tell("ask", seat, what=game.pending.kind, n=game.n, ms=time)
        first = snapshot.number + 1
        entry = Entry(snapshot.now, first, self.taken, self.events)
        return Change(
            table=table.id,
            expects=snapshot.number,
            number=snapshot.number + len(self.events),
            entry=pack_entry(entry),
            doc=pack(table) if self.doc_changed else None,
            state=PACKER.encode(encode(game)),
            due_in=due_in,
            allow=allow,
            key=key,
            digest=digest,
            moves_from=moves[0],
            moves_to=moves[1],
            rank=table.created,
            counts=counts,
        )

    def entry(self) -> Entry:
        """What the change appends to the log."""
        return Entry(self.snapshot.now, self.snapshot.number + 1, self.taken, self.events)

    def call(self, house: House, outcome: Outcome) -> None:
        """Once the change stands: ring for the AI that is asked now."""
        game = self.game
        if outcome.kind == "ok" and self.table.status == "running" and game is not None and game.pending is not None:
            seat = game.pending.seat
            level = level_of(self.table, seat)
            if level is not None:
                house.bell.call(self.table.id, game.n, seat, level, share_of(self.table))


def counted(table: Table) -> dict[str, int]:
    """What a finished table adds to the statistics of the house."""
    if table.status != "over" or table.places is None:
        return {f"games:{table.status}": 1}
    counts = {
        "games:over": 1,
        f"games:edition:{table.edition}": 1,
        f"games:players:{table.players}": 1,
        "games:decisions": table.decisions,
    }
    for number, seat in enumerate(table.seats):
        who = f"ai:{seat.player.level}" if seat.kind == "ai" and seat.player is not None else seat.kind
        counts[f"seats:{who}"] = counts.get(f"seats:{who}", 0) + 1
        if number in table.places[0]:
            counts[f"wins:{who}"] = counts.get(f"wins:{who}", 0) + 1
            counts[f"wins:seat:{number}"] = 1
    return counts
