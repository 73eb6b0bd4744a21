"""What is in the box, in one language, and the statistics of the house."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final, Literal, cast

import msgspec
from citadels_engine import RULES
from citadels_engine.cards import catalogue
from citadels_engine.cards.editions import OPTIONS

from citadels_api.http.shared_metrics import PREFIX

if TYPE_CHECKING:
    from citadels_api.context import House

__all__ = [
    "LANGUAGES",
    "CharacterAnswer",
    "DistrictAnswer",
    "OptionAnswer",
    "RulesAnswer",
    "ScenarioAnswer",
    "StatisticsAnswer",
    "characters",
    "districts",
    "rules",
    "scenarios",
    "statistics",
]

Language = Literal["en", "fr", "pt"]
LANGUAGES: Final = catalogue.LANGUAGES


class CharacterAnswer(msgspec.Struct, frozen=True):
    """A character."""

    id: str
    """Its id in positions and actions."""
    name: str
    """Its name in the language asked for."""
    names: dict[str, str]
    """Its name in every language."""
    rank: int
    """Its rank: characters are called in this order."""
    min_players: int
    """From how many players on it may be in the cast."""
    text: str
    """What it does, in English."""


class DistrictAnswer(msgspec.Struct, frozen=True):
    """A district."""

    id: str
    """Its id in positions and actions."""
    name: str
    """Its name in the language asked for."""
    names: dict[str, str]
    """Its name in every language."""
    type: str
    """noble, religious, trade, military or unique."""
    cost: int
    """What it costs to build."""
    copies: int
    """How many are in the box."""
    unique: bool
    """Whether it is one of the purple districts that a game chooses from."""
    bonus: bool
    """Whether it is added to the classic deck by choice."""
    text: str
    """What it does, in English; empty for an ordinary one."""


class ScenarioAnswer(msgspec.Struct, frozen=True):
    """A scenario of the rulebook."""

    id: str
    """Its id, for the making of tables."""
    name: str
    """Its name in the language asked for."""
    names: dict[str, str]
    """Its name in every language."""
    title: str
    """What to call it in the language asked for: its name, and where several scenarios have that name, its rulebook."""
    titles: dict[str, str]
    """What to call it in every language."""
    rulebooks: list[str]
    """The rulebooks that print it, in the language asked for."""
    family: str
    """Which of the rulebook's lists it is from."""
    ranks: list[str]
    """Its characters of rank 1 to 8."""
    rank9: str | None
    """Its ninth character, if it has one."""
    uniques: list[str]
    """Its unique districts."""


class OptionAnswer(msgspec.Struct, frozen=True):
    """An option of an edition."""

    id: str
    """Its name, for the making of tables."""
    values: list[bool | int | str]
    """What it may be, the rulebook's choice first."""


class RulesAnswer(msgspec.Struct, frozen=True):
    """What the service plays by."""

    rules: int
    """The number of the rules: raised when a correction changes what any record does."""
    editions: dict[str, list[OptionAnswer]]
    """The editions, with their options."""
    languages: list[str]
    """The languages of names."""


class StatisticsAnswer(msgspec.Struct, frozen=True):
    """The counters of the house."""

    at: int
    """When they were read."""
    counts: dict[str, int]
    """Counters by name: `games:over`, `games:edition:modern`, `seats:ai:greedy`, `wins:ai:greedy`, `wins:seat:0`, ..."""


@cache
def characters(edition: str, language: Language = "en") -> list[CharacterAnswer]:
    """The edition's characters, by rank."""
    return [
        CharacterAnswer(
            id=one["id"],
            name=one["names"][language],
            names=one["names"],
            rank=one["rank"],
            min_players=one["min_players"],
            text=one["text"],
        )
        for one in catalogue.characters(edition)
    ]


@cache
def districts(edition: str, language: Language = "en") -> list[DistrictAnswer]:
    """The edition's districts, by type and cost."""
    return [
        DistrictAnswer(
            id=one["id"],
            name=one["names"][language],
            names=one["names"],
            type=one["type"],
            cost=one["cost"],
            copies=one["copies"],
            unique=one["unique"],
            bonus=one["bonus"],
            text=one["text"],
        )
        for one in catalogue.districts(edition)
    ]


@cache
def scenarios(edition: str, language: Language = "en") -> list[ScenarioAnswer]:
    """The edition's scenarios."""
    return [
        ScenarioAnswer(
            id=one["id"],
            name=one["names"][language],
            names=one["names"],
            title=one["titles"][language],
            titles=one["titles"],
            rulebooks=[book[language] for book in one["rulebooks"]],
            family=one["family"],
            ranks=one["ranks"],
            rank9=one["rank9"] or None,
            uniques=one["uniques"],
        )
        for one in catalogue.scenarios(edition)
    ]


@cache
def rules() -> RulesAnswer:
    """What the service plays by."""
    editions = {
        edition: [OptionAnswer(name, cast("list[bool | int | str]", list(values))) for name, values in options.items()]
        for edition, options in OPTIONS.items()
    }
    return RulesAnswer(rules=RULES, editions=editions, languages=list(LANGUAGES))


async def statistics(house: House) -> StatisticsAnswer:
    """The counters of the house."""
    counts = {name: count for name, count in (await house.store.counts()).items() if not name.startswith(PREFIX)}
    return StatisticsAnswer(at=await house.store.now(), counts=dict(sorted(counts.items())))
