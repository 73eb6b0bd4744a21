"""`citadels up`: starts a store, API processes, workers and the clock together, watches them, and shuts them down together.

1. The parent binds the port first, and the children inherit it. So the restart of a child loses no connection.
2. It shuts down in this order: the API, the workers, the clock, the store.
3. It first prints which store it uses and why, and what a power cut may lose.
"""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from citadels_api.store.addresses import shown

from citadels_workers.service_port import answer, bind, reached_at
from citadels_workers.store_choice import Choice, NoStore, choose
from citadels_workers.supervisor import Child, StartFailed, Stopped, Supervisor
from citadels_workers.valkey import ON_DISK, WRITTEN, Fsync, Valkey, locked, run_directory, write_lock

if TYPE_CHECKING:
    import socket


API, WORKERS, CLOCK = 0, 1, 2
READY_PATIENCE = 60.0
LOOPBACK = ("127.0.0.1", "::1", "localhost")
CONSOLES = ("/graphiql", "/docs")
"""Pages that settings can turn off."""
DOORS = ("/graphql", "/openapi.json", "/schema.graphql", "/metrics")

Say = Callable[[str], None]


def command_of(*words: str) -> list[str]:
    """The command of a part, with the same Python."""
    return [sys.executable, "-P", "-m", "citadels_workers", *words]


@dataclass(frozen=True, slots=True, kw_only=True)
class Wishes:
    """The options of `citadels up`."""

    data_dir: Path | None = None
    host: str = "127.0.0.1"
    port: int = 8000
    workers: int = 2
    api_processes: int = 2
    ephemeral: bool = False
    durable: bool = False
    redis_url: str = ""
    queue_redis_url: str = ""
    store_memory: int = 0
    demo: bool = True
    verbose: bool = False
    command: Callable[..., list[str]] = command_of
    """How to start a part."""


def up(wishes: Wishes, say: Say) -> None:
    """Start everything, keep it running until shutdown is requested, and shut it down in order."""
    began = time.monotonic()
    if wishes.redis_url and (wishes.ephemeral or wishes.durable):
        word = "--ephemeral" if wishes.ephemeral else "--durable"
        raise NoStore(f"{word} is about a store of our own, and REDIS_URL or --redis-url names another: leave one out")
    if wishes.ephemeral and wishes.durable:
        raise NoStore("--ephemeral forgets everything and --durable nothing: leave one out")
    with contextlib.ExitStack() as things:
        listener = things.enter_context(bind(wishes.host, wishes.port))
        choice = choose(wishes.redis_url or None, wishes.queue_redis_url or None)
        folder = things.enter_context(_folder(wishes))
        lock = run = None
        if not choice.url:
            lock = things.enter_context(locked(folder))
            run = things.enter_context(run_directory())
        house = things.enter_context(Supervisor(say))
        with contextlib.suppress(Stopped):
            stores = [] if lock is None or run is None else _own_stores(wishes, choice, house, (folder, run, lock))
            variables = _addresses(choice, stores)
            parts = _parts(wishes, listener, variables, folder)
            host, port = reached_at(listener)
            # what they import takes the longest: they begin with it while the store starts, and where cores are few, the API first
            together = (os.cpu_count() or 1) >= len(parts)
            for part in parts:
                if part.stage == API or together:
                    house.add(part)
            if stores:
                for store in stores:
                    house.add(store)
                    if (syncer := store.syncer()) is not None:
                        house.add(syncer)
                _tell_of_own(wishes, choice, stores, folder, say)
            else:
                _tell_of_given(choice, say)
            _wait_until_ready(house, host, port)
            for part in parts:
                if part not in house.children:
                    house.add(part)
            base = f"http://{f'[{host}]' if ':' in host else host}:{port}"
            if lock is not None:
                write_lock(
                    lock, pid=os.getpid(), url=base, store=variables["REDIS_URL"], queue=variables["QUEUE_REDIS_URL"]
                )
            _tell(wishes, house, base, folder, time.monotonic() - began, say)
            house.run()
        listener.close()  # who comes now is refused; who is being answered is answered
        say("ending: the API first, then the workers and the clock, last the store (once more Ctrl-C kills) ...")
    say("ended" + ("; the games are kept" if not wishes.ephemeral else ""))


def data_directory(wished: Path | None) -> Path:
    """The folder of the store: the requested one; in the repository if its starter was used; otherwise in the user's data directory."""
    if wished is not None:
        return wished.absolute()
    home = os.environ.get("CITADELS_HOME")
    if home:
        return Path(home) / "data"
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "citadels"


def own_name() -> str:
    """The name of this command: the repository's starter, or the installed command."""
    return "./citadels" if os.environ.get("CITADELS_HOME") else "citadels"


@contextlib.contextmanager
def _folder(wishes: Wishes) -> Iterator[Path]:
    """The data directory; a temporary one if nothing is to be kept."""
    if wishes.ephemeral:
        with tempfile.TemporaryDirectory(prefix="citadels-data-") as name:
            yield Path(name)
        return
    folder = data_directory(wishes.data_dir)
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise StartFailed(
            f"the data directory {folder} cannot be made: {error.strerror}; choose another with --data-dir"
        ) from error
    yield folder


def _own_stores(wishes: Wishes, choice: Choice, house: Supervisor, places: tuple[Path, Path, int]) -> list[Valkey]:
    """A store of our own, and a second one for the queue if the first one waits for the disk; neither is started yet."""
    folder, run, lock = places

    def server(name: str, saved: Path | None, fsync: Fsync, fds: tuple[int, ...] = ()) -> Valkey:
        return Valkey(
            name,
            [str(choice.binary)],
            fds=fds,
            log=folder / "logs" / f"{name}.log",
            folder=saved,
            run=run,
            fsync=fsync,
            memory=wishes.store_memory,
            supervisor=house,
        )

    if wishes.ephemeral:
        return [server("store", None, "never", (lock,))]
    if not wishes.durable:
        return [server("store", folder, "no", (lock,))]
    second = [] if choice.queue_url else [server("queue", None, "never")]
    return [server("store", folder, "always", (lock,)), *second]


def _addresses(choice: Choice, stores: list[Valkey]) -> dict[str, str]:
    """The addresses of the store of the games and of the queue's store."""
    if not stores:
        return {"REDIS_URL": choice.url, "QUEUE_REDIS_URL": choice.queue_url}
    queue = stores[1].url if len(stores) > 1 else f"{stores[0].url}?db=1"
    return {"REDIS_URL": stores[0].url, "QUEUE_REDIS_URL": choice.queue_url or queue}


def _tell_of_own(wishes: Wishes, choice: Choice, stores: list[Valkey], folder: Path, say: Say) -> None:
    """Print which store is used and why, and what may be lost."""
    say(f"store    {stores[0].version} ({choice.binary}): {choice.reason}")
    if wishes.ephemeral:
        say("         in memory only: everything is forgotten at the end (--ephemeral)")
    else:
        say(f"         append-only file in {folder}")
        if wishes.durable:
            say(f"         {ON_DISK} (--durable)")
        else:
            say(f"         {WRITTEN};")
            say(
                "         on disk every second: a power cut may lose the last seconds (--durable: it loses nothing, moves are slower)"
            )
    if choice.queue_url:
        say(f"queue    {shown(choice.queue_url)}: QUEUE_REDIS_URL names it")
    elif len(stores) > 1:
        say("queue    a second server that saves nothing: the store knows what is due")


def _tell_of_given(choice: Choice, say: Say) -> None:
    """The same for a store that already runs, from what it reports about itself."""
    from citadels_workers.named_store import Unreachable, facts

    try:
        found = facts(choice.url)
        if choice.queue_url.partition("?")[0] != choice.url.partition("?")[0]:
            facts(choice.queue_url)
    except Unreachable as fault:
        raise NoStore(f"{fault}. Start it, or leave REDIS_URL out: then a store of our own is started") from fault
    for one in found:
        if not one.usable:
            raise NoStore(f"{shown(choice.url)} is {one.version}; Redis 7.0 or newer is needed, or a Valkey")
    one = found[0]
    many = f", a cluster of {len(found)} primaries" if len(found) > 1 else ""
    say(f"store    {one.version} at {shown(choice.url)}{many}: {choice.reason}")
    say(f"         {one.losses()}")
    evicting = next((each.policy for each in found if each.policy != "noeviction"), None)
    if evicting is not None:
        say(f"         WARNING: its maxmemory-policy is {evicting}, so that it may throw games away; set noeviction")
    say(f"queue    {'in the same store' if choice.queue_url == choice.url else shown(choice.queue_url)}")


def _parts(wishes: Wishes, listener: socket.socket, variables: dict[str, str], folder: Path) -> list[Child]:
    """The API, the workers and the clock, ready to start."""
    descriptor = listener.fileno()
    logs = None if wishes.verbose else folder / "logs"

    def part(name: str, stage: int, *words: str, grace: float, fds: tuple[int, ...] = ()) -> Child:
        log = logs / f"{name.partition('-')[0]}.log" if logs else None
        return Child(name, wishes.command(*words), variables, stage, grace, fds, log)

    socket_words = ("serve", "--fd", str(descriptor))
    return [
        *(
            part(f"api-{number + 1}", API, *socket_words, grace=15.0, fds=(descriptor,))
            for number in range(wishes.api_processes)
        ),
        *(
            part(f"worker-{number + 1}", WORKERS, "work", "--queue", "fast", grace=10.0)
            for number in range(wishes.workers)
        ),
        part("thinker-1", WORKERS, "work", "--queue", "thinking", grace=10.0),
        part("clock-1", CLOCK, "clock", grace=5.0),
    ]


def _wait_until_ready(house: Supervisor, host: str, port: int) -> None:
    until = time.monotonic() + READY_PATIENCE
    while True:
        house.check()
        found = answer(host, port, "/readyz", 1.0)
        if found and found[0] == 200:
            return
        if time.monotonic() > until:
            said = f": {found[0]} {found[1].decode(errors='replace')[:500]}" if found else ""
            raise StartFailed(f"the API is not ready after {READY_PATIENCE:.0f} s{said}")
        house.rest(0.02)


def _tell(wishes: Wishes, house: Supervisor, base: str, folder: Path, seconds: float, say: Say) -> None:
    """Print all addresses, a credential to try, and a game to watch."""
    from citadels_workers import demo

    counted = f"{wishes.api_processes} API, {wishes.workers} + 1 workers, 1 clock"
    say(f"page     {base}/")
    say(f"service  {base}  ({counted}; ready after {seconds:.1f} s)")
    host, port = base.removeprefix("http://").rpartition(":")[0].strip("[]"), int(base.rpartition(":")[2])
    if wishes.host not in LOOPBACK:
        say(
            f"         open to other machines too, at port {port} of {wishes.host} (--host 127.0.0.1: to this one only)"
        )
    present = [page for page in CONSOLES if (found := answer(host, port, page)) and found[0] != 404]
    say(f"         {'  '.join(['/v1', *present, *DOORS])}")
    house.check()
    try:
        guest = demo.guest(base)
        say(f"try      export CITADELS_URL={base} CITADELS_TOKEN={guest}")
        say(f'         curl -H "Authorization: Bearer $CITADELS_TOKEN" {base}/v1/me')
        if wishes.demo:
            table = demo.start(base, guest)
            say(f"demo     four AI players: {base}/table/{table}")
            say(f"         {own_name()} watch {base}/v1/tables/{table}")
    except demo.NoDemo as fault:
        say(f"demo     none: {fault}")
    if not wishes.verbose:
        say(f"logs     {folder / 'logs'}")
    say("Ctrl-C drains and ends all" + ("; the games stay." if not wishes.ephemeral else "."))
