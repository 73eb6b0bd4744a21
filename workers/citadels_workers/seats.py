"""The previous release's name of `ai_seats`, for jobs that wait in the queue during an upgrade."""

from citadels_workers.ai_seats import play

__all__ = ["play"]
