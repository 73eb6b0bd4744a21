"""The REST operations of the catalogue, statistics and rate limits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from citadels_api.catalogue import service as catalogue
from citadels_api.catalogue.contract import CharacterAnswer, DistrictAnswer, EditionQuery, RulesAnswer, ScenarioAnswer
from citadels_api.contract import Page
from citadels_api.meta.contract import LimitsAnswer, StatisticsAnswer
from citadels_api.operations import PUBLIC, Routes
from citadels_api.tables.ai_budget import limits

if TYPE_CHECKING:
    from citadels_api.rest.request import Request


routes: Final = Routes("catalogue")


@routes("GET", "/v1/catalogue/characters", "List characters", scope=PUBLIC, pressed=True, query=EditionQuery)
async def list_characters(request: Request) -> Page[CharacterAnswer]:
    """Lists the characters of an edition by rank."""
    return Page(items=catalogue.characters(request.query.edition, request.query.lang), next=None)


@routes("GET", "/v1/catalogue/districts", "List districts", scope=PUBLIC, pressed=True, query=EditionQuery)
async def list_districts(request: Request) -> Page[DistrictAnswer]:
    """Lists the districts of an edition by type and cost, unique districts last."""
    return Page(items=catalogue.districts(request.query.edition, request.query.lang), next=None)


@routes("GET", "/v1/catalogue/scenarios", "List scenarios", scope=PUBLIC, pressed=True, query=EditionQuery)
async def list_scenarios(request: Request) -> Page[ScenarioAnswer]:
    """Lists the scenarios of an edition, as the rulebooks print them."""
    return Page(items=catalogue.scenarios(request.query.edition, request.query.lang), next=None)


@routes("GET", "/v1/catalogue/rules", "Get the rules", scope=PUBLIC, pressed=True)
async def get_rules(_: Request) -> RulesAnswer:
    """Returns the version number of the rules, the editions with their options, and the languages."""
    return catalogue.rules()


@routes("GET", "/v1/statistics", "Get statistics", scope=PUBLIC, pressed=True, tag="house")
async def get_statistics(request: Request) -> StatisticsAnswer:
    """Returns the counters of the service: games, decisions, seats and wins."""
    return await catalogue.statistics(request.house)


@routes("GET", "/v1/limits", "Get your rate limit", scope=PUBLIC, pressed=True, tag="house")
async def get_limits(request: Request) -> LimitsAnswer:
    """Returns the rate limit of your credential, or of your address without one: how much is left, how fast it refills, and what each
    operation costs.
    """
    return await limits(request.house, request.who, request.address)
