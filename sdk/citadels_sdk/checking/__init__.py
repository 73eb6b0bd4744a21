"""Testing a bot: games that put every decision to it, what went wrong in them, and the command that brings each fault back."""

from __future__ import annotations

__all__: list[str] = []
