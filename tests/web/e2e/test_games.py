"""Whole games in a real browser against `citadels up`: by clicks, and with the keyboard alone."""

from __future__ import annotations

import json
import urllib.request
from random import Random
from typing import TYPE_CHECKING, Final

import pytest

from tests.support.browser import CHROMIUM
from tests.support.stage import visitor
from tests.web.e2e.support.person import Person, sit_down, sit_down_by_keys

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.support.stage import Up

pytestmark = [
    pytest.mark.heavy,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium here; CI promises one"),
]
NO_POINTER: Final = "addEventListener('pointerdown', () => { throw new Error('a pointer was used'); }, true);"
"""An error of the page, which no visitor may have, as soon as anything is pressed by mouse or finger."""


def test_a_guest_plays_a_whole_game_against_bots_by_clicks(service: Up, chromium: Browser) -> None:
    with visitor(chromium, service.base, reduced_motion="no-preference") as (page, _):  # and everything moves
        table = sit_down(page)
        person = Person(page, Random(1))
        person.play()
        assert person.over()
        assert {"pick", "turn"} <= set(person.kinds)
        assert service.call("GET", f"/v1/tables/{table}")["status"] == "over"
        assert taken(service, table) == person.taken
        page.locator("a[href^='/replay/']").first.click()
        page.wait_for_selector("#replay")


def test_a_guest_plays_a_whole_game_with_the_keyboard_alone(service: Up, chromium: Browser) -> None:
    with visitor(chromium, service.base) as (page, _):
        page.add_init_script(NO_POINTER)
        table = sit_down_by_keys(page)
        person = Person(page, Random(2))
        person.play(decide=person.keys)
        assert person.over()
        assert {"pick", "turn"} <= set(person.kinds)
        assert service.call("GET", f"/v1/tables/{table}")["status"] == "over"
        assert taken(service, table) == person.taken
        assert len(service.call("GET", f"/v1/tables/{table}")["seats"]) == 4


def taken(service: Up, table: str) -> list[object]:
    """What was done at the first seat, by who sat there, as the record says it."""
    with urllib.request.urlopen(f"{service.base}/v1/tables/{table}/record", timeout=30) as answer:
        lines = [json.loads(line) for line in answer.read().splitlines()]
    return [line["do"] for line in lines if line.get("seat") == 0 and line.get("by") is None]
