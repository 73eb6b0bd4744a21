"""What lies on the table, as values: districts, seats, markers, the turn under way."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, cast

from citadels_engine.cards.registry import DISTRICTS

if TYPE_CHECKING:
    from citadels_engine.views.view import DistrictView, MarkersView, View

__all__ = ["Built", "District", "Markers", "SeatInfo", "Turn", "built_of", "district", "markers_of", "named", "turn_of"]


@dataclass(frozen=True, slots=True)
class District:
    """A district card: two of the same name are the same.

    >>> castle = district("modern", "castle")
    >>> castle.name, castle.cost, castle.type
    ('Castle', 4, 'noble')
    """

    id: str
    """Its name in actions."""
    name: str
    """Its English name."""
    cost: int
    """What is printed on it."""
    type: str
    """`noble`, `religious`, `trade`, `military` or `unique`."""
    text: str
    """What it does; empty for the plain ones."""
    size: int = 1
    """How much it counts towards a complete city."""

    @property
    def unique(self) -> bool:
        """Whether it is one of the unique districts."""
        return self.type == "unique"

    def __str__(self) -> str:
        return self.id


@dataclass(frozen=True, slots=True)
class Built:
    """A district that stands in a city."""

    id: str
    """Its name in actions: `castle`, or `castle+` for the beautified one."""
    card: District
    cost: int
    """What it is worth now."""
    beautified: bool
    under: int
    """How many cards lie under it."""
    tucked: tuple[str, ...] | None
    """Which ones, where all of them are known."""

    @property
    def name(self) -> str:
        """Its English name."""
        return self.card.name

    @property
    def type(self) -> str:
        """Its type."""
        return self.card.type

    def __str__(self) -> str:
        return self.id


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """One seat, as everybody sees it."""

    number: int
    gold: int
    hand_size: int
    city: tuple[Built, ...]
    characters: tuple[str | None, ...]
    """The characters it holds this round; None for one that is hidden from the viewer."""
    revealed: tuple[str, ...]
    """Those it has shown."""
    crowned: bool
    score_so_far: int
    """Its points if the game ended now, without what its hand may add."""

    @property
    def city_size(self) -> int:
        """How large the city is on the way to its completion."""
        return sum(built.card.size for built in self.city)


@dataclass(frozen=True, slots=True)
class Markers:
    """The warrants or the threats of this round."""

    by: int | None
    """The seat that placed them."""
    on: tuple[str, ...]
    """The characters that carry one now, in the order of their ranks."""
    real: str | None
    """Which of them carries the signed warrant or the flowered threat, where the viewer knows it."""
    shown: tuple[str, ...]
    """Those that have been turned up."""


@dataclass(frozen=True, slots=True)
class Turn:
    """The turn under way."""

    seat: int
    """Whose it is."""
    character: str
    gathered: bool
    built: int
    """How many districts have been built that count against the limit."""
    used: tuple[str, ...]
    """What may be done once a turn and has been done."""
    spent: int
    """The gold paid for districts so far."""
    resumed: bool
    """Whether the Witch plays on as the bewitched character."""


@cache
def district(edition: str, name: str) -> District:
    """The card of that id."""
    card = DISTRICTS[edition][name]
    return District(card.id, card.en, card.cost, card.type, card.text, card.size)


def built_of(edition: str, seen: DistrictView) -> Built:
    """The district as the view has it."""
    tucked = None if seen.tucked is None else tuple(seen.tucked)
    return Built(seen.text, district(edition, seen.id), seen.cost, seen.beautified, seen.under, tucked)


def markers_of(seen: MarkersView | None) -> Markers | None:
    """The markers as the view has them."""
    if seen is None:
        return None
    return Markers(None if seen.by < 0 else seen.by, tuple(seen.on), seen.real, tuple(seen.shown))


def named(mark: object) -> str | None:
    """The character that a marker lies on."""
    return str(cast("dict[str, object]", mark)["character"]) if isinstance(mark, dict) else None


def turn_of(raw: View, told: dict[str, object]) -> Turn:
    """The turn as the view has it, and whose it is."""
    character = str(told["character"])
    seat = -1 if raw.decision is None else raw.decision.seat
    for seen in raw.seats:
        if character in seen.revealed:
            seat = seen.number
    resumed = bool(told["resumed"])
    if resumed and isinstance(raw.bewitched, dict):
        by = cast("dict[str, int | None]", raw.bewitched)["by"]
        seat = seat if by is None else by
    used = tuple(cast("list[str]", told["used"]))
    return Turn(
        seat,
        character,
        bool(told["gathered"]),
        cast("int", told["built"]),
        used,
        cast("int", told["spent"]),
        resumed,
    )
