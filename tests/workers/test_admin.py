"""`citadels admin`: the only way to a credential with the scope admin, for whoever can reach the store."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace

import pytest
from citadels_api.accounts import service as accounts
from citadels_api.context import House, NoBell
from citadels_api.credentials.service import authenticate
from citadels_api.settings import Settings
from citadels_api.store import connect
from citadels_api.store.connect import open_store
from citadels_api.store.ports import StoreDown
from citadels_workers import cli, doctor
from citadels_workers.cli import admin
from click.testing import CliRunner

from tests.support.servers import Server, free_port
from tests.workers.test_cli import NO_STORE


def test_the_credential_that_is_printed_is_good_for_everything() -> None:
    async def scopes(url: str, secret: str) -> list[str]:
        house = House(await open_store(url), Settings(redis_url=url, queue_redis_url=None), NoBell())
        who = await authenticate(house, secret)
        await house.store.close()
        assert who is not None
        return who.credential.scopes

    with Server("valkey") as server:
        done = CliRunner().invoke(admin, env=NO_STORE, args=["--redis-url", server.url])
        assert done.exit_code == 0, done.output
        assert "admin" in asyncio.run(scopes(server.url, done.output.strip()))


def test_the_games_are_paused_and_resumed() -> None:
    said = []
    with Server("valkey") as server:
        for what in ("pause", "pause", "resume", "resume"):
            done = CliRunner().invoke(admin, env=NO_STORE, args=["--redis-url", server.url, what])
            assert done.exit_code == 0, done.output
            said.append((done.output.strip(), server.cli("HEXISTS", "{s:63}:clock", "paused")))
    assert said == [
        ("the games are paused", 1),
        ("the games are paused, as they were", 1),
        ("the games are going on", 0),
        ("the games are going on, as they were", 0),
    ]


def test_without_a_store_it_says_so() -> None:
    done = CliRunner().invoke(admin, env=NO_STORE, args=["--redis-url", f"redis://127.0.0.1:{free_port()}"])
    assert done.exit_code == 1
    assert "the store does not answer" in done.output


def test_a_store_that_goes_away_on_the_way_is_closed_and_named(monkeypatch: pytest.MonkeyPatch) -> None:
    closed: list[str] = []

    class Away:
        async def close(self) -> None:
            closed.append("closed")

    async def opened(url: str) -> Away:
        closed.append(url)
        return Away()

    async def down(_: object) -> None:
        raise StoreDown("away")

    monkeypatch.setattr(connect, "open_store", opened)
    monkeypatch.setattr(accounts, "make_admin", down)
    done = CliRunner().invoke(admin, env=NO_STORE, args=["--redis-url", "redis://127.0.0.1:1"])
    assert (done.exit_code, closed) == (1, ["redis://127.0.0.1:1", "closed"])
    assert done.output == "Error: the store does not answer\n"


@pytest.mark.parametrize(("verdicts", "status"), [(["well", "bad"], 1), (["well", "warn"], 0), ([], 0)])
@pytest.mark.parametrize("as_json", [True, False])
def test_the_doctor_tells_by_its_status_whether_something_is_bad(
    verdicts: list[str], status: int, as_json: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    findings = [SimpleNamespace(verdict=verdict) for verdict in verdicts]
    seen: list[doctor.Patient] = []

    def examine(patient: doctor.Patient) -> list[SimpleNamespace]:
        seen.append(patient)
        return findings

    monkeypatch.setattr(doctor, "examine", examine)
    monkeypatch.setattr(doctor, "as_json", lambda _: "{}")
    monkeypatch.setattr(doctor, "as_text", lambda _: "words")
    variables = {"REDIS_URL": "redis://a", "QUEUE_REDIS_URL": "redis://b"}
    words = ["--host", "::1", "--port", "8123", *(["--json"] if as_json else [])]
    done = CliRunner().invoke(cli.doctor, words, env={**NO_STORE, **variables})
    assert (done.exit_code, done.output) == (status, "{}\n" if as_json else "words\n")
    (patient,) = seen
    assert (patient.host, patient.port, patient.redis_url, patient.queue_redis_url) == (
        "::1",
        8123,
        "redis://a",
        "redis://b",
    )
