"""The verbs of the service: `citadels up`, its parts `serve`, `work`, `clock`, and `admin`, `doctor`, `schema`.

1. A verb imports its modules only when it runs, because `citadels --help` reads this module.
2. Options of a part are the settings of `citadels_api.settings`. Missing options come from the environment.
3. An expected fault prints one line, and gives exit status 1.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from citadels_api.settings import Settings


QUEUES = ("fast", "thinking")

redis_url = click.option("--redis-url", metavar="URL", help="The store of the games. [default: REDIS_URL]")
queue_redis_url = click.option(
    "--queue-redis-url", metavar="URL", help="The store of the queue. [default: QUEUE_REDIS_URL, or the games' store]"
)


def _say(line: str) -> None:
    click.echo(line)
    sys.stdout.flush()


@click.command()
@click.option(
    "--host", default="127.0.0.1", show_default=True, envvar="CITADELS_HOST", help="The address to listen on."
)
@click.option(
    "--port",
    default=8000,
    show_default=True,
    type=click.IntRange(0, 65535),
    envvar="CITADELS_PORT",
    help="The port to listen on; 0 takes any free one.",
)
@click.option(
    "--data-dir",
    type=click.Path(file_okay=False, path_type=Path),
    envvar="CITADELS_DATA_DIR",
    help="Where the games are kept. [default: .citadels/data in the repository, else the user's data directory]",
)
@click.option("--workers", default=2, show_default=True, type=click.IntRange(1, 64), help="Workers for quick AI seats.")
@click.option("--api-processes", default=2, show_default=True, type=click.IntRange(1, 64), help="API processes.")
@click.option("--ephemeral", is_flag=True, help="Keep the games in memory only. They are lost at the end.")
@click.option("--durable", is_flag=True, help="Put every change on disk before it is answered.")
@redis_url
@queue_redis_url
@click.option("--store-memory", metavar="MB", type=click.IntRange(16), help="The memory limit of the embedded store.")
@click.option("--demo/--no-demo", default=True, help="Start a game of four AI players.  [default: demo]")
@click.option("--verbose", is_flag=True, help="Print the logs of the parts instead of writing them to files.")
@click.option(
    "--practice",
    is_flag=True,
    help="For tests of front ends: tables at every kind of decision, the same at each start, in memory, on loopback.",
)
@click.pass_context
def up(
    ctx: click.Context,
    host: str,
    port: int,
    data_dir: Path | None,
    workers: int,
    api_processes: int,
    ephemeral: bool,
    durable: bool,
    redis_url: str | None,
    queue_redis_url: str | None,
    store_memory: int | None,
    demo: bool,
    verbose: bool,
    practice: bool,
) -> None:
    """Start the whole service on this machine: store, API, workers, clock."""
    if practice:
        _practice(ctx, host, port)
        return
    from citadels_workers import startup

    wishes = startup.Wishes(
        data_dir=data_dir,
        host=host,
        port=port,
        workers=workers,
        api_processes=api_processes,
        ephemeral=ephemeral,
        durable=durable,
        redis_url=redis_url or os.environ.get("REDIS_URL", ""),
        queue_redis_url=queue_redis_url or os.environ.get("QUEUE_REDIS_URL", ""),
        store_memory=(store_memory or 0) << 20,
        demo=demo,
        verbose=verbose,
    )
    startup.up(wishes, _say)


@click.command()
@click.option("--host", envvar="CITADELS_HOST", help="The address to listen on.  [default: 127.0.0.1]")
@click.option(
    "--port", type=click.IntRange(0, 65535), envvar="CITADELS_PORT", help="The port to listen on.  [default: 8000]"
)
@click.option("--fd", type=click.IntRange(0), help="An inherited listening socket, instead of host and port.")
@click.option(
    "--processes", default=1, show_default=True, type=click.IntRange(1, 64), help="Processes that share one socket."
)
@redis_url
@queue_redis_url
def serve(
    host: str | None,
    port: int | None,
    fd: int | None,
    processes: int,
    redis_url: str | None,
    queue_redis_url: str | None,
) -> None:
    """Run the API: REST, GraphQL and streams."""
    settings = _settings(redis_url, queue_redis_url, memory=processes == 1, CITADELS_HOST=host, CITADELS_PORT=port)
    if fd is None:
        from citadels_workers import service_port

        fd = service_port.bind(settings.host, settings.port).detach()
    if processes > 1:
        _several([["serve", "--fd", str(fd)]] * processes, fds=(fd,))
        return
    from citadels_api.app import run

    run(settings, fd=fd)


@click.command()
@click.option(
    "--queue",
    "queues",
    multiple=True,
    type=click.Choice(QUEUES),
    help="A queue to work on, a process for each that is named.  [default: fast, thinking]",
)
@redis_url
@queue_redis_url
def work(queues: tuple[str, ...], redis_url: str | None, queue_redis_url: str | None) -> None:
    """Run workers: they play the AI seats, and whole games of tournaments."""
    settings = _settings(redis_url, queue_redis_url)
    chosen = queues or QUEUES
    if len(chosen) > 1:
        _several([["work", "--queue", queue] for queue in chosen])
        return
    from citadels_workers.ai_seats import run

    run(settings, queue=chosen[0])


@click.command()
@redis_url
@queue_redis_url
def clock(redis_url: str | None, queue_redis_url: str | None) -> None:
    """Run the clock, which makes sure that no turn is lost."""
    settings = _settings(redis_url, queue_redis_url)
    from citadels_workers.clock import run

    run(settings)


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, envvar="CITADELS_HOST", help="The host of the service.")
@click.option("--port", default=8000, show_default=True, envvar="CITADELS_PORT", help="The port of the service.")
@click.option(
    "--data-dir",
    type=click.Path(file_okay=False, path_type=Path),
    envvar="CITADELS_DATA_DIR",
    help="The data directory of `citadels up`.",
)
@redis_url
@queue_redis_url
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.pass_context
def doctor(
    ctx: click.Context,
    host: str,
    port: int,
    data_dir: Path | None,
    redis_url: str | None,
    queue_redis_url: str | None,
    as_json: bool,
) -> None:
    """Check the service on this machine, and say how to fix what is wrong."""
    from citadels_workers import doctor as practice

    patient = practice.Patient(
        host=host,
        port=port,
        data_dir=data_dir,
        redis_url=redis_url or os.environ.get("REDIS_URL", ""),
        queue_redis_url=queue_redis_url or os.environ.get("QUEUE_REDIS_URL", ""),
    )
    findings = practice.examine(patient)
    _say(practice.as_json(findings) if as_json else practice.as_text(findings))
    ctx.exit(1 if any(finding.verdict == "bad" for finding in findings) else 0)


@click.command()
@click.option(
    "--data-dir",
    type=click.Path(file_okay=False, path_type=Path),
    envvar="CITADELS_DATA_DIR",
    help="The data directory of a running `citadels up`.",
)
@redis_url
@click.argument("what", type=click.Choice(["credential", "pause", "resume"]), default="credential")
def admin(data_dir: Path | None, redis_url: str | None, what: str) -> None:
    """Create an operator's account and print its credential, or pause all games and resume them.

    While the games are paused, everything can be read, moves and new tables are refused for the time being, and no player's time runs.
    """
    import asyncio

    from citadels_api.accounts.service import make_admin
    from citadels_api.context import House, NoBell
    from citadels_api.store.connect import open_store
    from citadels_api.store.ports import StoreError

    from citadels_workers.startup import data_directory
    from citadels_workers.valkey import read_lock

    own = read_lock(data_directory(data_dir)).get("store")
    settings = _settings(redis_url or os.environ.get("REDIS_URL") or own, None)

    async def act() -> str:
        store = await open_store(settings.redis_url)
        try:
            if what != "credential":
                were = await store.pause(paused=what == "pause")
                now = "paused" if what == "pause" else "going on"
                return f"the games are {now}{', as they were' if were == (what == 'pause') else ''}"
            made = await make_admin(House(store=store, settings=settings, bell=NoBell()))
        finally:
            await store.close()
        return made.credential.secret or ""

    try:
        _say(asyncio.run(act()))
    except StoreError:
        raise click.ClickException("the store does not answer") from None


@click.group()
def schema() -> None:
    """The published schemas of the service."""


@schema.command()
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("openapi"),
    show_default=True,
    help="The folder for openapi.json, schema.graphql and the files made from them.",
)
def export(out: Path) -> None:
    """Write openapi.json, schema.graphql and the files made from them."""
    from citadels_api.published import write

    for path in write(out):
        _say(str(path))


@schema.command()
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("openapi/fixtures"),
    show_default=True,
    help="The folder for the streams.",
)
def fixtures(out: Path) -> None:
    """Record streams of the practice server, as each viewer gets them."""
    from citadels_workers.practice.stream_recorder import write

    for path in write(out):
        _say(str(path))


@click.group(commands=[up, serve, work, clock, admin, doctor, schema])
def parts() -> None:
    """The verbs of the service."""


STORED = ("data_dir", "durable", "redis_url", "queue_redis_url", "store_memory", "workers", "api_processes")
"""Options of `up` about the store and the processes. The practice server has neither."""


def _practice(ctx: click.Context, host: str, port: int) -> None:
    """Run the practice server. Options that it cannot use are refused if the user gave them."""
    from click.core import ParameterSource

    named = [name for name in STORED if ctx.get_parameter_source(name) == ParameterSource.COMMANDLINE]
    if named:
        words = ", ".join(f"--{name.replace('_', '-')}" for name in named)
        raise click.ClickException(f"--practice is one process that keeps everything in its memory: leave out {words}")
    from citadels_workers.practice.server import run

    run(host, port, _say)


def _settings(
    redis_url: str | None, queue_redis_url: str | None, *, memory: bool = False, **variables: object
) -> Settings:
    """The settings of a part. Options override the environment, and child processes get them too."""
    from citadels_api.settings import Settings
    from pydantic import ValidationError

    from citadels_workers.store_choice import choose

    os.environ.update({name: str(value) for name, value in variables.items() if value is not None})
    url = redis_url or os.environ.get("REDIS_URL", "")
    if not url:
        raise click.ClickException(
            "no store is named: set REDIS_URL or give --redis-url (`citadels up` starts a store of its own)"
        )
    if memory and url.startswith("memory:"):
        os.environ["REDIS_URL"] = url
    else:
        chosen = choose(url, queue_redis_url or os.environ.get("QUEUE_REDIS_URL"))
        os.environ.update(REDIS_URL=chosen.url, QUEUE_REDIS_URL=chosen.queue_url)
    try:
        return Settings.model_validate({})
    except ValidationError as error:
        faults = [f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}" for fault in error.errors(include_input=False)]
        raise click.ClickException(f"the settings are wrong: {'; '.join(faults)}") from None


def _several(commands: list[list[str]], fds: tuple[int, ...] = ()) -> None:
    """Run several parts of one kind as child processes."""
    from citadels_workers.startup import command_of
    from citadels_workers.supervisor import Child, Supervisor

    with Supervisor(lambda line: click.echo(line, err=True)) as house:
        for number, words in enumerate(commands, 1):
            house.add(Child(f"{words[0]}-{number}", command_of(*words), fds=fds))
        house.run()
