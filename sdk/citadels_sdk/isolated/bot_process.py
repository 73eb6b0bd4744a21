"""What runs in the process of a bot: it enters the sandbox, reads the bot's file, and plays the games that the referee tells of.

1. Orders come on the standard input, answers go to the standard output. Both are taken away before the bot is read: it finds an empty
   input, and what it prints goes to its standard error.
2. The first order names the bot. From then on a bot of a file is seated by the same code as in the referee's process (`bot_loader`, `player`).
3. An answer has the number of its order: `[7, "ok", 3]`, the place of the action; `[7, "fault", "bot_raised", "it raised ..."]`.
4. A bot may do to this process what it likes: it is all its own.
"""

from __future__ import annotations

import json
import os
import random
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NoReturn

from citadels_engine.views.view_parts import fixed_of, parts_of, view_from

from citadels_sdk.bot import Bot, Outcome, Start
from citadels_sdk.errors import BotFault, BotNotFound
from citadels_sdk.isolated import wire
from citadels_sdk.local.bot_loader import resolve
from citadels_sdk.local.player import BotPlayer, overrides
from citadels_sdk.sandbox.confinement import Missing, enter
from citadels_sdk.sandbox.policy import Policy, environment
from citadels_sdk.view.event_history import Heard
from citadels_sdk.view.view import View

if TYPE_CHECKING:
    from citadels_engine.views.view_parts import Fixed, Parts

    from citadels_sdk.local.bot_loader import Entrant
    from citadels_sdk.local.player import Player


PIECE: Final = 1 << 14
LONGEST_FAULT: Final = 8000
"""So many characters of a fault are told."""


def warm_up() -> None:
    """Have at hand what most bots use, so that each process need not import it."""
    import asyncio  # noqa: F401
    import dataclasses  # noqa: F401
    import itertools  # noqa: F401

    import citadels_engine.testing
    from citadels_engine import new_game
    from citadels_engine import view as see

    seen = see(new_game(4, seed="warm"), 0)
    view_from(fixed_of(seen), parts_of(seen))
    Path(citadels_engine.testing.__file__).stat()


def run(policy: Policy, scratch: str) -> NoReturn:
    """Be the process of a bot, until the referee has no more orders."""
    orders, answers = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stdout = open(1, "w", encoding="utf-8", errors="replace", buffering=1, closefd=False)  # noqa: SIM115
    os.environ.clear()
    os.environ.update(environment(scratch))
    random.seed(0)
    line = Line(orders, answers)
    try:
        enter(policy, scratch)
    except (Missing, OSError) as error:
        line.say([0, "missing", str(error)])
    else:
        serve(line)
    os._exit(0)


class Line:
    """The way to the referee."""

    def __init__(self, orders: int, answers: int) -> None:
        self.orders = orders
        self.answers = answers
        self.held = b""

    def read(self) -> list[wire.Message]:
        """The next orders; none at the end."""
        size = wire.LENGTH.size
        while True:
            if len(self.held) >= size:
                end = size + wire.LENGTH.unpack_from(self.held)[0]
                if len(self.held) >= end:
                    found, self.held = self.held[size:end], self.held[end:]
                    return wire.unframe(found)
            piece = os.read(self.orders, PIECE)
            if not piece:
                return []
            self.held += piece

    def say(self, what: list[object]) -> None:
        """Answer."""
        number, word, told = (*what, None, None)[:3]
        if word == "ok" and type(number) is int and type(told) is int:
            said = b'[%d,"ok",%d]\n' % (number, told)  # most are such
        else:
            said = json.dumps(what).encode() + b"\n"
        while said:
            said = said[os.write(self.answers, said) :]


def serve(line: Line) -> None:
    """Do what the referee orders."""
    seats: dict[str, Seat] = {}
    entrant: Entrant | None = None
    while messages := line.read():
        for number, kind, what in messages:
            if kind == "bot":
                try:
                    entrant = resolve(what)
                    line.say([number, "ok", facts_of(entrant)])
                except BotNotFound as error:
                    line.say([number, "fault", error.code, error.what[:LONGEST_FAULT]])
            elif kind == "start":
                assert entrant is not None
                started, chance = what
                seat = seats[started[0]] = Seat(entrant, Start(*started), chance)
                line.say([number, *seat.told(seat.player.start)])
            elif kind == "close":
                closed = seats.pop(what, None)
                if closed is not None:
                    closed.told(closed.player.close)
            else:
                game, *rest = what
                line.say([number, *seats[game].do(kind, rest)])


def facts_of(entrant: Entrant) -> dict[str, object]:
    """What the referee must know of a bot before it plays."""
    cls = getattr(entrant, "cls", None) or (type(entrant.bot) if hasattr(entrant, "bot") else None)
    hears = isinstance(cls, type) and issubclass(cls, Bot) and cls.on_event is not Bot.on_event
    return {"name": entrant.name, "kind": entrant.kind, "hears": hears}


class Seat:
    """One seat of one game."""

    def __init__(self, entrant: Entrant, start: Start, chance: str) -> None:
        self.player: Player = entrant.sit(start, chance)
        self.fixed: Fixed = ("", {}, [], [])
        self.parts: Parts = []
        self.history = Heard()

    def do(self, kind: str, what: list[Any]) -> list[object]:
        """What comes of an order."""
        if kind == "choose":
            return self.choose(*what)
        if kind == "event":
            self.history.extend(what[0])
            return self.told(self.player.event, self.history.last())
        outcome = Outcome(*what[0])
        player = self.player
        if isinstance(player, BotPlayer) and (player.bot is None or not overrides(player.bot, "on_end")):
            return ["ok", None]
        return self.told(player.end, outcome)

    def choose(self, time_left: float | None, changed: dict[int, Any], events: list[dict[str, object]]) -> list[object]:
        """The place of the action that the bot answers."""
        if not self.parts:
            self.fixed = changed.pop(wire.FIXED)
            self.parts = [None] * len(changed)
        for place, part in changed.items():
            self.parts[place] = part
        self.history.extend(events)
        raw = view_from(self.fixed, self.parts)
        legal = raw.actions
        view = View(raw, self.history, time_left=time_left, count=len(self.history))
        try:
            action = self.player.choose(view)
        except BotFault as fault:
            return fault_told(fault)
        return ["ok", legal.index(action)]

    def told(self, hook: Any, *arguments: object) -> list[object]:
        """What comes of a hook."""
        try:
            hook(*arguments)
        except BotFault as fault:
            return fault_told(fault)
        return ["ok", None]


def fault_told(fault: BotFault) -> list[object]:
    """The fault, as the referee is told it."""
    return ["fault", fault.code, fault.what[:LONGEST_FAULT], fault.kind or ""]
