"""The guard before GraphQL: a document that asks for too much is refused before it is validated, and a known one costs nothing.

1. The parser stops at the limit of tokens; then the document is added up (`bill.py`) and held to the limits; then it is validated.
2. A document that passed is kept under its text: parsed, added up for the sizes it came with, and found valid. What was refused is
   not kept, so that it cannot push out what is in use; what is kept is bounded in tokens, the measure of a document's memory.
3. A question about the schema alone has one answer for ever; the last few are kept.
4. `ParserCache` and `ValidationCache` are not needed beside it: they would hash whole documents, where this looks up a text.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from graphql import ExecutionResult, GraphQLError
from strawberry.extensions import SchemaExtension
from strawberry.schema.schema import validate_document

from citadels_api.bill import add_up, count_fragments, size_variables
from citadels_api.limits import Bill, Limits, TooMuch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from graphql import DocumentNode, GraphQLSchema
    from strawberry.types import ExecutionContext

__all__ = ["Bill", "Guard", "Library", "Limits", "TooMuch", "check"]

_HELD: Final = (
    "repeats",
    "directives",
    "aliases",
    "root_fields",
    "depth",
    "introspection_depth",
    "introspection_lists",
    "introspection_width",
    "fields",
    "cost",
)


def check(
    document: DocumentNode,
    *,
    schema: GraphQLSchema | None = None,
    variables: Mapping[str, Any] | None = None,
    operation_name: str | None = None,
    limits: Limits | None = None,
    trusted: bool = False,
) -> Bill:
    """The bill of a document that keeps the limits; else `TooMuch`. A trusted one may have several mutations."""
    limits = limits or Limits()
    written = count_fragments(document)
    if written > limits.fragments:  # before anything is added up
        raise TooMuch("fragments", written, limits.fragments)
    bill = add_up(document, schema=schema, variables=variables, operation_name=operation_name, limits=limits)
    if bill.operations > 1 and operation_name is None:
        raise TooMuch(
            "operations", bill.operations, 1, f"{bill.operations} operations, and no operationName chooses one"
        )
    for what in _HELD if trusted else ("mutations", *_HELD):
        asked, allowed = getattr(bill, what), getattr(limits, what)
        if asked > allowed:
            raise TooMuch(what, asked, allowed)
    return bill


@dataclass(slots=True)
class _Known:
    """A document that passed the guard and the validation, with its bills."""

    document: DocumentNode
    sizes: tuple[str, ...]
    bills: dict[tuple[object, ...], Bill] = field(default_factory=dict)


class Library:
    """The documents known to one schema, and the factory of its guards: `Schema(..., extensions=[Library()])`.

    `trusted` says of an execution context whether its operation is one of the house's own; `refused` is told each refusal's limit.
    """

    def __init__(
        self,
        limits: Limits | None = None,
        *,
        trusted: Callable[[ExecutionContext], bool] | None = None,
        refused: Callable[[str], object] | None = None,
        tokens: int = 50_000,
        characters: int = 2_000_000,
    ) -> None:
        self.limits = limits or Limits()
        self.trusted = trusted or (lambda _context: False)
        self.refused = refused or (lambda _what: None)
        self._room = (tokens, characters)
        self._held = (0, 0)
        self._known: OrderedDict[str, _Known] = OrderedDict()
        self._answers: OrderedDict[tuple[str, str | None], dict[str, Any]] = OrderedDict()

    def __call__(self) -> Guard:
        """A guard for one request."""
        return Guard(self)

    def __len__(self) -> int:
        return len(self._known)

    def find(self, text: str) -> _Known | None:
        """What is known of a text, which then is the last to be forgotten."""
        known = self._known.get(text)
        if known is not None:
            self._known.move_to_end(text)
        return known

    def keep(self, text: str, known: _Known) -> None:
        """The text is known; those unused for longest make room."""
        self._add(text, known, 1)
        self._known[text] = known
        while self._known and (self._held[0] > self._room[0] or self._held[1] > self._room[1]):
            self._add(*self._known.popitem(last=False), -1)

    def answer(self, text: str, operation_name: str | None) -> dict[str, Any] | None:
        """What such a question about the schema was answered before."""
        return self._answers.get((text, operation_name))

    def keep_answer(self, text: str, operation_name: str | None, data: dict[str, Any]) -> None:
        """The question about the schema is answered so from now on."""
        self._answers[text, operation_name] = data
        if len(self._answers) > _MOST_ANSWERS:
            self._answers.popitem(last=False)

    def _add(self, text: str, known: _Known, sign: int) -> None:
        tokens, characters = self._held
        self._held = (tokens + sign * known.document.token_count, characters + sign * len(text))


_MOST_BILLS: Final = 16
"""Of one document: as many sizes of its lists are remembered."""
_MOST_ANSWERS: Final = 8


class Guard(SchemaExtension):
    """Holds one request to the limits of its library; made by `Library`, once a request."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self.known: _Known | None = None
        self.new = False
        self.bill: Bill | None = None
        self.refusal: TooMuch | None = None

    def on_parse(self) -> Iterator[None]:
        """A known document is taken as it stands; a new one is parsed up to the limit of tokens. Then the bill is made."""
        context = self.execution_context
        context.parse_options["max_tokens"] = self.library.limits.tokens
        if context.query is not None and context.graphql_document is None:
            self.known = self.library.find(context.query)
            if self.known is not None:
                context.graphql_document = self.known.document
        yield
        if context.graphql_document is None:
            for error in context.pre_execution_errors or ():
                if "tokens" in error.message:  # the parser's only limit that is set
                    error.extensions = {"code": "too_complex", "limit": "tokens", "allowed": self.library.limits.tokens}
                    self.library.refused("tokens")
            return
        if self.known is None:
            self.new = True
            self.known = _Known(context.graphql_document, size_variables(context.graphql_document))
        try:
            self.bill = self._bill(self.known)
        except TooMuch as refusal:
            self.refusal = refusal
            self.library.refused(refusal.what)

    def on_validate(self) -> Iterator[None]:
        """What was refused is not validated, and what is known to be valid not again."""
        context = self.execution_context
        if self.refusal is not None:
            # no cause is given: it would be taken for an unexpected fault
            extensions = {"code": self.refusal.code, **self.refusal.extra}
            context.pre_execution_errors = [GraphQLError(self.refusal.message, extensions=extensions)]
        elif self.known is not None and not self.new:
            context.pre_execution_errors = []
        elif self.known is not None:
            rules = context.validation_rules
            context.pre_execution_errors = validate_document(context.schema._schema, self.known.document, rules)  # noqa: SLF001 - strawberry's own extensions reach for it, too
            if not context.pre_execution_errors and context.query is not None:
                self.library.keep(context.query, self.known)
        yield

    def on_execute(self) -> Iterator[None]:
        """A question about the schema alone has the answer that it had before."""
        context = self.execution_context
        text, name = context.query, context.operation_name
        if text is None or self.bill is None or not self.bill.only_introspection or context.variables:
            yield
            return
        answer = self.library.answer(text, name)
        if answer is not None:
            context.result = ExecutionResult(answer, None)
        yield
        result = context.result
        if answer is None and isinstance(result, ExecutionResult) and result.data is not None and not result.errors:
            self.library.keep_answer(text, name, result.data)

    def get_results(self) -> dict[str, Any]:
        """The cost, for whoever wants to stay within an allowance."""
        return {} if self.bill is None else {"cost": self.bill.cost}

    def _bill(self, known: _Known) -> Bill:
        context = self.execution_context
        # the name that the request chose: `operation_name` falls back on the first operation's
        chosen: str | None = getattr(context, "_provided_operation_name", None)
        trusted = self.library.trusted(context)
        key: tuple[object, ...] = (chosen, trusted)
        variables = context.variables
        for name in known.sizes:
            value = variables.get(name, known) if variables else known  # `known` stands for nothing sent
            if value is not known and type(value) is not int:
                value = None  # no size; and it may not be hashable
            key += (value,)
        bill = known.bills.get(key)
        if bill is None:
            bill = check(
                known.document,
                schema=context.schema._schema,  # noqa: SLF001 - as above
                variables=variables,
                operation_name=chosen,
                limits=self.library.limits,
                trusted=trusted,
            )
            if len(known.bills) >= _MOST_BILLS:
                known.bills.clear()
            known.bills[key] = bill
        return bill
