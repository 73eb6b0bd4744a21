"""`citadels watch`: what is seen of a whole game, and how it is asked for; a transport plays the service."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import click
import httpx2
import pytest
from citadels_engine.formats.record import read, steps
from citadels_sdk.cli import citadels
from citadels_sdk.verbs import watch as module
from citadels_sdk.verbs.watch import _place, label, refused
from click.testing import CliRunner

from tests.sdk.verbs.test_watch_service import TABLE, Service, event, frame, sent, watcher
from tests.support.kept import assert_kept
from tests.support.small_tournament import played

KEPT = Path(__file__).parent / "kept"
CLIENT = httpx2.Client


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal of eighty columns, and no pauses."""
    monkeypatch.setattr("shutil.get_terminal_size", lambda *_: SimpleNamespace(columns=80, lines=24))
    monkeypatch.setattr(module, "PAUSES", (0.0, 0.0))
    monkeypatch.delenv("CITADELS_TOKEN", raising=False)
    monkeypatch.delenv("CITADELS_URL", raising=False)


def watched(service: Service, *words: str, monkeypatch: pytest.MonkeyPatch, color: bool = False) -> Any:
    """What the command shows of that service."""
    monkeypatch.setattr(httpx2, "Client", lambda **given: CLIENT(base_url=given["base_url"], transport=httpx2.MockTransport(service)))  # fmt: skip
    return CliRunner().invoke(citadels, ["watch", "game_1", *words], color=color)


def told_events() -> list[dict[str, Any]]:
    """What happens first in a recorded game, as a service tells spectators."""
    found: list[dict[str, Any]] = []
    for _, moment in islice(steps(read(played().games.text("1.0.0.0")), telling=True), 24):
        for one in moment.events:
            told = dict(one.for_seat(None))
            kind, seat = str(told.pop("kind")), told.pop("seat", None)
            found.append(event(len(found) + 1, kind, seat, **told))  # type: ignore[arg-type]  # a number, or none
    return found


def test_a_game_is_told_as_people_have_read_it(monkeypatch: pytest.MonkeyPatch) -> None:
    happened = told_events()
    house = [event(90, "created", by="x"), event(91, "ask", 0, n=3), event(92, "turn_end", 1), event(93, "invitation", 1), event(94, "resign", 1)]  # fmt: skip
    text = played().games.text("1.0.0.0")
    result = read(text).result
    assert result is not None
    totals = [one["total"] for one in result.scores]
    over = {**TABLE, "status": "over", "result": {"places": [list(one) for one in result.places], "totals": totals, "left": [1]}}  # fmt: skip
    streams = [sent(frame(len(happened), *happened), frame(94, *house), frame(95, kind="end")) for _ in range(3)]
    texts = []
    for words, record, color in (([], text, True), (["--language", "fr"], "", False), (["--from-now"], "odd", False)):
        shown = watched(Service(streams.pop(), table=over, record=record), *words, monkeypatch=monkeypatch, color=color)
        assert shown.exit_code == 0, shown.output
        texts.append(f"== {' '.join(words)}\n{shown.output}".replace("\x1b", "ESC"))
    assert_kept(KEPT / "watched.txt", texts)


def test_frames_are_printed_as_they_came(monkeypatch: pytest.MonkeyPatch) -> None:
    frames = [frame(3, event(3, "resign", 1, who="é")), frame(4, kind="end")]
    shown = watched(Service(sent(*frames)), "--json", monkeypatch=monkeypatch)
    assert shown.output == "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in frames)


def test_who_leaves_earlier_has_the_status_of_that(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(_request: httpx2.Request) -> httpx2.Response:
        raise KeyboardInterrupt

    assert watched(interrupt, monkeypatch=monkeypatch).exit_code == 130  # type: ignore[arg-type]  # it answers as one does


@pytest.mark.parametrize(
    ("table", "url", "found"),
    [
        ("game_1", "http://host/", ("http://host", "game_1")), ("game_1", "http://hostX", ("http://hostX", "game_1")), ("http://h:1/v1/tables/game_1/events", "x", ("http://h:1", "game_1")),
        ("https://h/tables/game_1?x=1", "x", ("https://h", "game_1")), ("http://h/deep//tables/game_2/", "x", ("http://h", "game_2")),
    ],
)  # fmt: skip
def test_a_table_is_an_id_or_a_link(table: str, url: str, found: tuple[str, str]) -> None:
    assert _place(table, url) == found


@pytest.mark.parametrize("link", ["http://h", "http://h/tables", "http://h/x/game_1", "http://tables/game_1"])
def test_another_link_is_refused_with_the_way_out(link: str) -> None:
    with pytest.raises(click.UsageError) as caught:
        _place(link, "")
    assert caught.value.message == f"{link} is no link to a table: http://HOST:PORT/v1/tables/ID"


def test_a_seat_is_called_by_its_player_and_its_number() -> None:
    assert label({"seat": 2, "kind": "human", "player": {"name": "Ann"}}) == "Ann-2"
    assert label({"seat": 0, "kind": "open", "player": None}) == label({"seat": 0, "kind": "open"}) == "open-0"


def test_a_stream_is_asked_for_by_its_headers() -> None:
    asked: list[httpx2.Request] = []

    def service(request: httpx2.Request) -> httpx2.Response:
        asked.append(request)
        return sent(frame(9, kind="end"))

    with watcher(service, as_json=True) as watching:
        watching.watch(None)
        watching.watch(7)
    assert [(one.method, one.url.path, one.headers["accept"]) for one in asked] == [("GET", "/v1/tables/game_1/events", "text/event-stream")] * 2  # fmt: skip
    assert [one.headers.get("last-event-id") for one in asked] == [None, "7"]


@pytest.mark.parametrize("status", [429, 503])
def test_a_service_that_is_busy_is_asked_again(status: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PATIENCE", -1.0)
    with watcher(Service(httpx2.Response(status)), as_json=True) as watching, pytest.raises(click.ClickException) as caught:  # fmt: skip
        watching.watch(0)
    assert caught.value.message == f"http://host does not answer any more: status {status}"


def test_a_service_that_ends_the_connection_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PATIENCE", -1.0)
    for stream in (sent(), sent({"type": "end", "reason": "draining"})):
        with watcher(Service(stream), as_json=True) as watching, pytest.raises(click.ClickException) as caught:
            watching.watch(0)
        assert caught.value.message == "http://host does not answer any more: the service has ended the connection"


def test_where_nobody_answers_the_way_out_is_named() -> None:
    def nobody(_request: httpx2.Request) -> httpx2.Response:
        raise httpx2.ConnectError("refused")

    with watcher(nobody) as watching, pytest.raises(click.ClickException) as caught:
        watching.watch(0)
    assert caught.value.message == (
        "http://host does not answer (refused): start a service with `citadels up`, or name one with --url"
    )


@pytest.mark.parametrize(("status", "fails"), [(200, False), (399, False), (400, True), (404, True), (500, True)])
def test_only_an_error_is_a_refusal(status: int, fails: bool) -> None:
    response = httpx2.Response(status, json={"detail": ""}, request=httpx2.Request("GET", "http://host/v1/x"))
    if not fails:
        refused(response)
        return
    with pytest.raises(click.ClickException) as caught:
        refused(response)
    assert caught.value.message == f"/v1/x was answered {status}"


def test_patience_and_pauses_are_these() -> None:
    assert (module.PATIENCE, module.SILENCE, module.INTERRUPTED) == (60.0, 60.0, 130)
    assert module.SILENT == ("ask", "turn_end", "created", "invitation")
