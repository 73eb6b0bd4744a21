"""A turn: what is thought of one after the other, until nothing is left but to end it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from citadels_engine.actions.types import (
    BONUS,
    COLLECT,
    DRAW,
    END,
    GOLD,
    INCOME,
    REDRAW,
    SEE,
    SMITHY,
    STUDY,
    Bonus,
    Build,
    Crown,
    Income,
    Peek,
    Spy,
    Swap,
)
from citadels_engine.bots.greedy import attacks, targets
from citadels_engine.bots.greedy.best import Best
from citadels_engine.bots.greedy.build_plan import (
    GOLD_KEPT,
    Plan,
    best_plan,
    builds_left,
    price,
    useful_cards,
    wise_to_add,
)
from citadels_engine.bots.greedy.character_guess import fear
from citadels_engine.bots.greedy.district_value import loss, worth

if TYPE_CHECKING:
    from citadels_engine.actions.types import Action
    from citadels_engine.bots.greedy.observation import Table
    from citadels_engine.cards.base import District

__all__ = ["is_wanted", "odd_gain", "play_turn"]


def play_turn(table: Table) -> Action:
    """The first thing worth doing, in the order in which a player would think of it."""
    chosen = begin(table) or enrich(table) or gather(table) or look(table) or spend(table) or finish(table)
    if chosen is not None:
        return chosen
    for action in table.own.actions:
        if action is END:
            return action
    return table.own.actions[0]


def listed(table: Table, action: Action) -> Action | None:
    """The action, if it is legal now."""
    return table.action(action.text)


def begin(table: Table) -> Action | None:
    """What is best done at once: names, the tithe while one is poor, the crown."""
    return (
        targets.kill(table)
        or targets.bewitch(table)
        or targets.rob(table)
        or targets.warrant(table)
        or targets.threaten(table)
        or tithe(table)
        or crown(table)
        or spy(table)
    )


def enrich(table: Table) -> Action | None:
    """What only brings something: the bonus, the tax, the income unless it grows with what is built first."""
    return listed(table, BONUS) or navigate(table) or listed(table, COLLECT) or income(table)


def look(table: Table) -> Action | None:
    """Better cards before building: the Scholar's, the Seer's, the Wizard's, the Magician's."""
    return listed(table, STUDY) or listed(table, SEE) or peek(table) or change_hands(table) or draw_more(table)


def spend(table: Table) -> Action | None:
    """What gold is for."""
    return build(table) or attacks.seize(table) or attacks.armory(table) or beautify(table)


def finish(table: Table) -> Action | None:
    """What is left for the end: late income, cards to spare, the rank 8 abilities."""
    return (
        listed(table, INCOME)
        or change_hands(table)
        or redraw(table)
        or sell(table)
        or tuck(table)
        or attacks.exchange(table)
        or attacks.destroy(table)
    )


# --- gathering and income --------------------------------------------------------------------------------------------


def coming(table: Table) -> int:
    """The gold that the turn still brings beside gathering."""
    character = table.playing
    if character is None or character.income_in_cards or not (table.action("income") or table.actions("income")):
        return 0
    return table.count(table.me, character.income_type)


def plan(table: Table, gold: int) -> Plan:
    """The best builds of the hand with so much gold."""
    return best_plan(table, table.hand, gold, builds_left(table))


def gather(table: Table) -> Action | None:
    """Gold for what waits in the hand, cards where nothing waits."""
    if table.gathered or listed(table, GOLD) is None:
        return None
    if listed(table, DRAW) is None:
        return GOLD
    useful = useful_cards(table)
    if not useful:
        return GOLD if has_cards_coming(table) and table.gold < 4 else DRAW
    purse = table.gold + coming(table)
    more = 3 if table.owns(table.me, "gold_mine") else 2
    poor, rich = plan(table, purse), plan(table, purse + more)
    if rich.gain > poor.gain + 0.01:
        return GOLD
    left = [card for card in useful if card not in poor.cards]
    if table.last_round:
        return DRAW if not poor.cards and purse >= 3 and builds_left(table) else GOLD
    enough = 2 if table.owns(table.me, "library") or purse - poor.cost >= 4 else 1
    return DRAW if len(left) < enough else GOLD


def has_cards_coming(table: Table) -> bool:
    """Whether the turn brings cards in another way."""
    character = table.playing
    return character is not None and character.id in ("scholar", "magician", "wizard")


def income(table: Table) -> Action | None:
    """The income at once, unless what can be paid for already makes it larger."""
    character = table.playing
    offers = table.actions("income")
    if character is None or not offers:
        return None
    if len(offers) > 1:
        return mixed_income(table)
    if not table.gathered or character.income_in_cards:
        return offers[0]
    now, then = plan(table, table.gold), plan(table, table.gold + coming(table))
    grows = any(card.type == character.income_type or card.any_type for card in now.cards)
    return None if grows and now.gain >= then.gain - 0.01 else offers[0]


def mixed_income(table: Table) -> Action:
    """The Abbot's mix: two useful cards in the hand, the rest in gold."""
    wanted = max(0, 2 - len(useful_cards(table)))
    best = table.actions("income")[0]
    least = 99
    for action in table.actions("income"):
        assert isinstance(action, Income)
        if abs(action.cards - wanted) < least:
            best, least = action, abs(action.cards - wanted)
    return best


def navigate(table: Table) -> Action | None:
    """The Navigator's gold, or his cards where the hand is empty of use."""
    wanted = "cards" if len(useful_cards(table)) < 2 else "gold"
    for action in table.actions("bonus"):
        if isinstance(action, Bonus) and action.what == wanted:
            return action
    return None


def tithe(table: Table) -> Action | None:
    """The Abbot's gold from the richest: from the most feared of them."""
    offers = table.actions("tithe")
    feared = fear(table)
    best = Best(-1.0)
    for action in offers:
        for seat in table.others():
            if action.text == f"tithe {seat}":
                best.weigh(action, feared[seat])
    return best.action


def crown(table: Table) -> Action | None:
    """The Emperor's crown to who is least to be feared, with a gold or a card from there."""
    feared = fear(table)
    best = Best(-9.0)
    for action in table.actions("crown"):
        assert isinstance(action, Crown)
        taken = {"gold": 1.0, "card": 1.2 if len(useful_cards(table)) < 2 else 0.7}.get(action.taking, 0.0)
        # the seat on the right lets one choose second
        near = 0.3 if (action.seat + 1) % table.players == table.me else 0.0
        value = taken + near - feared[action.seat]
        best.weigh(action, value)
    return best.action


# --- cards -----------------------------------------------------------------------------------------------------------


def spy(table: Table) -> Action | None:
    """Trade in the largest hand: there are most of them."""
    target = max(table.others(), key=lambda seat: (table.seats[seat].hand_size, table.seats[seat].gold))
    for action in table.actions("spy"):
        if isinstance(action, Spy) and action.seat == target and action.type == "trade":
            return action
    return None


def peek(table: Table) -> Action | None:
    """The Wizard looks where most cards are, once he could build what he finds."""
    if not table.gathered:
        return None
    best = Best(0.0)
    for action in table.actions("peek"):
        assert isinstance(action, Peek)
        value = table.seats[action.seat].hand_size + 0.5 * fear(table)[action.seat]
        best.weigh(action, value)
    return best.action


def change_hands(table: Table) -> Action | None:
    """The Magician takes a larger hand: before building only where his own has nothing to build."""
    if table.gathered and plan(table, table.gold).cards:
        return None
    mine = sum(1.0 if card in useful_cards(table) else 0.5 for card in table.hand)
    best = Best(1.4)
    for action in table.actions("swap"):
        assert isinstance(action, Swap)
        value = table.seats[action.seat].hand_size * 0.9 - mine + 0.3 * fear(table)[action.seat]
        best.weigh(action, value)
    return best.action


def redraw(table: Table) -> Action | None:
    """The Magician's other power, for cards that can never be built."""
    useless = [card for card in table.hand if not is_wanted(table, card)]
    return listed(table, REDRAW) if len(useless) >= 2 or (useless and len(table.hand) < 4) else None


def is_wanted(table: Table, card: District) -> bool:
    """Whether the card is worth a place in the hand."""
    return card.id == "secret_vault" or card in useful_cards(table)


def draw_more(table: Table) -> Action | None:
    """The Smithy where the hand has nothing to build."""
    if not table.gathered or plan(table, table.gold).cards or table.gold < 4:
        return None
    return listed(table, SMITHY) if len(useful_cards(table)) < 2 else None


def spare(table: Table) -> District | None:
    """The card of the hand that is missed least: one that can never be built, or the cheapest of many."""
    for card in table.hand:
        if not is_wanted(table, card) or table.hand.count(card) > 1:
            return card
    if len(table.hand) > 3 or table.last_round:
        candidates = [card for card in table.hand if card.id != "secret_vault"]
        return min(candidates, key=lambda card: worth(table, card)) if candidates else None
    return None


def sell(table: Table) -> Action | None:
    """The Laboratory's gold for a card to spare."""
    card = spare(table)
    if card is None or (table.last_round and not plan(table, table.gold + 2).cards):
        return None
    return table.action(f"laboratory {card.id}")


def tuck(table: Table) -> Action | None:
    """A point under the Museum for a card to spare."""
    card = spare(table)
    if card is None or (table.last_round and table.owns(table.me, "map_room")):
        return None
    return table.action(f"museum {card.id}")


# --- building --------------------------------------------------------------------------------------------------------


def build(table: Table) -> Action | None:
    """The best plan in gold, or another way to pay where it gains more."""
    offers = table.actions("build")
    if not offers:
        return None
    wanted = plan(table, table.gold)
    best = table.action(f"build {wanted.cards[0].id}") if wanted.cards else None
    most = wanted.gain if best is not None else 0.5
    for action in offers:
        assert isinstance(action, Build)
        if action.framework or action.over or action.cards or action.lender >= 0:
            gain = odd_gain(table, action)
            if gain > most:
                best, most = action, gain
    return best


def odd_gain(table: Table, action: Build) -> float:
    """What a build gains that is not, or not all, paid in one's own gold."""
    card = table.districts[action.district]
    if not wise_to_add(table, card):
        return -1.0
    gain = worth(table, card)
    if action.framework:
        return gain - loss(table, "framework")
    if action.over:
        return gain - loss(table, action.over)
    owed = price(table, card) - action.cards
    useless = sum(1 for other in table.hand if not is_wanted(table, other))
    lost = action.cards * 0.8 - 0.5 * min(useless, action.cards)
    if action.lender >= 0:
        lent = owed - table.gold
        return gain - lost - GOLD_KEPT * table.gold - 0.6 * lent + 0.3 * fear(table)[action.lender] * lent
    return gain - lost - GOLD_KEPT * owed


def beautify(table: Table) -> Action | None:
    """The Artist's gold is a point each: for the Basilica on an even cost, and not where it stops a dear build."""
    offers = table.actions("beautify")
    if not offers or (not table.last_round and table.gold < 2 and useful_cards(table) and appeal_of_gold(table)):
        return None
    basilica = table.owns(table.me, "basilica")
    for action in offers:
        name = action.text.partition(" ")[2]
        if not basilica or table.districts[name].cost % 2 == 0:
            return action
    return None


def appeal_of_gold(table: Table) -> bool:
    """Whether the next gold decides what can be built in the next turn."""
    return max(price(table, card) for card in useful_cards(table)) == table.gold + 2
