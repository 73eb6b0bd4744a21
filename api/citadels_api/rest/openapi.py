"""OpenAPI 3.1, written from the route table, the models of requests and the structs of responses.

1. Every operation, parameter and property has a description. Fields of models and structs have it in the docstring below them.
2. Each operation lists its refusals by status, as a `Problem` with one example per code.
3. The text is always the same for the same code.
4. No property in a body has a `default`, because client generators read it as "always there". Optional fields are not required, and their
   description tells the default. Fields that a response always has are required.
"""

from __future__ import annotations

import inspect
import json
from typing import TYPE_CHECKING, Any, Final, get_args, get_origin

import msgspec
from pydantic.json_schema import models_json_schema

from citadels_api.context import SCOPES
from citadels_api.field_texts import field_texts
from citadels_api.operations import PUBLIC
from citadels_api.problems import MEDIA_TYPE, PROBLEMS, Refusal
from citadels_api.request_fields import Body, NoQuery
from citadels_api.rest.openapi_parts import HEADERS, PATH_PARAMETERS, PROBLEM, REQUEST_HEADERS
from citadels_api.rest.position_schema import VIEW
from citadels_api.rest.streaming import EVENT_STREAM, NDJSON

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from pydantic import BaseModel

    from citadels_api.operations import Operation


Schema = dict[str, Any]
AT: Final = "#/components/schemas/{name}"

ONE_A_LINE: Final = "Objects, one per line."


def document(operations: Sequence[Operation], tags: Mapping[str, str]) -> Schema:
    """The whole description."""
    schemas = {**request_schemas(operations), **answer_schemas(operations), "Problem": PROBLEM, "PositionView": VIEW}
    paths: dict[str, Schema] = {}
    refusals: dict[str, Schema] = {}
    for operation in operations:
        paths.setdefault(operation.path, {})[operation.method.lower()] = describe(operation, refusals)
    scopes = "; ".join(f"`{name}`: {text}" for name, text in SCOPES.items())
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Citadels Arena",
            "version": "1",
            "description": "Play Citadels over HTTP: tables, moves, events, records. Times are milliseconds since 1970, UTC. Within `/v1`, fields, operations and codes are only added, never removed. Ignore fields that you do not know.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/", "description": "This service."}],
        "tags": [{"name": name, "description": text} for name, text in tags.items()],
        "paths": paths,
        "components": {
            "schemas": dict(sorted(schemas.items())),
            "responses": dict(sorted(refusals.items())),
            "headers": HEADERS,
            "examples": {
                code: {"summary": kind.title, "value": Refusal(code).to_json()} for code, kind in PROBLEMS.items()
            },
            "securitySchemes": {
                "credential": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": f"A credential, `ctd_...`. Its scopes: {scopes}.",
                }
            },
        },
    }


# schemas


def request_schemas(operations: Sequence[Operation]) -> dict[str, Schema]:
    """The models of bodies."""
    models = [(operation.body, "validation") for operation in operations if operation.body is not None]
    _, told = models_json_schema(list(dict.fromkeys(models)), ref_template=AT.replace("name", "model"))  # type: ignore[arg-type]  # the mode is a literal
    known = {model.__name__: model for model in below(Body)}
    return {
        name: with_defaults_in_words(without_titles(with_texts(schema, known[name])))
        for name, schema in told["$defs"].items()
    }


def below(model: type[BaseModel]) -> Iterator[type[BaseModel]]:
    """The models that a model contains."""
    for one in model.__subclasses__():
        yield one
        yield from below(one)


def with_texts(schema: Schema, model: type[BaseModel]) -> Schema:
    """A model's schema with property descriptions from the docstrings, including those of the models that it contains."""
    texts = field_texts(model)
    described = {
        name: dict(sorted({**value, "description": texts[name]}.items()))
        for name, value in schema.get("properties", {}).items()
    }
    return {**schema, "properties": described} if described else schema


def with_defaults_in_words(schema: Schema) -> Schema:
    """A model's schema with property descriptions that tell the defaults. Empty defaults are not told."""
    told: Schema = {}
    for name, value in schema.get("properties", {}).items():
        default = value.get("default")
        told[name] = {key: one for key, one in value.items() if key != "default"}
        if default not in (None, "", [], {}) and "$ref" not in value:  # what is referred to tells its own
            said = default if isinstance(default, str) else json.dumps(default)
            told[name]["description"] += f" Default: `{said}`."
    return {**schema, "properties": told} if told else schema


def without_titles(schema: Any) -> Any:
    """A schema without titles that only repeat the names of fields."""
    if isinstance(schema, dict):
        return {
            key: without_titles(value)
            for key, value in schema.items()
            if not (key == "title" and isinstance(value, str))
        }
    if isinstance(schema, list):
        return [without_titles(one) for one in schema]
    return schema


def structs(operations: Sequence[Operation]) -> list[Any]:
    """The response types that are structs of ours."""
    return list(dict.fromkeys(operation.answer for operation in operations if not isinstance(operation.answer, str)))


def name_of(answer: Any) -> str:
    """The name of a response's schema."""
    origin = get_origin(answer)
    if origin is None:
        return str(answer.__name__)
    return "".join(one.__name__ for one in get_args(answer)) + str(origin.__name__)


def answer_schemas(operations: Sequence[Operation]) -> dict[str, Schema]:
    """The structs of responses, with everything that they contain."""
    wanted = structs(operations)
    told, found = msgspec.json.schema_components(wanted, ref_template=AT)
    renamed = {
        one["$ref"].rpartition("/")[2]: name_of(answer)
        for one, answer in zip(told, wanted, strict=True)
        if get_origin(answer) is not None
    }
    known = {one.__name__: one for answer in wanted for one in reached(answer)}
    schemas: dict[str, Schema] = {}
    for name, schema in found.items():
        described = dict(schema)
        described.pop("title", None)
        if "description" in described:  # a docstring, which older Pythons keep with its indentation
            described["description"] = inspect.cleandoc(described["description"])
        struct = known[name.partition("_")[0]]
        texts = field_texts(struct)
        described["properties"] = {
            field: {
                **({"description": texts[field]} if field in texts else {}),
                **{key: one for key, one in value.items() if key != "default"},
            }
            for field, value in schema.get("properties", {}).items()
        }
        if not struct.__struct_config__.omit_defaults:
            described["required"] = list(described["properties"])
        schemas[renamed.get(name, name)] = described
    schemas["Position"]["properties"]["view"] = {
        "description": "The position as the viewer may know it; empty before the deal.",
        "$ref": AT.format(name="PositionView"),
    }
    return {name: following(schema, renamed) for name, schema in schemas.items()}


def following(schema: Any, renamed: dict[str, str]) -> Any:
    """A schema whose references use the new names."""
    if isinstance(schema, dict):
        return {
            key: AT.format(name=renamed.get(value.rpartition("/")[2], value.rpartition("/")[2]))
            if key == "$ref"
            else following(value, renamed)
            for key, value in schema.items()
        }
    if isinstance(schema, list):
        return [following(one, renamed) for one in schema]
    return schema


def reached(answer: Any) -> Iterator[type[msgspec.Struct]]:
    """The structs that a type contains."""
    origin = get_origin(answer)
    if isinstance(answer, type) and issubclass(answer, msgspec.Struct):
        yield answer
        for field in msgspec.structs.fields(answer):
            yield from reached(field.type)
    elif origin is not None:
        if isinstance(origin, type) and issubclass(origin, msgspec.Struct):
            yield origin
        for one in get_args(answer):
            yield from reached(one)
    else:
        for one in get_args(answer):
            yield from reached(one)


# operations


def describe(operation: Operation, refusals: dict[str, Schema]) -> Schema:
    """One operation. Its refusals are collected with those of the others, so that equal ones are written once."""
    told: Schema = {
        "operationId": operation.id,
        "tags": [operation.tag],
        "summary": operation.summary,
        "description": operation.description + scope_text(operation),
        "security": [{"credential": []}] if operation.scope != PUBLIC else [{}, {"credential": []}],
        "parameters": list(parameters(operation)),
    }
    if operation.cost == 0 or operation.steady:
        told["security"] = []
    if operation.body is not None:
        told["requestBody"] = {
            "description": inspect.cleandoc(operation.body.__doc__ or ""),
            "required": operation.body_needed,
            "content": {"application/json": {"schema": {"$ref": AT.format(name=operation.body.__name__)}}},
        }
    told["responses"] = responses(operation, refusals)
    told["x-cost"] = operation.cost
    told["x-scope"] = operation.scope
    return told


def scope_text(operation: Operation) -> str:
    """Who may use the operation, as a sentence."""
    if operation.scope in SCOPES:
        return f" The credential needs the scope `{operation.scope}`."
    return ""


def parameters(operation: Operation) -> Iterator[Schema]:
    """The parameters of an operation."""
    for name in operation.parameters:
        yield {"name": name, "in": "path", "required": True, **PATH_PARAMETERS[name]}
    for name in operation.headers:
        yield {"name": name, "in": "header", "required": False, **REQUEST_HEADERS[name]}
    if operation.query not in {None, NoQuery}:
        assert operation.query is not None
        schema = with_texts(operation.query.model_json_schema(), operation.query)
        needed = schema.get("required", [])
        for name, value in schema.get("properties", {}).items():
            text = value.pop("description")
            yield {
                "name": name,
                "in": "query",
                "required": name in needed,
                "description": text,
                "schema": without_null(without_titles(value)),
            }


def without_null(schema: Schema) -> Schema:
    """The schema of an optional query parameter without null: a query string has no null."""
    schema = {key: value for key, value in schema.items() if not (key == "default" and value is None)}
    kinds = schema.get("anyOf")
    if kinds is None:
        return schema
    left = [one for one in kinds if one.get("type") != "null"]
    rest = {key: value for key, value in schema.items() if key != "anyOf"}
    return {**left[0], **rest} if len(left) == 1 else {**rest, "anyOf": left}


def limits_of(operation: Operation) -> Schema:
    """The rate-limit headers of every response that limits apply to."""
    if (
        not operation.cost or operation.steady
    ):  # a steady one answers without a store, and then there is nothing to tell
        return {}
    return {name: {"$ref": f"#/components/headers/{name}"} for name in ("RateLimit", "RateLimit-Policy")}


def responses(operation: Operation, refusals: dict[str, Schema]) -> Schema:
    """The responses of an operation, by status."""
    good: Schema = {
        "description": "The result.",
        "headers": limits_of(operation),
        "content": content(operation),
    }
    if operation.etag:
        good["headers"]["ETag"] = {"$ref": "#/components/headers/ETag"}
    if operation.links:
        good["links"] = {
            link.name: {
                "operationId": link.operation,
                "parameters": link.parameters,
                "description": link.description,
            }
            for link in operation.links
        }
    told: Schema = {str(operation.status): good}
    if operation.etag:
        told["304"] = {
            "description": "Nothing has happened since.",
            "headers": {**limits_of(operation), "ETag": {"$ref": "#/components/headers/ETag"}},
        }
    by_status: dict[int, list[str]] = {}
    for code in operation.all_codes:
        by_status.setdefault(PROBLEMS[code].status, []).append(code)
    for status in sorted(by_status):
        name = "-".join([*(["free"] if not operation.cost else []), *by_status[status]])
        refusals.setdefault(name, problems(operation, status, by_status[status]))
        told[str(status)] = {"$ref": f"#/components/responses/{name}"}
    return told


def content(operation: Operation) -> Schema:
    """The media types of an operation's response."""
    if isinstance(operation.answer, str):
        schema: Schema = {"type": "object", "description": "A JSON object."}
        if operation.answer == NDJSON:
            schema = {"type": "string", "description": ONE_A_LINE}
        elif operation.answer.startswith("text/"):
            schema = {"type": "string", "description": "Text."}
        return {medium: {"schema": schema} for medium in operation.media}
    reference = {"$ref": AT.format(name=name_of(operation.answer))}
    item = reference
    if "application/json" in operation.media and len(operation.media) > 1:
        item = {"$ref": AT.format(name=item_of(operation.answer))}
    told: Schema = {}
    for medium in operation.media:
        if medium == "application/json":
            told[medium] = {"schema": reference}
        elif medium == EVENT_STREAM:
            told[medium] = {
                "schema": {
                    "type": "string",
                    "description": "Server-sent events: `data` is one object, `id` its number, `event` its type.",
                    "contentMediaType": "application/json",
                    "contentSchema": item,
                }
            }
        else:
            told[medium] = {
                "schema": {
                    "type": "string",
                    "description": ONE_A_LINE,
                    "contentMediaType": "application/json",
                    "contentSchema": item,
                }
            }
    return told


def item_of(answer: Any) -> str:
    """The name of the schema of an item in `items`."""
    items = next(one for one in msgspec.structs.fields(answer) if one.name == "items")
    return name_of(get_args(items.type)[0])


def problems(operation: Operation, status: int, codes: list[str]) -> Schema:
    """The refusals of one status."""
    headers = limits_of(operation)
    for name, of in (("Retry-After", {429, 503}), ("WWW-Authenticate", {401}), ("Allow", {405})):
        if status in of:
            headers[name] = {"$ref": f"#/components/headers/{name}"}
    return {
        "description": " ".join(f"`{code}`: {PROBLEMS[code].description}" for code in codes),
        "headers": headers,
        "content": {
            MEDIA_TYPE: {
                "schema": {"$ref": AT.format(name="Problem")},
                "examples": {code: {"$ref": f"#/components/examples/{code}"} for code in codes},
            }
        },
    }
