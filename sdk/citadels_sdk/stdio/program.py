"""A program that is running, and the pipes to it.

1. The pipes never block. Whoever waits, for an answer or for room to write, keeps all three moving until it has what it waits
   for or its time is up (`until`); of several threads that wait, one does so for all.
2. An answer goes to who has asked that decision of that game. An answer to a question that was withdrawn is dropped, any
   other line is wrong. So nothing piles up but one answer a question, one unfinished line, and the end of what came on stderr.
3. The first `Failure` ends the program; who comes later is told that it was ended.
4. The program leads a group of processes. It is asked to go, then told, then the whole group is killed, and then reaped:
   in that order, so that the number of the group cannot have passed to another.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import select
import signal
import subprocess
import threading
from collections import Counter
from time import monotonic
from typing import TYPE_CHECKING, Final

from citadels_sdk.errors import BotBabbled, BotDied, BotNotFound, BotTimeout
from citadels_sdk.stdio.lines import Babble, Ready, bye, hello, plain, read, ready

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from citadels_sdk.errors import BotFault
    from citadels_sdk.stdio.lines import Line

__all__ = ["LONGEST", "Failure", "Program", "Question", "Withdrawn"]

LONGEST: Final = 65536
"""How many bytes a line of a program may have."""
PIECE: Final = 65536
TAIL: Final = 4096
"""How many bytes of its standard error are kept."""
TAIL_LINES: Final = 12
SLICE: Final = 0.1
"""For how many seconds nobody looks whether the program lives, or the question is withdrawn, while nothing comes."""
LAST_BREATH: Final = 0.5
"""How long a program whose pipe has closed may take to end, so that its status can be told."""
KEPT_BACK: Final = ("CITADELS_TOKEN",)
LOG: Final = "CITADELS_STDIO_LOG"


class Failure(Exception):
    """The program is of no use any more."""

    def __init__(self, kind: type[BotFault], what: str) -> None:
        super().__init__(what)
        self.kind = kind
        self.what = what


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


_living: set[Program] = set()


class Program:
    """A program, from its first line to its last."""

    def __init__(self, command: Sequence[str], grace: float) -> None:
        if os.name != "posix":
            raise Failure(BotNotFound, "programs as bots need a POSIX system; on this one write the bot in Python")
        self.command = tuple(command)
        self.grace = grace
        self.owner = os.getpid()
        surroundings = {name: value for name, value in os.environ.items() if name not in KEPT_BACK}
        try:
            self.child = subprocess.Popen(  # noqa: S603  # the very program that the user has named
                self.command,
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
                env=surroundings,
            )
        except (OSError, ValueError) as error:
            raise Failure(BotNotFound, f"{plain(self.command[0])} cannot be run: {error}") from None
        _living.add(self)
        pipes = (self.child.stdin, self.child.stdout, self.child.stderr)
        self.stdin, self.stdout, self.stderr = (-1 if pipe is None else pipe.fileno() for pipe in pipes)
        for pipe in (self.stdin, self.stdout, self.stderr):
            os.set_blocking(pipe, False)
        self.poller = select.poll()
        self.poller.register(self.stdout, select.POLLIN)
        self.poller.register(self.stderr, select.POLLIN)
        self.waits_to_write = False
        self.turn = threading.Condition()
        self.pen = threading.Lock()
        self.pumping = False
        self.ending = False
        self.closed: str | None = None
        """Which of its pipes the program has closed, in words."""
        self.outgoing = bytearray()
        self.incoming = bytearray()
        self.tail = bytearray()
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
        self.log = os.environ.get(LOG)

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

    def put(self, line: bytes) -> None:
        """Write the line with the next one that is sent."""
        self.note(b"> ", line)
        with self.pen:
            self.outgoing += line

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

    # --- pipes ----------------------------------------------------------------------------------------------------------

    def pump(self, seconds: float) -> None:
        """Move what can be moved; wait so long for something to move."""
        if bool(self.outgoing) != self.waits_to_write:
            self.waits_to_write = not self.waits_to_write
            if self.waits_to_write:
                self.poller.register(self.stdin, select.POLLOUT)
            else:
                self.poller.unregister(self.stdin)
        moved = self.poller.poll(seconds * 1000)
        for pipe, _ in moved:
            if pipe == self.stdin:
                self.write()
            elif pipe == self.stdout:
                self.hear()
            else:
                self.overhear()
        if not moved and seconds > 0 and self.closed is None and self.exited():
            self.closed = "output"
            self.hear()

    def write(self) -> None:
        """Write what there is room for."""
        with self.pen:
            while self.outgoing and self.stdin >= 0:
                try:
                    done = os.write(self.stdin, self.outgoing[:PIECE])
                except BlockingIOError:
                    return
                except OSError:  # a closed pipe: it will not read, and whether it says something more is another matter
                    self.outgoing.clear()
                    self.closed = self.closed or "input"
                    return
                del self.outgoing[:done]

    def hear(self) -> None:
        """Read from its standard output."""
        try:
            said = os.read(self.stdout, PIECE)
        except BlockingIOError:
            return
        except OSError:
            said = b""
        if not said:
            with contextlib.suppress(KeyError):
                self.poller.unregister(self.stdout)
            self.closed = "output"
            return
        if self.ending:
            return
        self.incoming += said
        *lines, rest = self.incoming.split(b"\n")
        self.incoming = rest
        for line in lines:
            self.note(b"< ", bytes(line))
            if self.wrong is None:
                self.deal(bytes(line))
        if len(rest) > LONGEST and self.wrong is None:
            self.wrong = Failure(
                BotBabbled, f"it said more than {LONGEST} bytes without an end of line: {plain(bytes(rest[:1000]))}"
            )

    def overhear(self) -> None:
        """Read from its standard error."""
        try:
            said = os.read(self.stderr, PIECE)
        except BlockingIOError:
            return
        except OSError:
            said = b""
        if not said:
            with contextlib.suppress(KeyError):
                self.poller.unregister(self.stderr)
            return
        self.note(b"! ", said)
        self.tail += said
        del self.tail[:-TAIL]

    def deal(self, said: bytes) -> None:
        """Give a line to who waits for it."""
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
        if self.dropped[key]:
            self.dropped[key] -= 1
        elif key in self.asked:
            self.asked.pop(key).answer = line
        else:
            raise Babble(f"it answered what was not asked: {plain(said)}")

    def note(self, sign: bytes, said: bytes) -> None:
        """Keep a line in the log, where one is wanted."""
        if self.log and said:
            with open(self.log, "ab") as log:  # noqa: PTH123  # for each line, so that several programs can share the file
                log.write(b"".join(sign + line + b"\n" for line in said.splitlines()))

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
        self.signal_all(signal.SIGKILL)
        status = self.child.wait()
        if status >= 0:
            return Failure(BotDied, f"its program has ended with status {status}")
        try:
            name = signal.Signals(-status).name
        except ValueError:
            name = str(-status)
        return Failure(BotDied, f"its program was ended by the signal {name}")

    def finish(self) -> None:
        """End all of its processes, reap it, close the pipes."""
        if not self.exited():
            self.signal_all(signal.SIGTERM)
            self.wait(monotonic() + self.grace)
        if self.child.returncode is None:
            self.signal_all(signal.SIGKILL)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.child.wait(self.grace)
        self.close_input()
        for pipe in (self.child.stdout, self.child.stderr):
            if pipe is not None:
                pipe.close()
        _living.discard(self)

    def wait(self, deadline: float) -> None:
        """Wait for its end, and read meanwhile, lest it waits for us."""
        pause = 0.0005
        while not self.exited() and (left := deadline - monotonic()) > 0:
            self.pump(min(pause, left))
            pause = min(2 * pause, 0.02)
        self.overhear_all()

    def exited(self) -> bool:
        """Whether the program has ended; it is not reaped yet where the system lets one look."""
        if self.child.returncode is not None:
            return True
        if hasattr(os, "waitid"):
            try:
                return os.waitid(os.P_PID, self.child.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
            except ChildProcessError:
                pass
        return self.child.poll() is not None

    def close_input(self) -> None:
        """Let it read the end of its input."""
        if self.waits_to_write:
            self.waits_to_write = False
            self.poller.unregister(self.stdin)
        with self.pen:
            self.stdin = -1
            self.outgoing.clear()
            if self.child.stdin is not None:
                self.child.stdin.close()

    def signal_all(self, number: signal.Signals) -> None:
        """Signal it and all that it has started in its group."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.child.pid, number)

    def overhear_all(self) -> None:
        """Read what is left on its standard error, but no more than fits into a pipe."""
        for _ in range(16):
            before = bytearray(self.tail)
            self.overhear()
            if self.tail == before:
                return

    def last_words(self) -> str:
        """What it last wrote on its standard error."""
        lines = bytes(self.tail).decode("utf-8", "replace").splitlines()[-TAIL_LINES:]
        told = [plain(line.replace("\t", "    ")) for line in lines if line.strip()]
        return "".join(["; on its standard error it last wrote:", *(f"\n    {line}" for line in told)]) if told else ""


@atexit.register
def _end_all() -> None:
    for program in [one for one in _living if one.owner == os.getpid()]:
        program.signal_all(signal.SIGKILL)
        program.finish()
