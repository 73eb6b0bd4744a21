"""Each code that can be provoked over HTTP, with its status and what programs read in it."""

from __future__ import annotations

import json
from collections import defaultdict
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import httpx2
import pytest
from citadels_api.credentials.secrets import new_secret
from citadels_api.problems import PROBLEMS
from citadels_api.routes import OPERATIONS

from tests.support.talking import OWN
from tests.support.world import NOWHERE, Person, World, living

if TYPE_CHECKING:
    from httpx2 import Response


def refused(answer: Response, code: str) -> Any:
    """The members of a problem of this code."""
    told = answer.json()
    assert told["code"] == code, told
    assert answer.status_code == told["status"] == PROBLEMS[code].status
    assert answer.headers["content-type"] == "application/problem+json"
    assert told["type"] == f"/problems/{code}"
    assert told["request_id"] == answer.headers["x-request-id"]
    return told


# the request


@pytest.mark.parametrize(
    ("body", "path"),
    [
        ({"players": "4"}, "players"),
        ({"players": 9}, "players"),
        ({"players": True}, "players"),
        ({"seats": [{"kind": "throne"}]}, "seats.0.kind"),
        ({"admin": True}, "admin"),
        ({"name": "a\u0007"}, "name"),
        ({"clock": {"kind": "decision", "limit_ms": 1}}, "clock.limit_ms"),
        ({"clock": {"kind": "bank"}}, "clock.bank_ms"),
        ({"clock": {"kind": "sundial"}}, "clock"),
        ({"players": 2.5}, "players"),
    ],
)
def test_a_wrong_field_is_named(world: World, body: Any, path: str) -> None:
    told = refused(world.guest().post("/v1/tables", body), "invalid")
    assert [error["path"] for error in told["errors"]] == [path]


@pytest.mark.parametrize("body", [b"", b"[]", b"{", b'{"a":1,"a":2}', b'{"n":NaN}', b"\xff", b'{"n":1e999}', b"null"])
def test_a_body_that_is_no_json_object_is_refused(world: World, body: bytes) -> None:
    answer = world.guest().post("/v1/bots", body, content_type="application/json")
    refused(answer, "invalid")


@pytest.mark.parametrize(
    "query",
    [
        "limit=0",
        "limit=101",
        "limit=1.0",
        "limit=%201",
        "limit=1_0",
        "mine=1",
        "players=",
        "color=red",
        "limit=1&limit=2",
        "=",
        "a",
        "%ff=1",
    ],
)
def test_a_wrong_query_is_refused(world: World, query: str) -> None:
    refused(world.nobody.get(f"/v1/bots?{query}"), "invalid")


def test_a_query_where_none_is_taken_is_refused(world: World) -> None:
    refused(world.nobody.get("/v1/catalogue/rules?lang=en"), "invalid")
    refused(world.nobody.get("/healthz?x=1"), "invalid")


@pytest.mark.parametrize(
    "medium", ["text/plain", "application/x-www-form-urlencoded", "application/json; charset=latin-1"]
)
def test_a_body_of_another_medium_is_refused(world: World, medium: str) -> None:
    refused(world.nobody.post("/v1/guests", b'{"name":"x"}', content_type=medium), "unsupported_media_type")


def test_a_body_without_a_medium_is_refused(world: World) -> None:
    refused(world.nobody.post("/v1/guests", b'{"name":"xyz"}'), "unsupported_media_type")


def test_a_body_that_is_too_long_is_refused(world: World) -> None:
    refused(world.nobody.post("/v1/guests", b" " * 70_000, content_type="application/json"), "too_large")


@pytest.mark.parametrize("medium", ["text/html", "image/*", "application/json;q=0", "text/event-stream;q=x"])
def test_a_medium_that_is_not_there_is_refused(world: World, medium: str) -> None:
    people = [world.guest(), world.guest()]
    table = world.table(people)
    told = refused(people[0].get(f"/v1/tables/{table}/events", accept=medium), "not_acceptable")
    assert told["offered"] == ["application/json", "text/event-stream", "application/x-ndjson"]


def test_another_method_is_refused_with_those_that_there_are(world: World) -> None:
    answer = world.nobody.ask("DELETE", "/v1/tables")
    refused(answer, "method_not_allowed")
    assert answer.headers["allow"] == "GET, HEAD, POST"
    refused(world.nobody.ask("TRACE", "/v1/me"), "method_not_allowed")


def test_a_head_is_a_get_without_its_body(world: World) -> None:
    (who, *_), table = world.finished()
    catalogue = f"/graphql?documentId=sha256:{sha256(OWN['Catalogue'].encode()).hexdigest()}"
    streams = {"/v1/me/stream", f"/v1/tables/{table}/events", "/v1/records"}
    for operation in OPERATIONS:
        path = operation.path.format_map(defaultdict(lambda: "x", table=table, account=who.id, code="conflict"))
        if operation.method != "GET" or path in streams:
            continue
        told = {"authorization": f"Bearer {who.secret}", "accept-encoding": "gzip"}
        head, whole = (world.client.request(method, path, headers=told) for method in ("HEAD", "GET"))
        assert (head.status_code, head.content) == (whole.status_code, b""), path
        steady = {"content-type", "content-encoding", "vary", "content-length"}
        if path not in {
            "/metrics",
            "/v1/limits",
            "/v1/statistics",
            "/v1/tournaments",
        }:  # what they say changes with the time
            assert {name: head.headers.get(name) for name in steady} == {
                name: whole.headers.get(name) for name in steady
            }, path
    for path in (*sorted(streams), catalogue):
        told = {"authorization": f"Bearer {who.secret}", "accept-encoding": "gzip"}
        head = world.client.head(
            path, headers={**told, "accept": "text/event-stream, application/x-ndjson, application/json"}
        )
        assert (head.status_code, head.content) == (200, b""), path


def test_what_is_long_and_open_to_all_is_pressed_and_nothing_else_is(world: World) -> None:
    (who, *_), table = world.finished()
    gzip = {"accept-encoding": "gzip", "authorization": f"Bearer {who.secret}"}

    def encoding(path: str, **more: str) -> str | None:
        answer = world.client.get(path, headers={**gzip, **{name.replace("_", "-"): one for name, one in more.items()}})
        assert (answer.status_code, "accept-encoding" in answer.headers.get("vary", "").lower()) == (
            200,
            "content-encoding" in answer.headers,
        )
        return answer.headers.get("content-encoding")

    record = f"/v1/tables/{table}/record"
    for path in (record, f"/v1/tables/{table}/replay", "/v1/records", "/openapi.json", "/schema.graphql", "/metrics"):
        assert encoding(path) == "gzip", path
    for path in (f"/v1/tables/{table}/position", f"/v1/tables/{table}/events?after=0", "/v1/me", "/v1/catalogue/rules"):
        assert encoding(path) is None, path
    assert world.client.get(record, headers={"accept-encoding": "identity"}).text == world.client.get(record).text
    asked = {"query": "query Q($t: ID!) { replay(table: $t) { moments { position } } }", "variables": {"t": table}}
    assert world.client.post("/graphql", json=asked).headers["content-encoding"] == "gzip"
    asked["query"] = "query Q($t: ID!) { replay(table: $t) { moments { position } } position(table: $t) { notation } }"
    assert "content-encoding" not in world.client.post("/graphql", json=asked).headers


@pytest.mark.parametrize(
    "path", ["/v1", "/v2/me", "/v1/tables/", "/v1/tables/x", f"/v1/tables/{NOWHERE}", "/v1/tables/a%2Fb/position"]
)
def test_what_is_not_there_is_not_found(world: World, path: str) -> None:
    refused(world.guest().get(path), "not_found")


@pytest.mark.parametrize("seat", ["8", "-1", "01", "x", "٣"])
def test_a_seat_that_is_not_there_is_not_found(world: World, seat: str) -> None:
    who = world.guest()
    table = world.table([who], players=2)
    refused(who.ask("PUT", f"/v1/tables/{table}/seats/{seat}/ai", {}), "not_found")


@pytest.mark.parametrize("key", ["", "x" * 65, "tab\there"])
def test_an_idempotency_key_of_another_form_is_refused(world: World, key: str) -> None:
    people = [world.guest(), world.guest()]
    table = world.table(people)
    answer = people[0].post(f"/v1/tables/{table}/actions", {"n": 0, "action": "gold"}, idempotency_key=key)
    assert refused(answer, "invalid")["errors"][0]["path"] == "header idempotency-key"


@pytest.mark.parametrize("body", [{"n": 0}, {"n": 0, "action": "gold", "actions": ["gold"]}, {"n": 0, "actions": []}])
def test_a_move_names_an_action_or_actions(world: World, body: Any) -> None:
    people = [world.guest(), world.guest()]
    refused(people[0].post(f"/v1/tables/{world.table(people)}/actions", body), "invalid")


def test_a_whole_number_may_be_written_with_a_point(world: World) -> None:
    answer = world.guest().post("/v1/tables", b'{"players": 3.0}', content_type="application/json")
    assert answer.json()["players"] == 3


# who asks


@pytest.mark.parametrize("said", ["Bearer", "Basic eDp5", "Bearer nonsense", "Bearer ctd_guest_x", "bearer \xff"])
def test_a_credential_of_another_form_is_refused_even_where_none_is_needed(world: World, said: str) -> None:
    answer = world.client.get("/v1/catalogue/rules", headers={b"authorization": said.encode("latin-1")})
    refused(answer, "unauthenticated")
    assert answer.headers["www-authenticate"] == "Bearer"


def test_without_a_credential_one_is_asked_for(world: World) -> None:
    refused(world.nobody.get("/v1/me"), "unauthenticated")


def test_a_revoked_credential_is_expired(world: World) -> None:
    who = world.guest()
    who.post(f"/v1/credentials/{who.credential}/revoke")
    refused(who.get("/v1/me"), "expired")


def test_a_scope_that_is_lacking_is_named(world: World) -> None:
    who = world.guest()
    made = who.post("/v1/credentials", {"scopes": ["play"]}).json()
    weak = Person(world, {"credential": made})
    assert refused(weak.post("/v1/tables", {}), "forbidden")["scope"] == "table:create"


def test_a_name_is_taken_once(world: World) -> None:
    name = world.name()
    world.nobody.post("/v1/accounts", {"name": name})
    refused(world.nobody.post("/v1/accounts", {"name": name.upper()}), "name_taken")


# a move


def test_the_refusals_of_a_move(world: World) -> None:
    people = [world.guest(), world.guest()]
    table = world.table(people)
    path = f"/v1/tables/{table}/actions"
    asked, other, decision = world.asked(table, people)
    n, legal = decision["n"], [action["text"] for action in decision["actions"]]

    told = refused(asked.post(path, {"n": n, "action": "fly away"}), "illegal_action")
    assert told["legal"] == legal
    told = refused(asked.post(path, {"n": n, "action": "build castle"}), "illegal_action")
    assert told["legal"] == legal
    assert refused(asked.post(path, {"n": n + 1, "action": legal[0]}), "conflict")["n"] == n
    refused(other.post(path, {"n": n, "action": legal[0]}), "not_your_turn")
    refused(world.guest().post(path, {"n": n, "action": legal[0]}), "not_seated")
    refused(world.nobody.post(path, {"n": n, "action": legal[0]}), "unauthenticated")

    first = asked.post(path, {"n": n, "action": legal[0]}, idempotency_key="k").json()
    again = asked.post(path, {"n": n, "action": legal[0]}, idempotency_key="k")
    assert again.status_code == 200
    assert again.json() == {**first, "replayed": True}
    refused(asked.post(path, {"n": n, "action": legal[-1]}, idempotency_key="k"), "key_reused")
    refused(asked.post(path, {"n": n, "action": legal[0]}), "conflict")


def test_a_replay_needs_no_luck_with_what_was_read_ahead(world: World) -> None:
    """The first request of a credential cannot be read ahead under its key, later ones are: both get the verdict again."""
    people = [world.guest(), world.guest()]
    table = world.table(people)
    asked, _, decision = world.asked(table, people)
    body = {"n": decision["n"], "action": decision["actions"][0]["text"]}
    first = asked.post(f"/v1/tables/{table}/actions", body, idempotency_key="k").json()
    world.server.running.known.clear()
    for _ in range(2):
        again = asked.post(f"/v1/tables/{table}/actions", body, idempotency_key="k")
        assert again.json() == {**first, "replayed": True}


def test_the_refusals_of_a_game_that_is_over(world: World) -> None:
    (who, *_), table = world.finished()
    refused(who.post(f"/v1/tables/{table}/actions", {"n": 0, "action": "gold"}), "game_over")
    refused(who.get(f"/v1/tables/{table}/decision"), "game_over")
    refused(who.post(f"/v1/tables/{table}/resign"), "game_over")


# a table


def test_the_refusals_of_a_table_that_waits(world: World) -> None:
    one, two, three = world.guest(), world.guest(), world.guest()
    table = world.table([one, two], start="demand")
    path = f"/v1/tables/{table}"
    refused(three.post(f"{path}/join"), "table_full")
    refused(two.post(f"{path}/start"), "forbidden")
    refused(three.post(f"{path}/leave"), "not_seated")
    refused(one.get(f"{path}/position"), "not_started")
    refused(one.post(f"{path}/actions", {"n": 0, "action": "gold"}), "not_started")
    refused(one.get(f"{path}/record"), "not_open")
    refused(one.post(f"{path}/rematch"), "not_open")
    one.post(f"{path}/start")
    refused(three.post(f"{path}/join"), "already_started")
    refused(two.post(f"{path}/leave"), "already_started")
    refused(one.post(f"{path}/start"), "already_started")


@pytest.mark.parametrize(
    "order",
    [
        {"cast": ["king"]},
        {"scenario": "nowhere"},
        {"options": {"music": True}},
        {"players": 2, "seats": [{}, {}, {}]},
        {"rated": True, "seed": "0" * 64},
    ],
)
def test_a_set_up_that_cannot_be_is_refused(world: World, order: Any) -> None:
    refused(world.guest().post("/v1/tables", order), "bad_setup")


def test_a_rated_game_has_no_two_seats_of_one_owner(world: World) -> None:
    owner = world.account()
    bot = Person(world, owner.post("/v1/bots", {"name": world.name()}).json())
    table = world.table([owner], players=2, rated=True)
    refused(bot.post(f"/v1/tables/{table}/join"), "same_owner")


def test_a_private_table_is_not_there_for_others_until_they_are_invited(world: World) -> None:
    one, two = world.guest(), world.guest()
    table = world.table([one], players=2, visibility="private")
    path = f"/v1/tables/{table}"
    refused(two.get(path), "not_found")
    refused(two.post(f"{path}/join"), "not_found")
    invite = one.post(f"{path}/invite-link").json()["invite"]
    refused(two.get(path, citadels_invite="wrong"), "not_found")
    assert two.get(path, citadels_invite=invite).status_code == 200
    assert two.post(f"{path}/join", {"invite": invite}).json()["status"] == "running"
    world.play(table, [one, two])
    watcher = world.guest()
    for last in ("record", "replay?eyes=all&limit=1"):
        refused(watcher.get(f"{path}/{last}"), "not_found")
        refused(watcher.get(f"{path}/{last}", citadels_invite="wrong"), "not_found")
        assert watcher.get(f"{path}/{last}", citadels_invite=invite).status_code == 200
    document = "query Q($t: ID!, $i: String) { record(table: $t, invite: $i) replay(table: $t, invite: $i) { scores } }"
    told = [
        world.client.post("/graphql", json={"query": document, "variables": {"t": table, "i": said}}).json()
        for said in (invite, "wrong")
    ]
    assert told[0]["data"]["record"]
    assert len(told[0]["data"]["replay"]["scores"]) == 2
    assert {error["extensions"]["code"] for error in told[1]["errors"]} == {"not_found"}


# the house


def test_the_allowance_of_a_credential_is_told_and_ends() -> None:
    with living(rate_per_second=0.01, rate_burst=10) as world:
        who = world.guest()
        answer = who.get("/v1/me")
        assert answer.headers["ratelimit-policy"] == '"credential";q=10;w=1000'
        assert answer.headers["ratelimit"] == '"credential";r=9;t=100'
        refused(who.post("/v1/tables", {}), "rate_limited")
        for _ in range(9):
            assert who.get("/v1/me").status_code == 200
        answer = who.get("/v1/me")
        told = refused(answer, "rate_limited")
        assert told["retry_after"] == int(answer.headers["retry-after"])
        assert 50 < told["retry_after"] <= 100  # the first token has been on its way since the first request
        assert world.guest().get("/v1/me").status_code == 200
        assert who.get("/healthz").status_code == 200


def test_the_allowance_of_an_address_ends_before_it_is_known_who_asks() -> None:
    with living(address_per_second=0.01, address_burst=6) as world:
        who = world.guest()
        assert who.get("/v1/me").status_code == 200
        refused(who.get("/v1/me"), "rate_limited")
        refused(world.nobody.get("/v1/me"), "rate_limited")


def test_who_guesses_credentials_is_limited_by_his_address() -> None:
    with living(address_per_second=0.001, address_burst=8) as world:
        revoked = world.guest()
        revoked.post(f"/v1/credentials/{revoked.credential}/revoke")
        refused(world.nobody.get("/v1/me", authorization=f"Bearer {new_secret('guest')}"), "unauthenticated")
        for secret in (new_secret("guest"), new_secret("bot"), revoked.secret, "nonsense"):
            answer = world.nobody.get("/v1/me", authorization=f"Bearer {secret}")
            refused(answer, "rate_limited")
            assert answer.headers["ratelimit"].startswith('"address";r=0;t=')


def test_behind_a_proxy_that_is_trusted_its_word_is_the_address() -> None:
    with living(address_per_second=0.01, address_burst=2, trust_proxy=True) as world:
        for _ in range(2):
            assert world.nobody.get("/v1/limits", x_forwarded_for="9.9.9.9, 1.2.3.4").status_code == 200
        refused(world.nobody.get("/v1/limits", x_forwarded_for="8.8.8.8, 1.2.3.4"), "rate_limited")
        assert world.nobody.get("/v1/limits", x_forwarded_for="1.2.3.4, 5.6.7.8").status_code == 200


def test_without_trust_nobody_says_where_he_comes_from() -> None:
    with living(address_per_second=0.01, address_burst=2) as world:
        for number in range(2):
            world.nobody.get("/v1/limits", x_forwarded_for=f"1.2.3.{number}")
        refused(world.nobody.get("/v1/limits", x_forwarded_for="1.2.3.9"), "rate_limited")


def test_a_mistake_of_the_service_tells_nothing() -> None:
    with living() as world:
        who = world.guest()
        world.server.running.house.store.load = None  # type: ignore[method-assign,assignment]  # the mistake
        answer = httpx2.get(
            f"http://127.0.0.1:{world.port}/v1/tables/{NOWHERE}", headers={"authorization": f"Bearer {who.secret}"}
        )
        told = refused(answer, "internal")
        assert json.dumps(told).count("NoneType") == 0


def test_limits_tell_what_is_left(world: World) -> None:
    told = world.guest().get("/v1/limits").json()
    assert told["capacity"] == 2000
    assert told["remaining"] == 1999
    assert told["costs"]["submitActions"] == 1
