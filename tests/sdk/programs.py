"""Programs that are bots, in a few statements each, and what has become of their processes."""

import os
import sys
import textwrap
import time
from pathlib import Path

import pytest
from citadels_engine import new_game
from citadels_sdk.bot import Start
from citadels_sdk.errors import BotFault
from citadels_sdk.stdio import Limits, Process
from citadels_sdk.view.view import View

SHORT = Limits(hello=10, choose=0.2, bye=0.2)
PATIENT = Limits(hello=20, choose=20, bye=5)
NAMES = ("mason", "greedy")


def program(choose: str = "answer()", *, hello: str = "say(type='ready')", other: str = "pass") -> list[str]:
    """A program that answers `hello` and `choose` as these statements say; left to itself it plays the first action."""
    body = f"""
import json, os, signal, subprocess, sys, time
def say(**line):
    print(json.dumps(line), flush=True)
def answer(**more):
    say(**{{"n": line["n"], "choice": 0, **more}})
def raw(said):
    sys.stdout.buffer.write(said)
    sys.stdout.buffer.flush()
for text in sys.stdin:
    line = json.loads(text)
    if line["type"] == "hello":
{textwrap.indent(hello, " " * 8)}
    elif line["type"] == "choose":
{textwrap.indent(choose, " " * 8)}
    else:
{textwrap.indent(other, " " * 8)}
"""
    return [sys.executable, "-I", "-S", "-c", body]


def sit(command: list[str], limits: Limits = PATIENT, *, game: str = "one", seat: int = 0) -> Process:
    cast = tuple(view().cast)
    return Process(command, Start(game, seat, 2, "modern", cast, NAMES), "a text", name="mason", limits=limits)


def view(time_left: float | None = None) -> View:
    seen = View.of(new_game(2, seed="an example", crown=0), 0)
    return View(seen.raw, time_left=time_left)


def later() -> View:
    """A decision with another number."""
    seen = View.of(new_game(2, seed="an example", crown=0), 0)
    seen.raw.n = 5
    return seen


def pid_of(player: Process) -> int:
    assert player.program is not None
    return player.program.child.pid


def is_there(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def is_gone(pid: int) -> bool:
    """Whether the process ends soon: one that has lost its parent is reaped by another."""
    for _ in range(1000):
        if not is_running(pid):
            return True
        time.sleep(0.01)
    return False


def is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z" if is_there(pid) else False
    except (FileNotFoundError, ProcessLookupError):
        return False


def failing(command: list[str], limits: Limits = PATIENT) -> BotFault:
    """How the first decision of the program fails; nothing of the program is left."""
    player = sit(command, limits)
    player.start()
    pid = pid_of(player)
    with pytest.raises(BotFault) as caught:
        player.choose(view())
    assert player.program is None
    assert not is_there(pid), "it was not reaped"
    player.close()
    assert (caught.value.bot, caught.value.seat, caught.value.n, caught.value.kind) == ("mason", 0, 0, "pick")
    return caught.value
