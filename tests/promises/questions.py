"""What a viewer of a table asks: everything that is answered at once, and everything that can be followed."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from citadels_api.graphql.documents import trusted_by_name

from tests.support.twins import REFUSED

if TYPE_CHECKING:
    from tests.support.direct import Exchange
    from tests.support.twin_houses import Place


OWN: Final = trusted_by_name()
LOOK: Final = (
    "query Look($table: ID!, $after: Int!) {"
    " table(id: $table) { number status decision { seat kind n deadline } seats { seat kind left bankMs } yourSeat seed }"
    " position(table: $table) { number seat status notation decision { seat kind n asked deadline actions { text verb } } }"
    " frames(table: $table, after: $after) { number type at events { number kind seat facts { json } } decision { n actions { text } } }"
    " record(table: $table) limits { remaining } }"
)
MINE: Final = "query Mine { me { id name } owed { table seat n kind deadline number } tables(mine: true, status: RUNNING) { nodes { id number } } }"


@dataclass(frozen=True)
class Asker:
    """Who looks: as which viewer of the game, with which credential."""

    name: str
    seat: int | None
    secret: str | None


@dataclass(frozen=True)
class Moment:
    """What a question may refer to."""

    table: str
    n: int
    number: int
    start: int
    """The number of the event that began the game."""
    mine: bool
    """Whether the asker is to decide."""
    real: str
    """What whoever is asked is about to do."""
    legal: frozenset[str]


Question = tuple[str, str, str, object, dict[str, str]]


def questions(moment: Moment, asker: Asker) -> list[Question]:
    """Everything that is asked at one moment, and answered at once."""
    base = f"/v1/tables/{moment.table}"
    tag = {"If-None-Match": f'"{moment.number}-{"s" if asker.seat is None else asker.seat}"'}
    look = {"query": LOOK, "variables": {"table": moment.table, "after": moment.start}}
    asked: list[Question] = [
        ("table", "GET", base, None, {}),
        ("position", "GET", f"{base}/position", None, {}),
        ("position again", "GET", f"{base}/position", None, tag),
        ("position of another", "GET", f"{base}/position", None, {"If-None-Match": f'"{moment.number}-7"'}),
        ("head", "HEAD", f"{base}/position", None, {}),
        ("decision", "GET", f"{base}/decision", None, {}),
        ("events", "GET", f"{base}/events?after={moment.start}", None, {"Accept": "application/json"}),
        ("view", "GET", f"{base}/events", None, {"Accept": "application/json"}),
        ("view with positions", "GET", f"{base}/events?after={moment.start}&positions=true", None, {}),
        ("record", "GET", f"{base}/record", None, {}),
        ("replay", "GET", f"{base}/replay?eyes=all", None, {}),
        ("why not", "POST", f"{base}/why-not", {"actions": [moment.real, *REFUSED]}, {}),
        ("tables", "GET", "/v1/tables?status=running", None, {}),
        ("owed", "GET", "/v1/me/owed", None, {}),
        ("limits", "GET", "/v1/limits", None, {}),
        ("start", "POST", f"{base}/start", None, {}),
        ("join", "POST", f"{base}/join", {}, {}),
        ("graphql", "POST", "/graphql", look, {}),
        ("graphql mine", "POST", "/graphql", {"query": MINE}, {}),
    ]
    return asked + refused(moment, f"{base}/actions")


def refused(moment: Moment, path: str) -> list[Question]:
    """Moves that are not taken: stale ones, those of another seat, illegal ones, nonsense."""
    moves: list[tuple[str, dict[str, Any]]] = [
        ("stale", {"n": moment.n - 1 if moment.n else 7, "action": moment.real}),
        ("ahead", {"n": moment.n + 3, "action": moment.real}),
        ("nonsense", {"n": moment.n, "action": "open sesame"}),
        ("json", {"n": moment.n, "actions": [{"verb": "build", "district": "moat"}]}),
        ("empty", {"n": moment.n, "actions": []}),
    ]
    if not moment.mine:
        moves.append(("another's", {"n": moment.n, "action": moment.real}))
    for i in range(3):
        text = REFUSED[(moment.n * 3 + i) % len(REFUSED)]
        if not (moment.mine and text in moment.legal):
            moves.append(("illegal", {"n": moment.n, "action": text}))
    asked: list[Question] = [(f"{name} move", "POST", path, body, {}) for name, body in moves]
    wrong = {"table": moment.table, "n": moment.n, "actions": [{"text": "destroy 0 keep"}, {"text": moment.real}]}
    if not (moment.mine and "destroy 0 keep" in moment.legal):
        asked.append(
            ("graphql move", "POST", "/graphql", {"query": OWN["SubmitMove"], "variables": {"input": wrong}}, {})
        )
    return asked


def streams(place: Place, moment: Moment, asker: Asker) -> list[tuple[str, Exchange]]:
    """Everything that can be followed, opened."""
    door, secret = place.door, asker.secret
    path = f"/v1/tables/{moment.table}/events"
    variables = {"table": moment.table, "after": moment.number}
    sse, lines = {"Accept": "text/event-stream"}, {"Accept": "application/x-ndjson"}
    begin: dict[str, Any] = {"type": "connection_init"}
    if secret is not None:
        begin["payload"] = {"authorization": f"Bearer {secret}"}
    socket, watching = door.socket(), door.socket()
    for one, names in ((socket, ("Events", "Notices")), (watching, ("WatchTable", "WatchPricedTable"))):
        one.say(json.dumps(begin))
        for name in names:
            if name != "Notices" or secret is not None:
                told = {"query": OWN[name], "variables": {} if name == "Notices" else variables}
                one.say(json.dumps({"type": "subscribe", "id": name, "payload": told}))
    opened = [
        ("sse", door.open("GET", f"{path}?after={moment.number}", secret=secret, headers=sse)),
        ("sse from here", door.open("GET", path, secret=secret, headers=sse)),
        (
            "sse with positions",
            door.open("GET", f"{path}?after={moment.number}&positions=true", secret=secret, headers=sse),
        ),
        ("ndjson", door.open("GET", f"{path}?after={moment.start}", secret=secret, headers=lines)),
        ("long poll", door.open("GET", f"{path}?after={moment.number}&wait_ms=30000", secret=secret)),
        (
            "graphql sse",
            door.open(
                "POST", "/graphql", secret=secret, headers=sse, body={"query": OWN["Events"], "variables": variables}
            ),
        ),
        ("socket", socket),
        ("socket with positions", watching),
    ]
    if secret is not None:
        opened.append(("my stream", door.open("GET", "/v1/me/stream", secret=secret, headers=sse)))
    return opened
