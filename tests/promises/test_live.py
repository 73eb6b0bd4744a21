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
from citadels_engine.record import Record, begin

from tests.promises import live
from tests.promises.live import BOTS, BotProcess, Heard, judge
from tests.promises.live_bots import digest
from tests.promises.telling import Findings, chosen, run
from tests.running import Caller, Service

if TYPE_CHECKING:
    from collections.abc import Callable
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


@pytest.mark.heavy
def test_a_service_that_claims_what_was_not_done_is_caught() -> None:
    found = run(live.prove(live.Size(1, 1, 0, 0, kill_s=1000.0, clock="1s"), print, "no_write"))
    assert any("was taken for it" in fault for fault in found.faults)


# a bot's own end


@pytest.mark.heavy
def test_a_bot_that_is_killed_and_started_again_goes_on_at_the_same_seat(tmp_path: Path) -> None:
    async def scene() -> tuple[list[str], list[int], dict[str, int]]:
        async with contextlib.AsyncExitStack() as stack:
            service = await stack.enter_async_context(Service())
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
            await live.compare(host, [bot], found)
            accounts = {one["account"] for one in bot.said("playing")}
            assert len(accounts) == 1
            assert (tmp_path / "killed.json").stat().st_mode & 0o777 == 0o600
            return found.faults, statuses, {table: heard.lives for (table, _), heard in bot.seats().items()}

    faults, statuses, lives = run(scene())
    assert not faults
    assert statuses == [0]
    assert len(lives) == 2
    assert max(lives.values()) > 1


@pytest.mark.heavy
def test_the_first_interrupt_ends_with_the_running_game_and_the_second_at_once(tmp_path: Path) -> None:
    async def scene() -> list[tuple[int, int, int]]:
        async with contextlib.AsyncExitStack() as stack:
            service = await stack.enter_async_context(Service())
            bots = [
                BotProcess(name, f"{BOTS}:Plain", tmp_path, service.bases[0], "--games", "9", "--tables", "1")
                for name in ("once", "twice", "term")
            ]
            for bot in bots:
                stack.push_async_callback(bot.close)
                await bot.start()
            for bot in bots:
                await bot.until("begun")
            once, twice, term = bots
            once.signal(signal.SIGINT)
            twice.signal(signal.SIGINT)
            await twice.until("note", len(twice.said("note")) + 1)
            twice.signal(signal.SIGINT)
            term.signal(signal.SIGTERM)
            return [(await bot.ended(), len(bot.said("begun")), len(bot.said("ended"))) for bot in bots]

    once, twice, term = run(scene())
    assert once == (0, 1, 1)
    assert twice == (130, 1, 0)
    assert term == (0, 1, 1)
