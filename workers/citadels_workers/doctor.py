"""`citadels doctor`: what is wrong with the service on this machine, and how to fix it.

1. A finding is good, worth knowing, or bad. A bad one says what to do. With a bad one the exit status is 1.
2. It changes nothing and starts nothing.
3. It checks the store that is named, otherwise the store in the lock of a running `citadels up`.
"""

from __future__ import annotations

import json
import re
import shutil
import sys
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Literal

from citadels_api.store.addresses import shown

from citadels_workers.service_port import answer, holder
from citadels_workers.startup import data_directory
from citadels_workers.store_choice import NoStore, binary_version, bundled, choose, is_single, mapped, on_path
from citadels_workers.valkey import read_lock

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from citadels_workers.named_store import Facts


Verdict = Literal["good", "note", "bad"]
MARKS: dict[Verdict, str] = {"good": "ok  ", "note": "note", "bad": "BAD "}
OLDEST_PYTHON = (3, 11, 0)
SKEW_MS = 2000
FULL = 0.9
DISK = 200 << 20
OVERDUE_S = 10.0


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one check."""

    what: str
    verdict: Verdict
    found: str
    way_out: str = ""


@dataclass(frozen=True, slots=True)
class Patient:
    """What to check; empty values are detected."""

    host: str = "127.0.0.1"
    port: int = 8000
    data_dir: Path | None = None
    redis_url: str = ""
    queue_redis_url: str = ""


def examine(patient: Patient) -> list[Finding]:
    """All findings, ordered so that an earlier fault may explain a later one."""
    folder = data_directory(patient.data_dir)
    lock = read_lock(folder)
    findings = [*_python(), *_sandbox(), *_servers(), *_folder(folder, lock)]
    store = patient.redis_url or str(lock.get("store", ""))
    queue = patient.queue_redis_url or ("" if patient.redis_url else str(lock.get("queue", "")))
    findings += _stores(store, queue)
    host, port = patient.host, patient.port
    if lock.get("url") and not patient.redis_url:
        found = re.fullmatch(r"http://\[?(.*?)\]?:(\d+)", str(lock["url"]))
        if found:
            host, port = found[1], int(found[2])
    findings += _service(host, port, bool(lock))
    ready = any(finding.what == "api" and finding.verdict == "good" for finding in findings)
    findings += _workers(queue or store, needed=ready)
    return findings


def as_text(findings: list[Finding]) -> str:
    """The findings for people, with a summary in the last line."""
    lines = []
    for finding in findings:
        lines.append(f"{MARKS[finding.verdict]}  {finding.what:<10}  {finding.found}")
        if finding.way_out:
            lines.append(f"{'':18}{finding.way_out}")
    bad = sum(finding.verdict == "bad" for finding in findings)
    lines.append("all well" if not bad else f"{bad} {'thing is' if bad == 1 else 'things are'} wrong")
    return "\n".join(lines)


def as_json(findings: list[Finding]) -> str:
    """The findings for programs."""
    well = all(finding.verdict != "bad" for finding in findings)
    return json.dumps({"well": well, "findings": [asdict(finding) for finding in findings]})


def _python() -> Iterator[Finding]:
    version = sys.version_info[:3]
    if version >= OLDEST_PYTHON:
        yield Finding("python", "good", ".".join(map(str, version)))
    else:
        yield Finding("python", "bad", ".".join(map(str, version)), "Python 3.11 or newer is needed")
    import citadels_engine

    if citadels_engine.COMPILED:
        yield Finding("engine", "good", "compiled")
    else:
        yield Finding("engine", "note", "interpreted: it works, several times slower", "./citadels build compiles it")


def _sandbox() -> Iterator[Finding]:
    """What this machine can keep from foreign bots, part by part."""
    from citadels_sdk.sandbox.sandbox_parts import parts

    for part in parts():
        if part.given:
            yield Finding("sandbox", "good", f"{part.name}: {part.found} keeps from a bot {part.keeps}")
        else:
            found = f"{part.name}: {part.found}; nothing keeps from a bot {part.keeps}"
            yield Finding("sandbox", "note", found, "play foreign bots elsewhere, or with --weak-sandbox")


def _servers() -> Iterator[Finding]:
    """What `citadels up` would start."""
    binary = bundled()
    if binary is not None:
        yield Finding("server", "good", f"bundled: {binary_version(binary)} ({binary})")
        return
    usable = [path for path, reason in on_path() if not reason]
    if usable:
        yield Finding("server", "good", f"on the path: {binary_version(usable[0])} ({usable[0]})")
        return
    try:
        choose(None)
    except NoStore as fault:
        found, _, way_out = str(fault).partition(". ")
        yield Finding("server", "note", found, way_out)


def _folder(folder: Path, lock: dict[str, Any]) -> Iterator[Finding]:
    """The data directory, and the free space on its disk."""
    there = folder
    while not there.exists():
        there = there.parent
    if not folder.exists():
        yield Finding("data", "note", f"{folder} is not there yet: `citadels up` makes it")
    elif lock:
        yield Finding("data", "good", f"{folder}, in use by process {lock.get('pid')}")
    else:
        yield Finding("data", "good", f"{folder}, not in use")
    free = shutil.disk_usage(there).free
    found = f"{free / (1 << 30):.1f} GiB free"
    if free < DISK:
        yield Finding("disk", "bad", found, "make room: a store that cannot write takes no move")
    else:
        yield Finding("disk", "good", found)


def _stores(store: str, queue: str) -> Iterator[Finding]:
    if not store:
        yield Finding("store", "note", "none is named, and no `citadels up` runs here", "name one with REDIS_URL")
        return
    yield from _store("store", store, keeps=True)
    if queue and queue.partition("?")[0] != store.partition("?")[0]:
        yield from _store("queue", queue, keeps=False)


def _store(what: str, url: str, *, keeps: bool) -> Iterator[Finding]:
    from citadels_workers.named_store import Unreachable, facts

    try:
        found = facts(mapped(url))
    except NoStore as fault:
        yield Finding(what, "bad", str(fault), "set REDIS_URL right")
        return
    except Unreachable as fault:
        yield Finding(what, "bad", str(fault), "start it, or set REDIS_URL right")
        return
    for one in found:
        place = shown(url)
        if one.usable:
            yield Finding(what, "good", f"{one.version} at {place} answers in {one.delay_ms} ms")
        else:
            yield Finding(what, "bad", f"{one.version} at {place}", "Redis 7.0 or newer is needed, or a Valkey")
        if keeps:
            yield from _keeping(one)
        yield from _room(what, one)
        if abs(one.skew_ms) > SKEW_MS:
            found_ = f"the {what}'s is {one.skew_ms} ms off this machine's"
            yield Finding("clocks", "bad", found_, "set both by NTP; deadlines go by the store's clock")
        else:
            yield Finding("clocks", "good", f"the {what}'s is {one.skew_ms} ms off this machine's")


def _keeping(one: Facts) -> Iterator[Finding]:
    """Whether the store of the games keeps its data."""
    if not one.writes:
        yield Finding("saving", "bad", "its last write to disk failed: it takes no moves", "make room on its disk")
    elif one.append_only:
        found = f"appendfsync {one.fsync or 'unknown'}: {one.losses()}"
        if one.fsync == "everysec":
            yield Finding(
                "saving",
                "note",
                found,
                "CONFIG SET appendfsync always; `no` if a power cut may cost more, a crash nothing",
            )
        else:
            yield Finding("saving", "good", found)
    else:
        yield Finding("saving", "note", one.losses(), "CONFIG SET appendonly yes")
    if one.policy == "noeviction":
        yield Finding("eviction", "good", "maxmemory-policy noeviction")
    else:
        found = f"maxmemory-policy {one.policy or 'unknown'}: the store may throw games away"
        yield Finding("eviction", "bad", found, "CONFIG SET maxmemory-policy noeviction")
    if one.fsync_delayed:
        yield Finding("disk", "note", f"{one.fsync_delayed} writes had to wait for the disk", "a quicker disk helps")


def _room(what: str, one: Facts) -> Iterator[Finding]:
    used = f"{one.used / (1 << 20):.1f} MiB used"
    if not one.limit:
        yield Finding("room", "note", f"{what}: {used}, no maxmemory", "set maxmemory, so that the head-room is known")
    elif one.used > one.limit * FULL:
        found = f"{what}: {used} of {one.limit / (1 << 20):.0f} MiB"
        refused = "" if what == "queue" else ": nothing new is made, games that run go on"
        yield Finding("room", "bad", found + refused, "raise maxmemory, or export and drop old records")
    else:
        yield Finding("room", "good", f"{what}: {used} of {one.limit / (1 << 20):.0f} MiB")


def _service(host: str, port: int, expected: bool) -> Iterator[Finding]:
    """Whether the API answers and is ready; if nothing listens, whether the port is free."""
    found = answer(host, port, "/readyz")
    if found is None:
        who = holder(port)
        if who:
            yield Finding("port", "bad", f"{port}: {who} has it and does not answer", "use another with --port")
        elif expected:
            yield Finding("api", "bad", f"{host}:{port} does not answer", "see logs/api.log in the data directory")
        else:
            yield Finding("port", "good", f"{port} is free")
        return
    status, body = found
    text = body.decode(errors="replace").strip()[:200]
    if status == 200:
        yield Finding("api", "good", f"{host}:{port} is ready")
    elif status == 503:
        yield Finding("api", "bad", f"{host}:{port} is not ready: {text}", "the store is away, or it is draining")
    else:
        yield Finding(
            "port", "bad", f"{host}:{port} is somebody else's: /readyz says {status}", "use another with --port"
        )
        return
    yield from _metrics(host, port)


def _workers(url: str, *, needed: bool) -> Iterator[Finding]:
    """Whether each queue has a worker."""
    from citadels_workers.named_store import Unreachable, workers

    try:
        found = workers(mapped(url)) if url and is_single(mapped(url)) else None
    except (NoStore, Unreachable):
        found = None  # told already
    if found is None:
        return
    slow = "its AI seats only move by the clock"
    stands = "tournaments wait for the games that only the house plays"
    for queue, process, lacks in (
        ("fast", "fast", slow), ("games", "fast", stands), ("thinking", "thinking", slow), ("deep", "thinking", stands),
    ):  # fmt: skip
        count = found.get(queue, 0)
        text = f"{count} on the queue {queue}"
        if count or not needed:
            yield Finding("workers", "good" if count else "note", text)
        else:
            yield Finding("workers", "bad", f"{text}: {lacks}", f"citadels work --queue {process}")


def _metrics(host: str, port: int) -> Iterator[Finding]:
    """What the metrics tell about workers and due tables."""
    found = answer(host, port, "/metrics", 5.0)
    if found is None or found[0] != 200:
        yield Finding("metrics", "note", "/metrics does not answer")
        return
    gauges = {
        match[1]: float(match[2])
        for match in re.finditer(r"^(citadels_\w+)(?:\{[^}]*\})? ([-+.0-9eE]+)$", found[1].decode(), re.MULTILINE)
    }
    due = gauges.get("citadels_oldest_due_seconds")
    if due is None:
        return
    if due > OVERDUE_S:
        yield Finding("turns", "bad", f"one is overdue by {due:.1f} s", "no clock runs: start `citadels clock`")
    else:
        yield Finding("turns", "good", f"the longest overdue one waits {due:.1f} s")
