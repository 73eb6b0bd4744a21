"""The pages of the client, each with something on it: where it is, who looks, and what tells that it is there; and what is wrong with one."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from tools.node import folder

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from tests.web.e2e.support.practice_server import Ready


@dataclass(frozen=True)
class Sort:
    """A page of the client."""

    address: Callable[[Ready], str]
    there: str
    """What stands on it once all of it is there."""
    somebody: bool = True
    """Whether the practice player looks; otherwise nobody does."""
    deep: bool = True
    """Whether the service knows the address too."""


def table(name: str) -> Callable[[Ready], str]:
    """The address of a position, or of another table."""
    return lambda ready: str((ready.positions.get(name) or ready.tables[name])["page"])


def replay(name: str, rest: str = "") -> Callable[[Ready], str]:
    """The address of the replay of a position's game."""
    return lambda ready: f"/replay/{ready.positions[name]['table']}{rest}"


def tournament(name: str) -> Callable[[Ready], str]:
    """The address of a tournament."""
    return lambda ready: str(ready.tournaments[name]["page"])


def corrected(page: str) -> Callable[[Ready], str]:
    """The address of a page of a game whose result was corrected."""
    return lambda ready: f"/{page}/{ready.game('over', '1.0.0.0')['table']}"


def at(address: str) -> Callable[[Ready], str]:
    """An address that is always the same."""
    return lambda _: address


OWN: Final = '#decision[data-mine="true"]'
PAGES: Final = {
    "home": Sort(at("/"), "a[href^='/table/'], a[href^='/replay/']"),
    "turn": Sort(table("turn_warlord"), OWN),
    "new": Sort(at("/new"), "form select, form input"),
    "pick": Sort(table("pick_8"), OWN),
    "replay": Sort(replay("over"), "#replay[data-n] #board"),
    "watched": Sort(table("turn_magician"), "#board", somebody=False),
    "waiting": Sort(table("open"), "h1"),
    "over": Sort(table("over"), "#board[data-phase='over']"),
    "invited": Sort(table("invited"), "h1"),
    "long decision": Sort(table("classic_search"), OWN),
    "private": Sort(table("private"), "h1"),
    "aborted": Sort(table("aborted"), "h1"),
    "a table that is not there": Sort(at("/table/game_00000000000000000000000000"), "[data-gone]"),
    "moment": Sort(replay("over", "/40?seat=all"), "#replay[data-n='40'] #board"),
    "tournaments": Sort(at("/tournaments"), "a[href^='/tournaments/tour_']"),
    "tournament over": Sort(tournament("over"), "table"),
    "new tournament": Sort(at("/tournaments/new"), "form"),
    "tournament running": Sort(tournament("running"), "table"),
    "leaderboard": Sort(at("/leaderboard"), "table"),
    "tournament that takes entrants": Sort(tournament("entry"), "h1"),
    "player": Sort(lambda ready: f"/players/{ready.listed['players'][1]['account']}", "#player"),
    "credentials": Sort(at("/credentials"), "button"),
    "rules": Sort(at("/rules"), ".rules-body"),
    "rule": Sort(at("/rules/C-KING-1"), "h1"),
    "card": Sort(at("/rules/king"), "h1"),
    "no rule": Sort(at("/rules/nothing"), "h1"),
    "organizer": Sort(lambda ready: f"{ready.tournaments['entry']['page']}?view=organize", "#tournament form"),
    "not found": Sort(at("/nowhere"), "h1", deep=False),
    "corrected table": Sort(corrected("table"), "[data-correction]"),
    "corrected replay": Sort(corrected("replay"), "[data-correction]"),
}
SETTLED: Final = """(wanted) => document.querySelector(`#main ${wanted.split(", ").join(", #main ")}`) && document.querySelector("#main h1:not([data-before])")
  && !document.querySelector("#main .loading, #main[aria-busy='true']")"""
QUIET: Final = (
    "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 0))))"
)
MARK: Final = 'document.querySelectorAll("#main h1").forEach((one) => (one.dataset.before = ""))'
RUN: Final = """async () => (await axe.run(document, {
  resultTypes: ["violations"],
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
})).violations.filter((one) => ["serious", "critical"].includes(one.impact)).flatMap((one) => one.nodes.slice(0, 5).map((node) =>
  `${one.impact} ${one.id}: ${node.target.join(" ")}: ${node.failureSummary.split("\\n")[1]?.trim() ?? ""}`))"""
BROAD: Final = """() => {
  const room = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= room) return [];
  const wide = [...document.body.querySelectorAll("*")].filter((one) => one.getBoundingClientRect().right > room + 0.5);
  return [`${document.documentElement.scrollWidth} in ${room}`, ...wide.slice(0, 5).map((one) => `${one.tagName} ${one.className?.baseVal ?? one.className}`)];
}"""
TOLD: Final = """() => ({
  headings: [...document.querySelectorAll("h1")].filter((one) => one.checkVisibility()).length,
  landmarks: ["header", "nav", "main", "footer"].filter((one) => !document.querySelector(one)),
  title: document.title,
  language: document.documentElement.lang,
  text: document.body.innerText,
  labels: [...document.querySelectorAll("[aria-label], [title], [placeholder], [alt]")].flatMap((one) =>
    ["aria-label", "title", "placeholder", "alt"].map((name) => one.getAttribute(name) ?? "")),
})"""


@cache
def axe_text() -> str:
    """The program of axe-core."""
    return (folder() / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")


def mark(page: Page) -> None:
    """Note what stands there, so that the next page is told from it."""
    page.evaluate(MARK)


def settle(page: Page, sort: Sort) -> None:
    """Wait until all of a page is there."""
    page.wait_for_function(SETTLED, arg=sort.there)
    page.evaluate(QUIET)


def axe(page: Page) -> list[str]:
    """What axe-core finds that is serious or critical."""
    if not page.evaluate("typeof axe === 'object'"):
        page.evaluate(axe_text())
    found: list[str] = page.evaluate(RUN)
    return found


def broad(page: Page) -> list[str]:
    """What makes a page broader than its window."""
    found: list[str] = page.evaluate(BROAD)
    return found


def told(page: Page) -> dict[str, Any]:
    """How many headings of the first rank a page has, which landmarks it lacks, and all of its words."""
    found: dict[str, Any] = page.evaluate(TOLD)
    return found
