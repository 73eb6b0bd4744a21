"""Organizers who do anything at any time: whatever they do, these hold.

1. An entry that is refused, with a code and a message, changes nothing.
2. Each known game is either to be played, or has a result, is void, or is struck; open games are counted for each who plays them.
3. Nobody sits twice at a table, nor, in a Swiss, a knock-out or an arena, twice in a round; a round has nobody who had withdrawn.
4. What is due is always the same as long as nothing happens, and never refused.
5. Points, games, wins, scores, leads, places and faults are what the results that count add up to, counted by hand.
6. Places are counted on from 1, those who withdrew behind all who stayed; everybody who entered has one row.
7. After a restart, a fold of the log as it was written, everything is the same; so it is when standings were never asked before.
8. Results among each other may come in any order: the standings stay.
9. A tournament that is not cancelled can always be brought to its end by playing what is open.
"""

import os
import random
from collections.abc import Callable
from fractions import Fraction

from citadels_contest import ContestError, Entry, Fixture, Tournament, dump, fold, game_points, settings_from, turns_of
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.contest.events import again, over, snapshot

EXAMPLES = {"quick": 60, "ci": 150, "full": 5000}[os.environ.get("CITADELS_SIZE", "quick")]
MODEST = settings(
    derandomize=True, deadline=None, max_examples=EXAMPLES, database=None, suppress_health_check=list(HealthCheck)
)
MOST = 12
"""So many may enter."""
ONCE = ("swiss", "knock-out", "arena")


class Organizer:
    """Does things to a tournament and writes the log, as a driver does."""

    def __init__(self, event: Tournament) -> None:
        self.event = event
        self.log: list[Entry] = []
        self.came = 0

    def write(self, entry: Entry) -> bool:
        """Apply it; refused, nothing has changed."""
        before = snapshot(self.event)
        refusal = None
        try:
            self.event.apply(entry)
        except ContestError as error:
            refusal = error
        if refusal is None:
            self.log.append(entry)
            return True
        assert refusal.code
        assert len(str(refusal)) > 10
        assert snapshot(self.event) == before
        return False

    def play(self, fixture: Fixture, chance: random.Random) -> None:
        """Write any result of that game."""
        entry = random_result(self.event, fixture, chance)
        self.event.apply(entry)
        self.log.append(entry)

    def follow(self) -> bool:
        """Do what is due."""
        entry = self.event.due()
        assert entry == self.event.due()
        if entry is None:
            return False
        self.event.apply(entry)
        self.log.append(entry)
        return True

    def somebody(self, chance: random.Random) -> str:
        return chance.choice([*self.event.entrants, "nobody"])

    def some_game(self, chance: random.Random) -> str:
        return chance.choice([*list(self.event.fixtures)[-40:], "9.9.9.9"])

    def act(self, what: str, chance: random.Random) -> None:
        """Do this, with whom and where by chance."""
        event = self.event
        if what == "enter":
            self.came += len(event.entrants) < MOST
            self.write({"kind": "entered", "entrant": f"bot{self.came}"})
        elif what == "play":
            for fixture in event.open()[: chance.randrange(1, 30)]:
                self.play(fixture, chance)
        elif what == "follow":
            for _ in range(3):
                if not self.follow():
                    break
        elif what == "pairings":
            names = [name for name in event.entrants if chance.random() < 0.9]
            chance.shuffle(names)
            seats = event.settings.seats
            tables = [names[at : at + seats] for at in range(0, len(names) - 1, seats)]
            self.write({"kind": "pairings", "round": len(event.rounds) + 1, "pairings": tables})
        elif what in ("void", "corrected", "forfeited"):
            game = self.some_game(chance)
            fixture = event.fixtures.get(game, Fixture.of(game, ("a", "b")))
            entry = over(fixture, [chance.randrange(30) for _ in fixture.seats])
            fields: dict[str, Entry] = {
                "void": {},
                "corrected": {
                    "places": entry["places"],
                    "scores": entry["scores"],
                    "left": some_seats(fixture, chance),
                },
                "forfeited": {"entrant": chance.choice(fixture.seats)},
            }
            self.write({"kind": what, "game": game, **fields[what], "why": "a reason"})
        elif what == "withdrew":
            self.write({"kind": "withdrew", "entrant": self.somebody(chance), "why": "ill"})
        elif what == "restart":
            self.event = again(event, self.log)
        elif what == "copy":
            self.event = event.copy()
        elif what != "cancelled" or chance.random() < 0.1:
            self.write(
                {"kind": what, "why": "a reason"} if what in ("cancelled", "paused", "ended") else {"kind": what}
            )


def some_seats(fixture: Fixture, chance: random.Random) -> list[int]:
    """Mostly nobody."""
    return [seat for seat in range(len(fixture.seats)) if chance.random() < 0.1]


def random_result(event: Tournament, fixture: Fixture, chance: random.Random) -> Entry:
    """Any result of that game; it may name who stood in."""
    entry = over(
        fixture,
        [chance.randrange(30) for _ in fixture.seats],
        left=some_seats(fixture, chance),
        faults=[chance.randrange(2) for _ in fixture.seats],
    )
    if chance.random() < 0.5:
        away = [seat for seat in event.substitutes(fixture) if fixture.seats[seat] in event.withdrawn]
        entry["seats"] = [f"fill:other:{seat}" if seat in away else name for seat, name in enumerate(fixture.seats)]
    return entry


# --- what holds ------------------------------------------------------------------------------------------------------


def check(organizer: Organizer) -> None:
    """All of the list above that can be seen of one state."""
    event = organizer.event
    open_now = set(event.unplayed)
    closed = set(event.results) | set(event.voided) | set(event.struck)
    assert not open_now & closed
    assert open_now | closed == set(event.fixtures)
    for name in event.entrants:
        waiting = sum(name in fixture.seats for fixture in event.unplayed.values())
        assert event.pending.get(name, 0) == waiting
    for made in event.rounds:
        seats = [name for pairing in made.pairings for name in pairing if not name.startswith("fill:")]
        assert all(len(set(pairing)) == len(pairing) for pairing in made.pairings)
        assert len({*seats, *made.byes}) == len(seats) + len(made.byes) or event.settings.format not in ONCE
    check_sums(event)
    check_places(event)


def check_sums(event: Tournament) -> None:
    """Standings are what the results add up to."""
    chosen = event.settings
    counted = event.counted()
    assert {one.fixture.id for one in counted} <= set(event.results) - set(event.voided)
    most = Fraction(2, chosen.seats) if chosen.points == "share" else Fraction(1)
    worth = Fraction({"half": 1, "full": 2, "none": 0}[chosen.bye], 2) * most * chosen.deals * chosen.turns
    for standing in event.standings():
        mine = [
            (one, one.fixture.seats.index(standing.entrant)) for one in counted if standing.entrant in one.fixture.seats
        ]
        points = [game_points(chosen, one)[seat] for one, seat in mine]
        weights = [chosen.turns / turns_of(chosen, len(one.places)) for one, _ in mine]
        assert standing.games == len(mine)
        whole = sum(a * b for a, b in zip(points, weights, strict=True)) + float(worth) * standing.byes
        assert abs(standing.points - whole) < 1e-6
        assert abs(standing.mean * len(mine) - sum(points)) < 1e-6
        first = [1 / one.places.count(1) for one, seat in mine if one.places[seat] == 1 and seat not in one.left]
        assert abs(standing.wins - sum(first)) < 1e-6
        assert abs(standing.score * len(mine) - sum(one.scores[seat] for one, seat in mine)) < 1e-6
        assert abs(standing.mean_place * len(mine) - sum(one.places[seat] for one, seat in mine)) < 1e-6
        leads = [one.scores[seat] - max(x for i, x in enumerate(one.scores) if i != seat) for one, seat in mine]
        assert abs(standing.margin * len(mine) - sum(leads)) < 1e-6
        assert standing.faults == sum(one.faults[seat] for one, seat in mine if one.faults)


def check_places(event: Tournament) -> None:
    """Everybody has a row, in order."""
    standings = event.standings()
    assert sorted(one.entrant for one in standings) == sorted(event.entrants)
    for before, (number, one) in zip([None, *standings], enumerate(standings, 1), strict=False):
        assert one.place == number or (before is not None and one.place == before.place)
        assert before is None or before.withdrawn is None or one.withdrawn is not None
    assert {one.entrant: one.withdrawn for one in standings if one.withdrawn} == event.withdrawn


def check_restart(organizer: Organizer, chance: random.Random) -> None:
    """A fold of the log is the same, and so it is with the results between two other entries in another order."""
    event = organizer.event
    assert snapshot(again(event, organizer.log)) == snapshot(event)
    mixed: list[Entry] = []
    bunch: list[Entry] = []
    end: Entry = {"kind": "end"}
    for entry in [*organizer.log, end]:
        if entry["kind"] == "result":
            bunch.append(entry)
            continue
        chance.shuffle(bunch)
        mixed += [*bunch, entry]
        bunch.clear()
    assert sorted(map(dump, mixed[:-1])) == sorted(map(dump, organizer.log))
    other = fold(event.settings, mixed[:-1])
    assert other.standings() == event.standings()
    assert other.due() == event.due()


def bring_to_an_end(organizer: Organizer, chance: random.Random) -> None:
    """Play what is open until it is over."""
    if organizer.event.status == "paused":
        organizer.act("resumed", chance)
    for _ in range(200):
        event = organizer.event
        if event.status != "running":
            break
        for fixture in event.open():
            organizer.play(fixture, chance)
        while organizer.follow():
            pass
    assert organizer.event.status in ("entry", "over", "cancelled")


ACTIONS = (
    ["enter"] * 4 + ["play"] * 6 + ["follow"] * 5 + ["started"] * 2
    + ["withdrew", "paused", "resumed", "resumed", "void", "corrected", "forfeited", "pairings", "restart", "copy", "cancelled", "ended"]
)  # fmt: skip
"""Most of the time the tournament goes on."""

WISHES: dict[str, st.SearchStrategy[object]] = {
    "format": st.sampled_from(["round-robin", "swiss", "knock-out", "gauntlet", "arena", "sequential"]),
    "seats": st.integers(2, 5),
    "deals": st.integers(1, 2),
    "duplicate": st.booleans(),
    "shared": st.booleans(),
    "points": st.sampled_from(["place", "wins", "share"]),
    "odd": st.sampled_from(["bye", "fill", "smaller"]),
    "small_field": st.sampled_from(["refuse", "fill"]),
    "bye": st.sampled_from(["half", "full", "none"]),
    "late": st.sampled_from(["refuse", "zero", "byes"]),
    "withdrawal": st.sampled_from(["keep", "half", "void"]),
    "empty_seat": st.sampled_from(["house", "absent", "cancel"]),
    "forfeit": st.sampled_from(["last", "void"]),
    "no_show": st.sampled_from(["last", "void", "withdraw"]),
    "forfeits": st.sampled_from([None, 3]),
    "most": st.just(40),
    "tables": st.just(30),
}


def organize(
    wishes: dict[str, object], deeds: list[tuple[str, int]], ending: Callable[[Organizer, random.Random], None]
) -> None:
    """Do all of that to a tournament of four, and look each time."""
    organizer = Organizer(Tournament(settings_from(wishes)))
    for number in range(4):
        organizer.write({"kind": "entered", "entrant": f"first{number}"})
    for number, (what, seed) in enumerate(deeds):
        organizer.act(what, random.Random(seed))
        if number == 3:
            organizer.act("started", random.Random(seed))
        check(organizer)
    ending(organizer, random.Random(len(deeds)))
    check(organizer)


@MODEST
@given(
    st.fixed_dictionaries(WISHES),
    st.lists(st.tuples(st.sampled_from(ACTIONS), st.integers(0, 2**32)), min_size=8, max_size=40),
)
def test_nothing_that_an_organizer_does_breaks_a_tournament(
    wishes: dict[str, object], deeds: list[tuple[str, int]]
) -> None:
    def end(organizer: Organizer, chance: random.Random) -> None:
        check_restart(organizer, chance)
        bring_to_an_end(organizer, chance)

    organize(wishes, deeds, end)
