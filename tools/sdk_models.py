"""The SDK's words, models and parts of orders, from the contracts of the API's domains; `tools.sdk_client` writes them.

A struct becomes a model: a list is a tuple, a closed list of words is a `Word`, which may have come later, and null is None. What a contract does
not say stands in the tables here, and in `model_base`, on which the models stand.
"""

from __future__ import annotations

import inspect
import re
import textwrap
from functools import cache
from types import UnionType
from typing import Annotated, Any, Final, Union, get_args, get_origin, get_type_hints

import msgspec
from citadels_api import words as table_words
from citadels_api.field_texts import field_texts
from citadels_api.routes import OPERATIONS
from citadels_api.tournaments import words as tournament_words
from citadels_api.tournaments.contract import ConditionsOrder, ScheduleOrder, SettingsOrder
from citadels_api.words import Words

CLIENT: Final = "citadels_sdk.client"
MODULES: Final = {
    "models": ("tables", "play"),
    "models_account": ("accounts", "bots", "credentials", "catalogue", "meta"),
    "models_ratings": ("ratings", "webhooks"),
    "models_replay": ("records",),
    "models_stream": ("streams",),
    "models_tournament": ("tournaments",),
}
"""The modules of models, and the domains that are in each."""
ELSEWHERE: Final = {"ReasonAnswer": "models_replay"}
BY_HAND: Final = {"ClockAnswer": "Clock", "Page": "Page"}
"""Answers whose models are in `model_base`."""

# names

WORDS: Final = {
    "AiLevel": "Level",
    "NinthRule": "Ninth",
    "StartRule": "Start",
    "TableStatus": "Status",
    "TimeoutPolicy": "Timeout",
}
"""Lists of words that have another name here."""
MODELS: Final = {"ActionAnswer": "LegalAction", "BotAnswer": "BotAccount", "SetupAnswer": "TableSetup"}
"""Models that are not called as the struct is without `Answer`."""
TAKEN: Final = {"AcceptsOrder": "Accepts", "SeatOrder": "SeatOrder | SeatWord"}
"""What stands for a part of a body."""
BASES: Final = {"Event": "EventBase", "LegalAction": "ActionBase", "Position": "PositionBase", "Standings": "Tagged"}
"""Models with methods, or with more than the JSON has."""
FIELDS: Final = {
    "Committed.outcome": 'Word[Literal["ok"]]',
    "Delivery.kind": "Word[EntryKind]",
    "Option.values": "tuple[object, ...]",
    "Rating.edition": 'Word[Edition | Literal["all"]]',
}
"""Fields of which more is known than the contract says, or less is relied on."""
RENAMED: Final = {"Position.view": "told"}
"""Fields that have another name than in the JSON, since the name is that of a method."""
SECRET: Final = ("Credential.secret", "Guest.recovery", "InviteLink.invite", "InvitedNotice.invite", "Webhook.secret")
"""What is not shown."""
UNIONS: Final[dict[str, dict[str, tuple[str, ...]]]] = {
    "Frame": {"ViewFrame": (), "EventsFrame": (), "EndFrame": ()},
    "Notice": {
        "SnapshotNotice": ("owed!", "tables!"),
        "TableNotice": ("table!", "seat"),
        "OwedNotice": ("table!", "seat", "owed!"),
        "InvitedNotice": ("table!", "seat", "by", "invite"),
        "TournamentNotice": ("tournament!", "by"),
    },
    "TournamentFrame": {"StateFrame": (), "EntriesFrame": (), "OverFrame": ()},
}
"""Messages that are told apart by their `type`: a model for each word, in the words' order, and the fields that are its own (`!`: always there)."""
ORDERS: Final = (SettingsOrder, ConditionsOrder, ScheduleOrder)


def model_name(struct: type) -> str:
    """The model of a struct."""
    name = struct.__name__
    return BY_HAND.get(name) or MODELS.get(name) or name.removesuffix("Answer")


def list_of(kind: Any) -> Words | None:
    """The closed list that a type is, if it is one."""
    return next((one for one in getattr(kind, "__metadata__", ()) if isinstance(one, Words)), None)


def word_name(listed: Words) -> str:
    """What a closed list is called."""
    return WORDS.get(listed.name, listed.name)


def none(text: str) -> str:
    """A text in which a null is None."""
    return re.sub(r"\bnull\b", "None", text)


# types


def answer_type(kind: Any) -> str:
    """A type of an answer as a model has it."""
    origin, parts = get_origin(kind), get_args(kind)
    if (listed := list_of(kind)) is not None:
        return f"Word[{word_name(listed)}]"
    if origin is Annotated:
        return answer_type(parts[0])
    if origin in (Union, UnionType):
        inner = " | ".join(answer_type(one) for one in parts if one is not type(None))
        return f"{inner[:-1]} | None]" if inner.startswith("Word[") else f"{inner} | None"
    if origin is list:
        return f"tuple[{answer_type(parts[0])}, ...]"
    if origin is dict:
        return f"Mapping[{', '.join(map(answer_type, parts))}]"
    if origin is not None:
        return f"{model_name(origin)}[{', '.join(map(answer_type, parts))}]"
    return "object" if kind is Any else model_name(kind)


def order_type(kind: Any) -> str:
    """A type of an order as it is taken."""
    origin, parts = get_origin(kind), get_args(kind)
    if (listed := list_of(kind)) is not None:
        return word_name(listed)
    if origin is Annotated:
        return order_type(parts[0])
    if origin in (Union, UnionType):
        if all(isinstance(one, type) and one.__name__.endswith("Clock") for one in parts):
            return "ClockOrder"
        return " | ".join(dict.fromkeys(map(order_type, parts)))
    if origin is list:
        return f"Sequence[{order_type(parts[0])}]"
    if origin is dict:
        return f"Mapping[{', '.join(map(order_type, parts))}]"
    return "None" if kind is type(None) else TAKEN.get(kind.__name__, kind.__name__)


# words


def listed_words() -> list[Words]:
    """The closed lists, in order."""
    kinds = [one for module in (table_words, tournament_words) for one in vars(module).values()]
    return list(dict.fromkeys(listed for kind in kinds if (listed := list_of(kind)) is not None))


def words() -> str:
    """The closed lists, each as the type of its words."""
    lists = [
        f'{word_name(one)} = Literal[{", ".join(map(repr, one.words))}]\n"""{one.text}"""' for one in listed_words()
    ]
    return "\n".join([
        '"""The closed lists of words that a service has: what requests may say; an answer may have a word that came later."""',
        "from typing import Literal",
        f"__all__ = {sorted(map(word_name, listed_words()))}",
        *lists,
    ])  # fmt: skip


# models


@cache
def structs() -> dict[str, list[type]]:
    """The structs that answers are made of, by their modules, each behind those that it has."""
    found: dict[str, list[type]] = {module: [] for module in MODULES}
    seen: set[object] = set()

    def reach(kind: Any) -> None:
        for part in get_args(kind):
            reach(part)
        if not isinstance(kind, type) or not issubclass(kind, msgspec.Struct) or kind in seen:
            return
        seen.add(kind)
        for part in get_type_hints(kind, include_extras=True).values():
            reach(part)
        if kind.__name__ not in BY_HAND:
            domain = kind.__module__.split(".")[1]
            module = ELSEWHERE.get(kind.__name__) or next(one for one, domains in MODULES.items() if domain in domains)
            found[module].append(kind)

    for operation in OPERATIONS:
        reach(operation.answer)
    return found


def models() -> dict[str, str]:
    """The modules of models, by their names."""
    return {module: of_module(module, found) for module, found in structs().items()}


def of_module(module: str, found: list[type]) -> str:
    """A module of models."""
    names = [name for struct in found for name in (*UNIONS.get(struct.__name__, ()), model_name(struct))]
    imports = [
        f"from {CLIENT}.{other} import {', '.join(map(model_name, structs()[other]))}"
        for other in MODULES
        if other != module and structs()[other]
    ]
    return "\n".join([
        f'"""What a service answers about {" and ".join(", ".join(MODULES[module]).rsplit(", ", 1))}, as frozen, typed models."""',
        "from collections.abc import Mapping",
        "from typing import Annotated, Literal",
        "from pydantic import Field, Tag",
        f"from {CLIENT}.model_base import {', '.join(['Clock', 'Model', 'Page', 'Word', *sorted(set(BASES.values()))])}",
        f"from {CLIENT}.unknown import Unknown, kinds",
        f"from {CLIENT}.words import {', '.join(map(word_name, listed_words()))}",
        *imports,
        f"__all__ = {sorted(names)}",
        *(union(struct) if struct.__name__ in UNIONS else model(struct) for struct in found),
    ])  # fmt: skip


def model(struct: type) -> str:
    """The model of a struct."""
    name = model_name(struct)
    return of_class(name, BASES.get(name, "Model"), doc_of(struct), fields(struct, name))


def doc_of(struct: type) -> str:
    """What is told of a struct."""
    return none(inspect.cleandoc(struct.__doc__ or ""))


def of_class(name: str, base: str, text: str, members: list[str]) -> str:
    """A class with its members."""
    told = textwrap.indent(f'"""{text}' + ('\n"""' if "\n" in text else '"""'), "    ")
    return "\n".join(["", "", f"class {name}({base}):", told, "", *members])


def fields(struct: type, name: str, only: tuple[str, ...] | None = None) -> list[str]:
    """The fields of a struct, or some of them, as a model has them."""
    texts, hints = field_texts(struct), get_type_hints(struct, include_extras=True)
    members: list[str] = []
    for one in msgspec.structs.fields(struct):
        always = only is not None and f"{one.name}!" in only
        if only is not None and not always and one.name not in only:
            continue
        kind = FIELDS.get(f"{name}.{one.name}") or answer_type(hints[one.name])
        default = "" if always else default_of(one)
        kind = kind.removesuffix(" | None") if always else kind
        if alias := RENAMED.get(f"{name}.{one.name}"):
            member = f'    {alias}: {kind} = Field(alias="{one.name}")'
        elif f"{name}.{one.name}" in SECRET:
            member = f"    {one.name}: {kind} = Field({f'default={default}, ' if default else ''}repr=False)"
        else:
            member = f"    {one.name}: {kind}" + (f" = {default}" if default else "")
        members += [member, textwrap.indent(f'"""{none(texts[one.name])}"""', "    ")]
    return members


def default_of(field: msgspec.structs.FieldInfo) -> str:
    """What a field is where it is left out; nothing where it is always there."""
    if field.default_factory is not msgspec.NODEFAULT:
        return "()"
    return "" if field.default is msgspec.NODEFAULT else repr(field.default)


def union(struct: type) -> str:
    """The models of messages that are told apart by their type, what they have in common, and their union."""
    name, kinds = struct.__name__, UNIONS[struct.__name__]
    listed = list_of(get_type_hints(struct, include_extras=True)["type"])
    assert listed is not None
    own = {field.rstrip("!") for members in kinds.values() for field in members} | {"type"}
    common = tuple(one.name for one in msgspec.structs.fields(struct) if one.name not in own)
    parts = [of_class(f"_{name}", "Model", doc_of(struct), fields(struct, name, common))]
    for (word, text), (kind, members) in zip(listed.words.items(), kinds.items(), strict=True):
        told = [f'    type: Literal["{word}"] = "{word}"', *fields(struct, kind, members)]
        parts.append(of_class(kind, f"_{name}", text, told))
    tagged = [f'Annotated[{kind}, Tag("{word}")]' for word, kind in zip(listed.words, kinds, strict=True)]
    known = ", ".join(f'"{word}"' for word in listed.words)
    parts.append(
        f'{name} = Annotated[{" | ".join(tagged)} | Annotated[Unknown, Tag("unknown")], kinds("type", {known})]\n'
        f'"""{doc_of(struct).partition(chr(10))[0]}"""'
    )
    return "\n".join(parts)


# parts of orders


def orders() -> str:
    """The parts of an order of a tournament."""
    lines = [
        '"""What a tournament is to be, in the words that the command line, files and the engine have too (`citadels_contest`)."""',
        "from __future__ import annotations",
        "from collections.abc import Sequence",
        "from typing import TypedDict",
        f"from {CLIENT}.words import {', '.join(map(word_name, listed_words()))}",
        f"__all__ = {sorted(one.__name__ for one in ORDERS)}",
    ]
    for order in ORDERS:
        texts, hints, members = field_texts(order), get_type_hints(order, include_extras=True), []
        for name in order.model_fields:
            kind = hints[name]
            members += [f"    {name}: {order_type(kind)}", textwrap.indent(f'"""{none(texts[name])}"""', "    ")]
        lines.append(of_class(order.__name__, "TypedDict, total=False", doc_of(order), members))
    return "\n".join(lines)
