"""Say a position in one line, for tests of the engine and of bots.

>>> game = table(seat("warlord", gold=1, city="fortress"), seat("king", city="tavern market+"), turn="warlord", gathered=True)
>>> [str(action) for action in legal_actions(game)]
['income', 'destroy 1 tavern', 'end']
>>> [event.kind for event in act(game, "destroy 1 tavern", "end")][:2]
['destroy', 'turn_end']

Words stand for lists: `hand="castle castle"`, `city="keep market+"`. Who is not named is made up as plainly as it goes: the
eight original characters but for those that are named, four seats, a deck of all the other cards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from citadels_engine.cards.registry import CHARACTERS, EDITIONS
from citadels_engine.cards.scenarios import FIRST_GAME, scenario_cast
from citadels_engine.errors import PositionError
from citadels_engine.formats.position import load
from citadels_engine.game import apply, legal_actions

if TYPE_CHECKING:
    from citadels_engine.actions.types import Action
    from citadels_engine.state import Game
    from citadels_engine.views.events import Event

__all__ = ["act", "legal", "position", "seat", "table"]


def seat(
    characters: str = "",
    *,
    gold: int = 0,
    hand: str = "",
    city: str = "",
    revealed: str | None = None,
) -> dict[str, object]:
    """One seat of a position.

    >>> seat("king", gold=2, city="castle temple+")
    {'gold': 2, 'hand': [], 'city': ['castle', 'temple+'], 'characters': ['king']}
    """
    told: dict[str, object] = {
        "gold": gold,
        "hand": hand.split(),
        "city": city.split(),
        "characters": characters.split(),
    }
    if revealed is not None:
        told["revealed"] = revealed.split()
    return told


def position(
    *seats: dict[str, object],
    turn: str | dict[str, object] | None = None,
    gathered: bool | None = None,
    cast: str = "",
    players: int = 4,
    deck: str | None = None,
    top: str | None = None,
    edition: str = "modern",
    **fields: object,
) -> dict[str, object]:
    """The position in the public notation; `fields` are further ones of it, as they are.

    `cast` names those who play in place of the original character of their rank, besides the ones that the seats hold.
    `turn` is a character, or all that the notation says of a turn. Where `gathered` is None the turn is at its start, the
    reveal still to come. `deck` is the whole deck, `top` only its first cards.

    >>> position(seat("queen"), turn="king", players=5)["cast"][-2:]
    ['warlord', 'queen']
    """
    if edition not in EDITIONS:
        raise PositionError(f"edition: {edition!r} is not one of {', '.join(EDITIONS)}")
    count = max(players, len(seats))
    name = turn.get("character", "") if isinstance(turn, dict) else turn or ""
    told: dict[str, object] = {
        "edition": edition,
        "cast": cast_with(edition, seats, f"{cast} {name}", count),
        "seats": [*seats, *[seat() for _ in range(count - len(seats))]],
    }
    if isinstance(turn, str):
        turn = {"character": turn}
    if turn is not None:
        told["turn"] = turn if gathered is None else {**turn, "gathered": gathered}
    if deck is not None:
        told["deck"] = deck.split()
    elif top is not None:
        told["deck"] = {"top": top.split()}
    told.update(fields)
    return told


def cast_with(edition: str, seats: tuple[dict[str, object], ...], named: str, players: int) -> list[str]:
    """The original cast for that many players, with the characters named in their ranks' places."""
    by_rank = {CHARACTERS[edition][name].rank: name for name in scenario_cast(FIRST_GAME[edition], players)}
    wanted = named.split()
    for one in seats:
        held = one.get("characters")
        if isinstance(held, list):
            wanted.extend(held)
    for name in wanted:
        character = CHARACTERS[edition].get(name)
        if character is None:
            raise PositionError(f"cast: there is no character {name!r} in the {edition} edition")
        by_rank[character.rank] = name
    return [by_rank[rank] for rank in sorted(by_rank)]


def table(
    *seats: dict[str, object],
    turn: str | dict[str, object] | None = None,
    gathered: bool | None = None,
    cast: str = "",
    players: int = 4,
    deck: str | None = None,
    top: str | None = None,
    edition: str = "modern",
    **fields: object,
) -> Game:
    """The game of such a position, at its next decision; it keeps its events.

    >>> game = table(seat("thief"), seat("king", gold=4), turn="thief", gathered=True)
    >>> _ = act(game, "rob king", "end")
    >>> game.seats[0].gold, game.seats[1].gold
    (4, 0)
    """
    told = position(
        *seats,
        turn=turn,
        gathered=gathered,
        cast=cast,
        players=players,
        deck=deck,
        top=top,
        edition=edition,
        **fields,
    )
    return load(told, telling=True)


def legal(game: Game) -> list[str]:
    """The texts of the legal actions."""
    return [action.text for action in legal_actions(game)]


def act(game: Game, *actions: Action | str) -> list[Event]:
    """Take the actions one after the other, in place; answer all that happened."""
    events: list[Event] = []
    for action in actions:
        apply(game, action)
        events.extend(game.events)
    return events
