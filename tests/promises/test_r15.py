"""R15: nothing of at most 64 kB that anybody may send costs more than 20 ms of a processor; and what measures it can tell."""

from __future__ import annotations

import json
import subprocess
import sys
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from citadels_api.graphql.projection import Projecting
from citadels_api.graphql.schema import CORE
from graphql import execute, get_introspection_query, parse

from tests.promises.bombs import BOMBS, LONGEST, OWN, honest, request
from tests.promises.r15 import MOST_MS, SIZES, Cost, Meter, Size, measured, search
from tests.support.marks import PLANTED
from tests.support.telling import chosen

if TYPE_CHECKING:
    from collections.abc import Iterator

PLAIN_MS = 0.15
"""What a plain refusal costs where the limit was set; a slower machine has in proportion."""
BURNER = """
import http.server, time
class Burner(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        until = time.thread_time() + min(len(body), 4000) / 1000 * 0.01
        while time.thread_time() < until:
            pass
        self.send_response(200); self.send_header("content-length", "0"); self.end_headers()
    def do_GET(self):
        self.send_response(404); self.send_header("content-length", "0"); self.end_headers()
    def log_message(self, *_):
        pass
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Burner)
print(server.server_address[1], flush=True)
server.serve_forever()
"""
"""A server that takes 10 ms for each of the first four kilobytes."""


@pytest.fixture(scope="module")
def meter() -> Iterator[Meter]:
    with measured() as made:
        yield made


@pytest.fixture
def burner() -> Iterator[Meter]:
    process = subprocess.Popen([sys.executable, "-c", BURNER], stdout=subprocess.PIPE)
    assert process.stdout is not None
    try:
        part: Any = SimpleNamespace(process=process, port=int(process.stdout.readline()))
        made = Meter(part)
        yield made
        made.close()
    finally:
        process.kill()
        process.wait(300)
        process.stdout.close()


def allowed(meter: Meter) -> float:
    """What a request may cost on this machine, as busy as it is."""
    return MOST_MS * max(1.0, min(meter.batch(honest, 50)[0] for _ in range(2)) / PLAIN_MS)


def told(costs: list[Cost]) -> list[str]:
    return [f"{cost.name}: {cost.ms} ms, {cost.times} times a plain refusal, {sorted(cost.statuses)}" for cost in costs]


@pytest.mark.heavy
def test_no_bomb_costs_much_and_none_is_answered_with_a_fault(meter: Meter) -> None:
    costs = [meter.cost(name, data, chosen(SIZES)) for name, data in BOMBS.items()]
    most = allowed(meter)
    assert told([cost for cost in costs if cost.ms > most or any(status >= 500 for status in cost.statuses)]) == []


@pytest.mark.heavy
def test_a_search_for_more_finds_nothing_dear(meter: Meter) -> None:
    dear, dense = search(meter, min(400, chosen(SIZES).searched))
    most = allowed(meter)
    assert (
        told([cost for cost in (dear, dense) if cost.ms > most or any(status >= 500 for status in cost.statuses)]) == []
    )
    assert dear.ms > 0
    assert meter.silent == []


def test_the_catalogue_has_bombs_of_every_kind() -> None:
    assert len(OWN) >= 50
    assert len(BOMBS) >= 130
    assert [name for name, data in BOMBS.items() if len(data) > LONGEST + 1_000] == []
    words = [
        "fragment",
        "alias",
        "directive",
        "list",
        "variables",
        "key",
        "digits",
        "deep",
        "header",
        "escapes",
        "query",
        "path",
        "mark",
    ]
    assert [word for word in words if not any(word in name for name in BOMBS)] == []


@pytest.mark.parametrize("options", [{}, {"input_value_deprecation": True, "schema_description": True}])
def test_the_schema_says_the_same_of_itself_in_one_go(options: dict[str, bool]) -> None:
    document = parse(get_introspection_query(**options))
    whole: Any = execute(CORE, document)
    context = SimpleNamespace(projectors={})
    quick: Any = execute(CORE, document, context_value=context, executor_class=Projecting)
    assert [key[0] for key in context.projectors] == ["__Schema"]
    assert json.dumps(quick.data) == json.dumps(whole.data)


@pytest.mark.heavy
@PLANTED
def test_the_meter_finds_what_is_dear(burner: Meter) -> None:
    dear = burner.cost("4 kB", request("POST", "/", body=b"x" * 4_000), Size(2, 2, 0))
    assert dear.ms > MOST_MS
    assert dear.times > 20
    assert burner.cost("nothing", request("GET", "/"), Size(2, 2, 0)).ms < MOST_MS


@pytest.mark.heavy
@PLANTED
def test_the_search_finds_what_is_dear(burner: Meter) -> None:
    dear, _ = search(burner, 60)
    assert dear.ms > MOST_MS
