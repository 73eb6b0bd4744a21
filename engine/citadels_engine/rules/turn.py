"""A turn: gather, use, build, end (S3.2, S3.4, S4, S6.4, S7).

1. A turn belongs to one seat and is played as one character; the Witch resumes as somebody else (C-WITCH-3).
2. First comes what the situation demands: a bewitched or a threatened player can only gather (C-WITCH-2,
   C-BLACKMAILER-2), and some characters must act before anything else (`insists`).
3. Then everything that is legal is offered, in any order and as often as it is allowed, until `end`.
4. Two turns end without `end`: the bewitched player's, with the gathering, and the Witch's first half. Neither has an end
   of turn (S7.2).
5. Where another seat has a say, the turn waits for it (S6.3).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from citadels_engine.actions.types import DRAW, END, GOLD, Build
from citadels_engine.cards.base import count_type
from citadels_engine.dice import Dice
from citadels_engine.rules.building import build, gold_paid, offer_builds
from citadels_engine.rules.decisions import Decision, distinct
from citadels_engine.rules.effects import ask, draw, gain_cards, gain_gold, ids, put_under, tell, the_turn, use_up
from citadels_engine.state import NOBODY, Turn

if TYPE_CHECKING:
    from citadels_engine.actions.types import Action
    from citadels_engine.cards.base import Character, District
    from citadels_engine.state import Game

__all__ = [
    "TURN",
    "Keep",
    "Play",
    "bonus_is_due",
    "close_turn",
    "gain_income",
    "gather_cards",
    "gather_gold",
    "keep_some",
    "next_in_turn",
    "offer_gathering",
    "shuffle_deck",
    "starts_as",
]


class Play(Decision):
    """The active seat does anything that is legal now.

    Its abilities and its districts' come in any order (R-TURN-1, R-TURN-3, S6.2). A bewitched or threatened
    player only gathers (R-WITCH-10, R-BLK-6, R-BLK-8). `end` is always declared, after gathering (R-TURN-4, R-TURN-6). In the
    classic edition too only building and the fixed moments wait for the gathering (K-S6).
    """

    kind = "turn"

    def options(self, game: Game) -> list[Action]:
        out: list[Action] = []
        turn = the_turn(game)
        character = turn.character
        if not turn.gathered and (is_bewitched(game, turn) or is_threatened(game, turn)):
            offer_gathering(game, out)
            return out
        if character.insists(game, turn, out):
            return out
        if not turn.gathered:
            offer_gathering(game, out)
        character.menu(game, turn, out)
        for card in game.seats[turn.seat].powers:
            card.menu(game, turn, out)
        if turn.gathered:
            offer_builds(game, turn, out)
            if not character.must_still_act(turn):
                out.append(END)
        return out

    def take(self, game: Game, action: Action) -> None:
        turn = the_turn(game)
        if isinstance(action, Build):
            hand = game.seats[turn.seat].hand
            for card in hand:
                if card.id == action.district:
                    hand.remove(card)
                    build(game, turn, card, action)
                    return
        if action is GOLD:
            gather_gold(game, turn)
        elif action is DRAW:
            gather_cards(game, turn)
        elif action is END:
            finish_turn(game, turn)
        else:
            verb = action.verb
            for card in game.seats[turn.seat].powers:
                if card.verb == verb:
                    card.use(game, turn, action)
                    return
            turn.character.use(game, turn, action)

    def price(self, game: Game, action: Action) -> int:
        turn = the_turn(game)
        seat = game.seats[turn.seat]
        if isinstance(action, Build):
            for card in seat.hand:
                if card.id == action.district:
                    return gold_paid(seat, card, action)
        verb = action.verb
        for card in seat.powers:
            if card.verb == verb:
                return card.price(game, turn, action)
        return turn.character.price(game, turn, action)

    def saved(self) -> dict[str, object] | None:
        return None


TURN: Final = [Play(seat) for seat in range(8)]


def is_bewitched(game: Game, turn: Turn) -> bool:
    """Whether this is the short turn of a bewitched player (C-WITCH-2)."""
    return turn.character is game.bewitched and not turn.resumed


def is_threatened(game: Game, turn: Turn) -> bool:
    """Whether a threat is still to be resolved in this turn (C-BLACKMAILER-2, R-NAME-2, R-BLK-5)."""
    threats = game.threats
    return (
        threats is not None
        and threats.on(turn.character)
        and threats.by != turn.seat
        and threats.by != NOBODY
        and "threat" not in turn.used
        and turn.character not in threats.shown
    )


def next_in_turn(game: Game) -> None:
    """Go on with the turn: hand it to the Witch, close it, or ask its seat."""
    turn = the_turn(game)
    if turn.gathered:
        if turn.character is game.killed:
            close_turn(game)
            return
        if is_bewitched(game, turn):
            hand_over(game, turn)
            return
        if is_threatened(game, turn):
            game.cast[1].on_threatened(game, turn)
            return
    ask(game, TURN[turn.seat])


def hand_over(game: Game, turn: Turn) -> None:
    """The bewitched player has gathered: the Witch plays on as that character (C-WITCH-3, R-WITCH-7, R-WITCH-8)."""
    close_turn(game)
    if game.bewitched_by == NOBODY:
        return
    witch = Turn(turn.character, game.bewitched_by)
    witch.gathered = True
    witch.resumed = True
    game.turn = witch
    if game.telling:
        tell(game, "resume", witch.seat, {"character": witch.character.id})


def close_turn(game: Game) -> None:
    """The turn is over; what was seen in it is no longer in the position."""
    game.turn = None
    game.looks = ()


def finish_turn(game: Game, turn: Turn) -> None:
    """The seat ends its turn: the city's effects, the character's, then what others are owed (S7.1, R-EOT-1, R-K-3).

    With two characters at the end of each turn (R-EOT-3).
    """
    for card in game.seats[turn.seat].powers:
        card.on_turn_end(game, turn.seat)
    turn.character.on_turn_end(game, turn)
    for character in game.cast:
        if character.taxes_turns:
            character.on_any_turn_end(game, turn)
    if game.telling:
        tell(game, "turn_end", turn.seat, {})
    close_turn(game)


# --- gathering (S4) --------------------------------------------------------------------------------------------------


def offer_gathering(game: Game, out: list[Action]) -> None:
    """List `gold`, and `draw` while there is a deck (S4.1, S4.5, R-DECK-2)."""
    out.append(GOLD)
    if len(game.deck) > 0:
        out.append(DRAW)


def gather_gold(game: Game, turn: Turn) -> None:
    """Gain 2 gold, 3 with the Gold Mine (S4.1, S4.2)."""
    gold = 2
    for card in game.seats[turn.seat].powers:
        gold = card.gold_gathered(gold)
    gain_gold(game, turn.seat, gold, "gather")
    turn.gathered = True


def gather_cards(game: Game, turn: Turn) -> None:
    """Draw 2 and keep 1; the Observatory and the Library change both numbers (S4.2)."""
    count = 2
    powers = game.seats[turn.seat].powers
    for card in powers:
        count = card.cards_drawn(count)
    drawn = draw(game, count)
    kept = 1
    for card in powers:
        kept = card.cards_kept(len(drawn), kept)
    if game.telling:
        tell(game, "draw", turn.seat, {"count": len(drawn), "from": "draw"}, (turn.seat, {"districts": ids(drawn)}))
    keep_some(game, turn, drawn, kept, "draw")


def keep_some(game: Game, turn: Turn, drawn: list[District], count: int, source: str) -> None:
    """Ask which of the cards are kept, unless all are."""
    if count < len(drawn):
        ask(game, Keep(turn.seat, tuple(drawn), count, source))
    else:
        game.seats[turn.seat].hand.extend(drawn)
        put_back(game, turn, [], source)


def put_back(game: Game, turn: Turn, rest: list[District], source: str) -> None:
    """What was not kept goes under the deck in the order drawn, or with the Scholar into it (R-DECK-3, R-DECK-6)."""
    if game.telling:
        tell(game, "keep", turn.seat, {"returned": len(rest), "from": source}, (turn.seat, {"under": ids(rest)}))
    for card in rest:
        put_under(game, card)
    if source == "study":
        shuffle_deck(game, f"scholar/{game.round}")
    else:
        turn.gathered = True


def shuffle_deck(game: Game, occasion: str) -> None:
    """Shuffle the whole deck."""
    Dice(game.seed, occasion).shuffle(game.deck)
    if game.telling:
        tell(game, "shuffle", NOBODY, {"why": occasion.partition("/")[0]})


class Keep(Decision):
    """Which of the cards drawn is kept; asked once for each card kept. Only the drawer sees them (S4.4)."""

    kind = "keep"

    def __init__(self, seat: int, cards: tuple[District, ...], left: int, source: str) -> None:
        super().__init__(seat)
        self.cards = cards
        self.left = left
        self.source = source

    def options(self, game: Game) -> list[Action]:
        return [card.do_keep for card in distinct(list(self.cards))]

    def take(self, game: Game, action: Action) -> None:
        turn = the_turn(game)
        rest = list(self.cards)
        for card in rest:
            if card.do_keep is action:
                rest.remove(card)
                game.seats[self.seat].hand.append(card)
                if game.telling:
                    tell(game, "kept", self.seat, {"count": 1}, (self.seat, {"districts": [card.id]}))
                break
        if self.left > 1:
            keep_some(game, turn, rest, self.left - 1, self.source)
        else:
            put_back(game, turn, rest, self.source)

    def saved(self) -> dict[str, object] | None:
        return {
            "kind": "keep",
            "seat": self.seat,
            "cards": [card.id for card in self.cards],
            "from": self.source,
            "left": self.left,
        }

    def shown(self, seat: int) -> dict[str, object]:
        told = self.saved()
        assert told is not None
        if seat != self.seat:
            told["cards"] = len(self.cards)
        return told


def gain_income(game: Game, turn: Turn, character: Character) -> None:
    """Gold or cards for the districts of the character's type, all at once (S6.1, K-S8, D-SCHOOL_OF_MAGIC-1)."""
    use_up(turn, "income")
    count = count_type(game.seats[turn.seat], character.income_type)
    if character.income_in_cards:
        gain_cards(game, turn.seat, count, "income")
    else:
        gain_gold(game, turn.seat, count, "income")


def bonus_is_due(game: Game, turn: Turn) -> bool:
    """Whether the fixed extra may be used.

    At any moment and whatever is gathered (S4.3, R-ARC-1), in the classic game after gathering (K-S7).
    """
    return "bonus" not in turn.used and (turn.gathered or not game.classic)


def starts_as(game: Game, character: Character, seat: int) -> None:
    """The seat's turn as that character begins."""
    game.turn = Turn(character, seat)
