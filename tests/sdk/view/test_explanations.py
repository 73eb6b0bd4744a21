"""What every action does and costs, in the words that people have read."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from citadels_engine import parse
from citadels_engine import view as see
from citadels_engine.cards.registry import CHARACTERS, DISTRICTS
from citadels_engine.testing import seat, table
from citadels_sdk.render.sentences import Teller
from citadels_sdk.view.explanations import explain, price, rank8_price

from tests.support.decisions import NAMES, decisions
from tests.support.kept import assert_kept

KEPT = Path(__file__).parent / "kept"
CARDS = {name for known in [*map(set, CHARACTERS.values()), *map(set, DISTRICTS.values())] for name in known}
EXAMPLES = 3


def form(text: str) -> str:
    """The action without its cards and seats."""
    return " ".join("card" if word.removesuffix("+") in CARDS else re.sub(r"\d", "0", word) for word in text.split())


def test_every_form_of_an_action_is_explained_in_the_words_that_people_have_read() -> None:
    found: dict[str, dict[str, str]] = {}
    for view in decisions():
        assert view.own is not None
        assert view.decision is not None
        teller = Teller(view.edition, NAMES, viewer=view.own.seat)
        for action in view.actions:
            told = found.setdefault(f"{view.edition} {view.decision.kind} {form(action.text)}", {})
            said = explain(teller, view, action)
            if len(told) < EXAMPLES or (action.text.startswith("build") and len(told) < 3 * EXAMPLES):
                told.setdefault(said, action.text)
    lines = [f"{text}: {said}" for told in found.values() for said, text in told.items()]
    assert_kept(KEPT / "explained.txt", lines)


def test_what_no_recorded_decision_offers_is_explained_too() -> None:
    view = next(one for one in decisions() if one.edition == "modern" and len(one.seats) > 4)
    teller = Teller("modern", NAMES, viewer=0)
    said = [
        explain(teller, view, parse(text))
        for text in (
            "theater 1", "theater king 1", "crown 1", "crown 1 gold", "crown 1 card", "give gold", "give card", "give docks", "give 1 docks",
            "spy 1 noble", "tithe 1", "warrants king thief witch", "threats king thief", "bonus gold", "bonus cards", "income 1 2", "bribe", "refuse",
            "expose", "confiscate", "recover", "announce", "pass", "set_aside king", "kill king", "bewitch king", "rob king", "laboratory docks",
            "museum docks", "beautify docks", "keep keep", "take docks", "discard docks", "build necropolis over docks+", "build docks framework",
            "build thieves_den cards 1", "build thieves_den cards 2", "swap 1", "peek 1", "see", "study", "smithy", "redraw", "done", "end", "gold", "draw",
        )
    ]  # fmt: skip
    assert_kept(KEPT / "explained_all.txt", said)


def test_prices_follow_the_cities() -> None:
    """The Factory makes unique districts cheaper, the Great Wall makes districts dearer to rank 8."""
    told = []
    for view in decisions():
        if view.own is None:
            continue
        told += [price(view, name) - DISTRICTS[view.edition][name].cost for name in ("castle", "library", "factory")]
        for seen in view.seats:
            for built in seen.city:
                extra = rank8_price(view, seen.number, built.text, 2) - 2
                wall = any(one.id == "great_wall" for one in seen.city)
                assert extra == (wall and not (view.edition == "classic" and built.id == "great_wall"))
    assert set(told[0::3]) == {0}
    assert set(told[1::3]) == {0, -1}
    assert set(told[2::3]) == {0}


@pytest.mark.parametrize(
    ("character", "city", "said"),
    [
        ("patrician", "tavern", "0 cards for your noble districts"), ("patrician", "manor", "1 card for your noble districts"),
        ("patrician", "manor castle", "2 cards for your noble districts"), ("king", "manor", "1 gold for your noble districts"),
        ("king", "manor school_of_magic tavern", "2 gold for your noble districts"), ("warlord", "manor", "0 gold for your military districts"),
    ],
)  # fmt: skip
def test_an_income_is_told_with_what_it_is(character: str, city: str, said: str) -> None:
    view = see(table(seat(character, city=city), seat("thief"), turn=character, gathered=True), 0)
    assert explain(Teller("modern", NAMES, viewer=0), view, parse("income")) == said
