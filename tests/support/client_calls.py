"""Calls of every operation with every argument, for the tests that hold them against the service's description."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any, Final

from citadels_sdk.bot import Accepts
from citadels_sdk.client import calls
from citadels_sdk.client.calls import SeatOrder
from citadels_sdk.client.model_base import BankClock, CorrespondenceClock, DecisionClock, NoClock
from citadels_sdk.client.models import Position
from citadels_sdk.client.models_tournament import Progress, Standings
from citadels_sdk.client.operations import OPERATIONS
from citadels_sdk.client.sync_calls import Calls

if TYPE_CHECKING:
    from collections.abc import Callable

    from citadels_sdk.client.request_cycle import Call
    from citadels_sdk.client.tournament_order import ConditionsOrder, ScheduleOrder, SettingsOrder


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


class Unsent(Calls):
    """Calls that are made and not performed: each method gives its call."""

    def _do(self, call: Any) -> Any:
        return call


MADE: Final[Any] = Unsent()
CALLS: Final[dict[str, Callable[..., Call[Any]]]] = {
    **{name: getattr(MADE, name) for name in vars(Calls) if not name.startswith(("_", "all_"))},
    **{name: getattr(calls, name) for name in ("stream_table", "stream_me", "stream_tournament")},
}
"""Every method that makes a call, and every function that makes that of a stream."""

STANDINGS: Final = Standings(
    tournament="tour_" + ID,
    number=7,
    status="running",
    progress=Progress(
        games_played=0, games_known=0, games_expected=None, rounds_made=0, rounds_expected=None, expected_end=None
    ),
    standings=(),
    statistics={},
    tag='"7"',
)
SETTINGS: Final[SettingsOrder] = {
    "format": "swiss", "seats": 4, "deals": 2, "duplicate": False, "rotation": "latin", "shared": True, "rounds": 3, "tables": 9,
    "advance": 1, "focus": ("greedy",), "seeding": "entry", "points": "wins", "order": ("points", "lot"), "odd": "fill", "small_field": "fill",
    "filler": "random", "bye": "full", "late": "byes", "withdrawal": "half", "empty_seat": "absent", "fault": "harmless",
    "forfeit": "void", "no_show": "withdraw", "forfeits": 3, "bound": 0.1, "alpha": 0.1, "beta": 0.1, "most": 100,
}  # fmt: skip
CONDITIONS: Final[ConditionsOrder] = {
    "kinds": ("bot", "account"), "bots_per_owner": 2, "most": 16, "invited_only": True, "least_rating": 1.5, "most_rating": 2000.0,
}  # fmt: skip
SCHEDULE: Final[ScheduleOrder] = {"begins": "every", "at": 1_795_010_142_797, "every_ms": 3_600_000, "count": 4}

SAMPLES: Final[dict[str, tuple[Any, ...]]] = {
    "about": ("plays slowly",),
    "accepts": (Accepts(editions=("classic",), players=(2, 3), clocks=("bank",), least_ms=5, rated=False),),
    "account": ("acct_" + ID,),
    "actions": ("gold", ["gold", {"verb": "end"}]),
    "after": (17,),
    "ai_fill": ("planner",),
    "at_once": (2,),
    "bonus": (["armory"],),
    "bot": ("acct_" + ID,),
    "cast": (["assassin", "thief"],),
    "clock": CLOCKS,
    "code": ("conflict",),
    "conditions": (CONDITIONS,),
    "credential": ("cred_" + "a" * 12,),
    "crown": (1,),
    "cursor": ("1795010142797.game_" + ID,),
    "days": (7,),
    "do": ("open", "close", "start", "pause", "resume", "cancel"),
    "edition": ("modern", "classic"),
    "entrant": ("greedy#2", "acct_" + ID),
    "eyes": (2, "all"),
    "format": ("swiss", "arena"),
    "game": ("1.0.0.3",),
    "grace_ms": (5000,),
    "house": (["random", "greedy"],),
    "invite": ("a-secret",),
    "key": ("k1",),
    "kinds": (["result", "ended"],),
    "lang": ("en", "fr", "pt"),
    "least_ms": (3,),
    "level": ("random", "greedy", "planner"),
    "limit": (5,),
    "mine": (True,),
    "n": (3,),
    "name": ("somebody",),
    "options": ({},),
    "other": ("house:greedy", "acct_" + "02" + "0" * 24),
    "overlap_s": (60,),
    "pairings": ([("greedy", "acct_" + ID), ["greedy#2", "random"]],),
    "places": ((2, 1),),
    "players": (5,),
    "positions": (True,),
    "present": (True, False),
    "rank9": (True, False),
    "rated": (True,),
    "recovery": ("a-code",),
    "round": (3,),
    "scenario": ("first_game",),
    "scenarios": (["all"],),
    "schedule": (SCHEDULE,),
    "scopes": (["play", "admin"],),
    "scores": ((20, 25),),
    "seat": (2,),
    "seats": (["you", "open", "planner", SeatOrder("reserved", account="acct_" + ID)],),
    "seed": ("0" * 64,),
    "settings": (SETTINGS,),
    "spectator_delay_ms": (1000,),
    "start": ("full", "demand"),
    "status": ("open", "running", "over", "aborted"),
    "substitutes": (["patrician"],),
    "table": ("game_" + ID,),
    "timeout": ("default_action", "ai_takes_over", "forfeit"),
    "tournament": ("tour_" + ID,),
    "uniques": (["keep"],),
    "unless": (POSITION,),
    "url": ("https://example.com/hook",),
    "visibility": ("public", "unlisted", "private"),
    "wait_ms": (500,),
    "webhook": ("hook_" + ID,),
    "why": ("a reason",),
}
"""What each argument may be."""
OWN: Final[dict[str, dict[str, tuple[Any, ...]]]] = {
    "leaderboard": {"cursor": ("50",)},
    "list_bots": {"cursor": ("1795010142797.acct_" + ID,)},
    "list_tournaments": {
        "cursor": ("1795010142797.tour_" + ID,),
        "status": ("entry", "running", "paused", "over", "cancelled"),
    },
    "why_not": {"actions": (["gold", "destroy 1 keep"],)},
    "tournament_games": {"cursor": ("1.0.0.3",), "status": ("waiting", "open", "running", "over", "void")},
    "tournament_standings": {"unless": (STANDINGS,)},
}
"""Where it is something else in one of the calls."""


def full(make: Callable[..., Call[Any]]) -> list[dict[str, Any]]:
    """All arguments, in so many ways that each of its samples comes once."""
    names = list(inspect.signature(make).parameters)
    samples = samples_of(make)
    ways = max([len(samples[name]) for name in names], default=1)
    return [{name: samples[name][way % len(samples[name])] for name in names} for way in range(ways)]


def bare(make: Callable[..., Call[Any]]) -> dict[str, Any]:
    """Only the arguments that have to be."""
    found = inspect.signature(make).parameters.values()
    return {one.name: samples_of(make)[one.name][0] for one in found if one.default is one.empty}


def samples_of(make: Callable[..., Call[Any]]) -> dict[str, tuple[Any, ...]]:
    """What each argument of a call may be."""
    return {**SAMPLES, **OWN.get(make.__name__, {})}


def camel(name: str) -> str:
    """The id of the operation that a method performs.

    >>> camel("make_invite_link")
    'makeInviteLink'
    """
    first, *rest = name.split("_")
    return first + "".join(map(str.capitalize, rest))


def method_of(name: str) -> str:
    """The method of the clients that performs a call."""
    return {"stream_table": "follow_table", "stream_me": "follow_me", "stream_tournament": "follow_tournament"}.get(
        name, name
    )


OF_TOURNAMENTS: Final = frozenset(
    name
    for name, one in OPERATIONS.items()
    if one.path.startswith(("/v1/tournaments", "/v1/leaderboard"))
    or one.path.endswith(("/ratings", "/head-to-head", "/profile"))
)
"""The operations about tournaments and ratings."""
