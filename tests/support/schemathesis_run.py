"""Runs schemathesis' command against a whole service, with a credential and ids of its own, and says what it has done and found."""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.support.running import Caller, Service
from tests.support.telling import Findings

if TYPE_CHECKING:
    from collections.abc import Callable


TOLD = "https://93.184.215.14/told"
"""Where a webhook points to that nobody is told by: the tournament never starts."""
ROOT = Path(__file__).resolve().parents[2]
CHECKS = (
    "not_a_server_error,status_code_conformance,content_type_conformance,response_headers_conformance,"
    "response_schema_conformance,negative_data_rejection,missing_required_header,unsupported_method,allow_header_conformance,"
    "ignored_auth"
)
"""What the descriptions say alone: a valid request may still be refused by the rules of the game, and a bot be retired."""


@dataclass
class Ran:
    """What one run has done."""

    calls: Counter[str] = field(default_factory=Counter)
    """By phase, operation and status (of GraphQL `data` or `errors`)."""
    linked: int = 0
    """Calls that took something from an earlier answer."""
    output: str = ""
    passed: bool = False

    def by(self, place: int) -> Counter[str]:
        """The calls by their phase (0), their operation (1) or their status (2)."""
        told: Counter[str] = Counter()
        for name, count in self.calls.items():
            told[name.split("|")[place]] += count
        return told

    @property
    def failed(self) -> int:
        """Answers that are a server's error, and calls without an answer."""
        return sum(count for status, count in self.by(2).items() if status.startswith("5") or status == "0")

    def reached(self) -> set[str]:
        """The operations that have succeeded at least once."""
        return {name.split("|")[1] for name in self.calls if re.search(r"\|(2\d\d|data)$", name)}


@dataclass
class Seeded:
    """What is there when the tool begins."""

    secret: str
    ids: dict[str, list[str]]


async def seed(caller: Caller, other: Caller) -> Seeded:
    """Tables that run and wait, a bot, a credential: all the caller's own."""
    running = []
    for _ in range(6):
        table = (await caller.table(players=2, crown=0, seats=[{"kind": "you"}]))["id"]
        await other.join(table)
        running.append(table)
    waiting = [(await caller.table(players=3, seats=[{"kind": "you"}], start="demand"))["id"] for _ in range(3)]
    bot = (await caller.call("POST", "/v1/bots", {"name": f"bot-{caller.account[-8:]}"})).json()
    credentials = [(await caller.call("POST", "/v1/credentials", {"name": "spare"})).json()["id"] for _ in range(9)]
    tournaments = await tournaments_of(caller, other)
    assert caller.secret is not None
    ids = {
        "tournament": [tournaments["entry"], tournaments["entry"], tournaments["played"]],
        "entrant": ["greedy", other.account],
        "game": [tournaments["game"]],
        "webhook": [tournaments["webhook"]],
        "table": [*running, *waiting],
        "account": [caller.account, other.account],
        "bot": [bot["account"]["id"]],
        "credential": credentials,
    }
    return Seeded(caller.secret, ids)


async def tournaments_of(caller: Caller, other: Caller) -> dict[str, str]:
    """Two tournaments, of which one has started; who takes part, and who is told."""
    names = {}
    for name in ("entry", "played"):
        order = {"name": name, "house": ["greedy"] * 3, "conditions": {"kinds": ["guest", "account", "bot"]}}
        names[name] = (await caller.call("POST", "/v1/tournaments", order)).json()["id"]
        await other.call("POST", f"/v1/tournaments/{names[name]}/entrants", {})
    await caller.call("POST", f"/v1/tournaments/{names['played']}/conduct", {"do": "start"})
    told = await caller.call("POST", f"/v1/tournaments/{names['entry']}/webhooks", {"url": TOLD})
    return {**names, "webhook": told.json()["id"], "entrant": other.account, "game": "1.0.0.0"}


def run_schemathesis(base: str, door: str, seeded: Seeded, *, phases: str, examples: int, chance: int = 7) -> Ran:
    """Run the command against one door, `rest` or `graphql`."""
    place = f"{base}/openapi.json" if door == "rest" else f"{base}/graphql"
    with tempfile.TemporaryDirectory(prefix="citadels-") as folder:
        counts, report = Path(folder) / "counts.json", Path(folder) / "report.ndjson"
        command = [
            str(Path(sys.executable).with_name("schemathesis")), "run", place,
            "-H", f"Authorization: Bearer {seeded.secret}", "--phases", phases, "--max-examples", str(examples),
            "--checks", CHECKS, "--report", "ndjson", "--report-ndjson-path", str(report), "--seed", str(chance),
            "--continue-on-failure", "--no-color", "--generation-database", "none", "--request-timeout", "10",
        ]  # fmt: skip
        if door == "rest":
            command += ["--exclude-operation-id", "followMe"]  # a stream without an end
            if "coverage" in phases:
                command += ["--exclude-operation-id", "updateTournament"]  # the fields of makeTournament, once more
        path = os.pathsep.join([*filter(None, [os.environ.get("PYTHONPATH")]), str(ROOT)])
        told = {
            **os.environ,
            "SCHEMATHESIS_HOOKS": "tests.support.schemathesis_hooks",
            "CITADELS_SEEDED": json.dumps(seeded.ids),
            "CITADELS_COUNTS": str(counts),
            "PYTHONPATH": path,
        }
        done = subprocess.run(command, env=told, cwd=folder, capture_output=True, text=True, check=False, timeout=300)
        if not counts.exists():
            raise RuntimeError(f"schemathesis did not run: {done.stdout[-2000:]}{done.stderr[-2000:]}")
        ran = Ran(Counter(json.loads(counts.read_text())), 0, done.stdout, done.returncode == 0)
        ran.linked = linked(report)
        return ran


def linked(report: Path) -> int:
    """How many calls of the stateful phase took something from an earlier answer."""
    found = 0
    with report.open() as lines:
        for line in lines:
            told: dict[str, Any] = json.loads(line).get("ScenarioFinished") or {}
            if told.get("phase") == "stateful":
                cases = (told.get("recorder") or {}).get("cases") or {}
                found += sum(bool(case.get("is_transition_applied")) for case in cases.values())
    return found


def bystander(service: Service, table: str) -> str:
    """All that the store keeps of a table that nobody touches."""
    with service.store.client() as client:
        kept = sorted(key for key in client.scan_iter(match=f"*{table}*", count=1000) if client.type(key) != b"zset")
        return repr([(key, client.dump(key)) for key in kept])


def logged_faults(service: Service) -> list[str]:
    """Lines that the processes should not have written."""
    said = "".join(Path(part.log).read_text(errors="replace") for part in service.parts.values())
    return [line for line in said.splitlines() if '"unexpected"' in line or "Traceback" in line or '"error"' in line]


async def examine(
    door: str, *, phases: str, examples: int, say: Callable[[str], None] = lambda _: None
) -> tuple[Ran, Findings]:
    """Run the command against a whole service of its own."""
    found = Findings()
    service = Service(apis=1, workers=0, clocks=1)
    async with service, Caller(service.ports) as caller, Caller(service.ports) as other, Caller(service.ports) as third:
        await asyncio.gather(caller.become("caller"), other.guest(), third.guest())
        seeded = await seed(caller, other)
        untouched = (await third.table(players=2, seats=[{"kind": "you"}], visibility="private"))["id"]
        before = bystander(service, untouched)
        ran = await asyncio.to_thread(
            run_schemathesis, service.bases[0], door, seeded, phases=phases, examples=examples
        )
        say(f"{ran.calls.total()} calls of schemathesis at {door}")
        if not ran.passed:
            found.fault(f"schemathesis at {door}: {ran.output.partition('= FAILURES =')[2][:6000]}")
        if ran.failed:
            found.fault(f"{ran.failed} answers are server errors: {ran.by(2)}")
        if bystander(service, untouched) != before or not before:
            found.fault("a table that nobody has touched is another")
        found.all([f"logged: {line[:300]}" for line in logged_faults(service)])
    return ran, found
