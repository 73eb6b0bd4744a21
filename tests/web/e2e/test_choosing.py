"""One press makes one choice, and none that was not meant: a verb first and its target after it, by mouse, keyboard and touch; and a turn ends knowingly."""

from __future__ import annotations

import contextlib
import re
from typing import TYPE_CHECKING, Any, Final

import pytest

from tests.support.browser import CHROMIUM
from tests.web.e2e.support.pages import axe, broad
from tests.web.e2e.support.person import OWN
from tests.web.e2e.support.practice_server import player

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Locator, Page

    from tests.web.e2e.support.practice_server import Ready

pytestmark = [
    pytest.mark.heavy,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium here; CI promises one"),
]
PHONE: Final[dict[str, Any]] = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
STEP: Final = "#decision [data-step]"
STILL: Final = "#decision [role='status'].still"
ARMED: Final = "#board [data-action], #board [data-opens]"
HELD: Final = "() => document.activeElement?.closest('#decision [data-step]') !== null && document.activeElement.dataset.action !== undefined"
GONE: Final = "n => Number(document.querySelector('#board').dataset.n) > n"


@contextlib.contextmanager
def at(ready: Ready, chromium: Browser, name: str, **wishes: Any) -> Iterator[Page]:
    """The practice player's browser at a position, as it is at first."""
    ready.reset(name)
    with player(ready, chromium, more={"motion": "off"}, **wishes) as (page, _):
        page.goto(ready.positions[name]["page"])
        page.wait_for_selector(OWN)
        yield page


def number(ready: Ready, name: str) -> int:
    """How many decisions of a position's game were taken."""
    return int(ready.stands(name)["view"]["n"])


def opener(page: Page, verb: str) -> Locator:
    """The button of a verb that needs a target."""
    return page.locator(f"#decision button[data-opens='verb:{verb}']")


AIMED: Final = {
    "with_armory": ("armory", "destroy"),
    "turn_warlord": ("destroy", "destroy"),
    "turn_thief": ("rob", "rob"),
    "turn_diplomat": ("exchange", "exchange"),
    "theater": ("theater", "theater"),
}
"""Positions with a verb that aims at the board."""


@pytest.mark.parametrize("name", AIMED)
@pytest.mark.parametrize("touch", [False, True], ids=["by mouse", "by touch"])
def test_a_press_on_the_board_takes_nothing_before_a_verb_is_chosen(
    name: str, touch: bool, ready: Ready, chromium: Browser
) -> None:
    with at(ready, chromium, name, **(PHONE if touch else {})) as page:
        before = number(ready, name)
        things = page.locator("#board .seat .city button, #board .seat-name, #board .cast button")
        assert things.count() > 3
        sent: list[str] = []
        page.on("request", lambda one: sent.append(one.post_data or ""))
        for one in things.all():
            one.dispatch_event("click")
        assert page.locator(ARMED).count() == 0
        assert page.locator(STEP).count() == 0
        verb = opener(page, AIMED[name][0])
        if touch:
            verb.tap()
        else:
            verb.click()
        page.wait_for_selector(STEP)
        assert page.locator(ARMED).count() > 0
        assert not any("PlayPricedMove" in one for one in sent)
        assert number(ready, name) == before


def test_a_verb_that_opens_by_itself_does_not_arm_the_board(ready: Ready, chromium: Browser) -> None:
    name = "turn_witch"
    with at(ready, chromium, name) as page:
        assert all(text.startswith("bewitch ") for text in ready.legal(name))
        page.wait_for_selector(f"{STEP} [data-action^='bewitch']")
        assert page.locator(ARMED).count() == 0
        assert page.locator(".table-main.armed").count() == 0


def test_an_armed_board_is_seen_and_told_takes_its_target_and_is_left_by_escape(
    ready: Ready, chromium: Browser
) -> None:
    name = "turn_warlord"
    with at(ready, chromium, name) as page:
        before = number(ready, name)
        opener(page, "destroy").click()
        page.wait_for_selector(f"{OWN}[data-armed='true']")
        assert (
            page.locator(".table-main.armed").evaluate(
                "(one) => getComputedStyle(one.querySelector('.board')).outlineStyle"
            )
            == "dashed"
        )
        assert "on the board" in page.locator(STEP).inner_text()
        assert axe(page) + broad(page) == []
        page.keyboard.press("Escape")
        page.wait_for_selector(STEP, state="detached")
        assert page.locator(ARMED).count() == 0
        assert page.locator(f"{OWN}[data-armed]").count() == 0
        assert number(ready, name) == before
        opener(page, "destroy").click()
        target = page.locator("#board [data-action^='destroy']").first
        wanted = target.get_attribute("data-action")
        target.click()
        page.wait_for_function(GONE, arg=before)
        assert wanted is not None
        assert wanted not in ready.legal(name)


def test_the_keyboard_chooses_a_verb_then_its_target_and_a_key_that_is_held_goes_no_further(
    ready: Ready, chromium: Browser
) -> None:
    name = "turn_warlord"
    with at(ready, chromium, name) as page:
        before = number(ready, name)
        opener(page, "destroy").focus()
        page.keyboard.down("Enter")
        page.wait_for_function(HELD)
        page.keyboard.down("Enter")  # it repeats
        page.keyboard.up("Enter")
        assert page.locator("#decision [aria-busy='true']").count() == 0
        assert number(ready, name) == before
        page.keyboard.press("Enter")
        page.wait_for_function(GONE, arg=before)


def test_a_double_click_on_a_verb_does_not_take_the_target_that_comes_to_lie_there(
    ready: Ready, chromium: Browser
) -> None:
    name = "turn_warlord"
    with at(ready, chromium, name) as page:
        before = number(ready, name)
        opener(page, "destroy").click()
        target = page.locator(f"{STEP} [data-action^='destroy']").first
        box = target.bounding_box()
        assert box is not None
        spot = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.mouse.move(*spot)
        page.mouse.down(click_count=2)  # the second half of a double click
        page.mouse.up(click_count=2)
        assert page.locator("#decision [aria-busy='true']").count() == 0
        assert number(ready, name) == before
        page.mouse.click(*spot)
        page.wait_for_function(GONE, arg=before)


def test_the_key_that_ends_the_turn_asks_once_while_something_can_be_built(ready: Ready, chromium: Browser) -> None:
    name = "turn_warlord"
    with at(ready, chromium, name) as page:
        assert page.locator(STILL).inner_text() == ""
        page.locator("#decision button[data-action='gold']").click()
        page.wait_for_selector("#decision button[data-action='end']:not([aria-disabled])")
        before = number(ready, name)
        built = sorted(text.split()[1] for text in ready.legal(name) if text.startswith("build "))
        assert built
        page.keyboard.press("e")
        page.wait_for_selector("#decision [data-still='true']")
        told = page.locator(STILL).inner_text()
        assert re.match(r"You can still build: .+\. .*Press e again to end your turn\.", told)
        assert told.partition(".")[0].count(",") == len(set(built)) - 1
        assert axe(page) + broad(page) == []
        assert number(ready, name) == before
        page.keyboard.press("Escape")
        page.wait_for_selector("#decision [data-still='true']", state="detached")
        page.keyboard.press("e")
        page.wait_for_selector("#decision [data-still='true']")
        page.keyboard.press("e")
        page.wait_for_function(GONE, arg=before)


def test_the_key_that_ends_the_turn_asks_nothing_where_nothing_else_can_be_done(
    ready: Ready, chromium: Browser
) -> None:
    name = "turn_king"
    with at(ready, chromium, name) as page:
        page.locator("#decision .all-actions summary").click()
        while set(ready.legal(name)) != {"end"}:
            before = number(ready, name)
            page.locator("#decision [data-listed]:not([data-action='end']):not([aria-disabled])").first.click()
            page.wait_for_function(GONE, arg=before)
            page.wait_for_selector("#decision[aria-busy='false']")
        before = number(ready, name)
        page.keyboard.press("e")
        page.wait_for_function(GONE, arg=before)


@pytest.mark.parametrize("name", ["turn_warlord", "pick_8", "classic_tribute", "with_monument"])
@pytest.mark.parametrize("wishes", [{}, PHONE], ids=["wide", "phone"])
def test_the_decision_says_what_one_has(name: str, wishes: dict[str, Any], ready: Ready, chromium: Browser) -> None:
    with at(ready, chromium, name, **wishes) as page:
        view = ready.stands(name)["view"]
        own = view["seats"][view["decision"]["seat"]]
        described = page.locator(OWN).get_attribute("aria-describedby")
        told = page.locator(f"#{described}")
        assert told.is_visible()
        assert told.locator("[data-own='gold']").inner_text() == f"{own['gold']} gold"
        assert re.match(rf"{len(own['hand'])} cards? in hand", told.locator("[data-own='hand']").inner_text())
        double = sum(one == "monument" for one in own["city"]) if view["edition"] == "modern" else 0
        assert re.match(
            rf"{len(own['city']) + double} of [78] districts", told.locator("[data-own='city']").inner_text()
        )
        types = told.locator("[data-type] .figure").all_inner_texts()
        assert sum(map(int, types)) == len(own["city"])
        assert broad(page) == []


def test_what_is_on_offer_says_the_price_that_the_service_gives(ready: Ready, chromium: Browser) -> None:
    with at(ready, chromium, "turn_warlord") as page:
        costly = {
            one["text"]: one["price"] for one in ready.stands("turn_warlord")["decision"]["actions"] if "price" in one
        }
        assert costly
        page.locator("#decision .all-actions summary").click()
        for text, price in costly.items():
            label = page.locator(f"#decision [data-listed][data-action='{text}']").inner_text()
            assert label.endswith(f"· {price} gold")
