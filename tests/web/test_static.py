"""The page's text at its addresses, its files under the digest, and nothing else of the tree."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import re
from pathlib import Path
from typing import Any

import pytest
from citadels_api.http import page_files
from citadels_api.http.page import ADDRESSES, Web
from citadels_api.http.page_files import MEDIA, Site
from citadels_api.settings import Settings, unsafe

from tests.support.asgi import Answer, app, ask, served

WEB = Path(__file__).parents[2] / "web"
PAGES = (
    "/", "/table/game_01", "/replay/game_01", "/replay/game_01/250", "/new", "/tournaments", "/tournaments/new",
    "/tournaments/cup_01", "/leaderboard", "/players/acc_01", "/credentials", "/rules", "/rules/D-KEEP-1",
)  # fmt: skip
BROWSER = {"host": "localhost", "accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}
"""What a browser says where somebody goes to an address."""
TREE = {
    "index.html": '<link href="{{base}}a.css"><script type="importmap">{"imports": {"bare": "{{base}}vendor/bare.mjs"}}</script>\n'
    '{{preload}}\n<script type="module" src="{{base}}main.mjs"></script>',
    "main.mjs": 'import { x } from "bare";\nimport {\n  y,\n} from "./core/one.mjs";\nimport("./late.mjs");\n',
    "vendor/bare.mjs": "export const x = 1;",
    "core/one.mjs": 'export * from "./two.mjs";\nexport const y = 2;',
    "core/two.mjs": 'import "../main.mjs";\n/*\nimport { never } from "../late.mjs";\n*/\n',
    "late.mjs": "export {};",
    "pages/home_page.mjs": 'import { z } from "./shared.mjs";\nexport const styles = ["art", "log"];\nexport default z;',
    "pages/shared.mjs": "export const z = 3; // " + "long ".join("x" * 300),
    "a.css": "a { color: red }",
    "notes.md": "not for anybody",
    ".hidden/secret.json": "{}",
}


@pytest.fixture
def site(tmp_path: Path) -> Site:
    """A small page of its own."""
    for name, text in TREE.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return Site(tmp_path)


def web(site: Site) -> Web:
    return Web(Settings.model_validate({"redis_url": "memory://"}), site)


# where the page is


@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_there_whatever_is_accepted(path: str) -> None:
    answer = ask(served(), "GET", path, {"host": "localhost", "accept": "application/json"})
    assert (answer.status, answer.headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert answer.body.startswith(b"<!doctype html>")
    assert b"{{" not in answer.body
    head = ask(served(), "HEAD", path)
    assert (head.status, head.body) == (200, b"")
    assert head.headers["content-length"] == str(len(answer.body))


def test_every_address_has_a_page() -> None:
    assert {name for _, name in ADDRESSES} == {
        name for path in PAGES for pattern, name in [next(one for one in ADDRESSES if one[0].fullmatch(path))]
    }


@pytest.mark.parametrize("path", ["/table", "/table/", "/table/a/b", "/replay/a/b", "/new/", "/index.html", "/players", "//", "/rules/a/b", "/table/a%0a", "/v2", "/docs/x", "*"])  # fmt: skip
def test_any_other_address_is_a_problem_to_a_program_and_a_page_to_a_person(path: str) -> None:
    told = ask(served(), "GET", path, {"host": "localhost", "accept": "*/*"})
    assert (told.status, told.headers["content-type"]) == (404, "application/problem+json")
    assert told.json["code"] == "not_found"
    seen = ask(served(), "GET", path, BROWSER)
    assert (seen.status, seen.headers["content-type"]) == (404, "text/html; charset=utf-8")
    assert b"/pages/not_found_page.mjs" in seen.body
    assert policy_of(seen) == policy_of(ask(served()))
    again = ask(served(), "GET", path, {**BROWSER, "if-none-match": seen.headers["etag"]})
    head = ask(served(), "HEAD", path, BROWSER)
    assert (again.status, head.status, head.body) == (404, 404, b"")
    assert head.headers["content-length"] == str(len(seen.body))


@pytest.mark.parametrize("path", ["/v1", "/v1/nothing", "/graphql/x", "/web", "/web/x", "/problems/nothing", "/metrics/x", "/healthz/x", "/readyz/"])  # fmt: skip
def test_among_the_addresses_of_programs_a_person_too_is_told_in_json(path: str) -> None:
    answer = ask(served(), "GET", path, BROWSER)
    assert (answer.status, answer.headers["content-type"]) == (404, "application/problem+json")


def test_what_is_somewhere_is_shown_to_a_browser_as_to_anybody() -> None:
    assert ask(served(), "GET", "/openapi.json", BROWSER).headers["content-type"] == "application/json"
    assert ask(served(), "GET", "/schema.json", BROWSER).headers["content-type"] == "application/json"
    assert ask(served(), "GET", "/problems/conflict", BROWSER).json["code"] == "conflict"
    assert ask(served(), "POST", "/openapi.json", BROWSER).status == 405
    assert ask(served(), "POST", "/nowhere", BROWSER).headers["content-type"] == "application/problem+json"


@pytest.mark.parametrize("path", ["/", "/new", "/docs"])
@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE"])
def test_a_page_is_only_read(path: str, method: str) -> None:
    answer = ask(served(), method, path)
    assert (answer.status, answer.headers["allow"]) == (405, "GET, HEAD")
    assert answer.json["code"] == "method_not_allowed"


def test_the_api_stays_where_it_was() -> None:
    assert ask(served(), "GET", "/v1/nothing").json["code"] == "not_found"
    assert ask(served(), "GET", "/healthz").json == {"status": "ok", "full": False}


def test_it_is_counted_under_its_own_name() -> None:
    one = app()
    ask(one, "GET", "/tournaments")
    counts = one.running.house.metrics.figures()[0]
    assert counts['["citadels_requests_total", {"operation": "web", "status": "200"}]'] == 1


def test_only_hosts_of_ours_are_answered() -> None:
    answer = ask(app(hosts="play.example"), "GET", "/", {"host": "else.example"})
    assert (answer.status, answer.json["code"]) == (400, "invalid")


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("localhost:8000", 200),
        ("citadels.localhost", 200),
        ("127.0.0.1:8000", 200),
        ("[::1]:8000", 200),
        ("192.168.1.7", 200),  # no name was turned here
        ("play.example", 200),
        ("the-machine.example", 200),
        ("rebound.example:8000", 400),
        ("127.0.0.1.rebound.example", 400),
        ("localhost.rebound.example", 400),
    ],
)
def test_in_development_the_names_of_this_machine_are_answered_and_no_others(host: str, status: int) -> None:
    answer = ask(app(hosts="play.example", host="the-machine.example"), "GET", "/v1/catalogue/rules", {"host": host})
    assert answer.status == status
    if status == 400:
        assert "CITADELS_HOSTS" in answer.json["detail"]


def test_in_production_only_what_is_named_is_answered() -> None:
    of_ours = app(hosts="play.example", production=True)
    for host, status in (("play.example", 200), ("localhost", 400), ("127.0.0.1", 400)):
        assert ask(of_ours, "GET", "/v1/catalogue/rules", {"host": host}).status == status


# what the browser is told


def policy_of(answer: Answer) -> dict[str, list[str]]:
    rules = [rule.split() for rule in answer.headers["content-security-policy"].split(";")]
    return {rule[0]: rule[1:] for rule in rules}


def test_the_policy_lets_nothing_run_but_ours() -> None:
    answer = ask(served())
    found = re.findall(rb'<script type="importmap">(.*?)</script>', answer.body, re.DOTALL)
    hashes = [f"'sha256-{base64.b64encode(hashlib.sha256(one).digest()).decode()}'" for one in found]
    assert len(hashes) == 1
    nothing = ["'none'"]
    assert policy_of(answer) == {
        "default-src": nothing,
        "script-src": ["'self'", *hashes],
        "style-src": ["'self'"],
        "img-src": ["'self'", "data:"],
        "font-src": ["'self'"],
        "connect-src": ["'self'"],
        "manifest-src": ["'self'"],
        "base-uri": nothing,
        "form-action": nothing,
        "frame-ancestors": nothing,
    }


def test_the_page_stands_alone() -> None:
    headers = ask(served()).headers
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert "camera=()" in headers["permissions-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cache-control"] == "no-cache"


def test_the_page_as_it_is_has_no_other_inline_script_and_no_inline_style() -> None:
    text = (WEB / "index.html").read_text(encoding="utf-8")
    assert re.findall(r"<script(?![^>]*\bsrc=)[^>]*>", text) == ['<script type="importmap">']
    assert not re.findall(r"<style|\sstyle=|\son[a-z]+=|https?:", text)


# the files


def test_a_file_is_kept_for_ever_under_the_digest(site: Site) -> None:
    answer = ask(web(site), "GET", f"/web/{site.digest}/a.css")
    assert (answer.status, answer.body) == (200, b"a { color: red }")
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert answer.headers["content-type"] == "text/css; charset=utf-8"
    assert answer.headers["cross-origin-resource-policy"] == "same-origin"


def test_the_digest_is_of_all_names_and_bytes(site: Site, tmp_path: Path) -> None:
    assert re.fullmatch(r"[0-9a-f]{16}", site.digest)
    assert Site(tmp_path).digest == site.digest
    (tmp_path / "a.css").rename(tmp_path / "b.css")
    renamed = Site(tmp_path).digest
    (tmp_path / "b.css").write_text("a { color: blue }", encoding="utf-8")
    assert len({site.digest, renamed, Site(tmp_path).digest}) == 3


def test_a_file_of_another_version_is_not_there_and_is_not_kept(site: Site) -> None:
    answer = ask(web(site), "GET", "/web/0123456789abcdef/a.css")
    assert (answer.status, answer.json["code"]) == (404, "not_found")
    assert "load the page anew" in answer.json["detail"]
    whole = ask(served(), "GET", "/web/0123456789abcdef/main.mjs")
    assert (whole.status, whole.headers["cache-control"]) == (404, "no-store")


@pytest.mark.parametrize("name", ["index.html", "notes.md", ".hidden/secret.json", "../pyproject.toml", "core/../a.css", "", "core", "core/", "/etc/passwd", "A.css", "a.css/", "./a.css", "a.css\0"])  # fmt: skip
def test_nothing_else_is_served(site: Site, name: str) -> None:
    answer = ask(web(site), "GET", f"/web/{site.digest}/{name}")
    assert (answer.status, answer.json["code"]) == (404, "not_found")


def test_every_file_in_the_tree_is_served_as_what_it_is() -> None:
    whole = served().web.site
    kinds = {name.rpartition(".")[2] for name in whole.names}
    assert {"mjs", "css", "json", "html"} <= kinds
    assert {f".{kind}" for kind in kinds} - set(MEDIA) <= {".html", ".ts"}
    for name in whole.names:
        found = whole.file(name)
        assert (found is None) == (not name.endswith(tuple(MEDIA)))
    assert MEDIA[".mjs"] == "text/javascript; charset=utf-8"
    assert MEDIA[".webmanifest"] == "application/manifest+json"
    assert MEDIA[".svg"] == "image/svg+xml"


def test_what_is_long_comes_compressed_to_those_who_take_it(site: Site) -> None:
    path = f"/web/{site.digest}/pages/shared.mjs"
    plain, pressed = (
        ask(web(site), "GET", path, {"host": "localhost", "accept-encoding": wanted}) for wanted in ("br", "br, gzip")
    )
    assert "content-encoding" not in plain.headers
    assert pressed.headers["content-encoding"] == "gzip"
    assert gzip.decompress(pressed.body) == plain.body
    assert len(pressed.body) < len(plain.body) / 4
    assert plain.headers["etag"] != pressed.headers["etag"]
    assert plain.headers["vary"] == pressed.headers["vary"] == "Accept-Encoding"
    assert int(pressed.headers["content-length"]) == len(pressed.body)


@pytest.mark.parametrize("path", ["/", "/web/{digest}/a.css", "/web/{digest}/pages/shared.mjs"])
@pytest.mark.parametrize("wanted", ["", "gzip"])
def test_what_has_not_changed_is_not_sent_again(site: Site, path: str, wanted: str) -> None:
    path = path.replace("{digest}", site.digest)
    first = ask(web(site), "GET", path, {"host": "localhost", "accept-encoding": wanted})
    asked = {"host": "localhost", "accept-encoding": wanted, "if-none-match": f'"other", W/{first.headers["etag"]}'}
    again = ask(web(site), "GET", path, asked)
    assert (again.status, again.body, again.headers["etag"]) == (304, b"", first.headers["etag"])
    assert again.headers["cache-control"] == first.headers["cache-control"]
    assert ask(web(site), "GET", path, {"host": "localhost", "if-none-match": '"other"'}).status == 200


def test_a_page_names_all_modules_that_it_begins_with_in_order_of_need(site: Site) -> None:
    text = ask(web(site)).body.decode()
    named = re.findall(rf'<link rel="modulepreload" href="/web/{site.digest}/([^"]+)">', text)
    assert named == [
        "main.mjs",
        "pages/home_page.mjs",
        "vendor/bare.mjs",
        "core/one.mjs",
        "pages/shared.mjs",
        "core/two.mjs",
    ]
    assert re.findall(r'rel="preload" as="style" href="[^"]+/assets/styles/([^"]+)"', text) == ["art.css", "log.css"]
    other = ask(web(site), "GET", "/rules").body.decode()
    assert "pages/home_page.mjs" not in other


def test_what_the_page_preloads_is_what_a_browser_would_import() -> None:
    whole = served().web.site
    assert b"modulepreload" not in ask(served(), "GET", "/docs").body
    text = ask(served()).body.decode()
    named = re.findall(rf'modulepreload" href="{whole.base}([^"]+)"', text)
    mapped = json.loads(re.findall(r"importmap\">(.*?)</script>", text, re.DOTALL)[0])["imports"]
    assert {address.removeprefix(whole.base) for address in mapped.values()} <= set(named)
    assert {"main.mjs", "pages/home_page.mjs", "core/component.mjs"} <= set(named)
    assert text.index("importmap") < text.index("modulepreload") < text.index('type="module"')


# while the page is being written


def test_while_it_is_written_every_request_reads_anew(site: Site, tmp_path: Path) -> None:
    fresh = web(Site(tmp_path, fresh=True))
    path = "/web/fresh/a.css"
    assert ask(fresh, "GET", path).headers["cache-control"] == "no-cache"
    (tmp_path / "a.css").write_text("b {}", encoding="utf-8")
    (tmp_path / "new.css").write_text("c {}", encoding="utf-8")
    assert ask(fresh, "GET", path).body == b"b {}"
    assert ask(fresh, "GET", "/web/fresh/new.css").body == b"c {}"
    assert b"/web/fresh/main.mjs" in ask(fresh).body
    assert ask(fresh, "GET", f"/web/{site.digest}/a.css").status == 404


def test_production_does_not_read_anew() -> None:
    safe = {"redis_url": "redis://store:6379", "production": True, "hosts": "play.example"}
    (fault,) = unsafe(Settings.model_validate({**safe, "web_dev": True}))
    assert "CITADELS_WEB_DEV" in fault
    assert unsafe(Settings.model_validate(safe)) == []


def test_without_its_files_the_api_says_what_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_files, "__file__", str(tmp_path / "a" / "b" / "http" / "page_files.py"))
    with pytest.raises(page_files.NoPage, match="neither `page` in the package nor `web`"):
        page_files.folder()
    (tmp_path / "a" / "b" / "page").mkdir(parents=True)
    assert page_files.folder() == tmp_path / "a" / "b" / "page"


# the consoles


@pytest.mark.parametrize(
    ("settings", "there"),
    [
        ({}, True),
        ({"production": True}, False),
        ({"production": True, "consoles": True}, True),
        ({"consoles": False}, False),
    ],
    ids=str,
)
def test_the_consoles_are_for_development_unless_told_otherwise(settings: dict[str, Any], there: bool) -> None:
    one = app(hosts="localhost", **settings)
    for path in ("/docs", "/graphiql"):
        assert (ask(one, "GET", path).status == 200) == there
    assert ask(one, "GET", "/").status == 200


@pytest.mark.parametrize("path", ["/docs", "/graphiql"])
def test_a_console_runs_nothing_but_files_of_ours_and_talks_to_nobody_else(path: str) -> None:
    answer = ask(served(), "GET", path)
    found = policy_of(answer)
    assert (found["script-src"], found["connect-src"], found["default-src"]) == (["'self'"], ["'self'"], ["'none'"])
    assert not re.findall(r"<script(?![^>]*\bsrc=)|https?://", answer.body.decode())
