"""What a process of the service has loaded when it begins its work: nothing that only others need, and nothing that may come later."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
import urllib.request
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest

from tests.support.servers import Server, free_port

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

PATIENCE_S = 60
LOADED = re.compile(r"import time:\s+\d+ \|\s+\d+ \|\s*(\S+)")
GRAPHQL = {"graphql", "strawberry", "citadels_api.graphql.schema"}
REST = {"starlette", "uvicorn", "citadels_api.routes", "citadels_api.rest.dispatch"}
QUEUE = {"rq.queue", "redis.client"}
"""Told by `-X importtime` is what a statement imports, and not what `import_module` does: so these are parts of what is loaded."""
DESCRIPTION = {"citadels_api.rest.openapi"}


class Part:
    """A process that tells of each module that it loads."""

    def __init__(self, words: tuple[str, ...], store: str, **variables: str) -> None:
        command = [sys.executable, "-X", "importtime", "-P", "-m", "citadels_workers", *words]
        told = {**os.environ, "REDIS_URL": store, "QUEUE_REDIS_URL": store, **variables}
        self.process = subprocess.Popen(command, env=told, stderr=subprocess.PIPE, text=True)
        self.loaded: set[str] = set()
        self.said: list[str] = []
        self.heard = threading.Condition()
        self.listening = threading.Thread(target=self.listen, daemon=True)
        self.listening.start()

    def listen(self) -> None:
        """Note what it loads, and what else it says."""
        assert self.process.stderr is not None
        with self.process.stderr as lines:
            for line in lines:
                self.note(line)

    def note(self, line: str) -> None:
        """Note a line."""
        found = LOADED.match(line)
        with self.heard:
            if found is None:
                self.said.append(line)
            else:
                self.loaded.add(found[1])
            self.heard.notify_all()

    def wait(self, holds: Callable[[], Any]) -> None:
        """Wait until something holds of what it has said."""
        with self.heard:
            assert self.heard.wait_for(holds, PATIENCE_S), "".join(self.said)

    def started(self) -> None:
        """Wait until it says that it has started."""
        self.wait(lambda: any('"started"' in line for line in self.said))


@contextmanager
def part(*words: str, **variables: str) -> Iterator[Part]:
    """A part on a store of its own, as long as the block lasts."""
    with Server() as store:
        one = Part(words, store.url, **variables)
        try:
            yield one
        finally:
            one.process.send_signal(signal.SIGKILL)
            one.process.wait(PATIENCE_S)
            one.listening.join(PATIENCE_S)


def call(port: int, path: str, body: bytes | None = None) -> bytes:
    """The answer of a service, once it listens."""
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
        return bytes(answer.read())


def test_the_api_begins_without_graphql_and_without_the_queue() -> None:
    port = free_port()
    with part("serve", "--port", str(port), CITADELS_PRELOAD="0") as api:
        api.started()
        assert call(port, "/readyz") == b'{"status":"ok","full":false}'
        assert b"Manor" in call(port, "/v1/catalogue/districts")
    assert not api.loaded & (GRAPHQL | QUEUE | DESCRIPTION)
    assert api.loaded >= REST


def test_the_api_loads_graphql_when_somebody_asks_for_it() -> None:
    port = free_port()
    with part("serve", "--port", str(port), CITADELS_PRELOAD="0") as api:
        api.started()
        assert b'"Query"' in call(port, "/graphql", b'{"query":"{ __typename }"}')
    assert api.loaded >= GRAPHQL
    assert not api.loaded & (QUEUE | DESCRIPTION)


def test_the_api_loads_ahead_what_the_first_to_ask_would_wait_for() -> None:
    with part("serve", "--port", str(free_port()), CITADELS_PRELOAD="1") as api:
        api.wait(lambda: api.loaded >= GRAPHQL | QUEUE)


@pytest.mark.parametrize("words", [("work", "--queue", "fast"), ("clock",)], ids=lambda words: words[0])
def test_a_worker_and_the_clock_load_nothing_of_the_doors(words: tuple[str, ...]) -> None:
    with part(*words) as one:
        one.started()
    assert "citadels_engine.game" in one.loaded
    assert not one.loaded & (GRAPHQL | REST | DESCRIPTION | {"httpx2"})


def test_the_command_loads_neither_game_nor_service_to_tell_of_itself() -> None:
    words = [sys.executable, "-X", "importtime", "-P", "-c", "from citadels_sdk.cli import main; main()", "--help"]
    found = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE_S, check=True)
    loaded = set(LOADED.findall(found.stderr))
    assert "citadels_sdk.cli" in loaded
    assert not loaded & (
        GRAPHQL | REST | QUEUE | {"citadels_api.settings", "citadels_engine.game", "httpx2", "pydantic"}
    )
