"""Tax Collector (9). Whoever builds puts 1 gold on your token; in your turn you may take it all.

C-TAX-1: in the cast he is enough, in play or not (R-TAX-2); right after building, for every district, even one that cost
nothing (R-TAX-4), not for what is exchanged or seized (R-TAX-3); an empty stash owes nothing (R-TAX-1). C-TAX-2: his own
builds in his own turn are untaxed, so are the Witch's as him (R-WITCH-4); a Magistrate who confiscates pays (R-TAX-7,
R-TAX-6). C-TAX-3: he takes the token's gold at any moment.

The classic Tax Collector has rank 2 and works by himself (K-C-TAX-1): revealed, he takes 1 gold from an Assassin's player
who has built (R-K-6); then every other player who has built in a turn pays 1 gold at its end, after the player's own
effects (R-K-3). Bewitched, the Witch collects (R-K-4); killed or absent, nobody pays (R-K-5).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from citadels_engine.actions.types import COLLECT, Action
from citadels_engine.cards.base import Character
from citadels_engine.cards.registry import register_character
from citadels_engine.rules.effects import gain_gold, holder_of, lose_gold, move_gold, the_turn, use_up
from citadels_engine.state import NOBODY

if TYPE_CHECKING:
    from citadels_engine.state import Game, Turn


class TaxCollector(Character):
    id = "tax_collector"
    rank = 9
    min_players = 3
    en = "Tax Collector"
    fr = "Bailli"
    pt = "Coletor de Impostos"
    text = "Whoever builds puts 1 gold on your token. In your turn you may take all gold from it."
    verbs = "collect C-TAX-3"

    def on_district_built(self, game: Game, seat: int) -> None:
        turn = the_turn(game)
        exempt = turn.character is self and turn.seat == seat
        if game.seats[seat].gold > 0 and not exempt:
            lose_gold(game, seat, 1, "tax")
            game.tax += 1

    def menu(self, game: Game, turn: Turn, out: list[Action]) -> None:
        if game.tax > 0 and "collect" not in turn.used:
            out.append(COLLECT)

    def use(self, game: Game, turn: Turn, action: Action) -> None:
        use_up(turn, "collect")
        gold, game.tax = game.tax, 0
        gain_gold(game, turn.seat, gold, "collect")


class ClassicTaxCollector(Character):
    id = "tax_collector"
    rank = 2
    en = "Tax Collector"
    fr = "Bailli"
    pt = "Coletor de Impostos"
    text = "Every other player who builds in a turn pays you 1 gold at its end, the Assassin's player when you are revealed."
    taxes_turns = True

    def on_revealed(self, game: Game, seat: int) -> None:
        first = game.cast[0]
        assassin = holder_of(game, first)
        if first.id == "assassin" and assassin not in (NOBODY, seat):
            payer = game.seats[assassin]
            if first in payer.revealed and len(payer.built) > 0:
                move_gold(game, assassin, seat, min(1, payer.gold), "tax")

    def on_any_turn_end(self, game: Game, turn: Turn) -> None:
        collector = self.collector(game)
        if collector not in (NOBODY, turn.seat) and (turn.spent > 0 or turn.built > 0):
            move_gold(game, turn.seat, collector, min(1, game.seats[turn.seat].gold), "tax")

    def collector(self, game: Game) -> int:
        """Who collects for the rest of the round, once the Tax Collector is revealed."""
        holder = holder_of(game, self)
        if holder == NOBODY or self is game.killed or self not in game.seats[holder].revealed:
            return NOBODY
        return game.bewitched_by if self is game.bewitched else holder


register_character(modern=TaxCollector(), classic=ClassicTaxCollector())
