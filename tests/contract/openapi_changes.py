"""What breaks a client, between two OpenAPI descriptions of this service.

An answer may gain properties, a request may gain optional ones; codes may be added. Nothing may go away, change its type, or become
required in a request or optional in an answer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator


Schema = dict[str, Any]
METHODS = ("get", "put", "post", "delete", "patch")
NARROWER_IF_LESS = ("maximum", "maxLength", "maxItems", "maxProperties", "exclusiveMaximum")
NARROWER_IF_MORE = ("minimum", "minLength", "minItems", "minProperties", "exclusiveMinimum")


def breaking(old: Schema, new: Schema) -> list[str]:
    """The changes that break clients of the old description, a sentence each."""
    return sorted(set(Comparison(old, new).operations()))


class Comparison:
    """Two descriptions side by side."""

    def __init__(self, old: Schema, new: Schema) -> None:
        self.old = old
        self.new = new
        self.seen: set[tuple[str, str, bool]] = set()

    def operations(self) -> Iterator[str]:
        for path, methods in self.old["paths"].items():
            for method in METHODS:
                if method in methods:
                    now = self.new["paths"].get(path, {}).get(method)
                    where = f"{method.upper()} {path}"
                    if now is None:
                        yield f"{where} is gone"
                    else:
                        yield from self.operation(where, methods[method], now)

    def operation(self, where: str, was: Schema, now: Schema) -> Iterator[str]:
        if was.get("operationId") != now.get("operationId"):
            yield f"{where} has another operationId"
        if (not was.get("security") and now.get("security")) or (
            {} in was.get("security", [{}]) and {} not in now.get("security", [{}])
        ):
            yield f"{where} needs a credential now"
        if was.get("x-scope") != now.get("x-scope") and now.get("x-scope") != "public":
            yield f"{where} needs another scope"
        yield from self.parameters(where, was, now)
        body, body_now = was.get("requestBody"), now.get("requestBody")
        if body_now is not None:
            if body_now.get("required") and not (body or {}).get("required"):
                yield f"{where} needs a body now"
            if body is not None:
                for medium, content in body["content"].items():
                    if medium not in body_now["content"]:
                        yield f"{where} takes no {medium} now"
                    else:
                        yield from self.schema(
                            f"{where} body", content["schema"], body_now["content"][medium]["schema"], True
                        )
        for status, answer in was["responses"].items():
            if status not in now["responses"]:
                if status < "400":
                    yield f"{where} no longer answers {status}"
                continue
            answer_was, answer_now = self.at(self.old, answer), self.at(self.new, now["responses"][status])
            for medium, content in answer_was.get("content", {}).items():
                if medium not in answer_now.get("content", {}):
                    yield f"{where} {status} is no longer {medium}"
                else:
                    yield from self.schema(
                        f"{where} {status}", content["schema"], answer_now["content"][medium]["schema"], False
                    )
            for name in answer_was.get("headers", {}):
                if name not in answer_now.get("headers", {}):
                    yield f"{where} {status} has no header {name} now"

    def parameters(self, where: str, was: Schema, now: Schema) -> Iterator[str]:
        known = {(one["in"], one["name"]): one for one in was.get("parameters", [])}
        known_now = {(one["in"], one["name"]): one for one in now.get("parameters", [])}
        for key, one in known.items():
            if key not in known_now:
                yield f"{where} has no parameter {key[1]} now"
            else:
                yield from self.schema(f"{where} {key[1]}", one["schema"], known_now[key]["schema"], True)
        for key, one in known_now.items():
            if one.get("required") and not known.get(key, {}).get("required"):
                yield f"{where} needs the parameter {key[1]} now"

    def at(self, document: Schema, schema: Schema) -> Schema:
        while "$ref" in schema:
            found: Any = document
            for step in schema["$ref"][2:].split("/"):
                found = found[step]
            schema = found
        return schema

    def schema(self, where: str, was: Schema, now: Schema, asked: bool) -> Iterator[str]:
        """What breaks between two schemas: of what clients send (`asked`), or of what they get."""
        key = (was.get("$ref", ""), now.get("$ref", ""), asked)
        if key[0] and key in self.seen:
            return
        self.seen.add(key)
        if key[0]:
            where = f"{key[0].rpartition('/')[2]} ({'sent' if asked else 'got'})"
        was, now = self.at(self.old, was), self.at(self.new, now)
        kinds, kinds_now = types(was), types(now)
        lost = kinds - kinds_now if asked else kinds_now - kinds
        if kinds and kinds_now and lost:
            yield f"{where}: {', '.join(sorted(lost))} {'is no longer taken' if asked else 'may come now'}"
        if "enum" in was or "enum" in now:
            yield from self.values(where, was, now, asked)
        if asked:
            yield from self.bounds(where, was, now)
        for name, value in was.get("properties", {}).items():
            if name not in now.get("properties", {}):
                yield f"{where}: {name} is gone"
            else:
                yield from self.schema(f"{where}.{name}", value, now["properties"][name], asked)
        required, required_now = set(was.get("required", [])), set(now.get("required", []))
        for name in required_now - required if asked else required - required_now:
            yield f"{where}: {name} {'is needed now' if asked else 'may be left out now'}"
        if "items" in was and "items" in now:
            yield from self.schema(f"{where}[]", was["items"], now["items"], asked)
        yield from self.branches(where, was, now, asked)

    def branches(self, where: str, was: Schema, now: Schema, asked: bool) -> Iterator[str]:
        for one, two in zip(branch_list(was), branch_list(now), strict=False):
            yield from self.schema(where, one, two, asked)

    def values(self, where: str, was: Schema, now: Schema, asked: bool) -> Iterator[str]:
        if where.endswith(("Problem (got).code", "path code")):
            return  # codes are added
        old, new = was.get("enum"), now.get("enum")
        if asked and new is not None and (old is None or set(old) - set(new)):
            yield f"{where}: fewer values are taken"
        if not asked and old is not None and (new is None or set(new) - set(old)):
            yield f"{where}: other values may come"

    def bounds(self, where: str, was: Schema, now: Schema) -> Iterator[str]:
        was_so = {**was, **property_bounds(was)}
        for name in NARROWER_IF_LESS:
            if name in now and now[name] < was_so.get(name, float("inf")):
                yield f"{where}: {name} is less"
        for name in NARROWER_IF_MORE:
            if name in now and now[name] > was_so.get(name, float("-inf")):
                yield f"{where}: {name} is more"
        if "pattern" in now and now["pattern"] != was.get("pattern"):
            yield f"{where}: the pattern is another"
        if now.get("additionalProperties") is False and was.get("additionalProperties") is not False:
            yield f"{where}: nothing else is taken now"


def property_bounds(schema: Schema) -> dict[str, float]:
    """How many properties an object has at least and at most, by whichever of its words says most.

    An object with `oneOf` branches that each require one property has exactly one of these.
    """
    required = set(schema.get("required", []))
    chosen = [set(one["required"]) - required for one in schema.get("oneOf", []) if "required" in one]
    least = len(required) + min(map(len, chosen), default=0)
    most = float("inf")
    if schema.get("additionalProperties") is False:
        most = len(schema.get("properties", {}))
        if chosen and all(len(one) == 1 for one in chosen):
            most -= len(set.union(*chosen)) - 1
    return {
        "minProperties": max(schema.get("minProperties", 0), least),
        "maxProperties": min(schema.get("maxProperties", float("inf")), most),
    }


def branch_list(schema: Schema) -> list[Schema]:
    """The alternatives of a schema that are not null."""
    branches = schema.get("anyOf") or schema.get("oneOf") or []
    return [one for one in branches if one.get("type") != "null" and "required" not in one]


def types(schema: Schema) -> set[str]:
    """The types that a schema allows, as far as it says so at once."""
    if "type" in schema:
        kinds = schema["type"]
        return {kinds} if isinstance(kinds, str) else set(kinds)
    found: set[str] = set()
    for one in schema.get("anyOf", []):
        if "$ref" in one:
            found.add("object")
        elif not (kinds := types(one)):
            return set()
        else:
            found |= kinds
    return found
