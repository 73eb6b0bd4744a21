"""What is said of entries that are none: every field of every kind, left out and in a wrong form."""

from __future__ import annotations

from pathlib import Path

import pytest
from citadels_contest.log import (
    KINDS,
    LONGEST,
    Entry,
    check_entry,
    dump,
    entered_entry,
    entrant_from,
    fits,
    left_seats,
    read_entry,
    result_entry,
    result_from,
)
from citadels_contest.types import ContestError, Entrant, Fixture, Result

from tests.contest.test_log import EXAMPLES
from tests.support.kept import assert_kept

KEPT = Path(__file__).parent / "kept"


def said(entry: Entry) -> str:
    """What is answered to an entry."""
    try:
        return check_entry(entry)
    except ContestError as error:
        return f"{error.code}: {error}"


def test_the_fields_of_each_kind_are_what_they_were() -> None:
    assert_kept(
        KEPT / "kinds.txt",
        [f"{kind}: {', '.join(f'{name} {form}' for name, form in fields.items())}" for kind, fields in KINDS.items()],
    )


def test_what_is_said_of_a_missing_or_a_wrong_field_is_what_it_was() -> None:
    lines = []
    for entry in EXAMPLES:
        for name in [*entry, "at", "other"]:
            without = {field: value for field, value in entry.items() if field != name}
            lines.append(f"{entry['kind']}, without {name}: {said(without)}")
            lines += [
                f"{entry['kind']}, {name} {value!r}: {said({**entry, name: value})}" for value in (-1, "", [None])
            ]
    assert_kept(KEPT / "wrong_entries.txt", dict.fromkeys(lines))


@pytest.mark.parametrize(
    ("value", "forms"),
    [
        ("", []), ("a", ["text"]), ("a" * LONGEST, ["text"]), ("a" * (LONGEST + 1), []), (0, ["number"]), (1, ["number"]), (-1, []), (1.0, []),
        (True, []), (None, []), ([], ["numbers", "pairings", "texts"]), ((), ["numbers", "pairings", "texts"]), (["a"], ["texts"]),
        (["a", 1], []), ([1, 0], ["numbers"]), ([1, True], []), ([1, -1], []), ([["a"]], ["pairings"]), ([("a",)], ["pairings"]),
        ([["a"], []], ["pairings"]), ([["a"], ["b", 1]], []), ([["a"], "b"], []), ({"a": 1}, []),
    ],
)  # fmt: skip
def test_a_value_has_the_forms_that_it_has(value: object, forms: list[str]) -> None:
    assert [form for form in ("number", "numbers", "pairings", "text", "texts") if fits(value, form)] == forms


def test_a_text_is_at_most_a_thousand_characters_long() -> None:
    assert LONGEST == 1000


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("[]", "the line is no JSON object"),
        ("{", "the line is no JSON: "),
        ("[" * 100_000, "the line is no JSON: "),
        ('{"kind":"started","kind":"ended"}', "the field 'kind' comes twice"),
        ('{"kind":"started","at":1,"at":2}', "the field 'at' comes twice"),
    ],
)
def test_a_line_that_is_no_entry_is_refused(line: str, message: str) -> None:
    with pytest.raises(ContestError, match="^" + message) as refused:
        read_entry(line)
    assert refused.value.code == "bad_entry"


def test_an_entry_is_written_with_kind_first_and_its_time_last() -> None:
    entry: Entry = {"at": 5, "why": "Größe", "kind": "ended"}
    assert dump(entry) == '{"kind":"ended","why":"Größe","at":5}'
    assert dump({"kind": "paused", "why": None}) == '{"kind":"paused"}'


def test_an_entrant_is_read_as_it_was_written() -> None:
    whole = Entrant("a", "Ann", "house", "acct", "greedy")
    assert entered_entry(whole, 9) == {
        "kind": "entered", "entrant": "a", "name": "Ann", "as": "house", "owner": "acct", "level": "greedy", "at": 9,
    }  # fmt: skip
    assert entrant_from(entered_entry(whole)) == whole
    assert "at" not in entered_entry(whole)
    assert entered_entry(whole, 0)["at"] == 0
    assert entrant_from({"kind": "entered", "entrant": "a"}) == Entrant("a", "a", "bot", None, None)


def test_a_result_is_read_as_it_was_written_and_says_nothing_that_is_empty() -> None:
    fixture = Fixture(1, 2, 3, 4, ("a", "b"))
    plain = Result(fixture, (1, 2), (9, 8))
    assert list(result_entry(plain)) == ["kind", "game", "seats", "places", "scores"]
    assert "faults" not in result_entry(plain._replace(faults=(0, 0)))
    whole = Result(fixture, (1, 2), (9, 8), 7, (1,), (0, 2), (("king",), ()), "hash")
    assert result_from(result_entry(whole)) == whole
    assert list(result_entry(whole, 0)) == [
        "kind", "game", "seats", "places", "scores", "rounds", "left", "faults", "picks", "record", "at",
    ]  # fmt: skip
    assert result_from(result_entry(plain)) == plain


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"places": [1]}, "places: 1 for 2 seats"),
        ({"scores": [1, 2, 3]}, "scores: 3 for 2 seats"),
        ({"places": [0, 1]}, r"places: \[0, 1\] are none"),
        ({"places": [2, 2]}, r"places: \[2, 2\] are none"),
        ({"places": [1, 3]}, r"places: \[1, 3\] are none"),
        ({"faults": [1]}, "faults: 1 for 2 seats"),
        ({"picks": [["king"]]}, "picks: 1 for 2 seats"),
        ({"left": [2]}, r"left: \[2\] does not name seats from 0 to 1"),
        ({"left": [0, 0]}, r"left: \[0, 0\] does not name seats from 0 to 1"),
    ],
)
def test_what_does_not_fit_the_seats_is_refused(changed: Entry, message: str) -> None:
    entry = {**result_entry(Result(Fixture(1, 0, 0, 0, ("a", "b")), (1, 2), (9, 8))), **changed}
    with pytest.raises(ContestError, match="^" + message) as refused:
        result_from(entry)
    assert refused.value.code == "bad_result"


def test_everybody_may_have_left() -> None:
    assert left_seats({"left": [1, 0]}, 2) == (1, 0)
    assert left_seats({}, 2) == ()
