"""Who plays: from a name, a file, a class, a function, an object or a command line to a player at a seat.

1. `resolve` says what a bot is meant by what it is given; an `Entrant` is who takes part, in as many games as you like.
2. `Entrant.sit` makes a `Player`: one bot at one seat of one game, the one thing that every driver asks.
3. A player's `choose` answers one of `view.actions` or raises a `BotFault`; so do its hooks.
4. Every method has a twin that is awaited, for drivers that have other things to do meanwhile: `achoose`, `astart`, ...
5. A limit is `view.time_left`. A coroutine is cancelled at the limit; a plain function can only be found to have taken too long
   when it comes back.

>>> resolve("greedy").kind, resolve("greedy#2").name
('house', 'greedy#2')
>>> resolve(lambda view: view.actions[0]).kind
'function'
"""

from __future__ import annotations

import re
import sys
import threading
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias, cast
from zlib import crc32

from citadels_engine.bots import NAMES, make

from citadels_sdk.bot import Accepts, Bot, Choice
from citadels_sdk.errors import BotNotFound
from citadels_sdk.local.bot_imports import at_home
from citadels_sdk.local.deal import chance_of, legible
from citadels_sdk.local.player import BotPlayer, HousePlayer, Player
from citadels_sdk.local.time_limit import PASSING, Turns, error_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import ModuleType

    from citadels_sdk.bot import Start
    from citadels_sdk.sandbox.policy import Policy


BotLike: TypeAlias = "type[Bot] | Bot | Choice | str"
"""All that a bot may be given as."""
Named: TypeAlias = "tuple[str, BotLike | Entrant]"
"""A bot with a name of its own."""

SLOW_S: Final = 5.0
LONGEST_NAME: Final = 200
HOUSE: Final = re.compile(rf"(?P<bot>{'|'.join(NAMES)})(?:#\w+)?")
NAMED: Final = re.compile(r"(?P<name>\w[\w.+-]*)=(?P<bot>\S.*)")
FILE: Final = re.compile(r"(?P<file>.+\.py)(?::(?P<name>[A-Za-z_]\w*))?(?P<suffix>#\w+)?")


class Entrant:
    """Who takes part, whatever the bot was given as."""

    kind: str = ""
    """`house`, `class`, `function`, `object` or `process`."""

    def __init__(self, name: str, source: str | None = None) -> None:
        self.name = name
        self.source = source
        """What a command line calls it; None where only this process knows it."""
        self.has_source = False
        """Whether it was resolved from a text, its source, and may be so again elsewhere."""

    def sit(self, start: Start, chance: str) -> Player:
        """The player at that seat of that game; `chance` is all its chance, and not the game's seed."""
        raise NotImplementedError

    def seat(self, start: Start, seed: str) -> Player:
        """The player at that seat of a game of that seed."""
        return self.sit(start, chance_of(seed, start.seat))

    def accepts(self) -> Accepts:
        """What the bot declares that it accepts; a program is run and asked, and may fail at that with a `BotFault`."""
        return Accepts()

    def renamed(self, name: str) -> Entrant:
        """The same under another name."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.name = name
        return twin

    def __repr__(self) -> str:
        return f"<{self.kind} {self.name}>"


class HouseEntrant(Entrant):
    """A bot of the house."""

    kind = "house"

    def __init__(self, bot: str, name: str) -> None:
        super().__init__(name, bot)
        self.bot = bot

    def sit(self, start: Start, chance: str) -> Player:
        """The house's bot; its chance is the text."""
        return HousePlayer(self.name, start, make(self.bot, chance))


class ClassEntrant(Entrant):
    """A class: a bot is made of it for each game and seat."""

    kind = "class"

    def __init__(self, cls: type[Bot], name: str, source: str | None = None) -> None:
        super().__init__(name, source)
        self.cls = cls

    def accepts(self) -> Accepts:
        """What the class says."""
        return self.cls.accepts

    def sit(self, start: Start, chance: str) -> Player:
        """A bot made anew, when it starts."""
        return BotPlayer(self.name, start, chance, self.cls)

    def __reduce__(self) -> tuple[Callable[..., Entrant], tuple[object, ...]]:
        return packed(self, self.cls)


class ObjectEntrant(Entrant):
    """A bot that is there already, and keeps what it keeps from game to game."""

    kind = "object"

    def __init__(self, bot: Bot, name: str, source: str | None = None) -> None:
        super().__init__(name, source)
        self.bot = bot
        self.turns = Turns()
        """At several tables at once it is asked one question after the other."""

    def accepts(self) -> Accepts:
        """What the object says."""
        return self.bot.accepts

    def sit(self, start: Start, chance: str) -> Player:
        """The very bot."""
        return BotPlayer(self.name, start, chance, None, self.bot, turns=self.turns)

    def __reduce__(self) -> tuple[Callable[..., Entrant], tuple[object, ...]]:
        return packed(self, self.bot)


class FunctionEntrant(Entrant):
    """A plain function."""

    kind = "function"

    def __init__(self, function: Choice, name: str, source: str | None = None) -> None:
        super().__init__(name, source)
        self.function = function

    def sit(self, start: Start, chance: str) -> Player:
        """The function as a bot without hooks."""
        return BotPlayer(self.name, start, chance, None, None, self.function)

    def __reduce__(self) -> tuple[Callable[..., Entrant], tuple[object, ...]]:
        return packed(self, self.function)


class FileEntrant(Entrant):
    """A bot of a Python file that nobody has read yet."""

    kind = "file"

    def __init__(self, path: Path, member: str | None, suffix: str) -> None:
        super().__init__(path.stem, str(path) + ("" if member is None else f":{member}"))
        self.path = path
        self.member = member
        """The name of the bot in the file; None for its only one."""
        self.suffix = suffix
        self.own_name: str | None = None

    @property
    def text(self) -> str:
        """What a command line calls it."""
        return str(self.source)

    def renamed(self, name: str) -> Entrant:
        """The same under another name, whatever the file calls it."""
        twin = super().renamed(name)
        assert isinstance(twin, FileEntrant)
        twin.own_name = name
        return twin

    def called(self, name: str) -> str:
        """What it is called, if the file calls it so."""
        return name + self.suffix if self.own_name is None else self.own_name

    def load(self) -> Entrant:
        """The bot, read in this process."""
        found = from_file(self.path, self.member)
        return found.renamed(self.called(found.name))


class ProcessEntrant(Entrant):
    """A program that speaks lines of JSON."""

    kind = "process"

    def __init__(self, command: list[str], name: str, source: str) -> None:
        super().__init__(name, source)
        self.command = command
        self.policy: Policy | None = None
        """What it may have, where it runs in the sandbox."""

    def confined(self, policy: Policy) -> Entrant:
        """The same in the sandbox, where it runs in its own folder: its files are named from the root."""
        twin = self.renamed(self.name)
        assert isinstance(twin, ProcessEntrant)
        first, *words = self.command
        named = [
            word if word.startswith("-") or not Path(word).exists() else str(Path(word).resolve()) for word in words
        ]
        twin.command = [first, *named]
        twin.policy = policy
        return twin

    def accepts(self) -> Accepts:
        """What the program says when it is greeted."""
        from citadels_sdk.stdio import introduce

        return introduce(self.command, name=self.name).accepts

    def sit(self, start: Start, chance: str) -> Player:
        """The program, run anew for the game."""
        from citadels_sdk.stdio import Process

        return Process(self.command, start, chance, name=self.name, policy=self.policy)

    def seat(self, start: Start, seed: str) -> Player:
        """The program; in the sandbox one that has not played the deal."""
        from citadels_sdk.stdio import Process

        deal = "" if self.policy is None else chance_of(seed, -1)
        return Process(self.command, start, chance_of(seed, start.seat), name=self.name, policy=self.policy, deal=deal)


def packed(entrant: Entrant, bot: object) -> tuple[Callable[..., Entrant], tuple[object, ...]]:
    """How an entrant travels to another process: by its file where it came from one, else by the bot itself."""
    if entrant.has_source:
        return unpack, (entrant.source, None, entrant.name)
    return unpack, (None, bot, entrant.name)


def packed_source(entrant: Entrant) -> str | None:
    """What a command line would call an entrant, wherever it is resolved; None where only this process knows it."""
    source = entrant.source
    return source if source is not None and FILE.fullmatch(source) is not None else None


def unpack(source: str | None, bot: Any, name: str) -> Entrant:
    """The entrant that has travelled."""
    return resolve(bot if source is None else source).renamed(name)


# --- finding ---------------------------------------------------------------------------------------------------------


def resolve(like: BotLike | Entrant | Named, *, base: Path | None = None) -> Entrant:
    """Who is meant; `BotNotFound` where nobody is. Files and programs are looked for from `base`, or from where you are.

    A text is the name of a bot of the house (`greedy`), a Python file (`mybot.py`, or `mybot.py:Name` where it has several
    bots), or the command line of a program. An ending such as `#2` only tells two entrants apart. A name of its own stands before it
    (`new=v2/mybot.py`), or beside it in a pair.

    >>> resolve("near=greedy").name, resolve(("far", "greedy")).name
    ('near', 'far')
    """
    found = locate(like, base=base)
    return found.load() if isinstance(found, FileEntrant) else found


def locate(like: BotLike | Entrant | Named, *, base: Path | None = None) -> Entrant:
    """The same, but a Python file is only found, and nothing of it is run (`FileEntrant`).

    >>> locate("near=greedy").name
    'near'
    """
    given: object = like
    if isinstance(given, Entrant):
        return given
    if isinstance(given, tuple):
        name, bot = pair_of(given)
        return locate(bot, base=base).renamed(name)
    if isinstance(given, str):
        return named(given.strip(), base)
    if isinstance(given, type):
        if not issubclass(given, Bot):
            raise BotNotFound(f"{given.__name__} is not derived from citadels_sdk.Bot")
        return ClassEntrant(given, given.name, source_of(given))
    if isinstance(given, Bot):
        return ObjectEntrant(given, given.name)
    if callable(given):
        name = getattr(given, "__name__", "function").replace("<lambda>", "function")
        return FunctionEntrant(given, name, source_of(given))
    raise BotNotFound(f"{given!r} is no bot: a class, an object, a function or a text was expected")


def pair_of(given: tuple[object, ...]) -> Named:
    """A name and a bot."""
    match given:
        case (str() as name, bot):
            return legible(name)[:LONGEST_NAME].strip() or "bot", cast("BotLike | Entrant", bot)
        case _:
            raise BotNotFound(f"{given!r} is no bot: a pair is a name and a bot, as in ('new', 'mybot.py')")


def named(text: str, base: Path | None) -> Entrant:
    """Who is meant by a text."""
    root = Path() if base is None else base
    own = NAMED.fullmatch(text)
    if own is not None and not (root / text).is_file():
        return named(own["bot"], base).renamed(own["name"])
    house = HOUSE.fullmatch(text)
    if house is not None:
        return HouseEntrant(house["bot"], text)
    file = FILE.fullmatch(text)
    if file is not None:
        path = root / Path(file["file"]).expanduser()
        if path.is_file():
            return FileEntrant(path, file["name"], file["suffix"] or "")
        if not re.search(r"\s", text):
            raise BotNotFound(f"there is no file {file['file']!r}")
    return program(text, root)


def program(text: str, root: Path) -> Entrant:
    """The program of a command line; words of it that are files beside `root` are meant from there."""
    import shlex
    import shutil

    try:
        words = shlex.split(text)
    except ValueError as error:
        raise BotNotFound(f"{text!r} is no command line: {error}") from None
    if not words:
        raise BotNotFound("an empty text names no bot")
    first = words[0]
    if root != Path():
        words = [str(root / word) if is_file(root, word, at) else word for at, word in enumerate(words)]
        text = shlex.join(words)
    if "/" in first:
        path = root / Path(first).expanduser()
        if not path.is_file():
            raise BotNotFound(f"there is no file {first!r}")
        command = [str(path.resolve()), *words[1:]]
        if shutil.which(command[0]) is None:
            raise BotNotFound(f"{first!r} is no program: it may not be executed (chmod +x)")
        return ProcessEntrant(command, path.stem, text)
    where = shutil.which(first)
    if where is None:
        raise BotNotFound(unknown(text, first, root))
    script = next((word for word in words[1:] if not word.startswith("-") and Path(word).is_file()), first)
    return ProcessEntrant([where, *words[1:]], Path(script).stem, text)


def is_file(root: Path, word: str, at: int) -> bool:
    """Whether that word of a command line is a file from there; the first one is a program of the system, unless it says a folder."""
    return not word.startswith(("-", "~")) and (at > 0 or "/" in word) and (root / word).is_file()


def unknown(text: str, first: str, root: Path) -> str:
    """What to say about a text that fits nothing."""
    import difflib

    close = difflib.get_close_matches(first, NAMES, 1)
    if close:
        return f"there is no bot {text!r}; did you mean {close[0]!r}?"
    if (root / f"{first}.py").is_file():
        return f"there is no bot {text!r}; did you mean '{first}.py'?"
    if (root / first).is_file():
        return f"there is no bot {text!r}; did you mean './{first}'?"
    return f"there is no bot {text!r}: no bot of the house ({', '.join(NAMES)}), no Python file, no program on the path"


# --- files -----------------------------------------------------------------------------------------------------------

_loading: list[Path] = []
_loaded: dict[tuple[Path, int, int], ModuleType] = {}


def is_loading() -> bool:
    """Whether a bot's file is being read just now: what would play on its own account should not."""
    return bool(_loading)


def from_file(path: Path, name: str | None) -> Entrant:
    """The bot of a Python file: the one named, or the only one."""
    module = load(path)
    found: object
    if name is not None:
        found = getattr(module, name, None)
        if found is None:
            raise BotNotFound(f"{path.name} has no {name!r}; {has(module)}")
    else:
        found = the_bot(module, path.name)
    source = str(path) + ("" if name is None else f":{name}")
    entrant = resolve(found)  # type: ignore[arg-type]  # what is no bot is refused there
    if isinstance(entrant, FunctionEntrant) and entrant.name == "choose":
        entrant.name = path.stem
    entrant.source = source
    entrant.has_source = True
    return entrant


def source_of(bot: object) -> str | None:
    """What a command line would call a class or function: its file and name, where a file has it by that name."""
    name = getattr(bot, "__qualname__", "")
    module = sys.modules.get(getattr(bot, "__module__", None) or "")
    file = getattr(module, "__file__", None)
    if not isinstance(file, str) or not file.endswith(".py") or getattr(module, name, None) is not bot:
        return None
    path = Path(file)
    return f"{path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path}:{name}"


def bots_in(module: ModuleType) -> list[type[Bot]]:
    """The bots that the module defines itself."""
    return [
        one
        for one in vars(module).values()
        if isinstance(one, type) and issubclass(one, Bot) and one.__module__ == module.__name__
    ]


def the_bot(module: ModuleType, file: str) -> object:
    """The only bot of a module, or its function `choose`."""
    bots = bots_in(module)
    leaves = [one for one in bots if not any(other is not one and issubclass(other, one) for other in bots)]
    if len(leaves) == 1:
        return leaves[0]
    choose = getattr(module, "choose", None)
    if not leaves and callable(choose):
        return choose
    what = "several bots" if leaves else "neither a class derived from Bot nor a function `choose`"
    raise BotNotFound(f"{file} has {what}{': name one, as in ' + file + ':' + leaves[0].__name__ if leaves else ''}")


def has(module: ModuleType) -> str:
    """The bots of a module in words."""
    names = [one.__name__ for one in bots_in(module)]
    return f"it has {', '.join(names)}" if names else "it has no class derived from Bot"


@contextmanager
def said_when_slow(name: str) -> Iterator[None]:
    """Say so where reading a file takes long: one that never comes to its end would be waited for in silence."""
    told = f"{name} is still being read after {SLOW_S:g} s; Ctrl-C ends it"
    timer = threading.Timer(SLOW_S, print, (told,), {"file": sys.stderr, "flush": True})
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()


def load(path: Path) -> ModuleType:
    """The module of a file, read once as long as the file stays as it is; what it prints meanwhile goes to the standard error."""
    import importlib.util

    path = path.resolve()
    stat = path.stat()
    key = (path, stat.st_mtime_ns, stat.st_size)
    known = _loaded.get(key)
    if known is not None:
        return known
    if path in _loading:
        raise BotNotFound(f"{path.name} plays while it is being read: put that under `if __name__ == '__main__':`")
    name = f"citadels_bot_{re.sub(r'[^0-9A-Za-z_]', '_', path.stem)}_{crc32(str(key).encode()):08x}"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    _loading.append(path)
    try:
        with said_when_slow(path.name), redirect_stdout(sys.stderr), at_home(path.parent):
            spec.loader.exec_module(module)
    except BotNotFound:
        del sys.modules[name]
        raise
    except BaseException as error:
        del sys.modules[name]
        if isinstance(error, PASSING):
            raise
        raise BotNotFound(f"{path.name} cannot be read: {error_text(error)}") from error
    finally:
        _loading.remove(path)
    _loaded[key] = module
    return module
