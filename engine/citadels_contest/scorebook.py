"""The books of a tournament: which results count, what they add up to, and the standings that follow."""

from __future__ import annotations

from typing import TYPE_CHECKING

from citadels_contest.formats.context import is_filler
from citadels_contest.seat_rotation import turns_of
from citadels_contest.standings import UNIT, WIN, Row, Standing, Tally, bye_units, final_places, game_points, game_units
from citadels_contest.stats.game_results import scored
from citadels_contest.stats.paired_test import differences
from citadels_contest.stats.plackett_luce import fit
from citadels_contest.tie_breaks import head_to_head, lot, opponents, ranked

if TYPE_CHECKING:
    from citadels_contest.tournament import Tournament
    from citadels_contest.types import Fixture, Result

__all__ = ["Books", "in_order"]


def in_order(result: Result) -> tuple[int, int, int, int]:
    """What results are put in order by: round, table, deal, turn."""
    fixture = result.fixture
    return fixture.round, fixture.table, fixture.deal, fixture.turn


class Books:
    """What is added up while results come in; after anything else, added up anew when somebody asks."""

    __slots__ = ("erased", "event", "forfeits", "fresh", "gaps", "gaps_to", "held", "tally")

    def __init__(self, event: Tournament) -> None:
        self.event: Tournament = event
        self.tally: Tally | None = None
        self.fresh: list[str] = []
        """Games that came since the tally."""
        self.erased: set[str] = set()
        """Those who withdrew and whose games do not count."""
        self.forfeits: dict[str, int] = {}
        self.held: list[Standing] | None = None
        self.gaps: list[float] = []
        """Of a sequential test: the differences of the rounds that are over."""
        self.gaps_to: int = 0
        """How many rounds those are."""

    def copy(self, event: Tournament) -> Books:
        """The same books for another one like it."""
        made = Books(event)
        made.tally = self.tally.copy() if self.tally is not None else None
        made.fresh, made.erased, made.forfeits = list(self.fresh), set(self.erased), dict(self.forfeits)
        made.held, made.gaps, made.gaps_to = self.held, list(self.gaps), self.gaps_to
        return made

    def add(self, game: str) -> None:
        """A result came."""
        self.fresh.append(game)

    def forget(self) -> None:
        """Something else happened: count anew."""
        self.tally = None
        self.fresh.clear()
        self.gaps = []
        self.gaps_to = 0

    def forget_standings(self) -> None:
        """The standings may have changed."""
        self.held = None

    # --- what counts ---------------------------------------------------------------------------------------------------

    def final(self, game: str) -> Result | None:
        """The result as it counts, None where it does not: forfeits last, and stand-ins by their own names."""
        event = self.event
        result = event.results[game]
        left = result.left
        if not (left or event.stood_in or event.forfeited or event.voided or self.erased):
            return result
        if game in event.voided:
            return None
        stood_in = event.stood_in.get(game, {})
        left = tuple([seat for seat in left if seat not in stood_in])
        if left and event.settings.forfeit == "void":
            return None
        fixture = result.fixture
        for name in event.forfeited.get(game, {}):
            seat = fixture.seats.index(name)
            if seat not in left and seat not in stood_in:
                left = (*left, seat)
        if stood_in:
            seats = tuple([stood_in.get(seat, name) for seat, name in enumerate(fixture.seats)])
            fixture = fixture._replace(seats=seats)
        if self.erased and not self.erased.isdisjoint(fixture.seats):
            return None
        result = result._replace(fixture=fixture, left=left)
        return result._replace(places=final_places(result)) if left else result

    def counted(self) -> list[Result]:
        """The results that count, by id."""
        self.balance()
        found: list[Result] = []
        for game in self.event.results:
            result = self.final(game)
            if result is not None:
                found.append(result)
        found.sort(key=in_order)
        return found

    def balance(self) -> Tally:
        """Everything that counts, added up."""
        tally = self.tally
        if tally is None:
            tally = Tally(self.event.settings)
            self.tally = tally
            self.erased = self.to_erase()
            self.forfeits = {}
            for absent in self.event.forfeited.values():
                for name in absent:
                    self.forfeits[name] = self.forfeits.get(name, 0) + 1
            self.fresh = list(self.event.results)
        settings = self.event.settings
        full = settings.turns
        parts: dict[int, int] = {}
        for game in self.fresh:
            self.count_forfeits(game)
            result = self.final(game)
            if result is not None:
                players = len(result.places)
                if players not in parts:
                    parts[players] = turns_of(settings, players)
                tally.add(result, full, parts[players])
        self.fresh = []
        return tally

    def count_forfeits(self, game: str) -> None:
        """Count who left that game, whether or not the game counts."""
        absent = self.event.forfeited.get(game, {})
        for name in self.left_by(game):
            if name not in absent:
                self.forfeits[name] = self.forfeits.get(name, 0) + 1

    def left_by(self, game: str) -> list[str]:
        """The entrants who left that game while it was played; none where the organizer made it void."""
        result = self.event.results[game]
        if not result.left or game in self.event.voided:
            return []
        stood_in = self.event.stood_in.get(game, {})
        seats = result.fixture.seats
        return [seats[seat] for seat in result.left if seat not in stood_in and seats[seat] in self.event.entrants]

    def gone_from(self, game: str) -> set[str]:
        """The entrants who forfeited that game: who did not come, and who left it."""
        absent = set(self.event.forfeited.get(game, {}))
        return absent.union(self.left_by(game)) if game in self.event.results else absent

    def to_erase(self) -> set[str]:
        """Those who withdrew and whose games do not count, as `withdrawal` says."""
        event = self.event
        policy = event.settings.withdrawal
        if policy == "keep" or not event.withdrawn:
            return set()
        if policy == "void":
            return set(event.withdrawn)
        played = dict.fromkeys(event.withdrawn, 0)
        whole = dict.fromkeys(event.withdrawn, 0)
        for game, fixture in event.fixtures.items():
            if game in event.voided:
                continue
            stood_in = event.stood_in.get(game, {})
            for seat, name in enumerate(fixture.seats):
                if name in whole:
                    whole[name] += 1
                    if game in event.results and seat not in stood_in:
                        played[name] += 1
        return {name for name in whole if 2 * played[name] < whole[name]}

    # --- who stands where ----------------------------------------------------------------------------------------------

    def standings(self) -> list[Standing]:
        """Everybody who entered, best first; held until the next entry."""
        if self.held is None:
            self.held = self.stand()
        return list(self.held)

    def stand(self) -> list[Standing]:
        """Everybody who entered, best first."""
        event, tally = self.event, self.balance()
        order = event.settings.order
        names = list(event.entrants)
        byes = bye_units(event.settings)
        reached = self.reached()
        met: dict[str, float] = {}
        if "opponents" in order:
            tables = [event.rounds[number - 1].pairings[table] for number, table in sorted(tally.tables)]
            met = opponents(tables, {name: row.mean() for name, row in tally.rows.items()})
        fitted: dict[str, float] = {}
        if "rating" in order:
            fitted = {one.entrant: round(one.rating, 6) for one in fit(self.counted(), names, event.deal_label)}
        values: dict[str, dict[str, float]] = {}
        for name in names:
            row = tally.rows.get(name) or Row()
            games = row.games
            values[name] = {
                "points": (row.units + byes * event.byes.get(name, 0)) / UNIT,
                "mean": row.mean(),
                "wins": row.wins / WIN,
                "opponents": met.get(name, 0.0),
                "score": row.score / games if games else 0.0,
                "margin": row.margin / games if games else 0.0,
                "place": row.place / games if games else float(event.settings.seats),
                "faults": float(row.faults),
                "reached": reached.get(name, 0.0),
                "rating": fitted.get(name, 0.0),
                "lot": lot(event.settings.seed, name),
            }
        results = self.counted() if "head-to-head" in order else []
        against = head_to_head(event.settings, results)
        stayed, why = ranked([name for name in names if name not in event.withdrawn], order, values, against)
        gone, why_gone = ranked([name for name in names if name in event.withdrawn], order, values, against)
        why.update(why_gone)
        standings: list[Standing] = []
        for group in (*stayed, *gone):
            place = len(standings) + 1
            for name in group:
                row = tally.rows.get(name) or Row()
                value = values[name]
                standings.append(
                    Standing(
                        place, name, row.games, value["points"], value["mean"], value["wins"], value["score"], value["margin"],
                        value["place"] if row.games else 0.0, row.faults, self.forfeits.get(name, 0), event.byes.get(name, 0),
                        value["reached"], why[name], event.withdrawn.get(name),
                    )
                )  # fmt: skip
        return standings

    def reached(self) -> dict[str, float]:
        """The last round of each; in the last match of a knock-out with a part of 1 for the place in it."""
        event = self.event
        reached = {name: float(number) for name, number in event.reached.items()}
        if event.settings.format == "knock-out" and event.rounds:
            last = event.rounds[-1]
            if len(last.pairings) == 1 and not last.byes and not event.unplayed:
                ranking = self.tables(len(event.rounds)).get((last.number, 0), ())
                for index, name in enumerate(ranking):
                    reached[name] += (len(ranking) - 1 - index) / len(ranking)
        return reached

    def tables(self, since: int = 1) -> dict[tuple[int, int], tuple[str, ...]]:
        """Of the tables without a game still to be played, from that round on: who came where, best first, without bots that fill.

        Points decide, then wins, then the lead, then who forfeited fewer of its games (those count for nobody where they are void), then the
        lot; who withdrew comes last.
        """
        event = self.event
        waiting = {(fixture.round, fixture.table) for fixture in event.unplayed.values()}
        sums: dict[tuple[int, int], dict[str, tuple[int, int, int]]] = {}
        gone: dict[tuple[int, int, str], int] = {}
        self.balance()
        for number in range(since, len(event.rounds) + 1):
            for game in event.games_of[number - 1]:
                for name in self.gone_from(game):
                    key = (number, event.fixtures[game].table, name)
                    gone[key] = gone.get(key, 0) + 1
                result = self.final(game) if game in event.results else None
                if result is not None:
                    add_to(sums.setdefault((number, result.fixture.table), {}), self.event, result)
        found: dict[tuple[int, int], tuple[str, ...]] = {}
        for number in range(since, len(event.rounds) + 1):
            for table, pairing in enumerate(event.rounds[number - 1].pairings):
                if (number, table) in waiting:
                    continue
                got = sums.get((number, table), {})
                judged: list[tuple[bool, int, int, int, int, float, str]] = []
                for name in pairing:
                    if not is_filler(name):
                        units, wins, margin = got.get(name, (0, 0, 0))
                        came = -gone.get((number, table, name), 0)
                        fate = lot(event.settings.seed, name)
                        judged.append((name not in event.withdrawn, units, wins, margin, came, fate, name))
                judged.sort(reverse=True)
                found[number, table] = tuple([one[6] for one in judged])
        return found

    # --- what a sequential test looks at --------------------------------------------------------------------------------

    def differences(self, first: str, second: str) -> list[float]:
        """By how much the first one was ahead in each deal of the rounds that are over."""
        event = self.event
        self.balance()
        settings = event.settings

        def points(result: Result) -> tuple[float, ...]:
            return game_points(settings, result)

        def label(fixture: Fixture) -> str:
            return event.deal_label(fixture)

        while self.gaps_to < len(event.rounds):
            games = event.games_of[self.gaps_to]
            if any(game in event.unplayed for game in games):
                break
            found: list[Result] = []
            for game in games:
                result = self.final(game) if game in event.results else None
                if result is not None:
                    found.append(result)
            self.gaps.extend(differences(scored(found, points, label), first, second, settings.turns))
            self.gaps_to += 1
        return self.gaps


def add_to(sums: dict[str, tuple[int, int, int]], event: Tournament, result: Result) -> None:
    """Add a game to the sums of its table: units, wins, leads."""
    units = game_units(event.settings, result)
    places, scores = result.places, result.scores
    firsts = places.count(1)
    for seat, name in enumerate(result.fixture.seats):
        before = sums.get(name, (0, 0, 0))
        won = WIN // firsts if places[seat] == 1 and seat not in result.left else 0
        lead = scores[seat] - max([score for other, score in enumerate(scores) if other != seat])
        sums[name] = (before[0] + units[seat], before[1] + won, before[2] + lead)
