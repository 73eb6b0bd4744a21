"""The catalogue: what is in each box, with names in three languages."""

from typing import Annotated

import strawberry

from citadels_api.catalogue import service as catalogue
from citadels_api.catalogue.contract import CharacterAnswer, DistrictAnswer, OptionAnswer, ScenarioAnswer
from citadels_api.graphql.context import argument
from citadels_api.graphql.enums import Edition, Language, word
from citadels_api.graphql.fields import asked, told
from citadels_api.graphql.scalars import Json

__all__ = ["Catalogue", "CatalogueQueries"]


@strawberry.type(description="A name in every language.")
class Names:
    """A name in every language."""

    en: str = told("In English.", lambda names: names["en"])
    fr: str = told("In French.", lambda names: names["fr"])
    pt: str = told("In Portuguese.", lambda names: names["pt"])


@strawberry.type(description="A character of an edition.")
class Character:
    """A character."""

    character: str = told("Its id in positions and actions.", lambda one: one.id)
    name: str = told("Its name in the language asked for.")
    names: Names = told("Its name in every language.")
    rank: int = told("Its rank: characters are called in this order.")
    min_players: int = told("From how many players on it may be in the cast.")
    text: str = told("What it does, in English.")


@strawberry.type(description="A district of an edition.")
class District:
    """A district."""

    district: str = told("Its id in positions and actions.", lambda one: one.id)
    name: str = told("Its name in the language asked for.")
    names: Names = told("Its name in every language.")
    type: str = told("noble, religious, trade, military or unique.")
    cost: int = told("What it costs to build.")
    copies: int = told("How many are in the box.")
    unique: bool = told("Whether it is one of the purple districts that a game chooses from.")
    bonus: bool = told("Whether it is added to the classic deck by choice.")
    text: str = told("What it does, in English; empty for an ordinary one.")


@strawberry.type(description="A scenario of the rulebook.")
class Scenario:
    """A scenario."""

    scenario: str = told("Its id, for the making of tables.", lambda one: one.id)
    name: str = told("Its name in the language asked for.")
    names: Names = told("Its name in every language.")
    title: str = told(
        "What to call it in the language asked for: its name, and where several scenarios have that name, its rulebook."
    )
    titles: Names = told("What to call it in every language.")
    rulebooks: list[str] = told("The rulebooks that print it, in the language asked for.")
    family: str = told("Which of the rulebook's lists it is from.")
    ranks: list[str] = told("Its characters of rank 1 to 8.")
    rank9: str | None = told("Its ninth character, if it has one.")
    uniques: list[str] = told("Its unique districts.")


@strawberry.type(description="An option of an edition.")
class Option:
    """An option of an edition."""

    option: str = told("Its name, for the making of tables.", lambda one: one.id)
    values: list[Json] = told("What it may be, the rulebook's choice first.")


@strawberry.type(description="What is in the box of an edition, and by which rules it is played.")
class Catalogue:
    """What is in the box of an edition."""

    edition: Edition = strawberry.field(description="The edition.")
    language: strawberry.Private[str]

    @asked("The number of the rules: raised when a correction changes what any record does.")
    def rules(self) -> int:
        """The number of the rules."""
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
    """What is asked about the catalogue."""

    @asked("What is in the box of an edition.")
    def catalogue(
        self,
        edition: Annotated[Edition, argument("Which edition.")] = Edition.MODERN,
        language: Annotated[Language, argument("The language of `name`.")] = Language.EN,
    ) -> Catalogue | None:
        """What is in the box."""
        return Catalogue(edition=edition, language=word(language))
