"""Where the product's parts lie that no public path shows: the one table that a move of modules changes.

The tests beside it name a part by its name here.
"""

from __future__ import annotations

import contextlib
import json
from typing import TYPE_CHECKING, Any, Final

from citadels_api.accounts.stored import Accepts, Account, unpack_account
from citadels_api.context import SCOPES
from citadels_api.credentials.stored import Credential, unpack_credential
from citadels_api.fair_queue import FairQueue
from citadels_api.http.logs import FIELDS as LOG_FIELDS
from citadels_api.job_queue import RqBell
from citadels_api.problems import PROBLEMS
from citadels_api.ratings import stored as ratings_stored
from citadels_api.settings import Settings
from citadels_api.store import ports
from citadels_api.store.keys import SHARDS, shard_of
from citadels_api.store.log_codec import FORMAT as ENTRY_FORMAT
from citadels_api.store.log_codec import Entry, Taken, Told
from citadels_api.store.log_codec import pack as pack_entry
from citadels_api.store.log_codec import unpack as unpack_entry
from citadels_api.store.memory import MemoryStore, Space
from citadels_api.store.redis import scripts
from citadels_api.store.redis.store import RedisStore
from citadels_api.store.vocabulary import SHAPES, WORDS
from citadels_api.stored import pack
from citadels_api.tables.stored import Clock, Player, SeatDoc, Table, unpack_table
from citadels_api.tournaments import stored as tournaments_stored
from citadels_api.tournaments.log_archive import packed as pack_batches
from citadels_api.tournaments.log_archive import unpacked as unpack_batches
from citadels_api.tournaments.stored import pack_tournament, unpack_hooks, unpack_tournament
from citadels_contest import CHOICES, CRITERIA, FORMATS
from citadels_contest import KINDS as CONTEST_KINDS
from citadels_engine.actions.forms import parse
from citadels_engine.formats import codec, position, record_lines
from citadels_workers.player_calls import Call
from citadels_workers.practice.accounts import PRACTICE
from citadels_workers.practice.catalogue import catalogue
from citadels_workers.practice.determinism import drawn_from
from citadels_workers.practice.server import Practice, PracticeApp
from citadels_workers.practice.server import settings as practice_settings

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    import msgspec

__all__ = [
    "CHOICES",
    "CONTEST_KINDS",
    "CRITERIA",
    "ENTRY_FORMAT",
    "FORMATS",
    "LOG_FIELDS",
    "PACKERS",
    "PRACTICE",
    "PROBLEMS",
    "SCOPES",
    "SHAPES",
    "SHARDS",
    "STORED",
    "WORDS",
    "Entry",
    "FairQueue",
    "Practice",
    "PracticeApp",
    "RedisStore",
    "RqBell",
    "Settings",
    "Taken",
    "Told",
    "catalogue",
    "codec",
    "drawn_from",
    "fill",
    "pack_batches",
    "pack_entry",
    "parse",
    "ports",
    "position",
    "practice_settings",
    "record_lines",
    "rows",
    "scripts",
    "shard_of",
    "unpack_batches",
    "unpack_entry",
]

STORED: Final[tuple[type[msgspec.Struct], ...]] = (
    Clock,
    Player,
    SeatDoc,
    Table,
    Accepts,
    Account,
    Credential,
    tournaments_stored.Conditions,
    tournaments_stored.Schedule,
    tournaments_stored.EntrantDoc,
    tournaments_stored.FinalDoc,
    tournaments_stored.HookDoc,
    tournaments_stored.TournamentDoc,
    ratings_stored.Rated,
    ratings_stored.RatingDoc,
    ratings_stored.RatingPointDoc,
    ratings_stored.PairDoc,
    ratings_stored.Meeting,
    ratings_stored.SeatCount,
    ratings_stored.CharacterCount,
    ratings_stored.Counts,
    ratings_stored.HeldPicks,
    ratings_stored.ProfileDoc,
    ratings_stored.FoldedGame,
    Call,
)
"""Every struct whose fields stand in the store. (Those of a log's entry are written as lists, by `pack_entry`.)"""

PACKERS: Final[dict[str, tuple[Any, Any]]] = {
    "Table": (pack, unpack_table),
    "Account": (pack, unpack_account),
    "Credential": (pack, unpack_credential),
    "TournamentDoc": (pack_tournament, unpack_tournament),
    "HookDoc": (lambda hook: pack_tournament([hook]), lambda data: unpack_hooks(data)[0]),
}
"""How these are written and read; all others go through msgpack as they are."""


def rows(space: Space) -> Iterator[tuple[str, ...]]:
    """All that lies in a store in memory but idempotency keys and buckets: what it is, its name, and its values as texts."""
    for name, row in space.tables.items():
        number, asked, deadline = row.number, row.asked, row.deadline
        yield "table", name, json.dumps([number, asked, deadline]), row.doc.hex()
        for what, said in (
            ("seed", (row.seed or "").encode()),
            ("state", row.state or b""),
            ("record", row.record or b""),
        ):
            if said:
                yield what, name, "", said.hex()
        for one in row.log:
            yield "entry", name, json.dumps([one.number, one.at]), one.entry.hex()
    for shard, due in enumerate(space.due):
        for name, at in due.items():
            yield "due", name, json.dumps([shard, at]), ""
    for index, members in space.indexes.items():
        for name, rank in members.items():
            yield "index", index, json.dumps([rank, name]), ""
    for key, (value, until) in space.documents.items():
        yield "document", key, json.dumps(until), value.hex()
    for key, ranked in space.sets.items():
        for member, score in ranked.items():
            yield "set", key, json.dumps([score, member]), ""
    for key, (keep, values) in space.lists.items():
        for number, item in values:
            yield "list", key, json.dumps([keep, number]), item.hex()
    yield "counts", "", json.dumps(space.counts), ""


def fill(space: Space, lines: Iterable[list[str]]) -> None:
    """Put into a store in memory what `rows` has said of one."""
    store = MemoryStore(space=space)
    for what, name, said, data in lines:
        value = bytes.fromhex(data.strip("-"))
        facts: Any = None if said == "-" else json.loads(said)
        match what:
            case "table":
                made = store.create(name, value, "", b"", index="none", rank=0)
                with contextlib.suppress(StopIteration):
                    made.send(None)
                row = space.tables[name]
                row.seed = None
                row.log.clear()
                row.number, row.asked, row.deadline = facts
            case "seed":
                space.tables[name].seed = value.decode()
            case "state":
                space.tables[name].state = value
            case "record":
                space.tables[name].record = value
            case "entry":
                space.tables[name].log.append(ports.Logged(facts[0], facts[1], value))
            case "due":
                space.due[facts[0]][name] = facts[1]
            case "index":
                space.indexes.setdefault(name, {})[facts[1]] = facts[0]
            case "document":
                space.documents[name] = value, facts
            case "set":
                space.sets.setdefault(name, {})[facts[1]] = facts[0]
            case "list":
                space.lists.setdefault(name, (facts[0], []))[1].append((facts[1], value))
            case "counts":
                space.counts.update(facts)
    space.indexes.pop("none", None)
