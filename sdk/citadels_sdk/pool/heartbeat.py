"""Who is thinking in each process, in memory that all of them see: written in a moment, and still there when a process has ended.

1. Each process has a `Place` of its own; only that process writes there, and whoever has started it only reads.
2. `think` is called before a bot is asked anything, `rest` when it has answered. The deadline is written last and read first and
   last, so that what is read belongs together.
3. A board is memory alone where processes are copies of this one, else a file that both look at.

>>> board = Board.open(2, shared_file=False)
>>> board.place(1).think(3, 17, 99.5)
>>> board.place(1).read(), board.place(0).read()
(Thought(number=0, seat=3, n=17, deadline=99.5, kind=''), None)
>>> board.close()
"""

from __future__ import annotations

import contextlib
import math
import mmap
import os
from typing import Final, NamedTuple

NEVER: Final = math.inf
NOTHING: Final = -1
"""In place of a game's number."""
FIELDS: Final = 8
"""So many numbers has a place: a cache line, so that processes do not disturb each other."""
NUMBER: Final = 0
SEAT: Final = 1
N: Final = 2
DEADLINE: Final = 3
KIND: Final = 8 * 4
"""Where the kind begins, in bytes: it has the second half of the place."""


class Thought(NamedTuple):
    """What a process is at."""

    number: int
    """That of its game."""
    seat: int
    n: int
    deadline: float
    """By `time.perf_counter`, which is one clock for all processes of a machine."""
    kind: str = ""
    """The kind of the decision, or the name of the hook, where that is written down."""


class Place:
    """Where one process writes."""

    __slots__ = ("at", "cells", "memory")

    def __init__(self, cells: memoryview[float], memory: mmap.mmap, index: int) -> None:
        self.cells = cells
        self.memory = memory
        self.at: int = FIELDS * index

    def begin(self, number: int) -> None:
        """The game of that number begins."""
        self.cells[self.at + DEADLINE] = 0.0
        self.cells[self.at + NUMBER] = float(number)

    def think(self, seat: int, n: int, deadline: float, kind: str = "") -> None:
        """A bot is asked."""
        cells, at = self.cells, self.at
        if kind:
            self.memory[8 * at + KIND : 8 * (at + FIELDS)] = kind.encode()[:KIND].ljust(KIND, b"\0")
        cells[at + 1] = float(seat)
        cells[at + 2] = float(n)
        cells[at + 3] = deadline

    def rest(self) -> None:
        """It has answered."""
        self.cells[self.at + 3] = 0.0

    def copied(self) -> None:
        """This process is a copy that a bot has made: it ends when the bot has done with it, and writes nothing here."""
        self.__class__ = Copy

    @property
    def index(self) -> int:
        """Which process it is, from 0."""
        return self.at // FIELDS

    def number(self) -> int:
        """That of the game under way, or of the last one."""
        return int(self.cells[self.at])

    def read(self) -> Thought | None:
        """Who is thinking; None where nobody is."""
        cells, at = self.cells, self.at
        deadline = cells[at + DEADLINE]
        if not deadline:
            return None
        kind = self.memory[8 * at + KIND : 8 * (at + FIELDS)].rstrip(b"\0").decode(errors="replace")
        found = Thought(int(cells[at + NUMBER]), int(cells[at + SEAT]), int(cells[at + N]), deadline, kind)
        return found if cells[at + DEADLINE] == deadline else None


class Copy(Place):
    """The place of a process that a bot has forked."""

    __slots__ = ()

    def rest(self) -> None:
        """The bot has answered here too: nobody has asked this process."""
        os._exit(0)

    def begin(self, number: int) -> None:
        """The game of the bot is over, and this process is to play no other."""
        os._exit(0)


class Board:
    """The places of all processes."""

    def __init__(self, count: int, file: str | None, memory: mmap.mmap) -> None:
        self.count = count
        self.file = file
        self.memory = memory
        self.cells = memoryview(memory).cast("d")

    @classmethod
    def open(cls, count: int, *, shared_file: bool) -> Board:
        """A board for so many processes."""
        size = 8 * FIELDS * count
        if not shared_file:
            return cls(count, None, mmap.mmap(-1, size))
        import tempfile

        number, name = tempfile.mkstemp(prefix="citadels-")
        try:
            os.ftruncate(number, size)
            return cls(count, name, mmap.mmap(number, size))
        finally:
            os.close(number)

    @classmethod
    def join(cls, count: int, file: str) -> Board:
        """The board that another process has opened."""
        with open(file, "r+b") as opened:  # noqa: PTH123  # what is wanted is its number
            return cls(count, None, mmap.mmap(opened.fileno(), 8 * FIELDS * count))

    def __reduce__(self) -> tuple[object, tuple[int, str]]:
        assert self.file is not None
        return Board.join, (self.count, self.file)

    def place(self, index: int) -> Place:
        """The place of that process."""
        return Place(self.cells, self.memory, index)

    def close(self) -> None:
        """Put it away."""
        self.cells.release()
        self.memory.close()
        if self.file is not None:
            with contextlib.suppress(OSError):
                os.unlink(self.file)  # noqa: PTH108  # a name that the system gave
            self.file = None
