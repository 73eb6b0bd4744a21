"""What it costs to start: the command, an API process, a worker and the clock, as ratios to a bare Python within one run.

    ./citadels bench start [--json] [--only command,api,graphql,worker,clock] [--rounds N]

The parties take turns, round by round. CPU is user and system time of the process from its start until it does its work, the least of the
rounds: other programs only ever add to it. Memory is that of the process at that moment, without what it shares with others (PSS).

- `python`: a bare Python that does nothing, which everything else is a multiple of.
- `command`: `citadels --version`.
- `api`: `citadels serve` until `/readyz` answers.
- `graphql`: the same until the first GraphQL query is answered, which the process has to build its schema for; and how long that query took.
- `worker`, `clock`: until they say that they have started.
"""

import argparse
import http.client
import json
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from tests.support.servers import Server, free_port

ROOT = Path(__file__).resolve().parents[1]
PARTS = ("command", "api", "graphql", "worker", "clock")
PATIENCE_S = 60.0
SERVED = [sys.executable, "-P", "-m", "citadels_workers"]


class Started:
    """A process that was started; what it had used when it was ready."""

    def __init__(self, words: list[str], variables: dict[str, str]) -> None:
        self.process = subprocess.Popen(
            words,
            env={**os.environ, **variables},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        self.seconds = 0.0
        self.pss_kib = 0

    def hear(self, word: str) -> None:
        """Wait until it says so."""
        assert self.process.stderr is not None
        said = b""
        for line in self.process.stderr:
            said += line
            if word.encode() in line:
                return
        raise RuntimeError(said.decode(errors="replace")[-3000:])

    def end(self) -> "Started":
        """Note its memory, end it at once, and note the CPU that it has used."""
        rollup = Path(f"/proc/{self.process.pid}/smaps_rollup")
        if rollup.exists():
            lines = rollup.read_text(encoding="ascii").splitlines()
            self.pss_kib = next((int(line.split()[1]) for line in lines if line.startswith("Pss:")), 0)
        self.process.kill()
        return self.wait()

    def wait(self) -> "Started":
        """Wait for its end."""
        _, status, used = os.wait4(self.process.pid, 0)
        self.process.returncode = os.waitstatus_to_exitcode(status)
        self.seconds = used.ru_utime + used.ru_stime
        if self.process.stderr is not None:
            self.process.stderr.close()
        return self


def ask(port: int, method: str, path: str, body: bytes | None = None) -> int:
    """The status that a service answers with, once it is there."""
    until = time.monotonic() + PATIENCE_S
    while True:
        line = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)
        try:
            line.request(method, path, body, {"Content-Type": "application/json"} if body else {})
            answer = line.getresponse()
            answer.read()
        except ConnectionRefusedError:
            if time.monotonic() > until:
                raise
            time.sleep(0.005)
        else:
            return answer.status
        finally:
            line.close()


def python(_: str) -> tuple[Started, dict[str, float]]:
    """A bare Python."""
    return Started([sys.executable, "-c", "pass"], {}).wait(), {}


def command(_: str) -> tuple[Started, dict[str, float]]:
    """The command."""
    return Started(
        [sys.executable, "-P", "-c", "from citadels_sdk.cli import main; main()", "--version"], {}
    ).wait(), {}


def api(url: str, *, query: bool = False) -> tuple[Started, dict[str, float]]:
    """An API process until it is ready, or until it has answered a query."""
    port = free_port()
    started = Started([*SERVED, "serve", "--port", str(port)], {"REDIS_URL": url, "QUEUE_REDIS_URL": url})
    found: dict[str, float] = {}
    if ask(port, "GET", "/readyz") != 200:
        raise RuntimeError("the API is not ready")
    if query:
        for which in ("first_ms", "second_ms"):
            began = time.perf_counter()
            if ask(port, "POST", "/graphql", b'{"query":"{ __typename }"}') != 200:
                raise RuntimeError("the API does not answer a query")
            found[which] = 1000 * (time.perf_counter() - began)
    return started.end(), found


def graphql(url: str) -> tuple[Started, dict[str, float]]:
    """An API process until it has answered a query."""
    return api(url, query=True)


def part(url: str, *words: str) -> tuple[Started, dict[str, float]]:
    """A part that says when it has started."""
    started = Started([*SERVED, *words], {"REDIS_URL": url, "QUEUE_REDIS_URL": url})
    started.hear('"started"')
    return started.end(), {}


def worker(url: str) -> tuple[Started, dict[str, float]]:
    """A worker."""
    return part(url, "work", "--queue", "fast")


def clock(url: str) -> tuple[Started, dict[str, float]]:
    """The clock."""
    return part(url, "clock")


WAYS = {way.__name__: way for way in (python, command, api, graphql, worker, clock)}


def measure(wanted: list[str], rounds: int) -> dict[str, Any]:
    """What each costs."""
    names = ["python", *wanted]
    seconds: dict[str, list[float]] = {name: [] for name in names}
    more: dict[str, dict[str, list[float]]] = {name: {} for name in names}
    with Server("valkey") as store:
        for turn in range(rounds):
            for name in names:
                started, found = WAYS[name](store.url)
                seconds[name].append(started.seconds)
                for key, value in {**found, **({"pss_mib": started.pss_kib / 1024} if started.pss_kib else {})}.items():
                    more[name].setdefault(key, []).append(value)
            print(f"start: round {turn + 1} of {rounds}", file=sys.stderr)
    least = {name: min(each) for name, each in seconds.items()}
    return {
        name: {
            "cpu_s": round(least[name], 3),
            "over_python": round(least[name] / least["python"], 1),
            **{key: round(statistics.median(values), 1) for key, values in more[name].items()},
        }
        for name in names
    }


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="./citadels bench start", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--json", action="store_true", help="one JSON object as the last line")
    parser.add_argument("--only", default=",".join(PARTS), help=f"some of {','.join(PARTS)}")
    parser.add_argument("--rounds", type=int, default=5, help="how often each is started (default 5)")
    chosen = parser.parse_args()
    wanted = chosen.only.split(",")
    if unknown := set(wanted) - set(PARTS):
        parser.error(f"{', '.join(sorted(unknown))}: not one of {', '.join(PARTS)}")
    if chosen.rounds < 1:
        parser.error("--rounds takes a number from 1 on")
    found = measure(wanted, chosen.rounds)
    if chosen.json:
        print(json.dumps({"bench": "start", "rounds": chosen.rounds, **found}))
        return 0
    for name, row in found.items():
        print(f"{name:8}", ", ".join(f"{key} {value}" for key, value in row.items()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
