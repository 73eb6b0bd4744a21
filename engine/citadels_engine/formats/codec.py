"""A game as plain nested lists: small, quick both ways, and for ever readable; the store packs them with msgpack.

1. `encode` writes all of a game but its seed, which is kept apart, and what follows from the rest: the list of legal actions, the
   events, the powers of a city. `decode` gives the very same game back, with every list in its order.
2. The first element is the schema. Another schema is refused, never guessed at.
3. Cards, characters, verbs and kinds of decision are numbers: their places in the tables below. A table only ever grows at its end,
   so that what was written once means the same for ever; the order of the catalogue means nothing here. A card that stands in no table,
   and a verb of its own, are written by their names.
4. What is read is the engine's own data: it is checked so far that nothing else becomes a game by accident, not rule by rule.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from citadels_engine.actions.types import Build
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
from citadels_engine.cards.editions import OPTIONS, Options
from citadels_engine.cards.registry import CHARACTERS, DISTRICTS
from citadels_engine.errors import CodecError
from citadels_engine.rules.building import Pay
from citadels_engine.rules.draft import PICK_BY, SET_ASIDE
from citadels_engine.rules.turn import TURN, Keep
from citadels_engine.state import NOBODY, OVER, TURNS, Built, Facedown, Game, Look, Markers, Seat, Turn

if TYPE_CHECKING:
    from collections.abc import Iterable

    from citadels_engine.cards.base import Character, District
    from citadels_engine.rules.decisions import Decision

__all__ = [
    "CHARACTER_IDS",
    "DISTRICT_IDS",
    "KINDS",
    "OPTION_VALUES",
    "SCHEMA",
    "VERBS",
    "VERB_NUMBER",
    "decode",
    "encode",
]

SCHEMA: Final = 1

DISTRICT_IDS: Final = (
    "temple", "church", "monastery", "cathedral", "watchtower", "prison", "barracks", "battlefield", "fortress", "manor", "castle",
    "palace", "tavern", "market", "trading_post", "docks", "harbor", "town_hall", "armory", "ball_room", "basilica", "bell_tower",
    "capitol", "dragon_gate", "factory", "framework", "gold_mine", "graveyard", "great_wall", "haunted_city", "haunted_quarter",
    "hospital", "imperial_treasury", "ivory_tower", "keep", "laboratory", "library", "lighthouse", "map_room", "monument", "museum",
    "necropolis", "observatory", "park", "poor_house", "quarry", "school_of_magic", "secret_vault", "smithy", "stables", "statue",
    "theater", "thieves_den", "throne_room", "university", "wishing_well",
)  # fmt: skip
CHARACTER_IDS: Final = (
    "assassin", "witch", "magistrate", "thief", "spy", "blackmailer", "magician", "wizard", "seer", "king", "emperor", "patrician",
    "bishop", "abbot", "cardinal", "merchant", "alchemist", "trader", "architect", "navigator", "scholar", "warlord", "diplomat",
    "marshal", "queen", "artist", "tax_collector",
)  # fmt: skip
VERBS: Final = (
    "armory", "beautify", "bewitch", "bonus", "collect", "crown", "destroy", "exchange", "from", "income", "kill", "laboratory",
    "museum", "peek", "redraw", "rob", "see", "seize", "smithy", "spy", "study", "swap", "threat", "threats", "tithe", "warrant",
    "warrants",
)  # fmt: skip
"""What a turn may have used up."""
KINDS: Final = (
    "pick", "set_aside", "turn", "keep", "redraw", "pay", "take", "return", "threat", "expose", "warrant", "advise", "tribute",
    "theater", "ransom", "search", "ward", "chime",
)  # fmt: skip
OPTION_VALUES: Final[tuple[tuple[tuple[str, tuple[object, ...]], ...], ...]] = (
    (
        ("city_size_8p", (7, 8)),
        ("discard_order", ("faceup_first", "facedown_first")),
        ("emperor_resource_chooser", ("emperor", "recipient")),
        ("emperor_min_players", (3, 4)),
        ("theater_small_games", ("random", "owner_picks_blind")),
        ("initial_crown", ("random", "chosen_seat")),
        ("marks_on_self", ("no", "yes")),
    ),
    (
        ("discard_order", ("facedown_first", "faceup_first")),
        ("emperor_resource_chooser", ("recipient", "emperor")),
        ("classic_short_game", (False, True)),
        ("initial_crown", ("random", "chosen_seat")),
        ("classic_keeps", (2, 1)),
    ),
)
"""The options of the modern and of the classic edition; two bits of a number for each, 0 for the first value.

A retired option keeps its place: it is written as 0, and read and left out.
"""


def numbered(ids: tuple[str, ...], others: Iterable[str] = ()) -> dict[str, object]:
    """Where each id stands in its table, and of others the name; as objects, so that compiled code hands the numbers on as they are."""
    return {**{id: id for id in others}, **{id: number for number, id in enumerate(ids)}}


DISTRICT_NUMBER: Final = numbered(DISTRICT_IDS, [id for cards in DISTRICTS.values() for id in cards])
CHARACTER_NUMBER: Final = numbered(CHARACTER_IDS, [id for cards in CHARACTERS.values() for id in cards])
VERB_NUMBER: Final = numbered(
    VERBS,
    [card.verb for cards in DISTRICTS.values() for card in cards.values() if card.verb]
    + [verb for cards in CHARACTERS.values() for card in cards.values() for verb in card.rules()],
)
"""What a turn may have used up."""
KIND_NUMBER: Final = numbered(KINDS)
MODERN_DISTRICTS: Final[list[District | None]] = [DISTRICTS["modern"].get(id) for id in DISTRICT_IDS]
CLASSIC_DISTRICTS: Final[list[District | None]] = [DISTRICTS["classic"].get(id) for id in DISTRICT_IDS]
MODERN_CHARACTERS: Final[list[Character | None]] = [CHARACTERS["modern"].get(id) for id in CHARACTER_IDS]
CLASSIC_CHARACTERS: Final[list[Character | None]] = [CHARACTERS["classic"].get(id) for id in CHARACTER_IDS]
_options: Final[dict[int, Options]] = {}
"""The options met so far, which games share."""


# --- writing ---------------------------------------------------------------------------------------------------------


def encode(game: Game) -> list[object]:
    """The game as nested lists of numbers, truths and None, without its seed."""
    number = CHARACTER_NUMBER
    turn = game.turn
    decision = game.pending
    facedown: list[object] = []
    for one in game.facedown:
        facedown.append([number[one.character.id], list(one.seen_by)])
    looks: list[object] = []
    for look in game.looks:
        looks.append([look.by, look.of, districts(look.hand)])
    seats: list[object] = []
    for seat in game.seats:
        seats.append(encode_seat(seat))
    return [
        SCHEMA,
        game.classic,
        encode_options(game),
        characters(game.cast),
        districts(game.uniques),
        seats,
        game.crown,
        game.round,
        game.n,
        game.phase,
        [DISTRICT_NUMBER[card.id] for card in game.deck],
        characters(game.faceup),
        facedown,
        characters(game.pool),
        game.called,
        None if turn is None else encode_turn(turn),
        None if game.killed is None else number[game.killed.id],
        game.killed_by,
        None if game.bewitched is None else number[game.bewitched.id],
        game.bewitched_by,
        None if game.robbed is None else number[game.robbed.id],
        game.robbed_by,
        encode_markers(game.warrants),
        encode_markers(game.threats),
        game.tax,
        [list(together) for together in game.completed],
        looks,
        game.announced,
        None if decision is None else encode_decision(decision),
    ]


def districts(cards: tuple[District, ...]) -> list[object]:
    """The numbers of the districts."""
    return [DISTRICT_NUMBER[card.id] for card in cards]


def characters(cards: tuple[Character, ...]) -> list[object]:
    """The numbers of the characters."""
    return [CHARACTER_NUMBER[card.id] for card in cards]


def encode_options(game: Game) -> int:
    """The options as one number."""
    packed = 0
    shift = 0
    given = game.options.values
    for name, values in OPTION_VALUES[1 if game.classic else 0]:
        value = given.get(name, values[0])
        if value != values[0]:
            packed |= values.index(value) << shift
        shift += 2
    return packed


def encode_seat(seat: Seat) -> list[object]:
    """One seat; its powers follow from its city."""
    city: list[object] = []
    for built in seat.city:
        card = DISTRICT_NUMBER[built.card.id]
        if built.beautified or len(built.tucked) > 0:
            city.append([card, built.beautified, districts(built.tucked), list(built.tuckers)])
        else:
            city.append(card)
    return [
        seat.gold,
        [DISTRICT_NUMBER[card.id] for card in seat.hand],
        city,
        characters(seat.characters),
        characters(seat.revealed),
        districts(seat.built),
    ]


def encode_turn(turn: Turn) -> list[object]:
    """The turn under way."""
    used = [VERB_NUMBER[verb] for verb in turn.used]
    return [CHARACTER_NUMBER[turn.character.id], turn.seat, turn.gathered, turn.built, used, turn.spent, turn.resumed]


def encode_markers(markers: Markers | None) -> object:
    """The warrants or the threats."""
    if markers is None:
        return None
    number = CHARACTER_NUMBER
    return [
        None if markers.real is None else number[markers.real.id],
        [None if one is None else number[one.id] for one in markers.blank],
        markers.by,
        characters(markers.shown),
    ]


def encode_decision(decision: Decision) -> list[object]:
    """The decision awaited: its kind, its seat, and what it holds beyond."""
    told: list[object] = [KIND_NUMBER[decision.kind], decision.seat]
    if isinstance(decision, Keep):
        told.append(districts(decision.cards))
        told.append(decision.left)
        told.append(decision.source == "study")
    elif isinstance(decision, Redraw):
        told.append(decision.count)
    elif isinstance(decision, Pay):
        told.append(DISTRICT_NUMBER[decision.card.id])
        told.append(decision.action.cards)
        told.append(decision.action.lender)
        told.append(decision.gold)
        told.append(decision.lent)
        told.append(decision.paid)
    elif isinstance(decision, Take):
        told.append(decision.source)
    elif isinstance(decision, Return):
        told.append(list(decision.to))
    elif isinstance(decision, Warrant):
        told.append(decision.builder)
        told.append(DISTRICT_NUMBER[decision.card.id])
        told.append(decision.gold)
    elif isinstance(decision, Ransom):
        told.append(DISTRICT_NUMBER[decision.card.id])
        told.append(decision.under)
    return told


# --- reading ---------------------------------------------------------------------------------------------------------


def decode(data: list[object], seed: str, *, telling: bool = False) -> Game:
    """The game that `encode` wrote, on the seed it was dealt from; what is no such data is refused."""
    try:
        schema = data[0]
        if type(schema) is not int or schema != SCHEMA:
            raise CodecError(f"schema {schema!r}: this engine reads schema {SCHEMA}")
        game = Decoder(data, seed).game()
    except (TypeError, IndexError, KeyError, ValueError, AttributeError, OverflowError) as error:
        raise CodecError(f"no game of schema {SCHEMA}: {error}") from None
    game.telling = telling
    return game


def number_of(value: object) -> int:
    """A number."""
    if type(value) is not int:
        raise CodecError("something else where a number stands")
    return value


def natural(value: object) -> int:
    """A number that is not negative."""
    number = number_of(value)
    if number < 0:
        raise CodecError("a number below 0 where none stands")
    return number


def truth(value: object) -> bool:
    """A truth."""
    if value is True:
        return True
    if value is False:
        return False
    raise CodecError("something else where a truth stands")


def items(value: object) -> list[object]:
    """A list."""
    if not isinstance(value, list):
        raise CodecError("something else where a list stands")
    return value


class Decoder:
    """Reads the lists of one game."""

    def __init__(self, data: list[object], seed: str) -> None:
        self.data = data
        self.seed = seed
        self.classic: bool = truth(data[1])
        self.players: int = len(items(data[5]))
        self.catalogue: list[District | None] = CLASSIC_DISTRICTS if self.classic else MODERN_DISTRICTS
        self.people: list[Character | None] = CLASSIC_CHARACTERS if self.classic else MODERN_CHARACTERS

    # cards and seats

    def district(self, value: object) -> District:
        """A district of the edition."""
        if isinstance(value, str) and DISTRICT_NUMBER.get(value) == value:
            card = DISTRICTS["classic" if self.classic else "modern"].get(value)
        else:
            card = self.catalogue[natural(value)]
        if card is None:
            raise CodecError("a district that the edition does not have")
        return card

    def districts(self, value: object) -> list[District]:
        """A list of districts."""
        return [self.district(one) for one in items(value)]

    def character(self, value: object) -> Character:
        """A character of the edition."""
        if isinstance(value, str) and CHARACTER_NUMBER.get(value) == value:
            card = CHARACTERS["classic" if self.classic else "modern"].get(value)
        else:
            card = self.people[natural(value)]
        if card is None:
            raise CodecError("a character that the edition does not have")
        return card

    def verb(self, value: object) -> str:
        """What a turn has used up."""
        if isinstance(value, str) and VERB_NUMBER.get(value) == value:
            return value
        return VERBS[natural(value)]

    def mark(self, value: object) -> Character | None:
        """A character, or none."""
        return None if value is None else self.character(value)

    def characters(self, value: object) -> tuple[Character, ...]:
        """Several characters."""
        found = items(value)
        return tuple([self.character(one) for one in found]) if len(found) > 0 else ()

    def seat_number(self, value: object) -> int:
        """A seat of the game."""
        seat = number_of(value)
        if not 0 <= seat < self.players:
            raise CodecError("a seat that the game does not have")
        return seat

    def seat_or_nobody(self, value: object) -> int:
        """A seat of the game, or nobody."""
        seat = number_of(value)
        if not NOBODY <= seat < self.players:
            raise CodecError("a seat that the game does not have")
        return seat

    def seat_numbers(self, value: object) -> tuple[int, ...]:
        """Several seats."""
        return tuple([self.seat_number(one) for one in items(value)])

    # the whole

    def game(self) -> Game:
        """The game."""
        data = self.data
        if len(data) != 29 or not 2 <= self.players <= 8:
            raise CodecError("the list is not as long as a game's")
        seats = [self.seat(one) for one in items(data[5])]
        uniques = tuple(self.districts(data[4]))
        game = Game(self.classic, self.options(natural(data[2])), self.characters(data[3]), uniques, seats, self.seed)
        game.crown = self.seat_number(data[6])
        game.round = natural(data[7])
        game.n = natural(data[8])
        game.phase = natural(data[9])
        game.deck = self.districts(data[10])
        game.faceup = self.characters(data[11])
        facedown: list[Facedown] = []
        for one in items(data[12]):
            aside = items(one)
            facedown.append(Facedown(self.character(aside[0]), self.seat_numbers(aside[1])))
        game.facedown = tuple(facedown)
        game.pool = self.characters(data[13])
        game.called = natural(data[14])
        game.turn = self.turn(data[15])
        game.killed = self.mark(data[16])
        game.killed_by = self.seat_or_nobody(data[17])
        game.bewitched = self.mark(data[18])
        game.bewitched_by = self.seat_or_nobody(data[19])
        game.robbed = self.mark(data[20])
        game.robbed_by = self.seat_or_nobody(data[21])
        game.warrants = self.markers(data[22])
        game.threats = self.markers(data[23])
        game.tax = natural(data[24])
        completed = items(data[25])
        if len(completed) > 0:
            game.completed = tuple([self.seat_numbers(one) for one in completed])
        looks = items(data[26])
        if len(looks) > 0:
            game.looks = tuple([self.look(one) for one in looks])
        game.announced = truth(data[27])
        game.pending = self.decision(data[28])
        if game.phase > OVER or (game.pending is None) != (game.phase == OVER):
            raise CodecError("a decision where none is awaited, or none where one is")
        if game.turn is not None and game.phase != TURNS:
            raise CodecError("a turn where there is none")
        return game

    def options(self, packed: int) -> Options:
        """The options of that number; games share them."""
        key = (packed * 16 + self.players) * 2 + (1 if self.classic else 0)
        found = _options.get(key)
        if found is None:
            read: dict[str, object] = {}
            left = packed
            for name, values in OPTION_VALUES[1 if self.classic else 0]:
                read[name] = values[left & 3]
                left >>= 2
            if left > 0:
                raise CodecError("options that the edition does not have")
            given = {name: read[name] for name in OPTIONS["classic" if self.classic else "modern"]}
            found = _options[key] = Options(given, self.classic, self.players)
        return found

    def seat(self, value: object) -> Seat:
        """One seat."""
        gold, hand, standing, own, shown, built = items(value)
        seat = Seat()
        seat.gold = natural(gold)
        seat.hand = self.districts(hand)
        city = seat.city
        powers: list[District] = []
        for one in items(standing):
            found = self.built(one) if isinstance(one, list) else self.district(one).plain
            city.append(found)
            if found.card.speaks:
                powers.append(found.card)
        if len(powers) > 0:
            seat.powers = tuple(powers)
        seat.characters = self.characters(own)
        seat.revealed = self.characters(shown)
        if len(items(built)) > 0:
            seat.built = tuple(self.districts(built))
        return seat

    def built(self, value: object) -> Built:
        """A district of a city that is beautified, or has cards under it."""
        number, gilt, tucked, by = items(value)
        card = self.district(number)
        under = tuple(self.districts(tucked))
        tuckers = self.seat_numbers(by)
        if len(under) != len(tuckers):
            raise CodecError("not one seat for each card tucked")
        if len(under) > 0:
            return Built(card, truth(gilt), under, tuckers)
        if not truth(gilt):
            raise CodecError("a plain district in the words of an odd one")
        return card.beautiful

    def turn(self, value: object) -> Turn | None:
        """The turn under way."""
        if value is None:
            return None
        character, seat, gathered, built, used, spent, resumed = items(value)
        turn = Turn(self.character(character), self.seat_or_nobody(seat))
        turn.gathered = truth(gathered)
        turn.built = natural(built)
        turn.used = tuple([self.verb(one) for one in items(used)])
        turn.spent = natural(spent)
        turn.resumed = truth(resumed)
        return turn

    def markers(self, value: object) -> Markers | None:
        """The warrants or the threats."""
        if value is None:
            return None
        real, blank, by, shown = items(value)
        others = tuple([self.mark(one) for one in items(blank)])
        return Markers(self.mark(real), others, self.seat_or_nobody(by), self.characters(shown))

    def look(self, value: object) -> Look:
        """A hand as one seat has seen it."""
        by, of, hand = items(value)
        return Look(self.seat_number(by), self.seat_number(of), tuple(self.districts(hand)))

    # the decision

    def decision(self, value: object) -> Decision | None:
        """The decision awaited."""
        if value is None:
            return None
        told = items(value)
        kind = KINDS[natural(told[0])]
        seat = self.seat_number(told[1])
        held = len(told) - 2
        if held == 0:
            return self.bare(kind, seat)
        decision: Decision | None = None
        if kind == "keep" and held == 3:
            source = "study" if truth(told[4]) else "draw"
            decision = Keep(seat, tuple(self.districts(told[2])), natural(told[3]), source)
        elif kind == "redraw" and held == 1:
            decision = Redraw(seat, natural(told[2]))
        elif kind == "pay" and held == 6:
            card = self.district(told[2])
            build = Build(card.id, cards=natural(told[3]), lender=self.seat_or_nobody(told[4]))
            decision = Pay(seat, card, build, natural(told[5]), natural(told[6]), natural(told[7]))
        elif kind == "take" and held == 1:
            decision = Take(seat, self.seat_number(told[2]))
        elif kind == "return" and held == 1:
            decision = Return(seat, self.seat_numbers(told[2]))
        elif kind == "warrant" and held == 3:
            decision = Warrant(seat, self.seat_number(told[2]), self.district(told[3]), natural(told[4]))
        elif kind == "ransom" and held == 2:
            decision = Ransom(seat, self.district(told[2]), natural(told[3]))
        if decision is None:
            raise CodecError(f"no decision {kind!r} holds what is written")
        return decision

    def bare(self, kind: str, seat: int) -> Decision:
        """A decision that holds nothing but its seat."""
        if kind == "pick":
            return PICK_BY[seat]
        if kind == "turn":
            return TURN[seat]
        if kind == "set_aside":
            return SET_ASIDE[seat]
        return BARE[kind](seat)


BARE: Final[dict[str, type[Decision]]] = {
    "threat": Threat, "expose": Expose, "advise": Advise, "tribute": GiveTribute, "theater": Swap, "search": Search, "ward": Ward,
    "chime": Chime,
}  # fmt: skip
"""The decisions that hold nothing but their seat, made anew each time they are asked."""
