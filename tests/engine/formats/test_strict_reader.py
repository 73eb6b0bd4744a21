"""Positions, set-ups and actions are read strictly: what is malformed is refused, with the field that is.

The file is long because it is one table: every field of the notation, and what it must not hold.
"""

import copy
import json
import random
from collections.abc import Iterator
from typing import Any, cast

import pytest
from citadels_engine import (
    IllegalAction,
    PositionError,
    UnknownAction,
    action_from_json,
    apply,
    is_over,
    legal_actions,
    load,
    new_game,
    parse,
    save,
    view,
)
from citadels_engine.cards.registry import CHARACTERS, DISTRICTS
from citadels_engine.testing import position, seat, table
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.setups import setup

Json = dict[str, object]
Path = tuple[str | int, ...]


def paths(value: object, at: Path = ()) -> Iterator[Path]:
    """Every path in a JSON value."""
    yield at
    if isinstance(value, dict):
        for key, part in value.items():
            yield from paths(part, (*at, key))
    elif isinstance(value, list):
        for i, part in enumerate(value):
            yield from paths(part, (*at, i))


def look(value: Any, path: Path) -> object:
    """What stands at a path."""
    for step in path:
        value = value[step]
    return cast("object", value)


def put(told: Json, path: str, value: object) -> Json:
    """A copy of the position with another value at a path; a path may lead to a new field."""
    changed: Json = copy.deepcopy(told)
    *way, last = path.split(".")
    holder = look(changed, tuple(int(step) if step.isdigit() else step for step in way))
    if isinstance(holder, list):
        holder[int(last)] = value
    else:
        assert isinstance(holder, dict)
        holder[last] = value
    return changed


def refusal(told: object) -> str:
    """The message with which a position is refused."""
    with pytest.raises(PositionError) as caught:
        load(told)
    return str(caught.value)


def field_of(message: str) -> str:
    return message.partition(":")[0]


# --- positions that hold every field ---------------------------------------------------------------------------------

BLACKMAILED = save(
    table(
        seat("magistrate", gold=3, hand="castle", city="temple+ keep", revealed="magistrate"),
        {
            **seat("blackmailer wizard", hand="manor", revealed="blackmailer wizard"),
            "city": [{"id": "museum", "tucked": ["church", "market"], "by": [1, 2]}],
        },
        seat("king bishop", gold=4, hand="docks tavern"),
        turn={"character": "wizard", "gathered": True, "built": 1, "used": ["peek"], "spent": 2},
        cast="tax_collector",
        players=3,
        crown=2,
        facedown=["architect", {"character": "warlord", "seen_by": [0, 1]}],
        warrants={"signed": "king", "blank": ["bishop", "warlord"], "shown": ["king"]},
        threats={"flowered": "bishop", "blank": "king", "shown": ["bishop"]},
        tax=2,
        completed=[1, 0],
        looks=[{"by": 1, "of": 2, "hand": ["docks", "tavern"]}],
        n=17,
        round=3,
    )
)
MURDERED = save(
    table(
        seat("assassin", gold=1),
        seat("thief"),
        seat("king", hand="manor"),
        turn={"character": "thief", "gathered": True},
        killed="king",
        robbed="bishop",
        faceup=["merchant", "architect"],
    )
)
BEWITCHED = save(table(seat("witch"), seat("king"), turn="king", gathered=False, bewitched="king"))
DRAFT = save(new_game(2, crown=1, seed="draft"))
CLASSIC = save(
    table(
        {**seat("merchant", city="bell_tower"), "built": ["bell_tower"]},
        turn="merchant",
        gathered=True,
        edition="classic",
        announced=True,
        completed=[[0, 1], 2],
    )
)
KEEP = save(
    table(
        seat("merchant"),
        turn="merchant",
        top="castle manor docks",
        decision={"kind": "keep", "cards": ["keep", "temple"]},
    )
)
PAY = save(
    table(
        seat("cardinal", hand="manor castle tavern"),
        seat("king", gold=3),
        turn={"character": "cardinal", "gathered": True, "used": ["from"]},
        decision={"kind": "pay", "do": "build docks from 1", "paid": 1, "lent": 3},
    )
)
REDRAW = save(table(seat("magician", hand="castle manor"), turn="magician", decision={"kind": "redraw", "count": 1}))
TAKE = save(table(seat("wizard"), seat("king", hand="castle"), turn="wizard", decision={"kind": "take", "from": 1}))
RETURN = save(
    table(seat("seer", hand="castle manor"), seat("king"), turn="seer", decision={"kind": "return", "to": [1, 2]})
)
WARRANT = save(
    table(
        seat("magistrate"),
        seat("king"),
        turn="king",
        gathered=True,
        warrants={"signed": "king", "blank": ["bishop", "warlord"]},
        decision={"kind": "warrant", "district": "castle", "gold": 4},
    )
)
RANSOM = save(
    table(
        seat("warlord"),
        seat("king", gold=1, city="graveyard"),
        turn="warlord",
        gathered=True,
        edition="classic",
        decision={"kind": "ransom", "district": "museum", "under": 2},
    )
)
HOSPITAL = save(
    table(seat("assassin"), seat("king", city="hospital"), seat(), turn="king", killed="thief", edition="classic")
)
WHOLE = {
    "blackmailed": BLACKMAILED, "murdered": MURDERED, "bewitched": BEWITCHED, "draft": DRAFT, "classic": CLASSIC, "keep": KEEP,
    "pay": PAY, "redraw": REDRAW, "take": TAKE, "return": RETURN, "warrant": WARRANT, "ransom": RANSOM,
}  # fmt: skip


@pytest.mark.parametrize("name", WHOLE)
def test_the_whole_position_is_read_and_written_unchanged(name: str) -> None:
    assert save(load(WHOLE[name])) == WHOLE[name]


def wrong_types(value: object) -> list[object]:
    """Values of other types than this one's."""
    if isinstance(value, bool):
        return [0, 1, "true", 1.0, [], {}]
    if isinstance(value, int):
        return [True, False, "1", 1.0, 0.5, -1, [], {}]
    if isinstance(value, str):
        return [0, 1, True, False, 1.0, []]
    if isinstance(value, list):
        return [0, 1, "", "x", True, False, 1.0]
    return [0, 1, "", "x", True, False, []]


MISTYPED = [
    (name, ".".join(str(step) for step in path), wrong)
    for name, told in WHOLE.items()
    for path in paths(told)
    if path and look(told, path) is not None
    for wrong in wrong_types(look(told, path))
]


@pytest.mark.parametrize("name", WHOLE)
def test_every_field_refuses_every_other_type(name: str) -> None:
    """The message begins with the field itself, or with the one that holds it."""
    astray = []
    for at, path, wrong in MISTYPED:
        if at == name and not may_stand(path, wrong):
            field = field_of(refusal(put(WHOLE[at], path, wrong)))
            if not (path.startswith(field) and path.count(".") - field.count(".") <= 1):
                astray.append((path, wrong, field))
    assert astray == []


def may_stand(path: str, wrong: object) -> bool:
    """Whether the notation allows the other type after all: one seat in place of some that completed together."""
    return path.startswith("completed.") and path.count(".") == 1 and type(wrong) is int and wrong >= 0


@pytest.mark.parametrize("told", [None, 3, "position", [], [{}], True])
def test_a_position_is_an_object(told: object) -> None:
    assert refusal(told).startswith("position: ")


@pytest.mark.parametrize("name", WHOLE)
def test_no_object_has_a_field_beyond_the_notation(name: str) -> None:
    told = WHOLE[name]
    for path in paths(told):
        if isinstance(look(told, path), dict) and path != ("options",):
            at = ".".join([*map(str, path), "extra"])
            assert refusal(put(told, at, 0)) == f"{at}: there is no such field"


REFUSED = [
    # the whole
    (BLACKMAILED, "format", "citadels-position/2", "format: "),
    (BLACKMAILED, "edition", "medieval", "edition: 'medieval' is not one of modern, classic"),
    (BLACKMAILED, "phase", "draft", "phase: 'draft' is not one of pick, turns, over"),
    (BLACKMAILED, "round", 0, "round: 0 is under 1"),
    (BLACKMAILED, "crown", 3, "crown: there is no seat 3 among 3"),
    (BLACKMAILED, "seed", "\ud800", "seed: it holds a surrogate"),
    (BLACKMAILED, "announced", True, "announced: the modern edition has no Bell Tower"),
    (BLACKMAILED, "options.city_size", 7, "options.city_size: the modern edition has no such option"),
    (BLACKMAILED, "options.city_size_8p", 9, "options.city_size_8p: 9 is not one of 7, 8"),
    (BLACKMAILED, "options.city_size_8p", True, "options.city_size_8p: True"),
    (BLACKMAILED, "options.classic_short_game", True, "options.classic_short_game: the modern edition"),
    # the cast
    (BLACKMAILED, "cast", None, "cast: None is no list"),
    (BLACKMAILED, "cast.3", "mayor", "cast: there is no character 'mayor'"),
    (BLACKMAILED, "cast.3", "bishop", "cast: bishop and bishop both have rank 5; one a rank (S1.1)"),
    (BLACKMAILED, "cast.8", "queen", "cast: queen needs 5 players or more, not 3 (S1.3)"),
    (BLACKMAILED, "cast", ["magistrate"], "cast: 1 characters; 3 players use 9 (S1.2)"),
    (DRAFT, "cast.3", "emperor", "cast: emperor needs 3 players or more, not 2 (S1.3)"),
    (CLASSIC, "cast.3", "patrician", "cast: there is no character 'patrician' in the classic edition"),
    # the seats
    (BLACKMAILED, "seats", [], "seats: 0 seats; the game is for 2 to 8 (S1.1)"),
    (BLACKMAILED, "seats", [{}] * 9, "seats: 9 seats"),
    (BLACKMAILED, "seats.0.hand.0", "casle", "seats.0.hand.0: there is no district 'casle' in the modern edition"),
    (BLACKMAILED, "seats.0.hand.0", "castle+", "seats.0.hand.0: there is no district 'castle+'"),
    (BLACKMAILED, "seats.0.hand.0", "university", "seats.0.hand.0: there is no district 'university' in the modern"),
    (BLACKMAILED, "seats.0.city.0", "temple++", "seats.0.city.0: there is no district"),
    (BLACKMAILED, "seats.0.city.0", {"id": "temple", "tucked": ["tavern"]}, "seats.0.city.0: nothing can be tucked under temple"),
    (BLACKMAILED, "seats.1.city.0.tucked.0", "mill", "seats.1.city.0.tucked.0: there is no district 'mill'"),
    (BLACKMAILED, "seats.1.city.0.by", [1], "seats.1.city.0.by: one seat for each card tucked"),
    (BLACKMAILED, "seats.1.city.0.by.1", 3, "seats.1.city.0.by.1: there is no seat 3"),
    (BLACKMAILED, "seats.0.characters.0", "assassin", "seats.0.characters.0: 'assassin' is not in the cast"),
    (BLACKMAILED, "seats.0.characters.0", "king", "seats: the character king lies in two places (S1.1)"),
    (BLACKMAILED, "seats.0.revealed.0", "king", "seats.0.revealed: king is not one of the seat's characters"),
    (BLACKMAILED, "seats.0.built", [], "seats.0.built: only the classic edition"),
    (CLASSIC, "seats.0.built.0", "armoury", "seats.0.built.0: there is no district 'armoury'"),
    # cards
    (BLACKMAILED, "seats.0.hand", ["cathedral"] * 3, "seats: more copies of cathedral than the 2 there are (S1.4)"),
    (BLACKMAILED, "seats.0.hand", ["keep"], "seats: more copies of keep than the 1 there are (S1.4)"),
    (BLACKMAILED, "uniques", ["museum"], "seats: more copies of keep than the 0 there are (S1.4)"),
    (BLACKMAILED, "uniques.0", "castle", "uniques: there is no unique district 'castle'"),
    (BLACKMAILED, "uniques", ["keep", "keep"], "uniques: keep is named twice (S1.4)"),
    (BLACKMAILED, "deck", ["castle"] * 9, "seats: more copies of castle"),
    (BLACKMAILED, "deck", {"top": ["castle"], "middle": []}, "deck.middle: there is no such field"),
    (BLACKMAILED, "deck", {"top": "castle"}, "deck.top: 'castle' is no list"),
    (BLACKMAILED, "deck", {"bottom": ["mill"]}, "deck.bottom.0: there is no district 'mill'"),
    (BLACKMAILED, "deck", 3, "deck: 3 is no object"),
    # characters aside
    (MURDERED, "faceup.0", "queen", "faceup.0: 'queen' is not in the cast"),
    (MURDERED, "faceup", ["king"], "seats: the character king lies in two places (S1.1)"),
    (MURDERED, "faceup", ["bishop", "bishop"], "seats: the character bishop lies in two places"),
    (BLACKMAILED, "facedown.0.character", "king", "seats: the character king lies in two places"),
    (BLACKMAILED, "facedown.1.seen_by.0", 3, "facedown.1.seen_by: there is no seat 3"),
    (DRAFT, "pool.0", look(DRAFT, ("pool", 1)), "seats: the character"),
    (DRAFT, "faceup", ["thief", "magician"], "seats: the character"),
    # the turn and its markers
    (DRAFT, "turn", {"character": "king"}, "turn: only the phase `turns` has a turn"),
    (DRAFT, "decision", {"kind": "theater"}, "decision: only the phase `turns` has a decision"),
    (BLACKMAILED, "turn.character", "queen", "turn.character: 'queen' is not in the cast"),
    (BLACKMAILED, "turn.character", "merchant", "turn.character: nobody holds merchant"),
    (BLACKMAILED, "turn.used.0", "peak", "turn.used.0: 'peak' is no action that is taken once a turn"),
    (MURDERED, "killed.character", "queen", "killed.character: 'queen' is not in the cast"),
    (MURDERED, "killed", "queen", "killed: 'queen' is not in the cast"),
    (MURDERED, "robbed.by", 4, "robbed.by: there is no seat 4 among 4"),
    (BEWITCHED, "bewitched.by", 9, "bewitched.by: there is no seat 9"),
    (BLACKMAILED, "warrants.signed", "magician", "warrants.signed: 'magician' is not in the cast"),
    (BLACKMAILED, "warrants.signed", None, "warrants: all three warrants are placed (R-NAME-3)"),
    (BLACKMAILED, "warrants.signed", "bishop", "warrants: one marker a character (C-MAGISTRATE-1"),
    (BLACKMAILED, "warrants.blank", ["bishop"], "warrants.blank: 1 blank markers; there are 2"),
    (BLACKMAILED, "warrants.blank", "bishop", "warrants.blank: 'bishop' is no list"),
    (BLACKMAILED, "warrants.shown", ["architect"], "warrants.shown.0: architect carries none of these markers"),
    (BLACKMAILED, "warrants.by", 3, "warrants.by: there is no seat 3"),
    (BLACKMAILED, "threats.blank", "bishop", "threats: one marker a character"),
    (BLACKMAILED, "threats.blank", ["king"], "threats.blank: ['king'] is no text"),
    (BLACKMAILED, "threats.shown", ["wizard"], "threats.shown.0: wizard carries none of these markers"),
    (MURDERED, "warrants", {"signed": "king", "blank": ["bishop", "warlord"]}, "warrants: there is no magistrate in the cast"),
    (MURDERED, "threats", {"flowered": "king", "blank": "bishop"}, "threats: there is no blackmailer in the cast"),
    # completion and looks
    (BLACKMAILED, "completed", [0, 0], "completed: a seat completes its city once (R-END-5)"),
    (BLACKMAILED, "completed", [0, []], "completed: a seat completes its city once"),
    (BLACKMAILED, "completed", [[0, 3]], "completed.0: there is no seat 3"),
    (BLACKMAILED, "looks.0.by", 3, "looks.0.by: there is no seat 3"),
    (BLACKMAILED, "looks.0.of", None, "looks.0.of: None is no whole number"),
    (BLACKMAILED, "looks.0.hand.0", "mill", "looks.0.hand.0: there is no district 'mill'"),
    # decisions
    (KEEP, "decision.kind", "turn", "decision.kind: 'turn' is not a decision that a position names"),
    (KEEP, "decision.kind", None, "decision.kind: None is no text"),
    (KEEP, "decision.seat", 1, "decision.seat: 'keep' is asked of seat 0, not 1"),
    (KEEP, "decision.seat", 4, "decision.seat: there is no seat 4"),
    (KEEP, "decision.cards", [], "decision.cards: there is nothing to keep"),
    (KEEP, "decision.from", "deck", "decision.from: 'deck' is not one of draw, study"),
    (KEEP, "decision.left", 0, "decision.left: 0 is under 1"),
    (KEEP, "turn", None, "turn: a decision 'keep' wants a turn"),
    (KEEP, "decision", {"kind": "theater"}, "decision.kind: 'theater' is not asked in a turn"),
    (KEEP, "decision", {"kind": "expose"}, "decision.kind: 'expose' wants a threat"),
    (KEEP, "decision", {"kind": "ward"}, "decision.kind: 'ward' is asked in the classic edition only"),
    (RANSOM, "decision", {"kind": "ward"}, "decision.kind: 'ward' is asked of who owns hospital, and nobody does"),
    (HOSPITAL, "decision", {"kind": "ward"}, "decision.kind: 'ward' is asked when the murdered character is called"),
    (RANSOM, "decision", {"kind": "chime", "seat": 1}, "decision.seat: 'chime' is asked of seat 0, not 1"),
    (PAY, "decision.do", "end", "decision.do: 'end' is no build that owes cards"),
    (PAY, "decision.do", "build docks", "decision.do: 'build docks' is no build that owes cards"),
    (PAY, "decision.do", "built docks from 1", "decision.do: 'built docks from 1' is no action"),
    (PAY, "decision.do", "build docks from 0", "decision.do: the lender is another seat"),
    (PAY, "decision.do", "build docks from 4", "decision.do: the lender is another seat"),
    (PAY, "decision.do", "build mill from 1", "decision.do: there is no district 'mill'"),
    (PAY, "decision.paid", 4, "decision.paid: the hand does not hold the cards still owed"),
    (PAY, "decision.lent", 9, "decision.paid: the hand does not hold the cards still owed"),
    (TAKE, "decision.from", 0, "decision.from: the Wizard looks at another seat's hand (C-WIZARD-1)"),
    (TAKE, "decision.from", 4, "decision.from: there is no seat 4"),
    (RETURN, "decision.to", [0], "decision.to: the Seer gives a card of her hand"),
    (RETURN, "decision.to", [1, 2, 3], "decision.to: the Seer gives a card of her hand"),
    (WARRANT, "warrants", None, "decision.kind: 'warrant' wants a warrant"),
    (WARRANT, "decision.district", "mill", "decision.district: there is no district 'mill'"),
    (WARRANT, "decision.seat", 1, "decision.seat: 'warrant' is asked of seat 0, not 1"),
    (RANSOM, "decision.under", 99, "decision.under: the deck does not hold the cards that were tucked"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("told", "path", "value", "message"), REFUSED, ids=lambda one: one if isinstance(one, str) else ""
)
def test_what_cannot_be_is_refused(told: Json, path: str, value: object, message: str) -> None:
    assert refusal(put(told, path, value)).startswith(message)


@pytest.mark.parametrize("kind", ["advise", "theater"])
def test_a_decision_between_the_turns_needs_its_cause(kind: str) -> None:
    told = position(seat("king"), decision={"kind": kind})
    assert refusal(told).startswith("decision.kind: ")


def test_a_decision_in_a_turn_means_that_its_character_has_been_revealed() -> None:
    told = put(KEEP, "seats.0.revealed", [])
    assert look(save(load(told)), ("seats", 0, "revealed")) == ["merchant"]


def test_a_draft_without_enough_characters_ends_when_none_is_left() -> None:
    game = load(put(put(DRAFT, "pool", []), "facedown", []))
    assert save(game)["phase"] == "turns" or legal_actions(game)
    bare = {"cast": CAST, "seats": [{}, {}, {}, {}], "phase": "pick", "pool": ["king", "thief"], "facedown": ["bishop"]}
    game = load(bare)
    assert {str(action) for action in legal_actions(game)} == {"pick king", "pick thief"}
    apply(game, "pick king")
    apply(game, "pick thief")
    assert save(game)["phase"] == "turns"


# --- set-ups ---------------------------------------------------------------------------------------------------------

CAST = ["assassin", "thief", "magician", "king", "bishop", "merchant", "architect", "warlord"]
SETUP: Json = {"players": 4, "cast": CAST}


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("players", 1, "players: 1; the game is for 2 to 8 (S1.1)"),
        ("players", 9, "players: 9"),
        ("players", True, "players: True"),
        ("players", "4", "players: '4'"),
        ("players", None, "players: None"),
        ("cast", None, "cast: None is no list"),
        ("cast", CAST[:7], "cast: 7 characters; 4 players use 8 or 9 (S1.2)"),
        ("cast.0", "thief", "cast: thief and thief both have rank 2"),
        ("cast.0", 3, "cast.0: 3 is no text"),
        ("uniques", [], "uniques: 0 unique districts; a game has exactly 14 (S1.4, R-SET-4)"),
        ("uniques", ["keep"], "uniques: 1 unique districts"),
        ("uniques", ["bell_tower"] * 14, "uniques: there is no unique district 'bell_tower'"),
        ("crown", 4, "crown: there is no seat 4 among 4"),
        ("crown", True, "crown: True is no whole number"),
        (
            "options",
            {"initial_crown": "chosen_seat"},
            "crown: the option initial_crown = chosen_seat wants a seat (S1.6",
        ),
        ("options", ["initial_crown"], "options: ['initial_crown'] is no object"),
        ("seed", 3, "seed: 3 is no text"),
        ("seed", "\udfff", "seed: it holds a surrogate"),
        ("edition", "modern ", "edition: 'modern ' is not one of"),
        ("format", "citadels-record/1", "format: "),
        ("seats", [{}] * 4, "seats: there is no such field"),
        ("round", 2, "round: there is no such field"),
        ("deck", [], "deck: there is no such field"),
    ],
)
def test_a_set_up_that_cannot_be_is_refused(path: str, value: object, message: str) -> None:
    assert refusal(put(SETUP, path, value)).startswith(message)


def test_a_set_up_deals() -> None:
    assert len(legal_actions(load(SETUP))) == 5


CLASSIC_PURPLE = [card.id for card in DISTRICTS["classic"].values() if card.unique and not card.bonus]


@pytest.mark.parametrize(
    ("cast", "uniques", "message"),
    [
        (CAST, CLASSIC_PURPLE[1:], "uniques: 11 purple cards beside 0 bonus ones, 1 removed of 12; 0 may be removed"),
        (CAST, [*CLASSIC_PURPLE, "armory", "park", "museum", "smithy_"], "uniques: there is no unique district 'smithy_'"),
        (CAST, [*CLASSIC_PURPLE, "armory", "park", "museum", "factory"], "uniques: 12 purple cards beside 4 bonus ones, 0 removed of 12; 1 or 2 may"),
        ([*CAST[:7], "diplomat"], CLASSIC_PURPLE, "uniques: the Graveyard is removed when the Diplomat is in the cast (K-S3)"),
        ([*CAST, "queen"], CLASSIC_PURPLE, "cast: queen needs 5 players or more"),
        ([*CAST, "tax_collector"], CLASSIC_PURPLE, "cast: thief and tax_collector both have rank 2"),
    ],
)  # fmt: skip
def test_a_classic_set_up_that_cannot_be_is_refused(cast: list[str], uniques: list[str], message: str) -> None:
    told = {"edition": "classic", "players": 4, "cast": cast, "uniques": uniques}
    assert refusal(told).startswith(message)


# --- actions ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "Gold", "gold ", " gold", "gold 2", "build", "build  castle", "build Castle", "build castle framework 1",
        "build castle from", "build castle from x", "build castle from -1", "build castle from 01", "build castle cards 0",
        "build castle cards 1 from", "build castle over", "build castle from 1 cards 1", "kill", "kill 3", "pick king bishop",
        "rob", "destroy castle", "destroy 1", "destroy castle 1", "destroy one castle", "destroy 1 castle keep", "income 1",
        "income 1 2 3", "income -1 2", "income ١ 2", "crown", "crown 1 gold card", "crown 1 district", "bonus card", "spy 1",
        "warrants king", "warrants king bishop", "warrants king bishop thief witch", "threats king", "exchange castle 1",
        "exchange 1 castle keep", "theater", "theater king", "theater 1 king", "give", "give 1", "swap king", "peek", "tithe x",
        "beautify", "beautify castle keep", "laboratory", "museum 3", "pass me", "end\n", "gold\tdraw", "drew",
    ],
)  # fmt: skip
def test_a_text_that_is_no_action_is_refused(text: str) -> None:
    with pytest.raises(UnknownAction, match="is no action"):
        parse(text)


@pytest.mark.parametrize(
    "told",
    [
        {}, {"verb": None}, {"verb": 3}, {"verb": "fly"}, {"verb": "gold", "seat": 1}, {"verb": "kill"},
        {"verb": "kill", "character": 3}, {"verb": "kill", "character": "king", "seat": 1}, {"verb": "kill", "character": ["king"]},
        {"verb": "destroy", "seat": "1", "district": "castle", "extra": 1}, {"verb": "destroy", "seat": -1, "district": "castle"},
        {"verb": "destroy", "seat": True, "district": "castle"}, {"verb": "destroy", "seat": 1.0, "district": "castle"},
        {"verb": "warrants", "signed": "king", "blank": []}, {"verb": "warrants", "signed": "king", "blank": ["bishop"]},
        {"verb": "warrants", "signed": "king", "blank": "bishop"}, {"verb": "threats", "flowered": "king"},
        {"verb": "build", "district": "castle", "cards": -1}, {"verb": "build", "district": ""}, {"verb": "give"},
        {"verb": "give", "what": "gold", "seat": 1}, {"verb": "income", "gold": 1}, {"verb": "crown", "seat": 1, "taking": "all"},
        {"verb": "crown", "seat": "1"}, {"verb": "build", "district": "castle", "framework": 1}, {"verb": "swap", "seat": "1"},
        {"verb": "build", "district": "castle", "framework": True, "over": "keep"}, {"verb": "income", "gold": "1", "cards": "1"},
        {"verb": "warrants", "signed": "king", "blank": ["bishop", "thief", "witch"]},
    ],
)  # fmt: skip
def test_an_object_that_is_no_action_is_refused(told: dict[str, object]) -> None:
    with pytest.raises(UnknownAction, match="is no action"):
        action_from_json(told)


def test_an_action_that_is_not_listed_is_refused_with_who_has_to_answer() -> None:
    game = table(seat("king", gold=2), turn="king", gathered=True)
    with pytest.raises(IllegalAction, match="build castle"):
        apply(game, "build castle")


# --- mutations -------------------------------------------------------------------------------------------------------


def any_game(chance: random.Random) -> Json:
    """A saved position out of a random game, in the middle of an action where there is one."""
    game = setup(chance.randint(0, 10**6)).deal()
    told = save(game)
    for _ in range(chance.randint(0, 160)):
        if is_over(game):
            break
        apply(game, chance.choice(legal_actions(game)))
        if game.pending is None or game.pending.saved() is not None or chance.random() < 0.1:
            told = save(game)
    return told


NAMES = sorted({name for tables in (CHARACTERS, DISTRICTS) for cards in tables.values() for name in cards})
KINDS = ["keep", "redraw", "pay", "take", "return", "warrant", "ransom", "theater", "expose", "advise", "tribute", "chime", "search", "ward"]  # fmt: skip


def any_value(chance: random.Random) -> object:
    """A JSON value that might stand somewhere in a position."""
    name = chance.choice(NAMES)
    values: list[object] = [
        None, True, False, -1, 0, 1, 2, 5, 8, 10**9, 0.5, "", "\ud800", "pick", "turns", "over", [], {}, [0], [name], name,
        f"{name}+", {"character": name}, {"character": name, "by": chance.randint(0, 8)}, {"kind": chance.choice(KINDS)},
        chance.choice(KINDS), {"id": name, "tucked": [chance.choice(NAMES)]}, {"top": [name]}, f"build {name} from 1",
    ]  # fmt: skip
    return chance.choice(values)


def mutate(told: Json, chance: random.Random) -> Json:
    """The position with one to three values replaced, deleted, inserted or copied from elsewhere in it."""
    told = copy.deepcopy(told)
    for _ in range(chance.choice([1, 1, 2, 3])):
        every = [path for path in paths(told) if path]
        shallow = [path for path in every if len(path) <= 2]
        path = chance.choice(chance.choice([every, shallow]))
        holder, last = look(told, path[:-1]), path[-1]
        if isinstance(holder, dict):
            assert isinstance(last, str)
            change_field(holder, last, told, chance.choice(every), chance)
        elif isinstance(holder, list):
            assert isinstance(last, int)
            change_item(holder, last, told, chance.choice(every), chance)
    return told


def change_field(holder: dict[str, object], name: str, told: Json, other: Path, chance: random.Random) -> None:
    match chance.randint(0, 4):
        case 0:
            del holder[name]
        case 1:
            holder[chance.choice(["by", "kind", "seat", "tucked", "under", "lent", "extra"])] = any_value(chance)
        case 2:
            holder[name] = copy.deepcopy(look(told, other))
        case _:
            holder[name] = any_value(chance)


def change_item(holder: list[object], at: int, told: Json, other: Path, chance: random.Random) -> None:
    match chance.randint(0, 4):
        case 0:
            del holder[at]
        case 1:
            holder.insert(at, any_value(chance))
        case 2:
            holder[at] = copy.deepcopy(look(told, other))
        case _:
            holder[at] = any_value(chance)


@settings(max_examples=300, deadline=None)
@given(st.integers(0, 2**64))
def test_a_mutated_position_is_refused_or_plays_on(number: int) -> None:
    """Either PositionError, or a game that saves and loads unchanged and awaits an action, now and after each of a few."""
    chance = random.Random(number)
    whole = any_game(chance)
    for _ in range(25):
        told = mutate(whole, chance)
        try:
            game = load(told)
        except PositionError:
            continue
        for _ in range(3):
            saved = save(game)
            assert save(load(json.loads(json.dumps(saved)))) == saved
            assert is_over(game) or legal_actions(game)
            assert [view(game, number).to_json()["n"] for number in (None, 0)] == [game.n, game.n]
            if is_over(game):
                break
            apply(game, chance.choice(legal_actions(game)))
