"""One table of a run: what `seated` says is to be done, done.

1. Every decision is put to the bot once, and its answer sent under a key made of the table, the decision and the seat, until the outcome
   is known. So a run that was ended and started again sends the same key, and no move is made twice.
2. Where the bot fails, or does not come in time, the harmless action is played in its place: nobody waits for it, and the clock takes no game.
   How early depends on the network: a second, or more, before the deadline. Where it had taken most of the time, the bot is not blamed.
3. A bot that fails `IN_A_ROW` times in a row at a table is not asked there again.
4. An answer that can be taken no more, since somebody else was quicker or the time was over, is dropped, and the position looked at again.
5. A seat that an AI plays on is taken back.
"""

from __future__ import annotations

import asyncio
import shlex
import time
from typing import TYPE_CHECKING, Final

from citadels_engine.views.reader import read_view

from citadels_sdk.bot import Start, harmless
from citadels_sdk.errors import (
    AlreadySeated,
    BotFault,
    BotTimeout,
    Conflict,
    IllegalChoice,
    IllegalMove,
    KeyReused,
    NotFound,
    NotSeated,
    NotStarted,
    NotYourTurn,
    QuotaReached,
    Refused,
    ServiceError,
    TimeIsUp,
)
from citadels_sdk.live.retry import sure
from citadels_sdk.live.run_report import Fault, Played
from citadels_sdk.live.saved_decisions import save
from citadels_sdk.live.table_state import Ask, End, Fetch, Look, Return, Seated, Step, Tell, Wait
from citadels_sdk.live.table_stream import CROWDED_S, hear
from citadels_sdk.live.table_text import clock_in_words, hurried, outcome_of
from citadels_sdk.view.view import View

if TYPE_CHECKING:
    from citadels_engine import Action

    from citadels_sdk.client.models import Committed, Decision, Position, Table
    from citadels_sdk.live.bot_executor import Mind
    from citadels_sdk.live.runner import Runner

__all__ = ["IN_A_ROW", "Sitting"]

IN_A_ROW: Final = 5
MARGIN_S: Final = 1.0
LEAST_S: Final = 0.02
"""With less time than this a bot is not even asked."""
FAREWELL_S: Final = 2.0
"""So long a bot may take to hear of the end."""
LET_GO_S: Final = 0.2
"""The same where the run is ended before the game."""
CLOCK_AGE_S: Final = 60.0
OLDER: Final = 2
OLDER_S: Final = 0.5
"""So often, and after such pauses, a position must be older than what is known before that is believed."""


class Sitting:
    """The bot at one table, from sitting down to the result."""

    def __init__(self, runner: Runner, table: Table, seat: int, *, resumed: bool) -> None:
        self.runner = runner
        self.table = table
        self.seat = seat
        self.resumed = resumed
        self.seated = Seated(table.id, seat)
        self.seated.started = table.status != "open"
        self.changed = asyncio.Event()
        self.mind: Mind | None = None
        self.let_go = False
        self.hearing: asyncio.Task[None] | None = None
        self.broken: ServiceError | None = None
        self.faults: list[Fault] = []
        self.in_a_row = 0
        self.thought: list[float] = []
        self.rescued = self.overtaken = self.taken = 0
        self.round_trip = 0.0
        self.clock_read = 0.0
        self.keys = self.older = 0

    @property
    def begun(self) -> bool:
        """Whether the game has started."""
        return self.seated.started

    def owes(self, n: int, *, overdue: bool = False) -> None:
        """The service says that a decision is owed here; where that is overdue, the stream has fallen silent, and is opened anew."""
        if self.seated.owes(n):
            if overdue and self.hearing is not None:
                self.hearing.cancel()
            self.changed.set()

    async def play(self) -> Played:
        """Play the game to its end."""
        try:
            while True:
                self.changed.clear()
                if self.broken is not None:
                    raise self.broken
                self._keep_hearing()
                if self.mind is None and self.seated.started and not self.seated.over:
                    await self._begin()
                step = self.seated.next()
                if isinstance(step, End):
                    return await self._end(step.position)
                if isinstance(step, Wait):
                    await self.changed.wait()
                else:
                    await self._do(step)
        finally:
            if self.hearing is not None:
                self.hearing.cancel()
                await asyncio.gather(self.hearing, return_exceptions=True)
            if self.mind is not None and not self.let_go:
                await self.mind.end(None, LET_GO_S)

    def has_started(self) -> None:
        """The service says that the game has started, though the stream has not."""
        self.seated.started = True
        self.seated.doubt()
        self.changed.set()

    def _keep_hearing(self) -> None:
        """Somebody listens to the table, up to its end."""
        if self.hearing is not None and self.hearing.done() and not self.hearing.cancelled():
            self.hearing.result()
        elif self.hearing is None or (self.hearing.done() and not self.seated.over):
            self.hearing = asyncio.create_task(hear(self), name=f"hears {self.table.id}")
            self.hearing.add_done_callback(lambda _: self.changed.set())

    async def _do(self, step: Step) -> None:
        client, seated = self.runner.client, self.seated
        match step:
            case Look():
                await self._look()
            case Fetch(after):
                try:
                    frames = await sure(lambda: client.poll_table(seated.table, after=after), again=self._again(None))
                except QuotaReached:
                    await asyncio.sleep(CROWDED_S)
                else:
                    for frame in frames.items:
                        seated.frame(frame)
            case Tell(event):
                if self.mind is not None:
                    self.mind.event(event)
                seated.done(event)
            case Ask(position, count):
                await self._ask(position, count)
            case Return():
                await self._return()
            case Wait() | End():
                pass

    # --- the steps --------------------------------------------------------------------------------------------------------

    async def _begin(self) -> None:
        """The game has started: the bot is made and told."""
        table = await sure(lambda: self.runner.client.get_table(self.table.id))
        self.table = table
        if table.status not in ("running", "over"):
            self.seated.over = table.status == "aborted"
            return
        names = tuple("nobody" if one.player is None else one.player.name for one in table.seats)
        clock = clock_in_words(table.clock)
        start = Start(table.id, self.seat, table.players, str(table.edition), table.cast, names, clock)
        self.mind = self.runner.mind(start)
        self.mind.start()
        own = table.seats[self.seat]
        self.seated.left = own.left is not None
        self.seated.away = own.level is not None and own.left is None
        self.runner.begun(self, clock)

    async def _look(self) -> None:
        client, seated = self.runner.client, self.seated
        sent, known = time.monotonic(), seated.known
        position: Position | None = None
        try:
            if self.clock_read and sent - self.clock_read < CLOCK_AGE_S:
                position = await sure(lambda: client.get_position(seated.table), again=self._again(None))
                seated.looked(position)
            else:
                frames = await sure(lambda: client.poll_table(seated.table), again=self._again(None))
                for frame in frames.items:
                    seated.frame(frame)
                    position = getattr(frame, "position", position)
                    at: object = getattr(frame, "at", None)
                    if isinstance(at, int):
                        self._read_clock(at, sent)
                if position is None:
                    seated.nothing()
        except NotStarted:
            seated.nothing()
        except NotFound:
            seated.over = True
            seated.nothing()
        if position is None or position.number >= known:
            self.older = 0
            return
        self.older += 1  # the position is older than what was known before it was asked for
        if self.older <= OLDER:
            await asyncio.sleep(OLDER_S)
            return
        self.older = 0
        self.keys += 1  # what was sent for a decision that is gone is no answer to the new one
        self.runner.voice.note(f"the service has lost the last events of {seated.table}: going on from what it has")
        seated.lost(position)
        if self.hearing is not None:
            self.hearing.cancel()

    def _read_clock(self, at: int, sent: float) -> None:
        """An answer says how late it was at the service."""
        self.clock_read = received = time.monotonic()
        self.runner.clock.heard(at, sent=sent, received=received)

    async def _return(self) -> None:
        try:
            await sure(lambda: self.runner.client.join_table(self.seated.table))
            self.runner.voice.note(f"took the seat at {self.seated.table} back from the AI that played on")
        except AlreadySeated:
            pass
        except Refused:
            self.seated.left = True
        self.seated.away = False
        self.seated.doubt()

    # --- a decision -------------------------------------------------------------------------------------------------------

    def _seconds(self, decision: Decision) -> float | None:
        """How long the bot may think: up to a margin before the deadline."""
        limit = self.runner.plan.time_limit
        if decision.deadline is None:
            return limit
        now = time.monotonic()
        at = self.runner.clock.ours(decision.deadline, now)
        whole = (decision.deadline - decision.asked) / 1000
        left = (whole if at is None else at - now) - self._margin(whole)
        return left if limit is None else min(left, limit)

    def _margin(self, whole: float) -> float:
        """How long before the deadline an answer is sent, of so many seconds for the decision."""
        return min(max(MARGIN_S, 4 * self.round_trip), whole / 4)

    def _late(self, decision: Decision, seconds: float | None) -> bool:
        """Whether most of the time for the decision was gone before the bot is asked; a limit of the run's own takes none of it."""
        if decision.deadline is None or seconds is None or seconds == self.runner.plan.time_limit:
            return False
        whole = (decision.deadline - decision.asked) / 1000
        return 2 * seconds < whole - self._margin(whole)

    async def _ask(self, position: Position, count: int) -> None:
        """Put the decision to the bot, and send its answer."""
        decision = position.decision
        assert decision is not None
        seconds = self._seconds(decision)
        legal = [action.text for action in decision.actions or ()]
        raw = read_view(position.told, self.seat, legal, strict=False)
        view = View(raw, self.seated.history, time_left=seconds, count=count)
        action = await self._chosen(view, decision, seconds)
        await self._send(view, decision, action)
        if self.mind is not None and self.mind.faults:
            faults, self.mind.faults = self.mind.faults, []
            for fault in faults:
                self._failed(fault, None, None)

    async def _chosen(self, view: View, decision: Decision, seconds: float | None) -> Action:
        """What the bot answers, or else the harmless action."""
        if self.in_a_row >= IN_A_ROW or self.mind is None:
            return harmless(view)
        if seconds is not None and seconds < LEAST_S:
            self.rescued += 1
            return harmless(view)
        began = time.monotonic()
        try:
            action = await self.mind.choose(view, seconds)
        except BotFault as fault:
            action = harmless(view)
            if isinstance(fault, BotTimeout) and self._late(decision, seconds):
                self.rescued += 1
            else:
                self._failed(fault, view, action)
        else:
            self.in_a_row = 0
        self.thought.append(time.monotonic() - began)
        return action

    async def _send(self, view: View, decision: Decision, action: Action) -> None:
        """Send the answer until the outcome is known."""
        client, seated, n, text = self.runner.client, self.seated, decision.n, str(action)
        for _ in range(3):
            key = f"run:{seated.table}:{n}:{self.seat}" + (f":{self.keys}" if self.keys else "")
            sent = time.monotonic()
            try:
                answer = await sure(
                    lambda text=text, key=key: client.submit_actions(seated.table, n, text, key=key),  # type: ignore[misc]  # mypy cannot tell a lambda with defaults
                    again=self._again(decision),
                )
            except (Conflict, TimeIsUp):
                self.overtaken += 1
                seated.missed(n)
            except KeyReused:
                # an earlier run of this bot has answered otherwise; should the decision be open all the same, another key is needed
                self.overtaken += 1
                self.keys += 1
                seated.doubt()
            except NotYourTurn:
                seated.away = True
            except NotSeated:
                seated.left = True
            except IllegalMove as error:
                fault = IllegalChoice(error.what, bot=self.runner.entrant.name, seat=self.seat, n=n, kind=view.kind)
                safe = str(harmless(view))
                text = safe if safe != text else (error.legal or (safe,))[0]
                self._failed(fault, view, None)
                continue
            except (NotStarted, NotFound):
                seated.doubt()
            except Refused as error:
                if error.code != "game_over":
                    raise
                seated.doubt()
            else:
                self._took(n, answer, sent)
            return
        raise IllegalChoice(f"nothing is legal at decision {n}", bot=self.runner.entrant.name, seat=self.seat, n=n)

    def _took(self, n: int, answer: Committed, sent: float) -> None:
        """The service has taken the answer."""
        self.taken += 1
        seconds = time.monotonic() - sent
        self.round_trip = seconds if not self.round_trip else 0.8 * self.round_trip + 0.2 * seconds
        decision = answer.position.decision
        if not answer.replayed and decision is not None:
            self._read_clock(decision.asked, sent)
        self.seated.took(n, answer)

    def _again(self, decision: Decision | None) -> float | None:
        """After how many seconds of silence a request is doubled: where time is short."""
        if decision is None or decision.deadline is None:
            return None if decision is not None or not hurried(self.table.clock) else 1.5
        at = self.runner.clock.ours(decision.deadline, time.monotonic())
        left = 0.0 if at is None else at - time.monotonic()
        return min(2.0, max(0.5, left / 8))

    def _failed(self, fault: BotFault, view: View | None, instead: Action | None) -> None:
        """The bot has failed."""
        if view is not None:
            self.in_a_row += 1
        path, folder = None, self.runner.plan.faults
        if view is not None and folder is not None and self.mind is not None:
            path = save(folder, view, self.mind.player.started, fault)
        if path is not None and self.runner.entrant.source is not None:
            fault.repro = shlex.join(["citadels", "bot", "repro", self.runner.entrant.source, "--view", path])
        told = Fault(self.seated.table, self.seat, fault.n, fault.kind, fault.code, fault.what, path)
        self.faults.append(told)
        self.runner.voice.fault(told, fault, None if instead is None else str(instead))
        if self.in_a_row == IN_A_ROW and view is not None:
            self.runner.fails(self.seated.table)

    # --- the end ----------------------------------------------------------------------------------------------------------

    async def _end(self, position: Position | None) -> Played:
        """The game is over: the bot is told, and let go."""
        outcome = None if position is None else outcome_of(position, self.seat)
        if self.mind is not None:
            self.let_go = True
            await self.mind.end(outcome, FAREWELL_S)
            for fault in self.mind.faults:
                self._failed(fault, None, None)
        milliseconds = [1000 * seconds for seconds in self.thought]
        return Played(
            self.seated.table,
            self.runner.link(self.seated.table),
            self.seat,
            self.table.players,
            None if outcome is None else outcome.place,
            None if outcome is None else outcome.scores[self.seat],
            () if outcome is None else outcome.places,
            () if outcome is None else outcome.scores,
            self.taken,
            round(sum(milliseconds) / len(milliseconds), 1) if milliseconds else 0.0,
            round(max(milliseconds, default=0.0), 1),
            self.rescued,
            self.overtaken,
            tuple(self.faults),
            self.seated.left,
            self.resumed,
        )
