"""Each verb starts without the bots that other tests have loaded."""

from __future__ import annotations

import sys

import pytest


@pytest.fixture(autouse=True)
def no_bots_of_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """The folder of a bot that was loaded stays on the path of its process, and its module is found from there."""
    monkeypatch.setattr(sys, "path", [place for place in sys.path if "pytest-of-" not in place])
    for name in ("mason", "paper_clip"):
        monkeypatch.delitem(sys.modules, name, raising=False)
