"""What happened, and who saw what of it.

An event has a `kind`, the `seat` it is about (-1: nobody in particular), `facts` that everybody sees and
`secrets`: further facts, each with the seats that see them. `for_seat` is what a viewer may know; every
viewer gets every event, since a gap would tell.

| kind | facts | secrets |
|---|---|---|
| `round` | round, crown, faceup | |
| `pick` | left (cards passed on) | the chooser: character, offered |
| `set_aside` | count | the chooser: character |
| `leave` | count | who saw the last card: character |
| `theater` | with (null: declined) | both: gave, got |
| `call` | rank, character (nobody answers) | |
| `reveal` | character | |
| `resume` | character (the Witch plays on as it) | |
| `crown` | from (the event's seat receives it) | |
| `gain` | gold, or cards (a count), why | the seat: districts |
| `lose` | gold, to (a seat, or null for the bank), why | |
| `draw` | count, from (`draw` or `study`) | the seat: districts |
| `kept` | count | the seat: districts |
| `keep` | from, returned (cards put back: under the deck, or into it) | the seat: under (which ones) |
| `mark` | verb, characters | who placed it: signed or flowered |
| `look` | of, and for the Spy: type, matches | the looker: hand |
| `search` | | the looker: deck |
| `swap` | with | both: gave, got (whole hands) |
| `discard` | count, why | the seat: districts |
| `move` | to, count, why, and districts where the Wizard builds at once | both: districts |
| `build` | district, do (the action's text) | |
| `confiscate` | district, from | |
| `destroy` | district, why | |
| `exchange` | own, of, district | |
| `seize` | of, district | |
| `beautify` | district | |
| `tuck` | count | the seat: districts |
| `answer` | do (bribe, refuse, expose, pass, ...), and for `expose`: flowered | |
| `shuffle` | why | |
| `announce` | on (whether the shorter game is in force) | |
| `complete` | | |
| `turn_end` | | |
| `over` | hands | |
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
