"""Those who use the service of a world, over a network that loses, doubles and delays: players, rivals, spectators, organizers.

They send again as the toolkit does: the rules of its `course` decide. What they send and what they are answered is noted, and judged
at the end of the world.
"""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any, Final

from citadels_sdk.client.rate_limit import Pacer
from citadels_sdk.client.request_cycle import Call, Lost, Request, Response, Sleep, course
from citadels_sdk.errors import ServiceError

from tests.promises.history import Asked, digest

if TYPE_CHECKING:
    import random

    from tests.promises.simulation.machines import Api
    from tests.promises.simulation.world import World


PATIENCE_S: Final = 20.0
TIMEOUT_S: Final = 8.0
PAUSE_S: Final = 0.15


class Visitor:
    """Somebody with a credential."""

    def __init__(self, world: World, name: str, chance: random.Random) -> None:
        self.world = world
        self.name = name
        self.chance = chance
        self.secret: str | None = None
        self.address = f"10.0.{chance.randrange(250)}.{chance.randrange(1, 250)}"
        self.pacer = Pacer()

    async def ask(self, method: str, path: str, body: Any = None, *, key: str | None = None) -> Any:
        """The answer to a request, which is sent again as long as that is right; a `ServiceError` otherwise."""
        headers = {} if key is None else {"idempotency-key": key}
        text = None if body is None else json.dumps(body).encode()
        repeated = method == "GET" or key is not None
        path, _, query = path.partition("?")
        request = Request(method, path, dict(pair.split("=") for pair in query.split("&") if pair), headers, text)
        call = Call(path, request, lambda response: json.loads(response.body or b"null"), again=repeated)
        steps = course(
            call,
            base="http://arena",
            pacer=self.pacer,
            patience=PATIENCE_S,
            clock=self.world.loop.time,
            chance=self.chance.random,
        )
        came: Response | Lost | None = None
        while True:
            try:
                step = steps.send(came)
            except StopIteration as done:
                return done.value
            if isinstance(step, Sleep):
                await asyncio.sleep(step.seconds)
                came = None
            else:
                came = await self.send(step.request)

    async def send(self, request: Request) -> Response | Lost:
        """One attempt over the network, at one of the API processes."""
        weather = self.world.weather
        await asyncio.sleep(self.chance.uniform(0.0002, 0.002))
        apis = self.world.living("api")
        if not apis:
            await asyncio.sleep(0.05)
            return Lost(False, "nobody listens")
        if weather.strikes("request lost"):
            await asyncio.sleep(0.2)
            return Lost(True, "the request was lost")
        api = self.chance.choice(apis)
        if weather.strikes("request doubled"):
            other = self.chance.choice(apis)
            self.world.tasks.add(other.run(self.exchange(other, request)))
        came = await self.exchange(api, request)
        if weather.strikes("answer lost"):
            return Lost(True, "the answer was lost")
        return came

    async def exchange(self, api: Api, request: Request) -> Response | Lost:
        """Ask one process."""
        messages: list[Any] = []
        incoming = [{"type": "http.request", "body": request.body or b"", "more_body": False}]
        hung = self.world.loop.create_future()

        async def receive() -> Any:
            if incoming:
                return incoming.pop()
            await hung
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            await api.awake()
            messages.append(message)

        task = api.run(api.app(self.scope(request), receive, send))
        await asyncio.wait((task, api.gone), timeout=TIMEOUT_S, return_when=asyncio.FIRST_COMPLETED)
        if not hung.done():
            hung.set_result(None)
        if not task.done():
            return Lost(True, "the process was killed" if api.gone.done() else "no answer in time")
        error = task.exception()
        if error is not None:
            self.world.fault(f"{request.method} {request.path} raised {error!r}")
        if not messages or messages[-1].get("more_body"):
            return Lost(True, "the connection has ended")
        head = {name.decode().lower(): value.decode() for name, value in messages[0]["headers"]}
        body = b"".join(message.get("body", b"") for message in messages[1:])
        self.world.answered(request, messages[0]["status"], head, body)
        return Response(messages[0]["status"], head, body)

    def scope(self, request: Request) -> dict[str, Any]:
        """What a server would say about the request."""
        headers = [
            (b"host", b"127.0.0.1:8000"),
            *((one.encode(), two.encode()) for one, two in request.headers.items()),
        ]
        if self.secret is not None:
            headers.append((b"authorization", b"Bearer " + self.secret.encode()))
        if request.body is not None:
            headers += [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(request.body))]
        return {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": request.method,
            "scheme": "http",
            "path": request.path,
            "raw_path": request.path.encode(),
            "query_string": "&".join(f"{one}={two}" for one, two in request.query.items()).encode(),
            "root_path": "",
            "headers": headers,
            "client": (self.address, 40000),
            "server": ("127.0.0.1", 8000),
        }

    async def get(self, path: str) -> Any:
        """Ask until there is an answer, whatever comes: the world grows calm at some time."""
        while True:
            try:
                return await self.ask("GET", path)
            except ServiceError as error:
                if error.status is not None and error.status < 500 and error.code != "rate_limited":
                    raise
                self.world.sometimes(f"refused {error.code}")
                await asyncio.sleep(0.5)

    async def enter(self, *, named: bool = False) -> None:
        """Get a credential, as a guest or with an account."""
        while self.secret is None:
            path, body = (
                ("/v1/accounts", {"name": f"n{self.chance.randrange(10**12)}"}) if named else ("/v1/guests", None)
            )
            try:
                made = await self.ask("POST", path, body)
            except ServiceError as error:
                self.world.sometimes(f"refused {error.code}")
                await asyncio.sleep(0.5)
            else:
                self.secret = made["credential"]["secret"]

    async def settle(self, path: str, body: Any = None, *, done: tuple[str, ...] = ()) -> Any:
        """Ask for something until it is done; `done` are the refusals that say that it was done before. What it answers, None there."""
        while True:
            try:
                return await self.ask("POST", path, body)
            except ServiceError as error:
                if error.code in done:
                    return None
                if error.status is not None and error.status < 500 and error.code != "rate_limited":
                    raise
                self.world.sometimes(f"refused {error.code}")
                await asyncio.sleep(0.5)


class Player(Visitor):
    """Plays at one table: looks, decides, submits. `wont` is after how many moves he says nothing more."""

    def __init__(self, world: World, name: str, chance: random.Random) -> None:
        super().__init__(world, name, chance)
        self.asked: list[Asked] = []
        self.seat = -1
        self.wont: int | None = None
        self.resigns: int | None = None
        """After how many moves he gives the game up."""
        self.hurries = chance.random() < 0.3
        """Whether he sends a move twice at the same time."""
        self.rivals = chance.random() < 0.2
        """Whether he sends two different moves for one decision at the same time."""

    async def play(self, table: str) -> None:
        """Play to the end."""
        moves = 0
        position = None
        while self.wont is None or moves < self.wont:
            if position is None:
                try:
                    position = await self.look(table)
                except ServiceError as error:
                    if error.code == "not_found":
                        return  # it was broken off, and is forgotten
                    if error.code != "not_started" and error.status is not None and error.status < 500:
                        raise
                    await asyncio.sleep(PAUSE_S)
                    continue
            if position["status"] in ("over", "aborted"):
                return
            decision = position["decision"]
            if decision is None or decision["actions"] is None:
                position = None
                await asyncio.sleep(PAUSE_S * self.chance.uniform(0.5, 3))
                continue
            if self.resigns is not None and moves >= self.resigns:
                await self.resign(table)
                return
            moves += 1
            position = await self.decide(table, decision)

    async def resign(self, table: str) -> None:
        """Give the game up."""
        self.world.sometimes("resigned")
        try:
            await self.settle(f"/v1/tables/{table}/resign", done=("not_seated",))
        except ServiceError as error:
            if error.code not in ("game_over", "not_found"):
                raise

    async def look(self, table: str) -> Any:
        """The position."""
        noted = Asked(self.world.loop.time(), 0.0, self.seat)
        position = await self.ask("GET", f"/v1/tables/{table}/position")
        self.seen(noted, position)
        return position

    def seen(self, noted: Asked, position: Any) -> None:
        """Note what was shown."""
        noted.got = self.world.loop.time()
        if position["status"] in ("running", "over") and position["seat"] is not None:
            self.seat = noted.seat = position["seat"]
            noted.version, noted.seen = position["view"]["n"], digest(position["view"])
            self.asked.append(noted)

    async def decide(self, table: str, decision: Any) -> Any:
        """Take the decision, in one of several ways; the position after it, where it was taken once."""
        n, actions = decision["n"], [one["text"] for one in decision["actions"]]
        actions.sort(key=lambda text: (not text.startswith("build"), text == "end"))
        action = actions[0] if self.chance.random() < 0.7 else self.chance.choice(actions)
        key = self.world.secrets.token_hex(6)
        tries = [self.submit(table, n, action, key)]
        if self.hurries and self.chance.random() < 0.3:
            tries.append(self.submit(table, n, action, key))
        if self.rivals and self.chance.random() < 0.3:
            other = key if self.chance.random() < 0.3 else self.world.secrets.token_hex(6)
            tries.append(self.submit(table, n, self.chance.choice(actions), other))
        answers = await asyncio.gather(*tries)
        taken = [answer for answer in answers if answer is not None]
        if len(tries) > 1:
            self.world.sometimes("moves for one decision at once")
        if len(taken) > 1 and len({json.dumps([one["number"], one["n"], one["taken"]]) for one in taken}) > 1:
            self.world.fault(f"{table}: decision {n} was answered in two ways")
        return taken[0]["position"] if len(tries) == len(taken) == 1 else None

    async def submit(self, table: str, n: int, action: str, key: str) -> Any:
        """Send a move until it is known what became of it; None where it was refused."""
        noted = Asked(self.world.loop.time(), 0.0, self.seat, move=(n, action))
        body = {"n": n, "action": action}
        while True:
            try:
                done = await self.ask("POST", f"/v1/tables/{table}/actions", body, key=key)
            except ServiceError as error:
                if error.code in ("unknown_outcome", "unavailable", "rate_limited") or error.status is None:
                    self.world.sometimes(f"submit {error.code}")
                    await asyncio.sleep(0.3)
                    continue
                self.world.sometimes(f"submit {error.code}")
                if error.code == "game_over":
                    self.asked.append(noted)  # it may have ended the game, and the keys are gone with the log
                if error.code not in EXPECTED:
                    self.world.fault(f"{table}: decision {n} was refused with {error.code}: {error}")
                return None
            if done["replayed"]:
                self.world.sometimes("key replayed")
            known = self.world.moves.setdefault(table, {})
            if key not in known:
                known[key] = (n, self.seat, action)
                noted.got = self.world.loop.time()
                noted.version, noted.seen = done["n"], digest(done["position"]["view"])
                self.asked.append(noted)
            return done


EXPECTED: Final = frozenset(
    ("conflict", "key_reused", "clock_expired", "game_over", "not_your_turn", "not_seated", "not_found")
)
"""How a move may be refused that was legal when it was decided on."""


class Spectator(Visitor):
    """Follows a table from its beginning to its end, by asking again and again for what is new."""

    async def follow(self, table: str) -> None:
        """Follow it."""
        after = 0
        seen: list[tuple[int, str]] = []
        while True:
            path = f"/v1/tables/{table}/events?after={after}&wait_ms=2000"
            frames = (await self.get(path))["items"]
            for frame in frames:
                seen.extend((event["number"], event["kind"]) for event in frame["events"])
                after = max(after, frame["number"])
                if frame["type"] == "end" or any(event["kind"] in ("end", "aborted") for event in frame["events"]):
                    self.world.followed.append((table, seen))
                    return
