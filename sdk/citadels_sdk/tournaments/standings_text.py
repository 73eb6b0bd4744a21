"""A tournament in text: the standings as a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from citadels_sdk.tournaments.event import Tournament

__all__ = ["standings_text"]


def standings_text(tournament: Tournament) -> str:
    """The standings, a line each."""
    lines = [f"{'':>4} {'':24} {'games':>6} {'points':>9} {'mean':>6} {'wins':>7}"]
    lines += [
        f"{one.place:>3}. {one.entrant:24.24} {one.games:>6} {one.points:>9.2f} {one.mean:>6.3f} {one.wins:>7.1f}"
        for one in tournament.standings
    ]
    return "\n".join(lines)
