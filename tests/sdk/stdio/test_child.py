"""A process and its three pipes: what is written, read, kept and logged, and how nothing of it is left."""

from __future__ import annotations

import os
import signal
from typing import TYPE_CHECKING

import pytest
from citadels_sdk.errors import BotNotFound
from citadels_sdk.stdio import child as children
from citadels_sdk.stdio.child import LONGEST, TAIL_LINES, Child, Failure

from tests.support.modules import replace_in
from tests.support.waits import until

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


class Heard(Child):
    """A child that keeps what it says."""

    def __init__(self, *command: str, grace: float = 5.0) -> None:
        self.lines: list[bytes] = []
        super().__init__(command, grace)

    def deal(self, said: bytes) -> None:
        self.lines.append(said)


@pytest.fixture
def made() -> Iterator[list[Heard]]:
    """The children of a test, ended after it."""
    found: list[Heard] = []
    yield found
    for one in found:
        one.finish()


def shell(made: list[Heard], script: str) -> Heard:
    made.append(Heard("/bin/sh", "-c", script))
    return made[-1]


def pump(child: Child, done: object) -> None:
    """Keep its pipes moving until it is done."""
    assert callable(done)

    def moved() -> bool:
        child.pump(0.01)
        return bool(done())

    until(moved, "the pipes have moved it")


def test_each_line_that_comes_is_dealt_with_once_it_is_whole(made: list[Heard]) -> None:
    child = shell(made, "printf 'one\\ntwo\\nthr'; read x; printf 'ee\\n'; read x")
    pump(child, lambda: len(child.lines) == 2)
    assert (child.lines, bytes(child.incoming)) == ([b"one", b"two"], b"thr")
    child.put(b"go\n")
    child.write()
    pump(child, lambda: len(child.lines) == 3)
    assert (child.lines[2], bytes(child.incoming), child.closed) == (b"three", b"", None)


@pytest.mark.parametrize(("size", "dealt"), [(LONGEST, 0), (LONGEST + 1, 1)])
def test_a_line_without_an_end_is_dealt_with_when_it_is_too_long(
    made: list[Heard], size: int, dealt: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    child = shell(made, "read x")
    pieces = [b"x" * (size - 1), b"x"]
    replace_in(monkeypatch, children, os, read=lambda pipe, size: pieces.pop(0))
    child.hear()
    assert child.lines == []
    child.hear()
    monkeypatch.undo()
    assert [len(line) for line in child.lines] == [size] * dealt


def test_what_comes_while_it_is_being_ended_is_dropped(made: list[Heard]) -> None:
    child = shell(made, "echo one; read x")
    child.ending = True
    pump(child, lambda: child.poller.poll(0) == [])
    assert (child.lines, bytes(child.incoming)) == ([], b"")


def test_what_is_put_is_written_when_there_is_room(made: list[Heard]) -> None:
    made.append(Heard("/bin/cat"))
    child = made[-1]
    child.put(b"a\n")
    child.put(b"b\n")
    assert bytes(child.outgoing) == b"a\nb\n"
    pump(child, lambda: len(child.lines) == 2)
    assert (child.lines, bytes(child.outgoing)) == ([b"a", b"b"], b"")
    child.pump(0)
    assert child.waits_to_write is False


def test_more_than_fits_into_a_pipe_is_written_all_the_same(made: list[Heard]) -> None:
    made.append(Heard("/bin/cat"))
    child, line = made[-1], b"x" * 60_000 + b"\n"
    for _ in range(5):
        child.put(line)
    child.write()
    assert 0 < len(child.outgoing) < 5 * len(line)
    pump(child, lambda: len(child.lines) == 5)
    assert {len(one) for one in child.lines} == {60_000}


def test_a_program_that_does_not_read_has_closed_its_input(made: list[Heard]) -> None:
    child = shell(made, "exec <&-; echo closed; exec sleep 30")
    pump(child, lambda: child.lines == [b"closed"])
    child.put(b"a\n")
    child.write()
    assert (child.closed, bytes(child.outgoing)) == ("input", b"")


def test_a_program_that_has_ended_has_closed_its_output(made: list[Heard]) -> None:
    child = shell(made, "exit 3")
    pump(child, lambda: child.closed is not None)
    assert child.closed == "output"
    until(child.exited, "it has ended")
    assert child.status() == "has ended with status 3"


@pytest.mark.parametrize(
    ("number", "said"), [(signal.SIGKILL, "was ended by the signal SIGKILL"), (signal.SIGTERM, "was ended by the signal SIGTERM")]
)  # fmt: skip
def test_a_signal_that_has_ended_it_has_its_name(made: list[Heard], number: signal.Signals, said: str) -> None:
    child = shell(made, "exec sleep 30")
    child.signal_all(number)
    until(child.exited, "it has ended")
    assert child.status() == said


@pytest.mark.parametrize(
    ("status", "said"), [(0, "has ended with status 0"), (-1, "was ended by the signal SIGHUP"), (-63, "was ended by the signal 63")]
)  # fmt: skip
def test_every_status_has_its_words(made: list[Heard], monkeypatch: pytest.MonkeyPatch, status: int, said: str) -> None:
    child = shell(made, "exit 0")
    until(child.exited, "it has ended")
    monkeypatch.setattr(child.child, "wait", lambda: status)
    assert child.status() == said
    monkeypatch.undo()


def test_the_last_lines_of_its_standard_error_are_told(made: list[Heard]) -> None:
    child = shell(made, "i=0; while [ $i -lt 20 ]; do echo line $i >&2; i=$((i+1)); done; printf '\\n\\ta\\033b' >&2")
    pump(child, child.exited)
    child.overhear_all()
    told = child.last_words().split("\n")
    assert told[0] == "; on its standard error it last wrote:"
    assert told[1:] == [*[f"    line {number}" for number in range(10, 20)], "        a\ufffdb"]
    assert TAIL_LINES == 12


def test_of_a_silent_program_nothing_is_told(made: list[Heard]) -> None:
    child = shell(made, "printf '\\n \\n' >&2")
    pump(child, child.exited)
    child.overhear_all()
    assert (bytes(child.tail), child.last_words()) == (b"\n \n", "")


def test_only_the_end_of_a_long_standard_error_is_kept(made: list[Heard]) -> None:
    child = shell(made, "head -c 9000 /dev/zero | tr '\\0' a >&2; printf end >&2")
    pump(child, child.exited)
    child.overhear_all()
    assert bytes(child.tail) == b"a" * 4093 + b"end"


def test_the_log_has_each_line_with_its_sign(
    made: list[Heard], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CITADELS_STDIO_LOG", str(tmp_path / "log"))
    child = shell(made, "read x; echo said; echo wrong >&2; read x")
    child.put(b"put\n")
    pump(child, lambda: child.lines and child.tail)
    lines = (tmp_path / "log").read_text().splitlines()
    assert (lines[0], sorted(lines[1:])) == ("> put", ["! wrong", "< said"])


def test_without_a_log_nothing_is_written(made: list[Heard], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("CITADELS_STDIO_LOG", raising=False)
    child = shell(made, "echo said; read x")
    pump(child, lambda: child.lines)
    assert list(tmp_path.iterdir()) == []


def test_it_has_all_of_the_surroundings_but_the_credential(made: list[Heard], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CITADELS_TOKEN", "secret")
    monkeypatch.setenv("CITADELS_OTHER", "other")
    child = shell(made, 'echo "$CITADELS_TOKEN|$CITADELS_OTHER"; read x')
    pump(child, lambda: child.lines)
    assert child.lines == [b"|other"]


def test_what_cannot_be_run_is_named() -> None:
    with pytest.raises(Failure) as caught:
        Heard("/no/such\nprogram")
    assert caught.value.kind is BotNotFound
    assert caught.value.what.startswith("/no/such\ufffdprogram cannot be run: ")
    assert str(caught.value) == caught.value.what


def test_a_system_without_posix_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        replace_in(patch, children, os, name="nt")
        with pytest.raises(Failure, match="programs as bots need a POSIX system") as caught:
            Heard("/bin/cat")
    assert caught.value.kind is BotNotFound


def test_a_finished_child_is_reaped_and_its_pipes_are_closed(made: list[Heard]) -> None:
    child = shell(made, "exec sleep 30")
    assert child in children._living
    child.put(b"never\n")
    child.waits_to_write = False
    child.finish()
    assert child.child.returncode == -signal.SIGTERM
    assert child not in children._living
    assert (child.stdin, bytes(child.outgoing)) == (-1, b"")
    assert [pipe.closed for pipe in (child.child.stdin, child.child.stdout, child.child.stderr) if pipe] == [True] * 3
    child.finish()


def test_one_that_does_not_end_when_it_is_told_to_is_killed(made: list[Heard]) -> None:
    made.append(Heard("/bin/sh", "-c", "trap '' TERM; echo ready; while :; do sleep 30; done", grace=0.05))
    child = made[-1]
    pump(child, lambda: child.lines)
    child.finish()
    assert child.child.returncode == -signal.SIGKILL


def test_the_end_of_its_input_is_read(made: list[Heard]) -> None:
    made.append(Heard("/bin/cat"))
    child = made[-1]
    child.put(b"left over\n")
    child.pump(0)
    child.put(b"more\n")
    child.close_input()
    assert (child.stdin, bytes(child.outgoing), child.waits_to_write) == (-1, b"", False)
    until(child.exited, "it has ended by itself")
    assert child.status() == "has ended with status 0"
    child.write()


def test_the_guard_is_told_of_each_child_that_begins_and_ends(
    made: list[Heard], monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[tuple[str, int]] = []
    monkeypatch.setattr(children, "mind", lambda pid: told.append(("+", pid)))
    monkeypatch.setattr(children, "forget", lambda pid: told.append(("-", pid)))
    child = shell(made, "exit 0")
    assert told == [("+", child.child.pid)]
    child.finish()
    assert told == [("+", child.child.pid), ("-", child.child.pid)]
