"""The REST operation for each root field of GraphQL. The field has the cost and the scope of that operation.

1. A field without an entry here cannot be in the schema.
2. The scope is checked before the field is resolved. The cost is paid before the document is executed.
"""

from __future__ import annotations

from typing import Final

from citadels_api.operations import SIGNED_IN
from citadels_api.routes import BY_ID

TWINS: Final[dict[str, str]] = {
    "Query.me": "getMe",
    "Query.account": "getAccount",
    "Query.credentials": "listCredentials",
    "Query.bot": "getBot",
    "Query.bots": "listBots",
    "Query.table": "getTable",
    "Query.previewTable": "previewTable",
    "Query.tables": "listTables",
    "Query.position": "getPosition",
    "Query.owed": "listOwed",
    "Query.record": "getRecord",
    "Query.replay": "replay",
    "Query.whyNot": "whyNot",
    "Query.frames": "followTable",
    "Query.catalogue": "listDistricts",
    "Query.limits": "getLimits",
    "Query.statistics": "getStatistics",
    "Query.node": "getTable",
    "Query.nodes": "listTables",
    "Query.tournament": "getTournament",
    "Query.tournaments": "listTournaments",
    "Query.standings": "tournamentStandings",
    "Query.games": "tournamentGames",
    "Query.tournamentFrames": "followTournament",
    "Query.webhooks": "listWebhooks",
    "Query.deliveries": "listDeliveries",
    "Query.leaderboard": "leaderboard",
    "Query.ratings": "accountRatings",
    "Query.headToHead": "headToHead",
    "Query.profile": "profile",
    "Mutation.makeGuest": "makeGuest",
    "Mutation.makeAccount": "makeAccount",
    "Mutation.claimAccount": "claimAccount",
    "Mutation.recoverAccount": "recoverAccount",
    "Mutation.updateAccount": "updateMe",
    "Mutation.makeBot": "makeBot",
    "Mutation.updateBot": "updateBot",
    "Mutation.retireBot": "retireBot",
    "Mutation.makeCredential": "makeCredential",
    "Mutation.rotateCredential": "rotateCredential",
    "Mutation.revokeCredential": "revokeCredential",
    "Mutation.createTable": "createTable",
    "Mutation.joinTable": "joinTable",
    "Mutation.leaveTable": "leaveTable",
    "Mutation.startTable": "startTable",
    "Mutation.abortTable": "abortTable",
    "Mutation.resignTable": "resignTable",
    "Mutation.rematchTable": "rematchTable",
    "Mutation.makeInviteLink": "makeInviteLink",
    "Mutation.inviteToTable": "inviteToTable",
    "Mutation.declineInvitation": "declineInvitation",
    "Mutation.seatAi": "seatAi",
    "Mutation.quickMatch": "quickMatch",
    "Mutation.submit": "submitActions",
    "Mutation.makeTournament": "makeTournament",
    "Mutation.updateTournament": "updateTournament",
    "Mutation.conductTournament": "conductTournament",
    "Mutation.enterTournament": "enterTournament",
    "Mutation.withdrawEntrant": "withdrawEntrant",
    "Mutation.inviteToTournament": "inviteToTournament",
    "Mutation.correctResult": "correctResult",
    "Mutation.setPairings": "setPairings",
    "Mutation.makeWebhook": "makeWebhook",
    "Mutation.deleteWebhook": "deleteWebhook",
    "Mutation.replayWebhook": "replayWebhook",
    "Subscription.events": "followTable",
    "Subscription.notices": "followMe",
    "Subscription.tournament": "followTournament",
}

OPEN: Final = frozenset({"Query.me"})
"""Fields that return null without a credential; REST refuses."""


LOOKUPS: Final = frozenset({"Query.account", "Query.bot", "Query.node", "Query.table", "Query.tournament"})
"""Fields that return null if the object does not exist or you may not see it; REST refuses both in the same way."""


def scope_of(field: str) -> str:
    """The scope that a field requires."""
    scope = BY_ID[TWINS[field]].scope
    return "public" if field in OPEN and scope == SIGNED_IN else scope


def cost_of(field: str) -> int:
    """The cost of a field."""
    return BY_ID[TWINS[field]].cost
