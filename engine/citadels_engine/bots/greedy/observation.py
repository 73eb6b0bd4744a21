"""What the bot sees when it looks around the table: a view, read once for one decision."""

from __future__ import annotations

from typing import TYPE_CHECKING

from citadels_engine.cards.editions import Options
from citadels_engine.cards.registry import CHARACTERS, DISTRICTS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from citadels_engine.actions.types import Action
    from citadels_engine.cards.base import Character, District
    from citadels_engine.views.view import OwnView, SeatView, View

__all__ = ["Table"]


class Table:
    """The view from one seat, with the catalogue's facts beside it."""

    def __init__(self, view: View, events: Sequence[dict[str, object]]) -> None:
        own = view.own
        if own is None:
            raise ValueError("a spectator has nothing to choose")
        self.view = view
        self.own: OwnView = own
        self.me: int = own.seat
        self.seats: list[SeatView] = view.seats
        self.players: int = len(view.seats)
        self.classic: bool = view.edition == "classic"
        self.characters: dict[str, Character] = CHARACTERS[view.edition]
        self.districts: dict[str, District] = DISTRICTS[view.edition]
        self.cast: list[Character] = [self.characters[name] for name in view.cast]
        self.hand: list[District] = [self.districts[name] for name in own.hand]
        self.gold: int = view.seats[own.seat].gold
        self.sizes: list[int] = [sum(self.districts[district.id].size for district in seat.city) for seat in view.seats]
        """The size of every city."""
        self.complete_at: int = (
            7 if view.announced else Options(view.options, self.classic, self.players).completion_size
        )
        self.last_round: bool = len(view.completed) > 0
        self.rounds_left: int = 0 if self.last_round else max(1, self.complete_at - max(self.sizes))
        self.feared: list[float] = []
        """How much each seat is to be feared, once that has been asked (`suspicion.fear`)."""
        self.offered: list[str] = []
        """The characters that the seat chose from in this round, where the events tell."""
        self.first: int = view.crown
        """The seat that chose first in this round: where the events do not tell, who has the crown now."""
        self.read(events)

    def read(self, events: Sequence[dict[str, object]]) -> None:
        """What the events of the round under way tell of the draft."""
        for i in range(len(events) - 1, -1, -1):
            told = events[i]
            kind = told["kind"]
            offered = told.get("offered")
            if kind == "pick" and isinstance(offered, list):
                self.offered = [str(name) for name in offered]
            elif kind == "round":
                crown = told["crown"]
                self.first = crown if isinstance(crown, int) else self.first
                break

    # the decision

    def actions(self, verb: str) -> list[Action]:
        """The legal actions of that verb."""
        return [action for action in self.own.actions if action.verb == verb]

    def action(self, text: str) -> Action | None:
        """The legal action of that text, if there is one."""
        for action in self.own.actions:
            if action.text == text:
                return action
        return None

    @property
    def playing(self) -> Character | None:
        """The character of the turn under way."""
        turn = self.view.turn
        return None if turn is None else self.characters[str(turn["character"])]

    @property
    def built(self) -> int:
        """How many builds of this turn count against the limit."""
        turn = self.view.turn
        built = 0 if turn is None else turn["built"]
        return built if isinstance(built, int) else 0

    @property
    def gathered(self) -> bool:
        """Whether the seat has gathered in this turn."""
        turn = self.view.turn
        return turn is not None and bool(turn["gathered"])

    # the seats

    def others(self) -> list[int]:
        """All seats but one's own, clockwise from the left."""
        return [(self.me + i) % self.players for i in range(1, self.players)]

    def city(self, seat: int) -> list[District]:
        """The cards of a city."""
        return [self.districts[district.id] for district in self.seats[seat].city]

    def size(self, seat: int) -> int:
        """The size of a city, the Monument counted twice (G-9)."""
        return self.sizes[seat]

    def owns(self, seat: int, name: str) -> bool:
        """Whether the city holds a district of that name."""
        return any(district.id == name for district in self.seats[seat].city)

    def count(self, seat: int, type: str) -> int:
        """The districts of a city that bring income for the type (S6.1)."""
        count = 0
        for district in self.seats[seat].city:
            if district.type == type or self.districts[district.id].any_type:
                count += 1
        return count

    def nearly_done(self, seat: int) -> bool:
        """Whether one more district completes the city."""
        return self.size(seat) == self.complete_at - 1
