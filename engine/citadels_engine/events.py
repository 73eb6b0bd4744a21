"""What happened, and who saw what of it.

An event has a `kind`, the `seat` it is about (-1: nobody in particular), `facts` that everybody sees and
`secrets`: further facts, each with the seats that see them. `for_seat` is what a viewer may know; every
viewer gets every event, since a gap would tell.

| kind | facts | secrets |
|---|---|---|
| `round` | round, crown, faceup | |
| `pick` | left (cards passed on) | the chooser: character, offered |
| `set_aside` | | the chooser: character |
| `leave` | count | who saw the last card: character |
| `theater` | with, or declined | both: gave, got |
| `call` | rank, character (nobody answers) | |
| `reveal` | character | |
| `crown` | from, to | |
| `gain` | gold, or cards (a count), why | the seat: districts |
| `lose` | gold, to (a seat or the bank), why | |
| `draw` | count, from | the seat: districts |
| `keep` | count, under (cards put under the deck) | the seat: districts, returned |
| `mark` | verb, characters | |
| `look` | of, and for the Spy: type, matches | the looker: hand |
| `swap` | with | both: hand (their own new one) |
| `discard` | count, why | the seat: districts |
| `move` | from, to, count, why | both: districts |
| `build` | district, gold, cards, lender, means | |
| `confiscate` | district, from | |
| `destroy` | district, of, why | |
| `exchange` | own, of, district, gold | |
| `seize` | of, district, gold | |
| `beautify` | district | |
| `tuck` | | the seat: district |
| `answer` | do (bribe, refuse, expose, pass, ...) | |
| `shuffle` | why | |
| `announce` | on (whether the shorter game is in force) | |
| `complete` | | |
| `turn_end` | | |
| `over` | | everybody: hands |
"""

from __future__ import annotations

__all__ = ["Event"]


class Event:
    """One thing that happened."""

    __slots__ = ("facts", "kind", "seat", "secrets")

    def __init__(
        self, kind: str, seat: int, facts: dict[str, object], secrets: tuple[tuple[int, dict[str, object]], ...] = ()
    ) -> None:
        self.kind = kind
        self.seat = seat
        self.facts = facts
        self.secrets = secrets

    def for_seat(self, seat: int | None) -> dict[str, object]:
        """The event as one seat, or a spectator (None), may know it.

        >>> drawn = Event("draw", 1, {"count": 2}, ((1, {"districts": ["castle", "temple"]}),))
        >>> drawn.for_seat(1)
        {'kind': 'draw', 'seat': 1, 'count': 2, 'districts': ['castle', 'temple']}
        >>> drawn.for_seat(None)
        {'kind': 'draw', 'seat': 1, 'count': 2}
        """
        told: dict[str, object] = {"kind": self.kind}
        if self.seat >= 0:
            told["seat"] = self.seat
        told.update(self.facts)
        for who, facts in self.secrets:
            if who == seat:
                told.update(facts)
        return told
