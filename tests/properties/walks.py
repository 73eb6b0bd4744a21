"""Walks through whole games, checking what must always hold. Each function raises `Broken`, or counts what it has checked.

1. `walk` plays the set-up of a number to its end. At each step: one decision with 1 to 1,024 actions, every card in exactly one place,
   every character too, no negative gold; and the game ends.
2. Then the record, the texts of the actions taken, is replayed from a new deal to the same position; at some of its decisions, spread
   evenly, `probe` looks closer (`probes.py`).
3. Most games are played at random; some hoard cards, so that the deck runs out, and some never end a turn of their own accord.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any

from citadels_engine import apply, awaited, is_over, legal_actions, places, save
from citadels_engine.cards.editions import full_deck
from citadels_engine.cards.registry import DISTRICTS
from citadels_engine.rules.effects import holder_of
from citadels_engine.state import NOBODY

from tests.support.probes import probe
from tests.support.setups import setup

if TYPE_CHECKING:
    from citadels_engine import Action, Game

MOST_ACTIONS = 1024
MOST_DECISIONS = 30_000
"""No random game of ours has taken a tenth of them."""
HOARDING_ROUNDS = 14
SIZES = {"quick": (500, 10), "ci": (2_000, 10), "full": (100_000, 2)}
"""How many games, and how many probes a game."""


class Broken(AssertionError):
    """Something that must always hold does not; the message says where."""


@dataclass
class Tally:
    """What has been checked."""

    games: int = 0
    decisions: int = 0
    probed: int = 0
    largest: int = 0
    largest_at: str = ""
    characters: set[str] = field(default_factory=set)
    """The characters that had a turn, as `edition/id`."""
    uniques: set[str] = field(default_factory=set)
    """The unique districts that stood in a city, or can only lie in a hand, as `edition/id`."""
    scenarios: set[str] = field(default_factory=set)
    situations: Counter[str] = field(default_factory=Counter)
    """How often the awkward moments were met in which other engines stop."""
    kinds: Counter[str] = field(default_factory=Counter)
    """How often each kind of decision was met."""

    def add(self, other: Tally) -> None:
        """Count in what another walk has checked."""
        self.games += other.games
        self.decisions += other.decisions
        self.probed += other.probed
        if other.largest > self.largest:
            self.largest, self.largest_at = other.largest, other.largest_at
        self.characters |= other.characters
        self.uniques |= other.uniques
        self.scenarios |= other.scenarios
        self.situations += other.situations
        self.kinds += other.kinds


def walks(first: int, count: int, probes: int) -> Tally:
    """Walk through the set-ups from the number `first` on, with so many probes a game."""
    tally = Tally()
    for number in range(first, first + count):
        walk(number, probes, tally)
    return tally


def walk(number: int, probes: int, tally: Tally) -> None:
    """Play the set-up of that number to its end, replay it, and probe it."""
    where = f"set-up {number}"
    try:
        record, last = play_through(number, tally)
        replay(number, record, last, probes, tally)
    except Broken:
        raise
    except Exception as error:
        raise Broken(f"{where}: {type(error).__name__}: {error}") from error
    tally.games += 1


def play_through(number: int, tally: Tally) -> tuple[list[str], dict[str, object]]:
    """The texts of the actions of a game played by the number's own chance, and its final position."""
    dealt = setup(number)
    game = dealt.deal()
    chance = Random(number)
    choose = CHOOSERS[number % len(CHOOSERS)]
    cards = Counter(full_deck(dealt.edition, game.uniques, game.options))
    record: list[str] = []
    if dealt.scenario:
        tally.scenarios.add(dealt.scenario)
    while not is_over(game):
        at = f"set-up {number}, decision {game.n}"
        legal = legal_actions(game)
        if game.n != len(record) or len(record) >= MOST_DECISIONS:
            raise Broken(f"{at}: the game does not end, or its decisions are not numbered one by one")
        if not 1 <= len(legal) <= MOST_ACTIONS:
            raise Broken(f"{at}: {len(legal)} legal actions")
        check_state(game, cards, at)
        note(game, tally, len(legal), at)
        action = choose(game, legal, chance)
        record.append(action.text)
        apply(game, action)
    check_state(game, cards, f"set-up {number}, over")
    tally.decisions += len(record)
    if game.pending is not None or legal_actions(game) or game.n != len(record):
        raise Broken(f"set-up {number}: the game is over and still awaits a decision")
    if sorted(seat for place in places(game) for seat in place) != list(range(len(game.seats))):
        raise Broken(f"set-up {number}: not every seat has a place")
    return record, save(game)


def check_state(game: Game, cards: Counter[Any], at: str) -> None:
    """Every card and every character in exactly one place, no negative gold, one decision unless the game is over."""
    found: list[Any] = list(game.deck)
    people: list[Any] = [*game.pool, *game.faceup, *[one.character for one in game.facedown]]
    for seat in game.seats:
        if seat.gold < 0:
            raise Broken(f"{at}: a seat has {seat.gold} gold")
        found += seat.hand
        people += seat.characters
        for built in seat.city:
            found.append(built.card)
            found += built.tucked
    found += in_between(game)
    if not dict.__eq__(Counter(found), cards):  # a Counter's own way to compare is slow
        raise Broken(f"{at}: cards lost {list(cards - Counter(found))}, cards too many {list(Counter(found) - cards)}")
    if len(people) != len(game.cast) or set(people) != set(game.cast):
        raise Broken(f"{at}: the characters are {people}, the cast is {game.cast}")
    if game.tax < 0:
        raise Broken(f"{at}: {game.tax} gold on the Tax Collector's token")
    if (game.pending is None) != is_over(game):
        raise Broken(f"{at}: the game awaits {game.pending} and is {'' if is_over(game) else 'not '}over")


def in_between(game: Game) -> list[Any]:
    """The cards that the decision awaited holds: drawn and not yet kept, or being built, or just destroyed."""
    decision: Any = game.pending
    if decision is None:
        return []
    if decision.kind == "keep":
        return list(decision.cards)
    if decision.kind in ("pay", "warrant", "ransom"):
        return [decision.card]
    return []


def note(game: Game, tally: Tally, size: int, at: str) -> None:
    """Remember what was met."""
    decision = awaited(game)
    edition = "classic" if game.classic else "modern"
    tally.kinds[decision.kind] += 1
    if size > tally.largest:
        tally.largest = size
        tally.largest_at = f"{at} ({edition}, {len(game.seats)} players, {decision.kind})"
    turn = game.turn
    if turn is None:
        return
    tally.characters.add(f"{edition}/{turn.character.id}")
    for card in game.seats[turn.seat].powers:
        tally.uniques.add(f"{edition}/{card.id}")
    for card in game.seats[turn.seat].hand:
        if card.cost == 0:
            tally.uniques.add(f"{edition}/{card.id}")
    met = tally.situations
    met["empty deck"] += not game.deck
    met["empty deck before gathering"] += not game.deck and not turn.gathered
    met["empty hand"] += not game.seats[turn.seat].hand
    met["empty purse"] += game.seats[turn.seat].gold == 0
    killed = game.killed
    if killed is not None and holder_of(game, killed) == NOBODY:
        met["killed, not in play"] += 1
        met["killed Emperor, not in play"] += killed.id == "emperor"
    if turn.character.rank > 4 and game.cast[3].id == "emperor" and holder_of(game, game.cast[3]) == NOBODY:
        met["Emperor not in play"] += 1
    for place, markers in enumerate((game.warrants, game.threats)):
        met["mark on its own placer"] += markers is not None and markers.on(game.cast[place])
    met["one Keep alone removed"] += game.classic and game.options.keeps == 1
    met["all bonus districts"] += sum(card.bonus for card in game.uniques) == BONUSES


# --- the ways to play ------------------------------------------------------------------------------------------------


def at_random(game: Game, legal: tuple[Action, ...], chance: Random) -> Action:
    """Any action."""
    return legal[int(chance.random() * len(legal))]


def hoarding(game: Game, legal: tuple[Action, ...], chance: Random) -> Action:
    """Cards before all, and no building for many rounds: the deck runs out."""
    if game.round <= HOARDING_ROUNDS:
        drawing = [
            action for action in legal if action.verb in ("draw", "bonus", "smithy", "income", "theater", "kill")
        ]
        if drawing:
            return drawing[-1 - int(chance.random() * min(2, len(drawing)))]
        legal = tuple([action for action in legal if action.verb not in ("build", "laboratory")]) or legal
    return at_random(game, legal, chance)


def thorough(game: Game, legal: tuple[Action, ...], chance: Random) -> Action:
    """No end of a turn while there is anything else to do."""
    return at_random(game, tuple([action for action in legal if action.verb not in ("end", "pass")]) or legal, chance)


BONUSES = sum(card.bonus for card in DISTRICTS["classic"].values())
CHOOSERS = (at_random, at_random, thorough, at_random, at_random, at_random, hoarding, at_random, at_random)


# --- the record ------------------------------------------------------------------------------------------------------


def replay(number: int, record: list[str], last: dict[str, object], probes: int, tally: Tally) -> None:
    """Play the record's texts from a new deal; the same position must come out. Probe so many decisions on the way."""
    chance = Random(-1 - number)
    probed = set(chance.sample(range(len(record)), min(probes, len(record))))
    game = setup(number).deal()
    for n, text in enumerate(record):
        if n in probed:
            try:
                probe(game, record, chance)
            except Exception as error:
                fault = str(error) if isinstance(error, AssertionError) else f"{type(error).__name__}: {error}"
                raise Broken(f"set-up {number}, decision {n}: {fault}") from error
            tally.probed += 1
        apply(game, text)
    if save(game) != last:
        raise Broken(f"set-up {number}: the record replays to another position")
