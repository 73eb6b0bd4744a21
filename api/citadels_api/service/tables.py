"""Tables: make, find, join, leave, start, resign, again. Each use case stands in a module of its own; this is the door to them."""

from citadels_api.service.finding import table, tables
from citadels_api.service.inviting import decline, invite, invite_link
from citadels_api.service.making import create
from citadels_api.service.matching import quick_match, rematch
from citadels_api.service.orders import TableOrder, preview
from citadels_api.service.seating import add_ai, join, leave
from citadels_api.service.starting import abort, resign, start

__all__ = [
    "TableOrder",
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
