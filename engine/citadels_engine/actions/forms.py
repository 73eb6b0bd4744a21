"""The forms of actions: one line for each kind, from which its text is written and read, and which names the fields of its JSON object.

1. A form is words, and fields in angle brackets: `spy <seat:number> <type>`. A field is an id (`<district>`, with a `+` or not), a
   `number` from 0, a `count` from 1, or one of some words (`<taking:gold|card>`).
2. What stands in square brackets may be left out: `crown <seat:number> [<taking:gold|card>]`. The first field in it says whether it is
   there; a word by itself is such a field, too, true or false. A bracket that begins with `!` stands beside no other one.
3. A field that stands several times is a tuple.
4. The fields are told in their order, those of brackets last.
5. Only the canonical text is an action: no number begins with a 0, and no word is empty. So what is read, written again, gives the same text.

>>> action = parse("build thieves_den cards 2 from 3")
>>> action
Build(district='thieves_den', framework=False, over='', cards=2, lender=3)
>>> str(action)
'build thieves_den cards 2 from 3'
>>> parse("build thieves_den cards 2 from 3") == action
True
>>> action_from_json(action.to_json()) == action
True
"""

from __future__ import annotations

import re
from itertools import combinations
from typing import TYPE_CHECKING, Any, Final

from citadels_engine.errors import UnknownAction

if TYPE_CHECKING:
    from citadels_engine.actions.types import Action

__all__ = [
    "FORMS",
    "FORM_OF",
    "PLAIN",
    "Form",
    "action_from_json",
    "add_form",
    "intern",
    "on_both",
    "on_name",
    "on_seat",
    "parse",
    "stored",
    "write",
]

LETTERS: Final = frozenset("abcdefghijklmnopqrstuvwxyz_+")


class Part:
    """One word of a text: itself, or the value of a field."""

    def __init__(self, word: str, field: str, kind: str, place: int) -> None:
        self.word = word
        self.field = field
        """The field it belongs to; "" for a word that is always there."""
        self.kind = kind
        """`id`, `number`, `count`, some words between `|`, or `flag`: the word stands there or not."""
        self.place = place
        """Its place in a tuple; -1 where the field is no tuple."""

    def is_given(self, value: Any) -> bool:
        """Whether an action with that value has the bracket that begins with this part."""
        return bool(value >= 0) if self.kind == "number" else bool(value)

    def write(self, action: Action) -> str:
        """The word in the text of that action."""
        if self.word:
            return self.word
        value: Any = getattr(action, self.field)
        return str(value if self.place < 0 else value[self.place])

    def read(self, word: str) -> object:
        """The value that the word gives the field; None where it is none."""
        if self.word:
            return True if word == self.word else None
        if self.kind == "number" or self.kind == "count":
            if not word.isascii() or not word.isdigit() or len(word) > 2:
                return None
            number = int(word)
            if word.startswith("0") and (self.kind == "count" or len(word) > 1):
                return None
            return number
        if self.kind == "id":
            return word if word and all(letter in LETTERS for letter in word) else None
        return word if word in self.kind.split("|") else None


class Form:
    """The form of one kind of action."""

    def __init__(self, kind: type[Action], pattern: str) -> None:
        self.kind: Any = kind
        self.verb: str = pattern.partition(" ")[0]
        self.brackets: list[tuple[Part | None, list[Part]]] = []
        """Its parts in order, bracket by bracket, each with the part that says whether it is there; None: it always is."""
        required: list[str] = []
        optional: list[str] = []
        alone: list[int] = []
        for at, bracket in enumerate(re.findall(r"\[[^]]+\]|[^] []+(?: [^] []+)*", pattern)):
            is_optional = bracket.startswith("[")
            parts = parts_of(bracket.strip("[!]"), is_optional)
            self.brackets.append((next(part for part in parts if part.field) if is_optional else None, parts))
            if bracket.startswith("[!"):
                alone.append(at)
            for part in parts:
                if part.field and part.place < 1:
                    (optional if is_optional else required).append(part.field)
        self.fields: tuple[str, ...] = (*required, *optional)
        self.readings: dict[int, list[list[Part]]] = {}
        """The parts of every text that can be read, by the number of words."""
        for parts in self.combined(alone):
            self.readings.setdefault(len(parts), []).append(parts)

    def combined(self, alone: list[int]) -> list[list[Part]]:
        """All choices of brackets, those that stand alone by themselves."""
        optional = [at for at, (given_by, _) in enumerate(self.brackets) if given_by is not None]
        found: list[list[Part]] = []
        for count in range(len(optional) + 1):
            for chosen in combinations(optional, count):
                if count < 2 or not any(at in alone for at in chosen):
                    found.append(
                        [
                            part
                            for at, (given_by, parts) in enumerate(self.brackets)
                            if given_by is None or at in chosen
                            for part in parts
                        ]
                    )
        return found

    def write(self, action: Action) -> str:
        """The text of an action of this kind."""
        words: list[str] = []
        for given_by, parts in self.brackets:
            if given_by is None or given_by.is_given(getattr(action, given_by.field)):
                for part in parts:
                    words.append(part.write(action))
        return " ".join(words)

    def read(self, words: list[str]) -> Action | None:
        """The action of this kind that the words of a text say, if they do."""
        for parts in self.readings.get(len(words), ()):
            values = read_values(parts, words)
            if values is not None:
                action: Action = self.kind(**values)
                return action
        return None


def parts_of(text: str, is_optional: bool) -> list[Part]:
    """The parts of what stands in one bracket, or in none."""
    words = text.split(" ")
    parts: list[Part] = []
    for at, word in enumerate(words):
        if word.startswith("<"):
            name, _, kind = word.strip("<>").partition(":")
            parts.append(Part("", name, kind or "id", words[:at].count(word) if words.count(word) > 1 else -1))
        else:
            parts.append(Part(word, word if is_optional and len(words) == 1 else "", "flag", -1))
    return parts


def read_values(parts: list[Part], words: list[str]) -> dict[str, Any] | None:
    """The fields of a text whose words are these parts; None where they are not."""
    values: dict[str, Any] = {}
    for at, part in enumerate(parts):
        value: Any = part.read(words[at])
        if value is None:
            return None
        if part.place >= 0:
            values[part.field] = (*values.get(part.field, ()), value)
        elif part.field:
            values[part.field] = value
    return values


FORMS: Final[dict[str, list[Form]]] = {}
"""The forms by their verbs."""
FORM_OF: Final[dict[object, Form]] = {}
"""The forms by the classes of their actions; an action of a single word has none."""
_interned: Final[dict[str, Action]] = {}
_on_name: Final[dict[tuple[str, str], Action]] = {}
_on_seat: Final[dict[tuple[str, int], Action]] = {}
_on_both: Final[dict[tuple[str, int, str], Action]] = {}
PLAIN: Final[dict[str, Action]] = {}
"""The actions of a single word."""


def add_form(kind: type[Action], pattern: str) -> None:
    """Announce the form of a kind of action; a card with a verb of its own does so in its file."""
    form = FORM_OF[kind] = Form(kind, pattern)
    FORMS.setdefault(form.verb, []).append(form)


def write(action: Action) -> str:
    """The text of an action, after its form."""
    return FORM_OF[type(action)].write(action)


def stored(action: Action) -> Action:
    """The one stored action of its text: quicker than to read the text, where a list of hundreds is new."""
    return _interned.setdefault(action.text, action)


def intern(text: str, action: Action | None = None) -> Action:
    """The one stored action of that text, which keeps listing the legal actions cheap. For the rules: they write actions only."""
    found = _interned.get(text)
    if found is None:
        found = _interned[text] = parse(text) if action is None else action
        if found.verb == text:
            PLAIN[text] = found
    return found


def on_name(start: str, name: str) -> Action:
    """`intern` of how the text begins and of a name. These three make no text of an action that is stored: the longest lists need them."""
    key = (start, name)
    found = _on_name.get(key)
    if found is None:
        found = _on_name[key] = intern(f"{start} {name}")
    return found


def on_seat(start: str, seat: int) -> Action:
    """`intern` of how the text begins and of a seat."""
    key = (start, seat)
    found = _on_seat.get(key)
    if found is None:
        found = _on_seat[key] = intern(f"{start} {seat}")
    return found


def on_both(start: str, seat: int, name: str) -> Action:
    """`intern` of how the text begins, of a seat and of a name."""
    key = (start, seat, name)
    found = _on_both.get(key)
    if found is None:
        found = _on_both[key] = intern(f"{start} {seat} {name}")
    return found


def parse(text: str) -> Action:
    """Read an action from its text; only the canonical text is one."""
    found = _interned.get(text)
    if found is not None:
        return found
    words = text.split(" ")
    for form in FORMS.get(words[0], ()):
        action = form.read(words)
        if action is not None:
            return action
    raise UnknownAction(f"{text!r} is no action; see the table of actions in the notation")


def action_from_json(data: dict[str, object]) -> Action:
    """Read an action from its JSON object; fields left out have their defaults."""
    verb = data.get("verb")
    fields: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in data.items() if name != "verb"
    }
    if isinstance(verb, str) and verb in PLAIN and not fields:
        return PLAIN[verb]
    forms = FORMS.get(verb) if isinstance(verb, str) else None
    if forms is None:
        raise UnknownAction(f"{data!r} is no action: no such verb")
    form = next((form for form in forms if not fields.keys().isdisjoint(form.fields)), forms[-1])
    try:
        action = parse(str(form.kind(**fields)))
    except (TypeError, UnknownAction, IndexError, ValueError) as error:
        raise UnknownAction(f"{data!r} is no action: {error}") from None
    said = action.to_json()
    for name, value in data.items():
        if type(value) is not type(said[name]) or value != said[name]:
            raise UnknownAction(f"{data!r} is no action: {name} is {said[name]!r} in {action.text!r}")
    return action
