"""What one seat has learnt from the events it saw: which card may lie where, and how the characters were chosen.

The cards are kept as `card_locations.py` says. The draft is kept as a list of what left the pool, in order: whoever looked at the
pool knows on which side of that moment each character left it. The module is long because every kind of event that moves a
card has its method here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from citadels_engine.cards.editions import START_HAND, check_options, copies_of
from citadels_engine.cards.registry import DISTRICTS
from citadels_engine.errors import WorldError
from citadels_engine.inference.card_locations import ANY, REF, UNKNOWN, Cards
from citadels_engine.state import NOBODY

if TYPE_CHECKING:
    from citadels_engine.views.view import View

__all__ = ["Draft", "Knowledge", "as_number"]

TYPE_BITS: Final[dict[str, int]] = {"noble": 1, "religious": 2, "trade": 4, "military": 8, "unique": 16}


class Draft:
    """How the characters were chosen this round: what left the pool, in order, as far as the seat knows it.

    `known` is false until the round's beginning has been seen. Characters are bits in the order of the cast.
    """

    __slots__ = ("asides", "characters", "crown", "first", "gave", "got", "known", "owner", "partner", "pools", "seats")

    def __init__(self, crown: int, known: bool) -> None:
        self.crown = crown
        self.known = known
        self.first: int = 0
        """The character first put facedown, where it is known."""
        self.seats: list[int] = []
        """Who took each card that left the pool; nobody, where it left by chance."""
        self.asides: list[bool] = []
        """Whether it went facedown aside."""
        self.characters: list[int] = []
        """The character that left, where it is known."""
        self.pools: list[int] = []
        """The pool it left, where the seat looked at it."""
        self.owner: int = NOBODY
        self.partner: int = NOBODY
        self.gave: int = 0
        self.got: int = 0

    def copy(self) -> Draft:
        """An independent copy."""
        twin = Draft(self.crown, self.known)
        twin.first = self.first
        twin.seats = self.seats[:]
        twin.asides = self.asides[:]
        twin.characters = self.characters[:]
        twin.pools = self.pools[:]
        twin.owner = self.owner
        twin.partner = self.partner
        twin.gave = self.gave
        twin.got = self.got
        return twin

    def note(self, seat: int, aside: bool, character: int, pool: int) -> None:
        """A card has left the pool."""
        self.seats.append(seat)
        self.asides.append(aside)
        self.characters.append(character)
        self.pools.append(pool)


class Knowledge:
    """What a seat, or a spectator, knows beyond its view: fold the events in with `see`, in order.

    It begins with the deal, or with `from_deal` false at the moment of the view.
    """

    def __init__(self, view: View, from_deal: bool = True) -> None:
        self.start = view
        self.seat: int = NOBODY if view.own is None else view.own.seat
        self.players: int = len(view.seats)
        self.from_deal = from_deal
        self.cast: dict[str, int] = {name: 1 << i for i, name in enumerate(view.cast)}
        self.codes: dict[str, int] = {}
        self.names: list[str] = []
        self.bits: list[int] = []
        self.draft = Draft(view.crown, False)
        self.tuckers: list[int] = []
        self.buried: int = 0
        """How many cards lay under the district destroyed last."""
        self.run: int = 0
        """How many cards of a whole hand are still to go under the deck, in the order of the alphabet."""
        self.sorted_bags: list[int] = []
        options = check_options(view.edition, view.options, self.players)
        left: list[int] = []
        for name, card in DISTRICTS[view.edition].items():
            self.codes[name] = len(self.names)
            self.names.append(name)
            self.bits.append(TYPE_BITS[card.type])
            left.append(copies_of(card, options) if not card.unique or name in view.uniques else 0)
        if from_deal:
            hands = [[UNKNOWN] * START_HAND for _ in range(self.players)]
            self.cards = Cards(hands, left, sum(left) - START_HAND * self.players, self.bits)
        else:
            self.cards = Cards([[UNKNOWN] * seat.hand_size for seat in view.seats], left, view.deck_size, self.bits)
            self.look_around(view)

    def copy(self) -> Knowledge:
        """An independent copy."""
        twin = Knowledge(self.start)
        twin.from_deal = self.from_deal
        twin.draft = self.draft.copy()
        twin.tuckers = self.tuckers[:]
        twin.buried = self.buried
        twin.run = self.run
        twin.sorted_bags = self.sorted_bags[:]
        twin.cards = self.cards.copy()
        return twin

    # --- the view ----------------------------------------------------------------------------------------------------

    def look_around(self, view: View) -> None:
        """Begin with what the view shows."""
        cards = self.cards
        for seat in view.seats:
            for district in seat.city:
                self.account(district.id)
                if district.under > 0:
                    other = seat.number if seat.number != self.seat else (seat.number + 1) % self.players
                    if district.tucked is None:
                        cards.tucked = [UNKNOWN] * district.under
                        self.tuckers = [other] * district.under
                    else:
                        cards.tucked = [self.account(name) for name in district.tucked]
                        self.tuckers = [self.seat] * district.under
        decision = view.decision
        if decision is not None:
            built = in_the_making(view)
            if built:
                self.account(built)
            if decision.kind == "keep":
                offered = decision.details["cards"]
                if isinstance(offered, list):
                    cards.limbo = [self.account(str(name)) for name in offered]
                else:
                    cards.limbo = [UNKNOWN] * as_number(offered)
        self.meet(view)
        own = view.own
        if own is not None:
            for of, hand in own.looks:
                self.remember_look(view, of, self.coded(hand))

    def account(self, name: str) -> int:
        """A card of that name lies in plain sight."""
        code = self.codes[name]
        self.cards.find(UNKNOWN, code)
        return code

    def remember_look(self, view: View, of: int, seen: list[int]) -> None:
        """A hand was seen earlier in this turn; the Wizard may have taken one card of it since.

        It is in his hand, in a city or being built; what he has put elsewhere the view does not say.
        """
        if len(seen) > view.seats[of].hand_size and view.own is not None:
            shown = self.coded(view.own.hand)
            for seat in view.seats:
                shown.extend([self.codes[district.id] for district in seat.city])
            built = in_the_making(view)
            if built:
                shown.append(self.codes[built])
            rests: list[list[int]] = []
            for at, code in enumerate(seen):
                rest = seen[:at] + seen[at + 1 :]
                if self.is_left(rest):
                    if code in shown:
                        rests.insert(0, rest)
                    else:
                        rests.append(rest)
            if len(rests) > 0:
                seen = rests[0]
        self.recognise(of, seen)

    def is_left(self, codes: list[int]) -> bool:
        """Whether there are so many copies of the cards among those that nothing is known of."""
        for code in codes:
            if codes.count(code) > self.cards.left[code]:
                return False
        return True

    def meet(self, view: View) -> None:
        """Take in what the view, of this same moment, shows beyond the events, and compare the numbers of cards."""
        cards = self.cards
        decision = view.decision
        deck = view.deck_size
        limbo = 0
        if decision is not None and decision.kind == "ransom" and self.from_deal:
            deck += 1
        if decision is not None and decision.kind == "keep":
            offered = decision.details["cards"]
            limbo = len(offered) if isinstance(offered, list) else as_number(offered)
        under = 0
        for seat in view.seats:
            for district in seat.city:
                under += district.under
            if len(cards.hands[seat.number]) != seat.hand_size:
                raise WorldError(f"seats.{seat.number}.hand: the view and the events count different numbers of cards")
        if cards.deck_size() != deck or len(cards.limbo) != limbo or len(cards.tucked) != under:
            raise WorldError("deck: the view and the events count different numbers of cards")
        for seat in view.seats:
            if seat.hand is not None:
                self.recognise(seat.number, self.coded(seat.hand))

    # --- cards that are seen, and cards that are not -----------------------------------------------------------------

    def coded(self, names: object) -> list[int]:
        """The numbers of the cards."""
        assert isinstance(names, list)
        return [self.codes[name] for name in names]

    def recognise(self, seat: int, codes: list[int]) -> None:
        """The seat's hand is exactly these cards."""
        hand = self.cards.hands[seat]
        self.cards.hands[seat] = codes[:]
        self.tell_apart(hand, codes)

    def tell_apart(self, tokens: list[int], codes: list[int]) -> None:
        """The tokens, taken from their place already, are these cards in some order."""
        if len(tokens) != len(codes):
            raise WorldError("the events count different numbers of cards")
        rest = codes[:]
        unknown: list[int] = []
        for token in tokens:
            if token >= REF:
                unknown.append(token)
            elif token in rest:
                rest.remove(token)
            else:
                raise WorldError("the events contradict each other, or do not begin with the deal")
        self.cards.aside = unknown
        for code in rest:
            self.cards.find(self.part(unknown, code), code)

    def part(self, tokens: list[int], code: int) -> int:
        """A token that may be the card is taken from the tokens; if several kinds may be it, from a bag of them all."""
        if code in tokens:
            tokens.remove(code)
            return code
        bit = self.bits[code]
        kinds: list[int] = []
        for token in tokens:
            if token >= REF and token & bit and token not in kinds:
                kinds.append(token)
        if len(kinds) == 0:
            raise WorldError("the events contradict each other, or do not begin with the deal")
        if len(kinds) > 1:
            several = [token for token in tokens if token in kinds]
            bag = self.cards.gather(several)
            for i, token in enumerate(tokens):
                if token in kinds:
                    tokens[i] = bag
            kinds = [bag]
        tokens.remove(kinds[0])
        return kinds[0]

    def part_with(self, seat: int, code: int) -> None:
        """A card leaves the seat's hand, and is seen."""
        self.cards.find(self.part(self.cards.hands[seat], code), code)

    def part_unseen(self, tokens: list[int]) -> int:
        """Some card leaves the tokens, any of them as likely."""
        bag = self.cards.gather(tokens)
        for i in range(len(tokens)):
            tokens[i] = bag
        return tokens.pop()

    def draw_seen(self, codes: list[int]) -> None:
        """These cards come from the top of the deck, in this order."""
        for code in codes:
            self.cards.find(self.cards.pop_top(), code)

    def search(self, codes: list[int]) -> None:
        """The deck is seen as a whole, in no order."""
        cards = self.cards
        self.tell_apart(cards.empty_deck(), codes)
        if len(codes) > 0:
            cards.sea = cards.gather(codes[:])
            cards.sea_size = len(codes)

    def match_type(self, seat: int, bit: int, matches: int) -> None:
        """So many cards of the hand are of the type, as everybody learns from what the Spy gains."""
        hand: list[int] = []
        undecided: list[int] = []
        for token in self.cards.hands[seat]:
            if token >= REF and token & bit and token & ANY != bit:
                undecided.append(token)
            else:
                hand.append(token)
                if (token >= REF and token & bit) or (token < REF and self.bits[token] == bit):
                    matches -= 1
        if not 0 <= matches <= len(undecided):
            raise WorldError("the events contradict each other, or do not begin with the deal")
        if len(undecided) > 0:
            token = self.cards.gather(undecided)
            hand.extend([(token & ~ANY) | (token & bit)] * matches)
            hand.extend([token & ~bit] * (len(undecided) - matches))
        self.cards.hands[seat] = hand

    # --- what may be supposed ----------------------------------------------------------------------------------------

    def suppose_hand(self, seat: int, names: list[str]) -> None:
        """The seat's hand is exactly these cards."""
        self.recognise(seat, self.coded(names))

    def suppose_cards(self, seat: int, names: list[str]) -> None:
        """The seat holds these cards among others."""
        codes = self.coded(names)
        for code in codes:
            self.part_with(seat, code)
        self.cards.hands[seat].extend(codes)

    def suppose_offer(self, names: list[str]) -> None:
        """These are the cards drawn of which some are to be kept."""
        offered = self.cards.limbo
        self.cards.limbo = self.coded(names)
        self.tell_apart(offered, self.coded(names))

    def suppose_matches(self, seat: int, type: str, matches: int) -> None:
        """The seat's hand holds so many cards of the type."""
        self.match_type(seat, TYPE_BITS[type], matches)

    def suppose_top(self, names: list[str]) -> None:
        """These cards lie on top of the deck, the first topmost."""
        codes = self.coded(names)
        self.draw_seen(codes)
        codes.reverse()
        self.cards.top.extend(codes)

    def suppose_deck(self, names: list[str]) -> None:
        """The deck is these cards, in whatever order."""
        self.search(self.coded(names))

    # --- events ------------------------------------------------------------------------------------------------------

    def see(self, event: dict[str, object]) -> None:
        """Fold in the next event, as `Event.for_seat` tells it."""
        try:
            self.fold(event)
        except KeyError as error:
            raise WorldError(f"the event {event!r} names or lacks {error}: it is not of this game") from None

    def fold(self, event: dict[str, object]) -> None:
        """What the event says of cards and characters."""
        kind = event["kind"]
        seat = as_number(event.get("seat", NOBODY))
        names = event.get("districts")
        seen = None if names is None else self.coded(names)
        cards = self.cards
        if kind in ("gain", "draw"):
            count = as_number(event.get("count", event.get("cards", 0)))
            if count > 0:
                if event.get("why") == "lighthouse":
                    cards.mix()
                self.draw(cards.hands[seat] if kind == "gain" else cards.limbo, count, seen)
        elif kind == "kept":
            if seen is None:
                cards.hands[seat].append(self.part_unseen(cards.limbo))
            else:
                cards.limbo.remove(seen[0])
                cards.hands[seat].append(seen[0])
        elif kind == "keep":
            self.put_back(seat, as_number(event["returned"]))
        elif kind == "build":
            self.build(seat, str(event["district"]), str(event["do"]).split())
        elif kind == "destroy":
            self.destroy(str(event["district"]).removesuffix("+"))
        elif kind == "discard":
            if seen is None and self.run > 0 and event["why"] == "build":
                self.discard_in_order(cards.hands[seat])
            else:
                cards.under.insert(0, self.leave(seat, seen))
        elif kind == "move":
            cards.hands[as_number(event["to"])].append(self.leave(seat, seen))
        elif kind == "swap":
            self.swap(seat, as_number(event["with"]), event)
        elif kind == "look":
            self.look(as_number(event["of"]), event)
        elif kind == "tuck":
            self.tuckers.append(seat)
            cards.tucked.append(self.leave(seat, seen))
        elif kind == "shuffle":
            cards.mix()
        elif kind == "search":
            if "deck" in event:
                self.search(self.coded(event["deck"]))
        elif kind == "answer":
            if event["do"] == "recover":
                cards.hands[seat].append(cards.under.pop(self.buried))
        else:
            self.see_draft(str(kind), seat, event)

    def look(self, of: int, event: dict[str, object]) -> None:
        """Somebody has looked at that seat's hand."""
        if "hand" in event:
            self.recognise(of, self.coded(event["hand"]))
        elif "matches" in event:
            self.match_type(of, TYPE_BITS[str(event["type"])], as_number(event["matches"]))

    def leave(self, seat: int, seen: list[int] | None) -> int:
        """A card leaves the seat's hand, seen or not; answers its token."""
        if seen is None:
            return self.part_unseen(self.cards.hands[seat])
        self.part_with(seat, seen[0])
        return seen[0]

    def draw(self, place: list[int], count: int, seen: list[int] | None) -> None:
        """Cards come from the top of the deck to the place."""
        if seen is not None:
            self.draw_seen(seen)
            place.extend(seen)
        else:
            for _ in range(count):
                place.append(self.cards.pop_top())

    def put_back(self, seat: int, returned: int) -> None:
        """The cards not kept go under the deck in the order drawn."""
        cards = self.cards
        if returned == 0:
            cards.hands[seat].extend(cards.limbo)
        else:
            for token in cards.limbo:
                cards.under.insert(0, token)
        cards.limbo = []

    def build(self, seat: int, card: str, words: list[str]) -> None:
        """A card leaves the hand to be built; cards that pay for it follow, a whole hand in the order of the alphabet."""
        self.part_with(seat, self.codes[card])
        self.run = 0
        if len(words) > 3 and words[2] == "cards" and seat != self.seat:
            paid = int(words[3])
            hand = self.cards.hands[seat]
            if paid == len(hand) and paid > 1:
                self.run = paid
                bag = self.cards.gather(hand, always=True)
                self.cards.hands[seat] = [bag] * paid
                self.sorted_bags.append(bag)

    def discard_in_order(self, hand: list[int]) -> None:
        """The next card of a whole hand: only the order of the alphabet says which."""
        self.run -= 1
        self.cards.under.insert(0, hand.pop())

    def destroy(self, card: str) -> None:
        """A district goes under the deck, and what lay under it follows."""
        cards = self.cards
        self.buried = 0
        cards.under.insert(0, self.codes[card])
        if card == "museum":
            self.buried = len(cards.tucked)
            for token in cards.tucked:
                cards.under.insert(0, token)
            cards.tucked = []
            self.tuckers = []

    def swap(self, one: int, other: int, event: dict[str, object]) -> None:
        """Two seats change hands."""
        if "got" in event:
            self.recognise(self.seat, self.coded(event["gave"]))
            self.recognise(other if one == self.seat else one, self.coded(event["got"]))
        hands = self.cards.hands
        hands[one], hands[other] = hands[other], hands[one]

    # --- the draft ---------------------------------------------------------------------------------------------------

    def bits_of(self, names: object) -> int:
        """The characters as bits."""
        assert isinstance(names, list)
        found = 0
        for name in names:
            found |= self.cast[name]
        return found

    def bit_of(self, name: object) -> int:
        """The character as a bit; none where it is not told."""
        return 0 if name is None else self.cast[str(name)]

    def see_draft(self, kind: str, seat: int, event: dict[str, object]) -> None:
        """What the event says of the characters."""
        draft = self.draft
        if kind == "round":
            self.draft = Draft(as_number(event["crown"]), True)
        elif kind == "pick":
            offered = event.get("offered")
            if isinstance(offered, list) and self.sees_first(len(draft.seats)):
                draft.first = self.cast[str(offered[-1])]
                draft.note(seat, False, self.cast[str(offered[0])], self.cast[str(offered[0])])
            else:
                pool = 0 if offered is None else self.bits_of(offered)
                draft.note(seat, False, self.bit_of(event.get("character")), pool)
        elif kind in ("set_aside", "leave"):
            draft.note(seat, True, self.bit_of(event.get("character")), 0)
        elif kind == "theater":
            partner = event["with"]
            if partner is not None:
                draft.owner = seat
                draft.partner = as_number(partner)
                draft.gave = self.bit_of(event.get("gave"))
                draft.got = self.bit_of(event.get("got"))

    def sees_first(self, taken: int) -> bool:
        """Whether the next to choose also gets the first facedown card (S2.5)."""
        return self.players >= 7 and len(self.cast) == self.players + 1 and taken == self.players - 1


def in_the_making(view: View) -> str:
    """The district that is being built or ransomed, and lies nowhere; none is an empty text."""
    decision = view.decision
    if decision is None:
        return ""
    if decision.kind == "pay":
        return str(decision.details["do"]).split()[1]
    return str(decision.details.get("district", ""))


def as_number(value: object) -> int:
    """A whole number of an event or a view."""
    assert isinstance(value, int)
    return value
