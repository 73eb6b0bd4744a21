"""Tournaments: what organizers, entrants and readers may ask. Each use case stands in a module of its own; this is the door to them.

What happens by itself (starting on time, making rounds, calling to tables, whole games, webhooks, ratings) is in `citadels_workers`.
"""

from citadels_api.service.tournaments.conducting import conduct, correct, set_pairings
from citadels_api.service.tournaments.entering import enter, invite, withdraw
from citadels_api.service.tournaments.exporting import export
from citadels_api.service.tournaments.following import events, frames
from citadels_api.service.tournaments.hooks import delete_webhook, deliveries, make_webhook, replay_webhook, webhooks
from citadels_api.service.tournaments.ladder import account_ratings, head_to_head, leaderboard
from citadels_api.service.tournaments.making import make, update
from citadels_api.service.tournaments.orders import TournamentChange, TournamentOrder
from citadels_api.service.tournaments.profiles import profile
from citadels_api.service.tournaments.reading import games, standings, tournament, tournaments

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
