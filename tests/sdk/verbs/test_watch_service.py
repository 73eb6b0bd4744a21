"""`citadels watch`, against a service played by a transport."""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import click
import httpx2
import pytest
from citadels_engine import is_over, new_game, scores
from citadels_engine.bots import make
from citadels_engine.formats import record
from citadels_engine.views.view import view
from citadels_sdk import cli
from citadels_sdk.verbs import watch
from click.testing import CliRunner

from tests.support.modules import replace_in

TABLE: dict[str, Any] = {
    "id": "game_1",
    "name": "A table",
    "edition": "modern",
    "status": "running",
    "seats": [
        {"seat": 0, "kind": "ai", "player": {"name": "greedy"}},
        {"seat": 1, "kind": "human", "player": {"name": "Ann"}},
    ],
    "your_seat": None,
    "result": None,
}


def frame(number: int, *events: dict[str, Any], kind: str = "events") -> dict[str, Any]:
    return {"type": kind, "table": "game_1", "number": number, "at": 0, "events": list(events)}


def event(number: int, kind: str, seat: int | None = None, **facts: Any) -> dict[str, Any]:
    return {"number": number, "kind": kind, "seat": seat, "facts": facts}


def sent(*frames: dict[str, Any], cut: str = "") -> httpx2.Response:
    """A stream of these frames, and what was under way when it was cut."""
    text = ": \n\n" + "".join(
        f"id: {one.get('number', 0)}\nevent: {one['type']}\ndata: {json.dumps(one)}\n\n" for one in frames
    )
    return httpx2.Response(200, headers={"content-type": "text/event-stream"}, text=text + cut)


class Service:
    """Answers in turn for the stream, always alike for the rest."""

    def __init__(self, *streams: httpx2.Response | Exception, table: dict[str, Any] = TABLE, record: str = "") -> None:
        self.streams = list(streams)
        self.table = table
        self.record = record
        self.asked: list[str | None] = []

    def __call__(self, request: httpx2.Request) -> httpx2.Response:
        if request.url.path.endswith("/events"):
            self.asked.append(request.headers.get("last-event-id"))
            found = self.streams.pop(0)
            if isinstance(found, Exception):
                raise found
            return found
        if request.url.path.endswith("/record"):
            return httpx2.Response(200 if self.record else 404, text=self.record)
        return httpx2.Response(200, json=self.table)


@contextmanager
def watcher(service: Callable[[httpx2.Request], httpx2.Response], *, as_json: bool = False) -> Iterator[watch.Watcher]:
    with httpx2.Client(base_url="http://host", transport=httpx2.MockTransport(service)) as client:
        yield watch.Watcher(client, "game_1", "en", as_json=as_json)


@pytest.fixture(autouse=True)
def no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "PAUSES", (0.0, 0.0))


def test_events_are_told_as_they_come(capsys: pytest.CaptureFixture[str]) -> None:
    service = Service(
        sent(
            frame(1, event(1, "created", by="acct_1")),
            frame(3, event(2, "start", crown=1), event(3, "round", round=1, crown=1, faceup=["spy"])),
            frame(5, event(4, "draw", 1, count=2, **{"from": "draw"}), event(5, "ask", 0, what="turn", n=3)),
            frame(5, kind="end"),
        )
    )
    with watcher(service) as watching:
        watching.watch(0)
    told = capsys.readouterr().out.splitlines()
    assert told[0] == "A table, modern edition, running: greedy-0, Ann-1"
    assert "The game begins." in told
    assert any(line.startswith("Round 1: Ann-1 has the crown.") for line in told)
    assert "  Ann-1 drew 2 cards." in told
    assert not any("ask" in line for line in told)


def test_a_lost_connection_goes_on_behind_the_last_event(capsys: pytest.CaptureFixture[str]) -> None:
    half = 'id: 3\nevent: events\ndata: {"type": "events", "number": 3'
    service = Service(
        sent(frame(1, event(1, "start", crown=0)), frame(2, event(2, "resign", 1)), cut=half),
        httpx2.ConnectError("refused"),
        httpx2.Response(503),
        sent({"type": "end", "reason": "draining"}),
        sent(frame(3, event(3, "forfeit", 0)), frame(3, kind="end")),
    )
    with watcher(service, as_json=True) as watching:
        watching.watch(0)
    numbers = [json.loads(line)["number"] for line in capsys.readouterr().out.splitlines()]
    assert numbers == [1, 2, 3, 3]
    assert service.asked == ["0", "2", "2", "2", "2"]


def test_from_now_begins_with_a_view_and_no_number(capsys: pytest.CaptureFixture[str]) -> None:
    view_frame = {**frame(7, kind="view"), "position": {"view": {"round": 4}}}
    service = Service(sent(view_frame, frame(7, kind="end")))
    with watcher(service) as watching:
        watching.watch(None)
    assert service.asked == [None]
    assert "From here on (round 4):" in capsys.readouterr().out


def test_a_service_that_stays_away_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "PATIENCE", -1.0)
    with (
        watcher(Service(httpx2.ConnectError("refused")), as_json=True) as watching,
        pytest.raises(click.ClickException, match="does not answer any more: refused"),
    ):
        watching.watch(0)


def test_a_refusal_is_said_as_it_is() -> None:
    def no(_request: httpx2.Request) -> httpx2.Response:
        return httpx2.Response(404, json={"detail": "There is nothing here."})

    with watcher(no) as watching, pytest.raises(click.ClickException, match=r"answered 404: There is nothing here\."):
        watching.watch(0)
    with watcher(no, as_json=True) as watching, pytest.raises(click.ClickException, match="404"):
        watching.watch(0)


def test_the_end_shows_the_table_and_the_score(capsys: pytest.CaptureFixture[str]) -> None:
    game = new_game(2, seed="watch")
    kept = record.begin(game, game_id="game_1", names=["greedy", "Ann"], date="2026-01-01")
    bots = [make("greedy", f"{seat}") for seat in range(2)]
    while not is_over(game):
        assert game.pending is not None
        seat = game.pending.seat
        kept.take(game, bots[seat].choose(view(game, seat), []))
    kept.finish(game)
    assert kept.result is not None
    totals = [sheet.total for sheet in scores(game)]
    over = {**TABLE, "status": "over", "result": {"places": kept.result.places, "totals": totals, "left": []}}
    with watcher(Service(sent(frame(9, kind="end")), table=over, record=kept.text())) as watching:
        watching.watch(0)
    told = capsys.readouterr().out
    assert "-- Round " in told
    assert f"1st: {['greedy-0', 'Ann-1'][kept.result.places[0][0]]}" in told
    with watcher(Service(sent(frame(9, kind="end")), table=over)) as watching:
        watching.watch(0)
    assert f"1. {['greedy-0', 'Ann-1'][kept.result.places[0][0]]} ({max(totals)})" in capsys.readouterr().out


@pytest.mark.parametrize("link", ["http://host/tables", "http://host/v1/games/game_1"])
def test_a_link_to_something_else_is_refused(link: str) -> None:
    found = CliRunner().invoke(cli.citadels, ["watch", link])
    assert found.exit_code == 2
    assert "is no link to a table" in found.output


def test_a_service_that_is_not_there_is_one_line() -> None:
    found = CliRunner().invoke(cli.citadels, ["watch", "game_1", "--url", "http://127.0.0.1:9"])
    assert found.exit_code == 1
    assert found.output.startswith("Error: http://127.0.0.1:9 does not answer")


@pytest.mark.parametrize(("flag", "asked"), [([], "0"), (["--from-now"], None)])
def test_the_command_tells_all_from_the_beginning_or_what_comes_from_now_on(
    flag: list[str], asked: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    service = Service(sent(frame(9, event(9, "start", crown=0)), frame(9, kind="end")))
    made: list[dict[str, Any]] = []
    real = httpx2.Client

    def client(**given: Any) -> httpx2.Client:
        made.append(given)
        return real(base_url=given["base_url"], headers=given["headers"], transport=httpx2.MockTransport(service))

    monkeypatch.setattr(httpx2, "Client", client)
    monkeypatch.setenv("CITADELS_TOKEN", "ctd_secret")
    found = CliRunner().invoke(cli.citadels, ["watch", "http://host:1/v1/tables/game_1", *flag])
    assert (found.exit_code, service.asked) == (0, [asked])
    assert (made[0]["base_url"], made[0]["headers"]) == ("http://host:1", {"Authorization": "Bearer ctd_secret"})
    assert made[0]["timeout"].read == watch.SILENCE
    monkeypatch.delenv("CITADELS_TOKEN")
    service.streams = [sent(frame(9, kind="end"))]
    assert CliRunner().invoke(cli.citadels, ["watch", "game_1", "--url", "http://other/"]).exit_code == 0
    assert (made[1]["base_url"], made[1]["headers"]) == ("http://other", {})


def test_patience_is_counted_from_the_last_word_of_the_service(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each frame begins it anew, and pauses grow from the first to the longest."""
    now, slept = [100.0], list[float]()
    monkeypatch.setattr(watch, "PAUSES", (1.0, 4.0))
    monkeypatch.setattr(watch, "PATIENCE", 10.0)
    replace_in(monkeypatch, "citadels_sdk.verbs.watch", time, monotonic=lambda: now[0])

    def sleep(seconds: float) -> None:
        slept.append(seconds)
        now[0] += seconds

    replace_in(monkeypatch, "citadels_sdk.verbs.watch", time, sleep=sleep)
    gone = httpx2.ConnectError("refused")
    service = Service(gone, gone, gone, sent(frame(1, event(1, "start", crown=0))), *[gone] * 9)
    with (
        watcher(service, as_json=True) as watching,
        pytest.raises(click.ClickException, match="does not answer any more: refused"),
    ):
        watching.watch(0)
    assert slept == [1.0, 2.0, 4.0, 1.0, 2.0, 4.0, 4.0]


@pytest.mark.parametrize(
    ("kind", "seat", "facts", "said"),
    [
        ("join", 0, {"name": "Cy"}, "Cy sat down at seat 0."),
        ("join", 1, {}, "Ann-1 sat down at seat 1."),
        ("get_up", 1, {}, "Seat 1 is free again."),
        ("reserved", 1, {}, "Seat 1 is kept for somebody."),
        ("declined", 1, {}, "Seat 1 was declined."),
        ("start", None, {}, "The game begins."),
        ("return", 1, {}, "Ann-1 came back."),
        ("takeover", 1, {}, "An AI plays on for Ann-1."),
        ("timeout", 1, {}, "Ann-1 ran out of time."),
        ("resign", 1, {}, "Ann-1 resigned."),
        ("forfeit", 1, {}, "Ann-1 forfeited."),
        ("aborted", None, {"why": "rain"}, "The table was broken off: rain."),
        ("end", None, {}, "The game has ended."),
        ("rematch", None, {"table": "game_2"}, "There is a rematch: game_2."),
    ],
)
def test_what_happens_to_the_table_is_a_sentence(
    kind: str, seat: int | None, facts: dict[str, Any], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with watcher(Service(sent(frame(2, event(2, kind, seat, **facts)), frame(2, kind="end")))) as watching:
        watching.watch(0)
    assert said in capsys.readouterr().out.splitlines()


def test_who_sits_down_is_known_by_name_from_then_on(capsys: pytest.CaptureFixture[str]) -> None:
    service = Service(
        sent(frame(1, event(1, "join", 0, name="Cy")), frame(2, event(2, "resign", 0)), frame(2, kind="end"))
    )
    with watcher(service) as watching:
        watching.introduce(
            {**TABLE, "name": "", "seats": [{"seat": 0, "kind": "open", "player": None}, TABLE["seats"][1]]}
        )
        assert capsys.readouterr().out == "game_1, modern edition, running: open-0, Ann-1\n"
        watching.watch(0)
    assert "greedy-0 resigned." in capsys.readouterr().out


def test_without_a_result_or_a_record_what_is_known_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with watcher(Service(sent(frame(1, kind="end")), table={**TABLE, "status": "aborted"})) as watching:
        watching.watch(0)
    assert "The table is aborted; there is no result." in capsys.readouterr().out
    over = {**TABLE, "status": "over", "result": {"places": [[1], [0]], "totals": [12, 20], "left": [0]}}
    with watcher(Service(sent(frame(1, kind="end")), table=over)) as watching:
        watching.watch(0)
    assert capsys.readouterr().out.splitlines()[-3:] == [
        "1. Ann-1 (20)",
        "2. greedy-0 (12)",
        "Left before the end: greedy-0",
    ]
    with watcher(
        Service(sent({**frame(1, kind="view"), "position": None}, frame(1, kind="end")), table=over)
    ) as watching:
        watching.watch(None)
    assert "From here on:" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ({"json": {"detail": "No."}}, "answered 400: No."),
        ({"json": []}, "answered 400"),
        ({"text": "<html>"}, "answered 400"),
    ],
)
def test_a_refusal_that_cannot_be_read_is_told_by_its_status(told: dict[str, Any], said: str) -> None:
    response = httpx2.Response(400, request=httpx2.Request("GET", "http://host/v1/x"), **told)
    with pytest.raises(click.ClickException) as raised:
        watch.refused(response)
    assert raised.value.message == f"/v1/x was {said}"
    assert watch.refused(httpx2.Response(200, request=httpx2.Request("GET", "http://host/v1/x"))) is None  # type: ignore[func-returns-value]  # nothing is raised
