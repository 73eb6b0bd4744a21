"""A guard beside a process that plays: whoever is killed, and whatever hangs, nothing is left behind.

1. `guard` starts it. It waits for the end of what the process hears, which is the end of whoever has started that process, and
   for the end of the process itself.
2. When whoever has started it has ended, the process has a moment to end by itself; then its group is killed.
3. When the process has ended, so are the programs that it had started (`mind`) and had not ended (`forget`).
4. What a bot forks is cut off: it can neither hear nor tell anything in place of the process.

The guard is a process, since a thread does not run while a bot holds the interpreter. It is nobody's child, so that no bot waits for it,
and in a group of its own, so that no bot ends it with its own.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import time
from typing import Final

MOMENT_S: Final = 0.5
FILES: Final = 4096
SIZE: Final = 4096

_guards: dict[int, int] = {}
"""What the guard of a process hears, by the process: a copy of it has none."""


def guard(heard: int, told: int) -> None:
    """Have a guard for this process, which hears and tells through these files."""
    if not hasattr(os, "fork") or not hasattr(select, "poll"):
        return
    player = os.getpid()
    minded, minds = os.pipe()
    between = os.fork()
    if between == 0:
        try:
            os.setsid()
            if os.fork() == 0:
                watch(player, heard, minded)
        finally:
            os._exit(0)  # nothing of the copied process is to happen here
    os.waitpid(between, 0)
    os.close(minded)
    _guards[player] = minds
    os.register_at_fork(after_in_child=lambda: cut_off(heard, told, minds))


def mind(program: int) -> None:
    """This process has started a program, which leads a group."""
    say(f"+{program}\n")


def forget(program: int) -> None:
    """The program has ended."""
    say(f"-{program}\n")


def say(what: str) -> None:
    """Tell the guard, if this process has one."""
    told = _guards.get(os.getpid())
    if told is not None:
        with contextlib.suppress(OSError):
            os.write(told, what.encode())


def cut_off(*files: int) -> None:
    """Leave nothing behind these files."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for file in files:
        os.dup2(nothing, file, inheritable=False)
    os.close(nothing)


def watch(player: int, heard: int, minded: int) -> None:
    """What the guard does."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    os.dup2(heard, 0)
    os.dup2(minded, 1)
    os.closerange(2, FILES)
    waiting = select.poll()
    waiting.register(0, 0)
    waiting.register(1, select.POLLIN)
    programs: set[int] = set()
    rest = b""
    patience: int | None = None
    while found := waiting.poll(patience):
        files = [file for file, _ in found]
        if 1 in files:
            piece = os.read(1, SIZE)
            if not piece:
                break
            *lines, rest = (rest + piece).split(b"\n")
            for line in lines:
                (programs.add if line[:1] == b"+" else programs.discard)(int(line[1:]))
        elif 0 in files:
            waiting.unregister(0)
            time.sleep(MOMENT_S)
            signal_group(player)
            patience = round(1000 * MOMENT_S)
    for program in programs:
        signal_group(program)


def signal_group(group: int, number: signal.Signals | None = None) -> None:
    """Signal that group of processes, if it is still there: it is killed unless another signal is named."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(group, signal.SIGKILL if number is None else number)
