"""Calls about games: see, move, follow, take the record."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final, Literal

from citadels_engine.actions.types import Action

from citadels_sdk.client.models import Committed, Decision, LegalAction, Owed, Page, Position
from citadels_sdk.client.models_replay import Reason, Replay
from citadels_sdk.client.models_stream import Frames
from citadels_sdk.client.operations import JSON, call, reads
from citadels_sdk.client.records import RecordPage, RecordText
from citadels_sdk.client.table_calls import INVITE

if TYPE_CHECKING:
    from citadels_sdk.client.request_cycle import Call, Response

__all__ = [
    "EVENT_STREAM",
    "Move",
    "export_records",
    "get_decision",
    "get_position",
    "get_record",
    "list_owed",
    "poll_table",
    "replay",
    "stream_me",
    "stream_table",
    "submit_actions",
    "why_not",
]

Move = Action | LegalAction | str | Mapping[str, object]
"""An action, as it can be sent."""
EVENT_STREAM: Final = "text/event-stream"
NDJSON: Final = "application/x-ndjson"


def get_position(table: str, *, invite: str | None = None, unless: Position | None = None) -> Call[Position]:
    """The game as one may know it; as long as nothing has happened since `unless`, that is the answer, and nothing is sent."""
    tag = None if unless is None else unless.tag

    def read(response: Response) -> Position:
        if response.status == 304 and unless is not None:
            return unless
        return reads(Position)(response).model_copy(update={"tag": response.headers.get("etag")})

    return call("getPosition", read, at={"table": table}, headers={INVITE: invite, "If-None-Match": tag})


def get_decision(table: str, *, invite: str | None = None) -> Call[Decision]:
    """The decision awaited; for the seat that is asked with all legal actions."""
    return call("getDecision", reads(Decision), at={"table": table}, headers={INVITE: invite})


def submit_actions(table: str, n: int, actions: Move | Sequence[Move], *, key: str | None = None) -> Call[Committed]:
    """Answer decision `n` with an action, or with a series; sent again under one key until the outcome is known."""
    moves = _moves(actions)
    body: dict[str, object] = {"n": n, "action": moves[0]} if len(moves) == 1 else {"n": n, "actions": moves}
    headers = {"Idempotency-Key": key or secrets.token_hex(16)}
    return call("submitActions", reads(Committed), at={"table": table}, headers=headers, body=body, again=True)


def _moves(actions: Move | Sequence[Move]) -> list[str | dict[str, object]]:
    """A series of one or more.

    >>> _moves("gold"), _moves(["gold", {"verb": "end"}])
    (['gold'], ['gold', {'verb': 'end'}])
    """
    if isinstance(actions, str) or not isinstance(actions, Sequence):
        return [_move(actions)]
    return [_move(one) for one in actions]


def _move(move: Move) -> str | dict[str, object]:
    """An action as it is sent."""
    return dict(move) if isinstance(move, Mapping) else str(move)


def why_not(table: str, actions: Sequence[str], *, invite: str | None = None) -> Call[Page[Reason]]:
    """Of each action, as its text, whether one could take it now, and else the rule that stands in its way."""
    body = {"actions": list(actions)}
    return call("whyNot", reads(Page[Reason]), at={"table": table}, headers={INVITE: invite}, body=body, again=True)


def list_owed() -> Call[Page[Owed]]:
    """The decisions that one owes, at all tables, the most urgent first."""
    return call("listOwed", reads(Page[Owed]))


def poll_table(
    table: str,
    *,
    after: int | None = None,
    wait_ms: int | None = None,
    invite: str | None = None,
    positions: bool = False,
) -> Call[Frames]:
    """The frames after a number, waited for where there are none yet; without a number a full view."""
    query = {"after": after, "wait_ms": wait_ms, "positions": positions or None}
    return call("followTable", reads(Frames), at={"table": table}, query=query, headers={INVITE: invite})


def stream_table(
    table: str, *, after: int | None = None, invite: str | None = None, positions: bool = False
) -> Call[None]:
    """The stream of a table from a number on."""
    headers = {INVITE: invite, "Last-Event-ID": None if after is None else str(after)}
    query = {"positions": positions or None}
    return call("followTable", _nothing, at={"table": table}, query=query, headers=headers, accept=EVENT_STREAM)


def stream_me(*, after: int | None = None) -> Call[None]:
    """The stream of everything that concerns one, from a number on."""
    headers = {"Last-Event-ID": None if after is None else str(after)}
    return call("followMe", _nothing, headers=headers, accept=EVENT_STREAM)


def get_record(table: str, *, invite: str | None = None) -> Call[RecordText]:
    """The record of a game that is over."""

    def read(response: Response) -> RecordText:
        return RecordText(_text(response, NDJSON))

    return call("getRecord", read, at={"table": table}, headers={INVITE: invite}, accept=NDJSON)


def replay(
    table: str,
    *,
    eyes: int | Literal["all"] | None = None,
    after: int | None = None,
    limit: int | None = None,
    invite: str | None = None,
) -> Call[Replay]:
    """Some moments of a game that is over: with the eyes of a seat as it saw them then, of spectators, or of `"all"`."""
    query = {"eyes": None if eyes is None else str(eyes), "after": after, "limit": limit}
    return call("replay", reads(Replay), at={"table": table}, query=query, headers={INVITE: invite})


def export_records(*, cursor: str | None = None, limit: int | None = None) -> Call[RecordPage]:
    """The records of public games that are over, newest first; `next` is where to go on."""

    def read(response: Response) -> RecordPage:
        lines = [json.loads(line) for line in _text(response, NDJSON).splitlines() if line]
        whole = [line for line in lines if "record" in line]
        if len(whole) != len(lines):
            raise ValueError("the service broke off")
        texts = tuple(RecordText(_lines(line["record"])) for line in whole)
        return RecordPage(texts, whole[-1]["cursor"] if len(whole) == (limit or 100) else None)

    return call("exportRecords", read, query={"cursor": cursor, "limit": limit}, accept=NDJSON)


def _lines(record: Sequence[object]) -> str:
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in record)


def _text(response: Response, media: str) -> str:
    if response.media != media:
        raise ValueError(f"not {media}")
    return response.body.decode()


def _nothing(response: Response) -> None:
    """What a stream brings comes piece by piece."""
    if response.media not in (EVENT_STREAM, JSON):
        raise ValueError(f"not {EVENT_STREAM}")
