"""The practice server: the same service in one process, on a store in memory, with a clock that stands still and tables ready to be opened."""

from __future__ import annotations

__all__: list[str] = []
