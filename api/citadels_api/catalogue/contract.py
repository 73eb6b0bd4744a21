"""Requests and responses of the catalogue: what is in each box."""

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
    """The id of the character in positions and actions."""
    name: str
    """The name in the requested language."""
    names: Names
    """The name in every language."""
    rank: int
    """The rank. Characters are called in the order of their ranks."""
    min_players: int
    """The smallest number of players with which it may be in the cast."""
    text: str
    """What the character does, in English."""


class DistrictAnswer(msgspec.Struct, frozen=True):
    """A district."""

    id: str
    """The id of the district in positions and actions."""
    name: str
    """The name in the requested language."""
    names: Names
    """The name in every language."""
    type: DistrictType
    """noble, religious, trade, military or unique."""
    cost: int
    """The cost to build it."""
    copies: int
    """How many copies are in the box."""
    unique: bool
    """Whether it is one of the purple districts that a game chooses from."""
    bonus: bool
    """Whether it is an optional card of the classic deck."""
    text: str
    """What the district does, in English; empty for an ordinary district."""


class ScenarioAnswer(msgspec.Struct, frozen=True):
    """A scenario of the rulebook."""

    id: str
    """The id of the scenario; use it to create tables."""
    name: str
    """The name in the requested language."""
    names: Names
    """The name in every language."""
    title: str
    """The title in the requested language: the name, with the rulebook if several scenarios have the same name."""
    titles: Names
    """The title in every language."""
    rulebooks: list[str]
    """The rulebooks that print the scenario, in the requested language."""
    family: str
    """The list of the rulebook that the scenario comes from."""
    ranks: list[str]
    """The characters of ranks 1 to 8."""
    rank9: str | None
    """The ninth character, if the scenario has one."""
    uniques: list[str]
    """The unique districts."""


class OptionAnswer(msgspec.Struct, frozen=True):
    """An option of an edition."""

    id: str
    """The name of the option; use it to create tables."""
    values: list[bool | int | str]
    """The possible values, the rulebook's value first."""


class RulesAnswer(msgspec.Struct, frozen=True):
    """The rules that the service plays by."""

    rules: int
    """The version number of the rules. It increases when a correction changes the result of any record."""
    editions: dict[str, list[OptionAnswer]]
    """The editions with their options."""
    languages: list[str]
    """The languages of the names."""


class LanguageQuery(Body):
    """The language of the names."""

    lang: Language = "en"
    """The language of names."""


class EditionQuery(LanguageQuery):
    """The edition and the language."""

    edition: Edition = "modern"
    """The edition."""
