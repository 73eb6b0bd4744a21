"""The service about itself: whether it lives, what it offers, what its refusals mean."""

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
"""How long the store may take to say that it is there."""


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


@routes("GET", "/healthz", "Does the process live", scope=PUBLIC)
async def get_health(_: Request) -> Health:
    """Answers whatever the store does."""
    return Health("ok")


@routes("GET", "/readyz", "Can the process work", scope=PUBLIC, codes=("unavailable",))
async def get_readiness(request: Request) -> Health:
    """Whether the store answers and the process is not about to end."""
    if request.running.draining:
        raise Refusal("unavailable", "this process is about to end", retry_after=1)
    try:
        await asyncio.wait_for(request.house.store.now(), READY_S)
    except (StoreError, TimeoutError):
        raise Refusal("unavailable", "the store does not answer", retry_after=1) from None
    return Health("ok")


@routes(
    "GET",
    "/metrics",
    "Figures for Prometheus",
    scope=PUBLIC,
    steady=True,
    pressed=True,
    media=("text/plain",),
    answer="text/plain",
    codes=("unavailable",),
)
async def get_metrics(request: Request) -> Reply:
    """The figures of all processes and of the store, in the text format of Prometheus, not older than a second. While the store is away
    they are left out, but for the one that says so.
    """
    return Reply(await request.running.exposition.text(), media="text/plain")


@routes(
    "GET",
    "/openapi.json",
    "This description",
    scope=PUBLIC,
    steady=True,
    headers=("If-None-Match",),
    etag=True,
    answer="application/json",
)
async def get_open_api(request: Request) -> Reply:
    """The OpenAPI 3.1 description of everything here."""
    return described(request, await asyncio.to_thread(openapi_content, request.running.openapi_document))


@routes(
    "GET",
    "/schema.graphql",
    "The GraphQL schema",
    scope=PUBLIC,
    steady=True,
    headers=("If-None-Match",),
    etag=True,
    media=("text/plain",),
    answer="text/plain",
    codes=("not_found",),
)
async def get_graphql_schema(request: Request) -> Reply:
    """The schema of `/graphql`, in its definition language."""
    write = request.running.graphql_text
    if write is None:
        raise Refusal("not_found", "this process has no GraphQL")
    return described(request, await asyncio.to_thread(graphql_content, write))


@routes("GET", "/problems/{code}", "What a code means", scope=PUBLIC)
async def get_problem(request: Request) -> ProblemKind:
    """What is meant by a problem's `code`, which is also the end of its `type`."""
    code = request.path["code"]
    kind = PROBLEMS.get(code)
    if kind is None:
        raise Refusal("not_found", "there is no such code")
    return ProblemKind(code, kind.status, kind.title, kind.description)
