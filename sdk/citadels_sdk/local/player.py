"""A player: one bot at one seat of one game, its answers checked and its failures named.

1. `start`, `choose`, `event`, `end`, `close`, each with a twin that is awaited: `astart`, `achoose`, `aevent`, `aend`, `aclose`.
2. `choose` answers one of `view.actions`; what else may happen is a `BotFault`: `BotRaised` (the exception is its cause),
   `IllegalChoice`, `BotTimeout`.
3. A hook that raises is a `BotRaised` too, whose `kind` is the hook's name.
4. An async bot has one event loop for all of its game, whether or not a loop is running already where it is driven.
5. Awaited, a plain bot thinks in a thread of its own, one call at a time.
6. Whatever a bot raises is its own fault, `CancelledError` and `SystemExit` like the rest. Only Ctrl-C and a driver's `Signal`
   pass through it; and who cancels the task that awaits a bot, cancels it and is told so.
"""

from __future__ import annotations

import inspect
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING, Any, NoReturn

from citadels_engine import Action

from citadels_sdk.bot import Bot
from citadels_sdk.errors import BotFault, BotRaised, BotTimeout, IllegalChoice
from citadels_sdk.local.time_limit import (
    PASSING,
    Late,
    Loop,
    Thrown,
    Turns,
    close_unawaited,
    error_text,
    limit_time,
)
from citadels_sdk.view.view import history_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from citadels_engine import bots as house

    from citadels_sdk.bot import Choice, Outcome, Start
    from citadels_sdk.view.view import View


class Player:
    """One bot at one seat of one game."""

    hears: bool = False
    """Whether it wants to be told the events as they happen; in its views they stand anyhow."""
    guarded: bool = False
    """Whether it keeps its own limits of time, and ends nobody else when it ends."""

    def __init__(self, name: str, start: Start) -> None:
        self.name = name
        self.started = start
        self.seat: int = start.seat

    def start(self) -> None:
        """The game begins."""

    def choose(self, view: View) -> Action:
        """One of `view.actions`."""
        raise NotImplementedError

    def event(self, told: Mapping[str, object]) -> None:
        """Something has happened."""

    def end(self, outcome: Outcome) -> None:
        """The game has ended."""

    def close(self) -> None:
        """Nothing is asked of the player any more."""

    async def astart(self) -> None:
        """The twin of `start`."""
        self.start()

    async def achoose(self, view: View) -> Action:
        """The twin of `choose`."""
        import asyncio

        return await asyncio.to_thread(self.choose, view)

    async def aevent(self, told: Mapping[str, object]) -> None:
        """The twin of `event`."""
        self.event(told)

    async def aend(self, outcome: Outcome) -> None:
        """The twin of `end`."""
        self.end(outcome)

    async def aclose(self) -> None:
        """The twin of `close`."""
        self.close()

    # --- naming faults ------------------------------------------------------------------------------------------------

    def fault(self, kind: type[BotFault], what: str, view: View | None = None, hook: str | None = None) -> BotFault:
        """A fault of this player."""
        if view is None:
            return kind(what, bot=self.name, seat=self.seat, kind=hook)
        return kind(what, bot=self.name, seat=self.seat, n=view.n, kind=view.kind)

    def checked(self, view: View, answer: object) -> Action:
        """The legal action that was answered."""
        try:
            return self.read(view, answer)
        except (BotFault, *PASSING):
            raise
        except BaseException as error:
            what = f"what it answered cannot be read: it raised {error_text(error)}"
            raise self.fault(BotRaised, what, view) from error

    def read(self, view: View, answer: object) -> Action:
        """The legal action that was answered; what the answer itself does on that is not caught."""
        legal = view.actions
        if isinstance(answer, Action):
            for action in legal:
                if action is answer or action == answer:
                    return action
        if isinstance(answer, (Action, str)):
            text = " ".join(str(answer).split())
            try:
                return view.action(text)
            except IllegalChoice as error:
                raise self.fault(
                    IllegalChoice, f"it chose {text!r}: {error.what.removeprefix(text + ': ')}", view
                ) from None
        what = "nothing (None)" if answer is None else f"{shortly(answer)}, {a_kind(answer)}"
        close_unawaited(answer)
        raise self.fault(IllegalChoice, f"it answered {what}; one of view.actions was expected", view)

    def in_time(self, view: View, seconds: float) -> None:
        """Refuse an answer that came too late."""
        limit = view.time_left
        if limit is not None and seconds > limit:
            raise self.late(view, f"it took {seconds:.3f} s; the limit is {limit:g} s")

    def late(self, view: View, what: str) -> BotFault:
        """Too late."""
        return self.fault(BotTimeout, what, view)


def shortly(value: object) -> str:
    """The value in a few words."""
    try:
        told = repr(value)
    except PASSING:
        raise
    except BaseException:  # noqa: BLE001  # a bot may answer anything at all
        told = "something that cannot be shown"
    return told if len(told) <= 80 else told[:77] + "..."


def a_kind(value: object) -> str:
    """The type of the value with its article.

    >>> a_kind([]), a_kind(1)
    ('a list', 'an int')
    """
    name = type(value).__name__
    return f"{'an' if name[:1].lower() in 'aeiou' else 'a'} {name}"


class HousePlayer(Player):
    """A bot of the house."""

    def __init__(self, name: str, start: Start, bot: house.Bot) -> None:
        super().__init__(name, start)
        self.bot = bot

    def choose(self, view: View) -> Action:
        """What the house's bot chooses, which is always legal."""
        return self.bot.choose(view.raw, history_of(view))


class BotPlayer(Player):
    """A bot of a class, an object or a function; `make` is the class, where there is one."""

    def __init__(
        self,
        name: str,
        start: Start,
        chance: str,
        make: type[Bot] | None,
        bot: Bot | None = None,
        function: Choice | None = None,
        turns: Turns | None = None,
    ) -> None:
        super().__init__(name, start)
        self.chance = chance
        self.make = make
        self.bot = bot
        self.function: Callable[[View], Any] | None = function
        self.loop: Loop | None = None
        self.turns = turns
        self.unmade: BaseException | None = None
        """Why there is no bot."""
        kind = make if make is not None else type(bot) if bot is not None else None
        self.hears: bool = kind is not None and kind.on_event is not Bot.on_event

    # --- called ---------------------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Make the bot, seed its chance, and tell it."""
        self.call(self.wake, "__init__")
        if self.bot is not None and overrides(self.bot, "on_start"):
            self.call(self.bot.on_start, "on_start", self.started)

    def wake(self) -> None:
        """The bot comes to life."""
        if self.make is not None and self.bot is None:
            try:
                self.bot = self.make()
            except BaseException as error:
                self.unmade = error
                raise
        if self.bot is not None:
            self.bot.random = Random(self.chance)  # noqa: S311  # a game is no secret
            self.function = self.bot.choose

    def choose(self, view: View) -> Action:
        """One of `view.actions`."""
        function = self.function
        if function is None:
            raise self.fault(BotRaised, "its bot could not be made", view) from self.unmade
        began = perf_counter()
        try:
            answer = function(view)
            if type(answer) is not str and not isinstance(answer, Action) and inspect.isawaitable(answer):
                answer = self.own_loop().run(limit_time(answer, view.time_left))
        except Late:
            raise self.late(view, f"it was still thinking after {view.time_left:g} s") from None
        except BaseException as error:  # noqa: BLE001  # whatever it is, it is told
            self.throw(error, view)
        self.in_time(view, perf_counter() - began)
        return self.checked(view, answer)

    def event(self, told: Mapping[str, object]) -> None:
        """Tell the bot."""
        if self.hears and self.bot is not None:
            self.call(self.bot.on_event, "on_event", told)

    def end(self, outcome: Outcome) -> None:
        """Tell the bot."""
        if self.bot is not None and overrides(self.bot, "on_end"):
            self.call(self.bot.on_end, "on_end", outcome)

    def close(self) -> None:
        """Put the event loop away."""
        if self.loop is not None:
            self.loop.close()
            self.loop = None

    def call(self, hook: Callable[..., object], name: str, *arguments: object) -> None:
        """Call a hook; what it raises is a fault."""
        try:
            answer = hook(*arguments)
            if answer is not None and inspect.isawaitable(answer):
                close_unawaited(self.own_loop().run(limit_time(answer, None)))
        except BaseException as error:  # noqa: BLE001  # whatever it is, it is told
            self.throw(error, None, name)

    def own_loop(self) -> Loop:
        """The event loop of the player."""
        if self.loop is None:
            self.loop = Loop()
        return self.loop

    def throw(self, error: BaseException, view: View | None, hook: str | None = None) -> NoReturn:
        """Raise the fault of a bot that raised; what is not the bot's as it is."""
        if isinstance(error, Thrown):
            error = error.error
        if isinstance(error, PASSING):
            raise error
        where = f"in {hook} " if hook else ""
        raise self.fault(BotRaised, f"{where}it raised {error_text(error)}", view, hook) from error

    # --- awaited --------------------------------------------------------------------------------------------------------

    async def astart(self) -> None:
        """The twin of `start`."""
        await self.acall(self.wake, "__init__")
        if self.bot is not None and overrides(self.bot, "on_start"):
            await self.acall(self.bot.on_start, "on_start", self.started)

    async def achoose(self, view: View) -> Action:
        """The twin of `choose`."""
        function = self.function
        if function is None:
            raise self.fault(BotRaised, "its bot could not be made", view) from self.unmade
        began = perf_counter()
        try:
            answer = await limit_time(self.ask(function, view), view.time_left)
        except Late:
            raise self.late(view, f"it was still thinking after {view.time_left:g} s") from None
        except Thrown as thrown:
            self.throw(thrown, view)
        self.in_time(view, perf_counter() - began)
        return self.checked(view, answer)

    async def aevent(self, told: Mapping[str, object]) -> None:
        """The twin of `event`."""
        if self.hears and self.bot is not None:
            await self.acall(self.bot.on_event, "on_event", told)

    async def aend(self, outcome: Outcome) -> None:
        """The twin of `end`."""
        if self.bot is not None and overrides(self.bot, "on_end"):
            await self.acall(self.bot.on_end, "on_end", outcome)

    async def acall(self, hook: Callable[..., object], name: str, *arguments: object) -> None:
        """Call a hook; what it raises is a fault."""
        try:
            close_unawaited(await limit_time(self.ask(hook, *arguments), None))
        except Thrown as thrown:
            self.throw(thrown, None, name)

    async def ask(self, function: Callable[..., object], *arguments: object) -> object:
        """What the function answers: a coroutine in this loop, anything else in a thread."""
        import asyncio

        if inspect.iscoroutinefunction(function):
            return await function(*arguments)
        if self.turns is None:
            self.turns = Turns()
        answer, error = await asyncio.to_thread(self.turns.take, function, *arguments)
        if error is not None:
            raise Thrown(error)
        return await answer if inspect.isawaitable(answer) else answer


def overrides(bot: Bot, hook: str) -> bool:
    """Whether the bot has a hook of its own."""
    own = getattr(bot, hook, None)
    return getattr(own, "__func__", own) is not getattr(Bot, hook)
