"""Diplomat (8). Exchange one of your districts for another player's, paying the difference; gain 1 gold for each of your
military districts.

C-DIPLOMAT-1: the difference goes to the owner, nothing is owed the other way. C-DIPLOMAT-2: neither city may get a second
district of a name, not even by giving the same one (R-DIP-1); his own city may be complete, the other not. C-DIPLOMAT-3,
R-GW-3, R-K-25: the other city's Great Wall adds 1 to the payment. An exchange is no build (S5.9): no tax, no licence of
the other's Quarry (R-DIP-4); the Monument may move (R-DIP-2), cards and gold stay with the district (R-DIP-3), a swap may
complete the other's city (R-DIP-5), and the Keep stays (R-KEEP-1). The classic Diplomat acts at the end of his turn
(K-C-DIPLOMAT-1); with the Great Wall the wanted district counts one more in the comparison, and he may give his own Keep, and a
district of which the other city has one (R-K-31).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from citadels_engine.actions.forms import stored
from citadels_engine.actions.types import Action, Exchange
from citadels_engine.cards.base import MILITARY, Character
from citadels_engine.cards.registry import register_character
from citadels_engine.rules.effects import (
    add_to_city,
    find,
    move_gold,
    note_complete,
    owns,
    remove_from_city,
    tell,
    use_up,
)
from citadels_engine.rules.rank8 import ends_after, is_open, wall
from citadels_engine.rules.turn import gain_income

if TYPE_CHECKING:
    from citadels_engine.state import Built, Game, Seat, Turn

_EXCHANGES: Final[dict[tuple[str, int, str], Action]] = {}


def exchange(own: str, seat: int, district: str) -> Action:
    """The stored `exchange <own> <seat> <district>`, of which a turn may have hundreds."""
    key = (own, seat, district)
    found = _EXCHANGES.get(key)
    if found is None:
        found = _EXCHANGES[key] = stored(Exchange(own, seat, district))
    return found


class Diplomat(Character):
    id = "diplomat"
    rank = 8
    en = "Diplomat"
    fr = "Diplomate"
    pt = "Diplomata"
    text = (
        "Exchange one of your districts for one of another city, paying its owner the difference in cost. Gain 1 gold for "
        "each of your military districts."
    )
    verbs = "exchange C-DIPLOMAT-1"
    income_type = MILITARY

    def menu(self, game: Game, turn: Turn, out: list[Action]) -> None:
        self.offer_income(game, turn, out)
        if "exchange" not in turn.used:
            self.offer_exchanges(game, turn, out)

    def may_give(self, gift: Built, seat: Seat) -> bool:
        """Whether the district may go to that seat's city (C-DIPLOMAT-2, R-KEEP-1)."""
        return not gift.card.immune and not owns(seat, gift.card)

    def offer_exchanges(self, game: Game, turn: Turn, out: list[Action]) -> None:
        """List every exchange within reach and purse."""
        own = game.seats[turn.seat]
        given = choices(own)
        for number, seat in enumerate(game.seats):
            if number == turn.seat or not is_open(game, number):
                continue
            wanted = [built for built in choices(seat) if not built.card.immune and not owns(own, built.card)]
            if len(wanted) == 0:
                continue
            for gift in given:
                if not self.may_give(gift, seat):
                    continue
                for built in wanted:
                    if self.fee(seat, gift, built) <= own.gold:
                        out.append(exchange(gift.text, number, built.text))

    def fee(self, seat: Seat, gift: Built, target: Built) -> int:
        """What the owner of the wanted district is paid."""
        return max(0, target.cost - gift.cost) + wall(seat, target)

    def price(self, game: Game, turn: Turn, action: Action) -> int:
        if not isinstance(action, Exchange):
            return 0
        own, seat = game.seats[turn.seat], game.seats[action.seat]
        return self.fee(seat, own.city[find(own, action.own)], seat.city[find(seat, action.district)])

    def use(self, game: Game, turn: Turn, action: Action) -> None:
        if not isinstance(action, Exchange):
            gain_income(game, turn, self)
            return
        use_up(turn, "exchange")
        own, seat = game.seats[turn.seat], game.seats[action.seat]
        mine, theirs = find(own, action.own), find(seat, action.district)
        fee = self.fee(seat, own.city[mine], seat.city[theirs])
        if game.telling:
            facts: dict[str, object] = {"own": action.own, "of": action.seat, "district": action.district}
            tell(game, "exchange", turn.seat, facts)
        move_gold(game, turn.seat, action.seat, fee, "exchange")
        gift = remove_from_city(game, turn.seat, mine)
        wanted = remove_from_city(game, action.seat, theirs)
        add_to_city(game, turn.seat, wanted)
        add_to_city(game, action.seat, gift)
        note_complete(game, turn.seat)
        note_complete(game, action.seat)


class ClassicDiplomat(Diplomat):
    """The exchange is the last thing of the turn, the Great Wall counts in the difference, and any district may be given."""

    text = (
        "At the end of your turn, exchange one of your districts for one of another city, paying its owner the difference in "
        "cost. Gain 1 gold for each of your military districts."
    )

    def insists(self, game: Game, turn: Turn, out: list[Action]) -> bool:
        return ends_after(turn, "exchange", out)

    def menu(self, game: Game, turn: Turn, out: list[Action]) -> None:
        self.offer_income(game, turn, out)
        if turn.gathered:
            self.offer_exchanges(game, turn, out)

    def may_give(self, gift: Built, seat: Seat) -> bool:
        return True

    def fee(self, seat: Seat, gift: Built, target: Built) -> int:
        return max(0, target.cost + wall(seat, target) - gift.cost)


def choices(seat: Seat) -> list[Built]:
    """The districts of a city, each text once."""
    texts: list[str] = []
    found: list[Built] = []
    for built in seat.city:
        if built.text not in texts:
            texts.append(built.text)
            found.append(built)
    return found


register_character(modern=Diplomat(), classic=ClassicDiplomat())
