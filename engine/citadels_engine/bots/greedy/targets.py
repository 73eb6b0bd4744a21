"""Naming characters: the Assassin's, the Witch's and the Thief's victims, warrants and threats.

Each looks for the seat that matters most and the character that it probably holds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from citadels_engine.actions.types import Bewitch, Kill, Rob, Threats, Warrants
from citadels_engine.bots.greedy.best import Best
from citadels_engine.bots.greedy.character_guess import fear, suspects
from citadels_engine.bots.greedy.character_value import appeal

if TYPE_CHECKING:
    from citadels_engine.actions.types import Action
    from citadels_engine.bots.greedy.observation import Table

__all__ = ["bewitch", "kill", "rob", "threaten", "warrant"]


def blows(table: Table) -> dict[str, float]:
    """How much it would hurt those who are feared to lose each character's turn."""
    guesses = suspects(table)
    feared = fear(table)
    hurt: dict[str, float] = {}
    for i, character in enumerate(table.cast):
        hurt[character.id] = sum(
            guesses[seat][i] * feared[seat] * (2.0 + appeal(table, seat, character)) for seat in table.others()
        )
    return hurt


def purses(table: Table) -> dict[str, float]:
    """How much gold probably lies with each character."""
    guesses = suspects(table)
    found: dict[str, float] = {}
    for i, character in enumerate(table.cast):
        found[character.id] = sum(guesses[seat][i] * table.seats[seat].gold for seat in table.others())
    return found


def holders(table: Table) -> dict[str, float]:
    """How likely anybody else holds each character."""
    guesses = suspects(table)
    return {
        character.id: min(1.0, sum(guesses[seat][i] for seat in table.others()))
        for i, character in enumerate(table.cast)
    }


def kill(table: Table) -> Action | None:
    """Kill the character whose loss hurts most."""
    offers = table.actions("kill")
    if not offers:
        return None
    hurt = blows(table)
    best = Best(0.0)
    for action in offers:
        assert isinstance(action, Kill)
        best.weigh(action, hurt[action.character])
    return best.action


def bewitch(table: Table) -> Action | None:
    """Bewitch who is probably there and does what the Witch can use: without a name her turn is lost, in the classic game too."""
    offers = table.actions("bewitch")
    if not offers:
        return None
    held = holders(table)
    best = Best(0.0)
    for action in offers:
        assert isinstance(action, Bewitch)
        character = table.characters[action.character]
        builds = 1.5 if character.build_limit else -1.0
        value = held[action.character] * max(0.1, builds + appeal(table, table.me, character))
        best.weigh(action, value)
    return best.action or offers[0]


def rob(table: Table) -> Action | None:
    """Rob where most gold is to be expected."""
    offers = table.actions("rob")
    if not offers:
        return None
    found = purses(table)
    best = Best(-1.0)
    for action in offers:
        assert isinstance(action, Rob)
        best.weigh(action, found[action.character])
    return best.action


def warrant(table: Table) -> Action | None:
    """Sign the warrant of who can pay for something dear; the blank ones frighten the next."""
    offers = table.actions("warrants")
    if not offers:
        return None
    found = purses(table)
    held = holders(table)
    best = Best(-1.0)
    for action in offers:
        assert isinstance(action, Warrants)
        builds = 1.0 if table.characters[action.signed].build_limit else 0.0
        value = builds * (found[action.signed] + 2.0 * held[action.signed])
        value += 0.05 * sum(found[name] + held[name] for name in action.blank)
        best.weigh(action, value)
    return best.action


def threaten(table: Table) -> Action | None:
    """Threaten the two richest that are probably there, the richest in earnest."""
    offers = table.actions("threats")
    if not offers:
        return None
    found = purses(table)
    held = holders(table)
    best = Best(-1.0)
    for action in offers:
        assert isinstance(action, Threats)
        value = found[action.flowered] + held[action.flowered] + 0.5 * (found[action.blank] + held[action.blank])
        best.weigh(action, value)
    return best.action
