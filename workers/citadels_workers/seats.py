"""The name of `ai_seats` in the release before: jobs that wait in the queue during an upgrade have it."""

from citadels_workers.ai_seats import play

__all__ = ["play"]
