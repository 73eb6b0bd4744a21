"""Choosing characters: `pick`, `set_aside` and `theater`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from citadels_engine.actions.types import PASS, Pick, SetAside, Theater
from citadels_engine.bots.greedy.build_plan import best_plan, useful_cards
from citadels_engine.bots.greedy.character_guess import fear, leader
from citadels_engine.bots.greedy.character_value import appeal

if TYPE_CHECKING:
    from citadels_engine.actions.types import Action
    from citadels_engine.bots.greedy.observation import Table
    from citadels_engine.cards.base import Character

__all__ = ["pick", "set_aside", "theater"]

DENIED: Final = 0.2
"""What it is worth to keep a character from the next seat, in shares of what that seat would like it."""


def liking(table: Table, character: Character) -> float:
    """What the character would bring the seat itself, which knows its hand."""
    liked = appeal(table, table.me, character)
    useful = useful_cards(table)
    if character.build_limit > 1:
        one = best_plan(table, table.hand, table.gold + 2, 1)
        many = best_plan(table, table.hand, table.gold + 2, character.build_limit)
        liked += 0.5 * (many.gain - one.gain) - 1.0
    match character.id:
        case "magician":
            most = max(table.seats[seat].hand_size for seat in table.others())
            liked += 0.5 * max(0, most - len(useful)) if len(useful) < 2 else 0.0
        case "navigator":
            liked -= 0.5 * best_plan(table, table.hand, table.gold + 2, 1).gain
        case "patrician" | "cardinal" | "scholar" | "architect":
            liked += 1.0 if len(useful) < 2 else 0.0
        case "king" | "merchant" | "thief" | "alchemist":
            liked += 0.7 if len(useful) >= 2 and table.gold < 3 else 0.0
        case "warlord" | "diplomat" | "marshal":
            liked += 0.5 if table.last_round and table.gold >= 3 else 0.0
    return liked


def pick(table: Table) -> Action:
    """Keep the character that helps most, with an eye on what the next seat would do with it."""
    after = (table.me + 1) % table.players
    feared = fear(table)[after]
    best: Action = table.own.actions[0]
    most = -1.0
    for action in table.own.actions:
        assert isinstance(action, Pick)
        character = table.characters[action.character]
        value = liking(table, character) + DENIED * feared * appeal(table, after, character)
        if value > most:
            best, most = action, value
    return best


def set_aside(table: Table) -> Action:
    """Keep the other seat from what it would like best."""
    other = table.others()[0]
    best: Action = table.own.actions[0]
    most = -1.0
    for action in table.own.actions:
        assert isinstance(action, SetAside)
        value = appeal(table, other, table.characters[action.character])
        if value > most:
            best, most = action, value
    return best


def theater(table: Table) -> Action:
    """Swap a character that is of little use with the leader's, which is probably better."""
    target = leader(table)
    worst = min(table.own.characters, key=lambda name: liking(table, table.characters[name]))
    hidden = [
        character
        for character in table.cast
        if character.id not in table.own.characters and character.id not in table.view.faceup
    ]
    usual = sum(appeal(table, table.me, character) for character in hidden) / max(1, len(hidden))
    if liking(table, table.characters[worst]) < 0.7 * usual:
        for action in table.own.actions:
            if isinstance(action, Theater) and action.seat == target and action.character in ("", worst):
                return action
    return PASS
