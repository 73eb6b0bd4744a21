"""Logs: one JSON object per line on standard error, with known fields only.

1. Fields that are not in `FIELDS` are dropped, so that nobody can log a hand by adding a keyword. Nested values are dropped too.
2. An exception is logged as its type and the places in the code that it came through. Its text is never logged, because it may quote
   anything.
3. Log records of libraries go the same way. For uvicorn and RQ, the message template is kept without its values. For any other library,
   only the logger and the level are kept.
4. Everything that looks like a credential or a seed is masked.
"""

from __future__ import annotations

import logging
import os
import re
import sys
import traceback
from typing import TYPE_CHECKING, Any, Final

import structlog

from citadels_api.store.addresses import shown
from citadels_api.versions import own_version

if TYPE_CHECKING:
    from collections.abc import MutableMapping
    from types import TracebackType
    from typing import TextIO


FIELDS: Final = frozenset({
    # every line
    "event", "level", "logger", "process", "request_id", "timestamp",
    # requests
    "address", "code", "cost", "credential_id", "duration_ms", "limit", "method", "operation", "reason", "status", "transport",
    # games
    "attempts", "count", "game", "n", "policy", "seat", "table", "tournament",
    # the house
    "age_s", "clock", "error", "frames", "host", "job", "keys", "memory_bytes", "part", "pid", "port", "queue", "records", "setting",
    "signal", "store", "version", "wait_s", "worker", "workers",
})  # fmt: skip

_EVENT: Final = re.compile(r"[a-z][a-z0-9_ .,:-]{0,79}")
_SECRET: Final = re.compile(r"ctd_[A-Za-z0-9_-]{8,}|\b[0-9a-fA-F]{64}\b|://[^/@\s]*@|[Bb]earer\s+\S+")
_TEMPLATES: Final = ("uvicorn.", "rq.", "rq")
_LONGEST: Final = 200


def _value(value: object) -> object:
    """A value that is allowed in a log line; None if it is not."""
    match value:
        case bool() | int() | float():
            return value
        case str():
            return _SECRET.sub("[hidden]", value[: _LONGEST + 64])[:_LONGEST]
        case list() | tuple():
            return [_value(item) for item in value[:20] if isinstance(item, str | int | float)]
        case _:
            return None


def _exception(event: MutableMapping[str, Any]) -> BaseException | None:
    said = event.pop("exc_info", None)
    if isinstance(said, BaseException):
        return said
    if isinstance(said, tuple):
        return said[1] if isinstance(said[1], BaseException) else None
    return sys.exc_info()[1] if said else None


def _frames(trace: TracebackType | None, most: int = 8) -> list[str]:
    return [f"{frame.f_code.co_qualname}:{line}" for frame, line in traceback.walk_tb(trace)][-most:]


def clean(_logger: object, _method: str, event: MutableMapping[str, Any]) -> dict[str, Any]:
    """The structlog processor that keeps only the known fields, within their limits."""
    error = _exception(event)
    line = {key: kept for key, value in event.items() if key in FIELDS and (kept := _value(value)) is not None}
    if error is not None:
        line["error"] = type(error).__name__
        line["frames"] = _frames(error.__traceback__)
    name = line.get("event")
    if not isinstance(name, str) or ("logger" not in line and _EVENT.fullmatch(name) is None):
        line["event"] = "unnamed"
    return line


class _Handler(logging.Handler):
    """Handles the log records of the standard library the same way."""

    def __init__(self, processors: list[Any]) -> None:
        super().__init__()
        self.processors = processors
        self.setFormatter(None)

    def emit(self, record: logging.LogRecord) -> None:
        """Write one record."""
        try:
            known = record.name.startswith(_TEMPLATES) and isinstance(record.msg, str)
            line: Any = {
                "event": record.msg if known else "a library spoke",
                "level": record.levelname.lower(),
                "logger": record.name,
                "exc_info": record.exc_info,
            }
            for processor in self.processors:
                line = processor(None, record.levelname.lower(), line)
            self.write(line)
        except Exception:  # noqa: BLE001 - a log that fails must not fail what it tells of
            self.handleError(record)

    def write(self, line: str) -> None:
        """Write a line."""
        raise NotImplementedError


def configure(level: str = "info", *, stream: TextIO | None = None) -> None:
    """Send all logs of this process, ours and the libraries', to the stream, by default standard error, from this level on."""
    out = sys.stderr if stream is None else stream
    number = logging.getLevelNamesMapping()[level.upper()]
    common: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        clean,
        structlog.processors.JSONRenderer(sort_keys=True),
    ]
    structlog.configure(
        processors=[structlog.processors.add_log_level, *common],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=structlog.WriteLoggerFactory(file=out),
        cache_logger_on_first_use=False,
    )
    writer = structlog.WriteLogger(out)

    class Handler(_Handler):
        def write(self, line: str) -> None:
            writer.info(line)

    root = logging.getLogger()
    root.handlers[:] = [Handler(common)]
    root.setLevel(max(number, logging.INFO))
    for name, logger in logging.root.manager.loggerDict.items():
        if isinstance(logger, logging.Logger) and name.partition(".")[0] in {"uvicorn", "rq", "strawberry"}:
            logger.handlers.clear()
            logger.propagate = True
            logger.setLevel(logging.NOTSET)
    access = logging.getLogger("uvicorn.access")  # it quotes whole addresses
    access.handlers.clear()
    access.propagate = False


def tell_start(part: str, store: str, *, port: int | None = None, queue: str | None = None) -> None:
    """Log the first line of every process: its version, its port or queue, and its store without credentials."""
    structlog.get_logger().info(
        "started",
        part=part,
        version=own_version(),
        store=shown(store),
        port=port,
        queue=queue,
        pid=os.getpid(),
    )
