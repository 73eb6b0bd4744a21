"""Calls about tables: make, find, join, leave, start, resign, again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from citadels_sdk.client.models import (
    BankClock,
    CorrespondenceClock,
    DecisionClock,
    Edition,
    InviteLink,
    Level,
    NoClock,
    Page,
    Start,
    Status,
    Table,
    TableSetup,
    Timeout,
    Visibility,
)
from citadels_sdk.client.operations import call, given, reads

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from citadels_sdk.client.request_cycle import Call

__all__ = [
    "INVITE",
    "ClockOrder",
    "SeatOrder",
    "SeatWord",
    "abort_table",
    "create_table",
    "decline_invitation",
    "get_table",
    "invite_to_table",
    "join_table",
    "leave_table",
    "list_tables",
    "make_invite_link",
    "preview_table",
    "quick_match",
    "rematch_table",
    "resign_table",
    "seat_ai",
    "start_table",
]

INVITE = "Citadels-Invite"
SeatWord = Literal["open", "you", "random", "greedy", "planner"]
ClockOrder = NoClock | DecisionClock | BankClock | CorrespondenceClock


@dataclass(frozen=True, slots=True)
class SeatOrder:
    """What a seat is to be: open, you who make the table, an AI of a level, or reserved for an account."""

    kind: Literal["open", "you", "ai", "reserved"] = "open"
    level: Level | None = None
    account: str | None = None


def create_table(
    *,
    name: str | None = None,
    edition: Edition = "modern",
    players: int = 4,
    scenario: str | None = None,
    cast: Sequence[str] | None = None,
    uniques: Sequence[str] | None = None,
    bonus: Sequence[str] = (),
    rank9: bool | None = None,
    substitutes: Sequence[str] = (),
    options: Mapping[str, bool | int | str] | None = None,
    crown: int | None = None,
    seats: Sequence[SeatOrder | SeatWord] = (),
    clock: ClockOrder | None = None,
    timeout: Timeout | None = None,
    visibility: Visibility | None = None,
    spectator_delay_ms: int | None = None,
    rated: bool = False,
    start: Start | None = None,
    seed: str | None = None,
) -> Call[Table]:
    """A new table; a seat is `you`, `open`, the level of an AI, or a `SeatOrder`, and those that are left out are open."""
    body = {
        "name": name,
        "edition": edition,
        "players": players,
        "scenario": scenario,
        "cast": None if cast is None else list(cast),
        "uniques": None if uniques is None else list(uniques),
        "bonus": list(bonus) or None,
        "rank9": rank9,
        "substitutes": list(substitutes) or None,
        "options": None if options is None else dict(options),
        "crown": crown,
        "seats": [_seat(seat) for seat in seats] or None,
        "clock": _clock(clock),
        "timeout": timeout,
        "visibility": visibility,
        "spectator_delay_ms": spectator_delay_ms,
        "rated": rated or None,
        "start": start,
        "seed": seed,
    }
    return call("createTable", reads(Table), body=body)


def preview_table(
    *,
    edition: Edition = "modern",
    players: int = 4,
    scenario: str | None = None,
    cast: Sequence[str] | None = None,
    uniques: Sequence[str] | None = None,
    bonus: Sequence[str] = (),
    rank9: bool | None = None,
    substitutes: Sequence[str] = (),
    options: Mapping[str, bool | int | str] | None = None,
    crown: int | None = None,
) -> Call[TableSetup]:
    """The cast, the districts and the options that a table of this order would have, and where you may choose otherwise; nothing is made."""
    body = {
        "edition": edition,
        "players": players,
        "scenario": scenario,
        "cast": None if cast is None else list(cast),
        "uniques": None if uniques is None else list(uniques),
        "bonus": list(bonus) or None,
        "rank9": rank9,
        "substitutes": list(substitutes) or None,
        "options": None if options is None else dict(options),
        "crown": crown,
    }
    return call("previewTable", reads(TableSetup), body=body, again=True)


def list_tables(
    *,
    cursor: str | None = None,
    limit: int | None = None,
    status: Status | None = None,
    edition: Edition | None = None,
    players: int | None = None,
    rated: bool | None = None,
    mine: bool = False,
) -> Call[Page[Table]]:
    """A part of the list of tables that fit, newest first: open ones where no status is given, and of one's own all."""
    query = {
        "cursor": cursor,
        "limit": limit,
        "status": status,
        "edition": edition,
        "players": players,
        "rated": rated,
        "mine": mine or None,
    }
    return call("listTables", reads(Page[Table]), query=query)


def get_table(table: str, *, invite: str | None = None) -> Call[Table]:
    """A table; a private one is seen by whoever sits there or shows the secret of an invitation."""
    return call("getTable", reads(Table), at={"table": table}, headers={INVITE: invite})


def join_table(table: str, *, seat: int | None = None, invite: str | None = None) -> Call[Table]:
    """Take a seat: the one that is named, the one that is kept for who asks, or the first that is free."""
    return call("joinTable", reads(Table), at={"table": table}, body={"seat": seat, "invite": invite})


def leave_table(table: str) -> Call[Table]:
    """Give the seat back, before the game has started."""
    return call("leaveTable", reads(Table), at={"table": table})


def start_table(table: str) -> Call[Table]:
    """Deal, at a table that waits for its maker."""
    return call("startTable", reads(Table), at={"table": table})


def abort_table(table: str) -> Call[Table]:
    """End an open table, which its maker may, or a game before its first turn, which its players may."""
    return call("abortTable", reads(Table), at={"table": table})


def resign_table(table: str) -> Call[Table]:
    """Give up: the seat is played on harmlessly and placed after all who stayed."""
    return call("resignTable", reads(Table), at={"table": table})


def rematch_table(table: str) -> Call[Table]:
    """A new table like this one, with seats kept for its players."""
    return call("rematchTable", reads(Table), at={"table": table})


def make_invite_link(table: str) -> Call[InviteLink]:
    """A secret that lets its holder see and join the table."""
    return call("makeInviteLink", reads(InviteLink), at={"table": table})


def invite_to_table(table: str, account: str, *, seat: int | None = None) -> Call[Table]:
    """Keep a seat for an account, of a person or a bot, and tell it."""
    return call("inviteToTable", reads(Table), at={"table": table}, body={"account": account, "seat": seat})


def decline_invitation(table: str) -> Call[Table]:
    """Give the seat back that is kept for one."""
    return call("declineInvitation", reads(Table), at={"table": table})


def seat_ai(table: str, seat: int, *, level: Level = "greedy") -> Call[Table]:
    """Give a free seat to an AI of the house."""
    return call("seatAi", reads(Table), at={"table": table, "seat": seat}, body={"level": level})


def quick_match(
    *,
    edition: Edition = "modern",
    players: int = 4,
    clock: ClockOrder | None = None,
    rated: bool = False,
    ai_fill: Level | None = None,
) -> Call[Table]:
    """Sit down at the next table of a kind, or make one; with `ai_fill` AIs take the other seats and the game starts."""
    body = {
        "edition": edition,
        "players": players,
        "clock": _clock(clock),
        "rated": rated or None,
        "ai_fill": ai_fill,
    }
    return call("quickMatch", reads(Table), body=body)


def _seat(seat: object) -> dict[str, Any]:
    """A seat as the service has it; a TypeError where it is neither a word nor a `SeatOrder`.

    >>> _seat("greedy"), _seat("you"), _seat(SeatOrder("reserved", account="acct_1"))
    ({'kind': 'ai', 'level': 'greedy'}, {'kind': 'you'}, {'kind': 'reserved', 'account': 'acct_1'})
    """
    if isinstance(seat, SeatOrder):
        return given({"kind": seat.kind, "level": seat.level, "account": seat.account})
    if not isinstance(seat, str):
        raise TypeError(
            "a seat is 'you', 'open', the level of an AI, or a SeatOrder, as SeatOrder('reserved', account='acct_1'), "
            f"and not a {type(seat).__name__}"
        )
    return {"kind": seat} if seat in ("open", "you") else {"kind": "ai", "level": seat}


def _clock(clock: ClockOrder | None) -> dict[str, Any] | None:
    """A clock as the service has it."""
    return None if clock is None else clock.model_dump(exclude_none=True)
