"""What breaks in on a game ends as a person would expect: a reload, a restart of the service, a second tab, a credential that is revoked."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final

import pytest

from tests.support.browser import CHROMIUM
from tests.support.stage import visitor
from tests.web.e2e.support.person import OWN, Person, sit_down

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

    from tests.support.stage import Up

pytestmark = [
    pytest.mark.heavy,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium here; CI promises one"),
]
MANY: Final = 3
SOON_S: Final = 12
"""Sooner than a silent connection is noticed where nothing tells that the network has gone; on the page's own clock."""


def in_a_turn(page: Page, person: Person) -> int:
    """Play until a turn has begun and something in it was done; the number of the decision that is awaited then."""
    while True:
        person.play(1)
        assert person.comes()
        own = page.locator(OWN)
        if own.get_attribute("data-kind") == "turn" and person.taken[-1] in ("gold", "draw"):
            return int(own.get_attribute("data-n") or 0)


def secret_of(page: Page) -> str:
    """The secret that this browser keeps."""
    told: str = page.evaluate("JSON.parse(localStorage.getItem('citadels.session')).secret")
    return told


def board(page: Page) -> dict[str, str | None]:
    """What the board says of where the game stands, and all that lies on it, in words: hands, gold, cities, characters."""
    found = page.locator("#board")
    told = {name: found.get_attribute(f"data-{name}") for name in ("n", "round", "phase")}
    return {**told, "words": found.locator(".board-text").text_content()}


def offered(page: Page) -> list[str]:
    """What is on offer in the decision."""
    found: list[str] = page.locator(
        "#decision button[data-action]:visible, #decision button[data-opens]:visible"
    ).evaluate_all("all => all.map(one => one.dataset.action ?? one.dataset.opens)")
    return found


def test_a_reload_in_mid_turn_loses_nothing(service: Up, chromium: Browser) -> None:
    with visitor(chromium, service.base) as (page, _):
        sit_down(page)
        person = Person(page, Random(3))
        n = in_a_turn(page, person)
        page.wait_for_selector("#decision button[data-action]:not([aria-disabled='true'])")
        before, may = board(page), offered(page)
        assert may
        page.reload()
        page.wait_for_selector(OWN)
        assert board(page) == before
        assert offered(page) == may
        assert page.locator(OWN).get_attribute("data-n") == str(n)
        done = len(person.taken)
        person.play(MANY)
        assert len(person.taken) > done


def test_a_restart_of_the_service_in_mid_turn_is_shown_and_mended(service: Up, chromium: Browser) -> None:
    with visitor(chromium, service.base) as (page, seen):
        table = sit_down(page)
        person = Person(page, Random(4))
        n = in_a_turn(page, person)
        before = board(page)
        seen.away = True
        service.stop()
        page.wait_for_selector("#connection:not([data-connection='live'])")
        assert page.locator("#connection").inner_text().strip()
        page.locator("#decision button[data-action]:not([aria-disabled='true'])").first.click()
        page.wait_for_selector("#decision [data-problem='offline']")
        service.start()
        page.wait_for_selector("#connection[data-connection='live']", state="attached")
        page.wait_for_selector("#decision [data-problem]", state="detached")
        seen.away = False
        assert board(page) == before
        assert page.locator(OWN).get_attribute("data-n") == str(n)
        person.play(MANY)
        told = service.call("GET", f"/v1/tables/{table}/position", secret=secret_of(page))
        assert told["decision"] is None or told["decision"]["n"] > n


def test_a_connection_that_falls_silent_is_shown_soon_and_mended(service: Up, chromium: Browser) -> None:
    with visitor(chromium, service.base) as (page, seen):
        page.clock.install()
        sit_down(page)
        page.wait_for_selector(OWN)
        page.wait_for_selector("#connection[data-connection='live']", state="attached")
        page.clock.pause_at(page.evaluate("Date.now() / 1000 + 5"))
        seen.away = True
        page.context.set_offline(True)
        silent = page.locator("#connection:not([data-connection='live'])")
        for _ in range(SOON_S):
            page.clock.run_for(1000)
            if silent.count():
                break
        assert silent.count()
        page.context.set_offline(False)
        page.clock.resume()
        page.wait_for_selector("#connection[data-connection='live']", state="attached")
        Person(page, Random(8)).play(1)


def test_what_hinders_one_from_playing_stands_beside_the_button_on_a_phone(service: Up, chromium: Browser) -> None:
    with visitor(chromium, service.base, viewport={"width": 360, "height": 740}) as (page, seen):
        page.goto("/")
        seen.away = True  # requests that fail are errors in a browser's own console
        page.route("**/graphql", lambda route: route.abort())
        page.click("#play-now")
        told = page.locator(".home-play [data-problem='offline']")
        told.wait_for()
        box = told.bounding_box()
        assert box
        assert box["y"] + box["height"] <= 740
        assert told.locator("[lang='en']").count() == 0


def test_two_tabs_of_one_person_stay_together(service: Up, chromium: Browser) -> None:
    with visitor(chromium, service.base) as (page, _):
        sit_down(page)
        person = Person(page, Random(5))
        in_a_turn(page, person)
        other = page.context.new_page()
        other.goto(page.url)
        other.wait_for_selector(OWN)
        assert board(other) == board(page)
        for _ in range(MANY):  # a move in one is seen in the other, and the other goes on
            for mine, yours in ((page, other), (other, page)):
                person.page = mine
                if not person.comes():
                    return
                person.play(1)
                n = board(mine)["n"]
                yours.wait_for_function("n => Number(document.querySelector('#board').dataset.n) >= n", arg=int(n or 0))


def test_a_move_that_another_tab_has_made_already_is_refused_calmly(service: Up, chromium: Browser) -> None:
    with visitor(chromium, service.base) as (page, _):
        table = sit_down(page)
        person = Person(page, Random(6))
        n = in_a_turn(page, person)
        holding: list[Route] = []
        page.context.route("**/graphql", lambda route: holding.append(route))  # noqa: PLW0108  Playwright asks a function for its names
        actions = page.locator("#decision button[data-action]:not([aria-disabled='true'])")
        with page.expect_request(lambda one: "PlayPricedMove" in (one.post_data or "")):
            actions.first.click()
        body = {"n": n, "actions": ["end"]}
        service.call("POST", f"/v1/tables/{table}/actions", body, secret_of(page))
        page.context.route("**/graphql", lambda route: route.continue_())  # the latest counts
        for route in holding:
            route.continue_()
        page.wait_for_function("n => Number(document.querySelector('#board').dataset.n) > n", arg=n)
        person.play(1)


def test_a_credential_that_is_revoked_is_told_with_the_way_out(service: Up, chromium: Browser) -> None:
    with visitor(chromium, service.base) as (page, seen):
        sit_down(page)
        person = Person(page, Random(7))
        in_a_turn(page, person)
        secret = secret_of(page)
        (own,) = [
            one for one in service.call("GET", "/v1/credentials", secret=secret)["items"] if not one.get("revoked")
        ]
        seen.away = True  # a refused answer is an error in a browser's own console
        service.call("POST", f"/v1/credentials/{own['id']}/revoke", {}, secret)
        banner = page.locator("#revoked")
        banner.wait_for()
        assert banner.inner_text().strip()
        with page.expect_event("load"):  # a context that is closed while a page is loaded anew may hang
            banner.get_by_role("button").click()
        assert secret_of(page) != secret
