"""`citadels watch TABLE`: shows a game of a service live, as its spectators may see it, to the end.

1. TABLE is an id or a link. The whole game is told, from its deal to what happens now; `--from-now` leaves out what was.
2. It follows the table's stream of server-sent events. A connection that is lost is taken up again behind the last event that came, so
   that nothing is missing and nothing comes twice.
3. At the end the final table is shown and the score; Ctrl-C leaves earlier. `--json` prints the frames of the stream, a line each.
4. With a credential in CITADELS_TOKEN one sees what its seat may see.
"""

from __future__ import annotations

import json
import os
import time
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import click
from citadels_engine.cards.catalogue import LANGUAGES

from citadels_sdk.local.human_player import echo
from citadels_sdk.render.board import board, open_view, paragraph, score_sheet, width
from citadels_sdk.render.sentences import Teller

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import httpx2


Frame = dict[str, Any]

SILENT = ("ask", "turn_end", "created", "invitation")
PATIENCE = 60.0
PAUSES = (0.25, 5.0)
SILENCE = 60.0
INTERRUPTED = 130


@click.command()
@click.argument("table", metavar="TABLE")
@click.option(
    "--url",
    envvar="CITADELS_URL",
    default="http://127.0.0.1:8000",
    show_default=True,
    help="Where the service is, if TABLE is an id.",
)
@click.option("--from-now", is_flag=True, help="Leave out what has happened before.")
@click.option("--json", "as_json", is_flag=True, help="Print the frames of the stream, a JSON object a line.")
@click.option("--language", type=click.Choice(LANGUAGES), default="en", show_default=True, help="Of the cards' names.")
@click.pass_context
def command(ctx: click.Context, table: str, url: str, from_now: bool, as_json: bool, language: str) -> None:
    """Watch a game of a service live."""
    try:
        import httpx2
    except ImportError:
        raise click.ClickException("watching needs the package httpx2: pip install httpx2") from None
    base, name = _place(table, url)
    credential = os.environ.get("CITADELS_TOKEN", "")
    headers = {"Authorization": f"Bearer {credential}"} if credential else {}
    timeout = httpx2.Timeout(10.0, read=SILENCE)
    try:
        with httpx2.Client(base_url=base, headers=headers, timeout=timeout) as client:
            watcher = Watcher(client, name, language, as_json=as_json)
            watcher.watch(None if from_now else 0)
    except KeyboardInterrupt:
        ctx.exit(INTERRUPTED)


def _place(table: str, url: str) -> tuple[str, str]:
    """The address of the service, and the id of the table, from a link or an id.

    >>> _place("http://host:8000/v1/tables/game_1/events", ""), _place("game_1", "http://host/")
    (('http://host:8000', 'game_1'), ('http://host', 'game_1'))
    """
    if "://" not in table:
        return url.rstrip("/"), table
    parts = urlsplit(table)
    words = [word for word in parts.path.split("/") if word]
    if "tables" not in words[:-1]:
        raise click.UsageError(f"{table} is no link to a table: http://HOST:PORT/v1/tables/ID")
    return f"{parts.scheme}://{parts.netloc}", words[words.index("tables") + 1]


class Watcher:
    """Follows one table and tells what happens there."""

    def __init__(self, client: httpx2.Client, name: str, language: str, *, as_json: bool) -> None:
        self.client = client
        self.path = f"/v1/tables/{name}"
        self.language = language
        self.as_json = as_json
        self.teller: Teller | None = None

    def watch(self, after: int | None) -> None:
        """Tell the table's events after a number (None: from now on) until nothing more will come."""
        if not self.as_json:
            self.introduce(self.get(""))
        for frame in self.frames(after):
            if self.as_json:
                click.echo(json.dumps(frame, ensure_ascii=False))
            else:
                self.tell(frame)
        if not self.as_json:
            self.finish()

    def get(self, path: str) -> dict[str, Any]:
        """What the service answers; a refusal is said as it is."""
        import httpx2

        try:
            response = self.client.get(self.path + path)
        except httpx2.HTTPError as error:
            raise click.ClickException(
                f"{self.client.base_url} does not answer ({error}): start a service with `citadels up`, or name one with --url"
            ) from None
        refused(response)
        found: dict[str, Any] = response.json()
        return found

    def frames(self, after: int | None) -> Iterator[Frame]:
        """All frames of the stream, over as many connections as it takes, up to the last."""
        import httpx2

        lost_at: float | None = None
        pause = PAUSES[0]
        while True:
            try:
                for frame in self.connection(after):
                    lost_at, pause = None, PAUSES[0]
                    if frame.get("type") == "end":
                        if "reason" in frame:  # of this connection, not of the game
                            break
                        yield frame
                        return
                    after = frame["number"]
                    yield frame
                fault = "the service has ended the connection"
            except httpx2.HTTPError as error:
                fault = str(error) or type(error).__name__
            now = time.monotonic()
            if lost_at is None:
                lost_at = now
            if now - lost_at > PATIENCE:
                raise click.ClickException(f"{self.client.base_url} does not answer any more: {fault}")
            time.sleep(pause)
            pause = min(PAUSES[1], pause * 2)

    def connection(self, after: int | None) -> Iterator[Frame]:
        """The frames of one connection."""
        import httpx2

        headers = {"Accept": "text/event-stream"} | ({} if after is None else {"Last-Event-ID": str(after)})
        with self.client.stream("GET", f"{self.path}/events", headers=headers) as response:
            if response.status_code in (429, 503):
                raise httpx2.ReadError(f"status {response.status_code}")
            if response.is_error:
                response.read()
            refused(response)
            for event in httpx2.EventSource(response):
                frame: Any = event.json()
                yield frame

    def introduce(self, table: dict[str, Any]) -> None:
        """Who plays what."""
        self.seat(table)
        assert self.teller is not None
        title = table.get("name") or table["id"]
        sitting = ", ".join(self.teller.names)
        echo(paragraph(f"{title}, {table['edition']} edition, {table['status']}: {sitting}"))

    def seat(self, table: dict[str, Any]) -> None:
        """Learn who sits where."""
        names = [label(seat) for seat in table["seats"]]
        self.teller = Teller(table["edition"], names, language=self.language, viewer=table.get("your_seat"))

    def tell(self, frame: Frame) -> None:
        """What a frame brings, in words."""
        teller = self.teller
        assert teller is not None
        if frame["type"] == "view":
            round_ = ((frame.get("position") or {}).get("view") or {}).get("round")
            echo(f"From here on{f' (round {round_})' if round_ else ''}:")
        for event in frame["events"]:
            kind, seat = event["kind"], event["seat"]
            if kind in SILENT:
                continue
            if kind in ("join", "get_up"):
                self.seat(self.get(""))
            told = {"kind": kind, **({} if seat is None else {"seat": seat}), **event["facts"]}
            sentence = TABLE_EVENTS[kind](teller, told) if kind in TABLE_EVENTS else teller.event(told)
            if kind == "round":
                echo()
            lines = paragraph(sentence, "" if kind in ("round", *TABLE_EVENTS) else "  ")
            echo([click.style(line, bold=True) for line in lines] if kind == "round" else lines)

    def finish(self) -> None:
        """The final table and the score; where the record cannot be had, the places."""
        import httpx2
        from citadels_engine import is_over, places, scores
        from citadels_engine.errors import CitadelsError
        from citadels_engine.formats.record import read, replay

        table = self.get("")
        self.seat(table)
        teller = self.teller
        assert teller is not None
        result = table.get("result")
        if result is None:
            echo(f"The table is {table['status']}; there is no result.")
            return
        game = None
        try:
            response = self.client.get(f"{self.path}/record")
            if response.is_success:
                game = replay(read(response.text))
        except (httpx2.HTTPError, CitadelsError):
            game = None
        if game is not None and is_over(game):
            echo(board(teller, open_view(game), width()))
            echo(score_sheet(teller, scores(game), result["places"] or places(game), width()))
        else:
            echo()
            for place, together in enumerate(result["places"], 1):
                who = ", ".join(f"{teller.who(seat)} ({result['totals'][seat]})" for seat in together)
                echo(f"{place}. {who}")
        if result["left"]:
            echo(f"Left before the end: {', '.join(teller.who(seat) for seat in result['left'])}")


def label(seat: dict[str, Any]) -> str:
    """What a seat is called: its player, and its number, since several may have one name."""
    player = seat.get("player")
    return f"{player['name'] if player else seat['kind']}-{seat['seat']}"


def refused(response: httpx2.Response) -> None:
    """Say what the service has against it."""
    if response.is_error:
        try:
            detail = response.json().get("detail", "")
        except (ValueError, AttributeError):
            detail = ""
        raise click.ClickException(f"{response.url.path} was answered {response.status_code}: {detail}".rstrip(": "))


TABLE_EVENTS: dict[str, Callable[[Teller, dict[str, Any]], str]] = {
    "join": lambda teller, told: f"{told.get('name') or teller.who(told['seat'])} sat down at seat {told['seat']}.",
    "get_up": lambda _teller, told: f"Seat {told['seat']} is free again.",
    "reserved": lambda _teller, told: f"Seat {told['seat']} is kept for somebody.",
    "declined": lambda _teller, told: f"Seat {told['seat']} was declined.",
    "start": lambda _teller, _told: "The game begins.",
    "return": lambda teller, told: f"{teller.who(told['seat'])} came back.",
    "takeover": lambda teller, told: f"An AI plays on for {teller.whom(told['seat'])}.",
    "timeout": lambda teller, told: f"{teller.who(told['seat'])} ran out of time.",
    "resign": lambda teller, told: f"{teller.who(told['seat'])} resigned.",
    "forfeit": lambda teller, told: f"{teller.who(told['seat'])} forfeited.",
    "aborted": lambda _teller, told: f"The table was broken off: {told['why']}.",
    "end": lambda _teller, _told: "The game has ended.",
    "rematch": lambda _teller, told: f"There is a rematch: {told['table']}.",
}
"""The table's own events; all others are the game's."""
