"""What can go wrong with a bot or with the service: one tree.

    CitadelsError                   the engine's: everything that this project raises on purpose
      BotFault                      a bot did not answer as it should
        BotNotFound                 there is no such bot to play with
        BotRaised                   it raised an exception
        IllegalChoice               it answered what is not legal
        BotTimeout                  it took too long
        BotDied                     its process has ended
        BotBabbled                  its process said what is not the protocol

Each has a `code` for programs and `advice` for people: what to do next. A fault says where it happened (`bot`, `seat`, `n`, `kind`) and,
where the game was a local one, the command that brings the very decision back (`repro`).

>>> fault = IllegalChoice("it chose 'end', which is not legal now", bot="mason", seat=2, n=17)
>>> fault.code
'illegal_choice'
>>> print(fault)
mason at seat 2, decision 17: it chose 'end', which is not legal now
"""

from __future__ import annotations

from citadels_engine.errors import CitadelsError

__all__ = [
    "BotBabbled",
    "BotDied",
    "BotFault",
    "BotNotFound",
    "BotRaised",
    "BotTimeout",
    "CitadelsError",
    "IllegalChoice",
]


class BotFault(CitadelsError):
    """A bot did not answer as it should."""

    code: str = "bot_fault"
    advice: str = "Look at the decision again with the command in `repro`."

    def __init__(
        self,
        what: str,
        *,
        bot: str = "",
        seat: int | None = None,
        n: int | None = None,
        kind: str | None = None,
        repro: str | None = None,
    ) -> None:
        super().__init__(what)
        self.what = what
        self.bot = bot
        self.seat = seat
        self.n = n
        self.kind = kind
        self.repro = repro

    def __str__(self) -> str:
        where = self.bot
        if self.seat is not None:
            where += f" at seat {self.seat}"
        if self.n is not None:
            where += f", decision {self.n}"
        where = where.strip(", ")
        told = f"{where}: {self.what}" if where else self.what
        return told if self.repro is None else f"{told}\nsee it again: {self.repro}"


class BotNotFound(BotFault):
    """There is no such bot to play with."""

    code = "bot_not_found"
    advice = "Name a bot of the house, a Python file (`mybot.py` or `mybot.py:Name`), or the command line of a program."


class BotRaised(BotFault):
    """The bot raised an exception: it is the `__cause__`."""

    code = "bot_raised"


class IllegalChoice(BotFault):
    """The bot answered what is not legal."""

    code = "illegal_choice"
    advice = "Choose one of `view.actions`; `view.explain(action)` says what each does."


class BotTimeout(BotFault):
    """The bot took too long."""

    code = "bot_timeout"
    advice = "Answer within the limit: `view.time_left` tells how many seconds are left."


class BotDied(BotFault):
    """The process of the bot has ended."""

    code = "bot_died"
    advice = "Run the program by hand: what it last wrote on its standard error is in the message."


class BotBabbled(BotFault):
    """The process of the bot said what is not the protocol."""

    code = "bot_babbled"
    advice = "One JSON object a line on standard output, and nothing else there; notes go to standard error."
