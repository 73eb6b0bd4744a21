"""Our projection of GraphQL answers beside graphql-core's executor and strawberry's: a view of a running game, read in this process.

All three execute the trusted document `Position` with the same schema over the same store in memory, and must give the same answer.

- `core`: the same request without projection, on graphql-core's own executor; the document is parsed and validated once, as ours is.
- `strawberry`: `Schema.execute` with strawberry's own caches of parsed and validated documents.
- `as_it_comes`: `Schema.execute` without extensions, which parses and validates each time.
"""

from collections.abc import Awaitable, Callable, Coroutine
from copy import copy
from typing import Any, Final

import strawberry
from citadels_api.credentials.service import authenticate
from citadels_api.graphql.context import Asking
from citadels_api.graphql.documents import Documents, trusted_by_name
from citadels_api.graphql.execution import Request, open_operation, run
from citadels_api.graphql.schema import CORE, SCHEMA
from strawberry.extensions import ParserCache, ValidationCache

from bench._decisions.turns import awaited, in_turns, loop
from bench._decisions.world import World

MOVES: Final = 40

Call = Callable[[], Coroutine[Any, Any, Any]]


def measure(rounds: int) -> dict[str, Any]:
    """The figures."""
    with loop() as runner:
        world: World = runner.run(World.make(MOVES))
        text = trusted_by_name()["Position"]
        operation = open_operation(
            Documents(CORE, introspection=True, trusted={}), Request(text, {"table": world.table}, "Position")
        )
        who = runner.run(authenticate(world.house, world.secret))
        cached = with_caches()

        def asking(*, projected: bool) -> Asking:
            return Asking(world.house, who, "local", "", {}, operation.known.projectors if projected else None)

        async def ours() -> Any:
            return (await run(operation, asking(projected=True)))["data"]

        async def core() -> Any:
            return (await run(operation, asking(projected=False)))["data"]

        async def stock(schema: strawberry.Schema) -> Any:
            variables = {"table": world.table}
            found = await schema.execute(text, variables, asking(projected=False), operation_name="Position")
            return found.data

        calls: dict[str, Call] = {
            "ours": ours,
            "core": core,
            "strawberry": lambda: stock(cached),
            "as_it_comes": lambda: stock(SCHEMA),
        }
        answers = {name: runner.run(call()) for name, call in calls.items()}
        if any(answer != answers["ours"] for answer in answers.values()) or answers["ours"]["position"] is None:
            raise RuntimeError("the answers differ")
        ways = {name: awaited(runner, times(call)) for name, call in calls.items()}
        return {"values": values(answers["ours"]), **in_turns(ways, rounds).figures()}


def line(found: dict[str, Any]) -> str:
    """The figures in a sentence."""
    over = found["over_ours"]
    return (
        f"for a view of {found['values']} values graphql-core's executor costs {over['core']} times our CPU, strawberry with its caches "
        f"{over['strawberry']} times, as it comes {over['as_it_comes']} times"
    )


def with_caches() -> strawberry.Schema:
    """The schema with strawberry's own caches; it shares graphql-core's form of it."""
    parsed, validated = ParserCache(maxsize=100), ValidationCache(maxsize=100)
    cached = copy(SCHEMA)
    cached.extensions = (lambda: parsed, lambda: validated)
    return cached


def times(call: Call) -> Callable[[int], Awaitable[None]]:
    """The work of so many calls."""

    async def work(count: int) -> None:
        for _ in range(count):
            await call()

    return work


def values(answer: Any) -> int:
    """How many leaves an answer has.

    >>> values({"a": [1, None], "b": {"c": "d"}})
    3
    """
    if isinstance(answer, dict):
        return sum(map(values, answer.values()))
    return sum(map(values, answer)) if isinstance(answer, list) else 1
