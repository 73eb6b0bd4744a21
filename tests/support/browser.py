"""A real browser, and an origin of its own for it to load a page from, which hears what the page has seen."""

from __future__ import annotations

import contextlib
import json
import os
import queue
import shutil
import signal
import subprocess
import tempfile
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["CHROMIUM", "Origin", "origin", "visit"]

CHROMIUM = shutil.which("chromium")
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage", "--disable-extensions", "--no-proxy-server",
)  # fmt: skip
PATIENCE_S = 90


class Origin:
    """A server of one page; `seen` holds what the page has sent back."""

    def __init__(self, page: bytes) -> None:
        self.seen: queue.Queue[Any] = queue.Queue()
        seen = self.seen

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                found = self.path.startswith("/page")
                self.answer(200 if found else 404, page if found else b"")

            def do_POST(self) -> None:
                seen.put(json.loads(self.rfile.read(int(self.headers["content-length"]))))
                self.answer(200, b"")

            def answer(self, status: int, body: bytes) -> None:
                self.send_response(status)
                self.send_header("content-type", "text/html; charset=utf-8")
                self.send_header("content-length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: object) -> None:
                """Nothing is logged."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)

    @property
    def base(self) -> str:
        """The origin."""
        return f"http://127.0.0.1:{self.server.server_address[1]}"


@contextlib.contextmanager
def origin(page: Path) -> Iterator[Origin]:
    """An origin that serves the page, as long as the block lasts."""
    made = Origin(page.read_bytes())
    thread = threading.Thread(target=made.server.serve_forever, daemon=True)
    thread.start()
    try:
        yield made
    finally:
        made.server.shutdown()
        thread.join(PATIENCE_S)
        made.server.server_close()


def visit(place: Origin, query: str) -> Any:
    """Let the browser load the page; what the page has seen."""
    assert CHROMIUM is not None
    with tempfile.TemporaryDirectory(prefix="citadels-", ignore_cleanup_errors=True) as folder:
        log = Path(folder) / "log"
        with log.open("wb") as out:
            browser = subprocess.Popen(
                [CHROMIUM, *FLAGS, f"--user-data-dir={folder}/data", f"{place.base}/page?{query}"],
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=out,
                start_new_session=True,
            )
        try:
            return place.seen.get(timeout=PATIENCE_S)
        except queue.Empty:
            raise AssertionError(f"the page has said nothing: {log.read_text(errors='replace')[-2000:]}") from None
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(browser.pid, signal.SIGKILL)
            browser.wait(PATIENCE_S)
