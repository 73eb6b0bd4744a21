"""Bots that do not behave, for the proof of tournaments: one ends its process, one answers no more."""

from __future__ import annotations

import os
import signal
from typing import TYPE_CHECKING, ClassVar

from tests.promises.live_bots import Plain

if TYPE_CHECKING:
    from citadels_engine import Action
    from citadels_sdk import View


PATIENCE = 25
"""After so many decisions, all games together, it is over."""


class Crashes(Plain):
    """Ends its process in the middle of a game."""

    asked: ClassVar[int] = 0

    def choose(self, view: View) -> Action:
        Crashes.asked += 1
        if Crashes.asked > PATIENCE:
            os._exit(1)
        return self.pick(view)


class Hangs(Plain):
    """Holds up its whole process, toolkit and all, in the middle of a game."""

    asked: ClassVar[int] = 0

    def choose(self, view: View) -> Action:
        Hangs.asked += 1
        if Hangs.asked > PATIENCE:
            os.kill(os.getpid(), signal.SIGSTOP)
        return self.pick(view)
