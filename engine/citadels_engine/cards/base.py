"""Every moment and question at which a card may speak, and in which order.

1. A *moment* lets a card act (`on_revealed`, `menu`, `use`, `on_built`, ...); a *question* only answers
   (`build_price`, `protects`, `score`, ...) and changes nothing. All have a default: a card says only what is printed on it.
2. Order: the asked seat's character first, then its city from the oldest district to the newest, then the other
   seats clockwise.
3. Only the cards of a city that have a say (`speaks`) are asked; `Seat.powers` holds them.
4. A card's object is shared by all games: it holds facts, never state.
5. What a card offers in `menu` it takes in `use`: both name the same actions, so listing and checking cannot disagree.
   What `use` takes for an action is its `price`, and everybody who asks what the action costs gets that.

The classic edition's variant of a card is a subclass in the same file, in the classic catalogue under the same id.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from citadels_engine.actions.forms import intern
from citadels_engine.actions.types import INCOME
from citadels_engine.state import Built

if TYPE_CHECKING:
    from citadels_engine.actions.types import Action, Build
    from citadels_engine.rules.scoring import Tally
    from citadels_engine.state import Game, Seat, Turn

__all__ = ["MILITARY", "NOBLE", "RELIGIOUS", "TRADE", "TYPES", "UNIQUE", "Card", "Character", "District", "count_type"]

NOBLE: Final = "noble"
RELIGIOUS: Final = "religious"
TRADE: Final = "trade"
MILITARY: Final = "military"
UNIQUE: Final = "unique"
TYPES: Final = (NOBLE, RELIGIOUS, TRADE, MILITARY, UNIQUE)


class Card:
    """What characters and districts have in common: an id, names and a short text."""

    id: str = ""
    en: str = ""
    fr: str = ""
    pt: str = ""
    text: str = ""

    def __repr__(self) -> str:
        return self.id

    def names(self) -> dict[str, str]:
        """The card's name in each language."""
        return {"en": self.en, "fr": self.fr, "pt": self.pt}


class Character(Card):
    """A character: its rank, its income and what it may do in its turn."""

    rank: int = 0
    min_players: int = 2
    income_type: str = ""
    income_in_cards: bool = False
    verbs: str = ""
    """The verbs that are its own, each with its rule: `swap C-MAGICIAN-1, redraw C-MAGICIAN-2`."""
    build_limit: int = 1
    duplicates: bool = False
    """Whether it may build districts identical to ones in the city."""
    protects: bool = False
    """Whether its player's districts are out of reach of rank 8."""
    taxes_turns: bool = False
    """Whether it is told of every turn's end."""
    lends: bool = False
    """Whether another seat's gold may help its builds."""

    def __init__(self) -> None:
        self.do_pick: Action = intern(f"pick {self.id}")
        self.do_set_aside: Action = intern(f"set_aside {self.id}")
        self.do_kill: Action = intern(f"kill {self.id}")
        self.do_bewitch: Action = intern(f"bewitch {self.id}")
        self.do_rob: Action = intern(f"rob {self.id}")

    def rules(self) -> dict[str, str]:
        """The rule of each of its own verbs."""
        found: dict[str, str] = {}
        for said in self.verbs.split(", "):
            verb, _, rule = said.partition(" ")
            if rule:
                found[verb] = rule
        return found

    # moments

    def on_revealed(self, game: Game, seat: int) -> None:
        """The seat reveals this character; what must happen at once happens."""

    def insists(self, game: Game, turn: Turn, out: list[Action]) -> bool:
        """List what must be done before anything else; true where that is all there is."""
        return False

    def menu(self, game: Game, turn: Turn, out: list[Action]) -> None:
        """List the abilities that are legal now."""
        if self.income_type:
            self.offer_income(game, turn, out)

    def offer_income(self, game: Game, turn: Turn, out: list[Action]) -> None:
        """List `income` where the city holds a district of the type (S6.1, R-TURN-2, R-TURN-7)."""
        if "income" in turn.used or (self.income_in_cards and not game.deck):
            return
        if count_type(game.seats[turn.seat], self.income_type) > 0:
            out.append(INCOME)

    def use(self, game: Game, turn: Turn, action: Action) -> None:
        """Do what `menu` or `insists` has listed."""
        raise AssertionError(f"{self.id} has no {action.verb}")

    def on_turn_end(self, game: Game, turn: Turn) -> None:
        """The turn played as this character is over, after the city's own effects."""

    def on_any_turn_end(self, game: Game, turn: Turn) -> None:
        """A turn is over, after its own character's effects; asked of the whole cast."""

    def on_paid_build(self, game: Game, seat: int, card: District, gold: int) -> None:
        """A character with a warrant has paid for a build; asked of rank 1."""

    def on_threatened(self, game: Game, turn: Turn) -> None:
        """A threatened player has gathered; asked of rank 2."""

    def on_district_built(self, game: Game, seat: int) -> None:
        """The seat has just built a district; asked of the last rank."""

    def on_rank4_shown(self, game: Game, seat: int) -> None:
        """The seat shows the killed rank 4 at the end of the round (S8.2); asked of the last rank."""

    def on_round_end(self, game: Game, seat: int) -> bool:
        """It was killed and the round is over; true where its holder is asked something (S8.1)."""
        return False

    # questions

    def price(self, game: Game, turn: Turn, action: Action) -> int:
        """The gold that `use` takes for the action; asked of every action of a turn but builds and what districts offer."""
        return 0

    def must_still_act(self, turn: Turn) -> bool:
        """Whether the turn cannot end yet (S6.4)."""
        return False

    def builds_freely(self, card: District) -> bool:
        """Whether building the card leaves the limit alone (S5.7)."""
        return False

    def offer_loans(
        self, game: Game, turn: Turn, card: District, owed: int, cards: int, spare: int, out: list[Action]
    ) -> None:
        """List the builds of the card with `owed` gold still to pay, some of it another seat's.

        `cards` of the hand pay for a part already, `spare` more are left to give away.
        """


class District(Card):
    """A district: its type, its cost and what it does."""

    type: str = UNIQUE
    cost: int = 0
    copies: int = 1
    bonus: bool = False
    """Classic: one of the purple cards that are added two or three at a time (K-S2)."""
    speaks: bool = True
    """Whether it is asked anything beyond cost and type; the plain districts are not."""
    any_type: bool = False
    """Whether it counts as any type for income."""
    outside_limit: bool = False
    """Whether building it leaves the limit alone."""
    odd_payment: bool = False
    """Whether it has ways of its own to be paid for."""
    verb: str = ""
    """The verb of its action in `menu`, if it has one; the rule is `D-<VERB>-1`."""
    size: int = 1
    """How much it counts towards a complete city."""
    immune: bool = False
    """Whether the rank 8 ability cannot affect it."""

    bit: int = 0
    """Its own bit in a set of districts kept as a number; `registry.py` deals them out."""

    def __init__(self) -> None:
        self.unique: bool = self.type == UNIQUE
        self.plain: Built = Built(self)
        self.beautiful: Built = Built(self, True)
        self.do_build: Action = intern(f"build {self.id}")
        self.do_framework: Action = intern(f"build {self.id} framework")
        self.do_keep: Action = intern(f"keep {self.id}")
        self.do_take: Action = intern(f"take {self.id}")
        self.do_discard: Action = intern(f"discard {self.id}")

    # moments

    def menu(self, game: Game, turn: Turn, out: list[Action]) -> None:
        """List what its owner may do with it now."""

    def use(self, game: Game, turn: Turn, action: Action) -> None:
        """Do what `menu` has listed."""
        raise AssertionError(f"{self.id} has no {action.verb}")

    def on_built(self, game: Game, seat: int) -> bool:
        """It has just been built; true where its owner is asked something and completion is settled there."""
        return False

    def on_lost(self, game: Game) -> None:
        """It has just left play."""

    def on_turn_end(self, game: Game, seat: int) -> None:
        """Its owner's turn is over."""

    def on_draft_over(self, game: Game, seat: int) -> bool:
        """All characters are chosen; true where its owner is asked something (S2.9)."""
        return False

    def on_murdered_called(self, game: Game, seat: int, character: Character) -> bool:
        """The murdered character is called; true where its owner is asked something."""
        return False

    def on_warlord_destroyed(self, game: Game, seat: int, built: Built) -> bool:
        """The Warlord has destroyed a district; true where the owner of this is asked something."""
        return False

    def on_crown_moved(self, game: Game, seat: int) -> None:
        """The crown has passed from one player to another while the seat owns this."""

    # questions

    def price(self, game: Game, turn: Turn, action: Action) -> int:
        """The gold that `use` takes from the turn's seat for the action."""
        return 0

    def refuses(self, seat: Seat) -> bool:
        """Whether it cannot be built in that seat's city (S5.8)."""
        return False

    def build_price(self, card: District, price: int) -> int:
        """The price to build the card, for the owner of this."""
        return price

    def allows_duplicate(self, seat: Seat) -> bool:
        """Whether its owner may build a district identical to one in the city."""
        return False

    def offer_payment(self, card: District, out: list[Action]) -> None:
        """List other ways to pay for the card that its owner has."""

    def offer_own_payment(self, game: Game, turn: Turn, price: int, spare: int, out: list[Action]) -> None:
        """List the card's own ways to be paid for, with `spare` other cards in hand."""

    def pay_oddly(self, game: Game, turn: Turn, action: Build) -> bool:
        """Pay in the card's own way if the action says so; true where nothing else is owed."""
        return False

    def gold_gathered(self, gold: int) -> int:
        """The gold that its owner gathers."""
        return gold

    def cards_drawn(self, count: int) -> int:
        """The cards that its owner draws when gathering."""
        return count

    def cards_kept(self, drawn: int, count: int) -> int:
        """How many of the cards drawn its owner keeps."""
        return count

    def rank8_extra(self, target: Built) -> int:
        """What the rank 8 ability costs more against the target in its city."""
        return 0

    def score(self, tally: Tally) -> None:
        """Add its line to the score sheet."""

    def score_in_hand(self, tally: Tally) -> None:
        """Add its line for lying in the hand at the end."""


def count_type(seat: Seat, type: str) -> int:
    """The districts of a city that count as the type for an ability (S6.1, D-SCHOOL_OF_MAGIC-1)."""
    count = 0
    for built in seat.city:
        card = built.card
        if card.type == type or card.any_type:
            count += 1
    return count
