"""How a call is made, and how its answer is read: what the methods that are made from the service's description stand on.

By hand is only what the description cannot say: a seat as a word, a move as an action or its text, what was known before (`unless`), and answers
that are no JSON object of ours: records, texts, streams.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final, Literal, TypeVar
from urllib.parse import quote

from citadels_engine.actions.types import Action

from citadels_sdk.bot import Accepts
from citadels_sdk.client.model_base import BankClock, CorrespondenceClock, DecisionClock, Model, NoClock
from citadels_sdk.client.models import LegalAction, Position
from citadels_sdk.client.operations import OPERATIONS
from citadels_sdk.client.records import RecordPage, RecordText, TournamentExport
from citadels_sdk.client.request_cycle import Call, Request, Response
from citadels_sdk.json_values import is_object

if TYPE_CHECKING:
    from citadels_sdk.client.models_tournament import Standings
    from citadels_sdk.client.words import Level

__all__ = [
    "NDJSON",
    "PLAIN",
    "ClockOrder",
    "Move",
    "SeatOrder",
    "SeatWord",
    "call",
    "given",
    "reads",
    "reads_export",
    "reads_object",
    "reads_record",
    "reads_records",
    "reads_text",
    "reads_unless",
    "sent_moves",
    "sent_seats",
    "stream_me",
    "stream_table",
    "stream_tournament",
]

T = TypeVar("T")
M = TypeVar("M", bound=Model)
Tagged = TypeVar("Tagged", Position, "Standings")

JSON: Final = "application/json"
PROBLEM: Final = "application/problem+json;q=0.1"
PLAIN: Final = "text/plain"
NDJSON: Final = "application/x-ndjson"
EVENT_STREAM: Final = "text/event-stream"

SeatWord = Literal["open", "you", "random", "greedy", "planner"]
ClockOrder = NoClock | DecisionClock | BankClock | CorrespondenceClock
Move = Action | LegalAction | str | Mapping[str, object]
"""An action, as it can be sent."""


@dataclass(frozen=True, slots=True)
class SeatOrder:
    """What a seat is to be: open, you who make the table, an AI of a level, or reserved for an account."""

    kind: Literal["open", "you", "ai", "reserved"] = "open"
    level: Level | None = None
    account: str | None = None


# what is asked


def call(
    name: str,
    read: Callable[[Response], T],
    *,
    at: Mapping[str, str | int] | None = None,
    query: Mapping[str, object] | None = None,
    headers: Mapping[str, str | None] | None = None,
    body: Mapping[str, object] | None = None,
    accept: str = JSON,
    again: bool = False,
    once: bool = False,
) -> Call[T]:
    """The call of an operation: `at` fills its address; what is None is left out."""
    operation = OPERATIONS[name]
    path = operation.path
    for part, value in (at or {}).items():
        if value == "":
            raise ValueError(f"{name}: which {part}? It is empty")
        path = path.replace(f"{{{part}}}", quote(str(value), safe=""))
    sent = given(headers or {})
    for key, value in sent.items():
        if not (value.isascii() and value.isprintable()):
            raise ValueError(f"{name}: {key} needs printable ASCII characters")
    sent["Accept"] = f"{accept}, {PROBLEM}"
    data = None
    if body is not None:
        members = {key: _member(value, nulls=operation.method == "PATCH") for key, value in given(body).items()}
        data = json.dumps(members, ensure_ascii=False, separators=(",", ":")).encode()
        sent["Content-Type"] = JSON
    words = {
        key: str(value).lower() if isinstance(value, bool) else str(value) for key, value in given(query or {}).items()
    }
    request = Request(operation.method, path, words, sent, data)
    return Call(name, request, read, operation.cost, again or operation.method == "GET", once)


def given(values: Mapping[str, object]) -> dict[str, Any]:
    """The values without those that are None.

    >>> given({"seat": 0, "invite": None})
    {'seat': 0}
    """
    return {name: value for name, value in values.items() if value is not None}


def _member(value: object, *, nulls: bool) -> object:
    """A member of a body as JSON has it; a null in a part of it says something where something is changed.

    >>> _member(DecisionClock(limit_ms=9), nulls=False), _member({"rounds": None}, nulls=False), _member({"rounds": None}, nulls=True)
    ({'kind': 'decision', 'limit_ms': 9}, {}, {'rounds': None})
    """
    if isinstance(value, Model):
        return value.model_dump(exclude_none=True)
    if isinstance(value, Accepts):
        return {name: one for name, one in given(asdict(value)).items() if name != "tables"}
    if isinstance(value, Mapping):
        return dict(value) if nulls else given(value)
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_member(one, nulls=True) for one in value]
    return value


def sent_seats(seats: Sequence[SeatOrder | SeatWord]) -> list[dict[str, Any]] | None:
    """Seats as the service has them; a TypeError where one is neither a word nor a `SeatOrder`.

    >>> sent_seats(["greedy", "you", SeatOrder("reserved", account="acct_1")])
    [{'kind': 'ai', 'level': 'greedy'}, {'kind': 'you'}, {'kind': 'reserved', 'account': 'acct_1'}]
    """
    return [_seat(one) for one in seats] or None


def _seat(seat: object) -> dict[str, Any]:
    if isinstance(seat, SeatOrder):
        return given(asdict(seat))
    if not isinstance(seat, str):
        raise TypeError(
            "a seat is 'you', 'open', the level of an AI, or a SeatOrder, as SeatOrder('reserved', account='acct_1'), "
            f"and not a {type(seat).__name__}"
        )
    return {"kind": seat} if seat in ("open", "you") else {"kind": "ai", "level": seat}


def sent_moves(n: int, actions: Move | Sequence[Move]) -> dict[str, object]:
    """A move or a series as the service has it.

    >>> sent_moves(3, "gold"), sent_moves(3, ["gold", {"verb": "end"}])
    ({'n': 3, 'action': 'gold'}, {'n': 3, 'actions': ['gold', {'verb': 'end'}]})
    """
    series = [actions] if isinstance(actions, str) or not isinstance(actions, Sequence) else actions
    moves = [dict(one) if isinstance(one, Mapping) else str(one) for one in series]
    return {"n": n, "action": moves[0]} if len(moves) == 1 else {"n": n, "actions": moves}


# what is answered


def reads(model: type[M]) -> Callable[[Response], M]:
    """How an answer is read as a model."""

    def read(response: Response) -> M:
        if response.media != JSON:
            raise ValueError("not JSON")
        return model.model_validate_json(response.body)

    return read


def reads_unless(model: type[Tagged], known: Tagged | None) -> Callable[[Response], Tagged]:
    """How an answer is read that may be what is known."""

    def read(response: Response) -> Tagged:
        if response.status == 304 and known is not None:
            return known
        return reads(model)(response).model_copy(update={"tag": response.headers.get("etag")})

    return read


def reads_object(response: Response) -> Mapping[str, object]:
    """A JSON object as it came."""
    found: object = json.loads(response.body)
    if not is_object(found):
        raise ValueError("no JSON object")
    return found


def reads_text(response: Response) -> str:
    """A plain text."""
    if response.media != PLAIN:
        raise ValueError("no plain text")
    return response.body.decode()


def reads_record(response: Response) -> RecordText:
    """A record."""
    return RecordText(_lines(response))


def reads_records(limit: int | None) -> Callable[[Response], RecordPage]:
    """How a part of the records is read: where it is full, there may be another behind it."""

    def read(response: Response) -> RecordPage:
        lines = [json.loads(line) for line in _lines(response).splitlines() if line]
        if not all("record" in line for line in lines):
            raise ValueError("the service broke off")
        texts = ("".join(json.dumps(part, ensure_ascii=False) + "\n" for part in line["record"]) for line in lines)
        return RecordPage(tuple(map(RecordText, texts)), lines[-1]["cursor"] if len(lines) == (limit or 100) else None)

    return read


def reads_export(response: Response) -> TournamentExport:
    """A whole tournament."""
    found = TournamentExport(_lines(response))
    if not found.whole:
        raise ValueError("the service broke off")
    return found


def _lines(response: Response) -> str:
    if response.media != NDJSON:
        raise ValueError(f"not {NDJSON}")
    return response.body.decode()


# streams


def stream_table(
    table: str, *, after: int | None = None, invite: str | None = None, positions: bool = False
) -> Call[None]:
    """The stream of a table from a number on."""
    query = {"positions": positions or None}
    return _stream("followTable", after, at={"table": table}, query=query, headers={"Citadels-Invite": invite})


def stream_me(*, after: int | None = None) -> Call[None]:
    """The stream of everything that concerns one, from a number on."""
    return _stream("followMe", after)


def stream_tournament(tournament: str, *, after: int | None = None) -> Call[None]:
    """The stream of a tournament from a number on."""
    return _stream("followTournament", after, at={"tournament": tournament})


def _stream(
    name: str,
    after: int | None,
    *,
    at: Mapping[str, str] | None = None,
    query: Mapping[str, object] | None = None,
    headers: Mapping[str, str | None] | None = None,
) -> Call[None]:
    """What a stream brings comes piece by piece, and is not read here."""
    said = {**(headers or {}), "Last-Event-ID": None if after is None else str(after)}
    return call(name, _nothing, at=at, query=query, headers=said, accept=EVENT_STREAM)


def _nothing(response: Response) -> None:
    if response.media not in (EVENT_STREAM, JSON):
        raise ValueError(f"not {EVENT_STREAM}")
