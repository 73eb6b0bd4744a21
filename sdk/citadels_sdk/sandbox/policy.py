"""What a process in the sandbox may have, as a value that travels to it.

1. It reads its own folder, and what Python and its packages need. What belongs to others (`kept_back`) is not granted even where it lies there,
   nor is what has a name that begins with a dot.
2. It writes in its scratch folder alone.
3. It uses so much and no more (`Limits`).
"""

from __future__ import annotations

import os
import site
import sys
import sysconfig
from dataclasses import asdict, dataclass, field
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping


MOST_ENTRIES: Final = 2000
"""So many are granted one by one where a folder is not granted as a whole."""
SYSTEM: Final = (
    "/usr", "/lib", "/lib32", "/lib64", "/bin", "/sbin", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d",
    "/etc/alternatives", "/etc/localtime", "/etc/ssl/openssl.cnf", "/proc/cpuinfo", "/proc/meminfo",
    "/sys/devices/system/cpu", "/nix/store",
)  # fmt: skip
"""What any program needs: no file of anybody."""
OURS: Final = ("citadels_engine", "citadels_contest", "citadels_sdk")
DEVICES: Final = ("/dev/null", "/dev/zero", "/dev/urandom", "/dev/random")
CALM: Final = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1", "NUMEXPR_NUM_THREADS": "1"}
"""One thread for each library: there is a process for each bot."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How much a process may use."""

    memory: int = 2 << 30
    """Bytes of its own."""
    cpu_s: int = 3600
    """Seconds of a processor, from its start to its end."""
    files: int = 256
    """How many it has open."""
    file: int = 16 << 20
    """Bytes of one file that it writes."""
    scratch: int = 64 << 20
    """Bytes of all that it has written and not removed."""
    entries: int = 256
    """How many files and folders these may be."""


@dataclass(frozen=True, slots=True)
class Policy:
    """What one process may have."""

    folder: str
    """Where it runs."""
    readable: tuple[str, ...]
    """Files, and folders with all beneath."""
    listable: tuple[str, ...] = ()
    """Folders in which it may look up names, and beneath."""
    limits: Limits = field(default_factory=Limits)
    program: bool = False
    """Whether it becomes another program."""
    weak: bool = False
    """Whether it goes on where a part of the sandbox cannot be had."""
    scratches: str | None = None
    """Where the scratch folder of a program is made; whoever has made that folder removes it with all that is left there."""

    def to_json(self) -> dict[str, object]:
        """It as a JSON object."""
        return asdict(self)

    @classmethod
    def from_json(cls, told: Mapping[str, Any]) -> Policy:
        """What `to_json` told."""
        more = {
            "readable": tuple(told["readable"]),
            "listable": tuple(told["listable"]),
            "limits": Limits(**told["limits"]),
        }
        return cls(**{**told, **more})


def policy_for(
    paths: Iterable[Path],
    kept_back: Iterable[Path] = (),
    *,
    limits: Limits | None = None,
    program: bool = False,
    weak: bool = False,
    scratches: Path | None = None,
) -> Policy:
    """What a bot may have that consists of these files, or folders: the first one is where it runs."""
    homes = list(dict.fromkeys(home_of(path) for path in paths)) or [Path("/")]
    own = {path.resolve() for path in paths}
    denied = [one for one in (path.resolve() for path in kept_back) if one not in own]
    readable = [*python_paths(), *system_paths()]
    for home in homes if paths else ():
        readable += granted(home, denied)
    return Policy(
        str(homes[0]),
        tuple(dict.fromkeys([*[one for path in readable for one in granted_path(path, denied)], *map(str, own)])),
        tuple(str(home) for home in homes) if own else (),
        limits or Limits(),
        program,
        weak,
        None if scratches is None else str(scratches),
    )


def home_of(path: Path) -> Path:
    """The folder of a file; a folder is its own."""
    whole = path.resolve()
    return whole if whole.is_dir() else whole.parent


def granted_path(path: Path, denied: list[Path]) -> Iterator[str]:
    """The path, or where something that is kept back lies beneath, all else of it."""
    if path in denied:
        return
    beneath = [one for one in denied if one.is_relative_to(path)]
    if not beneath:
        yield str(path)
        return
    for one in entries(path):
        yield from granted_path(one, beneath)


def granted(home: Path, denied: list[Path]) -> Iterator[Path]:
    """What a bot may read of its folder."""
    for one in entries(home):
        if not one.name.startswith(".") and not any(home.is_relative_to(other) for other in denied):
            yield one


def entries(folder: Path) -> list[Path]:
    """What lies in a folder, as far as that can be seen."""
    try:
        found = sorted(os.scandir(folder), key=lambda one: one.name)
    except OSError:
        return []
    return [Path(one.path) for one in found[:MOST_ENTRIES]]


@cache
def python_paths() -> tuple[Path, ...]:
    """What this Python, the packages that are installed for it, and ours need; no other folder to import from is any bot's business."""
    found = [sys.prefix, sys.base_prefix, sys.exec_prefix, sys.base_exec_prefix, *sysconfig.get_paths().values()]
    found += [*site.getsitepackages(), site.getusersitepackages(), os.path.realpath(sys.executable)]
    found += [str(Path(file).parents[1]) for name in OURS if (file := import_module(name).__file__) is not None]
    paths = [Path(one).resolve() for one in found if one]
    return tuple(dict.fromkeys(one for one in paths if one.exists() and one not in (Path("/"), Path.home())))


def import_paths() -> list[str]:
    """Where a process in the sandbox imports from: as here, but from nowhere else."""
    needed = python_paths()
    return [one for one in sys.path if one and any(Path(one).resolve().is_relative_to(path) for path in needed)]


def system_paths() -> list[Path]:
    """What any program needs, and is there."""
    return [path for one in SYSTEM if (path := Path(one)).exists()]


def environment(scratch: str) -> dict[str, str]:
    """All variables that there are in the sandbox: nothing of anybody."""
    path = os.pathsep.join(dict.fromkeys([str(Path(sys.executable).parent), "/usr/local/bin", "/usr/bin", "/bin"]))
    return {"PATH": path, "LANG": "C.UTF-8", "HOME": scratch, "TMPDIR": scratch, "PYTHONDONTWRITEBYTECODE": "1", **CALM}
