"""A table that goes on in two ways in two services, for a spectator who may not see yet that it does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from citadels_api.play.step import open_game
from citadels_api.tables.stored import unpack_table
from citadels_engine import apply, is_over, legal_actions

if TYPE_CHECKING:
    from citadels_engine import Action, Game

    from tests.support.setups import Setup
    from tests.support.twin_houses import Halls, Place


DELAY_MS: Final = 600_000


class Shadow:
    """A table that goes on in two ways, to be looked at late; afterwards it is as it was."""

    def __init__(self, halls: Halls, table: str, doc: bytes) -> None:
        self.halls = halls
        self.table = table
        row = halls.first.row(table)
        self.kept = (row.doc, row.state, row.number, row.asked, row.deadline, list(row.log), dict(row.keys))
        self.due = [dict(one) for one in halls.first.store.space.due]
        self.counts = dict(halls.first.store.space.counts)
        row.doc = doc
        self.visible = row.number
        self.time = halls.time

    async def part(self, dealt: Setup, game: Game) -> None:
        """Wait until all of the past may be seen; then let the two go their own ways for some decisions."""
        halls = self.halls
        halls.time += DELAY_MS + 1
        halls.mirror(self.table, dealt, None, honest=True)
        counts = (2, 5)
        for place, count in zip(halls.both, counts, strict=True):
            halls.put(place, self.table, game)
            for _ in range(count):
                await self.one_more(place)
        halls.second.store.space.counts = dict(halls.first.store.space.counts)
        halls.time += 1000

    async def one_more(self, place: Place) -> None:
        """A decision that the spectator may not see yet."""
        snapshot = await place.store.load(self.table, seed=True)
        assert snapshot is not None
        if unpack_table(snapshot.doc).status != "running":
            return
        game = open_game(snapshot, telling=False)
        legal = legal_actions(game)
        ahead = [one for one in legal if not leads_to_end(game, one)]
        if ahead:
            await self.halls.take(place, self.table, ahead[self.halls.chance.randrange(len(ahead))])

    def over(self) -> None:
        """The table is as it was."""
        row = self.halls.first.row(self.table)
        row.doc, row.state, row.number, row.asked, row.deadline, row.log, row.keys = self.kept
        self.halls.first.store.space.due = self.due
        self.halls.first.store.space.counts = self.counts


def leads_to_end(game: Game, action: Action) -> bool:
    """Whether the action ends the game: what is over may be seen by all at once."""
    after = game.copy()
    apply(after, action)
    return is_over(after)
