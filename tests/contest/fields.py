"""A tournament as formats see it, played by lot: for tests of pairings alone."""

from citadels_contest.formats.context import End, Field, is_filler
from citadels_contest.formats.rounds import next_round
from citadels_contest.seat_rotation import turns_of
from citadels_contest.settings import Settings, settings_from
from citadels_contest.types import Round
from citadels_engine.dice import Dice


def settings(**given: object) -> Settings:
    return settings_from({"seed": "fields", **given})


def names(count: int) -> list[str]:
    return [f"bot{number}" for number in range(1, count + 1)]


class Played:
    """Entrants, rounds and points; whoever has the higher number is the stronger one, with some luck."""

    def __init__(self, chosen: Settings, count: int) -> None:
        self.settings = chosen
        self.entered = names(count)
        self.gone: set[str] = set()
        self.rounds: list[Round] = []
        self.points: dict[str, float] = {}
        self.tables: dict[tuple[int, int], tuple[str, ...]] = {}
        self.open: list[tuple[int, int]] = []
        self.games = 0
        self.dice = Dice("luck", chosen.format)

    @property
    def field(self) -> Field:
        entrants = tuple(name for name in self.entered if name not in self.gone)
        busy = {name for number, table in self.open for name in self.rounds[number - 1].pairings[table]}
        return Field(
            self.settings,
            entrants,
            tuple(self.entered),
            tuple(self.rounds),
            tuple(sorted(entrants, key=lambda name: -self.points.get(name, 0.0))),
            self.points,
            self.tables,
            frozenset(entrants) - busy,
            not self.open,
            self.games,
        )

    def make(self) -> Round | End | None:
        """The next round, begun."""
        made = next_round(self.field)
        if isinstance(made, Round):
            assert made.number == len(self.rounds) + 1
            self.rounds.append(made)
            self.open += [(made.number, table) for table in range(len(made.pairings))]
            for name in made.byes:
                self.points[name] = self.points.get(name, 0.0) + 0.5
        return made

    def play(self, tables: int | None = None) -> None:
        """So many of the open tables, or all."""
        for number, table in self.open[:tables]:
            pairing = self.rounds[number - 1].pairings[table]
            luck = {name: self.dice.below(40) + len(name) * 10 + ord(name[-1]) % 10 for name in pairing}
            places = sorted(pairing, key=lambda name: -luck[name])
            for place, name in enumerate(places):
                if not is_filler(name):
                    self.points[name] = self.points.get(name, 0.0) + 1 - place / max(1, len(places) - 1)
            self.tables[number, table] = tuple(places)
            self.games += self.settings.deals * turns_of(self.settings, len(pairing))
        del self.open[:tables]

    def through(self) -> str:
        """Play to the end; the answer is why it ended."""
        for _ in range(500):
            made = self.make()
            if isinstance(made, End):
                assert not self.open
                return made.why
            self.play()
        raise AssertionError("it never ended")


def real(pairing: tuple[str, ...]) -> list[str]:
    return [name for name in pairing if not is_filler(name)]
