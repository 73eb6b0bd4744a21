"""Dealing the characters: every way to place them that agrees with a view and with the draft as a seat knows it.

1. A place is a character of a seat, a facedown one, the pool, or nowhere (positions that no game reaches).
2. Each place was filled at one moment of the draft; whoever looked at the pool knows what had left it by then. What lies
   in a place now is bounded too: by what is revealed, shown, or called without an answer.
3. Where it is not known which place belongs to which moment (the Theater's swap, the first facedown card of 7 or 8
   players), each way is a `Layout` of its own.
4. All ways to fill all layouts are equally likely.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from citadels_engine.errors import WorldError
from citadels_engine.rules.draft import picks_each
from citadels_engine.state import NOBODY, Facedown

if TYPE_CHECKING:
    from citadels_engine.cards.base import Character
    from citadels_engine.dice import Dice
    from citadels_engine.inference.knowledge import Knowledge
    from citadels_engine.state import Game
    from citadels_engine.views.view import View

__all__ = ["Casting", "Layout", "Supposed"]

DOWN: Final = 100
"""Places: 8 times the seat plus which of its own, then the facedown ones, the pool, and nowhere."""
POOL: Final = 200
NOWHERE: Final = 300


class Supposed:
    """What is taken for granted of the characters beyond what the seat knows: only worlds where it holds are drawn.

    `held`: which seat holds a character, -1 for none. `pooled`: characters that are in the pool. `aside`: the facedown ones
    by their place. `signed`, `flowered`: the marker that is real.
    """

    __slots__ = ("aside", "flowered", "held", "pooled", "signed")

    def __init__(self) -> None:
        self.held: dict[str, int] = {}
        self.pooled: list[str] = []
        self.aside: dict[int, str] = {}
        self.signed: str | None = None
        self.flowered: str | None = None


class Layout:
    """One way in which the places and the order of the draft may belong together; counts the ways to fill it.

    `places[i]` is filled with a character of `masks[i]`, each character once.
    """

    __slots__ = ("full", "masks", "memo", "places", "ways")

    def __init__(self, places: list[int], masks: list[int], full: int) -> None:
        order = [i for size in range(1 + len(places)) for i in range(len(places)) if masks[i].bit_count() == size]
        self.places = [places[i] for i in order]
        self.masks = [masks[i] for i in order]
        self.full = full
        self.memo: list[dict[int, int]] = [{} for _ in places]
        self.ways: int = self.count(0, 0)

    def count(self, at: int, used: int) -> int:
        """The ways to fill the places from there on."""
        if at == len(self.places):
            return 1
        known = self.memo[at].get(used)
        if known is not None:
            return known
        total = 0
        free = self.masks[at] & ~used
        while free:
            bit = free & -free
            free ^= bit
            total += self.count(at + 1, used | bit)
        self.memo[at][used] = total
        return total

    def fill(self, dice: Dice) -> list[int]:
        """The character of each place, every way equally likely."""
        used = 0
        found: list[int] = []
        for at in range(len(self.places)):
            free = self.masks[at] & ~used
            chosen = free & -free
            if free != chosen:
                left = dice.below(self.count(at, used))
                while free:
                    chosen = free & -free
                    free ^= chosen
                    left -= self.count(at + 1, used | chosen)
                    if left < 0:
                        break
            used |= chosen
            found.append(chosen)
        return found


class Casting:
    """All ways to place the characters; `face` is the game with what everybody sees."""

    def __init__(self, view: View, knowledge: Knowledge, supposed: Supposed, face: Game) -> None:
        self.view = view
        self.knowledge = knowledge
        self.supposed = supposed
        self.face = face
        self.me: int = knowledge.seat
        self.cast: tuple[Character, ...] = face.cast
        self.layouts: list[Layout] = self.all_layouts()
        self.all_ways: int = 0
        for layout in self.layouts:
            self.all_ways += layout.ways
        if self.all_ways == 0:
            raise WorldError("characters: no way to deal them agrees with the view and the events")

    def all_layouts(self) -> list[Layout]:
        """Every way in which places and the order of the draft may belong together."""
        draft = self.knowledge.draft
        if draft.known:
            places, times = self.drafted()
            starts = self.crossed(places)
        else:
            places, times = self.undrafted()
            starts = [places]
        faceup = self.knowledge.bits_of(self.view.faceup)
        full = ((1 << len(self.cast)) - 1) & ~faceup
        allowed = self.allowed_by_place(full)
        found: list[Layout] = []
        for start in starts:
            for one in self.swapped(start):
                masks = [times[i] & allowed[one[i]] for i in range(len(one))]
                layout = Layout(one, masks, full)
                if layout.ways > 0:
                    found.append(layout)
        return found

    def undrafted(self) -> tuple[list[int], list[int]]:
        """All places, where nothing is known of the draft."""
        view = self.view
        places: list[int] = []
        for seat in view.seats:
            for i in range(len(seat.characters)):
                places.append(8 * seat.number + i)
        for i in range(len(view.facedown)):
            places.append(DOWN + i)
        places.extend([POOL] * view.pool_size)
        hidden = len(view.cast) - len(view.faceup)
        if len(places) > hidden:
            raise WorldError("characters: the view has more places than characters")
        places.extend([NOWHERE] * (hidden - len(places)))
        return places, [-1] * len(places)

    def drafted(self) -> tuple[list[int], list[int]]:
        """The places in the order in which the draft filled them, and which characters each moment leaves possible."""
        draft = self.knowledge.draft
        view = self.view
        places = [DOWN]
        times = [draft.first or -1]
        picked = [0] * len(view.seats)
        down = 1
        for i, seat in enumerate(draft.seats):
            if draft.asides[i]:
                places.append(DOWN + down)
                down += 1
            else:
                places.append(8 * seat + picked[seat])
                picked[seat] += 1
            times.append(draft.characters[i] or -1)
        places.extend([POOL] * view.pool_size)
        times.extend([-1] * view.pool_size)
        if len(places) != len(view.cast) - len(view.faceup):
            raise WorldError("characters: the events and the view do not tell of the same draft")
        for i, pool in enumerate(draft.pools):
            if pool:
                for k in range(len(times)):
                    times[k] &= pool if k > i else ~pool
        if view.pool is not None:
            pool = self.knowledge.bits_of(view.pool)
            for k in range(len(times)):
                times[k] &= pool if places[k] == POOL else ~pool
        return places, times

    def crossed(self, places: list[int]) -> list[list[int]]:
        """The places as they are and, where the last of 7 or 8 also had the first facedown card, the two exchanged."""
        players = len(self.view.seats)
        if players < 7 or len(self.cast) != players + 1 or len(self.knowledge.draft.seats) < players:
            return [places]
        other = places[:]
        other[0], other[players] = other[players], other[0]
        return [places, other]

    def swapped(self, places: list[int]) -> list[list[int]]:
        """The places after the Theater: one of the owner's and one of the partner's are exchanged."""
        draft = self.knowledge.draft
        if not draft.known or draft.owner == NOBODY:
            return [places]
        found: list[list[int]] = []
        for i, own in enumerate(places):
            if own >> 3 != draft.owner or own >= DOWN:
                continue
            for k, other in enumerate(places):
                if other >> 3 == draft.partner and other < DOWN:
                    one = places[:]
                    one[i], one[k] = other, own
                    found.append(one)
        return found

    def allowed_by_place(self, full: int) -> dict[int, int]:
        """Which characters may lie in each place now."""
        view = self.view
        knowledge = self.knowledge
        shown: list[int] = [knowledge.bits_of(seat.revealed) for seat in view.seats]
        held = [0] * len(shown)
        """What is supposed of each seat."""
        unheld = self.unheld()
        for name, seat in self.supposed.held.items():
            if seat == NOBODY:
                unheld |= knowledge.cast[name]
            else:
                held[seat] |= knowledge.cast[name]
        pooled = knowledge.bits_of(self.supposed.pooled)
        fixed = pooled
        for i in range(len(shown)):
            fixed |= shown[i] | held[i]
        allowed: dict[int, int] = {}
        for seen in view.seats:
            number = seen.number
            if number == self.me and view.own is not None:
                for i, name in enumerate(view.own.characters):
                    allowed[8 * number + i] = knowledge.cast[name]
                continue
            own = shown[number] | held[number]
            mask = own if own.bit_count() >= len(seen.characters) else (full & ~fixed & ~unheld) | own
            for i in range(len(seen.characters)):
                allowed[8 * number + i] = mask
        for i, known in enumerate(view.facedown):
            down = self.supposed.aside.get(i) if known is None else known
            allowed[DOWN + i] = full & ~fixed if down is None else knowledge.cast[down]
        if view.pool is not None:
            allowed[POOL] = knowledge.bits_of(view.pool)
        else:
            allowed[POOL] = full & ~fixed | pooled
        allowed[NOWHERE] = full & ~fixed
        return allowed

    def unheld(self) -> int:
        """The characters called already that nobody has revealed: nobody holds them, unless they were killed."""
        if self.view.turn is None and self.face.called == 0:
            return 0
        found = 0
        for i, character in enumerate(self.cast):
            if i < self.face.called and character is not self.face.killed:
                shown = False
                for seat in self.face.seats:
                    shown = shown or character in seat.revealed
                if not shown:
                    found |= 1 << i
        return found

    def deal(self, game: Game, dice: Dice) -> None:
        """Give every character its place."""
        left = dice.below(self.all_ways) if self.all_ways > 1 else 0
        layout = self.layouts[0]
        for one in self.layouts:
            layout = one
            left -= one.ways
            if left < 0:
                break
        found = layout.fill(dice)
        view = self.view
        held: list[list[Character | None]] = [[None] * len(seat.characters) for seat in view.seats]
        down: list[Character | None] = [None] * len(view.facedown)
        pool = 0
        for i, place in enumerate(layout.places):
            character = self.cast[found[i].bit_length() - 1]
            if place < DOWN:
                held[place >> 3][place & 7] = character
            elif place < POOL:
                down[place - DOWN] = character
            elif place == POOL:
                pool |= found[i]
        for number, some in enumerate(held):
            game.seats[number].characters = tuple([one for one in some if one is not None])
        aside: list[Facedown] = []
        for i, lying in enumerate(down):
            assert lying is not None
            aside.append(Facedown(lying, self.seen_by(i)))
        game.facedown = tuple(aside)
        if view.pool is not None:
            game.pool = tuple([self.named(name) for name in view.pool])
        else:
            game.pool = tuple([character for i, character in enumerate(self.cast) if pool >> i & 1])

    def seen_by(self, place: int) -> tuple[int, ...]:
        """Who knows the facedown character: who put it there; the viewer exactly where the view shows it."""
        view = self.view
        shown = view.facedown[place] is not None
        who = self.who_put(place)
        choosing = view.phase == "pick" and view.pool is not None
        if who == self.me and not shown:
            return ()
        if who != self.me and shown and not choosing:
            return (self.me,)
        return () if who == NOBODY else (who,)

    def who_put(self, place: int) -> int:
        """Who put the facedown character there, as far as it is known or follows from the rules."""
        view = self.view
        players = len(view.seats)
        picked = sum([len(seat.characters) for seat in view.seats])
        draft = self.knowledge.draft
        start = draft.crown if draft.known else view.crown
        last = (start + players * picks_each(players) - 1) % players
        if place == 0:
            finished = picked == players
            return last if players >= 7 and len(self.cast) == players + 1 and finished else NOBODY
        if draft.known:
            asides = [seat for i, seat in enumerate(draft.seats) if draft.asides[i]]
            return asides[place - 1] if place <= len(asides) else NOBODY
        if players == 2:
            return (start + place) % 2
        if players == 3 and place == 1 and not self.face.classic:
            return NOBODY
        return last

    def named(self, name: str) -> Character:
        """The character of that name."""
        return self.cast[self.knowledge.cast[name].bit_length() - 1]
