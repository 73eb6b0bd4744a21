"""The REST operations of the catalogue, statistics and rate limits."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Final

import msgspec

from citadels_api.catalogue import service as catalogue
from citadels_api.catalogue.contract import CharacterAnswer, DistrictAnswer, EditionQuery, RulesAnswer, ScenarioAnswer
from citadels_api.contract import Page
from citadels_api.http.page_files import content
from citadels_api.meta.contract import LimitsAnswer, StatisticsAnswer
from citadels_api.meta.rest import described
from citadels_api.operations import PUBLIC, Routes
from citadels_api.tables.ai_budget import limits

if TYPE_CHECKING:
    from collections.abc import Callable

    from citadels_api.http.page_files import Content
    from citadels_api.rest.request import Reply, Request


routes: Final = Routes("catalogue")


@cache
def listed(make: Callable[[str, catalogue.Language], list[Any]], edition: str, lang: catalogue.Language) -> Content:
    """A list of the catalogue as JSON: written and compressed once."""
    return content(msgspec.json.encode(Page(items=make(edition, lang), next=None)), "application/json", press=True)


@cache
def rules_content() -> Content:
    """The rules as JSON, too short to be compressed."""
    return content(msgspec.json.encode(catalogue.rules()), "application/json", press=False)


@routes(
    "GET",
    "/v1/catalogue/characters",
    "List characters",
    scope=PUBLIC,
    pressed=True,
    query=EditionQuery,
    headers=("If-None-Match",),
    etag=True,
    answer=Page[CharacterAnswer],
)
async def list_characters(request: Request) -> Reply:
    """Lists the characters of an edition by rank."""
    return described(request, listed(catalogue.characters, request.query.edition, request.query.lang))


@routes(
    "GET",
    "/v1/catalogue/districts",
    "List districts",
    scope=PUBLIC,
    pressed=True,
    query=EditionQuery,
    headers=("If-None-Match",),
    etag=True,
    answer=Page[DistrictAnswer],
)
async def list_districts(request: Request) -> Reply:
    """Lists the districts of an edition by type and cost, unique districts last."""
    return described(request, listed(catalogue.districts, request.query.edition, request.query.lang))


@routes(
    "GET",
    "/v1/catalogue/scenarios",
    "List scenarios",
    scope=PUBLIC,
    pressed=True,
    query=EditionQuery,
    headers=("If-None-Match",),
    etag=True,
    answer=Page[ScenarioAnswer],
)
async def list_scenarios(request: Request) -> Reply:
    """Lists the scenarios of an edition, as the rulebooks print them."""
    return described(request, listed(catalogue.scenarios, request.query.edition, request.query.lang))


@routes(
    "GET",
    "/v1/catalogue/rules",
    "Get the rules",
    scope=PUBLIC,
    pressed=True,
    headers=("If-None-Match",),
    etag=True,
    answer=RulesAnswer,
)
async def get_rules(request: Request) -> Reply:
    """Returns the version number of the rules, the editions with their options, and the languages."""
    return described(request, rules_content())


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
