"""The check of a bot: the planned games, each played several times.

>>> from citadels_sdk.checking import check_bot
>>> def careless(view):
...     return "end" if view.kind == "turn" else view.actions[0]
>>> report = check_bot(careless, quick=True)
>>> report.ok, [(found.code, found.kind) for found in report.findings]
(False, [('illegal', 'turn')])
>>> report.coverage.complete
True
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from time import perf_counter
from typing import TYPE_CHECKING, Final

from citadels_engine.cards.registry import EDITIONS

from citadels_sdk.bot import Accepts
from citadels_sdk.checking.checked_seat import shown
from citadels_sdk.checking.coverage import Coverage, everything_with
from citadels_sdk.checking.plan import PLAYERS, plan
from citadels_sdk.checking.report import CheckReport, Finding, Scope, Slow
from citadels_sdk.checking.repro_command import command_for
from citadels_sdk.errors import BotFault
from citadels_sdk.local.bot_loader import resolve
from citadels_sdk.pool.check_pool import playing

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from citadels_sdk.checking.checked_seat import Asked, Mishap, Sat
    from citadels_sdk.checking.plan import Planned
    from citadels_sdk.local.bot_loader import BotLike, Entrant


SEED: Final = "check"
LIMIT: Final = 1.0
"""Seconds for a decision, where nobody says otherwise."""
MOST_HUNG: Final = 3
SLOWEST: Final = 5

CODES: Final = {
    "bot_raised": "raised",
    "illegal_choice": "illegal",
    "bot_timeout": "slow",
    "bot_died": "died",
    "bot_babbled": "babbled",
}
"""The word of a report for each kind of fault."""
UNSTEADY: Final = "Take all chance from `self.random`; do not let the answer hang on the clock, on sets of texts, or on what is kept from game to game."


def check_bot(
    bot: BotLike | Entrant,
    *,
    quick: bool = False,
    seed: str = SEED,
    time_limit: float = LIMIT,
    progress: Callable[[int, int], None] | None = None,
    players: int | Sequence[int] | None = None,
    edition: str | None = None,
) -> CheckReport:
    """Play the bot through all numbers of players, both editions, every character and every kind of decision, and say what went wrong.

    What the bot does not accept is left out: numbers of players and editions that its `accepts` does not name. `players`, one
    number or several, and `edition` are checked in place of what it accepts.

    Each game is played several times with the same chance, so that a bot that does not choose the same each time is found out.
    A bot of a file, and a class or function that can be imported, plays in processes of its own: one that ends its process, or
    cannot be interrupted, is a fault like others. What only this process knows (a class of `__main__`, a lambda, an object)
    plays here, and can do both to whoever checks it. `quick` plays fewer games, and covers as much. `time_limit` is in seconds
    for a decision. `progress` is told how many games of how many are done. `BotNotFound` where there is no such bot.
    """
    entrant = resolve(bot)
    source = bot if isinstance(bot, str) and entrant.kind != "house" else entrant.source
    scope = scope_of(entrant, players, edition)
    games = plan(quick=quick, seed=seed, players=scope.players, editions=scope.editions)
    check = Check(entrant, source, time_limit, scope)
    began = perf_counter()
    with playing(entrant, time_limit) as play:
        for number, planned in enumerate(games):
            if progress is not None:
                progress(number, len(games))
            check.take(planned, play(planned))
            if check.hung >= MOST_HUNG:
                check.stopped = f"the bot did not come back, or ended its process, {MOST_HUNG} times"
                break
    if progress is not None:
        progress(len(games), len(games))
    return check.report(perf_counter() - began)


def scope_of(entrant: Entrant, players: int | Sequence[int] | None, edition: str | None) -> Scope:
    """Which games the bot is put to: what was asked for, and for the rest what it accepts."""
    asked = None if players is None else [players] if isinstance(players, int) else list(players)
    if asked is not None and (not asked or any(one not in PLAYERS for one in asked)):
        raise ValueError(f"players: {players!r} is not 2 to 8")
    if edition is not None and edition not in EDITIONS:
        raise ValueError(f"edition: {edition!r} is not one of {', '.join(EDITIONS)}")
    accepts = Accepts()
    if asked is None or edition is None:
        with suppress(BotFault):  # a program that cannot be greeted is at fault in its games
            accepts = entrant.accepts()
    sizes = tuple(one for one in PLAYERS if one in (accepts.players if asked is None else asked))
    editions = tuple(one for one in EDITIONS if one in (accepts.editions if edition is None else (edition,)))
    for name, found in (("players", sizes), ("edition", editions)):
        if not found:
            raise ValueError(f"{name}: the bot accepts none, so there is nothing to check; say which with `{name}`")
    return Scope(
        sizes,
        editions,
        "asked" if asked is not None else "all" if sizes == PLAYERS else "accepted",
        "asked" if edition is not None else "all" if editions == EDITIONS else "accepted",
    )


@dataclass(frozen=True, slots=True)
class Place:
    """One decision of a planned game."""

    planned: Planned
    n: int
    kind: str


class Check:
    """What has been found so far."""

    def __init__(self, entrant: Entrant, source: str | None, limit: float, scope: Scope) -> None:
        self.entrant = entrant
        self.source = source
        self.limit = limit
        self.scope = scope
        self.coverage = Coverage(there=everything_with(scope.players, scope.editions))
        self.findings: dict[tuple[str, ...], Finding] = {}
        self.slowest: list[tuple[float, Place]] = []
        self.games = 0
        self.decisions = 0
        self.ms = 0.0
        self.hung = 0
        self.stopped = ""

    def take(self, planned: Planned, sats: Sequence[Sat]) -> None:
        """Take up what came of a game that was played several times."""
        first = sats[0]
        self.games += 1
        self.hung += sum(sat.hung for sat in sats)
        self.coverage.add(first.coverage)
        for sat in sats:
            for mishap in sat.mishaps:
                if sat is first or mishap.fatal:
                    self.note(planned, mishap)
        for one in first.asked:
            self.decisions += 1
            self.ms += one.ms
            if len(self.slowest) < SLOWEST or one.ms > self.slowest[-1][0]:
                self.slowest.append((one.ms, Place(planned, one.n, one.kind)))
                self.slowest = sorted(self.slowest, key=lambda slow: -slow[0])[:SLOWEST]
        for sat, when in zip(sats[1:], ("again", "in another process"), strict=False):
            different = differing(first.asked, sat.asked)
            if different is not None:
                self.differ(planned, *different, when)
                break

    def differ(self, planned: Planned, one: Asked, other: Asked, when: str) -> None:
        """Take up that two games were not the same."""
        key = ("nondeterministic", one.kind)
        if not self.again(key):
            what = f"it chose {one.answer!r} when the game was played first, and {other.answer!r} when it was played {when}"
            place = Place(planned, one.n, one.kind)
            self.findings[key] = self.finding("nondeterministic", what, place, UNSTEADY, twice=True)

    def note(self, planned: Planned, mishap: Mishap) -> None:
        """Take up a fault."""
        code, place = CODES.get(mishap.code, mishap.code), mishap.place
        other = (
            (mishap.kind, "")
            if code in ("illegal", "slow")
            else (mishap.kind if mishap.kind.startswith("on_") else "", mishap.what)
        )
        key = (code, place, mishap.cause) if place else (code, *other)
        if self.again(key):
            return
        advice = "" if mishap.advice == BotFault.advice else mishap.advice
        found = self.finding(code, mishap.what, Place(planned, mishap.n, mishap.kind), advice, apart=mishap.fatal)
        self.findings[key] = replace(found, place=place, trace=mishap.trace)

    def again(self, key: tuple[str, ...]) -> bool:
        """Whether the fault is known; then it is counted."""
        known = self.findings.get(key)
        if known is not None:
            self.findings[key] = replace(known, count=known.count + 1)
        return known is not None

    def finding(
        self, code: str, what: str, place: Place, advice: str, *, twice: bool = False, apart: bool = False
    ) -> Finding:
        """The fault, found once."""
        repro = self.command(place, twice=twice, apart=apart)
        return Finding(
            code, what, 1, str(place.planned), place.planned.seat, place.n, place.kind, advice=advice, repro=repro
        )

    def command(self, place: Place, *, twice: bool = False, apart: bool = False) -> str | None:
        """The command that brings the decision back."""
        planned = place.planned
        bots: list[str | None] = list(planned.others(planned.players))
        bots.insert(planned.seat, self.source)
        return command_for(
            bots,
            seat=planned.seat,
            n=place.n,
            seed=planned.seed,
            edition=planned.edition,
            scenario=planned.scenario,
            cast=planned.cast,
            case=planned.case,
            time_limit=self.limit,
            twice=twice,
            apart=apart,
        )

    def report(self, seconds: float) -> CheckReport:
        """What was found."""
        return CheckReport(
            bot=shown(self.entrant.name),
            findings=tuple(self.findings.values()),
            coverage=self.coverage,
            games=self.games,
            decisions=self.decisions,
            mean_ms=self.ms / max(1, self.decisions),
            slowest=tuple(
                Slow(ms, place.n, place.kind, str(place.planned), self.command(place)) for ms, place in self.slowest
            ),
            limit=self.limit,
            seconds=seconds,
            stopped=self.stopped,
            scope=self.scope,
        )


def differing(first: Sequence[Asked], second: Sequence[Asked]) -> tuple[Asked, Asked] | None:
    """The first decision that was answered otherwise; from a late one on, two games need not be the same."""
    for one, other in zip(first, second, strict=False):
        if one.late or other.late:
            return None
        if one.answer != other.answer or one.n != other.n:
            return one, other
    return None
