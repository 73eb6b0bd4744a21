"""Live play: the clients of a service, and the models of what it answers.

>>> from citadels_sdk.live import Client, DecisionClock
>>> client = Client("http://127.0.0.1:8000")
>>> client.close()
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from citadels_sdk.client.async_client import AsyncClient, AsyncStream
    from citadels_sdk.client.models import (
        BankClock,
        Clock,
        Committed,
        CorrespondenceClock,
        Decision,
        DecisionClock,
        Event,
        InviteLink,
        LegalAction,
        NoClock,
        OpenPlace,
        Owed,
        Page,
        Player,
        Position,
        Result,
        Seat,
        Table,
        TableSetup,
    )
    from citadels_sdk.client.models_account import (
        Account,
        BotAccount,
        Character,
        Credential,
        District,
        Guest,
        Health,
        Limits,
        Option,
        ProblemKind,
        Rules,
        Scenario,
        Statistics,
    )
    from citadels_sdk.client.models_ratings import (
        CharacterProfile,
        Delivery,
        HeadToHead,
        Meeting,
        Profile,
        Ranked,
        Rating,
        RatingPoint,
        SeatProfile,
        Webhook,
    )
    from citadels_sdk.client.models_replay import Moment, MomentDecision, Reason, Replay
    from citadels_sdk.client.models_stream import (
        EndFrame,
        EventsFrame,
        Frame,
        Frames,
        InvitedNotice,
        Notice,
        OwedNotice,
        SnapshotNotice,
        TableNotice,
        TournamentNotice,
        ViewFrame,
    )
    from citadels_sdk.client.models_tournament import (
        Conditions,
        Entrant,
        EntriesFrame,
        Entry,
        OverFrame,
        Progress,
        Schedule,
        Standing,
        Standings,
        StateFrame,
        Tournament,
        TournamentFrame,
        TournamentFrames,
        TournamentGame,
    )
    from citadels_sdk.client.records import RecordPage, RecordText, TournamentExport
    from citadels_sdk.client.sync_client import Client, Stream
    from citadels_sdk.client.table_calls import SeatOrder
    from citadels_sdk.client.tournament_order import ConditionsOrder, ScheduleOrder, SettingsOrder
    from citadels_sdk.client.unknown import Unknown

__all__ = [
    "Account",
    "AsyncClient",
    "AsyncStream",
    "BankClock",
    "BotAccount",
    "Character",
    "CharacterProfile",
    "Client",
    "Clock",
    "Committed",
    "Conditions",
    "ConditionsOrder",
    "CorrespondenceClock",
    "Credential",
    "Decision",
    "DecisionClock",
    "Delivery",
    "District",
    "EndFrame",
    "Entrant",
    "EntriesFrame",
    "Entry",
    "Event",
    "EventsFrame",
    "Frame",
    "Frames",
    "Guest",
    "HeadToHead",
    "Health",
    "InviteLink",
    "InvitedNotice",
    "LegalAction",
    "Limits",
    "Meeting",
    "Moment",
    "MomentDecision",
    "NoClock",
    "Notice",
    "OpenPlace",
    "Option",
    "OverFrame",
    "Owed",
    "OwedNotice",
    "Page",
    "Player",
    "Position",
    "ProblemKind",
    "Profile",
    "Progress",
    "Ranked",
    "Rating",
    "RatingPoint",
    "Reason",
    "RecordPage",
    "RecordText",
    "Replay",
    "Result",
    "Rules",
    "Scenario",
    "Schedule",
    "ScheduleOrder",
    "Seat",
    "SeatOrder",
    "SeatProfile",
    "SettingsOrder",
    "SnapshotNotice",
    "Standing",
    "Standings",
    "StateFrame",
    "Statistics",
    "Stream",
    "Table",
    "TableNotice",
    "TableSetup",
    "Tournament",
    "TournamentExport",
    "TournamentFrame",
    "TournamentFrames",
    "TournamentGame",
    "TournamentNotice",
    "Unknown",
    "ViewFrame",
    "Webhook",
]

_IN = {
    "async_client": ("AsyncClient", "AsyncStream"),
    "sync_client": ("Client", "Stream"),
    "models_stream": (
        "EndFrame", "EventsFrame", "Frame", "Frames", "InvitedNotice", "Notice", "OwedNotice", "SnapshotNotice",
        "TableNotice", "TournamentNotice", "ViewFrame",
    ),
    "models_account": (
        "Account", "BotAccount", "Character", "Credential", "District", "Guest", "Health", "Limits", "Option",
        "ProblemKind", "Rules", "Scenario", "Statistics",
    ),
    "models_ratings": (
        "CharacterProfile", "Delivery", "HeadToHead", "Meeting", "Profile", "Ranked", "Rating", "RatingPoint", "SeatProfile",
        "Webhook",
    ),
    "models_replay": ("Moment", "MomentDecision", "Reason", "Replay"),
    "models_tournament": (
        "Conditions", "Entrant", "EntriesFrame", "Entry", "OverFrame", "Progress", "Schedule", "Standing", "Standings",
        "StateFrame", "Tournament", "TournamentFrame", "TournamentFrames", "TournamentGame",
    ),
    "records": ("RecordPage", "RecordText", "TournamentExport"),
    "tournament_order": ("ConditionsOrder", "ScheduleOrder", "SettingsOrder"),
    "table_calls": ("SeatOrder",),
    "unknown": ("Unknown",),
}  # fmt: skip
_PLACES = {name: module for module, names in _IN.items() for name in names}


def __getattr__(name: str) -> object:
    """The modules are loaded when they are first needed: httpx2 and pydantic take their time."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"citadels_sdk.client.{_PLACES.get(name, 'models')}"), name)
