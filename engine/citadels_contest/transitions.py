"""What an entry of the log does to a tournament, and what is refused.

A function for each kind: it looks first, and changes only when nothing can go wrong any more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from citadels_contest.formats.context import FILL, is_filler
from citadels_contest.formats.rounds import first_trouble
from citadels_contest.log import entrant_from, left_seats, pairings, read_places, result_of, text, texts
from citadels_contest.seat_rotation import seatings
from citadels_contest.settings import CHOICES
from citadels_contest.types import ContestError, Fixture, Result, Round

if TYPE_CHECKING:
    from citadels_contest.log import Entry
    from citadels_contest.tournament import Tournament
    from citadels_contest.types import Pairing

__all__ = ["take"]

ONCE_A_ROUND: Final = frozenset({"swiss", "knock-out", "arena"})
"""The formats in which nobody sits at two tables of a round."""
MISSED: Final = frozenset({"swiss", "knock-out"})
"""The formats in which who comes late has missed rounds; elsewhere the missing games are played later."""
STATUS: Final = {
    "entry": "open for entry",
    "running": "running",
    "paused": "paused",
    "over": "over",
    "cancelled": "cancelled",
}
TURNS: Final = {
    "started": ("entry", "running"),
    "paused": ("running", "paused"),
    "resumed": ("paused", "running"),
    "ended": ("running", "over"),
}
"""What each of these turns a tournament into, and from what."""


def take(event: Tournament, kind: str, entry: Entry) -> None:
    """Do what the entry says."""
    if event.status == "cancelled":
        raise ContestError("tournament_over", f"{kind}: the tournament is cancelled ({event.why})")
    if event.status == "over" and kind not in ("corrected", "void"):
        raise ContestError(
            "tournament_over",
            f"{kind}: the tournament is over ({event.why}); only results can still be corrected, or void",
        )
    if kind == "result":
        take_result(event, entry)
    elif kind == "round":
        take_round(event, entry)
    elif kind == "entered":
        take_entrant(event, entry)
    elif kind == "withdrew":
        take_withdrawal(event, text(entry, "entrant"), text(entry, "why"))
    elif kind == "pairings":
        event.given = readable_round(event, entry)
    elif kind == "void":
        take_void(event, text(entry, "game"), text(entry, "why"))
    elif kind == "corrected":
        take_correction(event, entry)
    elif kind == "forfeited":
        take_forfeit(event, entry)
    else:
        turn_to(event, kind, entry)


def turn_to(event: Tournament, kind: str, entry: Entry) -> None:
    """Start, pause, resume, end or cancel."""
    if kind in TURNS:
        before, after = TURNS[kind]
        if event.status != before:
            raise ContestError(
                "wrong_status", f"{kind}: the tournament is {STATUS[event.status]}, not {STATUS[before]}"
            )
    else:
        after = "cancelled"
    if kind == "started":
        check_start(event)
        at = entry.get("at")
        event.began = at if isinstance(at, int) else None
    event.status = after
    why = entry.get("why")
    event.why = why if isinstance(why, str) else ""


def check_start(event: Tournament) -> None:
    """Refuse a start with too few, or without those in focus, or with nobody else in a gauntlet."""
    trouble = first_trouble(event.settings, len(event.entrants))
    if trouble is not None:
        raise ContestError("small_field", trouble)
    for name in event.settings.focus:
        if name not in event.entrants:
            raise ContestError(
                "no_such_entrant", f"focus: {name!r} has not entered; there are {', '.join(event.entrants)}"
            )
    if event.settings.format == "gauntlet" and len(event.settings.focus) == len(event.entrants):
        raise ContestError("small_field", "all who entered are in focus, and have nobody to meet")


def take_entrant(event: Tournament, entry: Entry) -> None:
    """Somebody comes in."""
    entrant = entrant_from(entry)
    name = entrant.id
    if name in event.withdrawn:
        raise ContestError("withdrawn", f"{name!r} has withdrawn ({event.withdrawn[name]}); enter again by another id")
    if name in event.entrants:
        raise ContestError(
            "entered_twice", f"{name!r} has entered already; the same bot again needs another id, as {name}#2"
        )
    if is_filler(name):
        raise ContestError("bad_entry", f"entrant: {name!r} is kept for bots that fill a table")
    if entrant.kind not in ("bot", "house"):
        raise ContestError("bad_entry", f"as: {entrant.kind!r} is not one of bot, house")
    if event.status != "entry":
        if event.settings.late == "refuse":
            raise ContestError(
                "late_entry",
                f"{name!r} comes after the start, and late is 'refuse': take 'zero' or 'byes' to let late ones in",
            )
        if event.settings.late == "byes" and event.settings.format in MISSED and event.rounds:
            event.byes[name] = len(event.rounds)
    event.entrants[name] = entrant


def take_withdrawal(event: Tournament, name: str, why: str) -> None:
    """Somebody goes."""
    check_in(event, name)
    given = event.given
    if given is not None and (name in given.byes or any(name in pairing for pairing in given.pairings)):
        event.given = None
    if event.status == "entry":
        del event.entrants[name]
        return
    event.withdrawn[name] = why
    cancel = event.settings.empty_seat == "cancel"
    for game, fixture in list(event.unplayed.items()):
        if name in fixture.seats and (cancel or not somebody_left(event, fixture)):
            strike(event, game, f"{name} has withdrawn")
    event.books.forget()


def somebody_left(event: Tournament, fixture: Fixture) -> bool:
    """Whether an entrant will come to play it."""
    absent = event.forfeited.get(fixture.id, {})
    for name in fixture.seats:
        if name in event.entrants and name not in event.withdrawn and name not in absent:
            return True
    return False


def strike(event: Tournament, game: str, why: str) -> None:
    """The game is not to be played."""
    close(event, game)
    event.struck[game] = why


def take_round(event: Tournament, entry: Entry) -> None:
    """A round is made."""
    if event.status != "running":
        raise ContestError("wrong_status", f"round: the tournament is {STATUS[event.status]}, not {STATUS['running']}")
    made = readable_round(event, entry)
    number = made.number
    dealt: list[list[list[tuple[str, ...]]]] = []
    for deal in range(event.settings.deals):
        dealt.append(
            [seatings(event.settings, number, table, deal, pairing) for table, pairing in enumerate(made.pairings)]
        )
    games: list[str] = []
    for deal, tables in enumerate(dealt):
        for table, turns in enumerate(tables):
            for turn, seats in enumerate(turns):
                fixture = Fixture(number, table, deal, turn, seats)
                game = fixture.id
                games.append(game)
                event.fixtures[game] = fixture
                event.unplayed[game] = fixture
                for name in seats:
                    event.pending[name] = event.pending.get(name, 0) + 1
    event.games_of.append(games)
    event.rounds.append(made)
    event.given = None
    for name in made.byes:
        event.byes[name] = event.byes.get(name, 0) + 1
        event.reached[name] = number
    for pairing in made.pairings:
        for name in pairing:
            event.reached[name] = number


def readable_round(event: Tournament, entry: Entry) -> Round:
    """The round or the own pairings that the entry says, if they can be played."""
    number = entry["round"]
    assert isinstance(number, int)
    if number != len(event.rounds) + 1:
        raise ContestError("wrong_round", f"round: {number} is not the next one, which is {len(event.rounds) + 1}")
    tables, byes = pairings(entry, "pairings"), texts(entry, "byes")
    if not tables:
        raise ContestError("bad_pairings", f"pairings: round {number} has no table")
    seen: set[str] = set()
    for pairing in tables:
        check_pairing(event, pairing)
        twice = seen.intersection(pairing)
        if twice and event.settings.format in ONCE_A_ROUND:
            raise ContestError("bad_pairings", f"pairings: {min(twice)!r} is at two tables of round {number}")
        seen.update([name for name in pairing if not is_filler(name)])
    for name in byes:
        check_in(event, name)
        if name in seen:
            raise ContestError("bad_pairings", f"byes: {name!r} is at a table of round {number}, or has a bye already")
        seen.add(name)
    return Round(number, tuple(tables), tuple(byes))


def check_pairing(event: Tournament, pairing: Pairing) -> None:
    """Refuse a table that cannot play."""
    if not 2 <= len(pairing) <= event.settings.seats:
        raise ContestError(
            "bad_pairings", f"pairings: {list(pairing)!r} is not from 2 to {event.settings.seats} at a table"
        )
    if len(set(pairing)) < len(pairing):
        raise ContestError("bad_pairings", f"pairings: {list(pairing)!r} has somebody twice")
    if all(is_filler(name) for name in pairing):
        raise ContestError("bad_pairings", f"pairings: {list(pairing)!r} has no entrant")
    for name in pairing:
        if not is_filler(name):
            check_in(event, name)
        elif name not in [f"{FILL}{level}:{seat + 1}" for level in CHOICES["filler"] for seat in range(len(pairing))]:
            raise ContestError(
                "bad_pairings",
                f"pairings: {name!r} is no bot that fills a table of {len(pairing)}; take {FILL}greedy:1, for one",
            )


def check_in(event: Tournament, name: str) -> None:
    """Refuse who is not in the tournament."""
    if name in event.withdrawn:
        raise ContestError("withdrawn", f"{name!r} has withdrawn ({event.withdrawn[name]})")
    if name not in event.entrants:
        raise ContestError(
            "no_such_entrant", f"{name!r} has not entered; there are {', '.join(event.entrants) or 'none'}"
        )


def close(event: Tournament, game: str) -> None:
    """The game is not to be played any more."""
    fixture = event.unplayed.pop(game, None)
    if fixture is not None:
        for name in fixture.seats:
            event.pending[name] -= 1


def known(event: Tournament, game: str) -> Fixture:
    """The fixture of that id."""
    fixture = event.fixtures.get(game)
    if fixture is None:
        raise ContestError(
            "no_such_game", f"{game!r} is no game of this tournament; rounds made so far: {len(event.rounds)}"
        )
    return fixture


def take_result(event: Tournament, entry: Entry) -> None:
    """A game is over."""
    result = result_of(entry)
    game = result.fixture.id
    fixture = known(event, game)
    if game not in event.unplayed:
        if game in event.voided or game in event.struck:
            why = event.voided.get(game) or event.struck.get(game)
            raise ContestError(
                "game_closed", f"{game} is not to be played any more ({why}); a `corrected` entry makes it count"
            )
        raise ContestError(
            "second_result", f"{game} has a result already; a `corrected` entry with its reason changes it"
        )
    stood_in = standing_in(event, fixture)
    for seat, name in enumerate(result.fixture.seats):
        if name != fixture.seats[seat]:
            if seat not in stood_in or not is_filler(name):
                raise ContestError("wrong_seats", f"{game}: at seat {seat} sits {fixture.seats[seat]!r}, not {name!r}")
            stood_in[seat] = name
    event.results[game] = result if result.fixture.seats == fixture.seats else result._replace(fixture=fixture)
    if stood_in:
        event.stood_in[game] = stood_in
    close(event, game)
    event.books.add(game)


def standing_in(event: Tournament, fixture: Fixture) -> dict[int, str]:
    """Who sits at the seats of those who have withdrawn."""
    found: dict[int, str] = {}
    if event.withdrawn:
        level = event.settings.filler if event.settings.empty_seat == "house" else "absent"
        for seat, name in enumerate(fixture.seats):
            if name in event.withdrawn:
                number = len(fixture.seats) + seat + 1  # no bot that fills a table of so many has such a number
                found[seat] = f"fill:{level}:{number}"
    return found


def take_void(event: Tournament, game: str, why: str) -> None:
    """A game counts for nobody."""
    known(event, game)
    if event.status == "over" and game not in event.results:
        raise ContestError("game_closed", f"{game} was not played, and the tournament is over")
    if game in event.voided:
        raise ContestError("game_closed", f"{game} is void already ({event.voided[game]})")
    event.voided[game] = why
    event.forfeited.pop(game, None)
    close(event, game)
    event.books.forget()


def take_correction(event: Tournament, entry: Entry) -> None:
    """A game's places and scores are these, whatever was said before."""
    game = text(entry, "game")
    fixture = known(event, game)
    places, scores = read_places(entry, len(fixture.seats))
    left = left_seats(entry, len(fixture.seats))
    before = event.results.get(game)
    if before is None:
        before = Result(fixture, places, scores)
        stood_in = standing_in(event, fixture)
        if stood_in:
            event.stood_in[game] = stood_in
    event.results[game] = before._replace(places=places, scores=scores, left=left)
    event.forfeited.pop(game, None)
    event.voided.pop(game, None)
    event.struck.pop(game, None)
    close(event, game)
    event.books.forget()


def take_forfeit(event: Tournament, entry: Entry) -> None:
    """Somebody did not come to a game."""
    game, name, why = text(entry, "game"), text(entry, "entrant"), text(entry, "why")
    fixture = known(event, game)
    check_in(event, name)
    if name not in fixture.seats:
        raise ContestError("wrong_seats", f"{game}: {name!r} does not sit there; there are {', '.join(fixture.seats)}")
    if name in event.forfeited.get(game, {}):
        raise ContestError("second_forfeit", f"{game}: {name!r} has forfeited it already")
    if game in event.voided or game in event.struck:
        raise ContestError(
            "game_closed", f"{game} is not to be played ({event.voided.get(game) or event.struck.get(game)})"
        )
    event.forfeited.setdefault(game, {})[name] = why
    if event.settings.no_show == "void":
        event.voided[game] = f"{name} did not come: {why}"
        close(event, game)
    elif game in event.unplayed and not somebody_left(event, fixture):
        strike(event, game, "nobody came")
    event.books.forget()
