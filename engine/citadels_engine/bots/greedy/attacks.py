"""What is done to the cities of others: destroying, exchanging, seizing, and the Armory."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from citadels_engine.actions.types import Armory, Destroy, Exchange, Seize
from citadels_engine.bots.greedy.best import Best
from citadels_engine.bots.greedy.build_plan import GOLD_KEPT, useful_cards
from citadels_engine.bots.greedy.character_guess import fear
from citadels_engine.bots.greedy.district_value import loss, worth

if TYPE_CHECKING:
    from citadels_engine.actions.types import Action
    from citadels_engine.bots.greedy.observation import Table
    from citadels_engine.views.view import DistrictView

__all__ = ["armory", "destroy", "exchange", "seize"]

STOPPED: Final = 3.0
"""What it is worth to take a district from a city that one more would complete."""


def standing(table: Table, seat: int, text: str) -> DistrictView:
    """The district of a city by its text."""
    for district in table.seats[seat].city:
        if district.text == text:
            return district
    raise ValueError(f"no {text} in the city of seat {seat}")


def share(table: Table) -> float:
    """What another seat's loss is worth to one's own: all of it against one, less against many."""
    return 1.0 if table.players == 2 else max(0.3, 1.5 / table.players)


def harm(table: Table, seat: int, district: DistrictView) -> float:
    """What it is worth that the seat loses the district."""
    value = district.cost + 1.0 + district.under + (2.0 if district.type == "unique" else 0.0)
    if table.nearly_done(seat) and not table.last_round:
        value += STOPPED
    return share(table) * fear(table)[seat] ** 2 * value


def gold_value(table: Table) -> float:
    """What a gold kept is worth: little in the last round, more where the hand waits for it."""
    if table.last_round:
        return 1.0 if table.owns(table.me, "imperial_treasury") else 0.05
    return 0.8 if useful_cards(table) else GOLD_KEPT


def destroy(table: Table) -> Action | None:
    """Destroy what hurts the leaders and costs little."""
    best = Best(0.0)
    for action in table.actions("destroy"):
        assert isinstance(action, Destroy)
        if action.seat == table.me:
            continue
        target = standing(table, action.seat, action.district)
        cost = target.cost - 1 + (1 if table.owns(action.seat, "great_wall") else 0)
        value = harm(table, action.seat, target) - gold_value(table) * cost
        best.weigh(action, value)
    return best.action


def seize(table: Table) -> Action | None:
    """Seize what fits in one's own city."""
    best = Best(0.0)
    for action in table.actions("seize"):
        assert isinstance(action, Seize)
        target = standing(table, action.seat, action.district)
        gain = worth(table, table.districts[target.id]) + target.under + harm(table, action.seat, target)
        value = gain - (gold_value(table) + 0.2) * target.cost
        best.weigh(action, value)
    return best.action


def exchange(table: Table) -> Action | None:
    """Give a small district for a large one."""
    best = Best(0.5)
    for action in table.actions("exchange"):
        assert isinstance(action, Exchange)
        target = standing(table, action.seat, action.district)
        given = standing(table, table.me, action.own)
        gain = worth(table, table.districts[target.id]) + target.under - loss(table, action.own)
        gain += harm(table, action.seat, target) - harm(table, action.seat, given)
        value = gain - gold_value(table) * max(0, target.cost - given.cost)
        best.weigh(action, value)
    return best.action


def armory(table: Table) -> Action | None:
    """Give up the Armory for a district that hurts a leader more than oneself."""
    best = Best(0.0)
    for action in table.actions("armory"):
        assert isinstance(action, Armory)
        if action.seat == table.me:
            continue
        value = harm(table, action.seat, standing(table, action.seat, action.district)) - loss(table, "armory")
        best.weigh(action, value)
    return best.action
