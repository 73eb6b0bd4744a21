"""What bots that play together are called: who has another's name is told apart by where it comes from.

1. Bots of one name from different places have an ending each: the shortest part of their paths that tells them apart (`rule#v1` and
   `rule#v2` for `v1/bot.py` and `v2/bot.py`, `rule#a` and `rule#b` for `a.py` and `b.py`). A path is whole for that: where one stands and how
   one writes it changes no name.
2. The same bot twice has a number, and so has what no path tells apart (`distinct_names`).
3. An ending has letters, digits and `_` alone, as every ending of a name has.

>>> path_endings(["v1/bot.py", "v2/bot.py"]), path_endings(["a.py:Rule", "b.py:Rule"]), path_endings(["bots.py:Old", "bots.py:New"])
(['v1', 'v2'], ['a', 'b'], ['Old', 'New'])
>>> path_endings(["x/a/bot.py", "x/b/bot.py", "y/a/bot.py"])
['x_a', 'x_b', 'y_a']
"""

from __future__ import annotations

import re
import shlex
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING

from citadels_sdk.local.deal import distinct_names

if TYPE_CHECKING:
    from collections.abc import Sequence

    from citadels_sdk.local.bot_loader import Entrant


def told_apart(entrants: Sequence[Entrant], *, numbered: bool = True) -> list[Entrant]:
    """The entrants, each with a name of its own; where they are not numbered, one bot at several seats keeps its name."""
    names = tell_apart([one.name for one in entrants], entrants, numbered=numbered)
    return [one if one.name == name else one.renamed(name) for one, name in zip(entrants, names, strict=True)]


def tell_apart(names: Sequence[str], entrants: Sequence[Entrant | None], *, numbered: bool = True) -> tuple[str, ...]:
    """The names, those that come again with an ending; who has no entrant has no path."""
    found = list(names)
    for name in {one for one in names if names.count(one) > 1}:
        same = {at: one for at, one in enumerate(entrants) if one is not None and names[at] == name}
        sources = {at: whole_source(one.source) for at, one in same.items() if one.source is not None}
        ordered = sorted(set(sources.values()))
        if len(ordered) > 1:
            endings = dict(zip(ordered, path_endings(ordered), strict=True))
            for at, source in sources.items():
                found[at] = f"{name}#{endings[source]}" if endings[source] else name
    return distinct_names(found) if numbered else tuple(found)


def whole_source(source: str) -> str:
    """The source with the whole path of its file; as it is where it names none.

    >>> whole_source("node"), whole_source("nowhere/bot.py:Rule")
    ('node', 'nowhere/bot.py:Rule')
    """
    file, ending, name = source.partition(".py:")
    path = Path(f"{file}.py" if ending else program_of(source)).expanduser()
    if not path.is_file():
        return source
    return f"{path.resolve()}:{name}" if ending else str(path.resolve())


def path_endings(sources: Sequence[str]) -> list[str]:
    """The shortest part of each that is another's in none: one word of the paths where there is such, else more of them from the end.

    Empty texts where nothing tells them apart.
    """
    rows = [words_of(source) for source in sources]
    columns = list(zip_longest(*rows, fillvalue=""))
    for column in columns:
        if len(set(column)) == len(column) and all(column):
            return list(column)
    for length in range(2, len(columns) + 1):
        parts = ["_".join(reversed([word for word in row[:length] if word])) for row in rows]
        if len(set(parts)) == len(parts):
            return least_of(parts, columns[:length])
    return [""] * len(rows)


def least_of(parts: list[str], columns: list[tuple[str, ...]]) -> list[str]:
    """The parts without the words that all of them have."""
    telling = [column for column in columns if len(set(column)) > 1]
    less = ["_".join(reversed([word for word in row if word])) for row in zip(*telling, strict=True)]
    return less if len(set(less)) == len(parts) else parts


def words_of(source: str) -> list[str]:
    """The words of a source that may tell it from others, the last one first: a class, a file without its ending, its folders."""
    file, _, name = source.partition(".py:")
    path = Path(file if name else program_of(source))
    words = [name, path.stem, *reversed(path.parent.parts)]
    return [re.sub(r"\W", "_", word) for word in words]


def program_of(source: str) -> str:
    """What a command line runs: the last word that has a folder or an ending, else its first word; a file is that file."""
    if Path(source).is_file():
        return source
    try:
        words = shlex.split(source)
    except ValueError:
        return source
    files = [word for word in words if not word.startswith("-") and ("/" in word or Path(word).suffix)]
    return files[-1] if files else words[0] if words else source
