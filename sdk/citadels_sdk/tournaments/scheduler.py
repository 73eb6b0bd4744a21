"""What is played next, and what becomes of it: between the contest, which decides, and the processes, which play.

1. Games are handed out in playing order and written down in that order, whoever finishes first.
2. What follows by itself (the next round, a withdrawal, the end) is asked for only where no game is open, and with a limit of
   forfeited games after every deal: so it is the same however many processes play.
"""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, Final, NamedTuple

from citadels_contest.log import entered_entry, result_entry
from citadels_contest.tournament import Tournament as Contest
from citadels_contest.types import Result

from citadels_sdk.errors import MatchBroken
from citadels_sdk.tournaments.event_spec import level_of
from citadels_sdk.tournaments.folder import FaultNote
from citadels_sdk.tournaments.game_run import ABSENT, HOUSE, Task, Void
from citadels_sdk.tournaments.storage import Kept

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from citadels_contest.log import Entry
    from citadels_contest.standings import Standing
    from citadels_contest.types import Fixture

    from citadels_sdk.tournaments.executors import Executor
    from citadels_sdk.tournaments.game_run import Done
    from citadels_sdk.tournaments.storage import Keeper


SET_S: Final = 0.5
"""So long may a game wait for an earlier one before it is kept."""
SYNC_S: Final = 5.0
TELL_S: Final = 0.1
LONGEST: Final = 500
LOST: Final = 10
"""So many games at least could not be played before the tournament is given up."""


class Underway(NamedTuple):
    """How far a tournament has come."""

    played: int
    games: int | None
    """All of them; None where nobody can know yet."""
    seconds: float
    """Of this run."""
    left: float | None
    """Seconds until the end, as far as can be told."""
    round: int
    contest: Contest
    """For whoever wants to know more; not to be changed."""

    @property
    def standings(self) -> list[Standing]:
        """Who stands where now."""
        return self.contest.standings()


class Driver:
    """One run of a tournament."""

    def __init__(self, keeper: Keeper) -> None:
        self.keeper = keeper
        self.tell: Callable[[Underway], object] | None = None
        self.contest = Contest(keeper.described.settings)
        for entry in keeper.log:
            self.contest.apply(entry)
        self.resumed = len(self.contest.results) + len(keeper.ahead)
        self.began = self.synced = self.set = monotonic()
        self.told = 0.0
        self.seconds_before = keeper.times.seconds
        self.order: list[str] = []
        """The games under way, in playing order."""
        self.next = 0
        """The first of them that is not written down."""
        self.waiting: dict[str, Kept] = {}
        """Games that are finished before an earlier one."""
        self.open: dict[str, Fixture] = {}
        self.voids: list[Void] = []
        """The games of this run that could not be played."""

    def run(self, executor: Executor, tell: Callable[[Underway], object] | None = None) -> None:
        """Play on to the end; `tell` is told now and then how far it has come."""
        self.tell = tell
        try:
            if not self.keeper.log:
                self.begin()
            if not self.amid():
                self.follow()
            while self.contest.status == "running":
                fixtures = self.contest.open()
                if not fixtures:
                    return
                self.play(self.layer(fixtures), executor)
                self.follow()
        finally:
            self.keeper.set_by(self.waiting)
            self.write_times()
            self.keeper.sync()
            self.show(last=True)

    def begin(self) -> None:
        """Everybody enters, and it starts."""
        entries: list[Entry] = [entered_entry(one.entrant) for one in self.keeper.described.entrants]
        entries.append({"kind": "started"})
        for entry in entries:
            self.contest.apply(entry)
        self.keeper.add([Kept(entry) for entry in entries])

    def amid(self) -> bool:
        """Whether games were under way that are to be played before anything else is decided: what follows then is what would have without a break."""
        last, fixtures = self.keeper.log[-1], self.contest.open()
        if last["kind"] not in ("result", "void") or not fixtures:
            return False
        deals = {(one.round, one.deal) for one in self.layer(fixtures)}
        before = self.contest.fixtures[str(last["game"])]
        return self.contest.settings.forfeits is None or (before.round, before.deal) in deals

    def follow(self) -> None:
        """What follows by itself."""
        while (entry := self.contest.due()) is not None:
            self.contest.apply(entry)
            self.keeper.add([Kept(entry)])

    def layer(self, fixtures: list[Fixture]) -> list[Fixture]:
        """What is played before anything else is decided: all, or where somebody may be withdrawn meanwhile, one deal of each table."""
        if self.contest.settings.forfeits is None:
            return fixtures
        first = fixtures[0]
        return [one for one in fixtures if (one.round, one.deal) == (first.round, first.deal)]

    def play(self, fixtures: list[Fixture], executor: Executor) -> None:
        """Play these games."""
        self.order = [fixture.id for fixture in fixtures]
        self.open = {fixture.id: fixture for fixture in fixtures}
        self.next = 0
        self.waiting = {game: kept for game, kept in self.keeper.ahead.items() if game in self.open}
        self.flush()
        tasks = [self.task(self.open[game]) for game in self.order[self.next :] if game not in self.waiting]
        if tasks:
            executor.play(tasks, self.heard)

    def task(self, fixture: Fixture) -> Task:
        """What a process is told of that game."""
        described, contest = self.keeper.described, self.contest
        bots = [name if not name.startswith("fill:") else HOUSE + level_of(name) for name in fixture.seats]
        names = list(fixture.seats)
        for seat, who in contest.substitutes(fixture).items():
            level = contest.settings.filler
            bots[seat] = HOUSE + level if who == "house" else ABSENT
            names[seat] = f"fill:{level if who == 'house' else 'absent'}:{seat + 1}"
        return Task(
            fixture.id,
            tuple(names),
            tuple(bots),
            described.seed_of(contest.deal_label(fixture)),
            described.scenario_of(contest.deal_number(fixture)),
        )

    # --- results --------------------------------------------------------------------------------------------------------

    def heard(self, batch: Sequence[Done | Void]) -> None:
        """These games have come to their end."""
        for done in batch:
            if isinstance(done, Void):
                self.waiting[done.game] = Kept({"kind": "void", "game": done.game, "why": done.why[:LONGEST]})
                self.voids.append(done)
                continue
            fixture = self.open[done.game]._replace(seats=done.names)
            result = Result(
                fixture, done.places, done.scores, done.rounds, done.left, done.faults, done.picks, done.sha
            )
            self.waiting[done.game] = Kept(result_entry(result), done.record, done.notes)
            for name, count, seconds, slowest in zip(
                done.names, done.decisions, done.seconds, done.slowest, strict=True
            ):
                if seconds:
                    self.keeper.times.note(name, count, seconds, slowest)
        self.flush()
        now = monotonic()
        if now - self.set > SET_S:
            self.set = now
            self.keeper.set_by(self.waiting)
        if now - self.synced > SYNC_S:
            self.synced = now
            self.write_times()
            self.keeper.sync()
        self.show()

    def flush(self) -> None:
        """Write down what is next in order."""
        ready: list[Kept] = []
        order, waiting, contest = self.order, self.waiting, self.contest
        at = self.next
        while at < len(order) and order[at] in waiting:
            kept = waiting.pop(order[at])
            contest.apply(kept.entry)
            ready.append(kept)
            if kept.notes:
                self.note(order[at], kept.notes)
            at += 1
        self.next = at
        if ready:
            self.keeper.add(ready)
        if len(self.voids) >= LOST and len(self.voids) > len(contest.results):
            raise MatchBroken(f"{len(self.voids)} games could not be played; of the last one: {self.voids[-1].why}")

    def note(self, game: str, notes: Sequence[tuple[int, int, str]]) -> None:
        """Keep what went wrong in that game."""
        task = self.task(self.open[game])
        bots = self.keeper.described.bots
        for seat, n, what in notes:
            repro = None
            sources = [bots.get(bot, bot.removeprefix(HOUSE)) for bot in task.bots]
            if (seat, n, what) == notes[0] and ABSENT not in task.bots:
                repro = self.keeper.described.repro(sources, seat, n, task.seed, task.scenario)
            self.keeper.note(task.names[seat], FaultNote(game, seat, n, what, repro))

    def write_times(self) -> None:
        """How long it has been played."""
        self.keeper.times.seconds = self.seconds_before + monotonic() - self.began

    def show(self, *, last: bool = False) -> None:
        """Tell how far it has come, a few times a second."""
        now = monotonic()
        if self.tell is None or (not last and now - self.told < TELL_S):
            return
        self.told = now
        self.tell(self.underway(now - self.began))

    def underway(self, seconds: float) -> Underway:
        """How far it has come."""
        contest = self.contest
        played = len(contest.results) + len(self.waiting)
        games = contest.progress().expected
        here = played - self.resumed
        left = seconds / here * (games - played) if games is not None and here > 0 else None
        return Underway(played, games, seconds, left, len(contest.rounds), contest)
