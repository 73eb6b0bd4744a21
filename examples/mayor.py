"""A good bot: it gives every legal action a number, and plays the highest.

1. A character is worth what it brings, less the chance that somebody names it. What everybody would like, everybody kills:
   the quiet characters live longer.
2. Names go where they hurt: who may hold the character, how well it would serve him, how near he is to winning.
3. A turn is played in order: names, what only brings something, gold or cards, the best builds, harm to others.
4. The city is completed when that wins, or when somebody else is about to complete his.

The numbers of the draft are shares of a victory, in percent; those of the turn are points. Both were found for the characters of the first
game; the powers of most others it uses without thinking.
"""

from itertools import combinations
from typing import Final

from citadels_engine import actions as act
from citadels_sdk import Action, Bot, View
from citadels_sdk.seen import District, SeatInfo, district

PAYS: Final = {
    "king": "noble", "emperor": "noble", "patrician": "noble", "bishop": "religious", "abbot": "religious",
    "cardinal": "religious", "merchant": "trade", "trader": "trade", "warlord": "military", "diplomat": "military",
    "marshal": "military",
}  # fmt: skip
"""Whose income comes from districts of which type."""

LIKED: Final = {
    "assassin": 1.5, "witch": 1.5, "magistrate": 2.2, "thief": 0.5, "blackmailer": 1.5, "spy": 1.5, "magician": 0.3, "wizard": 2.2,
    "seer": 1.8, "king": 1.0, "emperor": 1.3, "patrician": 1.0, "bishop": 0.7, "abbot": 0.8, "cardinal": 0.8, "merchant": 1.2,
    "trader": 1.0, "architect": 1.8, "navigator": 2.0, "scholar": 1.8, "warlord": 1.0, "diplomat": 1.0, "marshal": 1.6, "queen": 1.3,
}  # fmt: skip
"""What a character brings beside its income, in gold, as people see it."""

BASE: Final = {"thief": 0.8, "magician": -1.0, "king": -1.0, "bishop": -3.2, "merchant": -0.5, "architect": 5.0}
"""What taking a character has turned out to be worth, in percent of a victory, where nothing else speaks for it."""

BUILDS: Final = {"architect": 3, "seer": 2, "scholar": 2, "navigator": 0}
"""How many districts a character builds in a turn; the others build one."""

ROUTINE: Final = {
    "bonus": 90, "collect": 90, "study": 90, "see": 90, "tithe": 90, "spy": 72, "gold": 60, "peek": 55, "seize": 6,
    "beautify": 4, "exchange": 3, "bribe": 1, "confiscate": 1, "recover": 1, "announce": 1, "end": 0, "pass": 0, "done": 0,
}  # fmt: skip
"""The course of a turn: what only brings something comes first; what is not named is not done."""


def appeal(view: View, seat: SeatInfo, name: str) -> float:
    """How well the character would serve the seat, as everybody sees it: what people take, and what they expect of others."""
    others = [other for other in view.seats if other is not seat]
    value = LIKED.get(name, 0.8) + income(seat, name)
    match name:
        case "thief":
            return value + 0.45 * sum(other.gold for other in others) / len(others)
        case "magician":
            return value + 0.7 * max(0, max(other.hand_size for other in others) - seat.hand_size)
        case "architect":
            return value + 0.5 * min(5, seat.gold)
        case _:
            return value


def income(seat: SeatInfo, name: str) -> int:
    """How many districts pay the character."""
    return (
        sum(built.type == PAYS.get(name) or built.id == "school_of_magic" for built in seat.city) if name in PAYS else 0
    )


def danger(view: View, seat: SeatInfo) -> float:
    """How near the seat is to winning, beside the strongest of my rivals, who has 1."""

    def power(one: SeatInfo) -> float:
        return 1 + one.score_so_far + 1.5 * one.city_size + 0.5 * min(one.gold, 6) + 0.4 * one.hand_size

    return (power(seat) / max(power(one) for one in view.others)) ** 2


def chance(view: View, seat: SeatInfo, name: str) -> float:
    """How likely the seat holds the character in secret: it took what served it best of what it may have."""
    hidden = [one for one in view.possible_characters(seat.number) if one not in seat.revealed]
    if name not in hidden:
        return 0.0
    whole = sum(appeal(view, seat, one) ** 2 for one in hidden)
    return min(1.0, seat.characters.count(None) * appeal(view, seat, name) ** 2 / whole)


def exposed(view: View, name: str, by: str) -> float:
    """How likely the Assassin or the Thief (`by`) names the character that I take: they look for what everybody likes."""
    rest = [one for one in view.cast if one not in view.faceup and one not in ("assassin", by)]
    if by in view.faceup or name not in rest:
        return 0.0
    best = {one: max(danger(view, seat) * (2 + appeal(view, seat, one)) for seat in view.seats) ** 2 for one in rest}
    return (0.5 if by in view.pool else 0.75) * best[name] / sum(best.values())


def wanted(view: View) -> list[District]:
    """The cards of my hand that my city lacks, each once."""
    names = {built.card.id for built in view.city}
    return [card for card in dict.fromkeys(view.hand) if card.id not in names and card.id != "secret_vault"]


def gain(view: View, card: District) -> float:
    """What a district brings my city: its points, a type that is missing, the next step to the end, less what gold is worth."""
    types, size = {built.type for built in view.city}, view.me.city_size
    value = 0.7 * card.cost + 2.0 + 0.5 * card.unique
    if card.type not in types:
        value += 3.0 if len(types) == 4 else 0.5
    if size < view.completion_size <= size + card.size and not view.last_round:
        mine, best = view.score_if_ended() + card.cost + 4, view.leader().score_so_far
        close = any(seat.city_size >= view.completion_size - 1 for seat in view.others)
        value += 4.0 if close or mine > best + 3 else -20.0
    return value


def plan(view: View) -> tuple[act.Build, ...]:
    """The builds of this turn that bring most together."""
    if view.turn is None:
        return ()
    limit = max(1, BUILDS.get(view.turn.character, 1) - view.turn.built)
    plain = [one for one in view.actions if isinstance(one, act.Build) and one.text == f"build {one.district}"]
    worth = {one: gain(view, district(view.edition, one.district)) for one in plain}
    sets = [one for count in range(limit + 1) for one in combinations(plain, count)]
    payable = [one for one in sets if sum(view.cost(build) for build in one) <= view.gold]
    return max(payable, key=lambda one: sum(worth[build] for build in one))


class Mayor(Bot):
    """Plays the action with the highest number."""

    def choose(self, view: View) -> Action:
        """The answer to every decision."""
        return max(view.actions, key=lambda action: self.value(view, action))

    def value(self, view: View, action: Action) -> float:
        """How good the action is, beside the others of its decision."""
        match action:
            case act.Pick(character=name):
                return self.promise(view, name)
            case act.SetAside(character=name):
                return appeal(view, view.others[0], name)
            case act.Kill(character=name) | act.Bewitch(character=name):
                return 100 + sum(
                    chance(view, seat, name) * danger(view, seat) * (2 + appeal(view, seat, name))
                    for seat in view.others
                )
            case act.Rob(character=name) | act.Warrants(signed=name) | act.Threats(flowered=name):
                return 100 + sum(chance(view, seat, name) * (seat.gold + 0.5) for seat in view.others)
            case act.Build():
                return 30 + gain(view, district(view.edition, action.district)) if action in plan(view) else -1
            case act.Destroy(seat=number) if number != view.seat:
                return self.harm(view, view.seats[number], action)
            case act.Swap(seat=number):
                more = view.seats[number].hand_size - len(wanted(view)) - 0.3 * len(view.hand)
                return 75 if more > 1.5 and not plan(view) else -1
            case act.Keep(district=name) | act.Take(district=name):
                return self.use(view, district(view.edition, name))
            case act.Discard(district=name) | act.Laboratory(district=name) | act.Museum(district=name):
                spare = view.hand.count(district(view.edition, name)) > 1 or name not in [
                    card.id for card in wanted(view)
                ]
                return 3 if spare else -1
            case act.Crown(seat=number):
                return 70 - danger(view, view.seats[number]) + (action.taking != "")
            case _:
                return self.routine(view, action)

    def routine(self, view: View, action: Action) -> float:
        """The course of a turn: what comes before what."""
        if action.verb == "income":
            type_ = PAYS.get(view.turn.character) if view.turn else None
            grows = any(district(view.edition, build.district).type == type_ for build in plan(view))
            return 20 if grows else 80
        if action.verb == "draw":
            return 50 if wanted(view) else 65
        return ROUTINE.get(action.verb, -0.5)

    def promise(self, view: View, name: str) -> float:
        """What taking the character promises."""
        value = BASE.get(name, 0.0) + 2.7 * income(view.me, name)
        cards, longest = len(wanted(view)), max(seat.city_size for seat in view.seats)
        match name:
            case "assassin":
                value -= 1.1 * longest + 3.0 * (cards == 0)
            case "thief":
                value += 1.5 * (view.richest().gold - 2) - 3.0 * (cards == 0)
            case "magician":
                value += 7.0 * max(0, max(seat.hand_size for seat in view.others) - cards - 1)
            case "bishop":
                value += 1.0 * len(view.city)
            case "merchant":
                value += 2.5 * ("assassin" in view.faceup)
            case "architect":
                value += 4.0 * (cards == 0) - 2.0 * min(3, view.gold)
            case "warlord":
                value += 0.7 * min(6, view.gold) - 2.2 * (longest >= 5)
            case _:
                value += 2.0 * (LIKED.get(name, 1.0) - 1.0) if name not in BASE else 0.0
        risk = 10.0 + 7.5 * danger(view, view.me)
        return value - risk * exposed(view, name, "assassin") - 6.0 * view.gold * exposed(view, name, "thief")

    def harm(self, view: View, seat: SeatInfo, action: act.Destroy) -> float:
        """What destroying the district takes from a rival, less what it costs me."""
        built = next(one for one in seat.city if one.id == action.district)
        stops = 3.0 * (seat.city_size == view.completion_size - 1 and not view.last_round)
        lost = danger(view, seat) * (built.cost + 1 + 2 * built.card.unique + stops) * 1.5 / view.players
        return lost - view.cost(action) * (0.05 if view.last_round else 0.8 if wanted(view) else 0.3)

    def use(self, view: View, card: District) -> float:
        """What a card is worth in my hand: less, the longer I have to save for it."""
        if card in view.hand or card.id in [built.card.id for built in view.city]:
            return 0.2
        return gain(view, card) - 0.7 * max(0, card.cost - view.gold - 2)
