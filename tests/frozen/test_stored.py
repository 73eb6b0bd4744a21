"""What lies in the store and in the queue: fields, words in their order, scripts, keys, jobs; and bytes that were written once."""

from __future__ import annotations

import asyncio
import contextlib
import inspect
import json
import os
import re
import zlib
from collections import Counter
from hashlib import sha256
from random import Random
from typing import TYPE_CHECKING, Any
from unittest.mock import Mock

import msgspec
from citadels_engine import apply, awaited, is_over, legal_actions, save
from rq import Queue

from tests.frozen import places
from tests.frozen.sources import KEPT, modules
from tests.support.direct import Door
from tests.support.kept import assert_kept
from tests.support.setups import setup
from tests.support.waits import until

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    import pytest

GOLDEN = KEPT / "golden.txt"
STATES = KEPT / "golden_states.txt"
STORE = KEPT / "golden_store.txt"


def assert_written(place: Path, lines: Iterable[str]) -> None:
    """Compare with what was written once. Lines may be added; none of them ever goes or changes, also where they are written anew."""
    found = list(lines)
    if place.exists() and os.environ.get("CITADELS_KEEP"):
        there = iter(found)
        lost = [line for line in place.read_text(encoding="utf-8").splitlines() if line not in there]
        assert lost == [], f"{place.name} holds what lies in stores: it is read for ever, and written the same"
    assert_kept(place, found)


def records(place: Path) -> list[list[str]]:
    """The lines of a kept file, each as the parts between bars."""
    return [line.split(" | ") for line in place.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]


# fields, words and numbers


def fields() -> Iterator[str]:
    """Every struct with its fields in order."""
    for kind in places.STORED:
        options = kind.__struct_config__
        marks = [name for name in ("array_like", "omit_defaults", "forbid_unknown_fields") if getattr(options, name)]
        yield f"{kind.__name__} {' '.join(marks)}".rstrip()
        for one in msgspec.structs.fields(kind):
            default = ""
            if one.default is not msgspec.NODEFAULT:
                default = f" = {shown(one.default)}"
            elif one.default_factory is not msgspec.NODEFAULT:
                default = f" = {shown(one.default_factory())}"
            yield f"  {one.encode_name}: {re.sub(r'citadels_[a-z_.]+', '', str(one.type))}{default}"


def shown(value: object) -> str:
    """A default without the names of classes."""
    return json.dumps(msgspec.to_builtins(value))


def test_stored_documents_keep_their_fields_types_and_defaults() -> None:
    assert_kept(KEPT / "documents.txt", fields())


def test_words_keep_their_places() -> None:
    codec = places.codec
    lines = [f"entry format {places.ENTRY_FORMAT}; state schema {codec.SCHEMA}; shards {places.SHARDS}"]
    lines += [
        f"record {places.record_lines.FORMAT}, rules {places.record_lines.RULES}; position {places.position.FORMAT}",
        "",
    ]
    for name in ("DISTRICT_IDS", "CHARACTER_IDS", "VERBS", "KINDS"):
        lines += [name, *[f"  {number} {word}" for number, word in enumerate(getattr(codec, name))]]
    for number, options in enumerate(codec.OPTION_VALUES):
        lines += [
            f"OPTION_VALUES {number}",
            *[f"  {place} {name} {values!r}" for place, (name, values) in enumerate(options)],
        ]
    lines += ["WORDS", *[f"  {number} {word}" for number, word in enumerate(places.WORDS)]]
    lines += ["SHAPES", *[f"  {number} {shape!r}" for number, shape in enumerate(places.SHAPES)]]
    assert_kept(KEPT / "words.txt", lines)


# scripts, commands, keys


def test_scripts_keep_their_texts() -> None:
    lines = []
    for name, script in vars(places.scripts).items():
        if isinstance(script, places.scripts.Script):
            head = [line for line in script.text.splitlines()[:5] if line.startswith(("#!", "--"))]
            lines += [f"{name} {script.sha}", *[f"  {line}" for line in head]]
    assert_kept(KEPT / "scripts.txt", [f"answers of COMMIT: {', '.join(places.scripts.KINDS)}", *lines])


class Wire:
    """A wire that notes what is sent, and answers the first time that no answer came, the second time that the store is down."""

    def __init__(self) -> None:
        self.sent: list[str] = []

    def send(self, where: str, command: tuple[object, ...]) -> asyncio.Future[object]:
        self.sent.append(f"  at {where or 'any'}: {' '.join(self.word(one) for one in command)}")
        answer: asyncio.Future[object] = asyncio.get_running_loop().create_future()
        answer.set_result(
            (places.ports.Unknown if len(self.sent) % 2 else places.ports.StoreDown)("as the test wants it")
        )
        return answer

    @staticmethod
    def word(one: object) -> str:
        """A word of a command; scripts by their names, bytes as they are seen."""
        named = [name for name, script in vars(places.scripts).items() if getattr(script, "sha", None) == one]
        return named[0] if named else repr(one)


CALLS: dict[str, Callable[[Any], Any]] = {
    "create": lambda s: s.create("game_1", b"doc", "seed", b"entry", index="open", rank=5, due_in=9),
    "load": lambda s: s.load("game_1", key="0:key", seed=True),
    "commit": lambda s: s.commit(places.ports.Change(table="game_1", expects=1, number=3, entry=b"entry")),
    "commit all": lambda s: s.commit(
        places.ports.Change(
            table="game_1", expects=1, number=3, entry=b"entry", doc=b"doc", state=b"state", due_in=7, allow=8, key="0:key",
            digest=b"digest", moves_from="open", moves_to="running", rank=5, counts={"games": 1},
        )
    ),
    "log": lambda s: s.log("game_1", after=2, until=9, limit=4),
    "index": lambda s: s.index("open", before=(5, "game_1"), limit=2),
    "archive": lambda s: s.archive("game_1", b"blob", expects=3, keep_ms=9),
    "repack": lambda s: s.repack("game_1", [places.ports.Logged(3, 5, b"entry")], expects=3),
    "archived": lambda s: s.archived("game_1"),
    "drop": lambda s: s.drop("game_1", index="open"),
    "claim": lambda s: s.claim(7, lease_ms=9, limit=5),
    "put_off": lambda s: s.put_off("game_1", ms=9, expects=3),
    "oldest_due": lambda s: s.oldest_due(),
    "get": lambda s: s.get("{s:07}:acct:acct_1"),
    "put": lambda s: s.put("{s:07}:acct:acct_1", b"value", ttl_ms=9),
    "put where it is": lambda s: s.put("{s:07}:acct:acct_1", b"value", expects=b"before", ttl_ms=9),
    "put where nothing is": lambda s: s.put("{s:07}:acct:acct_1", b"value", expects=None),
    "delete": lambda s: s.put("{s:07}:acct:acct_1", None),
    "delete where it is": lambda s: s.put("{s:07}:acct:acct_1", None, expects=b"before"),
    "rank": lambda s: s.rank("{s:07}:mine:acct_1", "game_1", 5),
    "unrank": lambda s: s.rank("{s:07}:mine:acct_1", "game_1", None),
    "ranked": lambda s: s.ranked("{s:07}:mine:acct_1", before=(5, "game_1"), limit=2),
    "tally": lambda s: s.tally("7-process", 2, {"moves": 1}, floors={"moves": 4, "games": 5}),
    "counts": lambda s: s.counts(),
    "append": lambda s: s.append("{s:07}:notices:acct_1", b"value", keep=9),
    "appended": lambda s: s.appended("{s:07}:notices:acct_1", after=2),
    "spend": lambda s: s.spend("guests:127.0.0.1", cost=2, capacity=10, per_second=5),
    "now": lambda s: s.now(),
}  # fmt: skip


async def sent() -> list[str]:
    """What each call of the store sends; of what goes to all shards alike the first and the last."""
    lines: list[str] = []
    for name, call in CALLS.items():
        wire = Wire()
        store = places.RedisStore(wire, Mock(), timeout=1)  # type: ignore[arg-type]  # of a wire it only sends
        with contextlib.suppress(places.ports.StoreError):
            await call(store)
        lines.append(name)
        lines += (
            wire.sent
            if len(wire.sent) < 10
            else [wire.sent[0], wire.sent[1], f"  ... {len(wire.sent)} in all ...", wire.sent[-1]]
        )
    return lines


def test_calls_of_the_store_send_the_same_commands() -> None:
    assert_kept(KEPT / "commands.txt", asyncio.run(sent()))


def test_keys_keep_their_names() -> None:
    names = {name for text in modules().values() for name in re.findall(r'\bdocument\(\s*"([a-z-]+)"', text)}
    shards = [f"{name} {places.shard_of(name)}" for name in ("game_1", "acct_1", "tour_1", "all", "ladder_all")]
    assert_kept(KEPT / "keys.txt", ["# kinds of documents", *sorted(names), "", "# shards of some names", *shards])


# jobs of the queue


def test_jobs_keep_their_queues_paths_and_arguments(monkeypatch: pytest.MonkeyPatch) -> None:
    lines: list[str] = []

    def noted(queue: Queue, jobs: list[Any], **_: object) -> None:
        for job in jobs:
            told = {name: value for name, value in job._asdict().items() if value is not None and value is not False}
            lines.append(
                f"{queue.name} ({getattr(queue.serializer, '__name__', '')}): {json.dumps(told, default=str, sort_keys=True)}"
            )

    monkeypatch.setattr(Queue, "enqueue_many", noted)
    monkeypatch.setattr(places.FairQueue, "add", lambda _, works: len(works))
    bell = places.RqBell(Mock())
    bell.call("game_1", 7, 2, "greedy")
    bell.call("game_1", 7, 2, "planner")
    bell.play("tour_1", "1.0.0.0")
    bell.play("tour_1", "1.0.0.0", again=True)
    bell.play("tour_1", "1.0.0.1", thinking=True)
    until(lambda: len(lines) == 5, "all five jobs are in their queues")
    bell.close()
    paths = sorted(set(re.findall(r'"func": "([\w.]+)"', "\n".join(lines))))
    lines += [f"{path}{parameters(path)}" for path in paths]
    assert len(lines) == 7
    assert_kept(KEPT / "queue.txt", lines)


def parameters(path: str) -> str:
    """What a job is told, by the names of its parameters; the path is what lies in a queue."""
    module, _, name = path.rpartition(".")
    return f"({', '.join(inspect.signature(vars(__import__(module, fromlist=['']))[name]).parameters)})"


# bytes that were written once


def sample(kind: Any, name: str, depth: int = 0) -> Any:
    """A value of a kind, which is no default."""
    match kind:
        case msgspec.inspect.StructType():
            return kind.cls(**{one.name: sample(one.type, one.name, depth + 1) for one in kind.fields})
        case msgspec.inspect.LiteralType():
            return kind.values[-1]
        case msgspec.inspect.UnionType():
            return sample(next(one for one in kind.types if not isinstance(one, msgspec.inspect.NoneType)), name, depth)
        case msgspec.inspect.ListType():
            return [sample(kind.item_type, name, depth), sample(kind.item_type, name, depth)]
        case msgspec.inspect.TupleType():
            return tuple(sample(one, name, depth) for one in kind.item_types)
        case msgspec.inspect.DictType():
            return {sample(kind.key_type, name, depth): sample(kind.value_type, name, depth)}
        case msgspec.inspect.BoolType():
            return True
        case msgspec.inspect.IntType():
            return 1_700_000_000_000 if name in {"created", "at"} else 200 + len(name) + depth
        case msgspec.inspect.FloatType():
            return 0.5 + len(name)
        case msgspec.inspect.BytesType():
            return name.encode()
        case _:
            return name


PLAIN = (msgspec.msgpack.encode, None)


def goldens() -> Iterator[str]:
    """A full and an empty value of every stored struct: what it says, and its bytes."""
    for kind in places.STORED:
        info: Any = msgspec.inspect.type_info(kind)
        required = {one.name: sample(one.type, one.name) for one in info.fields if one.required}
        write = places.PACKERS.get(kind.__name__, PLAIN)[0]
        for value in (sample(info, kind.__name__), kind(**required)):
            yield f"{kind.__name__} | {msgspec.json.encode(value).decode()} | {write(value).hex()}"


def with_older(found: list[str], kept: list[str]) -> list[str]:
    """The lines, and of those that are kept what an older release wrote with fewer fields and this one still writes the same."""
    return [line for line in kept if line in found or is_written_so(line)] + [
        line for line in found if line not in kept
    ]


def is_written_so(line: str) -> bool:
    """Whether the value of a line is written with its bytes."""
    name, _, data = line.split(" | ")
    kind = next(one for one in places.STORED if one.__name__ == name)
    write, read = places.PACKERS.get(name, PLAIN)
    value = (msgspec.msgpack.Decoder(kind).decode if read is None else read)(bytes.fromhex(data))
    return bool(write(value).hex() == data)


def test_documents_are_written_as_they_were() -> None:
    kept = GOLDEN.read_text(encoding="utf-8").splitlines() if GOLDEN.exists() else []
    assert_written(GOLDEN, with_older(list(goldens()), kept))


def test_a_document_with_a_new_field_keeps_the_line_without_it() -> None:
    full = next(line for line in goldens() if line.startswith("Clock"))
    older = f"Clock | {{}} | {msgspec.msgpack.encode({'kind': 'bank', 'bank_ms': 5}).hex()}"
    other = f"Clock | {{}} | {msgspec.msgpack.encode({'bank_ms': 5, 'kind': 'bank'}).hex()}"
    assert with_older([full], [older]) == [older, full]
    assert with_older([full], [other]) == [full], "it is written otherwise now, and is missed"


def test_documents_that_were_written_once_are_read() -> None:
    kinds = {kind.__name__: kind for kind in places.STORED}
    read = 0
    for name, said, data in records(GOLDEN):
        decode = places.PACKERS[name][1] if name in places.PACKERS else msgspec.msgpack.Decoder(kinds[name]).decode
        assert json.loads(msgspec.json.encode(decode(bytes.fromhex(data)))) == json.loads(said), name
        read += 1
    assert read >= 50


SETUPS = (14, 35, 43, 118, 244, 292)
"""In these every kind of decision of both editions is met."""


def states() -> Iterator[str]:
    """States of games played at random: the first of each kind of decision, and the last of each game."""
    met: set[tuple[str, str]] = set()
    for number in SETUPS:
        dealt = setup(number)
        chance = Random(number)
        game = dealt.deal()
        while True:
            kind = "over" if is_over(game) else awaited(game).kind
            if (dealt.edition, kind) not in met or kind == "over":
                met.add((dealt.edition, kind))
                data = msgspec.msgpack.encode(places.codec.encode(game))
                yield f"{dealt.seed} | {kind} | {json.dumps(save(game))} | {data.hex()}"
            if kind == "over":
                break
            apply(game, chance.choice(legal_actions(game)))


def test_states_are_written_as_they_were() -> None:
    assert_written(STATES, states())


def test_states_that_were_written_once_are_read() -> None:
    kinds = set()
    for seed, kind, said, data in records(STATES):
        game = places.codec.decode(msgspec.msgpack.decode(bytes.fromhex(data)), seed)
        assert save(game) == json.loads(said), (seed, kind)
        assert msgspec.msgpack.encode(places.codec.encode(game)).hex() == data
        kinds.add(kind)
    assert kinds == {*places.codec.KINDS, "over"}


BATCHES = [places.ports.Logged(number, 1_700_000_000_000 + number, b'[{"kind":"started"}]') for number in range(1, 4)]
PACKED = "00" + zlib.compress(msgspec.msgpack.encode(BATCHES), 9).hex()


def test_a_packed_log_of_a_tournament_is_written_and_read_as_it_was() -> None:
    one = places.pack_batches(BATCHES)
    assert (one.number, one.at, one.entry[:1]) == (3, 1_700_000_000_003, b"\0")
    assert_written(KEPT / "golden_batches.txt", [zlib.decompress(one.entry[1:]).hex()])
    (kept,) = (KEPT / "golden_batches.txt").read_text(encoding="utf-8").split()
    entry = b"\0" + zlib.compress(bytes.fromhex(kept))
    assert places.unpack_batches(places.ports.Logged(3, 1, entry)) == BATCHES


# a whole store


THERE = ("warrant", "wait_warrant", "open", "over", "clock")


LEDGER = 3
"""Of the ladder's log so many entries are kept, and so many games of those that players and pairs have played."""


async def filled() -> Any:
    """A store as the practice server fills it: always with the same."""
    practice = places.Practice(places.practice_settings(), {name: places.catalogue()[name] for name in THERE})
    with places.drawn_from(practice.chance):
        await practice.put_all()
    return practice


def sampled() -> Iterator[list[str]]:
    """What is kept of it: of tables with nearly the same name the first, with all that belongs to it."""
    met: Counter[str] = Counter()
    tables: dict[str, str] = {}
    for what, name, said, data in places.rows(asyncio.run(filled()).store.space):
        belongs = json.loads(said)[1] if what == "index" else name
        if what == "table":
            tables.setdefault(name[:12], name)
        if what in {"table", "seed", "state", "record", "entry", "due", "index"} and tables[belongs[:12]] != belongs:
            continue
        many = f"{what} {name}" if name == "ladder_all" else name.split(":")[2] if name.startswith("{") else ""
        met[many] += 1
        if met[many] > LEDGER and many in {"entry ladder_all", "met", "rated", "mine", "pair", "folded"}:
            continue
        yield [what, name, said or "-", data or "-"]


def test_a_store_is_written_as_it_was() -> None:
    kept = {line[1]: line[3] for line in records(STORE) if line[0] == "record"} if STORE.exists() else {}
    lines = []
    for what, name, said, data in sampled():
        before = kept.get(name, data) if what == "record" else data
        same = what == "record" and zlib.decompress(bytes.fromhex(before)) == zlib.decompress(bytes.fromhex(data))
        lines.append(
            " | ".join((what, name, said, before if same else data))
        )  # zlib writes other bytes from version to version
    assert_written(STORE, lines)


ASKED = (
    "/v1/me",
    "/v1/me/owed",
    "/v1/credentials",
    "/v1/leaderboard",
    "/v1/accounts/acct_0seat000000000000000000000/ratings",
    "/v1/accounts/acct_0seat000000000000000000000/profile",
)


LONGEST = 10_000
"""Of an answer that is longer, as records are, the digest is kept."""


async def answers() -> list[str]:
    """What the service says of the store that was written once."""
    practice = places.Practice(places.practice_settings(), {})
    kept = records(STORE)
    places.fill(practice.store.space, kept)
    door = Door(places.PracticeApp(practice))
    paths = list(ASKED)
    for what, name, *_ in kept:
        if what == "table" and name.startswith("game"):
            paths += [f"/v1/tables/{name}", f"/v1/tables/{name}/position", f"/v1/tables/{name}/record"]
        if what == "table" and name.startswith("tour"):
            paths += [f"/v1/tournaments/{name}", f"/v1/tournaments/{name}/standings"]
    lines = []
    for path in paths:
        heard = await door.ask("GET", path, secret=places.PRACTICE.credential)
        body = heard.body.decode()
        lines.append(f"{path} {heard.status} {body if len(body) < LONGEST else sha256(heard.body).hexdigest()}")
    return lines


def test_a_store_that_was_written_once_is_read() -> None:
    assert_kept(KEPT / "answers.txt", asyncio.run(answers()))
