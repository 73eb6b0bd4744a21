"""The name of `ai_games` in the release before: jobs that wait in the queue during an upgrade have it."""

from citadels_workers.ai_games import play

__all__ = ["play"]
