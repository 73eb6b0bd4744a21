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
    from citadels_sdk.checking.check import check_bot as check_bot
    from citadels_sdk.checking.report import CheckReport as CheckReport
    from citadels_sdk.game import Game as Game
    from citadels_sdk.live.async_client import AsyncClient as AsyncClient
    from citadels_sdk.live.client import Client as Client
    from citadels_sdk.live.run_telling import RunReport as RunReport
    from citadels_sdk.live.running import arun as arun
    from citadels_sdk.live.running import run as run
    from citadels_sdk.live.unknown import Unknown as Unknown
    from citadels_sdk.matching import match as match
    from citadels_sdk.playing import play as play
    from citadels_sdk.report import Report as Report
    from citadels_sdk.tournaments.event import Tournament as Tournament
    from citadels_sdk.tournaments.running import tournament as tournament
    from citadels_sdk.view import View as View

__version__ = "0.1.0"

_HOMES = {
    "Accepts": "citadels_sdk.bot",
    "Action": "citadels_engine",
    "AsyncClient": "citadels_sdk.live.async_client",
    "Bot": "citadels_sdk.bot",
    "CheckReport": "citadels_sdk.checking.report",
    "Client": "citadels_sdk.live.client",
    "Game": "citadels_sdk.game",
    "Outcome": "citadels_sdk.bot",
    "Report": "citadels_sdk.report",
    "RunReport": "citadels_sdk.live.run_telling",
    "Start": "citadels_sdk.bot",
    "Tournament": "citadels_sdk.tournaments.event",
    "Unknown": "citadels_sdk.live.unknown",
    "View": "citadels_sdk.view",
    "arun": "citadels_sdk.live.running",
    "check_bot": "citadels_sdk.checking.check",
    "match": "citadels_sdk.matching",
    "play": "citadels_sdk.playing",
    "run": "citadels_sdk.live.running",
    "tournament": "citadels_sdk.tournaments.running",
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
