"""The words on every kind of button can be read in every state, by day and by night: at a contrast of at least 4.5 to 1."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

from tests.support.browser import CHROMIUM
from tests.support.marks import SHOWN_WRONG
from tests.support.telling import chosen
from tests.web.e2e.support.contrast import LEAST, contrasts
from tests.web.e2e.support.pages import PAGES, mark, settle
from tests.web.e2e.support.person import OWN
from tests.web.e2e.support.practice_server import go, player

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Route

    from tests.web.e2e.support.contrast import Contrast
    from tests.web.e2e.support.practice_server import Ready

pytestmark = [
    pytest.mark.heavy,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium here; CI promises one"),
]
FEW: Final = ["home", "turn", "pick", "new", "moment", "over", "credentials", "organizer"]
"""Pages that have every kind of button between them."""
LOOKED_AT: Final = chosen({"quick": FEW[:2], "ci": FEW, "full": list(PAGES)})
THEMES: Final = ("light", "dark")


def too_low(found: list[Contrast]) -> list[str]:
    """The words that cannot be read well."""
    return sorted({f"{contrast}: {about}" for contrast, about in found if contrast < LEAST})


@pytest.mark.parametrize("theme", THEMES)
def test_the_words_on_every_button_can_be_read_in_every_state(theme: str, ready: Ready, chromium: Browser) -> None:
    faults: list[str] = []
    kinds: set[str] = set()
    wishes = {"width": 1280, "height": 800}
    with player(ready, chromium, more={"theme": theme, "motion": "off"}, viewport=wishes) as (page, _):
        page.goto("/rules/nothing")
        page.wait_for_selector("h1")
        for name in LOOKED_AT:
            mark(page)
            go(page, PAGES[name].address(ready))
            settle(page, PAGES[name])
            found = contrasts(page)
            kinds |= {about for _, about in found}
            faults += [f"{name}: {one}" for one in too_low(found)]
    assert faults == [], "\n".join(faults)
    for state in ("at rest", "under the pointer", "focused", "pressed", "waiting", "disabled"):
        for kind in ("button.primary", "button.plain", "button.quiet"):
            assert any(one.startswith(kind) and state in one for one in kinds), (kind, state)


@pytest.mark.parametrize("theme", THEMES)
def test_a_primary_button_can_be_read_while_its_move_is_under_way(theme: str, ready: Ready, chromium: Browser) -> None:
    name = "turn_warlord"
    ready.reset(name)
    held: list[Route] = []

    def hold(route: Route) -> None:
        if "PlayPricedMove" in (route.request.post_data or ""):
            held.append(route)
        else:
            route.fallback()

    with player(ready, chromium, more={"theme": theme, "motion": "off"}) as (page, _):
        page.goto(ready.positions[name]["page"])
        page.wait_for_selector(OWN)
        page.context.route("**/graphql", hold)
        page.click("#decision button.primary[data-action]")
        page.wait_for_selector("#decision button.primary[aria-busy='true']")
        faults = too_low(contrasts(page))
        for route in held:
            route.fallback()
        page.wait_for_selector("#decision [aria-busy='true']", state="detached")
    ready.reset(name)
    assert faults == [], "\n".join(faults)


PALE: Final = """document.styleSheets[0].insertRule(".button.primary.busy { color: var(--surface-3) !important }")"""
"""A style in which the words on a button that waits have the colour of their ground."""


@SHOWN_WRONG
def test_a_button_that_cannot_be_read_while_it_waits_is_found(ready: Ready, chromium: Browser) -> None:
    with player(ready, chromium, more={"motion": "off"}) as (page, _):
        page.goto("/")
        settle(page, PAGES["home"])
        assert too_low(contrasts(page)) == []
        page.evaluate(PALE)
        found = too_low(contrasts(page))
    assert found
    assert all("button.primary" in one and "waiting" in one for one in found), found
