"""The lines of the protocol, to the letter: what is written, what is read, and the words of each refusal."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from citadels_sdk import View, __version__
from citadels_sdk.bot import Accepts, Outcome, Start
from citadels_sdk.render.sentences import Teller
from citadels_sdk.stdio import lines

from tests.support.decisions import decisions
from tests.support.kept import assert_kept

KEPT = Path(__file__).parent / "kept"


def asked(at: int) -> tuple[View, Teller]:
    """A recorded decision, and who tells of it."""
    raw = decisions()[at]
    assert raw.own is not None
    names = [f"n{seat}" for seat in range(len(raw.seats))]
    view = View.read(raw.to_json(), raw.own.seat, [action.text for action in raw.actions], [])
    return view, Teller(raw.edition, names, viewer=raw.own.seat)


def test_the_lines_to_a_program_are_what_they_were() -> None:
    told = [
        lines.hello().replace(__version__.encode(), b"VERSION"),
        lines.start(Start("g", 1, 2, "modern", ("thief", "king"), ("ann", "Zoë")), "chance"),
        lines.event("g", {"kind": "round", "round": 3}),
        lines.end("g", Outcome(0, 1, (1, 2), ((0,), (1,)), (20, 10), "1st of 2 with 20 points", (1,))),
        lines.end("g", None),
        lines.bye(),
    ]
    for at in (0, 20, 100, 175):
        view, teller = asked(at)
        for without in ((), ("words",), ("options",), ("view",), ("options", "view"), ("events",)):
            line = lines.choose("g", view, 1500, teller, frozenset(without))
            told.append(
                line.replace(json.dumps(view.to_json(), ensure_ascii=False, separators=(",", ":")).encode(), b"VIEW")
            )
    assert all(line.endswith(b"\n") and line.count(b"\n") == 1 for line in told)
    assert_kept(KEPT / "lines.txt", [line.decode()[:-1] for line in told])


def test_what_is_no_text_of_a_file_is_still_a_line() -> None:
    assert lines.event("\ud800é", {}) == b'{"type":"event","game":"?\xc3\xa9","event":{}}\n'
    with pytest.raises(ValueError, match="not JSON compliant"):
        lines.event("g", {"sure": float("nan")})


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        (b"x" * 199, "x" * 199), (b"x" * 201, "x" * 200), ("x" * 201, "x" * 200), (b"a\nb\x1b\xff", "a\ufffdb\ufffd\ufffd"), ("a\tb", "a\ufffdb"),
        ("é".encode() * 300, "é" * 200), ("𝄞".encode() * 201, "𝄞" * 200), (b"", ""),
    ],
)  # fmt: skip
def test_what_was_said_is_shown_in_so_many_printable_characters(said: bytes | str, shown: str) -> None:
    assert lines.plain(said) == shown


def refusal(line: dict[str, object]) -> str:
    with pytest.raises(lines.Babble) as caught:
        lines.ready(line)
    return str(caught.value)


@pytest.mark.parametrize(
    ("said", "why"),
    [
        (b"\xff", "it said what is not UTF-8: \ufffd"), (b"{", "it said what is not JSON: {"), (b"", "it said what is not JSON: "),
        (b"[1]", "it said what is no JSON object: [1]"), (b'"x"', 'it said what is no JSON object: "x"'), (b"null", "it said what is no JSON object: null"),
        (b'{"a":NaN}', 'it said what is not JSON: {"a":NaN}'), (b'{"a":Infinity}', 'it said what is not JSON: {"a":Infinity}'),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_refused_with_its_reason(said: bytes, why: str) -> None:
    with pytest.raises(lines.Babble) as caught:
        lines.read(said)
    assert str(caught.value) == why


def test_what_a_program_does_not_say_of_itself_is_the_usual() -> None:
    assert lines.ready({}) == lines.Ready(None, "one", frozenset(), Accepts())
    assert lines.ready({"type": "ready", "accepts": {}, "more": 1}) == lines.Ready()
    assert lines.ready({"name": None, "accepts": None}) == lines.Ready()


def test_all_that_a_program_says_of_itself_is_taken() -> None:
    accepts = {
        "editions": ["classic"],
        "players": [2, 3],
        "clocks": ["fast"],
        "least_ms": 7,
        "rated": False,
        "tables": 3,
    }
    said = lines.ready(
        {"protocol": "citadels-stdio/1", "name": "Tom", "games": "next", "without": ["events", "options", "view", "words", "all"], "accepts": accepts}
    )  # fmt: skip
    assert said == lines.Ready(
        "Tom",
        "next",
        frozenset({"events", "options", "view", "words"}),
        Accepts(editions=("classic",), players=(2, 3), clocks=("fast",), least_ms=7, rated=False, tables=3),
    )


@pytest.mark.parametrize("name", ["x", "x" * 200])
def test_a_name_has_1_to_200_characters(name: str) -> None:
    assert lines.ready({"name": name}).name == name


@pytest.mark.parametrize("name", ["", "x" * 201, "a\nb", 7, ["x"], True])
def test_another_name_is_refused(name: object) -> None:
    assert refusal({"name": name}) == "its `name` is not a text of 1 to 200 printable characters"


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ({"protocol": "x/2"}, "it speaks x/2, not citadels-stdio/1"),
        ({"protocol": None}, "it speaks None, not citadels-stdio/1"),
        ({"games": "all"}, "its `games` is 'all', not one of one, next, many"),
        ({"games": None}, "its `games` is None, not one of one, next, many"),
        ({"without": "view"}, "its `without` is not a list of texts"),
        ({"without": ["view", 1]}, "its `without` is not a list of texts"),
        ({"without": None}, "its `without` is not a list of texts"),
        ({"accepts": []}, "its `accepts` is no object"),
        ({"accepts": {"editions": "classic"}}, "its `accepts` has editions 'classic'"),
        ({"accepts": {"editions": [1]}}, "its `accepts` has editions [1]"),
        ({"accepts": {"players": 4}}, "its `accepts` has players 4"),
        ({"accepts": {"players": [True]}}, "its `accepts` has players [True]"),
        ({"accepts": {"clocks": "fast"}}, "its `accepts` has clocks 'fast'"),
        ({"accepts": {"least_ms": -1}}, "its `accepts` has least_ms -1"),
        ({"accepts": {"least_ms": 1.5}}, "its `accepts` has least_ms 1.5"),
        ({"accepts": {"tables": True}}, "its `accepts` has tables True"),
        ({"accepts": {"tables": None}}, "its `accepts` has tables None"),
        ({"accepts": {"rated": 1}}, "its `accepts` has rated 1"),
    ],
)
def test_what_a_program_may_not_say_of_itself_is_refused_with_its_reason(line: dict[str, object], why: str) -> None:
    assert refusal(line) == why


def test_nothing_is_a_number_too() -> None:
    accepts = lines.ready({"accepts": {"least_ms": 0, "tables": 0, "rated": None, "clocks": []}}).accepts
    assert (accepts.least_ms, accepts.tables, accepts.rated, accepts.clocks) == (0, 0, None, ())


@pytest.mark.parametrize(
    ("line", "chosen"),
    [({"action": "end"}, "end"), ({"action": ""}, ""), ({"choice": 0}, 0), ({"choice": -3}, -3), ({"action": 1, "choice": 2}, 2)],
)  # fmt: skip
def test_an_answer_is_a_text_or_a_number(line: dict[str, object], chosen: str | int) -> None:
    assert lines.answered(line) == chosen


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ({"action": "end", "choice": None}, "it answered with both `action` and `choice`"),
        ({}, "it answered with neither a text as `action` nor a whole number as `choice`"),
        ({"choice": True}, "it answered with neither a text as `action` nor a whole number as `choice`"),
        ({"choice": 1.0}, "it answered with neither a text as `action` nor a whole number as `choice`"),
        ({"action": ["end"]}, "it answered with neither a text as `action` nor a whole number as `choice`"),
    ],
)
def test_what_is_no_answer_is_refused_with_its_reason(line: dict[str, object], why: str) -> None:
    with pytest.raises(lines.Babble) as caught:
        lines.answered(line)
    assert str(caught.value) == why
