"""The port of the service: bound so that children can have it, and who has it where it cannot be had."""

from __future__ import annotations

import errno
import os
import socket
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from citadels_workers import service_port
from citadels_workers.service_port import PortTaken, answer, bind, holder, reached_at

if TYPE_CHECKING:
    from collections.abc import Iterator

NAME = Path("/proc/self/comm").read_text("utf-8").strip() if Path("/proc/self/comm").exists() else ""


def own() -> str:
    """How this process is named to people."""
    return f"(process {os.getpid()})"


def has_six() -> bool:
    """Whether this machine has IPv6: a container often has none."""
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError:
        return False
    return True


SIX = has_six()


@contextmanager
def answering(status: int, body: bytes) -> Iterator[int]:
    """A service that answers each request so; the paths that were asked for are in its `asked`."""

    class Answers(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status if self.path in ("/", "/healthz", "/nowhere") else 404)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(self.path.encode() if body == b"path" else body)

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Answers)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield server.server_address[1]
    finally:
        server.shutdown()
        server.server_close()
        thread.join(20)


@pytest.fixture
def nobody_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    """No process can be looked into, as on other systems."""
    monkeypatch.setattr(service_port, "_pid", lambda _port: 0)


@pytest.mark.parametrize(
    ("host", "reached"),
    [("127.0.0.1", "127.0.0.1"), ("0.0.0.0", "127.0.0.1"), ("::1", "::1"), ("::", "::1"), ("localhost", None)],
)
def test_what_is_bound_is_reached_and_children_may_have_it(host: str, reached: str | None) -> None:
    if ":" in host and not SIX:
        pytest.skip("this machine has no IPv6")
    with bind(host, 0) as listener:
        assert listener.get_inheritable()
        assert listener.type == socket.SOCK_STREAM
        assert listener.getsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR)
        found, port = reached_at(listener)
        assert port > 0
        assert reached is None or found == reached
        with socket.create_connection((found, port), timeout=20):
            pass


def test_many_may_wait_at_once_to_be_taken() -> None:
    with bind("127.0.0.1", 0) as listener:
        waiting = [socket.create_connection(reached_at(listener), timeout=20) for _ in range(200)]  # nobody takes them
        for one in waiting:
            one.close()


def test_a_port_that_is_taken_is_refused_with_who_has_it_and_what_to_do() -> None:
    with bind("127.0.0.1", 0) as listener:
        port = reached_at(listener)[1]
        with pytest.raises(PortTaken) as refused:
            bind("127.0.0.1", port)
    said = refused.value.message
    assert said.startswith(f"port {port} of 127.0.0.1 cannot be had: {os.strerror(errno.EADDRINUSE)}.")
    assert said.endswith(" Choose another with --port, or any free one with --port 0")
    if NAME:
        assert f". {NAME[0].upper()}{NAME[1:]} {own()} has it. Choose" in said


@pytest.mark.usefixtures("nobody_looks")
def test_a_port_of_whom_nothing_is_known_is_refused_without_a_name() -> None:
    with bind("127.0.0.1", 0) as listener, pytest.raises(PortTaken) as refused:
        bind("127.0.0.1", reached_at(listener)[1])
    assert f"{os.strerror(errno.EADDRINUSE)}. Choose another" in refused.value.message


def test_an_address_of_another_machine_is_refused_and_says_so() -> None:
    said = "'203.0.113.9' is no address of this machine: --host takes one of its own"
    with pytest.raises(PortTaken) as refused:
        bind("203.0.113.9", 0)
    assert refused.value.message == said


def test_a_name_that_is_no_address_is_refused_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(*_: object, **__: object) -> None:
        raise socket.gaierror(-2, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", nothing)
    with pytest.raises(PortTaken) as refused:
        bind("nowhere", 0)
    assert refused.value.message == "'nowhere' is no address of this machine: Name or service not known"


def test_a_socket_that_could_not_be_bound_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    made = []
    real = socket.socket

    def noted(*words: int) -> socket.socket:
        made.append(real(*words))
        return made[-1]

    monkeypatch.setattr(socket, "socket", noted)
    with pytest.raises(PortTaken):
        bind("203.0.113.9", 0)
    assert [one.fileno() for one in made] == [-1]


def test_an_answer_is_told_with_its_status_whatever_it_is_and_silence_is_none() -> None:
    with answering(404, b"path") as port:
        assert answer("127.0.0.1", port, "/nowhere") == (404, b"/now")
    with answering(200, b"yes") as port:
        assert answer("127.0.0.1", port, "/") == (200, b"yes")
    assert answer("127.0.0.1", port, "/") is None


def test_whoever_does_not_answer_in_time_is_silent() -> None:
    with bind("127.0.0.1", 0) as listener:
        assert answer(*reached_at(listener), "/", 0.05) is None


@pytest.mark.usefixtures("nobody_looks")
@pytest.mark.parametrize(
    ("status", "body", "who"),
    [
        (200, b'{"status": "ok"}', "Another Citadels Arena"),
        (503, b'{"status": "ok"}', "A service that answers HTTP"),
        (200, b'{"state": "ok"}', "A service that answers HTTP"),
        (200, b"<html>", "A service that answers HTTP"),
        (200, b"7", "A service that answers HTTP"),
        (404, b"", "A service that answers HTTP"),
    ],
)
def test_a_service_is_known_by_its_answer(status: int, body: bytes, who: str) -> None:
    with answering(status, body) as port:
        assert holder(port) == who


@pytest.mark.usefixtures("nobody_looks")
def test_of_a_port_that_nobody_answers_at_nothing_is_known() -> None:
    with bind("127.0.0.1", 0) as listener:
        port = reached_at(listener)[1]
    assert holder(port) == ""


@pytest.mark.skipif(not NAME, reason="only Linux tells who listens")
@pytest.mark.parametrize("host", ["127.0.0.1", *["::1"] * SIX])
def test_the_process_that_listens_is_named(host: str) -> None:
    with bind(host, 0) as listener:
        port = reached_at(listener)[1]
        assert holder(port) == f"{NAME} {own()}"
        assert service_port._pid(port) == os.getpid()
    assert service_port._pid(port) == 0
    assert holder(port) == ""


@pytest.mark.skipif(not NAME, reason="only Linux tells who listens")
def test_a_service_of_ours_that_listens_is_named_with_its_process() -> None:
    with answering(200, b'{"status": "ok"}') as port:
        assert holder(port) == f"another Citadels Arena {own()}"


@pytest.mark.skipif(not NAME, reason="only Linux tells who listens")
def test_whoever_is_only_connected_does_not_hold_the_port() -> None:
    with bind("127.0.0.1", 0) as listener, socket.create_connection(reached_at(listener), timeout=20) as line:
        assert service_port._pid(line.getsockname()[1]) == 0


@pytest.mark.skipif(not NAME, reason="only Linux tells who listens")
def test_a_process_that_may_not_be_looked_into_is_not_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(_: object) -> str:
        raise PermissionError

    monkeypatch.setattr(os, "readlink", refused)
    with bind("127.0.0.1", 0) as listener:
        assert repr(service_port._pid(reached_at(listener)[1])) == "0"


def test_where_the_system_does_not_tell_nobody_is_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(service_port, "Path", lambda *_: tmp_path / "nothing")
    with bind("127.0.0.1", 0) as listener:
        assert service_port._pid(reached_at(listener)[1]) == 0
