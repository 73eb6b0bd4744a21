"""A bot that plays live loses nothing to the weather, to restarts of the service, or to its own end; and the proof would see it if it did."""

from __future__ import annotations

import asyncio
import contextlib
import random
import signal
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from citadels_engine import awaited, is_over, legal_actions, new_game
from citadels_engine.formats.record import Record, begin, read

from tests.promises import live
from tests.promises.live import BOTS, BotProcess, Heard, judge, unbroken
from tests.promises.live_bots import digest
from tests.support.marks import PLANTED
from tests.support.running import Caller, Service, play_out
from tests.support.telling import Findings, chosen, run

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

SEAT = 1


@pytest.mark.heavy
def test_bots_lose_nothing_in_bad_weather() -> None:
    found = run(live.prove(chosen(live.SIZES), print))
    assert not found.faults
    assert found.figures["kills"]


# the judge


def a_game(seed: str = "a game") -> tuple[Record, Heard]:
    """A record, and what an honest bot at one of its seats has noted."""
    game = new_game(3, seed=seed, telling=True)
    record = begin(game, game_id="t", names=["ann", "bea", "cid"], date="2026-01-31")
    chance, told, choices = random.Random(1), [event.for_seat(SEAT) for event in game.events], []
    while not is_over(game):
        seat, action = awaited(game).seat, chance.choice(legal_actions(game))
        if seat == SEAT:
            choices.append((game.n, str(action)))
        record.take(game, action)
        told += [event.for_seat(SEAT) for event in game.events]
    record.finish(game)
    return record, Heard(choices, len(told), digest(told), 1)


def test_a_game_as_the_bot_has_noted_it_is_right() -> None:
    record, heard = a_game()
    assert not judge(record, SEAT, heard)


def test_a_choice_that_was_made_twice_by_a_bot_that_was_killed_is_right() -> None:
    record, heard = a_game()
    n, do = heard.choices[3]
    assert not judge(
        record, SEAT, replace(heard, choices=[*heard.choices[:3], (n, "end"), (n, do), *heard.choices[4:]], lives=2)
    )


FAULTS: dict[str, Callable[[Heard], Heard]] = {
    "a choice that was lost": lambda heard: replace(heard, choices=[*heard.choices, (9999, "end")]),
    "a move that nobody chose": lambda heard: replace(heard, choices=heard.choices[1:]),
    "a decision put to the bot twice": lambda heard: replace(heard, choices=[*heard.choices, heard.choices[-1]]),
    "another move than was chosen": lambda heard: replace(
        heard, choices=[(heard.choices[0][0], "end"), *heard.choices[1:]]
    ),
    "a move of a killed bot that nobody chose": lambda heard: replace(heard, choices=heard.choices[1:], lives=2),
    "an event that was lost": lambda heard: replace(heard, events=(heard.events or 0) - 1),
    "events that were others": lambda heard: replace(heard, digest="0" * 16),
    "no end": lambda heard: replace(heard, events=None),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_in_a_game_is_seen(fault: str) -> None:
    record, heard = a_game()
    assert judge(record, SEAT, FAULTS[fault](heard))


def test_a_move_that_the_clock_has_taken_is_seen() -> None:
    record, heard = a_game()
    next(one for one in record.taken if one.seat == SEAT).by = "default"
    assert "was taken for it" in judge(record, SEAT, heard)[0]


def test_a_bot_that_was_made_once_for_each_game_is_right() -> None:
    assert not unbroken({("t", 0): Heard(lives=1), ("u", 0): Heard(lives=1)}, ["took the seat at t back from the AI"])


@pytest.mark.parametrize("lives", [0, 2])
def test_a_bot_that_was_made_again_for_a_game_is_seen(lives: int) -> None:
    assert unbroken({("t", 0): Heard(lives=1), ("u", 3): Heard(lives=lives)}, []) == [
        f"u, seat 3: the bot was made {lives} times"
    ]


CRASHING = """
from citadels_sdk.live.table_loop import Sitting
from tests.promises.live_bots import Plain as Crashes

ask, asked = Sitting._ask, []


async def crash(*about):
    asked.append(about)
    if len(asked) == 3:
        raise KeyError("planted")
    await ask(*about)


Sitting._ask = crash
"""


@pytest.mark.heavy
@PLANTED
@pytest.mark.rests_on("sdk/citadels_sdk/live/*.py")
def test_a_toolkit_that_fails_at_a_table_is_caught(tmp_path: Path) -> None:
    async def scene() -> tuple[int, str, list[str]]:
        async with contextlib.AsyncExitStack() as stack:
            service = await stack.enter_async_context(Service())
            (tmp_path / "crashing.py").write_text(CRASHING)
            options = ("--players", "2", "--games", "1")
            bot = BotProcess("crashed", f"{tmp_path}/crashing.py:Crashes", tmp_path, service.bases[0], *options)
            stack.push_async_callback(bot.close)
            await bot.start()
            status = await bot.ended()
            host = await (await stack.enter_async_context(Caller(service.ports))).guest()
            found = Findings()
            await live.compare(host, [bot], found)
            return status, bot.said("begun")[0]["table"], found.faults

    status, table, faults = run(scene())
    assert status == 0
    (made, noted) = faults
    assert table in made
    assert made.endswith("the bot was made 2 times")
    assert noted == f"crashed: {table} is begun again after KeyError: 'planted'"


@pytest.mark.heavy
@PLANTED
@pytest.mark.rests_on("sdk/citadels_sdk/live/*.py")
def test_a_service_that_claims_what_was_not_done_is_caught() -> None:
    found = run(live.prove(live.Size(1, 1, 0, 0, kill_s=1000.0, clock="300ms"), print, "no_write"))
    assert any("was taken for it" in fault for fault in found.faults)


# a bot's own end


@pytest.fixture(scope="module")
def service() -> Iterator[Service]:
    with Service() as running:
        yield running


@pytest.mark.heavy
def test_a_bot_that_is_killed_and_started_again_goes_on_at_the_same_seat(tmp_path: Path, service: Service) -> None:
    async def scene() -> tuple[list[str], list[int], dict[str, int]]:
        async with contextlib.AsyncExitStack() as stack:
            bot = BotProcess(
                "killed", f"{BOTS}:Memory", tmp_path, service.bases[0], "--games", "2", "--tables", "2", keep=True
            )
            stack.push_async_callback(bot.close)
            await bot.start()
            for _ in range(2):
                noted = sum(len(heard.choices) for heard in bot.seats().values())
                async with asyncio.timeout(60):
                    while sum(len(heard.choices) for heard in bot.seats().values()) < noted + 12:
                        await asyncio.sleep(0.005)
                bot.signal(signal.SIGKILL)
                await bot.ended()
                await bot.start()
            statuses = [await bot.ended()]
            host = await (await stack.enter_async_context(Caller(service.ports))).guest()
            found = Findings()
            await live.compare(host, [bot], found, killed=True)
            accounts = {one["account"] for one in bot.said("playing")}
            assert len(accounts) == 1
            assert (tmp_path / "killed.json").stat().st_mode & 0o777 == 0o600
            return found.faults, statuses, {table: heard.lives for (table, _), heard in bot.seats().items()}

    faults, statuses, lives = run(scene())
    assert not faults
    assert statuses == [0]
    assert len(lives) == 2
    assert max(lives.values()) > 1


async def play(host: Caller, table: str) -> None:
    """Play a table to its end, and not too fast."""
    async for _ in play_out([host], table, pause_s=0.03):
        pass


@pytest.mark.heavy
def test_a_bot_that_was_frozen_takes_its_seat_back_from_the_ai(tmp_path: Path, service: Service) -> None:
    async def scene() -> tuple[list[str], list[str | None]]:
        async with contextlib.AsyncExitStack() as stack:
            bot = BotProcess("frozen", f"{BOTS}:Plain", tmp_path, service.bases[0], "--wait", "--games", "1")
            stack.push_async_callback(bot.close)
            await bot.start()
            account = (await bot.until("playing"))["account"]
            host = await (await stack.enter_async_context(Caller(service.ports))).guest()
            seats = [{"kind": "reserved", "account": account}, {"kind": "you"}]
            clock = {"kind": "decision", "limit_ms": 1000}
            table = (await host.table(players=2, seats=seats, clock=clock, timeout="ai_takes_over"))["id"]
            await bot.until("begun")
            bot.signal(signal.SIGSTOP)
            playing = asyncio.create_task(play(host, table))
            async with asyncio.timeout(30):
                while (await host.call("GET", f"/v1/tables/{table}")).json()["seats"][0]["level"] is None:
                    await asyncio.sleep(0.05)
                n = (await host.position(table))["view"]["n"]  # the AI has taken the seat: now it has to move
                while (await host.position(table))["view"]["n"] == n:
                    await asyncio.sleep(0.05)
            bot.signal(signal.SIGCONT)
            assert await bot.ended() == 0
            await playing
            record = read(await host.record(table))
            return [one["text"] for one in bot.said("note")], [one.by for one in record.taken if one.seat == 0]

    notes, by = run(scene())
    assert any("back from the AI" in note for note in notes)
    assert any(by)
    assert by[-1] is None


@pytest.mark.heavy
def test_the_first_interrupt_ends_with_the_running_game_and_the_second_at_once(
    tmp_path: Path, service: Service
) -> None:
    """A game may end, and the next begin, before the signal comes: then it is that one which is played to its end."""

    async def scene() -> dict[str, tuple[int, int, int]]:
        async with contextlib.AsyncExitStack() as stack:
            bots = {
                name: BotProcess(name, f"{BOTS}:{bot}", tmp_path, service.bases[0], "--tables", "1", *options)
                for name, bot, *options in (
                    ("once", "Plain", "--games", "9"),
                    ("twice", "Unhurried", "--games", "9"),
                    ("terminated", "Plain", "--games", "9"),
                    ("handed over", "Unhurried", "--games", "9", "--hand-over", "--keep", str(tmp_path / "kept")),
                    ("alone", "Plain", "--seek", "--players", "7"),
                )
            }
            for bot in bots.values():
                stack.push_async_callback(bot.close)
                await bot.start()
            for bot in bots.values():
                await bot.until("playing" if bot.name == "alone" else "begun")
                bot.signal(signal.SIGTERM if bot.name == "terminated" else signal.SIGINT)
            await bots["twice"].until("note", 2)
            bots["twice"].signal(signal.SIGINT)
            ended = {
                name: (await bot.ended(), len(bot.said("begun")), len(bot.said("ended"))) for name, bot in bots.items()
            }
            (summary,) = bots["handed over"].said("summary")
            assert summary["unfinished"] == [bots["handed over"].said("begun")[-1]["table"]]
            async with Caller(service.ports) as looker:
                tables = (await looker.call("GET", "/v1/tables?status=open")).json()["items"]
            assert not tables
            return ended

    told = {name: (status, begun - ended, 0 < begun < 9) for name, (status, begun, ended) in run(scene()).items()}
    assert told == {
        "once": (0, 0, True),
        "twice": (130, 1, True),
        "terminated": (0, 0, True),
        "handed over": (0, 1, True),
        "alone": (0, 0, False),
    }
