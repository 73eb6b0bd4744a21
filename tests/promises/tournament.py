"""A live tournament comes to its right end, whatever happens on the way: bots over the SDK as processes, some of which do not behave.

1. One bot ends its process, one answers no more, one is cut off again and again, one never comes. In every round a worker and the API's
   processes are killed and started again.
2. The tournament ends. Every game of every round has one result; its record verifies, and says what the result says.
3. The standings that the service tells are those that the log gives, folded by whoever reads the export.
4. Who behaves loses nothing: no game is forfeited, every decision in the records is the bot's own. Who is cut off behaves.
5. Who does not come, or answers no more, is charged, and nobody else.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import sys
import urllib.request
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from citadels_contest import fold, settings_from

from tests.promises.live import BOTS, KINDS, BotProcess, Weather, judge, mend
from tests.support.recorded import opened
from tests.support.running import Caller, Service
from tests.support.telling import Findings

if TYPE_CHECKING:
    from collections.abc import Callable

    from citadels_engine.formats.record import Record


UNRULY = Path(__file__).with_name("tournament_bots.py")
SEATS = 4


@dataclass(frozen=True)
class Size:
    """How many bots, how many rounds of a Swiss, and every how many seconds one is cut off."""

    bots: int
    rounds: int
    cut_s: float
    limit_ms: int = 6000
    grace_ms: int = 4000


SIZES = {"quick": Size(8, 1, 2.0), "ci": Size(8, 1, 2.0), "full": Size(16, 5, 60.0, limit_ms=15_000, grace_ms=10_000)}


class Field:
    """Who takes part: the processes, and the ids of their accounts by what is wrong with them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.bots: list[BotProcess] = []
        self.ids: dict[str, str] = {}
        """Names of bots by the ids of their accounts."""

    async def admit(self, owner: Caller, tournament: str, name: str, bot: str | None, url: str) -> None:
        """Make a bot. Who is to come enters by itself, as soon as its process runs; who is not is entered."""
        made = (await owner.call("POST", "/v1/bots", {"name": f"{name}-{random.randrange(10**9)}"})).json()
        account, secret = made["account"]["id"], made["credential"]["secret"]
        self.ids[account] = name
        if bot is not None:
            self.bots.append(BotProcess(name, bot, self.folder, url, "--tournament", tournament, token=secret))
            return
        async with Caller(owner.ports, secret) as itself:
            answer = await itself.call("POST", f"/v1/tournaments/{tournament}/entrants", {})
            if answer.status not in (200, 201):
                raise RuntimeError(f"{name} cannot enter: {answer}")

    async def entered(self, owner: Caller, tournament: str, patience_s: float = 120.0) -> None:
        """Wait until all have entered: each is a process that has to start first."""
        until = asyncio.get_running_loop().time() + patience_s
        while True:
            there = (await owner.call("GET", f"/v1/tournaments/{tournament}")).json()["entrants"]
            if len(there) >= len(self.ids):
                return
            if asyncio.get_running_loop().time() > until:
                missing = sorted(set(self.ids.values()) - {self.ids[one["id"]] for one in there})
                raise RuntimeError(f"{', '.join(missing)} have not entered within {patience_s:.0f} s")
            await asyncio.sleep(0.1)

    async def seen_out(self, found: Findings) -> None:
        """Who behaves ends by itself when the tournament does."""
        for bot in self.bots:
            if bot.name.startswith(("sound", "cut-off")):
                async with asyncio.timeout(30):
                    status = await bot.ended()
                if status != 0:
                    found.fault(f"{bot.name} ended with status {status}: {bot.errors.read_text()[-1000:]}")


async def gather_field(field: Field, owner: Caller, tournament: str, size: Size, url: str, cut_off: str) -> None:
    """All bots: four that do not behave, or are not treated well, and others."""
    await field.admit(owner, tournament, "never", None, url)
    await field.admit(owner, tournament, "crashes", f"{UNRULY}:Crashes", url)
    await field.admit(owner, tournament, "hangs", f"{UNRULY}:Hangs", url)
    await field.admit(owner, tournament, "cut-off", f"{BOTS}:Async", cut_off)
    for number in range(size.bots - 4):
        await field.admit(owner, tournament, f"sound{number}", f"{BOTS}:{KINDS[number % 3]}", url)


async def follow(host: Caller, tournament: str, on_round: Callable[[int], Any], say: Callable[[str], None]) -> None:
    """Read the log until the tournament is over; `on_round` is told of every round once."""
    after, results = 0, 0
    while True:
        path = f"/v1/tournaments/{tournament}/events?after={after}&wait_ms=3000"
        answer = await host.call("GET", path, headers={"Accept": "application/json"})
        if answer.status != 200:
            raise RuntimeError(f"the log cannot be read: {answer}")
        for frame in answer.json()["items"]:
            for entry in frame["entries"]:
                if entry["number"] <= after:
                    raise RuntimeError(f"entry {entry['number']} came again after {after}")
                after = entry["number"]
                results += entry["kind"] == "result"
                if entry["kind"] == "round":
                    on_round(entry["facts"]["round"])
            if frame["type"] == "end" or frame["status"] in ("over", "cancelled"):
                return
        say(f"{results} results")


class Trouble:
    """Kills a worker and the API's processes in every round, and cuts one bot off."""

    def __init__(self, service: Service, weather: Weather, size: Size) -> None:
        self.service = service
        self.weather = weather
        self.size = size
        self.kills = 0
        self.tasks: list[asyncio.Task[None]] = []
        self.chance = random.Random(5)

    def begin(self) -> None:
        """Begin to cut off."""
        self.tasks.append(asyncio.create_task(self._cut()))

    def in_round(self, _: int) -> None:
        """A round has begun."""
        self.tasks.append(asyncio.create_task(self._kill()))

    async def _cut(self) -> None:
        while True:
            await asyncio.sleep(self.size.cut_s)
            self.weather.cut()

    async def _kill(self) -> None:
        for part in (self.chance.choice(self.service.named("fast")), *self.service.named("api")):
            await asyncio.sleep(self.chance.uniform(0.3, 1.0))
            await asyncio.to_thread(part.restart)
            await asyncio.to_thread(part.wait)
            self.kills += 1

    async def end(self) -> None:
        """Leave everything in peace."""
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)


def order(size: Size) -> dict[str, Any]:
    """The tournament: a Swiss of tables of four."""
    return {
        "name": "A proof",
        "settings": {
            "format": "swiss", "seats": SEATS, "rounds": size.rounds, "deals": 1, "duplicate": False, "fault": "forfeit", "no_show": "last"
        },
        "clock": {"kind": "decision", "limit_ms": size.limit_ms},
        "timeout": "forfeit",
        "grace_ms": size.grace_ms,
        "at_once": 8,
    }  # fmt: skip


async def prove(size: Size, say: Callable[[str], None], spoilt: str | None = None) -> Findings:
    """Play a tournament in trouble, and judge what came of it."""
    found = Findings()
    async with contextlib.AsyncExitStack() as stack:
        service = Service(apis=2, workers=2, durable=True, spoilt=spoilt)
        await stack.enter_async_context(service)
        folder = service.store.directory / "bots"
        folder.mkdir()
        weather = await stack.enter_async_context(Weather(service.ports))
        owner = await stack.enter_async_context(Caller(service.ports))
        made = (await owner.call("POST", "/v1/accounts", {"name": f"owner-{random.randrange(10**9)}"})).json()
        owner.secret = made["credential"]["secret"]
        created = await owner.call("POST", "/v1/tournaments", order(size))
        if created.status != 201:
            raise RuntimeError(f"no tournament: {created}")
        tournament = created.json()["id"]
        field = Field(folder)
        away = f"http://127.0.0.1:{weather.port}"
        near = await stack.enter_async_context(
            Weather(service.ports)
        )  # in good weather: it finds the API process that is there
        await gather_field(field, owner, tournament, size, f"http://127.0.0.1:{near.port}", away)
        for bot in field.bots:
            stack.push_async_callback(bot.close)
            await bot.start()
        await field.entered(owner, tournament)
        started = await owner.call("POST", f"/v1/tournaments/{tournament}/conduct", {"do": "start"})
        if started.status != 200:
            raise RuntimeError(f"it does not start: {started}")
        trouble = Trouble(service, weather, size)
        trouble.begin()
        try:
            await follow(owner, tournament, trouble.in_round, say)
        finally:
            await trouble.end()
        await asyncio.to_thread(mend, service)
        await settle(owner, tournament)
        await field.seen_out(found)
        records = await compare(owner, tournament, field, found)
        await charge(owner, tournament, field, records, found)
        found.figures |= {
            "bots": size.bots,
            "rounds": size.rounds,
            "kills": trouble.kills,
            "cuts": weather.met["streams cut"],
        }
        if found.faults:
            print(service.logs(), file=sys.stderr)
    return found


async def settle(owner: Caller, tournament: str, patience_s: float = 20.0) -> None:
    """Wait until the secret is revealed: nothing of the tournament is written after that."""
    async with asyncio.timeout(patience_s):
        while (await owner.call("GET", f"/v1/tournaments/{tournament}")).json()["secret"] is None:
            await asyncio.sleep(0.1)


def export(owner: Caller, tournament: str) -> str:
    """Everything of the tournament, in one call."""
    address = f"http://127.0.0.1:{owner.ports[0]}/v1/tournaments/{tournament}/export"
    asked = urllib.request.Request(address, headers={"Authorization": f"Bearer {owner.secret}"})
    with urllib.request.urlopen(asked, timeout=30) as answer:
        text: str = answer.read().decode()
    return text


async def compare(owner: Caller, tournament: str, field: Field, found: Findings) -> dict[str, Record]:
    """The records by game, every one held against its result; the standings against the log."""
    text = await asyncio.to_thread(export, owner, tournament)
    lines = [json.loads(line) for line in text.splitlines()]
    event, entries = lines[0]["event"], [line["entry"] for line in lines if "entry" in line]
    folded = fold(settings_from(event["settings"]), entries)
    told = (await owner.call("GET", f"/v1/tournaments/{tournament}/standings")).json()
    here = [(one.place, one.entrant, round(one.points, 6), one.games) for one in folded.standings()]
    there = [(one["place"], one["entrant"], round(one["points"], 6), one["games"]) for one in told["standings"]]
    if here != there:
        found.fault(f"the service tells other standings than the log: {there} for {here}")
    if folded.status != "over" or {one for one, _ in folded.fixtures.items()} != set(folded.results) | set(
        folded.voided
    ):
        found.fault(f"it is {folded.status}, with {len(folded.results)} results for {len(folded.fixtures)} games")
    names = set(field.ids)
    if {standing.entrant for standing in folded.standings()} != names:
        found.fault("the standings are not of those who entered")
    page = (await owner.call("GET", f"/v1/tournaments/{tournament}/games?limit=100")).json()
    records: dict[str, Record] = {}
    for game in page["items"]:
        table = (await owner.call("GET", f"/v1/tables/{game['table']}")).json()
        record, faults = opened(await owner.record(game["table"]), game["table"], table["commitment"])
        found.all(faults)
        if record is None or record.result is None:
            continue
        records[game["id"]] = record
        result = folded.results[game["id"]]
        places = {
            seat: 1 + sum(map(len, record.result.places[:at]))
            for at, same in enumerate(record.result.places)
            for seat in same
        }
        if [places[seat] for seat in range(len(places))] != list(result.places):
            found.fault(f"{game['id']}: the record has the places {places}, the result {result.places}")
        if list(record.result.left) != list(result.left):
            found.fault(f"{game['id']}: the record has {record.result.left} gone, the result {result.left}")
    if len(records) != len(folded.results):
        found.fault(f"{len(records)} records for {len(folded.results)} results")
    found.figures |= {"games": len(records), "decisions": sum(len(one.taken) for one in records.values())}
    return records


async def charge(owner: Caller, tournament: str, field: Field, records: dict[str, Record], found: Findings) -> None:
    """Who behaves is not charged; who does not, is."""
    page = (await owner.call("GET", f"/v1/tournaments/{tournament}/games?limit=100")).json()
    heard = {bot.name: bot.seats() for bot in field.bots}
    gone: dict[str, list[str]] = {}
    for game in page["items"]:
        record = records.get(game["id"])
        if record is None or record.result is None:
            continue
        for seat, entrant in enumerate(game["seats"]):
            name = field.ids[entrant]
            if seat in record.result.left:
                gone.setdefault(name, []).append(game["id"])
            if name.startswith(("sound", "cut-off")):
                noted = heard[name].get((game["table"], seat))
                faults = [f"{game['id']}: {name} has heard nothing"] if noted is None else judge(record, seat, noted)
                found.all(faults)
    for name in ("never", "hangs", "crashes"):
        if not gone.get(name):
            found.fault(f"{name} has forfeited no game")
    for name, games in gone.items():
        if name not in ("never", "hangs", "crashes"):
            found.fault(f"{name} has forfeited {games}")
    found.figures["forfeits"] = {name: len(games) for name, games in sorted(gone.items())}
