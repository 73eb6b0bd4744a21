"""The REST operations of the service itself: health, schemas, documentation of problem codes."""

from __future__ import annotations

import asyncio
from functools import cache
from typing import TYPE_CHECKING, Any, Final

import msgspec

from citadels_api.http.page_files import content, negotiated
from citadels_api.meta.contract import Health, ProblemKind
from citadels_api.operations import PUBLIC, Routes
from citadels_api.problems import PROBLEMS, Refusal
from citadels_api.rest.request import Reply
from citadels_api.store.ports import StoreError

if TYPE_CHECKING:
    from collections.abc import Callable

    from citadels_api.http.page_files import Content
    from citadels_api.rest.request import Request


routes: Final = Routes("house")
READY_S: Final = 1.5
"""The time that the store has for a health check."""


@cache
def openapi_content(describe: Callable[[], dict[str, Any]]) -> Content:
    """The OpenAPI description, as JSON."""
    return content(msgspec.json.encode(describe()), "application/json", press=True)


@cache
def graphql_content(write: Callable[[], str]) -> Content:
    """The GraphQL schema, as text."""
    return content(write().encode(), "text/plain", press=True)


def described(request: Request, made: Content) -> Reply:
    """Return a description. It stays the same for one version of the service; browsers ask each time whether it has changed."""
    status, fields, body = negotiated(made, request.headers)
    return Reply(body, status=status, media=made.media, headers=((b"cache-control", b"no-cache"), *fields))


@routes("GET", "/healthz", "Check whether the process is alive", scope=PUBLIC)
async def get_health(_: Request) -> Health:
    """Answers without asking the store."""
    return Health("ok")


@routes("GET", "/readyz", "Check whether the process is ready", scope=PUBLIC, codes=("unavailable",))
async def get_readiness(request: Request) -> Health:
    """Tells whether the store answers and the process is not shutting down, and whether the store has room for new things."""
    if request.running.draining:
        raise Refusal("unavailable", "this process is about to end", retry_after=1)
    try:
        await asyncio.wait_for(request.house.store.now(), READY_S)
    except (StoreError, TimeoutError):
        raise Refusal("unavailable", "the store does not answer", retry_after=1) from None
    return Health("ok", full=request.house.room.low)


@routes(
    "GET",
    "/metrics",
    "Get metrics for Prometheus",
    scope=PUBLIC,
    steady=True,
    pressed=True,
    media=("text/plain",),
    answer="text/plain",
    codes=("unavailable",),
)
async def get_metrics(request: Request) -> Reply:
    """Returns the metrics of all processes and of the store in the text format of Prometheus, at most one second old. While the store is
    away, the response contains only the metric that says so.
    """
    return Reply(await request.running.exposition.text(), media="text/plain")


@routes(
    "GET",
    "/openapi.json",
    "Get this description",
    scope=PUBLIC,
    steady=True,
    headers=("If-None-Match",),
    etag=True,
    answer="application/json",
)
async def get_open_api(request: Request) -> Reply:
    """Returns the OpenAPI 3.1 description of this API."""
    return described(request, await asyncio.to_thread(openapi_content, request.running.openapi_document))


@routes(
    "GET",
    "/schema.graphql",
    "Get the GraphQL schema",
    scope=PUBLIC,
    steady=True,
    headers=("If-None-Match",),
    etag=True,
    media=("text/plain",),
    answer="text/plain",
    codes=("not_found",),
)
async def get_graphql_schema(request: Request) -> Reply:
    """Returns the schema of `/graphql` in the schema definition language."""
    write = request.running.graphql_text
    if write is None:
        raise Refusal("not_found", "this process has no GraphQL")
    return described(request, await asyncio.to_thread(graphql_content, write))


@routes("GET", "/problems/{code}", "Explain a problem code", scope=PUBLIC)
async def get_problem(request: Request) -> ProblemKind:
    """Explains the `code` of a problem. The code is also the end of the problem's `type`."""
    code = request.path["code"]
    kind = PROBLEMS.get(code)
    if kind is None:
        raise Refusal("not_found", "there is no such code")
    return ProblemKind(code, kind.status, kind.title, kind.description)
