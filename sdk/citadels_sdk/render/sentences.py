"""Sentences for people: what happened, and what an action does.

A `Teller` knows the cards' names in one language and what each seat is called. It tells no more than it is given: an event as
`Event.for_seat` tells it to a viewer, an action beside that viewer's `View`. An event or action that it does not know is told
in the notation's own words.

>>> teller = Teller("modern", ["Ann", "Bob"], viewer=1)
>>> teller.event({"kind": "draw", "seat": 1, "count": 2, "from": "draw", "districts": ["castle", "temple"]})
'You drew 2 cards: Castle, Temple.'
>>> teller.event({"kind": "draw", "seat": 0, "count": 2, "from": "draw"})
'Ann drew 2 cards.'
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from citadels_engine.cards import catalogue

Told = Mapping[str, Any]

GAINS = {
    "gather": "gathering",
    "income": "income from the districts",
    "bonus": "the character's bonus",
    "redraw": "for the cards discarded",
    "spy": "for what was found",
    "queen": "the Queen beside the crown",
    "confiscation": "the price comes back",
    "collect": "the taxes",
    "refund": "the price of the builds comes back",
}
"""Why a seat gains gold or cards; the other reasons are ids of districts."""

LOSSES = {
    "build": "for the district",
    "beautify": "for the ornament",
    "destroy": "for the demolition",
    "tax": "tax",
    "robbery": "robbed",
    "seize": "for the district seized",
    "exchange": "the difference",
    "bribe": "the bribe",
    "threat": "the flowered threat",
    "tithe": "to the Abbot",
    "emperor": "to the Emperor",
    "loan": "for the Cardinal's district",
    "spy": "for what was found",
}
"""Why a seat loses gold or cards; the other reasons are ids of districts."""

MARKS = {"kill": "murdered", "rob": "marked for robbery", "bewitch": "bewitched"}
TYPES = {"noble": "noble", "religious": "religious", "trade": "trade", "military": "military", "unique": "unique"}


class Teller:
    """Tells a game of one edition, with the seats' `names`, to one viewer or, with None, to anybody."""

    def __init__(self, edition: str, names: Sequence[str], *, language: str = "en", viewer: int | None = None) -> None:
        self.edition = edition
        self.names = list(names)
        self.viewer = viewer
        self.language = language
        self.characters = {card["id"]: card for card in catalogue.characters(edition)}
        self.districts = {card["id"]: card for card in catalogue.districts(edition)}
        self.titles: dict[str, str] = {name: card["names"][language] for name, card in self.characters.items()}
        self.titles |= {name: card["names"][language] for name, card in self.districts.items()}

    def who(self, seat: int) -> str:
        """What the seat is called at the beginning of a sentence."""
        return "You" if seat == self.viewer else self.names[seat]

    def whom(self, seat: int) -> str:
        """What the seat is called within a sentence."""
        return "you" if seat == self.viewer else self.names[seat]

    def whose(self, seat: int) -> str:
        """The seat as an owner."""
        return "your" if seat == self.viewer else f"{self.names[seat]}'s"

    def card(self, name: str) -> str:
        """The card's title; `castle+` is the beautified Castle."""
        plain = name.removesuffix("+")
        return self.titles.get(plain, plain) + (" (beautified)" if plain != name else "")

    def cards(self, names: Iterable[str]) -> str:
        """The titles of some cards, in a row."""
        return ", ".join(self.card(name) for name in names) or "nothing"

    def event(self, told: Told) -> str:
        """One sentence about what happened."""
        tell = _EVENTS.get(told["kind"])
        if tell is None:
            facts = ", ".join(f"{name} {value}" for name, value in told.items() if name != "kind")
            return f"{told['kind']}: {facts}."
        return tell(self, told)

    def known(self, told: Told, field: str = "districts") -> str:
        """`: Castle, Temple` where the viewer knows the cards, else nothing."""
        return f": {self.cards(told[field])}" if told.get(field) else ""

    def why(self, told: Told, reasons: Mapping[str, str]) -> str:
        """The reason in brackets."""
        reason = told["why"]
        return f" ({reasons.get(reason) or self.card(reason)})"


def _count(number: int, noun: str = "card") -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _round(teller: Teller, told: Told) -> str:
    faceup = f" Faceup aside: {teller.cards(told['faceup'])}." if told["faceup"] else ""
    holder = told["crown"]
    return (
        f"Round {told['round']}: {teller.who(holder)} {'have' if holder == teller.viewer else 'has'} the crown.{faceup}"
    )


def _pick(teller: Teller, told: Told) -> str:
    passed = f", {_count(told['left'])} passed on" if told["left"] else ""
    if "character" in told:
        return f"{teller.who(told['seat'])} chose the {teller.card(told['character'])}{passed}."
    return f"{teller.who(told['seat'])} chose a character{passed}."


def _set_aside(teller: Teller, told: Told) -> str:
    what = f"the {teller.card(told['character'])}" if "character" in told else "a character"
    return f"{teller.who(told['seat'])} put {what} facedown aside."


def _leave(teller: Teller, told: Told) -> str:
    what = f"The {teller.card(told['character'])}" if "character" in told else "A character"
    return f"{what} stayed facedown aside."


def _theater(teller: Teller, told: Told) -> str:
    who = teller.who(told["seat"])
    if told["with"] is None:
        return f"{who} left the characters as they were (Theater)."
    swapped = f"{who} swapped a character with {teller.whom(told['with'])} (Theater)"
    if "gave" not in told:
        return f"{swapped}."
    gave, got = teller.card(told["gave"]), teller.card(told["got"])
    return f"{swapped}: the {gave} for the {got}."


def _gain(teller: Teller, told: Told) -> str:
    what = f"{told['gold']} gold" if "gold" in told else _count(told["cards"])
    return f"{teller.who(told['seat'])} gained {what}{teller.why(told, GAINS)}{teller.known(told)}."


def _lose(teller: Teller, told: Told) -> str:
    who, gold = teller.who(told["seat"]), told["gold"]
    if told["to"] is None:
        return f"{who} paid {gold} gold{teller.why(told, LOSSES)}."
    return f"{who} gave {gold} gold to {teller.whom(told['to'])}{teller.why(told, LOSSES)}."


def _draw(teller: Teller, told: Told) -> str:
    return f"{teller.who(told['seat'])} drew {_count(told['count'])}{teller.known(told)}."


def _kept(teller: Teller, told: Told) -> str:
    what = teller.cards(told["districts"]) if "districts" in told else _count(told["count"])
    return f"{teller.who(told['seat'])} kept {what}."


def _keep(teller: Teller, told: Told) -> str:
    where = "into" if told["from"] == "study" else "under"
    if not told["returned"]:
        return f"{teller.who(told['seat'])} put nothing back."
    return f"{teller.who(told['seat'])} put {_count(told['returned'])} {where} the deck{teller.known(told, 'under')}."


def _mark(teller: Teller, told: Told) -> str:
    who, names = teller.who(told["seat"]), teller.cards(told["characters"])
    if told["verb"] in MARKS:
        return f"{who} named the {names}, to be {MARKS[told['verb']]}."
    real = told.get("signed") or told.get("flowered")
    which = f" ({'signed' if told['verb'] == 'warrants' else 'flowered'}: {teller.card(real)})" if real else ""
    return f"{who} put {told['verb']} on {names}{which}."


def _look(teller: Teller, told: Told) -> str:
    what = f"{teller.who(told['seat'])} looked at {teller.whose(told['of'])} hand"
    if "type" in told:
        what += f" for {TYPES.get(told['type'], told['type'])} cards and found {told['matches']}"
    return what + (f": {teller.cards(told['hand'])}." if "hand" in told else ".")


def _swap(teller: Teller, told: Told) -> str:
    what = f"{teller.who(told['seat'])} changed hands with {teller.whom(told['with'])}"
    if "got" not in told:
        return f"{what}."
    owner = "You" if teller.viewer is not None else teller.who(told["seat"])
    return f"{what}. {owner} got {teller.cards(told['got'])} for {teller.cards(told['gave'])}."


def _discard(teller: Teller, told: Told) -> str:
    return f"{teller.who(told['seat'])} discarded {_count(told['count'])}{teller.known(told)}."


def _move(teller: Teller, told: Told) -> str:
    to, count = teller.whom(told["to"]), _count(told["count"])
    why = "" if told["why"] in ("wizard", "seer") else teller.why(told, LOSSES)
    return f"{count} went from {teller.whose(told['seat'])} hand to {to}{why}{teller.known(told)}."


def _build(teller: Teller, told: Told) -> str:
    means = told["do"].split()[2:]
    how = ""
    if means[:1] == ["framework"]:
        how = " in place of the Framework"
    elif means[:1] == ["over"]:
        how = f" over the {teller.card(means[1])}"
    elif "from" in means:
        how = f" with {teller.whose(int(means[-1]))} gold"
    return f"{teller.who(told['seat'])} built the {teller.card(told['district'])}{how}."


def _destroy(teller: Teller, told: Told) -> str:
    why = told["why"]
    by = f" ({teller.card(why)})" if why in teller.titles else ""
    owner = "Your" if told["seat"] == teller.viewer else teller.whose(told["seat"])
    return f"{owner} {teller.card(told['district'])} was destroyed{by}."


def _answer(teller: Teller, told: Told) -> str:
    who, do = teller.who(told["seat"]), told["do"]
    if do == "expose":
        found = "it was the flowered one" if told["flowered"] else "it was blank"
        return f"{who} turned the threat up: {found}."
    said = {
        "bribe": "paid the bribe",
        "refuse": "refused to bribe",
        "confiscate": "turned the signed warrant up",
        "recover": "paid for the district destroyed (Graveyard)",
        "pass": "let it pass",
        "gold": "gathered all the same (Hospital)",
        "draw": "gathered all the same (Hospital)",
    }
    return f"{who} {said.get(do, do)}."


def _crown(teller: Teller, told: Told) -> str:
    return f"{teller.who(told['seat'])} received the crown from {teller.whom(told['from'])}."


def _announce(teller: Teller, told: Told) -> str:
    if told["on"]:
        return f"{teller.who(told['seat'])} announced: seven districts complete a city (Bell Tower)."
    return "The Bell Tower is lost: eight districts complete a city again."


def _search(teller: Teller, told: Told) -> str:
    return f"{teller.who(told['seat'])} looked through the deck (Lighthouse)."


def _shuffle(teller: Teller, told: Told) -> str:
    return f"The deck was shuffled ({teller.card(told['why'])})."


def _over(teller: Teller, told: Told) -> str:
    if "hands" not in told:  # the same deal is still played at another table
        return "The game is over."
    hands = "; ".join(f"{teller.who(seat)}: {teller.cards(hand)}" for seat, hand in enumerate(told["hands"]))
    return f"The game is over. Hands: {hands}."


def _exchange(teller: Teller, told: Told) -> str:
    own, other = teller.card(told["own"]), teller.card(told["district"])
    return f"{teller.who(told['seat'])} exchanged the {own} for {teller.whose(told['of'])} {other}."


def _seat_and_card(words: str, field: str) -> Callable[[Teller, Told], str]:
    return lambda teller, told: f"{teller.who(told['seat'])} {words} the {teller.card(told[field])}."


_EVENTS: dict[str, Callable[[Teller, Told], str]] = {
    "round": _round,
    "pick": _pick,
    "set_aside": _set_aside,
    "leave": _leave,
    "theater": _theater,
    "call": lambda teller, told: f"{told['rank']}, the {teller.card(told['character'])}: nobody answered.",
    "reveal": _seat_and_card("showed", "character"),
    "resume": _seat_and_card("went on as", "character"),
    "crown": _crown,
    "gain": _gain,
    "lose": _lose,
    "draw": _draw,
    "kept": _kept,
    "keep": _keep,
    "mark": _mark,
    "look": _look,
    "swap": _swap,
    "discard": _discard,
    "move": _move,
    "build": _build,
    "confiscate": lambda teller, told: (
        f"{teller.who(told['seat'])} confiscated the {teller.card(told['district'])} from {teller.whom(told['from'])}."
    ),
    "destroy": _destroy,
    "exchange": _exchange,
    "seize": lambda teller, told: (
        f"{teller.who(told['seat'])} seized {teller.whose(told['of'])} {teller.card(told['district'])}."
    ),
    "beautify": _seat_and_card("beautified", "district"),
    "tuck": lambda teller, told: (
        f"{teller.who(told['seat'])} put {_count(told['count'])} under the Museum{teller.known(told)}."
    ),
    "answer": _answer,
    "shuffle": _shuffle,
    "announce": _announce,
    "search": _search,
    "complete": lambda teller, told: f"{teller.who(told['seat'])} completed a city.",
    "turn_end": lambda teller, told: f"{teller.who(told['seat'])} ended the turn.",
    "over": _over,
}

KINDS = frozenset(_EVENTS)
"""The kinds of events that have a sentence of their own."""
