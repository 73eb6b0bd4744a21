"""The words of a tournament: who takes part, who meets, what is played, what came of it.

1. A *pairing* is who meets at one table of a round. It plays so many *deals*, each deal in so many *turns*: the same seed with the
   players at other seats.
2. A *fixture* is one game of that: round, table, deal, turn. Its id says all four, and is the same wherever it is computed.
3. A *result* is what came of a fixture: nothing in a tournament is counted from anything else.

>>> Fixture.of("2.1.0.3", ("ann", "bea")).deal
0
>>> Fixture(2, 1, 0, 3, ("ann", "bea")).id
'2.1.0.3'
"""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["ContestError", "Entrant", "Fixture", "Pairing", "Result", "Round"]


class ContestError(ValueError):
    """A tournament was asked for something that it cannot do: `code` for programs, the message for people."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code

    def __reduce__(self) -> tuple[type[ContestError], tuple[str, str]]:
        return type(self), (self.code, str(self))


class Entrant(NamedTuple):
    """Who takes part."""

    id: str
    name: str
    kind: str = "bot"
    """`bot`, or `house` for a bot of the house."""
    owner: str | None = None
    level: str | None = None
    """The level of a bot of the house."""


Pairing = tuple[str, ...]
"""Who meets at a table, by their ids; bots of the house that fill a table are called `fill:<level>:<number>`."""


class Round(NamedTuple):
    """Pairings that were made together."""

    number: int
    """From 1."""
    pairings: tuple[Pairing, ...]
    byes: tuple[str, ...] = ()
    """Who has nobody to meet in this round."""


class Fixture(NamedTuple):
    """A game that is to be played."""

    round: int
    table: int
    """From 0: the place of its pairing in the round."""
    deal: int
    turn: int
    seats: tuple[str, ...]
    """Who sits at each seat."""

    @property
    def id(self) -> str:
        """What it is called: `round.table.deal.turn`."""
        return f"{self.round}.{self.table}.{self.deal}.{self.turn}"

    @classmethod
    def of(cls, name: str, seats: tuple[str, ...]) -> Fixture:
        """The fixture of that id."""
        parts = name.split(".")
        if len(parts) != 4 or not all(part.isdecimal() for part in parts):
            raise ContestError(
                "no_such_game", f"{name!r} is no game of a tournament: they are called ROUND.TABLE.DEAL.TURN"
            )
        return cls(int(parts[0]), int(parts[1]), int(parts[2]), int(parts[3]), seats)


class Result(NamedTuple):
    """What came of a fixture: a value for each seat."""

    fixture: Fixture
    places: tuple[int, ...]
    """From 1; those that share a place have the same, and the next ones are counted on."""
    scores: tuple[int, ...]
    rounds: int = 0
    """How many rounds the game took."""
    left: tuple[int, ...] = ()
    """The seats that forfeited, the first to leave first."""
    faults: tuple[int, ...] = ()
    picks: tuple[tuple[str, ...], ...] = ()
    """The characters that each seat has played, in order; empty where nobody wrote them down."""
    record: str = ""
    """SHA-256, in hex, of the game's record."""
