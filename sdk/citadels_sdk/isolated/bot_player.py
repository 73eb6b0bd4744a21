"""The player behind a bot in a process of its own: what the referee seats, asks and charges.

1. It is asked like any other player (`local.player`), and answers one of `view.actions` or raises a `BotFault`. Of the words of a fault
   nothing is more than words.
2. The referee's clock decides who is late. A bot that does not come back in time is ended at the limit and a little.
3. A bot whose process is gone is at fault at every further decision of that game; the next game starts another one.
"""

from __future__ import annotations

from dataclasses import astuple
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final

from citadels_engine.views.view_parts import changes, fixed_of, parts_of

from citadels_sdk.errors import BotDied, BotFault, BotRaised, BotTimeout, IllegalChoice
from citadels_sdk.isolated import process_cache, wire
from citadels_sdk.local.deal import legible
from citadels_sdk.local.player import Player
from citadels_sdk.stdio.child import Failure
from citadels_sdk.view.view import history_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from citadels_engine import Action
    from citadels_engine.views.view_parts import Parts

    from citadels_sdk.bot import Outcome, Start
    from citadels_sdk.isolated.bot_link import BotLink
    from citadels_sdk.isolated.process_cache import Home
    from citadels_sdk.view.view import View


GRACE_S: Final = 0.25
"""So much later than at its limit is a bot ended: one that answers in between is found to be late."""
HOOK_S: Final = 30.0
"""So long may a hook take where decisions are limited, at least."""
KINDS: Final[dict[str, type[BotFault]]] = {kind.code: kind for kind in (BotRaised, IllegalChoice, BotTimeout)}
"""The faults that a bot's process may tell."""


class IsolatedPlayer(Player):
    """One seat of one game, played in the sandbox."""

    guarded = True

    def __init__(
        self, name: str, start: Start, chance: str, home: Home, deal: str, *, hears: bool, hook_s: float | None
    ) -> None:
        super().__init__(name, start)
        self.chance = chance
        self.home = home
        self.deal = deal
        self.hears = hears
        self.hook_s = hook_s
        self.game = start.game
        self.link: BotLink | None = None
        self.lost = "its process was not started"
        """Why there is no process."""
        self.parts: Parts = []
        """What its process knows of the table."""
        self.told = 0
        """How many events its process knows."""
        self.is_over = False

    # --- called ---------------------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Have a process, and tell it who plays."""
        try:
            self.link = process_cache.take(self.home, self.deal)
        except Failure as failure:
            self.lost = failure.what
            raise self.fault(failure.kind, failure.what, None, "__init__") from None
        started = astuple(self.started)
        self.hook("start", (started, self.chance), "on_start")

    def choose(self, view: View) -> Action:
        """One of `view.actions`."""
        link = self.link
        if link is None:
            raise self.fault(BotDied, self.lost, view)
        limit = view.time_left
        parts = parts_of(view.raw)
        changed = changes(self.parts, parts)
        if not self.parts:
            changed[wire.FIXED] = fixed_of(view.raw)
        self.parts = parts
        events = history_of(view)
        fresh = list(events[self.told :])
        self.told = len(events)
        began = perf_counter()
        try:
            told = link.ask("choose", (self.game, limit, changed, fresh), None if limit is None else limit + GRACE_S)
        except Failure as failure:
            raise self.failed(failure, view) from None
        self.in_time(view, perf_counter() - began)
        legal = view.actions
        if type(told) is int and 0 <= told < len(legal):
            return legal[told]
        raise self.told_fault(told, view, None)

    def event(self, told: Mapping[str, object]) -> None:
        """Tell the bot at once: it is known before anything else happens what it makes of it."""
        self.told += 1
        self.hook("event", (self.game, [dict(told)]), "on_event")

    def end(self, outcome: Outcome) -> None:
        """Tell the bot."""
        if not self.is_over:
            self.is_over = True
            self.hook("end", (self.game, astuple(outcome)), "on_end")

    def close(self) -> None:
        """Let the process go on to another game."""
        link, self.link = self.link, None
        if link is not None and link.how is None:
            link.put("close", self.game)
            process_cache.give_back(self.home, link)

    # --- faults ---------------------------------------------------------------------------------------------------------

    def hook(self, kind: str, what: Any, name: str) -> None:
        """Tell the bot something; what it does wrong at that is a fault."""
        link = self.link
        if link is None:
            return
        try:
            told = link.ask(kind, what, self.hook_s)
        except Failure as failure:
            raise self.failed(failure, None, name) from None
        if told is not None:
            raise self.told_fault(told, None, name)

    def failed(self, failure: Failure, view: View | None, hook: str | None = None) -> BotFault:
        """The fault for a process that has failed; it is lost for this game."""
        self.link = None
        self.lost = f"its process was ended before: {failure.what.partition(';')[0]}"
        return self.fault(failure.kind, failure.what, view, hook)

    def told_fault(self, told: Any, view: View | None, hook: str | None) -> BotFault:
        """The fault that its process tells of, or that of what it tells."""
        if isinstance(told, list):
            kind = KINDS.get(told[0])
            if kind is not None:
                return self.fault(kind, legible_lines(told[1]), view, hook)
        return self.fault(IllegalChoice, "it answered what no action is", view, hook)


def legible_lines(text: str) -> str:
    """The words of a bot in signs that can be shown anywhere."""
    return "\n".join(legible(line) for line in text.split("\n"))
