"""What `citadels up` starts and says in each of its forms, as it was read: `kept/starting.txt`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Literal

import pytest
from citadels_workers import demo, named_store, startup, valkey
from citadels_workers.named_store import Facts, Unreachable
from citadels_workers.startup import Wishes
from citadels_workers.store_choice import Choice, NoStore
from citadels_workers.supervisor import StartFailed
from citadels_workers.valkey import Valkey

from tests.support.kept import assert_kept

if TYPE_CHECKING:
    from citadels_workers.supervisor import Child

KEPT = Path(__file__).parent / "kept" / "starting.txt"
FOLDER, RUN, BINARY = Path("/data"), Path("/run/c"), Path("/bin/valkey-server")
Source = Literal["given", "bundled", "path"]
GOOD = Facts(
    version="Redis 7.2.4", usable=True, append_only=True, fsync="always", policy="noeviction", used=1, limit=2, skew_ms=0, writes=True,
    fsync_delayed=0, delay_ms=1.0,
)  # fmt: skip


def taken(source: Source = "path", url: str = "", queue: str = "") -> Choice:
    return Choice(source, "because", url, queue, BINARY)


def shown(child: Child) -> str:
    """A child in a line."""
    facts = [child.name, list(child.command), child.variables, child.stage, child.grace, child.fds, str(child.log)]
    more = [child.orphaned.name]
    if isinstance(child, Valkey):
        more += [str(child.folder), str(child.run), child.fsync, str(child.memory), child.url]
    return json.dumps([*facts, *more])


def test_what_is_started_and_said_is_what_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr(valkey, "default_memory", lambda: 12345)
    house: Any = SimpleNamespace(asked=0, check=lambda: None)
    for queue in ("", "redis://:hush@queue:1"):
        for wish in ({}, {"ephemeral": True}, {"durable": True}, {"store_memory": 99}):
            wishes, choice = Wishes(**wish), taken(queue=queue)
            stores = startup._own_stores(wishes, choice, house, (FOLDER, RUN, 7))
            assert all(store.supervisor is house for store in stores)
            said += [f"# {wish}, queue {queue!r}", *map(shown, stores)]
            said.append(json.dumps(startup._addresses(choice, stores)))
            stores[0].facts = {"valkey_version": "9.0.1"}
            startup._tell_of_own(wishes, choice, stores, FOLDER, said.append)
    said += ["# given", json.dumps(startup._addresses(taken("given", "redis://a:1", "redis://b:1"), []))]
    listener: Any = SimpleNamespace(fileno=lambda: 5)
    for wishes in (Wishes(), Wishes(workers=0, api_processes=1, verbose=True)):
        parts = startup._parts(wishes, listener, {"A": "b"}, FOLDER)
        said += ["# parts", *(shown(part).replace(sys.executable, "PYTHON") for part in parts)]
    assert_kept(KEPT, said)


@pytest.mark.parametrize(
    ("facts", "queue", "lines"),
    [
        ([GOOD], "redis://a:1", ["store    Redis 7.2.4 at redis://a:1: because", GOOD.losses(), "in the same store"]),
        ([GOOD], "redis://b:1", ["store    Redis 7.2.4 at redis://a:1: because", GOOD.losses(), "redis://b:1"]),
        (
            [GOOD, GOOD],
            "redis://b:1",
            ["store    Redis 7.2.4 at redis://a:1, a cluster of 2 primaries: because", GOOD.losses(), "redis://b:1"],
        ),
    ],
)
def test_a_store_that_is_there_is_told_of(
    facts: list[Facts], queue: str, lines: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    said: list[str] = []

    def facts_of(url: str) -> list[Facts]:
        asked.append(url)
        return facts

    monkeypatch.setattr(named_store, "facts", facts_of)
    startup._tell_of_given(taken("given", "redis://a:1", queue), said.append)
    assert said == [lines[0], f"         {lines[1]}", f"queue    {lines[2]}"]
    assert asked == ["redis://a:1", *["redis://b:1"] * (queue != "redis://a:1")]


def test_a_store_that_cannot_be_used_is_refused_with_the_way_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def silent(_: str) -> list[Facts]:
        raise Unreachable("it is silent")

    monkeypatch.setattr(named_store, "facts", silent)
    with pytest.raises(NoStore, match=r"^it is silent\. Start it, or leave REDIS_URL out"):
        startup._tell_of_given(taken("given", "redis://a:1", "redis://a:1"), print)


class House:
    """A supervisor that counts how often it is asked whether all still run."""

    checked = 0

    def check(self) -> None:
        self.checked += 1

    def rest(self, seconds: float) -> None:
        assert seconds == 0.02


@pytest.mark.parametrize(
    ("wish", "host"),
    [
        ({}, "127.0.0.1"),
        ({"demo": False, "verbose": True, "ephemeral": True}, "[::1]"),
        ({"host": "0.0.0.0", "workers": 3, "api_processes": 1}, "127.0.0.1"),
    ],
    ids=["usual", "bare", "open"],
)
def test_where_everything_is_is_said(wish: dict[str, Any], host: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []

    def answer(*given: Any) -> tuple[int, bytes] | None:
        asked.append(given)
        return {"/graphiql": (200, b""), "/docs": (404, b"")}[given[2]]

    monkeypatch.delenv("CITADELS_HOME", raising=False)
    monkeypatch.setattr(startup, "answer", answer)
    monkeypatch.setattr(demo, "guest", lambda base: f"guest of {base}")
    monkeypatch.setattr(demo, "start", lambda base, guest: f"table of {guest}" if base in guest else "")
    wishes, house, base = Wishes(**wish), House(), f"http://{host}:8123"
    said: list[str] = []
    there: Any = house
    startup._tell(wishes, there, base, FOLDER, 1.26, said.append)
    assert asked == [(host.strip("[]"), 8123, page) for page in ("/graphiql", "/docs")]
    assert house.checked == 1
    counted = f"{wishes.api_processes} API, {wishes.workers} + 1 workers, 1 clock"
    expected = [f"page     {base}/", f"service  {base}  ({counted}; ready after 1.3 s)"]
    if "host" in wish:
        expected.append(
            "         open to other machines too, at port 8123 of 0.0.0.0 (--host 127.0.0.1: to this one only)"
        )
    expected += [
        "         /v1  /graphiql  /graphql  /openapi.json  /schema.graphql  /metrics",
        f"try      export CITADELS_URL={base} CITADELS_TOKEN=guest of {base}",
        f'         curl -H "Authorization: Bearer $CITADELS_TOKEN" {base}/v1/me',
    ]
    if wishes.demo:
        expected += [
            f"demo     four AI players: {base}/table/table of guest of {base}",
            f"         citadels watch {base}/v1/tables/table of guest of {base}",
        ]
    if not wishes.verbose:
        expected.append("logs     /data/logs")
    expected.append("Ctrl-C drains and ends all" + ("." if wishes.ephemeral else "; the games stay."))
    assert said == expected


def test_an_api_that_says_why_it_is_not_ready_is_quoted(monkeypatch: pytest.MonkeyPatch) -> None:
    times = iter([0.0, 60.0, 60.1])
    monkeypatch.setattr(startup, "time", SimpleNamespace(monotonic=lambda: next(times)))
    monkeypatch.setattr(startup, "answer", lambda *_: (503, b"x" * 501))
    house: Any = House()
    with pytest.raises(StartFailed, match=f"^the API is not ready after 60 s: 503 {'x' * 500}$"):
        startup._wait_until_ready(house, "there", 9)
    assert house.checked == 2
