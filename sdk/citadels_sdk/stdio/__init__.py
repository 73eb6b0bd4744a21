"""A bot in any language: a program that speaks lines of JSON on its standard input and output. `docs/STDIO.md` is the protocol.

1. `Process` is the player behind a program; `introduce` asks a program who it is, and ends it.
2. Nothing is waited for for ever: each wait, for reading and for writing, has a time by which it ends, and the program with it.
3. A program that is ended is ended with all that it has started in its group, and nothing of it is left: no zombie, no pipe.
4. A program that says it can (`games`) plays one game after another, or several at once; any other plays one game and is ended.
   None ever has two seats of the same game.
5. No event loop is needed and no thread is started: whoever waits for an answer also reads what came for others.
6. Programs need a POSIX system; elsewhere `BotNotFound` says so.
"""

from __future__ import annotations

from citadels_sdk.stdio.lines import PROTOCOL, Ready
from citadels_sdk.stdio.process import Limits, Process, introduce
from citadels_sdk.stdio.program_cache import end_idle

__all__ = ["PROTOCOL", "Limits", "Process", "Ready", "end_idle", "introduce"]
