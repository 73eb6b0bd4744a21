"""A module as another one sees it, with some names replaced; everybody else, threads of other tests among them, goes on with the real one."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from types import ModuleType

    import pytest


class Stand:
    """What stands in for a module."""

    def __init__(self, module: Any, names: dict[str, Any]) -> None:
        self.module = module
        self.__dict__.update(names)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.module, name)


def replace_in(monkeypatch: pytest.MonkeyPatch, user: ModuleType | str, module: ModuleType, **names: Any) -> None:
    """Let one module find these names in another, as in `replace_in(monkeypatch, clock, asyncio, sleep=at_once)`."""
    owner = import_module(user) if isinstance(user, str) else user
    monkeypatch.setattr(owner, module.__name__, Stand(getattr(owner, module.__name__), names))
