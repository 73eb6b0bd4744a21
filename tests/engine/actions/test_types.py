"""Actions are values: one text each, read back to the same value, in the form of text and of JSON."""

import json

import pytest
from citadels_engine import UnknownAction, action_from_json, apply, legal_actions, parse
from citadels_engine.actions import types
from citadels_engine.actions.types import (
    Action,
    Armory,
    Beautify,
    Bewitch,
    Bonus,
    Build,
    Crown,
    Destroy,
    Discard,
    Exchange,
    Give,
    Income,
    Keep,
    Kill,
    Laboratory,
    Museum,
    Peek,
    Pick,
    Plain,
    Rob,
    Seize,
    SetAside,
    Spy,
    Swap,
    Take,
    Theater,
    Threats,
    Tithe,
    Tribute,
    Warrants,
)
from citadels_engine.testing import seat, table

pytestmark = pytest.mark.interpreter

TABLE: list[tuple[str, Action]] = [
    ("pick king", Pick("king")),
    ("set_aside thief", SetAside("thief")),
    ("theater 2", Theater(2)),
    ("theater king 1", Theater(1, "king")),
    ("keep castle", Keep("castle")),
    ("discard castle", Discard("castle")),
    ("take castle", Take("castle")),
    ("give 2 castle", Give(2, "castle")),
    ("give gold", Tribute("gold")),
    ("give card", Tribute("card")),
    ("give castle", Tribute("castle")),
    ("build castle", Build("castle")),
    ("build castle framework", Build("castle", framework=True)),
    ("build necropolis over castle+", Build("necropolis", over="castle+")),
    ("build thieves_den cards 3", Build("thieves_den", cards=3)),
    ("build castle from 0", Build("castle", lender=0)),
    ("build thieves_den cards 2 from 3", Build("thieves_den", cards=2, lender=3)),
    ("kill king", Kill("king")),
    ("bewitch king", Bewitch("king")),
    ("rob king", Rob("king")),
    ("warrants king thief warlord", Warrants("king", ("thief", "warlord"))),
    ("threats king bishop", Threats("king", "bishop")),
    ("spy 1 unique", Spy(1, "unique")),
    ("swap 0", Swap(0)),
    ("peek 7", Peek(7)),
    ("income", Income()),
    ("income 0 3", Income(0, 3)),
    ("tithe 4", Tithe(4)),
    ("crown 0", Crown(0)),
    ("crown 2 gold", Crown(2, "gold")),
    ("crown 2 card", Crown(2, "card")),
    ("bonus", Bonus()),
    ("bonus gold", Bonus("gold")),
    ("bonus cards", Bonus("cards")),
    ("destroy 1 castle+", Destroy(1, "castle+")),
    ("exchange temple+ 2 keep", Exchange("temple+", 2, "keep")),
    ("seize 1 manor", Seize(1, "manor")),
    ("armory 0 castle", Armory(0, "castle")),
    ("beautify castle", Beautify("castle")),
    ("laboratory castle", Laboratory("castle")),
    ("museum castle", Museum("castle")),
    *[
        (word, Plain(word))
        for word in (
            "gold", "draw", "end", "pass", "redraw", "done", "see", "study", "collect", "smithy", "bribe", "refuse", "expose",
            "confiscate", "recover", "announce",
        )
    ],
]  # fmt: skip


@pytest.mark.parametrize(("text", "action"), TABLE, ids=[text for text, _ in TABLE])
def test_an_action_has_one_text(text: str, action: Action) -> None:
    assert str(action) == action.text == text
    assert action.verb == text.split(" ", maxsplit=1)[0]


@pytest.mark.parametrize(("text", "action"), TABLE, ids=[text for text, _ in TABLE])
def test_its_text_reads_back_as_the_same_value(text: str, action: Action) -> None:
    read = parse(text)
    assert read == action
    assert hash(read) == hash(action)
    assert repr(read) == repr(action)


@pytest.mark.parametrize(("text", "action"), TABLE, ids=[text for text, _ in TABLE])
def test_its_object_reads_back_as_the_same_value(text: str, action: Action) -> None:
    assert action_from_json(json.loads(json.dumps(action.to_json()))) == action


BASES = (Action, types.OnCharacter, types.OnDistrict)


def test_every_kind_of_action_is_in_the_table() -> None:
    kinds = {
        value
        for name, value in vars(types).items()
        if name in types.__all__ and isinstance(value, type) and value not in BASES
    }
    assert kinds == {type(action) for _, action in TABLE}


def test_actions_that_say_different_things_differ() -> None:
    assert len({action for _, action in TABLE}) == len(TABLE)
    assert len({repr(action) for _, action in TABLE}) == len(TABLE)


def test_an_action_is_not_its_text() -> None:
    assert parse("gold") != "gold"


def test_an_action_shows_its_fields() -> None:
    assert repr(parse("exchange temple 2 keep")) == "Exchange(own='temple', seat=2, district='keep')"
    assert repr(parse("end")) == "Plain('end')"


def test_an_object_may_leave_out_what_has_its_default() -> None:
    assert action_from_json({"verb": "build", "district": "castle"}) == Build("castle")
    assert action_from_json({"verb": "crown", "seat": 1}) == Crown(1)


def test_an_object_names_what_is_wrong_with_it() -> None:
    with pytest.raises(UnknownAction, match="no such verb"):
        action_from_json({"verb": "fly", "seat": 1})


def test_an_action_made_by_hand_is_as_good_as_a_listed_one() -> None:
    game = table(seat("warlord", gold=1), seat(city="market"), turn="warlord", gathered=True)
    made = Destroy(1, "market")
    assert not any(made is listed for listed in legal_actions(game))
    apply(game, made)
    assert game.seats[1].city == []


def test_listing_twice_lists_the_same() -> None:
    game = table(
        seat("warlord", gold=5, hand="castle", city="temple"), seat(city="market"), turn="warlord", gathered=True
    )
    assert legal_actions(game) is legal_actions(game)
    assert legal_actions(game.copy()) == legal_actions(game)
