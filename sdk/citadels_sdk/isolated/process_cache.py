"""The processes of bots that one referee has: kept from game to game, since a bot may take long to be read.

1. A process has one seat of one game at a time.
2. It is never told of the same deal twice: where a deal is played from every seat, a bot that has seen it once knows too much.
3. A process that has failed is ended; so is one that has used half of its time of a processor, and the longest idle where there are too many.
4. A copy of this process has none of them.
5. A referee and its bots share one processor where there are several referees (`share`): they only ever wait for each other, and to wake another
   processor takes longer than most bots think.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from citadels_sdk.errors import BotNotFound
from citadels_sdk.isolated.bot_link import BotLink
from citadels_sdk.isolated.launcher import Connection

if TYPE_CHECKING:
    from citadels_sdk.sandbox.policy import Policy


MOST_IDLE: Final = 80
"""Eight bots that play a deal from each of eight seats have 64."""
READ_S: Final = 60.0
"""So long may a bot's file take to be read."""


class Home(NamedTuple):
    """Where the processes of a bot come from, and what each is told first."""

    address: str
    bot: str
    """What `resolve` takes for it in its process."""
    policy: Policy
    log: str | None = None
    """The file that its standard error goes to."""


_connections: dict[tuple[int, str], Connection] = {}
_idle: dict[int, list[tuple[Home, BotLink]]] = {}
"""Those without a game, the longest idle first."""


_cores: dict[int, int] = {}
"""The processor that a process shares with its bots."""


def share(index: int) -> None:
    """This process, the referee of that number, and its bots have one processor: each referee another one."""
    here = os.getpid()
    if here in _cores or not hasattr(os, "sched_setaffinity"):
        return
    cores = sorted(os.sched_getaffinity(0))
    _cores[here] = core = cores[(os.getppid() + index) % len(cores)]  # those of another tournament begin elsewhere
    os.sched_setaffinity(0, {core})


def take(home: Home, deal: str) -> BotLink:
    """A process of the bot that has not been told of the deal."""
    idle = _idle.setdefault(os.getpid(), [])
    for at, (other, link) in enumerate(idle):
        if other == home and deal not in link.deals:
            del idle[at]
            break
    else:
        link = begin(home)
    link.deals.add(deal)
    return link


def begin(home: Home) -> BotLink:
    """A new process, which has read the bot."""
    log = None if home.log is None else Path(home.log)
    link = BotLink(connection(home.address), home.policy, log, _cores.get(os.getpid()))
    told = link.ask("bot", home.bot, READ_S)
    if not isinstance(told, dict):
        raise link.failure(BotNotFound, str(told[1]) if isinstance(told, list) else "it has not said what it is")
    link.facts = told
    return link


def give_back(home: Home, link: BotLink) -> None:
    """The game is over for the process."""
    if link.how is not None:
        return
    if spent(link.pid) > home.policy.limits.cpu_s / 2:
        link.end()
        return
    idle = _idle.setdefault(os.getpid(), [])
    idle.append((home, link))
    if len(idle) > MOST_IDLE:
        idle.pop(0)[1].end()


def spent(pid: int) -> float:
    """How long a process has had a processor, in seconds, where that can be known."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, IndexError):
        return 0.0


def connection(address: str) -> Connection:
    """The launcher of this process."""
    key = (os.getpid(), address)
    found = _connections.get(key)
    if found is None:
        found = _connections[key] = Connection(address)
    return found


def end_all(address: str) -> None:
    """End the processes that this process has of these walls."""
    here = os.getpid()
    kept = _idle.pop(here, [])
    for home, link in kept:
        if home.address == address:
            link.end()
    _idle[here] = [one for one in kept if one[0].address != address]
    found = _connections.pop((here, address), None)
    if found is not None:
        found.close()
