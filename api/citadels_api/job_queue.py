"""The bell of the AI seats and of whole games: jobs for RQ's workers, rung from a thread of its own so that no request waits for the queue.

1. A ring may be lost: the due set in the game store is the truth, and the clock rings again.
2. A job says which table, decision and seat, or which tournament and game of it, and nothing else.
3. A worker takes seats that are waited for first, then whole games, which nobody watches: `fast` before `games`, and where a bot searches,
   `thinking` before `deep`.
4. RQ and its client of Redis are loaded by the thread, at the first ring or before it in idle time: a process that rings for nobody needs
   neither.
"""

from __future__ import annotations

import contextlib
import queue
import sys
import threading
import time
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Final

import structlog

from citadels_api.context import NoBell
from citadels_api.jobs import DEEP, FAST, GAMES, PLAY_GAME, PLAY_SEATS, THINKING
from citadels_api.store.addresses import BadAddress, read_single

if TYPE_CHECKING:
    from collections.abc import Callable

    import redis
    from rq import Queue
    from rq.queue import EnqueueData

    from citadels_api.context import Bell
    from citadels_api.http.metrics import Metrics
    from citadels_api.settings import Settings


LOG: Final = structlog.get_logger("bell")
JOB_TIMEOUT_S: Final = 60
FAILURE_TTL_S: Final = 3600
WAITING: Final = 10_000
"""How many rings may wait for the queue; beyond that they are dropped, and the clock rings again."""

Ring = tuple[str, str, tuple[str | int, ...], bool]
"""A queue, the job, what it is told, and whether it comes before what waits there."""


def queue_connection(settings: Settings) -> redis.Redis:
    """A client for RQ, of one server or of a master behind Sentinel; RQ knows no Cluster.

    It tries a lost connection again at once, and leaves it to its user to try for longer. A server that is silent is not asked twice.
    """
    import redis
    from redis.backoff import ExponentialBackoff
    from redis.retry import Retry

    from citadels_api.store.redis.clients import client_of

    return client_of(
        settings.queue_redis_url or settings.redis_url,
        health_check_interval=15,
        retry=Retry(ExponentialBackoff(cap=0.2, base=0.05), 2, (redis.ConnectionError,)),
    )


class RqBell:
    """Rings RQ's queues: `fast` for AIs that answer at once, `thinking` for those that search; `games` and `deep` for whole games of theirs.

    `connection` is a client of the queue's server, or what makes one.
    """

    def __init__(
        self,
        connection: redis.Redis | Callable[[], redis.Redis],
        *,
        again_s: float = 5.0,
        lost: Callable[[int], object] = lambda _: None,
    ) -> None:
        self.connect: Callable[[], redis.Redis] = connection if callable(connection) else lambda: connection
        self.again_s = again_s
        self.lost = lost
        self.rung: dict[tuple[str, str], tuple[float, float]] = {}
        self.waiting: queue.Queue[Ring | None] = queue.Queue(WAITING)
        self.dropped = 0
        self.heard = True
        self.thread = threading.Thread(target=self.ring, name="bell", daemon=True)
        self.thread.start()

    @cached_property
    def connection(self) -> redis.Redis:
        """The client of the queue's server."""
        return self.connect()

    @cached_property
    def queues(self) -> dict[str, Queue]:
        """RQ's queues by their names."""
        from rq import Queue
        from rq.serializers import JSONSerializer

        return {
            name: Queue(name, connection=self.connection, serializer=JSONSerializer)
            for name in (FAST, GAMES, THINKING, DEEP)
        }

    def call(self, table: str, n: int, seat: int, level: str) -> None:
        """Ring for one AI seat; returns at once."""
        self.put((THINKING if level == "planner" else FAST, PLAY_SEATS, (table, n, seat), False))

    def play(self, tournament: str, game: str, *, thinking: bool = False, again: bool = False) -> None:
        """Ring for a whole game of a tournament, or with `again` for the rest of it; returns at once.

        The clock asks whenever it looks. For one game the queue is rung again after a while, and then after twice as long, up to
        eight times as long: a job that waits in a long queue is not put there over and over. The rest of a game comes before all others.
        """
        now = time.monotonic()
        due, pause = self.rung.get((tournament, game), (now, self.again_s))
        if now < due and not again:
            return
        if len(self.rung) > 2 * WAITING:
            self.rung = {one: entry for one, entry in self.rung.items() if entry[0] > now}
        self.rung[tournament, game] = (now + pause, min(8 * self.again_s, 2 * pause))
        self.put((DEEP if thinking else GAMES, PLAY_GAME, (tournament, game), again))

    def put(self, ring: Ring) -> None:
        """Leave a ring for the thread."""
        try:
            self.waiting.put_nowait(ring)
        except queue.Full:
            self.drop(1)

    def drop(self, rings: int) -> None:
        """Count rings that are lost; the first since one came through is a line in the log, with the fault that is being handled."""
        self.dropped += rings
        self.lost(rings)
        if self.heard:
            self.heard = False
            error = sys.exc_info()[1]
            LOG.warning("bells are dropped", reason=None if error is None else type(error).__name__, queue="rq")

    def ring(self) -> None:
        """Hand what waits to the queues, as much at once as there is."""
        while True:
            calls = [self.waiting.get()]
            with contextlib.suppress(queue.Empty):
                while len(calls) < 100:
                    calls.append(self.waiting.get_nowait())
            for name, jobs in self.sorted([call for call in calls if call is not None]).items():
                try:
                    self.queues[name].enqueue_many(jobs)
                    self.heard = True
                except Exception:  # noqa: BLE001  (whatever the queue's store does: a bell may be lost)
                    self.drop(len(jobs))
                    with contextlib.suppress(BadAddress):  # a file that it names is gone
                        self.connection.connection_pool.disconnect()  # who answers may be a master no more: it is looked for anew
            if None in calls:
                return

    def sorted(self, calls: list[Ring]) -> dict[str, list[EnqueueData]]:
        """The jobs by queue."""
        from rq import Queue

        jobs: dict[str, list[EnqueueData]] = {}
        for name, job, told, at_front in calls:
            jobs.setdefault(name, []).append(
                Queue.prepare_data(
                    job, told, timeout=JOB_TIMEOUT_S, result_ttl=0, failure_ttl=FAILURE_TTL_S, at_front=at_front
                )
            )
        return jobs

    def load(self) -> None:
        """Load ahead of the first ring what it needs."""
        for module in ("citadels_api.store.redis.clients", "rq", "rq.serializers"):
            import_module(module)

    def close(self) -> None:
        """Ring what still waits, and stop the thread."""
        with contextlib.suppress(queue.Full):  # then it is behind anyway, and the clock rings again
            self.waiting.put(None, timeout=1)
        self.thread.join(timeout=2)


def make_bell(settings: Settings, metrics: Metrics) -> Bell:
    """The bell that the settings ask for, whose losses are counted; in one process without a queue nobody hears it."""
    url = settings.queue_redis_url or settings.redis_url
    if not url or url.startswith(("memory:", "redis+cluster:")):
        return NoBell()
    read_single(url)  # what is wrong with it is said now
    return RqBell(lambda: queue_connection(settings), again_s=settings.game_lease_ms / 1000, lost=metrics.dropped)
