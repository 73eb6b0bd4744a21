"""A run in a tournament: it enters by itself, ends with the tournament, and says what stands in its way."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from citadels_sdk import AsyncClient, errors
from citadels_sdk.live.bot_run import arun

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from citadels_sdk.client.models_tournament import Tournament
    from citadels_sdk.live.bot_run import RunReport

    Course = Callable[[AsyncClient, Tournament], Awaitable[None]]


def first(view: object) -> object:
    """Never asked."""
    raise AssertionError(view)


async def entered(host: AsyncClient, tournament: str, count: int = 1) -> None:
    """Wait until so many have entered."""
    async with asyncio.timeout(30):
        while len((await host.get_tournament(tournament)).entrants) < count:
            await asyncio.sleep(0.02)


def run_through(url: str, course: Course, *, also: Course | None = None) -> RunReport:
    """A tournament is made, `also` is done, a bot runs in it, and the course is taken."""

    async def scene() -> RunReport:
        async with AsyncClient(url) as host, AsyncClient(url) as owner, asyncio.timeout(40):
            for one in (host, owner):
                one.sign_in(
                    (await one.make_account(f"o{id(one)}-{asyncio.get_running_loop().time():.0f}")).credential.secret
                )
            made = await host.make_tournament("An evening")
            bot = await owner.make_bot(f"b{id(owner)}-{asyncio.get_running_loop().time():.0f}")
            if also is not None:
                await also(host, made)
            playing = asyncio.create_task(
                arun(first, url=url, token=bot.credential.secret, tournament=made.id, tell="lines")  # type: ignore[arg-type]  # it is never asked
            )
            try:
                await asyncio.gather(playing, course(host, made)) if also is None else await playing
            finally:
                playing.cancel()
            return playing.result()

    return asyncio.run(scene())


def test_it_enters_by_itself_and_ends_when_the_tournament_does(url: str, capfd: pytest.CaptureFixture[str]) -> None:
    async def course(host: AsyncClient, made: Tournament) -> None:
        await entered(host, made.id)
        await host.conduct_tournament(made.id, "cancel")

    assert run_through(url, course).games == ()
    assert "An evening is cancelled" in capfd.readouterr().err


def test_who_is_withdrawn_is_through(url: str, capfd: pytest.CaptureFixture[str]) -> None:
    async def course(host: AsyncClient, made: Tournament) -> None:
        await entered(host, made.id)
        (one,) = (await host.get_tournament(made.id)).entrants
        await host.withdraw_entrant(made.id, one.id, why="it is late")

    assert run_through(url, course).games == ()
    assert "out of An evening" in capfd.readouterr().err


def test_who_comes_too_late_is_told_so(url: str) -> None:
    async def close(host: AsyncClient, made: Tournament) -> None:
        await host.conduct_tournament(made.id, "close")

    with pytest.raises(errors.ServiceError, match="entry"):
        run_through(url, close, also=close)


def test_a_table_beside_a_tournament_is_refused(url: str) -> None:
    with pytest.raises(ValueError, match="leave out the table"):
        asyncio.run(arun(first, url=url, tournament="tour_1", table="game_1"))  # type: ignore[arg-type]  # it is never asked
