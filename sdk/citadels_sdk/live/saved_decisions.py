"""Decisions of live games at which a bot failed, saved in a file and put to the bot again.

1. A file holds what the bot was asked: the view, the legal actions, the events, the time left; and what it did wrong. Nothing else of the game.
2. Put again, the bot is made anew, told the start and all events, and asked this one decision. What it had answered before, and the
   state of its own chance, are not in the file; `--record` plays a whole game again, once it is over.

>>> from citadels_engine.testing import seat, table
>>> from citadels_sdk.bot import Start
>>> view = View.of(table(seat("king", gold=4, hand="temple"), turn="king"), 0)
>>> start = Start("game_1", 0, view.players, view.edition, view.cast, ("a", "b", "c", "d"))
>>> saved = Saved.read(written(view, start, BotFault("it was tired")))
>>> saved.view().actions == view.actions, saved.start == start, saved.fault
(True, True, 'it was tired')
"""

from __future__ import annotations

import json
import threading
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final

from citadels_sdk.bot import Start, harmless
from citadels_sdk.errors import BotFault, BotTimeout, CitadelsError
from citadels_sdk.view.view import View

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from citadels_engine import Action

    from citadels_sdk.checking.decision_replay import Answered
    from citadels_sdk.local.bot_loader import Entrant
    from citadels_sdk.local.player import Player

__all__ = ["Saved", "save", "written"]

FORMAT: Final = "citadels-decision/1"
PATIENCE_S: Final = 0.5


def written(view: View, start: Start, fault: BotFault) -> str:
    """The text of a file."""
    told = {
        "format": FORMAT,
        "game": start.game,
        "seat": start.seat,
        "n": view.n,
        "fault": {"code": fault.code, "what": fault.what},
        "names": start.names,
        "clock": start.clock,
        "view": view.to_json(),
        "actions": [str(action) for action in view.actions],
        "events": list(view.events),
        "time_left": None if view.time_left is None else round(view.time_left, 3),
    }
    return json.dumps(told, ensure_ascii=False) + "\n"


def save(folder: Path, view: View, start: Start, fault: BotFault) -> str | None:
    """The file in which the decision is saved; None where none can be written."""
    path = folder / f"citadels-fault-{start.game}-{view.n}.json"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path.write_text(written(view, start, fault), encoding="utf-8")
    except OSError:
        return None
    return str(path)


@dataclass(frozen=True)
class Saved:
    """A decision that was saved."""

    start: Start
    n: int
    told: dict[str, Any]

    @classmethod
    def read(cls, text: str) -> Saved:
        """The decision in the text of a file; a CitadelsError where it holds none."""
        try:
            told = json.loads(text)
            assert told["format"] == FORMAT
            view = View.read(told["view"], told["seat"], told["actions"], told["events"])
            names = tuple(map(str, told["names"]))
            start = Start(str(told["game"]), view.seat, view.players, view.edition, view.cast, names, told.get("clock"))
        except (ValueError, KeyError, TypeError, AssertionError) as error:
            raise CitadelsError("this file holds no decision that was saved with --faults") from error
        return cls(start, view.n, told)

    @property
    def fault(self) -> str:
        """What the bot did wrong."""
        return str(self.told["fault"]["what"])

    def view(self, limit: float | None = None) -> View:
        """What the bot is asked, with so much time, or as much as it had."""
        told = self.told
        left = told["time_left"] if limit is None else limit
        return View.read(told["view"], self.start.seat, told["actions"], told["events"], time_left=left)

    def again(self, entrant: Entrant, limit: float | None, show: Callable[[View], None]) -> Answered:
        """Show the decision, and put it to the bot."""
        from citadels_sdk.checking.checked_seat import Mishap
        from citadels_sdk.checking.decision_replay import Answered

        view = self.view(limit)
        player = entrant.sit(self.start, f"{self.start.game}|{self.start.seat}")
        found: list[BotFault] = []
        answer, seconds = "", 0.0
        try:
            try:
                player.start()
            except BotFault as fault:
                found.append(fault)
            for told in view.events:
                try:
                    player.event(told)
                except BotFault as fault:
                    found.append(fault)
            show(view)
            began = perf_counter()
            try:
                answer = str(in_time(player, view))
            except BotFault as fault:
                found.append(fault)
            seconds = perf_counter() - began
        finally:
            player.close()
        mishaps = tuple(Mishap.of(fault, view.n, fault.kind or view.kind) for fault in found)
        return Answered(bool(mishaps), True, answer or str(harmless(view)), 1000 * seconds, mishaps)


def in_time(player: Player, view: View) -> Action:
    """What the player chooses; a bot that does not come back is not waited for much longer than its time."""
    found: list[Action] = []
    raised: list[BaseException] = []

    def think() -> None:
        try:
            found.append(player.choose(view))
        except BaseException as error:  # noqa: BLE001  # it belongs to who waits
            raised.append(error)

    thread = threading.Thread(target=think, daemon=True)
    thread.start()
    thread.join(None if view.time_left is None else view.time_left + PATIENCE_S)
    if raised:
        raise raised[0]
    if not found:
        what = f"it was still thinking after {view.time_left or 0:.1f} s"
        raise BotTimeout(what, bot=player.name, seat=view.seat, n=view.n, kind=view.kind)
    return found[0]
