"""Putting one decision to a bot again: the same game up to it, the view, what may be done, and what the bot answers now.

1. The game is dealt and played as it was, by the same bots with the same chance: a bot that keeps state has the same state.
2. With a record the game is the recorded one, whatever the bot would have done: it is asked at each of its decisions, and the
   recorded action is taken. So a decision of a live game comes back too.
3. A bot that ends its process, or cannot be interrupted, is asked in another process; here it is only shown what it was asked.
4. A bot that does not choose the same twice is played from the beginning until two games differ: `GAMES` times at most here, then
   in processes where sets and dicts of texts have another order.
"""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from citadels_engine.errors import RecordError
from citadels_engine.formats import record as records

from citadels_sdk.checking.bot_check import differing
from citadels_sdk.checking.checked_seat import Sitting
from citadels_sdk.errors import BotFault
from citadels_sdk.local.game_loop import Table
from citadels_sdk.pool.check_pool import fatal, playing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from citadels_sdk.checking.checked_seat import Asked, Mishap
    from citadels_sdk.checking.plan import Planned
    from citadels_sdk.local.bot_loader import Entrant
    from citadels_sdk.view.view import View


GAMES: Final = 4
NO_LIMIT: Final = 1e6


@dataclass(frozen=True, slots=True)
class Answered:
    """What became of the decision this time."""

    faulty: bool
    """Whether the bot is still at fault."""
    reached: bool
    """Whether the game came to the decision; else it was played to its end."""
    answer: str = ""
    """What was played: the bot's answer, or what does no harm in its place."""
    ms: float = 0.0
    mishaps: tuple[Mishap, ...] = ()
    note: str = ""

    def traces(self) -> list[tuple[str, str]]:
        """Each fault and its traceback."""
        return [(one.what, one.trace) for one in self.mishaps]


@dataclass(frozen=True, slots=True)
class Recorded:
    """A recorded game, in place of a planned one."""

    record: records.Record
    seat: int
    case: str | None = None

    @classmethod
    def read(cls, text: str, n: int, seat: int | None) -> Recorded:
        """The record, with the bot at the seat that took decision `n`, or at the one that is said."""
        found = records.read(text)
        if found.header.seed is None:
            raise RecordError("the game goes on, and its seed is not revealed: it cannot be played again yet")
        if seat is None:
            if not 0 <= n < len(found.taken):
                raise RecordError(f"the record has {len(found.taken)} decisions: there is none with the number {n}")
            seat = found.taken[n].seat
        return cls(found, seat)

    def table(self, bot: Entrant, limit: float) -> Table:
        """The table of the recorded game; nobody sits at the other seats."""
        header = self.record.header
        game = header.deal(str(header.seed), True)
        seats = [bot if seat == self.seat else None for seat in range(header.players)]
        return Table(game, seats, game_id=header.id, on_fault="harmless", time_limit=limit, names=header.names)

    def step(self, sitting: Sitting) -> None:
        """The next decision as it was taken; the bot is asked where it is its own."""
        table = sitting.table
        n = table.game.n
        player = table.players[self.seat]
        if table.awaited == self.seat and player is not None and table.started:
            view = table.view()

            def choose() -> None:
                try:
                    player.choose(view)
                except BotFault as fault:
                    table.fail(fault, view)

            sitting.guarded(view.kind, choose)
        table.take(self.record.taken[n].do)
        sitting.gather("", n)


def again(
    entrant: Entrant,
    game: Planned | Recorded,
    n: int,
    limit: float | None,
    show: Callable[[View], None],
    *,
    debug: bool = False,
) -> Answered:
    """Play up to decision `n`, show its view, and put it to the bot."""
    sitting = Sitting(game, entrant, NO_LIMIT if limit is None else limit)
    if limit is None:
        sitting.table.time_limit, sitting.patience = None, 0.0
    with sitting.table as table:
        sitting.begin()
        while not sitting.over and table.game.n < n:
            if isinstance(game, Recorded):
                if table.game.n >= len(game.record.taken):
                    break
                game.step(sitting)
            else:
                sitting.step()
        if not sitting.over and table.game.n == n and table.awaited == game.seat:
            if debug:
                stop_in_front(table, game.seat)
                sitting.patience = 0.0
                table.time_limit = None
            show(table.view())
            sitting.step()
            asked = sitting.asked[-1]
            mishaps = tuple(one for one in sitting.mishaps if one.n == n)
            return Answered(bool(mishaps), True, asked.answer, asked.ms, mishaps)
        here = tuple(one for one in sitting.mishaps if one.n == n)
        if not isinstance(game, Recorded):
            while not sitting.over:
                sitting.step()
        sitting.end()
        here = here or tuple(one for one in sitting.mishaps if one.n == n)
        if here:
            return Answered(True, True, mishaps=here)
        return Answered(bool(sitting.mishaps), False, mishaps=tuple(sitting.mishaps[:3]), note=elsewhere(sitting, n))


def again_apart(entrant: Entrant, game: Planned, n: int, limit: float | None, show: Callable[[View], None]) -> Answered:
    """The same, where the decision may end the process of the bot: it is first put to it in another one."""
    seconds = NO_LIMIT if limit is None else limit
    found = fatal(entrant, seconds, game, n)
    if found is None:
        return again(entrant, game, n, limit, show)
    hook = found.kind.startswith(("on_", "__"))
    if not hook:
        sitting = Sitting(game, entrant, seconds)
        with sitting.table as table:
            sitting.begin()
            while not sitting.over and table.game.n < found.n:
                sitting.step()
            if not sitting.over and table.awaited == game.seat:
                show(table.view())
    note = f"that was at decision {found.n}" if found.n != n else ""
    return Answered(True, True, mishaps=(found,), note=note)


def elsewhere(sitting: Sitting, n: int) -> str:
    """Why the decision was not put to the bot."""
    if sitting.table.over and sitting.table.game.n <= n:
        where = f"the game is over after decision {sitting.table.game.n - 1}"
    else:
        where = f"decision {n} is another seat's"
    return f"{where}: the bot plays another way than when the command was written"


def twice(
    entrant: Entrant, game: Planned, n: int, limit: float | None, show: Callable[[View], None]
) -> tuple[Answered, tuple[str, str] | None]:
    """Play the game several times up to decision `n`; where two differ, the view and both answers."""
    seconds = NO_LIMIT if limit is None else limit
    first = Sitting(game, entrant, seconds)
    views: dict[int, View] = {}
    play_to(first, n, views)
    for asked in others(entrant, game, n, seconds):
        different = differing(first.asked, asked)
        if different is not None:
            one, two = different
            show(views[one.n])  # up to it the games are the same
            return Answered(True, True, two.answer, two.ms, note=f"at decision {one.n}"), (one.answer, two.answer)
    return Answered(False, True), None


def others(entrant: Entrant, game: Planned, n: int, limit: float) -> Iterator[Sequence[Asked]]:
    """What is answered up to the decision when the game is played again, here and in other processes."""
    for _ in range(GAMES):
        other = Sitting(game, entrant, limit)
        play_to(other, n, {})
        yield other.asked
    with playing(entrant, limit) as play:
        for sat in play(game):
            yield [one for one in sat.asked if one.n <= n]


def play_to(sitting: Sitting, n: int, views: dict[int, View]) -> None:
    """Play up to the decision and take it; keep the views."""

    def keep(view: View) -> None:
        views[view.n] = view

    with sitting.table as table:
        sitting.begin()
        while not sitting.over and table.game.n <= n:
            sitting.step(keep)


def stop_in_front(table: Table, seat: int) -> None:
    """Let the debugger stop in the bot's `choose` before its first line."""
    import pdb  # noqa: T100  # this is what was asked for

    player: Any = table.players[seat]
    original = getattr(player, "function", None)
    if original is None:
        raise BotFault("the debugger goes into bots that are Python in this process, not into this one")
    debugger = pdb.Pdb()

    def stopped(view: View) -> object:
        if inspect.iscoroutinefunction(original):
            debugger.set_trace()
            return original(view)
        return debugger.runcall(original, view)

    player.function = stopped
