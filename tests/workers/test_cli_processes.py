"""The verbs of the service as processes: they start, work together, and end as they are told to."""

import contextlib
import os
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from citadels_workers.service_port import answer

from tests.support.servers import free_port
from tests.support.waits import until
from tests.workers.test_up import Up
from tests.workers.test_valkey import store

ROOT = Path(__file__).resolve().parents[2]
NO_STORE = {"REDIS_URL": None, "QUEUE_REDIS_URL": None}


@contextlib.contextmanager
def part(*words: str) -> Iterator[subprocess.Popen[bytes]]:
    """A part as a process, which is gone at the end whatever happens."""
    variables = {name: value for name, value in os.environ.items() if name not in NO_STORE}
    with subprocess.Popen([sys.executable, "-P", "-m", "citadels_workers", *words], env=variables) as process:
        try:
            yield process
        finally:
            process.kill()


@pytest.mark.heavy
def test_api_processes_of_one_socket_end_together(tmp_path: Path) -> None:
    port = free_port()
    with (
        store(tmp_path) as server,
        part("serve", "--port", str(port), "--processes", "2", "--redis-url", server.url) as api,
    ):
        until(lambda: (answer("127.0.0.1", port, "/readyz") or (0, b""))[0] == 200, "the API", patience_s=60)
        api.send_signal(signal.SIGTERM)
        assert api.wait(30) == 0
        assert answer("127.0.0.1", port, "/readyz") is None


@pytest.mark.heavy
@pytest.mark.parametrize(
    "words", [["work", "--queue", "fast"], ["work", "--queue", "fast", "--queue", "thinking"], ["clock"]]
)
def test_workers_and_clocks_run_until_they_are_told_to_end(words: list[str], tmp_path: Path) -> None:
    from citadels_workers.named_store import nodes, workers

    with store(tmp_path) as server, part(*words, "--redis-url", server.url) as process:
        queues = {word: 1 for word in words if word in ("fast", "thinking")}
        queues |= {whole: 1 for whole, word in (("games", "fast"), ("deep", "thinking")) if word in queues}
        (node,) = nodes(server.url)
        until(lambda: workers(server.url) == queues, "the workers", patience_s=60)
        if words == ["clock"]:
            until(lambda: node.info("clients")["connected_clients"] >= 2, "the clock", patience_s=60)
        process.send_signal(signal.SIGTERM)
        assert process.wait(30) in (0, -signal.SIGTERM), "both are a clean end"


@pytest.mark.heavy
@pytest.mark.timeout(150, reason="waits for a game of bots that think, in a service that it starts twice")
def test_the_whole_starts_plays_and_keeps_its_games(tmp_path: Path) -> None:
    """`citadels up` as it is: its credential and its link are good, its demo game ends, and is there after a restart."""
    words = ["up", "--port", "0", "--data-dir", str(tmp_path / "data"), "--workers", "1", "--api-processes", "1"]
    variables = {name: value for name, value in os.environ.items() if name not in NO_STORE}
    command = [sys.executable, "-P", "-m", "citadels_workers", *words]
    links = []
    for attempt in range(2):
        with subprocess.Popen(
            command, env=variables, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        ) as process:
            running = Up(process, tmp_path).ready()
            (link,) = [line.split()[-1] for line in running.lines if " watch http" in line]
            (credential,) = [
                line.partition("CITADELS_TOKEN=")[2] for line in running.lines if "CITADELS_TOKEN=" in line
            ]
            me = urllib.request.Request(f"http://127.0.0.1:{running.port}/v1/me")
            me.add_header("Authorization", f"Bearer {credential}")
            with urllib.request.urlopen(me, timeout=10) as response:
                assert response.status == 200
            links.append(link)
            for known in links[:attempt]:
                assert '"status":"over"' in running.get(f"/v1/tables/{known.rpartition('/')[2]}").replace(" ", "")
            watched = subprocess.run(
                [sys.executable, "-c", "from citadels_sdk.cli import main; main()", "watch", link],
                env=variables,
                capture_output=True,
                text=True,
                timeout=120,
                check=False,
            )
            assert watched.returncode == 0, watched.stderr
            assert "The game has ended." in watched.stdout
            assert "1st: " in watched.stdout
            assert running.end() == 0
