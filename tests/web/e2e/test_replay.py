"""A replay in a real browser: no step is left out, its address is the moment, and its mark means what it says."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

import pytest

from tests.support.browser import CHROMIUM
from tests.support.stage import visitor

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

    from tests.web.e2e.support.practice_server import Ready

pytestmark = [
    pytest.mark.heavy,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium here; CI promises one"),
]
STEPS: Final = 25
ALL_AT_ONCE: Final = """count => {
  window.shown = [];
  new MutationObserver(() => window.shown.push(Number(document.querySelector("#replay").dataset.n)))
    .observe(document.querySelector("#replay"), { attributes: true, attributeFilter: ["data-n"] });
  for (let at = 0; at < count; at++) document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true, cancelable: true }));
}"""


def opened(page: Page, ready: Ready, n: int) -> None:
    """Open the game that is over at a moment, and wait for all of it."""
    table = next(one["table"] for one in ready.listed["positions"] if one["name"] == "over")
    page.goto(f"/replay/{table}/{n}?seat=all")
    page.wait_for_function(
        "() => { const one = document.querySelector('#replay')?.dataset; return one && +one.loaded > +one.of; }"
    )


def test_every_step_is_drawn_however_fast_they_are_asked_for(ready: Ready, chromium: Browser) -> None:
    with visitor(chromium, ready.base, reduced_motion="no-preference") as (page, _):
        opened(page, ready, 10)
        page.evaluate(ALL_AT_ONCE, STEPS)
        page.wait_for_function("last => Number(document.querySelector('#replay').dataset.n) === last", arg=10 + STEPS)
        assert page.evaluate("window.shown") == list(range(11, 11 + STEPS))
        page.wait_for_function("last => location.pathname.endsWith('/' + last)", arg=10 + STEPS)
        page.reload()
        page.wait_for_selector(f"#replay[data-n='{10 + STEPS}']")


def test_the_mark_is_green_for_the_game_as_it_was(ready: Ready, chromium: Browser) -> None:
    with visitor(chromium, ready.base) as (page, _):
        opened(page, ready, 0)
        page.wait_for_selector("#verified[data-verified='yes']")


def test_the_mark_is_not_green_where_a_hand_was_another(ready: Ready, chromium: Browser) -> None:
    def tamper(route: Route) -> None:
        answer = route.fetch()
        told = answer.json()
        moments = (told.get("data", {}).get("replay") or {}).get("moments", [])
        hands = [
            one["position"]["seats"][0]["hand"]
            for one in moments
            if isinstance(one["position"]["seats"][0]["hand"], list)
        ]
        for hand in hands[:1]:
            hand[0] = "temple" if hand[0] != "temple" else "castle"
            changed.append(hand[0])
        route.fulfill(response=answer, body=json.dumps(told))

    changed: list[str] = []
    with visitor(chromium, ready.base) as (page, _):
        page.context.route("**/graphql", tamper)
        opened(page, ready, 0)
        page.wait_for_selector("#verified[data-verified='no']")
        assert changed


def test_an_invitation_to_a_private_table_opens_its_end_too(ready: Ready, chromium: Browser) -> None:
    secret = ready.service.call("POST", "/v1/guests")["credential"]["secret"]
    seats = [{"kind": "ai", "level": "random"}] * 2
    order = {"players": 2, "seats": seats, "visibility": "private", "start": "demand"}
    table = ready.service.call("POST", "/v1/tables", order, secret)["id"]
    invite = ready.service.call("POST", f"/v1/tables/{table}/invite-link", secret=secret)["invite"]
    ready.service.call("POST", f"/v1/tables/{table}/start", secret=secret)
    with visitor(chromium, ready.base) as (page, _):
        page.goto(f"/table/{table}#invite={invite}")
        page.wait_for_selector("[data-result] td.total:not(:empty)")
        page.wait_for_selector("[data-result] td:not(.total):not(:empty)")
        page.focus("a.skip")
        page.keyboard.press("Enter")  # another fragment
        page.click("[data-replay]")
        page.wait_for_selector("#verified[data-verified='yes']")
        page.click("a[href='#verification']")
        page.keyboard.press("End")
        last = page.get_attribute("#replay", "data-of")
        page.wait_for_function("last => location.pathname.endsWith('/' + last)", arg=last)
        assert page.evaluate("location.hash") == f"#invite={invite}"
        page.reload()
        page.wait_for_selector(f"#replay[data-n='{last}']")


def test_a_table_that_is_not_there_has_no_replay(ready: Ready, chromium: Browser) -> None:
    with visitor(chromium, ready.base) as (page, _):
        page.goto("/replay/game_01hf7yat00000000000000000a")
        page.wait_for_selector("[data-problem='not_found']")
