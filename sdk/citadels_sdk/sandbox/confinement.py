"""Giving up everything but what a policy grants: the last thing that a process of ours does before it runs what is not ours.

1. Each part says when it cannot be had (`Missing`). A weak policy goes on without; else the process ends there.
2. Limits come first and the filter of system calls last, since it forbids what the others need.
3. No privilege is needed, and any that there is is given up: root in the sandbox is the owner of its files and nothing more.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
from typing import TYPE_CHECKING, Final

from citadels_sdk.sandbox import landlock, seccomp
from citadels_sdk.sandbox.policy import DEVICES
from citadels_sdk.sandbox.sandbox_parts import missing
from citadels_sdk.sandbox.syscalls import call, control, known

if TYPE_CHECKING:
    from citadels_sdk.sandbox.policy import Limits, Policy


DEATH_SIGNAL: Final = 1
BOUNDING_DROP: Final = 24
NO_NEW_PRIVILEGES: Final = 38
CAPABILITIES: Final = 41
"""So many there are, and some to come."""
CAPABILITY_VERSION: Final = 0x20080522
FIRST_VICTIM: Final = "1000"
"""For the kernel, when it has no memory left."""


class Missing(Exception):
    """A part of the sandbox that cannot be had."""


def enter(policy: Policy, scratch: str | None) -> None:
    """Give up everything else, for ever; `scratch` is where this process may write."""
    lacking = missing()
    if lacking and not policy.weak:
        raise Missing("; ".join(f"{one.name}: {one.found}" for one in lacking))
    without = {one.name for one in lacking}
    limit(policy.limits)
    with contextlib.suppress(OSError):
        os.chdir(policy.folder)
    if not known():
        return
    with contextlib.suppress(OSError), open("/proc/self/oom_score_adj", "w", encoding="ascii") as file:  # noqa: PTH123
        file.write(FIRST_VICTIM)
    control(NO_NEW_PRIVILEGES, 1)
    give_up_privileges()
    if "files" not in without:
        landlock.restrict(grants(policy, scratch))
    if "calls" not in without:
        seccomp.restrict(program=policy.program)


def grants(policy: Policy, scratch: str | None) -> list[tuple[str, int]]:
    """What Landlock is to grant."""
    read = landlock.RUN if policy.program else landlock.READ
    found = [(path, read) for path in policy.readable]
    found += [(path, landlock.LIST) for path in policy.listable]
    found += [(path, landlock.USE) for path in DEVICES]
    return [*found, *([(scratch, landlock.WRITE)] if scratch is not None else [])]


def limit(limits: Limits) -> None:
    """Use no more than that; where a limit is lower already it stays."""
    try:
        import resource
    except ImportError:
        return
    for name, most in (
        ("RLIMIT_DATA", limits.memory), ("RLIMIT_CPU", limits.cpu_s), ("RLIMIT_NOFILE", limits.files),
        ("RLIMIT_FSIZE", limits.file), ("RLIMIT_CORE", 0), ("RLIMIT_MSGQUEUE", 0), ("RLIMIT_MEMLOCK", 1 << 20),
    ):  # fmt: skip
        kind = getattr(resource, name, None)
        if kind is None:
            continue
        _, hard = resource.getrlimit(kind)
        found = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(kind, (found, found))


def end_with_parent(parent: int) -> None:
    """End this process when the one that has started it ends."""
    if known():
        control(DEATH_SIGNAL, signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(1)


def give_up_privileges() -> None:
    """Have no capability any more, and none to gain by running a program."""
    for one in range(CAPABILITIES + 1):
        with contextlib.suppress(OSError):  # not ours to drop, or not known here
            control(BOUNDING_DROP, one)
    header = (ctypes.c_uint32 * 2)(CAPABILITY_VERSION, 0)
    none = (ctypes.c_uint32 * 6)()
    call("capset", header, none)
