"""The player behind a program."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from citadels_sdk.errors import BotBabbled, BotDied, BotFault, BotTimeout, IllegalChoice
from citadels_sdk.local.player import Player
from citadels_sdk.render.sentences import Teller
from citadels_sdk.stdio import lines, program_cache
from citadels_sdk.stdio.child import Failure
from citadels_sdk.stdio.program import Program, Question, Withdrawn

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from citadels_engine import Action

    from citadels_sdk.bot import Outcome, Start
    from citadels_sdk.sandbox.policy import Policy
    from citadels_sdk.stdio.lines import Line, Ready
    from citadels_sdk.view.view import View


@dataclass(frozen=True, slots=True)
class Limits:
    """How many seconds a program has."""

    hello: float = 10.0
    """For its first line."""
    choose: float = 10.0
    """For a decision, where the game has no limit."""
    bye: float = 1.0
    """To end once it is told to, in each of two ways, before it is killed."""


DEFAULT: Final = Limits()


class Process(Player):
    """One seat of one game, played by a program.

    A program that has failed is ended, and every further decision of the game is a `BotDied`; the next game starts it anew.
    An `IllegalChoice` alone does not end it.
    """

    hears = True

    def __init__(
        self,
        command: Sequence[str],
        start: Start,
        chance: str,
        *,
        name: str | None = None,
        limits: Limits = DEFAULT,
        policy: Policy | None = None,
        deal: str = "",
    ) -> None:
        """`policy` is what the program may have in the sandbox; `deal` is what is dealt, where the program is not to have seen it."""
        super().__init__(Path(command[0]).stem if name is None else name, start)
        self.command = tuple(command)
        self.chance = chance
        self.limits = limits
        self.policy = policy
        self.deal = deal
        self.game = start.game
        self.program: Program | None = None
        self.lost: str | None = None
        """Why there is no program any more."""
        self.teller: Teller | None = None
        self.question: Question | None = None
        self.is_over = False
        self.is_closed = False

    # --- called ---------------------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Run the program, or take one that can play on; tell it who plays."""
        if self.program is not None:
            return
        self.is_closed = False
        try:
            program = program_cache.take(
                self.command, self.game, self.limits.hello, self.limits.bye, self.policy, self.deal
            )
        except Failure as failure:
            raise self.failed(failure, hook="on_start") from None
        if self.is_closed:
            program_cache.give_back(program, self.game)
            return
        self.program = program
        self.hears = "events" not in self.ready.without
        program.send(lines.start(self.started, self.chance))

    @property
    def ready(self) -> Ready:
        """What the program has said of itself."""
        greeted = None if self.program is None else self.program.greeted
        return lines.Ready() if greeted is None else greeted

    def choose(self, view: View) -> Action:
        """What the program answers, in time."""
        return self.ask(view, Question(self.game, view.n))

    def event(self, told: Mapping[str, object]) -> None:
        """The program reads it before the decision that comes next."""
        if self.hears and self.program is not None:
            self.program.put(lines.event(self.game, told))

    def end(self, outcome: Outcome | None) -> None:
        """Tell the program; a failure has no consequence any more."""
        if self.program is not None and not self.is_over:
            self.is_over = True
            self.program.send(lines.end(self.game, outcome))

    def close(self) -> None:
        """Let the program go: what is not over was broken off."""
        self.is_closed = True
        program = self.program
        if program is not None:
            if self.question is not None:
                program.withdraw(self.question)
            self.end(None)
            self.program = None
            program_cache.give_back(program, self.game)

    # --- asking ---------------------------------------------------------------------------------------------------------

    def ask(self, view: View, question: Question) -> Action:
        """One of `view.actions`."""
        program = self.program
        if program is None:
            raise self.fault(BotDied, self.lost or "its program was not started", view)
        limit = self.limits.choose if view.time_left is None else view.time_left
        if limit <= 0:
            raise self.fault(BotTimeout, "there was no time left to ask it", view)
        if self.teller is None:
            self.teller = Teller(view.edition, list(self.started.names), viewer=self.seat)
        self.question = question
        line = lines.choose(self.game, view, int(limit * 1000), self.teller, self.ready.without)
        try:
            return self.chosen(view, program, program.ask(question, line, limit))
        except Failure as failure:
            raise self.failed(failure, view) from None
        except Withdrawn:
            raise self.fault(BotDied, "the question was taken back", view) from None
        finally:
            self.question = None

    def chosen(self, view: View, program: Program, line: Line) -> Action:
        """The legal action that was answered."""
        try:
            answer = lines.answered(line)
        except lines.Babble as babble:
            raise program.blame(BotBabbled, str(babble)) from None
        if isinstance(answer, int):
            if 0 <= answer < len(view.actions):
                return view.actions[answer]
            raise self.fault(
                IllegalChoice,
                f"it chose number {str(answer)[:20]} of {len(view.actions)} actions, counted from 0",
                view,
            )
        shown = lines.plain(answer)
        if shown != answer:
            raise self.fault(IllegalChoice, f"it chose {shown!r}, which no action is", view)
        return self.checked(view, answer)

    def failed(self, failure: Failure, view: View | None = None, hook: str | None = None) -> BotFault:
        """The fault for a program that has failed; it is lost for this game."""
        self.lost = f"its program was ended before: {failure.what.partition(';')[0]}"
        if self.program is not None:
            program, self.program = self.program, None
            program_cache.give_back(program, self.game)
        return self.fault(failure.kind, failure.what, view, hook)

    # --- awaited --------------------------------------------------------------------------------------------------------

    async def astart(self) -> None:
        """The twin of `start`."""
        import asyncio

        await asyncio.to_thread(self.start)

    async def achoose(self, view: View) -> Action:
        """The twin of `choose`; cancelled, it takes the question back, and the program plays on."""
        import asyncio

        question, program = Question(self.game, view.n), self.program
        try:
            return await asyncio.to_thread(self.ask, view, question)
        except asyncio.CancelledError:
            if program is not None:
                program.withdraw(question)
            raise

    async def aevent(self, told: Mapping[str, object]) -> None:
        """The twin of `event`: the program is told at once."""
        self.event(told)
        if self.program is not None:
            self.program.write()

    async def aclose(self) -> None:
        """The twin of `close`."""
        import asyncio

        await asyncio.to_thread(self.close)


def introduce(command: Sequence[str], *, name: str | None = None, limits: Limits = DEFAULT) -> Ready:
    """Who the program says it is: it is run, greeted and ended."""
    try:
        program = Program(command, limits.bye)
        try:
            return program.greet(limits.hello)
        finally:
            program.leave()
    except Failure as failure:
        raise failure.kind(failure.what, bot=name or Path(command[0]).stem) from None
