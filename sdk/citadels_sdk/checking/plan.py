"""Which games a check plays: a list that is the same for every bot that accepts the same.

1. Deals: the numbers of players in turn, as many games whatever they are, in each edition; modern ones take the scenarios in turn, which together have every character and
   every unique district; classic ones take casts that together have every character. The bot's seat goes round.
2. Made positions (`cases`): each kind of decision and each character once, whatever the bot does in the deals. Where their number of
   players is not asked for they are played with another one; what nobody can play with those is left out.

>>> quick, full = plan(quick=True, seed="check"), plan(quick=False, seed="check")
>>> len([one for one in quick if not one.case]), len([one for one in full if not one.case])
(14, 84)
>>> str(full[2]), full[2].seed, full[2].against
('4 players, modern, ambitious_aristocrats__002, seat 2', 'check/2', 'random')
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from citadels_engine import SCENARIOS
from citadels_engine.cards.editions import cast_sizes
from citadels_engine.cards.registry import CHARACTERS, EDITIONS

from citadels_sdk.checking.positions import case_for, cases, deal_case
from citadels_sdk.local.bot_loader import resolve
from citadels_sdk.local.game_loop import Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from citadels_sdk.local.bot_loader import Entrant


PLAYERS: Final = (2, 3, 4, 5, 6, 7, 8)
VARIANTS = 6
"""How many games a full check plays with each of seven numbers of players in each edition."""


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


def plan(
    *, quick: bool, seed: str, players: Sequence[int] = PLAYERS, editions: Sequence[str] = EDITIONS
) -> list[Planned]:
    """The games of a check, with those numbers of players in those editions: deals first, then the made positions."""
    found: list[Planned] = []
    scenes = [one.id for one in SCENARIOS.values() if one.edition == "modern"]
    for variant in range(1 if quick else VARIANTS):
        for edition in editions:
            for slot in PLAYERS:
                number, count = len(found), players[(slot - 2) % len(players)]
                modern = edition == "modern"
                found.append(
                    Planned(
                        f"{seed}/{number}",
                        number % count,
                        count,
                        edition,
                        scenario=scenes[(slot - 2 + 7 * variant) % len(scenes)] if modern else None,
                        cast=None if modern else classic_cast(count, variant + slot),
                        against=("random", "greedy")[number % 3 == 1],
                    )
                )
    for number, name in enumerate(cases()):
        if edition_of(name) in editions:
            case = case_among(name, players, number)
            if case is not None:
                found.append(
                    Planned(f"{seed}/{case}", 0, len(deal_case(case, seed).seats), edition_of(case), case=case)
                )
    return found


def case_among(name: str, players: Sequence[int], number: int) -> str | None:
    """The made position with one of these numbers of players: its own, else the next one from that number on that it can have."""
    own = len(deal_case(name, "").seats)
    turns = [players[(number + turn) % len(players)] for turn in range(len(players))]
    found = (case_for(name, count) for count in ([own] if own in players else turns))
    return next((case for case in found if case is not None), None)


def edition_of(case: str) -> str:
    """The edition of a made position."""
    return case.partition("/")[0]


def classic_cast(players: int, variant: int) -> tuple[str, ...]:
    """One character a rank, another in each variant."""
    catalogue = CHARACTERS["classic"].values()
    cast: list[str] = []
    for rank in range(1, cast_sizes("classic", players)[-1] + 1):
        choices = [one.id for one in catalogue if one.rank == rank and one.min_players <= players]
        cast.append(choices[variant % len(choices)])
    return tuple(cast)
