"""The numbers of Linux's system calls, on the processors that we know, and how to make one.

>>> number("clone3", "x86_64"), number("clone3", "aarch64"), number("fork", "aarch64")
(435, 435, None)
"""

from __future__ import annotations

import ctypes
import os
import platform
from functools import cache
from typing import Any, Final

X86_64: Final = {
    "mmap": 9, "ioctl": 16, "shmget": 29, "shmat": 30, "shmctl": 31, "socket": 41, "connect": 42, "accept": 43, "bind": 49,
    "listen": 50, "socketpair": 53, "clone": 56, "fork": 57, "vfork": 58, "execve": 59, "kill": 62, "semget": 64, "semop": 65,
    "semctl": 66, "shmdt": 67, "msgget": 68, "msgsnd": 69, "msgrcv": 70, "msgctl": 71, "fcntl": 72, "flock": 73, "truncate": 76,
    "chmod": 90, "fchmod": 91, "chown": 92, "fchown": 93, "lchown": 94, "ptrace": 101, "capset": 126, "rt_sigqueueinfo": 129,
    "utime": 132, "setpriority": 141, "sched_setparam": 142, "sched_setscheduler": 144, "pivot_root": 155, "prctl": 157,
    "chroot": 161, "mount": 165, "umount2": 166, "setxattr": 188, "lsetxattr": 189, "fsetxattr": 190, "removexattr": 197,
    "lremovexattr": 198, "fremovexattr": 199, "tkill": 200, "sched_setaffinity": 203, "io_setup": 206, "semtimedop": 220,
    "tgkill": 234, "utimes": 235, "mq_open": 240, "mq_unlink": 241, "add_key": 248, "request_key": 249, "keyctl": 250,
    "ioprio_set": 251, "inotify_init": 253, "migrate_pages": 256, "fchownat": 260, "futimesat": 261, "fchmodat": 268,
    "unshare": 272, "move_pages": 279, "utimensat": 280, "accept4": 288, "inotify_init1": 294, "rt_tgsigqueueinfo": 297,
    "perf_event_open": 298, "fanotify_init": 300, "prlimit64": 302, "name_to_handle_at": 303, "open_by_handle_at": 304,
    "setns": 308, "process_vm_readv": 310, "process_vm_writev": 311, "kcmp": 312, "sched_setattr": 314, "seccomp": 317,
    "memfd_create": 319, "bpf": 321, "execveat": 322, "userfaultfd": 323,
}  # fmt: skip
AARCH64: Final = {
    "io_setup": 0, "setxattr": 5, "lsetxattr": 6, "fsetxattr": 7, "removexattr": 14, "lremovexattr": 15, "fremovexattr": 16,
    "fcntl": 25, "inotify_init1": 26, "ioctl": 29, "ioprio_set": 30, "flock": 32, "umount2": 39, "mount": 40, "pivot_root": 41,
    "truncate": 45, "chroot": 51, "fchmod": 52, "fchmodat": 53, "fchownat": 54, "fchown": 55, "utimensat": 88, "capset": 91,
    "unshare": 97, "ptrace": 117, "sched_setparam": 118, "sched_setscheduler": 119, "sched_setaffinity": 122, "kill": 129,
    "tkill": 130, "tgkill": 131, "rt_sigqueueinfo": 138, "setpriority": 140, "prctl": 167, "mq_open": 180, "mq_unlink": 181,
    "msgget": 186, "msgctl": 187, "msgrcv": 188, "msgsnd": 189, "semget": 190, "semctl": 191, "semtimedop": 192, "semop": 193,
    "shmget": 194, "shmctl": 195, "shmat": 196, "shmdt": 197, "socket": 198, "socketpair": 199, "bind": 200, "listen": 201,
    "accept": 202, "connect": 203, "add_key": 217, "request_key": 218, "keyctl": 219, "clone": 220, "execve": 221, "mmap": 222,
    "migrate_pages": 238, "move_pages": 239, "rt_tgsigqueueinfo": 240, "perf_event_open": 241, "accept4": 242,
    "prlimit64": 261, "fanotify_init": 262, "name_to_handle_at": 264, "open_by_handle_at": 265, "setns": 268,
    "process_vm_readv": 270, "process_vm_writev": 271, "kcmp": 272, "sched_setattr": 274, "seccomp": 277, "memfd_create": 279,
    "bpf": 280, "execveat": 281, "userfaultfd": 282,
}  # fmt: skip
COMMON: Final = {
    "pidfd_send_signal": 424, "io_uring_setup": 425, "io_uring_enter": 426, "io_uring_register": 427, "open_tree": 428,
    "move_mount": 429, "fsopen": 430, "fsconfig": 431, "fsmount": 432, "fspick": 433, "pidfd_open": 434, "clone3": 435,
    "pidfd_getfd": 438, "process_madvise": 440, "mount_setattr": 442, "landlock_create_ruleset": 444, "landlock_add_rule": 445,
    "landlock_restrict_self": 446, "memfd_secret": 447, "process_mrelease": 448, "fchmodat2": 452,
}  # fmt: skip
"""Those that came later have the same number everywhere."""
LAST: Final = 462
"""No later one is known here."""
ARCHITECTURES: Final = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
"""What the kernel calls them."""
_TABLES: Final = {"x86_64": X86_64, "aarch64": AARCH64}


def number(name: str, machine: str | None = None) -> int | None:
    """The number of a system call; None where this processor has none of that name."""
    table = _TABLES.get(platform.machine() if machine is None else machine)
    return None if table is None else COMMON.get(name, table.get(name))


def known() -> bool:
    """Whether this is a Linux on a processor that we know."""
    return platform.system() == "Linux" and platform.machine() in _TABLES


@cache
def libc() -> Any:
    """The system's own library."""
    return ctypes.CDLL(None, use_errno=True)


def call(name: str, *arguments: object) -> int:
    """Make a system call; an `OSError` says why it was refused."""
    place = number(name)
    if place is None:
        raise OSError(38, f"{name} is not known on {platform.machine()}")
    return checked(libc().syscall(place, *arguments), name)


def control(option: int, *arguments: int) -> int:
    """Make a `prctl`."""
    return checked(libc().prctl(option, *[ctypes.c_ulong(one) for one in (*arguments, 0, 0, 0, 0)[:4]]), "prctl")


def checked(result: int, name: str) -> int:
    """What came of it; an `OSError` where that is a refusal."""
    if result < 0:
        code = ctypes.get_errno()
        raise OSError(code, f"{name}: {os.strerror(code)}")
    return result
