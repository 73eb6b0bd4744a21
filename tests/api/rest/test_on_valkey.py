"""The same over HTTP where the store is a real Valkey; and the process as it is run, on a socket that it inherits, until a signal ends it."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from typing import TYPE_CHECKING, Any, Self

import httpx2
import pytest
from citadels_api.routes import BY_ID

from tests.api.rest.test_operations import SUCCESSES
from tests.support.servers import Server
from tests.support.world import World, living

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(scope="module")
def valkey() -> Iterator[Server]:
    with Server("valkey") as server:
        yield server


@pytest.fixture(scope="module")
def kept(valkey: Server) -> Iterator[World]:
    with living(redis_url=valkey.url, address_burst=10**6, guests_per_hour=10**6) as world:
        yield world


@pytest.mark.parametrize("name", sorted(BY_ID))
def test_it_succeeds(kept: World, name: str) -> None:
    answer = SUCCESSES[name](kept)
    assert answer.status_code == BY_ID[name].status, answer.text


def test_a_move_may_be_asked_for_as_often_as_one_likes(kept: World) -> None:
    people = [kept.guest(), kept.guest()]
    table = kept.table(people)
    for number in range(20):
        asked, _, decision = kept.asked(table, people)
        body = {"n": decision["n"], "action": decision["actions"][0]["text"]}
        first = asked.post(f"/v1/tables/{table}/actions", body, idempotency_key=f"{number}").json()
        again = asked.post(f"/v1/tables/{table}/actions", body, idempotency_key=f"{number}").json()
        assert again == {**first, "replayed": True}


class Process:
    """An API process on a socket that this test listens on."""

    def __init__(self, url: str, **settings: str) -> None:
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self.listener.getsockname()[1]
        fd = self.listener.fileno()
        program = (
            f"from citadels_api.app import run; from citadels_api.settings import Settings; run(Settings(), fd={fd})"
        )
        environment = {**os.environ, "REDIS_URL": url, **settings}
        self.process = subprocess.Popen(
            [sys.executable, "-c", program], pass_fds=[fd], env=environment, stderr=subprocess.PIPE
        )
        self.base = f"http://127.0.0.1:{self.port}"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.communicate(timeout=300)
        self.listener.close()

    def end(self) -> tuple[int, str]:
        """How it ended, and what it logged."""
        logged = self.process.communicate(timeout=300)[1]
        return self.process.returncode, logged.decode()


def test_a_process_ends_on_a_signal_with_every_stream_told_and_no_secret_logged(valkey: Server) -> None:
    with Process(valkey.url) as process, httpx2.Client(base_url=process.base, timeout=300) as client:
        secret = client.post("/v1/guests").json()["credential"]["secret"]
        who = {"authorization": f"Bearer {secret}"}
        client.get("/v1/me", headers=who).raise_for_status()
        with client.stream("GET", "/v1/me/stream", headers=who) as stream:
            pieces = stream.iter_text()
            assert "snapshot" in next(pieces)
            process.process.send_signal(signal.SIGTERM)
            assert '"draining"' in "".join(pieces)
        status, logged = process.end()
    assert status in {0, -signal.SIGTERM}
    assert secret not in logged
    assert all(json.loads(line) for line in logged.splitlines())


@pytest.mark.parametrize(
    ("settings", "fault"),
    [
        ({"CITADELS_PRODUCTION": "1"}, "CITADELS_HOSTS"),
        ({"CITADELS_PRODUCTION": "1", "CITADELS_LOG_LEVEL": "debug"}, "CITADELS_LOG_LEVEL"),
        ({"REDIS_URL": ""}, "REDIS_URL"),
    ],
)
def test_a_process_that_is_not_safe_does_not_start(settings: dict[str, Any], fault: str) -> None:
    with Process("unix:///nowhere", **settings) as process:
        status, logged = process.end()
    assert status == 1
    assert fault in logged
    assert "Traceback" not in logged
