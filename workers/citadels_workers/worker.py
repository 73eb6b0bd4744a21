"""RQ's worker, with a loop that outlives the server of the queue: its restart, its absence, and another server in its place.

1. No answer of the server and no silence ends the process. It asks again until it is answered, and goes on with the next job; behind
   Sentinel it is then the new master that answers.
2. A server that has forgotten the worker hears of it again.
3. A job whose server went away while it ran is not told of. It may run once more, which does no harm, or never, and then the clock rings.
4. A server that is silent is given up soon: a blocking call lasts seconds, and its answer may be late by a few more.
"""

from __future__ import annotations

import contextlib
import time
from typing import TYPE_CHECKING, Any, Final

import redis
import structlog
from rq import Queue, SimpleWorker
from rq.exceptions import DequeueTimeout, StopRequested
from rq.serializers import JSONSerializer
from rq.worker import WorkerStatus

from citadels_workers.user_error import Trouble

if TYPE_CHECKING:
    from rq.job import Job


LIFE_S: Final = 20
"""How long a worker that says nothing is believed to live; RQ adds a minute."""
LATE_S: Final = 3
PAUSES_S: Final = (0.1, 2.0)
"""How long to wait before the server is asked again: the first time, and at most."""
LOG: Final = structlog.get_logger("worker")


class Worker(SimpleWorker):
    """Works on queues until SIGTERM or SIGINT; the job in hand is finished first."""

    pubsub_thread: Any
    """Hears the commands of RQ's tools, from the first time on that the server has answered."""

    def __init__(self, names: list[str], connection: redis.Redis) -> None:
        super().__init__(
            [Queue(name, connection=connection, serializer=JSONSerializer) for name in names],
            connection=connection,
            serializer=JSONSerializer,
            worker_ttl=LIFE_S,
            maintenance_interval=30,
            log_job_description=False,
        )
        self.pause_s = 0.0
        """How long was waited before the server was asked last; 0 where it has answered."""

    @property
    def connection_timeout(self) -> int:
        """How long a blocking call may take before its connection is given up."""
        return self.dequeue_timeout + LATE_S

    def run(self) -> None:
        """Take one job after the other until the end is asked for."""
        self._install_signal_handlers()
        try:
            with contextlib.suppress(StopRequested):
                while not self._stop_requested:
                    try:
                        self.turn()
                    except redis.RedisError as fault:
                        self.wait_out(fault)
        finally:
            with contextlib.suppress(redis.RedisError):
                self.teardown()

    def turn(self) -> None:
        """Wait for a job, and do it if one comes."""
        self.show_up()
        self.check_for_suspension(burst=False)  # which is a heartbeat, too
        if self.should_run_maintenance_tasks:
            self.run_maintenance_tasks()
        with contextlib.suppress(DequeueTimeout):
            found = self.queue_class.dequeue_any(
                self.queues, self.dequeue_timeout, connection=self.connection, serializer=self.serializer
            )
            if found is not None:
                self.do(*found)

    def do(self, job: Job, queue: Queue) -> None:
        """Do a job that was taken from a queue."""
        job.redis_server_version = self.get_redis_server_version()
        self.execute_job(job, queue)

    def show_up(self) -> None:
        """Be known to the server: from the beginning, and where it or another in its place knows nothing of it."""
        if self.pubsub_thread is None:
            self.bootstrap("WARNING")
        elif not self.connection.hexists(self.key, "birth"):
            self.register_birth()
        if self.pause_s:
            LOG.info("the queue answers again", worker=self.name)
            self.pause_s = 0.0

    def register_birth(self) -> None:
        """Nobody else has the name: what stands under it is a rest of ours."""
        super()._set_ip_address(self.connection)
        self.connection.delete(self.key)
        super().register_birth()

    def _set_ip_address(self, connection: redis.Redis) -> None:
        """RQ asks for it when a worker is made, and the server may be away then."""
        self.ip_address = "unknown"

    def wait_out(self, fault: redis.RedisError) -> None:
        """Give the server time, and have it be looked for anew: who still answers may have become a replica."""
        if isinstance(fault, redis.AuthenticationError) and self.birth_date is None:
            raise Trouble(
                "the queue refuses the name or the password in its address: set QUEUE_REDIS_URL, or REDIS_URL, right"
            )
        self._state = WorkerStatus.IDLE  # no job is in hand: a request to end is heeded at once
        first, most = PAUSES_S
        self.pause_s = min(most, 2 * self.pause_s or first)
        LOG.warning("the queue does not answer", worker=self.name, reason=type(fault).__name__, wait_s=self.pause_s)
        self.connection.connection_pool.disconnect(inuse_connections=False)
        time.sleep(self.pause_s)

    def set_shutdown_requested_date(self) -> None:
        """Where it cannot be written down, the job in hand is finished all the same."""
        with contextlib.suppress(redis.RedisError):
            super().set_shutdown_requested_date()

    def _pubsub_exception_handler(self, exc: Exception, pubsub: Any, pubsub_thread: Any) -> None:
        """Commands to the worker are listened for again as soon as that is possible."""
        if not isinstance(exc, redis.RedisError):
            raise exc
        time.sleep(PAUSES_S[1])
