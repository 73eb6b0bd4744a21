"""Bots that play live lose nothing: real processes of `citadels bot run`, through a proxy in bad weather, on a service that is restarted.

1. The weather drops requests and answers, swallows others without closing anything, delays, and cuts all streams; the API's processes are
   killed and started again at random.
2. Every game ends. Its record verifies, and holds for each seat of a bot exactly what the bot has chosen: each decision once, none
   taken for it, none lost.
3. Each bot has heard every event of its games once, in order, as its seat may know it: the same as in a replay of the record.
4. No answer was refused, and no decision reached a bot too late.
5. No bot's process ends before its last game; it ends with status 0, and no bot was at fault.
6. Where no bot was killed, each was made once for each of its games: the toolkit has not failed at a table and begun it again.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import signal
import sys
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, cast

from citadels_engine.formats.record import steps

from tests.promises.live_bots import NOTES, digest
from tests.support.recorded import differing, opened
from tests.support.running import ROOT, Caller, Service
from tests.support.servers import FlakyProxy
from tests.support.telling import Findings

if TYPE_CHECKING:
    from collections.abc import Callable

    from citadels_engine.formats.record import Record

    from tests.support.servers import Server


BOTS = Path(__file__).with_name("live_bots.py")
KINDS = ("Memory", "Async", "Plain")
AGAIN = "is begun again"
"""What a run notes where the toolkit itself has failed at a table."""


@dataclass(frozen=True)
class Size:
    """How many processes play against the house, and how many games each; how many games two play that look for each other, and how many
    two play that are invited; every how many seconds the sky clears and something is killed.
    """

    house: int
    of_each: int
    sought: int
    invited: int
    kill_s: float = 4.0
    clock: str = "30s"

    @property
    def games(self) -> int:
        """All games."""
        return self.house * self.of_each + self.sought + self.invited


SIZES = {"quick": Size(1, 3, 1, 0, 2.0), "ci": Size(2, 2, 1, 0, 2.5), "full": Size(6, 28, 16, 16)}


@dataclass
class Heard:
    """What a bot says of its seat in one game: its choices as it made them, how many events it has heard, and what they come to."""

    choices: list[tuple[int, str]] = field(default_factory=list)
    events: int | None = None
    digest: str = ""
    lives: int = 0
    """How often the bot was made for this game."""


def judge(record: Record, seat: int, heard: Heard) -> list[str]:
    """Where a record differs from what the bot of one of its seats has chosen and heard."""
    name = f"{record.header.id}, seat {seat}"
    faults = [
        f"{name}: decision {one.n} was taken for it ({one.by})" for one in record.taken if one.seat == seat and one.by
    ]
    moves = [(n, seat, do) for n, do in heard.choices]
    if heard.lives > 1:  # who was killed may have chosen for a decision twice: one of the answers is the move
        made = {(one.n, one.seat, one.do) for one in record.taken}
        moves = [(n, seat, one) for n, _, one in sorted({move for move in moves if move in made})]
    faults += differing(record, moves, (seat,))
    if heard.events is None:
        return [*faults, f"{name}: the bot was not told of the end"]
    told = [event.for_seat(seat) for _, game in steps(record, telling=True) for event in game.events]
    if (len(told), digest(told)) != (heard.events, heard.digest):
        faults.append(f"{name}: the bot has heard {heard.events} events, and not the {len(told)} of the game as it was")
    return faults


def unbroken(seats: dict[tuple[str, int], Heard], notes: list[str]) -> list[str]:
    """Where a bot that was not killed was made more than once for a game, or notes that the toolkit has failed at a table."""
    faults = [
        f"{table}, seat {seat}: the bot was made {heard.lives} times"
        for (table, seat), heard in seats.items()
        if heard.lives != 1
    ]
    return [*faults, *[note for note in notes if AGAIN in note]]


class Either:
    """One of several servers, another for each connection."""

    path = ""

    def __init__(self, ports: list[int], chance: random.Random) -> None:
        self.ports = ports
        self.chance = chance

    @property
    def port(self) -> int:
        """Where the next connection goes."""
        return self.chance.choice(self.ports)


class Weather(FlakyProxy):
    """A proxy that also drops requests (`lose`), and lets connections fall silent without closing them (`hush`)."""

    def __init__(self, ports: list[int], *, seed: int = 0) -> None:
        self.chance = random.Random(seed)
        super().__init__(cast("Server", Either(ports, self.chance)), seed=seed)
        self.lose = self.hush = self.dawdle = 0.0
        self.met: Counter[str] = Counter()

    def storm(self) -> None:
        """Bad weather."""
        self.drop, self.lose, self.hush, self.dawdle = 0.06, 0.04, 0.003, 0.15

    def calm(self) -> None:
        """Good weather."""
        self.drop = self.lose = self.hush = self.dawdle = 0.0

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, answers: bool) -> None:
        while data := await reader.read(65536):
            luck = self.chance.random()
            if luck < (self.drop if answers else self.lose):
                self.met["answers dropped" if answers else "requests dropped"] += 1
                return
            if self.chance.random() < self.hush:
                self.met["fallen silent"] += 1
                await asyncio.sleep(60)
                return
            if self.chance.random() < self.dawdle:
                self.met["delayed"] += 1
                await asyncio.sleep(self.chance.uniform(0, 0.15))
            writer.write(data)
            await writer.drain()

    def cut(self) -> None:
        """Close all connections."""
        self.met["streams cut"] += 1
        super().cut()


class BotProcess:
    """`citadels bot run`, as a process; what it says, line by line."""

    def __init__(
        self, name: str, bot: str, folder: Path, url: str, *options: str, keep: bool = False, token: str | None = None
    ) -> None:
        self.name = name
        self.variables = {} if token is None else {"CITADELS_TOKEN": token}
        self.bot = bot
        self.folder = folder
        self.url = url
        self.options = [*options, *(["--keep", str(folder / f"{name}.json")] if keep else [])]
        self.notes = folder / f"{name}.notes"
        self.errors = folder / f"{name}.err"
        self.told: list[dict[str, Any]] = []
        self.heard_of = asyncio.Event()
        self.process: asyncio.subprocess.Process | None = None
        self._reading: asyncio.Task[None] | None = None

    async def start(self) -> Self:
        """Start it."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith("CITADELS_")}
        path = os.pathsep.join([*filter(None, [os.environ.get("PYTHONPATH")]), str(ROOT)])
        words = ["-P", "-c", "from citadels_sdk.cli import main; main()", "bot", "run", self.bot]
        with self.errors.open("ab") as errors:
            self.process = await asyncio.create_subprocess_exec(
                sys.executable, *words, "--url", self.url, "--json", *self.options,
                env={**kept, **self.variables, NOTES: str(self.notes), "PYTHONPATH": path}, stdout=asyncio.subprocess.PIPE, stderr=errors,
            )  # fmt: skip
        self._reading = asyncio.create_task(self._read())
        return self

    async def _read(self) -> None:
        assert self.process is not None
        assert self.process.stdout is not None
        while line := await self.process.stdout.readline():
            self.told.append(json.loads(line))
            self.heard_of.set()

    def said(self, what: str) -> list[dict[str, Any]]:
        """All that was said of one kind."""
        return [one for one in self.told if one["event"] == what]

    async def until(self, what: str, count: int = 1, patience_s: float = 60.0) -> dict[str, Any]:
        """Wait until so much of one kind was said; the last of it."""
        async with asyncio.timeout(patience_s):
            while len(self.said(what)) < count:
                if self.process is not None and self.process.returncode is not None:
                    raise RuntimeError(
                        f"{self.name} has ended: {self.process.returncode} {self.errors.read_text()[-2000:]}"
                    )
                self.heard_of.clear()
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self.heard_of.wait(), 0.5)
        return self.said(what)[count - 1]

    def signal(self, number: signal.Signals) -> None:
        """Send it a signal."""
        if self.process is not None and self.process.returncode is None:
            self.process.send_signal(number)

    async def ended(self, patience_s: float = 3600.0) -> int:
        """Wait for its end; the exit status. How long that takes says the size of the proof."""
        assert self.process is not None
        assert self._reading is not None
        status = await asyncio.wait_for(self.process.wait(), patience_s)
        await self._reading
        return status

    async def close(self) -> None:
        """Kill it, where it still runs."""
        self.signal(signal.SIGKILL)
        if self.process is not None:
            await self.ended()

    def seats(self) -> dict[tuple[str, int], Heard]:
        """What the bots of this process have noted, by table and seat."""
        found: dict[tuple[str, int], Heard] = {}
        for line in self.notes.read_text().splitlines() if self.notes.exists() else []:
            note = json.loads(line)
            heard = found.setdefault((note["table"], note["seat"]), Heard())
            match note["what"]:
                case "start":
                    heard.lives += 1
                case "choice":
                    heard.choices.append((note["n"], note["do"]))
                case _:
                    heard.events, heard.digest = note["events"], note["digest"]
        return found


class Climate:
    """Lets it storm, cuts streams, and kills the API's processes in turn."""

    def __init__(self, service: Service, weather: Weather, every_s: float) -> None:
        self.service = service
        self.weather = weather
        self.every_s = every_s
        self.kills = 0
        self.chance = random.Random(7)

    async def change(self) -> None:
        """Go on until cancelled."""
        self.weather.storm()
        while True:
            await asyncio.sleep(self.chance.uniform(0.5, 1.0) * self.every_s)
            self.weather.cut()
            await asyncio.sleep(self.chance.uniform(0.2, 0.5) * self.every_s)
            doomed = [self.chance.choice(self.service.named("api"))]
            if self.kills % 3 == 2:
                doomed = self.service.named("api")
            for part in doomed:
                await asyncio.to_thread(part.restart)
            for part in doomed:
                await asyncio.to_thread(part.wait)
            self.kills += 1


def processes(size: Size, folder: Path, url: str) -> list[tuple[BotProcess, int]]:
    """All bots of a proof, each with the games that it plays."""
    found = []
    for number in range(size.house):
        kind = KINDS[number % 3]
        options = ["--players", str(2 + (3 * number + 2) % 7), "--games", str(size.of_each), "--tables", "3"]
        options += ["--clock", size.clock]
        options += ["--edition", ("modern", "classic")[number % 2], "--fill", ("greedy", "random")[number % 2]]
        found.append((BotProcess(f"house{number}", f"{BOTS}:{kind}", folder, url, *options), size.of_each))
    for number in range(2 if size.sought else 0):
        options = ["--seek", "--players", "2", "--games", str(size.sought), "--tables", "2"]
        found.append((BotProcess(f"seeks{number}", f"{BOTS}:{KINDS[number]}", folder, url, *options), size.sought))
    for number in range(2 if size.invited else 0):
        options = ["--wait", "--games", str(size.invited), "--tables", "3"]
        found.append((BotProcess(f"waits{number}", f"{BOTS}:{KINDS[number + 1]}", folder, url, *options), size.invited))
    return found


async def invite(host: Caller, bots: list[BotProcess], games: int) -> None:
    """Make tables with seats kept for some bots, and AIs on the others."""
    if not games:
        return
    accounts = [(await bot.until("playing"))["account"] for bot in bots]
    kept = [{"kind": "reserved", "account": account} for account in accounts]
    for number in range(games):
        levels = [{"kind": "ai", "level": ("greedy", "random")[seat % 2]} for seat in range(1 + number % 6)]
        await host.table(players=len(kept) + len(levels), seats=[*kept, *levels])


async def prove(size: Size, say: Callable[[str], None], spoilt: str | None = None) -> Findings:
    """Let bots play through bad weather, and compare every record with what they have noted."""
    found = Findings()
    async with contextlib.AsyncExitStack() as stack:
        service = Service(apis=2, workers=1, durable=True, spoilt=spoilt)
        await stack.enter_async_context(service)
        folder = service.store.directory / "bots"
        folder.mkdir()
        weather = await stack.enter_async_context(Weather(service.ports))
        bots = processes(size, folder, f"http://127.0.0.1:{weather.port}")
        for bot, _ in bots:
            stack.push_async_callback(bot.close)
            await bot.start()
        host = await (await stack.enter_async_context(Caller(service.ports))).guest()
        climate = Climate(service, weather, size.kill_s)
        invited = [bot for bot, _ in bots if "waits" in bot.name]
        helpers = [asyncio.create_task(one) for one in (climate.change(), invite(host, invited, size.invited))]
        try:
            pending = [asyncio.create_task(see_out(bot, games, found)) for bot, games in bots]
            while not all(one.done() for one in pending):
                await asyncio.wait(pending, timeout=2, return_when=asyncio.FIRST_EXCEPTION)
                say(f"{sum(len(bot.said('ended')) for bot, _ in bots)} seats of games are through")
            for one in pending:
                one.result()
        finally:
            for helper in helpers:
                helper.cancel()
            await asyncio.gather(*helpers, return_exceptions=True)
        weather.calm()
        await asyncio.to_thread(mend, service)
        await compare(host, [bot for bot, _ in bots], found)
        found.figures |= {
            "weather": dict(sorted(weather.met.items())),
            "connections": weather.connections,
            "kills": climate.kills,
        }
        if found.faults:
            print(service.logs(), file=sys.stderr)
    if found.figures["games"] != size.games:
        found.fault(f"{found.figures['games']} games were played, and not {size.games}")
    return found


async def see_out(bot: BotProcess, games: int, found: Findings) -> None:
    """Wait for the end of a bot, which comes after its last game."""
    status, ended = await bot.ended(), len(bot.said("ended"))
    if status != 0 or ended != games:
        said = bot.errors.read_text()[-1500:]
        found.fault(f"{bot.name} ended with status {status} after {ended} of {games} games: {said}")


def mend(service: Service) -> None:
    """Let everything run again."""
    service.look_after()
    for part in service.named("api"):
        part.wait()


async def compare(host: Caller, bots: list[BotProcess], found: Findings, *, killed: bool = False) -> None:
    """Hold every record against what the bots have noted; who was not killed has met nobody else who answered for it."""
    seats = [(table, seat, heard) for bot in bots for (table, seat), heard in bot.seats().items()]
    records: dict[str, Record | None] = {}
    sizes: Counter[str] = Counter()
    for table in dict.fromkeys(table for table, _, _ in seats):
        told = (await host.call("GET", f"/v1/tables/{table}")).json()
        records[table], faults = opened(await host.record(table), table, told["commitment"])
        sizes[str(told["players"])] += 1
        found.all(faults)
    for table, seat, heard in seats:
        record = records[table]
        if record is not None:
            found.all(judge(record, seat, heard))
    for bot in bots:
        found.all([f"{bot.name} was at fault: {one}" for one in bot.said("fault")])
    games = [one for bot in bots for one in bot.said("ended")]
    if not killed:
        for bot in bots:
            found.all(
                [f"{bot.name}: {one}" for one in unbroken(bot.seats(), [one["text"] for one in bot.said("note")])]
            )
        found.all([f"{one['table']}: an answer was not taken" for one in games if one["overtaken"]])
    found.all([f"{one['table']}: a decision came too late to the bot" for one in games if one["rescued"]])
    found.figures |= {
        "games": len(records),
        "players": dict(sorted(sizes.items())),
        "bots": len(bots),
        "moves": sum(len(heard.choices) for _, _, heard in seats),
        "events": sum(heard.events or 0 for _, _, heard in seats),
        "overtaken": sum(one["overtaken"] for one in games),
        "rescued": sum(one["rescued"] for one in games),
    }
