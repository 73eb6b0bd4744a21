"""A tournament from a file: `event.toml` says who takes part and everything else, in the words of the command line.

    format = "swiss"
    seats = 4
    deals = 6
    scenario = ["first_game", "cunning_agents__001"]
    out = "results"

    [[bots]]
    bot = "mybot.py:Mason"
    name = "mason"

    [[bots]]
    bot = "greedy"

1. `bots` is a list of tables (`bot`, and a `name` where it is to have another), or of plain texts: `bots = ["mybot.py", "greedy"]`.
2. Files of bots, and `out`, are meant from the folder of the file, wherever one is.
3. What is wrong is told with the file, the line, the key and the way out.
"""

from __future__ import annotations

import difflib
import re
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NoReturn

from citadels_contest.settings import Settings, settings_from
from citadels_contest.types import ContestError

from citadels_sdk.errors import BotNotFound
from citadels_sdk.json_values import is_list, is_object
from citadels_sdk.local.bot_loader import locate

if TYPE_CHECKING:
    from citadels_sdk.local.bot_loader import Entrant


NUMBER: Final = (int, float)
DRIVING: Final[dict[str, tuple[tuple[type, ...], str]]] = {
    "name": ((str,), "a text: what the event is called"),
    "edition": ((str,), 'a text: "modern" or "classic"'),
    "scenario": ((str, list), 'a text, a list of texts, or "all"'),
    "cast": ((list,), "a list of characters"),
    "uniques": ((list,), "a list of districts"),
    "options": ((dict,), "a table: [options]"),
    "seed": ((str, int), "a text"),
    "jobs": ((int,), "a whole number: how many processes"),
    "time": (NUMBER, "a number: seconds for a decision"),
    "game_time": (NUMBER, "a number: seconds for all decisions of a bot in a game"),
    "out": ((str,), "a text: the folder of results"),
}
KEYS: Final = ("bots", *DRIVING, *[name for name in Settings._fields if name != "seed"])
"""All that may stand in the file."""
BOT: Final = ("bot", "name")


@dataclass(frozen=True, slots=True)
class EventFile:
    """What an event's file says."""

    file: Path
    bots: tuple[tuple[str | None, Entrant], ...]
    """Who takes part: the name, where one was given, and who it is."""
    values: dict[str, Any] = field(default_factory=dict)
    """Everything else, by the names that `tournament` takes."""


def read_event(file: str | Path) -> EventFile:
    """What the file says; a `ContestError` names the line and the key of what cannot be. The bots' files are found, and not read."""
    path = Path(file)
    try:
        text = path.read_text(encoding="utf-8")
        raw = tomllib.loads(text)
    except FileNotFoundError:
        raise ContestError("bad_file", f"{path}: there is no such file") from None
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ContestError("bad_file", f"{path}: {error}") from None
    reading = Reading(path, text)
    for key in raw:
        if key not in KEYS:
            reading.refuse(key, f"there is no such key; {nearest(key, KEYS)}")
    values: dict[str, Any] = {}
    for key, (types, meant) in DRIVING.items():
        if key in raw:
            value = raw[key]
            if not isinstance(value, types) or isinstance(value, bool):
                reading.refuse(key, f"{value!r} is not {meant}")
            values[key] = value
    for key in ("time", "game_time", "jobs"):
        if key in values and not values[key] > 0:
            reading.refuse(key, f"{values[key]!r} is not more than 0")
    if "out" in values:
        values["out"] = str(path.parent / values["out"])
    if "seed" in values:
        values["seed"] = str(values["seed"])
    chosen = {name: raw[name] for name in Settings._fields if name in raw and name != "seed"}
    try:
        settings_from(chosen)
    except ContestError as error:
        key, _, what = str(error).partition(": ")
        reading.refuse(key, what)
    return EventFile(path, reading.bots(raw.get("bots")), {**values, **chosen})


def nearest(key: str, known: tuple[str, ...]) -> str:
    """The way out for a key that nobody knows.

    >>> nearest("seat", ("seats", "deals"))
    "did you mean 'seats'?"
    >>> nearest("x", ("seats", "deals"))
    'there are seats, deals'
    """
    close = difflib.get_close_matches(key, known, 1)
    return f"did you mean {close[0]!r}?" if close else f"there are {', '.join(known)}"


class Reading:
    """A file that is being read: it knows where a key stands."""

    def __init__(self, path: Path, text: str) -> None:
        self.path = path
        self.lines = text.split("\n")

    def line_of(self, key: str, nth: int = 0) -> int | None:
        """The line on which the key stands, from 1; of several the one that is meant."""
        found = [
            number
            for number, line in enumerate(self.lines, 1)
            if re.match(rf'\s*(\[+\s*)?["\']?{re.escape(key)}["\']?\s*(=|\]|\.)', line)
        ]
        return found[min(nth, len(found) - 1)] if found else None

    def refuse(self, key: str, what: str, line: int | None = None) -> NoReturn:
        """Say what is wrong with the key, and where."""
        at = self.line_of(key) if line is None else line
        where = f"{self.path}: line {at}" if at is not None else str(self.path)
        raise ContestError("bad_file", f"{where}: {key}: {what}") from None

    def bots(self, given: object) -> tuple[tuple[str | None, Entrant], ...]:
        """Who takes part."""
        if given is None:
            self.refuse("bots", 'nobody takes part; say bots = ["mybot.py", "greedy"], or a [[bots]] table for each')
        if not is_list(given) or not given:
            self.refuse("bots", f'{given!r} is no list of bots, such as ["mybot.py", "greedy"]')
        return tuple(self.bot(one, number) for number, one in enumerate(given))

    def bot(self, given: object, number: int) -> tuple[str | None, Entrant]:
        """One of them."""
        line = self.line_of("bots", number)
        if isinstance(given, str):
            given = {"bot": given}
        if not is_object(given):
            self.refuse("bots", f"{given!r} is neither a text nor a table with `bot` and `name`", line)
        said: dict[str, str] = {}
        for key, value in given.items():
            if key not in BOT:
                self.refuse("bots", f"{key}: there is no such key; {nearest(key, BOT)}", line)
            if not isinstance(value, str) or not value:
                self.refuse("bots", f"{key}: {value!r} is no text", line)
            said[key] = value
        if "bot" not in said:
            self.refuse("bots", 'bot: it is missing; say which, as in bot = "mybot.py"', line)
        try:
            return said.get("name"), locate(said["bot"], base=self.path.parent)
        except BotNotFound as error:
            self.refuse("bots", f"bot: {error}", line)
