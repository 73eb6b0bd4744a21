"""What stands beside a bot's file: each bot imports that of its own folder, and it is known what that is."""

from __future__ import annotations

import builtins
import sys
from typing import TYPE_CHECKING, Any

import pytest
from citadels_sdk.local import bot_imports
from citadels_sdk.local.bot_imports import beside
from citadels_sdk.local.bot_loader import load

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

BOT = """
import helper
from parts import cards, WHO
from parts.cards import whose

def choose(view):
    return helper.WHO, WHO, whose(), cards.later()

def late():
    import helper
    import parts.cards
    import json
    from other import WHO
    return helper.WHO, parts.cards.WHO, WHO, json.dumps(1)
"""
CARDS = """
from . import WHO

def whose():
    return WHO

def later():
    from . import WHO
    import helper
    return WHO + helper.WHO
"""


@pytest.fixture
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Path]]:
    """Three folders with the same names in them; what was imported is forgotten in the end."""
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setattr(builtins, "__import__", bot_imports._import)  # as before any bot was loaded
    for what in ("_homes", "_modules"):
        monkeypatch.setattr(bot_imports, what, {})
    monkeypatch.setattr(bot_imports, "_shared", set())
    before = dict(sys.modules)
    made = []
    for who in ("ann", "bob", "cid"):
        folder = tmp_path / who
        (folder / "parts").mkdir(parents=True)
        (folder / "bot.py").write_text(BOT)
        for file in ("helper.py", "other.py", "parts/__init__.py"):
            (folder / file).write_text(f"WHO = {who!r}\n")
        (folder / "parts/cards.py").write_text(CARDS)
        made.append(folder)
    yield made
    for name in [name for name in sys.modules if name not in before]:
        del sys.modules[name]


def test_each_bot_has_the_modules_of_its_own_folder(folders: list[Path]) -> None:
    bots: dict[str, Any] = {folder.name: load(folder / "bot.py") for folder in folders}
    for who, bot in bots.items():
        assert bot.choose(None) == (who, who, who, who + who)


def test_so_it_has_when_they_are_imported_later(folders: list[Path]) -> None:
    bots: dict[str, Any] = {folder.name: load(folder / "bot.py") for folder in folders}
    for _ in range(2):
        for who, bot in bots.items():
            assert bot.late() == (who, who, who, "1")


def test_nothing_is_asked_at_an_import_as_long_as_no_two_folders_share_a_name(folders: list[Path]) -> None:
    plain = builtins.__import__
    for name in ("one", "two"):
        folder = folders[0] / name
        folder.mkdir()
        (folder / f"{name}.py").write_text("import json\n")
        load(folder / f"{name}.py")
    assert builtins.__import__ is plain
    load(folders[0] / "bot.py")
    load(folders[1] / "bot.py")
    assert builtins.__import__ is not plain


def test_it_is_known_what_a_file_imports_from_its_folder(folders: list[Path]) -> None:
    folder = folders[0]
    names = ["helper.py", "other.py", "parts/__init__.py", "parts/cards.py"]
    assert beside(folder / "bot.py") == [folder / name for name in names]
    (folder / "helper.py").write_text("import bot, helper, missing\nfrom helper import *\n")
    assert beside(folder / "helper.py") == [folder / name for name in ("bot.py", *names[1:])]
    (folder / "helper.py").write_text("this is no Python")
    assert beside(folder / "helper.py") == []
