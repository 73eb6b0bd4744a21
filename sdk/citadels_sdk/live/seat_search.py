"""Getting seats: by a quick match, by invitations, at a table that is named, in a tournament.

1. No more is begun than the plan says, and nothing while there is no room; what is found beyond that is played all the same.
2. An answer that was lost may have been a table: before another is asked for, one's own tables are looked through.
3. An invitation is accepted if the bot plays such games, and declined otherwise. While there is no room it waits.
4. Who takes part in a tournament enters it, unless that is done, sits down wherever it calls, and is through when it is over.
5. Who stops gets up from the tables that have not started.

>>> from citadels_sdk.bot import Accepts
>>> from citadels_sdk.client.model_base import NoClock
>>> why_not(Accepts(players=(4,)), edition="modern", players=5, clock=NoClock(), rated=False)
'games of 5'
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from collections import deque
from typing import TYPE_CHECKING, Final

from citadels_sdk.client.model_base import BankClock, CorrespondenceClock, DecisionClock
from citadels_sdk.errors import (
    AlreadySeated,
    AlreadyStarted,
    Conflict,
    NotSignedIn,
    QuotaReached,
    Refused,
    ServiceError,
    TooMany,
)
from citadels_sdk.live.retry import definite, pause_after, sure

if TYPE_CHECKING:
    from citadels_sdk.bot import Accepts
    from citadels_sdk.client.model_base import Clock
    from citadels_sdk.client.models import Table
    from citadels_sdk.client.models_stream import InvitedNotice
    from citadels_sdk.live.runner import Runner

__all__ = ["Seating", "why_not"]

NO_ROOM_S: Final = 5.0
"""How long to wait where the service gives no more tables."""
LOOKED_AT_S: Final = 2.0
"""How often it is looked whether a tournament is over."""
WAITED_S: Final = 15.0
"""After so long alone, up to twice as long, another table is looked for: two who wait at different tables find each other."""


class Seating:
    """How a run comes to its seats."""

    def __init__(self, runner: Runner) -> None:
        self.runner = runner
        self.busy = False
        """Whether a seat is being asked for: a game may begin of which nobody here knows yet."""
        self.exhausted = False
        """Whether there is nothing more to seek."""
        self.invitations: deque[InvitedNotice] = deque()
        self.left: set[str] = set()

    async def seek(self) -> None:
        """Take seats whenever there is room."""
        runner = self.runner
        match runner.plan.seek:
            case "table":
                await self._join_named()
            case "tournament":
                await self._take_part()
            case "invitations":
                while True:
                    await self._room()
                    if self.invitations:
                        await self._answer(self.invitations.popleft())
                    else:
                        await self.runner.bell.wait()
            case "house" | "others":
                while True:
                    await self._room()
                    await self._match()

    async def _room(self) -> None:
        """Wait until another game may be begun; with others no more than one table waits for them at a time, and not for ever."""
        runner = self.runner
        waiting, since, patience = "", 0.0, 0.0
        while True:
            still = [table for table, one in runner.sittings.items() if not one.begun]
            if runner.plan.seek != "others" or not still:
                if runner.room:
                    return
                await runner.bell.wait()
                continue
            if still[0] != waiting:
                waiting, since, patience = still[0], time.monotonic(), random.uniform(1, 2) * WAITED_S  # noqa: S311
            left = since + patience - time.monotonic()
            if left <= 0 and not runner.stopping:
                await self._get_up(waiting)
                since, patience = time.monotonic(), WAITED_S
                continue
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(max(left, 0.1)):
                    await runner.bell.wait()

    # --- quick match ----------------------------------------------------------------------------------------------------

    async def _match(self) -> None:
        runner, plan, attempt = self.runner, self.runner.plan, 0
        self.busy = True
        try:
            while runner.room:
                try:
                    table = await runner.client.quick_match(
                        edition=plan.edition,
                        players=plan.players,
                        clock=plan.clock,
                        rated=plan.rated,
                        ai_fill=plan.fill if plan.seek == "house" else None,
                    )
                except QuotaReached:
                    await self._pause(NO_ROOM_S)
                except Conflict:
                    await self._pause(random.random())  # noqa: S311
                except TooMany as error:
                    attempt += 1
                    await self._pause(pause_after(attempt, error))
                except ServiceError as error:
                    if definite(error):
                        raise
                    attempt += 1
                    await asyncio.sleep(pause_after(attempt, error))
                    if await self._found():
                        return
                else:
                    runner.take(table)
                    return
        finally:
            self.busy = False
            self.runner.bell.ring()

    async def _pause(self, seconds: float) -> None:
        """Wait, while nothing is asked for."""
        self.busy = False
        await asyncio.sleep(seconds)
        self.busy = True

    async def _found(self) -> bool:
        """Whether one's own tables have one that nobody here plays yet: the answer about it was lost."""
        runner, before = self.runner, self.runner.count
        for status in ("running", "open"):
            page = await sure(lambda status=status: runner.client.list_tables(mine=True, status=status))  # type: ignore[misc]  # mypy cannot tell a lambda with defaults
            for table in page.items:
                runner.take(table)
        return runner.count > before

    # --- a table that is named ------------------------------------------------------------------------------------------

    async def _join_named(self) -> None:
        runner, plan = self.runner, self.runner.plan
        assert plan.table is not None
        table_id = plan.table
        if table_id not in runner.sittings:
            self.busy = True
            try:
                runner.take(await self._join(table_id, plan.invite))
            finally:
                self.busy = False
                runner.bell.ring()
        while table_id in runner.sittings:
            await self.runner.bell.wait()
        self.exhausted = True
        runner.bell.ring()

    async def _join(self, table: str, invite: str | None, seat: int | None = None) -> Table:
        """Sit down, however often it has to be asked."""
        client = self.runner.client
        try:
            return await sure(lambda: client.join_table(table, seat=seat, invite=invite))
        except AlreadySeated:
            return await sure(lambda: client.get_table(table, invite=invite))

    # --- a tournament ---------------------------------------------------------------------------------------------------

    async def _take_part(self) -> None:
        """Enter, answer the calls, and see when it is over, or over for this one."""
        runner, client, name = self.runner, self.runner.client, self.runner.plan.tournament
        assert name is not None
        told = await sure(lambda: client.get_tournament(name))
        if all(one.id != runner.account for one in told.entrants):
            await sure(lambda: client.enter_tournament(name))
        while True:
            while self.invitations:
                await self._room()
                await self._answer(self.invitations.popleft())
            told = await sure(lambda: client.get_tournament(name))
            out = [one.withdrawn for one in told.entrants if one.id == runner.account] or [
                "not among those who take part"
            ]
            if out[0] is not None or told.status in ("over", "cancelled"):
                break
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LOOKED_AT_S):
                    while not self.invitations:
                        await runner.bell.wait()
        runner.voice.note(f"{told.name} is {told.status}" if out[0] is None else f"out of {told.name}: {out[0]}")
        self.exhausted = True
        runner.bell.ring()

    # --- invitations ----------------------------------------------------------------------------------------------------

    async def invited(self, notice: InvitedNotice) -> None:
        """An invitation has come."""
        if self.runner.plan.seek in ("invitations", "tournament") and not self.runner.stopping:
            self.invitations.append(notice)
            self.runner.bell.ring()

    async def _answer(self, notice: InvitedNotice) -> None:
        """Accept an invitation that still stands, or decline it."""
        runner, client = self.runner, self.runner.client
        self.busy = True
        try:
            try:
                table = await sure(lambda: client.get_table(notice.table, invite=notice.invite))
            except Refused:
                return
            if table.status != "open" or table.your_seat is not None:
                runner.take(table)
                return
            if notice.seat is None or table.seats[notice.seat].kind != "reserved":
                return
            who = "somebody" if notice.by is None else notice.by.name
            why = why_not(
                runner.accepts, edition=str(table.edition), players=table.players, clock=table.clock, rated=table.rated
            )
            if why is not None:
                runner.voice.note(f"declined {notice.table}, from {who}: the bot does not play {why}")
                await self._decline(notice.table)
                return
            try:
                runner.take(await self._join(notice.table, notice.invite))
            except NotSignedIn:
                raise
            except Refused as error:
                runner.voice.note(f"no seat at {notice.table}, from {who}: {error}")
        finally:
            self.busy = False
            self.runner.bell.ring()

    async def _decline(self, table: str) -> None:
        try:
            await sure(lambda: self.runner.client.decline_invitation(table))
        except NotSignedIn:
            raise
        except Refused:
            pass  # it stands no more

    # --- stopping -------------------------------------------------------------------------------------------------------

    async def decline_all(self) -> None:
        """Decline the invitations that are still waiting."""
        while self.invitations:
            await self._decline(self.invitations.popleft().table)

    async def leave_open_tables(self) -> None:
        """Get up from the tables that have not started; what has started meanwhile is played."""
        await self.decline_all()
        runner = self.runner
        for table, sitting in list(runner.sittings.items()):
            if not sitting.begun and table not in self.left:
                self.left.add(table)
                await self._get_up(table)

    async def _get_up(self, table: str) -> None:
        """Give the seat back; a table that one has made, and at which nobody sits any more, is closed."""
        runner, client = self.runner, self.runner.client
        try:
            left = await sure(lambda: client.leave_table(table))
        except AlreadyStarted:
            if (sitting := runner.sittings.get(table)) is not None:
                sitting.has_started()
            return
        except Refused:
            left = None
        runner.drop(table)
        if left is not None and left.creator.id == runner.account and all(one.player is None for one in left.seats):
            with contextlib.suppress(Refused):
                await sure(lambda: client.abort_table(table))


def why_not(accepts: Accepts, *, edition: str, players: int, clock: Clock, rated: bool) -> str | None:
    """What of a game the bot does not accept; None where it takes it all."""
    if edition not in accepts.editions:
        return f"the {edition} edition"
    if players not in accepts.players:
        return f"games of {players}"
    kind = getattr(clock, "kind", "unknown")
    if accepts.clocks is not None and kind not in accepts.clocks:
        return f"with a clock of the kind {kind}"
    least = time_of(clock)
    if least is not None and least < accepts.least_ms:
        return f"with less than {accepts.least_ms} ms"
    if accepts.rated is not None and rated != accepts.rated:
        return "rated games" if rated else "games that are not rated"
    return None


def time_of(clock: Clock) -> int | None:
    """The time that counts of a clock: for a decision, or the bank."""
    match clock:
        case BankClock(bank_ms=bank):
            return bank
        case DecisionClock(limit_ms=limit):
            return limit
        case CorrespondenceClock():
            return clock.limit_ms
        case _:
            return None
