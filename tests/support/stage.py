"""A real `citadels up` and a real Chromium in front of it, which is watched: no request elsewhere, no error in the console, all that comes in kept."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import threading
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from playwright.sync_api import sync_playwright

from tests.support.browser import CHROMIUM, FLAGS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, Response, WebSocket


ROOT: Final = Path(__file__).parents[2]
PATIENCE_S: Final = 60.0
ENDED: Final = "it has ended"
PATIENCE_MS: Final = 30_000
EXPECTED_WHILE_AWAY: Final = re.compile(r"WebSocket connection to|Failed to load resource|ERR_CONNECTION|net::ERR")
"""What a browser itself writes into the console while a service is away."""
LATE: Final = re.compile(r"was preloaded using link preload but not used within a few seconds")
"""What it writes where the machine is slow: it counts seconds."""


class Up:
    """A running `citadels up`, which can be ended and started again on its data, under its address."""

    def __init__(self, folder: Path, *words: str, variables: dict[str, str] | None = None) -> None:
        self.folder = folder
        self.words = words
        self.variables = variables or {}
        self.port = 0
        self.lines: list[str] = []
        self.said = threading.Event()
        """Set once it has said that it is ready, or has ended before."""
        self.process: subprocess.Popen[str] | None = None

    @property
    def base(self) -> str:
        """The origin."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it, and wait until it is ready."""
        command = [
            sys.executable,
            "-c",
            "from citadels_sdk.cli import main; main()",
            "up",
            "--port",
            str(self.port),
            *self.words,
        ]
        if not {"--ephemeral", "--practice"} & set(self.words):
            command += ["--data-dir", str(self.folder / "data")]
        unset = ("REDIS_URL", "QUEUE_REDIS_URL")
        environment = {name: value for name, value in os.environ.items() if name not in unset} | self.variables
        self.lines = []
        self.process = subprocess.Popen(
            command,
            env=environment,
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        self.said.clear()
        threading.Thread(target=self.read, args=(self.process,), daemon=True).start()
        assert self.said.wait(PATIENCE_S), self.lines
        assert self.lines[-1:] != [ENDED], self.lines
        (line,) = [line for line in self.lines if line.startswith("page ")]
        self.port = int(re.findall(r":(\d+)", line)[0])

    def read(self, process: subprocess.Popen[str]) -> None:
        """Hear what it says."""
        assert process.stdout is not None
        for line in process.stdout:
            self.lines.append(line.rstrip())
            if line.startswith("Ctrl-C "):
                self.said.set()
        process.stdout.close()
        if not self.said.is_set():
            self.lines.append(ENDED)
            self.said.set()

    def stop(self) -> None:
        """End it in order."""
        process, self.process = self.process, None
        if process is None:
            return
        process.send_signal(signal.SIGINT)
        try:
            process.wait(PATIENCE_S)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait(PATIENCE_S)

    def restart(self) -> None:
        """End it and start it again, on what it had."""
        self.stop()
        self.start()

    def call(self, method: str, path: str, body: Any = None, secret: str | None = None) -> Any:
        """Ask it over REST; the answer's JSON."""
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {secret}"} if secret else {})
        data = None if body is None else json.dumps(body).encode()
        asked = urllib.request.Request(self.base + path, data=data, method=method, headers=headers)
        with urllib.request.urlopen(asked, timeout=PATIENCE_S) as answer:
            told = answer.read()
        return json.loads(told) if told else None


@contextlib.contextmanager
def up(folder: Path, *words: str, variables: dict[str, str] | None = None) -> Iterator[Up]:
    """A running `citadels up`, as long as the block lasts."""
    running = Up(folder, *words, variables=variables)
    running.start()
    try:
        yield running
    finally:
        running.stop()


@contextlib.contextmanager
def browser() -> Iterator[Browser]:
    """Chromium, as long as the block lasts."""
    assert CHROMIUM is not None
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            yield started
        finally:
            started.close()


@dataclass
class Seen:
    """What a visitor's browser has done and was told."""

    base: str
    elsewhere: list[str] = field(default_factory=list)
    """Requests to any other host."""
    console: list[str] = field(default_factory=list)
    """Errors and warnings."""
    answers: list[tuple[str, str, bytes]] = field(default_factory=list)
    """What came back: address, what was sent, body; of the service's data, not of the page's own files."""
    frames: list[str] = field(default_factory=list)
    """What came over the socket."""
    away: bool = False
    """Whether the service was ended on purpose: what a browser says of that is no fault."""
    keep: bool = False
    """Whether answers are kept."""

    def watch(self, context: BrowserContext) -> None:
        """Look at everything that a context's pages do. Nothing is held up for it: who routes requests has each go through Python, and nothing cached."""
        context.on("request", self.asked)
        context.on("page", self.page)

    def asked(self, request: Request) -> None:
        """Something is asked for."""
        if not request.url.startswith((f"{self.base}/", "data:", "blob:", "about:")):
            self.elsewhere.append(request.url)

    def page(self, page: Page) -> None:
        """Look at a page."""
        page.set_default_timeout(PATIENCE_MS)
        page.on("console", self.said)
        page.on("pageerror", lambda error: self.console.append(f"pageerror: {error}"))
        if self.keep:
            page.on("response", self.answered)
        page.on("websocket", self.socket)

    def said(self, message: ConsoleMessage) -> None:
        """Something was written into the console."""
        if message.type not in ("error", "warning"):
            return
        if LATE.search(message.text):
            return
        if self.away and EXPECTED_WHILE_AWAY.search(message.text):
            return
        self.console.append(f"{message.type}: {message.text}")

    def answered(self, response: Response) -> None:
        """Something came back."""
        request: Request = response.request
        if "/web/" in response.url or response.status in (204, 304):
            return
        with contextlib.suppress(Exception):  # a body may be gone with its page
            self.answers.append((response.url, request.post_data or "", response.body()))

    def socket(self, socket: WebSocket) -> None:
        """A socket was opened."""
        if not socket.url.replace("ws:", "http:", 1).startswith(f"{self.base}/"):
            self.elsewhere.append(socket.url)
        socket.on("framereceived", lambda data: self.frames.append(data if isinstance(data, str) else data.decode()))

    def well(self) -> None:
        """Nothing was asked of another host, and nothing went wrong in the page."""
        assert self.elsewhere == [], self.elsewhere
        assert self.console == [], self.console


@contextlib.contextmanager
def visitor(chromium: Browser, base: str, *, keep: bool = False, **wishes: Any) -> Iterator[tuple[Page, Seen]]:
    """A person's browser with nothing kept, on a new page; at the end all must have been well.

    It asks for little motion, which costs more to draw than all else; `reduced_motion="no-preference"` is for who looks at that.
    """
    context = chromium.new_context(base_url=base, **{"locale": "en-GB", "reduced_motion": "reduce", **wishes})
    seen = Seen(base, keep=keep)
    seen.watch(context)
    try:
        yield context.new_page(), seen
        seen.well()
    finally:
        context.close()
