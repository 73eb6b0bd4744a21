"""Other worlds: from a view, and the events that its seat has seen, a whole game that could have looked the same.

1. Nothing here takes a `Game`: only a `View` and what `Event.for_seat` told. The game given back is made of them alone.
2. The view of a world, for the same seat, equals the view given, its legal actions included.
3. Every card of the composition lies somewhere, once.
4. With the events, the world could have produced every one of them: pools seen in the draft, hands looked at, cards given,
   taken and put under the deck (`knowledge.py`). Without them it agrees with the view.
   Once the game is over, nothing is still to come that an event could bear on, and the view alone counts.
5. What is left open is drawn by chance from a text: the same text, the same world.

`Worlds` prepares all that the view settles, once; `sample` is then cheap.

>>> from citadels_engine import new_game, view
>>> seen = view(new_game(4, seed="an example"), 1)
>>> world = sample_world(seen, chance="a first world")
>>> view(world, 1).to_json() == seen.to_json()
True
>>> sorted(view(world, 0).to_json()) == sorted(seen.to_json())
True
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from citadels_engine.cards.characters.blackmailer import Expose, Threat
from citadels_engine.cards.characters.emperor import Advise, GiveTribute
from citadels_engine.cards.characters.magician import Redraw
from citadels_engine.cards.characters.magistrate import Warrant
from citadels_engine.cards.characters.seer import Return
from citadels_engine.cards.characters.wizard import Take
from citadels_engine.cards.districts.bell_tower import Chime
from citadels_engine.cards.districts.graveyard import Ransom
from citadels_engine.cards.districts.hospital import Ward
from citadels_engine.cards.districts.lighthouse import Search
from citadels_engine.cards.districts.theater import Swap
from citadels_engine.cards.editions import check_options
from citadels_engine.cards.registry import CHARACTERS, DISTRICTS
from citadels_engine.dice import Dice
from citadels_engine.errors import WorldError
from citadels_engine.formats.decision_reader import build_of
from citadels_engine.formats.position_reader import PHASES
from citadels_engine.inference.character_sampler import Casting, Supposed
from citadels_engine.inference.district_sampler import Dealing
from citadels_engine.inference.knowledge import Knowledge, as_number
from citadels_engine.rules.building import Pay, price_of
from citadels_engine.rules.draft import PICK_BY, SET_ASIDE
from citadels_engine.rules.turn import TURN, Keep
from citadels_engine.state import NOBODY, Built, Game, Look, Markers, Seat, Turn

if TYPE_CHECKING:
    from collections.abc import Sequence

    from citadels_engine.cards.base import Character, District
    from citadels_engine.rules.decisions import Decision
    from citadels_engine.views.view import MarkersView, View

__all__ = ["Supposed", "Worlds", "sample_world"]


def sample_world(view: View, events: Sequence[dict[str, object]] = (), *, chance: str) -> Game:
    """A whole game that agrees with the view, and with the events, from the deal on, that the same seat has seen."""
    knowledge: Knowledge | None = None
    if len(events) > 0:
        knowledge = Knowledge(view)
        for event in events:
            knowledge.see(event)
    return Worlds(view, knowledge).sample(chance)


class Worlds:
    """All the worlds that agree with a view and with what its seat knows beside it."""

    def __init__(self, view: View, knowledge: Knowledge | None = None, supposed: Supposed | None = None) -> None:
        self.view = view
        if knowledge is None or view.phase == "over":
            knowledge = Knowledge(view, from_deal=False)
        else:
            knowledge.meet(view)
        self.knowledge = knowledge
        self.supposed: Supposed = Supposed() if supposed is None else supposed
        self.me: int = NOBODY if view.own is None else view.own.seat
        self.characters: dict[str, Character] = CHARACTERS[view.edition]
        self.districts: dict[str, District] = DISTRICTS[view.edition]
        self.by_code: list[District] = [self.districts[name] for name in knowledge.names]
        self.cast: tuple[Character, ...] = tuple([self.characters[name] for name in view.cast])
        self.face: Game = self.public_face()
        self.casting = Casting(view, knowledge, self.supposed, self.face)
        self.dealing = Dealing(knowledge, self.searched() if knowledge.from_deal is False else None)

    # --- what the view settles ---------------------------------------------------------------------------------------

    def public_face(self) -> Game:
        """The game with all that the view shows, and nothing else."""
        view = self.view
        players = len(view.seats)
        options = check_options(view.edition, view.options, players)
        uniques = tuple([self.districts[name] for name in view.uniques])
        game = Game(view.edition == "classic", options, self.cast, uniques, [Seat() for _ in range(players)], "")
        game.crown = view.crown
        game.round = view.round
        game.n = view.n
        game.phase = PHASES.index(view.phase)
        game.tax = view.tax
        game.announced = view.announced
        game.faceup = tuple([self.characters[name] for name in view.faceup])
        completed: list[tuple[int, ...]] = []
        for one in view.completed:
            completed.append(tuple(one) if isinstance(one, list) else (as_number(one),))
        game.completed = tuple(completed)
        game.killed, game.killed_by = self.mark(view.killed)
        game.bewitched, game.bewitched_by = self.mark(view.bewitched)
        game.robbed, game.robbed_by = self.mark(view.robbed)
        for seen in view.seats:
            seat = game.seats[seen.number]
            seat.gold = seen.gold
            seat.revealed = tuple([self.characters[name] for name in seen.revealed])
            if seen.built is not None:
                seat.built = tuple([self.districts[name] for name in seen.built])
            for district in seen.city:
                card = self.districts[district.id]
                seat.city.append(card.beautiful if district.beautified else card.plain)
                if card.speaks:
                    seat.powers = (*seat.powers, card)
            if seen.hand is not None:
                seat.hand = [self.districts[name] for name in seen.hand]
        if view.own is not None:
            looks: list[Look] = []
            for of, hand in view.own.looks:
                looks.append(Look(self.me, of, tuple([self.districts[name] for name in hand])))
            game.looks = tuple(looks)
        self.set_turn(game)
        return game

    def mark(self, data: object) -> tuple[Character | None, int]:
        """A marker on one character, and who placed it."""
        if not isinstance(data, dict):
            return None, NOBODY
        by = data.get("by")
        return self.characters[str(data["character"])], NOBODY if by is None else as_number(by)

    def set_turn(self, game: Game) -> None:
        """The turn under way, and the rank called last."""
        data = self.view.turn
        decision = self.view.decision
        if data is None:
            if decision is not None and decision.kind == "advise":
                game.called = len(self.cast)
            return
        character = self.characters[str(data["character"])]
        turn = Turn(character, NOBODY)
        turn.gathered = bool(data["gathered"])
        turn.built = as_number(data["built"])
        used = data["used"]
        assert isinstance(used, list)
        turn.used = tuple([str(verb) for verb in used])
        turn.spent = as_number(data["spent"])
        turn.resumed = bool(data["resumed"])
        if turn.resumed:
            turn.seat = game.bewitched_by
        else:
            for number, seat in enumerate(game.seats):
                if character in seat.revealed:
                    turn.seat = number
            if turn.seat == NOBODY and decision is not None:
                turn.seat = decision.seat
        game.turn = turn
        game.called = character.rank

    # --- markers -----------------------------------------------------------------------------------------------------

    def place_markers(self, game: Game, dice: Dice) -> None:
        """Which marker is real: known, or by chance."""
        view = self.view
        if view.warrants is not None:
            game.warrants = self.warrants(view.warrants, dice)
        if view.threats is not None:
            game.threats = self.threats(view.threats, dice)

    def warrants(self, seen: MarkersView, dice: Dice) -> Markers:
        """The three warrants."""
        if seen.own:
            named = [None if name is None else self.characters[name] for name in (seen.real, *seen.blank)]
            return Markers(named[0], tuple(named[1:]), seen.by, tuple([self.characters[name] for name in seen.shown]))
        real = seen.real if self.supposed.signed is None else self.supposed.signed
        if real is None:
            possible = [name for name in seen.on if name not in seen.blank]
            if len(possible) == 0:
                raise WorldError("warrants: all that lie there are turned up as blank, and one of them is signed")
            real = possible[dice.below(len(possible))]
        blank = tuple([self.characters[name] for name in seen.on if name != real])
        return Markers(self.characters[real], blank, seen.by, tuple([self.characters[name] for name in seen.shown]))

    def threats(self, seen: MarkersView, dice: Dice) -> Markers:
        """The two threats; one that was bribed off is gone, and only who placed them knows which."""
        shown = tuple([self.characters[name] for name in seen.shown])
        if seen.own:
            own = seen.blank[0]
            real = None if seen.real is None else self.characters[seen.real]
            return Markers(real, (None if own is None else self.characters[own],), seen.by, shown)
        known = seen.real if self.supposed.flowered is None else self.supposed.flowered
        if known is None and len(seen.blank) == 0 and len(seen.on) > 0:
            at = dice.below(2)
            known = seen.on[at] if at < len(seen.on) else ""
        if known is None and len(seen.blank) > 0:
            others = [name for name in seen.on if name != seen.blank[0]]
            known = others[0] if len(others) > 0 else ""
        if not known:
            rest = list(seen.on)
            return Markers(None, (self.characters[rest[0]] if len(rest) > 0 else None,), seen.by, shown)
        rest = [name for name in seen.on if name != known]
        return Markers(self.characters[known], (self.characters[rest[0]] if len(rest) > 0 else None,), seen.by, shown)

    # --- districts ---------------------------------------------------------------------------------------------------

    def deal_districts(self, game: Game, dice: Dice) -> list[District]:
        """Give every card its place; answers the cards on offer in a `keep`."""
        lie = self.knowledge.cards
        tokens = lie.under + [lie.sea] * lie.sea_size + lie.top
        deck = len(tokens)
        for hand in lie.hands:
            tokens.extend(hand)
        tokens.extend(lie.limbo)
        tokens.extend(lie.tucked)
        tokens = self.dealing.name_all(tokens, deck, dice)
        self.dealing.sort_runs(tokens)
        cards = [self.by_code[code] for code in tokens]
        view = self.view
        game.deck = cards[:deck]
        if view.decision is not None and view.decision.kind == "ransom" and deck > view.deck_size:
            under = view.decision.details.get("under", 0)
            del game.deck[as_number(under)]
        at = deck
        for number, hand in enumerate(lie.hands):
            if view.seats[number].hand is None:
                game.seats[number].hand = cards[at : at + len(hand)]
            at += len(hand)
        for look in game.looks:
            if len(look.hand) == len(game.seats[look.of].hand):
                game.seats[look.of].hand = list(look.hand)
        limbo = cards[at : at + len(lie.limbo)]
        at += len(lie.limbo)
        self.tuck(game, tuple(cards[at:]))
        return limbo

    def searched(self) -> list[int] | None:
        """The names in the deck that the viewer may take from, who looks through it."""
        view = self.view
        if view.own is None or view.decision is None or view.decision.kind != "search" or view.decision.seat != self.me:
            return None
        found: list[int] = []
        for action in view.own.actions:
            verb, _, name = action.text.partition(" ")
            if verb == "take":
                found.append(self.knowledge.codes[name])
        return found

    def tuck(self, game: Game, cards: tuple[District, ...]) -> None:
        """Put the cards under the Museum, each known to who tucked it."""
        if len(cards) == 0:
            return
        for seen in self.view.seats:
            for at, district in enumerate(seen.city):
                if district.under > 0:
                    card = self.districts[district.id]
                    tuckers = tuple(self.knowledge.tuckers)
                    game.seats[seen.number].city[at] = Built(card, district.beautified, cards, tuckers)

    # --- the decision ------------------------------------------------------------------------------------------------

    def decision(self, game: Game, limbo: list[District]) -> Decision | None:
        """The decision awaited, as the view names it."""
        seen = self.view.decision
        if seen is None:
            return None
        seat, kind, details = seen.seat, seen.kind, seen.details
        if kind == "pick":
            return PICK_BY[seat]
        if kind == "set_aside":
            return SET_ASIDE[seat]
        if kind == "turn":
            return TURN[seat]
        if kind == "keep":
            return Keep(seat, tuple(limbo), as_number(details["left"]), str(details["from"]))
        if kind == "redraw":
            return Redraw(seat, as_number(details["count"]))
        if kind == "pay":
            return self.pay(game, seat, details)
        if kind == "take":
            return Take(seat, as_number(details["from"]))
        if kind == "return":
            to = details["to"]
            assert isinstance(to, list)
            return Return(seat, tuple([as_number(one) for one in to]))
        if kind == "warrant":
            turn = game.turn
            assert turn is not None
            card = self.districts[str(details["district"])]
            return Warrant(seat, turn.seat, card, as_number(details["gold"]))
        if kind == "ransom":
            card = self.districts[str(details["district"])]
            return Ransom(seat, card, as_number(details.get("under", 0)))
        simple = SIMPLE.get(kind)
        if simple is None:
            raise WorldError(f"decision: {kind!r} is not a decision of this engine")
        return simple(seat)

    def pay(self, game: Game, seat: int, details: dict[str, object]) -> Pay:
        """Cards are still owed."""
        build = build_of(str(details["do"]))
        card = self.districts[build.district]
        gold = price_of(game.seats[seat], card) - build.cards
        return Pay(seat, card, build, gold, as_number(details.get("lent", 0)), as_number(details["paid"]))

    # --- a world -----------------------------------------------------------------------------------------------------

    def sample(self, chance: str) -> Game:
        """One of the worlds; what is still to happen in it by chance depends on the same text."""
        dice = Dice(chance, "world")
        game = self.face.copy()
        game.seed = chance
        self.casting.deal(game, dice)
        self.place_markers(game, dice)
        limbo = self.deal_districts(game, dice)
        game.pending = self.decision(game, limbo)
        return game


SIMPLE: Final[dict[str, type[Decision]]] = {
    "threat": Threat,
    "expose": Expose,
    "advise": Advise,
    "tribute": GiveTribute,
    "chime": Chime,
    "search": Search,
    "ward": Ward,
    "theater": Swap,
}
