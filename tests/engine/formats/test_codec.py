"""A game as nested lists: it comes back whole at every moment, for ever, and nothing else is read as a game."""

import copy
import json
import os
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from citadels_engine import CodecError, Game, apply, awaited, is_over, legal_actions, load, save
from citadels_engine.cards.editions import OPTIONS, RETIRED, default_options
from citadels_engine.cards.registry import CHARACTERS, DISTRICTS, EDITIONS
from citadels_engine.errors import PositionError
from citadels_engine.formats.codec import (
    CHARACTER_IDS,
    CHARACTER_NUMBER,
    DISTRICT_IDS,
    DISTRICT_NUMBER,
    KINDS,
    OPTION_VALUES,
    SCHEMA,
    VERB_NUMBER,
    VERBS,
    decode,
    encode,
)
from citadels_engine.rules.decisions import Decision

from tests.support.probes import anatomy
from tests.support.setups import setup

pytestmark = pytest.mark.interpreter

GOLDEN = json.loads(Path(__file__).with_name("codec_schema1.json").read_text("utf-8"))
CASES = Path(__file__).resolve().parents[2] / "cases"
GAMES = {"quick": 56, "ci": 168, "full": 5040}[os.environ.get("CITADELS_SIZE", "quick")]
SLICE = 14
SLICES = [pytest.param(first, marks=pytest.mark.heavy if first >= 56 else ()) for first in range(0, GAMES, SLICE)]
ODD: list[Any] = [None, True, False, -1, -2, 0, 1, 7, 99, 10**30, 1.5, "x", [], [0], [[]], [1, 2, 3, 4], {}]
"""What may stand where something else should."""


def there_and_back(game: Game) -> Game:
    """The game, written, packed, unpacked and read."""
    return decode(msgspec.msgpack.decode(msgspec.msgpack.encode(encode(game))), game.seed)


def inside(game: Game) -> Any:
    """All of a game but the list of legal actions, which anybody may ask for."""
    bare = game.copy()
    bare.legal = None
    return anatomy(bare)


def golden_games() -> Iterator[tuple[list[Any], str]]:
    """The stored games: what was written, and their seed."""
    for one in GOLDEN["games"]:
        yield copy.deepcopy(one["data"]), one["seed"]


def leaves(data: list[Any], path: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    """The place of everything in nested lists, the lists among them."""
    for at, one in enumerate(data):
        yield (*path, at)
        if isinstance(one, list):
            yield from leaves(one, (*path, at))


def replaced(data: list[Any], path: tuple[int, ...], value: Any) -> list[Any]:
    """A copy of nested lists with something else in one place."""
    changed = copy.deepcopy(data)
    within = changed
    for at in path[:-1]:
        within = within[at]
    within[path[-1]] = value
    return changed


# --- there and back --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("first", SLICES)
def test_a_game_comes_back_whole_at_every_decision_and_plays_on_alike(first: int) -> None:
    """One game goes on as it is, its twin is written and read again before every action."""
    for number in range(first, first + SLICE):
        game = setup(number).deal()
        twin = game.copy()
        chance = Random(number)
        while True:
            twin = there_and_back(twin)
            assert inside(twin) == inside(game)
            legal = legal_actions(game)
            assert [str(action) for action in legal_actions(twin)] == [str(action) for action in legal]
            if game.n % 8 == 0 or is_over(game):
                assert json.dumps(save(twin)) == json.dumps(save(game))  # members in one order, wherever it was kept
            if is_over(game):
                break
            action = legal[int(chance.random() * len(legal))]
            apply(game, action)
            apply(twin, action)


def test_every_position_of_the_conformance_cases_comes_back_whole() -> None:
    met = 0
    for path in sorted(CASES.glob("*.json")):
        for case in json.loads(path.read_text("utf-8")):
            try:
                game = load(case["given"])
            except PositionError:
                continue
            assert inside(there_and_back(game)) == inside(game)
            met += 1
    assert met > 500


def test_what_is_written_holds_no_seed_and_no_other_text() -> None:
    game = setup(5).deal()
    before = encode(game)
    game.seed = "another one"
    assert encode(game) == before
    for data, _ in golden_games():
        for path in leaves(data):
            within: Any = data
            for at in path:
                within = within[at]
            assert type(within) in (int, bool, list, type(None))


def test_a_game_with_four_seats_stays_small() -> None:
    largest = 0
    for number in (2, 9, 16, 23):
        game = setup(number).deal()
        assert len(game.seats) == 4
        chance = Random(number)
        while not is_over(game):
            largest = max(largest, len(msgspec.msgpack.encode(encode(game))))
            apply(game, chance.choice(legal_actions(game)))
    assert 100 < largest < 400


@pytest.mark.parametrize("telling", [False, True])
def test_events_are_kept_from_the_reading_on_where_they_are_wanted(telling: bool) -> None:
    dealt = setup(3).deal(telling=True)
    game = decode(encode(dealt), dealt.seed, telling=telling)
    assert game.events == []
    apply(game, legal_actions(game)[0])
    assert (len(game.events) > 0) == telling


def test_writing_leaves_the_game_as_it_is() -> None:
    game = setup(8).deal()
    before = inside(game)
    data: Any = encode(game)
    data[10].clear()
    data[5][0].clear()
    assert inside(game) == before


# --- for ever --------------------------------------------------------------------------------------------------------


def test_the_games_written_in_schema_1_are_read_as_they_were() -> None:
    for one in GOLDEN["games"]:
        game = decode(copy.deepcopy(one["data"]), one["seed"])
        told, data = one["position"], one["data"]
        options = {**default_options(told["edition"]), **told["options"]}
        kept = {name: value for name, value in options.items() if name not in RETIRED[told["edition"]]}
        assert save(game) == {**told, "options": kept}
        assert is_over(game) or len(legal_actions(game)) > 0
        if SCHEMA == 1:
            assert encode(game) == [*data[:2], data[2] & ~bits_of_the_retired(data[1]), *data[3:]]


def bits_of_the_retired(classic: bool) -> int:
    """The bits of the number of the options in which the retired ones stood."""
    retired = RETIRED["classic" if classic else "modern"]
    return sum(3 << 2 * at for at, (name, _) in enumerate(OPTION_VALUES[int(classic)]) if name in retired)


def test_every_kind_of_decision_is_among_the_games_written() -> None:
    games = [decode(data, seed) for data, seed in golden_games()]
    assert {awaited(game).kind for game in games if not is_over(game)} == set(KINDS)
    assert {is_over(game) for game in games if game.classic} == {True, False}
    assert {is_over(game) for game in games if not game.classic} == {True, False}


def test_the_tables_have_only_grown() -> None:
    tables = GOLDEN["tables"]
    for name, table in (
        ("districts", DISTRICT_IDS),
        ("characters", CHARACTER_IDS),
        ("verbs", VERBS),
        ("kinds", KINDS),
    ):
        assert list(table[: len(tables[name])]) == tables[name], name
    for pinned, options in zip(tables["options"], OPTION_VALUES, strict=True):
        for (name, values), (now, choices) in zip(pinned, options, strict=False):
            assert (now, list(choices[: len(values)])) == (name, values)


def test_the_tables_hold_everything_that_there_is() -> None:
    for edition in EDITIONS:
        assert {name for name in DISTRICTS[edition] if type(DISTRICT_NUMBER[name]) is int} == set(DISTRICTS[edition])
        assert {name for name in CHARACTERS[edition] if type(CHARACTER_NUMBER[name]) is int} == set(CHARACTERS[edition])
    assert set(VERB_NUMBER.values()) == set(range(len(VERBS)))
    assert len(Decision.__subclasses__()) == len(KINDS)
    assert [dict(options) for options in OPTION_VALUES] == [
        OPTIONS[one] | RETIRED[one] for one in ("modern", "classic")
    ]
    for table in (DISTRICT_IDS, CHARACTER_IDS, VERBS, KINDS):
        assert len(set(table)) == len(table)


def test_no_option_has_more_values_than_two_bits_tell_apart() -> None:
    assert all(len(values) <= 4 for options in OPTION_VALUES for _, values in options)


# --- refused ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("field", "name"),
    [(3, "warlord"), (4, "keep"), (3, "nobody"), (4, "nothing")],
    ids=["character", "district", "no character", "no district"],
)
def test_what_has_a_number_is_not_read_by_its_name(field: int, name: str) -> None:
    data = encode(setup(1).deal())
    held = data[field]
    assert isinstance(held, list)
    held[0] = name
    with pytest.raises(CodecError, match="something else where a number stands"):
        decode(data, "1")


@pytest.mark.parametrize("schema", [0, 2, -1, True, 1.0, "1", None, [1]])
def test_another_schema_is_refused(schema: object) -> None:
    data = encode(setup(1).deal())
    data[0] = schema
    with pytest.raises(CodecError, match="this engine reads schema 1"):
        decode(data, "1")


def test_a_list_that_is_too_short_or_too_long_is_refused() -> None:
    data = encode(setup(1).deal())
    for length in range(len(data)):
        with pytest.raises(CodecError):
            decode(data[:length], "1")
    with pytest.raises(CodecError):
        decode([*data, 0], "1")


@pytest.mark.parametrize(
    ("path", "value", "why"),
    [
        ((10, 0), -1, "below 0"),
        ((10, 0), len(DISTRICT_IDS), "no game"),
        ((10, 0), DISTRICT_IDS.index("battlefield"), "the edition does not have"),
        ((3, 0), len(CHARACTER_IDS), "no game"),
        ((6,), 8, "a seat that the game does not have"),
        ((17,), -2, "a seat that the game does not have"),
        ((15,), [0, 0, False, 0, [], 0, False], "a turn where there is none"),
        ((28,), [KINDS.index("take"), 0, 1, 2], "no decision 'take' holds"),
        ((28,), None, "a decision where none is awaited"),
        ((9,), 3, "a decision where none is awaited"),
        ((2,), 1 << 14, "options that the edition does not have"),
        ((5, 0, 0), True, "where a number stands"),
        ((27,), 0, "where a truth stands"),
        ((10,), 0, "where a list stands"),
    ],
)
def test_what_no_game_holds_is_refused(path: tuple[int, ...], value: object, why: str) -> None:
    data = encode(setup(7).deal())
    assert data[1] is False
    with pytest.raises(CodecError, match=why):
        decode(replaced(data, path, value), "1")


def test_anything_in_any_place_is_refused_or_read_for_what_it_is() -> None:
    """No other error comes out, and nothing that was read is forgotten: it is written again as it stood."""
    chance = Random(1)
    refused = read = 0
    for data, seed in golden_games():
        data[2] &= ~bits_of_the_retired(data[1])
        for path in leaves(data):
            if path == (0,):
                continue
            changed = replaced(data, path, chance.choice(ODD))
            wanted = copy.deepcopy(changed)
            try:
                game = decode(changed, seed)
            except CodecError:
                refused += 1
                continue
            read += 1
            assert encode(game) == wanted
            assert json.dumps(encode(game)) == json.dumps(wanted)
    assert refused > 1000
    assert read > 500
