"""The SDK's table of operations and their methods, from the API's route table; `tools.sdk_client` writes them.

What the route table cannot say stands in the tables here, and in `calls`, on which the methods stand.
"""

from __future__ import annotations

import re
import textwrap
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, get_type_hints

from citadels_api.field_texts import field_texts
from citadels_api.rest.openapi_parts import PATH_PARAMETERS, REQUEST_HEADERS
from citadels_api.routes import BY_ID, OPERATIONS, TAGS

from tools.sdk_models import CLIENT, answer_type, none, order_type

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from citadels_api.operations import Operation
    from pydantic import BaseModel


# the operations


def operations() -> str:
    """The table of operations."""
    rows = [f'"{one.id}": Operation("{one.method}", "{one.path}", {one.cost}),' for one in OPERATIONS]
    return "\n".join([
        '"""Every operation of a service by its id: its method, its address, its cost."""',
        "from types import MappingProxyType",
        "from typing import Final",
        "from collections.abc import Mapping",
        f"from {CLIENT}.request_cycle import Operation",
        '__all__ = ["OPERATIONS"]',
        "OPERATIONS: Final[Mapping[str, Operation]] = MappingProxyType({",
        *rows,
        "})",
    ])  # fmt: skip


# the methods

POLLED: Final = {"followTable": "poll_table", "followTournament": "poll_tournament"}
"""Streams that can be asked for piece by piece."""
STREAMED: Final = ("followMe",)
"""Streams that cannot."""
SAID: Final = ("edition", "players", "level", "lang", "overlap_s", "replayWebhook.after")
"""What has the service's default, and is sent; all else that may be left out is None, and is not sent."""
EMPTY: Final = ("bonus", "seats", "substitutes")
"""Lists that are empty where nothing is said."""
TYPES: Final = {"replay.eyes": 'int | Literal["all"] | None'}
CONVERTED: Final = {"seats": "sent_seats(seats)"}
"""Arguments that a word may stand for."""
BODIES: Final = {"submitActions": ({"n": "int", "actions": "Move | Sequence[Move]"}, "sent_moves(n, actions)")}
"""Bodies that are made of other arguments than their members."""
READERS: Final = {
    "getRecord": ("RecordText", "reads_record", "NDJSON"),
    "exportRecords": ("RecordPage", "reads_records(limit)", "NDJSON"),
    "exportTournament": ("TournamentExport", "reads_export", "NDJSON"),
    "text/plain": ("str", "reads_text", "PLAIN"),
    "application/json": ("Mapping[str, object]", "reads_object", ""),
}
"""Answers that are no struct: what the method returns, how it is read, what is accepted."""
AGAIN: Final = ("setPairings",)
"""What may be sent again though it changes something, besides moves: a second time it changes nothing more."""
ONCE: Final = ("getHealth", "getReadiness")
"""What is asked once, whatever comes: how the service is right now."""
ALL: Final = {
    "listTables": ("all_tables", "Table", "1000"),
    "listBots": ("all_bots", "BotAccount", "1000"),
    "listTournaments": ("all_tournaments", "Tournament", "1000"),
    "tournamentGames": ("all_tournament_games", "TournamentGame", "100_000"),
    "exportRecords": ("all_records", "RecordText", "1000"),
}
"""Lists that are gone through part by part: the method, what it brings, how many at most."""
TEXTS: Final = {
    "exportRecords.cursor": "The `next` of the previous page.",
    "followTable.wait_ms": "How long to wait if there are no new events.",
    "followTournament.wait_ms": "How long to wait if there are no new entries.",
    "submitActions.actions": "One action, or several that are taken in order.",
}
"""What is told of an argument where the contract's words are about HTTP."""
SENT: Final = {"Citadels-Invite": ("invite", "invite"), "Idempotency-Key": ("key", "key or token_hex(16)")}
"""Headers that are arguments, and what is sent in them."""
OF_HTTP: Final = ("If-None-Match", "Idempotency-Key", "Last-Event-ID", "header")
"""Sentences with these words are about HTTP."""
TAGGED: Final = frozenset({"Position", "Standings"})
"""The models that keep the ETag of their answer."""
UNLESS: Final = "If nothing has happened since `unless`, you get `unless` back."
MORE: Final = {
    "createTable": "A seat is `you`, `open`, the level of an AI, or a `SeatOrder`; seats that you leave out are open.",
    "submitActions": "The client repeats the request with the same key until the outcome is known.",
    "getHealth": "The client does not repeat the request.",
    "getReadiness": "The client does not repeat the request. It raises an error if the process is not ready.",
}
"""What holds for the method besides what is told of the operation."""
INSTEAD: Final = {
    "followTable": "Returns the frames after a number, and waits if there are none. Without a number you get a full view.",
    "followTournament": "Returns the frames after a number, and waits if there are none. Without a number you get the current state.",
    "exportRecords": "Returns the records of public finished games, newest first.",
}
"""What is told of the method where the operation's words are about lines and streams."""


@dataclass(frozen=True)
class Parameter:
    """One argument of a method: where it goes, under which name, and what is sent of it."""

    name: str
    kind: str
    place: Literal["at", "query", "headers", "body"]
    default: str | None = None
    key: str = ""
    sent: str = ""
    text: str = ""

    def __str__(self) -> str:
        return f"{self.name}: {self.kind}" + ("" if self.default is None else f" = {self.default}")

    @property
    def item(self) -> str:
        """As a member of what is sent."""
        return f'"{self.key or self.name}": {self.sent or self.name}'


def parameters(operation: Operation) -> Iterator[Parameter]:
    """All arguments of an operation."""
    for name in operation.parameters:
        told = PATH_PARAMETERS[name]
        yield Parameter(name, "int" if told["schema"]["type"] == "integer" else "str", "at", text=told["description"])
    if operation.id in BODIES:
        assert operation.body is not None
        texts = field_texts(operation.body)
        for name, kind in BODIES[operation.id][0].items():
            yield Parameter(name, kind, "body", text=TEXTS.get(f"{operation.id}.{name}", texts[name]))
    elif operation.body is not None:
        yield from members(operation, "body", operation.body)
    if operation.query is not None:
        yield from members(operation, "query", operation.query)
    for header in filter(SENT.__contains__, operation.headers):
        name, sent = SENT[header]
        yield Parameter(name, "str | None", "headers", "None", header, sent, REQUEST_HEADERS[header]["description"])
    if has_tag(operation):
        sent = "None if unless is None else unless.tag"
        yield Parameter("unless", f"{answer_type(operation.answer)} | None", "headers", "None", "If-None-Match", sent)


def has_tag(operation: Operation) -> bool:
    """Whether an answer may be the one that is known: of those with an ETag, the models that keep it."""
    return operation.etag and not isinstance(operation.answer, str) and answer_type(operation.answer) in TAGGED


def members(operation: Operation, place: Literal["query", "body"], model: type[BaseModel]) -> Iterator[Parameter]:
    """An argument for each member of a body or a query."""
    texts, hints = field_texts(model), get_type_hints(model, include_extras=True)
    for name, field in model.model_fields.items():
        whole = f"{operation.id}.{name}"
        kind, default = TYPES.get(whole) or order_type(hints[name]), None
        sent = CONVERTED.get(name, f"{name} or None")
        if field.default is False:
            default = "False"
        elif name in EMPTY:
            default = "()"
        elif not field.is_required():
            sent, default = "", repr(field.default) if name in SAID or whole in SAID else "None"
        else:
            sent = ""
        kind = f"{kind} | None" if default == "None" and "None" not in kind.split(" | ") else kind
        yield Parameter(name, kind, place, default, sent=sent, text=TEXTS.get(whole, texts[name]))


def method(operation: Operation) -> str:
    """The method of an operation."""
    takes = list(parameters(operation))
    name = POLLED.get(operation.id) or snake(operation.id)
    back, read, accept = reader(operation)
    parts = [f'"{operation.id}", {read}']
    for place in ("at", "query", "headers", "body"):
        items = [one.item for one in takes if one.place == place]
        if items:
            parts.append(
                f"{place}={{{', '.join(items)}}}"
                if place != "body" or operation.id not in BODIES
                else f"body={BODIES[operation.id][1]}"
            )
    again = operation.safe or "Idempotency-Key" in operation.headers or operation.id in AGAIN
    parts += [f"accept={accept}"] if accept else []
    parts += ["again=True"] if again else []
    parts += ["once=True"] if operation.id in ONCE else []
    return "\n".join([
        f"    async def {name}({signature(takes)}) -> {back}:",
        docstring(words(operation), takes),
        f"        return await self._do(call({', '.join(parts)}))",
        "",
        *whole_list(operation, name, takes),
    ])  # fmt: skip


def whole_list(operation: Operation, part: str, takes: Sequence[Parameter]) -> Iterator[str]:
    """The method that goes through a whole list, where there is one."""
    if operation.id not in ALL:
        return
    name, item, most = ALL[operation.id]
    given = [one for one in takes if one.name not in ("cursor", "limit")]
    passed = [one.name if one.default is None else f"{one.name}={one.name}" for one in given]
    passed = [
        *passed[: len(operation.parameters)],
        "cursor=cursor",
        "limit=min(most, 100)",
        *passed[len(operation.parameters) :],
    ]
    yield f"    async def {name}({signature([*given, Parameter('most', 'int', 'query', most)])}) -> AsyncIterator[{item}]:"
    yield docstring(f"{words(operation)} It goes through all pages, up to `most` items.", given)
    yield "        cursor: str | None = None"
    yield "        while most > 0:"
    yield f"            page = await self.{part}({', '.join(passed)})"
    yield "            for one in page.items[:most]:"
    yield "                yield one"
    yield "            most -= len(page.items)"
    yield "            cursor = page.next"
    yield "            if cursor is None:"
    yield "                return"
    yield ""


def signature(takes: Sequence[Parameter]) -> str:
    """The parameters of a method: what is needed may stand by its place, all else has a name."""
    needed = [str(one) for one in takes if one.default is None]
    named = [str(one) for one in takes if one.default is not None]
    return ", ".join(["self", *needed, *(["*", *named] if named else [])])


def reader(operation: Operation) -> tuple[str, str, str]:
    """What a method returns, how the answer is read, and what is accepted."""
    if isinstance(operation.answer, str):
        return READERS[operation.id if operation.id in READERS else operation.answer]
    model = answer_type(operation.answer)
    return model, f"reads_unless({model}, unless)" if has_tag(operation) else f"reads({model})", ""


def words(operation: Operation) -> str:
    """What is told of a method: what is told of the operation, without what is HTTP's."""
    text = plainly(INSTEAD.get(operation.id, operation.description))
    return " ".join([text, *([UNLESS] if has_tag(operation) else []), *filter(None, [MORE.get(operation.id)])])


def plainly(text: str) -> str:
    """A text of the contract without what is HTTP's, in the words of Python."""
    sentences = re.split(r"(?<=[.!?])\s+(?=[A-Z`])", none(text))
    kept = " ".join(one for one in sentences if not any(word in one for word in OF_HTTP))
    return re.sub(r"`(\w+)`", lambda found: f"`{snake(found[1])}`" if found[1] in BY_ID else found[0], kept)


def docstring(text: str, takes: Sequence[Parameter]) -> str:
    """The docstring of a method: what it does, and what each argument is."""
    lines = textwrap.wrap(text, 130, break_long_words=False, break_on_hyphens=False)
    for one in takes:
        if one.text:
            told = f"- `{one.name}`: {plainly(one.text)}"
            lines += ["", told] if one is takes[0] else [told]
    return "\n".join([f'        """{lines[0]}', *[f"        {one}" if one else "" for one in lines[1:]]]) + '"""'


def snake(name: str) -> str:
    """The name of the method of an operation.

    >>> snake("makeInviteLink")
    'make_invite_link'
    """
    return re.sub(r"(?<=[a-z])[A-Z]", lambda found: f"_{found[0].lower()}", name)


def calls(names_in: Mapping[str, Sequence[str]]) -> str:
    """The methods of all operations; they may need the names that those modules offer."""
    lines = [
        '"""The operations of a service as methods: each is named as the operation of its description, in snake case, and takes what that takes."""',
        "from __future__ import annotations",
        "from abc import abstractmethod",
        "from collections.abc import AsyncIterator, Mapping, Sequence",
        "from secrets import token_hex",
        "from typing import Literal, TypeVar",
        f"from {CLIENT.partition('.')[0]}.bot import Accepts",
        f"from {CLIENT}.request_cycle import Call",
        *(f"from {CLIENT}.{module} import {', '.join(names)}" for module, names in names_in.items()),
        '__all__ = ["AsyncCalls"]',
        "",
        'T = TypeVar("T")',
        "class AsyncCalls:",
        '    """All operations but the streams."""',
        "    @abstractmethod",
        "    async def _do(self, call: Call[T]) -> T:",
        '        """Perform a call."""',
        "        raise NotImplementedError",
    ]
    tag = ""
    for operation in OPERATIONS:
        if operation.id not in STREAMED:
            lines += [f"    # {TAGS[operation.tag]}", ""] if operation.tag != tag else []
            lines.append(method(operation))
            tag = operation.tag
    return "\n".join(lines)
