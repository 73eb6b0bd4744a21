"""Reading actions: from their text, and from their JSON object. Only the canonical text is an action.

>>> action = parse("build thieves_den cards 2 from 3")
>>> action
Build(district='thieves_den', framework=False, over='', cards=2, lender=3)
>>> str(action)
'build thieves_den cards 2 from 3'
>>> parse("build thieves_den cards 2 from 3") == action
True
>>> action_from_json(action.to_json()) == action
True
"""

from __future__ import annotations

from typing import Any, Final

from citadels_engine.actions.types import (
    NOBODY,
    PLAIN,
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
    make_on_both,
    make_on_name,
    make_on_seat,
)
from citadels_engine.errors import UnknownAction

__all__ = ["action_from_json", "parse"]


_NAMED: Final = (
    "pick", "set_aside", "kill", "bewitch", "rob", "keep", "discard", "take", "beautify", "laboratory", "museum",
)  # fmt: skip
_SEATED: Final = ("swap", "peek", "tithe")
_BOTH: Final = ("give", "destroy", "seize", "armory", "spy")
_WORD_LETTERS: Final = frozenset("abcdefghijklmnopqrstuvwxyz_+")


def parse(text: str) -> Action:
    """Read an action from its text; only the canonical text is one."""
    found = PLAIN.get(text)
    if found is not None:
        return found
    action = _read(text.split(" "))
    if action is None or action.text != text:
        raise UnknownAction(f"{text!r} is no action; see the table of actions in the notation")
    return action


def _seat(word: str) -> int:
    """A number of a seat or of cards; -1 for what is none."""
    return int(word) if word.isascii() and word.isdigit() and len(word) < 3 else NOBODY


def _is_word(word: str) -> bool:
    return bool(word) and all(letter in _WORD_LETTERS for letter in word)


def _read(words: list[str]) -> Action | None:
    verb = words[0]
    count = len(words)
    if count == 2 and verb in _NAMED and _is_word(words[1]):
        return make_on_name(verb, words[1])
    if count == 2 and (verb in _SEATED or verb in ("theater", "crown")) and _seat(words[1]) >= 0:
        return make_on_seat(verb, _seat(words[1]))
    if count == 2 and verb == "give" and _is_word(words[1]):
        return Tribute(words[1])
    if count == 2 and verb == "bonus" and words[1] in ("gold", "cards"):
        return Bonus(words[1])
    if count == 3 and verb in _BOTH and _seat(words[1]) >= 0 and _is_word(words[2]):
        return make_on_both(verb, _seat(words[1]), words[2])
    if count == 3 and verb == "crown" and _seat(words[1]) >= 0 and words[2] in ("gold", "card"):
        return make_on_both(verb, _seat(words[1]), words[2])
    if count == 3 and verb == "theater" and _is_word(words[1]) and _seat(words[2]) >= 0:
        return Theater(_seat(words[2]), words[1])
    if count == 3 and verb == "income" and _seat(words[1]) >= 0 and _seat(words[2]) >= 0:
        return Income(_seat(words[1]), _seat(words[2]))
    if count == 3 and verb == "threats" and _is_word(words[1]) and _is_word(words[2]):
        return Threats(words[1], words[2])
    if count == 4 and verb == "warrants" and all(_is_word(word) for word in words[1:]):
        return Warrants(words[1], (words[2], words[3]))
    if count == 4 and verb == "exchange" and _is_word(words[1]) and _seat(words[2]) >= 0 and _is_word(words[3]):
        return Exchange(words[1], _seat(words[2]), words[3])
    if verb == "build" and count > 1 and _is_word(words[1]):
        return _read_build(words[1], words[2:])
    return None


def _read_build(district: str, means: list[str]) -> Action | None:
    if not means:
        return make_on_name("build", district)
    if means == ["framework"]:
        return make_on_name("build framework", district)
    if len(means) == 2 and means[0] == "over" and _is_word(means[1]):
        return Build(district, over=means[1])
    cards, lender = 0, NOBODY
    if len(means) >= 2 and means[0] == "cards":
        cards = _seat(means[1])
        means = means[2:]
        if cards < 1:
            return None
    if len(means) == 2 and means[0] == "from":
        lender = _seat(means[1])
        means = []
        if lender < 0:
            return None
    return Build(district, cards=cards, lender=lender) if not means else None


_CLASSES: Final[dict[str, type[Action]]] = {
    "pick": Pick, "set_aside": SetAside, "kill": Kill, "bewitch": Bewitch, "rob": Rob, "swap": Swap, "peek": Peek,
    "tithe": Tithe, "keep": Keep, "discard": Discard, "take": Take, "beautify": Beautify, "laboratory": Laboratory,
    "museum": Museum, "destroy": Destroy, "seize": Seize, "armory": Armory, "theater": Theater, "build": Build,
    "warrants": Warrants, "threats": Threats, "spy": Spy, "income": Income, "crown": Crown, "bonus": Bonus,
    "exchange": Exchange,
}  # fmt: skip


def action_from_json(told: dict[str, object]) -> Action:
    """Read an action from its JSON object; fields left out have their defaults."""
    verb = told.get("verb")
    fields: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in told.items() if name != "verb"
    }
    if isinstance(verb, str) and verb in PLAIN and not fields:
        return PLAIN[verb]
    make: Any = _CLASSES.get(verb) if isinstance(verb, str) else None
    if verb == "give":
        make = Tribute if "what" in fields else Give
    if make is None:
        raise UnknownAction(f"{told!r} is no action: no such verb")
    try:
        action = parse(str(make(**fields)))
    except (TypeError, UnknownAction, IndexError, ValueError) as error:
        raise UnknownAction(f"{told!r} is no action: {error}") from None
    said = action.to_json()
    for name, value in told.items():
        if type(value) is not type(said[name]) or value != said[name]:
            raise UnknownAction(f"{told!r} is no action: {name} is {said[name]!r} in {action.text!r}")
    return action
