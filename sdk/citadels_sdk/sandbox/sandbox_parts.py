"""The parts of the sandbox, and which of them this machine has."""

from __future__ import annotations

import platform
import sys
from functools import cache
from typing import NamedTuple

from citadels_sdk.errors import MatchBroken
from citadels_sdk.sandbox import landlock, seccomp
from citadels_sdk.sandbox.syscalls import known


class NoSandbox(MatchBroken):
    """A part of the sandbox cannot be had here, and nobody has said to go on without."""


class Part(NamedTuple):
    """One thing that is kept from a bot."""

    name: str
    keeps: str
    """What it keeps, in words."""
    given: bool
    found: str
    """What this machine has for it, or why it has nothing."""


@cache
def parts() -> tuple[Part, ...]:
    """All parts, as this machine has them."""
    version = landlock.version()
    filters = seccomp.available()
    where = "" if sys.platform == "linux" else f"{platform.system()} has nothing for it that we use"
    if version:
        files = f"Landlock {version}"
    else:
        files = where or "this kernel has no Landlock, or it is switched off: Linux 5.13 or later has it"
    refused = "this kernel takes no seccomp filter" if known() else f"we have no list of calls for {platform.machine()}"
    calls = "seccomp" if filters else where or refused
    return (
        Part("files", "files but those of its folder", version > 0, files),
        Part("calls", "the network and all other processes", filters, calls),
        Part("limits", "more memory, time of a processor and open files than its share", limited(), limits_found()),
    )


def missing() -> list[Part]:
    """The parts that this machine does not have."""
    return [one for one in parts() if not one.given]


def expected() -> bool:
    """Whether a machine like this one should have all of them: else a bot's own process is all that is promised."""
    return sys.platform == "linux"


def limited() -> bool:
    """Whether a process can limit itself."""
    try:
        import resource
    except ImportError:
        return False
    return hasattr(resource, "setrlimit")


def limits_found() -> str:
    """What there is to limit a process."""
    return "rlimits" if limited() else f"{platform.system()} has no limits for a process"
