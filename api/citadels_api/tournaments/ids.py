"""What is derived from a tournament's id and its secret: the ids of its tables, the seeds of its deals, its successors.

>>> table_id("tour_01hf7yat00000000000000000a", "1.0.0.0") == table_id("tour_01hf7yat00000000000000000a", "1.0.0.0")
True
>>> table_id("tour_01hf7yat00000000000000000a", "1.0.0.0")[:15]
'game_01hf7yat00'
"""

from __future__ import annotations

import hmac
from hashlib import sha256

from citadels_api.ids import born, id_of


def table_id(tour_id: str, fixture: str) -> str:
    """The table of a game of the tournament: made twice, it is one."""
    return derived("game", tour_id, born(tour_id), fixture)


def next_id(first_id: str, number: int, at: int) -> str:
    """The tournament of that number in the series that began with this one."""
    return derived("tour", first_id, at, f"series/{number}")


def derived(prefix: str, source: str, at: int, label: str) -> str:
    """An id that follows from another."""
    return id_of(prefix, at, int.from_bytes(sha256(f"{source}|{label}".encode()).digest()[:10], "big"))


def seed_of(secret: str, label: str) -> str:
    """The seed of the deals of that label: HMAC-SHA256 of the tournament's secret, in hex."""
    return hmac.new(secret.encode(), label.encode(), sha256).hexdigest()


def chance_of(secret: str, label: str) -> str:
    """What the bots of the house throw their dice from in the deals of that label: never from who plays."""
    return hmac.new(secret.encode(), f"chance/{label}".encode(), sha256).hexdigest()[:32]


def entrant_account(entrant: str) -> str | None:
    """The account of an entrant; None for a bot of the house."""
    return entrant if entrant.startswith("acct_") else None
