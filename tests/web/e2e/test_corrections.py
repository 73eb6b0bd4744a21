"""What the organizer of a tournament has corrected, in a real browser: at the game itself, and in the list of the games."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

import pytest

from tests.support.browser import CHROMIUM
from tests.support.stage import visitor

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page, Request, Response, Route

    from tests.web.e2e.support.practice_server import Ready

pytestmark = [
    pytest.mark.heavy,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium here; CI promises one"),
]
BACKWARDS: Final = "The seats were read backwards."
SHOWN: Final = "The table was shown to others."
CORRECTED: Final = "1.0.0.0"
VOID: Final = "1.0.0.1"
AS_PLAYED: Final = "1.0.0.2"
DRAWN: Final = (
    "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 0))))"
)
RESULTS: Final = {"table": "[data-result] td.total:not(:empty)", "replay": "#scores tfoot td"}
"""What shows on each page of one game that its result is there."""


def asked(request: Request) -> dict[str, Any]:
    """What is asked for where a page asks what its game counts as; else nothing."""
    if not request.url.endswith("/graphql") or request.method != "POST":
        return {}
    said: dict[str, Any] = json.loads(request.post_data or "{}")
    return said if said.get("operationName") == "TournamentGames" else {}


def answered(response: Response) -> bool:
    """Whether this answers what a game counts as."""
    return bool(asked(response.request))


def panel(page: Page) -> Locator:
    """The panel of what a game counts as."""
    return page.locator("[data-correction]")


@pytest.mark.parametrize("kind", RESULTS)
def test_the_page_of_a_game_shows_the_corrected_places_and_why(kind: str, ready: Ready, chromium: Browser) -> None:
    game = ready.game("over", CORRECTED)
    with visitor(chromium, ready.base) as (page, _):
        page.goto(f"/{kind}/{game['table']}")
        page.wait_for_selector("[data-correction='corrected']")
        assert BACKWARDS in panel(page).inner_text()
        names = ready.service.call("GET", f"/v1/tables/{game['table']}")["seats"]
        rows = panel(page).locator("li").all_inner_texts()
        totals = game["result"]["totals"]
        assert len(rows) == len(names) == 4
        for place, (row, (seat,)) in enumerate(zip(rows, game["result"]["places"], strict=True), 1):
            assert row.startswith(f"{place}. ")
            assert row.endswith(
                f"{seat + 1} {totals[seat]} points"
            )  # two bots of a level are told apart by their seats


@pytest.mark.parametrize("kind", RESULTS)
def test_the_page_of_a_game_says_that_it_counts_for_nobody_and_why(kind: str, ready: Ready, chromium: Browser) -> None:
    with visitor(chromium, ready.base, locale="fr") as (page, _):
        page.goto(f"/{kind}/{ready.game('over', VOID)['table']}")
        page.wait_for_selector("[data-correction='void']")
        assert "ne compte pour personne" in panel(page).inner_text()
        assert SHOWN in panel(page).inner_text()
        assert panel(page).locator("li").count() == 0


@pytest.mark.parametrize("kind", RESULTS)
def test_the_page_of_a_game_that_counts_as_it_was_played_has_no_panel(
    kind: str, ready: Ready, chromium: Browser
) -> None:
    with visitor(chromium, ready.base) as (page, _):
        with page.expect_response(answered) as heard:
            page.goto(f"/{kind}/{ready.game('over', AS_PLAYED)['table']}")
        (told,) = heard.value.json()["data"]["games"]["nodes"]
        assert (told["game"], told["corrected"]) == (AS_PLAYED, False)
        gone(page, kind)


@pytest.mark.parametrize("kind", RESULTS)
def test_the_page_of_a_game_shows_nothing_of_a_tournament_that_the_viewer_may_not_see(
    kind: str, ready: Ready, chromium: Browser
) -> None:
    def hide(route: Route) -> None:
        said = asked(route.request)
        if said:
            said["variables"]["tournament"] = "tour_01hf7yat00000000000000000a"
        route.continue_(post_data=json.dumps(said) if said else None)

    with visitor(chromium, ready.base) as (page, _):
        page.context.route("**/graphql", hide)
        with page.expect_response(answered) as heard:
            page.goto(f"/{kind}/{ready.game('over', CORRECTED)['table']}")
        assert heard.value.json()["errors"][0]["extensions"]["code"] == "not_found"
        gone(page, kind)


def gone(page: Page, kind: str) -> None:
    """The result is shown, and nothing of a correction."""
    page.wait_for_selector(RESULTS[kind])
    page.evaluate(DRAWN)
    assert panel(page).count() == 0
    assert page.locator("[data-problem]").count() == 0


def test_the_card_of_a_game_in_the_list_of_a_tournament_says_that_it_was_corrected_and_why(
    ready: Ready, chromium: Browser
) -> None:
    def card(fixture: str) -> Locator:
        return page.locator(".tournament-game", has=page.get_by_text(fixture, exact=True))

    with visitor(chromium, ready.base) as (page, _):
        page.goto(f"{ready.tournaments['over']['page']}?view=games")
        card(CORRECTED).wait_for()
        assert card(CORRECTED).get_by_text("Corrected", exact=True).count() == 1
        assert card(CORRECTED).get_by_text(f"Reason: {BACKWARDS}").count() == 1
        assert card(VOID).get_by_text(f"Reason: {SHOWN}").count() == 1
        assert card(AS_PLAYED).get_by_text("Corrected", exact=True).count() == 0
        assert card(AS_PLAYED).get_by_text("Reason:").count() == 0
        card(CORRECTED).get_by_role("link").click()
        page.wait_for_selector("#replay [data-correction='corrected']")
