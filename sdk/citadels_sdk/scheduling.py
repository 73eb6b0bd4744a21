"""Which games a match consists of, and how one of them is played: the same wherever and in whatever order they are played.

1. A deal is played once for each seat: the entrants move on by one seat each time, so that each sits everywhere equally often.
2. From deal to deal the entrants sit in another order, drawn by lot, so that nobody has the same neighbour for ever.
3. All chance of a match comes from its seed; the seed of deal 7 of the match `s` is `s/7`.
"""

from __future__ import annotations

import sys
from contextlib import redirect_stdout
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from citadels_engine.dice import Dice
from citadels_engine.scenarios import SCENARIOS

from citadels_sdk.playing import Table

if TYPE_CHECKING:
    from citadels_sdk.entrants import Entrant
    from citadels_sdk.errors import BotFault
    from citadels_sdk.game import Game
    from citadels_sdk.playing import OnFault

__all__ = ["ANY", "KEPT", "FaultNote", "Plan", "Played", "play_game", "replay_game"]

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


def play_game(plan: Plan, index: int) -> Played:
    """Play the game; what the bots print goes to the standard error, since the standard output is the match's."""
    with redirect_stdout(sys.stderr):
        game = plan.table(index).finish()
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
