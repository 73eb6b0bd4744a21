"""The GraphQL inputs of tournaments: create, change, control, enter, correct."""

from typing import Any, Final

from citadels_api.graphql.scalars import Millis
from citadels_api.graphql.types import input_of
from citadels_api.tables.graphql import ClockInput
from citadels_api.tournaments.contract import (
    ConditionsOrder,
    ConductOrder,
    CorrectOrder,
    EnterOrder,
    InviteeOrder,
    PairingsOrder,
    ScheduleOrder,
    SettingsOrder,
    TournamentChange,
    TournamentOrder,
    WithdrawOrder,
)
from citadels_api.webhooks.contract import ReplayOrder, WebhookOrder

TOURNAMENT: Final = "The id of the tournament."
WEBHOOK: Final = "The id of the webhook."

TournamentSettingsInput: Any = input_of(SettingsOrder, "TournamentSettingsInput", unset=True, defaults=False)
ConditionsInput: Any = input_of(ConditionsOrder, "ConditionsInput", unset=True, defaults=False)
ScheduleInput: Any = input_of(ScheduleOrder, "ScheduleInput", unset=True, defaults=False)
MakeTournamentInput: Any = input_of(
    TournamentOrder,
    "MakeTournamentInput",
    of=(TournamentSettingsInput, ClockInput, ConditionsInput, ScheduleInput),
    unset=True,
    fields={"grace_ms": Millis, "at_once": int},
)
UpdateTournamentInput: Any = input_of(
    TournamentChange,
    "UpdateTournamentInput",
    of=(TournamentSettingsInput, ConditionsInput, ScheduleInput),
    unset=True,
    tournament=TOURNAMENT,
)
ConductInput: Any = input_of(ConductOrder, "ConductInput", tournament=TOURNAMENT)
EnterInput: Any = input_of(EnterOrder, "EnterInput", tournament=TOURNAMENT)
WithdrawInput: Any = input_of(WithdrawOrder, "WithdrawInput", tournament=TOURNAMENT, entrant="The entrant.")
InviteToTournamentInput: Any = input_of(InviteeOrder, "InviteToTournamentInput", tournament=TOURNAMENT)
CorrectInput: Any = input_of(
    CorrectOrder, "CorrectInput", tournament=TOURNAMENT, game="The game: round, table, deal and turn."
)
PairingsInput: Any = input_of(PairingsOrder, "PairingsInput", tournament=TOURNAMENT)
MakeWebhookInput: Any = input_of(WebhookOrder, "MakeWebhookInput", tournament=TOURNAMENT)
WebhookInput: Any = input_of(None, "WebhookInput", text="The webhook.", tournament=TOURNAMENT, webhook=WEBHOOK)
ReplayInput: Any = input_of(ReplayOrder, "ReplayInput", tournament=TOURNAMENT, webhook=WEBHOOK)
