"""Requests gone wrong: valid ones of every operation and field, changed in their values, their text, their address, their headers.

A request is a method, a path with its query, headers, a body; all of it may be anything afterwards that can be put on a wire.
"""

from __future__ import annotations

import copy
import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote

from citadels_api.routes import OPERATIONS

from tests.promises.matrix import CASES, FIELDS
from tests.promises.r12 import filled

if TYPE_CHECKING:
    from random import Random


@dataclass(frozen=True)
class Wanted:
    """A request."""

    operation: str
    method: str
    path: str
    headers: tuple[tuple[str, str], ...] = ()
    body: bytes = b""


ODD: Final[tuple[Any, ...]] = (
    None, True, False, 0, -1, 1, 7, 8, 2**31, 2**53, 2**63, -(2**63), 10**30, 0.5, -0.0, 1e308, "", " ", "0", "null", "\x00", "\n",
    "\u202e", "\U0001f451", "e\u0301" * 40, "x" * 5_000, "../..", "%00", "{}", "'; --", "castle", [], [[]], {}, {"": ""}, [None],
    {"verb": "build"}, {"verb": "build", "district": None}, {"kind": "ai"}, ["gold"] * 40, "game_" + "0" * 26, "acct_" + "z" * 26,
    "ctd_guest_" + "A" * 49, "9" * 4_000,
)  # fmt: skip
METHODS: Final = ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "CONNECT", "BREW", "get")
MEDIA: Final = (
    "application/json", "application/json; charset=utf-16", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data",
    "multipart/form-data; boundary=x", "application/graphql", "application/json;;;", "", "*/*", "application/xml", "APPLICATION/JSON",
)  # fmt: skip
ODD_HEADERS: Final = (
    ("Accept", "text/html"), ("Accept", "*/*;q=0"), ("Accept", "text/event-stream;q=0.1, application/json;q=x"), ("Accept", "," * 200),
    ("Accept", "application/json;q=1e400"), ("If-None-Match", "*"), ("If-None-Match", 'W/"'), ("If-None-Match", "," * 4_000),
    ("If-None-Match", '"1-0"' * 100), ("Idempotency-Key", "k" * 65), ("Idempotency-Key", " "), ("Idempotency-Key", "\x7f"),
    ("Idempotency-Key", "same"), ("Last-Event-ID", "-1"), ("Last-Event-ID", "9" * 40), ("Last-Event-ID", "\xb2"),
    ("Last-Event-ID", "\xbd"), ("Citadels-Invite", "x" * 300), ("Citadels-Invite", "nothing"), ("Origin", "null"),
    ("Origin", "http://localhost:1"), ("Origin", "http://evil.example"), ("Origin", "http://["), ("X-Request-Id", "a" * 65),
    ("X-Request-Id", "ok"), ("Content-Length", "-1"), ("Content-Length", "1e3"), ("Content-Length", "\xb2"), ("Expect", "100-continue"),
    ("Range", "bytes=0-" + ",0-" * 500), ("Content-Encoding", "gzip"), ("Authorization", "Basic YTpi"), ("Authorization", "Bearer"),
    ("Authorization", "Bearer \xff"), ("Authorization", "bearer  x"), ("Authorization", "Bearer " + "a" * 3_000), ("Cookie", "a=b" * 300),
    ("Upgrade", "websocket"), ("Access-Control-Request-Method", "POST"), ("X-Forwarded-For", "1.2.3.4, ::1"), ("Host", "evil.example"),
    ("Host", ""), ("Accept-Language", "xx" * 500), ("Forwarded", "for=unknown"), ("TE", "trailers"),
)  # fmt: skip
BYTES: Final = (b"\x00", b"\xff", b"\xc3\x28", b"\xed\xa0\x80", b"\xef\xbb\xbf", b'"', b"\\", b"{", b"}", b"[", b"]", b",", b":", b"\\ud800",
                b"NaN", b"Infinity", b"-", b"1e999", b"//", b"\\u0000", b"0x1", b"\r\n")  # fmt: skip
WORDS: Final = ("{", "}", "(", ")", "...", "on", "fragment F on Query", "@skip(if: true)", "@include(if: $x)", "$x", "query", "mutation",
                "subscription", "null", "true", "1e9", '"""', '"', "\\u{110000}", "!", "[", "]", "=", "|", "&", "#", "__schema{types{name}}",
                "__typename", "a:", "...F", "\ufeff", "9" * 400)  # fmt: skip


def valid(names: dict[str, str]) -> list[Wanted]:
    """A good request of every operation and of every field."""
    found = []
    media = (("Content-Type", "application/json"),)
    for operation in OPERATIONS:
        case = CASES[operation.id]
        known = {
            **names,
            "table": names[case.table],
            "tournament": names[case.tournament],
            "seat": "2",
            "code": "invalid",
        }
        path = operation.path.format(**known) + filled(case.query, known)
        headers: tuple[tuple[str, str], ...] = (("Accept", "application/json"),)
        if operation.id in ("followMe", "exportRecords", "exportTournament", "getRecord"):
            headers = (("Accept", "application/x-ndjson"),)
        if case.body is None:
            found.append(Wanted(operation.id, operation.method, path, headers))
        else:
            body = json.dumps(filled(dict(case.body), known)).encode()
            found.append(Wanted(operation.id, operation.method, path, headers + media, body))
    for name, (text, variables) in FIELDS.items():
        known = {**names, "table": names["running"], "tournament": names["entry"]}
        body = json.dumps({"query": text, "variables": filled(variables, known)}).encode()
        found.append(Wanted(name, "POST", "/graphql", (("Accept", "application/json"), *media), body))
    return found


# --- changes ---------------------------------------------------------------------------------------------------------


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in a JSON value."""
    found = [path] if path else []
    inside: Any = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in inside:
        found += places(one, (*path, key))
    return found


def change_value(wanted: Wanted, chance: Random) -> Wanted:
    """Another value somewhere, one more, or one less."""
    try:
        told = json.loads(wanted.body or b"{}")
    except (ValueError, RecursionError):
        return wanted
    if not isinstance(told, dict):
        return wanted
    told = copy.deepcopy(told)
    where = places(told)
    if not where or chance.random() < 0.15:
        told[
            chance.choice(("name", "table", "n", "action", "actions", "admin", "__proto__", "", "query", "variables"))
        ] = chance.choice(ODD)
    else:
        path = chance.choice(where)
        inside = told
        for key in path[:-1]:
            inside = inside[key]
        if chance.random() < 0.15 and isinstance(inside, dict):
            del inside[path[-1]]
        else:
            inside[path[-1]] = chance.choice(ODD)
    return replace(wanted, body=json.dumps(told).encode())


def change_text(wanted: Wanted, chance: Random) -> Wanted:
    """Bytes put in, taken out, cut off, doubled."""
    body = wanted.body or b"{}"
    at, kind = chance.randrange(len(body) + 1), chance.randrange(6)
    if kind == 0:
        body = body[:at]
    elif kind == 1:
        body = body[:at] + chance.choice(BYTES) + body[at:]
    elif kind == 2:
        body = body[:at] + body[at + 1 + chance.randrange(8) :]
    elif kind == 3:
        body = body[:at] + bytes([chance.randrange(256)]) + body[at + 1 :]
    elif kind == 4:
        body = body[:-1] + b"," + body[1:]
    else:
        body = b"[" * chance.choice((1, 31, 33, 500, 20_000)) + body
    return replace(wanted, body=body)


def change_path(wanted: Wanted, chance: Random) -> Wanted:
    """Another segment, or one encoded, doubled, emptied; or an odd query."""
    path, _, query = wanted.path.partition("?")
    segments = path.split("/")
    at, kind = chance.randrange(1, len(segments)) if len(segments) > 1 else 0, chance.randrange(6)
    odd = str(chance.choice(ODD))[:300]
    if kind == 0:
        segments[at] = quote(odd, safe="") or "%20"
    elif kind == 1:
        segments[at] = segments[at] + chance.choice(("%00", "%2F", "%2e%2e", "%", "%zz", "%ff", ";x", "%20", "%C0%AF"))
    elif kind == 2:
        segments.insert(at, "")
    elif kind == 3:
        segments[at] = segments[at].upper()
    elif kind == 4:
        name = chance.choice(
            ("after", "wait_ms", "limit", "cursor", "lang", "edition", "mine", "status", "account", "", "x" * 2_000)
        )
        query += f"&{name}={quote(odd, safe='')}" if query else f"{name}={quote(odd, safe='')}"
    else:
        query = chance.choice(
            ("&", "=", "a=%ff", "a&a", "limit=1&limit=1", "%", "after=%D9%A3", "after=1_0", "&" * 500, "limit=+1")
        )
    return replace(wanted, path="/".join(segments) + (f"?{query}" if query else ""))


def change_method(wanted: Wanted, chance: Random) -> Wanted:
    """Another method."""
    return replace(wanted, method=chance.choice(METHODS))


def change_headers(wanted: Wanted, chance: Random) -> Wanted:
    """An odd header more, an odd medium, or none."""
    kind = chance.randrange(4)
    if kind == 0:
        kept = tuple(one for one in wanted.headers if one[0] != "Content-Type")
        return replace(wanted, headers=(*kept, ("Content-Type", chance.choice(MEDIA))))
    if kind == 1:
        return replace(wanted, headers=())
    odd = chance.choice(ODD_HEADERS)
    kept = tuple(one for one in wanted.headers if one[0] != odd[0] or kind == 2)
    return replace(wanted, headers=(*kept, odd))


def change_document(wanted: Wanted, chance: Random) -> Wanted:
    """Another word in a GraphQL document; another member beside it."""
    if wanted.path != "/graphql":
        return change_value(wanted, chance)
    try:
        told = json.loads(wanted.body)
        words = told["query"].split(" ")
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return wanted
    at, kind = chance.randrange(len(words)), chance.randrange(6)
    if kind == 0:
        del words[at]
    elif kind == 1:
        words.insert(at, chance.choice(WORDS))
    elif kind == 2:
        words[at] = chance.choice(WORDS)
    elif kind == 3:
        words = words * chance.choice((2, 3, 20))
    elif kind == 4:
        words = words[:at]
    else:
        told[chance.choice(("operationName", "variables", "extensions", "documentId", "id"))] = chance.choice(ODD)
    told["query"] = " ".join(words)
    return replace(wanted, body=json.dumps(told).encode())


MUTATIONS: Final = (
    change_value, change_value, change_value, change_text, change_path, change_method, change_headers, change_document
)  # fmt: skip


def mutated(wanted: Wanted, chance: Random) -> Wanted:
    """The request with one to three changes."""
    for _ in range(1 + min(2, int(chance.expovariate(1.2)))):
        wanted = chance.choice(MUTATIONS)(wanted, chance)
    return wanted
