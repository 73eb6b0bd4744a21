"""A real browser, and an origin of its own for it to load a page from, which hears what the page has seen."""

from __future__ import annotations

import contextlib
import json
import queue
import shutil
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser


CHROMIUM = shutil.which("chromium")
PLAYWRIGHTS_OWN = (
    "AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades", "HttpsFirstBalancedModeAutoEnable", "LensOverlay",
    "MediaRouter", "PaintHolding", "ThirdPartyStoragePartitioning", "AvoidCorsURLLoaderRestartOnRedirect", "OptimizationHints",
    "NetworkTimeServiceQuerying", "AimEnabled", "PreconnectToSearch", "TcpPortRandomizationWin", "msForceBrowserSignIn",
    "msEdgeUpdateLaunchServicesPreferredVersion",
)  # fmt: skip
"""What Playwright switches off, of which it counts on some: a context may never close with `DestroyProfileOnBrowserClose`. The last list given counts."""
PLAIN = "--disable-features=" + ",".join((
    *PLAYWRIGHTS_OWN, "WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup", "PreloadTopChromeWebUI", "InitialWebUI",
    "SpareRendererForSitePerProcess",
))  # fmt: skip
"""Without the pages of its own that Chromium loads for each window, seen or not: they cost more than those that are looked at."""
NOBODY_ELSE = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost"
"""It finds no other machine."""
FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update",
    "--disable-sync", "--disable-dev-shm-usage", "--disable-extensions", "--no-proxy-server", PLAIN, NOBODY_ELSE,
)  # fmt: skip
PATIENCE_S = 60


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


def visit(chromium: Browser, place: Origin, query: str) -> Any:
    """Let the browser load the page; what the page has seen."""
    context = chromium.new_context()
    try:
        context.new_page().goto(f"{place.base}/page?{query}")
        return place.seen.get(timeout=PATIENCE_S)
    except queue.Empty:
        raise AssertionError("the page has said nothing") from None
    finally:
        context.close()
