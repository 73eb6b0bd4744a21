"""Calls about the box, and about the service itself."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Literal

from citadels_sdk.client.models import Edition, Page
from citadels_sdk.client.models_account import (
    Character,
    District,
    Health,
    Limits,
    ProblemKind,
    Rules,
    Scenario,
    Statistics,
)
from citadels_sdk.client.operations import call, reads
from citadels_sdk.json_values import is_object

if TYPE_CHECKING:
    from collections.abc import Mapping

    from citadels_sdk.client.request_cycle import Call, Response

__all__ = [
    "Language",
    "get_graphql_schema",
    "get_health",
    "get_limits",
    "get_metrics",
    "get_open_api",
    "get_problem",
    "get_readiness",
    "get_rules",
    "get_statistics",
    "list_characters",
    "list_districts",
    "list_scenarios",
]

Language = Literal["en", "fr", "pt"]
PLAIN = "text/plain"


def list_characters(*, edition: Edition = "modern", lang: Language = "en") -> Call[Page[Character]]:
    """An edition's characters by rank."""
    return call("listCharacters", reads(Page[Character]), query={"edition": edition, "lang": lang})


def list_districts(*, edition: Edition = "modern", lang: Language = "en") -> Call[Page[District]]:
    """An edition's districts."""
    return call("listDistricts", reads(Page[District]), query={"edition": edition, "lang": lang})


def list_scenarios(*, edition: Edition = "modern", lang: Language = "en") -> Call[Page[Scenario]]:
    """The rulebook's scenarios for an edition."""
    return call("listScenarios", reads(Page[Scenario]), query={"edition": edition, "lang": lang})


def get_rules() -> Call[Rules]:
    """The number of the rules, and the options of each edition."""
    return call("getRules", reads(Rules))


def get_statistics() -> Call[Statistics]:
    """What was played here."""
    return call("getStatistics", reads(Statistics))


def get_limits() -> Call[Limits]:
    """One's allowance, and what each operation costs."""
    return call("getLimits", reads(Limits))


def get_health() -> Call[Health]:
    """Whether the process lives; asked once."""
    return call("getHealth", reads(Health), once=True)


def get_readiness() -> Call[Health]:
    """Whether the process can work; asked once, an error where it cannot."""
    return call("getReadiness", reads(Health), once=True)


def get_metrics() -> Call[str]:
    """The figures of the process, in the text format of Prometheus."""
    return call("getMetrics", _plain, accept=PLAIN)


def get_open_api() -> Call[Mapping[str, object]]:
    """The OpenAPI description of the service."""
    return call("getOpenApi", _object)


def get_graphql_schema() -> Call[str]:
    """The schema of the service's GraphQL, in its definition language."""
    return call("getGraphqlSchema", _plain, accept=PLAIN)


def get_problem(code: str) -> Call[ProblemKind]:
    """What a code of an error means."""
    return call("getProblem", reads(ProblemKind), at={"code": code})


def _plain(response: Response) -> str:
    if response.media != PLAIN:
        raise ValueError("no plain text")
    return response.body.decode()


def _object(response: Response) -> Mapping[str, object]:
    found: object = json.loads(response.body)
    if not is_object(found):
        raise ValueError("no JSON object")
    return found
