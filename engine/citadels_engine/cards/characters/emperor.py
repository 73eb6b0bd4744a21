"""Emperor (4). Give the crown to another player and take 1 gold or 1 card from that player; gain 1 gold for each of your
noble districts.

C-EMPEROR-1: the income. C-EMPEROR-2: neither to himself nor to its holder (R-EMP-3, R-EMP-4); he must, so the turn cannot
end before. C-EMPEROR-3: he chooses what he takes, or nothing (R-EMP-2); under the option `emperor_resource_chooser` =
`recipient` the new holder chooses (R-EMP-1). S8.1: killed, he chooses the new holder at the end of the round and takes
nothing (R-EMP-5). The classic Emperor begins his turn with the crown, and the recipient chooses, a card out of his hand
(K-C-EMPEROR-1, R-K-7); murdered, he leaves the crown where it is (K-C-EMPEROR-2).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from citadels_engine.actions.forms import on_both, on_name, on_seat
from citadels_engine.actions.types import Action, Crown, Tribute
from citadels_engine.cards.base import NOBLE, Character
from citadels_engine.cards.registry import register_character
from citadels_engine.rules.call_order import heir_reveals
from citadels_engine.rules.decisions import Decision, distinct
from citadels_engine.rules.effects import (
    ask,
    holder_of,
    move_card,
    move_crown,
    move_gold,
    random_card,
    reveal,
    the_turn,
    use_up,
)
from citadels_engine.rules.turn import gain_income

if TYPE_CHECKING:
    from citadels_engine.state import Game, Turn

GOLD_DUE: Final = 1


class Emperor(Character):
    id = "emperor"
    rank = 4
    min_players = 3
    en = "Emperor"
    fr = "Empereur"
    pt = "Imperador"
    text = (
        "Give the crown to a player who does not have it, and take 1 gold or 1 random card from that player. Gain 1 gold for "
        "each of your noble districts."
    )
    verbs = "crown C-EMPEROR-2"
    income_type = NOBLE

    def menu(self, game: Game, turn: Turn, out: list[Action]) -> None:
        self.offer_crown(game, turn, out)
        self.offer_income(game, turn, out)

    def offer_crown(self, game: Game, turn: Turn, out: list[Action]) -> None:
        """List who may receive the crown, with what is taken."""
        if "crown" in turn.used:
            return
        for number, seat in enumerate(game.seats):
            if number != turn.seat and number != game.crown:
                if not game.options.recipient_chooses:
                    if seat.gold > 0:
                        out.append(on_both("crown", number, "gold"))
                    if len(seat.hand) > 0:
                        out.append(on_both("crown", number, "card"))
                out.append(on_seat("crown", number))

    def must_still_act(self, turn: Turn) -> bool:
        return "crown" not in turn.used

    def use(self, game: Game, turn: Turn, action: Action) -> None:
        if not isinstance(action, Crown):
            gain_income(game, turn, self)
            return
        use_up(turn, "crown")
        move_crown(game, action.seat)
        if game.options.recipient_chooses:
            demand_tribute(game, action.seat)
        elif action.taking == "gold":
            move_gold(game, action.seat, turn.seat, GOLD_DUE, "emperor")
        elif action.taking == "card":
            move_card(game, random_card(game, action.seat, "card"), action.seat, turn.seat, "emperor")

    def on_round_end(self, game: Game, seat: int) -> bool:
        if self in game.seats[seat].revealed:
            return False
        advisor = Advise(seat)
        choices = advisor.options(game)
        if len(choices) == 1:
            advisor.take(game, choices[0])
            return False
        reveal(game, seat, self)
        ask(game, advisor)
        return True


class ClassicEmperor(Emperor):
    """The crown comes first, and a murdered Emperor moves nothing."""

    text = (
        "On your call give the crown to a player who does not have it; that player gives you 1 gold or 1 card of the hand. "
        "Gain 1 gold for each of your noble districts."
    )

    def insists(self, game: Game, turn: Turn, out: list[Action]) -> bool:
        self.offer_crown(game, turn, out)
        return len(out) > 0

    def menu(self, game: Game, turn: Turn, out: list[Action]) -> None:
        self.offer_income(game, turn, out)

    def on_round_end(self, game: Game, seat: int) -> bool:
        return False


class Advise(Decision):
    """To whom the killed Emperor's player gives the crown."""

    kind = "advise"

    def options(self, game: Game) -> list[Action]:
        count = len(game.seats)
        return [on_seat("crown", number) for number in range(count) if number not in (self.seat, game.crown)]

    def take(self, game: Game, action: Action) -> None:
        assert isinstance(action, Crown)
        move_crown(game, action.seat)
        emperor = game.cast[3]
        heir_reveals(game, emperor, self.seat)


def demand_tribute(game: Game, seat: int) -> None:
    """The new holder of the crown gives gold or a card; with one thing to give, or none, without being asked."""
    owner = game.seats[seat]
    emperor = the_turn(game).seat
    by_lot = not game.classic
    if owner.gold > 0 and len(owner.hand) > 0:
        ask(game, GiveTribute(seat))
    elif owner.gold > 0:
        move_gold(game, seat, emperor, GOLD_DUE, "emperor")
    elif len(owner.hand) > 1 and not by_lot:
        ask(game, GiveTribute(seat))
    elif len(owner.hand) > 0:
        move_card(game, random_card(game, seat, "card"), seat, emperor, "emperor")


class GiveTribute(Decision):
    """What the new holder of the crown gives the Emperor."""

    kind = "tribute"

    def options(self, game: Game) -> list[Action]:
        owner = game.seats[self.seat]
        out: list[Action] = []
        if owner.gold > 0:
            out.append(on_name("give", "gold"))
        if game.classic:
            for card in distinct(owner.hand):
                out.append(on_name("give", card.id))
        elif len(owner.hand) > 0:
            out.append(on_name("give", "card"))
        return out

    def price(self, game: Game, action: Action) -> int:
        return GOLD_DUE if isinstance(action, Tribute) and action.what == "gold" else 0

    def take(self, game: Game, action: Action) -> None:
        assert isinstance(action, Tribute)
        emperor = the_turn(game).seat
        if action.what == "gold":
            move_gold(game, self.seat, emperor, GOLD_DUE, "emperor")
        elif action.what == "card":
            move_card(game, random_card(game, self.seat, "card"), self.seat, emperor, "emperor")
        else:
            for card in game.seats[self.seat].hand:
                if card.id == action.what:
                    move_card(game, card, self.seat, emperor, "emperor")
                    break


def advisor(game: Game) -> int:
    """The seat that holds the killed Emperor, or nobody."""
    return holder_of(game, game.cast[3])


register_character(modern=Emperor(), classic=ClassicEmperor())
