"""The actions: what a seat can answer, as typed values and as one line of text.

An action is a value: it compares and hashes by what it says, `str(action)` is its text and `parse` reads it back. The form of each stands in
the table at the end. Districts and characters are named by their ids, a beautified district with a `+`.

>>> Build("castle")
Build(district='castle', framework=False, over='', cards=0, lender=-1)
>>> str(Build("castle"))
'build castle'
"""

from __future__ import annotations

from typing import Final

from citadels_engine.actions.forms import FORM_OF, PLAIN, add_form, intern, write

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
]

NOBODY: Final = -1


class Action:
    """One answer to a decision. `text` is its canonical form, `verb` the first word of it."""

    def __init__(self, text: str = "") -> None:
        self.text: str = text or write(self)
        self.verb: str = self.text.partition(" ")[0]

    def __str__(self) -> str:
        return self.text

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Action) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)

    def __repr__(self) -> str:
        form = FORM_OF.get(type(self))
        fields = ", ".join(f"{name}={getattr(self, name)!r}" for name in (() if form is None else form.fields))
        return f"{type(self).__name__}({fields})"

    def to_json(self) -> dict[str, object]:
        """The action as a JSON object: its verb and its fields."""
        return {"verb": self.verb, **self.fields()}

    def fields(self) -> dict[str, object]:
        """The fields of that object beside the verb."""
        told: dict[str, object] = {}
        form = FORM_OF.get(type(self))
        for name in () if form is None else form.fields:
            value = getattr(self, name)
            told[name] = list(value) if isinstance(value, tuple) else value
        return told


class Plain(Action):
    """An action of a single word: `gold`, `draw`, `end`, `pass`, `bribe`, ..."""

    def __init__(self, verb: str) -> None:
        super().__init__(verb)

    def __repr__(self) -> str:
        return f"Plain({self.verb!r})"


class OnCharacter(Action):
    """An action that names one character."""

    def __init__(self, character: str) -> None:
        self.character: str = character
        super().__init__()


class Pick(OnCharacter):
    """Keep a character in the draft."""


class SetAside(OnCharacter):
    """Put a character facedown aside in the 2-player draft."""


class Kill(OnCharacter):
    """The Assassin's victim."""


class Bewitch(OnCharacter):
    """The Witch's victim."""


class Rob(OnCharacter):
    """The Thief's victim."""


class OnSeat(Action):
    """An action that names one seat."""

    def __init__(self, seat: int) -> None:
        self.seat: int = seat
        super().__init__()


class Swap(OnSeat):
    """The Magician changes hands with that seat."""


class Peek(OnSeat):
    """The Wizard looks at that seat's hand."""


class Tithe(OnSeat):
    """The Abbot's gold from the richest seat."""


class OnDistrict(Action):
    """An action that names one district."""

    def __init__(self, district: str) -> None:
        self.district: str = district
        super().__init__()


class Keep(OnDistrict):
    """Keep this one of the cards drawn."""


class Discard(OnDistrict):
    """Put this card of the hand under the deck."""


class Take(OnDistrict):
    """Take this card: from the hand looked at (Wizard), from the deck (Lighthouse)."""


class Beautify(OnDistrict):
    """The Artist's gold on this district."""


class Laboratory(OnDistrict):
    """Discard this card for gold."""


class Museum(OnDistrict):
    """Tuck this card under the Museum."""


class OnSeatsDistrict(Action):
    """An action that names a seat and a district."""

    def __init__(self, seat: int, district: str) -> None:
        self.seat: int = seat
        self.district: str = district
        super().__init__()


class Give(OnSeatsDistrict):
    """Give this card of the hand to that seat (Seer, Cardinal)."""


class Destroy(OnSeatsDistrict):
    """The Warlord destroys that seat's district."""


class Seize(OnSeatsDistrict):
    """The Marshal takes that seat's district."""


class Armory(OnSeatsDistrict):
    """Destroy the Armory and that seat's district."""


class Tribute(Action):
    """What the crowned player gives the Emperor: `gold`, `card` (by lot), or a district of the hand."""

    def __init__(self, what: str) -> None:
        self.what: str = what
        super().__init__()


class Theater(Action):
    """Swap character cards with that seat; with 2 or 3 players giving `character`."""

    def __init__(self, seat: int, character: str = "") -> None:
        self.seat: int = seat
        self.character: str = character
        super().__init__()


class Build(Action):
    """Build a district of the hand, paying with gold unless it says otherwise.

    `framework`: destroying the Framework; `over`: destroying that own district (Necropolis); `cards`: that many
    cards of the hand (Thieves' Den); `lender`: the seat whose gold the Cardinal takes (-1: nobody).
    """

    def __init__(
        self, district: str, framework: bool = False, over: str = "", cards: int = 0, lender: int = NOBODY
    ) -> None:
        self.district: str = district
        self.framework: bool = framework
        self.over: str = over
        self.cards: int = cards
        self.lender: int = lender
        super().__init__()


class Warrants(Action):
    """The Magistrate's markers: the signed one and, in the order of rank, the two blank ones."""

    def __init__(self, signed: str, blank: tuple[str, str]) -> None:
        self.signed: str = signed
        self.blank: tuple[str, str] = blank
        super().__init__()


class Threats(Action):
    """The Blackmailer's markers: the flowered one and the blank one."""

    def __init__(self, flowered: str, blank: str) -> None:
        self.flowered: str = flowered
        self.blank: str = blank
        super().__init__()


class Spy(Action):
    """The Spy looks at a hand for one type of district."""

    def __init__(self, seat: int, type: str) -> None:
        self.seat: int = seat
        self.type: str = type
        super().__init__()


class Income(Action):
    """Gold or cards for the districts of the character's type; the Abbot says how many of each."""

    def __init__(self, gold: int = NOBODY, cards: int = NOBODY) -> None:
        self.gold: int = gold
        self.cards: int = cards
        super().__init__()


class Crown(Action):
    """Give the crown to that seat, taking `gold` or a `card` from it, or nothing."""

    def __init__(self, seat: int, taking: str = "") -> None:
        self.seat: int = seat
        self.taking: str = taking
        super().__init__()


class Bonus(Action):
    """The character's fixed extra; the Navigator says which."""

    def __init__(self, what: str = "") -> None:
        self.what: str = what
        super().__init__()


class Exchange(Action):
    """The Diplomat gives a district of his for one of that seat's."""

    def __init__(self, own: str, seat: int, district: str) -> None:
        self.own: str = own
        self.seat: int = seat
        self.district: str = district
        super().__init__()


# The table of forms

for _kind, _pattern in (
    (Pick, "pick <character>"),
    (SetAside, "set_aside <character>"),
    (Theater, "theater [<character>] <seat:number>"),
    (Keep, "keep <district>"),
    (Discard, "discard <district>"),
    (Take, "take <district>"),
    (Tribute, "give <what>"),
    (Give, "give <seat:number> <district>"),
    (
        Build,
        "build <district> [!framework] [!over <over>] [cards <cards:count>] [from <lender:number>]",
    ),
    (Kill, "kill <character>"),
    (Bewitch, "bewitch <character>"),
    (Rob, "rob <character>"),
    (Warrants, "warrants <signed> <blank> <blank>"),
    (Threats, "threats <flowered> <blank>"),
    (Spy, "spy <seat:number> <type>"),
    (Swap, "swap <seat:number>"),
    (Peek, "peek <seat:number>"),
    (Income, "income [<gold:number> <cards:number>]"),
    (Tithe, "tithe <seat:number>"),
    (Crown, "crown <seat:number> [<taking:gold|card>]"),
    (Bonus, "bonus [<what:gold|cards>]"),
    (Destroy, "destroy <seat:number> <district>"),
    (Exchange, "exchange <own> <seat:number> <district>"),
    (Seize, "seize <seat:number> <district>"),
    (Beautify, "beautify <district>"),
    (Laboratory, "laboratory <district>"),
    (Museum, "museum <district>"),
    (Armory, "armory <seat:number> <district>"),
):
    add_form(_kind, _pattern)


def plain(verb: str) -> Action:
    """The action of that single word, which is none before; a card with such a verb of its own calls this in its file."""
    return intern(verb, Plain(verb))


GOLD: Final = plain("gold")
DRAW: Final = plain("draw")
END: Final = plain("end")
PASS: Final = plain("pass")
REDRAW: Final = plain("redraw")
DONE: Final = plain("done")
SEE: Final = plain("see")
STUDY: Final = plain("study")
COLLECT: Final = plain("collect")
SMITHY: Final = plain("smithy")
BRIBE: Final = plain("bribe")
REFUSE: Final = plain("refuse")
EXPOSE: Final = plain("expose")
CONFISCATE: Final = plain("confiscate")
RECOVER: Final = plain("recover")
ANNOUNCE: Final = plain("announce")
INCOME: Final = intern("income")
BONUS: Final = intern("bonus")
