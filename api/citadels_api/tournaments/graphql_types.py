"""The GraphQL types of tournaments: entrants, settings, standings, games, log entries."""

from typing import Any

from citadels_api.graphql.types import output
from citadels_api.play.graphql_decisions import Result
from citadels_api.tables.graphql import Clock, Player
from citadels_api.tournaments.contract import (
    ConditionsAnswer,
    EntrantAnswer,
    EntryAnswer,
    ProgressAnswer,
    ScheduleAnswer,
    SettingsOrder,
    StandingAnswer,
    StandingsAnswer,
    TournamentAnswer,
)
from citadels_api.tournaments.contract import TournamentFrame as FrameAnswer
from citadels_api.tournaments.contract import TournamentGame as GameAnswer
from citadels_api.webhooks.contract import DeliveryAnswer, WebhookAnswer

TournamentSettings: Any = output(
    SettingsOrder,
    "TournamentSettings",
    text="How a tournament is played and scored. A named policy covers every exception.",
    nullable=("rounds", "tables", "advance", "forfeits"),
)
Entrant: Any = output(EntrantAnswer, "Entrant", renamed={"id": "entrant"})
Conditions: Any = output(ConditionsAnswer, "Conditions", fields={"kinds": list[str]})
Schedule: Any = output(ScheduleAnswer, "Schedule")
Progress: Any = output(ProgressAnswer, "Progress")
Tournament: Any = output(
    TournamentAnswer,
    "Tournament",
    of=(Player, Clock, Conditions, Schedule, Entrant, Progress),
    node=True,
    fields={"settings": TournamentSettings},
)
Standing: Any = output(StandingAnswer, "Standing")
Standings: Any = output(StandingsAnswer, "Standings", of=(Progress, Standing))
TournamentGame: Any = output(GameAnswer, "TournamentGame", of=(Result,), renamed={"id": "game"})
LogEntry: Any = output(EntryAnswer, "LogEntry")
TournamentFrame: Any = output(FrameAnswer, "TournamentFrame", of=(LogEntry, Standing, Progress))
Webhook: Any = output(WebhookAnswer, "Webhook", renamed={"id": "webhook"})
Delivery: Any = output(DeliveryAnswer, "Delivery", renamed={"id": "message"})
