"""Requests of at most 64 kB, without a credential, that are meant to cost more than they weigh: as bytes for a connection.

The documents and bodies of `tests/support/bombs.py` are thrown too, at the whole service; here stands what needs its schema, its addresses,
its headers. `#0` in a document, and `~0` elsewhere, is replaced by a number, so that nothing is known already.
"""

from __future__ import annotations

import json
from typing import Any, Final

from tests.support.bombs import _SIZED, BODIES, DOCUMENTS, VARIABLES, query

LONGEST: Final = 64 * 1024
SEAT: Final = "seat gold hand handSize characters revealed city { text tuckedSize }"
TABLE: Final = (
    "id name status number creator { account name } edition players scenario cast uniques options seats { seat kind left level "
    "player { account name kind level } } clock { kind limitMs } timeout visibility rated start rules commitment created"
)


def request(method: str, path: str, headers: tuple[tuple[str, str], ...] = (), body: bytes = b"") -> bytes:
    """A request as bytes."""
    lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1"]
    if body:
        lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    lines += [f"{name}: {value}" for name, value in headers]
    return "\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + body


def graphql(text: str, variables: Any = None, **more: Any) -> bytes:
    """A document as a request."""
    told: dict[str, Any] = {"query": text + "#0", **more}
    if variables is not None:
        told["variables"] = variables
    return request("POST", "/graphql", body=json.dumps(told, ensure_ascii=False).encode()[:LONGEST])


def posted(path: str, body: object) -> bytes:
    """A body as a request."""
    return request("POST", path, body=body if isinstance(body, bytes) else json.dumps(body).encode())


def chained(length: int) -> str:
    """Fragments, each spread twice."""
    parts = "".join(f"fragment f{i} on Table {{ ...f{i + 1} ...f{i + 1} }} " for i in range(length))
    return f"{{ tables {{ nodes {{ ...f0 }} }} }} {parts} fragment f{length} on Table {{ id }} "


def nested(text: str, depth: int, inner: Any) -> Any:
    """An object within an object within an object."""
    for _ in range(depth):
        inner = {text: inner}
    return inner


GAME: Final = "game_01" + "0" * 24
OWN: Final[dict[str, bytes]] = {
    # documents for this schema
    "a page of a hundred tables, all of each": graphql(f"{{ tables(first: 100, status: RUNNING) {{ nodes {{ {TABLE} }} }} }}"),
    "twenty pages of tables": graphql("{" + " ".join(f"a{i}: tables(first: 100) {{ nodes {{ id }} }}" for i in range(20)) + "}"),
    "20 chained fragments": graphql(chained(19)),
    "19 fragments of tables": graphql(chained(18)),
    "the catalogue thirty times": graphql("{" + " ".join(f"a{i}: catalogue {{ districts {{ text }} }}" for i in range(19)) + "}"),
    "the catalogue, all of it": graphql(
        "{ catalogue { characters { character name rank text } districts { district name type cost copies text } "
        "scenarios { scenario name ranks uniques } options { option values } } }"
    ),
    "a thousand nodes": graphql("query Q($i: [ID!]!) { nodes(ids: $i) { id } }", {"i": [f"game_01{n:024d}" for n in range(1_500)]}),
    "a hundred nodes, written out": graphql("{ nodes(ids: [" + f'"{GAME}" ' * 100 + "]) { id ... on Table { number } } }"),
    "a position of a table that is not": graphql(f'{{ position(table: "{GAME}") {{ view {{ seats {{ {SEAT} }} }} }} }}'),
    "an invitation of 50,000 signs": graphql(f'{{ table(id: "{GAME}", invite: "{"x" * 50_000}") {{ id }} }}'),
    "a cursor of 50,000 signs": graphql('{ tables(after: "' + "9" * 50_000 + '") { nodes { id } } }'),
    "a subscription": graphql(f'subscription {{ events(table: "{GAME}") {{ number }} }}'),
    "a mutation without a credential": graphql("mutation { createTable(input: {}) { __typename } }"),
    "actions by the thousand": graphql(
        "mutation M($i: SubmitInput!) { submit(input: $i) { __typename } }",
        {"i": {"table": GAME, "n": 1, "actions": [{"text": "gold"}] * 3_000}},
    ),
    "options by the thousand": graphql(
        "mutation M($i: CreateTableInput!) { createTable(input: $i) { __typename } }",
        {"i": {"options": {f"o{n}": n for n in range(4_000)}}},
    ),
    "options, deep": graphql(
        "mutation M($i: CreateTableInput!) { createTable(input: $i) { __typename } }", {"i": {"options": nested("a", 20, 1)}}
    ),
    "introspection": graphql("{ __schema { types { name fields { name type { name } } } } }"),
    "a hash that is not known": request(
        "GET", "/graphql?extensions=%7B%22persistedQuery%22:%7B%22version%22:1,%22sha256Hash%22:%22~0%22%7D%7D"
    ),
    # bodies of REST
    "seats by the thousand": posted("/v1/tables", {"seats": [{"kind": "ai"}] * 3_500}),
    "uniques by the thousand": posted("/v1/tables", {"uniques": ["castle"] * 6_000}),
    "wrong seats by the thousand": posted("/v1/tables", {"seats": [{"kind": "x", "level": [], "account": {}}] * 1_200}),
    "members by the thousand": posted("/v1/guests", {f"k{n}": n for n in range(4_500)}),
    "a name of 60,000 signs": posted("/v1/accounts", {"name": "x" * 60_000}),
    "a name of marks": posted("/v1/accounts", {"name": "e" + "\u0301" * 9_000}),
    "a recovery code of 60,000 signs": posted("/v1/account/recover", {"name": "somebody", "recovery": "A" * 60_000}),
    "a move of 3,000 actions": posted(f"/v1/tables/{GAME}/actions", {"n": 1, "actions": ["build castle"] * 3_000}),
    "a move of objects": posted(f"/v1/tables/{GAME}/actions", {"n": 1, "actions": [{"verb": "build"}] * 2_500}),
    "32 deep, again and again": posted("/v1/guests", b'{"name":[' + b",".join([b"[" * 29 + b"]" * 29] * 1_000) + b"]}"),
    "60,000 digits": posted("/v1/guests", b'{"name":' + b"9" * 60_000 + b"}"),
    "the same key 5,000 times": posted("/v1/guests", b'{"name":"a"' + b',"name":"a"' * 5_000 + b"}"),
    "escapes": posted("/v1/guests", b'{"name":"' + b"\\u00e9" * 10_000 + b'"}'),
    # addresses, queries, headers
    "a path of 30,000 signs": request("GET", "/v1/" + "a" * 14_000),
    "a path of 5,000 segments": request("GET", "/v1" + "/a" * 5_000),
    "a path of escapes": request("GET", "/v1/" + "%61" * 4_000),
    "a path of slashes": request("GET", "/" * 12_000),
    "a table's id of 10,000 signs": request("GET", "/v1/tables/game_" + "0" * 10_000),
    "a query of 5,000 members": request("GET", "/v1/tables?" + "&".join(f"k{n}=1" for n in range(1_500))),
    "a query of escapes": request("GET", "/v1/tables?cursor=" + "%39" * 4_000),
    "a query of separators": request("GET", "/v1/tables?" + "&" * 12_000),
    "a number of 10,000 digits in the query": request("GET", "/v1/tables?limit=" + "9" * 10_000),
    "a header of 14,000 signs": request("GET", "/v1/tables", (("X-Long", "x" * 14_000),)),
    "many headers": request("GET", "/v1/tables", tuple((f"X-{n}", "1") for n in range(600))),
    "media types by the thousand": request("GET", f"/v1/tables/{GAME}/events", (("Accept", ",".join(["a/b;q=0.5"] * 1_200)),)),
    "tags by the thousand": request("GET", f"/v1/tables/{GAME}/position", (("If-None-Match", ",".join(['"1-s"'] * 1_800)),)),
    "a credential of 12,000 signs": request("GET", "/v1/tables", (("Authorization", "Bearer " + "c" * 12_000),)),
    "an origin of 10,000 signs": request("GET", "/v1/tables", (("Origin", "http://" + "a." * 5_000 + "localhost"),)),
    "an origin that nearly matches": request("GET", "/v1/tables", (("Origin", "http://" + "a" * 10_000),)),
    "a host of 10,000 signs": request("GET", "/v1/tables", (("X-Forwarded-Host", "a." * 5_000),)),
    "a request id of 10,000 signs": request("GET", "/v1/tables", (("X-Request-Id", "a" * 10_000),)),
    "a length of many digits": b"POST /v1/guests HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\nContent-Length: " + b"9" * 500 + b"\r\n\r\n",
    # honest ones that ask for much
    "a hundred tables": request("GET", "/v1/tables?status=running&limit=100"),
    "a hundred bots": request("GET", "/v1/bots?limit=100"),
    "the description": request("GET", "/openapi.json"),
    "all districts": request("GET", "/v1/catalogue/districts"),
    "the figures": request("GET", "/metrics"),
    "a new guest": posted("/v1/guests", {}),
}  # fmt: skip

BOMBS: Final[dict[str, bytes]] = {
    **OWN,
    **{f"document: {name}": request("POST", "/graphql", body=query(text + "#0")) for name, text in DOCUMENTS.items()},
    **{f"variables: {name}": request("POST", "/graphql", body=query(_SIZED + "#0", variables=value)) for name, value in VARIABLES.items()},
    **{f"body: {name}": request("POST", "/graphql", body=body or b" ") for name, body in BODIES.items()},
}  # fmt: skip
"""Everything that is thrown."""


def honest(number: int) -> bytes:
    """A plain refusal: what is not there."""
    return request("GET", f"/v1/tables/{GAME}?invite={number}" if number < 0 else f"/v1/accounts/x{number}")
