"""The command line that brings a decision back: every fault of a local game carries one.

>>> print(command_for(["mybot.py", "greedy", "greedy"], seat=0, n=57, seed="a b"))
citadels bot repro mybot.py --seat 0 --n 57 --seed 'a b' --players 3 --edition modern --against greedy
"""

from __future__ import annotations

import json
import shlex
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


def command_for(
    bots: Sequence[str | None],
    *,
    seat: int,
    n: int,
    seed: str,
    edition: str | None = "modern",
    scenario: str | None = None,
    cast: Sequence[str] | None = None,
    uniques: Sequence[str] | None = None,
    options: Mapping[str, object] | None = None,
    time_limit: float | None = None,
    case: str | None = None,
    twice: bool = False,
    apart: bool = False,
) -> str | None:
    """The command that plays the same game up to decision `n`, which is put to the bot at `seat`.

    `bots` are the sources of all seats, in order (`Entrant.source`). There is no command, so None, where one of them has no
    source: a class that stands in no file cannot be named. `options` are those of the rules. `case` is a made position of the check, in place of a deal;
    `twice` asks whether the bot answers the same when the game is played again; `apart` whether it ends its process, or cannot be
    interrupted; `time_limit` is in seconds.

    >>> command_for(["bots/a.py:Ann", "greedy", "random", "greedy"], seat=0, n=3, seed="s", scenario="cunning_agents__001")
    'citadels bot repro bots/a.py:Ann --seat 0 --n 3 --seed s --players 4 --edition modern \
--scenario cunning_agents__001 --against greedy --against random --against greedy'
    >>> command_for([None, "greedy"], seat=0, n=3, seed="s") is None
    True
    """
    if any(source is None for source in bots):
        return None
    sources = [str(source) for source in bots]
    told = [("seat", str(seat)), ("n", str(n)), ("seed", seed)]
    if case is not None:
        told.append(("case", case))
    else:
        told.append(("players", str(len(sources))))
        for name, setting in (("edition", edition), ("scenario", scenario), ("cast", cast), ("uniques", uniques)):
            if setting is not None:
                told.append((name, setting if isinstance(setting, str) else ",".join(setting)))
        told += [("option", f"{name}={json.dumps(value)}") for name, value in (options or {}).items()]
    others = sources[:seat] + sources[seat + 1 :]
    told += [("against", other) for other in (others[:1] if len(set(others)) == 1 else others)]
    if time_limit is not None:
        told.append(("limit", f"{time_limit:g}"))
    words = ["citadels", "bot", "repro", sources[seat]]
    for name, value in told:  # a value that begins with a dash is joined, so that it is not taken for an option
        words += [f"--{name}={value}"] if value.startswith("-") else [f"--{name}", value]
    if twice:
        words.append("--twice")
    if apart:
        words.append("--apart")
    return shlex.join(words)
