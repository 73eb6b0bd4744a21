"""Playing live: `run(MyBot)`, or `await arun(MyBot)` where a loop runs already.

    from citadels_sdk import Bot, run

    class Mason(Bot):
        def choose(self, view):
            return view.actions[0]

    run(Mason)

1. The service and the credential are those of CITADELS_URL and CITADELS_TOKEN where they are not given; without a credential a guest
   is made, and kept in a file where `keep` names one.
2. Without more, one game is played against AIs of the house. `games`, `tables` and `seek` say what else; `docs/LIVE.md` has it all.
3. The first Ctrl-C, or SIGTERM, takes no new games and plays the running ones to their ends; the second ends the run at once. A bot
   may hold up both (an async one that blocks): the third ends the program.
4. Where a bot's file is only read, as `citadels play` and `citadels bot` do, `run` does nothing.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, NoReturn

from citadels_sdk.client.model_base import BankClock, CorrespondenceClock, DecisionClock, NoClock
from citadels_sdk.errors import NotSignedIn
from citadels_sdk.live.identity import PATIENCE_S, TIMEOUT_S, become_guest, declare
from citadels_sdk.live.presence import HeardClient, Presence
from citadels_sdk.live.run_report import Played, RunReport, Voice
from citadels_sdk.live.runner import Plan, Runner, Seek
from citadels_sdk.live.seat_search import why_not
from citadels_sdk.local.bot_loader import Entrant, is_loading, resolve

if TYPE_CHECKING:
    from collections.abc import Generator

    from citadels_sdk.bot import Accepts
    from citadels_sdk.client.calls import ClockOrder
    from citadels_sdk.client.models_account import Account
    from citadels_sdk.client.words import Edition, Level
    from citadels_sdk.local.bot_loader import BotLike

__all__ = ["INTERRUPTED", "Manner", "Played", "RunReport", "Seek", "arun", "run"]

Manner = Literal["lines", "json", "quiet"]
"""How a run tells what it does: lines for people, JSON lines for programs, not at all."""
INTERRUPTED: Final = 128
"""The status of a program that a signal has ended is this and the signal's number."""
AT_ONCE: Final = 3
"""The signal that ends the program, whatever holds it up."""
MOST_AT_ONCE: Final = 16
"""At how many tables a tournament may want a bot at once: who does not come to one has not shown up."""
THREADS: Final = 64
"""So many programs may think at once."""


def run(
    bot: BotLike | Entrant,
    *,
    url: str | None = None,
    token: str | None = None,
    keep: str | Path | None = None,
    seek: Seek = "house",
    table: str | None = None,
    tournament: str | None = None,
    invite: str | None = None,
    games: int | None = None,
    tables: int | None = None,
    edition: Edition | None = None,
    players: int | None = None,
    clock: ClockOrder | None = None,
    rated: bool | None = None,
    fill: Level = "greedy",
    resume: bool = True,
    hand_over: bool = False,
    time_limit: float | None = None,
    faults: str | Path | None = None,
    tell: Manner = "lines",
    save: str | Path | None = None,
) -> RunReport:
    """Play on a service until the games are played, or until the run is stopped; what it has come to.

    `seek` says where games come from: AIs of the `house` take the other seats; `others` who look for a game do; `invitations` are
    waited for; or a `table` is named; or a `tournament`, which is entered and played to its end. `games` is how many are begun, one against the house and without end otherwise; `tables` how many
    are played at once, by default what the bot accepts. A kind of game that is not said is one that the bot accepts. `keep` is the file in
    which a guest that is made stays the same player. With `resume` the games that run already are taken up. `hand_over` makes the
    first signal end the run at once. `time_limit` is in seconds for each decision, `faults` where the decisions are saved at which the bot
    fails, `save` where the record of each game is saved that is over, `tell` how to tell what goes on.
    """
    if is_loading():
        return RunReport()
    wish = Wish(
        url, token, keep, seek, table, tournament, invite, games, tables, edition, players, clock, rated, fill, resume, time_limit, faults, tell, save
    )  # fmt: skip
    entrant = resolve(bot)
    signals: list[int] = []

    async def main() -> RunReport:
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(THREADS))
        stop = Stop(hand_over=hand_over)
        with stop.on_signals(signals):
            return await attempt(entrant, wish, stop)

    if looping():
        raise RuntimeError("an event loop is running here already: use `await arun(...)`")
    try:
        return asyncio.run(main())
    except asyncio.CancelledError:
        raise KeyboardInterrupt(*signals[-1:]) from None


def looping() -> bool:
    """Whether an event loop is running here."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


async def arun(
    bot: BotLike | Entrant,
    *,
    url: str | None = None,
    token: str | None = None,
    keep: str | Path | None = None,
    seek: Seek = "house",
    table: str | None = None,
    tournament: str | None = None,
    invite: str | None = None,
    games: int | None = None,
    tables: int | None = None,
    edition: Edition | None = None,
    players: int | None = None,
    clock: ClockOrder | None = None,
    rated: bool | None = None,
    fill: Level = "greedy",
    resume: bool = True,
    time_limit: float | None = None,
    faults: str | Path | None = None,
    tell: Manner = "lines",
    save: str | Path | None = None,
) -> RunReport:
    """The same where a loop runs already, as in a notebook; who cancels it ends it at once."""
    if is_loading():
        return RunReport()
    wish = Wish(
        url, token, keep, seek, table, tournament, invite, games, tables, edition, players, clock, rated, fill, resume, time_limit, faults, tell, save
    )  # fmt: skip
    return await attempt(resolve(bot), wish, Stop(hand_over=False))


@dataclass(frozen=True)
class Wish:
    """What was asked for."""

    url: str | None
    token: str | None
    keep: str | Path | None
    seek: Seek
    table: str | None
    tournament: str | None
    invite: str | None
    games: int | None
    tables: int | None
    edition: Edition | None
    players: int | None
    clock: ClockOrder | None
    rated: bool | None
    fill: Level
    resume: bool
    time_limit: float | None
    faults: str | Path | None
    tell: Manner
    save: str | Path | None = None

    def plan(self, accepts: Accepts) -> Plan:
        """What is to be done; a ValueError where it makes no sense, or the bot would not play what it is to look for."""
        if self.table is not None and self.tournament is not None:
            raise ValueError("tournament: it calls to its tables by itself; leave out the table")
        seek: Seek = "tournament" if self.tournament is not None else "table" if self.table is not None else self.seek
        tables = MOST_AT_ONCE if seek == "tournament" else accepts.tables
        plan = Plan(
            seek=seek,
            table=self.table,
            tournament=self.tournament,
            invite=self.invite,
            games=1 if self.games is None and seek == "house" else self.games,
            tables=tables if self.tables is None else self.tables,
            edition=edition_for(accepts) if self.edition is None else self.edition,
            players=players_for(accepts) if self.players is None else self.players,
            clock=clock_for(accepts) if self.clock is None else self.clock,
            rated=bool(accepts.rated) if self.rated is None else self.rated,
            fill=self.fill,
            resume=self.resume,
            time_limit=self.time_limit,
            faults=None if self.faults is None else Path(self.faults),
            save=None if self.save is None else Path(self.save),
        )
        check(plan, accepts)
        return plan


async def attempt(entrant: Entrant, wish: Wish, stop: Stop) -> RunReport:
    """One run."""
    accepts = await asyncio.to_thread(entrant.accepts)
    plan, keep = wish.plan(accepts), wish.keep
    voice = Voice(wish.tell)
    async with HeardClient(wish.url, wish.token, timeout=TIMEOUT_S, patience=PATIENCE_S) as client:
        chance = wish.token or os.environ.get("CITADELS_TOKEN") or ""
        lost = not client.signed_in and keep is None
        if lost and stop.hand_over:
            raise ValueError("hand_over: nobody could go on with the games of a guest who is not kept; use --keep FILE")
        if not client.signed_in:
            chance = await become_guest(client, keep, voice)
        try:
            me = await client.get_me()
        except NotSignedIn as error:
            if keep is not None and Path(keep).exists():
                raise NotSignedIn(
                    f"{error.what}; remove {keep} to begin as somebody else", code=error.code, status=error.status
                ) from None
            raise
        greet(voice, entrant, me, client.url, plan)
        if str(me.kind) == "bot":
            await declare(client, me, accepts, voice)
        runner = Runner(client, entrant, plan, account=me.id, accepts=accepts, voice=voice, chance=chance)
        advice = resuming(keep, lost=lost)
        stop.tell(runner, advice)
        client.presence = Presence(voice, client.url)
        report = await runner.go()
        voice.summary(report)
        if report.unfinished:
            voice.note(advice)
        return report


# --- before the run ----------------------------------------------------------------------------------------------------


def edition_for(accepts: Accepts) -> Edition:
    """An edition that the bot accepts."""
    return "modern" if "modern" in accepts.editions else "classic"


def players_for(accepts: Accepts) -> int:
    """A number of players that the bot accepts: four, or the first."""
    return 4 if 4 in accepts.players or not accepts.players else accepts.players[0]


def clock_for(accepts: Accepts) -> ClockOrder:
    """A clock that the bot accepts: half a minute for each decision, or more where it needs more."""
    kinds = accepts.clocks
    if kinds is None or "decision" in kinds:
        return DecisionClock(limit_ms=max(30_000, accepts.least_ms))
    for kind in kinds:
        if kind == "bank":
            return BankClock(bank_ms=max(600_000, accepts.least_ms), increment_ms=2_000)
        if kind == "correspondence":
            return CorrespondenceClock(days=1)
    return NoClock()


def check(plan: Plan, accepts: Accepts) -> None:
    """A ValueError where the plan makes no sense, or the bot would not play what it is to look for."""
    if plan.tables < 1:
        raise ValueError(f"tables: {plan.tables} is none")
    if plan.games is not None and plan.games < 1:
        raise ValueError(f"games: {plan.games} is none")
    if plan.time_limit is not None and not plan.time_limit > 0:
        raise ValueError(f"time_limit: {plan.time_limit!r} is no time to think")
    if plan.seek in ("house", "others"):
        why = why_not(
            accepts, edition=plan.edition, players=plan.players, clock=plan.clock or NoClock(), rated=plan.rated
        )
        if why is not None:
            raise ValueError(f"the bot does not play {why}: see its `accepts`")


def greet(voice: Voice, entrant: Entrant, me: Account, url: str, plan: Plan) -> None:
    """Say who plays where."""
    what = {
        "house": f"against {plan.fill} bots of the house",
        "others": "with others who look for a game",
        "invitations": "by invitation",
        "table": f"at {plan.table}",
        "tournament": f"in {plan.tournament}",
    }[plan.seek]
    line = f"{entrant.name} plays as {me.name} at {url}, {what}; Ctrl-C ends it after the running games"
    voice.say("playing", line, bot=entrant.name, account=me.id, name=me.name, url=url, seek=plan.seek)


def resuming(keep: str | Path | None, *, lost: bool) -> str:
    """How the games that still run are taken up again, where that is possible."""
    if lost:
        return "nobody can go on with the running games, as the guest was not kept: next time, use --keep FILE"
    if keep is not None:
        return f"to go on with the running games: the same command, with --keep {keep}"
    return "to go on with the running games: the same command with the same credential (CITADELS_TOKEN)"


# --- stopping ------------------------------------------------------------------------------------------------------------


class Stop:
    """What a signal does: the first stops, the second cancels, the third ends the program."""

    def __init__(self, *, hand_over: bool) -> None:
        self.hand_over = hand_over
        self.runner: Runner | None = None
        self.advice = ""
        self.asked = False

    def tell(self, runner: Runner, advice: str) -> None:
        """From now on this run is stopped; the advice is for games that are left running."""
        self.runner, self.advice = runner, advice
        if self.asked:
            runner.stop(hand_over=self.hand_over)

    def leave(self, number: int) -> NoReturn:
        """End the program now, from within a handler: the loop does not answer, as a bot holds it up."""
        for one in (signal.SIGINT, signal.SIGTERM):
            signal.signal(one, signal.SIG_DFL)
        unfinished = () if self.runner is None else self.runner.report().unfinished
        running = f"; still running: {', '.join(unfinished)}" if unfinished else ""
        with contextlib.suppress(OSError):
            os.write(2, f"left at once, since the bot does not let the run end{running}\n".encode())
        os._exit(INTERRUPTED + number)

    @contextlib.contextmanager
    def on_signals(self, came: list[int]) -> Generator[None]:
        """Heed SIGINT and SIGTERM meanwhile, where this is the main thread."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        loop, task = asyncio.get_running_loop(), asyncio.current_task()

        def heed(number: int) -> None:
            came.append(number)
            if self.asked or self.runner is None:
                if self.runner is not None and (unfinished := self.runner.report().unfinished):
                    self.runner.voice.note(f"still running: {', '.join(unfinished)}; {self.advice}")
                if task is not None:
                    task.cancel()
                return
            self.asked = True
            running = len([one for one in self.runner.sittings.values() if one.begun])
            if running and not self.hand_over:
                self.runner.voice.note(
                    f"stopping: no new games; {running} still running (once more, and they are left as they stand)"
                )
            elif self.runner.seating.busy:
                self.runner.voice.note("stopping: a seat was asked for; waiting for the answer")
            self.runner.stop(hand_over=self.hand_over)

        numbers = (signal.SIGINT, signal.SIGTERM)
        pressed = 0

        def caught(number: int, _: object) -> None:
            nonlocal pressed
            pressed += 1
            if pressed >= AT_ONCE:
                self.leave(number)
            loop.call_soon_threadsafe(heed, number)

        before = [(number, signal.signal(number, caught)) for number in numbers]
        try:
            yield
        finally:
            for number, handler in before:
                signal.signal(number, handler)
