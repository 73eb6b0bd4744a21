"""Runs a part of the service with leaks planted: a seed on standard error, past the log that would blot it out, and cards in a job."""

from __future__ import annotations

import sys
from typing import Any


def main() -> None:
    """Plant the leaks, and run the part."""
    from citadels_api.play import service as play
    from citadels_workers.cli import parts
    from rq import Queue

    begin: Any = play.begin

    def telling(house: Any, table: Any, snapshot: Any, *rest: Any) -> Any:
        print("a move in a game with the seed", snapshot.seed, file=sys.stderr)
        return begin(house, table, snapshot, *rest)

    prepare: Any = Queue.prepare_data

    def carrying(job: Any, arguments: Any, **named: Any) -> Any:
        return prepare(job, (*arguments, "castle manor"), **named)

    play.begin = telling  # type: ignore[assignment]  # planted
    Queue.prepare_data = staticmethod(carrying)  # type: ignore[assignment]  # planted
    parts()


if __name__ == "__main__":
    main()
