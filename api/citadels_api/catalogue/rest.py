"""What is in the box, and what the house counts and allows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from citadels_api import rate_limits
from citadels_api.catalogue import service as catalogue
from citadels_api.catalogue.contract import CharacterAnswer, DistrictAnswer, EditionQuery, RulesAnswer, ScenarioAnswer
from citadels_api.contract import Page
from citadels_api.meta.contract import LimitsAnswer, StatisticsAnswer
from citadels_api.operations import PUBLIC, Operation

if TYPE_CHECKING:
    from citadels_api.rest.request import Request


TAG: Final = "catalogue"


async def characters(request: Request) -> Page[CharacterAnswer]:
    """The characters."""
    return Page(items=catalogue.characters(request.query.edition, request.query.lang), next=None)


async def districts(request: Request) -> Page[DistrictAnswer]:
    """The districts."""
    return Page(items=catalogue.districts(request.query.edition, request.query.lang), next=None)


async def scenarios(request: Request) -> Page[ScenarioAnswer]:
    """The scenarios."""
    return Page(items=catalogue.scenarios(request.query.edition, request.query.lang), next=None)


async def rules(_: Request) -> RulesAnswer:
    """The rules."""
    return catalogue.rules()


async def statistics(request: Request) -> StatisticsAnswer:
    """The counters."""
    return await catalogue.statistics(request.house)


async def allowance(request: Request) -> LimitsAnswer:
    """The allowance."""
    return await rate_limits.limits(request.house, request.who, request.address)


OPERATIONS: Final = (
    Operation(
        id="listCharacters",
        method="GET",
        path="/v1/catalogue/characters",
        run=characters,
        tag=TAG,
        summary="List characters",
        description="An edition's characters by rank.",
        scope=PUBLIC,
        pressed=True,
        query=EditionQuery,
        answer=Page[CharacterAnswer],
    ),
    Operation(
        id="listDistricts",
        method="GET",
        path="/v1/catalogue/districts",
        run=districts,
        tag=TAG,
        summary="List districts",
        description="An edition's districts by type and cost, the unique ones last.",
        scope=PUBLIC,
        pressed=True,
        query=EditionQuery,
        answer=Page[DistrictAnswer],
    ),
    Operation(
        id="listScenarios",
        method="GET",
        path="/v1/catalogue/scenarios",
        run=scenarios,
        tag=TAG,
        summary="List scenarios",
        description="An edition's scenarios, as the rulebooks print them.",
        scope=PUBLIC,
        pressed=True,
        query=EditionQuery,
        answer=Page[ScenarioAnswer],
    ),
    Operation(
        id="getRules",
        method="GET",
        path="/v1/catalogue/rules",
        run=rules,
        tag=TAG,
        summary="Which rules",
        description="The number of the rules, the editions and their options, the languages.",
        scope=PUBLIC,
        pressed=True,
        answer=RulesAnswer,
    ),
    Operation(
        id="getStatistics",
        method="GET",
        path="/v1/statistics",
        run=statistics,
        tag="house",
        summary="What was played",
        description="The counters of the house: games, decisions, seats and wins.",
        scope=PUBLIC,
        pressed=True,
        answer=StatisticsAnswer,
    ),
    Operation(
        id="getLimits",
        method="GET",
        path="/v1/limits",
        run=allowance,
        tag="house",
        summary="What is allowed",
        description="The allowance of the credential shown, or without one of the address: how much is left, how fast it comes back, and "
        "what each operation costs.",
        scope=PUBLIC,
        pressed=True,
        answer=LimitsAnswer,
    ),
)
