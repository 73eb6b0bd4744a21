"""The yardstick: the same schema and use cases behind strawberry's own ASGI view as it comes, without caches, limits or a guard."""

import asyncio
import os
import sys
from typing import Any

import uvicorn
import uvloop
from citadels_api.app import open_house
from citadels_api.context import House, NoBell
from citadels_api.credentials.service import authenticate
from citadels_api.graphql.context import Asking
from citadels_api.graphql.schema import SCHEMA
from citadels_api.http.protocol import protocol
from citadels_api.settings import Settings
from strawberry.asgi import GraphQL


class Stock(GraphQL[Asking, None]):
    """strawberry's view, which looks up who asks."""

    house: House

    async def get_context(self, request: Any, response: Any) -> Asking:
        """Who asks."""
        secret = request.headers["authorization"].removeprefix("Bearer ")
        return Asking(self.house, await authenticate(self.house, secret), "local", "")


async def serve(port: int) -> None:
    """Serve until SIGTERM."""
    view = Stock(SCHEMA)
    view.house = await open_house(Settings(redis_url=os.environ["REDIS_URL"], queue_redis_url=None), NoBell())

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await view(scope, receive, send)

    config = uvicorn.Config(
        app, host="127.0.0.1", port=port, http=protocol(), lifespan="off", log_config=None, access_log=False
    )
    await uvicorn.Server(config).serve()


if __name__ == "__main__":
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(serve(int(sys.argv[1])))
