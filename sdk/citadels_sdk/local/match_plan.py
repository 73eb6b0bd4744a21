"""Which games a match consists of, and how one of them is played: the same wherever and in whatever order they are played.

1. A deal is played once for each seat: the entrants move on by one seat each time, so that each sits everywhere equally often.
2. From deal to deal the entrants sit in another order, drawn by lot, so that nobody has the same neighbour for ever.
3. All chance of a match comes from its seed; the seed of deal 7 of the match `s` is `s/7`.
4. A game that ends the process in which it is played cannot be told of by it; played again, it is watched: what a bot does stands on
   the `Board` while it does it, and so does at the end who did not come back.
"""

from __future__ import annotations

import shlex
import sys
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from citadels_engine.cards.scenarios import SCENARIOS
from citadels_engine.dice import Dice

from citadels_sdk.errors import BotDied
from citadels_sdk.local.deal import distinct_names
from citadels_sdk.local.game_loop import Table
from citadels_sdk.local.player import HousePlayer, Player
from citadels_sdk.pool.heartbeat import NEVER

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from citadels_engine import Action

    from citadels_sdk.bot import Outcome
    from citadels_sdk.errors import BotFault
    from citadels_sdk.local.bot_loader import Entrant
    from citadels_sdk.local.game import Game
    from citadels_sdk.local.game_loop import OnFault
    from citadels_sdk.pool.heartbeat import Place, Thought
    from citadels_sdk.view.view import View


ANY = "random"
"""In place of a scenario: one by lot for each deal."""
KEPT = 5
"""How many faults of an entrant are kept; the others are only counted."""


class FaultNote(NamedTuple):
    """What went wrong with a bot in a game of a match."""

    game: int
    """The number of the game in the match."""
    seat: int | None
    n: int | None
    """The decision, where it was one."""
    kind: str | None
    code: str
    what: str
    repro: str | None
    """The command that brings the decision back."""

    def __str__(self) -> str:
        where = f"game {self.game}"
        where += "" if self.seat is None else f", seat {self.seat}"
        where += "" if self.n is None else f", decision {self.n}"
        return f"{where}: {self.what}"


class Played(NamedTuple):
    """What is kept of a game: a value for each seat."""

    number: int
    rounds: int
    places: tuple[int, ...]
    scores: tuple[int, ...]
    decisions: tuple[int, ...]
    seconds: tuple[float, ...]
    slowest: tuple[float, ...]
    faults: tuple[int, ...]
    notes: tuple[FaultNote, ...]


class Broken(NamedTuple):
    """A game of a match that was set aside, since the process that played it has ended twice."""

    game: int
    """The number of the game in the match."""
    seed: str
    names: tuple[str, ...]
    """Who sat at each seat."""
    how: str
    """How the process ended."""
    note: FaultNote | None
    """The fault of the bot that was thinking, where there was one."""
    repro: str | None
    """The command that plays the game again, or puts the decision to that bot again."""

    def __str__(self) -> str:
        told = (
            f"game {self.game} ({', '.join(self.names)}; seed {self.seed}): the process that played it has ended twice"
        )
        if self.note is not None and self.note.seat is not None:
            told += f", while {self.names[self.note.seat]} was thinking at seat {self.note.seat}"
        return f"{told}; it {self.how}"

    def to_json(self) -> dict[str, object]:
        """It as a JSON object."""
        note = None if self.note is None else self.note._asdict()
        return {**self._asdict(), "names": list(self.names), "note": note}


@dataclass(frozen=True, slots=True)
class Plan:
    """A match before it is played."""

    entrants: tuple[Entrant, ...]
    lineup: tuple[int, ...]
    """Who sits down: for each seat the number of an entrant."""
    games: int
    seed: str
    edition: str | None = None
    scenario: str | None = None
    cast: tuple[str, ...] | None = None
    on_fault: OnFault = "harmless"
    time_limit: float | None = None

    def seating(self, index: int) -> tuple[int, ...]:
        """Which entrant sits at each seat of the game.

        >>> plan = Plan((), (0, 1, 2), 6, "s")
        >>> [plan.seating(index) for index in range(3)]
        [(1, 0, 2), (0, 2, 1), (2, 1, 0)]
        """
        deal, turn = divmod(index, len(self.lineup))
        order = list(self.lineup)
        Dice(self.seed, f"match/{deal}").shuffle(order)
        return tuple(order[turn:] + order[:turn])

    def seed_of(self, index: int) -> str:
        """The seed of the game's deal."""
        return f"{self.seed}/{index // len(self.lineup)}"

    def scenario_of(self, index: int) -> str | None:
        """The scenario of the game's deal."""
        if self.scenario != ANY:
            return self.scenario
        names = [one.id for one in SCENARIOS.values() if one.edition == (self.edition or "modern")]
        return names[Dice(self.seed, f"scenario/{index // len(self.lineup)}").below(len(names))]

    def table(self, index: int) -> Table:
        """The table of the game, just dealt."""
        return Table.deal(
            [self.entrants[one] for one in self.seating(index)],
            edition=self.edition,
            scenario=self.scenario_of(index),
            cast=self.cast,
            seed=self.seed_of(index),
            on_fault=self.on_fault,
            time_limit=self.time_limit,
            game_id=f"game-{index}",
        )


def play_game(plan: Plan, index: int, place: Place | None = None) -> Played:
    """Play the game; what the bots print goes to the standard error, since the standard output is the match's.

    `place` is where it is written down what a bot does, in a game that is watched.
    """
    with redirect_stdout(sys.stderr):
        table = plan.table(index)
        if place is not None:
            watch(table, place)
        game = table.finish()
    counts = [0] * game.players
    notes: list[FaultNote] = []
    for fault in game.faults:
        seat = 0 if fault.seat is None else fault.seat
        counts[seat] += 1
        if counts[seat] <= KEPT:
            notes.append(note_of(index, fault))
    paces = game.decisions
    return Played(
        index,
        game.rounds,
        game.places,
        game.scores,
        tuple(pace.count for pace in paces),
        tuple(pace.seconds for pace in paces),
        tuple(pace.worst for pace in paces),
        tuple(counts),
        tuple(notes),
    )


def replay_game(plan: Plan, index: int) -> Game:
    """Play the game again, for all there is to see of it."""
    with redirect_stdout(sys.stderr):
        return plan.table(index).finish()


def note_of(index: int, fault: BotFault) -> FaultNote:
    """The fault in plain values."""
    return FaultNote(index, fault.seat, fault.n, fault.kind, fault.code, fault.what, fault.repro)


# --- games that end their process ------------------------------------------------------------------------------------


class Watched(Player):
    """A player of whom it is written down what it does."""

    def __init__(self, player: Player, table: Table, place: Place) -> None:
        super().__init__(player.name, player.started)
        self.player = player
        self.hears: bool = player.hears
        self.table = table
        self.place = place

    @contextmanager
    def noted(self, kind: str) -> Iterator[None]:
        """Whatever it is that the player does here."""
        self.place.think(self.seat, self.table.game.n, NEVER, kind)
        try:
            yield
        finally:
            self.place.rest()

    def start(self) -> None:
        """The game begins."""
        with self.noted("on_start"):
            self.player.start()

    def choose(self, view: View) -> Action:
        """One of `view.actions`."""
        with self.noted(view.kind):
            return self.player.choose(view)

    def event(self, told: Mapping[str, object]) -> None:
        """Something has happened."""
        with self.noted("on_event"):
            self.player.event(told)

    def end(self, outcome: Outcome) -> None:
        """The game has ended."""
        with self.noted("on_end"):
            self.player.end(outcome)

    def close(self) -> None:
        """Nothing is asked of the player any more."""
        self.player.close()


def watch(table: Table, place: Place) -> None:
    """Watch every bot at the table that is not of the house."""
    table.players = [
        player if player is None or isinstance(player, HousePlayer) or player.guarded else Watched(player, table, place)
        for player in table.players
    ]
    table.hearing = [player for player in table.players if player is not None and player.hears]


def broken_game(plan: Plan, index: int, how: str, thought: Thought | None) -> Broken:
    """The game whose process has ended twice, and what was going on at the end."""
    bots = [plan.entrants[one] for one in plan.seating(index)]
    names = distinct_names([one.name for one in bots])
    repro = command_of(plan, index, thought)
    note = None
    if thought is not None:
        is_hook = thought.kind.startswith("on_")
        where = f"in {thought.kind} " if is_hook else ""
        what = f"{where}the process that it was played in {how}"
        n = None if is_hook else thought.n
        note = FaultNote(index, thought.seat, n, thought.kind, BotDied.code, what, repro)
    return Broken(index, plan.seed_of(index), names, how, note, repro)


def command_of(plan: Plan, index: int, thought: Thought | None) -> str | None:
    """The command that plays the game again up to what was going on, or to its end; None where a bot has no source."""
    from citadels_sdk.checking.repro_command import command_for

    sources = [plan.entrants[one].source for one in plan.seating(index)]
    seed, scenario = plan.seed_of(index), plan.scenario_of(index)
    if thought is not None:
        return command_for(
            sources,
            seat=thought.seat,
            n=thought.n,
            seed=seed,
            edition=plan.edition,
            scenario=scenario,
            cast=plan.cast,
            time_limit=plan.time_limit,
            apart=True,
        )
    if plan.cast is not None or any(source is None for source in sources):
        return None
    words = ["citadels", "play", *[str(source) for source in sources], f"--seed={seed}", "--harmless"]
    words += [] if plan.edition is None else ["--edition", plan.edition]
    words += [] if scenario is None else ["--scenario", scenario]
    words += [] if plan.time_limit is None else ["--limit", f"{plan.time_limit:g}"]
    return shlex.join(words)
