"""What one move goes through, from the door of the application to the end of the answer: `python -m tools.move_trace` tells it as JSON.

1. The ASGI application runs in this process, on the store in memory and the interpreted engine. The server, its sockets and its own
   protocol class are not in it.
2. Two guests play a game with a fixed seed through that door. After at least `WARM` moves over each door, so that what is done once has been
   done, the next `gold` is traced: it is legal, it is accepted, and after it the same player goes on.
3. `sys.setprofile` names every call of a Python function while that request runs. Counted are functions whose file lies in a package of
   ours (`citadels_*`); comprehensions, generator expressions and class bodies belong to the function around them and are not counted.
4. `files` and `functions` are different files and functions. `changes` are changes of file: pairs of functions in different files of ours
   of which one calls the other, directly or through a library; each pair counts once, however often it is called. What a task that the
   request starts does belongs to the request too, since nothing else runs meanwhile.
5. The same game and the same moves give the same figures each time.
"""

from __future__ import annotations

import asyncio
import json
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from types import CodeType, FrameType

    from starlette.types import ASGIApp, Message


ROOT: Final = Path(__file__).resolve().parents[1]
WARM: Final = 12
TRACED: Final = "gold"
SEED: Final = "5eed" * 16
LONGEST: Final = 400
OURS: Final = re.compile(r"/citadels_\w+/(?:\w+/)*\w+\.py$")


class Trace:
    """The functions that are called while it is on."""

    def __init__(self) -> None:
        self.functions: set[CodeType] = set()
        self.changes: set[tuple[CodeType, CodeType]] = set()

    def hear(self, frame: FrameType, event: str, _argument: object) -> None:
        """Note a call."""
        code = frame.f_code
        if event != "call" or not own(code):
            return
        self.functions.add(code)
        caller = frame.f_back
        while caller is not None and not own(caller.f_code):
            caller = caller.f_back
        if caller is not None and caller.f_code.co_filename != code.co_filename:
            self.changes.add((caller.f_code, code))

    def figures(self) -> dict[str, Any]:
        """How many files, functions and changes of file; the files by their names."""
        files = {code.co_filename for code in self.functions}
        return {
            "files": len(files),
            "functions": len(self.functions),
            "changes": len(self.changes),
            "names": sorted(f"citadels_{name.rpartition('/citadels_')[2]}" for name in files),
        }


def own(code: CodeType) -> bool:
    """Whether it is a function of a package of ours."""
    called = code.co_name == "<lambda>" or not code.co_name.startswith("<")
    return called and OURS.search(code.co_filename) is not None


def application() -> ASGIApp:
    """The service on a store in memory; the only place here that knows where its parts lie."""
    from citadels_api.app import App
    from citadels_api.context import House, NoBell
    from citadels_api.settings import Settings
    from citadels_api.store.memory import MemoryStore

    settings = Settings.model_validate({"redis_url": "memory://"})
    return App(settings, House(MemoryStore(), settings, NoBell()))


async def ask(
    app: ASGIApp, method: str, path: str, secret: str = "", body: object = None, *, trace: Trace | None = None
) -> Any:
    """One request, and the body of its answer; with a trace it is on from the first line of the application to its last."""
    data = b"" if body is None else json.dumps(body).encode()
    headers = [(b"host", b"localhost"), (b"content-length", str(len(data)).encode())]
    if body is not None:
        headers.append((b"content-type", b"application/json"))
    if secret:
        headers.append((b"authorization", b"Bearer " + secret.encode()))
    scope = {"type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": method, "scheme": "http",
             "path": path, "raw_path": path.encode(), "query_string": b"", "root_path": "", "headers": headers,
             "client": ("127.0.0.1", 40000), "server": ("127.0.0.1", 8000)}  # fmt: skip
    request: list[Message] = [{"type": "http.request", "body": data, "more_body": False}]
    said: list[Message] = []

    async def receive() -> Message:
        if not request:
            await asyncio.Event().wait()  # the client stays
        return request.pop()

    async def send(message: Message) -> None:
        said.append(message)

    sys.setprofile(None if trace is None else trace.hear)
    try:
        await app(scope, receive, send)
    finally:
        sys.setprofile(None)
    return json.loads(b"".join(bytes(message.get("body", b"")) for message in said[1:]))


class Table:
    """A game of two guests."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.people: list[str] = []
        self.id = ""
        trusted = json.loads((ROOT / "openapi" / "trusted.json").read_text(encoding="utf-8"))
        self.document = trusted["PlayPricedMove"]["sha256"]

    async def open(self) -> None:
        """Seat the two."""
        for _ in range(2):
            self.people.append((await ask(self.app, "POST", "/v1/guests"))["credential"]["secret"])
        order = {"players": 2, "seats": [{"kind": "you"}], "seed": SEED}
        self.id = (await ask(self.app, "POST", "/v1/tables", self.people[0], order))["id"]
        await ask(self.app, "POST", f"/v1/tables/{self.id}/join", self.people[1])

    async def asked(self) -> tuple[str, int, list[str]]:
        """Who is asked, the number of the decision, the texts of the legal actions."""
        for who in self.people:
            decision = (await ask(self.app, "GET", f"/v1/tables/{self.id}/position", who))["decision"]
            if decision is not None and decision["actions"] is not None:
                return who, decision["n"], [action["text"] for action in decision["actions"]]
        raise SystemExit("nobody is asked")

    async def move(self, who: str, n: int, text: str, *, graphql: bool, trace: Trace | None = None) -> None:
        """Make a move over one of the doors."""
        if graphql:
            variables = {"input": {"table": self.id, "n": n, "actions": [{"text": text}]}}
            body = {"documentId": self.document, "variables": variables}
            answer = await ask(self.app, "POST", "/graphql", who, body, trace=trace)
            done = ((answer.get("data") or {}).get("submit") or {}).get("__typename") == "SubmitPayload"
        else:
            path, order = f"/v1/tables/{self.id}/actions", {"n": n, "actions": [text]}
            answer = await ask(self.app, "POST", path, who, order, trace=trace)
            done = answer.get("outcome") == "ok"
        if not done:
            raise SystemExit(f"the move {text} was not taken: {answer}")


async def traced_over(*, graphql: bool) -> dict[str, Any]:
    """The figures of one warm move over a door."""
    table = Table(application())
    await table.open()
    for moves in range(LONGEST):
        who, n, texts = await table.asked()
        if moves >= WARM and TRACED in texts:
            trace = Trace()
            await table.move(who, n, TRACED, graphql=graphql, trace=trace)
            return trace.figures()
        await table.move(who, n, texts[0], graphql=graphql)
    raise SystemExit(f"nobody could say {TRACED}")


def traced() -> dict[str, dict[str, Any]]:
    """The figures of a move over each door, in this process."""
    return {"rest": asyncio.run(traced_over(graphql=False)), "graphql": asyncio.run(traced_over(graphql=True))}


if __name__ == "__main__":
    print(json.dumps(traced()))
