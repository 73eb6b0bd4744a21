"""The previous release's name of `ai_games`, for jobs that wait in the queue during an upgrade."""

from citadels_workers.ai_games import play

__all__ = ["play"]
