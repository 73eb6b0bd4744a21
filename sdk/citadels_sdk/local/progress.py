"""How far a match has come: a bar with the time left, on a terminal; elsewhere nothing."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from types import TracebackType
    from typing import Self


Showing: TypeAlias = bool | Callable[[int, int], object] | None
"""A bar where there is a terminal (None, True), none (False), or what is called with the games played and all games."""


class Progress:
    """A bar on the standard error, or a function that is called.

    >>> with Progress(3, lambda done, all_: print(done, "of", all_)) as progress:
    ...     progress.add(2)
    ...     progress.add(1)
    2 of 3
    3 of 3
    """

    def __init__(self, games: int, showing: Showing = None) -> None:
        self.games = games
        self.done = 0
        self.call: Callable[[int, int], object] | None = None
        self.bar: Any = None
        if callable(showing):
            self.call = showing
        elif showing is not False and sys.stderr.isatty():
            import click

            self.bar = click.progressbar(
                length=games,
                label="Games",
                file=sys.stderr,
                show_pos=True,
                show_eta=True,
                width=0,
                update_min_steps=1,
            )

    def add(self, games: int) -> None:
        """So many more games have been played."""
        self.done += games
        if self.call is not None:
            self.call(self.done, self.games)
        elif self.bar is not None:
            self.bar.update(games)

    def __enter__(self) -> Self:
        if self.bar is not None:
            self.bar.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.bar is not None:
            self.bar.__exit__(kind, error, trace)
