"""The files of the page: their names in URLs, and what a page needs first.

1. Only files that a walk through the folder has found are served. No URL is ever joined with a path.
2. The digest covers all names and bytes. It is part of the URL of every file, so browsers may cache the files forever.
3. The HTML itself is never cached: it contains the current digest.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import posixpath
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from citadels_api.http.compression import takes_gzip

if TYPE_CHECKING:
    from collections.abc import Mapping


MEDIA: Final = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".mjs": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
"""The served file types by the end of the name. Other files in the folder are not served."""
SMALL: Final = 600
"""Below this number of bytes nothing is compressed."""
PRESSED: Final = frozenset((".png", ".woff2"))
FRESH: Final = "fresh"

_MAP: Final = re.compile(r'<script type="importmap">(.*?)</script>', re.DOTALL)
_IMPORT: Final = re.compile(r"""(?:^|;)\s*(?:import|export)\b(?:[^"'`;()]*?\bfrom)?\s*"([^"]+)\"""", re.MULTILINE)
_STYLES: Final = re.compile(r"^export const styles = \[(.*?)\];", re.MULTILINE | re.DOTALL)
_WORD: Final = re.compile(r'"([\w-]+)"')
_COMMENT: Final = re.compile(r"/\*.*?\*/", re.DOTALL)


class NoPage(Exception):
    """The files of the page are missing."""


@dataclass(frozen=True, slots=True)
class Content:
    """Bytes to send, plain and compressed, each with its ETag."""

    body: bytes
    media: str
    tag: str
    pressed: bytes | None
    script_hashes: tuple[str, ...] = ()
    """The hashes of a page's inline scripts: its import map."""


def content(body: bytes, media: str, *, press: bool, script_hashes: tuple[str, ...] = ()) -> Content:
    """Prepare bytes to send."""
    tag = hashlib.sha256(body).hexdigest()[:20]
    pressed = gzip.compress(body, 9, mtime=0) if press and len(body) >= SMALL else None
    return Content(body, media, tag, pressed, script_hashes)


def negotiated(
    thing: Content, asked: Mapping[bytes, bytes], *, whole: bool = False
) -> tuple[int, list[tuple[bytes, bytes]], bytes]:
    """The response for these headers: the status, its ETag and encoding, and the bytes.

    The status is 304 if If-None-Match contains the tag, unless `whole` is set.
    """
    fields: list[tuple[bytes, bytes]] = []
    body, tag, encoding = thing.body, thing.tag, b""
    if thing.pressed is not None:
        fields.append((b"vary", b"Accept-Encoding"))
        if takes_gzip(asked.get(b"accept-encoding", b"")):
            body, tag, encoding = thing.pressed, f"{thing.tag}-gzip", b"gzip"
    fields.append((b"etag", b'"%s"' % tag.encode()))
    if not whole and same(asked.get(b"if-none-match", b""), tag):
        return 304, fields, b""
    if encoding:
        fields.append((b"content-encoding", encoding))
    return 200, fields, body


def same(asked: bytes, tag: str) -> bool:
    """Whether an If-None-Match header contains a tag.

    >>> same(b'"a", W/"b"', "b"), same(b"*", "b"), same(b'"a"', "b")
    (True, True, False)
    """
    named = {one.strip().removeprefix("W/") for one in asked.decode("latin-1").split(",")}
    return "*" in named or f'"{tag}"' in named


def folder() -> Path:
    """The folder of the files: beside this module in a wheel, otherwise at the top of the source tree."""
    here = Path(__file__).resolve().parents[1]
    for place in (here / "page", here.parents[1] / "web"):
        if place.is_dir():
            return place
    raise NoPage(
        "the files of the page are missing: neither `page` in the package nor `web` in the source tree is there"
    )


class Site:
    """All files as they were at the start; with `fresh`, as they are at each request."""

    def __init__(self, place: Path, *, fresh: bool = False) -> None:
        self.place = place
        self.fresh = fresh
        self.names = walk(place)
        self._bodies = {} if fresh else {name: (place / name).read_bytes() for name in self.names}
        self.digest = FRESH if fresh else digest(self._bodies)
        self.base = f"/web/{self.digest}/"
        self._files: dict[str, Content] = {}
        self._pages: dict[tuple[str, str], Content] = {}
        self._imports: dict[str, tuple[str, ...]] = {}

    def body(self, name: str) -> bytes | None:
        """The bytes of a file in the folder, served or not."""
        if not self.fresh:
            return self._bodies.get(name)
        self.names = walk(self.place)
        return (self.place / name).read_bytes() if name in self.names else None

    def file(self, name: str) -> Content | None:
        """A file under the digest; None if it does not exist or its type is not served."""
        made = self._files.get(name)
        if made is not None:
            return made
        ending = posixpath.splitext(name)[1]
        media = MEDIA.get(ending)
        body = None if media is None else self.body(name)
        if media is None or body is None:
            return None
        made = content(body, media, press=ending not in PRESSED and not self.fresh)
        if not self.fresh:
            self._files[name] = made
        return made

    def page(self, name: str, module: str = "") -> Content | None:
        """The HTML of a page. `{{base}}` stands for the URL of the files, `{{preload}}` for links to everything that `main.mjs` and a
        module import.
        """
        made = self._pages.get((name, module))
        if made is not None:
            return made
        body = self.body(name)
        if body is None:
            return None
        text = body.decode().replace("{{base}}", self.base)
        maps = _MAP.findall(text)
        if "{{preload}}" in text:
            text = text.replace("{{preload}}", self.preloads(json.loads(maps[0]) if maps else {}, module))
        hashes = tuple(base64.b64encode(hashlib.sha256(one.encode()).digest()).decode() for one in maps)
        made = content(text.encode(), "text/html; charset=utf-8", press=not self.fresh, script_hashes=hashes)
        if not self.fresh:
            self._pages[name, module] = made
        return made

    def preloads(self, mapped: dict[str, dict[str, str]], module: str) -> str:
        """Preload links for all modules and styles that a page needs before it is visible, so that it loads them in parallel."""
        if self.fresh:
            return ""
        bare = {word: address.removeprefix(self.base) for word, address in mapped.get("imports", {}).items()}
        found: list[str] = []
        waiting = ["main.mjs", *([module] if module else [])]
        while waiting:
            name = waiting.pop(0)
            if name not in found and name in self.names:
                found.append(name)
                waiting += self.imported(name, bare)
        lines = [f'<link rel="modulepreload" href="{self.base}{name}">' for name in found]
        declared = _STYLES.search((self.body(module) or b"").decode())
        styles = _WORD.findall(declared[1]) if declared else []
        lines += [f'<link rel="preload" as="style" href="{self.base}assets/styles/{style}.css">' for style in styles]
        return "\n  ".join(lines)

    def imported(self, name: str, bare: dict[str, str]) -> list[str]:
        """The files that a module imports at its start."""
        if name not in self._imports:
            text = _COMMENT.sub("", (self.body(name) or b"").decode())
            self._imports[name] = tuple(_IMPORT.findall(text))
        here = posixpath.dirname(name)
        return [
            posixpath.normpath(posixpath.join(here, word)) if word.startswith(".") else bare.get(word, word)
            for word in self._imports[name]
        ]


def walk(place: Path) -> frozenset[str]:
    """The names of all files in a folder, as in URLs, without hidden ones."""
    found = (path.relative_to(place) for path in place.rglob("*") if path.is_file())
    return frozenset(path.as_posix() for path in found if not any(part.startswith(".") for part in path.parts))


def digest(bodies: dict[str, bytes]) -> str:
    """A hash of all names and bytes."""
    whole = hashlib.sha256()
    for name in sorted(bodies):
        whole.update(f"{name}\n{hashlib.sha256(bodies[name]).hexdigest()}\n".encode())
    return whole.hexdigest()[:16]
