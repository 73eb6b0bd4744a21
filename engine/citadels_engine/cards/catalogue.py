"""What is in each box, as plain data: characters, districts and scenarios with their names in three languages.

For whoever shows the game: nothing here decides anything, and every call answers a fresh copy.

>>> [one["names"]["pt"] for one in characters("modern") if one["rank"] == 4]
['Imperador', 'Rei', 'Patrício']
>>> [one["copies"] for one in districts("modern") if one["id"] == "castle"]
[4]
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypedDict

from citadels_engine.cards.base import TYPES
from citadels_engine.cards.editions import check_edition
from citadels_engine.cards.registry import CHARACTERS, DISTRICTS
from citadels_engine.cards.scenarios import RULEBOOKS, SCENARIOS, titles

if TYPE_CHECKING:
    from citadels_engine.cards.base import Character, District

__all__ = ["LANGUAGES", "CharacterData", "DistrictData", "ScenarioData", "characters", "districts", "scenarios"]

LANGUAGES: Final = ("en", "fr", "pt")


class CharacterData(TypedDict):
    """A character: `min_players` is from how many players on it may be in the cast."""

    id: str
    names: dict[str, str]
    rank: int
    min_players: int
    text: str


class DistrictData(TypedDict):
    """A district: `copies` of it are in the box; `bonus` ones are added to the classic deck by choice (K-S2)."""

    id: str
    names: dict[str, str]
    type: str
    cost: int
    copies: int
    unique: bool
    bonus: bool
    text: str


class ScenarioData(TypedDict):
    """A scenario: its characters of rank 1 to 8, its ninth or "", its unique districts, the rulebooks that print it.

    Rulebooks differ: a name may stand for several scenarios, a title stands for one.

    Where the number of players forbids one of the characters, `scenario_cast` puts another in its place.
    """

    id: str
    family: str
    names: dict[str, str]
    ranks: list[str]
    rank9: str
    uniques: list[str]
    rulebooks: list[dict[str, str]]
    titles: dict[str, str]


def characters(edition: str) -> list[CharacterData]:
    """The edition's characters, by rank."""
    return [
        {
            "id": card.id,
            "names": card.names(),
            "rank": card.rank,
            "min_players": card.min_players,
            "text": card.text,
        }
        for card in sorted(CHARACTERS[check_edition(edition)].values(), key=by_rank)
    ]


def by_rank(card: Character) -> tuple[int, str]:
    """Where the character stands in the list."""
    return card.rank, card.id


def districts(edition: str) -> list[DistrictData]:
    """The edition's districts by type and cost: the unique ones last, the ordinary ones have no text."""
    return [
        {
            "id": card.id,
            "names": card.names(),
            "type": card.type,
            "cost": card.cost,
            "copies": card.copies,
            "unique": card.unique,
            "bonus": card.bonus,
            "text": card.text,
        }
        for card in sorted(DISTRICTS[check_edition(edition)].values(), key=by_type)
    ]


def by_type(card: District) -> tuple[int, int, str]:
    """Where the district stands in the list."""
    return TYPES.index(card.type), card.cost, card.id


def scenarios(edition: str) -> list[ScenarioData]:
    """The edition's scenarios, as the rulebooks print them."""
    check_edition(edition)
    return [
        {
            "id": one.id,
            "family": one.family,
            "names": {"en": one.en, "fr": one.fr, "pt": one.pt},
            "ranks": list(one.ranks),
            "rank9": one.rank9,
            "uniques": list(one.uniques),
            "rulebooks": [RULEBOOKS[book] for book in one.rulebooks],
            "titles": titles(one),
        }
        for one in SCENARIOS.values()
        if one.edition == edition
    ]
