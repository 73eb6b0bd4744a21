"""The GraphQL fields of the catalogue, with names in three languages."""

from typing import Annotated, Any

import strawberry

from citadels_api import words
from citadels_api.catalogue import service as catalogue
from citadels_api.catalogue.contract import NAMES, CharacterAnswer, DistrictAnswer, OptionAnswer, ScenarioAnswer
from citadels_api.graphql.context import argument
from citadels_api.graphql.fields import asked, told
from citadels_api.graphql.scalars import Json
from citadels_api.graphql.types import enum_of, output, stands_for, word


@strawberry.type(description="A name in every language.")
class Names:
    """A name in every language."""

    en: str = told("In English.", lambda names: names["en"])
    fr: str = told("In French.", lambda names: names["fr"])
    pt: str = told("In Portuguese.", lambda names: names["pt"])


Edition: Any = enum_of(words.Edition)
Language: Any = enum_of(words.Language)
stands_for(NAMES, Names)
Character: Any = output(CharacterAnswer, "Character", of=(Names,), renamed={"id": "character"})
District: Any = output(DistrictAnswer, "District", of=(Names,), renamed={"id": "district"})
Scenario: Any = output(ScenarioAnswer, "Scenario", of=(Names,), renamed={"id": "scenario"})
Option: Any = output(
    OptionAnswer,
    "Option",
    renamed={"id": "option"},
    fields={"values": (list[Json], told("The possible values, the rulebook's value first."))},
)


@strawberry.type(description="The content of an edition's box, and its rules.")
class Catalogue:
    """The content of an edition's box."""

    edition: Edition = strawberry.field(description="The edition.")
    language: strawberry.Private[str]

    @asked("The version number of the rules. It increases when a correction changes the result of any record.")
    def rules(self) -> int:
        """The version number of the rules."""
        return catalogue.rules().rules

    @asked("The options of the edition.", list[Option])
    def options(self) -> list[OptionAnswer]:
        """The options."""
        return catalogue.rules().editions[word(self.edition)]

    @asked("The characters, by rank.", list[Character])
    def characters(self) -> list[CharacterAnswer]:
        """The characters."""
        return catalogue.characters(word(self.edition), self.language)

    @asked("The districts, by type and cost.", list[District])
    def districts(self) -> list[DistrictAnswer]:
        """The districts."""
        return catalogue.districts(word(self.edition), self.language)

    @asked("The scenarios.", list[Scenario])
    def scenarios(self) -> list[ScenarioAnswer]:
        """The scenarios."""
        return catalogue.scenarios(word(self.edition), self.language)


@strawberry.type
class CatalogueQueries:
    """Queries about the catalogue."""

    @asked("Get the content of an edition's box.")
    def catalogue(
        self,
        edition: Annotated[Edition, argument("The edition.")] = Edition.MODERN,
        language: Annotated[Language, argument("The language of `name`.")] = Language.EN,
    ) -> Catalogue | None:
        """The content of the box."""
        return Catalogue(edition=edition, language=word(language))
