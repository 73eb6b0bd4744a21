"""What requests may say, and what is answered, about the catalogue: what is in each box."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec

from citadels_api.contract import Mark
from citadels_api.request_fields import Body
from citadels_api.words import DistrictType, Edition, Language

NAMES: Final = Mark()
Names = Annotated[dict[str, str], NAMES]
"""A name in every language."""


class CharacterAnswer(msgspec.Struct, frozen=True):
    """A character."""

    id: str
    """Its id in positions and actions."""
    name: str
    """Its name in the language asked for."""
    names: Names
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
    names: Names
    """Its name in every language."""
    type: DistrictType
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
    names: Names
    """Its name in every language."""
    title: str
    """What to call it in the language asked for: its name, and where several scenarios have that name, its rulebook."""
    titles: Names
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


class LanguageQuery(Body):
    """In which language."""

    lang: Language = "en"
    """The language of names."""


class EditionQuery(LanguageQuery):
    """Of which edition, in which language."""

    edition: Edition = "modern"
    """The edition."""
