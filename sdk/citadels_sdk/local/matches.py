"""Many games among the same bots, on all cores, and a report of what they say.

    from citadels_sdk import match

    print(match(Mason, "greedy", games=1000, seats=4))

1. The first bot sits once, and so do the others; the last one fills the seats that are left.
2. Every deal is played once from each seat (`match_plan`), so that luck with the seat and the cards cancels.
3. The same seed gives the same report, but for the times, whatever the number of processes. A bot that is given as an object is
   the same one in all games, so these are played one after the other.
4. A fault of a bot is counted and the game goes on (`on_fault="harmless"`), or ends the match (`"raise"`). A game that ends its
   process twice is set aside (`Report.broken`), and counted for the bot that was thinking. Where that ends the match, or whatever
   else, `MatchBroken` carries the report of what was finished. In one process there is no help against such a bot.
5. The bots are trusted with what is in the process that plays them, unless `isolate` says otherwise (`citadels_sdk.isolated`).
6. Ctrl-C ends all processes at once: `Interrupted` carries the report of what was finished.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from contextlib import nullcontext
from time import perf_counter
from typing import TYPE_CHECKING, Literal, TypeGuard, cast

from citadels_engine import SetupError

from citadels_sdk.errors import BotNotFound, MatchBroken
from citadels_sdk.isolated.walls import Walls
from citadels_sdk.local.bot_loader import is_loading, resolve
from citadels_sdk.local.match_plan import Plan, play_game
from citadels_sdk.local.names import told_apart
from citadels_sdk.local.progress import Progress
from citadels_sdk.pool.match_pool import MatchPool
from citadels_sdk.pool.processes import CannotTravel, cores, way_for
from citadels_sdk.report import Report, Took

if TYPE_CHECKING:
    from collections.abc import Callable

    from citadels_sdk.local.bot_loader import BotLike, Entrant, Named
    from citadels_sdk.local.game_loop import OnFault
    from citadels_sdk.local.match_plan import Broken, Played
    from citadels_sdk.local.progress import Showing


INTERRUPTED = "interrupted: in the games that were finished the seats are not shared equally"
BROKEN = "ended before its time: in the games that were finished the seats are not shared equally"


class Interrupted(KeyboardInterrupt):
    """A match was interrupted: `report` tells of the games that were finished."""

    def __init__(self, report: Report) -> None:
        super().__init__(
            f"{len(report.games)} of {report.planned} games were finished; they are in `report` of this exception"
        )
        self.report = report


def match(
    *bots: BotLike | Entrant | Sequence[BotLike | Entrant | Named],
    games: int = 100,
    seats: int | None = None,
    edition: str | None = None,
    scenario: str | None = None,
    cast: Sequence[str] | None = None,
    seed: str | int | None = None,
    jobs: int | None = None,
    on_fault: OnFault = "harmless",
    time_limit: float | None = None,
    progress: Showing = None,
    isolate: bool | Literal["weak"] = False,
) -> Report:
    """Play many games among these bots, given one by one or as a list, in which one may have a name of its own: `("new", "v2/mybot.py")`.

    `seats` is how many sit at a table: as many as there are bots, unless you say more; one bot alone meets three greedy ones.
    `scenario` may be `"random"`, another one for each deal. `jobs` is how many processes play: as many as there are cores.
    `progress` is a bar where there is a terminal, `False` is none, a function is called with the games played and all games.
    The bots are trusted: they play in the processes of the match, and see what is in them. `isolate=True` plays each bot in a process of its
    own, in a sandbox, `"weak"` in as much of it as this machine has, as `tournament` does.

    >>> report = match(["greedy", "random"], games=40, seats=4, seed="an example", jobs=1)
    >>> [(row.name, row.seats, len(report.games)) for row in report.rows]
    [('greedy', 1, 40), ('random', 3, 40)]
    >>> print(report.rows[0].told)
    greedy wins 98 % of 40 games, 87 to 100; a quarter would be its share: better than its share
    """
    if is_loading():
        raise BotNotFound("a bot's file plays while it is being read: put that under `if __name__ == '__main__':`")
    if isolate not in (True, False, "weak"):
        raise ValueError(f"isolate: {isolate!r} is not one of True, False, 'weak'")
    with nullcontext() if isolate is False else Walls(weak=isolate == "weak", strict=True, limit_s=time_limit) as walls:
        plan = planned(bots, games, seats, edition, scenario, cast, seed, on_fault, time_limit, walls)
        return play_plan(plan, jobs, progress, [] if walls is None else walls.notes())


def play_plan(plan: Plan, jobs: int | None, progress: Showing, notes: list[str]) -> Report:
    """Play the match that is planned; `notes` is what there is to say about it."""
    games = plan.games
    plan.table(0).close()  # what cannot be dealt is better known at once
    wanted = min(cores(), games) if jobs is None else jobs
    if wanted < 1:
        raise ValueError(f"jobs: {jobs!r} processes")
    played: dict[int, Played] = {}
    began = perf_counter()
    used = [1]
    broken: list[Broken] = []

    def report(*more: str) -> Report:
        took = Took(perf_counter() - began, used[0])
        return Report(plan, played.values(), took, (*notes, *more), broken)

    try:
        with Progress(games, progress) as bar:

            def heard(batch: Sequence[Played]) -> None:
                before = len(played)
                played.update((one.number, one) for one in batch)
                bar.add(len(played) - before)

            play_all(plan, min(wanted, games), heard, notes, used, broken)
    except KeyboardInterrupt:
        raise Interrupted(report(INTERRUPTED)) from None
    except MatchBroken as error:
        error.report = report(BROKEN)
        raise
    return report()


def is_many(
    given: BotLike | Entrant | Sequence[BotLike | Entrant | Named],
) -> TypeGuard[Sequence[BotLike | Entrant | Named]]:
    """Whether bots are given in a row."""
    return isinstance(given, Sequence) and not isinstance(given, str)


def planned(
    bots: Sequence[BotLike | Entrant | Sequence[BotLike | Entrant | Named]],
    games: int,
    seats: int | None,
    edition: str | None,
    scenario: str | None,
    characters: Sequence[str] | None,
    seed: str | int | None,
    on_fault: OnFault,
    time_limit: float | None,
    walls: Walls | None,
) -> Plan:
    """The match as it is asked for."""
    likes: list[BotLike | Entrant | Named] = []
    for given in bots:
        if is_many(given):
            likes.extend(given)
        else:
            likes.append(cast("BotLike | Entrant", given))
    if not likes:
        raise BotNotFound("a match needs a bot")
    entrants = [resolve(like) for like in likes] if walls is None else walls.entrants(likes)
    if len(entrants) == 1:
        entrants.append(resolve("greedy"))
        seats = 4 if seats is None else seats
    count = len(entrants) if seats is None else seats
    if count < len(entrants):
        raise SetupError(f"seats: {len(entrants)} bots for {count} seats")
    if type(games) is not int or games < 1:
        raise ValueError(f"games: {games!r} is no number of games")
    named = tuple(told_apart(entrants))
    lineup = (*range(len(named)), *[len(named) - 1] * (count - len(named)))
    text = secrets.token_hex(8) if seed is None else str(seed)
    chosen = None if characters is None else tuple(characters)
    return Plan(named, lineup, games, text, edition, scenario, chosen, on_fault, time_limit)


def play_all(
    plan: Plan,
    jobs: int,
    heard: Callable[[Sequence[Played]], None],
    notes: list[str],
    used: list[int],
    broken: list[Broken],
) -> None:
    """Play all games in so many processes, or in this one; `used` is told how many it are, `broken` what was set aside."""
    if jobs > 1 and any(one.kind == "object" for one in plan.entrants):
        names = ", ".join(one.name for one in plan.entrants if one.kind == "object")
        notes.append(
            f"played one game after the other: {names} is one object for all games; a class is made anew for each"
        )
        jobs = 1
    if jobs > 1:
        way, note = way_for(plan.entrants)
        used[0] = jobs
        try:
            if way != "one":
                MatchPool(plan, jobs, way, broken).play(heard)
                return
        except CannotTravel as error:
            note = f"played in one process: the bots could not be brought into another one ({error})"
        used[0] = 1
        notes.append(note)
    for index in range(plan.games):
        heard([play_game(plan, index)])
