"""Playing live against a service: what a bot is told, who plays, and what is refused at the start."""

from __future__ import annotations

import asyncio
import json
import stat
import threading
from typing import TYPE_CHECKING, Any

import pytest
from citadels_engine.formats.record import steps
from citadels_sdk import Accepts, AsyncClient, View, errors
from citadels_sdk.live import bot_run, identity
from citadels_sdk.live.bot_run import arun, run
from citadels_sdk.live.identity import become_guest
from citadels_sdk.live.run_report import Voice
from citadels_sdk.local.bot_loader import resolve

from tests.sdk.live.duels import First, clock, duel, quick, record_of

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from citadels_engine import Action
    from citadels_sdk import Outcome
    from citadels_sdk.bot import Start

# what a bot is told


def test_a_bot_is_told_all_and_keeps_what_it_likes(url: str) -> None:
    made: list[Any] = []

    class Keeper(First):
        def on_start(self, start: Start) -> None:
            made.append(self)
            self.started, self.heard, self.numbers = start, list[Any](), list[int]()
            self.result: Outcome | None = None

        def on_event(self, event: Mapping[str, object]) -> None:
            self.heard.append(event)

        def on_end(self, outcome: Outcome) -> None:
            self.result = outcome

        def choose(self, view: View) -> Action:
            assert list(view.events) == self.heard[: len(view.events)]
            assert view.time_left is not None
            assert 0 < view.time_left < 30
            self.numbers.append(view.n)
            return quick(view)

    report = duel(url, Keeper)
    (game,), (bot,) = report.games, made
    assert not report.faults
    record = record_of(url, game.table)
    told = [event.for_seat(game.seat) for _, moment in steps(record, telling=True) for event in moment.events]
    assert bot.heard == told
    assert bot.numbers == [one.n for one in record.taken if one.seat == game.seat]
    assert (bot.started.game, bot.started.seat, bot.started.players) == (game.table, game.seat, 2)
    assert bot.result is not None
    assert (bot.result.place, bot.result.scores[game.seat]) == (game.place, game.score)
    assert game.decisions == len(bot.numbers)


def test_an_async_bot_thinks_in_the_loop(url: str) -> None:
    threads = set()

    async def patient(view: View) -> Action:
        await asyncio.sleep(0)
        threads.add(threading.current_thread())
        return quick(view)

    report = duel(url, patient, First)
    assert report.games[0].place
    assert not report.faults
    assert threads == {threading.current_thread()}


# who plays


def test_a_guest_is_kept_in_a_file_that_nobody_else_reads(url: str, tmp_path: Path) -> None:
    file = tmp_path / "guest.json"

    async def twice() -> list[str]:
        names = []
        for _ in range(2):
            async with AsyncClient(url) as client:
                token = await become_guest(client, file, Voice("quiet"))
                names.append((await client.get_me()).name)
                assert stat.S_IMODE(file.stat().st_mode) == 0o600
                assert token
        return names

    one, again = asyncio.run(twice())
    assert one == again


@pytest.mark.parametrize("content", ["", "{}", '{"url": "http://elsewhere:1", "token": "x"}'])
def test_a_file_that_holds_no_guest_of_this_service_is_refused(url: str, tmp_path: Path, content: str) -> None:
    file = tmp_path / "guest.json"
    file.write_text(content)
    with pytest.raises(ValueError, match="guest"):
        run(First, url=url, keep=file, tell="quiet")


def test_a_file_that_cannot_be_written_is_refused(url: str, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(ValueError, match="kept"):
        run(First, url=url, keep=tmp_path / "file" / "guest.json", tell="quiet")


def test_nothing_secret_is_told(url: str, capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "guest.json"
    limit = clock()

    async def both() -> None:
        options: dict[str, Any] = {"url": url, "seek": "others", "players": 2, "games": 1, "clock": limit}
        await asyncio.gather(arun(First, keep=file, tell="json", **options), arun(First, tell="lines", **options))

    asyncio.run(both())
    told = "".join(capfd.readouterr())
    secret = json.loads(file.read_text())["token"]
    assert "begun" in told
    assert secret not in told
    assert secret.split("_")[-1] not in told


def test_a_service_that_is_not_there_is_an_error_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_run, "PATIENCE_S", 0.1)
    with pytest.raises(errors.Unreachable):
        run(First, url="http://127.0.0.1:9", tell="quiet")


def test_what_answers_nothing_is_an_error_and_not_asked_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(identity, "pause_after", lambda *_: 0.0)
    asked = 0

    async def hang_up(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal asked
        asked += 1
        await reader.read(1)
        writer.close()

    async def scene() -> None:
        server = await asyncio.start_server(hang_up, "127.0.0.1", 0)
        async with server, asyncio.timeout(30):
            await arun(First, url=f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}", tell="quiet")

    with pytest.raises(errors.UnknownOutcome):
        asyncio.run(scene())
    assert asked < 20


def test_where_a_loop_runs_already_the_other_way_is_named() -> None:
    async def scene() -> None:
        with pytest.raises(RuntimeError, match="await arun"):
            run(First)

    asyncio.run(scene())


def test_what_a_bot_does_not_accept_is_not_looked_for(url: str) -> None:
    class Classic(First):
        accepts = Accepts(editions=("classic",))

    with pytest.raises(ValueError, match="does not play the modern edition"):
        run(Classic, url=url, edition="modern", tell="quiet")


def test_a_file_that_is_only_read_does_not_play(tmp_path: Path) -> None:

    file = tmp_path / "mybot.py"
    file.write_text(
        "from citadels_sdk import Bot, run\n"
        "class Mine(Bot):\n    def choose(self, view):\n        return view.actions[0]\n"
        "told = run(Mine, url='http://127.0.0.1:9')\n"
    )
    assert resolve(str(file)).name == "mine"
