"""Requests of at most 64 kB that are meant to cost more than they weigh, and a small service to throw them at."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import strawberry
from citadels_api.graphql.cost_guard import check
from citadels_api.graphql.cost_limits import Limits, TooMuch
from citadels_api.http.middleware import wrap
from citadels_api.strict_json import BadJson, loads
from graphql import ExecutionResult, GraphQLError, execute, get_introspection_query, parse, validate
from starlette.applications import Starlette
from starlette.responses import JSONResponse
from starlette.routing import Route

if TYPE_CHECKING:
    from graphql import GraphQLSchema
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.types import ASGIApp


@strawberry.input
class Filter:
    name: str | None = None
    seats: list[int] | None = None
    both: list[Filter] | None = None


@strawberry.type
class Player:
    id: strawberry.ID
    name: str

    @strawberry.field
    def friends(self, first: int = 10, last: int | None = None) -> list[Player]:
        return []

    @strawberry.field
    def best(self) -> Player | None:
        return None


@strawberry.type
class Table:
    id: strawberry.ID

    @strawberry.field
    def players(self, first: int = 10) -> list[Player]:
        return []


@strawberry.type
class Query:
    @strawberry.field
    def me(self) -> Player:
        return Player(id=strawberry.ID("1"), name="Ann")

    @strawberry.field
    def tables(self, first: int = 20, where: Filter | None = None, ids: list[int] | None = None) -> list[Table]:
        return []

    @strawberry.field
    def find(self, name: str) -> list[Player | Table] | None:
        return []


@strawberry.type
class Mutation:
    @strawberry.mutation
    def act(self, n: int, actions: list[str]) -> int:
        return n


def service() -> ASGIApp:
    """The edge of the real service around a small schema."""
    schema: GraphQLSchema = strawberry.Schema(query=Query, mutation=Mutation, types=[Table, Player])._schema
    known: set[str] = set()

    async def run(text: str, variables: dict[str, Any] | None, name: str | None) -> ExecutionResult:
        try:
            document = parse(text, max_tokens=Limits().tokens)
            check(document, schema=schema, variables=variables, operation_name=name)
        except (GraphQLError, TooMuch) as refused:
            return ExecutionResult(None, [GraphQLError(str(refused))])
        faults = [] if text in known else validate(schema, document)
        if faults:
            return ExecutionResult(None, faults)
        known.add(text)
        result = execute(schema, document, variable_values=variables, operation_name=name)
        return result if isinstance(result, ExecutionResult) else await result

    async def graphql(request: Request) -> Response:
        try:
            body = loads(await request.body())
        except BadJson as bad:
            return JSONResponse(bad.to_json(), bad.status)
        text, variables, name = body.get("query"), body.get("variables"), body.get("operationName")
        if not isinstance(text, str) or not isinstance(variables, dict | None) or not isinstance(name, str | None):
            return JSONResponse({"code": "invalid"}, 400)
        result = await run(text, variables, name)
        errors = [error.formatted for error in result.errors or ()]
        return JSONResponse({"data": result.data, "errors": errors}, 200 if result.data is not None else 400)

    return wrap(Starlette(routes=[Route("/graphql", graphql, methods=["POST"])]))


def query(text: str, **more: Any) -> bytes:
    """A body with this document."""
    return json.dumps({"query": text, **more}, ensure_ascii=False).encode()


def plain(number: int) -> bytes:
    """An honest request that has not been seen before."""
    return query(
        f"query q{number}($n: Int!) {{ me {{ ...who friends(first: $n) {{ ...who }} }} tables {{ id players {{ ...who }} }} }} "
        "fragment who on Player { id name best { id name } }",
        variables={"n": 5},
    )


def _chain(length: int, selection: str) -> str:
    body = "".join(f"fragment f{i} on Player{{{selection.format(i + 1)}}}" for i in range(length))
    return f"{{me{{...f0}}}}{body}fragment f{length} on Player{{id}}"


def _many(pattern: str, count: int, start: str = "{", end: str = "}") -> str:
    return start + " ".join(pattern.format(i) for i in range(count)) + end


DOCUMENTS: dict[str, str] = {
    "24 chained fragments, each spread twice": _chain(24, "...f{0} ...f{0}"),
    "19 chained fragments, each spread twice": _chain(19, "...f{0} ...f{0}"),
    "120 chained fragments": _chain(120, "...f{0}"),
    "19 chained fragments through fields": _chain(19, "best{{...f{0}}} friends{{...f{0}}}"),
    "19 chained fragments through aliases": _chain(19, "a:best{{...f{0}}} b:best{{...f{0}}} c:best{{...f{0}}}"),
    "20 fragments, all spread everywhere": "{me{"
    + _many("...f{}", 20, "", "")
    + "}}"
    + "".join(f"fragment f{i} on Player{{id {_many('...f{}', 20 - i - 1, '', '')}}}" for i in range(20)),
    "a ring of fragments": "{me{...f0}}" + "".join(f"fragment f{i} on Player{{...f{(i + 1) % 18}}}" for i in range(18)),
    "a fragment that spreads itself": "{me{...f}} fragment f on Player{best{...f}}",
    "60 fragments side by side": "{me{"
    + _many("...f{}", 60, "", "")
    + "}}"
    + _many("fragment f{} on Player{{id name best{{id}}}}", 60, "", ""),
    "300 aliases": _many("a{}:me", 300),
    "10,000 aliases": _many("a{}:me{{id}}", 4_000),
    "aliases of one field, nested": "{" + _many("a{}:me{{b:best{{c:best{{id}}}}}}", 60, "", "") + "}",
    "990 times a field": "{" + "me " * 990 + "}",
    "240 times a field with fields": "{" + "me{id}" * 240 + "}",
    "30 times 30 fields": "{" + ("me{" + "id " * 29 + "}") * 30 + "}",
    "160 fragments on the spot": "{me{" + "...on Player{id}" * 140 + "}}",
    "fragments on the spot, nested": "{me" + "{...on Player" * 160 + "{id}" + "}" * 161,
    "fragments on the spot, 12 deep, full": "{me{" + ("...on Player{id} " * 10 + "best{") * 11 + "id" + "}" * 13,
    "450 unknown directives": "{me" + "@q" * 450 + "{id}}",
    "140 known directives": "{me" + "@skip(if:true)" * 140 + "{id}}",
    "directives on variables": "query(" + _many("$v{}:Int@q", 120, "", "") + "){me{id}}",
    "lists within lists": "{tables(first:100000){players(first:100000){friends(first:100000){id}}}}",
    "a list of 5,000 digits": "{tables(first:" + "9" * 5_000 + "){id}}",
    "a list of 60,000 digits": "{tables(first:" + "9" * 60_000 + "){id}}",
    "900 numbers as an argument": "{tables(ids:[" + "1 " * 900 + "]){id}}",
    "900 wrong values as an argument": "{tables(ids:[" + '"x"' * 900 + "]){id}}",
    "nested arguments": "{tables(where:" + "{both:[" * 150 + "]}" * 150 + "){id}}",
    "lists nested 190 deep": "{tables(ids:" + "[" * 190 + "]" * 190 + "){id}}",
    "depth 180": "{me" + "{best" * 180 + "{id}" + "}" * 181,
    "depth 20,000": "{me" + "{best" * 8_000,
    "100 operations": _many("query q{}{{me{{id}}}}", 100, "", ""),
    "5 mutations in one": "mutation{" + _many('a{}:act(n:1,actions:["x"])', 5, "", "") + "}",
    "300 fields that are not there": _many("zz{}", 300),
    "names that are nearly right": _many("tablez{}", 300),
    "one name of 60,000 signs": "{" + "a" * 60_000 + "}",
    "a string of 60,000 signs": '{find(name:"' + "x" * 60_000 + '"){__typename}}',
    "a string of escapes": '{find(name:"' + "\\u00e9" * 5_000 + '"){__typename}}',
    "a block string of line breaks": '{tables(ids:"""' + "\n" * 30_000 + '"""){id}}',
    "a block string of indentation": '{find(name:"""' + "\n  x" * 12_000 + '"""){__typename}}',
    "60,000 commas": "{me{id" + "," * 60_000 + "}}",
    "30,000 comments": "{me{id}}" + "#\n" * 20_000,
    "a comment of 60,000 signs": "{me{id}}#" + "x" * 60_000,
    "240 variables": "query(" + _many("$v{}:Int", 240, "", "") + "){me{id}}",
    "the same argument 300 times": "{tables(" + "first:1 " * 300 + "){id}}",
    "200 definitions of types": _many("type T{}{{a:Int}}", 140, "", ""),
    "introspection, nested": "{__schema{types{fields{type{fields{type{fields{name}}}}}}}}",
    "introspection, 15 types deep": "{__schema{types" + "{ofType" * 18 + "{name}" + "}" * 20,
    "introspection of every list": "{__schema{types{" + _many("a{}:fields{{args{{type{{name}}}}}}", 25, "", "") + "}}}",
    "introspection 20 times": "{" + _many("a{}:__schema{{types{{fields{{name type{{name}}}}}}}}", 20, "", "") + "}",
    "introspection": get_introspection_query(),
    "nothing but an opening": "{" * 60_000,
    "emoji": "{" + "\U0001f600" * 10_000 + "}",
    "a byte order mark": "\ufeff" * 10_000 + "{me{id}}",
    "half an escape": '{find(name:"\\u{FFFFFFFFFF}"){__typename}}',
}

_SIZED = "query q($n: Int, $w: Filter, $i: [Int!]) { tables(first: $n, where: $w, ids: $i) { id } }"


def _nested(depth: int) -> dict[str, Any]:
    value: dict[str, Any] = {}
    for _ in range(depth):
        value = {"both": [value]}
    return value


VARIABLES: dict[str, dict[str, Any]] = {
    "a long list": {"i": list(range(10_000))},
    "a long list of wrong values": {"i": ["x"] * 10_000},
    "a long list of inputs": {"w": {"both": [{}] * 12_000}},
    "a long list of wrong inputs": {"w": {"both": [{"zz": 1}] * 5_000}},
    "an input nested 14 deep": {"w": _nested(14)},
    "a huge size": {"n": 2**52},
    "a size that is a list": {"n": [1] * 10_000},
    "a size that is an object": {"n": {str(i): i for i in range(4_000)}},
    "thousands of variables nobody asked for": {f"v{i}": i for i in range(4_000)},
    "a name of 60,000 signs": {"w": {"name": "x" * 60_000}},
    "keys that are nearly right": {"w": {f"nam{i}": 1 for i in range(4_000)}},
}

BODIES: dict[str, bytes] = {
    "21,000 empty arrays": b'{"query":[' + b"[]," * 20_000 + b"1]}",
    "6,000 keys": b"{" + b",".join(b'"k%d":1' % i for i in range(6_000)) + b"}",
    "a key 6,000 times": b'{"query":1' + b',"query":1' * 6_000 + b"}",
    "60,000 digits": b'{"query":' + b"9" * 60_000 + b"}",
    "60,000 digits after the point": b'{"query":0.' + b"9" * 60_000 + b"}",
    "60,000 brackets": b"[" * 60_000,
    "objects 10,000 deep": b'{"a":' * 10_000,
    "32 deep, a thousand times": b'{"a":[' + b",".join([b"[" * 30 + b"]" * 30] * 1_000) + b"]}",
    "quotes that never end": b'{"a":"' + b'\\"' * 30_000,
    "escapes": b'{"query":"' + b"\\u00e9" * 10_000 + b'"}',
    "surrogate pairs": b'{"a":[' + b'"\\ud83d\\ude00",' * 4_000 + b'"\\ud800"]}',
    "blanks": b" " * 60_000,
    "line breaks before a fault": b"\n" * 60_000 + b"x",
    "invalid UTF-8 at the end": b'{"query":"' + b"x" * 60_000 + b"\xff",
    "one byte over": b'{"query":"' + b"x" * 65_536 + b'"}',
    "null": b"null",
    "nothing": b"",
}
