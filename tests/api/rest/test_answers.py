"""What stands around the answers: ETags, origins, ids of requests; and what is said while the store is away."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from citadels_api.http import metrics_text
from citadels_api.http.content import choose
from citadels_api.store.memory import MemoryStore
from citadels_api.store.ports import StoreDown, StoreFull, Unknown

from tests.support.world import NOWHERE, World, living

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.interpreter

# the position's tag


def test_a_position_that_has_not_changed_is_not_sent_again(world: World) -> None:
    people = [world.guest(), world.guest()]
    table = world.table(people)
    path = f"/v1/tables/{table}/position"
    seen = people[0].get(path)
    tag = seen.headers["etag"]
    assert tag == f'"{seen.json()["number"]}-{seen.json()["seat"]}"'
    for said in (tag, f"W/{tag}", f'"other", {tag}', "*"):
        again = people[0].get(path, if_none_match=said)
        assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)
        assert "ratelimit" in again.headers
    assert people[0].get(path, if_none_match='"other"').status_code == 200
    assert world.one_move(table, people)
    assert people[0].get(path, if_none_match=tag).status_code == 200


def test_viewers_have_tags_of_their_own(world: World) -> None:
    people = [world.guest(), world.guest()]
    path = f"/v1/tables/{world.table(people)}/position"
    tags = {who.get(path).headers["etag"] for who in (*people, world.nobody, world.guest())}
    assert len(tags) == 3
    assert world.nobody.get(path, if_none_match=people[0].get(path).headers["etag"]).status_code == 200


# a series


def test_a_series_is_taken_up_to_its_first_illegal_action(world: World) -> None:
    people = [world.guest(), world.guest()]
    table = world.table(people)
    asked, _, decision = world.asked(table, people)
    body = {"n": decision["n"], "actions": [decision["actions"][0]["text"], "fly away"]}
    told = asked.post(f"/v1/tables/{table}/actions", body).json()
    assert told["taken"] == 1
    assert told["n"] == decision["n"] + 1
    assert told["stopped"]["code"] in {"illegal_action", "not_your_turn"}


# lines


def test_lines_can_be_had_as_a_text(world: World) -> None:
    people, table = world.finished()
    for path in (f"/v1/tables/{table}/record", "/v1/records"):
        lines = people[0].get(path)
        assert lines.headers["content-type"] == "application/x-ndjson"
        text = people[0].get(path, accept="text/plain")
        assert text.headers["content-type"] == "text/plain; charset=utf-8"
        assert text.text == lines.text != ""


# browsers


def test_a_browser_of_this_machine_may_call_in_development(world: World) -> None:
    origin = "http://localhost:5173"
    asked = {"origin": origin, "access-control-request-method": "POST"}
    answer = world.client.options("/v1/guests", headers=asked)
    assert answer.status_code == 204
    assert answer.headers["access-control-allow-origin"] == origin
    answer = world.nobody.get("/v1/catalogue/rules", origin=origin)
    exposed = {name.strip().lower() for name in answer.headers["access-control-expose-headers"].split(",")}
    assert {"etag", "ratelimit", "ratelimit-policy", "retry-after"} <= exposed


def test_other_origins_are_refused(world: World) -> None:
    for method in ("GET", "OPTIONS"):
        answer = world.client.request(method, "/v1/catalogue/rules", headers={"origin": "https://example.org"})
        assert answer.json()["code"] == "forbidden"


# the store is away


class Broken(MemoryStore):
    """A store that fails when it is told to."""

    def __init__(self) -> None:
        super().__init__()
        self.fault: Exception | None = None
        self.commits: Exception | None = None

    def __getattribute__(self, name: str) -> Any:
        get: Callable[[str], Any] = super().__getattribute__
        if name in {"spend", "get", "now", "load", "index", "counts", "health"} and get("fault") is not None:
            raise_it: Exception = get("fault")

            async def fail(*_: Any, **__: Any) -> None:
                raise raise_it

            return fail
        if name == "commit" and get("commits") is not None:
            lost: Exception = get("commits")

            async def lose(*_: Any, **__: Any) -> None:
                raise lost

            return lose
        return get(name)


@pytest.mark.parametrize("fault", [StoreDown(), StoreFull(), Unknown()])
def test_a_store_that_is_away_is_told(fault: Exception) -> None:
    store = Broken()
    with living(store) as world:
        who = world.guest()
        store.fault = fault
        for path in ("/v1/me", "/v1/tables", f"/v1/tables/{NOWHERE}/position", "/v1/catalogue/rules", "/readyz"):
            answer = (
                who.ask("GET", path)
                if path == "/readyz"
                else world.client.get(path, headers={"authorization": f"Bearer {who.secret}"})
            )
            assert (answer.status_code, answer.json()["code"]) == (503, "unavailable"), path
            assert answer.headers["retry-after"] == "1"
        answer = world.client.post(f"/v1/tables/{NOWHERE}/leave", headers={"authorization": f"Bearer {who.secret}"})
        assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
        assert world.nobody.get("/healthz").status_code == 200
        told = world.nobody.get("/metrics").text
        assert [line for line in told.splitlines() if line[0] != "#"] == ["citadels_store_up 0.0"]
        store.fault = None
        assert who.get("/v1/me").status_code == 200


class Told(MemoryStore):
    """A store that tells how much room it has."""

    left: int | None = None

    async def health(self) -> dict[str, object]:
        return {**await super().health(), "headroom": self.left}


def test_the_figures_tell_how_much_room_the_store_has(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(metrics_text, "KEPT_S", 0.0)
    store = Told()
    with living(store) as world:
        for store.left, said in ((5_000_000, "5e+06"), (2_000_000, "2e+06"), (3_000_000, "3e+06"), (None, "+Inf")):
            assert f"citadels_memory_headroom_bytes {said}\n" in world.nobody.get("/metrics").text


def test_a_move_that_may_have_been_taken_is_unknown() -> None:
    store = Broken()
    with living(store) as world:
        people = [world.guest(), world.guest()]
        table = world.table(people)
        asked, _, decision = world.asked(table, people)
        body = {"n": decision["n"], "action": decision["actions"][0]["text"]}
        store.commits = Unknown()
        answer = asked.post(f"/v1/tables/{table}/actions", body, idempotency_key="k")
        assert (answer.status_code, answer.json()["code"]) == (503, "unknown_outcome")
        store.commits = None
        assert asked.post(f"/v1/tables/{table}/actions", body, idempotency_key="k").status_code == 200


# what the client likes


@pytest.mark.parametrize(
    ("accept", "chosen"),
    [
        (None, "application/json"),
        (b"*/*", "application/json"),
        (b"text/event-stream", "text/event-stream"),
        (b"text/*", "text/event-stream"),
        (b"application/json;q=0.5, text/event-stream", "text/event-stream"),
        (b"text/event-stream;q=0.2, application/json;q=0.3", "application/json"),
        (b"text/html, application/x-ndjson;q=0.1", "application/x-ndjson"),
        (b"TEXT/Event-Stream", "text/event-stream"),
    ],
)
def test_the_medium_is_the_one_liked_best(accept: bytes | None, chosen: str) -> None:
    assert choose(("application/json", "text/event-stream", "application/x-ndjson"), accept) == chosen
