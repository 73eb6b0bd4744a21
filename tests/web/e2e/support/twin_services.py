"""Two services on loopback that differ only in what one viewer may not know, and a browser in front of each that is told the same."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import threading
import time
from typing import TYPE_CHECKING, Any, Final, Self, TypeVar

from citadels_api.app import App, Server
from citadels_engine import apply, is_over

from tests.support.setups import setup
from tests.support.stage import visitor
from tests.support.twin_houses import BEGINNING, Halls
from tests.support.twins import Watched, align, answer, apart, facts_of, sharing_twin
from tests.support.waits import until_async
from tests.web.e2e.support.practice_server import kept
from tests.web.e2e.support.reach import reached

if TYPE_CHECKING:
    from collections.abc import Coroutine, Iterator

    from playwright.sync_api import Browser, Page, Request

    from tests.support.stage import Seen
    from tests.support.twin_houses import Person, Place


T = TypeVar("T")
PATIENCE_S: Final = 60.0
QUIET_S: Final = 0.25
"""So long after the latest request or answer nothing more comes of what was done."""
PAINTED: Final = (
    "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 0))))"
)
SHOWN: Final = "number => Number(document.querySelector('#board')?.dataset.number) >= number"


class Services:
    """The two, each behind an address, in a loop of their own."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self.servers: list[Server] = []
        self.serving: list[Any] = []
        self.bases: list[str] = []
        self.halls: Halls

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Have something done in the loop of the services."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(PATIENCE_S)

    def start(self) -> None:
        """Open both."""
        self.thread.start()
        self.halls = self.run(Halls().open())
        for place in self.halls.both:
            listener = socket.create_server(("127.0.0.1", 0))
            self.bases.append(f"http://127.0.0.1:{listener.getsockname()[1]}")
            self.run(self.serve(place, listener))

    async def serve(self, place: Place, listener: socket.socket) -> None:
        """Serve one."""
        app = place.door.app
        assert isinstance(app, App)
        server = Server(app, place.house.settings)
        self.servers.append(server)
        self.serving.append(asyncio.create_task(server.serve(sockets=[listener])))
        await until_async(lambda: server.started, "the service has started", pause_s=0.005)

    def stop(self) -> None:
        """End both."""

        async def end() -> None:
            for server in self.servers:
                server.running.drain()
                server.should_exit = True
            await asyncio.gather(*self.serving)

        self.run(end())
        self.run(cancel_all())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join(PATIENCE_S)
        self.loop.close()


async def cancel_all() -> None:
    """End whatever else goes on in the loop."""
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)


@contextlib.contextmanager
def services() -> Iterator[Services]:
    """The two services, as long as the block lasts."""
    opened = Services()
    opened.start()
    try:
        yield opened
    finally:
        opened.stop()


class Window:
    """A browser of one viewer in front of one service."""

    def __init__(self, page: Page, seen: Seen) -> None:
        self.page = page
        self.seen = seen
        self.asked: set[Request] = set()
        self.latest = 0.0
        page.clock.set_fixed_time(BEGINNING / 1000)  # Playwright counts in seconds
        page.on("request", self.asks)
        page.on("requestfinished", self.is_answered)
        page.on("requestfailed", self.is_answered)

    def asks(self, request: Request) -> None:
        """A request begins."""
        self.asked.add(request)
        self.latest = time.monotonic()

    def is_answered(self, request: Request) -> None:
        """A request has ended."""
        self.asked.discard(request)
        self.latest = time.monotonic()

    def goes(self, address: str) -> None:
        """Go to an address."""
        self.asked.clear()
        self.page.goto(address)

    def shows(self, number: int) -> None:
        """Wait until the table stands on the screen as it is, and nothing more is asked for."""
        self.page.wait_for_function(SHOWN, arg=number)
        self.page.evaluate(PAINTED)
        while self.asked or time.monotonic() - self.latest < QUIET_S:
            self.page.wait_for_timeout(20)
        self.page.evaluate(PAINTED)


class Windows:
    """The browsers of all viewers, kept from table to table."""

    def __init__(self, running: Services, chromium: Browser) -> None:
        self.running = running
        self.chromium = chromium
        self.open = contextlib.ExitStack()
        self.found: dict[tuple[str, int | None], Window] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.open.close()

    def window(self, base: str, eyes: int | None) -> Window:
        """The browser of a viewer, in front of one of the services."""
        if (base, eyes) not in self.found:
            state = kept(base, None if eyes is None else session(self.running.halls.people[eyes]))
            opened = visitor(self.chromium, base, keep=True, storage_state=state)
            self.found[base, eyes] = Window(*self.open.enter_context(opened))
        window = self.found[base, eyes]
        window.seen.answers.clear()
        window.seen.frames.clear()
        return window


class Pair:
    """One table in both services, and a browser of the same viewer in front of each."""

    def __init__(self, windows: Windows, number: int) -> None:
        self.windows = windows
        self.running = running = windows.running
        self.watched = Watched(number)
        self.dealt = setup(number)
        self.table = running.run(running.halls.deal(self.dealt))
        self.apart = False
        """Whether something hidden lay otherwise in the latest two worlds."""
        self.told = 0
        """How many answers and frames were compared."""

    def skip(self, decisions: int) -> bool:
        """Let so many decisions pass that nobody looks at; whether the game goes on."""
        halls, watched = self.running.halls, self.watched
        for _ in range(decisions):
            if is_over(watched.game):
                return False
            action = watched.choose()
            self.running.run(halls.take(halls.first, self.table, action))
            watched.take(action)
        return not is_over(watched.game)

    def look(self, viewer: int | None, eyes: int | None) -> list[str]:
        """What differs in all that is told to a browser with these eyes, in two worlds that are the same to the viewer.

        The browser opens the table, an action is taken, by clicks where it is the viewer's own, what comes of it is shown, and the
        table is opened anew.
        """
        halls, watched, game = self.running.halls, self.watched, self.watched.game
        action = watched.choose()
        after = game.copy()
        apply(after, action)
        told = [event.for_seat(viewer) for event in after.events]
        facts = facts_of(game, after, told, viewer, action)
        when = f"{watched.where}, decision {game.n} ({action}), viewer {viewer}, eyes {eyes}"
        twin = sharing_twin(game, watched.knowledge[viewer], facts, when)
        align(twin, game, facts)
        reply = answer(twin, game, action, viewer, facts, watched.chance)
        self.apart = apart(twin, game)
        halls.mirror(self.table, self.dealt, viewer)
        halls.put(halls.first, self.table, game)
        halls.put(halls.second, self.table, twin)
        decision = game.pending
        assert decision is not None
        heard = []
        for place, base, text in zip(halls.both, self.running.bases, (action.text, reply.text), strict=True):
            window = self.windows.window(base, eyes)
            window.goes(f"/table/{self.table}")
            window.shows(place.row(self.table).number)
            if decision.seat == eyes == viewer:
                click(window.page, text)
            else:
                self.running.run(self.take(place, halls.people[decision.seat], game.n, text))
            window.shows(place.row(self.table).number)
            window.goes(f"/table/{self.table}")  # so that both have asked for all of it after the action too
            window.shows(place.row(self.table).number)
            heard.append(said(window.seen, base))
            window.goes("about:blank")
        watched.take(action)
        self.told += sum(map(len, heard[0].values()))
        return differing(heard[0], heard[1], when)

    async def take(self, place: Place, actor: Person, n: int, text: str) -> None:
        """Have somebody else take an action."""
        key = {"Idempotency-Key": f"key {n}"}
        body = {"n": n, "actions": [text]}
        moved = await place.door.ask(
            "POST", f"/v1/tables/{self.table}/actions", secret=actor.secret, body=body, headers=key
        )
        assert moved.status == 200, moved.body


def session(person: Person) -> dict[str, Any]:
    """What a browser keeps of somebody."""
    return {"account": {"id": person.account, "name": person.name, "kind": "guest"}, "secret": person.secret}


def click(page: Page, text: str) -> None:
    """Take an action by clicks, step after step."""
    for key in reached(page)["main"][text]:
        page.locator(f"#decision button[data-opens='{key}']:visible").click()
    n = page.locator("#decision").get_attribute("data-n")
    page.locator(f"#decision button[data-action='{text}']:not([data-listed]):visible").click()
    page.wait_for_function("n => document.querySelector('#decision')?.dataset.n !== n", arg=n)


def said(seen: Seen, base: str) -> dict[str, list[bytes]]:
    """All that a browser was told, by what it had asked, in the order in which it came.

    The address of the service is the only thing in it that is the service's own. The same answer to the same question counts once: how often
    a page asks again depends on how soon it is answered.
    """
    host = base.removeprefix("http://").encode()
    found: dict[str, list[bytes]] = {}
    for url, sent, body in seen.answers:
        answers = found.setdefault(f"{url.removeprefix(base)} {sent}", [])
        if (told := body.replace(host, b"HOST")) not in answers:
            answers.append(told)
    for frame in seen.frames:
        message = json.loads(frame)
        if message["type"] not in ("ping", "pong"):
            found.setdefault(f"socket {message.get('id')}", []).append(frame.encode().replace(host, b"HOST"))
    return found


def differing(ours: dict[str, list[bytes]], theirs: dict[str, list[bytes]], when: str) -> list[str]:
    """A fault for everything that was not told alike."""
    faults = [f"{when}: {what} was asked of one only" for what in sorted(set(ours) ^ set(theirs))]
    return faults + [
        f"{when}: {what[:300]} differs: {ours[what]!r:.2000} and {theirs[what]!r:.2000}"
        for what in sorted(set(ours) & set(theirs))
        if ours[what] != theirs[what]
    ]
