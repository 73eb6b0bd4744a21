"""All that the doctor finds and says, as it was read: `kept/doctor.txt`."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from citadels_sdk.sandbox.sandbox_parts import Part
from citadels_workers import doctor, named_store
from citadels_workers.doctor import Finding, as_json, as_text
from citadels_workers.named_store import Facts, Unreachable
from citadels_workers.store_choice import NoStore

from tests.support.kept import assert_kept

if TYPE_CHECKING:
    from collections.abc import Iterable

    import pytest

KEPT = Path(__file__).parent / "kept" / "doctor.txt"
MIB = 1 << 20
GOOD = Facts(
    version="Valkey 9.1.2", usable=True, append_only=True, fsync="always", policy="noeviction", used=90 * MIB, limit=100 * MIB, skew_ms=2000,
    writes=True, fsync_delayed=0, delay_ms=0.25,
)  # fmt: skip
STORES: list[dict[str, Any]] = [
    {},
    {"usable": False},
    {"writes": False},
    {"append_only": False},
    {"fsync": "everysec"},
    {"fsync": "no"},
    {"fsync": ""},
    {"policy": "allkeys-lru"},
    {"policy": ""},
    {"fsync_delayed": 1},
    {"used": 90 * MIB + 1},
    {"limit": 0},
    {"skew_ms": 2001},
    {"skew_ms": -2000},
    {"skew_ms": -2001},
]


class Pages:
    """A service that answers with these pages, and notes for how long it was waited for."""

    def __init__(self, pages: dict[str, tuple[int, bytes]]) -> None:
        self.pages = pages
        self.asked: list[tuple[Any, ...]] = []

    def __call__(self, *given: Any) -> tuple[int, bytes] | None:
        self.asked.append(given)
        return self.pages.get(given[2])


def case(name: str, findings: Iterable[Finding]) -> str:
    """A case, and what is said of it."""
    return f"# {name}\n{as_text(list(findings))}\n"


def test_all_that_is_said_is_what_it_was(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    said: list[str] = []
    for version in ((3, 10, 99), (3, 11, 0)):
        for compiled in (True, False):
            with monkeypatch.context() as patched:
                patched.setattr(sys, "version_info", (*version, "final", 0))
                patched.setattr("citadels_engine.COMPILED", compiled)
                said.append(case(f"Python {version}, compiled {compiled}", list(doctor._python())))
    for given in (True, False):
        part = Part(
            "files", "files but those of its folder", given, "Landlock 7" if given else "this kernel has no Landlock"
        )
        monkeypatch.setattr("citadels_sdk.sandbox.sandbox_parts.parts", lambda found=part: (found,))
        said.append(case(f"a sandbox with {given}", list(doctor._sandbox())))
    monkeypatch.setattr(named_store, "facts", lambda _: [GOOD])
    said.append(case("no store", doctor._stores("", "")))
    said.append(case("a queue in the store", doctor._stores("redis://a:1", "redis://a:1?db=1")))
    said.append(case("a queue of its own", doctor._stores("redis://a:1?db=1", "redis://b:1?db=1")))
    for facts in STORES:
        stores = [replace(GOOD, **facts)]
        monkeypatch.setattr(named_store, "facts", lambda _, found=stores: found)
        said.append(case(f"a store with {facts}", doctor._stores("redis://:hush@a:1", "")))
    for fault in (NoStore("it is none"), Unreachable("it is silent")):

        def refuse(_: str, why: Exception = fault) -> list[Facts]:
            raise why

        monkeypatch.setattr(named_store, "facts", refuse)
        said.append(case(str(fault), doctor._stores("redis://a:1", "")))
    for free in (200 * MIB - 1, 200 * MIB, 5 << 30):
        usage = SimpleNamespace(free=free)
        monkeypatch.setattr("shutil.disk_usage", lambda _, found=usage: found)
        for folder, lock in ((tmp_path, {}), (tmp_path, {"pid": 7}), (tmp_path / "none", {})):
            text = case(f"{free} bytes free, {lock}", doctor._folder(folder, lock))
            said.append(text.replace(str(tmp_path), "FOLDER"))
    metrics = b"citadels_other 99\ncitadels_oldest_due_seconds %b\n"
    for name, pages, expected in (
        ("nobody", {}, False),
        ("nobody, where somebody is expected", {}, True),
        ("ready, without metrics", {"/readyz": (200, b"{}")}, True),
        ("ready, with strange metrics", {"/readyz": (200, b"{}"), "/metrics": (200, b"x")}, True),
        ("draining", {"/readyz": (503, b" draining "), "/metrics": (200, metrics % b"1.25")}, True),
        ("somebody else's", {"/readyz": (404, b"")}, True),
        ("on time", {"/readyz": (200, b"{}"), "/metrics": (200, metrics % b"10")}, True),
        ("late", {"/readyz": (200, b"{}"), "/metrics": (200, metrics % b"10.06")}, True),
    ):
        service = Pages(pages)
        monkeypatch.setattr(doctor, "answer", service)
        monkeypatch.setattr(doctor, "holder", lambda _: "")
        said.append(case(f"the service: {name}", doctor._service("there", 9, expected)))
        said.append(f"asked {service.asked}\n")
    monkeypatch.setattr(doctor, "answer", Pages({}))
    monkeypatch.setattr(doctor, "holder", lambda port: f"process {port}")
    said.append(case("a port that is held", doctor._service("there", 9, False)))
    for needed in (True, False):
        for found in ({}, {"fast": 1, "games": 2, "thinking": 3, "deep": 4}):
            monkeypatch.setattr(named_store, "workers", lambda _, each=found: each)
            said.append(case(f"workers {found}, needed {needed}", doctor._workers("redis://a:1", needed=needed)))
    said.append(case("workers of no queue", doctor._workers("", needed=True)))
    said.append(as_json([Finding("disk", "bad", "full", "make room")]))
    said.append(as_json([Finding("disk", "note", "small")]))
    assert_kept(KEPT, said)
