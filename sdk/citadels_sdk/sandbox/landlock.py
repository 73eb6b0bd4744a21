"""Landlock: this process opens only the files that it is granted, for ever (Linux 5.13 and later; no privilege is needed).

What it does not keep away: that a path exists, and how large and old it is, can still be asked (`stat`), and the names in a folder that may
be listed. What is changed without being opened (modes, owners, times, attributes) is the part of `seccomp`.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import stat
from typing import TYPE_CHECKING, Final

from citadels_sdk.sandbox.syscalls import call, known

if TYPE_CHECKING:
    from collections.abc import Iterable


EXECUTE: Final = 1 << 0
WRITE_FILE: Final = 1 << 1
READ_FILE: Final = 1 << 2
READ_DIR: Final = 1 << 3
REMOVE_DIR: Final = 1 << 4
REMOVE_FILE: Final = 1 << 5
MAKE_DIR: Final = 1 << 7
MAKE_REG: Final = 1 << 8
TRUNCATE: Final = 1 << 14
ON_FILES: Final = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE
"""What can be granted on a file; all of them on a folder."""
READ: Final = READ_FILE | READ_DIR
RUN: Final = READ | EXECUTE
LIST: Final = READ_DIR
WRITE: Final = READ | WRITE_FILE | REMOVE_DIR | REMOVE_FILE | MAKE_DIR | MAKE_REG | TRUNCATE
USE: Final = READ_FILE | WRITE_FILE

RIGHTS: Final = {1: (1 << 13) - 1, 2: (1 << 14) - 1, 3: (1 << 15) - 1, 4: (1 << 15) - 1}
"""The rights on files that a version knows; those from 5 on know one more."""
NETWORK: Final = 3
"""To bind and to connect TCP sockets: from version 4 on."""
SCOPES: Final = 3
"""Abstract sockets and signals beyond this process: from version 6 on."""
VERSION: Final = 1
PATH_BENEATH: Final = 1


class Ruleset(ctypes.Structure):
    """What is forbidden unless it is granted."""

    _fields_ = (("fs", ctypes.c_uint64), ("net", ctypes.c_uint64), ("scoped", ctypes.c_uint64))


class Beneath(ctypes.Structure):
    """What is granted on a file, or on a folder and all beneath it."""

    _pack_ = 1
    _fields_ = (("access", ctypes.c_uint64), ("parent", ctypes.c_int32))


def version() -> int:
    """Which version this kernel has; 0 for none."""
    if not known():
        return 0
    try:
        return call("landlock_create_ruleset", None, ctypes.c_size_t(0), ctypes.c_uint32(VERSION))
    except OSError:
        return 0


def restrict(grants: Iterable[tuple[str, int]]) -> None:
    """Grant these, by path, and nothing else. A path that is not there, or may not be seen, grants nothing."""
    found = version()
    rights = RIGHTS.get(found, (1 << 16) - 1)
    size = 8 if found < 4 else 16 if found < 6 else 24
    attributes = Ruleset(rights, NETWORK if found >= 4 else 0, SCOPES if found >= 6 else 0)
    rules = call("landlock_create_ruleset", ctypes.byref(attributes), ctypes.c_size_t(size), ctypes.c_uint32(0))
    try:
        for path, access in grants:
            with contextlib.suppress(OSError):
                grant(rules, path, access & rights)
        call("landlock_restrict_self", rules, ctypes.c_uint32(0))
    finally:
        os.close(rules)


def grant(rules: int, path: str, access: int) -> None:
    """Grant that on a file, or on a folder and all beneath it."""
    opened = os.open(path, os.O_PATH | os.O_CLOEXEC)
    try:
        if not stat.S_ISDIR(os.fstat(opened).st_mode):
            access &= ON_FILES
        if access:
            rule = Beneath(access, opened)
            call("landlock_add_rule", rules, PATH_BENEATH, ctypes.byref(rule), ctypes.c_uint32(0))
    finally:
        os.close(opened)
