"""How a tournament looks while it is played: on a terminal the standings and a bar, drawn anew; elsewhere a line now and then.

>>> duration(5), duration(125), duration(7322), duration(None)
('0:05', '2:05', '2:02:02', '')
"""

from __future__ import annotations

import os
import shutil
import sys
from typing import IO, TYPE_CHECKING, Final

import click

if TYPE_CHECKING:
    from types import TracebackType
    from typing import Self

    from citadels_contest.standings import Standing

    from citadels_sdk.tournaments.scheduler import Underway


DRAWN_S: Final = 0.2
LINE_S: Final = 10.0
MOST: Final = 24
UP: Final = "\x1b[{}F"
CLEAR: Final = "\x1b[J"
REST: Final = "\x1b[K"


def duration(seconds: float | None) -> str:
    """A time in hours, minutes and seconds."""
    if seconds is None:
        return ""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def standing_lines(standings: list[Standing], names: dict[str, str], columns: int, most: int = MOST) -> list[str]:
    """The standings as lines of at most that many columns, the first ones where they are many."""
    room = max(8, min(max([len(name) for name in names.values()], default=8), columns - 46))
    lines = [f"{'':5}{'':{room}} {'games':>7} {'points':>9} {'a game':>7} {'won':>7}"]
    for one in standings[:most]:
        name = names.get(one.entrant, one.entrant)
        name = name if len(name) <= room else name[: room - 1] + "…"
        won = f"{100 * one.wins / one.games:.1f} %" if one.games else ""
        gone = "  withdrew" if one.withdrawn is not None else f"  {one.forfeits} forfeited" if one.forfeits else ""
        lines.append(
            f"{one.place:>3}. {name:{room}} {one.games:>7,} {one.points:>9,.2f} {one.mean:>7.3f} {won:>7}{gone}"
        )
    if len(standings) > most:
        lines.append(f"     and {len(standings) - most} more")
    return [line[:columns] for line in lines]


class Screen:
    """Shows how far a tournament has come; to be called with an `Underway`."""

    def __init__(self, out: IO[str] | None = None, *, drawn: bool | None = None) -> None:
        self.out = sys.stderr if out is None else out
        self.drawn = (self.out.isatty() and os.environ.get("TERM") != "dumb") if drawn is None else drawn
        self.lines = 0
        """How many lines are drawn."""
        self.last: float | None = None
        self.said = -1

    def __call__(self, underway: Underway) -> None:
        """Show it, if it is time to."""
        every = DRAWN_S if self.drawn else LINE_S
        if self.last is not None and underway.seconds - self.last < every:
            return
        self.last = underway.seconds
        if self.drawn:
            self.draw(underway)
        elif underway.played != self.said:
            self.said = underway.played
            self.write(f"{self.progress_text(underway)}{self.leaders_text(underway)}\n")

    def progress_text(self, underway: Underway) -> str:
        """How far it has come, in words."""
        played, games = underway.played, underway.games
        told = f"{played:,} games" if games is None else f"{played:,} of {games:,} games"
        if len(underway.contest.rounds) > 1 or underway.contest.settings.rounds:
            told = f"Round {underway.round}, {told}"
        rest = duration(underway.left)
        return told + (f", {rest} left" if rest else "")

    def leaders_text(self, underway: Underway) -> str:
        """Who is in front."""
        first = [one for one in underway.standings if one.games][:3]
        names = underway.contest.entrants
        return "".join(
            f"{'; ' if at == 0 else ', '}{one.place}. {names[one.entrant].name} {one.mean:.3f}"
            for at, one in enumerate(first)
        )

    def draw(self, underway: Underway) -> None:
        """Draw the standings and the bar in place of the ones before."""
        columns, rows = shutil.get_terminal_size((80, 24))
        names = {who: entrant.name for who, entrant in underway.contest.entrants.items()}
        lines = standing_lines(underway.standings, names, columns - 1, max(1, min(MOST, rows - 6)))
        lines += ["", self.bar(underway, columns - 1)]
        drawn = "".join(f"{line}{REST}\n" for line in lines)
        self.write((UP.format(self.lines) if self.lines else "") + drawn + CLEAR)
        self.lines = len(lines)

    def bar(self, underway: Underway, columns: int) -> str:
        """The bar with the numbers behind it."""
        told = self.progress_text(underway)
        if underway.games is None:
            return told[:columns]
        room = max(5, min(40, columns - len(told) - 4))
        full = min(room, room * underway.played // max(1, underway.games))
        return f"[{'#' * full}{'-' * (room - full)}]  {told}"[:columns]

    def write(self, text: str) -> None:
        """Write it at once."""
        click.echo(text, file=self.out, nl=False, color=self.drawn)
        self.out.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Take away what was drawn: the final standings are somebody else's."""
        if self.lines:
            self.write(UP.format(self.lines) + CLEAR)
            self.lines = 0
