"""The clients have all that the service's description has: operations, arguments, and the members of answers."""

from __future__ import annotations

import inspect
import json
import types
import typing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jsonschema_rs
import pytest
from citadels_sdk.client import models, models_account, models_ratings, models_replay, models_stream, models_tournament
from citadels_sdk.client.async_client import AsyncClient
from citadels_sdk.client.operations import OPERATIONS, Operation
from citadels_sdk.client.sync_client import Client

from tests.support.client_calls import CALLS, SAMPLES, bare, camel, full

if TYPE_CHECKING:
    import pydantic
    from citadels_sdk.client.models import Model
    from citadels_sdk.client.request_cycle import Call

DESCRIPTION: Any = json.loads((Path(__file__).parents[3] / "openapi" / "openapi.json").read_text())
DESCRIBED: dict[str, tuple[str, str, Any]] = {
    operation["operationId"]: (method.upper(), path, operation)
    for path, item in DESCRIPTION["paths"].items()
    for method, operation in item.items()
}
SCHEMAS = DESCRIPTION["components"]["schemas"]

# the operations


def test_the_table_of_operations_is_that_of_the_description() -> None:
    assert dict(OPERATIONS) == {
        name: Operation(method, path, told["x-cost"]) for name, (method, path, told) in DESCRIBED.items()
    }


@pytest.mark.parametrize("name", sorted(DESCRIBED))
@pytest.mark.parametrize("client", [Client, AsyncClient])
def test_every_operation_is_a_method_of_its_name(client: type[Any], name: str) -> None:
    assert name in {camel(method) for method in dir(client)}


# what is asked


def calls_of(operation: str) -> list[Call[Any]]:
    """Calls of an operation with all arguments, in all ways."""
    made = [make(**given) for make in CALLS.values() for given in [*full(make), bare(make)]]
    return [call for call in made if call.operation == operation]


def properties(schema: Any) -> set[str]:
    """The members that an object may have, with those of what is in it, as paths."""
    found: set[str] = set()
    if "$ref" in schema:
        return properties(resolved(schema))
    for name, value in schema.get("properties", {}).items():
        found |= {name, *[f"{name}.{one}" for one in properties(value)]}
    for word in ("anyOf", "oneOf", "allOf"):
        for one in schema.get(word, []):
            found |= properties(one)
    if "items" in schema:
        found |= properties(schema["items"])
    return found


def members(value: Any) -> set[str]:
    """The members that a value has, as paths."""
    if isinstance(value, list):
        return {path for one in value for path in members(one)}
    if not isinstance(value, dict):
        return set()
    return {path for name, one in value.items() for path in (name, *[f"{name}.{below}" for below in members(one)])}


def resolved(schema: Any) -> Any:
    """What a reference stands for."""
    while "$ref" in schema:
        schema = SCHEMAS[schema["$ref"].rsplit("/", 1)[1]]
    return schema


@pytest.mark.parametrize("name", sorted(DESCRIBED))
def test_every_parameter_can_be_given(name: str) -> None:
    _, _, told = DESCRIBED[name]
    asked = calls_of(name)
    expected = {(one["in"], one["name"].lower()) for one in told.get("parameters", []) if one["in"] != "path"}
    for call in asked:
        assert "{" not in call.request.path
        for one in told.get("parameters", []):
            sent = call.request.query if one["in"] == "query" else call.request.headers
            if one["name"] in sent:
                kind = one["schema"].get("type")
                value: Any = sent[one["name"]]
                jsonschema_rs.validator_for(one["schema"]).validate(
                    int(value) if kind == "integer" else value == "true" if kind == "boolean" else value
                )
    given = {("query", key) for call in asked for key in call.request.query}
    given |= {("header", key.lower()) for call in asked for key in call.request.headers}
    if name in {"getOpenApi", "getGraphqlSchema"}:  # the whole text is handed on, and nothing that says which it was
        expected -= {("header", "if-none-match")}
    given |= {("query", "after")} if name == "followMe" else set()  # `Last-Event-ID` says the same
    assert given - {("header", "accept"), ("header", "content-type")} == expected


@pytest.mark.parametrize("name", sorted(name for name, told in DESCRIBED.items() if "requestBody" in told[2]))
def test_every_member_of_a_body_can_be_given(name: str) -> None:
    schema = DESCRIBED[name][2]["requestBody"]["content"]["application/json"]["schema"]
    bodies = [json.loads(call.request.body or b"null") for call in calls_of(name)]
    check = jsonschema_rs.validator_for({**schema, "components": DESCRIPTION["components"]})
    for body in bodies:
        check.validate(body)
    given = {path for body in bodies for path in members(body)}
    assert given - {"actions.verb"} == properties(schema)  # an action's own members are the notation's


@pytest.mark.parametrize("name", sorted(name for name, told in DESCRIBED.items() if "requestBody" not in told[2]))
def test_where_no_body_is_wanted_none_is_sent(name: str) -> None:
    assert {call.request.body for call in calls_of(name)} == {None}


def test_every_sample_is_an_argument() -> None:
    assert {name for make in CALLS.values() for name in inspect.signature(make).parameters} >= set(SAMPLES) - {
        "least_ms"
    }


# what is answered

NAMES: dict[str, tuple[type[Model], ...]] = {
    "AccountAnswer": (models_account.Account,),
    "ActionAnswer": (models.LegalAction,),
    "BotAnswer": (models_account.BotAccount,),
    "CharacterAnswer": (models_account.Character,),
    "ClockAnswer": (models.NoClock, models.DecisionClock, models.BankClock, models.CorrespondenceClock),
    "Committed": (models.Committed,),
    "CredentialAnswer": (models_account.Credential,),
    "DecisionAnswer": (models.Decision,),
    "DistrictAnswer": (models_account.District,),
    "EventAnswer": (models.Event,),
    "Frame": (models_stream.ViewFrame, models_stream.EventsFrame, models_stream.EndFrame),
    "Frames": (models_stream.Frames,),
    "GuestAnswer": (models_account.Guest,),
    "Health": (models_account.Health,),
    "InviteLink": (models.InviteLink,),
    "LimitsAnswer": (models_account.Limits,),
    "Notice": (
        models_stream.SnapshotNotice,
        models_stream.TableNotice,
        models_stream.OwedNotice,
        models_stream.InvitedNotice,
        models_stream.TournamentNotice,
    ),
    "MomentAnswer": (models_replay.Moment,),
    "MomentDecision": (models_replay.MomentDecision,),
    "ReasonAnswer": (models_replay.Reason,),
    "ReplayAnswer": (models_replay.Replay,),
    "OptionAnswer": (models_account.Option,),
    "Owed": (models.Owed,),
    "PlayerAnswer": (models.Player,),
    "Position": (models.Position,),
    "ProblemKind": (models_account.ProblemKind,),
    "ResultAnswer": (models.Result,),
    "RulesAnswer": (models_account.Rules,),
    "ScenarioAnswer": (models_account.Scenario,),
    "SeatAnswer": (models.Seat,),
    "StatisticsAnswer": (models_account.Statistics,),
    "OpenPlaceAnswer": (models.OpenPlace,),
    "SetupAnswer": (models.TableSetup,),
    "TableAnswer": (models.Table,),
    "ConditionsAnswer": (models_tournament.Conditions,),
    "DeliveryAnswer": (models_ratings.Delivery,),
    "EntrantAnswer": (models_tournament.Entrant,),
    "EntryAnswer": (models_tournament.Entry,),
    "HeadToHeadAnswer": (models_ratings.HeadToHead,),
    "MeetingAnswer": (models_ratings.Meeting,),
    "ProgressAnswer": (models_tournament.Progress,),
    "RankedAnswer": (models_ratings.Ranked,),
    "RatingAnswer": (models_ratings.Rating,),
    "ProfileAnswer": (models_ratings.Profile,),
    "CharacterProfile": (models_ratings.CharacterProfile,),
    "SeatProfile": (models_ratings.SeatProfile,),
    "RatingPoint": (models_ratings.RatingPoint,),
    "ScheduleAnswer": (models_tournament.Schedule,),
    "StandingAnswer": (models_tournament.Standing,),
    "StandingsAnswer": (models_tournament.Standings,),
    "TournamentAnswer": (models_tournament.Tournament,),
    "TournamentFrames": (models_tournament.TournamentFrames,),
    "TournamentGame": (models_tournament.TournamentGame,),
    "WebhookAnswer": (models_ratings.Webhook,),
    "TournamentFrame": (models_tournament.StateFrame, models_tournament.EntriesFrame, models_tournament.OverFrame),
}
OWN = {
    ("Position", "tag"): "the ETag, which is told in a header",
    ("StandingsAnswer", "tag"): "the same",
    ("ClockAnswer", "days"): "the limit in days",
}
MADE = {("ClockAnswer", "limit_ms"): "a property of the clock with days"}


def answered() -> set[str]:
    """The schemas that answers are made of."""
    found: set[str] = set()

    def look(schema: Any) -> None:
        if isinstance(schema, dict):
            name = schema.get("$ref", "").rsplit("/", 1)[-1]
            if name and name not in found:
                found.add(name)
                look(SCHEMAS[name])
            for value in schema.values():
                look(value)
        elif isinstance(schema, list):
            for one in schema:
                look(one)

    for _, _, told in DESCRIBED.values():
        for status, response in told["responses"].items():
            if status.startswith("2"):
                look([one.get("schema") for one in response.get("content", {}).values()])
    return found | {"Notice"}


def test_every_schema_of_an_answer_has_its_model() -> None:
    pages = {name for name in answered() if name.endswith("Page")}
    for page in pages:
        assert set(SCHEMAS[page]["properties"]) == set(models.Page.model_fields)
    assert answered() - pages == {*NAMES, "PositionView"}


def told_members(model: type[Model]) -> dict[str, pydantic.fields.FieldInfo]:
    """The fields of a model by the names that the JSON has."""
    return {field.alias or name: field for name, field in model.model_fields.items()}


@pytest.mark.parametrize("name", sorted(NAMES))
def test_every_member_of_an_answer_is_in_its_model(name: str) -> None:
    schema = SCHEMAS[name]
    together = {member: field for model in NAMES[name] for member, field in told_members(model).items()}
    assert {one for one in together if (name, one) not in OWN} == set(schema["properties"])
    for model in NAMES[name]:
        for member, field in told_members(model).items():
            if (name, member) in OWN or len(NAMES[name]) > 1:
                continue
            # a model may have a default for what the service always says, and needs nothing that it may leave out
            assert member in schema["required"] or not field.is_required(), f"{name}.{member}"
            assert member in schema["required"] or (name, member) == ("PlayerAnswer", "level"), f"{name}.{member}"
            told = schema["properties"][member]
            nullable = any(one.get("type") == "null" for one in told.get("anyOf", []))
            assert nullable == allows_none(field.annotation), f"{name}.{member}"


def allows_none(annotation: Any) -> bool:
    """Whether None is one of the values of a type."""
    if typing.get_origin(annotation) in (typing.Union, types.UnionType):
        return any(allows_none(one) for one in typing.get_args(annotation))
    return annotation is type(None)
