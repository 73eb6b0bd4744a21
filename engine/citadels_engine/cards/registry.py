"""The two tables in which the cards announce themselves: one an edition for characters, one for districts.

It knows no card; importing `citadels_engine.cards.characters` and `citadels_engine.cards.districts` fills it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from citadels_engine.cards.base import Character, District

__all__ = ["CHARACTERS", "DISTRICTS", "EDITIONS", "register_character", "register_district"]

EDITIONS: Final = ("modern", "classic")

CHARACTERS: Final[dict[str, dict[str, Character]]] = {"modern": {}, "classic": {}}
DISTRICTS: Final[dict[str, dict[str, District]]] = {"modern": {}, "classic": {}}
_BITS: Final[dict[str, int]] = {}


def register_character(modern: Character | None = None, classic: Character | None = None) -> None:
    """Announce a character in the editions that have it."""
    if modern is not None:
        CHARACTERS["modern"][modern.id] = modern
    if classic is not None:
        CHARACTERS["classic"][classic.id] = classic


def register_district(modern: District | None = None, classic: District | None = None) -> None:
    """Announce a district in the editions that have it; a name has one bit in both."""
    for card in (modern, classic):
        if card is not None:
            card.bit = _BITS.setdefault(card.id, 1 << len(_BITS))
    if modern is not None:
        DISTRICTS["modern"][modern.id] = modern
    if classic is not None:
        DISTRICTS["classic"][classic.id] = classic
