"""Bots that keep to the rules, and the game that they play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from citadels_sdk import Bot, View, play

if TYPE_CHECKING:
    from citadels_engine import Action
    from citadels_sdk.local.game import Game


class First(Bot):
    def choose(self, view: View) -> Action:
        return view.actions[0]


class Chance(Bot):
    def choose(self, view: View) -> str:
        return str(self.random.choice(view.actions))


def game_of(*bots: Any, **settings: Any) -> Game:
    return play([*bots, "greedy"], seed="s", **settings)


def taken(game: Game) -> list[str]:
    return [action.text for _, action in game.taken]
