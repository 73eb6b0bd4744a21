"""Executing an operation: one wait for the credential, the cost and the table that it needs; then the operation itself.

1. The credential, both buckets and the first read of a move are requested at the same time.
2. A query or a mutation has one result. A subscription has results until its source ends.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from graphql import ExecutionResult, OperationType, execute, subscribe
from strawberry.execution import optimized_is_awaitable

from citadels_api import ids, rate_limits
from citadels_api.context import needs_room
from citadels_api.credentials import service as credential_service
from citadels_api.graphql.context import Asking
from citadels_api.graphql.errors import fault, refusal_of, told_error, told_refusal
from citadels_api.graphql.projection import Projecting
from citadels_api.graphql.rest_twins import TWINS
from citadels_api.graphql.schema import CORE
from citadels_api.http.auth import bearer, together
from citadels_api.play import service as play
from citadels_api.problems import Refusal
from citadels_api.routes import BY_ID
from citadels_api.store.ports import Unknown

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from citadels_api.context import Principal
    from citadels_api.graphql.cost_limits import Bill
    from citadels_api.graphql.documents import Documents, Faulty, Known, Meant
    from citadels_api.http.process import Running


Fields = list[tuple[bytes, bytes]]


@dataclass(frozen=True, slots=True)
class Request:
    """What the client sent: a document's text, its variables, the name of the operation."""

    text: str
    variables: dict[str, Any] | None = None
    operation_name: str | None = None


@dataclass(frozen=True, slots=True)
class Operation:
    """An operation that may be executed."""

    documents: Documents
    request: Request
    known: Known
    bill: Bill
    meant: Meant
    price: int

    @property
    def write(self) -> bool:
        """Whether it is a mutation."""
        return self.meant.kind is OperationType.MUTATION

    @property
    def makes(self) -> bool:
        """Whether one of its fields makes something that is kept."""
        return any(BY_ID[TWINS[name]].makes for name in self.meant.fields)

    @property
    def timeless(self) -> bool:
        """Whether it is only introspection."""
        return self.bill.only_introspection and not self.request.variables

    @property
    def follows(self) -> bool:
        """Whether it is a subscription."""
        return self.meant.kind is OperationType.SUBSCRIPTION


def open_operation(documents: Documents, request: Request) -> Operation:
    """The operation of a request; `TooMuch` or `Faulty` if it cannot be executed."""
    known, bill = documents.prepare(request.text, request.operation_name, request.variables)
    meant = documents.meant(known, request.operation_name)
    return Operation(documents, request, known, bill, meant, documents.price(meant, bill))


async def first_wait(
    running: Running, *, address: str, said: bytes | None, price: int, told: Fields, operation: Operation | None = None
) -> tuple[Principal | None, dict[str, Any]]:
    """The account of the request after all checks, and the table that the operation reads first. `told` gets the remaining rate limit."""
    house = running.house
    secret: str | None = None
    misspelt: Refusal | None = None
    try:
        secret = bearer(said)
    except Refusal as refusal:
        misspelt = refusal
    expected = None if secret is None else running.known.get(secret)
    table = None if operation is None or misspelt is not None else table_ahead(operation)
    bucket, mine, who, ahead = await together(
        rate_limits.spend_address(house, address, price),
        None if secret is None else rate_limits.spend_credential(house, rate_limits.digest(secret), price),
        None if secret is None else credential_service.authenticate(house, secret),
        None if table is None else play.prefetch(house, expected, table[0], table[1]),
    )
    for came in (bucket, mine):
        if isinstance(came, BaseException):
            raise came
    told += rate_limits.headers(house.settings, bucket, None if isinstance(who, BaseException) else mine)
    rate_limits.check(bucket)
    if isinstance(who, BaseException):
        raise who
    if mine is not None:
        rate_limits.check(mine)
    if misspelt is not None:
        raise misspelt
    if secret is not None and expected is None:
        running.remember(secret, who)
    if operation is not None and operation.makes:
        needs_room(house)
    if isinstance(ahead, BaseException):
        raise ahead
    return who, {} if table is None else {table[0]: ahead}


def table_ahead(operation: Operation) -> tuple[str, str | None] | None:
    """The table to read ahead, and its idempotency key; None without a table."""
    place = operation.meant.ahead
    if place is None:
        return None
    table, key = place.named(operation.request.variables)
    if table is None or not ids.is_id("game", table):
        return None
    return table, key


async def admit(
    running: Running, *, address: str, said: bytes | None, request_id: str, operation: Operation, told: Fields
) -> Asking:
    """The context for the resolvers, after all checks."""
    who, ahead = await first_wait(
        running, address=address, said=said, price=operation.price, told=told, operation=operation
    )
    return Asking(running.house, who, address, request_id, ahead, operation.known.projectors)


async def run(operation: Operation, asking: Asking) -> dict[str, Any]:
    """The result of a query or a mutation, as it is sent. An introspection result is cached."""
    request = operation.request
    if operation.timeless:
        known = operation.documents.answers.get((request.text, request.operation_name))
        if known is not None:
            return known
    is_awaitable: Any = optimized_is_awaitable
    result: Any = execute(
        CORE,
        operation.known.document,
        context_value=asking,
        variable_values=request.variables,
        operation_name=request.operation_name,
        is_awaitable=is_awaitable,
        executor_class=Projecting,
        hide_suggestions=True,
    )
    if not isinstance(result, ExecutionResult):
        result = await result
    if operation.write:
        try:
            await asking.house.store.secure()
        except Unknown:
            return refused(Refusal("unknown_outcome", retry_after=1), asking.request_id)
    told = told_result(result, operation, asking)
    if operation.timeless and not result.errors:
        operation.documents.keep_answer(request.text, request.operation_name, told)
    return told


def told_result(result: ExecutionResult, operation: Operation, asking: Asking) -> dict[str, Any]:
    """A result as it is sent."""
    told: dict[str, Any] = {"data": result.data}
    if result.errors:
        told["errors"] = [told_error(one, asking.request_id, write=operation.write) for one in result.errors]
    told["extensions"] = {"cost": operation.price}
    return told


async def streams(operation: Operation, asking: Asking) -> AsyncGenerator[dict[str, Any], None]:
    """The results of any operation, in order. An error is the last result."""
    if not operation.follows:
        yield await run(operation, asking)
        return
    request = operation.request
    source: Any = subscribe(
        CORE,
        operation.known.document,
        context_value=asking,
        variable_values=request.variables,
        operation_name=request.operation_name,
        executor_class=Projecting,
        hide_suggestions=True,
    )
    if not isinstance(source, ExecutionResult | AsyncIterator):
        source = await source
    if isinstance(source, ExecutionResult):
        yield {"errors": [told_error(one, asking.request_id) for one in source.errors or ()]}
        return
    try:
        async for result in source:
            yield told_result(result, operation, asking)
    except Exception as error:  # noqa: BLE001  a stream ends with what went wrong
        refusal = refusal_of(error, write=False)
        told = fault(error, asking.request_id) if refusal is None else told_refusal(refusal, asking.request_id)
        yield {"errors": [told]}
    finally:
        await source.aclose()


def refused(refusal: Refusal, request_id: str) -> dict[str, Any]:
    """A response that contains only a refusal."""
    return {"errors": [told_refusal(refusal, request_id)]}


def faulty(found: Faulty, request_id: str) -> dict[str, Any]:
    """A response that contains only the mistakes in a document."""
    return {"errors": [told_error(one, request_id) for one in found.errors]}
