"""Tournaments for tests: made, played and asked in a line each."""

from collections.abc import Callable, Sequence

from citadels_contest import (
    Entry,
    Fixture,
    Result,
    Standing,
    Tournament,
    dump,
    fold,
    read_entry,
    result_entry,
    settings_from,
)

Judge = Callable[[Fixture], Sequence[int]]
"""The scores of a game."""


def entered(*names: str, **settings: object) -> Tournament:
    """A tournament that these have entered."""
    event = Tournament(settings_from(settings))
    for name in names:
        event.apply({"kind": "entered", "entrant": name})
    return event


def started(*names: str, **settings: object) -> Tournament:
    """The same, started, with its first round made."""
    event = entered(*names, **settings)
    event.apply({"kind": "started"})
    advance(event)
    return event


def advance(event: Tournament) -> list[Entry]:
    """Write and apply what is due, until nothing is."""
    written = []
    while (entry := event.due()) is not None:
        event.apply(entry)
        written.append(entry)
        assert len(written) < 1000, "something is due for ever"
    return written


def over(
    fixture: Fixture,
    scores: Sequence[int],
    left: Sequence[int] = (),
    faults: Sequence[int] = (),
    seats: Sequence[str] = (),
) -> Entry:
    """The entry that a game is over with these scores: more is better."""
    entry = result_entry(Result(fixture, places(scores), tuple(scores), left=tuple(left), faults=tuple(faults)))
    if seats:
        entry["seats"] = list(seats)
    return entry


def places(scores: Sequence[int]) -> tuple[int, ...]:
    """The places that follow from scores."""
    return tuple(1 + sum(other > score for other in scores) for score in scores)


def play(event: Tournament, judge: Judge) -> None:
    """Play all games that are open."""
    for fixture in event.open():
        event.apply(over(fixture, judge(fixture)))


def play_out(event: Tournament, judge: Judge) -> None:
    """Play to the end."""
    for _ in range(100):
        advance(event)
        if event.status != "running":
            return
        play(event, judge)
    raise AssertionError("the tournament does not end")


def strength(**scores: int) -> Judge:
    """Everybody has always the same score, wherever they sit; those not named have 10."""
    return lambda fixture: [scores.get(name, 10) for name in fixture.seats]


def of(event: Tournament, name: str) -> Standing:
    """Where this one stands."""
    return next(one for one in event.standings() if one.entrant == name)


def order(event: Tournament) -> list[str]:
    """The names by the standings."""
    return [one.entrant for one in event.standings()]


def again(event: Tournament, log: Sequence[Entry]) -> Tournament:
    """The tournament of the log as it is read back from its lines."""
    return fold(event.settings, [read_entry(dump(entry)) for entry in log])


def snapshot(event: Tournament) -> dict[str, object]:
    """All that can be seen of a tournament."""
    return {
        "status": event.status,
        "why": event.why,
        "entrants": list(event.entrants.values()),
        "withdrawn": dict(event.withdrawn),
        "rounds": list(event.rounds),
        "fixtures": list(event.fixtures.values()),
        "open": event.open(),
        "results": dict(sorted(event.results.items())),
        "voided": dict(event.voided),
        "struck": dict(event.struck),
        "byes": dict(event.byes),
        "forfeited": event.forfeited,
        "stood_in": event.stood_in,
        "given": event.given,
        "counted": event.counted(),
        "standings": event.standings(),
        "due": event.due(),
        "progress": event.progress(),
    }
