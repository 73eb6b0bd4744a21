"""The games that `primer` plays, one at a time: whole ones, and ones in which something was done by lot."""

from __future__ import annotations

import random
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from citadels_engine import apply, awaited, is_over, new_game, scores, view, winners
from citadels_engine.actions.types import DRAW, GOLD, Kill, Pick, Rob
from citadels_engine.bots import make
from citadels_sdk.local.bot_loader import resolve
from citadels_sdk.local.game_loop import Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from citadels_engine import Action, Game

ROOT: Final = Path(__file__).resolve().parents[1]
EXAMPLES: Final = ("first", "builder", "mayor")
GREEDY: Final = make("greedy", "")
SEATS: Final = 4


def play_on(game: Game) -> Game:
    """Play on to the end, all seats greedy."""
    while not is_over(game):
        apply(game, GREEDY.choose(view(game, awaited(game).seat), ()))
    return game


def won(game: Game, seat: int) -> float:
    """The seat's share of the victory."""
    first = winners(game)
    return 1 / len(first) if seat in first else 0.0


class Length(NamedTuple):
    """What is kept of a whole game."""

    rounds: int
    decisions: int
    best: int
    mean: float
    first_won: float
    by_distance: tuple[float, ...]
    """The share of the victory by the distance from the first crown."""


def length(task: tuple[int, int]) -> Length:
    """A game of greedy bots."""
    players, number = task
    game = new_game(players, seed=f"primer {number}")
    crown = game.crown
    play_on(game)
    totals = [sheet.total for sheet in scores(game)]
    completer = game.completed[0][0] if game.completed else -1
    shares = tuple(won(game, (crown + i) % players) for i in range(players))
    return Length(
        game.round, game.n, max(totals), sum(totals) / players, won(game, completer) if completer >= 0 else 0.0, shares
    )


class Forced(NamedTuple):
    """A game in which one pick was made by lot."""

    character: str
    share: float
    met: tuple[tuple[str, str, str], ...]
    """For each round that was played: who was murdered, who was robbed, and who held characters then."""


def forced(number: int) -> Forced:
    """A game in which one pick, at a round and a seat by lot, is made by lot."""
    chance = random.Random(f"primer {number}")
    game = new_game(SEATS, seed=f"forced {number}")
    at, seat = chance.randint(1, 8), chance.randrange(SEATS)
    taken, killed, robbed, rounds = "", "", "", []
    while not is_over(game):
        decision = awaited(game)
        seen = view(game, decision.seat)
        action = GREEDY.choose(seen, ())
        if decision.kind == "pick" and decision.seat == seat and game.round == at and not taken:
            action = chance.choice(seen.actions)
            assert isinstance(action, Pick)
            taken = action.character
        if isinstance(action, Kill):
            killed = action.character
        elif isinstance(action, Rob):
            robbed = action.character
        held = " ".join(one.id for other in game.seats for one in other.characters)
        now = game.round
        apply(game, action)
        if game.round != now or is_over(game):
            rounds.append((killed, robbed, held))
            killed = robbed = ""
    return Forced(taken, won(game, seat), tuple(rounds))


class Gathered(NamedTuple):
    """A gathering played both ways."""

    cards: int
    gold: float
    drawn: float


def gathered(number: int) -> Gathered | None:
    """One gathering at a round and a seat by lot, with gold and with cards; None where the game does not get there."""
    chance = random.Random(f"gathered {number}")
    game = new_game(SEATS, seed=f"gathered {number}")
    at, seat = chance.randint(1, 7), chance.randrange(SEATS)
    while not is_over(game):
        decision = awaited(game)
        seen = view(game, decision.seat)
        if decision.seat == seat and game.round >= at and GOLD in seen.actions and DRAW in seen.actions:
            city = {built.id for built in seen.seats[seat].city}
            assert seen.own is not None
            cards = len({name for name in seen.own.hand if name not in city})
            shares = []
            for action in (GOLD, DRAW):
                other = game.copy()
                apply(other, action)
                shares.append(won(play_on(other), seat))
            return Gathered(cards, *shares)
        apply(game, GREEDY.choose(seen, ()))
    return None


def picks(task: tuple[str, int, int]) -> list[tuple[str, tuple[str, ...]]]:
    """What a bot takes of what it is offered, in one game against three greedy bots."""
    name, number, playouts = task
    seat = number % SEATS
    found = []
    if name == "planner":
        game = new_game(SEATS, seed=f"picks {number}", telling=True)
        planner = make("planner", f"picks {number}", playouts=playouts)
        events: list[dict[str, object]] = [event.for_seat(seat) for event in game.events]
        while not is_over(game):
            at = awaited(game).seat
            seen = view(game, at)
            action = planner.choose(seen, events) if at == seat else GREEDY.choose(seen, ())
            if at == seat and isinstance(action, Pick):
                found.append((action.character, offered(seen.actions)))
            apply(game, action)
            events.extend(event.for_seat(seat) for event in game.events)
        return found
    bots = [resolve(entrant(name) if at == seat else "greedy") for at in range(SEATS)]
    with Table.deal(bots, seed=f"picks {number}") as table:
        while not table.over:
            on_offer = offered(table.view().actions) if table.awaited == seat else ()
            mine = table.awaited == seat
            action = table.step()
            if mine and isinstance(action, Pick):
                found.append((action.character, on_offer))
    return found


def partly(task: tuple[str, int, int]) -> float:
    """A game in which the planner decides the draft, the rest, or all of one seat."""
    part, number, playouts = task
    seat = number % SEATS
    game = new_game(SEATS, seed=f"partly {number // SEATS}", telling=True)
    planner = make("planner", f"partly {number}", playouts=playouts)
    events: list[dict[str, object]] = []
    while True:
        events.extend(event.for_seat(seat) for event in game.events)
        if is_over(game):
            return won(game, seat)
        decision = awaited(game)
        seen = view(game, decision.seat)
        mine = decision.seat == seat and part in ("all", "draft" if decision.kind == "pick" else "rest")
        apply(
            game, planner.choose(seen, events) if mine else GREEDY.choose(seen, events if decision.seat == seat else ())
        )


def offered(actions: Sequence[Action]) -> tuple[str, ...]:
    """The characters that may be taken."""
    return tuple(action.character for action in actions if isinstance(action, Pick))


def entrant(name: str) -> str:
    """A bot of the house, or the file of an example."""
    return str(ROOT / "examples" / f"{name}.py") if name in EXAMPLES else name
