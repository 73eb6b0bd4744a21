"""Calls of every operation with every argument, for the tests that hold them against the service's description."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any, Final

from citadels_sdk.bot import Accepts
from citadels_sdk.live import games, house, people, tables
from citadels_sdk.live.models import BankClock, CorrespondenceClock, DecisionClock, NoClock, Position
from citadels_sdk.live.tables import SeatOrder

if TYPE_CHECKING:
    from collections.abc import Callable

    from citadels_sdk.live.core import Call

__all__ = ["CALLS", "POSITION", "SAMPLES", "bare", "camel", "full", "method_of"]

ID: Final = "01" + "0" * 24
POSITION: Final = Position.model_validate(
    {
        "table": "game_" + ID,
        "number": 7,
        "seat": 0,
        "status": "running",
        "view": {},
        "decision": None,
        "result": None,
        "tag": '"7-0"',
    }
)
CLOCKS: Final = (
    NoClock(),
    DecisionClock(limit_ms=500),
    BankClock(bank_ms=9000, limit_ms=500, increment_ms=20),
    CorrespondenceClock(days=3),
)

CALLS: Final[dict[str, Callable[..., Call[Any]]]] = {
    name: getattr(module, name)
    for module in (people, tables, games, house)
    for name in module.__all__
    if inspect.isfunction(getattr(module, name))
}
"""Every function that makes a call."""

SAMPLES: Final[dict[str, tuple[Any, ...]]] = {
    "about": ("plays slowly",),
    "accepts": (Accepts(editions=("classic",), players=(2, 3), clocks=("bank",), least_ms=5, rated=False),),
    "account": ("acct_" + ID,),
    "actions": ("gold", ["gold", {"verb": "end"}]),
    "after": (17,),
    "ai_fill": ("planner",),
    "bot": ("acct_" + ID,),
    "cast": (["assassin", "thief"],),
    "clock": CLOCKS,
    "code": ("conflict",),
    "credential": ("cred_" + "a" * 12,),
    "crown": (1,),
    "cursor": ("1795010142797.game_" + ID,),
    "days": (7,),
    "edition": ("modern", "classic"),
    "invite": ("a-secret",),
    "key": ("k1",),
    "lang": ("en", "fr", "pt"),
    "least_ms": (3,),
    "level": ("random", "greedy", "planner"),
    "limit": (5,),
    "mine": (True,),
    "n": (3,),
    "name": ("somebody",),
    "options": ({},),
    "overlap_s": (60,),
    "players": (5,),
    "present": (True, False),
    "rated": (True,),
    "recovery": ("a-code",),
    "scenario": ("first_game",),
    "scopes": (["play", "admin"],),
    "seat": (2,),
    "seats": (["you", "open", "planner", SeatOrder("reserved", account="acct_" + ID)],),
    "seed": ("0" * 64,),
    "spectator_delay_ms": (1000,),
    "start": ("full", "demand"),
    "status": ("open", "running", "over", "aborted"),
    "table": ("game_" + ID,),
    "timeout": ("default_action", "ai_takes_over", "forfeit"),
    "uniques": (["keep"],),
    "unless": (POSITION,),
    "visibility": ("public", "unlisted", "private"),
    "wait_ms": (500,),
}
"""What each argument may be."""


def full(make: Callable[..., Call[Any]]) -> list[dict[str, Any]]:
    """All arguments, in so many ways that each of its samples comes once."""
    names = list(inspect.signature(make).parameters)
    samples = {**SAMPLES, "cursor": ("1795010142797.acct_" + ID,)} if make is people.list_bots else SAMPLES
    ways = max([len(samples[name]) for name in names], default=1)
    return [{name: samples[name][way % len(samples[name])] for name in names} for way in range(ways)]


def bare(make: Callable[..., Call[Any]]) -> dict[str, Any]:
    """Only the arguments that have to be."""
    found = inspect.signature(make).parameters.values()
    return {one.name: SAMPLES[one.name][0] for one in found if one.default is one.empty}


def camel(name: str) -> str:
    """The id of the operation that a method performs.

    >>> camel("make_invite_link")
    'makeInviteLink'
    """
    first, *rest = name.split("_")
    return first + "".join(map(str.capitalize, rest))


def method_of(name: str) -> str:
    """The method of the clients that performs a call."""
    return {"stream_table": "follow_table", "stream_me": "follow_me"}.get(name, name)
