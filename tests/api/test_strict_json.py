"""JSON that is read, and all that is not."""

from __future__ import annotations

import json

import pytest
from citadels_api.strict_json import BadJson, loads
from hypothesis import given, settings
from hypothesis import strategies as st

BOMBS: dict[str, tuple[bytes, str]] = {
    "nothing": (b"", "empty"),
    "blanks": (b" \n\t ", "empty"),
    "null": (b"null", "not_an_object"),
    "a number": (b"3", "not_an_object"),
    "a text": (b'"query"', "not_an_object"),
    "true": (b"true", "not_an_object"),
    "an array": (b"[{}]", "not_an_object"),
    "a deep array": (b"[" * 60_000, "too_deep"),
    "a deep object": (b'{"a":' * 10_000, "too_deep"),
    "a deep closed array": (b'{"a":' + b"[" * 32 + b"]" * 32 + b"}", "too_deep"),
    "brackets after an unfinished string": (b'{"a":"' + b'\\"' * 20_000 + b"[" * 40, "syntax"),
    "quotes that never end": (b'{"a":' + b"[" * 31 + b'"\\' * 30_000, "syntax"),
    "a thousand empty arrays, then depth": (b'{"a":[' + b"[]," * 1_000 + b"[" * 40, "too_deep"),
    "five thousand empty arrays": (b'{"a":[' + b"[]," * 5_000 + b"1]}", "too_many_parts"),
    "five thousand empty objects": (b'{"a":[' + b"{}," * 5_000 + b"1]}", "too_many_parts"),
    "half a UTF-8 sign": (b'{"a":"\xc3"}', "not_utf8"),
    "an overlong slash": (b'{"a":"\xc0\xaf"}', "not_utf8"),
    "a surrogate in UTF-8": (b'{"a":"\xed\xa0\x80"}', "not_utf8"),
    "UTF-16": ('{"a":1}'.encode("utf-16"), "not_utf8"),
    "UTF-32 without its mark": ('{"a":1}'.encode("utf-32-le"), "syntax"),
    "a byte order mark": (b'\xef\xbb\xbf{"a":1}', "byte_order_mark"),
    "five thousand digits": (b'{"n":' + b"9" * 5_000 + b"}", "number_too_large"),
    "a negative of sixty thousand digits": (b'{"n":-' + b"9" * 60_000 + b"}", "number_too_large"),
    "2**53": (b'{"n":9007199254740992}', "number_too_large"),
    "-2**53": (b'{"n":-9007199254740992}', "number_too_large"),
    "1e999": (b'{"n":1e999}', "number_too_large"),
    "-1e999": (b'{"n":-1e999}', "number_too_large"),
    "NaN": (b'{"n":NaN}', "not_finite"),
    "Infinity": (b'{"n":Infinity}', "not_finite"),
    "-Infinity": (b'{"n":-Infinity}', "not_finite"),
    "a lone surrogate": (b'{"operationName":"\\ud800"}', "lone_surrogate"),
    "a lone second surrogate": (b'{"a":["\\uDFFF"]}', "lone_surrogate"),
    "a lone surrogate in a key": (b'{"a":{"x\\udabc":1}}', "lone_surrogate"),
    "surrogates in the wrong order": (b'{"a":"\\udc00\\ud800"}', "lone_surrogate"),
    "a key twice": (b'{"query":"A","query":"B"}', "duplicate_key"),
    "a key twice, once in escapes": (b'{"a":1,"\\u0061":2}', "duplicate_key"),
    "a key twice, deep": (b'{"a":[{"b":{"c":1,"c":1}}]}', "duplicate_key"),
    "six thousand times a key": (b'{"a":0' + b',"a":0' * 6_000 + b"}", "duplicate_key"),
    "a brace too many": (b'{"a":1}}', "syntax"),
    "two objects": (b'{"a":1}{"a":1}', "syntax"),
    "NUL after the end": (b'{"a":1}\x00', "syntax"),
    "a line break in a text": (b'{"a":"\n"}', "syntax"),
    "single quotes": (b"{'a':1}", "syntax"),
    "a comment": (b'{"a":1/*b*/}', "syntax"),
    "a comma at the end": (b'{"a":1,}', "syntax"),
    "a leading nought": (b'{"a":01}', "syntax"),
    "half an escape": (b'{"a":"\\u12"}', "syntax"),
    "an unknown escape": (b'{"a":"\\x41"}', "syntax"),
    "an unfinished object": (b'{"a"', "syntax"),
    "a form": (b"query=%7Bme%7D", "syntax"),
    "one byte over": (b'{"a":"' + b"x" * 65_529 + b'"}', "too_large"),
    "huge": (b"x" * 1_000_000, "too_large"),
}


@pytest.mark.parametrize("name", BOMBS)
def test_a_bomb_is_refused_in_a_short_sentence(name: str) -> None:
    body, why = BOMBS[name]
    with pytest.raises(BadJson) as caught:
        loads(body)
    assert caught.value.why == why
    assert caught.value.code == ("too_large" if why == "too_large" else "invalid")
    assert len(caught.value.message) < 160
    caught.value.message.encode("ascii")
    json.dumps(caught.value.to_json())


def test_the_longest_body_is_read() -> None:
    body = b'{"a":"' + b"x" * 65_528 + b'"}'
    assert len(loads(body)["a"]) == 65_528


def test_the_greatest_numbers_are_read() -> None:
    assert loads(b'{"n":9007199254740991,"m":-9007199254740991,"x":1e308}')["m"] == -(2**53) + 1


def test_what_looks_like_depth_in_a_text_is_none() -> None:
    body = json.dumps({"a": "[{" * 100, "b": '\\"[' * 100, "c": [[[]]] * 50}).encode()
    assert loads(body)["a"] == "[{" * 100


def test_the_deepest_body_is_read() -> None:
    value = loads(b'{"a":' + b"[" * 31 + b"]" * 31 + b"}")["a"]
    for _ in range(30):
        (value,) = value
    assert value == []


def test_whole_surrogate_pairs_are_one_sign() -> None:
    assert loads(b'{"a":"\\ud83d\\ude00"}') == {"a": "\U0001f600"}


def test_the_place_of_a_fault_is_named() -> None:
    with pytest.raises(BadJson, match="at line 3, column 6"):
        loads(b'{\n"a": 1,\n"b": x\n}')
    with pytest.raises(BadJson, match="at line 2, column 5"):
        loads(b'{"a":\n    99999999999999999999}')


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53) + 1, 2**53 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


@settings(max_examples=60, deadline=None)
@given(st.dictionaries(st.text(), VALUES, max_size=5), st.booleans())
def test_whatever_is_well_formed_is_read_as_the_standard_library_reads_it(
    value: dict[str, object], escape: bool
) -> None:
    body = json.dumps(value, ensure_ascii=escape).encode()
    assert loads(body) == json.loads(body)


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=60) | st.text(alphabet='{}[]":,\\0123456789eE.-+truefalsn u', max_size=80).map(str.encode))
def test_whatever_comes_is_read_or_refused(body: bytes) -> None:
    try:
        value = loads(body)
    except BadJson as bad:
        status = bad.status
    else:
        status = 200
        assert value == json.loads(body)
        json.dumps(value, ensure_ascii=False).encode()
    assert status in {200, 400, 413}
