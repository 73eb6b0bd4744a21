"""The decision in the middle of an action that a position holds: reading it, and asking it again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from citadels_engine.actions.forms import parse
from citadels_engine.actions.types import Build
from citadels_engine.cards.characters.blackmailer import Expose
from citadels_engine.cards.characters.emperor import Advise, demand_tribute
from citadels_engine.cards.characters.magician import choose_discards
from citadels_engine.cards.characters.magistrate import Warrant
from citadels_engine.cards.characters.seer import give_back
from citadels_engine.cards.characters.wizard import Take
from citadels_engine.cards.districts.bell_tower import Chime
from citadels_engine.cards.districts.graveyard import Ransom
from citadels_engine.cards.districts.hospital import Ward
from citadels_engine.cards.districts.lighthouse import Search
from citadels_engine.cards.districts.theater import Swap
from citadels_engine.errors import UnknownAction
from citadels_engine.formats.strict_reader import as_list, as_text, fail
from citadels_engine.game import advance
from citadels_engine.rules.building import Pay, pay_cards, price_of
from citadels_engine.rules.effects import ask, holder_of
from citadels_engine.rules.turn import keep_some
from citadels_engine.state import NOBODY, TURNS

if TYPE_CHECKING:
    from citadels_engine.cards.base import District
    from citadels_engine.formats.position_reader import Loader
    from citadels_engine.formats.strict_reader import Fields
    from citadels_engine.state import Game, Turn

__all__ = ["build_of", "go_on", "read_decision"]


class Ongoing:
    """A decision in the middle of an action, as it was read."""

    def __init__(self, kind: str, seat: int) -> None:
        self.kind = kind
        self.seat = seat
        self.cards: list[District] = []
        self.source: str = ""
        self.count: int = 0
        self.lent: int = NOBODY
        self.other: int = NOBODY
        self.to: tuple[int, ...] = ()
        self.do: str = ""


def read_decision(loader: Loader, game: Game, turn: Turn | None, fields: Fields) -> Ongoing:
    """The decision in the middle of an action."""
    if game.phase != TURNS:
        raise fail("decision", "only the phase `turns` has a decision of its own")
    kind = as_text(fields.take("kind"), "decision.kind")
    seat = fields.take("seat")
    number = NOBODY if seat is None else loader.seat_number(seat, "decision.seat", len(game.seats))
    ongoing = Ongoing(kind, number)
    if kind == "keep":
        ongoing.cards = loader.place(fields.take("cards"), "decision.cards")
        ongoing.source = fields.choice("from", ("draw", "study"), "draw")
        ongoing.count = fields.number("left", 1, 1)
        if not ongoing.cards:
            raise fail("decision.cards", "there is nothing to keep")
    elif kind == "redraw":
        ongoing.count = fields.number("count", 0)
    elif kind == "pay":
        ongoing.do = as_text(fields.take("do"), "decision.do")
        ongoing.count = fields.number("paid", 0)
        ongoing.lent = fields.number("lent", NOBODY)
        ongoing.cards = [loader.district(build_of(ongoing.do).district, "decision.do")]
        loader.placed.extend(ongoing.cards)
    elif kind == "take":
        ongoing.other = loader.seat_number(fields.take("from"), "decision.from", len(game.seats))
    elif kind == "return":
        to = as_list(fields.take("to"), "decision.to")
        ongoing.to = tuple([loader.seat_number(one, "decision.to", len(game.seats)) for one in to])
    elif kind == "warrant":
        ongoing.cards = [loader.district(fields.take("district"), "decision.district")]
        loader.placed.extend(ongoing.cards)
        ongoing.count = fields.number("gold", NOBODY)
    elif kind == "ransom":
        ongoing.cards = [loader.district(fields.take("district"), "decision.district")]
        loader.placed.extend(ongoing.cards)
        ongoing.count = fields.number("under", 0)
    elif kind not in ("theater", "expose", "advise", "tribute", "chime", "search", "ward"):
        raise fail("decision.kind", f"{kind!r} is not a decision that a position names")
    fields.done()
    if loader.edition == "modern" and kind in ("ransom", "chime", "search", "ward"):
        raise fail("decision.kind", f"{kind!r} is asked in the classic edition only")
    if kind in ("theater", "advise"):
        if turn is not None:
            raise fail("decision.kind", f"{kind!r} is not asked in a turn")
    elif turn is None:
        raise fail("turn", f"a decision {kind!r} wants a turn")
    return ongoing


def build_of(text: str) -> Build:
    """The build that a `pay` goes on with."""
    try:
        build = parse(text)
    except UnknownAction as error:
        raise fail("decision.do", str(error)) from None
    if not isinstance(build, Build) or not (build.cards or build.lender >= 0):
        raise fail("decision.do", f"{text!r} is no build that owes cards")
    return build


def go_on(game: Game, turn: Turn | None, ongoing: Ongoing | None) -> None:
    """Take the game up where it stands."""
    if turn is not None:
        game.called = turn.character.rank
        started = turn.gathered or turn.built or turn.used or turn.spent
        if ongoing is not None and ongoing.kind == "ward":
            turn.seat = owner(game, "hospital", ongoing)
        elif turn.seat == NOBODY and (started or ongoing is not None):
            raise fail("turn.character", f"nobody holds {turn.character.id}, whose turn it is")
        shown = turn.seat != NOBODY and turn.character in game.seats[turn.seat].revealed
        if ongoing is not None and ongoing.kind != "ward" and not started and not shown:
            holder = game.seats[turn.seat]
            holder.revealed = (*holder.revealed, turn.character)
        if ongoing is None and not started and not shown:
            game.called = turn.character.rank - 1
        else:
            game.turn = turn
    if ongoing is not None:
        resume(game, turn, ongoing)
    if game.n == 0 and game.telling:
        game.events = []
    advance(game)


def owner(game: Game, name: str, ongoing: Ongoing) -> int:
    """The seat whose city holds the district."""
    for number, seat in enumerate(game.seats):
        if any(card.id == name for card in seat.powers):
            return number
    raise fail("decision.kind", f"{ongoing.kind!r} is asked of who owns {name}, and nobody does")


def asked(ongoing: Ongoing, seat: int) -> int:
    """The seat asked, which must be the one that the position names."""
    if seat == NOBODY:
        raise fail("decision.kind", f"there is nobody to answer {ongoing.kind!r}")
    if ongoing.seat not in (NOBODY, seat):
        raise fail("decision.seat", f"{ongoing.kind!r} is asked of seat {seat}, not {ongoing.seat}")
    return seat


def resume(game: Game, turn: Turn | None, ongoing: Ongoing) -> None:
    """Ask the decision again; what leaves no choice goes on by it"""
    kind = ongoing.kind
    if kind == "theater":
        ask(game, Swap(asked(ongoing, owner(game, "theater", ongoing))))
    elif kind == "advise":
        resume_advice(game, ongoing)
    elif kind == "tribute":
        asked(ongoing, game.crown)
        demand_tribute(game, game.crown)
    elif kind == "ransom":
        resume_ransom(game, ongoing)
    else:
        assert turn is not None
        if kind == "warrant":
            resume_warrant(game, turn, ongoing)
        elif kind == "expose":
            resume_expose(game, turn, ongoing)
        elif kind == "ward":
            resume_ward(game, turn, ongoing)
        else:
            resume_own(game, turn, asked(ongoing, turn.seat), ongoing)


def resume_own(game: Game, turn: Turn, seat: int, ongoing: Ongoing) -> None:
    """The seat whose turn it is is asked again."""
    match ongoing.kind:
        case "keep":
            keep_some(game, turn, ongoing.cards, ongoing.count, ongoing.source)
        case "redraw":
            choose_discards(game, seat, ongoing.count)
        case "pay":
            resume_pay(game, seat, ongoing)
        case "take":
            resume_take(game, seat, ongoing)
        case "return":
            resume_return(game, seat, ongoing)
        case "chime":
            ask(game, Chime(seat))
        case _:
            ask(game, Search(seat))


def resume_advice(game: Game, ongoing: Ongoing) -> None:
    """The killed Emperor's advice is awaited."""
    emperor = game.cast[3]
    if emperor.id != "emperor" or game.killed is not emperor or game.classic:
        raise fail("decision.kind", "'advise' is asked of a killed Emperor's player, in the modern edition")
    game.called = len(game.cast)
    ask(game, Advise(asked(ongoing, holder_of(game, emperor))))


def resume_warrant(game: Game, turn: Turn, ongoing: Ongoing) -> None:
    """The Magistrate's answer is awaited."""
    warrants = game.warrants
    if warrants is None or not warrants.on(turn.character):
        raise fail("decision.kind", "'warrant' wants a warrant on the character whose turn it is")
    card = ongoing.cards[0]
    gold = ongoing.count if ongoing.count != NOBODY else price_of(game.seats[turn.seat], card)
    ask(game, Warrant(asked(ongoing, warrants.by), turn.seat, card, gold))


def resume_pay(game: Game, seat: int, ongoing: Ongoing) -> None:
    """Cards are still owed."""
    build = build_of(ongoing.do)
    card = ongoing.cards[0]
    gold = price_of(game.seats[seat], card) - build.cards
    lent = 0
    if build.lender != NOBODY:
        if build.lender >= len(game.seats) or build.lender == seat:
            raise fail("decision.do", "the lender is another seat")
        most = ongoing.count + len(game.seats[seat].hand) - build.cards
        lent = max(0, min(gold, most)) if ongoing.lent == NOBODY else ongoing.lent
    pay = Pay(seat, card, build, gold, lent, ongoing.count)
    if ongoing.count > build.cards + lent or build.cards + lent - ongoing.count > len(game.seats[seat].hand):
        raise fail("decision.paid", "the hand does not hold the cards still owed")
    pay_cards(game, pay)


def resume_expose(game: Game, turn: Turn, ongoing: Ongoing) -> None:
    """The Blackmailer's answer to a refusal is awaited."""
    threats = game.threats
    if threats is None or not threats.on(turn.character):
        raise fail("decision.kind", "'expose' wants a threat on the character whose turn it is")
    ask(game, Expose(asked(ongoing, threats.by)))


def resume_ransom(game: Game, ongoing: Ongoing) -> None:
    """The Graveyard's owner may recover a district."""
    seat = asked(ongoing, owner(game, "graveyard", ongoing))
    if ongoing.count > len(game.deck):
        raise fail("decision.under", "the deck does not hold the cards that were tucked")
    if game.seats[seat].gold > 0:
        ask(game, Ransom(seat, ongoing.cards[0], ongoing.count))
    else:
        game.deck.insert(ongoing.count, ongoing.cards[0])


def resume_ward(game: Game, turn: Turn, ongoing: Ongoing) -> None:
    """The Hospital's owner is asked."""
    if turn.character is not game.killed:
        raise fail("decision.kind", "'ward' is asked when the murdered character is called")
    ask(game, Ward(asked(ongoing, turn.seat)))


def resume_take(game: Game, seat: int, ongoing: Ongoing) -> None:
    """The Wizard has seen a hand."""
    if ongoing.other == seat:
        raise fail("decision.from", "the Wizard looks at another seat's hand (C-WIZARD-1)")
    if len(game.seats[ongoing.other].hand) > 0:
        ask(game, Take(seat, ongoing.other))


def resume_return(game: Game, seat: int, ongoing: Ongoing) -> None:
    """The Seer still gives cards back."""
    if len(game.seats[seat].hand) < len(ongoing.to) or seat in ongoing.to:
        raise fail("decision.to", "the Seer gives a card of her hand to each other seat named (C-SEER-1)")
    give_back(game, seat, ongoing.to)
