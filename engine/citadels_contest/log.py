"""A tournament's log: what happened, one entry after the other, each a JSON object on a line of its own.

1. An entry has a `kind`, the fields of its kind (`KINDS`), and may have `at`, milliseconds that a driver wrote down: they decide nothing.
2. Reading is strict: an unknown kind or field, a missing one, or one of the wrong form is refused by its name.
3. What an entry says is never changed afterwards. A `corrected` entry stands behind the result that it corrects, with its reason.

    entered    entrant comes in: before the start freely, after it as `late` says; `as` is `bot` or `house`
    withdrew   entrant goes: before the start as if never entered, after it as `withdrawal` and `empty_seat` say
    started paused resumed cancelled ended    what the tournament is
    pairings   the organizer's own pairings for the round that comes next
    round      a round is made: what `due` answered, or another that the rules of a round allow
    result     a game is over: who sat where, their places and scores, who left, faults, picks, the hash of its record
    void       a game counts for nobody, played or not
    corrected  a game's places and scores are these, whatever the log said before; a void game counts again
    forfeited  entrant did not come to the game: `no_show` says what follows

>>> line = dump(result_entry(Result(Fixture(1, 0, 0, 0, ("ann", "bea")), (1, 2), (20, 18))))
>>> line
'{"kind":"result","game":"1.0.0.0","seats":["ann","bea"],"places":[1,2],"scores":[20,18]}'
>>> result_from(read_entry(line)).scores
(20, 18)
>>> read_entry('{"kind":"result","game":"1.0.0.0","seats":["ann","bea"],"places":[1,2],"score":[20,18]}')
Traceback (most recent call last):
    ...
citadels_contest.types.ContestError: result: there is no field 'score'; there are game, seats, places, scores, rounds, left, faults, picks, record, at
"""

from __future__ import annotations

import json
from typing import Final

from citadels_contest.types import ContestError, Entrant, Fixture, Result

__all__ = [
    "KINDS", "Entry", "check_entry", "dump", "entered_entry", "entrant_from", "left_seats", "pairings", "read_entry", "read_places",
    "result_entry", "result_from", "result_of", "text", "texts",
]  # fmt: skip

Entry = dict[str, object]
"""A JSON object: `kind` first."""

KINDS: Final[dict[str, dict[str, str]]] = {
    "entered": {"entrant": "text", "name": "text?", "as": "text?", "owner": "text?", "level": "text?"},
    "withdrew": {"entrant": "text", "why": "text"},
    "started": {},
    "paused": {"why": "text?"},
    "resumed": {},
    "cancelled": {"why": "text"},
    "pairings": {"round": "number", "pairings": "pairings", "byes": "texts?"},
    "round": {"round": "number", "pairings": "pairings", "byes": "texts?"},
    "result": {
        "game": "text", "seats": "texts", "places": "numbers", "scores": "numbers", "rounds": "number?", "left": "numbers?",
        "faults": "numbers?", "picks": "pairings?", "record": "text?",
    },
    "void": {"game": "text", "why": "text"},
    "corrected": {"game": "text", "places": "numbers", "scores": "numbers", "left": "numbers?", "why": "text", "by": "text?"},
    "forfeited": {"game": "text", "entrant": "text", "why": "text"},
    "ended": {"why": "text"},
}  # fmt: skip
"""The fields of each kind, in order, and their form; those with a question mark may be left out, or null."""

FORMS: Final = {
    "text": "a text that is not empty",
    "texts": "a list of texts",
    "number": "a whole number, 0 or more",
    "numbers": "a list of whole numbers, 0 or more",
    "pairings": "a list of lists of texts",
}
LONGEST: Final = 1000


def check_entry(entry: Entry) -> str:
    """The entry's kind, if it is an entry; a ContestError says what is wrong with it."""
    kind = entry.get("kind")
    if not isinstance(kind, str) or kind not in KINDS:
        raise ContestError("bad_entry", f"kind: {kind!r} is none; there are {', '.join(KINDS)}")
    fields = KINDS[kind]
    for name in entry:
        if name not in fields and name != "kind" and name != "at":
            raise ContestError(
                "bad_entry", f"{kind}: there is no field {name!r}; there are {', '.join([*fields, 'at'])}"
            )
    for name, form in fields.items():
        value = entry.get(name)
        wanted = form.removesuffix("?")
        if value is None:
            if wanted == form:
                raise ContestError("bad_entry", f"{kind}: the field {name!r} is missing")
        elif not fits(value, wanted):
            raise ContestError("bad_entry", f"{kind}: the field {name!r} is not {FORMS[wanted]}")
    at = entry.get("at")
    if at is not None and not natural(at):
        raise ContestError("bad_entry", f"{kind}: the field 'at' is not {FORMS['number']}")
    return kind


def fits(value: object, form: str) -> bool:
    """Whether the value has that form."""
    if form == "text":
        return isinstance(value, str) and 0 < len(value) <= LONGEST
    if form == "number":
        return natural(value)
    if not isinstance(value, (list, tuple)):
        return False
    if form == "texts":
        return all(isinstance(one, str) for one in value)
    if form == "numbers":
        return all(natural(one) for one in value)
    return all(isinstance(inner, (list, tuple)) and all(isinstance(one, str) for one in inner) for inner in value)


def natural(value: object) -> bool:
    """Whether it is a whole number, 0 or more; true and false are none."""
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def read_entry(line: str | bytes) -> Entry:
    """The entry on that line.

    >>> read_entry('{"kind":"started"}')
    {'kind': 'started'}
    >>> read_entry('{"kind":"sarted"}')
    Traceback (most recent call last):
        ...
    citadels_contest.types.ContestError: kind: 'sarted' is none; there are entered, withdrew, started, paused, resumed, cancelled, pairings, round, result, void, corrected, forfeited, ended
    """
    try:
        entry: object = json.loads(line, object_pairs_hook=once)
    except (ValueError, RecursionError) as error:
        if isinstance(error, ContestError):
            raise
        raise ContestError("bad_entry", f"the line is no JSON: {error}") from None
    if not isinstance(entry, dict):
        raise ContestError("bad_entry", "the line is no JSON object")
    check_entry(entry)
    return entry


def once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """The object of these pairs; a name that comes twice is refused."""
    made = dict(pairs)
    if len(made) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ContestError("bad_entry", f"the field {twice!r} comes twice")
    return made


def dump(entry: Entry) -> str:
    """The entry as one canonical line of JSON: `kind`, its fields in their order, `at`; what is not said is left out."""
    kind = check_entry(entry)
    said: dict[str, object] = {"kind": kind}
    for name in (*KINDS[kind], "at"):
        value = entry.get(name)
        if value is not None:
            said[name] = value
    return json.dumps(said, ensure_ascii=False, separators=(",", ":"))


def entered_entry(entrant: Entrant, at: int | None = None) -> Entry:
    """The entry by which an entrant comes in.

    >>> entered_entry(Entrant("greedy", "greedy", "house", level="greedy"))
    {'kind': 'entered', 'entrant': 'greedy', 'name': 'greedy', 'as': 'house', 'level': 'greedy'}
    """
    entry: Entry = {"kind": "entered", "entrant": entrant.id, "name": entrant.name, "as": entrant.kind}
    if entrant.owner is not None:
        entry["owner"] = entrant.owner
    if entrant.level is not None:
        entry["level"] = entrant.level
    if at is not None:
        entry["at"] = at
    return entry


def entrant_from(entry: Entry) -> Entrant:
    """Who comes in by that entry."""
    check_entry(entry)
    name = text(entry, "entrant")
    return Entrant(
        name, maybe(entry, "name") or name, maybe(entry, "as") or "bot", maybe(entry, "owner"), maybe(entry, "level")
    )


def result_entry(result: Result, at: int | None = None) -> Entry:
    """The entry that says that result; what is empty is left out."""
    entry: Entry = {
        "kind": "result",
        "game": result.fixture.id,
        "seats": list(result.fixture.seats),
        "places": list(result.places),
        "scores": list(result.scores),
    }
    if result.rounds:
        entry["rounds"] = result.rounds
    if result.left:
        entry["left"] = list(result.left)
    if any(result.faults):
        entry["faults"] = list(result.faults)
    if result.picks:
        entry["picks"] = [list(one) for one in result.picks]
    if result.record:
        entry["record"] = result.record
    if at is not None:
        entry["at"] = at
    return entry


def result_from(entry: Entry) -> Result:
    """The result that the entry says; its values fit each other, and a seat's places and scores fit the seats."""
    check_entry(entry)
    return result_of(entry)


def result_of(entry: Entry) -> Result:
    """The same of an entry that is known to be one."""
    seats = tuple(texts(entry, "seats"))
    fixture = Fixture.of(text(entry, "game"), seats)
    places, scores = read_places(entry, len(seats))
    rounds = entry.get("rounds")
    left = left_seats(entry, len(seats))
    faults = tuple(numbers(entry, "faults"))
    if faults and len(faults) != len(seats):
        raise ContestError("bad_result", f"faults: {len(faults)} for {len(seats)} seats")
    told = entry.get("picks")
    picks = tuple(tuple(str(one) for one in inner) for inner in told) if isinstance(told, (list, tuple)) else ()
    if picks and len(picks) != len(seats):
        raise ContestError("bad_result", f"picks: {len(picks)} for {len(seats)} seats")
    return Result(
        fixture,
        places,
        scores,
        rounds if isinstance(rounds, int) else 0,
        left,
        faults,
        picks,
        maybe(entry, "record") or "",
    )


def left_seats(entry: Entry, seats: int) -> tuple[int, ...]:
    """Who left, each once."""
    left = tuple(numbers(entry, "left"))
    if len(set(left)) < len(left) or any(seat >= seats for seat in left):
        raise ContestError("bad_result", f"left: {list(left)!r} does not name seats from 0 to {seats - 1}, each once")
    return left


def read_places(entry: Entry, seats: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Places and scores, one for each seat; places are as they are counted where several may share one."""
    places, scores = tuple(numbers(entry, "places")), tuple(numbers(entry, "scores"))
    for name, values in (("places", places), ("scores", scores)):
        if len(values) != seats:
            raise ContestError("bad_result", f"{name}: {len(values)} for {seats} seats")
    for place in places:
        before = 1
        for other in places:
            if other < place:
                before += 1
        if place != before:
            raise ContestError(
                "bad_result", f"places: {list(places)!r} are none; with two in front the next one is third: 1, 1, 3"
            )
    return places, scores


def text(entry: Entry, name: str) -> str:
    """The text of that field."""
    value = entry[name]
    assert isinstance(value, str)
    return value


def maybe(entry: Entry, name: str) -> str | None:
    """The text of that field, if there is one."""
    value = entry.get(name)
    return value if isinstance(value, str) else None


def numbers(entry: Entry, name: str) -> list[int]:
    """The numbers of that field; none where it is left out."""
    value = entry.get(name)
    return [one for one in value if isinstance(one, int)] if isinstance(value, (list, tuple)) else []


def texts(entry: Entry, name: str) -> list[str]:
    """The texts of that field; none where it is left out."""
    value = entry.get(name)
    return [one for one in value if isinstance(one, str)] if isinstance(value, (list, tuple)) else []


def pairings(entry: Entry, name: str) -> list[tuple[str, ...]]:
    """The lists of texts of that field."""
    value = entry.get(name)
    if not isinstance(value, (list, tuple)):
        return []
    return [tuple(one for one in inner if isinstance(one, str)) for inner in value if isinstance(inner, (list, tuple))]
