"""The price of an action is what its seat pays: said before, and taken by the action.

1. Games of both editions with 2 to 8 players and all cards are played at random. At every decision each action on offer is looked at, and
   is taken in a copy.
2. Its price is what `due` says: the rules on prices told once more, from what is printed on the cards and what lies open.
3. Taking it takes exactly the price from the seat, and nothing else but what `OTHERWISE` names. A build alone takes more: the tax (S5.2,
   C-TAX-1), and `taxed` says when.
"""

from __future__ import annotations

import os
from collections import Counter
from random import Random
from typing import TYPE_CHECKING

import pytest
from citadels_engine import COMPILED, apply, awaited, is_over, legal_actions, play, prices
from citadels_engine.actions.types import Build, Destroy, Exchange, Seize
from citadels_engine.cards.characters.artist import Artist
from citadels_engine.cards.characters.warlord import Warlord
from citadels_engine.cards.districts import smithy
from citadels_engine.cards.districts.factory import Factory
from citadels_engine.cards.registry import DISTRICTS
from citadels_engine.rules import effects, turn
from citadels_engine.rules.building import gold_paid
from citadels_engine.rules.turn import Play

from tests.support.setups import setup

if TYPE_CHECKING:
    from collections.abc import Callable

    from citadels_engine import Action, Game
    from citadels_engine.cards.base import District
    from citadels_engine.state import Seat, Turn

SIZE = os.environ.get("CITADELS_SIZE", "quick")
GAMES = {"quick": 60, "ci": 300, "full": 6_000}[SIZE]
SLICE = 60
SLICES = [pytest.param(first, marks=pytest.mark.heavy if first else ()) for first in range(0, GAMES, SLICE)]
STEP = 7 * 4 * 5 + 1
"""The set-ups are spread over the whole cycle of them, and meet every number of players and every kind."""
PAID_FOR = {
    "build": "build",
    "destroy": "destroy",
    "seize": "seize",
    "exchange": "exchange",
    "beautify": "beautify",
    "smithy": "smithy",
    "recover": "graveyard",
    "bribe": "bribe",
    "give gold": "emperor",
}
"""What is paid for, by the reason that its event gives; nothing else has a price."""
OTHERWISE = {
    "tax": ("build", "confiscate", "discard", "give", "end"),
    "robbery": ("end", "gold", "draw", "keep", "bewitch"),
}
"""What a step takes from its own seat beside the price, and the verbs after which it can come.

The tax: of who builds or confiscates (C-TAX-1, C-MAGISTRATE-6), when the last card is paid or the district stands; in the classic game
at the end of the turn (K-C-TAX-1). The robbery (C-THIEF-2): the step ends a turn, and the next character called is the same seat's.
"""
MET = {
    *(f"{verb} paid" for verb in PAID_FOR),
    "build factory", "build framework", "build over", "build cards", "build from", "build from nothing", "destroy wall", "seize wall",
    "exchange wall", "exchange free", "destroy free", "destroy +", "build taxed", "build untaxed", "tax", "robbery",
}  # fmt: skip
"""Everything that bears on a price."""


class Wrong(AssertionError):
    """A price is not what is paid; the message says where."""


def printed(game: Game, name: str) -> District:
    """The card of that name."""
    return DISTRICTS["classic" if game.classic else "modern"][name]


def cost(game: Game, text: str) -> int:
    """The cost of a district of a city, by its text (G-7)."""
    return printed(game, text.removesuffix("+")).cost + text.endswith("+")


def wall(game: Game, seat: int, text: str) -> int:
    """What the Great Wall of a city adds (D-GREAT_WALL-1, K-D-GREAT_WALL-1)."""
    walled = any(built.card.id == "great_wall" for built in game.seats[seat].city)
    return int(walled and not (game.classic and text.startswith("great_wall")))


def due(game: Game, action: Action) -> int:
    """What the rules ask for the action."""
    own = game.seats[awaited(game).seat]
    if isinstance(action, Build):
        if action.framework or action.over:
            return 0
        card = printed(game, action.district)
        discount = card.unique and card.id != "factory" and any(built.card.id == "factory" for built in own.city)
        owed = card.cost - discount - action.cards
        return owed if action.lender < 0 else min(owed, own.gold)
    if isinstance(action, Destroy):
        return cost(game, action.district) - 1 + wall(game, action.seat, action.district)
    if isinstance(action, Seize):
        return cost(game, action.district) + wall(game, action.seat, action.district)
    if isinstance(action, Exchange):
        wanted, given = cost(game, action.district), cost(game, action.own)
        extra = wall(game, action.seat, action.district)
        return max(0, wanted + extra - given) if game.classic else max(0, wanted - given) + extra
    known = {"smithy": 2, "beautify": 1, "recover": 1, "give gold": 1, "bribe": own.gold // 2}
    return known.get(action.text, known.get(action.verb, 0))


def taxed(game: Game, after: Game, left: int) -> bool:
    """Whether the Tax Collector takes 1 of the gold left, in the step that builds: not from himself, nor while the build still waits."""
    turn = game.turn
    assert turn is not None
    modern = not game.classic and game.cast[-1].id == "tax_collector"
    waits = after.pending is not None and after.pending.kind in ("pay", "warrant")
    return modern and left > 0 and turn.character.id != "tax_collector" and not waits


def check(game: Game, action: Action, price: int, met: Counter[str]) -> None:
    """Take the action in a copy, and compare what the seat has then."""
    number = awaited(game).seat
    before = game.seats[number].gold
    after = play(game, action)
    if price != due(game, action):
        raise Wrong(f"{action.text} costs {price}, but the rules say {due(game, action)}")
    if not 0 <= price <= before:
        raise Wrong(f"{action.text} costs {price} of {before} gold")
    lost: Counter[str] = Counter()
    gained = 0
    for event in after.events:
        facts = event.facts
        if event.kind == "lose" and event.seat == number:
            lost[str(facts["why"])] += int(str(facts["gold"]))
        elif event.kind == "gain" and event.seat == number:
            gained += int(str(facts.get("gold", 0)))
        elif event.kind == "lose" and facts["to"] == number:
            gained += int(str(facts["gold"]))
            if facts["why"] == "loan":
                lost["build"] -= int(str(facts["gold"]))
                gained -= int(str(facts["gold"]))
    verb = action.text if action.text in PAID_FOR else action.verb
    reason = PAID_FOR.get(verb)
    paid = lost.pop(reason, 0) if reason else 0
    if paid != price:
        raise Wrong(f"{action.text} costs {price}, and {paid} are paid")
    if after.seats[number].gold != before - price - lost.total() + gained:
        raise Wrong(
            f"{action.text} costs {price}: of {before} gold {after.seats[number].gold} are left, {gained} came, {lost} went"
        )
    if reason and gained:
        raise Wrong(f"{action.text} costs {price}, and brings {gained}")
    if verb == "build" and lost["tax"] != taxed(game, after, before - price):
        raise Wrong(f"{action.text} is taxed {lost['tax']}")
    for why in +lost:
        if action.verb not in OTHERWISE.get(why, ()) or (reason and verb != "build"):
            raise Wrong(f"{action.text} costs {price}, and {lost[why]} go for {why}")
        met[why] += 1
    note(game, action, price, lost["tax"], met)


def note(game: Game, action: Action, price: int, tax: int, met: Counter[str]) -> None:
    """Remember what bore on the price."""
    verb = action.text if action.text in PAID_FOR else action.verb
    met[f"{verb} paid"] += price > 0
    if isinstance(action, Build):
        ways = (
            ("framework", action.framework),
            ("over", action.over),
            ("cards", action.cards),
            ("from", action.lender >= 0),
        )
        for way, taken in ways:
            met[f"build {way}"] += bool(taken)
        met["build factory"] += price == printed(game, action.district).cost - 1 and not action.cards
        met["build from nothing"] += price == 0 and action.lender >= 0
        met["build taxed" if tax else "build untaxed"] += game.cast[-1].id == "tax_collector"
    elif isinstance(action, Destroy | Seize | Exchange):
        met[f"{verb} wall"] += wall(game, action.seat, action.district)
        met[f"{verb} free"] += price == 0
        met[f"{verb} +"] += action.district.endswith("+")


def walk(number: int, met: Counter[str]) -> None:
    """Play the set-up of that number at random, and look at what it offers."""
    game = setup(number).deal(telling=True)
    chance = Random(number)
    while not is_over(game):
        legal = legal_actions(game)
        for action, price in zip(legal, prices(game), strict=True):
            try:
                check(game, action, price, met)
            except Wrong as wrong:
                raise Wrong(f"set-up {number}, decision {game.n}: {wrong}") from None
        apply(game, chance.choice(legal))
    if prices(game):
        raise Wrong(f"set-up {number}: the game is over and still has prices")


def walks(first: int, count: int) -> Counter[str]:
    """Play so many games, spread over the set-ups."""
    met: Counter[str] = Counter()
    for number in range(first, first + count):
        walk(number * STEP, met)
    return met


@pytest.mark.parametrize("first", SLICES)
def test_an_action_takes_exactly_its_price(first: int) -> None:
    walks(first, SLICE)


@pytest.mark.heavy
def test_everything_that_bears_on_a_price_is_met() -> None:
    met: Counter[str] = Counter()
    for first in range(0, 300, SLICE):
        met += walks(first, SLICE)
        if set(met) >= MET:
            break
    assert MET - set(met) == set()


# --- planted faults --------------------------------------------------------------------------------------------------


def factory_is_too_generous(patch: pytest.MonkeyPatch) -> None:
    """The rule and the price agree, and both are wrong."""
    patch.setattr(Factory, "build_price", lambda self, card, price: price - 2)


def factory_is_forgotten_in_the_price(patch: pytest.MonkeyPatch) -> None:
    """A wrong discount that only the price has."""
    right = Play.price

    def wrong(decision: Play, game: Game, action: Action) -> int:
        if isinstance(action, Build) and not (action.framework or action.over or action.cards or action.lender >= 0):
            return printed(game, action.district).cost
        return right(decision, game, action)

    patch.setattr(Play, "price", wrong)


def destruction_is_priced_as_a_seizure(patch: pytest.MonkeyPatch) -> None:
    right = Warlord.price

    def wrong(card: Warlord, game: Game, turn: Turn, action: Action) -> int:
        return right(card, game, turn, action) + isinstance(action, Destroy)

    patch.setattr(Warlord, "price", wrong)


def smithy_takes_more_than_it_says(patch: pytest.MonkeyPatch) -> None:
    def wrong(game: Game, seat: int, gold: int, why: str) -> None:
        effects.lose_gold(game, seat, min(gold + 1, game.seats[seat].gold), why)

    patch.setattr(smithy, "lose_gold", wrong)


def loan_is_priced_whole(patch: pytest.MonkeyPatch) -> None:
    def wrong(seat: Seat, card: District, action: Build) -> int:
        return gold_paid(seat, card, Build(action.district, cards=action.cards))

    patch.setattr(turn, "gold_paid", wrong)


def every_deed_of_the_artist_has_a_price(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Artist, "price", lambda card, game, turn, action: 1)


@pytest.mark.skipif(COMPILED, reason="a fault is planted by patching, which compiled calls do not see")
@pytest.mark.parametrize(
    "plant",
    [
        factory_is_too_generous,
        factory_is_forgotten_in_the_price,
        destruction_is_priced_as_a_seizure,
        smithy_takes_more_than_it_says,
        loan_is_priced_whole,
        every_deed_of_the_artist_has_a_price,
    ],
)
def test_a_planted_fault_is_caught(
    plant: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch)
    with pytest.raises(Wrong):
        walks(0, SLICE)
