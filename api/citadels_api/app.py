"""The API process: both doors and the page in one ASGI application, and the server that runs it until it is told to end.

1. It does not start with settings that production mode refuses.
2. On SIGTERM it says so at `/readyz`, ends its streams with a last frame, closes each connection with the answer to its last request, takes
   no new ones, answers what is under way, and is gone within `drain_s`. A second signal ends it at once.
3. It holds nothing of its own: another process may take over any client at any moment.
4. It is ready before GraphQL and the client of the queue are loaded; that follows in a thread, or at once when somebody needs them.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import time
from typing import TYPE_CHECKING, Final

import structlog
import uvicorn
import uvloop

from citadels_api.context import House
from citadels_api.graphql.door import Door
from citadels_api.http import middleware
from citadels_api.http.client_address import client_address
from citadels_api.http.logs import configure, tell_start
from citadels_api.http.metrics import Metrics
from citadels_api.http.page import Web
from citadels_api.http.page_files import NoPage, folder
from citadels_api.http.process import Running
from citadels_api.http.protocol import Reception, protocol
from citadels_api.http.shared_metrics import keep_publishing
from citadels_api.job_queue import make_bell
from citadels_api.problems import Refusal
from citadels_api.published import SERVED, graphql_text, openapi_document
from citadels_api.rate_limits import COSTS, charge
from citadels_api.rest.dispatch import Rest
from citadels_api.room import keep_looking
from citadels_api.routes import BY_ID, OPERATIONS
from citadels_api.settings import Settings, unsafe
from citadels_api.store.connect import open_store

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType

    from starlette.types import Message, Receive, Scope, Send

    from citadels_api.context import Bell


LOG: Final = structlog.get_logger("citadels_api")
GRAPHQL: Final = "/graphql"
KEEP_ALIVE_S: Final = 65
LAST_CALLS_S: Final = 0.6
"""For how long a process that is to end still answers, each time with `Connection: close`."""
SOCKET_BYTES: Final = 16 * 1024
PRELOAD_S: Final = 1.0
"""So long after its start a process loads what it has done without so far: its siblings and the workers have started by then."""


class App:
    """The application, and the state of the process that it runs in."""

    def __init__(self, settings: Settings, house: House) -> None:
        house.metrics.operations = frozenset((*BY_ID, "graphql", "web", "none"))
        self.running = Running(house)
        self.rest = Rest(self.running, OPERATIONS)
        self.graphql = Door(self.running)
        self.running.openapi_document = openapi_document
        self.running.graphql_text = graphql_text
        self.web = Web(settings, texts=SERVED)
        self.wrapped = middleware.wrap(
            self.answer,
            hosts=settings.hosts if settings.production else (*settings.hosts, *own_names(settings.host)),
            near=not settings.production,
            origins=settings.origins,
            loopback=not settings.production,
            limit=settings.body_limit,
            failed=lambda operation: house.metrics.request(operation, 500),
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, in all layers."""
        await self.wrapped(scope, receive, send)

    async def answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand a request to the door that it is meant for."""
        if scope["type"] == "http":
            await self.measured(scope, receive, send)
        elif scope["type"] == "websocket":
            if scope["path"] != GRAPHQL:
                await send({"type": "websocket.close", "code": 1008, "reason": "not_found"})
            else:
                await self.graphql(scope, receive, send)

    async def measured(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request over HTTP, and count it; what fails on our side is a line in the log."""
        begun = time.perf_counter()

        async def send_counted(message: Message) -> None:
            if message["type"] == "http.response.start":
                if (
                    self.running.draining
                ):  # whoever is kept alive goes elsewhere from here on, and not in the middle of a request
                    message = {**message, "headers": [*message.get("headers", ()), (b"connection", b"close")]}
                operation, status, seconds = (
                    scope.get("operation", "none"),
                    message["status"],
                    time.perf_counter() - begun,
                )
                self.running.house.metrics.request(operation, status, seconds)
                if status >= 500:
                    LOG.warning(
                        "a request failed",
                        operation=operation,
                        method=scope["method"],
                        status=status,
                        code=scope.get("code"),
                        duration_ms=round(1000 * seconds),
                    )
            await send(message)

        if scope["path"] == GRAPHQL:
            scope["operation"] = "graphql"
            await self.graphql(scope, receive, send_counted)
        elif scope["path"] in self.web.texts:
            await self.tell(scope, receive, send_counted)
        elif self.web.finds(scope["path"]) or (self.web.strays(scope) and not self.rest.knows(scope["path"])):
            await self.web(scope, receive, send_counted)
        else:
            await self.rest(scope, receive, send_counted)

    async def tell(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer with a description; whoever asks for too many is turned away."""
        scope["operation"] = "web"
        house = self.running.house
        address = client_address(scope, house.settings)
        try:
            await charge(house, address, COSTS["getGraphqlSchema"], [])
        except Refusal as refusal:
            await middleware.send_problem(scope, receive, send, refusal)
        else:
            await self.web(scope, receive, send)


def own_names(host: str) -> tuple[str, ...]:
    """What this machine is called by whoever sits at it."""
    return ("localhost", "*.localhost", socket.gethostname(), host)


def build(settings: Settings, house: House) -> App:
    """The ASGI application on a house."""
    return App(settings, house)


async def open_house(settings: Settings, bell: Bell | None = None) -> House:
    """A house on the store and the bell that the settings name."""
    store = await open_store(settings.redis_url, timeout_ms=settings.store_timeout_ms)
    metrics = Metrics()
    return House(store, settings, make_bell(settings, metrics) if bell is None else bell, metrics)


class Server(uvicorn.Server):
    """uvicorn with our settings, whose first signal also ends the streams. It is made inside of the loop that it will run in."""

    def __init__(self, app: App, settings: Settings) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                host=settings.host,
                port=settings.port,
                http=protocol(Reception(deadline=settings.receive_timeout_s, cut=app.running.house.metrics.refusal)),
                ws="websockets-sansio",
                ws_max_size=SOCKET_BYTES,
                lifespan="off",
                log_config=None,
                access_log=False,
                server_header=False,
                proxy_headers=False,
                timeout_keep_alive=KEEP_ALIVE_S,
                timeout_graceful_shutdown=max(1, int(settings.drain_s) - 1),
            )
        )
        self.running = app.running
        self.loop = asyncio.get_running_loop()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Drain, answer the last calls, then stop; on a second signal stop at once."""
        if self.running.draining:
            super().handle_exit(sig, frame)
            self.force_exit = True
            return
        self.loop.call_soon_threadsafe(self.running.drain)
        self.loop.call_soon_threadsafe(self.loop.call_later, LAST_CALLS_S, super().handle_exit, sig, frame)


async def preload(app: App, after_s: float = PRELOAD_S) -> None:
    """Load in idle time what a first query and a first ring would else wait for."""
    await asyncio.sleep(after_s)
    await app.graphql.open()
    load: Callable[[], object] | None = getattr(app.running.house.bell, "load", None)
    if load is not None:
        await asyncio.to_thread(load)


async def serve(settings: Settings, fd: int | None) -> None:
    """Serve until a signal comes."""
    house = await open_house(settings)
    app = build(settings, house)
    server = Server(app, settings)
    sockets = None if fd is None else [socket.socket(fileno=os.dup(fd))]
    bound = settings.port if sockets is None else sockets[0].getsockname()[1]
    tell_start("api", settings.redis_url, port=bound)
    beside = [asyncio.create_task(keep_publishing(server.running.publisher), name="metrics")]
    beside.append(asyncio.create_task(keep_looking(house.room, house.store), name="room"))
    if settings.preload:
        beside.append(asyncio.create_task(preload(app), name="preload"))
    try:
        await server.serve(sockets=sockets)
    finally:
        for task in beside:
            task.cancel()
        await asyncio.gather(*beside, return_exceptions=True)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(house.store.close(), 1)
        close: Callable[[], object] | None = getattr(house.bell, "close", None)
        if close is not None:
            await asyncio.to_thread(close)


def run(settings: Settings, *, fd: int | None = None) -> None:
    """Run the API in this process, on the host and port of the settings or on a listening socket that was inherited."""
    faults = unsafe(settings)
    if not settings.redis_url:
        faults.append("no store is named: set REDIS_URL (memory:// for a try in one process)")
    try:
        folder()
    except NoPage as fault:
        faults.append(str(fault))
    if faults:
        raise SystemExit("citadels: this does not start:\n" + "\n".join(f"  - {fault}" for fault in faults))
    configure(level=settings.log_level)
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(serve(settings, fd))
