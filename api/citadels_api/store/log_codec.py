"""A compact encoding for one entry of a game's log: what one commit appended.

1. An entry is a msgpack array: the format, the time, the number of its first event, the decisions, the events.
2. Frequent words are written as numbers, their places in `WORDS`. Any other text is written as it is. So that both fit in one byte, a
   number n is written as -1 - n, and a negative number as 1023 - n, beyond all words.
3. An event whose kind and fact names are in `SHAPES` is written as its place there, its seat, and its values in order.
4. An action's text is the list of its words. Times are relative to the entry's own time.
5. `WORDS` and `SHAPES` only grow at their end, so that old entries stay readable. A tuple is read back as a list.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

import msgspec

from citadels_api.store.vocabulary import SHAPES, WORDS

if TYPE_CHECKING:
    from citadels_engine import Event


FORMAT: Final = 1
ROOM: Final = 1024
"""The maximum number of words."""
WORD: Final = {word: number for number, word in enumerate(WORDS)}
SHAPE: Final = {shape: number for number, shape in enumerate(SHAPES)}


class PackingError(Exception):
    """The bytes are not an entry that this version can read. The error does not quote them."""


class Taken(msgspec.Struct, frozen=True):
    """A decision: its number, its seat, the action's text, the milliseconds charged, when it was requested and received, and who decided if
    it was not the seat's player.
    """

    n: int
    seat: int
    do: str
    ms: int
    asked: int
    received: int
    by: str | None = None


class Told(msgspec.Struct, frozen=True):
    """An event of the game or of its table: public facts, and private ones with the seat that sees them."""

    kind: str
    seat: int
    facts: dict[str, Any]
    secrets: list[tuple[int, dict[str, Any]]] = []

    @classmethod
    def of(cls, event: Event) -> Told:
        """An event of the engine."""
        return cls(event.kind, event.seat, event.facts, list(event.secrets))

    def for_seat(self, seat: int | None) -> dict[str, Any]:
        """The event as one seat, or a spectator (None), may know it."""
        told: dict[str, Any] = {"kind": self.kind}
        if self.seat >= 0:
            told["seat"] = self.seat
        told.update(self.facts)
        for who, facts in self.secrets:
            if who == seat:
                told.update(facts)
        return told


class Entry(msgspec.Struct, frozen=True):
    """What one commit appended: the time (milliseconds since 1970), the number of its first event, decisions and events."""

    at: int
    first: int
    taken: list[Taken]
    events: list[Told]

    @property
    def last(self) -> int:
        """The number of its last event; without events, the number of the event before it."""
        return self.first + len(self.events) - 1


_encoder: Final = msgspec.msgpack.Encoder()
_decoder: Final = msgspec.msgpack.Decoder()


# --- writing ---------------------------------------------------------------------------------------------------------


def pack(entry: Entry) -> bytes:
    """The entry as bytes."""
    at = entry.at
    taken: list[Any] = []
    for one in entry.taken:
        row = [one.n, one.seat, put_text(one.do), one.ms, at - one.asked, at - one.received]
        if one.by is not None:
            row.append(put(one.by))
        taken.append(row)
    return _encoder.encode([FORMAT, at, entry.first, taken, [put_event(event) for event in entry.events]])


def put_event(event: Told) -> list[Any]:
    """One event."""
    facts, secrets = event.facts, event.secrets
    names = tuple([tuple(known) for _, known in secrets]) if secrets else ()
    shape = SHAPE.get((event.kind, tuple(facts), names))
    do = facts.get("do", "")
    if shape is None or type(do) is not str:
        further = [[who, put(known)] for who, known in secrets]
        return [None, put(event.kind), event.seat, put(facts), further]
    row: list[Any] = [shape, event.seat]
    for name, value in facts.items():
        row.append(put_text(do) if name == "do" else put(value))
    for who, known in secrets:
        row.append(who)
        row.extend([put(value) for value in known.values()])
    return row


def put(value: Any) -> Any:
    """A value: words and numbers as in rule 2, anything else as it is."""
    kind = type(value)
    if kind is str:
        return WORD.get(value, value)
    if kind is int:
        return -1 - value if value >= 0 else ROOM - 1 - value
    if kind is list or kind is tuple:
        return [put(one) for one in value]
    if kind is dict:
        return {put(name): put(one) for name, one in value.items()}
    return value


@lru_cache(maxsize=4096)
def put_text(text: str) -> Any:
    """An action's text: a word, or the list of its words."""
    if " " not in text:
        return WORD.get(text, text)
    return [put(int(word)) if word.isdecimal() and is_number(word) else put(word) for word in text.split(" ")]


def is_number(word: str) -> bool:
    """Whether the word is a number in the usual form, and not too large."""
    return len(word) < 16 and word == str(int(word))


# --- reading ---------------------------------------------------------------------------------------------------------


def unpack(data: bytes) -> Entry:
    """The entry in these bytes."""
    try:
        form, *rest = _decoder.decode(data)
        if form == FORMAT:
            at, first, taken, events = rest
            return Entry(at, first, [get_taken(row, at) for row in taken], [get_event(row) for row in events])
    except (msgspec.DecodeError, LookupError, TypeError, ValueError):
        raise PackingError("these bytes are no entry of a log") from None
    raise PackingError(f"an entry of another format; this version reads format {FORMAT}")


def get_taken(row: list[Any], at: int) -> Taken:
    """A decision."""
    n, seat, do, ms, asked, received, *by = row
    return Taken(n, seat, get_text(do), ms, at - asked, at - received, get(by[0]) if by else None)


def get_event(row: list[Any]) -> Told:
    """One event."""
    if row[0] is None:
        _, kind, seat, told, further = row
        return Told(get(kind), seat, get(told), [(who, get(known)) for who, known in further])
    if row[0] < 0:
        raise LookupError
    kind, names, hidden = SHAPES[row[0]]
    facts = {}
    at = 2
    for name in names:
        facts[name] = get_text(row[at]) if name == "do" else get(row[at])
        at += 1
    secrets = []
    for known in hidden:
        who = row[at]
        at += 1
        secrets.append((who, {name: get(row[at + i]) for i, name in enumerate(known)}))
        at += len(known)
    if at != len(row):
        raise LookupError
    return Told(kind, row[1], facts, secrets)


def get(value: Any) -> Any:
    """The value that `put` wrote."""
    kind = type(value)
    if kind is int:
        if value < 0:
            return -1 - value
        return WORDS[value] if value < ROOM else ROOM - 1 - value
    if kind is list:
        return [get(one) for one in value]
    if kind is dict:
        return {get(name): get(one) for name, one in value.items()}
    return value


def get_text(value: Any) -> str:
    """The text that `put_text` wrote."""
    if type(value) is list:
        return " ".join([str(get(one)) for one in value])
    return str(get(value))
