"""Which games a check plays: a list that is the same for every bot.

1. Deals: all numbers of players, both editions; modern ones take the scenarios in turn, which together have every character and
   every unique district; classic ones take casts that together have every character. The bot's seat goes round.
2. Made positions (`cases`): each kind of decision and each character once, whatever the bot does in the deals.

>>> quick, full = plan(quick=True, seed="check"), plan(quick=False, seed="check")
>>> len([one for one in quick if not one.case]), len([one for one in full if not one.case])
(14, 84)
>>> str(full[2]), full[2].seed, full[2].against
('4 players, modern, ambitious_aristocrats__002, seat 2', 'check/2', 'random')
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from citadels_engine import SCENARIOS
from citadels_engine.editions import cast_sizes
from citadels_engine.registry import CHARACTERS

from citadels_sdk.checking.cases import cases, deal_case
from citadels_sdk.entrants import resolve
from citadels_sdk.playing import Table

if TYPE_CHECKING:
    from citadels_sdk.entrants import Entrant

__all__ = ["Planned", "plan"]

VARIANTS = 6
"""How many games a full check plays with each number of players in each edition."""


@dataclass(frozen=True, slots=True)
class Planned:
    """One game of the plan, and where the bot sits."""

    seed: str
    seat: int = 0
    players: int = 4
    edition: str | None = "modern"
    scenario: str | None = None
    cast: tuple[str, ...] | None = None
    uniques: tuple[str, ...] | None = None
    options: tuple[tuple[str, object], ...] = ()
    case: str | None = None
    against: tuple[str, ...] | str = "random"
    """Who has the other seats: one for all, or each in order."""

    def table(self, bot: Entrant, limit: float) -> Table:
        """The table with the bot in its seat; its game stands at the first decision."""
        if self.case is not None:
            game = deal_case(self.case, self.seed)
            return Table(game, self.seated(bot, len(game.seats)), on_fault="harmless", time_limit=limit)
        return Table.deal(
            self.seated(bot, self.players),
            edition=self.edition,
            scenario=self.scenario,
            cast=self.cast,
            uniques=self.uniques,
            options=dict(self.options),
            seed=self.seed,
            on_fault="harmless",
            time_limit=limit,
        )

    def seated(self, bot: Entrant, players: int) -> list[Entrant]:
        """Who sits where."""
        seats = [resolve(name) for name in self.others(players)]
        seats.insert(self.seat, bot)
        return seats

    def others(self, players: int) -> list[str]:
        """Who has the other seats, in order."""
        if isinstance(self.against, str):
            return [self.against] * (players - 1)
        given = list(self.against) or ["random"]
        return given + [given[-1]] * (players - 1 - len(given))

    def __str__(self) -> str:
        if self.case is not None:
            return f"made position {self.case}"
        scene = f", {self.scenario}" if self.scenario else ""
        return f"{self.players} players, {self.edition}{scene}, seat {self.seat}"


def plan(*, quick: bool, seed: str) -> list[Planned]:
    """The games of a check: deals first, then the made positions."""
    found: list[Planned] = []
    scenes = [one.id for one in SCENARIOS.values() if one.edition == "modern"]
    for variant in range(1 if quick else VARIANTS):
        for edition in ("modern", "classic"):
            for players in range(2, 9):
                number = len(found)
                modern = edition == "modern"
                found.append(
                    Planned(
                        f"{seed}/{number}",
                        number % players,
                        players,
                        edition,
                        scenario=scenes[(players - 2 + 7 * variant) % len(scenes)] if modern else None,
                        cast=None if modern else classic_cast(players, variant + players),
                        against=("random", "greedy")[number % 3 == 1],
                    )
                )
    found += [
        Planned(f"{seed}/{name}", 0, len(deal_case(name, seed).seats), name.partition("/")[0], case=name)
        for name in cases()
    ]
    return found


def classic_cast(players: int, variant: int) -> tuple[str, ...]:
    """One character a rank, another in each variant."""
    catalogue = CHARACTERS["classic"].values()
    cast: list[str] = []
    for rank in range(1, cast_sizes("classic", players)[-1] + 1):
        choices = [one.id for one in catalogue if one.rank == rank and one.min_players <= players]
        cast.append(choices[variant % len(choices)])
    return tuple(cast)
