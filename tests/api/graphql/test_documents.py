"""What is kept of documents, and what a move asks of the store."""

from __future__ import annotations

import asyncio
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import pytest
from citadels_api.accounts.service import make_guest
from citadels_api.credentials.service import authenticate
from citadels_api.graphql import documents as kept
from citadels_api.graphql.app import graphql_app
from citadels_api.graphql.context import Asking
from citadels_api.graphql.cost_limits import Limits, TooMuch
from citadels_api.graphql.documents import Documents, Faulty, Place, trusted_documents
from citadels_api.graphql.execution import Request, admit, open_operation, run
from citadels_api.graphql.schema import CORE
from citadels_api.play import service as play
from citadels_api.tables import service as tables
from graphql import get_introspection_query
from graphql.language import parse_value

from tests.support.houses import make_house
from tests.support.orders import seat_order, table_order
from tests.support.talking import OWN

if TYPE_CHECKING:
    from citadels_api.context import House

RULES = "{ catalogue { rules } }"


def library(**limits: Any) -> Documents:
    return Documents(CORE, introspection=True, trusted=trusted_documents(), limits=Limits(**limits) if limits else None)


def answer(documents: Documents, text: str) -> Any:
    nobody: Any = None
    return asyncio.run(run(open_operation(documents, Request(text)), Asking(nobody, None, "x", "r")))


def test_a_document_is_parsed_and_validated_once(monkeypatch: pytest.MonkeyPatch) -> None:
    documents = library()
    first = documents.prepare(RULES, None, None)
    monkeypatch.setattr(kept, "parse", None)
    monkeypatch.setattr(kept, "validate", None)
    monkeypatch.setattr(kept, "check", None)
    assert documents.prepare(RULES, None, {}) == first
    with pytest.raises(TypeError):
        documents.prepare(RULES + " ", None, None)


def test_what_is_refused_is_not_kept() -> None:
    documents = library(fields=3)
    for text, error in (("{", Faulty), ("{ nope }", Faulty), ("{ me { id name kind owner } }", TooMuch)):
        with pytest.raises(error):
            documents.prepare(text, None, None)
    assert not documents.known


def test_what_is_too_much_is_not_even_validated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "validate", None)
    with pytest.raises(TooMuch):
        library(aliases=1).prepare("{ a: me { id } b: me { nope } }", None, None)
    with pytest.raises(TooMuch, match="more than 5 tokens"):
        library(tokens=5).prepare("{ me { id name } }", None, None)


def test_what_is_kept_is_bounded_in_tokens_and_in_characters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "MOST_TOKENS", 100)
    monkeypatch.setattr(kept, "MOST_CHARACTERS", 10_000)
    documents = library()
    for number in range(50):
        documents.prepare(f"{{ a{number}: me {{ id }} }}", None, None)
    assert 5 < len(documents.known) < 15
    assert documents.tokens <= 100
    for number in range(50):
        text = f"{{ a{number}: me {{ id }} }}" + " " * 3_000
        documents.prepare(text, None, None)
        documents.learn(sha256(text.encode()).hexdigest(), text)
    assert len(documents.known) == len(documents.hashes) == 3
    assert documents.characters == sum(map(len, documents.known)) <= 10_000
    assert documents.tokens == sum(one.document.token_count for one in documents.known.values())


def test_the_bill_follows_the_sizes_that_are_sent() -> None:
    documents = library()
    text = OWN["Tables"]
    costs = [documents.prepare(text, None, {"first": first})[1].cost for first in (1, 10, 100)]
    assert costs[2] - costs[1] == 10 * (costs[1] - costs[0])
    known, bill = documents.prepare(text, None, {"first": 100})
    assert documents.price(documents.meant(known, None), bill) > documents.price(
        documents.meant(known, None), documents.prepare(text, None, {"first": 1})[1]
    )


def test_a_trusted_document_may_change_several_things() -> None:
    text = "mutation { a: makeGuest { __typename } b: makeGuest { __typename } }"
    with pytest.raises(TooMuch):
        library().prepare(text, None, None)
    trusting = Documents(CORE, introspection=True, trusted={"x": text})
    known, _ = trusting.prepare(text, None, None)
    assert trusting.meant(known, None).cost == 10


def test_the_usual_introspection_is_answered_and_worked_out_once() -> None:
    documents = library()
    text = get_introspection_query()
    first = answer(documents, text)
    assert first["data"]["__schema"]["queryType"]["name"] == "Query"
    assert answer(documents, text) is first
    for number in range(20):
        answer(documents, f"{{ a{number}: __schema {{ queryType {{ name }} }} }}")
    assert len(documents.answers) == kept.MOST_ANSWERS
    fragments = text[text.index("fragment FullType") :]
    twice = "{ a: __schema { types { ...FullType } } b: __schema { types { ...FullType } } } " + fragments
    with pytest.raises(TooMuch):
        documents.prepare(twice, None, None)


class Waiting:
    """A store that notes what is asked of it in one turn of the loop, and answers in a later one."""

    def __init__(self, store: Any) -> None:
        self.store = store
        self.waits: list[list[str]] = []
        self.together: list[str] | None = None

    def __getattr__(self, name: str) -> Any:
        asked = getattr(self.store, name)
        if not callable(asked) or name == "secure":  # which waits for replicas only, where an address asks for them
            return asked

        async def call(*arguments: Any, **named: Any) -> Any:
            if self.together is None:
                self.together = []
                self.waits.append(self.together)
            self.together.append(name)
            for _ in range(20):  # long enough for everything that is asked at the same moment
                await asyncio.sleep(0)
            self.together = None
            return await asked(*arguments, **named)

        return call


async def waits(key: str | None) -> list[list[str]]:
    """What one move asks of the store, wait by wait."""
    house, _, _ = make_house()
    secrets = [(await make_guest(house, name=None, address="x")).credential.secret or "" for _ in range(2)]
    people = [await authenticate(house, secret) for secret in secrets]
    table = (await tables.create(house, people[0], table_order(players=2, seats=[seat_order("you"), seat_order()]))).id
    await tables.join(house, people[1], table)
    door = graphql_app(house)
    await moved(door, house, table, people, secrets, None)
    waiting: Any = Waiting(house.store)
    chosen = await move_of(house, table, people)
    house.store = waiting
    await told_move(door, table, secrets, chosen, key)
    made: list[list[str]] = waiting.waits
    return made


async def moved(door: Any, house: House, table: str, people: list[Any], secrets: list[str], key: str | None) -> None:
    for _ in range(4):
        await told_move(door, table, secrets, await move_of(house, table, people), key)


async def move_of(house: House, table: str, people: list[Any]) -> tuple[int, int, str]:
    decision = (await play.position(house, None, table)).decision
    assert decision is not None
    seat = decision.seat
    own = (await play.position(house, people[seat], table)).decision
    assert own is not None
    assert own.actions is not None
    return seat, own.n, own.actions[0].text


async def told_move(door: Any, table: str, secrets: list[str], chosen: tuple[int, int, str], key: str | None) -> None:
    seat, n, text = chosen
    said = {"table": table, "n": n, "actions": [{"text": text}], "key": key}
    operation = open_operation(door.documents, Request(OWN["SubmitMove"], {"input": said}))
    asking = await admit(
        door.running, address="x", said=f"Bearer {secrets[seat]}".encode(), request_id="r", operation=operation, told=[]
    )
    answered = await run(operation, asking)
    assert answered["data"]["submit"]["__typename"] == "SubmitPayload", answered


@pytest.mark.parametrize("key", [None, "one"])
def test_a_move_waits_twice_for_the_store(key: str | None) -> None:
    first, second = asyncio.run(waits(key))
    assert sorted(first) == ["get", "load", "now", "spend", "spend"]
    assert second == ["commit"]


@pytest.mark.parametrize(
    ("variables", "named"),
    [
        ({"input": {"table": "game_1", "key": "k", "n": 3}}, ("game_1", "k")),
        ({"input": {"table": "game_1"}}, ("game_1", None)),
        ({"input": {"key": "k"}}, (None, "k")),
        ({"input": {"table": 7, "key": ["k"]}}, (None, None)),
        ({"input": "text"}, (None, None)),
        ({"other": {"table": "game_1"}}, (None, None)),
        ({}, (None, None)),
        (None, (None, None)),
    ],
)
def test_the_table_and_the_key_of_a_move_are_found_in_the_variable_that_holds_both(
    variables: dict[str, Any] | None, named: tuple[str | None, str | None]
) -> None:
    whole = Place(None, None, parse_value("$input"))
    assert whole.named(variables) == named


def test_the_table_and_the_key_of_a_move_are_found_each_by_itself() -> None:
    both = Place(parse_value('"game_1"'), parse_value("$key"))
    assert both.named({"key": "k"}) == ("game_1", "k")
    assert both.named({}) == ("game_1", None)
    assert Place(None).named({"key": "k"}) == (None, None)
    assert Place(parse_value("7"), parse_value("$key")).named({"key": 7})[1] is None
