"""Each of the 27 characters, and every kind of decision of both editions, on the screen: all that is legal can be reached, and is taken by clicks.

The modern edition is played in a wide window, the classic one on a phone.
"""

from __future__ import annotations

from hashlib import sha256
from random import Random
from typing import TYPE_CHECKING, Any, Final

import pytest
from citadels_workers.practice.catalogue import catalogue

from tests.support.browser import CHROMIUM
from tests.support.marks import SHOWN_WRONG
from tests.support.telling import chosen
from tests.web.e2e.support.person import OWN, Person
from tests.web.e2e.support.practice_server import go, player
from tests.web.e2e.support.reach import reached

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, Page, Route

    from tests.support.stage import Seen
    from tests.web.e2e.support.practice_server import Ready
    from tests.web.e2e.support.reach import Ways

pytestmark = [
    pytest.mark.heavy,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium here; CI promises one"),
]
ASKED: Final = [one for one in catalogue().values() if one.asked == one.seat and one.kind not in ("over", "open")]
FIRST: Final = {(one.edition, one.kind): one.name for one in reversed(ASKED)}
"""A position for every kind of decision of each edition."""
EIGHT: Final = {
    *("turn_assassin", "turn_witch", "turn_tax_collector", "turn_magician", "turn_emperor"),
    *("turn_abbot", "turn_diplomat", "turn_artist"),
}
"""Characters of the classic edition whose turns are played at size ci too: each with an ability that aims in another way."""


def few(name: str) -> bool:
    """Whether a position is for size ci: every turn of the modern edition, some of the classic one, every kind of decision."""
    return (
        name.startswith(("turn_", "theater", "pay_", "set_aside", "take_build", "return_8"))
        or name.removeprefix("classic_") in EIGHT
        or name in FIRST.values()
    )


PLAYED: Final = chosen(
    {
        "quick": list[str](),
        "ci": [one.name for one in ASKED if few(one.name)],
        "full": [one.name for one in ASKED],
    }
)
WIDE: Final[dict[str, Any]] = {"viewport": {"width": 1280, "height": 800}}
PHONE: Final[dict[str, Any]] = {
    "viewport": {"width": 360, "height": 740},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}
AIMED: Final = {"kill", "rob", "destroy", "seize", "armory", "exchange", "beautify", "swap", "spy", "tithe"}
"""Verbs whose targets lie on the board."""
SHOWN: Final = """([title, n]) => document.querySelector("h1")?.textContent === title
  && document.querySelector('#decision[data-mine="true"]')?.dataset.n === n"""
TAKEN: Final = """n => document.querySelector("#board")?.dataset.phase === "over"
  || Number(document.querySelector("#decision")?.dataset.n) > n"""


@pytest.fixture(scope="module")
def wide(ready: Ready, chromium: Browser) -> Iterator[tuple[Page, Seen]]:
    with player(ready, chromium, **WIDE) as (page, seen):
        page.goto("/rules")
        yield page, seen


@pytest.fixture(scope="module")
def phone(ready: Ready, chromium: Browser) -> Iterator[tuple[Page, Seen]]:
    with player(ready, chromium, **PHONE) as (page, seen):
        page.goto("/rules")
        yield page, seen


def decide(person: Person, wanted: list[str], ways: Ways) -> None:
    """Click on what is to be shown, step after step; where that is done, end the turn, or choose anything."""
    page = person.page
    text = wanted.pop(0) if wanted else ""
    if text not in ways:
        person.click()
        return
    for key in ways[text]:
        page.locator(f"#decision button[data-opens='{key}']:visible").click()
    person.choose(page.locator(f"#decision button[data-action='{text}']:not([data-listed]):visible"))


def play_out(page: Page, stands: Callable[[], dict[str, Any]], shows: list[str], ways: Ways) -> list[str]:
    """Play until the decision is over, or where it is that of a turn, until the turn is; the actions taken."""
    now = first = stands()
    kind, number, turn = first["decision"]["kind"], first["view"]["round"], first["view"]["turn"]
    wanted = list(shows)  # what else of it becomes illegal by the first is not taken
    person = Person(page, Random(1), prefer=lambda text: not wanted and text == "end")
    own = page.locator(OWN)
    while True:
        n = int(own.get_attribute("data-n") or 0)
        legal = {one["text"] for one in now["decision"]["actions"]}
        wanted[:] = [text for text in wanted if text in legal]
        decide(person, wanted, ways)
        page.wait_for_function(TAKEN, arg=n)
        now = stands()
        decision = now.get("decision")
        assert now["view"]["n"] > n
        assert page.locator("#decision [data-problem]").count() == 0
        going = now["view"]["turn"]
        if decision is None or decision["seat"] != first["seat"] or now["view"]["round"] != number:
            return person.taken
        if kind == "turn" and (going is None or going["character"] != turn["character"]):
            return person.taken
        if kind != "turn" and decision["kind"] != kind:
            return person.taken
        page.wait_for_function(SHOWN, arg=[page.locator("h1").inner_text(), str(now["view"]["n"])])


def aimed(text: str) -> str:
    """What a press on the board takes or opens for an action: the Spy's type is asked for after the seat.

    >>> aimed("spy 2 noble"), aimed("destroy 1 keep")
    ('verb:spy/seat:2', 'destroy 1 keep')
    """
    words = text.split()
    return f"verb:spy/seat:{words[1]}" if words[0] == "spy" else text


@pytest.mark.parametrize("name", PLAYED)
def test_everything_that_is_legal_is_on_the_screen_and_can_be_taken(
    name: str, ready: Ready, request: pytest.FixtureRequest
) -> None:
    position = ready.positions[name]
    page, seen = request.getfixturevalue("phone" if position["edition"] == "classic" else "wide")
    stands = ready.stands(name)
    legal = {one["text"] for one in stands["decision"]["actions"]}
    go(page, position["page"])
    page.wait_for_function(SHOWN, arg=[position["title"], str(stands["view"]["n"])])
    found = reached(page)
    assert set(found["main"]) == legal
    assert set(found["listed"]) == legal
    assert found["unarmed"] == {}
    assert {aimed(text) for text in legal if text.split()[0] in AIMED} <= set(found["board"])
    taken = play_out(page, lambda: ready.stands(name), position["shows"], found["main"])
    assert taken[0] == position["shows"][0] if position["shows"] else taken[0] in legal
    assert ready.stands(name)["view"]["n"] >= stands["view"]["n"] + len(taken)
    seen.well()


def test_every_character_and_every_kind_of_decision_is_among_them() -> None:
    kinds = {(ready.edition, ready.kind) for ready in ASKED}
    played = PLAYED or [one.name for one in ASKED]
    assert {(catalogue()[name].edition, catalogue()[name].kind) for name in played} == kinds
    assert len([name for name in played if name.startswith("turn_")]) == 27


CASTS: Final = [
    ["assassin", "thief", "magician", "king", "bishop", "merchant", "architect", "warlord"],
    ["witch", "spy", "wizard", "emperor", "abbot", "alchemist", "navigator", "diplomat"],
    ["magistrate", "blackmailer", "seer", "patrician", "cardinal", "trader", "scholar", "marshal"],
    ["assassin", "thief", "magician", "king", "bishop", "merchant", "architect", "warlord", "artist"],
    ["assassin", "thief", "magician", "king", "bishop", "merchant", "architect", "warlord", "queen"],
    ["assassin", "thief", "magician", "king", "bishop", "merchant", "architect", "warlord", "tax_collector"],
]
"""Every character of the modern edition stands in one of them."""
MOST_GAMES: Final = chosen({"quick": 0, "ci": 0, "full": 12})
"""How many games each of these is given."""


@pytest.mark.skipif(MOST_GAMES == 0, reason="whole games with every cast are of size full")
@pytest.mark.parametrize("cast", CASTS, ids=lambda cast: str(cast[-1]))
def test_every_character_of_a_cast_is_picked_and_played_in_whole_games(
    cast: list[str], ready: Ready, wide: tuple[Page, Seen]
) -> None:
    page, seen = wide
    missing = set(cast[-1:] if len(cast) > 8 else cast)
    for game in range(MOST_GAMES):
        if not missing:
            break
        table = ready.service.call("POST", "/v1/tables", order(cast, game), ready.secret)
        go(page, f"/table/{table['id']}")
        page.wait_for_function(TURNED, arg=table["name"])
        wanted = {f"pick {one}" for one in missing}
        person = Person(page, Random(game), prefer=wanted.__contains__)
        person.play()
        picked = {text.removeprefix("pick ") for text in person.taken if text.startswith("pick ")}
        missing -= picked & {text for text in cast if text in acted(person)}
        seen.well()
    assert missing == set()


TURNED: Final = 'title => document.querySelector("h1")?.textContent === title && document.querySelector("#board")'


def order(cast: list[str], game: int) -> dict[str, Any]:
    """A game against AIs with this cast."""
    players = 5 if "queen" in cast else 4
    seats = [{"kind": "you"}, *[{"kind": "ai", "level": "greedy"}] * (players - 1)]
    name = f"{cast[-1]} {game}"
    return {
        "name": name,
        "players": players,
        "cast": cast,
        "seats": seats,
        "seed": sha256(name.encode()).hexdigest(),
        "clock": {"kind": "none"},
    }


def acted(person: Person) -> set[str]:
    """The characters with which a turn was taken: those picked after which turns were asked for before the next pick."""
    found: set[str] = set()
    held: set[str] = set()
    for kind, text in zip(person.kinds, person.taken, strict=True):
        if kind == "pick":
            held = {text.removeprefix("pick ")}
        elif kind == "turn":
            found |= held
    return found


@SHOWN_WRONG
def test_a_verb_that_is_lost_on_the_screen_is_found(ready: Ready, chromium: Browser) -> None:
    if not PLAYED:
        pytest.skip("not in size quick")
    position = ready.positions["turn_thief"]
    ready.reset("turn_thief")
    with player(ready, chromium, **WIDE) as (page, _):
        page.route("**/play/decision/offers.mjs", without_robbing)
        page.goto(position["page"])
        page.wait_for_selector(OWN)
        lost = ready.legal("turn_thief") - set(reached(page)["main"])
    assert lost
    assert all(text.startswith("rob ") for text in lost)


def without_robbing(route: Route) -> None:
    """The page's own offers, with one verb left out."""
    answer = route.fetch()
    kept = 'startsWith("verb:"));'
    text = answer.text()
    assert kept in text
    route.fulfill(response=answer, body=text.replace(kept, 'startsWith("verb:") && one.token !== "verb:rob");', 1))
