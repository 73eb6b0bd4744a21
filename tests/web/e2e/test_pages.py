"""Every page of the client, light and dark, wide and narrow, in three languages: usable by everybody, no broader than its window, in words.

At size ci each page is held to all of it in two looks, the narrow one in French for every other page, in Portuguese for the rest; at size
full in all twelve.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import pytest

from tests.support.browser import CHROMIUM
from tests.support.marks import SHOWN_WRONG
from tests.support.stage import visitor
from tests.support.telling import chosen
from tests.web.e2e.support.pages import PAGES, axe, broad, mark, settle, told
from tests.web.e2e.support.practice_server import go, player
from tools.node import MISSING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, Locator, Page

    from tests.support.stage import Seen
    from tests.web.e2e.support.practice_server import Ready

pytestmark = [
    pytest.mark.heavy,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium here; CI promises one"),
    pytest.mark.skipif(bool(MISSING), reason=f"there is no {' and no '.join(MISSING)} here; CI promises them"),
]
UNFILLED: Final = re.compile(
    r"\{\w+\}|\bundefined\b|\bNaN\b|\[object \w+\]|\b(?:core|ui|play|board|cards|log|replay|tournament|organizer|account|home|rulebook)\.[a-z]\w+"
)
"""What stands on a page where words are missing, or what is put into them."""


@dataclass(frozen=True)
class Look:
    """How a page is looked at."""

    theme: str
    width: int
    language: str

    def __str__(self) -> str:
        return f"{self.theme}-{self.width}-{self.language}"


def every() -> list[Look]:
    """All of them."""
    return [
        Look(theme, width, language)
        for theme in ("light", "dark")
        for width in (1280, 360)
        for language in ("en", "fr", "pt")
    ]


def looks_of(name: str) -> list[Look]:
    """How a page is looked at, at this size."""
    number = list(PAGES).index(name)
    few = [Look("light", 1280, "en"), Look("dark", 360, "fr"), Look("light", 360, "pt"), Look("dark", 1280, "en")]
    return chosen({"quick": few[:1], "ci": [few[number % len(few)]], "full": every()})


@pytest.fixture(scope="module")
def looks(ready: Ready, chromium: Browser) -> Iterator[Callable[[Look, bool], tuple[Page, Seen]]]:
    """A browser for each way of looking, kept from page to page."""
    import contextlib

    with contextlib.ExitStack() as stack:
        kept: dict[tuple[Look, bool], tuple[Page, Seen]] = {}

        def found(look: Look, somebody: bool) -> tuple[Page, Seen]:
            if (look, somebody) not in kept:
                wishes: dict[str, Any] = {"viewport": {"width": look.width, "height": 800}}
                more = {"language": look.language, "theme": look.theme, "motion": "off"}
                opened = stack.enter_context(player(ready, chromium, somebody=somebody, more=more, **wishes))
                opened[0].goto("/rules/nothing")
                opened[0].wait_for_selector("h1")
                kept[look, somebody] = opened
            return kept[look, somebody]

        yield found


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_usable_by_everybody_however_it_is_looked_at(
    name: str, ready: Ready, looks: Callable[[Look, bool], tuple[Page, Seen]]
) -> None:
    sort = PAGES[name]
    faults: list[str] = []
    for number, look in enumerate(looks_of(name)):
        page, seen = looks(look, sort.somebody)
        mark(page)
        if number == 0 and sort.deep:
            page.goto(sort.address(ready))  # an address is good by itself
        else:
            go(page, sort.address(ready))
        settle(page, sort)
        faults += [f"{look}: {one}" for one in wrong(page, look)]
        faults += [f"{look}: {one}" for one in seen.console + seen.elsewhere]
        seen.console.clear()
        seen.elsewhere.clear()
    assert faults == []


def wrong(page: Page, look: Look) -> list[str]:
    """What is wrong with a page."""
    found = told(page)
    faults = [f"broader than its window: {one}" for one in broad(page)]
    faults += [f"no words, or nothing put into them: {one}" for one in UNFILLED.findall(told_all(found))]
    if found["headings"] != 1:
        faults.append(f"{found['headings']} headings of the first rank")
    if found["landmarks"]:
        faults.append(f"no {found['landmarks']}")
    if found["language"] != look.language:
        faults.append(f"in {found['language']}")
    if not found["title"].endswith("Citadels Arena"):
        faults.append(f"the title is {found['title']}")
    return faults + axe(page)


def told_all(found: dict[str, Any]) -> str:
    """All the words of a page, seen and unseen."""
    return "\n".join([found["title"], found["text"], *found["labels"]])


def test_whoever_looks_at_a_tournament_sees_its_first_change_too(ready: Ready, chromium: Browser) -> None:
    def call(method: str, address: str, body: dict[str, Any]) -> Any:
        return ready.service.call(method, f"/v1/tournaments{address}", body, ready.secret)

    made = call("POST", "", {"name": "a cup"})["id"]
    with visitor(chromium, ready.base) as (page, _):
        page.goto(f"/tournaments/{made}")
        page.get_by_role("heading", name="a cup", level=1).wait_for()
        call("PATCH", f"/{made}", {"name": "the great cup"})
        page.get_by_role("heading", name="the great cup", level=1).wait_for()


def test_an_organizer_changes_a_tournament_and_after_the_start_only_what_is_not_settled_by_it(
    ready: Ready, chromium: Browser
) -> None:
    narrow = {"width": 360, "height": 800}
    with (
        player(ready, chromium, more={"motion": "off"}, viewport=narrow) as (page, _),
        visitor(chromium, ready.base) as (other, _),
    ):
        page.goto("/tournaments/new")
        page.get_by_label("Name", exact=True).fill("a cup")
        page.get_by_label("Greedy", exact=True).fill("4")
        page.get_by_role("button", name="Make the tournament").click()
        page.wait_for_url("**/tournaments/tour_*")
        address = page.url.split("?")[0]
        other.goto(f"{address}?view=rules")
        other.get_by_text("2 deals for each pairing").wait_for()

        form = opened(page)
        deals = form.get_by_label("Deals for each pairing")
        assert form.get_by_label("Bots: programs of anybody").is_checked()
        assert not form.get_by_label("Guests").is_checked()
        assert (deals.input_value(), save(form).get_attribute("aria-disabled")) == ("2", "true")
        deals.fill("0")
        name = form.get_by_label("Name", exact=True)
        name.press("Enter")
        page.wait_for_function("() => document.activeElement.getAttribute('aria-invalid') === 'true'")
        assert deals.evaluate("(one) => one === document.activeElement")
        form.get_by_text("1 field needs another look.").wait_for()
        assert axe(page) + broad(page) == []
        deals.fill("3")
        name.fill("the great cup")
        with page.expect_request(lambda one: "UpdateTournament" in (one.post_data or "")) as asked:
            name.press("Enter")
        change: Any = asked.value.post_data_json
        assert change["variables"]["input"] == {
            "tournament": address.rsplit("/", 1)[1],
            "name": "the great cup",
            "settings": {"deals": 3},
        }
        for one in (page, other):
            one.get_by_role("heading", name="the great cup", level=1).wait_for()
        other.get_by_text("3 deals for each pairing").wait_for()

        least = form.get_by_label("Least rating")
        least.fill("1600")
        form.get_by_label("Highest rating").fill("1500")
        save(form).click()
        form.get_by_text("is higher than most_rating").wait_for()
        assert least.get_attribute("aria-invalid") == "true"
        form.get_by_role("button", name="Undo these changes").click()
        assert least.input_value() == ""

        page.get_by_role("button", name="Start", exact=True).click()
        form.get_by_text("The tournament has started").wait_for()
        names = form.locator("label").all_inner_texts()
        assert names == ["Name", "What it is about", "Seconds that a table waits", "Tables at a time"]
        form.get_by_label("Tables at a time").fill("2")
        save(form).press("Enter")
        page.get_by_role("tab", name="Rules").click()
        page.get_by_text("up to 2 tables at a time").wait_for()
        assert ready.service.call("GET", f"/v1{address.removeprefix(ready.base)}")["settings"]["deals"] == 3


def opened(page: Page) -> Locator:
    """The form in which a tournament is changed, opened by the keyboard."""
    page.get_by_text("Change the settings").focus()
    page.keyboard.press("Enter")
    form = page.locator("details[open] > div > form")
    form.wait_for()
    return form


def save(form: Locator) -> Locator:
    """What sends a form."""
    return form.get_by_role("button", name="Save")


@pytest.mark.parametrize("address", ["/docs", "/graphiql"])
def test_a_console_loads(address: str, ready: Ready, chromium: Browser) -> None:
    with visitor(chromium, ready.base) as (page, _):
        page.goto(address)
        page.wait_for_selector(".swagger-ui .opblock" if address == "/docs" else ".graphiql-container")
        assert page.title()


PLANTED: Final = {
    "color-contrast": "main.append(Object.assign(document.createElement('p'), { textContent: 'pale', style: 'color: #ccc; background: #fff' }))",
    "label": "main.append(document.createElement('input'))",
    "broader than its window": "main.append(Object.assign(document.createElement('div'), { style: 'width: 3000px; height: 1px' }))",
    "no words": "main.append('home.missing')",
    "nothing put into them": "main.append('{name} waits')",
    "2 headings": "main.append(Object.assign(document.createElement('h1'), { textContent: 'two' }))",
    "no ['footer']": "document.querySelector('footer').remove()",
}
"""What a page may have wrong, and how it is brought about."""


@SHOWN_WRONG
@pytest.mark.parametrize("fault", PLANTED)
def test_what_is_wrong_with_a_page_is_found(
    fault: str, ready: Ready, looks: Callable[[Look, bool], tuple[Page, Seen]]
) -> None:
    look = Look("light", 360, "en")
    page, _ = looks(look, True)
    mark(page)
    page.goto("/rules/nothing")
    settle(page, PAGES["no rule"])
    assert wrong(page, look) == []
    page.evaluate(f"() => {{ const main = document.querySelector('main'); {PLANTED[fault]}; }}")
    assert any(fault in one for one in wrong(page, look))
