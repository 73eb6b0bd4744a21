"""What follows from a tournament as it stands: the next entry that is due, how far it is, what a sequential test says."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from citadels_contest.formats.context import End, Field
from citadels_contest.formats.rounds import next_round, rounds_expected
from citadels_contest.stats.sequential_test import Verdict, judge

if TYPE_CHECKING:
    from citadels_contest.log import Entry
    from citadels_contest.tournament import Tournament

__all__ = ["Progress", "called", "due", "field_of", "progress", "verdict"]


class Progress(NamedTuple):
    """How far a tournament is."""

    status: str
    played: int
    """Games that are closed: played, void, or struck."""
    known: int
    """Games of the rounds made so far."""
    expected: int | None
    """About how many it will be in all; None where nobody can know."""
    rounds: int
    rounds_expected: int | None
    voided: int
    left: int | None
    """About how many milliseconds it will still take, by the `at` of the log; None where that cannot be said."""


def due(event: Tournament) -> Entry | None:
    """The next entry that follows by itself."""
    if event.status != "running":
        return None
    if event.settings.no_show == "withdraw":
        for absent in event.forfeited.values():
            for name, why in absent.items():
                if name not in event.withdrawn:
                    return {"kind": "withdrew", "entrant": name, "why": why}
    most = event.settings.forfeits
    if most is not None:
        event.books.balance()
        for name in event.entrants:  # in order of entry: results may have come in any order
            count = event.books.forfeits.get(name, 0)
            if count >= most and name not in event.withdrawn:
                return {"kind": "withdrew", "entrant": name, "why": f"forfeited {count} games"}
    if not time_to_look(event):
        return None
    answer = next_round(field_of(event))
    if answer is None:
        return None
    if isinstance(answer, End):
        return {"kind": "ended", "why": answer.why}
    entry: Entry = {"kind": "round", "round": answer.number, "pairings": [list(one) for one in answer.pairings]}
    if answer.byes:
        entry["byes"] = list(answer.byes)
    return entry


def time_to_look(event: Tournament) -> bool:
    """Whether a format could make a round now: when nothing is left to play, or enough wait (arena), or somebody came late."""
    if not event.unplayed:
        return True
    form = event.settings.format
    if form == "arena":
        return len(idle(event)) >= 2
    if form in ("round-robin", "gauntlet"):
        return any(name not in event.reached and name not in event.withdrawn for name in event.entrants)
    return False


def idle(event: Tournament) -> list[str]:
    """Those in the tournament who have no game to play."""
    return [name for name in event.entrants if name not in event.withdrawn and not event.pending.get(name)]


def field_of(event: Tournament) -> Field:
    """What a format may look at."""
    still_in = [name for name in event.entrants if name not in event.withdrawn]
    standings = event.standings()
    ranking = [one.entrant for one in standings if one.withdrawn is None] if event.rounds else still_in
    said = verdict(event)
    return Field(
        event.settings,
        tuple(still_in),
        tuple(event.entrants),
        tuple(event.rounds),
        tuple(ranking),
        {one.entrant: one.points for one in standings},
        event.books.tables() if event.settings.format == "knock-out" else {},
        frozenset(idle(event)),
        not event.unplayed,
        len(event.results) - len([game for game in event.voided if game in event.results]),
        said.verdict if said is not None else None,
        event.given,
    )


def verdict(event: Tournament) -> Verdict | None:
    """What a sequential test says so far, of its two in focus; None in any other format, and with fewer than two."""
    if event.settings.format != "sequential":
        return None
    pair = list(event.settings.focus or tuple(event.entrants))[:2]
    if len(pair) < 2:
        return None
    return judge(
        event.settings, event.books.differences(pair[0], pair[1]), (called(event, pair[0]), called(event, pair[1]))
    )


def called(event: Tournament, entrant: str) -> str:
    """The name of an entrant, or the id where another one has that name too."""
    own = event.entrants.get(entrant)
    if own is None or [one.name for one in event.entrants.values()].count(own.name) > 1:
        return entrant
    return own.name


def progress(event: Tournament) -> Progress:
    """How far it is."""
    known = len(event.fixtures)
    played = known - len(event.unplayed)
    still_in = len(event.entrants) - len(event.withdrawn)
    expected_rounds = rounds_expected(event.settings, still_in)
    if expected_rounds is not None:
        expected_rounds = max(expected_rounds, len(event.rounds))
    expected = expected_games(event, still_in, expected_rounds)
    if event.status in ("over", "cancelled"):
        expected_rounds, expected = len(event.rounds), known
    left: int | None = None
    if event.began is not None and event.latest is not None and played and expected is not None:
        left = (event.latest - event.began) * (expected - played) // played
    return Progress(
        event.status, played, known, expected, len(event.rounds), expected_rounds, len(event.voided), left
    )  # fmt: skip


def expected_games(event: Tournament, still_in: int, rounds: int | None) -> int | None:
    """About how many games it will be in all."""
    settings = event.settings
    known = len(event.fixtures)
    if rounds is None:
        return None
    missing = rounds - len(event.rounds)
    if settings.format not in ("swiss", "knock-out", "arena"):
        return known if event.rounds and not missing else None
    a_table = settings.deals * settings.turns
    if settings.format != "knock-out":
        return known + missing * a_table * max(1, still_in // settings.seats)
    advance = settings.advance or (settings.seats + 1) // 2
    there, games = still_in, known
    if event.rounds:
        last = event.rounds[-1]
        if len(last.pairings) == 1 and not last.byes:
            return known
        there = len(last.pairings) * advance + len(last.byes)
    while there > settings.seats:
        tables = there // settings.seats
        games += tables * a_table
        there -= tables * (settings.seats - advance)
    return games + a_table
