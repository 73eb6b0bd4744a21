"""Where `citadels up` keeps things, and how the starter of the repository hands over to it."""

import os
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from citadels_workers import demo, doctor, startup
from citadels_workers.doctor import Patient
from citadels_workers.named_store import Facts
from citadels_workers.startup import Wishes
from citadels_workers.store_choice import Choice, NoStore
from citadels_workers.supervisor import Child, StartFailed, Stopped
from citadels_workers.valkey import ON_DISK, WRITTEN

pytestmark = pytest.mark.interpreter

ROOT = Path(__file__).resolve().parents[2]


def test_a_directory_that_is_wished_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CITADELS_HOME", "/somewhere")
    monkeypatch.chdir(tmp_path)
    assert startup.data_directory(Path("mine")) == tmp_path / "mine"


def test_in_the_repository_the_data_lie_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CITADELS_HOME", "/repository/.citadels")
    assert startup.data_directory(None) == Path("/repository/.citadels/data")
    assert startup.own_name() == "./citadels"


def test_elsewhere_the_data_lie_with_the_users_data(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CITADELS_HOME", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", "/users/data")
    assert startup.data_directory(None) == Path("/users/data/citadels")
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", "/users/me")
    assert startup.data_directory(None) == Path("/users/me/.local/share/citadels")
    assert startup.own_name() == "citadels"


def test_the_starter_of_the_repository_says_where_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    loader = SourceFileLoader("starter", str(ROOT / "citadels"))
    spec = spec_from_loader("starter", loader)
    assert spec is not None
    module = module_from_spec(spec)
    monkeypatch.setattr("sys.dont_write_bytecode", True)
    loader.exec_module(module)
    handed: dict[str, str] = {}
    monkeypatch.setattr(os, "execve", lambda _python, _words, variables: handed.update(variables))
    module.hand_over(["up"], Path("/environment"), None)
    assert handed["CITADELS_HOME"] == str(ROOT / ".citadels")


def test_a_disk_that_takes_nothing_more_is_bad(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    facts: dict[str, Any] = dict.fromkeys(Facts.__slots__, 0)
    broken = Facts(**{**facts, "usable": True, "append_only": True, "policy": "noeviction", "writes": False})
    monkeypatch.setattr("citadels_workers.named_store.facts", lambda _url: [broken])
    patient = Patient(port=1, data_dir=tmp_path, redis_url="redis://somewhere")
    (finding,) = [finding for finding in doctor.examine(patient) if finding.what == "saving"]
    assert finding.verdict == "bad"


# what is started, and what is said


def parts_of(**wishes: Any) -> list[Child]:
    """The parts of a start, none of them started."""
    with socket.socket() as listener:
        wanted = Wishes(command=lambda *words: list(words), **wishes)
        return startup._parts(wanted, listener, {"REDIS_URL": "redis://a"}, Path("/data"))


def test_there_are_as_many_parts_as_are_wished_each_with_its_stage_its_grace_and_its_log() -> None:
    found = parts_of(api_processes=2, workers=1)
    told = [(one.name, one.stage, one.grace, str(one.log), [*one.command][:1]) for one in found]
    assert told == [
        ("api-1", 0, 15.0, "/data/logs/api.log", ["serve"]),
        ("api-2", 0, 15.0, "/data/logs/api.log", ["serve"]),
        ("worker-1", 1, 10.0, "/data/logs/worker.log", ["work"]),
        ("thinker-1", 1, 10.0, "/data/logs/thinker.log", ["work"]),
        ("clock-1", 2, 5.0, "/data/logs/clock.log", ["clock"]),
    ]
    api, _, worker, thinker, _ = found
    assert api.fds
    assert [*api.command] == ["serve", "--fd", str(api.fds[0])]
    assert ([*worker.command][1:], [*thinker.command][1:]) == (["--queue", "fast"], ["--queue", "thinking"])
    assert {one.fds for one in found[2:]} == {()}
    assert all(one.variables == {"REDIS_URL": "redis://a"} for one in found)
    assert {one.log for one in parts_of(verbose=True)} == {None}


@pytest.mark.parametrize(
    ("wishes", "named", "stores"),
    [
        ({}, "", [("store", "no", True)]),
        ({"ephemeral": True}, "", [("store", "never", False)]),
        ({"durable": True}, "", [("store", "always", True), ("queue", "never", False)]),
        ({"durable": True}, "redis://queue", [("store", "always", True)]),
    ],
)
def test_a_store_of_our_own_writes_as_often_as_is_wished(
    wishes: dict[str, Any], named: str, stores: list[tuple[str, str, bool]], tmp_path: Path
) -> None:
    choice = Choice("bundled", "it fits", "", named, Path("/bin/server"))
    made: list[dict[str, Any]] = []

    class Server:
        def __init__(self, name: str, command: list[str], **said: Any) -> None:
            made.append({"name": name, "command": command, **said})
            self.url = f"unix://{name}"

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(startup, "Valkey", Server)
        house: Any = object()
        found = startup._own_stores(Wishes(store_memory=5, **wishes), choice, house, (tmp_path, Path("/run"), 7))
    made.sort(key=lambda one: str(one["name"]), reverse=True)
    assert [(one["name"], one["fsync"], one["folder"] == tmp_path) for one in made] == stores
    assert [one["fds"] for one in made] == [(7,), ()][: len(made)], "the store holds the data directory too"
    assert {(one["memory"], *one["command"]) for one in made} == {(5, "/bin/server")}
    assert made[0]["log"] == tmp_path / "logs" / "store.log"
    queue = named or ("unix://queue" if len(stores) > 1 else "unix://store?db=1")
    assert startup._addresses(choice, found) == {"REDIS_URL": "unix://store", "QUEUE_REDIS_URL": queue}
    given = Choice("given", "", "redis://a", "redis://b")
    assert startup._addresses(given, []) == {"REDIS_URL": "redis://a", "QUEUE_REDIS_URL": "redis://b"}


@pytest.mark.parametrize(
    ("wishes", "count", "said"),
    [
        ({}, 1, [f"         {WRITTEN};", "a power cut may lose the last seconds (--durable: it loses nothing"]),
        (
            {"durable": True},
            2,
            [f"{ON_DISK} (--durable)", "queue    a second server that saves nothing"],
        ),
        ({"ephemeral": True}, 1, ["in memory only: everything is forgotten at the end (--ephemeral)"]),
    ],
)
def test_what_a_power_cut_may_lose_is_said_of_a_store_of_our_own(
    wishes: dict[str, Any], count: int, said: list[str]
) -> None:
    lines: list[str] = []
    stores: Any = [SimpleNamespace(version="Valkey 9")] * count
    choice = Choice("bundled", "it fits", "", "", Path("/bin/server"))
    startup._tell_of_own(Wishes(**wishes), choice, stores, Path("/data"), lines.append)
    assert lines[0] == "store    Valkey 9 (/bin/server): it fits"
    assert ("         append-only file in /data" in lines) == ("ephemeral" not in wishes)
    assert [any(words in line for line in lines) for words in said] == [True] * len(said)
    assert sum(line.startswith("queue") for line in lines) == count - 1
    named = Choice("bundled", "it fits", "", "redis://:hush@queue:1", Path("/bin/server"))
    startup._tell_of_own(Wishes(**wishes), named, stores, Path("/data"), lines.append)
    assert lines[-1] == "queue    redis://queue:1: QUEUE_REDIS_URL names it"


def test_a_store_that_is_named_is_told_of_with_what_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    base: dict[str, Any] = dict.fromkeys(Facts.__slots__, 0)
    good = Facts(**{**base, "usable": True, "append_only": True, "fsync": "no", "policy": "noeviction", "version": "V"})
    asked: list[str] = []

    def told(*servers: Facts, queue: str = "redis://a:1?db=1") -> list[str]:
        def facts(url: str) -> list[Facts]:
            asked.append(url)
            return list(servers)

        monkeypatch.setattr("citadels_workers.named_store.facts", facts)
        lines: list[str] = []
        startup._tell_of_given(Choice("given", "it is named", "redis://a:1", queue), lines.append)
        return lines

    assert told(good) == [
        "store    V at redis://a:1: it is named",
        f"         {good.losses()}",
        "queue    redis://a:1",
    ]
    assert asked == ["redis://a:1"], "the queue is the same server"
    assert (
        told(good, good, queue="redis://b:1")[0] == "store    V at redis://a:1, a cluster of 2 primaries: it is named"
    )
    assert asked[1:] == ["redis://a:1", "redis://b:1"]
    assert told(good, queue="redis://a:1")[-1] == "queue    in the same store"
    warned = told(replace(good, policy="allkeys-lru"))
    assert "WARNING: its maxmemory-policy is allkeys-lru" in warned[2]
    assert "policy is allkeys-lru" in told(good, replace(good, policy="allkeys-lru"))[2], "that of the one at fault"
    with pytest.raises(NoStore, match=r"is V; Redis 7\.0 or newer"):
        told(good, replace(good, usable=False))


def test_what_contradicts_itself_is_refused_before_anything_is_started() -> None:
    for wishes, words in (
        ({"redis_url": "redis://a", "ephemeral": True}, "--ephemeral is about a store of our own"),
        ({"redis_url": "redis://a", "durable": True}, "--durable is about a store of our own"),
        ({"ephemeral": True, "durable": True}, "leave one out"),
    ):
        with pytest.raises(NoStore, match=words):
            startup.up(Wishes(**wishes), print)


def test_an_api_that_is_not_ready_in_time_is_named_with_what_it_says(monkeypatch: pytest.MonkeyPatch) -> None:
    answers: list[tuple[int, bytes] | None] = [None, (503, b"the store is away"), (200, b"")]
    house: Any = SimpleNamespace(check=lambda: None, rest=lambda _seconds: None)
    monkeypatch.setattr(startup, "answer", lambda *_: answers.pop(0))
    startup._wait_until_ready(house, "127.0.0.1", 1)
    assert answers == []
    monkeypatch.setattr(startup, "READY_PATIENCE", -1.0)
    for found, said in (((503, b"the store is away"), ": 503 the store is away"), (None, "s$")):
        monkeypatch.setattr(startup, "answer", lambda *_, found=found: found)
        with pytest.raises(StartFailed, match=f"the API is not ready after .*{said}"):
            startup._wait_until_ready(house, "127.0.0.1", 1)


@pytest.mark.parametrize(
    ("wishes", "base", "lines"),
    [
        ({"verbose": True}, "http://127.0.0.1:8123", [
            "page     http://127.0.0.1:8123/",
            "service  http://127.0.0.1:8123  (2 API, 2 + 1 workers, 1 clock; ready after 1.2 s)",
            "         /v1  /docs  /graphql  /openapi.json  /schema.graphql  /metrics",
            "try      export CITADELS_URL=http://127.0.0.1:8123 CITADELS_TOKEN=secret",
            '         curl -H "Authorization: Bearer $CITADELS_TOKEN" http://127.0.0.1:8123/v1/me',
            "demo     four AI players: http://127.0.0.1:8123/table/game_1",
            "         citadels watch http://127.0.0.1:8123/v1/tables/game_1",
            "Ctrl-C drains and ends all; the games stay.",
        ]),
        ({"demo": False, "ephemeral": True, "host": "0.0.0.0"}, "http://[::1]:8123", [
            "page     http://[::1]:8123/",
            "service  http://[::1]:8123  (2 API, 2 + 1 workers, 1 clock; ready after 1.2 s)",
            "         open to other machines too, at port 8123 of 0.0.0.0 (--host 127.0.0.1: to this one only)",
            "         /v1  /docs  /graphql  /openapi.json  /schema.graphql  /metrics",
            "try      export CITADELS_URL=http://[::1]:8123 CITADELS_TOKEN=secret",
            '         curl -H "Authorization: Bearer $CITADELS_TOKEN" http://[::1]:8123/v1/me',
            "logs     /data/logs",
            "Ctrl-C drains and ends all.",
        ]),
    ],
)  # fmt: skip
def test_a_start_ends_with_where_everything_is(
    wishes: dict[str, Any], base: str, lines: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CITADELS_HOME", raising=False)
    pages = {"/docs": (200, b""), "/graphql": (404, b"")}
    asked: list[tuple[str, int]] = []

    def answer(host: str, port: int, page: str) -> tuple[int, bytes] | None:
        asked.append((host, port))
        return pages.get(page)

    monkeypatch.setattr(startup, "answer", answer)
    monkeypatch.setattr(demo, "guest", lambda _base: "secret")
    monkeypatch.setattr(demo, "start", lambda _base, _guest: "game_1")
    said: list[str] = []
    house: Any = SimpleNamespace(check=lambda: None)
    startup._tell(Wishes(**wishes), house, base, Path("/data"), 1.23, said.append)
    assert said == lines
    assert set(asked) == {("::1" if "[" in base else "127.0.0.1", 8123)}

    def none(_base: str) -> str:
        raise demo.NoDemo("it is full")

    monkeypatch.setattr(demo, "guest", none)
    startup._tell(Wishes(**wishes), house, base, Path("/data"), 1.23, said.append)
    assert "demo     none: it is full" in said


# the order of a start and of its end


class Steps:
    """Everything that `up` works with, noting what is done with it."""

    def __init__(self, patched: pytest.MonkeyPatch, tmp_path: Path, *, cores: int | None, own: bool) -> None:
        self.done: list[str] = []
        self.children: list[Any] = []
        self.said: list[str] = []
        self.choice = Choice("bundled", "it fits", "" if own else "redis://a", "", Path("/bin/server"))
        self.stopped_at = ""
        disk = SimpleNamespace(name="disk")
        url = SimpleNamespace(url="unix://store", name="store", version="V", stage=3, syncer=lambda: disk)
        patched.setattr(os, "cpu_count", lambda: cores)
        patched.setattr(startup, "bind", lambda host, port: self.held(f"{host}:{port}", self))
        patched.setattr(startup, "choose", lambda store, queue: self.note(f"choose {store} {queue}", self.choice))
        patched.setattr(startup, "locked", lambda folder: self.held(f"lock {folder == tmp_path / 'data'}", 7))
        patched.setattr(startup, "run_directory", lambda: self.held("run", tmp_path / "run"))
        patched.setattr(startup, "Supervisor", lambda _say: self.held("house", self))
        patched.setattr(startup, "_own_stores", lambda *_: [url])
        patched.setattr(startup, "reached_at", lambda _: ("::1", 8123))
        patched.setattr(startup, "_tell_of_own", lambda *_: self.note("tell of own"))
        patched.setattr(startup, "_tell_of_given", lambda *_: self.note("tell of given"))
        patched.setattr(startup, "_wait_until_ready", lambda _house, host, port: self.note(f"wait {host} {port}"))
        patched.setattr(startup, "write_lock", lambda lock, **told: self.note(f"write {lock} {told}"))
        patched.setattr(startup, "_tell", lambda *told: self.note(f"tell {told[2]} {0 <= told[4] < 60}"))

    def note(self, what: str, answer: Any = None) -> Any:
        self.done.append(what)
        if self.stopped_at and what.startswith(self.stopped_at):
            raise Stopped
        return answer

    @contextmanager
    def held(self, what: str, answer: Any) -> Iterator[Any]:
        self.done.append(what)
        yield answer
        self.done.append(f"no more {what}")

    def fileno(self) -> int:
        return 5

    def close(self) -> None:
        self.done.append("refuse")

    def add(self, part: Any) -> None:
        self.children.append(part)
        self.note(f"add {part.name}")

    def run(self) -> None:
        self.note("run until the end is asked for")

    def up(self, **wishes: Any) -> list[str]:
        startup.up(Wishes(workers=1, command=lambda *words: list(words), **wishes), self.said.append)
        return self.done


OWN: dict[str, object] = {"pid": 0, "url": "http://[::1]:8123", "store": "unix://store", "queue": "unix://store?db=1"}


@pytest.mark.parametrize(("cores", "together"), [(5, True), (6, True), (4, False), (1, False), (None, False)])
def test_all_begin_with_what_they_import_where_cores_are_many_and_else_the_api_first(
    cores: int | None, together: bool, tmp_path: Path
) -> None:
    with pytest.MonkeyPatch.context() as patched:
        done = Steps(patched, tmp_path, cores=cores, own=True).up(data_dir=tmp_path / "data", port=8123)
    others = ["add worker-1", "add thinker-1", "add clock-1"]
    assert done == [
        "127.0.0.1:8123",
        "choose None None",
        "lock True",
        "run",
        "house",
        "add api-1",
        "add api-2",
        *(others if together else []),
        "add store",
        "add disk",
        "tell of own",
        "wait ::1 8123",
        *([] if together else others),
        f"write 7 {OWN | {'pid': os.getpid()}}",
        "tell http://[::1]:8123 True",
        "run until the end is asked for",
        "refuse",
        "no more house",
        "no more run",
        "no more lock True",
        "no more 127.0.0.1:8123",
    ]


def test_a_store_that_is_named_is_neither_started_nor_locked_and_the_end_says_what_is_kept(tmp_path: Path) -> None:
    with pytest.MonkeyPatch.context() as patched:
        steps = Steps(patched, tmp_path, cores=8, own=False)
        patched.setattr(startup, "reached_at", lambda _: ("127.0.0.1", 9000))
        done = steps.up(redis_url="redis://a", queue_redis_url="redis://b", data_dir=tmp_path / "data")
    assert "choose redis://a redis://b" in done
    assert "tell of given" in done
    assert "tell http://127.0.0.1:9000 True" in done
    assert not any(
        step.startswith(("lock", "run ", "add store", "write", "tell of own"))
        for step in done
        if step != "run until the end is asked for"
    )
    assert steps.said == [
        "ending: the API first, then the workers and the clock, last the store (once more Ctrl-C kills) ...",
        "ended; the games are kept",
    ]
    with pytest.MonkeyPatch.context() as patched:
        steps = Steps(patched, tmp_path, cores=8, own=True)
        patched.setattr(startup, "locked", lambda _: steps.held("lock", 7))
        steps.up(ephemeral=True)
    assert steps.said[-1] == "ended"


@pytest.mark.parametrize("moment", ["add api-2", "tell of own", "wait", "tell http"])
def test_a_start_that_is_stopped_ends_in_order(moment: str, tmp_path: Path) -> None:
    with pytest.MonkeyPatch.context() as patched:
        steps = Steps(patched, tmp_path, cores=8, own=True)
        steps.stopped_at = moment
        done = steps.up(data_dir=tmp_path / "data", port=8123)
    at = next(number for number, step in enumerate(done) if step.startswith(moment))
    assert done[at + 1 :] == ["refuse", "no more house", "no more run", "no more lock True", "no more 127.0.0.1:8123"]
    assert len(steps.said) == 2


def test_the_data_directory_is_made_for_its_user_alone_and_a_temporary_one_is_forgotten(tmp_path: Path) -> None:
    with startup._folder(Wishes(data_dir=tmp_path / "a" / "b")) as folder:
        assert folder == tmp_path / "a" / "b"
        assert folder.stat().st_mode & 0o777 == 0o700
    with startup._folder(Wishes(data_dir=tmp_path / "a" / "b")) as again:
        assert again == folder
    assert folder.exists()
    with startup._folder(Wishes(ephemeral=True, data_dir=tmp_path / "c")) as folder:
        assert folder.is_dir()
        assert folder.name.startswith("citadels-data-")
        assert not (tmp_path / "c").exists()
    assert not folder.exists()
    (tmp_path / "file").write_text("")
    with (
        pytest.raises(StartFailed, match="cannot be made: Not a directory; choose another with --data-dir"),
        startup._folder(Wishes(data_dir=tmp_path / "file" / "d")),
    ):
        pass


def test_a_part_runs_by_this_very_python_and_takes_no_module_from_the_folder() -> None:
    assert startup.command_of("serve", "--fd", "3") == [
        sys.executable,
        "-P",
        "-m",
        "citadels_workers",
        "serve",
        "--fd",
        "3",
    ]


def test_the_api_is_asked_again_soon_and_whether_all_still_run_is_asked_each_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    steps: list[object] = []
    answers = [None, (503, b""), (200, b"")]

    def answer(*asked: object) -> tuple[int, bytes] | None:
        steps.append(asked)
        return answers.pop(0)

    monkeypatch.setattr(startup, "answer", answer)
    house: Any = SimpleNamespace(check=lambda: steps.append("check"), rest=steps.append)
    startup._wait_until_ready(house, "::1", 7)
    asked = ("::1", 7, "/readyz", 1.0)
    assert steps == ["check", asked, 0.02, "check", asked, 0.02, "check", asked]
    steps.clear()
    monkeypatch.setattr(demo, "guest", lambda _: "secret")
    monkeypatch.setattr(startup, "answer", lambda *_: None)
    startup._tell(Wishes(demo=False), house, "http://a:1", Path("/data"), 0.0, lambda _: None)
    assert steps == ["check"], "before it is said that all is well"


@pytest.mark.parametrize(
    ("wishes", "said"),
    [
        ({"redis_url": "redis://a", "ephemeral": True}, "--ephemeral is about a store of our own, and "),
        ({"redis_url": "redis://a", "durable": True}, "--durable is about a store of our own, and "),
        (
            {"redis_url": "redis://a", "durable": True, "ephemeral": True},
            "--ephemeral is about a store of our own, and ",
        ),
        ({"durable": True, "ephemeral": True}, "--ephemeral forgets everything and --durable nothing: "),
    ],
)
def test_wishes_that_do_not_go_together_are_refused_before_anything_is_bound(
    wishes: dict[str, Any], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def bind(*_: object) -> Any:
        raise AssertionError("nothing is to be bound")

    monkeypatch.setattr(startup, "bind", bind)
    with pytest.raises(NoStore) as refused:
        startup.up(Wishes(**wishes), print)
    assert str(refused.value).startswith(said)
