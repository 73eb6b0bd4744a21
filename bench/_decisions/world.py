"""A whole service in this process over a store in memory, and a table at which a game goes on."""

from typing import Final, NamedTuple, Self

from citadels_api.app import App, build
from citadels_api.context import House, NoBell
from citadels_api.settings import Settings
from citadels_api.store.memory import MemoryStore
from citadels_engine import awaited

from bench._moves import Script, make_script
from bench.service import InProcess, send_rest, step

PLENTY: Final = 10**9
"""More than any measurement asks for in a second."""
PLAYERS: Final = 4


class World(NamedTuple):
    """The service, and the game."""

    house: House
    app: App
    caller: InProcess
    script: Script

    @classmethod
    async def make(cls, moves: int) -> Self:
        """A service with a game of four that is so many moves old."""
        settings = Settings(
            redis_url="memory://",
            queue_redis_url=None,
            rate_per_second=PLENTY,
            rate_burst=PLENTY,
            address_per_second=PLENTY,
            address_burst=PLENTY,
        )
        house = House(MemoryStore(), settings, NoBell())
        app = build(house.settings, house)
        caller = InProcess(app)
        script = await make_script(caller, 1, PLAYERS)
        world = cls(house, app, caller, script)
        for _ in range(moves):
            await step(caller, script, send_rest)
        return world

    @property
    def table(self) -> str:
        """The table's id."""
        return self.script.table

    @property
    def secret(self) -> str:
        """The credential of the seat that is awaited."""
        return self.script.secrets[awaited(self.script.game).seat]
