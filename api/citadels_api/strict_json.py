"""JSON as this service reads it: one meaning, bounded, and refused in words when it is anything else.

1. UTF-8 without a byte order mark, one object, nothing after it.
2. No key twice in an object: of two readers one would take the first, the other the last.
3. No NaN, no Infinity, no number that becomes infinite; whole numbers that every language holds exactly.
4. No half of a surrogate pair: such a text cannot be written out again.
5. The depth is known before the parser, which calls itself, sees the text.
"""

from __future__ import annotations

import json
import math
import re
from typing import Any, Final

from citadels_api.problems import Refusal

LIMIT: Final = 64 * 1024
"""Bytes of a body."""
DEPTH: Final = 32
PARTS: Final = 5_000
"""Objects and arrays of a body; each costs far more than the byte or two that it is written in."""
LARGEST: Final = 2**53 - 1
"""The largest whole number that a double holds exactly, like all that are smaller."""

_PYTHONS: Final = re.compile(r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|\b(None|True|False)\b""", re.DOTALL)
"""Texts in quotes, and values as Python writes them."""
_JSONS: Final = {"None": "null", "True": "true", "False": "false"}

_STRING: Final = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"?', re.DOTALL)
"""A string, an unfinished one up to the end of the text; no sign is looked at twice."""
_ROUND: Final = bytes.maketrans(b"{}", b"[]")
_NO_BRACKETS: Final = bytes(sign for sign in range(256) if sign not in b"[]{}")
_SURROGATE: Final = re.compile(r"\\u[dD][89abAB-Fc-f]")


def in_json_words(message: str) -> str:
    """A sentence of a library's, with values as JSON writes them; what stands in quotes stays.

    >>> in_json_words("True is not one of 'random', 'None'")
    "true is not one of 'random', 'None'"
    """
    return _PYTHONS.sub(lambda found: _JSONS[found[1]] if found[1] else found[0], message)


class BadJson(Refusal):
    """A body that is not read: `why` is one of a fixed set of words, the message says where."""

    __slots__ = ("why",)

    def __init__(self, why: str, message: str) -> None:
        at_fault = {} if why == "too_large" else {"errors": [{"path": "body"}]}
        super().__init__("too_large" if why == "too_large" else "invalid", message, why=why, **at_fault)
        self.why = why


class _Found(Exception):
    """Something in the text that is not taken, as its kind and as it is written."""

    def __init__(self, why: str, text: str) -> None:
        super().__init__(why)
        self.why, self.text = why, text


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise _Found("duplicate_key", key)
            seen.add(key)
    return members


def _int(text: str) -> int:
    if len(text) > 17 or abs(number := int(text)) > LARGEST:
        raise _Found("number_too_large", text)
    return number


def _float(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise _Found("number_too_large", text)
    return number


def _constant(text: str) -> float:
    raise _Found("not_finite", text)


_DECODER: Final = json.JSONDecoder(
    object_pairs_hook=_pairs, parse_int=_int, parse_float=_float, parse_constant=_constant
)


def loads(body: bytes, *, limit: int = LIMIT, depth: int = DEPTH) -> dict[str, Any]:
    """The object in the body; else `BadJson`.

    >>> loads(b'{"n": 7}')
    {'n': 7}
    """
    if len(body) > limit:
        raise BadJson("too_large", f"the body has {len(body)} bytes; {limit} are read")
    try:
        text = body.decode()
    except UnicodeDecodeError as error:
        raise BadJson("not_utf8", f"byte {error.start + 1} of the body is not UTF-8") from None
    if text.startswith("\ufeff"):
        raise BadJson("byte_order_mark", "the body begins with a byte order mark, which JSON has not")
    parts = body.count(b"{") + body.count(b"[")
    if parts > depth:
        _check_depth(body, depth)
        if parts > PARTS:
            raise BadJson("too_many_parts", f"the body has {parts} opening brackets; {PARTS} are read")
    try:
        value = _DECODER.decode(text)
    except json.JSONDecodeError as error:
        if not text.strip():
            raise BadJson("empty", "the body is empty where a JSON object is needed") from None
        raise BadJson("syntax", f"this is not JSON: {error.msg}, {_place(text, error.pos)}") from None
    except _Found as found:
        raise _explain(text, found) from None
    if type(value) is not dict:
        raise BadJson("not_an_object", f"the body is {_kind(value)} where a JSON object is needed")
    if _SURROGATE.search(text) is not None:
        _check_surrogates(value)
    return value


def _check_depth(body: bytes, depth: int) -> None:
    """Each pass takes the innermost pairs away; what is left after `depth` passes is deeper, or is not closed."""
    rest = _STRING.sub(b"", body).translate(_ROUND, _NO_BRACKETS)
    for _ in range(depth):
        fewer = rest.replace(b"[]", b"")
        if len(fewer) == len(rest):
            break
        rest = fewer
    if b"[]" in rest or rest.count(b"[") > depth:
        raise BadJson("too_deep", f"the body is nested more than {depth} deep")


def _check_surrogates(value: object) -> None:
    waiting = [value]
    while waiting:
        match waiting.pop():
            case str() as text if any("\ud800" <= sign <= "\udfff" for sign in text):
                raise BadJson(
                    "lone_surrogate", f"half of a surrogate pair stands alone in the text {_short(ascii(text))}"
                )
            case dict() as members:
                waiting += members
                waiting += members.values()
            case list() as items:
                waiting += items
            case _:
                pass


def _explain(text: str, found: _Found) -> BadJson:
    match found.why:
        case "duplicate_key":
            return BadJson(found.why, f"the key {_short(ascii(found.text))} stands twice in one object")
        case "not_finite":
            said = f"{found.text} is no JSON number"
        case _:
            said = f"the number {_short(found.text)} is out of range"
    return BadJson(found.why, f"{said}, {_place(text, text.find(found.text))}")


def _place(text: str, position: int) -> str:
    line = text.count("\n", 0, position) + 1
    return f"at line {line}, column {position - text.rfind(chr(10), 0, position)}"


def _short(text: str, most: int = 40) -> str:
    return text if len(text) <= most else f"{text[:most]}..."


def _kind(value: object) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return "true or false"
        case int() | float():
            return "a number"
        case str():
            return "a text"
        case _:
            return "an array"
