"""The entries of a log come back as they were, are small, and stay readable."""

import os
from collections.abc import Iterator
from hashlib import sha256
from random import Random
from typing import Any

import msgspec
import pytest
from citadels_api.store.log_codec import (
    FORMAT,
    ROOM,
    SHAPE,
    Entry,
    PackingError,
    Taken,
    Told,
    pack,
    put_event,
    put_text,
    unpack,
)
from citadels_api.store.vocabulary import SHAPES, WORDS
from citadels_engine import Event, Game, apply, awaited, is_over, legal_actions
from citadels_engine.formats.codec import CHARACTER_IDS, DISTRICT_IDS, KINDS
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.setups import setup

pytestmark = pytest.mark.interpreter

NOW = 1_790_000_000_000
GAMES = {"quick": 28, "ci": 112, "full": 2800}[os.environ.get("CITADELS_SIZE", "quick")]
SLICES = [pytest.param(first, marks=pytest.mark.heavy if first >= 28 else ()) for first in range(0, GAMES, 14)]
EXAMPLE = Entry(
    NOW,
    41,
    [Taken(12, 2, "build thieves_den cards 2 from 3", 815, NOW - 900, NOW - 85, "default"), Taken(13, 0, "end", 0, NOW, NOW)],
    [
        Told("draw", 1, {"count": 2, "from": "draw"}, [(1, {"districts": ["castle", "temple+"]})]),
        Told("join", 3, {"account": "Zoë", "name": None, "is": "ai", "rating": -7, "left": {"3": 1.5}}, []),
        Told("ask", 0, {"what": "turn", "n": 14, "ms": 30_000}, []),
    ],
)  # fmt: skip
WRITTEN = (
    "9501cf000001a0c4506c002992970c0296533473fd72fccd032fcd0384557f960d005700000093960701fd5401920acce395"
    "c0cca40385ccdaa45a6fc3abccdbc0ccdccc80a6726174696e67cd0406ccb581a133cb3ff8000000000000909529005ef1d1"
    "8acf"
)
"""The example as format 1 wrote it."""
words = st.one_of(st.sampled_from(WORDS), st.text(max_size=12), st.integers(0, 300).map(str))
numbers = st.integers(-(2**62), 2**62)
values = st.recursive(
    st.none() | st.booleans() | numbers | st.integers(-3, 40) | st.floats(allow_nan=False) | words,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(words, inner, max_size=3),
    max_leaves=8,
)
facts = st.dictionaries(words, values, max_size=4)
shaped = st.sampled_from(SHAPES).flatmap(
    lambda shape: st.builds(
        Told,
        st.just(shape[0]),
        st.integers(-1, 7),
        st.fixed_dictionaries(dict.fromkeys(shape[1], values)),
        st.tuples(
            *[st.tuples(st.integers(0, 7), st.fixed_dictionaries(dict.fromkeys(one, values))) for one in shape[2]]
        ).map(list),
    )
)
events = shaped | st.builds(
    Told, words, st.integers(-1, 7), facts, st.lists(st.tuples(st.integers(0, 7), facts), max_size=3)
)
times = st.integers(NOW - 10**9, NOW + 10**9)
taken = st.builds(
    Taken, st.integers(0, 2000), st.integers(0, 7), st.lists(words, min_size=1, max_size=5).map(" ".join),
    st.integers(0, 10**9), times, times, st.none() | words,
)  # fmt: skip
entries = st.builds(Entry, times, st.integers(1, 5000), st.lists(taken, max_size=3), st.lists(events, max_size=4))


def course(number: int) -> Iterator[tuple[Game, Taken, list[Event]]]:
    """The game of a set-up played at random: after each decision the game, what was taken, and what happened."""
    game = setup(number).deal(telling=True)
    chance = Random(number)
    at = NOW
    while not is_over(game):
        seat = awaited(game).seat
        action = chance.choice(legal_actions(game))
        asked, at = at, at + chance.randrange(1, 40_000)
        apply(game, action)
        yield game, Taken(game.n - 1, seat, action.text, at - asked, asked, at), game.events


def log(number: int) -> Iterator[Entry]:
    """The game's log with an entry for each decision, as the service appends them."""
    first = 1
    for game, one, happened in course(number):
        told = [Told.of(event) for event in happened]
        if not is_over(game):
            told.append(Told("ask", awaited(game).seat, {"what": awaited(game).kind, "n": game.n, "ms": 45_000}))
        entry = Entry(one.received, first, [one], told)
        yield entry
        first = entry.last + 1


def texts(value: Any) -> set[str]:
    """Every text in nested lists."""
    if isinstance(value, list):
        return set().union(*[texts(one) for one in value])
    return {value} if isinstance(value, str) else set()


# --- there and back --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("first", SLICES)
def test_every_entry_of_a_game_comes_back_as_it_was(first: int) -> None:
    for number in range(first, first + 14):
        whole: list[Entry] = []
        for entry in log(number):
            assert unpack(pack(entry)) == entry
            whole.append(entry)
        many = Entry(
            NOW, 1, [one for entry in whole for one in entry.taken], [e for entry in whole for e in entry.events]
        )
        assert unpack(pack(many)) == many
        assert many.last == whole[-1].last


@settings(deadline=None)
@given(entries)
def test_whatever_an_entry_says_comes_back_as_it_was(entry: Entry) -> None:
    back = unpack(pack(entry))
    assert back == entry
    assert msgspec.json.encode(back) == msgspec.json.encode(entry)  # True is no 1, 1.0 is no 1, and the order holds


@pytest.mark.parametrize(
    "text", ["", " ", "7", "crown 01", "a  b", f"give {9**40} tavern", "٣ 3", "spy ² trade", "castle+ -1"]
)
def test_a_text_that_is_no_action_comes_back_as_it_was(text: str) -> None:
    entry = Entry(NOW, 1, [Taken(0, 0, text, 0, NOW, NOW)], [Told("answer", 0, {"do": text})])
    assert unpack(pack(entry)) == entry


def test_the_facts_come_back_in_their_order() -> None:
    told = Told("gain", 1, {"why": "income", "gold": 2})
    assert list(unpack(pack(Entry(NOW, 1, [], [told]))).events[0].facts) == ["why", "gold"]


def test_an_event_tells_every_seat_what_the_engines_own_does() -> None:
    for number in range(14):
        for game, _, happened in course(number):
            for event in happened:
                told = unpack(pack(Entry(NOW, 1, [], [Told.of(event)]))).events[0]
                for seat in (None, *range(len(game.seats))):
                    assert told.for_seat(seat) == event.for_seat(seat)


def test_what_one_seat_is_told_is_not_kept_in_the_event() -> None:
    told = EXAMPLE.events[0]
    told.for_seat(1)["count"] = 99
    assert told.for_seat(None) == {"kind": "draw", "seat": 1, "count": 2, "from": "draw"}
    assert told.for_seat(1)["districts"] == ["castle", "temple+"]


def test_the_last_event_has_its_number() -> None:
    assert EXAMPLE.last == 43
    assert Entry(NOW, 7, [], []).last == 6


# --- small -----------------------------------------------------------------------------------------------------------


def test_a_game_of_four_needs_few_bytes() -> None:
    sizes = []
    for number in (9, 37, 65, 93, 121, 149):
        assert (setup(number).players, setup(number).edition) == (4, "modern")
        packed = [len(pack(entry)) for entry in log(number)]
        sizes.append(sum(packed) / len(packed))
    assert sum(sizes) / len(sizes) * 330 < 25_000


def test_every_event_of_the_engine_has_its_shape() -> None:
    """None of them is written at length, and none of its words."""
    at_length = set()
    for number in range(56):
        for _, one, happened in course(number):
            rows = [put_event(Told.of(event)) for event in happened]
            assert all(row[0] is not None for row in rows)
            at_length |= texts([*rows, put_text(one.do)])
    assert at_length == set()


def test_every_card_and_kind_of_decision_has_its_number() -> None:
    assert {*DISTRICT_IDS, *[f"{one}+" for one in DISTRICT_IDS], *CHARACTER_IDS, *KINDS} <= set(WORDS)


# --- for ever --------------------------------------------------------------------------------------------------------


def test_what_format_1_wrote_is_read_for_ever() -> None:
    assert unpack(bytes.fromhex(WRITTEN)) == EXAMPLE
    assert pack(EXAMPLE).hex() == WRITTEN


@pytest.mark.parametrize(
    ("table", "length", "digest"),
    [
        (WORDS, 283, "0a0459e519cc1931c61bdcbc40db720fc1c9f80e5009aeb94410c33355a6b0af"),
        (SHAPES, 42, "83d57b704748a57e1d03eec41f165722aa1487856f578173652222973f5e141e"),
    ],
)
def test_the_tables_have_only_grown(table: tuple[object, ...], length: int, digest: str) -> None:
    assert sha256("\n".join(map(repr, table[:length])).encode()).hexdigest() == digest


def test_the_tables_say_nothing_twice_and_have_room() -> None:
    assert len(set(WORDS)) == len(WORDS) < ROOM
    assert len(SHAPE) == len(SHAPES)


# --- refused ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", [0, 2, -1, None, "1"])
def test_another_format_is_refused(form: Any) -> None:
    data = msgspec.msgpack.encode([form, *msgspec.msgpack.decode(pack(EXAMPLE))[1:]])
    with pytest.raises(PackingError, match=f"reads format {FORMAT}"):
        unpack(data)


def test_what_is_cut_off_is_refused() -> None:
    data = pack(EXAMPLE)
    for length in range(len(data)):
        with pytest.raises(PackingError):
            unpack(data[:length])


@pytest.mark.parametrize(
    "event",
    [[len(SHAPES), 0], [-1, 0, 0, 0, 0], [SHAPE["gain", ("gold", "why"), ()], 0, -3], [SHAPE["turn_end", (), ()], 0, 0], [None, 0], [], 5,
     [SHAPE["reveal", ("character",), ()], 0, len(WORDS)]],
)  # fmt: skip
def test_an_event_that_nobody_wrote_is_refused(event: Any) -> None:
    with pytest.raises(PackingError) as caught:
        unpack(msgspec.msgpack.encode([FORMAT, NOW, 1, [], [event]]))
    assert str(caught.value) == "these bytes are no entry of a log"
