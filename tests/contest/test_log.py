"""The log of a tournament: entries are written in one way, and read strictly."""

import json

import pytest
from citadels_contest import (
    KINDS,
    ContestError,
    Entrant,
    Entry,
    Fixture,
    Result,
    dump,
    entered_entry,
    entrant_from,
    read_entry,
    result_entry,
    result_from,
)
from citadels_contest.log import numbers, pairings, texts

EXAMPLES: list[Entry] = [
    {"kind": "entered", "entrant": "acct_1", "name": "Ann", "as": "bot", "owner": "acct_0"},
    {"kind": "entered", "entrant": "greedy#2", "name": "greedy", "as": "house", "level": "greedy"},
    {"kind": "withdrew", "entrant": "acct_1", "why": "asked to"},
    {"kind": "started", "at": 12},
    {"kind": "paused", "why": "lunch"},
    {"kind": "resumed"},
    {"kind": "cancelled", "why": "rain"},
    {"kind": "pairings", "round": 2, "pairings": [["a", "b"], ["c", "d"]], "byes": ["e"]},
    {"kind": "round", "round": 1, "pairings": [["a", "b"], ["c", "fill:greedy:1"]], "byes": ["d"]},
    {
        "kind": "result", "game": "1.0.0.0", "seats": ["a", "b"], "places": [1, 2], "scores": [20, 10], "rounds": 9, "left": [1],
        "faults": [0, 3], "picks": [["king"], ["thief", "king"]], "record": "ab" * 32, "at": 99,
    },
    {"kind": "void", "game": "1.0.0.0", "why": "power cut"},
    {"kind": "corrected", "game": "1.0.0.0", "places": [2, 1], "scores": [1, 2], "left": [0], "why": "typed wrong", "by": "ann"},
    {"kind": "forfeited", "game": "1.0.0.0", "entrant": "a", "why": "no show"},
    {"kind": "ended", "why": "all rounds are played"},
]  # fmt: skip


def test_there_is_an_example_of_every_kind_and_field() -> None:
    seen = {str(entry["kind"]): set[str]() for entry in EXAMPLES}
    for entry in EXAMPLES:
        seen[str(entry["kind"])] |= set(entry) - {"kind", "at"}
    assert seen == {kind: set(fields) for kind, fields in KINDS.items()}


@pytest.mark.parametrize("entry", EXAMPLES, ids=[str(entry["kind"]) for entry in EXAMPLES])
def test_what_is_written_is_read_as_it_was(entry: Entry) -> None:
    assert read_entry(dump(entry)) == entry


@pytest.mark.parametrize("entry", EXAMPLES, ids=[str(entry["kind"]) for entry in EXAMPLES])
def test_the_line_is_the_same_whatever_the_order_of_the_fields(entry: Entry) -> None:
    assert dump({name: entry[name] for name in reversed(entry)}) == dump(entry)
    assert "\n" not in dump(entry)


@pytest.mark.parametrize("entry", EXAMPLES, ids=[str(entry["kind"]) for entry in EXAMPLES])
def test_a_field_too_many_is_refused_by_its_name(entry: Entry) -> None:
    with pytest.raises(ContestError, match=f"{entry['kind']}: there is no field 'colour'"):
        read_entry(json.dumps({**entry, "colour": 1}))


@pytest.mark.parametrize(
    ("kind", "field"),
    [(kind, name) for kind, fields in KINDS.items() for name, form in fields.items() if not form.endswith("?")],
)
def test_a_missing_field_is_refused_by_its_name(kind: str, field: str) -> None:
    entry = next(one for one in EXAMPLES if one["kind"] == kind)
    with pytest.raises(ContestError, match=f"{kind}: the field '{field}' is missing") as caught:
        read_entry(json.dumps({name: value for name, value in entry.items() if name != field}))
    assert caught.value.code == "bad_entry"


WRONG: dict[str, list[object]] = {
    "text": [1, "", ["a"], "x" * 1001],
    "texts": ["ab", [1], {"a": 1}],
    "number": [-1, 1.5, "1", True],
    "numbers": [[True], [-1], 1, ["1"]],
    "pairings": [["ab"], [[1]], "ab"],
}


@pytest.mark.parametrize(
    ("kind", "field", "value"),
    [
        (kind, name, value)
        for kind, fields in KINDS.items()
        for name, form in fields.items()
        for value in WRONG[form.removesuffix("?")]
    ],
)
def test_a_field_of_the_wrong_form_is_refused_by_its_name(kind: str, field: str, value: object) -> None:
    entry = next(one for one in EXAMPLES if one["kind"] == kind)
    with pytest.raises(ContestError, match=f"{kind}: the field '{field}' is not a "):
        read_entry(json.dumps({**entry, field: value}))


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("", "the line is no JSON"),
        ("{", "the line is no JSON"),
        ("[" * 100_000, "the line is no JSON"),
        ("[]", "the line is no JSON object"),
        ("{}", "kind: None is none"),
        ('{"kind":["started"]}', "kind: .* is none"),
        ('{"kind":"begun"}', "kind: 'begun' is none; there are entered, withdrew"),
        ('{"kind":"started","at":"noon"}', "the field 'at' is not a whole number"),
        ('{"kind":"void","game":"1.0.0.0","game":"1.0.0.1","why":"x"}', "the field 'game' comes twice"),
    ],
)  # fmt: skip
def test_a_line_that_is_no_entry_is_refused(line: str, said: str) -> None:
    with pytest.raises(ContestError, match=said):
        read_entry(line)


def test_what_is_null_is_left_out() -> None:
    assert dump({"kind": "paused", "why": None}) == '{"kind":"paused"}'


def test_a_result_is_the_same_after_the_log() -> None:
    result = Result(Fixture(3, 2, 1, 0, ("a", "b")), (1, 1), (9, 9), 7, (0,), (0, 2), (("king",), ()), "cd" * 32)
    assert result_from(read_entry(dump(result_entry(result)))) == result


def test_an_entrant_is_the_same_after_the_log() -> None:
    for entrant in (Entrant("a", "Ann", owner="acct_1"), Entrant("g#2", "greedy", "house", level="greedy")):
        assert entrant_from(read_entry(dump(entered_entry(entrant)))) == entrant


def test_an_entrant_is_called_by_its_id_where_no_name_is_said() -> None:
    assert entrant_from({"kind": "entered", "entrant": "ann"}) == Entrant("ann", "ann")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"places": [1]}, "places: 1 for 2 seats"),
        ({"scores": [1, 2, 3]}, "scores: 3 for 2 seats"),
        ({"places": [0, 1]}, r"places: \[0, 1\] are none"),
        ({"places": [2, 2]}, r"places: \[2, 2\] are none"),
        ({"places": [1, 3]}, r"places: \[1, 3\] are none"),
        ({"left": [2]}, "left: .* does not name seats from 0 to 1"),
        ({"left": [0, 0]}, "left: .* each once"),
        ({"faults": [1]}, "faults: 1 for 2 seats"),
        ({"picks": [["king"]]}, "picks: 1 for 2 seats"),
        ({"game": "1.0.0"}, "they are called ROUND.TABLE.DEAL.TURN"),
    ],
)
def test_a_result_that_does_not_fit_its_seats_is_refused(change: Entry, said: str) -> None:
    entry: Entry = {"kind": "result", "game": "1.0.0.0", "seats": ["a", "b"], "places": [1, 2], "scores": [20, 10]}
    with pytest.raises(ContestError, match=said):
        result_from({**entry, **change})


def test_lists_of_an_entry_hold_what_is_of_their_kind() -> None:
    entry: Entry = {"kind": "round", "pairings": [["a", 1], "bc", ("d",)], "byes": ["e", 2], "left": [0, "x"]}
    assert pairings(entry, "pairings") == [("a",), ("d",)]
    assert (texts(entry, "byes"), numbers(entry, "left")) == (["e"], [0])
    assert (pairings(entry, "byes "), texts(entry, "none"), numbers(entry, "none")) == ([], [], [])
    assert (texts(entry, "kind"), numbers(entry, "kind"), pairings(entry, "kind")) == ([], [], [])
