"""The RQ job queue for AI seats and whole games. A thread of its own queues the jobs, so that no request waits for the queue.

1. A job may be lost: the due set in the game store is the truth, and the clock queues the job again.
2. A job contains a table, a decision and a seat, or a tournament and one of its games, and nothing else.
3. Workers take seats first, because somebody waits for them, then whole games, which nobody watches: `fast` before `games`, and for bots
   that search `thinking` before `deep`.
4. A job is a ticket: it names the work that it was made for, and the worker that takes it does the work that comes next (`fair_queue`). Only
   where none waits does it do the named one. So there are as many tickets as works, and no owner of many tables keeps others waiting.
5. The thread imports RQ and its Redis client, for the first job or earlier in idle time. A process that queues nothing needs neither.
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

from citadels_api.context import NOBODYS, NoBell
from citadels_api.jobs import DEEP, FAST, GAMES, PLAY_GAME, PLAY_SEATS, THINKING
from citadels_api.store.addresses import BadAddress, read_single

if TYPE_CHECKING:
    from collections.abc import Callable

    import redis
    from rq import Queue
    from rq.queue import EnqueueData

    from citadels_api.context import Bell, Share
    from citadels_api.fair_queue import FairQueue
    from citadels_api.http.metrics import Metrics
    from citadels_api.settings import Settings


LOG: Final = structlog.get_logger("bell")
JOB_TIMEOUT_S: Final = 60
FAILURE_TTL_S: Final = 3600
WAITING: Final = 10_000
"""How many jobs may wait for the thread. Further jobs are dropped, and the clock queues them again."""

Ring = tuple[str, str, tuple[str | int, ...], bool, "Share"]
"""A queue, the job, its arguments, whether it goes to the front, and whose share of the workers it takes."""


def queue_connection(settings: Settings) -> redis.Redis:
    """A client for RQ: of one server, or of a master behind Sentinel. RQ does not support clusters.

    It reconnects once after a loss; longer attempts are left to its user. A silent server is not asked twice.
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
    """Queues jobs with RQ: `fast` for AIs that answer at once, `thinking` for those that search; `games` and `deep` for their whole games.

    `connection` is a client of the queue's server, or a function that makes one.
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
        """RQ's queues by name."""
        from rq import Queue
        from rq.serializers import JSONSerializer

        return {
            name: Queue(name, connection=self.connection, serializer=JSONSerializer)
            for name in (FAST, GAMES, THINKING, DEEP)
        }

    @cached_property
    def works(self) -> dict[str, FairQueue]:
        """The works of each queue, in the order in which they are taken."""
        from citadels_api.fair_queue import FairQueue

        return {name: FairQueue(name, self.connection) for name in (FAST, GAMES, THINKING, DEEP)}

    def call(self, table: str, n: int, seat: int, level: str, share: Share = NOBODYS) -> None:
        """Queue a job for one AI seat; returns at once."""
        self.put((THINKING if level == "planner" else FAST, PLAY_SEATS, (table, n, seat), False, share))

    def play(
        self, tournament: str, game: str, *, thinking: bool = False, again: bool = False, share: Share = NOBODYS
    ) -> None:
        """Queue a job for a whole game of a tournament, or with `again` for the rest of it; returns at once.

        The clock calls this on each look. For the same game, another job is queued only after a pause. The pause doubles each time, up to
        eight times its first length. So a long queue does not fill with copies of one job. A job for the rest of a game goes to the front.
        """
        now = time.monotonic()
        due, pause = self.rung.get((tournament, game), (now, self.again_s))
        if now < due and not again:
            return
        if len(self.rung) > 2 * WAITING:
            self.rung = {one: entry for one, entry in self.rung.items() if entry[0] > now}
        self.rung[tournament, game] = (now + pause, min(8 * self.again_s, 2 * pause))
        self.put((DEEP if thinking else GAMES, PLAY_GAME, (tournament, game), again, share))

    def put(self, ring: Ring) -> None:
        """Pass a job to the thread."""
        try:
            self.waiting.put_nowait(ring)
        except queue.Full:
            self.drop(1)

    def drop(self, rings: int) -> None:
        """Count dropped jobs. The first one after a success is logged, with the exception that is being handled."""
        self.dropped += rings
        self.lost(rings)
        if self.heard:
            self.heard = False
            error = sys.exc_info()[1]
            LOG.warning("bells are dropped", reason=None if error is None else type(error).__name__, queue="rq")

    def ring(self) -> None:
        """Queue the waiting jobs, in batches."""
        while True:
            calls = [self.waiting.get()]
            with contextlib.suppress(queue.Empty):
                while len(calls) < 100:
                    calls.append(self.waiting.get_nowait())
            for name, rings in self.sorted([call for call in calls if call is not None]).items():
                try:
                    self.hand_on(name, rings)
                    self.heard = True
                except Exception:  # noqa: BLE001  (whatever the queue's store does: a bell may be lost)
                    self.drop(len(rings))
                    with contextlib.suppress(BadAddress):  # a file that it names is gone
                        self.connection.connection_pool.disconnect()  # who answers may be a master no more: it is looked for anew
            if None in calls:
                return

    def sorted(self, calls: list[Ring]) -> dict[str, list[Ring]]:
        """The calls by queue."""
        rings: dict[str, list[Ring]] = {}
        for call in calls:
            rings.setdefault(call[0], []).append(call)
        return rings

    def hand_on(self, name: str, rings: list[Ring]) -> None:
        """Add works to a queue, and as many tickets as are missing for them."""
        works = [(" ".join(map(str, told[:1] if job == PLAY_SEATS else told)), told, share, at_front)
                 for _, job, told, at_front, share in rings]  # fmt: skip
        missing = self.works[name].add(works)
        if missing > 0:
            self.queues[name].enqueue_many([ticket(ring) for ring in rings[:missing]])

    def load(self) -> None:
        """Import what the first job needs."""
        for module in ("citadels_api.store.redis.clients", "rq", "rq.serializers"):
            import_module(module)

    def close(self) -> None:
        """Queue the jobs that still wait, and stop the thread."""
        with contextlib.suppress(queue.Full):  # then it is behind anyway, and the clock rings again
            self.waiting.put(None, timeout=1)
        self.thread.join(timeout=2)


def ticket(ring: Ring) -> EnqueueData:
    """The job of a call."""
    from rq import Queue

    _, job, told, at_front, _ = ring
    return Queue.prepare_data(
        job, told, timeout=JOB_TIMEOUT_S, result_ttl=0, failure_ttl=FAILURE_TTL_S, at_front=at_front
    )


def make_bell(settings: Settings, metrics: Metrics) -> Bell:
    """The job queue that the settings select; its losses are counted. Without a queue, jobs are dropped."""
    url = settings.queue_redis_url or settings.redis_url
    if not url or url.startswith(("memory:", "redis+cluster:")):
        return NoBell()
    read_single(url)  # what is wrong with it is said now
    return RqBell(lambda: queue_connection(settings), again_s=settings.game_lease_ms / 1000, lost=metrics.dropped)
