"""Server-sent events, however the bytes come."""

from __future__ import annotations

import pytest
from citadels_sdk.client import sse
from citadels_sdk.client.sse import Message, Reader
from hypothesis import given, settings
from hypothesis import strategies as st

NAMES = st.text(st.characters(exclude_characters="\r\n\0", exclude_categories=["Cs"]), max_size=8).map(
    lambda text: text.removeprefix(" ")
)
MESSAGES = st.builds(
    Message, event=NAMES.filter(bool), data=st.lists(NAMES, min_size=1, max_size=3).map("\n".join), id=NAMES
)


def written(messages: list[Message], end: str) -> bytes:
    """A stream of these, with heartbeats between them."""
    lines: list[str] = []
    for message in messages:
        data = [f"data: {line}" for line in message.data.split("\n")]
        lines += [": beat", "", f"id: {message.id}", f"event: {message.event}", *data, ""]
    return "".join(line + end for line in lines).encode()


def pieces(text: bytes, cuts: list[int]) -> list[bytes]:
    """The text, cut at these places."""
    places = sorted({cut % (len(text) + 1) for cut in cuts})
    return [text[one:two] for one, two in zip([0, *places], [*places, len(text)], strict=True)]


@settings(deadline=None)
@given(st.lists(MESSAGES, max_size=4), st.sampled_from(["\n", "\r\n", "\r"]), st.lists(st.integers(0), max_size=12))
def test_any_cut_of_the_bytes_gives_the_same_events(messages: list[Message], end: str, cuts: list[int]) -> None:
    reader = Reader()
    text = written(messages, end)
    found = [message for piece in pieces(text, cuts) for message in reader.feed(piece)]
    found += reader.feed(b"\n") if end == "\r" else []
    assert found == messages


def test_byte_by_byte_is_the_same() -> None:
    text = b"\xef\xbb\xbfid: 1\r\ndata: \xc3\xa9\r\ndata\r\n\r\n"
    reader = Reader()
    assert [one for at in range(len(text)) for one in reader.feed(text[at : at + 1])] == [
        Message("message", "é\n", "1")
    ]


def test_comments_and_unknown_fields_say_nothing() -> None:
    assert Reader().feed(b": beat\n\nretry: 5\nwhatever\n\n") == []


def test_an_id_stays_until_another_comes() -> None:
    reader = Reader()
    assert [one.id for one in reader.feed(b"id: 4\ndata: a\n\ndata: b\n\nid: x\0\ndata: c\n\nid\ndata: d\n\n")] == [
        "4",
        "4",
        "4",
        "",
    ]


def test_an_event_that_is_cut_is_none() -> None:
    assert Reader().feed(b"event: view\ndata: {}\n") == []


def test_an_event_without_an_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sse, "LARGEST", 100)
    reader = Reader()
    for _ in range(4):
        reader.feed(b"data: abcdefghijklmnopqrstuvwxyz\n")
    with pytest.raises(ValueError, match="without an end"):
        reader.feed(b"data: abcdefghijklmnopqrstuvwxyz\n")
