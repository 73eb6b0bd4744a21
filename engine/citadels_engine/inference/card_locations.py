"""Where the district cards lie, as far as a seat knows it.

1. A *token* stands for a card in some place: the card's number in the edition's catalogue where the seat knows it, else
   a reference to a *bag*.
2. A bag holds as many items as there are references to it, and nobody knows which item lies behind which reference. Bag
   0 holds the cards of the composition that nothing is known of. A shuffle puts the whole deck into a bag; a card that
   leaves a hand unseen puts it there, together with the hand. So a bag may hold references to older ones.
3. A reference carries the types that its card may have, since everybody learns how many cards the Spy matched.
4. Where a reference turns out to be a certain card, the bag loses an item and the reference. Cards of a name are alike: if
   the bag surely holds one of that name, that is the one. Else the question goes on to the older bag that it must come
   from; where several may be it, the answer stays open: the bag is *asked* for that card, and whoever deals the bags out
   (`district_sampler.py`) answers.
5. So nothing is ever guessed here, and what is known never has to be taken back.
"""

from __future__ import annotations

from typing import Final

from citadels_engine.errors import WorldError

__all__ = ["ANY", "REF", "UNKNOWN", "Cards"]

REF: Final = 256
"""Tokens from here on refer to a bag: REF + 32 * bag + types."""
ANY: Final = 31
UNKNOWN: Final = REF + ANY
"""A card that nothing is known of."""


class Cards:
    """Where the district cards lie, as tokens.

    The deck is, from the bottom: the cards put `under` it since the last shuffle, the lowest first; the `sea`, shuffled and
    with no order to it; and, where that is supposed, what lies on `top`, the topmost last. `limbo` holds the cards drawn of
    which some are to be kept, `aside` is for use within one step. `asked[b]` are the cards that items of bag b have turned out to be, nobody knows which items.
    """

    __slots__ = (
        "aside",
        "asked",
        "bags",
        "bits",
        "hands",
        "left",
        "limbo",
        "sea",
        "sea_size",
        "top",
        "tucked",
        "under",
    )

    def __init__(self, hands: list[list[int]], left: list[int], sea_size: int, bits: list[int]) -> None:
        self.hands = hands
        self.bits = bits
        self.left = left
        """Bag 0: how many cards of each number it holds."""
        self.sea: int = UNKNOWN
        self.sea_size = sea_size
        self.under: list[int] = []
        self.top: list[int] = []
        self.limbo: list[int] = []
        self.tucked: list[int] = []
        self.aside: list[int] = []
        self.bags: list[list[int]] = [[]]
        self.asked: list[list[int]] = [[]]

    def copy(self) -> Cards:
        """An independent copy."""
        twin = Cards([hand[:] for hand in self.hands], self.left[:], self.sea_size, self.bits)
        twin.sea = self.sea
        twin.under = self.under[:]
        twin.top = self.top[:]
        twin.limbo = self.limbo[:]
        twin.tucked = self.tucked[:]
        twin.bags = [bag[:] for bag in self.bags]
        twin.asked = [asked[:] for asked in self.asked]
        return twin

    def deck_size(self) -> int:
        """The number of cards in the deck."""
        return self.sea_size + len(self.under) + len(self.top)

    def pop_top(self) -> int:
        """The top card of the deck leaves it."""
        if len(self.top) > 0:
            return self.top.pop()
        if self.sea_size > 0:
            self.sea_size -= 1
            return self.sea
        if len(self.under) == 0:
            raise WorldError("the events draw more cards than the deck has: they do not begin with the deal")
        return self.under.pop()

    def empty_deck(self) -> list[int]:
        """All tokens of the deck, which is then empty."""
        tokens = self.under + [self.sea] * self.sea_size + self.top
        self.under = []
        self.top = []
        self.sea_size = 0
        return tokens

    def mix(self) -> None:
        """The deck is shuffled: all of it goes into one bag."""
        if len(self.under) > 0 or len(self.top) > 0:
            tokens = self.empty_deck()
            self.sea_size = len(tokens)
            self.sea = self.gather(tokens)

    def gather(self, tokens: list[int], always: bool = False) -> int:
        """Put the tokens into one bag; answers the reference to it.

        Tokens of one kind need no bag, unless `always`; a bag that lies whole among them is opened.
        """
        if not always and tokens.count(tokens[0]) == len(tokens):
            return tokens[0]
        items: list[int] = []
        opened: list[int] = []
        newest = 0
        for token in tokens:
            bag = (token - REF) >> 5
            if bag > 0 and token & ANY == ANY and len(self.asked[bag]) == 0:
                if bag in opened:
                    continue
                if tokens.count(token) == len(self.bags[bag]):
                    opened.append(bag)
                    continue
            items.append(token)
            newest = max(newest, bag)
        for bag in opened:
            for item in self.bags[bag]:
                items.append(item)
                newest = max(newest, (item - REF) >> 5)
            self.bags[bag] = []
        newest += 1
        while newest < len(self.bags) and len(self.bags[newest]) > 0:
            newest += 1
        if newest == len(self.bags):
            self.bags.append(items)
            self.asked.append([])
        else:
            self.bags[newest] = items
        return REF + 32 * newest + ANY

    def find(self, token: int, code: int) -> None:
        """The token, taken from its place already, turns out to be the card of that number."""
        if token < REF:
            if token != code:
                raise WorldError("the events contradict each other, or do not begin with the deal")
            return
        if not token & self.bits[code]:
            raise WorldError("the events contradict each other: a card is not of the type that the Spy found")
        bag = (token - REF) >> 5
        if bag == 0:
            if self.left[code] == 0:
                raise WorldError("the events show more copies of a card than there are")
            self.left[code] -= 1
            return
        items = self.bags[bag]
        if code in items:
            items.remove(code)
            self.settle(bag)
            return
        self.asked[bag].append(code)
        self.settle(bag)

    def settle(self, bag: int) -> None:
        """Answer what the bag is asked where it has that very card, or one kind of item alone can answer."""
        asked = self.asked[bag]
        while len(asked) > 0:
            code = self.answer(bag)
            if code < 0:
                return
        items = self.bags[bag]
        if len(items) > 0 and items.count(items[0]) == len(items):
            self.open_bag(bag)

    def answer(self, bag: int) -> int:
        """Answer one thing that the bag is asked: which; -1 where all of it must stay open."""
        items = self.bags[bag]
        asked = self.asked[bag]
        for code in asked:
            if code in items:
                items.remove(code)
                asked.remove(code)
                return code
        kind = -1
        for item in items:
            if item >= REF and item != kind:
                if kind >= 0:
                    return -1
                kind = item
        if kind < 0:
            raise WorldError("the events contradict each other, or do not begin with the deal")
        items.remove(kind)
        code = asked.pop()
        self.find(kind, code)
        return code

    def open_bag(self, bag: int) -> None:
        """A bag of one kind of item needs no references: put the item in their place."""
        low = REF + 32 * bag
        item = self.bags[bag][0]
        self.bags[bag] = []
        for tokens in [self.under, self.top, self.limbo, self.tucked, self.aside]:
            replace(tokens, low, item)
        for tokens in self.hands:
            replace(tokens, low, item)
        if low <= self.sea <= low + ANY:
            self.sea = item
        touched: list[int] = []
        for other, tokens in enumerate(self.bags):
            if replace(tokens, low, item):
                touched.append(other)
        for other in touched:
            self.settle(other)


def replace(tokens: list[int], low: int, item: int) -> bool:
    """Put the item in place of every reference to the bag; whether there was one."""
    found = False
    for i, token in enumerate(tokens):
        if low <= token <= low + ANY:
            tokens[i] = item if item < REF else (item & ~ANY) | (item & token & ANY)
            found = True
    return found
