"""What the API serves to browsers, in a real one: GraphiQL, Swagger UI, and how the page itself is loaded. Nobody else is asked for anything."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from graphql import build_schema, parse, validate

from tests.support.browser import CHROMIUM
from tests.support.running import Service

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, Page

ROOT = Path(__file__).parents[2]
EXAMPLES = json.loads((ROOT / "web/pages/consoles/examples.json").read_text(encoding="utf-8"))


def real(test: Callable[..., None]) -> Callable[..., None]:
    """In a real browser, where there is one."""
    found = pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium here; CI promises one")
    marked: Callable[..., None] = pytest.mark.heavy(found(test))
    return marked


def test_the_examples_fit_the_schema() -> None:
    schema = build_schema((ROOT / "openapi/schema.graphql").read_text(encoding="utf-8"))
    assert [validate(schema, parse("\n".join(one["query"]))) for one in EXAMPLES] == [[]] * len(EXAMPLES)
    kinds = {parse("\n".join(one["query"])).definitions[0].operation.value for one in EXAMPLES}  # type: ignore[attr-defined]  # all are operations
    assert kinds == {"query", "mutation", "subscription"}


@pytest.fixture(scope="module")
def base() -> Iterator[str]:
    """A service without workers, so that a game of AI players stays where it began."""
    with Service(apis=1, workers=0, clocks=0) as service:
        yield service.bases[0]


@pytest.fixture
def page(chromium: Browser, base: str) -> Iterator[Page]:
    """A page on which nothing may go wrong, and from which nobody else may be asked."""
    from tests.support.stage import visitor

    with visitor(chromium, base) as (opened, _):
        yield opened


def result(page: Page) -> Any:
    """What GraphiQL shows as the result, once it is whole."""
    page.wait_for_function("() => { try { return JSON.parse(document.querySelector('.result-window .CodeMirror').CodeMirror.getValue()) } catch { return false } }")  # fmt: skip
    return json.loads(page.evaluate("document.querySelector('.result-window .CodeMirror').CodeMirror.getValue()"))


def ask(page: Page, tab: str) -> None:
    """Choose an example and send it."""
    page.get_by_role("tab", name=tab).click()
    page.get_by_role("button", name="Execute query").click()


@real
def test_graphiql_asks_makes_and_follows(page: Page) -> None:
    page.goto("/graphiql")
    ask(page, "Leaderboard")
    assert result(page)["data"] == {"leaderboard": {"nodes": []}}
    ask(page, "Demo")
    page.wait_for_function("() => document.querySelector('.result-window').innerText.includes('UNAUTHENTICATED')")
    page.get_by_role("button", name="New guest").click()
    page.get_by_text("You are guest").wait_for()
    ask(page, "Demo")
    page.wait_for_function("() => document.querySelector('.result-window').innerText.includes('RUNNING')")
    table = result(page)["data"]["createTable"]["table"]["id"]
    page.get_by_role("tab", name="Follow").click()
    variables = page.locator(".graphiql-editor-tool .CodeMirror").first
    variables.evaluate("(editor, table) => editor.CodeMirror.setValue(JSON.stringify({ table }))", table)
    page.get_by_role("button", name="Execute query").click()
    page.wait_for_function("() => document.querySelector('.result-window').innerText.includes('handSize')")
    assert len(result(page)["data"]["events"]["position"]["view"]["seats"]) == 4


@real
def test_graphiql_knows_the_schema(page: Page) -> None:
    page.goto("/graphiql")
    page.get_by_role("button", name="Show Documentation Explorer").click()
    page.locator(".graphiql-doc-explorer").get_by_role("link", name="Subscription", exact=True).click()
    page.locator(".graphiql-doc-explorer").get_by_role("link", name="Frame", exact=True).wait_for()


@real
def test_swagger_ui_sends_what_it_shows(page: Page) -> None:
    page.goto("/docs")
    page.get_by_role("button", name="New guest").click()
    told = page.get_by_role("status")
    page.get_by_text("You are guest").wait_for()
    operation = page.locator("#operations-identity-getMe")
    operation.locator("button.opblock-summary-control").click()
    operation.get_by_role("button", name="Execute").click()
    answer = operation.locator(".live-responses-table .microlight").first
    answer.wait_for()
    assert told.inner_text().removeprefix("You are ") in answer.inner_text()


@real
def test_a_page_asks_at_once_for_all_modules_that_it_begins_with(page: Page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto("/tournaments")
    page.locator("h1").wait_for()
    named = page.evaluate("[...document.querySelectorAll('link[rel=modulepreload]')].map((link) => link.href)")
    modules = {url for url in asked if url.endswith(".mjs") and not re.search("/i18n/../", url)}
    assert modules == set(named)
    assert any(url.endswith("/pages/tournaments_page.mjs") for url in modules)
    assert len(asked) == len(set(asked))


@real
def test_a_page_that_was_left_open_over_a_new_version_loads_itself_anew(chromium: Browser, base: str) -> None:
    page = chromium.new_page(base_url=base)
    page.goto("/leaderboard")
    page.locator("h1").wait_for()
    anew = re.sub("/web/[0-9a-f]+/", "/web/ffffffffffffffff/", page.request.get("/").text())
    page.route(re.compile("/pages/tournaments"), lambda route: route.fulfill(status=404, body="{}"), times=1)
    page.route(f"{base}/", lambda route: route.fulfill(content_type="text/html", body=anew), times=1)
    page.evaluate("document.body.dataset.old = 'yes'")
    page.get_by_role("link", name="Tournaments").first.click()
    page.locator("body:not([data-old]) h1", has_text="Tournaments").wait_for()
    assert page.url == f"{base}/tournaments"
    page.close()
