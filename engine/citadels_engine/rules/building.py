"""Building a district (S5): what may be built, the ways to pay, and the exact order of what follows.

1. After gathering (S5.1) the card leaves the hand and counts against the limit, unless it never does (S5.6, S5.7).
2. The price is paid: gold, the Framework, a sacrifice, cards, another seat's gold (S5.4). Cards are chosen one at a time.
3. A paid build of a character with a warrant asks the Magistrate (C-MAGISTRATE-3).
4. The district enters the city (S5.2).
5. The tax (C-TAX-1), then the check for completion (S9.2, R-TAX-5), then what the district does on being built.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from citadels_engine.actions.forms import on_both
from citadels_engine.actions.types import Discard, Give
from citadels_engine.rules.decisions import Decision, by_id, distinct
from citadels_engine.rules.effects import (
    add_to_city,
    ask,
    destroy,
    discard,
    find,
    lose_gold,
    move_card,
    move_gold,
    note_complete,
    owns,
    tell,
    the_turn,
    use_up,
)
from citadels_engine.state import NOBODY

if TYPE_CHECKING:
    from citadels_engine.actions.types import Action, Build
    from citadels_engine.cards.base import District
    from citadels_engine.state import Game, Seat, Turn

__all__ = [
    "Pay",
    "build",
    "can_stand",
    "enter_city",
    "gold_paid",
    "offer_builds",
    "offer_ways",
    "pay_cards",
    "price_of",
    "stand",
]


def price_of(seat: Seat, card: District) -> int:
    """What the builder owes (S5.3); never nothing (R-MAG-5)."""
    price = card.cost
    if card.unique:
        for power in seat.powers:
            price = power.build_price(card, price)
    return price


def gold_paid(seat: Seat, card: District, action: Build) -> int:
    """The gold that the builder pays for the card in the way that the action says; `build` takes just that.

    None where a district is given up for it (D-FRAMEWORK-1, D-NECROPOLIS-1); all that there is where somebody lends (C-CARDINAL-2).
    """
    if action.framework or action.over:
        return 0
    return price_of(seat, card) - action.cards if action.lender == NOBODY else seat.gold


def can_stand(seat: Seat, card: District, duplicates: bool) -> bool:
    """Whether the card may be built in that city at all (S5.5, S5.8); checked before anything is destroyed (R-FRA-3)."""
    if card.refuses(seat):
        return False
    if duplicates or not owns(seat, card):
        return True
    for power in seat.powers:
        if power.allows_duplicate(seat):
            return True
    return False


def offer_builds(game: Game, turn: Turn, out: list[Action]) -> None:
    """List every legal build from the hand."""
    character = turn.character
    limit = character.build_limit
    if limit == 0:
        return
    seat = game.seats[turn.seat]
    free = turn.built < limit
    hand = seat.hand
    spare = len(hand) - 1
    seen = 0
    for card in hand:
        if seen & card.bit:
            continue
        seen |= card.bit
        if not free and not card.outside_limit and not character.builds_freely(card):
            continue
        if can_stand(seat, card, character.duplicates):
            offer_ways(game, turn, card, spare, out)


def offer_ways(game: Game, turn: Turn, card: District, spare: int, out: list[Action]) -> None:
    """List the ways to pay for the card, with `spare` other cards in hand (S5.4)."""
    seat = game.seats[turn.seat]
    price = price_of(seat, card)
    if seat.gold >= price:
        out.append(card.do_build)
    for power in seat.powers:
        power.offer_payment(card, out)
    if card.odd_payment:
        card.offer_own_payment(game, turn, price, spare, out)
    if turn.character.lends:
        turn.character.offer_loans(game, turn, card, price, 0, spare, out)


def build(game: Game, turn: Turn, card: District, action: Build, immediate: bool = False) -> None:
    """Build the card as the action says; it has left every hand already. `immediate`: the Wizard's, outside the limit."""
    if not immediate and not card.outside_limit and not turn.character.builds_freely(card):
        turn.built += 1
    seat = game.seats[turn.seat]
    if game.telling:
        told: dict[str, object] = {"district": card.id, "do": action.text}
        tell(game, "build", turn.seat, told)
    if action.framework:
        destroy(game, turn.seat, find_card(seat, "framework"), "framework")
        enter_city(game, turn.seat, card, 0)
    elif action.over:
        destroy(game, turn.seat, find(seat, action.over), "necropolis")
        enter_city(game, turn.seat, card, 0)
    else:
        owed = gold_paid(seat, card, action)
        lent = 0
        if action.lender != NOBODY:
            use_up(turn, "from")
            lent = price_of(seat, card) - action.cards - owed
            owed += lent
            move_gold(game, action.lender, turn.seat, lent, "loan")
        lose_gold(game, turn.seat, owed, "build")
        pay_cards(game, Pay(turn.seat, card, action, owed, lent, 0))


def find_card(seat: Seat, name: str) -> int:
    """Where a district of that name stands in the city, beautified or not."""
    for i, built in enumerate(seat.city):
        if built.card.id == name:
            return i
    raise AssertionError(f"no {name} in the city")


class Pay(Decision):
    """Which cards pay: first those for the Thieves' Den, to the deck, then those for the Cardinal's lender.

    `gold` is all the gold paid, `lent` how much of it the lender's, `paid` the number of cards given so far.
    """

    kind = "pay"

    def __init__(self, seat: int, card: District, action: Build, gold: int, lent: int, paid: int) -> None:
        super().__init__(seat)
        self.card = card
        self.action = action
        self.gold = gold
        self.lent = lent
        self.paid = paid

    def options(self, game: Game) -> list[Action]:
        hand = distinct(game.seats[self.seat].hand)
        if self.paid < self.action.cards:
            return [card.do_discard for card in hand]
        return [on_both("give", self.action.lender, card.id) for card in hand]

    def take(self, game: Game, action: Action) -> None:
        assert isinstance(action, (Discard, Give))
        for card in game.seats[self.seat].hand:
            if card.id == action.district:
                self.pay(game, card)
                break
        pay_cards(game, Pay(self.seat, self.card, self.action, self.gold, self.lent, self.paid + 1))

    def pay(self, game: Game, card: District) -> None:
        """The next card goes where it is owed."""
        if self.paid < self.action.cards:
            discard(game, self.seat, card, "build")
        else:
            move_card(game, card, self.seat, self.action.lender, "loan")

    def owed(self) -> int:
        """The cards still owed to the place that is served now."""
        if self.paid < self.action.cards:
            return self.action.cards - self.paid
        return self.action.cards + self.lent - self.paid

    def saved(self) -> dict[str, object] | None:
        told: dict[str, object] = {"kind": "pay", "seat": self.seat, "do": self.action.text, "paid": self.paid}
        if self.action.lender != NOBODY:
            told["lent"] = self.lent
        return told

    def shown(self, seat: int) -> dict[str, object]:
        told = self.saved()
        assert told is not None
        return told


def pay_cards(game: Game, pay: Pay) -> None:
    """Ask for the next card; where the whole hand is owed to one place it goes by itself, in alphabetical order."""
    while True:
        owed = pay.owed()
        if owed == 0:
            break
        hand = game.seats[pay.seat].hand
        if owed < len(hand):
            ask(game, pay)
            return
        for card in by_id(hand):
            pay.pay(game, card)
        pay = Pay(pay.seat, pay.card, pay.action, pay.gold, pay.lent, pay.paid + owed)
    paid_for(game, pay.seat, pay.card, pay.gold)


def paid_for(game: Game, seat: int, card: District, gold: int) -> None:
    """The build is paid for, in whatever way (R-MAG-7); the Magistrate may have a say (C-MAGISTRATE-2, C-MAGISTRATE-3)."""
    warrants = game.warrants
    turn = the_turn(game)
    if (
        warrants is not None
        and "warrant" not in turn.used
        and warrants.on(turn.character)
        and turn.character not in warrants.shown
        and warrants.by != seat
    ):
        game.cast[0].on_paid_build(game, seat, card, gold)
        return
    enter_city(game, seat, card, gold)


def enter_city(game: Game, seat: int, card: District, gold: int) -> None:
    """The district stands in its builder's city."""
    the_turn(game).spent += gold
    stand(game, seat, card)


def stand(game: Game, seat: int, card: District) -> None:
    """The district enters the city: tax, completion and what it does then, in this order (S5.2, R-MAG-9)."""
    add_to_city(game, seat, card.plain)
    owner = game.seats[seat]
    if game.classic:
        owner.built = (*owner.built, card)
    game.cast[-1].on_district_built(game, seat)
    if card.speaks and card.on_built(game, seat):
        return
    note_complete(game, seat)
