"""The decision awaited, and the rules of asking.

1. A game that is not over awaits exactly one decision, of one seat: `Game.pending`.
2. A decision lists its options and takes one of them. The same list offers and checks.
3. What happens by itself needs no record of its own: the position says what comes next. So the whole continuation is
   one decision on top of the state, and a position holds all of a game at every moment.
4. Whether a decision is asked may depend only on what everybody knows. The Magistrate is asked at a blank warrant too:
   silence would betray the marker.
5. Where everybody can see that no choice is left, nobody is asked.
6. A decision never changes; what goes on in steps puts the next one in its place. So copies of a game share it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from citadels_engine.actions.types import Action
    from citadels_engine.cards.base import District
    from citadels_engine.state import Game

__all__ = ["Decision", "by_id", "distinct", "id_of"]


class Decision:
    """A question to one seat."""

    kind: str = ""

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def options(self, game: Game) -> list[Action]:
        """All legal actions, in a stable order."""
        raise NotImplementedError

    def take(self, game: Game, action: Action) -> None:
        """Do what the action says; it is one of the options."""
        raise NotImplementedError

    def price(self, game: Game, action: Action) -> int:
        """The gold that the seat pays to take the option; `take` takes just that, and what follows from it is no price."""
        return 0

    def saved(self) -> dict[str, object] | None:
        """The position's `decision`; None where it follows from the other fields."""
        return {"kind": self.kind, "seat": self.seat}

    def shown(self, seat: int) -> dict[str, object]:
        """What `saved` says, as that seat may know it (-1: a spectator)."""
        return {"kind": self.kind, "seat": self.seat}


def by_id(cards: list[District]) -> list[District]:
    """The cards in alphabetical order: what somebody else sees of a hand must not tell in which order it was drawn."""
    return sorted(cards, key=id_of)


def id_of(card: District) -> str:
    """The card's id."""
    return card.id


def distinct(cards: list[District]) -> list[District]:
    """The cards, each name once, in their order."""
    once: list[District] = []
    seen = 0
    for card in cards:
        if not seen & card.bit:
            seen |= card.bit
            once.append(card)
    return once
