"""Tournaments: what organizers, entrants and readers may ask. Each use case stands in a module of its own; this is the door to them.

What happens by itself (starting on time, making rounds, calling to tables, whole games, webhooks, ratings) is in `citadels_workers`.
"""

from citadels_api.ratings.profiles import profile
from citadels_api.ratings.service import account_ratings, head_to_head, leaderboard
from citadels_api.tournaments.control import conduct, correct, set_pairings
from citadels_api.tournaments.creation import make, update
from citadels_api.tournaments.entry import enter, invite, withdraw
from citadels_api.tournaments.exporter import export
from citadels_api.tournaments.options import TournamentChange, TournamentOrder
from citadels_api.tournaments.search import games, standings, tournament, tournaments
from citadels_api.tournaments.stream import events, frames
from citadels_api.webhooks.service import delete_webhook, deliveries, make_webhook, replay_webhook, webhooks

__all__ = [
    "TournamentChange",
    "TournamentOrder",
    "account_ratings",
    "conduct",
    "correct",
    "delete_webhook",
    "deliveries",
    "enter",
    "events",
    "export",
    "frames",
    "games",
    "head_to_head",
    "invite",
    "leaderboard",
    "make",
    "make_webhook",
    "profile",
    "replay_webhook",
    "set_pairings",
    "standings",
    "tournament",
    "tournaments",
    "update",
    "webhooks",
    "withdraw",
]
