"""What is in the box, and what the house counts and allows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from citadels_api import rate_limits
from citadels_api.catalogue import service as catalogue
from citadels_api.catalogue.contract import CharacterAnswer, DistrictAnswer, EditionQuery, RulesAnswer, ScenarioAnswer
from citadels_api.contract import Page
from citadels_api.meta.contract import LimitsAnswer, StatisticsAnswer
from citadels_api.operations import PUBLIC, Routes

if TYPE_CHECKING:
    from citadels_api.rest.request import Request


routes: Final = Routes("catalogue")


@routes("GET", "/v1/catalogue/characters", "List characters", scope=PUBLIC, pressed=True, query=EditionQuery)
async def list_characters(request: Request) -> Page[CharacterAnswer]:
    """An edition's characters by rank."""
    return Page(items=catalogue.characters(request.query.edition, request.query.lang), next=None)


@routes("GET", "/v1/catalogue/districts", "List districts", scope=PUBLIC, pressed=True, query=EditionQuery)
async def list_districts(request: Request) -> Page[DistrictAnswer]:
    """An edition's districts by type and cost, the unique ones last."""
    return Page(items=catalogue.districts(request.query.edition, request.query.lang), next=None)


@routes("GET", "/v1/catalogue/scenarios", "List scenarios", scope=PUBLIC, pressed=True, query=EditionQuery)
async def list_scenarios(request: Request) -> Page[ScenarioAnswer]:
    """An edition's scenarios, as the rulebooks print them."""
    return Page(items=catalogue.scenarios(request.query.edition, request.query.lang), next=None)


@routes("GET", "/v1/catalogue/rules", "Which rules", scope=PUBLIC, pressed=True)
async def get_rules(_: Request) -> RulesAnswer:
    """The number of the rules, the editions and their options, the languages."""
    return catalogue.rules()


@routes("GET", "/v1/statistics", "What was played", scope=PUBLIC, pressed=True, tag="house")
async def get_statistics(request: Request) -> StatisticsAnswer:
    """The counters of the house: games, decisions, seats and wins."""
    return await catalogue.statistics(request.house)


@routes("GET", "/v1/limits", "What is allowed", scope=PUBLIC, pressed=True, tag="house")
async def get_limits(request: Request) -> LimitsAnswer:
    """The allowance of the credential shown, or without one of the address: how much is left, how fast it comes back, and what each
    operation costs.
    """
    return await rate_limits.limits(request.house, request.who, request.address)
