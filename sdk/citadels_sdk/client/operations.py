"""Every operation of a service: its method, its address, its cost; and how a call of it is made.

The table is held against the service's own description by a test, as is every argument of the functions that make calls: `people`, `tables`,
`games`, `tournaments`, `ladder` and `house`.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, TypeVar
from urllib.parse import quote

from citadels_sdk.client.request_cycle import Call, Request, Response

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from pydantic import BaseModel

__all__ = ["JSON", "OPERATIONS", "Operation", "call", "given", "reads"]

T = TypeVar("T")
M = TypeVar("M", bound="BaseModel")

JSON: Final = "application/json"


@dataclass(frozen=True, slots=True)
class Operation:
    """Where an operation is asked for, and what it costs."""

    method: str
    path: str
    cost: int


_TABLE: Final = """
makeGuest           POST   /v1/guests                                                  5
makeAccount         POST   /v1/accounts                                                5
claimAccount        POST   /v1/account/claim                                           5
recoverAccount      POST   /v1/account/recover                                        20
getMe               GET    /v1/me                                                      1
updateMe            PATCH  /v1/me                                                      5
getAccount          GET    /v1/accounts/{account}                                      1
makeBot             POST   /v1/bots                                                   10
listBots            GET    /v1/bots                                                    5
getBot              GET    /v1/bots/{bot}                                              1
updateBot           PATCH  /v1/bots/{bot}                                              5
retireBot           DELETE /v1/bots/{bot}                                              5
listCredentials     GET    /v1/credentials                                             3
makeCredential      POST   /v1/credentials                                             5
rotateCredential    POST   /v1/credentials/{credential}/rotate                         5
revokeCredential    POST   /v1/credentials/{credential}/revoke                         2
createTable         POST   /v1/tables                                                 10
previewTable        POST   /v1/tables/preview                                          2
listTables          GET    /v1/tables                                                  5
getTable            GET    /v1/tables/{table}                                          1
joinTable           POST   /v1/tables/{table}/join                                     3
leaveTable          POST   /v1/tables/{table}/leave                                    3
startTable          POST   /v1/tables/{table}/start                                    3
abortTable          POST   /v1/tables/{table}/abort                                    3
resignTable         POST   /v1/tables/{table}/resign                                   3
rematchTable        POST   /v1/tables/{table}/rematch                                 10
makeInviteLink      POST   /v1/tables/{table}/invite-link                              2
inviteToTable       POST   /v1/tables/{table}/invite                                   5
declineInvitation   POST   /v1/tables/{table}/decline                                  2
seatAi              PUT    /v1/tables/{table}/seats/{seat}/ai                          3
quickMatch          POST   /v1/quick-match                                            10
getPosition         GET    /v1/tables/{table}/position                                 1
getDecision         GET    /v1/tables/{table}/decision                                 1
submitActions       POST   /v1/tables/{table}/actions                                  1
listOwed            GET    /v1/me/owed                                                 2
whyNot              POST   /v1/tables/{table}/why-not                                  2
followTable         GET    /v1/tables/{table}/events                                   2
followMe            GET    /v1/me/stream                                               5
getRecord           GET    /v1/tables/{table}/record                                   5
replay              GET    /v1/tables/{table}/replay                                   5
exportRecords       GET    /v1/records                                                50
makeTournament      POST   /v1/tournaments                                            20
listTournaments     GET    /v1/tournaments                                             5
getTournament       GET    /v1/tournaments/{tournament}                                2
updateTournament    PATCH  /v1/tournaments/{tournament}                                5
conductTournament   POST   /v1/tournaments/{tournament}/conduct                        5
enterTournament     POST   /v1/tournaments/{tournament}/entrants                       5
withdrawEntrant     POST   /v1/tournaments/{tournament}/entrants/{entrant}/withdraw    3
inviteToTournament  POST   /v1/tournaments/{tournament}/invite                         5
correctResult       POST   /v1/tournaments/{tournament}/games/{game}/correct           5
setPairings         PUT    /v1/tournaments/{tournament}/pairings                      10
tournamentStandings GET    /v1/tournaments/{tournament}/standings                      3
tournamentGames     GET    /v1/tournaments/{tournament}/games                          5
followTournament    GET    /v1/tournaments/{tournament}/events                         3
exportTournament    GET    /v1/tournaments/{tournament}/export                        50
makeWebhook         POST   /v1/tournaments/{tournament}/webhooks                       5
listWebhooks        GET    /v1/tournaments/{tournament}/webhooks                       3
deleteWebhook       DELETE /v1/tournaments/{tournament}/webhooks/{webhook}             2
replayWebhook       POST   /v1/tournaments/{tournament}/webhooks/{webhook}/replay     20
listDeliveries      GET    /v1/tournaments/{tournament}/webhooks/{webhook}/deliveries  3
leaderboard         GET    /v1/leaderboard                                             5
accountRatings      GET    /v1/accounts/{account}/ratings                              3
headToHead          GET    /v1/accounts/{account}/head-to-head                         5
profile             GET    /v1/accounts/{account}/profile                              3
listCharacters      GET    /v1/catalogue/characters                                    1
listDistricts       GET    /v1/catalogue/districts                                     1
listScenarios       GET    /v1/catalogue/scenarios                                     1
getRules            GET    /v1/catalogue/rules                                         1
getStatistics       GET    /v1/statistics                                              3
getLimits           GET    /v1/limits                                                  1
getHealth           GET    /healthz                                                    0
getReadiness        GET    /readyz                                                     0
getMetrics          GET    /metrics                                                   10
getOpenApi          GET    /openapi.json                                              10
getGraphqlSchema    GET    /schema.graphql                                            10
getProblem          GET    /problems/{code}                                            0
"""


def _read(line: str) -> tuple[str, Operation]:
    name, method, path, cost = line.split()
    return name, Operation(method, path, int(cost))


OPERATIONS: Final[Mapping[str, Operation]] = MappingProxyType(dict(map(_read, _TABLE.strip().splitlines())))
"""The operations by their ids."""


def call(
    name: str,
    read: Callable[[Response], T],
    *,
    at: Mapping[str, str | int] | None = None,
    query: Mapping[str, object] | None = None,
    headers: Mapping[str, str | None] | None = None,
    body: Mapping[str, object] | None = None,
    accept: str = JSON,
    again: bool = False,
    once: bool = False,
) -> Call[T]:
    """The call of an operation: `at` fills its address; what is None is left out."""
    operation = OPERATIONS[name]
    path = operation.path
    for part, value in (at or {}).items():
        if value == "":
            raise ValueError(f"{name}: which {part}? It is empty")
        path = path.replace(f"{{{part}}}", quote(str(value), safe=""))
    sent = {key: value for key, value in (headers or {}).items() if value is not None}
    for key, value in sent.items():
        if not (value.isascii() and value.isprintable()):
            raise ValueError(f"{name}: {key} needs printable ASCII characters")
    sent["Accept"] = f"{accept}, {PROBLEM_TOO}"
    data = None
    if body is not None:
        data = json.dumps(given(body), ensure_ascii=False, separators=(",", ":")).encode()
        sent["Content-Type"] = JSON
    request = Request(
        operation.method, path, {key: _said(value) for key, value in given(query or {}).items()}, sent, data
    )
    return Call(name, request, read, operation.cost, again or operation.method == "GET", once)


PROBLEM_TOO: Final = "application/problem+json;q=0.1"


def given(values: Mapping[str, object]) -> dict[str, Any]:
    """The values without those that are None.

    >>> given({"seat": 0, "invite": None})
    {'seat': 0}
    """
    return {name: value for name, value in values.items() if value is not None}


def _said(value: object) -> str:
    """A value as a query has it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def reads(model: type[M]) -> Callable[[Response], M]:
    """How an answer is read as a model."""

    def read(response: Response) -> M:
        if response.media != JSON:
            raise ValueError("not JSON")
        return model.model_validate_json(response.body)

    return read
