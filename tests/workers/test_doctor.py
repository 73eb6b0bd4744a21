"""`citadels doctor`: each fault is found, named, and has a way out."""

import json
import shutil
import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from citadels_sdk.cli import citadels
from citadels_workers import doctor, named_store
from citadels_workers.doctor import Finding, Patient, examine
from citadels_workers.named_store import Facts
from citadels_workers.store_choice import NoStore
from citadels_workers.valkey import Valkey, locked, write_lock
from click.testing import CliRunner

from tests.support.servers import free_port
from tests.workers.test_valkey import store


def found(patient: Patient, what: str) -> list[Finding]:
    return [finding for finding in examine(patient) if finding.what == what]


def patient(folder: Path, server: Valkey | None = None, *, port: int = 0) -> Patient:
    return Patient(port=port or free_port(), data_dir=folder, redis_url=server.url if server else "")


@contextmanager
def service(answers: dict[str, tuple[int, str]]) -> Iterator[int]:
    """Something that answers HTTP."""

    class Answers(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            status, text = answers.get(self.path, (404, ""))
            self.send_response(status)
            self.end_headers()
            self.wfile.write(text.encode())

        def log_request(self, code: object = "-", size: object = "-") -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Answers) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield server.server_port
        finally:
            server.shutdown()
            thread.join(300)


def test_a_machine_without_a_service_has_nothing_bad(tmp_path: Path) -> None:
    findings = examine(patient(tmp_path / "not there"))
    assert [finding for finding in findings if finding.verdict == "bad"] == []
    assert {"python", "engine", "sandbox", "server", "data", "disk", "store", "port"} == {
        finding.what for finding in findings
    }


def test_a_good_store_is_well_in_all_respects(tmp_path: Path) -> None:
    with store(tmp_path) as server:
        findings = {finding.what: finding for finding in examine(patient(tmp_path / "mine", server))}
    assert {findings[what].verdict for what in ("store", "saving", "eviction", "room", "clocks")} == {"good"}
    assert "appendfsync no: every change is written before it is answered" in findings["saving"].found


def test_the_store_of_a_running_start_is_found_by_its_lock(tmp_path: Path) -> None:
    with store(tmp_path) as server:
        write_lock(server.fds[0], pid=1, store=server.url, queue="unix:///not/there", url="http://127.0.0.1:9")
        findings = examine(Patient(port=free_port(), data_dir=tmp_path))
    assert [finding.verdict for finding in findings if finding.what in ("store", "queue")] == ["good", "bad"]
    (api,) = [finding for finding in findings if finding.what == "api"]
    assert (api.verdict, api.found) == ("bad", "127.0.0.1:9 does not answer")


@pytest.mark.parametrize(
    ("setting", "what", "verdict"),
    [
        (("maxmemory-policy", "allkeys-lru"), "eviction", "bad"),
        (("appendonly", "no"), "saving", "note"),
        (("maxmemory", "0"), "room", "note"),
        (("maxmemory", "100kb"), "room", "bad"),
    ],
)
def test_a_store_that_is_set_wrong_is_found(setting: tuple[str, str], what: str, verdict: str, tmp_path: Path) -> None:
    with store(tmp_path) as server:
        assert server.ask(f"CONFIG SET {' '.join(setting)}") == "OK"
        (finding,) = found(patient(tmp_path / "mine", server), what)
    assert finding.verdict == verdict
    assert finding.way_out


def test_a_store_that_does_not_answer_is_bad(tmp_path: Path) -> None:
    (finding,) = found(Patient(port=free_port(), data_dir=tmp_path, redis_url="redis://:secret@127.0.0.1:9"), "store")
    assert finding.verdict == "bad"
    assert "redis://127.0.0.1:9 does not answer" in finding.found
    assert "secret" not in doctor.as_json([finding])


def test_a_clock_that_is_off_is_bad(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "SKEW_MS", -1)
    with store(tmp_path) as server:
        (finding,) = found(patient(tmp_path / "mine", server), "clocks")
    assert finding.verdict == "bad"


def test_a_full_disk_is_bad(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = shutil.disk_usage(tmp_path)._replace(free=1000)
    monkeypatch.setattr("shutil.disk_usage", lambda _path: usage)
    (finding,) = found(patient(tmp_path), "disk")
    assert finding.verdict == "bad"


def test_a_ready_service_is_well(tmp_path: Path) -> None:
    metrics = "# HELP x y\ncitadels_oldest_due_seconds 0.2\ncitadels_moves_total 5.0\n"
    with service({"/readyz": (200, "{}"), "/metrics": (200, metrics)}) as port:
        findings = {finding.what: finding.verdict for finding in examine(patient(tmp_path, port=port))}
    assert (findings["api"], findings["turns"]) == ("good", "good")


@pytest.mark.parametrize(
    ("answers", "what"),
    [
        ({"/readyz": (503, "draining")}, "api"),
        ({"/": (200, "hello")}, "port"),
        ({"/readyz": (200, "{}"), "/metrics": (200, "citadels_oldest_due_seconds 99\n")}, "turns"),
    ],
)
def test_a_service_that_is_ill_is_found(answers: dict[str, tuple[int, str]], what: str, tmp_path: Path) -> None:
    with service(answers) as port:
        (finding,) = found(patient(tmp_path, port=port), what)
    assert finding.verdict == "bad"
    assert finding.way_out


def test_a_queue_without_workers_is_bad_where_the_service_runs(tmp_path: Path) -> None:
    with store(tmp_path) as server, service({"/readyz": (200, "{}")}) as port:
        server.ask("SADD rq:workers rq:worker:a rq:worker:gone")
        server.ask("HSET rq:worker:a queues fast")
        fast, games, thinking, deep = found(patient(tmp_path / "mine", server, port=port), "workers")
        there = found(patient(tmp_path / "mine", server), "workers")
        assert [finding.verdict for finding in there] == ["good", "note", "note", "note"]
    assert (fast.verdict, fast.found) == ("good", "1 on the queue fast")
    assert (games.verdict, games.way_out) == ("bad", "citadels work --queue fast")
    assert "on the queue games: tournaments wait" in games.found
    assert (thinking.verdict, thinking.way_out) == ("bad", "citadels work --queue thinking")
    assert (deep.verdict, deep.way_out) == ("bad", "citadels work --queue thinking")


def test_somebody_who_holds_the_port_and_is_silent_is_named(tmp_path: Path) -> None:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        (finding,) = found(patient(tmp_path, port=listener.getsockname()[1]), "port")
    assert finding.verdict == "bad"
    assert "has it and does not answer" in finding.found


def test_a_data_directory_in_use_names_the_process(tmp_path: Path) -> None:
    with locked(tmp_path) as lock:
        write_lock(lock, pid=4711)
        (finding,) = found(patient(tmp_path), "data")
    assert finding.found == f"{tmp_path}, in use by process 4711"


def test_the_exit_status_tells_and_json_says_the_same(tmp_path: Path) -> None:
    options = ["doctor", "--data-dir", str(tmp_path), "--port", str(free_port())]
    well = CliRunner().invoke(citadels, [*options, "--json"], env={"REDIS_URL": "", "QUEUE_REDIS_URL": ""})
    assert (well.exit_code, json.loads(well.output)["well"]) == (0, True)
    ill = CliRunner().invoke(citadels, [*options, "--redis-url", "redis://127.0.0.1:9"])
    assert ill.exit_code == 1
    assert ill.output.splitlines()[-1] == "1 thing is wrong"
    assert "BAD " in ill.output
    both = CliRunner().invoke(citadels, [*options, "--redis-url", "redis://127.0.0.1:9", "--json"])
    assert both.exit_code == 1
    assert json.loads(both.output)["well"] is False


# what is found, and what is said of it


GOOD = Facts(
    version="Valkey 9.1.2", usable=True, append_only=True, fsync="always", policy="noeviction", used=90, limit=100, skew_ms=2000, writes=True,
    fsync_delayed=0, delay_ms=0.25,
)  # fmt: skip


def told(facts: Facts, folder: Path, monkeypatch: pytest.MonkeyPatch, **named: str) -> list[Finding]:
    """What is found of stores that say this of themselves, without what the machine has to do with it."""
    monkeypatch.setattr(named_store, "facts", lambda _url: [facts])
    monkeypatch.setattr(named_store, "workers", lambda _url: {})
    named = {"redis_url": "redis://:hush@store:1", **named}
    found = examine(Patient(port=free_port(), data_dir=folder, **named))
    return [one for one in found if one.what in ("store", "queue", "saving", "eviction", "disk", "room", "clocks")][1:]


def test_a_good_store_is_told_of_in_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert told(GOOD, tmp_path, monkeypatch) == [
        Finding("store", "good", "Valkey 9.1.2 at redis://store:1 answers in 0.25 ms"),
        Finding("saving", "good", f"appendfsync always: {GOOD.losses()}"),
        Finding("eviction", "good", "maxmemory-policy noeviction"),
        Finding("room", "good", "store: 0.0 MiB used of 0 MiB"),
        Finding("clocks", "good", "the store's is 2000 ms off this machine's"),
    ]


@pytest.mark.parametrize(
    ("said", "what", "verdict", "words", "way_out"),
    [
        ({"usable": False}, "store", "bad", "Valkey 9.1.2 at redis://store:1", "Redis 7.0 or newer"),
        ({"writes": False}, "saving", "bad", "its last write to disk failed", "make room on its disk"),
        ({"append_only": False}, "saving", "note", "it writes no append-only file", "CONFIG SET appendonly yes"),
        ({"fsync": "everysec"}, "saving", "note", "so may a crash of the store", "CONFIG SET appendfsync always"),
        ({"fsync": "no"}, "saving", "good", "the crash of a process, the store's too, loses nothing", ""),
        ({"fsync": ""}, "saving", "good", "appendfsync unknown: it writes an append-only file", ""),
        ({"policy": ""}, "eviction", "bad", "maxmemory-policy unknown: the store may throw games away", "noeviction"),
        ({"fsync_delayed": 3}, "disk", "note", "3 writes had to wait for the disk", "a quicker disk"),
        ({"used": 91}, "room", "bad", "store: 0.0 MiB used of 0 MiB", "raise maxmemory"),
        ({"used": 3 << 19, "limit": 5 << 20}, "room", "good", "store: 1.5 MiB used of 5 MiB", ""),
        ({"used": 3 << 19, "limit": 0}, "room", "note", "store: 1.5 MiB used, no maxmemory", "set maxmemory"),
        ({"skew_ms": 2001}, "clocks", "bad", "the store's is 2001 ms off this machine's", "set both by NTP"),
        ({"skew_ms": -2001}, "clocks", "bad", "the store's is -2001 ms off this machine's", "set both by NTP"),
        ({"skew_ms": -2000}, "clocks", "good", "the store's is -2000 ms off this machine's", ""),
    ],
)
def test_what_a_store_says_of_itself_has_its_verdict_and_its_way_out(
    said: dict[str, Any], what: str, verdict: str, words: str, way_out: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    (finding,) = [one for one in told(replace(GOOD, **said), tmp_path, monkeypatch) if one.what == what]
    assert finding.verdict == verdict
    assert words in finding.found
    assert way_out in finding.way_out
    assert bool(finding.way_out) == bool(way_out)


def test_a_queue_of_its_own_is_looked_at_but_for_what_only_games_need(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = told(replace(GOOD, append_only=False), tmp_path, monkeypatch, queue_redis_url="redis://queue:2")
    assert [one.what for one in found] == ["store", "saving", "eviction", "room", "clocks", "queue", "room", "clocks"]
    assert found[-2].found.startswith("queue: ")
    assert found[-1].found.startswith("the queue's ")
    same = told(GOOD, tmp_path, monkeypatch, queue_redis_url="redis://:hush@store:1?db=1")
    assert "queue" not in [one.what for one in same]


def test_a_store_that_is_named_comes_before_that_of_a_running_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def facts_of(url: str) -> list[Facts]:
        asked.append(url)
        return [GOOD]

    def workers_of(url: str) -> dict[str, int]:
        asked.append(f"workers {url}")
        return {}

    monkeypatch.setattr(named_store, "facts", facts_of)
    monkeypatch.setattr(named_store, "workers", workers_of)
    seen: list[tuple[str, int]] = []
    monkeypatch.setattr(doctor, "answer", lambda host, port, _path, *_: seen.append((host, port)))
    with locked(tmp_path) as lock:
        write_lock(lock, pid=1, store="redis://own:1", queue="redis://own-queue:1", url="http://[::1]:8123")
        examine(Patient(data_dir=tmp_path))
        assert asked == ["redis://own:1", "redis://own-queue:1", "workers redis://own-queue:1"]
        assert seen == [("::1", 8123)]
        asked.clear()
        examine(Patient(data_dir=tmp_path, redis_url="redis://named:1", host="there", port=9))
        assert asked == ["redis://named:1", "workers redis://named:1"]
        assert seen[1:] == [("there", 9)]


def test_a_store_address_that_is_none_is_bad_and_says_so(tmp_path: Path) -> None:
    (finding,) = found(Patient(port=free_port(), data_dir=tmp_path, redis_url="http://store"), "store")
    assert (finding.verdict, finding.way_out) == ("bad", "set REDIS_URL right")


@pytest.mark.parametrize(("free", "verdict"), [((200 << 20) - 1, "bad"), (200 << 20, "good"), (3 << 29, "good")])
def test_a_disk_needs_200_mib(free: int, verdict: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda path: SimpleNamespace(free=free if path == tmp_path else 0))
    (finding,) = found(patient(tmp_path / "not" / "there"), "disk")
    assert (finding.verdict, finding.found) == (verdict, f"{free / (1 << 30):.1f} GiB free")


def test_a_data_directory_is_said_to_be_there_or_not(tmp_path: Path) -> None:
    assert found(patient(tmp_path), "data") == [Finding("data", "good", f"{tmp_path}, not in use")]
    (missing,) = found(patient(tmp_path / "none"), "data")
    assert (missing.verdict, missing.found.partition(" is ")[0]) == ("note", str(tmp_path / "none"))


@pytest.mark.parametrize(
    ("status", "text", "told"),
    [
        (200, "citadels_oldest_due_seconds 10.0\n", [("good", "the longest overdue one waits 10.0 s")]),
        (200, 'citadels_oldest_due_seconds{shard="0"} 1.2e+01\n', [("bad", "one is overdue by 12.0 s")]),
        (200, "citadels_oldest_due_seconds 10.1\n", [("bad", "one is overdue by 10.1 s")]),
        (200, "x_citadels_oldest_due_seconds 99\n", []),
        (500, "citadels_oldest_due_seconds 99\n", []),
    ],
)
def test_what_is_overdue_is_read_from_the_metrics(
    status: int, text: str, told: list[tuple[str, str]], tmp_path: Path
) -> None:
    with service({"/readyz": (200, "{}"), "/metrics": (status, text)}) as port:
        findings = examine(patient(tmp_path, port=port))
    assert [(one.verdict, one.found) for one in findings if one.what == "turns"] == told
    assert [one.verdict for one in findings if one.what == "metrics"] == (["note"] if status == 500 else [])


def test_a_service_that_is_not_ready_says_why_and_one_that_is_not_ours_is_named(tmp_path: Path) -> None:
    with service({"/readyz": (503, "x" * 500), "/metrics": (200, "citadels_oldest_due_seconds 99\n")}) as port:
        findings = examine(patient(tmp_path, port=port))
    (api,) = [one for one in findings if one.what == "api"]
    assert api.found == f"127.0.0.1:{port} is not ready: {'x' * 200}"
    assert [one.verdict for one in findings if one.what == "turns"] == ["bad"], (
        "what is due can be asked for all the same"
    )
    with service({"/metrics": (200, "citadels_oldest_due_seconds 99\n")}) as port:
        findings = examine(patient(tmp_path, port=port))
    assert [one.what for one in findings if one.what in ("api", "turns")] == [], "it is not ours, and is asked no more"
    (other,) = [one for one in findings if one.what == "port"]
    assert other.found == f"127.0.0.1:{port} is somebody else's: /readyz says 404"


def test_an_old_python_and_an_interpreted_engine_are_told_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for version, verdict in (((3, 10, 19), "bad"), ((3, 11, 0), "good"), ((3, 14, 1), "good")):
        with monkeypatch.context() as patched:
            patched.setattr(sys, "version_info", version)
            (python,) = list(doctor._python())[:1]
        assert (python.verdict, python.found) == (verdict, ".".join(map(str, version)))
        assert bool(python.way_out) == (verdict == "bad")
    for compiled, verdict in ((True, "good"), (False, "note")):
        monkeypatch.setattr("citadels_engine.COMPILED", compiled)
        (engine,) = found(patient(tmp_path), "engine")
        assert (engine.verdict, bool(engine.way_out)) == (verdict, not compiled)


def test_the_text_has_a_line_for_each_finding_one_for_its_way_out_and_counts_what_is_wrong() -> None:
    well = Finding("python", "good", "3.11.2")
    note, bad = Finding("store", "note", "none is named", "name one"), Finding("disk", "bad", "full", "make room")
    assert doctor.as_text([well, note]).splitlines() == [
        "ok    python      3.11.2",
        "note  store       none is named",
        "                  name one",
        "all well",
    ]
    assert doctor.as_text([bad]).splitlines()[-1] == "1 thing is wrong"
    assert doctor.as_text([bad, note, bad]).splitlines()[-1] == "2 things are wrong"
    assert json.loads(doctor.as_json([note])) == {
        "well": True,
        "findings": [{"what": "store", "verdict": "note", "found": "none is named", "way_out": "name one"}],
    }


def test_the_server_that_would_be_started_is_named_and_where_there_is_none_the_way_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours, old, new = tmp_path / "bundled", tmp_path / "old", tmp_path / "new"
    monkeypatch.setattr(doctor, "binary_version", lambda path: f"version of {path.name}")

    def nothing(_url: str | None) -> None:
        raise NoStore("there is no server. Install one")

    monkeypatch.setattr(doctor, "choose", nothing)
    for bundled, on_path, told in (
        (ours, [], Finding("server", "good", f"bundled: version of bundled ({ours})")),
        (None, [(old, "too old"), (new, "")], Finding("server", "good", f"on the path: version of new ({new})")),
        (None, [(old, "too old")], Finding("server", "note", "there is no server", "Install one")),
    ):
        monkeypatch.setattr(doctor, "bundled", lambda found=bundled: found)
        monkeypatch.setattr(doctor, "on_path", lambda found=on_path: found)
        assert list(doctor._servers()) == [told]


def test_where_nothing_is_named_the_service_of_this_machine_is_looked_at() -> None:
    plain = Patient()
    assert (plain.host, plain.port, plain.data_dir, plain.redis_url, plain.queue_redis_url) == (
        "127.0.0.1",
        8000,
        None,
        "",
        "",
    )
