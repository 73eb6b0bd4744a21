"""The examples for front ends: they pass strict tsc against the schema, and follow a table through restarts without a gap or a double."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from citadels_workers.practice.accounts import PRACTICE
from citadels_workers.practice.catalogue import catalogue

from tests.support.browser import CHROMIUM
from tests.support.pages import blocks
from tests.support.running import Service
from tools import node

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples" / "web"
CI = os.environ.get("CITADELS_CI", "") == "1"
PATIENCE_S = 30.0
MORE = {"quick": 0, "ci": 0, "full": 1}[os.environ.get("CITADELS_SIZE", "quick")]
"""How often the service is ended in order too, and killed under a browser, which takes its time to come back."""
RUN = ["node", "--no-warnings", "--experimental-websocket"]
pytestmark = [
    pytest.mark.heavy,
    pytest.mark.skipif(bool(node.MISSING) and not CI, reason="there is no node with npm here; CI promises them"),
]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The examples beside what they import, and what tsc makes of the typed one."""
    try:
        modules = node.folder() / "node_modules"
    except node.Unready as fault:
        if CI:
            raise
        pytest.skip(f"what the examples import cannot be fetched here: {fault}")
    folder = tmp_path_factory.mktemp("examples") / "web"
    left = shutil.ignore_patterns("node_modules", "dist", "graphql-env.d.ts", "rest")
    shutil.copytree(EXAMPLES, folder, ignore=left)
    (folder / "node_modules").symlink_to(modules)
    typed = folder / "typescript"
    said = run([*RUN, "types.mjs", str(ROOT / "openapi" / "schema.graphql"), "graphql-env.d.ts"], typed)
    assert said == ""
    assert run([str(modules / ".bin" / "tsc"), "--pretty", "false"], typed) == ""
    return folder


def run(command: list[str], folder: Path) -> str:
    """What a command says, well or not."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120, check=False)
    return done.stdout + done.stderr


class Program:
    """An example that runs; what it says, line by line."""

    def __init__(self, folder: Path, *words: str, token: str | None = None) -> None:
        variables = {name: value for name, value in os.environ.items() if name != "CITADELS_TOKEN"}
        self.lines: list[str] = []
        self.over = False
        self.heard = threading.Condition()
        self.process = subprocess.Popen(
            [*RUN, *words],
            cwd=folder,
            env=variables if token is None else {**variables, "CITADELS_TOKEN": token},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.reader = threading.Thread(target=self.read)
        self.reader.start()

    def read(self) -> None:
        """Hear what it says."""
        assert self.process.stdout is not None
        with self.process.stdout as said:
            for line in said:
                with self.heard:
                    self.lines.append(line.rstrip())
                    self.heard.notify_all()
        with self.heard:
            self.over = True
            self.heard.notify_all()

    @property
    def numbers(self) -> list[int]:
        """The numbers of the events that it has told of."""
        return [int(found[1]) for line in list(self.lines) if (found := re.match(r"(\d+) [a-z_]+", line))]

    def begun(self) -> None:
        """Wait until it says anything."""
        with self.heard:
            assert self.heard.wait_for(lambda: self.lines or self.over, PATIENCE_S)
            assert self.lines

    def until(self, number: int) -> None:
        """Wait until it has told of an event."""
        with self.heard:
            assert self.heard.wait_for(lambda: number in self.numbers or self.over, PATIENCE_S), self.lines[-20:]
            assert number in self.numbers, self.lines[-20:]

    def close(self) -> None:
        """End it."""
        self.process.kill()
        self.process.wait(30)
        self.reader.join(30)


class Player:
    """A guest at a table with three bots of the house, who takes the first legal action each time."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.token = ""
        self.token = self.call("POST", "/v1/guests", {})["credential"]["secret"]
        seats = [{"kind": "you"}, *[{"kind": "ai", "level": "greedy"}] * 3]
        self.table = self.call("POST", "/v1/tables", {"players": 4, "seats": seats})["id"]

    def call(self, method: str, path: str, body: object = None) -> Any:
        """Ask the service."""
        line = http.client.HTTPConnection("127.0.0.1", self.service.ports[0], timeout=PATIENCE_S)
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        with contextlib.closing(line):
            line.request(
                method,
                path,
                None if body is None else json.dumps(body),
                {**headers, **({"Content-Type": "application/json"} if body is not None else {})},
            )
            return json.loads(line.getresponse().read())

    def play(self, moves: int) -> None:
        """Take so many decisions, as they come."""
        while moves:
            decision = self.asked()["decision"]
            body = {"n": decision["n"], "actions": [decision["actions"][0]["text"]]}
            moves -= self.call("POST", f"/v1/tables/{self.table}/actions", body).get("outcome") == "ok"

    def told(self) -> int:
        """The number of the last event, once it is this player's turn, so that nothing more comes by itself."""
        return int(self.asked()["number"])

    def asked(self) -> Any:
        """How the table stands once it is this player's turn."""
        until = time.monotonic() + PATIENCE_S
        while True:
            position = self.call("GET", f"/v1/tables/{self.table}/position")
            if position["decision"] and position["decision"]["actions"]:
                return position
            assert time.monotonic() < until, position
            self.call("GET", f"/v1/tables/{self.table}/events?after={position['number']}&wait_ms=20000")


@pytest.fixture(scope="module")
def service() -> Iterator[Service]:
    with Service(apis=1, workers=1, clocks=1) as running:
        yield running


def test_a_table_is_followed_through_a_kill_and_a_restart(built: Path, service: Service) -> None:
    api = service.parts["api0"]
    player = Player(service)
    followers = {
        "ws": Program(built, "subscribe_ws.mjs", service.bases[0], player.table, "0"),
        "sse": Program(built, "subscribe_sse.mjs", service.bases[0], player.table, "0"),
        "typed": Program(built, "typescript/dist/watch.js", service.bases[0], player.table),
    }
    try:
        followers["typed"].begun()
        player.play(3)
        for one in followers.values():
            one.until(player.told())
        player.play(1)  # and the others move while nobody can be asked
        api.kill()
        api.start()
        api.wait()
        player.play(2)
        for one in followers.values():
            one.until(player.told())
        for _ in range(MORE):
            api.end()  # this time the streams are told
            api.start()
            api.wait()
            player.play(2)
        last = player.told()
        for one in followers.values():
            one.until(last)
    finally:
        for one in followers.values():
            one.close()
    assert followers["ws"].numbers == followers["sse"].numbers == list(range(1, last + 1))
    typed = followers["typed"].numbers
    assert typed == list(range(typed[0], last + 1))  # it began with a view
    assert len(typed) > 10


def test_what_is_asked_in_vain_ends_at_once_and_says_why(built: Path, service: Service) -> None:
    nobodys = "game_01hf7yat00000000000000000a"
    for program in ("subscribe_ws.mjs", "subscribe_sse.mjs", "typescript/dist/watch.js"):
        assert "Error: not_found" in run([*RUN, program, service.bases[0], nobodys], built)
        assert "Error: say where" in run([*RUN, program], built)
        unknown = Program(built, program, service.bases[0], nobodys, token="ctd_guest_unknown")
        try:
            assert unknown.process.wait(PATIENCE_S) == 1
        finally:
            unknown.close()
        assert "Error: unauthenticated" in unknown.lines


def test_the_player_of_the_guide_plays(tmp_path: Path, service: Service) -> None:
    (block,) = [block for block in blocks("FRONTENDS.md") if block.file == "live.mjs"]
    (tmp_path / "live.mjs").write_text(block.text)
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    done = subprocess.run(
        ["node", "--no-warnings", "--preserve-symlinks", "--preserve-symlinks-main", "live.mjs"],
        cwd=tmp_path,
        env={**os.environ, "CITADELS_URL": service.bases[0]},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "pick 0" in done.stdout
    assert done.stdout.count("ask 0") >= 4  # five moves; of the first the view may tell


@pytest.fixture
def practice() -> Iterator[str]:
    command = [sys.executable, "-P", "-m", "citadels_workers", "up", "--practice", "--port", "0"]
    variables = {**os.environ, "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(command, env=variables, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        found = [line for line, _ in zip(process.stdout, range(2), strict=False)]
        yield found[0].split()[1].rstrip("/")
        process.send_signal(signal.SIGTERM)
        process.stdout.read()


def test_the_typed_example_plays_a_game_to_its_end(built: Path, practice: str) -> None:
    player = Program(
        built, "typescript/dist/watch.js", practice, catalogue()["end_of_game"].table, token=PRACTICE.credential
    )
    try:
        assert player.process.wait(PATIENCE_S) == 0, player.lines
    finally:
        player.close()
    assert any(": done: event" in line for line in player.lines)
    assert any(line.endswith(" end -") for line in player.lines)


def test_a_fault_in_a_document_is_found_by_tsc(built: Path, tmp_path: Path) -> None:
    typed = tmp_path / "typescript"
    shutil.copytree(built / "typescript", typed, ignore=shutil.ignore_patterns("dist"))
    (tmp_path / "node_modules").symlink_to((built / "node_modules").resolve())
    (typed / "fault.ts").write_text(
        'import { graphql, type ResultOf } from "./graphql.js";\n'
        "const Some = graphql(`query Some($id: ID!) { table(id: $id) { players } }`);\n"
        "export const text = (found: ResultOf<typeof Some>): string | undefined => found.table?.players;\n"
    )
    assert "fault.ts(3," in run([str(built / "node_modules" / ".bin" / "tsc"), "--pretty", "false"], typed)


@pytest.mark.skipif(CHROMIUM is None and not CI, reason="there is no chromium here; CI promises it")
def test_the_spectator_shows_a_table_in_a_browser(built: Path, service: Service, chromium: Browser) -> None:
    player = Player(service)
    player.play(2)
    with served(built) as origin, contextlib.closing(chromium.new_context()) as context:
        page = context.new_page()
        page.goto(f"{origin}/spectator.html?server={service.bases[0]}&table={player.table}")
        page.wait_for_selector("#seats li:nth-child(4)")
        assert "gold" in page.inner_text("#seats")
        for _ in range(MORE):
            service.parts["api0"].restart()
            service.parts["api0"].wait()
        player.play(2)
        last = player.told()
        page.wait_for_function(
            "last => document.getElementById('log').textContent.startsWith(`${last} `)",
            arg=last,
            timeout=PATIENCE_S * 1000,
        )
        told = [int(line.split()[0]) for line in page.inner_text("#log").strip().split("\n")]
        assert told == list(range(last, told[-1] - 1, -1))
        page.goto(f"{origin}/spectator.html?server={service.bases[0]}")
        page.wait_for_selector("#seats li:nth-child(4)")


@contextlib.contextmanager
def served(folder: Path) -> Iterator[str]:
    """A folder at an origin of its own."""

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            """Nothing is logged."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        thread.join(30)
        server.server_close()


def test_the_examples_name_the_versions_that_they_are_tried_with() -> None:
    tried = json.loads((node.SOURCE / "package.json").read_text())["devDependencies"]
    for file in (EXAMPLES / "package.json", EXAMPLES / "typescript" / "package.json"):
        named = json.loads(file.read_text())
        for package, version in {**named["dependencies"], **named.get("devDependencies", {})}.items():
            assert tried[package] == version, package


def test_the_spectator_is_about_thirty_lines_and_uses_nothing_else() -> None:
    text = (EXAMPLES / "spectator.mjs").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line.strip() and not line.strip().startswith("//")]
    assert len(lines) <= 35
    assert "import " not in text
