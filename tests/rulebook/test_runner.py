"""The runner of cases can fail: each planted fault is reported with its step, what was expected and what was found."""

from typing import NamedTuple

import pytest
from citadels_engine.errors import CaseError
from citadels_engine.formats.conformance import Failure, check_case, read_cases
from citadels_engine.testing import position, seat

WARLORD = position(
    seat("warlord", gold=4, hand="palace manor", city="fortress"),
    seat("king", gold=1, hand="docks", city="market keep"),
    turn="warlord",
    gathered=True,
    deck="temple church prison",
    completed=[1, 0],
    killed="thief",
    tax=2,
)
LEGAL = ["income", "destroy 0 fortress", "destroy 1 market", "build manor", "end"]
OVER = position(seat("king", gold=4, city="castle"), seat("bishop", city="temple"), phase="over")


class Planted(NamedTuple):
    """A step that holds, the same with a fault in it, and what the report must say."""

    name: str
    right: dict[str, object]
    wrong: dict[str, object]
    expected: str
    found: str
    given: dict[str, object] = WARLORD


PLANTED = [
    Planted("do an illegal action", {"do": "income"}, {"do": "destroy 1 keep"}, "'destroy 1 keep' to be legal", "income"),
    Planted("do the second of a list", {"do": ["income", "end"]}, {"do": ["end", "end"]}, "'end' to be legal", "[]"),
    Planted("do after the end", {"awaits": None}, {"do": "*"}, "'*' to be legal", "[]", OVER),
    Planted("legal", {"legal": LEGAL[:2]}, {"legal": ["end", "smithy"]}, "'smithy' to be legal", "build manor"),
    Planted("illegal", {"illegal": ["build palace"]}, {"illegal": "end"}, "'end' not to be legal", "build manor"),
    Planted("only, one too many", {"only": LEGAL}, {"only": [*LEGAL, "smithy"]}, "only [", "missing: ['smithy']"),
    Planted("only, one too few", {"only": LEGAL}, {"only": LEGAL[1:]}, "only [", "too many: ['income']"),
    Planted("count, too high", {"count": 5}, {"count": 6}, "6 actions", "5: ["),
    Planted("count, no number", {"count": 5}, {"count": True}, "True actions", "5: ["),
    Planted("awaits another seat", {"awaits": {"seat": 0}}, {"awaits": {"seat": 1}}, "awaits seat 1", "0"),
    Planted("awaits another kind", {"awaits": {"kind": "turn"}}, {"awaits": {"kind": "keep"}}, "awaits kind keep", "turn"),
    Planted("awaits another number", {"awaits": {"n": 0}}, {"awaits": {"n": 1}}, "awaits n 1", "0"),
    Planted("awaits other actions", {"awaits": {"actions": LEGAL}}, {"awaits": {"actions": []}}, "awaits actions []", "end"),
    Planted("awaits nothing", {"awaits": {}}, {"awaits": None}, "a game that is over", "a decision is awaited"),
    Planted("awaits in a game over", {"awaits": None}, {"awaits": {"seat": 0}}, "awaits {'seat': 0}", "over", OVER),
    Planted("expect a number", {"expect": {"tax": 2}}, {"expect": {"tax": 3}}, "tax = 3", "2"),
    Planted("expect truth for a number", {"expect": {"seats.1.gold": 1}}, {"expect": {"seats.1.gold": True}}, "True", "1"),
    Planted("expect in a list", {"expect": {"seats.0.hand": ["manor", "palace"]}},
            {"expect": {"seats.0.hand": ["manor", "manor"]}}, "['manor', 'manor']", "['palace', 'manor']"),
    Planted("expect too few of a list", {"expect": {"seats.1.city": ["keep", "market"]}},
            {"expect": {"seats.1.city": ["keep"]}}, "['keep']", "['market', 'keep']"),
    Planted("expect a mark", {"expect": {"killed": "thief"}}, {"expect": {"killed": "king"}}, "'king'", "thief"),
    Planted("expect nothing", {"expect": {"robbed": None}}, {"expect": {"killed": None}}, "None", "thief"),
    Planted("expect what is not there", {"expect": {"seats.3.gold": 0}}, {"expect": {"seats.4.gold": 0}}, "seats.4.gold", "None"),
    Planted("expect another order of the deck", {"expect": {"deck": ["temple", "church", "prison"]}},
            {"expect": {"deck": ["church", "temple", "prison"]}}, "'church', 'temple'", "'temple', 'church'"),
    Planted("expect another top", {"expect": {"deck.top": ["temple", "church"]}},
            {"expect": {"deck.top": ["church", "temple"]}}, "deck.top", "['temple', 'church']"),
    Planted("expect another bottom", {"expect": {"deck.bottom": ["church", "prison"]}},
            {"expect": {"deck.bottom": ["prison", "church"]}}, "deck.bottom", "['church', 'prison']"),
    Planted("expect more than the deck", {"expect": {"deck.bottom": ["prison"]}},
            {"expect": {"deck.bottom": ["prison", "temple", "church", "prison"]}}, "deck.bottom", "prison"),
    Planted("expect another order of completion", {"expect": {"completed": [1, 0]}},
            {"expect": {"completed": [0, 1]}}, "completed = [0, 1]", "[1, 0]"),
    Planted("expect a size", {"expect": {"deck.size": 3}}, {"expect": {"deck.size": 2}}, "deck.size = 2", "3"),
    Planted("expect the size of a number", {"expect": {"seats.0.hand.size": 2}},
            {"expect": {"turn.character.size": 7}}, "turn.character.size", "no such path"),
    Planted("has", {"has": {"deck": ["church"]}}, {"has": {"deck": ["market"]}}, "market in deck", "church"),
    Planted("has twice what is there once", {"has": {"deck": ["church"]}}, {"has": {"deck": ["church", "church"]}}, "church in deck", "prison"),
    Planted("has in no list", {"has": {"deck": []}}, {"has": {"tax": []}}, "a list at tax", "2"),
    Planted("lacks", {"lacks": {"deck": ["market"]}}, {"lacks": {"deck": ["market", "church"]}}, "no church in deck", "temple"),
    Planted("lacks in no list", {"lacks": {"deck": []}}, {"lacks": {"killed": []}}, "a list at killed", "thief"),
    Planted("a view of what is hidden", {"view": {"seat": 1, "expect": {"seats.0.hand": 2}}},
            {"view": {"seat": 1, "expect": {"seats.0.hand": ["palace", "manor"]}}}, "['palace', 'manor']", "2"),
    Planted("a view of another number", {"view": {"seat": None, "expect": {"deck.size": 3}}},
            {"view": {"seat": None, "expect": {"deck": 4}}}, "deck = 4", "3"),
    Planted("a view that hides what it shows", {"view": {"seat": 1, "hides": ["palace"]}},
            {"view": {"seat": 0, "hides": ["palace"]}}, "no palace in the view of 0", "it is there"),
    Planted("a view that hides what lies in a city", {"view": {"seat": None, "hides": ["docks"]}},
            {"view": {"seat": None, "hides": ["fortress"]}}, "no fortress in the view of None", "it is there"),
    Planted("a score", {"score": {"0": 7}}, {"score": {"0": 8}}, "8 points of seat 0", "7:"),
    Planted("the second of two scores", {"score": {"0": 4, "1": 1}}, {"score": {"0": 4, "1": 2}}, "2 points of seat 1", "1:", OVER),
    Planted("other winners", {"winners": [0]}, {"winners": [1]}, "winners [1]", "[0]", OVER),
    Planted("too many winners", {"winners": [0]}, {"winners": [0, 1]}, "winners [0, 1]", "[0]", OVER),
    Planted("no winners", {"winners": [0]}, {"winners": []}, "winners []", "[0]", OVER),
]  # fmt: skip


def run(*steps: object, given: object = WARLORD, **more: object) -> Failure | None:
    return check_case({"id": "planted", "rules": [], "given": given, "steps": list(steps), **more})


def failure_of(*steps: object, given: object = WARLORD, **more: object) -> Failure:
    failure = run(*steps, given=given, **more)
    assert failure is not None, "the case passed"
    return failure


@pytest.mark.parametrize("planted", PLANTED, ids=lambda planted: planted.name)
def test_a_step_that_holds_passes(planted: Planted) -> None:
    assert run(planted.right, given=planted.given) is None


@pytest.mark.parametrize("planted", PLANTED, ids=lambda planted: planted.name)
def test_a_planted_fault_fails_with_its_step(planted: Planted) -> None:
    failure = failure_of({"expect": {"round": 1}}, planted.wrong, given=planted.given)
    assert failure.step == 2
    assert planted.expected in str(failure.expected)
    assert planted.found in str(failure.found)


def test_the_first_fault_is_reported() -> None:
    assert failure_of({"count": 5}, {"count": 4}, {"count": 3}).step == 2


def test_the_report_reads_as_one_line() -> None:
    assert str(failure_of({"expect": {"tax": 3}})) == "step 1: expected tax = 3, found 2"


def test_keys_of_one_step_hold_in_the_order_of_the_notation() -> None:
    assert run({"expect": {"seats.0.gold": 5}, "do": "income"}) is None
    assert "seats.0.gold = 4" in str(failure_of({"expect": {"seats.0.gold": 4}, "do": "income"}))


def test_looking_changes_nothing() -> None:
    looks: list[object] = [{"legal": ["end"]}, {"illegal": "pass"}, {"count": 5}, {"score": {"0": 7}}]
    assert run(*looks, *looks, {"expect": {"n": 0, "seats.0.gold": 4}}) is None


def test_a_star_takes_the_first_action_of_the_list() -> None:
    assert run({"do": "*"}, {"expect": {"n": 1, "turn.used": ["income"]}}) is None


# --- refusal ---------------------------------------------------------------------------------------------------------


def test_a_good_position_is_not_refused() -> None:
    failure = failure_of({"refused": True})
    assert (failure.step, failure.expected, failure.found) == (1, "that `given` is refused", "a game")


def test_a_bad_position_is_refused() -> None:
    assert run({"refused": True}, given={**WARLORD, "crown": 9}) is None


def test_a_bad_position_fails_where_it_should_load() -> None:
    failure = failure_of({"count": 1}, given={**WARLORD, "crown": 9})
    assert failure.step == 0
    assert "crown: there is no seat 9" in str(failure.found)


@pytest.mark.parametrize(
    "steps", [[{"refused": True}, {"count": 1}], [{"refused": False}], [{"refused": True, "count": 1}]]
)
def test_refused_stands_alone_and_is_true(steps: list[object]) -> None:
    assert "only step" in str(failure_of(*steps).found)


# --- seeds -----------------------------------------------------------------------------------------------------------

DEAL: dict[str, object] = {"players": 4, "cast": WARLORD["cast"]}


def test_a_case_with_seeds_runs_with_each_of_them() -> None:
    assert run({"expect": {"deck.size": 52}}, given=DEAL, seeds=5) is None


def test_a_seed_that_fails_is_named() -> None:
    failure = failure_of({"expect": {"seed": "0"}}, given=DEAL, seeds=2)
    assert failure.seed == "1"
    assert str(failure).startswith("step 1, seed '1': expected")


@pytest.mark.parametrize("seeds", [0, -1, True, "2", 1.0, []])
def test_seeds_is_a_number_from_one_on(seeds: object) -> None:
    assert "`seeds`" in str(failure_of({"count": 5}, seeds=seeds).found)


# --- what the runner does not understand ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("step", "told"),
    [
        ({"expects": {"tax": 2}}, "there is no step 'expects'"),
        ({}, "a step is an object"),
        ("income", "a step is an object"),
        (None, "a step is an object"),
        ({"do": 3}, "no action and no list"),
        ({"do": None}, "no action and no list"),
        ({"legal": ["end", 3]}, "no action and no list"),
        ({"only": {"end": True}}, "no action and no list"),
        ({"awaits": "turn"}, "`awaits`"),
        ({"awaits": {"who": 0}}, "no 'who'"),
        ({"expect": ["tax"]}, "`expect`"),
        ({"expect": {"taxes": None}}, "no field 'taxes'"),
        ({"expect": {"": None}}, "no field ''"),
        ({"has": ["deck"]}, "`has`"),
        ({"lacks": "deck"}, "`lacks`"),
        ({"has": {"decks": []}}, "no field 'decks'"),
        ({"view": 0}, "a `view`"),
        ({"view": {"seat": 0, "shows": []}}, "a `view`"),
        ({"view": {"seat": 4, "hides": []}}, "no seat 4"),
        ({"view": {"seat": True, "hides": []}}, "no seat True"),
        ({"view": {"seat": 0, "hides": "palace"}}, "`hides`"),
        ({"view": {"seat": 0, "hides": [["palace"]]}}, "`hides`"),
        ({"view": {"seat": 0, "hides": ["palce"]}}, "no 'palce'"),
        ({"view": {"seat": 0, "expect": 3}}, "`expect`"),
        ({"view": {"seat": 0}}, "a `view`"),
        ({"view": {"hides": []}}, "a `view`"),
        ({"score": [7]}, "`score`"),
        ({"score": {"4": 0}}, "no seat '4'"),
        ({"score": {"²": 0}}, "no seat '²'"),
        ({"winners": 0}, "`winners`"),
        ({"winners": ["0", 1]}, "`winners`"),
    ],
)  # fmt: skip
def test_a_step_that_is_not_understood_fails(step: object, told: str) -> None:
    failure = failure_of(step)
    assert told in str(failure.found)


@pytest.mark.parametrize(
    "change",
    [
        {"step": []}, {"id": 3}, {"given": []}, {"given": None}, {"steps": {"do": "end"}}, {"steps": None}, {"rules": "G-1"},
        {"rules": [1]}, {"note": 3},
    ],
)  # fmt: skip
def test_a_case_that_is_not_understood_fails(change: dict[str, object]) -> None:
    case: dict[str, object] = {"id": "planted", "rules": [], "given": WARLORD, "steps": [{"count": 5}]}
    assert check_case(case) is None
    failure = check_case({**case, **change})
    assert failure is not None
    assert failure.step == 0


def test_a_case_without_steps_says_that_its_position_can_be_read() -> None:
    assert run() is None
    assert failure_of(given={**WARLORD, "crown": 9}).step == 0


@pytest.mark.parametrize("value", [3, "case", None, [3], [{"id": "one"}, []]])
def test_a_file_holds_objects(value: object) -> None:
    with pytest.raises(CaseError, match="JSON objects"):
        read_cases(value)


def test_a_file_may_hold_one_case_or_a_list() -> None:
    assert read_cases({"id": "one"}) == read_cases([{"id": "one"}]) == [{"id": "one"}]
