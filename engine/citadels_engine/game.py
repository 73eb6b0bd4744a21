"""The doors in: deal a game, ask what is legal, act.

>>> game = new_game(4, seed="an example")
>>> decision = awaited(game)
>>> decision.kind, [str(action) for action in legal_actions(game)][:2]
('pick', ['pick assassin', 'pick magician'])
>>> after = play(game, "pick magician")
>>> after.n, game.n
(1, 0)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from citadels_engine.actions.forms import parse
from citadels_engine.actions.types import Action
from citadels_engine.cards.editions import (
    START_GOLD,
    START_HAND,
    check_cast,
    check_composition,
    check_edition,
    check_options,
    check_players,
    check_uniques,
    default_uniques,
    full_deck,
)
from citadels_engine.cards.scenarios import FIRST_GAME, scenario_cast
from citadels_engine.dice import Dice
from citadels_engine.errors import IllegalAction, SetupError
from citadels_engine.rules.call_order import next_call
from citadels_engine.rules.draft import next_in_draft
from citadels_engine.rules.turn import next_in_turn
from citadels_engine.state import OVER, PICK, Game, Seat

if TYPE_CHECKING:
    from citadels_engine.rules.decisions import Decision

__all__ = ["advance", "apply", "awaited", "is_over", "legal_actions", "new_game", "play", "prices"]


def new_game(
    players: int,
    *,
    edition: str = "modern",
    cast: list[str] | None = None,
    uniques: list[str] | None = None,
    options: dict[str, object] | None = None,
    crown: int | None = None,
    seed: str = "0",
    telling: bool = False,
) -> Game:
    """Deal a new game (S1) and go on to its first `pick`.

    Without a cast and uniques it is the first-game set. `telling` keeps the events of each action in `game.events`.
    """
    edition = check_edition(edition)
    players = check_players(players)
    chosen = check_options(edition, options or {}, players)
    if cast is None:
        cast = scenario_cast(FIRST_GAME[edition], players)
    characters = check_cast(edition, cast, players, chosen)
    named = default_uniques(edition, characters) if uniques is None else uniques
    cards = check_uniques(edition, named)
    check_composition(edition, cards, characters, chosen)
    if crown is None:
        if chosen.values["initial_crown"] == "chosen_seat":
            raise SetupError("crown: the option initial_crown = chosen_seat wants a seat (S1.6, R-SET-1)")
        crown = Dice(seed, "crown").below(players)
    elif type(crown) is not int or not 0 <= crown < players:
        raise SetupError(f"crown: there is no seat {crown!r} among {players}")
    seats = [Seat() for _ in range(players)]
    game = Game(edition == "classic", chosen, characters, cards, seats, seed)
    game.crown = crown
    game.telling = telling
    deck = full_deck(edition, cards, chosen)
    Dice(seed, "deck").shuffle(deck)
    for seat in seats:
        seat.gold = START_GOLD
        for _ in range(START_HAND):
            seat.hand.append(deck.pop())
    game.deck = deck
    advance(game)
    return game


def advance(game: Game) -> None:
    """Go on to the next decision, or to the end of the game."""
    while game.pending is None and game.phase != OVER:
        if game.phase == PICK:
            next_in_draft(game)
        elif game.turn is not None:
            next_in_turn(game)
        else:
            next_call(game)


def is_over(game: Game) -> bool:
    """Whether the game has ended."""
    return game.phase == OVER


def awaited(game: Game) -> Decision:
    """The decision awaited; there is none once the game is over."""
    decision = game.pending
    if decision is None:
        raise IllegalAction("the game is over: no decision is awaited (S8.4)")
    return decision


def legal_actions(game: Game) -> tuple[Action, ...]:
    """Every legal action of the decision awaited, in a stable order; none once the game is over."""
    legal = game.legal
    if legal is None:
        decision = game.pending
        legal = () if decision is None else tuple(decision.options(game))
        game.legal = legal
    return legal


def prices(game: Game) -> list[int]:
    """What each legal action costs, in their order: the gold that the seat asked pays out of its stash to take it.

    It is what the action itself asks for: the price of a district, of a destruction, a bribe. The tax on what is built (C-TAX-1)
    comes after the price (S5.2) and is not in it.

    >>> from citadels_engine.testing import seat, table
    >>> game = table(seat("warlord", gold=4, hand="smithy", city="factory"), seat(city="docks"), turn="warlord", gathered=True)
    >>> list(zip([action.text for action in legal_actions(game)], prices(game)))
    [('destroy 0 factory', 4), ('destroy 1 docks', 2), ('build smithy', 4), ('end', 0)]
    """
    decision = game.pending
    if decision is None:
        return []
    return [decision.price(game, action) for action in legal_actions(game)]


def apply(game: Game, action: Action | str) -> None:
    """Take the decision awaited, in place; an illegal action leaves the game as it was."""
    legal = legal_actions(game)
    chosen: Action | None = None
    if isinstance(action, Action) and is_listed(legal, action):
        chosen = action
    if chosen is None:
        chosen = find_legal(game, legal, action)
    decision = game.pending
    assert decision is not None
    if game.telling:
        game.events = []
    game.pending = None
    game.legal = None
    game.n += 1
    decision.take(game, chosen)
    advance(game)


def is_listed(legal: tuple[object, ...], action: object) -> bool:
    """Whether the very value is in the list; by identity, since a listed action is nearly always given back as it was."""
    for listed in legal:
        if listed is action:
            return True
    return False


def find_legal(game: Game, legal: tuple[Action, ...], action: Action | str) -> Action:
    """The listed action that says the same."""
    text = str(action)
    for listed in legal:
        if listed.text == text:
            return listed
    decision = game.pending
    if decision is None:
        raise IllegalAction(f"{text}: the game is over (S8.4)")
    parse(text)
    raise IllegalAction(f"{text}: not legal now; seat {decision.seat} has to answer {decision.kind!r}")


def play(game: Game, action: Action | str) -> Game:
    """The game after the action; the game given stays as it is."""
    legal_actions(game)
    after = game.copy()
    apply(after, action)
    return after
