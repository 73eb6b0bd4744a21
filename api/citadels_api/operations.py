"""Operations, and the router that finds the operation of a request.

1. An operation declares everything about itself here: scope, parameters, response, refusals. The dispatcher and OpenAPI both read it, so
   they always agree.
2. Access is denied by default: `scope` is PUBLIC, SIGNED_IN or a name of `SCOPES`, and has no default. The dispatcher checks it; no handler
   does.
3. The router finds a path in a tree of its segments. `{table}` and the like match one segment; fixed segments match first.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Literal

from citadels_api.context import SCOPES
from citadels_api.problems import PROBLEMS
from citadels_api.rate_limits import COSTS, MAKES

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable

    from pydantic import BaseModel

    from citadels_api.rest.request import Request

    Handler = Callable[[Request], Awaitable[Any]]
    Method = Literal["GET", "POST", "PUT", "PATCH", "DELETE"]


PUBLIC: Final = "public"
"""For everybody, with or without a credential."""
SIGNED_IN: Final = "signed in"
"""For everybody with a credential."""

ALWAYS: Final = ("invalid", "too_large", "headers_too_large", "timed_out", "internal")
"""The refusals of any request, before an operation is found or for every operation."""


@dataclass(frozen=True, slots=True)
class Link:
    """A possible next request after a response: parameters of another operation, as expressions over this response."""

    name: str
    operation: str
    parameters: dict[str, str]
    description: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """An operation of the API."""

    id: str
    method: Method
    path: str
    run: Handler
    tag: str
    summary: str
    description: str
    scope: str
    answer: Any
    """The type of the response (a struct, or a media type if it is not JSON)."""
    status: int = 200
    body: type[BaseModel] | None = None
    query: type[BaseModel] | None = None
    codes: tuple[str, ...] = ()
    """Its own refusals, beyond those of every operation."""
    headers: tuple[str, ...] = ()
    """The request headers that it reads, by their names in `openapi.REQUEST_HEADERS`."""
    media: tuple[str, ...] = ("application/json",)
    """The media types of its response, the one for `*/*` first."""
    etag: bool = False
    """Whether its response has an ETag, and `If-None-Match` may get 304."""
    links: tuple[Link, ...] = ()
    pressed: bool = False
    """Whether its response may be compressed: it may be long and contains nothing hidden."""
    safe: bool = False
    """Whether it only reads although it is a POST, because its input is too long for a URL."""
    steady: bool = False
    """Whether it answers without the store, and the same to everybody. It reads no credential, and only the address pays."""
    ahead: Callable[[Request], Awaitable[Any] | None] | None = None
    """A first read that runs together with the checks, if its key is already known. The result is in `request.ahead`."""
    parameters: tuple[str, ...] = field(init=False)
    cost: int = field(init=False)
    body_needed: bool = field(init=False)
    write: bool = field(init=False)
    makes: bool = field(init=False)
    """Whether it makes something that is kept, so that it is refused while the store is nearly full."""

    def __post_init__(self) -> None:
        if self.scope not in {PUBLIC, SIGNED_IN, *SCOPES}:
            raise ValueError(f"{self.id}: {self.scope!r} is no scope")
        if not self.summary or not self.description.endswith("."):
            raise ValueError(f"{self.id}: a summary and a description in sentences are needed")
        if unknown := set(self.codes) - set(PROBLEMS):
            raise ValueError(f"{self.id}: {sorted(unknown)} are no codes of PROBLEMS")
        segments = self.path.split("/")
        set_field = object.__setattr__
        set_field(self, "parameters", tuple(one[1:-1] for one in segments if one.startswith("{")))
        set_field(self, "cost", COSTS[self.id])
        set_field(self, "makes", self.id in MAKES)
        needed = self.body is not None and any(one.is_required() for one in self.body.model_fields.values())
        set_field(self, "body_needed", needed)
        set_field(self, "write", self.method != "GET" and not self.safe)

    @property
    def all_codes(self) -> tuple[str, ...]:
        """All its refusals, in the order of `PROBLEMS`."""
        found = {*self.codes, *ALWAYS}
        if self.cost:
            found |= {"rate_limited"} if self.steady else {"rate_limited", "unavailable", "unauthenticated", "expired"}
        if self.scope != PUBLIC:
            found.add("forbidden")
        if self.parameters:
            found.add("not_found")
        if self.makes:
            found.add("store_full")
        if self.body is not None:
            found |= {"unsupported_media_type"}
        if self.write and self.cost:
            found.add("unknown_outcome")
        if self.media != ("application/json",) or self.cost == 0 or self.steady:
            found.add("not_acceptable")
        return tuple(code for code in PROBLEMS if code in found)


class Routes:
    """The operations of a domain, in order of declaration. Each is the decorated function.

    The function's name in camel case is the operation's id, its docstring the description, its return type the response type.
    """

    def __init__(self, tag: str) -> None:
        self.tag = tag
        self.operations: list[Operation] = []

    def __call__(self, method: Method, path: str, summary: str, **said: Any) -> Callable[[Handler], Handler]:
        """Declare an operation; `said` are its other properties."""

        def declare(run: Handler) -> Handler:
            first, *rest = run.__name__.split("_")
            told = {
                "id": first + "".join(word.title() for word in rest),
                "tag": self.tag,
                "description": " ".join((run.__doc__ or "").split()),
                **said,
            }
            if "answer" not in told:
                told["answer"] = eval(run.__annotations__["return"], run.__globals__)  # noqa: S307  our own annotation
            self.operations.append(Operation(method=method, path=path, run=run, summary=summary, **told))
            return run

        return declare


class _Node:
    """A node in the tree of paths."""

    __slots__ = ("any", "fixed", "methods", "names")

    def __init__(self) -> None:
        self.fixed: dict[str, _Node] = {}
        self.any: _Node | None = None
        self.methods: dict[str, Operation] = {}
        self.names: tuple[str, ...] = ()


class Router:
    """Finds operations by method and path."""

    def __init__(self, operations: Iterable[Operation]) -> None:
        self.root = _Node()
        for operation in operations:
            node = self.root
            for segment in operation.path.split("/")[1:]:
                if segment.startswith("{"):
                    node.any = node.any or _Node()
                    node = node.any
                else:
                    node = node.fixed.setdefault(segment, _Node())
            if operation.method in node.methods:
                raise ValueError(f"{operation.method} {operation.path} is there twice")
            if node.methods and node.names != operation.parameters:
                raise ValueError(f"{operation.path}: the parameters have other names elsewhere")
            node.methods[operation.method] = operation
            node.names = operation.parameters

    def find(self, path: str) -> tuple[dict[str, Operation], dict[str, str]] | None:
        """The operations of a path by method, and the values of its parameters."""
        values: list[str] = []
        node = self.root
        for segment in path.split("/")[1:]:
            below = node.fixed.get(segment)
            if below is None:
                below = node.any
                if below is None or not segment:
                    return None
                values.append(segment)
            node = below
        if not node.methods:
            return None
        return node.methods, dict(zip(node.names, values, strict=True))
