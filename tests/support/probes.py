"""A close look at one decision of a game: what must hold of the doors in, of copies, positions, views and actions.

A probe never changes the game that it looks at, and checks that at its end.
"""

from __future__ import annotations

import json
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from citadels_engine import (
    Action,
    IllegalAction,
    UnknownAction,
    action_from_json,
    apply,
    awaited,
    is_over,
    legal_actions,
    load,
    parse,
    play,
    save,
    view,
)
from citadels_engine.cards.base import Card

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from random import Random

    from citadels_engine import Game

FOREIGN = (
    "gold", "draw", "end", "pass", "done", "see", "study", "smithy", "collect", "income", "income 1 1", "bonus", "bonus gold",
    "kill king", "bewitch architect", "rob merchant", "pick king", "set_aside bishop", "swap 0", "swap 99", "peek 1", "tithe 0",
    "crown 0", "crown 7 card", "build castle", "build castle framework", "build necropolis over castle", "build castle from 0",
    "build thieves_den cards 2", "build thieves_den cards 1 from 1", "build secret_vault", "build nowhere", "keep tavern",
    "discard tavern", "give 0 tavern", "give gold", "take temple", "destroy 0 keep", "seize 1 tavern", "armory 0 castle",
    "exchange tavern 1 castle", "beautify castle", "laboratory tavern", "museum tavern", "theater 0", "bribe", "refuse", "expose",
    "confiscate", "recover", "announce", "warrants king bishop merchant", "threats king bishop", "spy 0 trade", "redraw",
)  # fmt: skip
"""Texts that are actions, legal in few places."""
GARBAGE = (
    "", " ", "gold ", " gold", "GOLD", "gold gold", "go", "build", "build castle ", "build  castle", "pick", "pick king bishop",
    "kill", "income 1", "income -1 2", "destroy 01 keep", "destroy keep", "build thieves_den cards 0", "build castle from -1",
    "crown 0 crown", "\x00", "gold\n", "décret", "build castle framework framework", "exchange castle 1", "warrants king",
)  # fmt: skip
"""Texts that are no actions."""
LEAVES: set[type] = {type(None), bool, int, str}
"""What is compared as it is: plain values, and as they are met the classes of cards, which all games share, and of actions, which are values."""
FURTHER = 12
"""How many decisions a copy and a loaded game are played on."""


def probe(game: Game, record: list[str], chance: Random) -> None:
    """All the checks; `record` holds texts of actions that were legal at some other moment."""
    legal = legal_actions(game)
    before, position = anatomy(game), save(game)
    saved = json.dumps(position)
    check_actions(legal)
    texts = [*chance.sample(FOREIGN, 20), *chance.sample(GARBAGE, 8), *chance.sample(record, min(12, len(record)))]
    refuse_illegal(game, legal, texts)
    accept_legal(game, legal)
    copies_are_independent(game, before, chance)
    position_round_trip(game, saved, chance)
    same(
        anatomy(game),
        before,
        "a refusal, a play, a copy, a position or a view has changed the game that it was made of",
    )
    same(json.dumps(save(game)), saved, "the position is no longer the same")


def same(found: object, wanted: object, otherwise: str) -> None:
    """Both are equal; the message is that of what is broken otherwise."""
    if found != wanted:
        raise AssertionError(otherwise)


# --- the whole of a game, as plain values ----------------------------------------------------------------------------


def anatomy(value: Any) -> Any:
    """Everything inside a game as plain values, the parts that no position shows among them."""
    kind = type(value)
    if kind in LEAVES:
        return value
    if kind is list or kind is tuple:
        return [kind, *[one if type(one) in LEAVES else anatomy(one) for one in value]]
    if kind is dict:
        return {key: one if type(one) in LEAVES else anatomy(one) for key, one in value.items()}
    if isinstance(value, (Card, Action)):
        LEAVES.add(kind)
        return value
    read = _readers.get(kind) or reader(value)
    return [kind, *[one if type(one) in LEAVES else anatomy(one) for one in read(value)]]


def reader(value: object) -> Callable[[Any], Iterable[Any]]:
    """Reads all attributes of an object of the engine, compiled or not; found once for each class."""
    names = slots(type(value))
    if hasattr(value, "__dict__") or len(names) < 2:  # what differs between objects of one class, or is no tuple
        return lambda one: [getattr(one, name, None) for name in (*names, *getattr(one, "__dict__", ()))]
    return _readers.setdefault(type(value), attrgetter(*names))


def slots(kind: type) -> list[str]:
    """The names of the attributes of an engine class that are no `__dict__`."""
    names: set[str] = set()
    for one in kind.__mro__:
        found = vars(one).get("__slots__", ())
        names.update([found] if isinstance(found, str) else found)
        names.update(vars(one).get("__mypyc_attrs__", ()))
    return sorted(names - {"__dict__", "__weakref__"})


_readers: dict[type, Callable[[Any], Iterable[Any]]] = {}


# --- the doors in ----------------------------------------------------------------------------------------------------


def check_actions(legal: tuple[Action, ...]) -> None:
    """Listed once each; text and JSON read back as the same value."""
    same(len({action.text for action in legal}), len(legal), "an action is listed twice")
    for action in legal:
        again = parse(str(action))
        if again != action or hash(again) != hash(action) or type(again) is not type(action):
            raise AssertionError(f"{action!r} reads back as {again!r}")
        again = action_from_json(json.loads(json.dumps(action.to_json())))
        if again != action or again.to_json() != action.to_json():
            raise AssertionError(f"{action!r} reads back from JSON as {again!r}")
        fields = {
            name: tuple(one) if isinstance(one, list) else one
            for name, one in action.to_json().items()
            if name != "verb"
        }
        made: Any = type(action)
        if fields and made(**fields) != action:  # stored actions are the same object; one that is made is not
            raise AssertionError(f"{action!r} is not the same as one made of {fields}")


def refuse_illegal(game: Game, legal: tuple[Action, ...], texts: list[str]) -> None:
    """`apply` and `play` refuse whatever is not listed, as text and as value; the game given to `apply` stays as it is."""
    allowed = {action.text for action in legal}
    n = game.n
    for i, text in enumerate(texts):
        if text in allowed:
            continue
        try:
            value: Action | str = parse(text)
        except UnknownAction:
            value = text
        # each door gets half as text and half as value: the other halves at the next decision
        forms = (text, value) if (i + n) % 2 else (value, text)
        for door, form in zip((apply, play), forms, strict=True):
            try:
                door(game, form)
            except (IllegalAction, UnknownAction):
                continue
            raise AssertionError(f"{text!r} is not listed and was accepted")
        same(game.n, n, f"refusing {text!r} has changed the game")


def accept_legal(game: Game, legal: tuple[Action, ...]) -> None:
    """Every action listed is accepted, as value and as text, with the same effect, and leads to a decision or to the end."""
    for action in legal:
        after = play(game, action)
        if after.n != game.n + 1 or is_over(after) != (not legal_actions(after)):
            raise AssertionError(f"{action} is listed and leads nowhere")
        if min(seat.gold for seat in after.seats) < 0:
            raise AssertionError(f"{action} leaves a seat with negative gold")
    same(
        save(play(game, legal[-1].text)),
        save(play(game, legal[-1])),
        "an action's text does not do what the action does",
    )


# --- copies and positions --------------------------------------------------------------------------------------------


def play_on(game: Game, chance: Random) -> list[str]:
    """Play some decisions at random, in place; the texts."""
    texts: list[str] = []
    while not is_over(game) and len(texts) < FURTHER:
        legal = legal_actions(game)
        action = legal[int(chance.random() * len(legal))]
        texts.append(action.text)
        apply(game, action)
    return texts


def copies_are_independent(game: Game, before: Any, chance: Random) -> None:
    """A copy is equal to a game of that anatomy; playing on with either leaves the other as it was; both have the same future."""
    first = game.copy()
    second = first.copy()
    texts = play_on(first, chance)
    same(anatomy(second), before, "a copy differs from its original, or playing on with an original changes its copy")
    for text in texts:
        apply(second, text)
    same(anatomy(second), anatomy(first), "a copy has another future than its original")


def position_round_trip(game: Game, saved: str, chance: Random) -> None:
    """A position loads and saves unchanged, in the middle of a decision too; the loaded game is the same to everybody."""
    loaded = load(json.loads(saved))
    if json.dumps(save(loaded)) != saved:
        raise AssertionError(f"the position saves as another: {first_difference(save(loaded), json.loads(saved))}")
    mine, other = awaited(game), awaited(loaded)
    if (other.kind, other.seat, type(other), loaded.n) != (mine.kind, mine.seat, type(mine), game.n):
        raise AssertionError(
            f"the loaded game awaits {other.kind} of seat {other.seat}, not {mine.kind} of {mine.seat}"
        )
    listed = [action.text for action in legal_actions(game)]
    same([action.text for action in legal_actions(loaded)], listed, "the loaded game lists other actions")
    for seat in (None, *range(len(game.seats))):
        same(
            view(loaded, seat).to_json(), view(game, seat).to_json(), f"the loaded game shows seat {seat} another view"
        )
    original = game.copy()
    for text in play_on(original, chance):
        apply(loaded, text)
    same(save(loaded), save(original), "the loaded game has another future")


def first_difference(found: Any, wanted: Any, path: str = "") -> str:
    """Where two JSON values differ first, for the message."""
    if isinstance(found, dict) and isinstance(wanted, dict) and found.keys() == wanted.keys():
        for key in found:
            if found[key] != wanted[key]:
                return first_difference(found[key], wanted[key], f"{path}.{key}")
    if isinstance(found, list) and isinstance(wanted, list) and len(found) == len(wanted):
        for i, (one, other) in enumerate(zip(found, wanted, strict=True)):
            if one != other:
                return first_difference(one, other, f"{path}.{i}")
    return f"{path.lstrip('.')}: {found!r}, not {wanted!r}"
