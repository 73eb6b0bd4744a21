"""The files of the page: which there are, how they are sent, and what a page names beforehand."""

from __future__ import annotations

import base64
import gzip
import hashlib
from typing import TYPE_CHECKING

import pytest
from citadels_api.http import page_files
from citadels_api.http.page_files import MEDIA, NoPage, Site, content, digest, negotiated, same, walk

if TYPE_CHECKING:
    from pathlib import Path

BODY = b"0123456789" * 60
HTML = "text/html; charset=utf-8"


def folder_of(place: Path, **files: str) -> Path:
    """A folder with these files, `__` for a slash and `_` before the ending."""
    for name, text in files.items():
        path = place / name.replace("__", "/").replace("DOT", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return place


def test_what_is_served_is_known_by_its_end() -> None:
    assert MEDIA == {
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


def test_six_hundred_bytes_are_compressed_and_fewer_are_not() -> None:
    made = content(BODY, "text/plain", press=True, script_hashes=("x",))
    assert (len(BODY), made.body, made.media, made.script_hashes) == (600, BODY, "text/plain", ("x",))
    assert made.tag == hashlib.sha256(BODY).hexdigest()[:20]
    assert made.pressed == gzip.compress(BODY, 9, mtime=0)
    assert content(BODY[1:], "text/plain", press=True).pressed is None
    assert content(BODY, "text/plain", press=False).pressed is None
    assert content(BODY, "text/plain", press=False).script_hashes == ()


def test_who_takes_gzip_gets_it_with_a_tag_of_its_own() -> None:
    thing = content(BODY, "text/plain", press=True)
    tag = thing.tag.encode()
    vary = (b"vary", b"Accept-Encoding")
    assert negotiated(thing, {}) == (200, [vary, (b"etag", b'"%s"' % tag)], BODY)
    taken = {b"accept-encoding": b"br, gzip"}
    pressed = (b"etag", b'"%s-gzip"' % tag)
    assert negotiated(thing, taken) == (200, [vary, pressed, (b"content-encoding", b"gzip")], thing.pressed)
    assert negotiated(thing, {**taken, b"if-none-match": b'"%s-gzip"' % tag}) == (304, [vary, pressed], b"")
    assert negotiated(thing, {**taken, b"if-none-match": b'"%s"' % tag})[0] == 200
    assert negotiated(thing, {**taken, b"if-none-match": b"*"}, whole=True)[0] == 200
    plain = content(b"short", "text/plain", press=True)
    assert negotiated(plain, taken) == (200, [(b"etag", b'"%s"' % plain.tag.encode())], b"short")
    assert negotiated(plain, {b"if-none-match": b"*"}) == (304, [(b"etag", b'"%s"' % plain.tag.encode())], b"")


@pytest.mark.parametrize(
    ("asked", "named"),
    [
        (b"", False),
        (b"b", False),
        (b'"b"', True),
        (b' W/"b" ', True),
        (b'"a" ,"b"', True),
        (b'"a", *', True),
        (b'"bb"', False),
    ],
)
def test_a_tag_is_named_by_itself_weakly_or_with_all_others(asked: bytes, named: bool) -> None:
    assert same(asked, "b") is named


def test_a_folder_is_walked_whole_but_for_what_is_hidden(tmp_path: Path) -> None:
    folder_of(tmp_path, aDOTmjs="", deep__er__bDOTcss="", DOThidden="", DOTgit__config="", deep__DOTsecret="")
    (tmp_path / "empty").mkdir()
    assert walk(tmp_path) == {"a.mjs", "deep/er/b.css"}


def test_the_digest_changes_with_each_name_and_each_byte() -> None:
    one, two = hashlib.sha256(b"one").hexdigest(), hashlib.sha256(b"two").hexdigest()
    whole = hashlib.sha256(f"a\n{one}\nb\n{two}\n".encode()).hexdigest()
    assert digest({"b": b"two", "a": b"one"}) == whole[:16]


def test_the_files_lie_beside_the_module_or_at_the_top_of_the_tree(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = tmp_path / "api" / "package" / "http" / "page_files.py"
    module.parent.mkdir(parents=True)
    monkeypatch.setattr(page_files, "__file__", str(module))
    with pytest.raises(NoPage, match="neither `page` in the package nor `web` in the source tree is there"):
        page_files.folder()
    (tmp_path / "web").mkdir()
    assert page_files.folder() == tmp_path / "web"
    (module.parents[1] / "page").mkdir()
    assert page_files.folder() == module.parents[1] / "page"


def test_a_site_is_as_it_was_when_it_was_made_and_a_fresh_one_as_it_is(tmp_path: Path) -> None:
    place = folder_of(tmp_path, aDOTtxt="x" * 700, bDOThtml="{{base}}" + "y" * 700, cDOTbin="no")
    site, fresh = Site(place), Site(place, fresh=True)
    assert (site.digest, site.base) == (
        digest({n: (place / n).read_bytes() for n in walk(place)}),
        f"/web/{site.digest}/",
    )
    assert (fresh.digest, fresh.base) == ("fresh", "/web/fresh/")
    first, first_page = site.file("a.txt"), site.page("b.html")
    assert first is not None
    assert first_page is not None
    assert (first.media, first.pressed is not None, first_page.media, first_page.pressed is not None) == (
        "text/plain; charset=utf-8", True, HTML, True,
    )  # fmt: skip
    folder_of(tmp_path, aDOTtxt="z" * 700, bDOThtml="w" * 700, newDOTtxt="new")
    assert site.file("a.txt") is first
    assert site.page("b.html") is first_page
    assert site.file("new.txt") is None
    assert site.body("a.txt") == b"x" * 700
    for name, body in (("a.txt", b"z" * 700), ("new.txt", b"new")):
        found = fresh.file(name)
        assert found is not None
        assert (found.body, found.pressed, fresh.body(name)) == (body, None, body)
    page = fresh.page("b.html")
    assert page is not None
    assert (page.body, page.pressed) == (b"w" * 700, None)
    for one in (site, fresh):
        assert (one.file("c.bin"), one.file("gone.txt"), one.page("gone.html"), one.body("gone")) == (None,) * 4
        assert one.body("c.bin") == b"no"


def test_what_is_small_by_itself_is_not_pressed(tmp_path: Path) -> None:
    site = Site(folder_of(tmp_path, aDOTpng="x" * 700, aDOTwoff2="x" * 700, aDOTsvg="x" * 700))
    pressed = {name: (found := site.file(name)) is not None and found.pressed is not None for name in site.names}
    assert pressed == {"a.png": False, "a.woff2": False, "a.svg": True}


def test_a_page_names_what_it_needs_each_once_in_the_order_in_which_it_is_asked_for(tmp_path: Path) -> None:
    mapped = '{"imports": {"bare": "{{base}}vendor/bare.mjs", "far": "https://else/far.mjs"}}'
    site = Site(
        folder_of(
            tmp_path,
            indexDOThtml=f'<script type="importmap">{mapped}</script>\n  {{{{preload}}}}\n<b>{{{{base}}}}x</b>',
            mainDOTmjs='import "bare";\nimport {\n a } from "./core/one.mjs"; import b from "./core/two.mjs";\nimport("./late.mjs");\nimport "far";',
            core__oneDOTmjs='export { x } from "../core/two.mjs";\n/* import "../late.mjs"; */\nimport "./gone.mjs";',
            core__twoDOTmjs='import "../main.mjs";',
            vendor__bareDOTmjs="",
            lateDOTmjs="",
            pages__homeDOTmjs='import "./shared.mjs";\nexport const styles = ["art", "log-book"];\nconst a = "other";',
            pages__sharedDOTmjs="",
        )
    )
    page = site.page("index.html", "pages/home.mjs")
    assert page is not None
    names = ["main.mjs", "pages/home.mjs", "vendor/bare.mjs", "core/one.mjs", "core/two.mjs", "pages/shared.mjs"]
    links = [f'<link rel="modulepreload" href="{site.base}{name}">' for name in names]
    links += [
        f'<link rel="preload" as="style" href="{site.base}assets/styles/{style}.css">' for style in ("art", "log-book")
    ]
    held = mapped.replace("{{base}}", site.base)
    text = "\n  ".join([f'<script type="importmap">{held}</script>', *links]) + f"\n<b>{site.base}x</b>"
    assert page.body.decode() == text
    assert page.script_hashes == (base64.b64encode(hashlib.sha256(held.encode()).digest()).decode(),)
    plain = site.page("index.html")
    assert plain is not None
    assert b"pages/home" not in plain.body
    assert b"stylesheet" not in plain.body
    assert plain.body.count(b"modulepreload") == 4
    fresh = Site(tmp_path, fresh=True).page("index.html", "pages/home.mjs")
    assert fresh is not None
    assert b"preload" not in fresh.body
    folder_of(tmp_path, bareDOThtml="{{preload}}")
    bare = Site(tmp_path).page("bare.html")
    assert bare is not None
    assert bare.script_hashes == ()
    assert bare.body.count(b"modulepreload") == 3
