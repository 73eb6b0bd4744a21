"""Nobody in: every operation, asked by everybody who may not, is refused.

The rows come from the route table; a new operation without an entry in `ROWS` fails. An entry says how the operation is asked for when
it is about somebody's own (a private table, a credential, a bot), and what the two get who have a good credential but not the right one:
who sits at another seat of the table, and who only looks on. None there means that he may: because the operation is about himself, or
public, or shows each his own.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest
from citadels_api.operations import PUBLIC, SIGNED_IN
from citadels_api.routes import BY_ID, OPERATIONS
from citadels_api.store.memory import MemoryStore

from tests.support.world import Person, World, living

if TYPE_CHECKING:
    from collections.abc import Iterator

DAY = 86_400_000


@dataclass(frozen=True)
class Row:
    """How an operation is asked for, and what the wrong ones get."""

    body: Any = None
    other: str | None = None
    spectator: str | None = None
    stage: str = "running"
    """In which of the tables: open or running."""
    query: str = ""


OWN = Row()
"""About who asks, or about nobody."""
LOOK = Row(spectator="not_found")
"""Shows each his own; a private table is shown to nobody else."""
HIDDEN = Row(other="not_found", spectator="not_found")
"""About a private tournament of somebody else's, in which neither takes part."""

ROWS: dict[str, Row] = {
    "makeGuest": Row({}),
    "makeAccount": Row({"name": "somebody-new"}),
    "claimAccount": Row({"name": "somebody-else"}),
    "recoverAccount": Row(
        {"name": "nobody-yet", "recovery": "x"}, other="unauthenticated", spectator="unauthenticated"
    ),
    "getMe": OWN,
    "updateMe": Row({}),
    "getAccount": Row(other="not_found", spectator="not_found"),
    "makeBot": Row({"name": "somebot"}),
    "listBots": OWN,
    "getBot": OWN,
    "updateBot": Row({}, other="not_found", spectator="not_found"),
    "retireBot": Row(other="not_found", spectator="not_found"),
    "listCredentials": OWN,
    "makeCredential": Row({}),
    "rotateCredential": Row({}, other="not_found", spectator="not_found"),
    "revokeCredential": Row(other="not_found", spectator="not_found"),
    "createTable": Row({}),
    "previewTable": Row({}),
    "listTables": OWN,
    "getTable": LOOK,
    "joinTable": Row({}, spectator="not_found", stage="open"),
    "leaveTable": Row(other=None, spectator="not_found", stage="open"),
    "startTable": Row(other="forbidden", spectator="not_found", stage="open"),
    "abortTable": Row(other="forbidden", spectator="not_found", stage="open"),
    "resignTable": Row(other=None, spectator="not_found"),
    "rematchTable": Row(other="not_open", spectator="not_found"),
    "makeInviteLink": Row(other="forbidden", spectator="not_found", stage="open"),
    "inviteToTable": Row({"account": "acct_01" + "0" * 24}, other="not_found", spectator="not_found", stage="open"),
    "declineInvitation": Row(other="not_seated", spectator="not_found", stage="open"),
    "seatAi": Row({}, other="forbidden", spectator="not_found", stage="open"),
    "quickMatch": Row({}),
    "getPosition": LOOK,
    "getDecision": LOOK,
    "submitActions": Row("move", other="not_your_turn", spectator="not_found"),
    "whyNot": Row({"actions": ["gold"]}, spectator="not_found"),
    "listOwed": OWN,
    "followTable": LOOK,
    "followMe": OWN,
    "getRecord": Row(other="not_open", spectator="not_found"),
    "replay": Row(other="not_open", spectator="not_found"),
    "exportRecords": OWN,
    "makeTournament": Row({"name": "cup"}, other="forbidden", spectator="forbidden"),
    "listTournaments": OWN,
    "getTournament": HIDDEN,
    "updateTournament": Row({}, other="forbidden", spectator="forbidden"),
    "conductTournament": Row({"do": "start"}, other="forbidden", spectator="forbidden"),
    "enterTournament": Row({}, other="not_found", spectator="not_found"),
    "withdrawEntrant": Row({}, other="not_found", spectator="not_found"),
    "inviteToTournament": Row({"account": "acct_01" + "0" * 24}, other="forbidden", spectator="forbidden"),
    "correctResult": Row({"why": "so"}, other="forbidden", spectator="forbidden"),
    "setPairings": Row({"round": 1, "pairings": [["greedy", "random"]]}, other="forbidden", spectator="forbidden"),
    "tournamentStandings": HIDDEN,
    "tournamentGames": HIDDEN,
    "followTournament": HIDDEN,
    "exportTournament": HIDDEN,
    "makeWebhook": Row({"url": "https://example.com"}, other="forbidden", spectator="forbidden"),
    "listWebhooks": Row(other="forbidden", spectator="forbidden"),
    "deleteWebhook": Row(other="forbidden", spectator="forbidden"),
    "replayWebhook": Row({}, other="forbidden", spectator="forbidden"),
    "listDeliveries": Row(other="forbidden", spectator="forbidden"),
    "leaderboard": OWN,
    "accountRatings": OWN,
    "profile": OWN,
    "headToHead": Row(query="?other=house:greedy"),
    "listCharacters": OWN,
    "listDistricts": OWN,
    "listScenarios": OWN,
    "getRules": OWN,
    "getStatistics": OWN,
    "getLimits": OWN,
    "getHealth": OWN,
    "getReadiness": OWN,
    "getMetrics": OWN,
    "getOpenApi": OWN,
    "getGraphqlSchema": OWN,
    "getProblem": OWN,
}


class Scene:
    """Two private tables of two people, and everybody who would like to get in."""

    def __init__(self, world: World, clock: list[int]) -> None:
        self.world = world
        one, two = world.guest(), world.guest()
        running = world.table([one], players=2, visibility="private")
        invite = one.post(f"/v1/tables/{running}/invite-link").json()["invite"]
        assert two.post(f"/v1/tables/{running}/join", {"invite": invite}).json()["status"] == "running"
        self.owner, self.other, self.decision = world.asked(running, [one, two])
        waiting = world.table([self.owner], players=3, visibility="private")
        invite = self.owner.post(f"/v1/tables/{waiting}/invite-link").json()["invite"]
        assert self.other.post(f"/v1/tables/{waiting}/join", {"invite": invite}).status_code == 200
        self.tables = {"running": running, "open": waiting}
        self.bot = self.owner.post("/v1/bots", {"name": "ours"}).json()["account"]["id"]
        made = world.account().post("/v1/tournaments", {"name": "cup", "visibility": "private"})
        assert made.status_code == 201, made.text
        self.tournament = made.json()["id"]
        self.spectator = world.guest()
        self.expired = self.key(days=1)
        self.revoked = self.key()
        assert self.owner.post(f"/v1/credentials/{self.revoked.credential}/revoke").status_code == 200
        self.by_scope = {scope: self.key(scopes=[scope]) for scope in ("play", "table:create")}
        clock[0] += 2 * DAY

    def key(self, **order: Any) -> Person:
        """Another credential of the owner."""
        made = self.owner.post("/v1/credentials", order)
        assert made.status_code == 201, made.text
        return Person(self.world, {"credential": made.json(), "account": {"id": self.owner.id}})

    def ask(self, who: Person, name: str) -> Any:
        """Ask for an operation about what is the owner's."""
        operation, row = BY_ID[name], ROWS[name]
        path = operation.path.format(
            account=self.owner.id,
            bot=self.bot,
            credential=self.owner.credential,
            table=self.tables[row.stage],
            seat=2,
            code="conflict",
            tournament=self.tournament,
            entrant=self.owner.id,
            game="1.0.0.0",
            webhook="hook_01" + "0" * 24,
        )
        path += row.query
        body = row.body
        if body == "move":
            body = {"n": self.decision["n"], "action": self.decision["actions"][0]["text"]}
        return who.ask(operation.method, path, body)


@pytest.fixture(scope="module")
def scene() -> Iterator[Scene]:
    ahead = [0]
    store = MemoryStore(now=lambda: time.time_ns() // 1_000_000 + ahead[0])
    with living(store, address_burst=10**6, rate_burst=10**6) as world:
        yield Scene(world, ahead)


NAMES = [operation.id for operation in OPERATIONS]
ASKING = [operation.id for operation in OPERATIONS if operation.cost and not operation.steady]
"""Those that look at a credential at all."""


def test_every_operation_has_a_row_and_no_row_is_left_over() -> None:
    assert sorted(ROWS) == sorted(NAMES)


def test_what_looks_at_no_credential_is_told_by_name() -> None:
    assert set(NAMES) - set(ASKING) == {
        "getHealth",
        "getReadiness",
        "getMetrics",
        "getOpenApi",
        "getGraphqlSchema",
        "getProblem",
    }


@pytest.mark.parametrize("name", [name for name in ASKING if BY_ID[name].scope != PUBLIC])
def test_nobody_gets_in(scene: Scene, name: str) -> None:
    assert refusal(scene.ask(scene.world.nobody, name)) == "unauthenticated"


@pytest.mark.parametrize("name", ASKING)
def test_no_bad_credential_gets_in_even_where_none_is_needed(scene: Scene, name: str) -> None:
    secret = scene.owner.secret
    typo = Person(scene.world, {"credential": {"secret": secret[:-1] + ("a" if secret[-1] != "a" else "b")}})
    garbage = Person(scene.world, {"credential": {"secret": "letmein"}})
    assert refusal(scene.ask(garbage, name)) == "unauthenticated"
    assert refusal(scene.ask(typo, name)) == "unauthenticated"
    assert refusal(scene.ask(unknown(scene), name)) == "unauthenticated"
    assert refusal(scene.ask(scene.expired, name)) == "expired"
    assert refusal(scene.ask(scene.revoked, name)) == "expired"


@pytest.mark.parametrize("name", [name for name in ASKING if BY_ID[name].scope not in {PUBLIC, SIGNED_IN}])
def test_no_other_scope_gets_in(scene: Scene, name: str) -> None:
    for scope, who in scene.by_scope.items():
        if scope != BY_ID[name].scope:
            assert refusal(scene.ask(who, name)) == "forbidden"


@pytest.mark.parametrize("name", [name for name in ASKING if ROWS[name].other is not None])
def test_no_other_seat_gets_in(scene: Scene, name: str) -> None:
    assert refusal(scene.ask(scene.other, name)) == ROWS[name].other


@pytest.mark.parametrize("name", [name for name in ASKING if ROWS[name].spectator is not None])
def test_no_spectator_gets_in(scene: Scene, name: str) -> None:
    assert refusal(scene.ask(scene.spectator, name)) == ROWS[name].spectator
    if BY_ID[name].scope == PUBLIC:
        assert refusal(scene.ask(scene.world.nobody, name)) == ROWS[name].spectator


@pytest.mark.parametrize("name", ["getPosition", "followTable"])
def test_another_seat_sees_its_own_and_no_more(scene: Scene, name: str) -> None:
    told = scene.ask(scene.other, name).json()
    position = told if name == "getPosition" else told["items"][0]["position"]
    mine = position["seat"]
    assert position["decision"]["seat"] != mine
    assert position["decision"]["actions"] is None
    hands = {seat: one["hand"] for seat, one in enumerate(position["view"]["seats"])}
    assert isinstance(hands.pop(mine), list)
    assert all(isinstance(hand, int) for hand in hands.values())


def test_another_seat_sees_no_actions(scene: Scene) -> None:
    assert scene.ask(scene.other, "getDecision").json()["actions"] is None


def test_after_all_of_this_nothing_has_changed(scene: Scene) -> None:
    assert scene.ask(scene.owner, "getDecision").json() == scene.decision


def unknown(scene: Scene) -> Person:
    """A credential that is well formed, and that nobody was given."""
    from citadels_api.credentials.secrets import new_secret

    return Person(scene.world, {"credential": {"secret": new_secret("acct")}})


def refusal(answer: Any) -> str:
    """The code of a refusal; an answer is none."""
    assert answer.status_code >= 400, answer.text
    return str(answer.json()["code"])
