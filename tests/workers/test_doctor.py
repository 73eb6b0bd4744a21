"""`citadels doctor`: each fault is found, named, and has a way out."""

import json
import shutil
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
from citadels_sdk.cli import citadels
from citadels_workers import doctor
from citadels_workers.doctor import Finding, Patient, examine
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
            thread.join(30)


def test_a_machine_without_a_service_has_nothing_bad(tmp_path: Path) -> None:
    findings = examine(patient(tmp_path / "not there"))
    assert [finding for finding in findings if finding.verdict == "bad"] == []
    assert {"python", "engine", "server", "data", "disk", "store", "port"} == {finding.what for finding in findings}


def test_a_good_store_is_well_in_all_respects(tmp_path: Path) -> None:
    with store(tmp_path) as server:
        findings = {finding.what: finding for finding in examine(patient(tmp_path / "mine", server))}
    assert {findings[what].verdict for what in ("store", "saving", "eviction", "room", "clocks")} == {"good"}
    assert "appendfsync everysec" in findings["saving"].found
    assert "the last second" in findings["saving"].found


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
        (("maxmemory", "1mb"), "room", "bad"),
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
