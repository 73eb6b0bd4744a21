"""What a tournament is before it is played: its settings, its tables, who takes part; what `event.json` says.

1. From the description and the log everything can be computed again: the seed of each deal, its scenario, who sits where.
2. The seed of a deal is the event's with the label of the deal: `s/1/0` where `s` is the seed, and so for both games of that deal.
3. A bot that came from a file is known by that file's SHA-256, so that a run never goes on with another bot than it began with.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from citadels_contest.settings import Settings, settings_from
from citadels_contest.types import Entrant

from citadels_sdk.json_values import is_list, is_object
from citadels_sdk.local.bot_imports import beside
from citadels_sdk.tournaments.spec_fields import Fields, unread

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from citadels_sdk.local.bot_loader import Entrant as Player


FORMAT: Final = "citadels-tournament/1"
FILE: Final = "event.json"


class Entered(NamedTuple):
    """Who takes part, and where it came from."""

    entrant: Entrant
    bot: str | None = None
    """What it was given as; None where only the process knew it."""
    files: Mapping[str, str] = {}
    """The files that it was made of, with their SHA-256."""

    def to_json(self) -> dict[str, object]:
        """It as `event.json` has it."""
        return {**self.entrant._asdict(), "bot": self.bot, "files": dict(self.files)}


@dataclass(frozen=True, slots=True)
class Described:
    """All that is settled before the first game."""

    settings: Settings
    entrants: tuple[Entered, ...]
    edition: str | None = None
    scenarios: tuple[str, ...] = ()
    """One for each deal, in turn."""
    cast: tuple[str, ...] | None = None
    uniques: tuple[str, ...] | None = None
    options: Mapping[str, object] | None = None
    time: float | None = None
    """Seconds for a decision."""
    game_time: float | None = None
    """Seconds for all decisions of a seat in a game."""
    date: str = ""
    """Of the start, as the records have it."""
    name: str = ""
    """What the event is called; empty: by who takes part."""

    @property
    def seed(self) -> str:
        """What all chance comes from."""
        return self.settings.seed

    def seed_of(self, label: str) -> str:
        """The seed of the deal of that label (`contest.Tournament.deal_label`).

        >>> Described(settings_from({"seed": "s"}), ()).seed_of("1/0")
        's/1/0'
        """
        return f"{self.settings.seed}/{label}"

    def scenario_of(self, number: int) -> str | None:
        """The scenario of the deal of that number (`contest.Tournament.deal_number`)."""
        return self.scenarios[number % len(self.scenarios)] if self.scenarios else None

    @property
    def bots(self) -> dict[str, str | None]:
        """What each entrant was given as, by id."""
        return {one.entrant.id: one.bot for one in self.entrants}

    def repro(self, sources: Sequence[str | None], seat: int, n: int, seed: str, scenario: str | None) -> str | None:
        """The command that puts that decision to that bot again; None where there is none."""
        from citadels_sdk.checking.repro_command import command_for

        if self.options:
            return None
        return command_for(
            sources,
            seat=seat,
            n=n,
            seed=seed,
            edition=self.edition,
            scenario=scenario,
            cast=self.cast,
            uniques=self.uniques,
            time_limit=self.time,
            apart=True,
        )

    def to_json(self) -> dict[str, object]:
        """It as `event.json` has it."""
        return {
            "format": FORMAT,
            "name": self.name,
            "date": self.date,
            "settings": self.settings.to_json(),
            "edition": self.edition,
            "scenarios": list(self.scenarios),
            "cast": None if self.cast is None else list(self.cast),
            "uniques": None if self.uniques is None else list(self.uniques),
            "options": None if self.options is None else dict(self.options),
            "time": self.time,
            "game_time": self.game_time,
            "entrants": [one.to_json() for one in self.entrants],
        }

    @classmethod
    def from_json(cls, raw: object) -> Described:
        """What `event.json` says; a `ContestError` names the field that says nothing."""
        if not is_object(raw) or raw.get("format") != FORMAT:
            raise unread(FILE, "format", f"this is no description of a tournament: {FORMAT!r} is expected")
        fields, listed = Fields(raw, FILE), raw.get("entrants")
        given = fields.mapping("settings")
        if given is None:
            raise unread(FILE, "settings", "an object is expected")
        if not is_list(listed):
            raise unread(FILE, "entrants", "a list is expected")
        return cls(
            settings_from(given),
            tuple(entered_from(one) for one in listed),
            fields.text("edition"),
            fields.words("scenarios") or (),
            fields.words("cast"),
            fields.words("uniques"),
            fields.mapping("options"),
            fields.seconds("time"),
            fields.seconds("game_time"),
            fields.text("date") or "",
            fields.text("name") or "",
        )

    def differences(self, other: Described) -> Iterator[tuple[str, str]]:
        """What is not the same here as there, each by its name and in words; the date is nobody's choice, and a name decides nothing."""
        mine, theirs = self.to_json(), other.to_json()
        for name in ("edition", "scenarios", "cast", "uniques", "options", "time", "game_time"):
            if mine[name] != theirs[name]:
                yield name, f"{name} was {theirs[name]!r} and is {mine[name]!r}"
        for name, value in self.settings.to_json().items():
            before = other.settings.to_json()[name]
            if value != before:
                yield name, f"{name} was {before!r} and is {value!r}"
        old = {one.entrant.id: one for one in other.entrants}
        new = {one.entrant.id: one for one in self.entrants}
        if list(old) != list(new):
            yield "bots", f"the bots were {', '.join(old)} and are {', '.join(new)}"
        for name, one in new.items():
            if name not in old:
                continue
            before_files = old[name].files
            for at, (file, digest) in enumerate(one.files.items()):
                if before_files.get(file) != digest:
                    told = f"{name} was not {file}" if at == 0 else f"{name} did not import {file}"
                    yield file, f"{file} has changed" if file in before_files else told
            if one.bot != old[name].bot and not one.files:
                yield name, f"{name} was {old[name].bot!r} and is {one.bot!r}"


def files_of(player: Player, like: object) -> dict[str, str]:
    """The files that a bot is made of, as far as they can be known, each with its SHA-256: its own, then those beside it that it imports."""
    source = player.source
    found: list[Path] = []
    if player.kind == "process" and source is not None:
        import shlex

        found = [Path(word) for word in shlex.split(source) if Path(word).is_file()]
    elif player.kind != "house":
        if source is not None and ".py" in source:
            found = [Path(source[: source.rindex(".py") + 3])]
        else:
            home = like if isinstance(like, type) or hasattr(like, "__code__") else type(like)
            module = sys.modules.get(getattr(home, "__module__", None) or "")
            file = getattr(module, "__file__", None)
            found = [Path(file)] if isinstance(file, str) else []
    found += [one for path in found if path.suffix == ".py" for one in beside(path)]
    return {str(path): sha256(path.read_bytes()).hexdigest() for path in found if path.is_file()}


def level_of(name: str) -> str:
    """The level of a bot of the house that fills a table, from what it is called there.

    >>> level_of("fill:greedy:2")
    'greedy'
    """
    return name.split(":")[1]


def entered_from(raw: object) -> Entered:
    """One of the entrants."""
    if not is_object(raw):
        raise unread(FILE, "entrants", "each is an object")
    fields = Fields(raw, FILE)
    name = fields.text("id")
    if not name:
        raise unread(FILE, "entrants", "each has an id")
    files = raw.get("files")
    entrant = Entrant(
        name, fields.text("name") or name, fields.text("kind") or "bot", fields.text("owner"), fields.text("level")
    )
    return Entered(
        entrant,
        fields.text("bot"),
        {str(one): str(digest) for one, digest in files.items()} if is_object(files) else {},
    )
