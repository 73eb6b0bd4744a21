"""`citadels up`, with a real store and tiny parts: what it prints, how it heals, how it ends."""

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from citadels_workers.named_store import Unreachable, facts
from citadels_workers.service_port import PortTaken, bind
from citadels_workers.valkey import WRITTEN

from tests.support.waits import until
from tests.workers import stand_in
from tests.workers.test_supervisor import runs


class Up:
    """A running `up`."""

    def __init__(self, process: subprocess.Popen[str], folder: Path) -> None:
        self.process = process
        self.folder = folder
        self.lines: list[str] = []
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.append(line.rstrip())

    def said(self, words: str) -> bool:
        return any(words in line for line in self.lines)

    def ready(self) -> "Up":
        until(lambda: self.said("Ctrl-C drains") or self.process.poll() is not None, "the last line of the start")
        assert self.process.poll() is None, self.lines
        return self

    @property
    def port(self) -> int:
        (line,) = [line for line in self.lines if line.startswith("service ")]
        return int(line.split()[1].rpartition(":")[2])

    def get(self, path: str) -> str:
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        try:
            line.request("GET", path)
            return line.getresponse().read().decode()
        finally:
            line.close()

    def trace(self) -> list[str]:
        file = self.folder / "trace"
        return [line.rpartition(" ")[0] for line in file.read_text().splitlines()] if file.exists() else []

    def children(self) -> list[int]:
        found = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text()
        return [int(pid) for pid in found.split()]

    def end(self, number: signal.Signals = signal.SIGINT) -> int:
        self.process.send_signal(number)
        status = self.process.wait(40)
        self.reader.join(10)
        return status


def listens(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=5).close()
    except ConnectionRefusedError:
        return False
    except ConnectionResetError:
        return True  # the door has just been closed upon this very connection: ask again
    return True


@contextmanager
def up(folder: Path, **wishes: object) -> Iterator[Up]:
    variables = wishes.pop("variables", {})
    assert isinstance(variables, dict)
    wishes = {"port": 0, "data_dir": str(folder / "data"), **wishes}
    environment = {name: value for name, value in os.environ.items() if name not in ("REDIS_URL", "QUEUE_REDIS_URL")}
    with subprocess.Popen(
        [sys.executable, stand_in.__file__, "up", json.dumps(wishes)],
        env={**environment, "TRACE": str(folder / "trace"), **variables},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as process:
        running = Up(process, folder)
        try:
            yield running
        finally:
            if process.poll() is None:
                process.kill()


def test_it_says_which_store_it_took_and_why_and_what_may_be_lost(tmp_path: Path) -> None:
    with up(tmp_path) as running:
        lines = running.ready().lines
        assert lines[0].startswith("store    Valkey ")
        assert "no REDIS_URL is set" in lines[0]
        assert lines[1].strip() == f"append-only file in {tmp_path / 'data'}"
        assert lines[2].strip() == f"{WRITTEN};"
        assert lines[3].strip().startswith("on disk every second: a power cut may lose the last seconds (--durable")
        assert running.end() == 0


def test_it_starts_as_many_parts_as_it_was_asked_for(tmp_path: Path) -> None:
    with up(tmp_path, workers=3, api_processes=1) as running:
        running.ready()
        until(lambda: len(running.trace()) == 6, "six parts")
        assert sorted(running.trace()) == ["api starts", "clock starts", *["fast starts"] * 3, "thinking starts"]
        assert running.end() == 0


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_it_ends_in_order_and_leaves_nothing(number: signal.Signals, tmp_path: Path) -> None:
    with up(tmp_path, workers=1, api_processes=1) as running:
        running.ready()
        until(lambda: len(running.trace()) == 4, "all parts")
        children = running.children()
        store = running.get("/store").removeprefix("unix://").partition("?")[0]
        assert Path(store).exists()
        assert running.end(number) == 0
        assert running.trace()[4] == "api ends"
        assert sorted(running.trace()[5:7]) == ["fast ends", "thinking ends"]
        assert running.trace()[7:] == ["clock ends"]
        assert running.lines[-1] == "ended; the games are kept"
        assert not any(runs(pid) for pid in children)
        assert not Path(store).parent.exists()
        assert {path.name for path in (tmp_path / "data").iterdir()} == {"appendonlydir", "lock", "logs"}


def test_what_is_being_answered_at_the_end_is_answered(tmp_path: Path) -> None:
    with up(tmp_path, workers=1, api_processes=2) as running:
        running.ready()
        answers: list[str] = []
        asking = [threading.Thread(target=lambda: answers.append(running.get("/slow"))) for _ in range(4)]
        for thread in asking:
            thread.start()
        until(lambda: running.trace().count("slow") == 4, "four requests on their way")
        assert running.end() == 0
        for thread in asking:
            thread.join(300)
        assert len(answers) == 4
        assert all(answers)
        with pytest.raises(ConnectionRefusedError):
            running.get("/pid")


def test_a_connection_waits_while_the_only_api_process_is_started_again(tmp_path: Path) -> None:
    with up(tmp_path, workers=1, api_processes=1) as running:
        first = int(running.ready().get("/pid"))
        os.kill(first, signal.SIGKILL)
        assert int(running.get("/pid")) != first
        until(lambda: running.said(f"api-1 (pid {first}) was ended by SIGKILL"), "the line about it")
        assert running.end() == 0


def test_a_rolling_restart_refuses_nobody(tmp_path: Path) -> None:
    with up(tmp_path, workers=1, api_processes=2) as running:
        running.ready()
        pids: list[str] = []
        stop = threading.Event()

        def ask() -> None:
            while not stop.is_set():
                pids.append(running.get("/pid"))

        asking = [threading.Thread(target=ask) for _ in range(3)]
        for thread in asking:
            thread.start()
        until(lambda: len(set(pids)) == 2, "both answer")
        for pid in sorted(set(pids)):
            seen = len(set(pids))
            os.kill(int(pid), signal.SIGTERM)
            until(lambda seen=seen: len(set(pids)) > seen, "another answers in its place")  # type: ignore[misc]  # mypy does not infer lambdas with defaults
        stop.set()
        for thread in asking:
            thread.join(300)
        assert "" not in pids
        assert running.end() == 0


def test_the_store_heals_under_the_same_address(tmp_path: Path) -> None:
    with up(tmp_path, workers=1, api_processes=1) as running:
        address = running.ready().get("/store")
        (server,) = [pid for pid in running.children() if "valkey-server" in Path(f"/proc/{pid}/cmdline").read_text()]
        os.kill(server, signal.SIGKILL)
        until(lambda: running.said("store (pid"), "the line about it")

        def answers() -> bool:
            try:
                return facts(address)[0].append_only
            except Unreachable:
                return False

        until(answers, "an answer")
        assert running.end() == 0


def test_two_on_one_directory_fail_and_name_the_first(tmp_path: Path) -> None:
    with up(tmp_path, workers=1, api_processes=1) as first:
        first.ready()
        with up(tmp_path, workers=1, api_processes=1) as second:
            assert second.process.wait(20) == 1
            second.reader.join(10)
            assert second.said(f"process {first.process.pid} uses the data directory {tmp_path / 'data'}")
        assert first.get("/readyz")
        assert first.end() == 0


@pytest.mark.skipif(sys.platform != "linux", reason="the state of processes is read in /proc")
def test_nothing_is_left_when_it_is_killed_and_the_next_one_starts(tmp_path: Path) -> None:
    with up(tmp_path, workers=1, api_processes=1) as running:
        children = running.ready().children()
        assert len(children) == 6
        running.process.kill()
    until(lambda: not any(runs(pid) for pid in children), "the end of all children")
    with up(tmp_path, workers=1, api_processes=1) as running:
        assert running.ready().end() == 0


def test_the_store_holds_the_data_directory_too(tmp_path: Path) -> None:
    """So that nobody starts another one beside it when only the parent was killed."""
    with up(tmp_path, workers=1, api_processes=1) as running:
        holders = set()
        for pid in running.ready().children():
            for descriptor in Path(f"/proc/{pid}/fd").iterdir():
                with suppress(FileNotFoundError):
                    if descriptor.readlink() == tmp_path / "data" / "lock":
                        holders.add(Path(f"/proc/{pid}/comm").read_text().strip())
        assert holders == {"valkey-server"}
        assert running.end() == 0


def test_who_comes_while_it_ends_is_refused_at_once(tmp_path: Path) -> None:
    with up(tmp_path, workers=1, api_processes=1) as running:
        running.ready()
        asking = threading.Thread(target=running.get, args=("/slow",))
        asking.start()
        until(lambda: running.trace().count("slow") == 1, "a request on its way")
        running.process.send_signal(signal.SIGTERM)
        until(lambda: running.said("ending:"), "the signal's effect")
        until(lambda: not listens(running.port), "a closed door")
        assert "api ends" not in running.trace(), "the request is still being answered"
        asking.join(300)
        assert running.process.wait(30) == 0


def test_durable_takes_a_second_store_for_the_queue(tmp_path: Path) -> None:
    with up(tmp_path, workers=1, api_processes=1, durable=True) as running:
        running.ready()
        assert running.said("every change is on disk before it is answered")
        (games,), (queue,) = facts(running.get("/store")), facts(running.get("/queue"))
        assert (games.append_only, games.fsync) == (True, "always")
        assert not queue.append_only
        assert running.end() == 0


def test_ephemeral_leaves_no_data(tmp_path: Path) -> None:
    with up(tmp_path, workers=1, api_processes=1, ephemeral=True, variables={"TMPDIR": str(tmp_path)}) as running:
        running.ready()
        assert running.said("everything is forgotten at the end")
        assert list(tmp_path.glob("citadels-data-*"))
        assert running.end() == 0
    assert {path.name for path in tmp_path.iterdir()} == {"trace"}


def test_a_store_that_is_named_is_used_and_left_alone(tmp_path: Path) -> None:
    from tests.workers.test_valkey import store

    with store(tmp_path / "other") as server:
        with up(tmp_path, workers=1, api_processes=1, redis_url=server.url) as running:
            assert running.ready().lines[0].startswith("store    Valkey ")
            assert running.said("REDIS_URL or --redis-url names it")
            assert running.get("/store") == server.url
            assert running.end() == 0
        assert server.ask("PING") == "PONG"


@pytest.mark.parametrize(
    ("wishes", "said"),
    [
        ({"redis_url": "redis://127.0.0.1:1"}, "redis://127.0.0.1:1 does not answer"),
        ({"redis_url": "redis+cluster://127.0.0.1:1"}, "name a single Redis or Valkey for it with QUEUE_REDIS_URL"),
        ({"redis_url": "redis://127.0.0.1:1", "durable": True}, "leave one out"),
        ({"ephemeral": True, "durable": True}, "leave one out"),
        ({"host": "203.0.113.1"}, "'203.0.113.1' is no address of this machine"),
    ],
)
def test_what_cannot_be_had_is_said_in_one_line(wishes: dict[str, object], said: str, tmp_path: Path) -> None:
    with up(tmp_path, **wishes) as running:
        assert running.process.wait(20) == 1
        running.reader.join(10)
        assert running.said(said), running.lines


def test_a_part_that_does_not_start_is_named_with_what_it_said(tmp_path: Path) -> None:
    with up(tmp_path, workers=1, api_processes=1, variables={"FAULTY": "clock"}) as running:
        until(lambda: running.process.poll() is not None or running.said("clock-1"), "the line about it")
        status = running.end() if running.process.poll() is None else running.process.wait(20)
        running.reader.join(10)
    assert running.said("clock-1")
    assert status in (0, 1, -signal.SIGINT)  # the signal may come when it is about to end by itself
    assert "the flux is not capacitated" in (tmp_path / "data" / "logs" / "clock.log").read_text()


def test_an_api_that_does_not_start_ends_it_with_what_it_said(tmp_path: Path) -> None:
    with up(tmp_path, workers=1, api_processes=1, variables={"FAULTY": "api"}) as running:
        assert running.process.wait(30) == 1
        running.reader.join(10)
    assert running.said("api-1 failed with status 3 while it was being started")
    assert running.said("the flux is not capacitated")


def test_a_port_that_is_taken_names_who_has_it() -> None:
    with bind("127.0.0.1", 0) as first:
        port = first.getsockname()[1]
        with pytest.raises(PortTaken) as fault:
            bind("127.0.0.1", port)
    assert f"port {port} of 127.0.0.1 cannot be had" in str(fault.value)
    assert "--port" in str(fault.value)
    if sys.platform == "linux":
        assert f"(process {os.getpid()})" in str(fault.value)


def test_a_second_ctrl_c_kills(tmp_path: Path) -> None:
    with up(tmp_path, workers=1, api_processes=1) as running:

        def ask() -> None:
            with pytest.raises((OSError, http.client.HTTPException)):
                running.get("/slow")

        running.ready()
        asking = threading.Thread(target=ask)
        asking.start()
        until(lambda: running.trace().count("slow") == 1, "a request on its way")
        api = int(running.get("/pid"))
        running.process.send_signal(signal.SIGINT)
        until(lambda: running.said("ending:"), "the first signal's effect")
        assert running.end(signal.SIGINT) == 0
        asking.join(300)
        assert not runs(api)
        assert "api ends" not in running.trace()


def test_the_socket_of_the_parent_takes_ipv6() -> None:
    if not socket.has_ipv6:
        pytest.skip("no IPv6 on this machine")
    with bind("::1", 0) as listener:
        assert listener.family == socket.AF_INET6


def test_it_says_where_the_page_is_and_how_long_the_start_took(tmp_path: Path) -> None:
    began = time.monotonic()
    with up(tmp_path, workers=1, api_processes=1) as running:
        running.ready()
        (line,) = [line for line in running.lines if line.startswith("service ")]
        (page,) = [line.split()[1] for line in running.lines if line.startswith("page ")]
        assert page == f"{line.split()[1]}/"
        assert float(line.split("ready after ")[1].split()[0]) <= time.monotonic() - began
        assert running.end() == 0
