"""Properties that hypothesis looks for counter-examples to, and shrinks what it finds: games by a script of choices, texts, positions.

It is derandomised: every run tries the same examples.
"""

import copy
import json
from collections import Counter
from random import Random
from typing import Any

from citadels_engine import (
    Game,
    IllegalAction,
    PositionError,
    UnknownAction,
    apply,
    is_over,
    legal_actions,
    load,
    parse,
    play,
    save,
    scores,
    view,
)
from citadels_engine.cards.editions import full_deck
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.properties.walks import MOST_ACTIONS, check_state
from tests.support.probes import FOREIGN, anatomy, probe
from tests.support.setups import CYCLE, setup

MODEST = settings(
    derandomize=True, deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow], database=None
)
NUMBERS = st.integers(0, CYCLE - 1)
SCRIPTS = st.lists(st.integers(0, 200), max_size=250)
"""Which of the legal actions is taken, modulo their number; a short script of small numbers is a simple game."""


def by_script(number: int, script: list[int]) -> tuple[Game, list[str]]:
    """The game of a set-up after the choices of a script, checked on the way, and its record."""
    dealt = setup(number)
    game = dealt.deal()
    cards = Counter(full_deck(dealt.edition, game.uniques, game.options))
    record: list[str] = []
    for choice in script:
        if is_over(game):
            break
        legal = legal_actions(game)
        assert 1 <= len(legal) <= MOST_ACTIONS
        check_state(game, cards, f"decision {game.n}")
        action = legal[choice % len(legal)]
        record.append(action.text)
        apply(game, action)
    check_state(game, cards, f"decision {game.n}")
    return game, record


@MODEST
@given(NUMBERS, SCRIPTS)
def test_any_game_keeps_its_cards_and_replays(number: int, script: list[int]) -> None:
    game, record = by_script(number, script)
    again = setup(number).deal()
    for text in record:
        apply(again, text)
    assert save(again) == save(game)


@MODEST
@given(NUMBERS, SCRIPTS)
def test_any_moment_stands_a_close_look(number: int, script: list[int]) -> None:
    game, record = by_script(number, script)
    if not is_over(game):
        probe(game, record, Random(number))


@MODEST
@given(NUMBERS, SCRIPTS, st.integers(1, 5))
def test_any_game_comes_to_its_end(number: int, script: list[int], step: int) -> None:
    """However it began: from there on a simple rule takes it to its end."""
    game, _ = by_script(number, script)
    chance = Random(step)
    for _ in range(20_000):
        if is_over(game):
            break
        legal = legal_actions(game)
        apply(game, legal[chance.randrange(len(legal))])
    assert is_over(game)
    assert len(scores(game)) == len(game.seats)
    assert save(load(save(game))) == save(game)


@MODEST
@given(NUMBERS, SCRIPTS, st.one_of(st.text(max_size=40), st.sampled_from(FOREIGN)))
def test_no_text_but_a_listed_one_does_anything(number: int, script: list[int], text: str) -> None:
    game, _ = by_script(number, script[:40])
    listed = {action.text for action in legal_actions(game)}
    before = anatomy(game)
    if text not in listed:
        try:
            apply(game, text)
        except (IllegalAction, UnknownAction):
            pass
        else:
            raise AssertionError(f"{text!r} was accepted")
    assert anatomy(game) == before


@settings(MODEST, max_examples=500)
@given(
    st.one_of(
        st.text(max_size=40),
        st.lists(
            st.sampled_from([word for text in FOREIGN for word in text.split()] + ["0", "7", "from", "cards", "over"]),
            max_size=6,
        ).map(" ".join),
    )
)
def test_a_text_is_refused_or_is_the_canonical_one(text: str) -> None:
    try:
        action = parse(text)
    except UnknownAction:
        return
    assert str(action) == text
    assert parse(str(action)) == action


@MODEST
@given(NUMBERS, SCRIPTS)
def test_play_is_apply_on_a_copy(number: int, script: list[int]) -> None:
    game, _ = by_script(number, script)
    if is_over(game):
        return
    legal = legal_actions(game)
    action = legal[len(script) % len(legal)]
    before = anatomy(game)
    after = play(game, action)
    assert anatomy(game) == before
    apply(game, action)
    assert save(game) == save(after)
    for seat in (None, *range(len(game.seats))):
        assert view(game, seat).to_json() == view(after, seat).to_json()


JSON = st.one_of(
    st.none(), st.booleans(), st.integers(-2, 9), st.text(max_size=5), st.just([]), st.just({}),
    st.sampled_from(["king", "emperor", "witch", "castle", "museum", "castle+", "museum+", "turns", "pick", "over", "pay"]),
    st.lists(st.sampled_from(["castle", "king", "temple", 0, None]), max_size=3),
)  # fmt: skip
"""Values that a position's field may be given by mistake."""


def paths(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths of everything inside a JSON value."""
    found = [path] if path else []
    if isinstance(value, dict):
        for key in value:
            found += paths(value[key], (*path, key))
    elif isinstance(value, list):
        for i, one in enumerate(value):
            found += paths(one, (*path, i))
    return found


@settings(MODEST, max_examples=1000)
@given(NUMBERS, st.lists(st.integers(0, 200), max_size=80), st.integers(0, 10_000), JSON)
def test_a_position_changed_anywhere_is_read_or_refused(number: int, script: list[int], where: int, value: Any) -> None:
    """Nothing but a PositionError comes out of a malformed position; what is read after all saves and loads unchanged."""
    game, _ = by_script(number, script)
    position = copy.deepcopy(save(game))
    every = paths(position)
    *way, last = every[where % len(every)]
    inner: Any = position
    for step in way:
        inner = inner[step]
    inner[last] = value
    try:
        loaded = load(json.loads(json.dumps(position)))
    except PositionError:
        return
    saved = save(loaded)
    assert save(load(json.loads(json.dumps(saved)))) == saved
    legal_actions(loaded)
