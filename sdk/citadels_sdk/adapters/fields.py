"""Views as numbers: one vector of fixed length, field after field, each number from 0 to 1.

1. Everything comes from the View of one seat, and from nothing else; so two games that look the same to a seat give it the same
   vector. What happened before the moment is not in it: that is for the learner's own memory.
2. Seats are counted from the viewer: `seat+0` is oneself. A game with fewer seats than the vector has leaves the last ones at 0.
3. A number is divided by the field's `high`, and stays 1 beyond it. A field of several numbers has one for each of its labels.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, cast

from citadels_engine.cards import catalogue
from citadels_engine.cards.editions import OPTIONS

from citadels_sdk.adapters.actions import RANKS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from citadels_engine.views.view import MarkersView, SeatView, View

__all__ = ["Field", "FieldTable"]

PHASES: Final = ("pick", "turns", "over")
KINDS: Final = (
    "pick", "set_aside", "theater", "turn", "keep", "redraw", "return", "take", "pay", "warrant", "threat", "expose", "tribute",
    "advise", "ransom", "search", "ward", "chime",
)  # fmt: skip
USED: Final = (
    "armory", "beautify", "bewitch", "bonus", "collect", "crown", "destroy", "exchange", "from", "income", "kill", "laboratory",
    "museum", "peek", "redraw", "rob", "see", "seize", "smithy", "spy", "study", "swap", "threat", "threats", "tithe", "warrant",
    "warrants",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Field:
    """A run of numbers in the vector: one for each label, or a single one."""

    name: str
    labels: tuple[str, ...]
    high: float
    meaning: str
    at: int

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return max(1, len(self.labels))

    @property
    def where(self) -> slice:
        """Where it stands in the vector."""
        return slice(self.at, self.at + self.size)


class FieldTable:
    """The fields for games of an edition with up to so many seats, and the writing of them."""

    def __init__(self, edition: str = "modern", seats: int = 8) -> None:
        self.edition = edition
        self.seats = seats
        people, cards = catalogue.characters(edition), catalogue.districts(edition)
        self.ranks = {card["id"]: card["rank"] - 1 for card in people}
        self.characters = {card["id"]: place for place, card in enumerate(people)}
        self.districts = {card["id"]: place for place, card in enumerate(cards)}
        self.uniques = {name: place for place, name in enumerate(card["id"] for card in cards if card["unique"])}
        self.defaults = {name: values[0] for name, values in OPTIONS[edition].items()}
        self.kinds = {kind: place for place, kind in enumerate(KINDS)}
        self.used = {word: place for place, word in enumerate(USED)}
        self.fields: tuple[Field, ...] = self.lay_out()
        self.size: int = self.fields[-1].at + self.fields[-1].size
        self.by_name = {field.name: field for field in self.fields}

    def lay_out(self) -> tuple[Field, ...]:
        """The fields one after the other."""
        seats = tuple(f"seat+{number}" for number in range(self.seats))
        ranks = tuple(f"rank {rank}" for rank in RANKS)
        cards = tuple(self.districts)
        listed: list[tuple[str, tuple[str, ...], float, str]] = [
            ("round", (), 40, "the number of the round"),
            ("phase", PHASES, 1, "the phase of the round"),
            ("crown", seats, 1, "who has the crown"),
            ("deck", (), 80, "the cards in the deck"),
            ("tax", (), 20, "the gold on the Tax Collector's token"),
            ("announced", (), 1, "seven districts complete a city (Bell Tower)"),
            ("options", tuple(self.defaults), 1, "the options that differ from their default"),
            ("cast", tuple(self.characters), 1, "the characters in the game"),
            ("uniques", tuple(self.uniques), 1, "the unique districts in the game"),
            ("faceup", ranks, 1, "the characters aside that lie faceup"),
            ("facedown", ranks, 1, "those aside facedown that the viewer knows"),
            ("facedown_count", (), 9, "how many lie aside facedown"),
            ("pool", ranks, 1, "the characters to choose from, if the viewer has them in hand"),
            ("pool_count", (), 9, "how many characters are being passed on"),
            ("kind", KINDS, 1, "the kind of the decision awaited"),
            ("awaited", seats, 1, "who has to act"),
            ("turn", ranks, 1, "the character whose turn it is"),
            ("gathered", (), 1, "it has gathered"),
            ("resumed", (), 1, "the Witch plays on as it"),
            ("built", (), 5, "the builds of this turn that count against the limit"),
            ("spent", (), 20, "the gold spent on districts in this turn"),
            ("used", USED, 1, "what was used in this turn"),
            ("cards", cards, 5, "the cards drawn to keep from"),
            ("left", (), 5, "how many of them are still to be kept"),
            ("study", (), 1, "they are the Scholar's"),
            ("district", cards, 1, "the district that the decision is about, or that is being paid for"),
            ("price", (), 20, "the gold paid for it, where it may be confiscated"),
            ("paid", (), 6, "the cards paid for it so far"),
            ("lent", (), 6, "the gold lent for it, to be given back in cards"),
            ("discarded", (), 20, "the cards discarded for a redraw"),
            ("source", seats, 1, "whose hand a card is taken from (Wizard)"),
            ("owed", seats, 1, "who still gets a card back (Seer)"),
            ("look_of", seats, 1, "whose hand the viewer has looked at in this turn"),
            ("look", cards, 5, "the cards seen there"),
        ]
        for mark in ("killed", "bewitched", "robbed"):
            listed.append((mark, ranks, 1, f"the character {mark}"))
            listed.append((f"{mark}_by", seats, 1, "who did it"))
        for marks, real in (("warrants", "signed"), ("threats", "flowered")):
            listed.append((marks, ranks, 1, f"the characters that {marks} lie on"))
            listed.append((real, ranks, 1, f"where the {real} one lies, if the viewer knows"))
            listed.append((f"{marks}_shown", ranks, 1, "those turned up"))
            listed.append((f"{marks}_by", seats, 1, "who placed them"))
        listed.append(("hand", cards, 5, "the viewer's hand"))
        for seat in seats:
            listed += [
                (f"{seat} present", (), 1, "there is such a seat"),
                (f"{seat} gold", (), 40, "its gold"),
                (f"{seat} hand", (), 40, "the number of cards in its hand"),
                (f"{seat} city", cards, 3, "its districts"),
                (f"{seat} beautified", cards, 3, "those of them that are beautified"),
                (f"{seat} worth", (), 50, "what they cost together, as they stand"),
                (f"{seat} under", (), 20, "the cards under its Museum"),
                (f"{seat} characters", ranks, 1, "its characters that the viewer knows"),
                (f"{seat} revealed", ranks, 1, "its characters that are revealed"),
                (f"{seat} hidden", (), 2, "how many of its characters the viewer does not know"),
                (f"{seat} complete", (), 1, "its city was complete: 1 as the first, 0.5 later"),
            ]
            if self.edition == "classic":
                listed.append((f"{seat} built", cards, 2, "what it has built in this round"))
        fields: list[Field] = []
        at = 0
        for name, labels, high, meaning in listed:
            fields.append(Field(name, labels, high, meaning, at))
            at += fields[-1].size
        return tuple(fields)

    # --- writing ----------------------------------------------------------------------------------------------------------

    def observe(self, view: View) -> array[float]:
        """The vector of a view that belongs to a seat."""
        if view.own is None:
            raise ValueError("only a seat's view is encoded, not a spectator's")
        if view.edition != self.edition or len(view.seats) > self.seats:
            raise ValueError(
                f"a {view.edition} game with {len(view.seats)} seats; this is for the {self.edition} edition, up to {self.seats}"
            )
        return Writer(self, view, view.own.seat).write()


class Writer:
    """One vector being written."""

    def __init__(self, table: FieldTable, view: View, me: int) -> None:
        self.table = table
        self.view = view
        self.me = me
        self.out: array[float] = array("f", bytes(4 * table.size))

    def write(self) -> array[float]:
        """All the fields."""
        view, table = self.view, self.table
        self.number("round", view.round)
        self.flag("phase", PHASES.index(view.phase))
        self.seat("crown", view.crown)
        self.number("deck", view.deck_size)
        self.number("tax", view.tax)
        self.number("announced", view.announced)
        for place, (name, default) in enumerate(table.defaults.items()):
            if view.options.get(name, default) != default:
                self.flag("options", place)
        self.names("cast", view.cast, table.characters)
        self.names("uniques", view.uniques, table.uniques)
        self.names("faceup", view.faceup, table.ranks)
        self.names("facedown", view.facedown, table.ranks)
        self.number("facedown_count", len(view.facedown))
        self.names("pool", view.pool or (), table.ranks)
        self.number("pool_count", view.pool_size)
        self.turn()
        self.decision()
        for mark, told in (("killed", view.killed), ("bewitched", view.bewitched), ("robbed", view.robbed)):
            if isinstance(told, dict):
                fields = cast("dict[str, object]", told)
                self.names(mark, (fields["character"],), table.ranks)
                self.seat(f"{mark}_by", fields["by"])
        self.markers("warrants", "signed", view.warrants)
        self.markers("threats", "flowered", view.threats)
        assert view.own is not None
        self.names("hand", view.own.hand, table.districts)
        for of, hand in view.own.looks:
            self.seat("look_of", of)
            self.names("look", hand, table.districts)
        for seen in view.seats:
            self.one(seen)
        return self.out

    def turn(self) -> None:
        """The turn under way."""
        turn = self.view.turn
        if turn is None:
            return
        self.names("turn", (turn["character"],), self.table.ranks)
        for name in ("gathered", "resumed", "built", "spent"):
            self.number(name, turn[name])
        self.names("used", listed(turn["used"]), self.table.used)

    def decision(self) -> None:
        """The decision awaited, as far as the viewer knows it."""
        decision, cards = self.view.decision, self.table.districts
        if decision is None:
            return
        self.names("kind", (decision.kind,), self.table.kinds)
        self.seat("awaited", decision.seat)
        told = decision.details
        self.names("cards", listed(told.get("cards")), cards)
        self.number("left", told.get("left"))
        self.number("price", told.get("gold"))
        self.number("paid", told.get("paid"))
        self.number("lent", told.get("lent"))
        self.number("discarded", told.get("count"))
        self.number("study", told.get("from") == "study")
        self.seat("source", told.get("from"))
        for seat in listed(told.get("to")):
            self.seat("owed", seat)
        paying = told.get("do")
        self.names("district", (told.get("district"), paying.split()[1] if isinstance(paying, str) else None), cards)

    def markers(self, name: str, real: str, seen: MarkersView | None) -> None:
        """Warrants or threats."""
        if seen is not None:
            self.names(name, seen.on, self.table.ranks)
            self.names(real, (seen.real,), self.table.ranks)
            self.names(f"{name}_shown", seen.shown, self.table.ranks)
            self.seat(f"{name}_by", seen.by)

    def one(self, seen: SeatView) -> None:
        """One seat of the table."""
        table = self.table
        name = f"seat+{self.away(seen.number)}"
        self.number(f"{name} present", 1)
        self.number(f"{name} gold", seen.gold)
        self.number(f"{name} hand", seen.hand_size)
        self.names(f"{name} city", [built.id for built in seen.city], table.districts)
        self.names(f"{name} beautified", [built.id for built in seen.city if built.beautified], table.districts)
        self.number(f"{name} worth", sum(built.cost for built in seen.city))
        self.number(f"{name} under", sum(built.under for built in seen.city))
        self.names(f"{name} characters", seen.characters, table.ranks)
        self.names(f"{name} revealed", seen.revealed, table.ranks)
        self.number(f"{name} hidden", seen.characters.count(None))
        for place, together in enumerate(self.view.completed):
            if seen.number == together or seen.number in listed(together):
                self.number(f"{name} complete", 1 if place == 0 else 0.5)
        if seen.built is not None and table.edition == "classic":
            self.names(f"{name} built", seen.built, table.districts)

    # --- the ways to write ------------------------------------------------------------------------------------------------

    def away(self, seat: int) -> int:
        """The seat, counted from the viewer."""
        return (seat - self.me) % len(self.view.seats)

    def flag(self, name: str, place: int) -> None:
        """One of the field's labels holds."""
        self.out[self.table.by_name[name].at + place] = 1.0

    def seat(self, name: str, seat: object) -> None:
        """That seat; none where it is nobody."""
        if isinstance(seat, int) and seat >= 0:
            self.flag(name, self.away(seat))

    def number(self, name: str, value: object) -> None:
        """A single number; 0 where there is none."""
        if isinstance(value, int | float) and value:
            field = self.table.by_name[name]
            self.out[field.at] = min(1.0, value / field.high)

    def names(self, name: str, values: Iterable[object], places: dict[str, int]) -> None:
        """Each of the names once more; what is unknown is passed over."""
        field = self.table.by_name[name]
        for value in values:
            place = places.get(value) if isinstance(value, str) else None
            if place is not None:
                at = field.at + place
                self.out[at] = min(1.0, self.out[at] + 1 / field.high)


def listed(value: object) -> list[object]:
    """The value where it is a list, else nothing."""
    return cast("list[object]", value) if isinstance(value, list) else []
