"""What is the same at every start: the time, what chance throws, and the ids and credentials that stand in no table of chance.

1. The clock stands still. While tables are put in, it is set to when each of their moves was; afterwards it is `NOW`, for ever.
2. Ids, seeds, names and secrets that the service makes up come from a counter: the same requests in the same order get the same answers.
3. Requests have no names of their own, so that a refusal is the same whatever was asked before it.
4. None of this is a secret. It is good in the practice server, which is on loopback and forgets everything, and nowhere else.
"""

from __future__ import annotations

import base64
import contextlib
import secrets
import time
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final, TypeVar

from citadels_api import ids
from citadels_api.accounts import service as accounts
from citadels_api.credentials import secrets as secret_texts
from citadels_api.credentials.secrets import checksum
from citadels_api.http import middleware
from citadels_api.tables import creation, invitations
from citadels_api.tournaments import creation as tournament_making
from citadels_api.webhooks import service as webhooks

from citadels_workers import ai_games

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from types import ModuleType


NOW: Final = 1_767_268_800_000
"""2026-01-01 12:00:00 UTC."""
MODULES: Final[tuple[ModuleType, ...]] = (
    ids,
    accounts,
    invitations,
    creation,
    secret_texts,
    webhooks,
    tournament_making,
)
"""Where the service asks chance for something that a client sees."""
CROCKFORD: Final = str.maketrans("ilou", "110v", "_-")
T = TypeVar("T")


class Still:
    """What stands in for the module `time` where whole games are played: they take none."""

    @staticmethod
    def monotonic() -> float:
        """No time."""
        return 0.0


class Nameless:
    """What stands in for the module `secrets` where requests are named that have no name from the client."""

    @staticmethod
    def token_hex(length: int) -> str:
        """The one name for all."""
        return "0" * 2 * length


class Clock:
    """A clock that shows what it is set to.

    >>> Clock()() == NOW
    True
    """

    __slots__ = ("at",)

    def __init__(self) -> None:
        self.at = NOW

    def __call__(self) -> int:
        """The time, in milliseconds since 1970."""
        return self.at


class Chance:
    """What the module `secrets` does, from a counter.

    >>> one, other = Chance(), Chance()
    >>> one.token_hex(4) == other.token_hex(4), one.token_hex(4) == one.token_hex(4)
    (True, False)
    """

    __slots__ = ("count",)
    compare_digest = staticmethod(secrets.compare_digest)

    def __init__(self) -> None:
        self.count = 0

    def token_bytes(self, length: int) -> bytes:
        """So many bytes."""
        self.count += 1
        found = b""
        while len(found) < length:
            found += sha256(f"practice|{self.count}|{len(found)}".encode()).digest()
        return found[:length]

    def token_hex(self, length: int) -> str:
        """So many bytes, in hex."""
        return self.token_bytes(length).hex()

    def token_urlsafe(self, length: int) -> str:
        """So many bytes, as a text that can stand in an address."""
        return base64.urlsafe_b64encode(self.token_bytes(length)).rstrip(b"=").decode()

    def randbits(self, bits: int) -> int:
        """A number of so many bits."""
        return int.from_bytes(self.token_bytes(-(-bits // 8)), "big") >> (-bits % 8)

    def randbelow(self, below: int) -> int:
        """A number below another."""
        return self.randbits(64) % below

    def choice(self, among: Sequence[T]) -> T:
        """One of several."""
        return among[self.randbelow(len(among))]


@contextlib.contextmanager
def drawn_from(chance: Any) -> Iterator[None]:
    """Let the service of this process draw from it, as long as this lasts."""
    for module in MODULES:
        vars(module)["secrets"] = chance
    vars(middleware)["secrets"] = Nameless
    vars(ai_games)["time"] = Still
    try:
        yield
    finally:
        for module in (*MODULES, middleware):
            vars(module)["secrets"] = secrets
        vars(ai_games)["time"] = time


def fixed_id(prefix: str, name: str) -> str:
    """The id of what has a name: readable, and of the form that all ids have.

    >>> fixed_id("game", "pick_2_third")
    'game_0p1ck2th1rd000000000000000'
    """
    text = f"0{name.lower().translate(CROCKFORD)}"
    return f"{prefix}_{text[:26].ljust(26, '0')}"


def credential_of(name: str) -> str:
    """The credential of a fixed account; its beginning names it.

    >>> credential_of("practice")[:30]
    'ctd_acct_practice-known-to-eve'
    """
    text = f"ctd_acct_{f'{name}-known-to-everybody-and-good-for-nothing-else'.ljust(43, '-')[:43]}"
    return text + checksum(text)
