"""What stands beside a bot's file and is imported by it: each bot has the modules of its own folder, whatever those of others are called.

1. Two bots may each have a `helper.py` beside them. While a bot's file is read, modules of other bots' folders that are called as ones of
   its own folder are set aside (`at_home`), and found again afterwards.
2. So it is where an import is run later, in a function. Python knows one module by a name, so `__import__` asks who imports; it is
   left alone as long as no two folders share a name.
3. `beside` names the files that a bot's file imports from its folder, by reading them and running nothing.
"""

from __future__ import annotations

import ast
import builtins
import sys
import threading
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from types import ModuleType


_homes: Final[dict[Path, set[str]]] = {}
"""The folders of bots, with what can be imported from there."""
_modules: Final[dict[Path, dict[str, ModuleType]]] = {}
"""What was imported from them, by name."""
_shared: Final[set[str]] = set()
"""What can be imported from several of them."""
_lock: Final = threading.RLock()
_import: Final = builtins.__import__


@contextmanager
def at_home(folder: Path) -> Iterator[None]:
    """What is imported meanwhile, and later by what was, is of this folder, if it is there, and of no other bot's."""
    here = {one.stem for one in folder.iterdir() if one.is_dir() or one.suffix == ".py"}
    with _lock:
        _homes[folder] = here
        for other, names in _homes.items():
            if other != folder:
                _shared.update(here & names)
        if _shared:
            builtins.__import__ = import_at_home
        if str(folder) not in sys.path:
            sys.path.insert(0, str(folder))
    with within(folder):
        yield


@contextmanager
def within(folder: Path) -> Iterator[None]:
    """What is imported meanwhile is of this folder."""
    here, mine = _homes[folder], _modules.setdefault(folder, {})
    with _lock:
        others = {name: one for name, one in modules(here) if home_of(name, one) not in (folder, None)}
        for name in others:
            del sys.modules[name]
        tops = {name.partition(".")[0] for name in others}
        sys.modules.update({name: one for name, one in mine.items() if name.partition(".")[0] in tops})
        sys.path.insert(0, str(folder))
        try:
            yield
        finally:
            sys.path.remove(str(folder))
            mine.update({name: one for name, one in modules(here) if home_of(name, one) == folder})
            if others:
                for name in [name for name in mine if name.partition(".")[0] in tops]:
                    sys.modules.pop(name, None)
                sys.modules.update(others)


def modules(called: set[str]) -> list[tuple[str, ModuleType]]:
    """The modules that are there under these names, and theirs."""
    return [(name, one) for name, one in list(sys.modules.items()) if name.partition(".")[0] in called]


def home_of(name: str, module: object) -> Path | None:
    """The folder of a bot that the module was imported from; None where it is of none."""
    where: object = next(iter(getattr(module, "__path__", None) or ()), None) or getattr(module, "__file__", None)
    parents = Path(where).parents if isinstance(where, str) else ()
    depth = name.count(".")
    return parents[depth] if len(parents) > depth and parents[depth] in _homes else None


def import_at_home(
    name: str,
    globals: Mapping[str, object] | None = None,  # noqa: A002  # as Python calls it
    locals: Mapping[str, object] | None = None,  # noqa: A002  # as Python calls it
    fromlist: Sequence[str] | None = (),
    level: int = 0,
) -> ModuleType:
    """Import it; for a bot a module of its own folder, where several folders have one of that name."""
    importer = globals or {}
    full = name if level == 0 else str(importer.get("__package__") or "")
    if full.partition(".")[0] in _shared:
        home = home_of(str(importer.get("__name__") or ""), Importer(importer))
        if home is not None:
            with within(home):
                return _import(name, globals, locals, fromlist or (), level)
    return _import(name, globals, locals, fromlist or (), level)


class Importer:
    """Whoever imports, by its globals."""

    def __init__(self, found: Mapping[str, Any]) -> None:
        self.__path__: object = found.get("__path__")
        self.__file__: object = found.get("__file__")


# --- without running anything ------------------------------------------------------------------------------------------


def beside(file: Path) -> list[Path]:
    """The files of its folder that a Python file imports, and those that they import, in the order of their names."""
    folder = file.parent
    found: set[Path] = set()
    todo = [file]
    while todo:
        for name in imported(todo.pop(), folder):
            parts = name.split(".")
            for end in range(1, len(parts) + 1):
                stem = folder.joinpath(*parts[:end])
                for one in (stem / "__init__.py", stem.with_name(f"{stem.name}.py")):
                    if one != file and one not in found and one.is_file():
                        found.add(one)
                        todo.append(one)
    return sorted(found)


def imported(file: Path, folder: Path) -> Iterator[str]:
    """What a file imports, by whole names; nothing where it cannot be read."""
    try:
        tree = ast.parse(file.read_bytes())
    except (OSError, SyntaxError, ValueError):
        return
    package = file.relative_to(folder).parent.parts
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from [one.name for one in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            start = [*base, *([node.module] if node.module else [])]
            yield from [".".join([*start, one.name]) for one in node.names if one.name != "*"] or [".".join(start)]
