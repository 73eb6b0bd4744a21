"""Who sits where: the turns of a deal, and with whom at which seat.

1. A deal that is played again has so many turns as `rotation` says; in a turn the same cards fall, and the players sit elsewhere.
2. `cycle`: the players keep their order and move on by a seat, so that everybody sits at each seat once.
3. `latin`: everybody at each seat once, and the neighbours change: with an even number of players everybody sits behind everybody
   else once or twice (Williams' square); with an odd number two deals together do that, the second one being the first one mirrored.
4. `full`: every order once.
5. In which order the players begin is drawn by lot for each deal.
6. Where a deal is played once, nothing is drawn: the pairing's own order is that of the first deal, and each further deal moves on
   by a seat. Formats put that order so that everybody comes to sit at each seat about equally often.

>>> from citadels_contest.settings import Settings
>>> for seats in seatings(Settings(seats=3, seed="1"), 1, 0, 0, ("ann", "bea", "cy")):
...     print(*seats)
cy bea ann
bea ann cy
ann cy bea
"""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING

from citadels_engine.dice import Dice

if TYPE_CHECKING:
    from citadels_contest.settings import Settings
    from citadels_contest.types import Pairing

__all__ = ["latin_row", "seatings", "turns_of"]


def turns_of(settings: Settings, players: int) -> int:
    """How many games a deal has at a table of so many.

    >>> from citadels_contest.settings import Settings
    >>> turns_of(Settings(seats=4), 3), turns_of(Settings(rotation="full"), 4), turns_of(Settings(duplicate=False), 4)
    (3, 24, 1)
    """
    if not settings.duplicate or settings.rotation == "none":
        return 1
    if settings.rotation == "full":
        count = 1
        for factor in range(2, players + 1):
            count *= factor
        return count
    return players


def seatings(settings: Settings, fixture_round: int, table: int, deal: int, pairing: Pairing) -> list[tuple[str, ...]]:
    """Who sits at each seat in each turn of that deal.

    >>> from citadels_contest.settings import Settings
    >>> seatings(Settings(duplicate=False), 1, 0, 1, ("ann", "bea", "cy", "dee"))
    [('bea', 'cy', 'dee', 'ann')]
    """
    players = len(pairing)
    if turns_of(settings, players) == 1:
        return [tuple(pairing[(seat + deal) % players] for seat in range(players))]
    mirrored = settings.rotation == "latin" and players % 2 == 1 and deal % 2 == 1
    order = list(pairing)
    Dice(settings.seed, f"seats/{fixture_round}/{table}/{deal - 1 if mirrored else deal}").shuffle(order)
    if settings.rotation == "full":
        return list(permutations(order))
    row = latin_row(players) if settings.rotation == "latin" else list(range(players))
    if mirrored:
        row.reverse()
    return [tuple(order[(place + turn) % players] for place in row) for turn in range(players)]


def latin_row(players: int) -> list[int]:
    """The first row of Williams' square; each further row adds one to all of it.

    >>> latin_row(6)
    [0, 1, 5, 2, 4, 3]
    """
    row = [0]
    for step in range(1, players):
        row.append((step + 1) // 2 if step % 2 == 1 else players - step // 2)
    return row
