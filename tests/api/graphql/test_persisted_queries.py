"""A document that was sent with its hash to one process is known by it to all: automatic persisted queries over several processes."""

from __future__ import annotations

import json
from contextlib import ExitStack, contextmanager
from itertools import count
from typing import TYPE_CHECKING, Any

import pytest
from citadels_api.graphql import documents, persisted_queries
from citadels_api.store.memory import MemoryStore, Space

from tests.api.graphql.test_requests import digest, get, persisted
from tests.support.servers import Server
from tests.support.talking import codes, post, talk
from tests.support.world import World, living

if TYPE_CHECKING:
    from collections.abc import Iterator

RULES = "query Rules { catalogue { rules } }"
NUMBERS = count()
MISSING = ["PERSISTED_QUERY_NOT_FOUND"]


class Noting(MemoryStore):
    """A store that notes what it is asked about documents."""

    def __init__(self, space: Space) -> None:
        super().__init__(space=space)
        self.asked: list[str] = []

    async def get(self, key: str) -> bytes | None:
        if ":document:" in key:
            self.asked.append("get")
        return await super().get(key)

    async def put(self, key: str, value: bytes | None, **said: Any) -> bool:
        if ":document:" in key:
            self.asked.append("put")
        return await super().put(key, value, **said)


@contextmanager
def processes(many: int, space: Space, **settings: Any) -> Iterator[list[tuple[World, Noting]]]:
    """Several processes of one house, each with its line to the store."""
    with ExitStack() as stack:
        stores = [Noting(space) for _ in range(many)]
        yield [(stack.enter_context(living(store, **settings)), store) for store in stores]


@pytest.fixture(scope="module")
def space() -> Space:
    return Space()


@pytest.fixture(scope="module")
def house(space: Space) -> Iterator[list[tuple[World, Noting]]]:
    with processes(2, space) as both:
        yield both


def fresh() -> str:
    """A document that nobody has sent."""
    return f"query Fresh {{ catalogue {{ rules }} }} # {next(NUMBERS)}"


def kept(space: Space) -> list[str]:
    """The texts that the store has."""
    return [value.decode() for key, (value, _) in space.documents.items() if ":document:" in key]


def test_what_is_sent_to_one_process_is_known_to_all(house: list[tuple[World, Noting]]) -> None:
    (one, _), (other, _) = house
    text = fresh()
    assert codes(post(other, persisted(text, send=False))) == MISSING
    assert post(one, persisted(text, send=True)).json()["data"]
    assert post(other, persisted(text, send=False)).json()["data"]["catalogue"]["rules"] > 0


def test_it_is_known_to_a_get_and_to_a_socket_too(house: list[tuple[World, Noting]]) -> None:
    (one, _), (other, _) = house
    text, another = fresh(), fresh()
    for sent in (text, another):
        post(one, persisted(sent, send=True))
    assert get(other, extensions=json.dumps(persisted(text, send=False)["extensions"])).json()["data"]
    with talk(other) as (say, hear):
        say(type="subscribe", id="1", payload=persisted(another, send=False))
        assert hear()["payload"]["data"]["catalogue"]


def test_what_a_socket_has_sent_is_known_to_others(house: list[tuple[World, Noting]]) -> None:
    (one, _), (other, _) = house
    text = fresh()
    with talk(one) as (say, hear):
        say(type="subscribe", id="1", payload=persisted(text, send=True))
        assert hear()["payload"]["data"]["catalogue"]
        wrong = persisted(text, send=True) | {"query": fresh()}
        say(type="subscribe", id="2", payload=wrong)
        heard = [hear(), hear()]
        assert "invalid" in {
            error["extensions"]["code"] for one in heard if one["type"] == "error" for error in one["payload"]
        }
    assert post(other, persisted(text, send=False)).json()["data"]


def test_what_a_process_knows_costs_no_question_more(house: list[tuple[World, Noting]]) -> None:
    (one, first), (other, second) = house
    text = fresh()
    post(one, persisted(text, send=True))
    post(other, persisted(text, send=False))
    first.asked.clear()
    second.asked.clear()
    for world in (one, other):
        assert post(world, persisted(text, send=False)).json()["data"]
        assert post(world, {"query": text}).json()["data"]
        assert post(world, {"documentId": digest(text)}).json()["data"]
    assert first.asked == second.asked == []


def test_what_is_no_hash_is_not_looked_up(house: list[tuple[World, Noting]]) -> None:
    world, store = house[0]
    store.asked.clear()
    for said in ("x", "0" * 63, "0" * 65, "G" * 64, digest(RULES).upper(), "", "é" * 64):
        assert codes(post(world, {"documentId": said})) in (MISSING, ["invalid"])
    assert store.asked == []


def test_what_is_refused_is_not_kept(house: list[tuple[World, Noting]], space: Space) -> None:
    world, store = house[0]
    before = kept(space)
    store.asked.clear()
    deep = (
        "{ tables { nodes { seats { player { name } } } } "
        + " ".join(f"a{n}: limits {{ capacity }}" for n in range(99))
        + "}"
    )
    for text in ("{ wrong }", "{", deep):
        assert codes(post(world, persisted(text, send=True)))[0] in {"invalid", "too_complex"}
        assert codes(post(world, persisted(text, send=False))) == MISSING
    wrong = persisted(RULES, send=True) | {"query": fresh()}
    assert codes(post(world, wrong)) == ["invalid"]
    misspelt = post(world, persisted(fresh(), send=True), secret="nonsense")
    assert misspelt.status_code == 401
    assert "put" not in store.asked
    assert kept(space) == before


def test_a_text_is_taken_under_its_own_hash_only(house: list[tuple[World, Noting]], space: Space) -> None:
    (one, _), (other, _) = house
    text = fresh()
    post(one, persisted(text, send=True))
    (key,) = [key for key, (value, _) in space.documents.items() if value.decode() == text]
    for put_there in (b"{ me { id } }", b"\xff", b""):
        space.documents[key] = put_there, None
        assert codes(post(other, persisted(text, send=False))) == MISSING


def test_what_was_lost_is_registered_again_by_whoever_is_sent_it(
    house: list[tuple[World, Noting]], space: Space, monkeypatch: pytest.MonkeyPatch
) -> None:
    (one, store), (other, _) = house
    text = fresh()
    post(one, persisted(text, send=True))
    for key in [key for key in space.documents if ":document:" in key]:
        del space.documents[key]
    store.asked.clear()
    post(one, persisted(text, send=True))
    assert store.asked == []  # it was there a moment ago
    monkeypatch.setattr(persisted_queries, "AGAIN_S", 0)
    post(one, persisted(text, send=True))
    assert store.asked == ["put"]
    assert post(other, persisted(text, send=False)).json()["data"]


def test_what_is_kept_is_bounded_in_number_and_in_length_and_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(persisted_queries, "SLOTS", 4)
    monkeypatch.setattr(persisted_queries, "LONGEST", 100)
    space = Space()
    with processes(2, space) as ((one, _), (other, _)):
        texts = [fresh() for _ in range(20)]
        for text in texts:
            assert post(one, persisted(text, send=True)).json()["data"]
        assert 1 < len(kept(space)) <= 4
        assert all(until is not None for key, (_, until) in space.documents.items() if ":document:" in key)
        known = [post(other, persisted(text, send=False)).json() for text in texts]
        assert sum("data" in one for one in known) == len(kept(space))
        long = fresh() + "#" * 100
        assert post(one, persisted(long, send=True)).json()["data"]
        assert post(one, persisted(long, send=False)).json()["data"]  # this process knows it
        assert codes(post(other, persisted(long, send=False))) == MISSING


def test_looking_up_and_registering_are_paid_for() -> None:
    text = fresh()
    with processes(1, Space(), address_burst=12, address_per_second=0.001) as ((world, store),):
        first = post(world, persisted(text, send=True))
        assert first.json()["extensions"]["cost"] == 1 + persisted_queries.REGISTRATION
        told = [post(world, {"documentId": digest(fresh())}) for _ in range(8)]
        assert [codes(one)[0] for one in told] == ["PERSISTED_QUERY_NOT_FOUND"] * 6 + ["rate_limited"] * 2
        assert store.asked == ["put"] + ["get"] * 6
        refused = post(world, persisted(fresh(), send=True))
        assert codes(refused) == ["rate_limited"]
        assert store.asked.count("put") == 1


def test_a_lookup_tells_what_is_left_once(house: list[tuple[World, Noting]]) -> None:
    (one, _), (other, _) = house
    text = fresh()
    post(one, persisted(text, send=True))
    answer = post(other, persisted(text, send=False))
    assert len(answer.headers.get_list("ratelimit")) == 1
    missing = post(other, persisted(fresh(), send=False))
    assert len(missing.headers.get_list("ratelimit")) == 1


def test_a_house_of_trusted_documents_looks_nothing_up() -> None:
    with processes(1, Space(), trusted_documents_only=True) as ((world, store),):
        assert codes(post(world, persisted(RULES, send=False))) == ["PERSISTED_QUERY_NOT_SUPPORTED"]
        assert store.asked == []


def test_trusted_documents_are_not_registered(house: list[tuple[World, Noting]]) -> None:
    world, store = house[0]
    store.asked.clear()
    assert post(world, persisted(documents.trusted_by_name()["Me"], send=True)).json()["data"] == {"me": None}
    assert store.asked == []


def test_two_processes_on_a_real_store_know_the_same() -> None:
    text = fresh()
    with Server("valkey") as server, living(redis_url=server.url) as one, living(redis_url=server.url) as other:
        assert codes(post(other, persisted(text, send=False))) == MISSING
        assert post(one, persisted(text, send=True)).json()["data"]
        assert post(other, persisted(text, send=False)).json()["data"]
        (key,) = server.cli("KEYS", "*:document:*")
        assert 0 < server.cli("PTTL", key) <= persisted_queries.KEPT_MS
        assert server.cli("GET", key) == text.encode()
