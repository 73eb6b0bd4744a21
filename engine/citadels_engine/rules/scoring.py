"""Scoring, line by line as on the score sheet (S10, K-S10), and who wins (S10.3, K-S11).

What lies under the deck or on the Tax Collector's token is worth nothing (R-SCO-2). Who was first keeps the 4 points,
even in a city that shrinks (R-END-3, R-K-26).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from citadels_engine.cards.base import TYPES
from citadels_engine.rules.effects import city_size, completion_size, has_completed

if TYPE_CHECKING:
    from citadels_engine.cards.base import District
    from citadels_engine.state import Game, Seat

__all__ = ["Score", "Tally", "places", "score", "scores", "winners"]


class Score:
    """The points of one seat: `lines` by what they are for, and their `total`."""

    __slots__ = ("lines", "total")

    def __init__(self, lines: list[tuple[str, int]]) -> None:
        self.lines = lines
        total = 0
        for _, points in lines:
            total += points
        self.total: int = total

    def to_json(self) -> dict[str, object]:
        """The total and the lines as a JSON object."""
        return {"total": self.total, "lines": [{"for": what, "points": points} for what, points in self.lines]}


class Tally:
    """One seat's score sheet while it is filled: what a unique district can look at, and where it writes."""

    def __init__(self, game: Game, number: int, haunted_as: str) -> None:
        self.game = game
        self.number = number
        self.seat: Seat = game.seats[number]
        self.haunted_as = haunted_as
        """The type that the Haunted Quarter counts as (S10.2)."""
        self.lines: list[tuple[str, int]] = []

    def type_of(self, card: District) -> str:
        """The card's type for scoring (S10.2)."""
        return self.haunted_as if card.id in ("haunted_quarter", "haunted_city") else card.type

    def count(self, type: str) -> int:
        """The districts of the city that are of the type."""
        number = 0
        for built in self.seat.city:
            if self.type_of(built.card) == type:
                number += 1
        return number

    def add(self, what: str, points: int) -> None:
        """Write a line; nothing for nothing."""
        if points:
            self.lines.append((what, points))

    def fill(self) -> Score:
        """The whole sheet (S10.1, K-S10)."""
        game, number = self.game, self.number
        cost = 0
        for built in self.seat.city:
            cost += built.cost
        self.lines.append(("districts", cost))
        if all(self.count(type) > 0 for type in TYPES):
            self.add("five_types", 3)
        if game.completed and number in game.completed[0]:
            self.add("first_complete", 4)
        elif completed_for_two(game, number):
            self.add("complete", 2)
        for built in self.seat.city:
            if built.card.speaks:
                built.card.score(self)
        for card in self.seat.hand:
            card.score_in_hand(self)
        return Score(self.lines)


def completed_for_two(game: Game, number: int) -> bool:
    """Whether the seat has the 2 points of the others: an event, in the classic game a state (R-END-4)."""
    if game.classic:
        return city_size(game.seats[number]) >= completion_size(game)
    return has_completed(game, number)


def score(game: Game, number: int) -> Score:
    """The seat's points if the game were scored now, the Haunted Quarter counted at its best (R-HQ-1)."""
    best = Tally(game, number, "unique").fill()
    if may_haunt(game, number):
        for type in TYPES[:4]:
            other = Tally(game, number, type).fill()
            if other.total > best.total:
                best = other
    return best


def may_haunt(game: Game, number: int) -> bool:
    """Whether a Haunted Quarter of the city may count as another type (classic: not built this round, R-K-21)."""
    seat = game.seats[number]
    for card in seat.powers:
        if card.id == "haunted_quarter" or (card.id == "haunted_city" and card not in seat.built):
            return True
    return False


def scores(game: Game) -> list[Score]:
    """Every seat's score."""
    return [score(game, number) for number in range(len(game.seats))]


def tie_break(game: Game, number: int, sheet: Score) -> tuple[int, int]:
    """What decides among equal totals.

    The highest rank revealed, of the Witch her own (R-TIE-1, R-WITCH-11); in the classic game values, then gold (K-S11).
    """
    seat = game.seats[number]
    if game.classic:
        return district_values(sheet), seat.gold
    highest = 0
    for character in seat.revealed:
        highest = max(highest, character.rank)
    return highest, 0


def district_values(sheet: Score) -> int:
    """The total of the district values alone; University and Dragon Gate are worth 8."""
    total = 0
    for what, points in sheet.lines:
        if what in ("districts", "university", "dragon_gate"):
            total += points
    return total


def places(game: Game) -> list[list[int]]:
    """The seats by place, the first first; those that share a place together."""
    sheets = scores(game)
    keys = [(sheet.total, *tie_break(game, number, sheet)) for number, sheet in enumerate(sheets)]
    ordered: list[list[int]] = []
    for key in sorted(set(keys), reverse=True):
        ordered.append([number for number, other in enumerate(keys) if other == key])
    return ordered


def winners(game: Game) -> list[int]:
    """The seats that win: several only where the rules share the victory (R-TIE-2)."""
    return places(game)[0]
