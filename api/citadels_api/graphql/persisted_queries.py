"""The registry: documents that clients have sent with their hash, for every process of the house (automatic persisted queries).

1. It has `SLOTS` places. The hash says which one, and a new document takes the place of the old one there: what is kept is bounded, and
   whoever misses a document registers it again, as the protocol has it.
2. A text from the store is taken only under its own hash, whoever has written it.
3. Nothing is asked of the store about a document that this process knows, and nothing about what cannot be a hash.
4. A document is registered once it was read, paid for and let in; every process that is sent it again sees to it that it is still there,
   but not more than once in `AGAIN_S`.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
from hashlib import sha256
from typing import TYPE_CHECKING, Final

from citadels_api.store import keys
from citadels_api.store.ports import StoreError

if TYPE_CHECKING:
    from citadels_api.graphql.documents import Known
    from citadels_api.store.ports import Store


SLOTS: Final = 1024
LONGEST: Final = 16_384
"""Bytes of a document; a longer one is known only to the processes that it was sent to."""
KEPT_MS: Final = 7 * 86_400_000
AGAIN_S: Final = 60.0
LOOKUP: Final = 1
"""What it takes from the bucket to look a hash up, beside what the document costs."""
REGISTRATION: Final = 5
"""What it takes to register a document, beside what it costs."""
HASH: Final = re.compile(r"[0-9a-f]{64}")


def slot(digest: str) -> str:
    """The key of a document's place.

    >>> slot("00000401" + "0" * 56) == slot("00000001" + "f" * 56)
    True
    """
    return keys.document("document", str(int(digest[:8], 16) % SLOTS))


def fits(digest: str, text: str) -> bool:
    """Whether the hash is that of the text."""
    return digest == sha256(text.encode()).hexdigest()


async def fetch(store: Store, digest: str) -> str | None:
    """The text under a hash, if a process has registered it."""
    if HASH.fullmatch(digest) is None:
        return None
    found = await store.get(slot(digest))
    if found is None or sha256(found).hexdigest() != digest:
        return None
    return found.decode()


def due(known: Known, text: str) -> bool:
    """Whether a document that was sent with its hash is to be registered now."""
    if known.trusted or len(text.encode()) > LONGEST:
        return False
    return known.registered is None or asyncio.get_running_loop().time() - known.registered >= AGAIN_S


async def register(store: Store, digest: str, text: str, known: Known) -> None:
    """Register a document; where the store is away it stays with this process."""
    with contextlib.suppress(StoreError):
        await store.put(slot(digest), text.encode(), ttl_ms=KEPT_MS)
        known.registered = asyncio.get_running_loop().time()
