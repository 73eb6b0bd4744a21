"""The page in the browser, served by the API itself: its text at the page's addresses, its files under `/web/<digest>/`.

1. A page's address gives the same text whatever Accept says, and to GET and HEAD only. Every other address is REST's. Where REST has
   nothing either, whoever asks for HTML gets the page that says so, with the status 404; but not among the addresses of programs.
2. It costs nothing of anybody's allowance, asks no store, and knows of no credential; but for the descriptions, which an address pays for.
3. A file never changes under its address, so a browser asks for it once. After a change of version a page left open may ask for a file of
   the old one: that is `not_found`, and the page loads itself anew.
4. Only what is ours is run, and nothing is asked of another host: the policy below says so to the browser.
5. The descriptions for those who write pages of their own are here too; pages of the origins that may call may read them.

With `CITADELS_WEB_DEV=1` the files are read anew at every request, under `/web/fresh/`: change one, and reload the page.
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
"""Where the page is, and which of its modules is seen there; the first that fits counts."""
CONSOLES: Final = {"/docs": "pages/consoles/swagger.html", "/graphiql": "pages/consoles/graphiql.html"}
"""Where the consoles for developers are."""
PROGRAMS: Final = frozenset(("v1", "graphql", "web", "problems", "metrics", "healthz", "readyz"))
"""How the addresses of programs begin: what is missing there is told in JSON to everybody."""
NOWHERE: Final = "not_found"
"""The module of the page that is seen where there is nothing."""

ALONE: Final = (
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
)
FOR_EVER: Final = b"public, max-age=31536000, immutable"
ASK_EACH_TIME: Final = b"no-cache"


def policy(*, scripts: tuple[str, ...] = (), console: bool = False) -> bytes:
    """The Content-Security-Policy of a page with these hashes of inline scripts; a console may set styles as it likes."""
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
    """The door of browsers, as an ASGI application for what `finds` says is its own."""

    def __init__(
        self, settings: Settings, site: Site | None = None, *, texts: Mapping[str, Callable[[], str]] | None = None
    ) -> None:
        self.texts = texts or {}
        self.told: dict[str, Content] = {}
        self.site = Site(folder(), fresh=settings.web_dev) if site is None else site
        wanted = settings.consoles
        self.consoles = CONSOLES if (not settings.production if wanted is None else wanted) else {}

    def finds(self, path: str) -> bool:
        """Whether an address is one of a page, of a console, or of their files."""
        own = path.startswith("/web/") or path in self.consoles or path in self.texts
        return own or module_at(path) is not None

    def strays(self, scope: Scope) -> bool:
        """Whether a browser goes to an address that is no program's; where nobody else knows it, the page says so.

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
        """What is at an address: the bytes, for how long they hold, and the policy that goes with them."""
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
        """Why there is nothing at an address."""
        if path.startswith("/web/") and not path.startswith(self.site.base):
            return "this file is of another version of the page: load the page anew"
        return "there is nothing at this address"


def module_at(path: str) -> str | None:
    """The module of the page that is seen at an address; None where no page is.

    >>> module_at("/tournaments/new"), module_at("/replay/t_1/250"), module_at("/v1/me")
    ('new_tournament', 'replay', None)
    """
    return next((name for pattern, name in ADDRESSES if pattern.fullmatch(path)), None)
