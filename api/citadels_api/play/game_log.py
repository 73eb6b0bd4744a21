"""What a table's log tells: the game as it was at any moment, and who was asked when."""

from __future__ import annotations

from typing import TYPE_CHECKING

from citadels_engine import apply, new_game

from citadels_api.store.log_codec import unpack

if TYPE_CHECKING:
    from collections.abc import Iterable

    from citadels_engine import Game

    from citadels_api.store.log_codec import Entry
    from citadels_api.store.ports import Logged
    from citadels_api.tables.stored import Table


def deal(table: Table, seed: str, *, telling: bool = False) -> Game:
    """The game of a table as it is dealt."""
    return new_game(
        table.players,
        edition=table.edition,
        cast=table.cast,
        uniques=table.uniques,
        options=table.options,
        crown=table.crown,
        seed=seed,
        telling=telling,
    )


def opened(log: Iterable[Logged]) -> list[tuple[Logged, Entry]]:
    """The entries of a log, unpacked."""
    return [(one, unpack(one.entry)) for one in log]


def game_after(table: Table, seed: str, entries: Iterable[Entry]) -> Game:
    """The game after the decisions of these entries, which begin with the table's first."""
    game = deal(table, seed)
    for entry in entries:
        for taken in entry.taken:
            apply(game, taken.do)
    return game
