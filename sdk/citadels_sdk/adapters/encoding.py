"""A view as a vector, a legal action as a number, and back: what learners and trained bots have in common.

`Encoding(edition, seats)` fixes both for all games of an edition with up to so many seats, whatever the cast. It needs no library
beyond the toolkit: vectors are arrays of 32-bit floats, masks are bytes.

>>> from citadels_engine import awaited, new_game, view
>>> game = new_game(4, seed="an example")
>>> seen = view(game, awaited(game).seat)
>>> encoding = Encoding("modern", seats=4)
>>> vector, mask = encoding.observe(seen), encoding.mask(seen)
>>> len(vector) == encoding.length, len(mask) == encoding.actions, sum(mask) == len(seen.actions)
(True, True, True)
>>> index = encoding.index(seen, seen.actions[0])
>>> encoding.meaning(index), str(encoding.action(seen, index))
('pick rank 1', 'pick assassin')
>>> vector[encoding.field("hand").where].tolist().count(0) < 47
True

`describe()` lists every action and every field. `citadels_sdk.adapters.actions` and `citadels_sdk.adapters.fields` say how they are made.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from citadels_sdk.adapters.actions import ActionTable, Block
from citadels_sdk.adapters.fields import Field, FieldTable

if TYPE_CHECKING:
    from array import array
    from collections.abc import Sequence

    from citadels_engine.actions.types import Action
    from citadels_engine.views.view import View

__all__ = ["REWARDS", "Block", "Encoding", "Field", "rewards"]

REWARDS: Final = ("win", "place", "score")


class Encoding:
    """The numbers for games of an edition with up to so many seats."""

    def __init__(self, edition: str = "modern", seats: int = 8) -> None:
        if not 2 <= seats <= 8:
            raise ValueError(f"seats: {seats!r}; the game is for 2 to 8")
        self.edition = edition
        self.seats = seats
        self._actions = ActionTable(edition, seats)
        self._fields = FieldTable(edition, seats)
        self.actions: int = self._actions.size
        """How many actions there are: the size of the action space."""
        self.length: int = self._fields.size
        """The length of the vector."""

    def __repr__(self) -> str:
        return f"Encoding({self.edition!r}, seats={self.seats})"

    # --- views ------------------------------------------------------------------------------------------------------------

    def observe(self, view: View) -> array[float]:
        """The vector of a seat's view."""
        return self._fields.observe(view)

    @property
    def fields(self) -> tuple[Field, ...]:
        """The fields of the vector."""
        return self._fields.fields

    def field(self, name: str) -> Field:
        """The field of that name."""
        return self._fields.by_name[name]

    # --- actions ----------------------------------------------------------------------------------------------------------

    @property
    def blocks(self) -> tuple[Block, ...]:
        """The actions, as runs of what is alike."""
        return self._actions.blocks

    def legal(self, view: View) -> dict[int, Action]:
        """The viewer's legal actions by index; none while another seat has to act."""
        return self._actions.legal(view)

    def mask(self, view: View) -> bytearray:
        """A byte for every action: 1 where it is legal now."""
        return self.mask_of(self.legal(view))

    def mask_of(self, legal: dict[int, Action]) -> bytearray:
        """The mask of what `legal` has answered."""
        mask = bytearray(self.actions)
        for index in legal:
            mask[index] = 1
        return mask

    def index(self, view: View, action: Action) -> int:
        """The index of a legal action."""
        for index, legal in self.legal(view).items():
            if legal == action:
                return index
        raise ValueError(f"{action} is not legal now")

    def action(self, view: View, index: int) -> Action:
        """The legal action of that index; a ValueError says what the index stands for where it is none."""
        found = self.legal(view).get(index)
        if found is None:
            raise ValueError(self.refusal(view, index))
        return found

    def refusal(self, view: View, index: int) -> str:
        """Why there is no such action now."""
        if not 0 <= index < self.actions:
            return f"there is no action {index}: the last one is {self.actions - 1}"
        kind = "nothing" if view.decision is None else repr(view.decision.kind)
        return (
            f"action {index} ({self.meaning(index)}) is not legal now: the decision is {kind}, and the mask has "
            f"{len(view.actions)} actions"
        )

    def meaning(self, index: int) -> str:
        """What the index stands for."""
        return self._actions.meaning(index)

    # --- the table --------------------------------------------------------------------------------------------------------

    def describe(self) -> str:
        """Every run of actions and every field, a line each.

        >>> lines = Encoding("classic", seats=2).describe().splitlines()
        >>> lines[0]
        'classic edition, up to 2 seats: 960 actions, a vector of 719'
        """
        lines = [f"{self.edition} edition, up to {self.seats} seats: {self.actions} actions, a vector of {self.length}"]
        lines += ["", "actions"]
        for block in self.blocks:
            first, last = block.at, block.at + block.size - 1
            lines.append(f"{first:>6} to {last:<6} {block.meaning(first)} ... {block.meaning(last)}")
        lines += ["", "vector"]
        for field in self.fields:
            first, last = field.at, field.at + field.size - 1
            labels = f" [{field.labels[0]} ... {field.labels[-1]}]" if field.labels else ""
            high = f" / {field.high:g}" if field.high != 1 else ""
            lines.append(f"{first:>6} to {last:<6} {field.name}{high}: {field.meaning}{labels}")
        return "\n".join(lines)


def rewards(kind: str, order: Sequence[Sequence[int]], scores: Sequence[int]) -> list[float]:
    """What each seat is rewarded with at the end, by the places (those who share one together) and the points; the sum is 0.

    - `win`: those in the first place share 1, the others share -1; nothing where all are first.
    - `place`: evenly from 1 for the first to -1 for the last; who shares a place gets the mean.
    - `score`: a hundredth of the points above the table's mean.

    >>> rewards("win", [[2], [0, 1]], [20, 20, 25])
    [-0.5, -0.5, 1.0]
    >>> rewards("place", [[2], [0, 1]], [20, 20, 25])
    [-0.5, -0.5, 1.0]
    >>> rewards("place", [[1], [3], [0], [2]], [14, 30, 10, 22])
    [-0.333333, 1.0, -1.0, 0.333333]
    >>> rewards("score", [[0], [1]], [31, 20])
    [0.055, -0.055]
    """
    if kind not in REWARDS:
        raise ValueError(f"reward: {kind!r} is not one of {', '.join(REWARDS)}")
    players = len(scores)
    found = [0.0] * players
    if kind == "score":
        mean = sum(scores) / players
        return [round((score - mean) / 100, 6) for score in scores]
    if kind == "win":
        first = order[0]
        if len(first) < players:
            found = [-1 / (players - len(first))] * players
            for seat in first:
                found[seat] = 1 / len(first)
        return found
    before = 0
    for together in order:
        places = range(before, before + len(together))
        for seat in together:
            found[seat] = round(sum(1 - 2 * place / (players - 1) for place in places) / len(together), 6)
        before += len(together)
    return found
