"""What the first page offers to look at: games that are running; where none is, the demo that has ended, from its start."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

from tests.support.browser import CHROMIUM
from tests.support.stage import up, visitor
from tests.web.e2e.support.pages import axe, broad

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser

pytestmark = [
    pytest.mark.heavy,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium here; CI promises one"),
]
WORDS: Final = {
    "en": "Watch the demo game from its start",
    "fr": "Regarder la partie de démonstration depuis le début",
    "pt": "Ver o jogo de demonstração desde o início",
}


def test_a_demo_that_has_ended_is_offered_as_a_replay_from_its_start(tmp_path: Path, chromium: Browser) -> None:
    with up(tmp_path, "--ephemeral", "--no-demo") as service:
        with visitor(chromium, service.base) as (page, _):
            page.goto("/")
            page.locator("#watch .home-none").wait_for()
            secret = service.call("POST", "/v1/guests")["credential"]["secret"]
            seats = [{"kind": "ai", "level": "random"}] * 4
            demo = service.call("POST", "/v1/tables", {"name": "Four AI players", "players": 4, "seats": seats}, secret)
            page.goto(f"/table/{demo['id']}")
            page.wait_for_selector("#board[data-phase='over']")
            page.goto("/")
            page.locator("#watch").get_by_role("link", name=WORDS["en"]).wait_for()
            assert page.locator("#watch .home-none").count() == 0
            assert axe(page) + broad(page) == []
            page.locator("#watch").get_by_role("link", name=WORDS["en"]).click()
            page.wait_for_selector("#replay[data-n='0'] #board")
            assert page.url.endswith(f"/replay/{demo['id']}/0")

            person = {"players": 2, "seats": [{"kind": "you"}, {"kind": "ai", "level": "random"}]}
            running = service.call("POST", "/v1/tables", person, secret)
            page.goto("/")
            page.locator(f"#watch a[href='/table/{running['id']}']").wait_for()
            assert page.locator("#watch a[href^='/replay/']").count() == 0
            service.call("POST", f"/v1/tables/{running['id']}/resign", {}, secret)
            page.goto(f"/table/{running['id']}")
            page.wait_for_selector("#board[data-phase='over']")
        for language, words in WORDS.items():
            with visitor(chromium, service.base, locale=language) as (page, _):
                page.goto("/")
                page.locator("#watch").get_by_role("link", name=words).wait_for()
