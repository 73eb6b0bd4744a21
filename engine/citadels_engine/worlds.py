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

from citadels_engine.building import Pay, price_of
from citadels_engine.characters.blackmailer import Expose, Threat
from citadels_engine.characters.emperor import Advise, GiveTribute
from citadels_engine.characters.magician import Redraw
from citadels_engine.characters.magistrate import Warrant
from citadels_engine.characters.seer import Return
from citadels_engine.characters.wizard import Take
from citadels_engine.dice import Dice
from citadels_engine.districts.bell_tower import Chime
from citadels_engine.districts.graveyard import Ransom
from citadels_engine.districts.hospital import Ward
from citadels_engine.districts.lighthouse import Search
from citadels_engine.districts.theater import Swap
from citadels_engine.draft import PICK_BY, SET_ASIDE, picks_each
from citadels_engine.editions import check_options
from citadels_engine.errors import WorldError
from citadels_engine.knowledge import ANY, REF, Cards, Knowledge, as_number
from citadels_engine.loading import PHASES
from citadels_engine.registry import CHARACTERS, DISTRICTS
from citadels_engine.resuming import build_of
from citadels_engine.state import NOBODY, Built, Facedown, Game, Look, Markers, Seat, Turn
from citadels_engine.turn import TURN, Keep

if TYPE_CHECKING:
    from collections.abc import Sequence

    from citadels_engine.cards import Character, District
    from citadels_engine.pending import Decision
    from citadels_engine.views import MarkersView, View

__all__ = ["Supposed", "Worlds", "sample_world"]

DOWN: Final = 100
"""Places of characters: 8 times the seat plus which of its own, then the facedown ones, the pool, and nowhere."""
POOL: Final = 200
NOWHERE: Final = 300
STEPS: Final = 1000
"""How often an answer that the bags give may drive out another."""
TRIES: Final = 100
"""How often the bags are dealt out anew where an answer to what they are asked is not found at once."""


def sample_world(view: View, events: Sequence[dict[str, object]] = (), *, chance: str) -> Game:
    """A whole game that agrees with the view, and with the events, from the deal on, that the same seat has seen."""
    knowledge: Knowledge | None = None
    if len(events) > 0:
        knowledge = Knowledge(view)
        for event in events:
            knowledge.see(event)
    return Worlds(view, knowledge).sample(chance)


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
        order = sorted(range(len(places)), key=lambda i: masks[i].bit_count())
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
        self.cards: Cards = knowledge.cards
        self.chances: dict[int, float] = {}
        self.left: int = sum(self.cards.left)
        self.asked: list[tuple[int, int, int]] = []
        self.characters: dict[str, Character] = CHARACTERS[view.edition]
        self.districts: dict[str, District] = DISTRICTS[view.edition]
        self.by_code: list[District] = [self.districts[name] for name in knowledge.names]
        self.cast: tuple[Character, ...] = tuple([self.characters[name] for name in view.cast])
        self.asked = self.all_asked()
        self.face: Game = self.public_face()
        self.layouts: list[Layout] = self.all_layouts()
        self.all_ways: int = 0
        for layout in self.layouts:
            self.all_ways += layout.ways
        if self.all_ways == 0:
            raise WorldError("characters: no way to deal them agrees with the view and the events")

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

    def mark(self, told: object) -> tuple[Character | None, int]:
        """A marker on one character, and who placed it."""
        if not isinstance(told, dict):
            return None, NOBODY
        return self.characters[str(told["character"])], as_number(told.get("by", NOBODY))

    def set_turn(self, game: Game) -> None:
        """The turn under way, and the rank called last."""
        told = self.view.turn
        decision = self.view.decision
        if told is None:
            if decision is not None and decision.kind == "advise":
                game.called = len(self.cast)
            return
        character = self.characters[str(told["character"])]
        turn = Turn(character, NOBODY)
        turn.gathered = bool(told["gathered"])
        turn.built = as_number(told["built"])
        used = told["used"]
        assert isinstance(used, list)
        turn.used = tuple([str(verb) for verb in used])
        turn.spent = as_number(told["spent"])
        turn.resumed = bool(told["resumed"])
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

    # --- characters --------------------------------------------------------------------------------------------------

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

    def deal_characters(self, game: Game, dice: Dice) -> None:
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
            game.pool = tuple([self.characters[name] for name in view.pool])
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
        real = seen.real if self.supposed.signed is None else self.supposed.signed
        if real is None:
            real = seen.on[dice.below(len(seen.on))]
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
        lie = self.cards
        tokens = lie.under + [lie.sea] * lie.sea_size + lie.top
        deck = len(tokens)
        for hand in lie.hands:
            tokens.extend(hand)
        tokens.extend(lie.limbo)
        tokens.extend(lie.tucked)
        tokens = self.name_all(tokens, deck, dice)
        self.sort_runs(tokens)
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

    def name_all(self, tokens: list[int], deck: int, dice: Dice) -> list[int]:
        """A card in place of every reference: bag by bag, the newest first, at last what nothing is known of."""
        lie = self.cards
        for tried in range(TRIES):
            drawn = tokens[:]
            bags = [bag[:] for bag in lie.bags]
            left = lie.left[:]
            asked = self.asked
            if tried % 4 == 3:
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
        for i, token in enumerate(tokens):
            if low <= token <= low + ANY:
                if token & ANY == ANY:
                    free.append(i)
                elif not self.put_typed(tokens, i, items):
                    return False
        if len(free) != len(items):
            raise WorldError("districts: a bag does not hold as many cards as there are places for them")
        for k, i in enumerate(free):
            tokens[i] = items[k]
        return True

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

    def put_typed(self, tokens: list[int], at: int, items: list[int]) -> bool:
        """Put an item of an allowed type there."""
        types = tokens[at] & ANY
        for k, item in enumerate(items):
            fit = types & (item if item >= REF else self.knowledge.bits[item])
            if fit:
                tokens[at] = item if item < REF else (item & ~ANY) | (fit & ANY)
                del items[k]
                return True
        return False

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
            typed.sort(key=lambda i: (tokens[i] & ANY).bit_count())
            for i in typed:
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
        if not self.knowledge.from_deal:
            searched = self.searched()
            if searched is not None:
                return self.fill_searched(tokens, free, rest, deck, searched)
        for k, i in enumerate(free):
            tokens[i] = rest[k]
        return True

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
        if len(inside) > len(in_deck) or len(outside) > len(elsewhere):
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
        self.deal_characters(game, dice)
        self.place_markers(game, dice)
        limbo = self.deal_districts(game, dice)
        game.pending = self.decision(game, limbo)
        return game


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
