"""The actions: what a seat can answer, as typed values and as one line of text.

An action is a value: it compares and hashes by what it says, `str(action)` is its text and `wording.parse` reads it back.
Districts and characters are named by their ids, a beautified district with a `+`.

>>> Build("castle")
Build(district='castle', framework=False, over='', cards=0, lender=-1)
>>> str(Build("castle"))
'build castle'

`on_name`, `on_seat`, `on_both` and `exchange` answer the one stored value for their arguments, which keeps listing
the legal actions cheap. The file is long because the notation has that many actions: it is one table of values.
"""

from __future__ import annotations

from typing import ClassVar, Final

__all__ = [
    "ANNOUNCE",
    "BONUS",
    "BRIBE",
    "COLLECT",
    "CONFISCATE",
    "DONE",
    "DRAW",
    "END",
    "EXPOSE",
    "GOLD",
    "INCOME",
    "NOBODY",
    "PASS",
    "PLAIN",
    "RECOVER",
    "REDRAW",
    "REFUSE",
    "SEE",
    "SMITHY",
    "STUDY",
    "Action",
    "Armory",
    "Beautify",
    "Bewitch",
    "Bonus",
    "Build",
    "Crown",
    "Destroy",
    "Discard",
    "Exchange",
    "Give",
    "Income",
    "Keep",
    "Kill",
    "Laboratory",
    "Museum",
    "OnCharacter",
    "OnDistrict",
    "Peek",
    "Pick",
    "Plain",
    "Rob",
    "Seize",
    "SetAside",
    "Spy",
    "Swap",
    "Take",
    "Theater",
    "Threats",
    "Tithe",
    "Tribute",
    "Warrants",
    "exchange",
    "make_on_both",
    "make_on_name",
    "make_on_seat",
    "on_both",
    "on_name",
    "on_seat",
]

NOBODY: Final = -1


class Action:
    """One answer to a decision. `text` is its canonical form, `verb` the first word of it."""

    FIELDS: ClassVar[tuple[str, ...]] = ()

    def __init__(self, text: str) -> None:
        self.text: str = text
        self.verb: str = text.partition(" ")[0]

    def __str__(self) -> str:
        return self.text

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Action) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.FIELDS)
        return f"{type(self).__name__}({fields})"

    def to_json(self) -> dict[str, object]:
        """The action as a JSON object: its verb and its fields."""
        told: dict[str, object] = {"verb": self.verb}
        for name in self.FIELDS:
            value = getattr(self, name)
            told[name] = list(value) if isinstance(value, tuple) else value
        return told


class Plain(Action):
    """An action of a single word: `gold`, `draw`, `end`, `pass`, `bribe`, ..."""

    FIELDS: ClassVar[tuple[str, ...]] = ()

    def __init__(self, verb: str) -> None:
        super().__init__(verb)

    def __repr__(self) -> str:
        return f"Plain({self.verb!r})"


class OnCharacter(Action):
    """An action that names one character."""

    FIELDS: ClassVar[tuple[str, ...]] = ("character",)
    VERB: ClassVar[str] = ""

    def __init__(self, character: str) -> None:
        super().__init__(f"{self.VERB} {character}")
        self.character: str = character


class Pick(OnCharacter):
    """Keep a character in the draft."""

    VERB: ClassVar[str] = "pick"


class SetAside(OnCharacter):
    """Put a character facedown aside in the 2-player draft."""

    VERB: ClassVar[str] = "set_aside"


class Kill(OnCharacter):
    """The Assassin's victim."""

    VERB: ClassVar[str] = "kill"


class Bewitch(OnCharacter):
    """The Witch's victim."""

    VERB: ClassVar[str] = "bewitch"


class Rob(OnCharacter):
    """The Thief's victim."""

    VERB: ClassVar[str] = "rob"


class OnSeat(Action):
    """An action that names one seat."""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat",)
    VERB: ClassVar[str] = ""

    def __init__(self, seat: int) -> None:
        super().__init__(f"{self.VERB} {seat}")
        self.seat: int = seat


class Swap(OnSeat):
    """The Magician changes hands with that seat."""

    VERB: ClassVar[str] = "swap"


class Peek(OnSeat):
    """The Wizard looks at that seat's hand."""

    VERB: ClassVar[str] = "peek"


class Tithe(OnSeat):
    """The Abbot's gold from the richest seat."""

    VERB: ClassVar[str] = "tithe"


class OnDistrict(Action):
    """An action that names one district."""

    FIELDS: ClassVar[tuple[str, ...]] = ("district",)
    VERB: ClassVar[str] = ""

    def __init__(self, district: str) -> None:
        super().__init__(f"{self.VERB} {district}")
        self.district: str = district


class Keep(OnDistrict):
    """Keep this one of the cards drawn."""

    VERB: ClassVar[str] = "keep"


class Discard(OnDistrict):
    """Put this card of the hand under the deck."""

    VERB: ClassVar[str] = "discard"


class Take(OnDistrict):
    """Take this card: from the hand looked at (Wizard), from the deck (Lighthouse)."""

    VERB: ClassVar[str] = "take"


class Beautify(OnDistrict):
    """The Artist's gold on this district."""

    VERB: ClassVar[str] = "beautify"


class Laboratory(OnDistrict):
    """Discard this card for gold."""

    VERB: ClassVar[str] = "laboratory"


class Museum(OnDistrict):
    """Tuck this card under the Museum."""

    VERB: ClassVar[str] = "museum"


class OnSeatsDistrict(Action):
    """An action that names a seat and a district."""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "district")
    VERB: ClassVar[str] = ""

    def __init__(self, seat: int, district: str) -> None:
        super().__init__(f"{self.VERB} {seat} {district}")
        self.seat: int = seat
        self.district: str = district


class Give(OnSeatsDistrict):
    """Give this card of the hand to that seat (Seer, Cardinal)."""

    VERB: ClassVar[str] = "give"


class Destroy(OnSeatsDistrict):
    """The Warlord destroys that seat's district."""

    VERB: ClassVar[str] = "destroy"


class Seize(OnSeatsDistrict):
    """The Marshal takes that seat's district."""

    VERB: ClassVar[str] = "seize"


class Armory(OnSeatsDistrict):
    """Destroy the Armory and that seat's district."""

    VERB: ClassVar[str] = "armory"


class Tribute(Action):
    """What the crowned player gives the Emperor: `gold`, `card` (by lot), or a district of the hand."""

    FIELDS: ClassVar[tuple[str, ...]] = ("what",)

    def __init__(self, what: str) -> None:
        super().__init__(f"give {what}")
        self.what: str = what


class Theater(Action):
    """Swap character cards with that seat; with 2 or 3 players giving `character`."""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "character")

    def __init__(self, seat: int, character: str = "") -> None:
        super().__init__(f"theater {character} {seat}" if character else f"theater {seat}")
        self.seat: int = seat
        self.character: str = character


class Build(Action):
    """Build a district of the hand, paying with gold unless it says otherwise.

    `framework`: destroying the Framework; `over`: destroying that own district (Necropolis); `cards`: that many
    cards of the hand (Thieves' Den); `lender`: the seat whose gold the Cardinal takes (-1: nobody).
    """

    FIELDS: ClassVar[tuple[str, ...]] = ("district", "framework", "over", "cards", "lender")

    def __init__(
        self, district: str, framework: bool = False, over: str = "", cards: int = 0, lender: int = NOBODY
    ) -> None:
        text = f"build {district}"
        if framework:
            text += " framework"
        if over:
            text += f" over {over}"
        if cards:
            text += f" cards {cards}"
        if lender >= 0:
            text += f" from {lender}"
        super().__init__(text)
        self.district: str = district
        self.framework: bool = framework
        self.over: str = over
        self.cards: int = cards
        self.lender: int = lender


class Warrants(Action):
    """The Magistrate's markers: the signed one and, in the order of rank, the two blank ones."""

    FIELDS: ClassVar[tuple[str, ...]] = ("signed", "blank")

    def __init__(self, signed: str, blank: tuple[str, str]) -> None:
        super().__init__(f"warrants {signed} {blank[0]} {blank[1]}")
        self.signed: str = signed
        self.blank: tuple[str, str] = blank


class Threats(Action):
    """The Blackmailer's markers: the flowered one and the blank one."""

    FIELDS: ClassVar[tuple[str, ...]] = ("flowered", "blank")

    def __init__(self, flowered: str, blank: str) -> None:
        super().__init__(f"threats {flowered} {blank}")
        self.flowered: str = flowered
        self.blank: str = blank


class Spy(Action):
    """The Spy looks at a hand for one type of district."""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "type")

    def __init__(self, seat: int, type: str) -> None:
        super().__init__(f"spy {seat} {type}")
        self.seat: int = seat
        self.type: str = type


class Income(Action):
    """Gold or cards for the districts of the character's type; the Abbot says how many of each."""

    FIELDS: ClassVar[tuple[str, ...]] = ("gold", "cards")

    def __init__(self, gold: int = NOBODY, cards: int = NOBODY) -> None:
        super().__init__(f"income {gold} {cards}" if gold >= 0 else "income")
        self.gold: int = gold
        self.cards: int = cards


class Crown(Action):
    """Give the crown to that seat, taking `gold` or a `card` from it, or nothing."""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "taking")

    def __init__(self, seat: int, taking: str = "") -> None:
        super().__init__(f"crown {seat} {taking}" if taking else f"crown {seat}")
        self.seat: int = seat
        self.taking: str = taking


class Bonus(Action):
    """The character's fixed extra; the Navigator says which."""

    FIELDS: ClassVar[tuple[str, ...]] = ("what",)

    def __init__(self, what: str = "") -> None:
        super().__init__(f"bonus {what}" if what else "bonus")
        self.what: str = what


class Exchange(Action):
    """The Diplomat gives a district of his for one of that seat's."""

    FIELDS: ClassVar[tuple[str, ...]] = ("own", "seat", "district")

    def __init__(self, own: str, seat: int, district: str) -> None:
        super().__init__(f"exchange {own} {seat} {district}")
        self.own: str = own
        self.seat: int = seat
        self.district: str = district


GOLD: Final = Plain("gold")
DRAW: Final = Plain("draw")
END: Final = Plain("end")
PASS: Final = Plain("pass")
REDRAW: Final = Plain("redraw")
DONE: Final = Plain("done")
SEE: Final = Plain("see")
STUDY: Final = Plain("study")
COLLECT: Final = Plain("collect")
SMITHY: Final = Plain("smithy")
BRIBE: Final = Plain("bribe")
REFUSE: Final = Plain("refuse")
EXPOSE: Final = Plain("expose")
CONFISCATE: Final = Plain("confiscate")
RECOVER: Final = Plain("recover")
ANNOUNCE: Final = Plain("announce")
INCOME: Final = Income()
BONUS: Final = Bonus()

PLAIN: Final[dict[str, Action]] = {
    str(action): action
    for action in (
        GOLD, DRAW, END, PASS, REDRAW, DONE, SEE, STUDY, COLLECT, SMITHY, BRIBE, REFUSE, EXPOSE, CONFISCATE, RECOVER,
        ANNOUNCE, INCOME, BONUS,
    )
}  # fmt: skip


# --- one stored value for each action --------------------------------------------------------------------------------

_on_seat: Final[dict[tuple[str, int], Action]] = {}
_on_name: Final[dict[tuple[str, str], Action]] = {}
_on_both: Final[dict[tuple[str, int, str], Action]] = {}
_exchanges: Final[dict[tuple[str, int, str], Action]] = {}


def on_name(verb: str, name: str) -> Action:
    """The action of that verb that names one character or one district."""
    key = (verb, name)
    found = _on_name.get(key)
    if found is None:
        found = _on_name[key] = make_on_name(verb, name)
    return found


def make_on_name(verb: str, name: str) -> Action:
    """A new action of that verb that names one character or one district."""
    match verb:
        case "pick":
            return Pick(name)
        case "set_aside":
            return SetAside(name)
        case "kill":
            return Kill(name)
        case "bewitch":
            return Bewitch(name)
        case "rob":
            return Rob(name)
        case "keep":
            return Keep(name)
        case "discard":
            return Discard(name)
        case "take":
            return Take(name)
        case "beautify":
            return Beautify(name)
        case "laboratory":
            return Laboratory(name)
        case "museum":
            return Museum(name)
        case "give":
            return Tribute(name)
        case "bonus":
            return Bonus(name)
        case "build framework":
            return Build(name, framework=True)
        case _:
            return Build(name)


def on_seat(verb: str, seat: int) -> Action:
    """The action of that verb that names one seat."""
    key = (verb, seat)
    found = _on_seat.get(key)
    if found is None:
        found = _on_seat[key] = make_on_seat(verb, seat)
    return found


def make_on_seat(verb: str, seat: int) -> Action:
    """A new action of that verb that names one seat."""
    match verb:
        case "swap":
            return Swap(seat)
        case "peek":
            return Peek(seat)
        case "tithe":
            return Tithe(seat)
        case "theater":
            return Theater(seat)
        case _:
            return Crown(seat)


def on_both(verb: str, seat: int, name: str) -> Action:
    """The action of that verb that names a seat and a district (or a type, or what is taken)."""
    key = (verb, seat, name)
    found = _on_both.get(key)
    if found is None:
        found = _on_both[key] = make_on_both(verb, seat, name)
    return found


def make_on_both(verb: str, seat: int, name: str) -> Action:
    """A new action of that verb that names a seat and a district (or a type, or what is taken)."""
    match verb:
        case "give":
            return Give(seat, name)
        case "destroy":
            return Destroy(seat, name)
        case "seize":
            return Seize(seat, name)
        case "armory":
            return Armory(seat, name)
        case "spy":
            return Spy(seat, name)
        case "crown":
            return Crown(seat, name)
        case "theater":
            return Theater(seat, name)
        case _:
            return Build(name, lender=seat)


def exchange(own: str, seat: int, district: str) -> Action:
    """The stored `exchange <own> <seat> <district>`."""
    key = (own, seat, district)
    found = _exchanges.get(key)
    if found is None:
        found = _exchanges[key] = Exchange(own, seat, district)
    return found
