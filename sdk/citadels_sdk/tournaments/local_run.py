"""A tournament on this machine, from the bots to the results: `tournament([...])`.

    from citadels_sdk import tournament

    print(tournament(["mybot.py", "other.py", "greedy", "planner"], deals=50))

1. All formats and policies of `citadels_contest` can be asked for by name; what is left out has the default of its format.
2. The same bots, settings and seed give the same results, byte for byte, whatever the number of processes; only times differ.
3. With `out` everything is kept in a folder, and the same call goes on where it was: after Ctrl-C, a crash, or the end.
4. A bot that crashes its process or does not come back is ended from outside. It forfeits that game, and nobody else is charged.
5. A bot of a file, and a program, has a process of its own in the sandbox, unless it is trusted (`citadels_sdk.isolated`).
"""

from __future__ import annotations

import secrets
import sys
from contextlib import nullcontext
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, TypeAlias, Unpack

from citadels_contest.formats.rounds import first_trouble
from citadels_contest.log import entered_entry
from citadels_contest.settings import settings_from
from citadels_contest.tournament import Tournament as Contest
from citadels_contest.types import ContestError
from citadels_contest.types import Entrant as Contestant
from citadels_engine.cards.scenarios import SCENARIOS

from citadels_sdk.errors import BotNotFound
from citadels_sdk.isolated.walls import Walls
from citadels_sdk.local.bot_loader import LONGEST_NAME, is_loading, resolve
from citadels_sdk.local.deal import legible
from citadels_sdk.local.names import tell_apart
from citadels_sdk.tournaments.event import Tournament
from citadels_sdk.tournaments.event_spec import Described, Entered, files_of
from citadels_sdk.tournaments.executors import executor_for
from citadels_sdk.tournaments.folder import EVENT, LOGS, read_described
from citadels_sdk.tournaments.game_run import Hall, Task
from citadels_sdk.tournaments.outputs import write_results
from citadels_sdk.tournaments.scheduler import Driver, Underway
from citadels_sdk.tournaments.storage import Folder, Keeper

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from contextlib import AbstractContextManager
    from typing import TypedDict

    from citadels_sdk.local.bot_loader import BotLike, Entrant, Named

    class More(TypedDict, total=False):
        """The other settings of `citadels_contest.Settings`."""

        rotation: str
        shared: bool
        rounds: int | None
        tables: int | None
        advance: int | None
        focus: Sequence[str]
        points: str
        order: Sequence[str]
        odd: str
        small_field: str
        filler: str
        bye: str
        late: str
        withdrawal: str
        empty_seat: str
        fault: str
        forfeit: str
        forfeits: int | None
        bound: float
        alpha: float
        beta: float
        most: int


Isolate: TypeAlias = "bool | Literal['weak'] | None"
"""Whether bots play in the sandbox: all that are not here already (None), all (True), none (False), or in as much of it as there is."""
Showing: TypeAlias = "bool | Callable[[Underway], object] | None"
"""Shown where there is a terminal (None, True), nowhere (False), or what is called now and then with how far it has come."""
ALL: Final = "all"


class Interrupted(KeyboardInterrupt):
    """A tournament was interrupted: `tournament` is it as far as it has come."""

    def __init__(self, tournament: Tournament) -> None:
        super().__init__(
            f"{len(tournament.contest.results)} games were finished; they are in `tournament` of this exception"
        )
        self.tournament = tournament


def tournament(
    bots: Sequence[BotLike | Entrant | Named],
    *,
    format: str = "round-robin",  # noqa: A002  # the word that everybody uses for it
    seats: int = 4,
    deals: int = 10,
    duplicate: bool = True,
    edition: str | None = None,
    scenario: str | Sequence[str] | None = None,
    cast: Sequence[str] | None = None,
    uniques: Sequence[str] | None = None,
    options: Mapping[str, object] | None = None,
    seed: str | int | None = None,
    jobs: int | None = None,
    time: float | None = 60.0,
    game_time: float | None = None,
    out: str | Path | None = None,
    fresh: bool = False,
    changed: Literal["refuse", "accept"] = "refuse",
    progress: Showing = None,
    name: str = "",
    page_games: int | None = None,
    isolate: Isolate = None,
    **more: Unpack[More],
) -> Tournament:
    """Play a tournament among these bots, and answer all that there is to know of it.

    A bot is given as for `play`, or with a name of its own: `("old", "mybot.py")`, or `"old=mybot.py"`. The same one may enter more than once. `format` is
    one of `round-robin`, `swiss`, `knock-out`, `gauntlet`, `arena`, `sequential`. Each pairing plays so many `deals`, and each deal, with
    `duplicate`, once from every seat, so that luck with cards and seats cancels at the table; with `shared`, as it is unless you say
    otherwise, all tables of a round play the same deals. `scenario` may be several, for the deals in turn, or `"all"`. `time` is in seconds for each
    decision, `game_time` for all of a bot's decisions in a game. `jobs` is how many processes play: as many as there are cores.
    With `out` everything is kept in that folder, and the same call goes on where it was; in the end the tables and the page are there
    too, with `page_games` to step through. `fresh` starts over there, `changed="accept"` goes on though a bot's file has changed;
    without `out` nothing is written.
    `progress` is shown where there is a terminal, `False` nowhere, a function is called with an `Underway`.
    A bot of a file, and a program, plays in a process of its own, in a sandbox: it sees what its seat may know, and nothing else. A class, a
    function or an object is in this process already, and plays here. `isolate=True` refuses it, unless a file has it by its name;
    `isolate=False` trusts them all, and plays them in the processes of the referees. Where this machine lacks a part of the sandbox nothing
    is played, unless you say `isolate="weak"`.

    >>> played = tournament(["greedy", "greedy", "random"], seats=3, deals=2, seed="an example", jobs=1)
    >>> [one.id for one in played.entrants], len(played.results)
    (['greedy', 'greedy#2', 'random'], 6)
    """
    if is_loading():
        raise BotNotFound("a bot's file plays while it is being read: put that under `if __name__ == '__main__':`")
    if changed not in ("refuse", "accept"):
        raise ValueError(f"changed: {changed!r} is not one of refuse, accept")
    if jobs is not None and jobs < 1:
        raise ValueError(f"jobs: {jobs!r} processes")
    path = None if out is None else Path(out)
    given: dict[str, object] = dict(more)
    for field, words in (("focus", more.get("focus")), ("order", more.get("order"))):
        if words is not None:
            given[field] = list(words)
    settings = settings_from(
        {
            "format": format,
            "seats": seats,
            "deals": deals,
            "duplicate": duplicate,
            "seed": chosen_seed(seed, path, fresh),
            **given,
        }
    )
    notes: list[str] = []
    with walls_for(isolate, limit("time", time), path) as walls:
        players, entered = entrants_of(bots, walls)
        trouble = first_trouble(settings, len(entered))
        if trouble is not None:
            raise ContestError("small_field", trouble)
        described = Described(
            settings,
            tuple(entered),
            edition,
            scenarios_of(scenario, edition),
            None if cast is None else tuple(cast),
            None if uniques is None else tuple(uniques),
            None if options is None else dict(options),
            limit("time", time),
            limit("game_time", game_time),
            datetime.now(UTC).date().isoformat(),
            name,
        )
        try_deal(described)
        if path is not None and (fresh or not (path / EVENT).exists()):
            try_round(described)
        keeper = (
            Keeper(described) if path is None else Folder.open(described, path, fresh=fresh, accept=changed == "accept")
        )
        notes += [] if walls is None else walls.notes()
        played = play(keeper, players, jobs, progress, notes)
    if path is not None:
        write_results(played, path, page_games)
    return played


def walls_for(isolate: Isolate, limit_s: float | None, out: Path | None) -> AbstractContextManager[Walls | None]:
    """What stands between the referees and the bots; nothing where all of them are trusted."""
    if isolate not in (None, True, False, "weak"):
        raise ValueError(f"isolate: {isolate!r} is not one of True, False, 'weak'")
    if isolate is False:
        return nullcontext(None)
    kept_back = () if out is None else (out.resolve(),)
    logs = None if out is None else out / LOGS
    return Walls(weak=isolate == "weak", strict=isolate is True, kept_back=kept_back, logs=logs, limit_s=limit_s)


def play(
    keeper: Keeper, players: Mapping[str, Entrant], jobs: int | None, progress: Showing, notes: list[str]
) -> Tournament:
    """Play the tournament that is kept there to its end; `notes` is told what there is to say about it."""
    described = keeper.described
    try:
        driver = Driver(keeper)

        def played() -> Tournament:
            return Tournament(described, driver.contest, keeper.log, keeper.games, keeper.times, keeper.faults, notes)

        try:
            with shown(progress) as tell, executor_for(hall_of(described, players), jobs, notes) as executor:
                driver.run(executor, tell)
        except KeyboardInterrupt:
            raise Interrupted(played()) from None
    finally:
        keeper.close()
    return played()


def shown(progress: Showing) -> AbstractContextManager[Callable[[Underway], object] | None]:
    """Who is told how far it has come."""
    if callable(progress):
        return nullcontext(progress)
    if progress is False or not sys.stderr.isatty():
        return nullcontext(None)
    from citadels_sdk.tournaments.screen import Screen

    return Screen()


def hall_of(described: Described, players: Mapping[str, Entrant]) -> Hall:
    """What all games have in common."""
    return Hall(
        players,
        described.edition,
        described.cast,
        described.uniques,
        described.options,
        described.time,
        described.game_time,
        described.settings.fault == "forfeit",
        described.date,
    )


def try_deal(described: Described) -> None:
    """Refuse what cannot be dealt, while nothing is played yet."""
    hall = hall_of(described, {})
    names = tuple(f"{seat}" for seat in range(described.settings.seats))
    for scene in described.scenarios or (None,):
        hall.deal(Task("", names, names, "0", scene))


def try_round(described: Described) -> None:
    """Refuse a field that no round can be made for, before a folder is begun with it."""
    contest = Contest(described.settings)
    for one in described.entrants:
        contest.apply(entered_entry(one.entrant))
    contest.apply({"kind": "started"})
    contest.due()


def entrants_of(
    bots: Sequence[BotLike | Entrant | Named], walls: Walls | None
) -> tuple[dict[str, Entrant], list[Entered]]:
    """Who takes part, by id: who comes again has a number, and what cannot be shown in a name is replaced."""
    if not bots:
        raise BotNotFound("a tournament needs bots")
    resolved = [resolve(like) for like in bots] if walls is None else walls.entrants(bots)
    given = [legible(bot.name)[:LONGEST_NAME].strip() or "bot" for bot in resolved]
    names = tell_apart(given, resolved)
    players: dict[str, Entrant] = {}
    entered: list[Entered] = []
    for like, bot, name in zip(bots, resolved, names, strict=True):
        players[name] = bot if bot.name == name else bot.renamed(name)
        house = bot.kind == "house"
        level = str(bot.source) if house else None
        contestant = Contestant(name, name, "house" if house else "bot", None, level)
        entered.append(Entered(contestant, bot.source, files_of(bot, like[1] if isinstance(like, tuple) else like)))
    return players, entered


def chosen_seed(seed: str | int | None, path: Path | None, fresh: bool) -> str:
    """The seed that was asked for; else that of the tournament that stands there, or a new one."""
    if seed is not None:
        return str(seed)
    if path is not None and not fresh and (path / EVENT).exists():
        return read_described(path).seed
    return secrets.token_hex(8)


def scenarios_of(scenario: str | Sequence[str] | None, edition: str | None) -> tuple[str, ...]:
    """The scenarios of the deals, in turn."""
    if scenario is None:
        return ()
    if scenario == ALL:
        return tuple(one.id for one in SCENARIOS.values() if one.edition == (edition or "modern"))
    return (scenario,) if isinstance(scenario, str) else tuple(scenario)


def limit(name: str, seconds: float | None) -> float | None:
    """The limit, if it is one."""
    if seconds is not None and not 0 < seconds < float("inf"):
        raise ValueError(f"{name}: {seconds!r} is no time to think")
    return None if seconds is None else float(seconds)
