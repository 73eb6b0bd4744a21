"""The route table: all REST operations."""

from __future__ import annotations

from typing import Final

from citadels_api.accounts import rest as accounts_rest
from citadels_api.bots import rest as bots_rest
from citadels_api.catalogue import rest as catalogue_rest
from citadels_api.credentials import rest as credentials_rest
from citadels_api.meta import rest as meta_rest
from citadels_api.play import rest as play_rest
from citadels_api.ratings import rest as ratings_rest
from citadels_api.records import rest as records_rest
from citadels_api.streams import rest as streams_rest
from citadels_api.tables import rest as tables_rest
from citadels_api.tournaments import rest as tournaments_rest
from citadels_api.tournaments import rest_views
from citadels_api.webhooks import rest as webhooks_rest

OPERATIONS: Final = (
    *accounts_rest.routes.operations,
    *bots_rest.routes.operations,
    *credentials_rest.routes.operations,
    *tables_rest.routes.operations,
    *play_rest.routes.operations,
    *streams_rest.routes.operations,
    *records_rest.routes.operations,
    *tournaments_rest.routes.operations,
    *rest_views.routes.operations,
    *webhooks_rest.routes.operations,
    *ratings_rest.routes.operations,
    *catalogue_rest.routes.operations,
    *meta_rest.routes.operations,
)
"""In the order of the documentation."""
BY_ID: Final = {operation.id: operation for operation in OPERATIONS}

TAGS: Final = {
    "identity": "Guests without a name, and named accounts without passwords.",
    "bots": "Accounts of programs: what they accept, and whether they are online.",
    "credentials": "Credentials: scopes, expiry, rotation, revocation.",
    "tables": "Tables: create, find, join, start, rematch.",
    "play": "The position, the decision, the move.",
    "follow": "Events as they happen.",
    "records": "Finished games as a whole.",
    "tournaments": "Tournaments: create, enter, control, follow, export.",
    "ratings": "Ratings over all rated games.",
    "catalogue": "The content of the boxes, in English, French and Portuguese.",
    "house": "The service itself.",
}
"""The tags of the operations."""
