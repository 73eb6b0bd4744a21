"""Who may what: for every operation of REST and every field of GraphQL, what each principal is answered.

1. What follows from the scope alone is worked out: no credential, one that is none or has ended, one that lacks the scope.
2. What follows from the object stands in `CASES`, an entry an operation: the code for another player of the table, for somebody who sits
   nowhere or elsewhere, for a credential that is good for this or another table only. `ok` has to be an answer without a problem.
3. An operation or a field without an entry, and an entry without an operation, fail the test.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from citadels_api.graphql.rest_twins import LOOKUPS
from citadels_api.operations import PUBLIC, SIGNED_IN
from citadels_api.routes import BY_ID

if TYPE_CHECKING:
    from collections.abc import Mapping


ABSENT: Final = {"nobody": "unauthenticated", "garbage": "unauthenticated", "unknown": "unauthenticated"}
ENDED: Final = {"expired": "expired", "revoked": "expired"}
STRANGERS: Final = ("spectator", "elsewhere")
LIMITED: Final = ("this table only", "another table only")


@dataclass(frozen=True, kw_only=True)
class Case:
    """One operation as it is tried: its body, and what the others are answered who may use it as such."""

    body: Mapping[str, object] | None = None
    table: str = "running"
    tournament: str = "entry"
    query: str = ""
    owner: str = "ok"
    seat: str = "ok"
    strangers: str = "ok"
    nobody: str = ""
    """Where nobody may ask at all; else as strangers."""
    here: str = ""
    """A credential for this table only; else as the owner."""
    away: str = ""
    """A credential for another table only; else as strangers."""
    finished: bool = False
    differently: Mapping[str, str] = field(default_factory=dict)
    """What only one principal is answered."""


def expected(operation: str, case: Case, principal: str) -> str:
    """What a principal is answered."""
    told = BY_ID[operation]
    if principal in case.differently:
        return case.differently[principal]
    if told.cost == 0 or told.steady:
        return case.owner
    if principal in ENDED:
        return ENDED[principal]
    if principal in ABSENT and (principal != "nobody" or told.scope != PUBLIC):
        return ABSENT[principal]
    if principal == "nobody":
        return case.nobody or case.strangers
    if principal == "wrong scope" and told.scope not in (PUBLIC, SIGNED_IN):
        return "forbidden"
    if principal in LIMITED and told.scope not in (PUBLIC, SIGNED_IN, "play"):
        return "forbidden"
    if principal == "this table only":
        return case.here or case.owner
    if principal == "another table only":
        return case.away or case.strangers
    if principal == "other seat":
        return case.seat
    return case.strangers if principal in STRANGERS else case.owner


OWN: Final = Case()
ANYBODY: Final = Case()
UNBOUND: Final = Case(here="forbidden", away="forbidden")
PRIVATE: Final = Case(strangers="not_found")
"""Of a private table: for its players."""
CREATORS: Final = Case(table="waiting", seat="forbidden", strangers="not_found", here="forbidden", away="forbidden")
PLAYERS: Final = Case(strangers="not_found", away="forbidden")
MINE: Final = Case(seat="not_found", strangers="not_found")
SHOWN: Final = Case(strangers="not_found", here="not_found")
"""Of a private tournament: for its organizer, and for those who take part."""
ORGANIZERS: Final = Case(seat="forbidden", strangers="not_found", differently={"spectator": "forbidden"})
"""Who only looks on is a guest, and guests run no tournaments."""
PLAYED: Final = replace(ORGANIZERS, tournament="played")


def with_body(case: Case, **body: object) -> Case:
    """The case with a body."""
    return replace(case, body=body)


CASES: Final[dict[str, Case]] = {
    "makeGuest": Case(body={}),
    "makeAccount": Case(body={"name": "{free}"}),
    "claimAccount": Case(
        body={"name": "{free}"}, owner="forbidden", seat="forbidden", strangers="forbidden",
        differently={"spectator": "ok"},  # the only guest
    ),
    "recoverAccount": Case(
        body={"name": "{name}", "recovery": "AAAAA-AAAAA-AAAAA-AAAAA-AAAAA-A"},
        owner="unauthenticated", seat="unauthenticated", strangers="unauthenticated",
    ),
    "getMe": OWN,
    "updateMe": Case(body={"about": "me"}),
    "getAccount": replace(MINE, away="ok"),
    "makeBot": Case(body={"name": "{free}"}),
    "listBots": ANYBODY,
    "getBot": ANYBODY,
    "updateBot": with_body(MINE, about="it"),
    "retireBot": MINE,
    "listCredentials": Case(query="?account={bot}", seat="not_found", strangers="not_found"),
    "makeCredential": with_body(MINE, account="{bot}"),
    "rotateCredential": with_body(MINE),
    "revokeCredential": MINE,
    "createTable": with_body(OWN),
    "previewTable": with_body(ANYBODY),
    "listTables": ANYBODY,
    "getTable": PRIVATE,
    "joinTable": Case(
        body={}, table="invited", seat="not_found", strangers="not_found", here="forbidden", away="forbidden",
        differently={"elsewhere": "ok"},  # who made that table, and sits there already
    ),
    "leaveTable": Case(table="waiting", strangers="not_found", here="forbidden", away="forbidden"),
    "startTable": Case(table="full", seat="forbidden", strangers="not_found"),
    "abortTable": PLAYERS,
    "resignTable": PLAYERS,
    "rematchTable": Case(table="full", strangers="not_found", finished=True),
    "makeInviteLink": CREATORS,
    "inviteToTable": with_body(CREATORS, account="{guest}"),
    "declineInvitation": Case(
        table="invited", seat="not_found", strangers="not_found", here="forbidden", away="forbidden",
        differently={"elsewhere": "not_seated"},  # who made that table
    ),
    "seatAi": with_body(CREATORS),
    "quickMatch": with_body(OWN),
    "getPosition": PRIVATE,
    "getDecision": PRIVATE,
    "submitActions": Case(
        body={"n": 0, "action": "{action}"}, seat="not_your_turn", strangers="not_found", away="forbidden"
    ),
    "listOwed": UNBOUND,
    "whyNot": replace(PRIVATE, body={"actions": ["{action}"]}),
    "followTable": PRIVATE,
    "followMe": UNBOUND,
    "getRecord": Case(table="full", strangers="not_found", here="not_found", finished=True),
    "replay": Case(table="full", strangers="not_found", here="not_found", finished=True),
    "exportRecords": OWN,
    "makeTournament": Case(body={"name": "cup"}, differently={"spectator": "forbidden"}),
    "listTournaments": ANYBODY,
    "getTournament": SHOWN,
    "updateTournament": with_body(ORGANIZERS, about="the cup"),
    "conductTournament": with_body(ORGANIZERS, do="close"),
    "enterTournament": Case(body={}, strangers="not_found", seat="already_seated", here="forbidden", away="forbidden"),
    "withdrawEntrant": Case(body={}, strangers="not_found", here="forbidden", away="forbidden"),
    "inviteToTournament": with_body(ORGANIZERS, account="{guest}"),
    "correctResult": with_body(PLAYED, places=[1, 2, 3, 4], why="counted again"),
    "setPairings": with_body(ORGANIZERS, round=1, pairings=[["{other}", "greedy", "greedy#2", "greedy#3"]]),
    "tournamentStandings": SHOWN,
    "tournamentGames": SHOWN,
    "followTournament": SHOWN,
    "exportTournament": replace(SHOWN, tournament="played", away="not_found"),
    "makeWebhook": with_body(ORGANIZERS, url="https://93.184.215.14/told"),
    "listWebhooks": ORGANIZERS,
    "deleteWebhook": ORGANIZERS,
    "replayWebhook": with_body(ORGANIZERS, after=0),
    "listDeliveries": ORGANIZERS,
    "leaderboard": ANYBODY,
    "accountRatings": ANYBODY,
    "headToHead": Case(query="?other={other}"),
    "profile": ANYBODY,
    "listCharacters": ANYBODY,
    "listDistricts": ANYBODY,
    "listScenarios": ANYBODY,
    "getRules": ANYBODY,
    "getStatistics": ANYBODY,
    "getLimits": ANYBODY,
    "getHealth": ANYBODY,
    "getReadiness": ANYBODY,
    "getMetrics": ANYBODY,
    "getOpenApi": ANYBODY,
    "getGraphqlSchema": ANYBODY,
    "getProblem": ANYBODY,
}  # fmt: skip
"""REST, by operation."""


def mutation(name: str, kind: str, /, **members: object) -> tuple[str, dict[str, object]]:
    """A mutation of a field with an input of that type."""
    text = f"mutation M($input: {kind}) {{ done: {name}(input: $input) {{ __typename ... on Problem {{ code }} }} }}"
    return text, {"input": members}


def on_table(name: str, kind: str = "TableInput!", /, **members: object) -> tuple[str, dict[str, object]]:
    """A mutation of a table."""
    return mutation(name, kind, table="{table}", **members)


def in_tournament(name: str, kind: str, /, **members: object) -> tuple[str, dict[str, object]]:
    """A mutation of a tournament."""
    return mutation(name, kind, tournament="{tournament}", **members)


def about_tournament(name: str, selected: str) -> tuple[str, dict[str, object]]:
    """A query about a tournament."""
    return asking(f"query Q($id: ID!) {{ done: {name}(tournament: $id) {selected} }}", id="{tournament}")


def asking(text: str, **variables: object) -> tuple[str, dict[str, object]]:
    """A query or a subscription."""
    return text, dict(variables)


FIELDS: Final[dict[str, tuple[str, dict[str, object]]]] = {
    "Query.me": asking("{ done: me { id } }"),
    "Query.account": asking("query Q($id: ID!) { done: account(id: $id) { id } }", id="{account}"),
    "Query.credentials": asking("query Q($id: ID!) { done: credentials(account: $id) { id } }", id="{bot}"),
    "Query.bot": asking("query Q($id: ID!) { done: bot(id: $id) { present } }", id="{bot}"),
    "Query.bots": asking("{ done: bots { nodes { present } } }"),
    "Query.table": asking("query Q($id: ID!) { done: table(id: $id) { id } }", id="{table}"),
    "Query.previewTable": asking(
        "query Q($input: SetupInput!) { done: previewTable(input: $input) { cast } }", input={}
    ),
    "Query.tables": asking("{ done: tables { nodes { id } } }"),
    "Query.position": asking("query Q($id: ID!) { done: position(table: $id) { number } }", id="{table}"),
    "Query.owed": asking("{ done: owed { n } }"),
    "Query.record": asking("query Q($id: ID!) { done: record(table: $id) }", id="{table}"),
    "Query.replay": asking("query Q($id: ID!) { done: replay(table: $id, first: 9) { n } }", id="{table}"),
    "Query.whyNot": asking(
        "query Q($id: ID!, $actions: [String!]!) { done: whyNot(table: $id, actions: $actions) { legal } }",
        id="{table}",
        actions=["{action}"],
    ),
    "Query.frames": asking("query Q($id: ID!) { done: frames(table: $id) { number } }", id="{table}"),
    "Query.tournament": asking("query Q($id: ID!) { done: tournament(id: $id) { id } }", id="{tournament}"),
    "Query.tournaments": asking("{ done: tournaments { nodes { id } } }"),
    "Query.standings": about_tournament("standings", "{ number }"),
    "Query.games": about_tournament("games", "{ nodes { game } }"),
    "Query.tournamentFrames": about_tournament("tournamentFrames", "{ number }"),
    "Query.webhooks": about_tournament("webhooks", "{ url }"),
    "Query.deliveries": asking(
        "query Q($id: ID!, $webhook: ID!) { done: deliveries(tournament: $id, webhook: $webhook) { nodes { at } } }",
        id="{tournament}",
        webhook="{webhook}",
    ),
    "Query.leaderboard": asking("{ done: leaderboard { nodes { place } } }"),
    "Query.ratings": asking("query Q($id: ID!) { done: ratings(account: $id) { rating } }", id="{account}"),
    "Query.headToHead": asking(
        "query Q($id: ID!, $other: ID!) { done: headToHead(account: $id, other: $other) { games } }",
        id="{account}",
        other="{other}",
    ),
    "Query.profile": asking("query Q($id: ID!) { done: profile(account: $id) { games } }", id="{account}"),
    "Query.catalogue": asking("{ done: catalogue { rules } }"),
    "Query.limits": asking("{ done: limits { capacity } }"),
    "Query.statistics": asking("{ done: statistics { at } }"),
    "Query.node": asking("query Q($id: ID!) { done: node(id: $id) { id } }", id="{table}"),
    "Query.nodes": asking("query Q($ids: [ID!]!) { done: nodes(ids: $ids) { id } }", ids=["{table}"]),
    "Mutation.makeGuest": mutation("makeGuest", "MakeGuestInput"),
    "Mutation.makeAccount": mutation("makeAccount", "MakeAccountInput!", name="{free}"),
    "Mutation.claimAccount": mutation("claimAccount", "ClaimInput!", name="{free}"),
    "Mutation.recoverAccount": mutation(
        "recoverAccount", "RecoverInput!", name="{name}", recovery="AAAAA-AAAAA-AAAAA-AAAAA-AAAAA-A"
    ),
    "Mutation.updateAccount": mutation("updateAccount", "UpdateAccountInput!", about="me"),
    "Mutation.makeBot": mutation("makeBot", "MakeBotInput!", name="{free}"),
    "Mutation.updateBot": mutation("updateBot", "UpdateBotInput!", bot="{bot}", about="it"),
    "Mutation.retireBot": mutation("retireBot", "RetireBotInput!", bot="{bot}"),
    "Mutation.makeCredential": mutation("makeCredential", "MakeCredentialInput!", account="{bot}"),
    "Mutation.rotateCredential": mutation("rotateCredential", "RotateCredentialInput!", credential="{credential}"),
    "Mutation.revokeCredential": mutation("revokeCredential", "RevokeCredentialInput!", credential="{credential}"),
    "Mutation.createTable": mutation("createTable", "CreateTableInput!"),
    "Mutation.joinTable": on_table("joinTable", "JoinInput!"),
    "Mutation.leaveTable": on_table("leaveTable"),
    "Mutation.startTable": on_table("startTable"),
    "Mutation.abortTable": on_table("abortTable"),
    "Mutation.resignTable": on_table("resignTable"),
    "Mutation.rematchTable": on_table("rematchTable"),
    "Mutation.makeInviteLink": on_table("makeInviteLink"),
    "Mutation.inviteToTable": on_table("inviteToTable", "InviteInput!", account="{guest}"),
    "Mutation.declineInvitation": on_table("declineInvitation"),
    "Mutation.seatAi": on_table("seatAi", "AddAiInput!", seat=2),
    "Mutation.quickMatch": mutation("quickMatch", "QuickMatchInput"),
    "Mutation.submit": on_table("submit", "SubmitInput!", n=0, actions=[{"text": "{action}"}]),
    "Mutation.makeTournament": mutation("makeTournament", "MakeTournamentInput!", name="cup"),
    "Mutation.updateTournament": in_tournament("updateTournament", "UpdateTournamentInput!", about="the cup"),
    "Mutation.conductTournament": in_tournament("conductTournament", "ConductInput!", do="CLOSE"),
    "Mutation.enterTournament": in_tournament("enterTournament", "EnterInput!"),
    "Mutation.withdrawEntrant": in_tournament("withdrawEntrant", "WithdrawInput!", entrant="{entrant}"),
    "Mutation.inviteToTournament": in_tournament("inviteToTournament", "InviteToTournamentInput!", account="{guest}"),
    "Mutation.correctResult": in_tournament(
        "correctResult", "CorrectInput!", game="{game}", places=[1, 2, 3, 4], why="counted again"
    ),
    "Mutation.setPairings": in_tournament(
        "setPairings", "PairingsInput!", round=1, pairings=[["{other}", "greedy", "greedy#2", "greedy#3"]]
    ),
    "Mutation.makeWebhook": in_tournament("makeWebhook", "MakeWebhookInput!", url="https://93.184.215.14/told"),
    "Mutation.deleteWebhook": in_tournament("deleteWebhook", "WebhookInput!", webhook="{webhook}"),
    "Mutation.replayWebhook": in_tournament("replayWebhook", "ReplayInput!", webhook="{webhook}"),
    "Subscription.tournament": asking(
        "subscription S($id: ID!) { done: tournament(id: $id) { number } }", id="{tournament}"
    ),
    "Subscription.events": asking("subscription S($id: ID!) { done: events(table: $id) { number } }", id="{table}"),
    "Subscription.notices": asking("subscription { done: notices { number } }"),
}
"""GraphQL, by field: the document and its variables. Who may what is said by the operation of REST that it is the twin of."""
NOTHING: Final = LOOKUPS | {"Query.nodes"}
"""Fields that answer what is not there, or not for the asker, with null."""
