"""Automatic persisted queries: documents that clients have sent with their hash, shared by all processes.

1. The registry has `SLOTS` places. The hash selects the place, and a new document replaces the old one there. So the registry has a bounded
   size. A client whose document is gone registers it again, as the protocol says.
2. A text from the store is accepted only if it has the right hash.
3. The store is not asked for documents that this process knows, nor for strings that cannot be a hash.
4. A document is registered after it was parsed, paid for and admitted. Every process that receives it again makes sure that it is still
   registered, at most once in `AGAIN_S`.
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
"""Maximum bytes of a registered document. Only processes that received a longer one know it."""
KEPT_MS: Final = 7 * 86_400_000
AGAIN_S: Final = 60.0
LOOKUP: Final = 1
"""The cost of a lookup of a hash, in addition to the cost of the document."""
REGISTRATION: Final = 5
"""The cost of registering a document, in addition to its own cost."""
HASH: Final = re.compile(r"[0-9a-f]{64}")


def slot(digest: str) -> str:
    """The store key of a document's place.

    >>> slot("00000401" + "0" * 56) == slot("00000001" + "f" * 56)
    True
    """
    return keys.document("document", str(int(digest[:8], 16) % SLOTS))


def fits(digest: str, text: str) -> bool:
    """Whether the hash is the hash of the text."""
    return digest == sha256(text.encode()).hexdigest()


async def fetch(store: Store, digest: str) -> str | None:
    """The text for a hash, if any process has registered it."""
    if HASH.fullmatch(digest) is None:
        return None
    found = await store.get(slot(digest))
    if found is None or sha256(found).hexdigest() != digest:
        return None
    return found.decode()


def due(known: Known, text: str) -> bool:
    """Whether to register a document that was sent with its hash."""
    if known.trusted or len(text.encode()) > LONGEST:
        return False
    return known.registered is None or asyncio.get_running_loop().time() - known.registered >= AGAIN_S


async def register(store: Store, digest: str, text: str, known: Known) -> None:
    """Register a document. If the store is away, only this process knows it."""
    with contextlib.suppress(StoreError):
        await store.put(slot(digest), text.encode(), ttl_ms=KEPT_MS)
        known.registered = asyncio.get_running_loop().time()
