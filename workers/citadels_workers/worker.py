"""RQ's worker with a loop that survives problems of the queue's server: a restart, an outage, a replacement.

1. No error and no silence of the server ends the process. It tries again until the server answers, and continues with the next job. Behind
   Sentinel, the new master then answers.
2. If a server has forgotten the worker, the worker registers again.
3. If the server fails during a job, the job's result is not recorded. The job may run once more, which does no harm, or never; then the
   clock queues it again.
4. A silent server is given up soon: a blocking call takes seconds, and its reply may be a few seconds late.
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
"""How long a silent worker counts as alive; RQ adds a minute."""
LATE_S: Final = 3
PAUSES_S: Final = (0.1, 2.0)
"""The pause before the server is tried again: the first one, and the longest."""
LOG: Final = structlog.get_logger("worker")


class Worker(SimpleWorker):
    """Works on queues until SIGTERM or SIGINT; the current job is finished first."""

    pubsub_thread: Any
    """Receives the commands of RQ's tools, as soon as the server has answered once."""

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
        """The last pause before a retry; 0 if the server has answered."""

    @property
    def connection_timeout(self) -> int:
        """How long a blocking call may take before its connection is closed."""
        return self.dequeue_timeout + LATE_S

    def run(self) -> None:
        """Take jobs until shutdown is requested."""
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
        """Wait for a job, and execute it if one comes."""
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
        """Execute a job that was taken from a queue."""
        job.redis_server_version = self.get_redis_server_version()
        self.execute_job(job, queue)

    def show_up(self) -> None:
        """Register with the server: at the start, and when a server does not know this worker."""
        if self.pubsub_thread is None:
            self.bootstrap("WARNING")
        elif not self.connection.hexists(self.key, "birth"):
            self.register_birth()
        if self.pause_s:
            LOG.info("the queue answers again", worker=self.name)
            self.pause_s = 0.0

    def register_birth(self) -> None:
        """Register, and first delete an old entry under this name: it is our own, because no other worker has the name."""
        super()._set_ip_address(self.connection)
        self.connection.delete(self.key)
        super().register_birth()

    def _set_ip_address(self, connection: redis.Redis) -> None:
        """Skip the lookup: RQ calls this when a worker is created, and the server may be away then."""
        self.ip_address = "unknown"

    def wait_out(self, fault: redis.RedisError) -> None:
        """Wait, and look the server up again: the one that still answers may have become a replica."""
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
        """Finish the current job even if the state cannot be written."""
        with contextlib.suppress(redis.RedisError):
            super().set_shutdown_requested_date()

    def _pubsub_exception_handler(self, exc: Exception, pubsub: Any, pubsub_thread: Any) -> None:
        """Subscribe to commands for the worker again as soon as possible."""
        if not isinstance(exc, redis.RedisError):
            raise exc
        time.sleep(PAUSES_S[1])
