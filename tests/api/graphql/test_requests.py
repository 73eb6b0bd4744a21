"""What may be sent, and in which form the answer comes."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import pytest

from tests.support.bombs import BODIES
from tests.support.talking import OWN, RESPONSE, codes, post
from tests.support.world import living

if TYPE_CHECKING:
    from tests.support.world import World

RULES = "{ catalogue { rules } }"
GUEST = "mutation { makeGuest { __typename } }"


def digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def persisted(text: str, *, send: bool) -> dict[str, Any]:
    body: dict[str, Any] = {"extensions": {"persistedQuery": {"version": 1, "sha256Hash": digest(text)}}}
    return body | ({"query": text} if send else {})


def get(world: World, **parameters: str) -> Any:
    return world.client.get("/graphql", params=parameters, headers={"accept": RESPONSE})


@pytest.mark.parametrize(
    ("accept", "media"),
    [
        (None, "application/json; charset=utf-8"),
        ("application/json", "application/json; charset=utf-8"),
        (RESPONSE, f"{RESPONSE}; charset=utf-8"),
        ("*/*", f"{RESPONSE}; charset=utf-8"),
        (f"{RESPONSE}, application/json;q=0.9", f"{RESPONSE}; charset=utf-8"),
    ],
)
def test_the_answer_comes_in_the_media_type_that_is_accepted(world: World, accept: str | None, media: str) -> None:
    world.client.headers.pop("accept", None)
    answer = post(world, {"query": RULES}, accept=accept)
    assert (answer.status_code, answer.headers["content-type"]) == (200, media)
    assert answer.json()["data"]["catalogue"]["rules"] > 0


def test_a_media_type_that_is_not_offered_is_refused(world: World) -> None:
    answer = post(world, {"query": RULES}, accept="text/html")
    assert (answer.status_code, codes(answer)) == (406, ["not_acceptable"])


@pytest.mark.parametrize("text", ["{ nothing }", "{", "{ table }"])
def test_a_document_with_mistakes_is_a_400_to_new_clients_and_a_200_to_old_ones(world: World, text: str) -> None:
    new, old = post(world, {"query": text}), post(world, {"query": text}, accept="application/json")
    assert (new.status_code, old.status_code) == (400, 200)
    assert set(codes(new)) == set(codes(old)) == {"invalid"}
    assert new.json()["errors"][0]["locations"]
    assert "data" not in new.json()


@pytest.mark.parametrize(
    "media", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""]
)
def test_only_json_is_taken(world: World, media: str) -> None:
    answer = post(world, {"query": RULES}, content_type=media)
    assert (answer.status_code, codes(answer)) == (415, ["unsupported_media_type"])


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"null",
        b"3",
        b"[]",
        b'[{"query": "{ catalogue { rules } }"}, {"query": "{ catalogue { rules } }"}]',
        b'"{ catalogue { rules } }"',
        b"{",
        b"\xff\xfe{}",
        b'{"query": 3}',
        b'{"query": null}',
        b'{"query": ""}',
        b"{}",
        b'{"query": "{ catalogue { rules } }", "query": "{ me { id } }"}',
        b'{"query": "{ catalogue { rules } }", "variables": []}',
        b'{"query": "{ catalogue { rules } }", "variables": {"x": NaN}}',
        b'{"query": "{ catalogue { rules } }", "variables": {"x": 1e999}}',
        b'{"query": "{ catalogue { rules } }", "variables": {"x": ' + b"1" * 5000 + b"}}",
        b'{"query": "{ catalogue { rules } }", "operationName": "\\ud800"}',
        b'{"query": "{ catalogue { rules } }", "operationName": 5}',
        b'{"query": "{ catalogue { rules } }", "extensions": "x"}',
        b'{"query": "{ catalogue { rules } }", "extensions": {"persistedQuery": {"version": 2, "sha256Hash": "x"}}}',
        b'{"documentId": 5}',
        b'{"a":' * 60 + b"1" + b"}" * 60,
        b"[" * 30_000,
    ],
)
def test_a_body_that_is_no_request_is_refused_in_words(world: World, body: bytes) -> None:
    answer = post(world, body)
    assert (answer.status_code, codes(answer)) == (400, ["invalid"])


def test_a_body_that_is_too_long_is_not_read(world: World) -> None:
    answer = post(world, b'{"query": "' + b" " * 70_000 + b'"}')
    assert answer.status_code == 413


@pytest.mark.parametrize("name", BODIES)
def test_no_bomb_is_a_fault_of_the_service(world: World, name: str) -> None:
    answer = post(world, BODIES[name], accept=RESPONSE)
    assert answer.status_code in {200, 400, 413}, answer.text[:300]
    assert "internal" not in answer.text


def test_several_mutations_need_a_trusted_document(world: World) -> None:
    answer = post(world, {"query": "mutation { a: makeGuest { __typename } b: makeGuest { __typename } }"})
    assert (answer.status_code, codes(answer)) == (400, ["too_complex"])
    assert answer.json()["errors"][0]["extensions"]["limit"] == "mutations"


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH"])
def test_other_methods_are_refused(world: World, method: str) -> None:
    answer = world.client.request(method, "/graphql")
    assert answer.status_code == 405
    assert answer.headers["allow"] == "GET, HEAD, POST"


def test_get_takes_no_text(world: World) -> None:
    answer = get(world, query=RULES)
    assert (answer.status_code, codes(answer)) == (405, ["method_not_allowed"])


def test_get_takes_the_hash_of_a_trusted_document(world: World) -> None:
    text = OWN["Catalogue"]
    answer = get(world, documentId=f"sha256:{digest(text)}", variables='{"language": "FR"}')
    assert answer.status_code == 200
    assert "Roi" in answer.text


@pytest.mark.parametrize(
    "parameters",
    [
        {},
        {"documentId": "x", "variables": "[]"},
        {"documentId": "x", "variables": "{"},
        {"documentId": "x", "extensions": "null"},
        {"extensions": '{"persistedQuery": 3}'},
    ],
)
def test_parameters_that_are_no_request_are_refused(world: World, parameters: dict[str, str]) -> None:
    answer = get(world, **parameters)
    assert (answer.status_code, codes(answer)) == (400, ["invalid"])


def test_nothing_is_done_by_get(world: World) -> None:
    for name in ("MakeGuest", "Notices"):
        answer = get(world, documentId=digest(OWN[name]))
        assert (answer.status_code, codes(answer)) == (405, ["method_not_allowed"])
    assert world.client.get("/graphql?" + "x=1&" * 20).status_code == 400


def test_a_document_is_known_by_its_hash_once_it_was_sent_with_it(world: World) -> None:
    text = "query Known { catalogue { rules edition } }"
    first = post(world, persisted(text, send=False))
    assert [error["message"] for error in first.json()["errors"]] == ["PersistedQueryNotFound"]
    assert codes(first) == ["PERSISTED_QUERY_NOT_FOUND"]
    assert post(world, persisted(text, send=True)).json()["data"]
    assert post(world, persisted(text, send=False)).json()["data"]["catalogue"]["edition"] == "MODERN"
    assert get(world, extensions=json.dumps(persisted(text, send=False)["extensions"])).json()["data"]


def test_a_hash_is_only_that_of_its_text(world: World) -> None:
    body = persisted(RULES, send=True)
    body["extensions"]["persistedQuery"]["sha256Hash"] = digest("{ me { id } }")
    answer = post(world, body)
    assert (answer.status_code, codes(answer)) == (400, ["invalid"])
    body["extensions"]["persistedQuery"]["sha256Hash"] = digest(OWN["Me"])
    assert codes(post(world, body)) == ["invalid"]


def test_a_hash_with_mistakes_in_its_text_is_not_kept(world: World) -> None:
    text = "{ wrong }"
    assert codes(post(world, persisted(text, send=True))) == ["invalid"]
    assert codes(post(world, persisted(text, send=False))) == ["PERSISTED_QUERY_NOT_FOUND"]


def test_a_house_can_take_trusted_documents_only() -> None:
    with living(trusted_documents_only=True, introspection=False) as strict:
        assert codes(post(strict, {"query": RULES})) == ["forbidden"]
        assert codes(post(strict, persisted(RULES, send=True))) == ["PERSISTED_QUERY_NOT_SUPPORTED"]
        for name in ("Me", "MakeGuest"):
            assert post(strict, {"query": OWN[name]}).json()["data"]
            assert post(strict, {"documentId": digest(OWN[name])}).json()["data"]


def test_an_operation_is_chosen_by_its_name(world: World) -> None:
    text = "query One { me { id } } query Two { catalogue { rules } }"
    assert "catalogue" in post(world, {"query": text, "operationName": "Two"}).json()["data"]
    for name in (None, "Three"):
        assert post(world, {"query": text, "operationName": name}).status_code == 400


def test_a_subscription_is_not_sent_as_json(world: World) -> None:
    answer = post(world, {"query": "subscription { notices { number } }"}, secret=world.guest().secret)
    assert (answer.status_code, codes(answer)) == (406, ["not_acceptable"])
