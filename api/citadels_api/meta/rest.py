"""The service about itself: whether it lives, what it offers, what its refusals mean."""

from __future__ import annotations

import asyncio
from functools import cache
from typing import TYPE_CHECKING, Any, Final

import msgspec

from citadels_api.http.page_files import content, negotiated
from citadels_api.meta.contract import Health, ProblemKind
from citadels_api.operations import PUBLIC, Operation
from citadels_api.problems import PROBLEMS, Refusal
from citadels_api.rest.request import Reply
from citadels_api.store.ports import StoreError

if TYPE_CHECKING:
    from collections.abc import Callable

    from citadels_api.http.page_files import Content
    from citadels_api.rest.request import Request


TAG: Final = "house"
READY_S: Final = 1.5
"""How long the store may take to say that it is there."""


async def health(_: Request) -> Health:
    """The process lives."""
    return Health("ok")


async def readiness(request: Request) -> Health:
    """The process can do its work."""
    if request.running.draining:
        raise Refusal("unavailable", "this process is about to end", retry_after=1)
    try:
        await asyncio.wait_for(request.house.store.now(), READY_S)
    except (StoreError, TimeoutError):
        raise Refusal("unavailable", "the store does not answer", retry_after=1) from None
    return Health("ok")


async def metrics(request: Request) -> Reply:
    """Figures for Prometheus."""
    return Reply(await request.running.exposition.text(), media="text/plain")


@cache
def openapi_content(describe: Callable[[], dict[str, Any]]) -> Content:
    """The description of this door, as JSON."""
    return content(msgspec.json.encode(describe()), "application/json", press=True)


@cache
def graphql_content(write: Callable[[], str]) -> Content:
    """The schema of the other door."""
    return content(write().encode(), "text/plain", press=True)


def described(request: Request, made: Content) -> Reply:
    """A description as it is sent: it stays the same until the service is another, and a browser asks each time whether it has."""
    status, fields, body = negotiated(made, request.headers)
    return Reply(body, status=status, media=made.media, headers=((b"cache-control", b"no-cache"), *fields))


async def openapi(request: Request) -> Reply:
    """The description of this door."""
    return described(request, await asyncio.to_thread(openapi_content, request.running.openapi_document))


async def graphql_schema(request: Request) -> Reply:
    """The schema of the other door."""
    write = request.running.graphql_text
    if write is None:
        raise Refusal("not_found", "this process has no GraphQL")
    return described(request, await asyncio.to_thread(graphql_content, write))


async def problem(request: Request) -> ProblemKind:
    """What a code means."""
    code = request.path["code"]
    kind = PROBLEMS.get(code)
    if kind is None:
        raise Refusal("not_found", "there is no such code")
    return ProblemKind(code, kind.status, kind.title, kind.description)


OPERATIONS: Final = (
    Operation(
        id="getHealth",
        method="GET",
        path="/healthz",
        run=health,
        tag=TAG,
        summary="Does the process live",
        description="Answers whatever the store does.",
        scope=PUBLIC,
        answer=Health,
    ),
    Operation(
        id="getReadiness",
        method="GET",
        path="/readyz",
        run=readiness,
        tag=TAG,
        summary="Can the process work",
        description="Whether the store answers and the process is not about to end.",
        scope=PUBLIC,
        answer=Health,
        codes=("unavailable",),
    ),
    Operation(
        id="getMetrics",
        method="GET",
        path="/metrics",
        run=metrics,
        tag=TAG,
        summary="Figures for Prometheus",
        description="The figures of all processes and of the store, in the text format of Prometheus, not older than a second. While the "
        "store is away they are left out, but for the one that says so.",
        scope=PUBLIC,
        steady=True,
        pressed=True,
        media=("text/plain",),
        answer="text/plain",
        codes=("unavailable",),
    ),
    Operation(
        id="getOpenApi",
        method="GET",
        path="/openapi.json",
        run=openapi,
        tag=TAG,
        summary="This description",
        description="The OpenAPI 3.1 description of everything here.",
        scope=PUBLIC,
        steady=True,
        headers=("If-None-Match",),
        etag=True,
        answer="application/json",
    ),
    Operation(
        id="getGraphqlSchema",
        method="GET",
        path="/schema.graphql",
        run=graphql_schema,
        tag=TAG,
        summary="The GraphQL schema",
        description="The schema of `/graphql`, in its definition language.",
        scope=PUBLIC,
        steady=True,
        headers=("If-None-Match",),
        etag=True,
        media=("text/plain",),
        answer="text/plain",
        codes=("not_found",),
    ),
    Operation(
        id="getProblem",
        method="GET",
        path="/problems/{code}",
        run=problem,
        tag=TAG,
        summary="What a code means",
        description="What is meant by a problem's `code`, which is also the end of its `type`.",
        scope=PUBLIC,
        answer=ProblemKind,
    ),
)
