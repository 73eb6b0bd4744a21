"""Before a game: a table is made as its maker was shown it would be dealt; what ends it for everybody is asked twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.support.browser import CHROMIUM
from tests.web.e2e.support.practice_server import player

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.web.e2e.support.practice_server import Ready

pytestmark = [
    pytest.mark.heavy,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium here; CI promises one"),
]


def test_a_table_is_called_off_only_after_one_is_sure(ready: Ready, chromium: Browser) -> None:
    position = ready.positions["open"]

    def status() -> str:
        return str(ready.service.call("GET", f"/v1/tables/{position['table']}", secret=ready.secret)["status"])

    with player(ready, chromium) as (page, _):
        page.goto(position["page"])
        page.click("[data-call-off]")
        page.wait_for_selector("dialog[open] [data-confirm='abort']")
        page.keyboard.press("Escape")
        page.wait_for_selector("dialog[open]", state="detached")
        assert page.evaluate("document.activeElement.matches('[data-call-off]')")
        assert status() == "open"
        page.click("[data-call-off]")
        page.click("[data-confirm='abort']")
        page.wait_for_selector("[data-call-off]", state="detached")
        assert status() == "aborted"


def test_what_the_form_shows_is_dealt(ready: Ready, chromium: Browser) -> None:
    with player(ready, chromium) as (page, _):
        page.goto(f"{ready.service.base}/new")
        page.get_by_role("radio", name="3", exact=True).check(force=True)
        scenario = page.locator("select:has(option[value='devious_dignitaries__000'])")
        scenario.select_option("devious_dignitaries__000")
        titles = scenario.locator("option").all_inner_texts()
        assert len(set(titles)) == len(titles)
        page.wait_for_selector("[data-dealt] [data-character='artist']")
        page.select_option("[data-place='9']", "tax_collector")
        page.wait_for_selector("[data-dealt] [data-character='tax_collector']")
        shown = page.locator("[data-character]").evaluate_all("all => all.map((one) => one.dataset.character)")
        page.click("[data-make]")
        page.wait_for_url("**/table/**")
        table = ready.service.call("GET", f"/v1/tables/{page.url.rsplit('/', 1)[1]}", secret=ready.secret)
        assert (table["scenario"], table["cast"]) == ("devious_dignitaries__000", shown)
