r"""The lines of the protocol, written and read: pure, and to the letter as `docs/STDIO.md` has them.

1. A line is one JSON object without spaces between its parts; `type` is its first member, `game` its second where it has one.
2. What comes from a program is trusted in nothing: what is not the protocol is a `Babble`, which says why.

>>> bye()
b'{"type":"bye"}\n'
>>> read(b'{"n":17,"action":"build castle"}')["action"]
'build castle'
>>> read(b"[1,2]")
Traceback (most recent call last):
citadels_sdk.stdio.lines.Babble: it said what is no JSON object: [1,2]
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Final, NoReturn, cast

from citadels_sdk import __version__
from citadels_sdk.bot import Accepts
from citadels_sdk.view.explanations import explain

if TYPE_CHECKING:
    from collections.abc import Mapping

    from citadels_sdk.bot import Outcome, Start
    from citadels_sdk.render.sentences import Teller
    from citadels_sdk.view.view import View


PROTOCOL: Final = "citadels-stdio/1"
GAMES: Final = ("one", "next", "many")
OPTIONAL: Final = frozenset({"events", "options", "view", "words"})
"""What a program may do without."""
SHOWN: Final = 200
"""How many characters of a wrong line are shown."""

Line = dict[str, object]


class Babble(Exception):
    """What the program said is not the protocol."""


@dataclass(frozen=True, slots=True)
class Ready:
    """What a program has said of itself."""

    name: str | None = None
    """What it is called on a service."""
    games: str = "one"
    """`one` game a process, the `next` one in the same process, or `many` at once."""
    without: frozenset[str] = frozenset()
    """What it does not want to be told: `events`, `options`, `view`, `words`."""
    accepts: Accepts = field(default_factory=Accepts)
    """Which live games it takes part in."""


# --- to the program --------------------------------------------------------------------------------------------------


def write(line: Mapping[str, object]) -> bytes:
    """The line, with its end."""
    return (
        json.dumps(line, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode("utf-8", "replace") + b"\n"
    )


def hello() -> bytes:
    """The first line."""
    return write({"type": "hello", "protocol": PROTOCOL, "version": __version__})


def start(told: Start, chance: str) -> bytes:
    """A game begins; `chance` is a text to seed dice with."""
    return write({"type": "start", **asdict(told), "chance": chance})


def event(game: str, told: Mapping[str, object]) -> bytes:
    """Something has happened."""
    return write({"type": "event", "game": game, "event": told})


def choose(game: str, view: View, ms: int, teller: Teller, without: frozenset[str]) -> bytes:
    """A decision is asked for; what comes first in the line is what the simplest of programs needs."""
    actions = view.actions
    line: Line = {
        "type": "choose",
        "game": game,
        "n": view.n,
        "kind": view.kind,
        "time_left_ms": ms,
        "actions": [action.text for action in actions],
    }
    if "options" not in without:
        options: list[Line] = []
        for action in actions:
            option: Line = {"text": action.text, **action.to_json(), "cost": view.cost(action)}
            if "words" not in without:
                option["words"] = explain(teller, view.raw, action)
            options.append(option)
        line["options"] = options
    if "view" not in without:
        line["view"] = view.to_json()
    return write(line)


def end(game: str, outcome: Outcome | None) -> bytes:
    """The game has ended, or without an outcome been broken off."""
    return write({"type": "end", "game": game, "outcome": None if outcome is None else asdict(outcome)})


def bye() -> bytes:
    """The last line."""
    return write({"type": "bye"})


# --- from the program ------------------------------------------------------------------------------------------------


def plain(said: bytes | str) -> str:
    r"""What was said in printable characters, and not too many of them.

    >>> plain(b"ready" + bytes([27, 10, 255]))
    'ready���'
    >>> len(plain("x" * 1000))
    200
    """
    text = said[: 4 * SHOWN].decode("utf-8", "replace") if isinstance(said, bytes) else said[:SHOWN]
    return "".join(sign if sign.isprintable() else "\ufffd" for sign in text[:SHOWN])


def read(said: bytes) -> Line:
    """The object of a line."""
    try:
        text = said.decode("utf-8")
    except UnicodeDecodeError:
        raise Babble(f"it said what is not UTF-8: {plain(said)}") from None
    try:
        line: object = json.loads(text, parse_constant=refuse)
    except (ValueError, RecursionError):
        raise Babble(f"it said what is not JSON: {plain(text)}") from None
    if not isinstance(line, dict):
        raise Babble(f"it said what is no JSON object: {plain(text)}")
    return cast("Line", line)


def refuse(name: str) -> NoReturn:
    """NaN and the infinities are not JSON."""
    raise ValueError(name)


def ready(line: Line) -> Ready:
    """What the program says of itself; members that are not known are ignored."""
    told = line.get("protocol", PROTOCOL)
    if told != PROTOCOL:
        raise Babble(f"it speaks {plain(str(told))}, not {PROTOCOL}")
    name = line.get("name")
    games = line.get("games", "one")
    without = line.get("without", [])
    if name is not None and not (isinstance(name, str) and name.isprintable() and 0 < len(name) <= SHOWN):
        raise Babble(f"its `name` is not a text of 1 to {SHOWN} printable characters")
    if games not in GAMES:
        raise Babble(f"its `games` is {plain(repr(games))}, not one of {', '.join(GAMES)}")
    if not _is_list(without, str):
        raise Babble("its `without` is not a list of texts")
    return Ready(name, str(games), frozenset(cast("list[str]", without)) & OPTIONAL, accepted(line.get("accepts")))


def accepted(told: object) -> Accepts:
    """Which live games the program takes part in."""
    if told is None:
        return Accepts()
    if not isinstance(told, dict):
        raise Babble("its `accepts` is no object")
    known = Accepts()
    members = cast("Line", told)
    return Accepts(
        editions=_texts(members, "editions", known.editions),
        players=_numbers(members, "players", known.players),
        clocks=None if members.get("clocks") is None else _texts(members, "clocks", ()),
        least_ms=_number(members, "least_ms", known.least_ms),
        rated=_flag(members, "rated"),
        tables=_number(members, "tables", known.tables),
    )


def _texts(members: Line, name: str, default: tuple[str, ...]) -> tuple[str, ...]:
    value = members.get(name, default)
    return tuple(cast("list[str]", value)) if value is default or _is_list(value, str) else _refused(name, value)


def _numbers(members: Line, name: str, default: tuple[int, ...]) -> tuple[int, ...]:
    value = members.get(name, default)
    return tuple(cast("list[int]", value)) if value is default or _is_list(value, int) else _refused(name, value)


def _number(members: Line, name: str, default: int) -> int:
    value = members.get(name, default)
    return value if type(value) is int and value >= 0 else _refused(name, value)


def _flag(members: Line, name: str) -> bool | None:
    value = members.get(name)
    return value if value is None or isinstance(value, bool) else _refused(name, value)


def _refused(name: str, value: object) -> NoReturn:
    raise Babble(f"its `accepts` has {name} {plain(repr(value))}")


def answered(line: Line) -> str | int:
    """What the answer chooses: the text of an action, or its number in the list, counted from 0."""
    match line:
        case {"action": str(), "choice": _}:
            raise Babble("it answered with both `action` and `choice`")
        case {"action": str(action)}:
            return action
        case {"choice": int(choice)} if type(choice) is int:
            return choice
        case _:
            raise Babble("it answered with neither a text as `action` nor a whole number as `choice`")


def _is_list(value: object, of: type) -> bool:
    return isinstance(value, list) and all(type(one) is of for one in cast("list[object]", value))
