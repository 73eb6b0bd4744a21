"""Reading a position into a game, field by field (notation, section 3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from citadels_engine.cards.editions import (
    check_cast,
    check_edition,
    check_options,
    check_uniques,
    copies_of,
    default_uniques,
    full_deck,
)
from citadels_engine.cards.registry import CHARACTERS, DISTRICTS
from citadels_engine.dice import Dice
from citadels_engine.formats.codec import VERB_NUMBER
from citadels_engine.formats.decision_reader import go_on, read_decision
from citadels_engine.formats.strict_reader import Fields, as_int, as_list, as_names, as_text, fail
from citadels_engine.rules.effects import holder_of, is_complete
from citadels_engine.state import NOBODY, OVER, PICK, TURNS, Built, Facedown, Game, Look, Markers, Seat, Turn

if TYPE_CHECKING:
    from citadels_engine.cards.base import Character, District

__all__ = ["PHASES", "Loader", "seed_of"]

PHASES: Final = ("pick", "turns", "over")


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
        going_on = None if reader is None else read_decision(self, game, turn, reader)
        self.deck(game)
        self.completed(game)
        fields.done()
        for one in readers:
            one.done()
        if game.phase != OVER:
            go_on(game, turn, going_on)
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
                if verb not in VERB_NUMBER:
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
        rest = full_deck(self.edition, game.uniques, game.options)
        for card in self.placed:
            if card not in rest:
                there = copies_of(card, game.options) if not card.unique or card in game.uniques else 0
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
