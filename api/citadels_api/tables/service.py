"""Tables: make, find, join, leave, start, resign, again. Each use case stands in a module of its own; this is the door to them."""

from citadels_api.tables.creation import create
from citadels_api.tables.invitations import decline, invite, invite_link
from citadels_api.tables.lifecycle import abort, resign, start
from citadels_api.tables.matchmaking import quick_match, rematch
from citadels_api.tables.options import preview
from citadels_api.tables.search import table, tables
from citadels_api.tables.seats import add_ai, join, leave

__all__ = [
    "abort",
    "add_ai",
    "create",
    "decline",
    "invite",
    "invite_link",
    "join",
    "leave",
    "preview",
    "quick_match",
    "rematch",
    "resign",
    "start",
    "table",
    "tables",
]
