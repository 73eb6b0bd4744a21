"""Somebody's tournaments, for the matrix of who may what: a private one in entry, and a private one whose games are over."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from citadels_api.tournaments.control import conduct
from citadels_api.tournaments.creation import make
from citadels_api.tournaments.entry import enter, invite
from citadels_api.tournaments.options import TournamentOrder
from citadels_api.tournaments.stored import Conditions
from citadels_api.webhooks.service import make_webhook

from tests.support.tournaments_played import end_games

if TYPE_CHECKING:
    from citadels_api.context import House


async def open_tournaments(house: House, me: Any, them: Any) -> dict[str, str]:
    """Two tournaments of mine, in which they take part: the names for paths and bodies."""
    conditions = Conditions(kinds=["guest", "account", "bot"])
    bots = ["greedy", "greedy", "greedy"]
    names: dict[str, str] = {}
    for name in ("entry", "played"):
        order = TournamentOrder(name=name, visibility="private", conditions=conditions, house=bots)
        made = await make(house, me, order)
        await invite(house, me, made.id, them.account)
        await enter(house, them, made.id)
        names[name] = made.id
    await conduct(house, me, names["played"], do="start")
    await end_games(house, names["played"])
    hook = await make_webhook(house, me, names["entry"], url="https://93.184.215.14/told", kinds=[])
    return {**names, "webhook": hook.id, "entrant": them.account, "game": "1.0.0.0"}
