"""The web page, served by the API: its HTML at the page's addresses, its files under `/web/<digest>/`.

1. A page's address returns the same HTML for any Accept header, for GET and HEAD only. Every other address belongs to REST. If REST does
   not know it either, a browser gets a page with the status 404. Addresses of programs always get JSON.
2. The page costs no rate limit, no call to the store and no credential. Only the API descriptions count against the limit of the address.
3. A file never changes under its address, so browsers cache it. After an upgrade, an open page may request a file of the old version. It
   gets `not_found` and reloads itself.
4. The Content-Security-Policy below allows only our own code and no requests to other hosts.
5. The API descriptions for authors of other pages are here too. Pages of allowed origins may read them.

With `CITADELS_WEB_DEV=1` every request reads the files anew, under `/web/fresh/`: change a file, and reload the page.
"""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING, Final

from citadels_api.http.middleware import problem_response, request_id
from citadels_api.http.page_files import MEDIA, Site, content, folder, negotiated
from citadels_api.problems import Refusal

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from starlette.types import Receive, Scope, Send

    from citadels_api.http.page_files import Content
    from citadels_api.settings import Settings


_ID: Final = r"[A-Za-z0-9_.-]{1,80}"
ADDRESSES: Final = (
    (re.compile(r"/"), "home"),
    (re.compile(rf"/table/{_ID}"), "table"),
    (re.compile(rf"/replay/{_ID}(?:/\d{{1,6}})?"), "replay"),
    (re.compile(r"/new"), "new_table"),
    (re.compile(r"/tournaments"), "tournaments"),
    (re.compile(r"/tournaments/new"), "new_tournament"),
    (re.compile(rf"/tournaments/{_ID}"), "tournament"),
    (re.compile(r"/leaderboard"), "leaderboard"),
    (re.compile(rf"/players/{_ID}"), "player"),
    (re.compile(r"/credentials"), "credentials"),
    (re.compile(rf"/rules(?:/{_ID})?"), "rules"),
)
"""The addresses of the page with the module that shows each. The first match counts."""
CONSOLES: Final = {"/docs": "pages/consoles/swagger.html", "/graphiql": "pages/consoles/graphiql.html"}
"""The addresses of the developer consoles."""
PROGRAMS: Final = frozenset(("v1", "graphql", "web", "problems", "metrics", "healthz", "readyz"))
"""The prefixes of the addresses of programs. A missing one always gets a JSON response."""
NOWHERE: Final = "not_found"
"""The module that shows "not found"."""

ALONE: Final = (
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
)
FOR_EVER: Final = b"public, max-age=31536000, immutable"
ASK_EACH_TIME: Final = b"no-cache"


def policy(*, scripts: tuple[str, ...] = (), console: bool = False) -> bytes:
    """The Content-Security-Policy of a page with these hashes of inline scripts. A console may also set inline styles."""
    inline = "".join(f" 'sha256-{one}'" for one in scripts)
    rules = (
        "default-src 'none'",
        f"script-src 'self'{inline}",
        "style-src 'self' 'unsafe-inline'" if console else "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self' data:" if console else "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
    return "; ".join(rules).encode()


class Web:
    """An ASGI application that serves the page to browsers. `finds` says which addresses are its own."""

    def __init__(
        self, settings: Settings, site: Site | None = None, *, texts: Mapping[str, Callable[[], str]] | None = None
    ) -> None:
        self.texts = texts or {}
        self.told: dict[str, Content] = {}
        self.site = Site(folder(), fresh=settings.web_dev) if site is None else site
        wanted = settings.consoles
        self.consoles = CONSOLES if (not settings.production if wanted is None else wanted) else {}

    def finds(self, path: str) -> bool:
        """Whether an address belongs to a page, to a console, or to their files."""
        own = path.startswith("/web/") or path in self.consoles or path in self.texts
        return own or module_at(path) is not None

    def strays(self, scope: Scope) -> bool:
        """Whether a browser requests an address that is not a program's. If no other part knows the address, the page says so.

        >>> from citadels_api.settings import Settings
        >>> web = Web(Settings())
        >>> scope = {"method": "GET", "headers": [(b"accept", b"text/html,*/*;q=0.8")]}
        >>> web.strays({**scope, "path": "/tabel/1"}), web.strays({**scope, "path": "/v1/tabel/1"})
        (True, False)
        """
        if scope["method"] not in {"GET", "HEAD"} or scope["path"].removeprefix("/").partition("/")[0] in PROGRAMS:
            return False
        return b"text/html" in dict(scope["headers"]).get(b"accept", b"").lower()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        scope["operation"] = "web"
        path, refusal, found = scope["path"], None, None
        if scope["method"] not in {"GET", "HEAD"}:
            refusal = Refusal("method_not_allowed", allow=["GET", "HEAD"])
        else:
            # a file is read and compressed once, and not while others wait
            found = await asyncio.to_thread(self.look_up, path)
            if found is None:
                refusal = Refusal("not_found", self.missing(path))
        if found is None:
            assert refusal is not None
            await problem_response(refusal, request_id=request_id(scope))(scope, receive, send)
            return
        thing, keep, rules = found
        status = 200 if self.finds(path) else 404
        fields = [(b"cache-control", keep)]
        if path in self.texts:
            fields.append((b"cross-origin-resource-policy", b"cross-origin"))
        else:
            fields += ALONE
        if rules is not None:
            fields.append((b"content-security-policy", rules))
        made, more, body = negotiated(thing, dict(scope["headers"]), whole=status != 200)
        fields += more
        if made == 304:
            status = made
        else:
            fields += [(b"content-type", thing.media.encode()), (b"content-length", b"%d" % len(body))]
        await send({"type": "http.response.start", "status": status, "headers": fields})
        await send({"type": "http.response.body", "body": body})

    def look_up(self, path: str) -> tuple[Content, bytes, bytes | None] | None:
        """The content of an address: the bytes, how long they may be cached, and their policy."""
        if path.startswith("/web/"):
            digest, _, name = path.removeprefix("/web/").partition("/")
            thing = self.site.file(name) if digest == self.site.digest else None
            return None if thing is None else (thing, ASK_EACH_TIME if self.site.fresh else FOR_EVER, None)
        text = self.texts.get(path)
        if text is not None:
            if path not in self.told:
                self.told[path] = content(text().encode(), MEDIA[".json"], press=True)
            return self.told[path], ASK_EACH_TIME, None
        console = self.consoles.get(path)
        if console is not None:
            page = self.site.page(console)
        else:
            page = self.site.page("index.html", f"pages/{module_at(path) or NOWHERE}_page.mjs")
        if page is None:
            return None
        return page, ASK_EACH_TIME, policy(scripts=page.script_hashes, console=console is not None)

    def missing(self, path: str) -> str:
        """Why an address has no content."""
        if path.startswith("/web/") and not path.startswith(self.site.base):
            return "this file is of another version of the page: load the page anew"
        return "there is nothing at this address"


def module_at(path: str) -> str | None:
    """The module that shows the page at an address; None if there is no page.

    >>> module_at("/tournaments/new"), module_at("/replay/t_1/250"), module_at("/v1/me")
    ('new_tournament', 'replay', None)
    """
    return next((name for pattern, name in ADDRESSES if pattern.fullmatch(path)), None)
