"""The names of store keys. All keys of one table or of one account are in one of 64 shards, `{s:00}` to `{s:63}`."""

from __future__ import annotations

from typing import Final
from zlib import crc32

SHARDS: Final = 64


def shard_of(name: str) -> int:
    """The shard of a table or an account."""
    return crc32(name.encode()) % SHARDS


def tag(shard: int) -> str:
    """The part of a key that Redis hashes: the same for all keys of a shard."""
    return f"{{s:{shard:02d}}}"


def bell(name: str) -> str:
    """The channel for changes of a table (or notices for an account). The text says which one."""
    return f"{tag(shard_of(name))}:bell"


def document(kind: str, name: str, *, near: str | None = None) -> str:
    """The key of a document, in the shard of its own name or of another one."""
    return f"{tag(shard_of(near or name))}:{kind}:{name}"
