"""What lies in the store of a practice server, as lines that can be read and kept."""

from __future__ import annotations

import asyncio
import json
import re
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import msgspec
from citadels_api.store.log_codec import unpack
from citadels_api.tables.stored import unpack_table
from citadels_workers.practice.accounts import put_people
from citadels_workers.practice.determinism import drawn_from
from citadels_workers.practice.server import Practice, settings

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable


DIGITS = re.compile(r"\d+\.\d{7,}")


def put(work: Callable[[Practice], Awaitable[Any]]) -> Any:
    """Do something with a practice server in which there are only its people; what it answers."""

    async def go() -> Any:
        practice = Practice(settings(), {}, contests=False)
        with drawn_from(practice.chance):
            await put_people(practice.house)
            return await work(practice)

    return asyncio.run(go())


def plain(value: Any) -> Any:
    """A value without the last digits of its numbers, in which machines may differ."""
    if isinstance(value, float):
        return round(value, 6)
    if isinstance(value, bytes):
        return f"{len(value)} bytes"
    if isinstance(value, dict):
        return {str(name): plain(one) for name, one in value.items()}
    return [plain(one) for one in value] if isinstance(value, list | tuple) else value


def document(data: bytes) -> str:
    """A document as a line."""
    try:
        return json.dumps(plain(msgspec.msgpack.decode(data)))
    except msgspec.DecodeError:
        return repr(data)


def contents(practice: Practice) -> list[str]:
    """Every table, what is due, and all that is kept beside them."""
    space = practice.store.space
    found = []
    for name, row in sorted(space.tables.items()):
        found.append(f"{name}: {row.number} asked {row.asked} until {row.deadline}")
        if name.startswith("game_"):
            facts = msgspec.to_builtins(unpack_table(row.doc))
            found += [f"  {field} {json.dumps(plain(value))}" for field, value in facts.items() if value]
            times = [unpack(one.entry).at for one in row.log]
            found.append(f"  log {times} {sha256(b'|'.join(one.entry for one in row.log)).hexdigest()[:16]}")
        else:
            found.append(f"  {document(row.doc)}")
            found += [f"  {one.number} at {one.at}: {document(one.entry)}" for one in row.log]
        record = b"" if row.record is None else row.record
        found.append(f"  seed {row.seed} state {row.state is not None} record {sha256(record).hexdigest()[:16]}")
    found += [f"due {name} {at}" for shard in space.due for name, at in sorted(shard.items())]
    found += [f"index {name} {dict(sorted(one.items()))}" for name, one in sorted(space.indexes.items())]
    found += [
        f"{name.partition('}:')[2]} = {document(data)} {until}" for name, (data, until) in space.documents.items()
    ]
    for name, members in sorted(space.sets.items()):
        found += [f"{name.partition('}:')[2]}: {score} {one}" for one, score in sorted(members.items())]
    return [DIGITS.sub(lambda number: str(round(float(number[0]), 6)), line) for line in found]


def in_short(lines: list[str]) -> list[str]:
    """The same, a line for each thing: its name, how many lines it has, and a digest of them."""
    things: dict[str, list[str]] = {}
    name = ""
    for line in lines:
        if not line.startswith(" "):
            name = " ".join(line.split(" ")[: 2 if line.startswith(("index ", "due ")) else 1])
        things.setdefault(name, []).append(line)
    return [f"{name} {len(own)} {sha256(repr(own).encode()).hexdigest()[:8]}" for name, own in things.items()]
