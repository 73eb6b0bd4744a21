"""What is in the box, in one language, and the statistics of the house."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final, Literal, cast

from citadels_engine import RULES
from citadels_engine.cards import catalogue
from citadels_engine.cards.editions import OPTIONS

from citadels_api.catalogue.contract import CharacterAnswer, DistrictAnswer, OptionAnswer, RulesAnswer, ScenarioAnswer
from citadels_api.http.shared_metrics import PREFIX
from citadels_api.meta.contract import StatisticsAnswer

if TYPE_CHECKING:
    from citadels_api.context import House


Language = Literal["en", "fr", "pt"]
LANGUAGES: Final = catalogue.LANGUAGES


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
