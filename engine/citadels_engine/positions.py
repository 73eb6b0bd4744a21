"""Positions: a game at one moment as a JSON object, read strictly and written whole (notation, section 3).

`load` also reads a set-up (`players` in place of `seats`) and deals it. After loading, the engine goes on to the next
decision. Three fields stand here beyond the notation's table, each only where it is needed to give the same game back:
`lent` in a `pay` with a lender (how much of the price was the lender's), `by` beside `tucked` where a Museum has moved
(who tucked each card, hence who knows it), and `under` in the `ransom` of a Museum (how many cards lay under it).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from citadels_engine.building import Pay, pay_cards, pay_from_text, price_of
from citadels_engine.characters.blackmailer import Expose
from citadels_engine.characters.emperor import Advise, demand_tribute
from citadels_engine.characters.magician import choose_discards
from citadels_engine.characters.magistrate import Warrant
from citadels_engine.characters.seer import give_back
from citadels_engine.characters.wizard import Take
from citadels_engine.dice import Dice
from citadels_engine.districts.bell_tower import Chime
from citadels_engine.districts.graveyard import Ransom
from citadels_engine.districts.hospital import Ward
from citadels_engine.districts.lighthouse import Search
from citadels_engine.districts.theater import Swap
from citadels_engine.editions import (
    check_cast,
    check_edition,
    check_options,
    check_players,
    check_uniques,
    default_uniques,
    full_deck,
)
from citadels_engine.errors import CitadelsError, PositionError, SetupError
from citadels_engine.game import advance, new_game
from citadels_engine.reading import Fields, as_int, as_list, as_names, as_text, fail
from citadels_engine.registry import CHARACTERS, DISTRICTS
from citadels_engine.state import NOBODY, OVER, PICK, TURNS, Built, Facedown, Game, Look, Markers, Seat, Turn
from citadels_engine.turn import keep_some
from citadels_engine.verbs import ask, holder_of, is_complete

if TYPE_CHECKING:
    from citadels_engine.cards import Character, District

__all__ = ["FORMAT", "load", "save"]

FORMAT: Final = "citadels-position/1"
PHASES: Final = ("pick", "turns", "over")
USED: Final = (
    "armory", "beautify", "bewitch", "bonus", "collect", "crown", "destroy", "exchange", "from", "income", "kill", "laboratory",
    "museum", "peek", "redraw", "rob", "see", "seize", "smithy", "spy", "study", "swap", "threat", "threats", "tithe", "warrant",
    "warrants",
)  # fmt: skip
"""What a turn may have used up."""


# --- writing ---------------------------------------------------------------------------------------------------------


def save(game: Game) -> dict[str, object]:
    """The game as a position, with all its fields."""
    turn = game.turn
    decision = game.pending
    return {
        "format": FORMAT,
        "edition": "classic" if game.classic else "modern",
        "options": dict(game.options.values),
        "cast": [character.id for character in game.cast],
        "uniques": [card.id for card in game.uniques],
        "seats": [save_seat(game, number) for number in range(len(game.seats))],
        "crown": game.crown,
        "round": game.round,
        "n": game.n,
        "phase": PHASES[game.phase],
        "deck": [card.id for card in reversed(game.deck)],
        "seed": game.seed,
        "faceup": [character.id for character in game.faceup],
        "facedown": [{"character": one.character.id, "seen_by": list(one.seen_by)} for one in game.facedown],
        "pool": [character.id for character in game.pool],
        "turn": None if turn is None else save_turn(turn),
        "killed": save_mark(game.killed, game.killed_by),
        "bewitched": save_mark(game.bewitched, game.bewitched_by),
        "robbed": save_mark(game.robbed, game.robbed_by),
        "warrants": save_warrants(game.warrants),
        "threats": save_threats(game.threats),
        "tax": game.tax,
        "completed": [one[0] if len(one) == 1 else list(one) for one in game.completed],
        "looks": [{"by": look.by, "of": look.of, "hand": [card.id for card in look.hand]} for look in game.looks],
        "announced": game.announced,
        "decision": None if decision is None else decision.saved(),
    }


def save_seat(game: Game, number: int) -> dict[str, object]:
    """One seat."""
    seat = game.seats[number]
    told: dict[str, object] = {
        "gold": seat.gold,
        "hand": [card.id for card in seat.hand],
        "city": [save_built(built, number) for built in seat.city],
        "characters": [character.id for character in seat.characters],
        "revealed": [character.id for character in seat.revealed],
    }
    if game.classic:
        told["built"] = [card.id for card in seat.built]
    return told


def save_built(built: Built, owner: int) -> object:
    """A district of a city: its text, or an object where cards lie under it."""
    if len(built.tucked) == 0:
        return built.text
    told: dict[str, object] = {"id": built.text, "tucked": [card.id for card in built.tucked]}
    for tucker in built.tuckers:
        if tucker != owner:
            told["by"] = list(built.tuckers)
    return told


def save_turn(turn: Turn) -> dict[str, object]:
    """The turn under way."""
    return {
        "character": turn.character.id,
        "gathered": turn.gathered,
        "built": turn.built,
        "used": list(turn.used),
        "spent": turn.spent,
        "resumed": turn.resumed,
    }


def save_mark(character: Character | None, by: int) -> object:
    """A marker on one character."""
    if character is None:
        return None
    return {"character": character.id, "by": save_by(by)}


def save_by(by: int) -> int | None:
    """The seat that placed a marker; null where nobody did."""
    return None if by == NOBODY else by


def save_warrants(markers: Markers | None) -> object:
    """The Magistrate's markers."""
    if markers is None or markers.real is None:
        return None
    return {
        "signed": markers.real.id,
        "blank": [None if one is None else one.id for one in markers.blank],
        "by": save_by(markers.by),
        "shown": [one.id for one in markers.shown],
    }


def save_threats(markers: Markers | None) -> object:
    """The Blackmailer's markers; one taken off is null."""
    if markers is None:
        return None
    blank = markers.blank[0]
    return {
        "flowered": None if markers.real is None else markers.real.id,
        "blank": None if blank is None else blank.id,
        "by": save_by(markers.by),
        "shown": [one.id for one in markers.shown],
    }


# --- reading ---------------------------------------------------------------------------------------------------------


def load(position: object, *, telling: bool = False) -> Game:
    """The game of a position or a set-up, at its next decision."""
    fields = Fields(position, "")
    if fields.text("format", FORMAT) != FORMAT:
        raise fail("format", f"this engine reads {FORMAT!r}")
    try:
        if "players" in fields.left:
            return load_setup(fields, telling)
        return Loader(fields, telling).game()
    except SetupError as error:
        raise PositionError(str(error)) from None


def load_setup(fields: Fields, telling: bool) -> Game:
    """Deal a new game."""
    edition = check_edition(fields.text("edition", "modern"))
    players = check_players(fields.take("players"))
    cast = as_names(fields.take("cast"), "cast")
    uniques = fields.take("uniques")
    crown = fields.take("crown")
    options = fields.within("options")
    seed = seed_of(fields)
    fields.done()
    return new_game(
        players,
        edition=edition,
        cast=cast,
        uniques=None if uniques is None else as_names(uniques, "uniques"),
        options=options,
        crown=None if crown is None else as_int(crown, "crown"),
        seed=seed,
        telling=telling,
    )


def seed_of(fields: Fields) -> str:
    """The seed: any text that can be written as UTF-8, since that is what the dice are thrown from."""
    seed = fields.text("seed", "0")
    try:
        seed.encode()
    except UnicodeEncodeError:
        raise fail("seed", "it holds a surrogate, which has no UTF-8 form") from None
    return seed


class Loader:
    """Reads a position field by field; what depends on other fields comes after them."""

    def __init__(self, fields: Fields, telling: bool) -> None:
        self.fields = fields
        self.telling = telling
        self.edition = check_edition(fields.text("edition", "modern"))
        self.characters = CHARACTERS[self.edition]
        self.districts = DISTRICTS[self.edition]
        self.mentioned: list[District] = []
        """The unique districts that the position mentions."""
        self.placed: list[District] = []
        """The district cards that lie somewhere other than in the deck."""
        self.cast: tuple[Character, ...] = ()

    # names

    def district(self, value: object, path: str) -> District:
        """A district by its id."""
        card = self.districts.get(as_text(value, path))
        if card is None:
            raise fail(path, f"there is no district {value!r} in the {self.edition} edition")
        if card.unique and card not in self.mentioned:
            self.mentioned.append(card)
        return card

    def place(self, value: object, path: str) -> list[District]:
        """A list of districts that lie somewhere."""
        cards = [self.district(one, f"{path}.{i}") for i, one in enumerate(as_list(value, path))]
        self.placed.extend(cards)
        return cards

    def character(self, value: object, path: str) -> Character:
        """A character of the cast by its id."""
        name = as_text(value, path)
        for character in self.cast:
            if character.id == name:
                return character
        raise fail(path, f"{name!r} is not in the cast")

    def some_characters(self, value: object, path: str) -> list[Character]:
        """A list of characters of the cast."""
        return [self.character(one, f"{path}.{i}") for i, one in enumerate(as_list(value, path))]

    def seat_number(self, value: object, path: str, players: int) -> int:
        """The number of a seat."""
        number = as_int(value, path)
        if number >= players:
            raise fail(path, f"there is no seat {number} among {players}")
        return number

    # the whole

    def game(self) -> Game:
        """The game, at its next decision."""
        fields = self.fields
        raw_seats = as_list(fields.take("seats"), "seats")
        players = len(raw_seats)
        if not 2 <= players <= 8:
            raise fail("seats", f"{players} seats; the game is for 2 to 8 (S1.1)")
        options = check_options(self.edition, fields.within("options"), players)
        self.cast = check_cast(self.edition, as_names(fields.take("cast"), "cast"), players, options)
        readers = [Fields(raw, f"seats.{number}") for number, raw in enumerate(raw_seats)]
        seats = [self.seat(reader, players) for reader in readers]
        game = Game(self.edition == "classic", options, self.cast, (), seats, seed_of(fields))
        game.telling = self.telling
        game.crown = self.seat_number(fields.number("crown", 0), "crown", players)
        game.round = fields.number("round", 1, 1)
        game.n = fields.number("n", 0)
        game.phase = PHASES.index(fields.choice("phase", PHASES, "turns"))
        game.announced = fields.truth("announced", False)
        if game.announced and not game.classic:
            raise fail("announced", "the modern edition has no Bell Tower")
        game.tax = fields.number("tax", 0)
        self.marks(game)
        self.aside(game)
        decision = fields.take("decision")
        reader = None if decision is None else Fields(decision, "decision")
        turn = self.turn(game, readers, reader)
        self.looks(game)
        going_on = None if reader is None else self.decision(game, turn, reader)
        self.deck(game)
        self.completed(game)
        fields.done()
        for one in readers:
            one.done()
        if game.phase != OVER:
            self.go_on(game, turn, going_on)
        return game

    # the seats

    def seat(self, fields: Fields, players: int) -> Seat:
        """One seat; `revealed` is read later, since its default depends on the turn."""
        seat = Seat()
        seat.gold = fields.number("gold", 0)
        seat.hand = self.place(fields.items("hand"), fields.at("hand"))
        number = int(fields.path.partition(".")[2])
        for i, raw in enumerate(fields.items("city")):
            seat.city.append(self.built(raw, f"{fields.at('city')}.{i}", number, players))
        seat.powers = tuple([built.card for built in seat.city if built.card.speaks])
        seat.characters = tuple(self.some_characters(fields.items("characters"), fields.at("characters")))
        built = fields.take("built")
        if built is not None:
            if self.edition == "modern":
                raise fail(fields.at("built"), "only the classic edition keeps the districts built this round")
            names = as_list(built, fields.at("built"))
            seat.built = tuple([self.district(one, f"{fields.at('built')}.{i}") for i, one in enumerate(names)])
        return seat

    def built(self, raw: object, path: str, owner: int, players: int) -> Built:
        """A district of a city."""
        tucked: list[District] = []
        tuckers: list[int] = []
        if isinstance(raw, dict):
            fields = Fields(raw, path)
            text = as_text(fields.take("id"), fields.at("id"))
            tucked = self.place(fields.items("tucked"), fields.at("tucked"))
            by = fields.take("by")
            if by is None:
                tuckers = [owner] * len(tucked)
            else:
                numbers = as_list(by, fields.at("by"))
                tuckers = [self.seat_number(one, f"{fields.at('by')}.{i}", players) for i, one in enumerate(numbers)]
            if len(tuckers) != len(tucked):
                raise fail(fields.at("by"), "one seat for each card tucked")
            fields.done()
        else:
            text = as_text(raw, path)
        card = self.district(text.removesuffix("+"), path)
        self.placed.append(card)
        if len(tucked) > 0:
            if card.verb != "museum":
                raise fail(path, f"nothing can be tucked under {card.id}")
            return Built(card, text.endswith("+"), tuple(tucked), tuple(tuckers))
        return card.beautiful if text.endswith("+") else card.plain

    # characters and markers

    def mark(self, game: Game, name: str, placer: str) -> tuple[Character | None, int]:
        """A marker on one character; `by` is by default the seat that holds who places it."""
        raw = self.fields.take(name)
        if raw is None:
            return None, NOBODY
        if isinstance(raw, str):
            return self.character(raw, name), self.holder(game, placer)
        fields = Fields(raw, name)
        character = self.character(fields.take("character"), fields.at("character"))
        seat = self.placer(game, fields, placer)
        fields.done()
        return character, seat

    def placer(self, game: Game, fields: Fields, name: str) -> int:
        """The seat that placed a marker: by default who holds the character that does; null is nobody."""
        if "by" not in fields.left:
            return self.holder(game, name)
        by = fields.take("by")
        return NOBODY if by is None else self.seat_number(by, fields.at("by"), len(game.seats))

    def holder(self, game: Game, name: str) -> int:
        """The seat that holds the character of that name, or nobody."""
        for number, seat in enumerate(game.seats):
            for character in seat.characters:
                if character.id == name:
                    return number
        return NOBODY

    def marks(self, game: Game) -> None:
        """All markers."""
        game.killed, game.killed_by = self.mark(game, "killed", "assassin")
        game.bewitched, game.bewitched_by = self.mark(game, "bewitched", "witch")
        game.robbed, game.robbed_by = self.mark(game, "robbed", "thief")
        game.warrants = self.markers(game, "warrants", "signed", "magistrate", 2)
        game.threats = self.markers(game, "threats", "flowered", "blackmailer", 1)

    def markers(self, game: Game, name: str, real_name: str, placer: str, blanks: int) -> Markers | None:
        """The warrants or the threats."""
        raw = self.fields.take(name)
        if raw is None:
            return None
        if all(character.id != placer for character in self.cast):
            raise fail(name, f"there is no {placer} in the cast")
        fields = Fields(raw, name)
        real = fields.take(real_name)
        blank = fields.take("blank")
        listed = as_list(blank, fields.at("blank")) if blanks > 1 else [blank]
        if len(listed) != blanks:
            raise fail(fields.at("blank"), f"{len(listed)} blank markers; there are {blanks}")
        others = [None if one is None else self.character(one, fields.at("blank")) for one in listed]
        signed = None if real is None else self.character(real, fields.at(real_name))
        if blanks > 1 and (signed is None or None in others):
            raise fail(name, "all three warrants are placed (R-NAME-3)")
        named = [one for one in (signed, *others) if one is not None]
        if len(set(named)) != len(named):
            raise fail(name, "one marker a character (C-MAGISTRATE-1, C-BLACKMAILER-1)")
        seat = self.placer(game, fields, placer)
        shown = self.some_characters(fields.items("shown"), fields.at("shown"))
        for i, one in enumerate(shown):
            if one not in named:
                raise fail(f"{fields.at('shown')}.{i}", f"{one.id} carries none of these markers")
        fields.done()
        return Markers(signed, tuple(others), seat, tuple(shown))

    def aside(self, game: Game) -> None:
        """The characters set aside, those passed on, and that each lies in one place only."""
        fields = self.fields
        game.faceup = tuple(self.some_characters(fields.items("faceup"), "faceup"))
        facedown: list[Facedown] = []
        for i, raw in enumerate(fields.items("facedown")):
            path = f"facedown.{i}"
            if isinstance(raw, dict):
                one = Fields(raw, path)
                character = self.character(one.take("character"), one.at("character"))
                seen = one.items("seen_by")
                seen_by = tuple([self.seat_number(seat, one.at("seen_by"), len(game.seats)) for seat in seen])
                one.done()
                facedown.append(Facedown(character, seen_by))
            else:
                facedown.append(Facedown(self.character(raw, path)))
        game.facedown = tuple(facedown)
        used = [*game.faceup, *[one.character for one in facedown]]
        for seat in game.seats:
            used.extend(seat.characters)
        pool = fields.take("pool")
        if pool is not None:
            game.pool = tuple(self.some_characters(pool, "pool"))
            used.extend(game.pool)
        elif game.phase == PICK and len(facedown) > 0:
            game.pool = tuple([character for character in self.cast if character not in used])
        for character in used:
            if used.count(character) > 1:
                raise fail("seats", f"the character {character.id} lies in two places (S1.1)")

    # the turn

    def turn(self, game: Game, readers: list[Fields], decision: Fields | None) -> Turn | None:
        """The turn under way, and what every seat has revealed."""
        raw = self.fields.take("turn")
        turn: Turn | None = None
        bare = True
        if raw is not None:
            if game.phase != TURNS:
                raise fail("turn", "only the phase `turns` has a turn")
            fields = Fields(raw, "turn")
            turn = Turn(self.character(fields.take("character"), "turn.character"), NOBODY)
            bare = len(fields.left) == 0 and decision is None
            turn.gathered = fields.truth("gathered", False)
            turn.built = fields.number("built", 0)
            turn.used = tuple(as_names(fields.items("used"), "turn.used"))
            for i, verb in enumerate(turn.used):
                if verb not in USED:
                    raise fail(f"turn.used.{i}", f"{verb!r} is no action that is taken once a turn")
            turn.spent = fields.number("spent", 0)
            turn.resumed = fields.truth("resumed", False)
            fields.done()
            turn.gathered = turn.gathered or turn.resumed
            turn.seat = game.bewitched_by if turn.resumed else holder_of(game, turn.character)
        self.revealed(game, readers, turn, bare, decision)
        return turn

    def revealed(
        self, game: Game, readers: list[Fields], turn: Turn | None, bare: bool, decision: Fields | None
    ) -> None:
        """What every seat has shown; by default what must have been."""
        warded = decision is not None and decision.left.get("kind") == "ward"
        for number, seat in enumerate(game.seats):
            raw = readers[number].take("revealed")
            path = f"seats.{number}.revealed"
            if raw is not None:
                seat.revealed = tuple(self.some_characters(raw, path))
                for character in seat.revealed:
                    if character not in seat.characters:
                        raise fail(path, f"{character.id} is not one of the seat's characters")
            elif turn is not None:
                shown: list[Character] = []
                for character in seat.characters:
                    own = character is turn.character and not bare and not warded
                    if (character.rank < turn.character.rank and character is not game.killed) or own:
                        shown.append(character)
                seat.revealed = tuple(shown)

    # the rest

    def looks(self, game: Game) -> None:
        """The hands seen in this turn."""
        found: list[Look] = []
        for i, raw in enumerate(self.fields.items("looks")):
            fields = Fields(raw, f"looks.{i}")
            by = self.seat_number(fields.take("by"), fields.at("by"), len(game.seats))
            of = self.seat_number(fields.take("of"), fields.at("of"), len(game.seats))
            names = as_list(fields.take("hand"), fields.at("hand"))
            hand = [self.district(one, f"{fields.at('hand')}.{k}") for k, one in enumerate(names)]
            fields.done()
            found.append(Look(by, of, tuple(hand)))
        game.looks = tuple(found)

    def deck(self, game: Game) -> None:
        """The uniques of the composition and the deck; what is left out lies in it at random."""
        given = self.fields.take("uniques")
        raw = self.fields.take("deck")
        top: list[District] = []
        bottom: list[District] = []
        whole = isinstance(raw, list)
        if whole:
            top = self.place(raw, "deck")
        elif raw is not None:
            fields = Fields(raw, "deck")
            top = self.place(fields.items("top"), "deck.top")
            bottom = self.place(fields.items("bottom"), "deck.bottom")
            fields.done()
        if given is None:
            names = default_uniques(self.edition, self.cast)
            names.extend(card.id for card in self.mentioned if card.id not in names)
        else:
            names = as_names(given, "uniques")
        game.uniques = check_uniques(self.edition, names)
        rest = full_deck(self.edition, game.uniques)
        for card in self.placed:
            if card not in rest:
                there = card.copies if not card.unique or card in game.uniques else 0
                raise fail("seats", f"more copies of {card.id} than the {there} there are (S1.4)")
            rest.remove(card)
        if whole:
            rest = []
        Dice(game.seed, "load").shuffle(rest)
        game.deck = [*reversed(bottom), *rest, *reversed(top)]

    def completed(self, game: Game) -> None:
        """Who completed a city, in that order."""
        raw = self.fields.take("completed")
        if raw is None:
            complete = [number for number, seat in enumerate(game.seats) if is_complete(game, seat)]
            game.completed = tuple([(number,) for number in complete])
            return
        found: list[tuple[int, ...]] = []
        for i, one in enumerate(as_list(raw, "completed")):
            path = f"completed.{i}"
            together = as_list(one, path) if isinstance(one, list) else [one]
            found.append(tuple([self.seat_number(number, path, len(game.seats)) for number in together]))
        flat = [number for one in found for number in one]
        if len(set(flat)) != len(flat) or () in found:
            raise fail("completed", "a seat completes its city once (R-END-5)")
        game.completed = tuple(found)

    # going on

    def decision(self, game: Game, turn: Turn | None, fields: Fields) -> Ongoing:
        """The decision in the middle of an action."""
        if game.phase != TURNS:
            raise fail("decision", "only the phase `turns` has a decision of its own")
        kind = as_text(fields.take("kind"), "decision.kind")
        seat = fields.take("seat")
        number = NOBODY if seat is None else self.seat_number(seat, "decision.seat", len(game.seats))
        ongoing = Ongoing(kind, number)
        if kind == "keep":
            ongoing.cards = self.place(fields.take("cards"), "decision.cards")
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
            build = self.build_of(ongoing.do)
            ongoing.cards = [self.district(build, "decision.do")]
            self.placed.extend(ongoing.cards)
        elif kind == "take":
            ongoing.other = self.seat_number(fields.take("from"), "decision.from", len(game.seats))
        elif kind == "return":
            to = as_list(fields.take("to"), "decision.to")
            ongoing.to = tuple([self.seat_number(one, "decision.to", len(game.seats)) for one in to])
        elif kind == "warrant":
            ongoing.cards = [self.district(fields.take("district"), "decision.district")]
            self.placed.extend(ongoing.cards)
            ongoing.count = fields.number("gold", NOBODY)
        elif kind == "ransom":
            ongoing.cards = [self.district(fields.take("district"), "decision.district")]
            self.placed.extend(ongoing.cards)
            ongoing.count = fields.number("under", 0)
        elif kind not in ("theater", "expose", "advise", "tribute", "chime", "search", "ward"):
            raise fail("decision.kind", f"{kind!r} is not a decision that a position names")
        fields.done()
        if self.edition == "modern" and kind in ("ransom", "chime", "search", "ward"):
            raise fail("decision.kind", f"{kind!r} is asked in the classic edition only")
        if kind in ("theater", "advise"):
            if turn is not None:
                raise fail("decision.kind", f"{kind!r} is not asked in a turn")
        elif turn is None:
            raise fail("turn", f"a decision {kind!r} wants a turn")
        return ongoing

    def build_of(self, text: str) -> str:
        """The district of a build's text."""
        try:
            build = pay_from_text(text)
        except CitadelsError as error:
            raise fail("decision.do", str(error)) from None
        if build is None or not (build.cards or build.lender >= 0):
            raise fail("decision.do", f"{text!r} is no build that owes cards")
        return build.district

    def go_on(self, game: Game, turn: Turn | None, ongoing: Ongoing | None) -> None:
        """Take the game up where it stands."""
        if turn is not None:
            game.called = turn.character.rank
            started = turn.gathered or turn.built or turn.used or turn.spent
            if ongoing is not None and ongoing.kind == "ward":
                turn.seat = self.owner(game, "hospital", ongoing)
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
            self.resume(game, turn, ongoing)
        if game.n == 0 and game.telling:
            game.events = []
        advance(game)

    def owner(self, game: Game, name: str, ongoing: Ongoing) -> int:
        """The seat whose city holds the district."""
        for number, seat in enumerate(game.seats):
            if any(card.id == name for card in seat.powers):
                return number
        raise fail("decision.kind", f"{ongoing.kind!r} is asked of who owns {name}, and nobody does")

    def asked(self, ongoing: Ongoing, seat: int) -> int:
        """The seat asked, which must be the one that the position names."""
        if seat == NOBODY:
            raise fail("decision.kind", f"there is nobody to answer {ongoing.kind!r}")
        if ongoing.seat not in (NOBODY, seat):
            raise fail("decision.seat", f"{ongoing.kind!r} is asked of seat {seat}, not {ongoing.seat}")
        return seat

    def resume(self, game: Game, turn: Turn | None, ongoing: Ongoing) -> None:
        """Ask the decision again; what leaves no choice goes on by itself."""
        kind = ongoing.kind
        if kind == "theater":
            ask(game, Swap(self.asked(ongoing, self.owner(game, "theater", ongoing))))
            return
        if kind == "advise":
            emperor = game.cast[3]
            if emperor.id != "emperor" or game.killed is not emperor or game.classic:
                raise fail("decision.kind", "'advise' is asked of a killed Emperor's player, in the modern edition")
            game.called = len(game.cast)
            ask(game, Advise(self.asked(ongoing, holder_of(game, emperor))))
            return
        assert turn is not None
        if kind == "warrant":
            self.resume_warrant(game, turn, ongoing)
            return
        if kind == "expose":
            threats = game.threats
            if threats is None or not threats.on(turn.character):
                raise fail("decision.kind", "'expose' wants a threat on the character whose turn it is")
            ask(game, Expose(self.asked(ongoing, threats.by)))
            return
        if kind == "tribute":
            self.asked(ongoing, game.crown)
            demand_tribute(game, game.crown)
            return
        if kind == "ransom":
            seat = self.asked(ongoing, self.owner(game, "graveyard", ongoing))
            if ongoing.count > len(game.deck):
                raise fail("decision.under", "the deck does not hold the cards that were tucked")
            if game.seats[seat].gold > 0:
                ask(game, Ransom(seat, ongoing.cards[0], ongoing.count))
            else:
                game.deck.insert(ongoing.count, ongoing.cards[0])
            return
        if kind == "ward":
            if turn.character is not game.killed:
                raise fail("decision.kind", "'ward' is asked when the murdered character is called")
            ask(game, Ward(self.asked(ongoing, turn.seat)))
            return
        seat = self.asked(ongoing, turn.seat)
        if kind == "keep":
            keep_some(game, turn, ongoing.cards, ongoing.count, ongoing.source)
        elif kind == "redraw":
            choose_discards(game, seat, ongoing.count)
        elif kind == "pay":
            self.resume_pay(game, seat, ongoing)
        elif kind == "take":
            if ongoing.other == seat:
                raise fail("decision.from", "the Wizard looks at another seat's hand (C-WIZARD-1)")
            if len(game.seats[ongoing.other].hand) > 0:
                ask(game, Take(seat, ongoing.other))
        elif kind == "return":
            if len(game.seats[seat].hand) < len(ongoing.to) or seat in ongoing.to:
                raise fail("decision.to", "the Seer gives a card of her hand to each other seat named (C-SEER-1)")
            give_back(game, seat, ongoing.to)
        elif kind == "chime":
            ask(game, Chime(seat))
        else:
            ask(game, Search(seat))

    def resume_warrant(self, game: Game, turn: Turn, ongoing: Ongoing) -> None:
        """The Magistrate's answer is awaited."""
        warrants = game.warrants
        if warrants is None or not warrants.on(turn.character):
            raise fail("decision.kind", "'warrant' wants a warrant on the character whose turn it is")
        card = ongoing.cards[0]
        gold = ongoing.count if ongoing.count != NOBODY else price_of(game.seats[turn.seat], card)
        ask(game, Warrant(self.asked(ongoing, warrants.by), turn.seat, card, gold))

    def resume_pay(self, game: Game, seat: int, ongoing: Ongoing) -> None:
        """Cards are still owed."""
        build = pay_from_text(ongoing.do)
        assert build is not None
        card = ongoing.cards[0]
        gold = price_of(game.seats[seat], card) - build.cards
        lent = 0
        if build.lender != NOBODY:
            if build.lender >= len(game.seats) or build.lender == seat:
                raise fail("decision.do", "the lender is another seat")
            lent = gold if ongoing.lent == NOBODY else ongoing.lent
        pay = Pay(seat, card, build, gold, lent, ongoing.count)
        if ongoing.count > build.cards + lent or build.cards + lent - ongoing.count > len(game.seats[seat].hand):
            raise fail("decision.paid", "the hand does not hold the cards still owed")
        pay_cards(game, pay)


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
