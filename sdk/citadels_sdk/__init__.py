"""The Citadels Arena toolkit: bots, games, matches, the live service, and the command `citadels`.

    from citadels_sdk import Bot, play

    class First(Bot):
        def choose(self, view):
            return view.actions[0]

    print(play([First, "greedy", "greedy", "random"], seed="an example"))

Nothing is imported before it is used.
"""

import importlib
import typing

if typing.TYPE_CHECKING:
    from citadels_engine import Action as Action

    from citadels_sdk import errors as errors
    from citadels_sdk.bot import Accepts as Accepts
    from citadels_sdk.bot import Bot as Bot
    from citadels_sdk.bot import Outcome as Outcome
    from citadels_sdk.bot import Start as Start
    from citadels_sdk.checking.bot_check import check_bot as check_bot
    from citadels_sdk.checking.report import CheckReport as CheckReport
    from citadels_sdk.client.async_client import AsyncClient as AsyncClient
    from citadels_sdk.client.sync_client import Client as Client
    from citadels_sdk.client.unknown import Unknown as Unknown
    from citadels_sdk.live.bot_run import arun as arun
    from citadels_sdk.live.bot_run import run as run
    from citadels_sdk.live.run_report import RunReport as RunReport
    from citadels_sdk.local.game import Game as Game
    from citadels_sdk.local.game_loop import play as play
    from citadels_sdk.local.matches import match as match
    from citadels_sdk.report import Report as Report
    from citadels_sdk.tournaments.event import Tournament as Tournament
    from citadels_sdk.tournaments.local_run import tournament as tournament
    from citadels_sdk.view.view import View as View

__version__ = "0.1.0"

_HOMES = {
    "Accepts": "citadels_sdk.bot",
    "Action": "citadels_engine",
    "AsyncClient": "citadels_sdk.client.async_client",
    "Bot": "citadels_sdk.bot",
    "CheckReport": "citadels_sdk.checking.report",
    "Client": "citadels_sdk.client.sync_client",
    "Game": "citadels_sdk.local.game",
    "Outcome": "citadels_sdk.bot",
    "Report": "citadels_sdk.report",
    "RunReport": "citadels_sdk.live.run_report",
    "Start": "citadels_sdk.bot",
    "Tournament": "citadels_sdk.tournaments.event",
    "Unknown": "citadels_sdk.client.unknown",
    "View": "citadels_sdk.view.view",
    "arun": "citadels_sdk.live.bot_run",
    "check_bot": "citadels_sdk.checking.bot_check",
    "match": "citadels_sdk.local.matches",
    "play": "citadels_sdk.local.game_loop",
    "run": "citadels_sdk.live.bot_run",
    "tournament": "citadels_sdk.tournaments.local_run",
}
"""Where each public name lives."""

_MODULES = ("errors",)

__all__ = [
    "Accepts",
    "Action",
    "AsyncClient",
    "Bot",
    "CheckReport",
    "Client",
    "Game",
    "Outcome",
    "Report",
    "RunReport",
    "Start",
    "Tournament",
    "Unknown",
    "View",
    "__version__",
    "arun",
    "check_bot",
    "errors",
    "match",
    "play",
    "run",
    "tournament",
]


def __getattr__(name: str) -> object:
    """The public name, brought from where it lives."""
    if name in _MODULES:
        return importlib.import_module(f"citadels_sdk.{name}")
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'citadels_sdk' has no attribute {name!r}")
    found: object = getattr(importlib.import_module(home), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    """The public names."""
    return sorted(__all__)
