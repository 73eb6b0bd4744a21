"""Our REST door beside FastAPI: finding an operation, reading a position, and what the description tells.

- `find`: an operation by its address, ours and starlette's `Router` with the same operations.
- `read`: `GET /v1/tables/{table}/position` in this process, over a store in memory, with the same checks and the same use case. FastAPI
  has all operations; it is given the encoded answer, so that its own, slower encoding of models does not count.
- `described`: responses in OpenAPI. FastAPI describes what a signature says; the other responses would be written beside each operation.

FastAPI is fetched for this bench alone. Its starlette is ours.
"""

from __future__ import annotations

import inspect
import warnings
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from citadels_api import rate_limits
from citadels_api.credentials import service as credential_service
from citadels_api.http.auth import bearer, together
from citadels_api.operations import Router
from citadels_api.play import service as play
from citadels_api.play.rest import etag
from citadels_api.published import openapi_document
from citadels_api.rest.dispatch import Rest
from citadels_api.routes import OPERATIONS
from starlette.routing import Match, Route
from starlette.routing import Router as StarletteRouter

from bench._decisions.turns import Way, awaited, in_turns, loop, repeated
from bench._decisions.world import World
from bench.service import InProcess
from tools.fetch import fetch

if TYPE_CHECKING:
    from citadels_api.context import House
    from citadels_api.operations import Operation

MOVES = 40
POSITION = "getPosition"


def measure(rounds: int) -> dict[str, Any]:
    """The figures."""
    fetch("fastapi", "fastapi")
    with loop() as runner:
        world: World = runner.run(World.make(MOVES))
        library = application(world.house)
        callers = {"ours": InProcess(Rest(world.app.running, OPERATIONS)), "fastapi": InProcess(library)}
        path, head = f"/v1/tables/{world.table}/position", f"Bearer {world.secret}"

        async def read(caller: InProcess, count: int) -> bytes:
            for _ in range(count):
                status, body = await caller.call("GET", path, Authorization=head)
                if status != 200:
                    raise RuntimeError(f"{status}: {body[:300]!r}")
            return body

        if len({runner.run(read(caller, 1)) for caller in callers.values()}) != 1:
            raise RuntimeError("the answers differ")
        ways = {name: awaited(runner, partial(read, caller)) for name, caller in callers.items()}
        with warnings.catch_warnings(action="ignore"):  # pydantic says that FastAPI names its models twice
            described = library.openapi()
        return {
            "operations": len(OPERATIONS),
            "find": in_turns(finding(), rounds).figures(),
            "read": in_turns(ways, rounds).figures(),
            "described": {"ours": responses(openapi_document()), "fastapi": responses(described)},
        }


def line(found: dict[str, Any]) -> str:
    """The figures in a sentence."""
    told = found["described"]
    return (
        f"starlette's router costs {found['find']['over_ours']['starlette']} times our CPU to find one of {found['operations']} operations, FastAPI "
        f"{found['read']['over_ours']['fastapi']} times for a whole read; our description has {told['ours']} responses, FastAPI's {told['fastapi']}"
    )


def finding() -> dict[str, Way]:
    """How both routers find each operation once."""
    addresses = [(one.method, one.path.replace("{", "").replace("}", "")) for one in OPERATIONS]
    ours = Router(OPERATIONS)
    theirs = StarletteRouter([Route(one.path, nothing, methods=[one.method]) for one in OPERATIONS])

    def find_ours() -> None:
        for method, path in addresses:
            found = ours.find(path)
            assert found is not None
            assert method in found[0]

    def find_theirs() -> None:
        for method, path in addresses:
            scope = {"type": "http", "method": method, "path": path, "root_path": ""}
            assert any(route.matches(scope)[0] is Match.FULL for route in theirs.routes)

    return {"ours": repeated(find_ours), "starlette": repeated(find_theirs)}


def nothing() -> None:
    """Stand for an operation that is never run."""


def application(house: House) -> Any:
    """FastAPI with all operations, of which only the position does anything."""
    fastapi = import_module("fastapi")
    app = fastapi.FastAPI()
    encoder = msgspec.json.Encoder()

    async def admit(request: Any) -> Any:
        """Check rate limit and credential as our dispatcher does, with the same first read."""
        secret = bearer(request.headers.get("authorization", "").encode())
        assert secret is not None
        address, mine, who, ahead = await together(
            rate_limits.spend_address(house, "127.0.0.1", 1),
            rate_limits.spend_credential(house, rate_limits.digest(secret), 1),
            credential_service.authenticate(house, secret),
            play.prefetch(house, None, request.path_params["table"], None),
        )
        rate_limits.check(address)
        rate_limits.check(mine)
        request.state.told = rate_limits.headers(house.settings, address, mine)
        return who, ahead

    async def position(request: Any, table: str, admitted: Any) -> Any:
        """Read the position."""
        who, ahead = admitted
        found = await play.position(house, who, table, prefetched=ahead)
        headers = {name.decode(): value.decode() for name, value in request.state.told} | {"etag": etag(found)}
        return fastapi.Response(encoder.encode(found), media_type="application/json", headers=headers)

    admit.__annotations__["request"] = fastapi.Request
    position.__annotations__ |= {
        "request": fastapi.Request,
        "table": str,
        "admitted": Annotated[Any, fastapi.Depends(admit)],
    }
    for one in OPERATIONS:
        run = position if one.id == POSITION else signed(one, fastapi)
        app.add_api_route(one.path, run, methods=[one.method], operation_id=one.id, status_code=one.status)
    return app


def signed(operation: Operation, fastapi: Any) -> Any:
    """A function with the signature of an operation, from which FastAPI describes it."""

    def run(**_given: object) -> None:
        """Do nothing."""

    kinds = dict.fromkeys(operation.parameters, str)
    if operation.query is not None:
        kinds["query"] = Annotated[operation.query, fastapi.Query()]  # type: ignore[assignment]  # a form that FastAPI reads
    if operation.body is not None:
        kinds["body"] = operation.body  # type: ignore[assignment]  # a model
    only = inspect.Parameter.KEYWORD_ONLY
    run.__signature__ = inspect.Signature(  # type: ignore[attr-defined]  # functions may have one
        [inspect.Parameter(name, only, annotation=kind) for name, kind in kinds.items()]
    )
    return run


def responses(document: dict[str, Any]) -> int:
    """How many responses of operations a description has."""
    return sum(
        len(operation.get("responses", {}))
        for path in document["paths"].values()
        for method, operation in path.items()
        if method in {"get", "post", "put", "patch", "delete"}
    )
