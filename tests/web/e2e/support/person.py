"""A person at a table, who sees what is on the screen and does what can be done there: by clicks, or with the keyboard alone."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from playwright.sync_api import Locator, Page


OWN: Final = '#decision[data-mine="true"]'
OFFERED: Final = "button[data-action]:visible:not([aria-disabled='true'])"
OPENERS: Final = "button[data-opens]:visible:not([aria-disabled='true'])"
STANDS: Final = "() => document.querySelector('#board')?.dataset.phase === 'over' || document.querySelector('#decision[data-mine=\"true\"]')"
MOVED: Final = """n => document.querySelector('#board')?.dataset.phase === 'over'
  || document.querySelector('#decision[data-mine="true"]')?.dataset.n > n"""
FOCUSED: Final = """() => { const one = document.activeElement;
  const usable = one?.matches('button:not([aria-disabled="true"])');
  return [one?.closest('#decision') != null, usable ? one.dataset.action ?? null : null, usable ? one.dataset.opens ?? null : null]; }"""
ROAMING: Final = 100
"""How many keys are pressed at will before whatever is on offer is taken."""
MOST_CONTROLS: Final = 400
"""More than a page has, with a whole board on it."""


def sit_down(page: Page, *, players: int = 4, edition: str = "modern") -> str:
    """A guest sits down from the first page, with one click once the wishes are said; the table's id."""
    page.goto("/")
    page.get_by_label(re.compile("^Players")).first.select_option(str(players))
    page.get_by_label(re.compile("^Edition")).first.select_option(edition.upper())
    page.get_by_role("button", name=re.compile("Play now")).first.click()
    page.wait_for_url("**/table/*")
    page.wait_for_selector("#board")
    return page.url.rpartition("/")[2]


def sit_down_by_keys(page: Page) -> str:
    """A guest sits down from the first page without a pointer: from the top of the page to the button, and Enter; the table's id."""
    page.goto("/")
    page.wait_for_selector("#play-now")
    for _ in range(MOST_CONTROLS):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.id") == "play-now":
            break
    page.keyboard.press("Enter")
    page.wait_for_url("**/table/*")
    page.wait_for_selector("#board")
    return page.url.rpartition("/")[2]


class Person:
    """Plays on a page; what was chosen stands in `taken`, the kinds of decisions in `kinds`."""

    def __init__(self, page: Page, chance: Random, *, prefer: Callable[[str], bool] = lambda _: False) -> None:
        self.page = page
        self.chance = chance
        self.prefer = prefer
        """Texts of actions that are chosen before others."""
        self.taken: list[str] = []
        self.kinds: list[str] = []

    def over(self) -> bool:
        """Whether the game is over, as the page shows it."""
        return self.page.locator("#board").get_attribute("data-phase") == "over"

    def comes(self) -> bool:
        """Wait until it is this person's turn to decide; whether the game goes on."""
        self.page.wait_for_function(STANDS)
        return not self.over()

    def play(self, most: int = 10_000, decide: Callable[[], None] | None = None) -> None:
        """Decide as often as is asked, until the game is over."""
        for _ in range(most):
            if not self.comes():
                return
            found = self.page.locator(OWN)
            n = int(found.get_attribute("data-n") or 0)
            self.kinds.append(found.get_attribute("data-kind") or "")
            (decide or self.click)()
            self.page.wait_for_function(MOVED, arg=n)

    def click(self) -> None:
        """Choose something that is on offer, in as many steps as it takes."""
        self.page.wait_for_selector(f"{OFFERED}, {OPENERS}")  # what was just done is shown as under way for a moment
        openers = self.page.locator(OPENERS)
        actions = self.page.locator(OFFERED)
        texts = actions.evaluate_all("all => all.map(one => one.dataset.action)")
        liked = [at for at, text in enumerate(texts) if self.prefer(text)]
        steps = openers.count()
        if liked:
            self.take(texts, self.chance.choice(liked))
        elif steps and (not texts or self.chance.random() < steps / (steps + len(set(texts)))):
            openers.nth(self.chance.randrange(steps)).click()
            self.click()
        else:
            assert texts, "nothing is on offer on the screen"
            self.take(texts, self.weighed(texts))

    def weighed(self, texts: list[str]) -> int:
        """Any of them, but the end of a turn only now and then where there is more to do."""
        others = [at for at, text in enumerate(texts) if text not in ("end", "pass", "done")]
        return (
            self.chance.choice(others) if others and self.chance.random() < 0.9 else self.chance.randrange(len(texts))
        )

    def take(self, texts: list[str], at: int) -> None:
        """Click the button that stood there: whatever is drawn meanwhile, it takes the same action."""
        same = self.page.locator(f"button[data-action='{texts[at]}']:visible:not([aria-disabled='true'])")
        self.choose(same.nth(texts[:at].count(texts[at])))

    def choose(self, button: Locator) -> None:
        """Click it."""
        self.taken.append(button.get_attribute("data-action") or "")
        button.click()

    def keys(self) -> None:
        """Choose something with the keyboard alone: go from one control to the next, press Enter on one that is on offer.

        It is left to chance which, for a while; after that the first that is reached is taken.
        """
        self.page.wait_for_selector(f"{OFFERED}, {OPENERS}")
        for pressed in range(ROAMING + MOST_CONTROLS):
            inside, action, step = self.page.evaluate(FOCUSED)
            offered = action is not None or step is not None
            if offered and (pressed >= ROAMING or self.chance.random() < 0.4):
                self.page.keyboard.press("Enter")
                if action is not None:
                    self.taken.append(action)
                    return
                continue
            self.page.keyboard.press(self.chance.choice(("Tab", "ArrowRight", "ArrowRight")) if inside else "Tab")
        raise AssertionError(f"the keyboard reaches nothing that is on offer: {self.page.locator(OWN).inner_html()}")
