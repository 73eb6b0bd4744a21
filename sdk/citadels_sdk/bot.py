"""Writing a bot: a class with one method, or a plain function.

    from citadels_sdk import Bot, play

    class Mason(Bot):
        def choose(self, view):
            return max(view.actions, key=lambda action: view.cost(action) if action.verb == "build" else 0)

    play([Mason, "greedy", "greedy", "random"])

1. `choose` is asked for every decision of its seat and answers one of `view.actions`, or its text. It may be `async`.
2. A class is made anew for each game and seat, so a bot may keep what it likes in `self`. An object is used as it is for all.
3. The hooks are told in this order: `on_start` once, `on_event` for each event as it happens, `on_end` once.
4. All chance of a bot comes from `self.random`, which is seeded by the game and the seat: the same seed gives the same game.
5. What happens when a bot fails is said in `citadels_sdk.local.game_loop`, and what it has failed in by `citadels_sdk.errors`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, ClassVar, Final, TypeAlias

from citadels_engine import Action
from citadels_engine.actions.types import DONE, END, GOLD, PASS, REFUSE

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from citadels_sdk.view.view import View

__all__ = ["Accepts", "Answer", "Bot", "Choice", "Outcome", "Start", "harmless"]

Answer: TypeAlias = Action | str
"""What a bot answers: an action, or its text."""

Choice: TypeAlias = "Callable[[View], Answer | Awaitable[Answer]]"
"""A plain function that is a bot."""

DECLINING: Final[tuple[Action, ...]] = (GOLD, PASS, REFUSE, END, DONE)


@dataclass(frozen=True, slots=True)
class Accepts:
    """Which games a bot takes part in: live ones, and those that `check_bot` puts to it.

    >>> Accepts(players=(4, 5), rated=True).players
    (4, 5)
    """

    editions: tuple[str, ...] = ("modern", "classic")
    players: tuple[int, ...] = (2, 3, 4, 5, 6, 7, 8)
    clocks: tuple[str, ...] | None = None
    """The kinds of clock; None takes any."""
    least_ms: int = 0
    """The shortest time for a decision that is enough."""
    rated: bool | None = None
    """Only rated games (True), only unrated ones (False), or both (None)."""
    tables: int = 4
    """At how many tables it plays at once."""


@dataclass(frozen=True, slots=True)
class Start:
    """What a bot is told before its first decision."""

    game: str
    """The id of the game."""
    seat: int
    """Its own seat."""
    players: int
    edition: str
    cast: tuple[str, ...]
    """The characters in the game, in the order of their ranks."""
    names: tuple[str, ...]
    """What the seats are called."""
    clock: str | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a bot is told when the game has ended.

    >>> Outcome(1, 2, (1, 0), ((0,), (1,)), (27, 21), "2nd of 2 with 21 points").won
    False
    """

    seat: int
    place: int
    """1 for the first; seats that share a place have the same."""
    places: tuple[int, ...]
    """The place of every seat."""
    order: tuple[tuple[int, ...], ...]
    """The seats by place, the first first; those that share a place together."""
    scores: tuple[int, ...]
    """The points of every seat."""
    result: str
    """The result in words."""
    left: tuple[int, ...] = ()
    """The seats that left before the end."""

    @property
    def won(self) -> bool:
        """Whether the seat is among the first."""
        return self.place == 1


class Bot:
    """Who plays a seat: derive from it, and write `choose`.

    >>> class Last(Bot):
    ...     def choose(self, view):
    ...         return view.actions[-1]
    >>> Last.name
    'last'
    >>> from citadels_sdk import play
    >>> play([Last, "greedy"], seed="an example").names
    ('last', 'greedy')
    """

    name: ClassVar[str] = "bot"
    """What the bot is called: the name of the class in lower case, unless the class says otherwise."""
    accepts: ClassVar[Accepts] = Accepts()
    """Which games it takes part in."""

    def __init_subclass__(cls, **more: object) -> None:
        super().__init_subclass__(**more)
        if "name" not in cls.__dict__:
            cls.name = cls.__name__.lower()

    @cached_property
    def random(self) -> Random:
        """The bot's chance: whoever drives the game puts one here that is seeded by the game and the seat."""
        return Random(self.name)  # noqa: S311  # a game is no secret

    def choose(self, view: View) -> Answer | Awaitable[Answer]:
        """One of `view.actions`, or its text; `async def` is as good."""
        raise NotImplementedError(f"{type(self).__name__} has no method `choose(self, view)`")

    def on_start(self, start: Start) -> Awaitable[None] | None:
        """The game begins."""

    def on_event(self, event: Mapping[str, object]) -> Awaitable[None] | None:
        """Something has happened, as far as the seat may know it."""

    def on_end(self, outcome: Outcome) -> Awaitable[None] | None:
        """The game has ended."""


def harmless(view: View) -> Action:
    """What is played in place of a bot that failed: it gathers gold, declines, ends; where a choice is forced, the first.

    >>> from citadels_sdk import View
    >>> from citadels_engine.testing import seat, table
    >>> game = table(seat("king", gold=4, hand="temple"), turn="king", gathered=True)
    >>> str(harmless(View.of(game, 0)))
    'end'
    """
    legal = view.actions
    for action in DECLINING:
        if action in legal:
            return action
    for action in legal:
        if action.verb == "crown" and action.text.count(" ") == 1:
            return action
    return legal[0]
