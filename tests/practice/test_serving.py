"""The practice server: every start is the same, everything can be put back, and nothing of it is good anywhere else."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import subprocess
import sys
import urllib.request
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import click
import pytest
from citadels_api.app import build
from citadels_api.context import House, NoBell
from citadels_api.http import middleware
from citadels_api.settings import Settings
from citadels_api.store.memory import MemoryStore
from citadels_api.tables import creation
from citadels_api.webhooks import service as webhooks
from citadels_engine.formats.record import read, verify
from citadels_workers.cli import up
from citadels_workers.practice import server
from citadels_workers.practice.accounts import OTHERS, PRACTICE
from citadels_workers.practice.catalogue import catalogue
from citadels_workers.practice.determinism import NOW, drawn_from
from citadels_workers.practice.server import NoPractice, Practice, PracticeApp, settings
from citadels_workers.practice.tournaments import RATED, REGULAR

from tests.support.direct import Door

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

ME = PRACTICE.credential
NAMES = (
    "pick_4",
    "keep",
    "warrant",
    "threat",
    "end_of_game",
    "over",
    "open",
    "turn_king",
    "wait_pick",
    "classic_ward",
    "clock",
)
"""A part of the catalogue; the process itself is asked for all of it."""
EVERYTHING = "query All($table: ID!) { position(table: $table) { notation } table(id: $table) { id name created status commitment } }"


class Here:
    """A practice server in this process."""

    def __init__(self, practice: Practice) -> None:
        self.practice = practice
        self.door = Door(PracticeApp(practice))

    async def get(self, path: str, secret: str | None = ME) -> Any:
        heard = await self.door.ask("GET", path, secret=secret)
        assert heard.status == 200, (path, heard.body)
        return heard.json()

    async def post(self, path: str, body: object, secret: str | None = ME) -> Any:
        return (await self.door.ask("POST", path, secret=secret, body=body)).json()

    async def move(self, name: str, action: str | None = None) -> Any:
        """Take the first action, or this one, where the practice player is asked; then wait for the others."""
        table = catalogue()[name].table
        decision = (await self.get(f"/v1/tables/{table}/position"))["decision"]
        wanted = decision["actions"][0]["text"] if action is None else action
        done = await self.post(f"/v1/tables/{table}/actions", {"n": decision["n"], "actions": [wanted]})
        assert done["outcome"] == "ok", done
        await self.practice.players.rest()
        return done


@contextlib.asynccontextmanager
async def practising(*, contests: bool = False) -> AsyncIterator[Here]:
    practice = Practice(settings(), {name: catalogue()[name] for name in NAMES}, contests=contests)
    with drawn_from(practice.chance):
        await practice.put_all()
        try:
            yield Here(practice)
        finally:
            await practice.players.close()


def run(work: Any) -> Any:
    return asyncio.run(work())


async def first_answers(here: Here) -> list[bytes]:
    """What a front end asks first, of a part of the tables: both doors, with and without a credential; a new guest and table."""
    tables = [entry.table for entry in here.practice.entries.values()]
    said = [(await here.door.ask("GET", path, secret=ME)).body for path in ("/v1/practice", "/v1/me", "/v1/me/owed")]
    for table in tables:
        for secret in (ME, None):
            if table == catalogue()["open"].table:
                continue  # no game has begun there
            said.append((await here.door.ask("GET", f"/v1/tables/{table}/position", secret=secret)).body)
            body = {"query": EVERYTHING, "variables": {"table": table}}
            said.append((await here.door.ask("POST", "/graphql", secret=secret, body=body)).body)
        said.append((await here.door.ask("GET", f"/v1/tables/{table}/events?after=0", secret=ME)).body)
    guest = await here.door.ask("POST", "/v1/guests", body={})
    order = {"players": 4, "seats": [{"kind": "you"}, *[{"kind": "ai", "level": "greedy"}] * 3]}
    made = await here.door.ask("POST", "/v1/tables", secret=guest.json()["credential"]["secret"], body=order)
    await here.practice.players.rest()
    played = await here.door.ask("GET", f"/v1/tables/{made.json()['id']}/events?after=0", secret=None)
    nameless = {"x-request-id": ""}
    refused = await here.door.ask("GET", f"/v1/tables/{catalogue()['open'].table}/position", headers=nameless)
    assert refused.status == 409
    return [*said, guest.body, made.body, played.body, refused.body]


def test_two_starts_give_the_same_answers_to_the_byte() -> None:
    async def start() -> list[bytes]:
        async with practising() as here:
            return await first_answers(here)

    first, second = run(start), run(start)
    assert len(first) > 5 * len(NAMES)
    assert first == second
    assert all(b'"errors"' not in said for said in first)


def test_after_a_reset_everything_is_as_at_the_start() -> None:
    async def go() -> None:
        async with practising() as here:
            before = await first_answers(here)
            await here.move("warrant")
            await here.post("/v1/practice/reset", {})
            assert await first_answers(here) == before

    run(go)


def test_after_a_reset_a_replay_is_of_the_game_that_was_played_since() -> None:
    async def go() -> None:
        async with practising() as here:
            table = f"/v1/tables/{catalogue()['end_of_game'].table}"
            n = (await here.get(f"{table}/position"))["decision"]["n"]
            await here.move("end_of_game")
            mine = (await here.get(f"{table}/replay?after={n - 1}"))["moments"]
            await here.post("/v1/practice/reset", {"name": "end_of_game"})
            await here.post(f"{table}/resign", {})
            await here.practice.players.rest()
            left = (await here.get(f"{table}/replay?after={n - 1}"))["moments"]
            assert (mine[0]["by"], left[0]["by"]) == (None, "default")

    run(go)


def test_one_table_is_put_back_and_the_others_stay_as_they_are() -> None:
    async def go() -> None:
        async with practising() as here:
            there = {name: f"/v1/tables/{catalogue()[name].table}/position" for name in ("warrant", "threat")}
            before = {name: await here.get(path) for name, path in there.items()}
            for name in there:
                await here.move(name)
            moved = await here.get(there["threat"])
            assert moved["number"] > before["threat"]["number"]
            await here.post("/v1/practice/reset", {"name": "warrant"})
            assert await here.get(there["warrant"]) == before["warrant"]
            assert await here.get(there["threat"]) == moved
            unknown = await here.post("/v1/practice/reset", {"name": "nothing"})
            assert unknown["code"] == "not_found"

    run(go)


def test_the_house_plays_on_at_once_and_others_wait() -> None:
    async def go() -> None:
        async with practising() as here:
            await here.move("keep")
            later = await here.get(f"/v1/tables/{catalogue()['keep'].table}/position")
            assert later["decision"]["seat"] == later["seat"]  # whatever the AIs had to do, they have done
            waited = catalogue()["wait_pick"]
            assert waited.asked is not None
            here_now = await here.get(f"/v1/tables/{waited.table}/position")
            assert here_now["decision"]["actions"] is None
            other = await here.get(f"/v1/tables/{waited.table}/position", OTHERS[waited.asked].credential)
            assert len(other["decision"]["actions"]) == waited.count

    run(go)


def test_a_game_played_to_its_end_has_a_record_that_verifies_and_is_not_rated() -> None:
    async def go() -> None:
        async with practising() as here:
            await here.move("end_of_game")
            for name in ("end_of_game", "over"):
                table = catalogue()[name].table
                heard = await here.door.ask("GET", f"/v1/tables/{table}/record")
                record = read(heard.body.decode())
                assert verify(record).ok
                assert record.header.id == table
                assert not (await here.get(f"/v1/tables/{table}"))["rated"]
            assert (await here.get("/v1/leaderboard"))["items"] == []

    run(go)


def test_time_stands_still() -> None:
    async def go() -> None:
        async with practising() as here:
            entry = catalogue()["turn_king"]
            position = await here.get(f"/v1/tables/{entry.table}/position")
            assert position["decision"]["asked"] == NOW
            await here.move("turn_king")
            assert (await here.get(f"/v1/tables/{entry.table}/position"))["decision"]["asked"] == NOW

    run(go)


def test_the_list_names_for_each_position_its_table_seat_and_credential() -> None:
    async def go() -> None:
        async with practising() as here:
            told = await here.get("/v1/practice", None)
            assert told["now"] == NOW
            assert [one["name"] for one in told["positions"]] == list(NAMES)
            for one in told["positions"]:
                table = await here.get(f"/v1/tables/{one['table']}", one["credential"])
                assert table["seats"][one["seat"]]["player"]["id"] == PRACTICE.account
                assert table["name"] == one["title"]
            wrong = await here.door.ask("POST", "/v1/practice", body={})
            assert (wrong.status, wrong.header("allow")) == (405, "GET, HEAD")

    run(go)


def test_tables_in_other_states_are_there_too() -> None:
    async def go() -> None:
        async with practising() as here:
            told = {one["name"]: one["table"] for one in (await here.get("/v1/practice"))["tables"]}
            tables = {name: await here.get(f"/v1/tables/{table}") for name, table in told.items()}
            assert tables["invited"]["status"] == "open"
            assert [seat["kind"] for seat in tables["invited"]["seats"]].count("reserved") == 1
            assert [seat["left"] for seat in tables["resigned"]["seats"]].count("resigned") == 1
            assert (tables["resigned"]["status"], tables["aborted"]["status"]) == ("running", "aborted")
            heard = await here.door.ask("GET", f"/v1/tables/{told['private']}")
            assert heard.status == 404  # strangers do not see it
            assert tables["private"]["visibility"] == "private"

    run(go)


def test_a_clock_runs_towards_a_time_that_does_not_come() -> None:
    async def go() -> None:
        async with practising() as here:
            position = await here.get(f"/v1/tables/{catalogue()['clock'].table}/position")
            assert NOW < position["decision"]["deadline"] < NOW + 10 * 60_000

    run(go)


def test_no_other_house_knows_its_credentials_or_its_addresses() -> None:
    async def go() -> None:
        chosen = Settings.model_validate({"redis_url": "memory://"})
        door = Door(build(chosen, House(MemoryStore(), chosen, NoBell())))
        for person in (PRACTICE, *OTHERS):
            assert (await door.ask("GET", "/v1/me", secret=person.credential)).status == 401
        assert (await door.ask("GET", "/v1/practice")).status == 404
        assert (await door.ask("POST", "/v1/practice/reset", body={})).status == 404

    run(go)


def test_chance_is_the_real_one_again_when_it_is_over() -> None:
    import secrets

    run(leave)
    assert {vars(module)["secrets"] for module in (creation, webhooks, middleware)} == {secrets}


async def leave() -> None:
    async with practising() as here:
        assert vars(creation)["secrets"] is vars(webhooks)["secrets"] is here.practice.chance


def test_it_refuses_production_and_other_hosts(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(NoPractice, match="loopback"):
        settings("0.0.0.0")
    monkeypatch.setenv("CITADELS_PRODUCTION", "1")
    with pytest.raises(NoPractice, match="CITADELS_PRODUCTION"):
        settings()


def asked(address: str) -> bytes:
    request = urllib.request.Request(address, headers={"Authorization": f"Bearer {ME}"})
    with urllib.request.urlopen(request) as answer:
        body: bytes = answer.read()
        return body


@pytest.mark.heavy
def test_the_command_runs_it_without_a_store_and_answers_as_a_start_in_this_process_does() -> None:
    variables = {**os.environ, "REDIS_URL": "redis://127.0.0.1:1", "PYTHONUNBUFFERED": "1"}
    command = [sys.executable, "-P", "-m", "citadels_workers", "up", "--practice", "--port", "0"]
    started = [entry.table for entry in catalogue().values() if entry.kind != "open"]
    paths = [
        "/v1/practice",
        "/v1/leaderboard",
        "/v1/tournaments",
        *[f"/v1/tables/{table}/position" for table in started],
    ]
    with subprocess.Popen(command, env=variables, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        lines = []
        for line in process.stdout:
            lines.append(line)
            if line.startswith("Ctrl-C"):
                break
        base = lines[1].split()[1].removesuffix("/v1/practice")
        told = [asked(base + path) for path in paths]
        process.send_signal(signal.SIGTERM)
        assert process.stdout.read().endswith("ended\n")
        assert process.wait(20) == 0

    async def go() -> tuple[list[bytes], list[Any]]:
        practice = Practice(settings())
        with drawn_from(practice.chance):
            await practice.put_all()
            door = Door(PracticeApp(practice))
            await door.ask("POST", "/v1/practice/reset", body={})
            there = [f"/v1/tournaments/{one}/standings" for one in practice.tournaments.values()]
            return (
                [(await door.ask("GET", path, secret=ME)).body for path in paths],
                [(await door.ask("GET", path)).json() for path in there],
            )

    answers, contests = run(go)
    assert told == answers
    listed = json.loads(told[0])
    assert len(listed["positions"]) == len(catalogue())
    ratings = json.loads(told[1])["items"]
    assert len(ratings) == 1 + len(OTHERS) + 1  # everybody of the fixed accounts has one, and a bot of the house
    assert sum(one["rating"]["games"] for one in ratings) == 4 * RATED + 3 * REGULAR  # and sits at a table once
    provisional = [one["rating"]["provisional"] for one in ratings]
    assert provisional == [False] * 3 + [True] * (len(OTHERS) - 1)  # there is something of both to be shown
    assert {one["tournament"] for one in listed["tournaments"]} == {one["id"] for one in json.loads(told[2])["items"]}
    assert [one["status"] for one in contests] == ["over", "running", "entry"]
    assert contests[1]["progress"]["rounds_made"] == 2


@pytest.mark.parametrize("more", [["--redis-url", "redis://127.0.0.1:1"], ["--durable"], ["--host", "0.0.0.0"]])
def test_the_command_refuses_what_it_has_no_use_for(more: list[str]) -> None:
    with pytest.raises((click.ClickException, NoPractice), match=more[0]):
        up.main(["--practice", "--port", "0", *more], standalone_mode=False)


# the process


class Unbound:
    """A listener that listens nowhere."""

    closed = False

    def close(self) -> None:
        self.closed = True


@pytest.mark.parametrize(
    ("place", "base"), [("127.0.0.1", "http://127.0.0.1:4321"), ("::1", "http://[::1]:4321")], ids=["four", "six"]
)
def test_it_says_where_it_is_and_how_it_is_tried(place: str, base: str, monkeypatch: pytest.MonkeyPatch) -> None:
    listener, handlers, asked = Unbound(), dict[int, Any](), list[Any]()
    times = iter([100.0, 101.26])
    lines: list[str] = []

    async def serve(chosen: Settings, found: object, said: Any) -> None:
        asked.append((chosen.host, chosen.port, found, listener.closed))
        said()

    def bind(*where: object) -> Unbound:
        asked.append(where)
        return listener

    monkeypatch.setattr(server, "bind", bind)
    monkeypatch.setattr(server, "reached_at", lambda found: (place, 4321) if found is listener else None)
    monkeypatch.setattr(server, "configure", lambda **how: asked.append(how))
    monkeypatch.setattr(server, "serve", serve)
    signals = SimpleNamespace(SIGINT=signal.SIGINT, SIGTERM=signal.SIGTERM, signal=handlers.__setitem__)
    monkeypatch.setattr(server, "signal", signals)
    monkeypatch.setattr(server, "time", SimpleNamespace(monotonic=lambda: next(times)))
    server.run("localhost", 77, lines.append)
    assert asked == [{"level": "warning"}, ("localhost", 77), ("localhost", 77, listener, False)]
    assert listener.closed
    assert set(handlers) == {signal.SIGINT, signal.SIGTERM}
    assert [handler(2, None) for handler in handlers.values()] == [None, None]
    assert lines == [
        f"page     {base}/",
        f"practice {base}/v1/practice  ({len(catalogue())} tables; ready after 1.3 s)",
        "         everything is in memory, time stands still, credentials are known to everybody",
        f"try      export CITADELS_URL={base} CITADELS_TOKEN={ME}",
        f"         curl -X POST {base}/v1/practice/reset        puts everything back",
        "Ctrl-C ends it.",
        "ended",
    ]


@pytest.mark.parametrize("breaks", [False, True])
def test_it_is_there_before_it_says_so_and_ends_with_its_players(breaks: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[Any] = []
    listener: Any = object()

    class Here:
        """A practice server that puts nothing in."""

        def __init__(self, chosen: Settings) -> None:
            self.chance = object()
            self.players = SimpleNamespace(close=self.close)
            done.append(chosen)

        async def put_all(self) -> None:
            assert vars(creation)["secrets"] is self.chance
            done.append("put")

        async def close(self) -> None:
            done.append("closed")

    class Served:
        """A server that ends at once."""

        def __init__(self, app: object, chosen: Settings) -> None:
            done.append((app, chosen))

        async def serve(self, *, sockets: list[Any]) -> None:
            done.append(sockets)
            if breaks:
                raise OSError

    chosen = settings()
    monkeypatch.setattr(server, "Practice", Here)
    monkeypatch.setattr(server, "PracticeApp", lambda _practice: "app")
    monkeypatch.setattr(server, "Server", Served)
    with contextlib.suppress(OSError):
        asyncio.run(server.serve(chosen, listener, lambda: done.append("said")))
    assert done == [chosen, "put", ("app", chosen), "said", [listener], "closed"]


def test_its_settings_are_plenty_of_everything_and_nothing_behind_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REDIS_URL", "redis://127.0.0.1:1")
    found = settings("::1", 7)
    usual = Settings.model_validate({"redis_url": "memory://"})
    differ = {name: value for name, value in found.model_dump().items() if value != usual.model_dump()[name]}
    assert differ == {
        "host": "::1",
        "port": 7,
        "rate_per_second": 1_000_000,
        "rate_burst": 10_000_000,
        "address_per_second": 1_000_000,
        "address_burst": 10_000_000,
        "guests_per_hour": 1_000_000,
        "guests_kept_per_address": 1_000_000,
        "open_tables_per_account": 1_000_000,
        "open_tables_per_address": 1_000_000,
        "ai_seats_per_account": 1_000_000,
        "ai_seats_per_address": 1_000_000,
        "streams_per_credential": 1000,
        "streams_per_address": 1000,
        "lonely_table_ms": 86_400_000,
        "planner_playouts": 30,
    }
    assert [settings(host).host for host in ("127.0.0.1", "localhost")] == ["127.0.0.1", "localhost"]
    assert (settings().host, settings().port) == ("127.0.0.1", 0)


def test_its_own_answers_are_sent_as_a_server_takes_them() -> None:
    async def go() -> None:
        async with practising() as here:
            sent: list[Any] = []

            async def receive() -> Any:
                return {"type": "http.request", "body": b""}

            async def send(message: Any) -> None:
                sent.append(message)

            scope = {"type": "http", "method": "GET", "path": "/v1/practice", "headers": [], "query_string": b""}
            await PracticeApp(here.practice).answer(scope, receive, send)
            start, body = sent
            length = str(len(body["body"])).encode()
            headers = [(b"content-type", b"application/json"), (b"content-length", length)]
            assert start == {"type": "http.response.start", "status": 200, "headers": headers}
            assert body["type"] == "http.response.body"
            assert json.loads(body["body"])["now"] == NOW

    run(go)
