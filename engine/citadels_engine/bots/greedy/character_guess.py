"""Who probably holds which character, and who is to be feared.

A seat cannot hold what lies faceup, what the bot holds or knows aside, what was called without answer, and what it cannot have
been offered. Among the rest a seat probably took what it likes best.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from citadels_engine.bots.greedy.character_value import appeal
from citadels_engine.bots.greedy.district_value import city_points

if TYPE_CHECKING:
    from citadels_engine.bots.greedy.observation import Table
    from citadels_engine.cards.base import Character

__all__ = ["fear", "leader", "likelihood", "rival_points", "suspects"]


def rival_points(table: Table, seat: int) -> float:
    """What the seat would score soon: its city, its completion, and what its gold can still become."""
    shown = table.seats[seat]
    points = city_points(table, seat, table.city(seat), sum(district.cost for district in shown.city))
    points += sum(district.under for district in shown.city)
    if table.size(seat) >= table.complete_at:
        points += 3
    return points + 0.5 * min(shown.gold, 6)


def power(table: Table, seat: int) -> float:
    """How well the seat stands."""
    return rival_points(table, seat) + 1.5 * table.size(seat) + 0.4 * table.seats[seat].hand_size


def fear(table: Table) -> list[float]:
    """How much each seat is to be feared: 1 for the strongest other one, less for the weaker, 0 for one's own."""
    if not table.feared:
        powers = [power(table, seat) for seat in range(table.players)]
        most = max(powers[seat] for seat in table.others())
        table.feared = [(one / most) ** 2 if most > 0 else 1.0 for one in powers]
        table.feared[table.me] = 0.0
    return table.feared


def leader(table: Table) -> int:
    """The strongest other seat."""
    return max(table.others(), key=fear(table).__getitem__)


def likelihood(table: Table, seat: int) -> list[float]:
    """How likely the seat holds each character of the cast, hidden from all others."""
    hidden = table.seats[seat].characters.count(None)
    weights = [
        appeal(table, seat, character) ** 2 if hidden and may_hold(table, seat, character) else 0.0
        for character in table.cast
    ]
    total = sum(weights)
    return [min(1.0, hidden * weight / total) if total else 0.0 for weight in weights]


def suspects(table: Table) -> list[list[float]]:
    """`likelihood` for every seat; nothing for one's own."""
    return [[0.0] * len(table.cast) if seat == table.me else likelihood(table, seat) for seat in range(table.players)]


def may_hold(table: Table, seat: int, character: Character) -> bool:
    """Whether the seat may hold the character, hidden."""
    view = table.view
    name = character.id
    if name in view.faceup or name in view.facedown or name in table.own.characters:
        return False
    if any(name in other.revealed for other in table.seats):
        return False
    turn = table.playing
    if turn is not None and character.rank < turn.rank and not is_killed(table, name):
        return False
    if table.offered and table.players > 3:
        earlier = (seat - table.first) % table.players < (table.me - table.first) % table.players
        return (name in table.offered) != earlier
    return True


def is_killed(table: Table, name: str) -> bool:
    """Whether the character is the murdered one."""
    killed = table.view.killed
    return isinstance(killed, dict) and killed.get("character") == name
