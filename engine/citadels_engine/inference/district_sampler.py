"""Dealing the district cards: a card in place of every reference to a bag (`card_locations.py`).

1. First the bags give what they are asked for, each answer by way of the older bags, the likelier the rather; one that
   finds its way barred drives out another, which then seeks anew.
2. Then the bags are dealt out over what refers to them, the newest first, and at last the cards that nothing is known of.
3. Where the types that the Spy counted leave no way, it is tried again; in every third attempt the cards of bounded types
   are chosen first and asked for like the others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from citadels_engine.errors import WorldError
from citadels_engine.inference.card_locations import ANY, REF, Cards

if TYPE_CHECKING:
    from citadels_engine.dice import Dice
    from citadels_engine.inference.knowledge import Knowledge

__all__ = ["Dealing"]

STEPS: Final = 1000
"""How often an answer that the bags give may drive out another."""
TRIES: Final = 1000
"""How often the bags are dealt out anew where the first attempt fails."""


class Dealing:
    """All ways to deal the cards; `searched` are the names that must lie in the deck, and no others, where that is seen."""

    def __init__(self, knowledge: Knowledge, searched: list[int] | None) -> None:
        self.knowledge = knowledge
        self.searched = searched
        self.cards: Cards = knowledge.cards
        self.chances: dict[int, float] = {}
        self.left: int = sum(self.cards.left)
        self.asked: list[tuple[int, int, int]] = self.all_asked()

    def name_all(self, tokens: list[int], deck: int, dice: Dice) -> list[int]:
        """A card in place of every reference: bag by bag, the newest first, at last what nothing is known of."""
        lie = self.cards
        for tried in range(TRIES):
            drawn = tokens[:]
            bags = [bag[:] for bag in lie.bags]
            left = lie.left[:]
            asked = self.asked
            if tried % 3 == 2:
                asked = asked[:]
                spare = self.spare()
                for bag in range(len(bags)):
                    self.choose_typed(bags[bag], asked, spare, dice)
                self.choose_typed(drawn, asked, spare, dice)
            fits = len(asked) == 0 or self.answer_all(asked, bags, left, dice)
            for bag in range(len(bags) - 1, 0, -1):
                if fits and len(bags[bag]) > 0:
                    fits = self.empty_bag(bag, bags[bag], drawn, dice)
            if fits and self.empty_rest(drawn, left, deck, dice):
                return drawn
        raise WorldError("districts: no way found to deal the cards that agrees with the view and the events")

    def spare(self) -> list[int]:
        """How many cards of each number there are beyond those that bags are asked for."""
        spare = self.cards.left[:]
        for bag in self.cards.bags:
            for item in bag:
                if item < REF:
                    spare[item] += 1
        for _, _, code in self.asked:
            spare[code] -= 1
        return spare

    def choose_typed(self, tokens: list[int], asked: list[tuple[int, int, int]], spare: list[int], dice: Dice) -> None:
        """Where only some types are possible, choose the card at once and ask the bag for it."""
        for i, token in enumerate(tokens):
            if token >= REF and token & ANY != ANY:
                total = 0.0
                for code, more in enumerate(spare):
                    total += self.chance_of(token, code) * max(0.01, more)
                share = total * dice.word() / 4294967296.0
                for code, more in enumerate(spare):
                    chance = self.chance_of(token, code) * max(0.01, more)
                    if chance > 0.0:
                        tokens[i] = code
                        share -= chance
                        if share < 0.0:
                            break
                if tokens[i] < REF:
                    spare[tokens[i]] -= 1
                    asked.append((0, (token - REF) >> 5, tokens[i]))

    def all_asked(self) -> list[tuple[int, int, int]]:
        """All that bags are asked: in how many places it may be, the bag and the card; what is hardest to find first."""
        found: list[tuple[int, int, int]] = []
        for bag, codes in enumerate(self.cards.asked):
            for code in codes:
                found.append((self.sources(REF + 32 * bag + ANY, code, []), bag, code))
        found.sort()
        return found

    def sources(self, token: int, code: int, seen: list[int]) -> int:
        """How many cards of that number the token may come from."""
        bag = (token - REF) >> 5
        if bag in seen:
            return 0
        seen.append(bag)
        if bag == 0:
            return self.cards.left[code]
        found = 0
        for item in self.cards.bags[bag]:
            if item == code:
                found += 1
            elif item >= REF and self.chance_of(item, code) > 0.0:
                found += self.sources(item, code, seen)
        return found

    def answer_all(self, asked: list[tuple[int, int, int]], bags: list[list[int]], left: list[int], dice: Dice) -> bool:
        """Take out of the bags what they are asked for; whether that goes.

        An answer that finds its way barred drives out another one that stands in it, which then seeks anew.
        """
        whole = [bag[:] for bag in bags]
        ways: list[list[int]] = [[] for _ in asked]
        seeking = list(range(len(asked) - 1, -1, -1))
        for _ in range(len(asked) + STEPS):
            if len(seeking) == 0:
                return True
            one = seeking.pop()
            _, bag, code = asked[one]
            way: list[int] = []
            if self.find_way(bags, left, bag, code, dice, way):
                ways[one] = way
                continue
            way = []
            if not self.find_way([some[:] for some in whole], self.cards.left[:], bag, code, dice, way):
                return False
            at = 0
            while at < len(way):
                if not take(bags, left, way[at], way[at + 1], code):
                    other = self.in_the_way(asked, ways, way[at], way[at + 1], code, dice)
                    if other < 0:
                        return False
                    put_back(bags, left, ways[other], asked[other][2])
                    ways[other] = []
                    seeking.append(other)
                    take(bags, left, way[at], way[at + 1], code)
                at += 2
            ways[one] = way
        return False

    def in_the_way(
        self, asked: list[tuple[int, int, int]], ways: list[list[int]], bag: int, item: int, code: int, dice: Dice
    ) -> int:
        """An answer that has taken such an item of the bag."""
        found: list[int] = []
        for i, way in enumerate(ways):
            at = 0
            while at < len(way):
                if way[at] == bag and way[at + 1] == item and (bag > 0 or asked[i][2] == code):
                    found.append(i)
                    break
                at += 2
        return found[dice.below(len(found))] if len(found) > 0 else -1

    def find_way(self, bags: list[list[int]], left: list[int], bag: int, code: int, dice: Dice, way: list[int]) -> bool:
        """Take the card out of the bag, itself or by way of the older ones, the likelier the rather; whether that goes.

        `way` is what has been taken: a bag and its item, and so on.
        """
        if bag == 0:
            if left[code] == 0:
                return False
            left[code] -= 1
            way.append(0)
            way.append(code)
            return True
        items = bags[bag]
        if code in items:
            items.remove(code)
            way.append(bag)
            way.append(code)
            return True
        tried: list[int] = []
        while True:
            total = 0.0
            for item in items:
                if item not in tried:
                    total += self.chance_of(item, code)
            if total <= 0.0:
                return False
            share = total * dice.word() / 4294967296.0
            chosen = -1
            for item in items:
                if item not in tried:
                    chance = self.chance_of(item, code)
                    if chance > 0.0:
                        chosen = item
                        share -= chance
                        if share < 0.0:
                            break
            items.remove(chosen)
            if self.find_way(bags, left, (chosen - REF) >> 5, code, dice, way):
                way.append(bag)
                way.append(chosen)
                return True
            items.append(chosen)
            tried.append(chosen)

    def empty_bag(self, bag: int, items: list[int], tokens: list[int], dice: Dice) -> bool:
        """Spread the bag's items over the references to it; whether the types allow it."""
        low = REF + 32 * bag
        dice.shuffle(items)
        free: list[int] = []
        typed: list[int] = []
        for i, token in enumerate(tokens):
            if low <= token <= low + ANY:
                if token & ANY == ANY:
                    free.append(i)
                else:
                    typed.append(i)
        if len(free) + len(typed) != len(items):
            raise WorldError("districts: a bag does not hold as many cards as there are places for them")
        if len(typed) > 0 and not self.put_typed(tokens, typed, items, dice):
            return False
        for k, i in enumerate(free):
            tokens[i] = items[k]
        return True

    def put_typed(self, tokens: list[int], typed: list[int], items: list[int], dice: Dice) -> bool:
        """Put an item of its types in each of the places, the likelier the rather, and take it out; whether that goes."""
        owner = [-1] * len(items)
        """Which place has each item."""
        for i in typed:
            types = tokens[i] & ANY
            total = 0.0
            for k, item in enumerate(items):
                if owner[k] < 0:
                    total += self.chance_of_types(item, types)
            share = total * dice.word() / 4294967296.0
            chosen = -1
            for k, item in enumerate(items):
                if owner[k] < 0:
                    chance = self.chance_of_types(item, types)
                    if chance > 0.0:
                        chosen = k
                        share -= chance
                        if share < 0.0:
                            break
            if chosen >= 0:
                owner[chosen] = i
            elif not self.make_room(tokens, i, items, owner, []):
                return False
        rest: list[int] = []
        for k, item in enumerate(items):
            i = owner[k]
            if i < 0:
                rest.append(item)
            else:
                tokens[i] = item if item < REF else (item & ~ANY) | (item & tokens[i] & ANY)
        items[:] = rest
        return True

    def make_room(self, tokens: list[int], place: int, items: list[int], owner: list[int], tried: list[int]) -> bool:
        """Give the place an item that another can spare for a third; whether that goes."""
        for k, item in enumerate(items):
            if k not in tried and self.chance_of_types(item, tokens[place] & ANY) > 0.0:
                tried.append(k)
                if owner[k] < 0 or self.make_room(tokens, owner[k], items, owner, tried):
                    owner[k] = place
                    return True
        return False

    def chance_of(self, token: int, code: int) -> float:
        """How likely a token is that card, as far as its bag says."""
        if token < REF:
            return 1.0 if token == code else 0.0
        if not token & self.knowledge.bits[code]:
            return 0.0
        bag = (token - REF) >> 5
        if bag == 0:
            return self.cards.left[code] / self.left if self.left > 0 else 0.0
        key = bag * 256 + code
        known = self.chances.get(key)
        if known is None:
            items = self.cards.bags[bag]
            known = 0.0
            for item in items:
                known += self.chance_of(item, code)
            known /= max(1, len(items))
            self.chances[key] = known
        return known

    def chance_of_types(self, token: int, types: int) -> float:
        """How likely a token is a card of one of the types, as far as its bag says."""
        bits = self.knowledge.bits
        if token < REF:
            return 1.0 if bits[token] & types else 0.0
        types &= token & ANY
        if types == 0:
            return 0.0
        bag = (token - REF) >> 5
        key = -(bag * 32 + types)
        known = self.chances.get(key)
        if known is None:
            known = 0.0
            if bag == 0:
                for code, count in enumerate(self.cards.left):
                    if bits[code] & types:
                        known += count
                known /= max(1, self.left)
            else:
                items = self.cards.bags[bag]
                for item in items:
                    known += self.chance_of_types(item, types)
                known /= max(1, len(items))
            self.chances[key] = known
        return known

    def empty_rest(self, tokens: list[int], left: list[int], deck: int, dice: Dice) -> bool:
        """Spread the cards that nothing is known of over the places that are left; whether the types allow it."""
        bits = self.knowledge.bits
        typed: list[int] = []
        free: list[int] = []
        for i, token in enumerate(tokens):
            if token >= REF:
                if token & ANY == ANY:
                    free.append(i)
                else:
                    typed.append(i)
        rest: list[int] = []
        for code, count in enumerate(left):
            for _ in range(count):
                rest.append(code)
        dice.shuffle(rest)
        if len(typed) > 0:
            for i in sorted_by_types(typed, tokens):
                types = tokens[i] & ANY
                found = -1
                for k, code in enumerate(rest):
                    if bits[code] & types:
                        found = k
                        break
                if found < 0:
                    return False
                tokens[i] = rest.pop(found)
        if len(free) > len(rest):
            raise WorldError("districts: there are more places than cards")
        if self.searched is not None:
            return self.fill_searched(tokens, free, rest, deck, self.searched)
        for k, i in enumerate(free):
            tokens[i] = rest[k]
        return True

    def fill_searched(self, tokens: list[int], free: list[int], rest: list[int], deck: int, names: list[int]) -> bool:
        """Of these names the deck holds each at least once, and no other."""
        inside: list[int] = []
        outside = [code for code in rest if code not in names]
        for name in names:
            if name in rest:
                rest.remove(name)
                inside.append(name)
            elif name not in tokens[:deck]:
                return False
        spare = [code for code in rest if code in names]
        in_deck = [i for i in free if i < deck]
        elsewhere = [i for i in free if i >= deck]
        if len(inside) > len(in_deck) or len(inside) + len(spare) < len(in_deck):
            return False
        while len(inside) < len(in_deck):
            inside.append(spare.pop())
        outside.extend(spare)
        for k, i in enumerate(in_deck):
            tokens[i] = inside[k]
        for k, i in enumerate(elsewhere):
            tokens[i] = outside[k]
        return True

    def sort_runs(self, tokens: list[int]) -> None:
        """Cards of a whole hand lie under the deck in the order of the alphabet, the first uppermost."""
        for token in self.knowledge.sorted_bags:
            at = [i for i, one in enumerate(self.cards.under) if one == token]
            named = sorted([self.knowledge.names[tokens[i]] for i in at], reverse=True)
            for k, i in enumerate(at):
                tokens[i] = self.knowledge.codes[named[k]]


def take(bags: list[list[int]], left: list[int], bag: int, item: int, code: int) -> bool:
    """Take the item out of the bag; whether it was there."""
    if bag == 0:
        if left[code] == 0:
            return False
        left[code] -= 1
    elif item in bags[bag]:
        bags[bag].remove(item)
    else:
        return False
    return True


def put_back(bags: list[list[int]], left: list[int], way: list[int], code: int) -> None:
    """Put back all that was taken on the way."""
    at = 0
    while at < len(way):
        if way[at] == 0:
            left[code] += 1
        else:
            bags[way[at]].append(way[at + 1])
        at += 2


def sorted_by_types(typed: list[int], tokens: list[int]) -> list[int]:
    """The places, those with the fewest types first."""
    found: list[int] = []
    for types in range(6):
        for i in typed:
            if (tokens[i] & ANY).bit_count() == types:
                found.append(i)
    return found
