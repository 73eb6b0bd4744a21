"""What must never be found outside: seeds, secrets, recovery codes, the chance of AI seats, the names of cards. And where it is looked for.

1. A whole service of real processes is used by people and AI seats, at the most talkative level of the log.
2. Workers are stopped while jobs wait, so that the queue's keys are seen full; what RQ has packed is unpacked before it is searched.
3. Refusals are collected on the way: no body of theirs holds anything of another's.
"""

from __future__ import annotations

import asyncio
import re
import secrets
import signal
import subprocess
import sys
import zlib
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from citadels_engine.cards.registry import CHARACTERS, DISTRICTS

from tests.support.line import Line
from tests.support.running import Caller, Part, Service, offered

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tests.support.line import Answer
    from tests.support.servers import Server


SEED: Final = re.compile(r"[0-9a-f]{64}")
CHANCE: Final = re.compile(rb"chance\xd9 ([0-9a-f]{32})")
"""What the dice of AI seats are thrown from, as it stands in a packed table."""
MOVES: Final = 60
NAMES: Final = frozenset(
    [name for edition in CHARACTERS.values() for name in edition]
    + [name for edition in DISTRICTS.values() for name in edition]
)


@dataclass
class Canaries:
    """What is secret, and what was said where."""

    secrets: dict[str, str] = field(default_factory=dict)
    """The text, and what it is."""
    words: frozenset[str] = frozenset()
    """Names of cards and characters: nothing that is kept for operators has any."""
    places: dict[str, bytes] = field(default_factory=dict)
    """Where it was looked, and what stood there."""
    refusals: list[bytes] = field(default_factory=list)
    jobs: int = 0


def spilt(canaries: Canaries) -> list[str]:
    """What was found where it must not be; the secret itself is not repeated."""
    found = []
    for place, said in [*canaries.places.items(), *(("a refusal", body) for body in canaries.refusals)]:
        for text, what in canaries.secrets.items():
            if text.encode() in said:
                found.append(f"{what} stands in {place}")
        if place != "a refusal":
            named = {word for word in canaries.words if re.search(rf"(?<![A-Za-z_]){word}(?![A-Za-z_])".encode(), said)}
            found += [f"the card {word} is named in {place}" for word in sorted(named)]
    return found


def dumped(store: Server) -> bytes:
    """Every key of a store with all that it holds, unpacked."""
    said: list[bytes] = []
    with store.client() as client:
        for key in client.scan_iter(count=1000):
            said.append(key)
            kind = client.type(key)
            values: Iterable[Any]
            if kind == b"hash":
                values = [part for pair in client.hgetall(key).items() for part in pair]
            elif kind == b"list":
                values = client.lrange(key, 0, -1)
            elif kind == b"set":
                values = client.smembers(key)
            elif kind == b"zset":
                values = client.zrange(key, 0, -1)
            elif kind == b"stream":
                values = [part for _, fields in client.xrange(key) for pair in fields.items() for part in pair]
            else:
                values = [client.get(key) or b""]
            for value in values:
                said += [value, unpacked(value)]
    return b"\n".join(said)


def unpacked(value: bytes) -> bytes:
    """What RQ has packed."""
    try:
        return zlib.decompress(value)
    except zlib.error:
        return b""


def found_in(store: Server) -> dict[str, str]:
    """The seeds and chances that the game store holds."""
    found: dict[str, str] = {}
    with store.client() as client:
        for key in client.scan_iter(count=1000):
            if client.type(key) == b"hash":
                for value in client.hgetall(key).values():
                    found |= {text.decode(): "the chance of AI seats" for text in CHANCE.findall(value)}
                    for text in SEED.findall(value.decode("latin-1")):
                        found[text] = "a seed"
            elif client.type(key) == b"string":
                for text in SEED.findall((client.get(key) or b"").decode("latin-1")):
                    found[text] = "a seed"
    return found


class Spilling(Service):
    """A service of which every part runs with a leak planted."""

    def add(self, *words: Any, **named: Any) -> Part:
        """Add a process."""
        part = super().add(*words, **named)
        part.start = lambda: start_spilling(part)  # type: ignore[method-assign]  # the same, with another program
        return part


def start_spilling(part: Part) -> None:
    """Start a part with a leak planted."""
    with Path(part.log).open("ab") as out:
        part.process = subprocess.Popen(
            [sys.executable, "-P", "-m", "tests.promises.spilling", *part.words],
            env=part.variables, stdin=subprocess.DEVNULL, stdout=out, stderr=out, start_new_session=True,
        )  # fmt: skip


async def search(*, moves: int = MOVES, spilling: bool = False) -> Canaries:
    """Use a whole service, and collect what must not be said and what was said."""
    canaries = Canaries(words=NAMES)
    kind = Spilling if spilling else Service
    service = kind(apis=2, workers=1, clocks=1, own_queue=True, log_level="debug")
    async with service:
        async with Caller(service.ports) as one, Caller(service.ports) as other, Caller(service.ports) as claimed:
            await asyncio.gather(one.guest(), other.guest(), claimed.guest())
            answer = await claimed.call("POST", "/v1/account/claim", {"name": f"canary{secrets.token_hex(4)}"})
            canaries.secrets[answer.json()["recovery"]] = "a recovery code"
            for caller in (one, other, claimed):
                assert caller.secret is not None
                canaries.secrets[caller.secret] = "a credential"
            worker = service.parts["fast0"]
            worker.freeze()
            tables = await set_up(one, other)
            link = (await one.call("POST", f"/v1/tables/{tables[2]}/invite-link")).json()
            canaries.secrets[str(link.get("secret") or link.get("invite"))] = "an invitation"
            await asyncio.sleep(0.5)
            waiting = dumped(service.queue)
            canaries.jobs = waiting.count(b"citadels_workers.ai_seats.play")
            canaries.places["the queue while jobs wait"] = waiting
            canaries.secrets |= found_in(service.store)
            worker.thaw()
            await use(canaries, [one, other], tables, moves)
            canaries.secrets |= found_in(service.store)
            canaries.places["the queue in the end"] = dumped(service.queue)
            for port in service.ports:
                line = Line(port)
                canaries.places[f"the metrics of {port}"] = (await line.ask("GET", "/metrics")).body
                line.close()
        for part in service.parts.values():
            part.signal(signal.SIGTERM)  # so that all is written
        await asyncio.sleep(0.5)
        for name, part in service.parts.items():
            canaries.places[f"the log of {name}"] = Path(part.log).read_bytes()
    return canaries


async def set_up(one: Caller, other: Caller) -> list[str]:
    """A table of two people and two AI seats, one of AI seats only, one that is open."""
    greedy, random = {"kind": "ai", "level": "greedy"}, {"kind": "ai", "level": "random"}
    mixed = await one.table(players=4, seats=[{"kind": "you"}, greedy, random])
    await other.join(mixed["id"])
    shown = await one.table(players=4, seats=[greedy, greedy, random, random])
    waits = await one.table(players=3, seats=[{"kind": "you"}], visibility="private")
    return [mixed["id"], shown["id"], waits["id"]]


async def use(canaries: Canaries, callers: list[Caller], tables: list[str], moves: int) -> None:
    """Play, make mistakes on the way, keep what they are answered."""
    made = 0
    for _ in range(moves * 8):
        for at, caller in enumerate(callers):
            position = await caller.position(tables[0])
            legal = offered(position)
            decision = position.get("decision")
            if decision is None:
                return
            stranger = callers[1 - at]
            said = "build castle"
            for who, n, text in (
                (stranger, decision["n"], said),
                (caller, decision["n"] + 5, "gold"),
                (caller, decision["n"], "kill nobody"),
                (caller, decision["n"], "destroy 1 castle"),
            ):
                if text not in {action["text"] for action in legal or ()}:
                    keep(canaries, await who.move(tables[0], n, [text]))
            keep(canaries, await caller.call("GET", f"/v1/tables/{tables[0]}/record"))
            keep(canaries, await caller.call("GET", f"/v1/tables/{tables[0]}/replay?eyes=all"))
            await stranger.call("POST", f"/v1/tables/{tables[0]}/why-not", {"actions": ["gold", "destroy 1 castle"]})
            keep(canaries, await caller.once("POST", "/graphql", {"query": "{ position(table: 7) { nothing } }"}))
            if legal is not None:
                made += 1
                await caller.move(tables[0], decision["n"], [legal[made % len(legal)]["text"]])
        nobody = Caller(callers[0].ports, secret="ctd_guest_" + "A" * 49)
        async with nobody:
            keep(canaries, await nobody.call("GET", f"/v1/tables/{tables[2]}"))
        if made >= moves:
            return
        await asyncio.sleep(0.01)


def keep(canaries: Canaries, answer: Answer) -> None:
    """Keep a refusal."""
    if answer.status >= 400 or b'"errors"' in answer.body:
        canaries.refusals.append(answer.body)
