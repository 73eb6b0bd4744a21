"""Every operation is asked for once, over HTTP, and succeeds."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from citadels_api.problems import PROBLEMS
from citadels_api.published import graphql_text, openapi_text
from citadels_api.routes import BY_ID

from tests.support.tournament_successes import TOURNAMENT_SUCCESSES
from tests.support.world import Person, World, lines_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from httpx2 import Response

    Success = Callable[[World], Response]

SUCCESSES: dict[str, Success] = dict(TOURNAMENT_SUCCESSES)


def success(operation: str) -> Callable[[Success], Success]:
    """Declare how an operation succeeds."""

    def keep(made: Success) -> Success:
        SUCCESSES[operation] = made
        return made

    return keep


success("makeGuest")(lambda world: world.nobody.post("/v1/guests", {"name": world.name()}))
success("makeAccount")(lambda world: world.nobody.post("/v1/accounts", {"name": world.name()}))
success("claimAccount")(lambda world: world.guest().post("/v1/account/claim", {"name": world.name()}))
success("getMe")(lambda world: world.guest().get("/v1/me"))
success("updateMe")(lambda world: world.account().ask("PATCH", "/v1/me", {"about": "plays slowly"}))
success("listBots")(lambda world: world.nobody.get("/v1/bots?present=false&players=4&limit=5"))
success("listCredentials")(lambda world: world.guest().get("/v1/credentials"))
success("makeCredential")(
    lambda world: world.guest().post("/v1/credentials", {"name": "laptop", "scopes": ["play"], "days": 7})
)
success("createTable")(lambda world: world.guest().post("/v1/tables", {"players": 3}))
success("previewTable")(lambda world: world.nobody.post("/v1/tables/preview", {"players": 3}))
success("listTables")(lambda world: world.nobody.get("/v1/tables?status=open&limit=3"))
success("quickMatch")(lambda world: world.guest().post("/v1/quick-match", {"players": 5}))
success("listOwed")(lambda world: world.guest().get("/v1/me/owed"))
success("exportRecords")(lambda world: world.guest().get("/v1/records?limit=2"))
success("listCharacters")(lambda world: world.nobody.get("/v1/catalogue/characters?lang=pt"))
success("listDistricts")(lambda world: world.nobody.get("/v1/catalogue/districts?edition=classic&lang=fr"))
success("listScenarios")(lambda world: world.nobody.get("/v1/catalogue/scenarios"))
success("getRules")(lambda world: world.nobody.get("/v1/catalogue/rules"))
success("getStatistics")(lambda world: world.nobody.get("/v1/statistics"))
success("getLimits")(lambda world: world.guest().get("/v1/limits"))
success("getHealth")(lambda world: world.nobody.get("/healthz"))
success("getReadiness")(lambda world: world.nobody.get("/readyz"))
success("getMetrics")(lambda world: world.nobody.get("/metrics"))
success("getOpenApi")(lambda world: world.nobody.get("/openapi.json"))
success("getProblem")(lambda world: world.nobody.get("/problems/conflict"))


@success("recoverAccount")
def recover(world: World) -> Response:
    made = world.account().made
    return world.nobody.post("/v1/account/recover", {"name": made["account"]["name"], "recovery": made["recovery"]})


@success("getAccount")
def account(world: World) -> Response:
    who = world.guest()
    return who.get(f"/v1/accounts/{who.id}")


def with_bot(world: World) -> tuple[Person, str]:
    owner = world.account()
    made = owner.post("/v1/bots", {"name": world.name(), "accepts": {"players": [2, 3]}})
    return owner, made.json()["account"]["id"]


success("makeBot")(lambda world: world.account().post("/v1/bots", {"name": world.name()}))
success("getBot")(lambda world: world.nobody.get(f"/v1/bots/{with_bot(world)[1]}"))


@success("updateBot")
def update_bot(world: World) -> Response:
    owner, bot = with_bot(world)
    return owner.ask("PATCH", f"/v1/bots/{bot}", {"accepts": {"rated": False}})


@success("retireBot")
def retire_bot(world: World) -> Response:
    owner, bot = with_bot(world)
    return owner.ask("DELETE", f"/v1/bots/{bot}")


@success("rotateCredential")
def rotate(world: World) -> Response:
    who = world.guest()
    return who.post(f"/v1/credentials/{who.credential}/rotate", {"overlap_s": 60})


@success("revokeCredential")
def revoke(world: World) -> Response:
    who = world.guest()
    return who.post(f"/v1/credentials/{who.credential}/revoke")


def on_table(path: str, body: object = None, *, method: str = "POST", **order: object) -> Success:
    """Asked of an open table by who made it and sits there."""

    def ask(world: World) -> Response:
        who = world.guest()
        table = world.table([who], players=3, **order)
        return who.ask(method, f"/v1/tables/{table}{path}", body)

    return ask


success("getTable")(on_table("", method="GET"))
success("leaveTable")(on_table("/leave"))
success("abortTable")(on_table("/abort"))
success("makeInviteLink")(on_table("/invite-link"))
success("seatAi")(on_table("/seats/2/ai", {"level": "greedy"}, method="PUT"))


@success("joinTable")
def join(world: World) -> Response:
    table = world.table([world.guest()], players=3)
    return world.guest().post(f"/v1/tables/{table}/join", {"seat": 2})


@success("startTable")
def start(world: World) -> Response:
    one, two = world.guest(), world.guest()
    table = world.table([one, two], start="demand")
    return one.post(f"/v1/tables/{table}/start")


@success("inviteToTable")
def invite(world: World) -> Response:
    one, two = world.guest(), world.guest()
    table = world.table([one], players=2)
    return one.post(f"/v1/tables/{table}/invite", {"account": two.id, "seat": 1})


@success("declineInvitation")
def decline(world: World) -> Response:
    one, two = world.guest(), world.guest()
    table = world.table([one], players=2)
    one.post(f"/v1/tables/{table}/invite", {"account": two.id})
    return two.post(f"/v1/tables/{table}/decline")


def in_game(path: str, *, method: str = "GET") -> Success:
    """Asked of a running game by one of its players."""

    def ask(world: World) -> Response:
        people = [world.guest(), world.guest()]
        return people[0].ask(method, f"/v1/tables/{world.table(people)}{path}")

    return ask


success("getPosition")(in_game("/position"))
success("getDecision")(in_game("/decision"))
success("resignTable")(in_game("/resign", method="POST"))
success("followTable")(in_game("/events?after=0"))


@success("submitActions")
def act(world: World) -> Response:
    people = [world.guest(), world.guest()]
    table = world.table(people)
    asked, _, decision = world.asked(table, people)
    verb = decision["actions"][0]
    said = {"verb": verb["verb"], **verb["fields"]}
    return asked.post(
        f"/v1/tables/{table}/actions", {"n": decision["n"], "actions": [said]}, idempotency_key="first move"
    )


@success("followMe")
def follow_me(world: World) -> Response:
    who = world.guest()
    with world.client.stream("GET", "/v1/me/stream", headers={"authorization": f"Bearer {who.secret}"}) as answer:
        first = b""
        for piece in answer.iter_bytes():
            first += piece
            if b"\n\n" in first:
                break
    assert first.startswith(b"id: 0\nevent: snapshot\ndata: {")
    return answer


@success("getRecord")
def record(world: World) -> Response:
    (who, *_), table = world.finished()
    answer = who.get(f"/v1/tables/{table}/record")
    header, *_, result = lines_of(answer.text)
    assert header["id"] == table
    assert "result" in result
    exported = lines_of(who.get("/v1/records?limit=1000").text)
    assert table in [line["record"][0]["id"] for line in exported]
    return answer


@success("replay")
def replay(world: World) -> Response:
    (who, *_), table = world.finished()
    answer = who.get(f"/v1/tables/{table}/replay?eyes=1&after=3&limit=5")
    assert [moment["n"] for moment in answer.json()["moments"]] == [4, 5, 6, 7, 8]
    return answer


@success("whyNot")
def why_not(world: World) -> Response:
    people = [world.guest(), world.guest()]
    table = world.table(people)
    return people[0].post(f"/v1/tables/{table}/why-not", {"actions": ["gold", "open sesame"]})


@success("rematchTable")
def rematch(world: World) -> Response:
    (who, *_), table = world.finished()
    return who.post(f"/v1/tables/{table}/rematch")


success("getGraphqlSchema")(lambda world: world.nobody.get("/schema.graphql"))


def test_every_operation_has_an_example_of_its_success() -> None:
    assert set(SUCCESSES) == set(BY_ID)


@pytest.mark.parametrize("name", sorted(BY_ID))
def test_it_succeeds(world: World, name: str) -> None:
    answer = SUCCESSES[name](world)
    assert answer.status_code == BY_ID[name].status, answer.text
    assert answer.headers["content-type"].split(";")[0] in BY_ID[name].media
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_the_description_that_is_served_is_the_one_in_the_tree(world: World) -> None:
    assert world.nobody.get("/openapi.json").json() == json.loads(openapi_text())
    assert world.nobody.get("/schema.graphql").text == graphql_text()


@pytest.mark.parametrize("code", sorted(PROBLEMS))
def test_every_code_is_explained(world: World, code: str) -> None:
    told = world.nobody.get(f"/problems/{code}").json()
    assert (told["status"], told["title"]) == (PROBLEMS[code].status, PROBLEMS[code].title)
