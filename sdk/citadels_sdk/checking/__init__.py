"""Testing a bot: games that put every decision to it, what went wrong in them, and the command that brings each fault back.

Its modules are loaded when they are used, since a table needs no more of it than the command.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from citadels_sdk.checking.bot_check import check_bot
    from citadels_sdk.checking.coverage import Coverage
    from citadels_sdk.checking.report import CheckReport, Finding, Scope, Slow
    from citadels_sdk.checking.repro_command import command_for

__all__ = ["CheckReport", "Coverage", "Finding", "Scope", "Slow", "check_bot", "command_for"]

_HOMES = {
    "CheckReport": "report",
    "Coverage": "coverage",
    "Finding": "report",
    "Scope": "report",
    "Slow": "report",
    "check_bot": "bot_check",
    "command_for": "repro_command",
}


def __getattr__(name: str) -> object:
    """The public name, brought from its module."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found: object = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    return found
