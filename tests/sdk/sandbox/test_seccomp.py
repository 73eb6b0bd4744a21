"""The filter of system calls, run by hand: what it refuses, allows, and does not know."""

from __future__ import annotations

import pytest
from citadels_sdk.sandbox import seccomp
from citadels_sdk.sandbox.seccomp import ALLOW, EPERM, ERRNO, KILL, REFUSED, Step, filter_for
from citadels_sdk.sandbox.syscalls import AARCH64, ARCHITECTURES, COMMON, LAST, X86_64, number

REFUSE = ERRNO | EPERM
UNKNOWN = ERRNO | 38
PID = 4711


def verdict(steps: list[Step], machine: str, call: int, *arguments: int) -> int:
    """What the kernel makes of a call."""
    held, at = 0, 0
    while True:
        what, jump, other, value = steps[at]
        at += 1
        if what == seccomp.RETURN:
            return value
        if what == seccomp.LOAD:
            place = (value - seccomp.ARGUMENTS) // 8
            if value == seccomp.NUMBER:
                held = call
            elif value == seccomp.ARCHITECTURE:
                held = ARCHITECTURES.get(machine, 1)
            else:
                held = (arguments[place] if place < len(arguments) else 0) & 0xFFFFFFFF
        elif what == seccomp.AND:
            held &= value
        else:
            holds = {
                seccomp.EQUAL: held == value,
                seccomp.GREATER: held > value,
                seccomp.BITS: bool(held & value),
            }[what]
            at += jump if holds else other


def asked(name: str, *arguments: int, machine: str = "x86_64", program: bool = False) -> int:
    place = number(name, machine)
    assert place is not None
    return verdict(filter_for(PID, machine, program=program), machine, place, *arguments)


@pytest.mark.parametrize("machine", ["x86_64", "aarch64"])
def test_refuses_every_call_of_its_list(machine: str) -> None:
    names = [name for name in REFUSED if number(name, machine) is not None]
    assert len(names) > 80
    assert {asked(name, machine=machine) for name in names} == {REFUSE}


@pytest.mark.parametrize("machine", ["x86_64", "aarch64"])
def test_allows_the_calls_that_it_does_not_name(machine: str) -> None:
    named = {*({"x86_64": X86_64, "aarch64": AARCH64}[machine]).values(), *COMMON.values()}
    others = [call for call in range(LAST + 1) if call not in named]
    assert {verdict(filter_for(PID, machine), machine, call) for call in others} == {ALLOW}


def test_knows_no_call_that_came_later_and_none_of_another_architecture() -> None:
    steps = filter_for(PID, "x86_64")
    assert verdict(steps, "x86_64", LAST + 1) == UNKNOWN
    assert verdict(steps, "x86_64", 0x40000000 + X86_64["mmap"]) == UNKNOWN
    assert verdict(steps, "i386", X86_64["mmap"]) == KILL


@pytest.mark.parametrize(
    ("name", "allowed", "refused"),
    [
        ("clone", (0x10000,), (17,)),
        ("kill", (PID, 9), (PID + 1, 0)),
        ("tgkill", (PID, PID, 6), (1, 1, 6)),
        ("mmap", (0, 9, 3, 0x22), (0, 9, 3, 0x21)),
        ("mmap", (0, 9, 1, 0x01), (0, 9, 3, 0x23)),
        ("socketpair", (1, 1 | 0x80800), (1, 2)),
        ("socketpair", (1, 1), (2, 1)),
        ("prlimit64", (0, 7), (1, 7)),
        ("prlimit64", (PID, 7), (PID - 1, 7)),
        ("ioctl", (0, 0x5401), (0, 0x5412)),
        ("fcntl", (0, 3), (0, 8)),
        ("fcntl", (0, 1030), (0, 1031)),
        ("prctl", (38, 1), (1, 9)),
    ],
)
def test_looks_at_the_arguments(name: str, allowed: tuple[int, ...], refused: tuple[int, ...]) -> None:
    assert (asked(name, *allowed), asked(name, *refused)) == (ALLOW, REFUSE)


def test_lets_a_program_take_the_place_of_the_process_only_where_that_is_wanted() -> None:
    assert [asked(name, program=True) for name in ("execve", "execveat")] == [ALLOW, ALLOW]
    assert [asked(name) for name in ("execve", "execveat")] == [REFUSE, REFUSE]


def test_sends_libraries_from_clone3_to_clone() -> None:
    assert asked("clone3") == UNKNOWN
