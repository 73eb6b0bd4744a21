"""The files of the page: which there are, what they are called on the wire, and what a page needs to begin with.

1. Nothing is served but what a walk through the folder has found: no address is ever put together with a path.
2. The digest is that of all names and bytes. It stands in the address of every file, so that a file may be kept for ever.
3. A page's own text is never kept: it names the files by the digest of the day.
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
"""What is served, by the end of its name; anything else in the folder is not."""
SMALL: Final = 600
"""Bytes under which nothing is compressed."""
PRESSED: Final = frozenset((".png", ".woff2"))
FRESH: Final = "fresh"

_MAP: Final = re.compile(r'<script type="importmap">(.*?)</script>', re.DOTALL)
_IMPORT: Final = re.compile(r"""(?:^|;)\s*(?:import|export)\b(?:[^"'`;()]*?\bfrom)?\s*"([^"]+)\"""", re.MULTILINE)
_STYLES: Final = re.compile(r"^export const styles = \[(.*?)\];", re.MULTILINE | re.DOTALL)
_WORD: Final = re.compile(r'"([\w-]+)"')
_COMMENT: Final = re.compile(r"/\*.*?\*/", re.DOTALL)


class NoPage(Exception):
    """The files of the page are not where they should be."""


@dataclass(frozen=True, slots=True)
class Content:
    """Bytes to be sent, as they are and compressed, each with its tag."""

    body: bytes
    media: str
    tag: str
    pressed: bytes | None
    script_hashes: tuple[str, ...] = ()
    """The hashes of what a page holds as inline scripts: its import map."""


def content(body: bytes, media: str, *, press: bool, script_hashes: tuple[str, ...] = ()) -> Content:
    """Bytes made ready to be sent."""
    tag = hashlib.sha256(body).hexdigest()[:20]
    pressed = gzip.compress(body, 9, mtime=0) if press and len(body) >= SMALL else None
    return Content(body, media, tag, pressed, script_hashes)


def negotiated(
    thing: Content, asked: Mapping[bytes, bytes], *, whole: bool = False
) -> tuple[int, list[tuple[bytes, bytes]], bytes]:
    """What is sent of it to whoever asks with these headers: the status, its tag and encoding, and the bytes.

    Who has it already, as If-None-Match says, is told so with 304, unless it is to be sent `whole`.
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
    """Whether an If-None-Match header names a tag.

    >>> same(b'"a", W/"b"', "b"), same(b"*", "b"), same(b'"a"', "b")
    (True, True, False)
    """
    named = {one.strip().removeprefix("W/") for one in asked.decode("latin-1").split(",")}
    return "*" in named or f'"{tag}"' in named


def folder() -> Path:
    """Where the files lie: beside this module in a wheel, at the top of the source tree otherwise."""
    here = Path(__file__).resolve().parents[1]
    for place in (here / "page", here.parents[1] / "web"):
        if place.is_dir():
            return place
    raise NoPage(
        "the files of the page are missing: neither `page` in the package nor `web` in the source tree is there"
    )


class Site:
    """All files as they were when it was made; with `fresh`, as they are when they are asked for."""

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
        """The bytes of a file of the folder, served or not."""
        if not self.fresh:
            return self._bodies.get(name)
        self.names = walk(self.place)
        return (self.place / name).read_bytes() if name in self.names else None

    def file(self, name: str) -> Content | None:
        """A file as it is served under the digest; None for what is not there, and for what is no file to be served."""
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
        """A page's text: `{{base}}` stands for where the files are, `{{preload}}` for what `main.mjs` and a module import, whole."""
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
        """Links to all modules and styles that a page needs before it can be seen, so that none waits for the one that asks for it."""
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
    """The names of all files in a folder, as they stand in addresses; hidden ones are left out."""
    found = (path.relative_to(place) for path in place.rglob("*") if path.is_file())
    return frozenset(path.as_posix() for path in found if not any(part.startswith(".") for part in path.parts))


def digest(bodies: dict[str, bytes]) -> str:
    """A hash over all names and bytes."""
    whole = hashlib.sha256()
    for name in sorted(bodies):
        whole.update(f"{name}\n{hashlib.sha256(bodies[name]).hexdigest()}\n".encode())
    return whole.hexdigest()[:16]
