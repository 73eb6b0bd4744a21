"""The short way through answers gives what graphql-core gives: for all documents of the corpus, for random ones, and for faulty answers."""

from __future__ import annotations

import asyncio
import os
import random
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any
from unittest.mock import Mock

import pytest
from citadels_api.accounts.service import make_guest
from citadels_api.credentials.service import authenticate
from citadels_api.graphql import errors
from citadels_api.graphql.context import Asking
from citadels_api.graphql.documents import Documents
from citadels_api.graphql.execution import Request, open_operation, run
from citadels_api.graphql.projection import MOST, Projecting, of_leaf, writer
from citadels_api.graphql.schema import CORE
from citadels_api.meta.contract import LimitsAnswer
from citadels_api.play import service as play
from citadels_api.store.memory import MemoryStore
from citadels_api.streams import service as streams
from citadels_api.tables import service as tables
from citadels_api.tables.graphql import Edition
from graphql import (
    GraphQLInterfaceType,
    GraphQLObjectType,
    GraphQLUnionType,
    execute,
    get_named_type,
    is_leaf_type,
    parse,
)
from graphql.execution.executor_throwing_on_incremental import ExecutorThrowingOnIncremental

from tests.support.houses import make_house
from tests.support.orders import seat_order, table_order
from tests.support.talking import OWN
from tests.support.world import NOWHERE

if TYPE_CHECKING:
    from citadels_api.context import Principal
    from citadels_api.graphql.documents import Known
    from citadels_api.play.contract import Committed, Position
    from citadels_api.streams.contract import Frame

DOCUMENTS = Documents(CORE, introspection=True, trusted={})
RANDOM = {"quick": 150, "ci": 250, "full": 5_000}[os.environ.get("CITADELS_SIZE", "quick")]
ROOTS = {
    "query Q($id: ID!, $yes: Boolean! = true) {{ position(table: $id) {{ {} }} }}": "Position",
    "query Q($id: ID!, $yes: Boolean! = true) {{ frames(table: $id) {{ {} }} }}": "Frame",
    "query Q($id: ID!, $yes: Boolean! = true) {{ table(id: $id) {{ {} }} }}": "Table",
    "query Q($id: ID!, $yes: Boolean! = true) {{ node(id: $id) {{ {} }} }}": "Node",
    'mutation Q($id: ID!, $yes: Boolean! = true) {{ submit(input: {{table: $id, n: 0, actions: [{{text: "gold"}}]}}) {{ {} }} }}': "SubmitResult",
}


class Corpus:
    """Answers of all kinds, from a game that was played."""

    def __init__(self) -> None:
        self.who: Principal
        self.positions: list[Position] = []
        self.frames: list[list[Frame]] = []
        self.tables: list[Any] = []
        self.moves: list[Committed] = []

    async def gather(self) -> None:
        house, _, _ = make_house()
        people = []
        for _ in range(3):
            made = await make_guest(house, name=None, address="x")
            who = await authenticate(house, made.credential.secret)
            assert who is not None
            people.append(who)
        self.who = people[0]
        order = table_order(players=3, seats=[seat_order("you"), seat_order(), seat_order()])
        table = (await tables.create(house, people[0], order)).id
        for who in people[1:]:
            self.tables.append(await tables.join(house, who, table))
        chance = random.Random(5)
        while (decision := (await play.position(house, None, table)).decision) is not None:
            asked = people[decision.seat]
            self.positions.append(await play.position(house, chance.choice([None, *people]), table))
            legal = (await play.position(house, asked, table)).decision
            assert legal is not None
            assert legal.actions is not None
            building = [one for one in legal.actions if one.verb == "build"]
            texts = [chance.choice(building or legal.actions).text, *["end"] * (chance.random() < 0.1)]
            self.moves.append(await play.submit(house, asked, table, n=decision.n, actions=texts))
        self.frames = [
            await streams.events(house, chance.choice(people), table, after=number) for number in range(0, 200, 20)
        ]
        self.tables.append(await tables.table(house, people[0], table))
        self.positions.append(await play.position(house, people[0], table))


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    found = Corpus()
    asyncio.run(found.gather())
    return found


class Answers:
    """Use cases that answer something of the corpus: the same again once the same number is drawn, spoilt where that is wanted."""

    def __init__(self, corpus: Corpus) -> None:
        self.corpus = corpus
        self.chance = random.Random(0)
        self.spoilt = False

    def draw(self, number: int) -> None:
        self.chance.seed(number)

    def some(self, name: str) -> Any:
        async def answer(*_: Any, **__: Any) -> Any:
            picked = self.chance.choice(getattr(self.corpus, name))
            return spoil(picked, self.chance) if self.spoilt else picked

        return answer


@pytest.fixture
def answers(corpus: Corpus, monkeypatch: pytest.MonkeyPatch) -> Answers:
    """The use cases of the corpus, in the place of the real ones."""
    made = Answers(corpus)
    monkeypatch.setattr(play, "position", made.some("positions"))
    monkeypatch.setattr(streams, "events", made.some("frames"))
    monkeypatch.setattr(tables, "table", made.some("tables"))
    monkeypatch.setattr(play, "submit", made.some("moves"))
    monkeypatch.setattr(errors, "LOG", Mock())
    return made


FAULT, STRANGE = ValueError("a secret"), object()
"""Each is one value, so that it is equal to itself where a scalar hands it on as it is."""


class Spoilt:
    """An answer one of whose attributes is not what it should be."""

    def __init__(self, answer: Any, name: str, value: Any) -> None:
        self.answer = answer
        self.name = name
        self.value = value

    def __getattr__(self, name: str) -> Any:
        return self.value if name == self.name else getattr(self.answer, name)


def spoil(answer: Any, chance: random.Random) -> Any:
    """The answer, in some place of which something is wrong."""
    if isinstance(answer, list):
        return [spoil(one, chance) if chance.random() < 0.3 else one for one in answer]
    wrong = chance.choice([None, 7, "seven", [None], {}, 2**40, FAULT, STRANGE])
    if isinstance(answer, dict):
        name = chance.choice([*answer, "more"])
        deeper = answer.get(name)
        return answer | {
            name: spoil(deeper, chance) if isinstance(deeper, dict | list) and chance.random() < 0.7 else wrong
        }
    names = getattr(type(answer), "__struct_fields__", ())
    if not names:
        return wrong
    name = chance.choice(names)
    deeper = getattr(answer, name)
    if chance.random() < 0.6 and (isinstance(deeper, dict | list) or hasattr(type(deeper), "__struct_fields__")):
        return Spoilt(answer, name, spoil(deeper, chance))
    return Spoilt(answer, name, wrong)


class Writer:
    """Writes random selections, with aliases, fragments and directives."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.fragments: list[str] = []

    def select(self, name: str, depth: int) -> str:
        chance, named = self.chance, CORE.type_map[name]
        parts = ["__typename"] if chance.random() < 0.4 else []
        if isinstance(named, GraphQLUnionType | GraphQLInterfaceType):
            possible = CORE.get_possible_types(named)
            chosen = chance.sample(possible, min(len(possible), 3))
            parts += [f"... on {one.name} {{ {self.select(one.name, depth - 1)} }}" for one in chosen]
        if isinstance(named, GraphQLObjectType | GraphQLInterfaceType):
            names = chance.sample(list(named.fields), min(len(named.fields), chance.randint(1, 9)))
            parts += [self.field(named, one, depth) for one in names]
            if depth > 0 and chance.random() < 0.4:
                parts.append(self.fragment(named.name, depth))
        return " ".join(parts or ["__typename"])

    def field(self, named: Any, name: str, depth: int) -> str:
        chance, field = self.chance, named.fields[name]
        alias = f"a{chance.randrange(10**9)}: " if chance.random() < 0.15 else ""
        below = get_named_type(field.type)
        directive = (
            chance.choice([" @include(if: $yes)", " @skip(if: $yes)", " @skip(if: false)"])
            if chance.random() < 0.04
            else ""
        )
        if is_leaf_type(below):
            return f"{alias}{name}{directive}"
        if depth <= 0:
            return "__typename"
        twice = f" {name} {{ {self.select(below.name, depth - 1)} }}" if not alias and chance.random() < 0.15 else ""
        return f"{alias}{name}{directive} {{ {self.select(below.name, depth - 1)} }}{twice}"

    def fragment(self, on: str, depth: int) -> str:
        below = self.select(on, depth - 1)
        if self.chance.random() < 0.5:
            return f"... on {on} {{ {below} }}"
        name = f"F{len(self.fragments)}"
        self.fragments.append(f"fragment {name} on {on} {{ {below} }}")
        return f"...{name} ...{name}"


def both(text: str, who: Principal, draw: Any, seed: int) -> tuple[Any, Any, Known]:
    """What a document gets the short way, and the long way."""
    operation = open_operation(DOCUMENTS, Request(text, {"id": NOWHERE}))
    told = []
    for projectors in (operation.known.projectors, None):
        draw(seed)
        nobody: Any = SimpleNamespace(store=MemoryStore())
        told.append(asyncio.run(run(operation, Asking(nobody, who, "x", "r", projectors=projectors))))
    return told[0], told[1], operation.known


def ordered(value: Any) -> Any:
    """The same with the order of names told."""
    if isinstance(value, dict):
        return [(name, ordered(one)) for name, one in value.items()]
    return [ordered(one) for one in value] if isinstance(value, list) else value


@pytest.mark.parametrize("name", ["Position", "SubmitMove", "Table", "Frames"])
def test_the_trusted_documents_go_the_short_way(
    corpus: Corpus, answers: Answers, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    variables: dict[str, Any] = {
        "id": NOWHERE,
        "table": NOWHERE,
        "input": {"table": NOWHERE, "n": 0, "actions": [{"text": "gold"}]},
    }
    for seed in range(20):
        operation = open_operation(DOCUMENTS, Request(OWN[name], variables))
        told = []
        for projectors in (operation.known.projectors, None):
            answers.draw(seed)
            nobody: Any = SimpleNamespace(store=MemoryStore())
            told.append(asyncio.run(run(operation, Asking(nobody, corpus.who, "x", "r", projectors=projectors))))
        assert ordered(told[0]) == ordered(told[1])
        assert "errors" not in told[0]
    assert operation.known.projectors
    assert None not in operation.known.projectors.values()
    answers.draw(1)
    monkeypatch.setattr(ExecutorThrowingOnIncremental, "collect_and_execute_subfields", None)
    nobody = SimpleNamespace(store=MemoryStore())
    asking = Asking(nobody, corpus.who, "x", "r", projectors=operation.known.projectors)
    assert "errors" not in asyncio.run(run(operation, asking)), "the long way was gone"


@pytest.mark.parametrize("spoilt", [False, True])
def test_random_documents_get_the_same_either_way(corpus: Corpus, answers: Answers, spoilt: bool) -> None:
    answers.spoilt = spoilt
    short = failed = 0
    for number in range(RANDOM):
        chance = random.Random(number)
        written = Writer(chance)
        root = chance.choice(list(ROOTS))
        selected = written.select(ROOTS[root], 4)
        text = " ".join([root.format(selected), *written.fragments])
        try:
            fast, slow, known = both(text, corpus.who, answers.draw, number)
        except Exception as error:
            if type(error).__name__ in {"Faulty", "TooMuch"}:  # the same name for two things, or too much of it
                continue
            raise
        assert ordered(fast) == ordered(slow), text
        short += any(write is not None for write in known.projectors.values())
        failed += "errors" in slow
    # spoilt answers reach fewer objects; documents are kept, so the other case may have come before and found more
    assert short > RANDOM // (5 if spoilt else 3)
    assert (failed > RANDOM // 10) is spoilt


class Number(int):
    """A number that says something else of itself."""

    def __str__(self) -> str:
        return "number"


VALUES: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 2**31 - 1, 2**31, -(2**31), -(2**31) - 1, 2**53, 1.0, 1.5, "", "x", "1", "open", "OPEN", "gold",
    b"x", [], {}, object(), Edition.MODERN, Number(5),
)  # fmt: skip


@pytest.mark.parametrize("name", [name for name, named in CORE.type_map.items() if is_leaf_type(named)])
def test_a_leaf_is_written_as_its_type_serializes_it_or_goes_the_long_way(name: str) -> None:
    leaf: Any = CORE.type_map[name]
    write = of_leaf(leaf)
    for value in VALUES:
        try:
            told = write(value)
        except Exception:  # noqa: BLE001  whatever it is
            continue  # the long way
        said = leaf.coerce_output_value(value)
        assert said is not None
        assert (type(told), told) == (type(said), said), value


def test_a_field_with_a_resolver_goes_the_long_way() -> None:
    for text in (
        "{ catalogue { rules } }",
        'query Q($x: Boolean!) { position(table: "x") { number @include(if: $x) } }',
    ):
        document: Any = parse(text)
        (field,) = document.definitions[0].selection_set.selections
        assert CORE.query_type is not None
        of: Any = get_named_type(CORE.query_type.fields[field.name.value].type)
        assert writer(CORE, of, [field], {}) is None


def test_what_is_worked_out_for_a_document_is_bounded() -> None:
    names = [f"a{number}" for number in range(8)]
    text = (
        "query Q(" + " ".join(f"${name}: Boolean!" for name in names) + ") { limits { "
        + " ".join(f"costs @include(if: ${name}) {{ cost }}" for name in names) + " } }"
    )  # fmt: skip
    document = parse(text)

    context = Asking(None, None, "x", "r", projectors={})  # type: ignore[arg-type]  # no house is asked
    answer = LimitsAnswer(1, 1.0, 1, 0, {"x": 1})

    for number in range(256):
        chosen = {name: bool(number >> place & 1) for place, name in enumerate(names)}
        assert CORE.query_type is not None
        limits = CORE.query_type.fields["limits"]
        kept, limits.resolve = limits.resolve, lambda *_: answer
        try:
            result: Any = execute(
                CORE, document, context_value=context, variable_values=chosen, executor_class=Projecting
            )
        finally:
            limits.resolve = kept
        assert result.data == {"limits": {"costs": [{"cost": 1}]} if number else {}}
    assert context.projectors is not None
    assert 0 < len(context.projectors) <= MOST
