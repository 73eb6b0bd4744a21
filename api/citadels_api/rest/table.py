"""The route table: every operation that REST offers."""

from __future__ import annotations

from typing import Final

from citadels_api.rest import (
    accounts,
    bots,
    catalogue,
    credentials,
    leaderboard,
    meta,
    play,
    records,
    streams,
    tables,
    tournament_views,
    tournaments,
    webhooks,
)

__all__ = ["BY_ID", "OPERATIONS", "TAGS"]

OPERATIONS: Final = (
    *accounts.OPERATIONS,
    *bots.OPERATIONS,
    *credentials.OPERATIONS,
    *tables.OPERATIONS,
    *play.OPERATIONS,
    *streams.OPERATIONS,
    *records.OPERATIONS,
    *tournaments.OPERATIONS,
    *tournament_views.OPERATIONS,
    *webhooks.OPERATIONS,
    *leaderboard.OPERATIONS,
    *catalogue.OPERATIONS,
    *meta.OPERATIONS,
)
"""In the order of the documentation."""
BY_ID: Final = {operation.id: operation for operation in OPERATIONS}

TAGS: Final = {
    "identity": "Who one is: guests on the spot, accounts without passwords.",
    "bots": "Accounts for programs: what they accept, and whether they are there.",
    "credentials": "What authenticates: scopes, expiry, rotation, revocation.",
    "tables": "Tables: make, find, join, start, again.",
    "play": "The position, the decision, the move.",
    "follow": "What happens, as it happens.",
    "records": "Games that are over, whole.",
    "tournaments": "Tournaments: make, enter, conduct, follow, take home.",
    "ratings": "Ratings over all rated games.",
    "catalogue": "What is in the box, in English, French and Portuguese.",
    "house": "The service itself.",
}
"""What the operations are grouped under."""
