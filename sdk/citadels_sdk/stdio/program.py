"""A program that is running, and who waits for what it says.

1. Whoever waits, for an answer or for room to write, keeps the pipes moving until it has what it waits for or its time is up
   (`until`); of several threads that wait, one does so for all.
2. An answer goes to who has asked that decision of that game. An answer to a question that was withdrawn is dropped, any
   other line is wrong.
3. The first `Failure` ends the program; who comes later is told that it was ended.
"""

from __future__ import annotations

import threading
from collections import Counter
from time import monotonic
from typing import TYPE_CHECKING, Final

from citadels_sdk.errors import BotBabbled, BotDied, BotTimeout
from citadels_sdk.stdio.child import LONGEST, Child, Failure
from citadels_sdk.stdio.lines import Babble, Ready, bye, hello, plain, read, ready

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from citadels_sdk.errors import BotFault
    from citadels_sdk.sandbox.policy import Policy
    from citadels_sdk.stdio.lines import Line


SLICE: Final = 0.1
"""For how many seconds nobody looks whether the program lives, or the question is withdrawn, while nothing comes."""
LAST_BREATH: Final = 0.5
"""How long a program whose pipe has closed may take to end, so that its status can be told."""


class Withdrawn(Exception):
    """Nobody wants the answer any more."""


class Question:
    """A decision that a program is asked for: its game, its number, and the answer when it has come."""

    def __init__(self, game: str, n: int) -> None:
        self.key = (game, n)
        self.answer: Line | None = None
        self.withdrawn = False

    def settled(self) -> bool:
        """Whether there is nothing to wait for."""
        return self.withdrawn or self.answer is not None


class Program(Child):
    """A program, from its first line to its last."""

    def __init__(self, command: Sequence[str], grace: float, policy: Policy | None = None) -> None:
        super().__init__(command, grace, policy)
        self.deals: set[str] = set()
        """The deals that it has been told of, where it must not play one twice."""
        self.turn = threading.Condition()
        self.pumping = False
        self.greeted: Ready | None = None
        self.asked: dict[tuple[str, int], Question] = {}
        self.dropped: Counter[tuple[str, int]] = Counter()
        """The answers that may still come, and are not wanted."""
        self.games: set[str] = set()
        """The games that it plays now."""
        self.wrong: Failure | None = None
        """What it has done wrong, not yet told."""
        self.failed: Failure | None = None
        """Why it was ended."""

    # --- talking --------------------------------------------------------------------------------------------------------

    def greet(self, seconds: float) -> Ready:
        """Say hello, and hear who it is."""
        self.send(hello())
        self.until(
            lambda: self.greeted is not None, monotonic() + seconds, f"it did not answer `hello` within {seconds:g} s"
        )
        assert self.greeted is not None
        return self.greeted

    def ask(self, question: Question, line: bytes, seconds: float) -> Line:
        """The answer to a question; `Withdrawn` where nobody wants it any more."""
        deadline = monotonic() + seconds
        self.look()
        with self.turn:
            if question.withdrawn:
                raise Withdrawn
            self.asked[question.key] = question
        self.send(line)
        self.until(question.settled, deadline, f"it did not answer within {seconds:g} s")
        if question.answer is None:
            raise Withdrawn
        return question.answer

    def withdraw(self, question: Question) -> None:
        """Want no answer any more: one that still comes is dropped."""
        with self.turn:
            question.withdrawn = True
            if self.asked.get(question.key) is question:
                del self.asked[question.key]
                self.dropped[question.key] += 1
            self.turn.notify_all()

    def send(self, line: bytes = b"") -> None:
        """Write the line at once, as far as there is room: whoever waits writes the rest."""
        self.put(line)
        self.write()

    def look(self) -> None:
        """Find out what it has said unasked."""
        with self.turn:
            if not self.pumping and self.failed is None:
                self.move(0.0)
        self.until(lambda: self.wrong is None, 0.0, "")

    def until(self, done: Callable[[], bool], deadline: float, what: str) -> None:
        """Keep the pipes moving until it is done; at the deadline the program is ended for `what`."""
        with self.turn:
            while True:
                if self.failed is not None:
                    raise self.ended()
                if done():
                    return
                if self.wrong is not None:
                    raise self.fail(self.wrong)
                if self.closed is not None and not self.pumping:
                    raise self.fail(self.death())
                left = deadline - monotonic()
                if left <= 0:
                    raise self.fail(Failure(BotTimeout, what))
                if self.pumping:
                    self.turn.wait(min(left, SLICE))
                else:
                    self.move(min(left, SLICE))

    def move(self, seconds: float) -> None:
        """Move the pipes, and let the others have their turn meanwhile."""
        self.pumping = True
        self.turn.release()
        try:
            self.pump(seconds)
        finally:
            self.turn.acquire()
            self.pumping = False
            self.turn.notify_all()

    # --- hearing --------------------------------------------------------------------------------------------------------

    def deal(self, said: bytes) -> None:
        """Give a line to who waits for it; after the first wrong one nobody does."""
        if self.wrong is not None:
            return
        try:
            self.understand(said)
        except Babble as error:
            self.wrong = Failure(BotBabbled, str(error))

    def understand(self, said: bytes) -> None:
        """Take a line for what the protocol says that it is."""
        if len(said) > LONGEST:
            raise Babble(f"it said a line of more than {LONGEST} bytes: {plain(said)}")
        line = read(said)
        kind = line.get("type", "action")
        if self.greeted is None:
            if kind != "ready":
                raise Babble(f"it did not answer `hello` with `ready`: {plain(said)}")
            self.greeted = ready(line)
        elif kind == "action":
            self.answer(line, said)
        else:
            raise Babble(f"it said what was not asked for: {plain(said)}")

    def answer(self, line: Line, said: bytes) -> None:
        """Give an answer to who has asked."""
        n = line.get("n")
        if type(n) is not int:
            raise Babble(f"its answer has no whole number as `n`: {plain(said)}")
        game = line.get("game")
        if game is None:
            if len(self.games) > 1:
                raise Babble(f"it plays {len(self.games)} games, and its answer has no `game`: {plain(said)}")
            game = next(iter(self.games), "")
        key = (str(game), n)
        with self.turn:
            if self.dropped[key]:
                self.dropped[key] -= 1
            elif key in self.asked:
                self.asked.pop(key).answer = line
            else:
                raise Babble(f"it answered what was not asked: {plain(said)}")

    # --- ending ---------------------------------------------------------------------------------------------------------

    def leave(self) -> None:
        """Say bye, give it time to go, and see that it does."""
        with self.turn:
            if self.failed is not None:
                return
            self.failed = Failure(BotDied, "it was said bye to")
            self.ending = True
            while self.pumping:
                self.turn.wait(SLICE)
            if not self.exited():
                self.put(bye())
                deadline = monotonic() + self.grace
                while self.outgoing and not self.exited() and monotonic() < deadline:
                    self.write()
                    self.pump(0.01)
                self.close_input()
                self.wait(deadline)
            self.finish()

    def fail(self, failure: Failure) -> Failure:
        """End the program for what it did; the failure tells what it last wrote on its standard error."""
        self.failed = failure
        self.ending = True
        while self.pumping:
            self.turn.wait(SLICE)
        self.overhear_all()
        self.finish()
        failure.what += self.last_words()
        self.turn.notify_all()
        return failure

    def blame(self, kind: type[BotFault], what: str) -> Failure:
        """End the program for what it has said."""
        with self.turn:
            return self.ended() if self.failed is not None else self.fail(Failure(kind, what))

    def ended(self) -> Failure:
        """What is told to who comes later."""
        why = "" if self.failed is None else self.failed.what.partition(";")[0]
        return Failure(BotDied, f"its program was ended before: {why}")

    def death(self) -> Failure:
        """How it died, or which pipe it has closed while it lives on."""
        self.wait(monotonic() + LAST_BREATH)
        if not self.exited():
            return Failure(BotDied, f"its program has closed its standard {self.closed}, but has not ended")
        return Failure(BotDied, f"its program {self.status()}")
