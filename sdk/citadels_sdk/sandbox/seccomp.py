"""Seccomp: the system calls that this process may not make any more, by a filter in the kernel (Linux 3.17 and later; no privilege is needed).

1. No network: no socket but a pair of its own, which asyncio needs. A pair is a stream, so that nothing can be sent elsewhere through it.
2. No other process: none is started, signalled, looked into or slowed. A thread is no process. A program may take this one's place where
   that is allowed (`program`); nothing else is run.
3. What changes a file without opening it, which Landlock does not see: modes, owners, times, attributes, locks, watches.
4. No memory that no limit counts: shared memory, System V's, `memfd`, larger pipes, rings.
5. A call that is newer than this list does not exist here, nor does any by the numbers of another architecture.
"""

from __future__ import annotations

import ctypes
import os
import platform
import struct
from typing import TYPE_CHECKING, Final

from citadels_sdk.sandbox.syscalls import ARCHITECTURES, LAST, call, known, number

if TYPE_CHECKING:
    from collections.abc import Sequence


REFUSED: Final = (
    "socket", "connect", "bind", "listen", "accept", "accept4", "fork", "vfork", "unshare", "setns", "ptrace",
    "process_vm_readv", "process_vm_writev", "process_madvise", "process_mrelease", "kcmp", "pidfd_open", "pidfd_getfd",
    "pidfd_send_signal", "tkill", "rt_sigqueueinfo", "rt_tgsigqueueinfo", "setpriority", "sched_setparam", "sched_setscheduler",
    "sched_setattr", "sched_setaffinity", "ioprio_set", "migrate_pages", "move_pages", "perf_event_open", "bpf", "userfaultfd",
    "add_key", "request_key", "keyctl", "shmget", "shmat", "shmctl", "shmdt", "semget", "semop", "semctl", "semtimedop", "msgget",
    "msgsnd", "msgrcv", "msgctl", "mq_open", "mq_unlink", "memfd_create", "memfd_secret", "io_setup", "io_uring_setup",
    "io_uring_enter", "io_uring_register", "inotify_init", "inotify_init1", "fanotify_init", "flock", "truncate", "chmod",
    "fchmod", "fchmodat", "fchmodat2", "chown", "fchown", "lchown", "fchownat", "utime", "utimes", "futimesat", "utimensat",
    "setxattr", "lsetxattr", "fsetxattr", "removexattr", "lremovexattr", "fremovexattr", "name_to_handle_at",
    "open_by_handle_at", "mount", "umount2", "pivot_root", "chroot", "open_tree", "move_mount", "fsopen", "fsconfig", "fsmount",
    "fspick", "mount_setattr",
)  # fmt: skip
PROGRAMS: Final = ("execve", "execveat")
OWN: Final = ("kill", "tgkill")
"""Signals: to this process alone."""
COMMANDS: Final = (0x5401, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451)
"""Of `ioctl`: whether a file is a terminal and how large, what it holds, whether it blocks and is kept."""
FCNTL: Final = (5, 6, 7, 8, 10, 15, 36, 37, 38, 1024, 1026, 1031)
"""Of `fcntl`, refused: locks, signals to others, leases, notices, larger pipes."""
SET_DEATH_SIGNAL: Final = 1
"""Of `prctl`, refused: this process ends with the one that has started it."""
CLONE_THREAD: Final = 0x10000
SHARED: Final = 1
ANONYMOUS: Final = 0x20
AF_UNIX: Final = 1
SOCK_STREAM: Final = 1

EPERM: Final = 1
ENOSYS: Final = 38
ALLOW: Final = 0x7FFF0000
KILL: Final = 0x80000000
ERRNO: Final = 0x00050000
SET_FILTER: Final = 1
ACTION_AVAILABLE: Final = 2

LOAD: Final = 0x20
EQUAL: Final = 0x15
GREATER: Final = 0x25
BITS: Final = 0x45
AND: Final = 0x54
RETURN: Final = 0x06
NUMBER: Final = 0
ARCHITECTURE: Final = 4
ARGUMENTS: Final = 16


class Program(ctypes.Structure):
    """A filter, as the kernel takes it."""

    _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_void_p))


Step = tuple[int, int, int, int]
"""An instruction: what it does, how far it jumps where that holds and where it does not, its number."""


def available() -> bool:
    """Whether this kernel takes filters."""
    if not known():
        return False
    try:
        wanted = ctypes.c_uint32(ERRNO)
        return call("seccomp", ACTION_AVAILABLE, ctypes.c_uint32(0), ctypes.byref(wanted)) == 0
    except OSError:
        return False


def restrict(*, program: bool = False) -> None:
    """Make none of these calls any more; `program` is whether a program may take the place of this one. It needs `no_new_privs`."""
    steps = filter_for(os.getpid(), platform.machine(), program=program)
    code = b"".join(struct.pack("HBBI", *step) for step in steps)
    held = ctypes.create_string_buffer(code, len(code))
    whole = Program(len(steps), ctypes.cast(held, ctypes.c_void_p))
    call("seccomp", SET_FILTER, ctypes.c_uint32(0), ctypes.byref(whole))


def filter_for(pid: int, machine: str, *, program: bool = False) -> list[Step]:
    """The filter for that process, on a machine of that kind."""
    steps: list[Step] = [
        (LOAD, 0, 0, ARCHITECTURE),
        (EQUAL, 1, 0, ARCHITECTURES[machine]),
        (RETURN, 0, 0, KILL),
        (LOAD, 0, 0, NUMBER),
        (GREATER, 0, 1, LAST),
        (RETURN, 0, 0, ERRNO | ENOSYS),
    ]

    def rule(name: str, *body: Step) -> None:
        place = number(name, machine)
        if place is not None:
            steps.extend([(EQUAL, 0, len(body), place), *body])

    refuse: Step = (RETURN, 0, 0, ERRNO | EPERM)
    allow: Step = (RETURN, 0, 0, ALLOW)
    for name in (*REFUSED, *(() if program else PROGRAMS)):
        rule(name, refuse)
    rule("clone3", (RETURN, 0, 0, ERRNO | ENOSYS))  # its flags cannot be read here: libraries fall back to `clone`
    rule("clone", argument(0), (BITS, 0, 1, CLONE_THREAD), allow, refuse)
    rule("mmap", argument(3), (BITS, 0, 2, SHARED), (BITS, 0, 1, ANONYMOUS), refuse, allow)
    rule(
        "socketpair", argument(0), (EQUAL, 1, 0, AF_UNIX), refuse, argument(1), (AND, 0, 0, 0xFF), *only((SOCK_STREAM,))
    )
    rule("prlimit64", argument(0), *only((0, pid)))
    rule("ioctl", argument(1), *only(COMMANDS))
    rule("fcntl", argument(1), *never(FCNTL))
    rule("prctl", argument(0), *never((SET_DEATH_SIGNAL,)))
    for name in OWN:
        rule(name, argument(0), *only((pid,)))
    return [*steps, allow]


def argument(place: int) -> Step:
    """Look at that argument: at its lower half, where all of these have what they say."""
    return (LOAD, 0, 0, ARGUMENTS + 8 * place)


def only(values: Sequence[int]) -> list[Step]:
    """Allow these, and refuse all others."""
    tests: list[Step] = [(EQUAL, len(values) - at, 0, value) for at, value in enumerate(values)]
    return [*tests, (RETURN, 0, 0, ERRNO | EPERM), (RETURN, 0, 0, ALLOW)]


def never(values: Sequence[int]) -> list[Step]:
    """Refuse these, and allow all others."""
    tests: list[Step] = [(EQUAL, len(values) - at, 0, value) for at, value in enumerate(values)]
    return [*tests, (RETURN, 0, 0, ALLOW), (RETURN, 0, 0, ERRNO | EPERM)]
