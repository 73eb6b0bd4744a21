"""The watcher of a parent that is gone: whom it ends, with what, and in which order."""

from __future__ import annotations

import os
import signal
import sys
import time
from typing import TYPE_CHECKING

from citadels_workers import orphan_killer

from tests.support.modules import replace_in

if TYPE_CHECKING:
    import pytest


class Machine:
    """Processes by their ids, and the seconds after which they are gone once they are asked to end."""

    def __init__(self, lives: dict[int, float]) -> None:
        self.lives = lives
        self.now = 100.0
        self.asked = float("inf")
        self.sent: list[tuple[int, int]] = []
        self.slept: list[float] = []

    def kill(self, pid: int, number: int) -> None:
        if pid not in self.lives or self.now >= self.asked + self.lives[pid]:
            raise ProcessLookupError
        if number:
            self.sent.append((pid, number))

    def sleep(self, seconds: float) -> None:
        self.asked = min(self.asked, self.now)
        self.slept.append(seconds)
        self.now += seconds


def watch(machine: Machine, lines: list[str], monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, object]]:
    """Let it read these lines, and then the end of the pipe."""
    ignored: list[tuple[int, object]] = []
    monkeypatch.setattr(sys, "stdin", lines)
    replace_in(monkeypatch, orphan_killer, os, kill=machine.kill)
    replace_in(monkeypatch, orphan_killer, time, sleep=machine.sleep, monotonic=lambda: machine.now)
    replace_in(monkeypatch, orphan_killer, signal, signal=lambda number, what: ignored.append((number, what)))
    orphan_killer.main()
    return ignored


def test_who_is_still_listed_is_asked_to_end_and_nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Machine({1: 0.0, 2: 0.0, 3: 0.0})
    ignored = watch(machine, ["+1\n", "+2\n", "-1\n", "+3\n"], monkeypatch)
    assert sorted(machine.sent) == [(2, signal.SIGTERM), (3, signal.SIGTERM)]
    assert machine.slept == [0.05], "nobody is left to wait for"
    assert {number for number, what in ignored if what is signal.SIG_IGN} == {
        signal.SIGINT,
        signal.SIGTERM,
        signal.SIGHUP,
    }


def test_who_does_not_end_within_five_seconds_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Machine({7: 1e9, 8: 0.0})
    watch(machine, ["+7\n", "+8\n"], monkeypatch)
    assert [one for one in machine.sent if one[0] == 7] == [(7, signal.SIGTERM), (7, signal.SIGKILL)]
    assert [one for one in machine.sent if one[0] == 8] == [(8, signal.SIGTERM)]
    assert 4.95 <= sum(machine.slept) < 5.06


def test_whoever_has_gone_already_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Machine({})
    watch(machine, ["+5\n"], monkeypatch)
    assert (machine.sent, machine.slept) == ([], [])
