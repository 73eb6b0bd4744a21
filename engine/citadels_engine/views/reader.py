"""Reading a view: what `View.to_json` tells, made a `View` again (notation, section 3).

The viewer's own hand is the seat's that has one, and what the viewer alone knows comes back with it: characters, looks, legal
actions. Read strictly, an unknown field is an error and names itself; a client of a newer service reads with `strict=False`: then
what is unknown is passed over, and an action of an unknown verb is an `Action` that only knows its text.

>>> from citadels_engine import new_game, view
>>> seen = view(new_game(4, seed="an example", crown=1), 1)
>>> again = read_view(seen.to_json(), 1)
>>> again.to_json() == seen.to_json(), again.actions == seen.actions
(True, True)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from citadels_engine.actions.forms import parse
from citadels_engine.actions.types import Action
from citadels_engine.cards.editions import check_cast, check_edition, check_options, check_players, check_uniques
from citadels_engine.cards.registry import CHARACTERS, DISTRICTS
from citadels_engine.errors import PositionError, SetupError, UnknownAction
from citadels_engine.formats.position import FORMAT
from citadels_engine.formats.position_reader import PHASES
from citadels_engine.formats.strict_reader import Fields, as_int, as_list, as_names, as_text, fail
from citadels_engine.state import NOBODY, Built, Markers
from citadels_engine.views.view import DecisionView, DistrictView, MarkersView, OwnView, SeatView, View

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from citadels_engine.cards.base import Character, District

__all__ = ["read_view"]

KINDS = (
    "pick", "set_aside", "theater", "turn", "keep", "redraw", "pay", "take", "return", "threat", "expose", "warrant", "advise",
    "tribute", "chime", "search", "ward", "ransom",
)  # fmt: skip

REQUIRED = (
    "edition", "options", "cast", "uniques", "seats", "crown", "round", "n", "phase", "deck", "faceup", "facedown", "pool",
    "turn", "killed", "bewitched", "robbed", "warrants", "threats", "tax", "completed", "announced", "decision",
)  # fmt: skip
NUMBERS = ("left", "count", "paid", "lent", "from", "gold", "under")
"""What a decision tells as a number; `from` is a word in a `keep`."""


def read_view(
    data: Mapping[str, object], seat: int | None, actions: Sequence[str] | None = None, *, strict: bool = True
) -> View:
    """The view of that seat, or of a spectator (None): the inverse of `View.to_json`.

    The legal actions are those told with the decision, unless others are given.
    """
    try:
        return Reader(data, seat, strict).view(actions)
    except SetupError as error:
        raise PositionError(str(error)) from None


class Reader:
    """Reads one view, field by field."""

    def __init__(self, data: Mapping[str, object], seat: int | None, strict: bool) -> None:
        self.fields = Fields(data if isinstance(data, dict) else dict(data), "")
        self.strict = strict
        self.me: int = NOBODY if seat is None else seat
        self.edition: str = ""
        self.players: int = 0
        self.cast: list[str] = []
        self.characters: dict[str, Character] = {}
        self.districts: dict[str, District] = {}

    def done(self, fields: Fields) -> None:
        """Nothing is left that nobody has read."""
        if self.strict:
            fields.done()

    # --- words ---------------------------------------------------------------------------------------------------------

    def seat_number(self, value: object, path: str, least: int = 0) -> int:
        """A seat of the game."""
        number = as_int(value, path, least)
        if number >= self.players:
            raise fail(path, f"there is no seat {number} among {self.players}")
        return number

    def character(self, value: object, path: str) -> str:
        """A character of the cast."""
        name = as_text(value, path)
        if name not in self.cast:
            raise fail(path, f"{name!r} is not in the cast")
        return name

    def some_characters(self, value: object, path: str) -> list[str]:
        """Characters of the cast."""
        return [self.character(one, f"{path}.{i}") for i, one in enumerate(as_list(value, path))]

    def perhaps(self, value: object, path: str) -> list[str | None]:
        """Characters of the cast, None for one that is hidden."""
        listed = as_list(value, path)
        return [None if one is None else self.character(one, f"{path}.{i}") for i, one in enumerate(listed)]

    def district(self, value: object, path: str) -> str:
        """A district of the edition."""
        name = as_text(value, path)
        if name not in self.districts:
            raise fail(path, f"there is no district {name!r} in the {self.edition} edition")
        return name

    def some_districts(self, value: object, path: str) -> list[str]:
        """Districts of the edition."""
        return [self.district(one, f"{path}.{i}") for i, one in enumerate(as_list(value, path))]

    # --- the whole -----------------------------------------------------------------------------------------------------

    def view(self, actions: Sequence[str] | None) -> View:
        """The view."""
        fields = self.fields
        if as_text(fields.take("format"), "format") != FORMAT:
            raise fail("format", f"this engine reads {FORMAT!r}")
        for name in REQUIRED:
            if name not in fields.left:
                raise fail(name, "it is missing")
        self.edition = check_edition(as_text(fields.take("edition"), "edition"))
        self.characters = CHARACTERS[self.edition]
        self.districts = DISTRICTS[self.edition]
        seats = as_list(fields.take("seats"), "seats")
        self.players = check_players(len(seats))
        if not NOBODY <= self.me < self.players:
            raise fail("seats", f"there is no seat {self.me} among {self.players}")
        given = Fields(fields.take("options"), "options").left
        options = check_options(self.edition, given if self.strict else self.known_options(given), self.players)
        self.cast = as_names(fields.take("cast"), "cast")
        check_cast(self.edition, self.cast, self.players, options)
        phase = fields.choice("phase", PHASES, "")
        seen = View(self.edition, phase, [self.seat(one, number) for number, one in enumerate(seats)])
        seen.options = dict(options.values)
        seen.cast = list(self.cast)
        seen.uniques = as_names(fields.take("uniques"), "uniques")
        check_uniques(self.edition, seen.uniques)
        seen.crown = self.seat_number(fields.take("crown"), "crown")
        seen.round = as_int(fields.take("round"), "round", 1)
        seen.n = as_int(fields.take("n"), "n")
        seen.deck_size = as_int(fields.take("deck"), "deck")
        seen.faceup = self.some_characters(fields.take("faceup"), "faceup")
        seen.facedown = self.perhaps(fields.take("facedown"), "facedown")
        self.pool(seen)
        seen.turn = self.turn(fields.take("turn"))
        seen.killed = self.mark(fields.take("killed"), "killed")
        seen.bewitched = self.mark(fields.take("bewitched"), "bewitched")
        seen.robbed = self.mark(fields.take("robbed"), "robbed")
        seen.warrants = self.markers("warrants", "signed")
        seen.threats = self.markers("threats", "flowered")
        seen.tax = as_int(fields.take("tax"), "tax")
        seen.completed = self.completed(fields.take("completed"))
        seen.announced = fields.truth("announced", False)
        if self.me != NOBODY:
            seen.own = self.own(seen)
        self.decision(seen, actions)
        self.done(fields)
        return seen

    def known_options(self, given: dict[str, object]) -> dict[str, object]:
        """The options that this engine knows, where what it does not know is passed over."""
        known = check_options(self.edition, {}, self.players).values
        return {name: value for name, value in given.items() if name in known}

    # --- seats ---------------------------------------------------------------------------------------------------------

    def seat(self, data: object, number: int) -> SeatView:
        """One seat."""
        path = f"seats.{number}"
        fields = Fields(data, path)
        hand = fields.take("hand")
        if isinstance(hand, list):
            names = self.some_districts(hand, fields.at("hand"))
            seen = SeatView(number, as_int(fields.take("gold"), fields.at("gold")), len(names))
            seen.hand = names
        else:
            size = as_int(hand, fields.at("hand"))
            seen = SeatView(number, as_int(fields.take("gold"), fields.at("gold")), size)
        city = as_list(fields.take("city"), fields.at("city"))
        for i, one in enumerate(city):
            seen.city.append(self.built(one, f"{fields.at('city')}.{i}"))
        seen.characters.extend(self.perhaps(fields.take("characters"), fields.at("characters")))
        seen.revealed = self.some_characters(fields.take("revealed"), fields.at("revealed"))
        if self.edition == "classic":
            seen.built = self.some_districts(fields.take("built"), fields.at("built"))
        self.done(fields)
        return seen

    def built(self, data: object, path: str) -> DistrictView:
        """A district of a city, alone or with what lies under it."""
        if not isinstance(data, dict):
            return self.district_view(data, path)
        fields = Fields(data, path)
        seen = self.district_view(fields.take("id"), fields.at("id"))
        tucked = fields.take("tucked")
        if isinstance(tucked, list):
            names = self.some_districts(tucked, fields.at("tucked"))
            seen.tucked = names
            seen.under = len(names)
        else:
            seen.tucked = None
            seen.under = as_int(tucked, fields.at("tucked"), 1)
        self.done(fields)
        return seen

    def district_view(self, data: object, path: str) -> DistrictView:
        """A district by its text."""
        text = as_text(data, path)
        name = self.district(text.removesuffix("+"), path)
        return DistrictView(Built(self.districts[name], text != name), True)

    def own(self, seen: View) -> OwnView:
        """What the viewer alone knows."""
        own = OwnView(self.me)
        seat = seen.seats[self.me]
        if seat.hand is None:
            raise fail(f"seats.{self.me}.hand", "the viewer's own hand is a list of its cards")
        own.hand = list(seat.hand)
        for i, name in enumerate(seat.characters):
            if name is None:
                raise fail(f"seats.{self.me}.characters.{i}", "the viewer knows its own characters")
            own.characters.append(name)
        for i, one in enumerate(self.fields.items("looks")):
            fields = Fields(one, f"looks.{i}")
            by = self.seat_number(fields.take("by"), fields.at("by"))
            if by != self.me:
                raise fail(fields.at("by"), f"seat {self.me} does not know what seat {by} has seen")
            of = self.seat_number(fields.take("of"), fields.at("of"))
            own.looks.append((of, self.some_districts(fields.take("hand"), fields.at("hand"))))
            self.done(fields)
        return own

    # --- the round -----------------------------------------------------------------------------------------------------

    def pool(self, seen: View) -> None:
        """The characters on offer, or how many there are."""
        pool = self.fields.take("pool")
        if isinstance(pool, list):
            seen.pool = self.some_characters(pool, "pool")
            seen.pool_size = len(pool)
        else:
            seen.pool_size = as_int(pool, "pool")

    def turn(self, data: object) -> dict[str, object] | None:
        """The turn under way."""
        if data is None:
            return None
        fields = Fields(data, "turn")
        read: dict[str, object] = {
            "character": self.character(fields.take("character"), "turn.character"),
            "gathered": fields.truth("gathered", False),
            "built": as_int(fields.take("built"), "turn.built"),
            "used": as_names(fields.take("used"), "turn.used"),
            "spent": as_int(fields.take("spent"), "turn.spent"),
            "resumed": fields.truth("resumed", False),
        }
        self.done(fields)
        return read

    def mark(self, data: object, path: str) -> object:
        """A marker on one character."""
        if data is None:
            return None
        fields = Fields(data, path)
        by = fields.take("by")
        read = {
            "character": self.character(fields.take("character"), fields.at("character")),
            "by": None if by is None else self.seat_number(by, fields.at("by")),
        }
        self.done(fields)
        return read

    def markers(self, name: str, real_name: str) -> MarkersView | None:
        """The warrants or the threats: their placer's have no `on`, all others' have."""
        data = self.fields.take(name)
        if data is None:
            return None
        fields = Fields(data, name)
        placer = fields.take("by")
        by = NOBODY if placer is None else self.seat_number(placer, fields.at("by"), NOBODY)
        shown = self.some_characters(fields.take("shown"), fields.at("shown"))
        own = "on" not in fields.left
        if own and (by != self.me or self.me == NOBODY):
            raise fail(fields.at("on"), "only who placed the markers knows more than where they lie")
        several = real_name == "signed"
        real = fields.take(real_name)
        blank = fields.take("blank")
        listed: list[str | None] = []
        if several and (own or blank is not None):
            listed = self.perhaps(blank, fields.at("blank"))
        elif not several and (own or blank is not None):
            listed = [None if blank is None else self.character(blank, fields.at("blank"))]
        known = None if real is None else self.character(real, fields.at(real_name))
        if own:
            on = [one for one in self.cast if one == known or one in listed]
        else:
            on = self.some_characters(fields.take("on"), fields.at("on"))
        self.done(fields)
        cards = tuple([self.characters[one] for one in shown])
        seen = MarkersView(Markers(None, (), by, cards), on, own, real_name)
        seen.real = known
        seen.blank = listed
        return seen

    def completed(self, data: object) -> list[object]:
        """Who completed a city, in that order."""
        found: list[object] = []
        for i, one in enumerate(as_list(data, "completed")):
            path = f"completed.{i}"
            if isinstance(one, list):
                found.append([self.seat_number(number, path) for number in one])
            else:
                found.append(self.seat_number(one, path))
        return found

    # --- the decision --------------------------------------------------------------------------------------------------

    def decision(self, seen: View, actions: Sequence[str] | None) -> None:
        """The decision awaited, and the viewer's legal actions."""
        data = self.fields.take("decision")
        if data is None:
            if seen.phase != "over":
                raise fail("decision", "a game that is not over awaits one")
            return
        fields = Fields(data, "decision")
        seat = self.seat_number(fields.take("seat"), "decision.seat")
        kind = as_text(fields.take("kind"), "decision.kind")
        if self.strict and kind not in KINDS:
            raise fail("decision.kind", f"there is no decision {kind!r}")
        n = as_int(fields.take("n"), "decision.n")
        if n != seen.n:
            raise fail("decision.n", f"{n} is not the view's n, {seen.n}")
        listed = fields.take("actions")
        texts = as_names([] if listed is None else listed, "decision.actions")
        if listed is not None and seat != self.me:
            raise fail("decision.actions", "the actions of another seat")
        details: dict[str, object] = {"kind": kind, "seat": seat}
        for name in list(fields.left):
            details[name] = self.detail(kind, name, fields.take(name))
        seen.decision = DecisionView(seat, kind, n, details)
        if seen.own is not None and seat == self.me:
            legal = texts if actions is None else list(actions)
            seen.own.actions = tuple([self.action(text, i) for i, text in enumerate(legal)])

    def detail(self, kind: str, name: str, value: object) -> object:
        """What else a decision says."""
        path = f"decision.{name}"
        if name == "cards":
            return self.some_districts(value, path) if isinstance(value, list) else as_int(value, path)
        if name == "from" and kind == "keep":
            return as_text(value, path)
        if name in NUMBERS:
            return as_int(value, path)
        if name == "to":
            return [self.seat_number(one, path) for one in as_list(value, path)]
        if name == "district":
            return self.district(value, path)
        if name == "do":
            return as_text(value, path)
        if self.strict:
            raise fail(path, "there is no such field")
        return value

    def action(self, text: str, at: int) -> Action:
        """A legal action."""
        try:
            return parse(text)
        except UnknownAction as error:
            if self.strict:
                raise fail(f"decision.actions.{at}", str(error)) from None
            return Action(text)
