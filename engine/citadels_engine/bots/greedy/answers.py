"""The answer to each kind of decision."""

from __future__ import annotations

from typing import TYPE_CHECKING

from citadels_engine.actions.types import (
    ANNOUNCE,
    BRIBE,
    CONFISCATE,
    DONE,
    DRAW,
    EXPOSE,
    GOLD,
    PASS,
    RECOVER,
    REFUSE,
    Build,
    Crown,
    Discard,
    Give,
    Keep,
    Take,
    Tribute,
)
from citadels_engine.bots.greedy.build_plan import GOLD_KEPT, best_plan, builds_left, price, useful_cards
from citadels_engine.bots.greedy.character_guess import fear
from citadels_engine.bots.greedy.district_value import is_useful, worth
from citadels_engine.bots.greedy.draft import pick, set_aside, theater
from citadels_engine.bots.greedy.turn import is_wanted, odd_gain, play_turn

if TYPE_CHECKING:
    from citadels_engine.actions.types import Action
    from citadels_engine.bots.greedy.observation import Table
    from citadels_engine.cards.base import District

__all__ = ["answer"]


def answer(table: Table) -> Action:
    """The action for the decision awaited."""
    decision = table.view.decision
    assert decision is not None
    match decision.kind:
        case "pick":
            return pick(table)
        case "set_aside":
            return set_aside(table)
        case "theater":
            return theater(table)
        case "turn":
            return play_turn(table)
        case "keep":
            return keep(table)
        case "redraw" | "pay" | "return":
            return part_with(table)
        case "take" | "search":
            return take(table)
        case "threat":
            return meet_threat(table)
        case "expose":
            return expose(table)
        case "warrant":
            return confiscate(table)
        case "advise":
            return advise(table)
        case "ransom":
            return ransom(table)
        case "tribute":
            return tribute(table)
        case "chime":
            return chime(table)
        case "ward":
            return ward(table)
        case _:
            return table.own.actions[0]


def value_in_hand(table: Table, card: District) -> float:
    """What the card is worth in the hand: what it will be in the city, less what makes it late."""
    if card.id == "secret_vault":
        return 3.0
    if not is_useful(table, card) or card in table.hand:
        return 0.2
    waiting = max(0, price(table, card) - table.gold - 2)
    late = 3.0 if table.last_round and table.gathered else 0.7 if table.rounds_left > 2 else 1.2
    return max(0.3, worth(table, card) - GOLD_KEPT * price(table, card) - late * waiting)


def keep(table: Table) -> Action:
    """Keep the best card of a draw."""
    best = table.own.actions[0]
    most = -1.0
    for action in table.own.actions:
        assert isinstance(action, Keep)
        value = value_in_hand(table, table.districts[action.district])
        if value > most:
            best, most = action, value
    return best


def held_value(table: Table, card: District) -> float:
    """What a card of the hand is worth there."""
    if not is_wanted(table, card):
        return 0.0
    if table.hand.count(card) > 1 and not table.owns(table.me, "quarry"):
        return 0.1
    return worth(table, card)


def part_with(table: Table) -> Action:
    """Part with the card that is missed least; the Magician stops once the rest is worth keeping."""
    best = table.own.actions[0]
    least = 99.0
    for action in table.own.actions:
        if isinstance(action, Discard | Give) and held_value(table, table.districts[action.district]) < least:
            best, least = action, held_value(table, table.districts[action.district])
    if least > 0.1 and table.action("done"):
        return DONE
    return best


def take(table: Table) -> Action:
    """Take the best card, and build it at once where that gains more than the hand's own builds would lose."""
    limit = builds_left(table)
    plain = best_plan(table, table.hand, table.gold, limit).gain
    best = table.own.actions[0]
    most = -99.0
    for action in table.own.actions:
        if isinstance(action, Take):
            card = table.districts[action.district]
            then = best_plan(table, [*table.hand, card], table.gold, limit).gain
            value = then + 0.4 * value_in_hand(table, card)
        elif isinstance(action, Build):
            value = odd_gain(table, action)
            if not (action.framework or action.over or action.cards or action.lender >= 0):
                left = table.gold - price(table, table.districts[action.district])
                value += best_plan(table, table.hand, left, limit).gain
        else:
            value = plain
        if value > most:
            best, most = action, value
    return best


def meet_threat(table: Table) -> Action:
    """Bribe where it costs nothing, or where half the gold is enough for what is to be built; else call the bluff."""
    threats = table.view.threats
    if threats is not None and threats.real is not None:
        return REFUSE  # the flowered one is turned up, on somebody else
    half = table.gold // 2
    if half == 0 or (threats is not None and threats.shown):
        return BRIBE  # it costs nothing, or the blank one is turned up and this one is flowered
    limit = builds_left(table)
    whole = best_plan(table, table.hand, table.gold, limit).gain
    after = best_plan(table, table.hand, table.gold - half, limit).gain
    return BRIBE if after > 0.5 * whole else REFUSE


def expose(table: Table) -> Action:
    """Turn up the flowered threat; leave the blank one facedown."""
    threats = table.view.threats
    turn = table.playing
    real = threats is not None and turn is not None and threats.real == turn.id
    return EXPOSE if real else PASS


def confiscate(table: Table) -> Action:
    """A district for nothing is never refused."""
    return CONFISCATE if table.action("confiscate") else PASS


def advise(table: Table) -> Action:
    """The crown to who is least to be feared."""
    feared = fear(table)
    best = table.own.actions[0]
    least = 9.0
    for action in table.own.actions:
        assert isinstance(action, Crown)
        if feared[action.seat] < least:
            best, least = action, feared[action.seat]
    return best


def ransom(table: Table) -> Action:
    """Buy back what one can build again."""
    decision = table.view.decision
    assert decision is not None
    card = table.districts[str(decision.details.get("district")).removesuffix("+")]
    return RECOVER if is_useful(table, card) and card not in table.hand and worth(table, card) > 2 else PASS


def tribute(table: Table) -> Action:
    """The Emperor gets a card of no use, else the gold where there is plenty, else the poorest card."""
    best = table.own.actions[0]
    least = 99.0
    for action in table.own.actions:
        assert isinstance(action, Tribute)
        if action.what == "gold":
            value = 1.5
        elif action.what == "card":
            value = 2.0
        else:
            value = held_value(table, table.districts[action.what])
        if value < least:
            best, least = action, value
    return best


def chime(table: Table) -> Action:
    """A shorter game is for who has built most."""
    sizes = table.sizes
    return ANNOUNCE if sizes[table.me] >= max(sizes) else PASS


def ward(table: Table) -> Action:
    """Gather although murdered."""
    if table.action("gold") is None:
        return PASS
    return GOLD if useful_cards(table) or table.action("draw") is None else DRAW
