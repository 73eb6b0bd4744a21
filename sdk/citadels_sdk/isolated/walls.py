"""Walls: between the referee and the bots of one tournament or match, from before the first is read until after the last has played.

1. `entrant` makes of what a bot is given as who takes part. A bot of the house needs no wall. A file is read in its own process, where it says
   what it is called. A program is started in the sandbox for its games.
2. A class, a function or an object of this process is here already: it stays, and `inside` names it. With `strict` it is refused, unless
   a file has it by its name.
3. Where a part of the sandbox cannot be had, that is said before anything is played (`NoSandbox`), unless `weak` is asked for; `lacking` names it.
"""

from __future__ import annotations

import os
import re
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from citadels_sdk.errors import BotNotFound
from citadels_sdk.isolated import process_cache
from citadels_sdk.isolated.bot_player import HOOK_S, IsolatedPlayer
from citadels_sdk.isolated.launcher import Launcher
from citadels_sdk.isolated.process_cache import Home
from citadels_sdk.local.bot_imports import beside
from citadels_sdk.local.bot_loader import LONGEST_NAME, Entrant, FileEntrant, ProcessEntrant, locate, packed_source
from citadels_sdk.local.deal import chance_of, legible
from citadels_sdk.sandbox.policy import Limits, home_of, policy_for, python_paths, system_paths
from citadels_sdk.sandbox.sandbox_parts import NoSandbox, expected, missing
from citadels_sdk.sandbox.scratch import remove
from citadels_sdk.stdio.child import Failure

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import TracebackType
    from typing import Self

    from citadels_sdk.bot import Start
    from citadels_sdk.local.bot_loader import BotLike, Named
    from citadels_sdk.local.player import Player


Isolation: TypeAlias = Literal["sandbox", "weak", "none"]
"""A process for each bot in the whole sandbox, in what there is of it, or no process at all."""
DEAL: Final = -1
"""In place of a seat: what a deal is known by to whoever may not know its seed."""


class IsolatedEntrant(Entrant):
    """A bot of a file, in a process of its own for each referee."""

    kind = "isolated"

    def __init__(self, name: str, source: str, home: Home, *, hears: bool, hook_s: float | None) -> None:
        super().__init__(name, source)
        self.home = home
        self.hears = hears
        self.hook_s = hook_s

    def sit(self, start: Start, chance: str) -> Player:
        """A player of a deal that nobody else has."""
        return self.sit_at(start, chance, chance)

    def seat(self, start: Start, seed: str) -> Player:
        """The player at that seat of a game of that seed."""
        return self.sit_at(start, chance_of(seed, start.seat), chance_of(seed, DEAL))

    def sit_at(self, start: Start, chance: str, deal: str) -> Player:
        """The player, for that deal."""
        return IsolatedPlayer(self.name, start, chance, self.home, deal, hears=self.hears, hook_s=self.hook_s)


class Walls:
    """What stands between the referee and the bots."""

    def __init__(
        self,
        *,
        weak: bool = False,
        strict: bool = False,
        kept_back: tuple[Path, ...] = (),
        logs: Path | None = None,
        limit_s: float | None = None,
        limits: Limits | None = None,
    ) -> None:
        """`kept_back` is what no bot may read, wherever it lies; `logs` the folder for their standard errors; `limit_s` the limit of a decision."""
        self.lacking = missing()
        if self.lacking and not weak and expected():
            what = "; ".join(f"{one.name} ({one.found}), which keeps from a bot {one.keeps}" for one in self.lacking)
            raise NoSandbox(f"this machine has not all of the sandbox: {what}")
        self.weak = weak or bool(self.lacking)
        self.strict = strict
        self.kept_back = kept_back
        self.logs = logs
        self.hook_s = None if limit_s is None else max(limit_s, HOOK_S)
        self.limits = limits
        self.inside: list[str] = []
        """Who plays in the referee's process, though it is none of the house."""
        self.launcher: Launcher | None = None
        self.scratches: Path | None = None
        """The folder of the programs' scratch folders."""
        self.files: list[Path] = []
        """Those of all bots, so that none reads another's."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End all of it; a process that plays may have ended without a word, and left the scratch folders of its programs."""
        if self.scratches is not None:
            remove(self.scratches)
            self.scratches = None
        if self.launcher is not None:
            process_cache.end_all(self.launcher.address)
            self.launcher.close()
            self.launcher = None

    def notes(self) -> list[str]:
        """What there is to say about it."""
        found: list[str] = []
        if self.lacking and (self.files or self.launcher is not None):
            what = ", ".join(f"{one.name} ({one.found})" for one in self.lacking)
            found.append(f"each bot had a process of its own, but not all of the sandbox: without {what}")
        if self.inside and self.files:
            found.append(f"played in the referee's process, and trusted: {', '.join(self.inside)}")
        return found

    def entrants(self, likes: Sequence[BotLike | Entrant | Named]) -> list[Entrant]:
        """Who takes part: all at once, since none may read what belongs to another."""
        found = [self.located(like) for like in likes]
        self.files = [path for one in found for path in files_of(one)]
        return [self.walled(one) for one in found]

    def located(self, like: BotLike | Entrant | Named) -> Entrant:
        """Where the bot is, before anything of it is read."""
        found = locate(like)
        if found.kind in ("house", "file", "process"):
            return found
        if self.strict:
            source = packed_source(found)
            if source is None:
                raise BotNotFound(
                    f"{found.name} can only be found in this process, and cannot be isolated from it: give its file, or trust it"
                )
            return locate(source).renamed(found.name)
        self.inside.append(found.name)
        return found

    def walled(self, found: Entrant) -> Entrant:
        """The same behind the wall."""
        if found.kind in ("file", "process") and not hasattr(os, "fork"):
            raise NoSandbox("on this system a bot cannot have a process of its own in a sandbox: trust it")
        if isinstance(found, FileEntrant):
            return self.isolated(found)
        if isinstance(found, ProcessEntrant):
            if self.scratches is None:
                self.scratches = Path(tempfile.mkdtemp(prefix="citadels-")).resolve()
            policy = policy_for(
                files_of(found),
                self.others(found),
                limits=self.limits,
                program=True,
                weak=self.weak,
                scratches=self.scratches,
            )
            return found.confined(policy)
        return found

    def others(self, found: Entrant) -> list[Path]:
        """What that bot may not read: what belongs to others, the whole folder where it is not the bot's own."""
        own = {path for one in files_of(found) for path in with_imports(one)}
        homes = [home_of(path) for path in files_of(found)]
        denied = list(self.kept_back)
        for path in self.files:
            home = home_of(path)
            if not any(mine.is_relative_to(home) for mine in homes):
                denied.append(home)
            else:
                denied += [one for one in with_imports(path) if one not in own]
        return denied

    def isolated(self, found: FileEntrant) -> Entrant:
        """A bot of a file: its process says what it is."""
        if self.launcher is None:
            self.launcher = Launcher()
        policy = policy_for([found.path], self.others(found), limits=self.limits, weak=self.weak)
        bot = str(found.path.resolve()) + ("" if found.member is None else f":{found.member}")
        home = Home(self.launcher.address, bot, policy)
        try:
            link = process_cache.begin(home)
        except Failure as failure:
            if failure.what.startswith("missing: "):
                raise NoSandbox(f"this machine has not all of the sandbox: {failure.what}") from None
            raise BotNotFound(
                f"{found.path.name}: {failure.what}" if failure.kind is not BotNotFound else failure.what
            ) from None
        facts = link.facts
        link.end()
        said = facts.get("name")
        name = legible(said)[:LONGEST_NAME].strip() if isinstance(said, str) else ""
        name = found.called(name or "bot")
        if self.logs is not None:
            home = home._replace(log=str(self.logs / f"{re.sub(r'[^0-9A-Za-z_.+#-]', '_', name)}.log"))
        return IsolatedEntrant(name, found.text, home, hears=facts.get("hears") is True, hook_s=self.hook_s)


def with_imports(path: Path) -> list[Path]:
    """A file, and those of its folder that it imports."""
    whole = path.resolve()
    return [whole, *beside(whole)] if whole.suffix == ".py" and whole.is_file() else [whole]


def files_of(entrant: Entrant) -> list[Path]:
    """The files that a bot is made of, as far as its command line says; the programs of the system are nobody's."""
    if isinstance(entrant, FileEntrant):
        return [entrant.path]
    if isinstance(entrant, ProcessEntrant):
        first, *words = [Path(word) for word in entrant.command]
        shared = [*system_paths(), *python_paths()]
        named = [path for path in (*words, first) if not path.name.startswith("-") and path.exists()]
        return [path for path in named if not any(path.resolve().is_relative_to(one) for one in shared)]
    return []
