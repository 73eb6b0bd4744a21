"""What the two doors promise in words: operations with their scopes and costs, trusted documents, codes, scopes, words of the notation.

`openapi.json`, `schema.graphql` and what was released are compared in `tests/contract`.
"""

from __future__ import annotations

import ast
import json
import re
from hashlib import sha256
from typing import TYPE_CHECKING

import citadels_sdk.errors
from citadels_engine import errors
from citadels_engine.actions import types

from tests.frozen import places
from tests.frozen.sources import KEPT, ROOT, modules, parsed
from tests.support.kept import assert_kept
from tests.support.pages import PAGES

if TYPE_CHECKING:
    from collections.abc import Iterator

OPENAPI = json.loads((ROOT / "openapi" / "openapi.json").read_text(encoding="utf-8"))
TRUSTED = json.loads((ROOT / "openapi" / "trusted.json").read_text(encoding="utf-8"))


def operations() -> Iterator[str]:
    """Every operation of REST."""
    for path, methods in OPENAPI["paths"].items():
        for method, one in methods.items():
            yield f"{method.upper()} {path} {one['operationId']} (scope {one.get('x-scope', 'none')}, cost {one['x-cost']})"


def test_operations_keep_their_addresses_scopes_and_costs() -> None:
    assert_kept(KEPT / "operations.txt", operations())


def test_trusted_documents_keep_their_ids() -> None:
    assert all(sha256(one["document"].encode()).hexdigest() == one["sha256"] for one in TRUSTED.values())
    assert_kept(KEPT / "trusted.txt", [f"{name} {one['sha256']}" for name, one in TRUSTED.items()])


# words


def problems() -> Iterator[str]:
    """Every code of a refusal with its status and its title, as the product has them."""
    return (f"{code} {kind.status} {kind.title}" for code, kind in places.PROBLEMS.items())


def exceptions() -> Iterator[str]:
    """The errors of the engine and of the SDK: each with what it is one of."""
    for module in (errors, citadels_sdk.errors):
        for name in module.__all__:
            found = getattr(module, name)
            if isinstance(found, type) and issubclass(found, Exception):
                yield f"{name} ({', '.join(one.__name__ for one in found.__bases__)})"


def events() -> set[str]:
    """The kinds of events that the engine tells of."""
    found = set()
    for path, text in modules().items():
        if "tell(" in text and path.is_relative_to(ROOT / "engine"):
            for node in ast.walk(parsed(path)):
                if (
                    isinstance(node, ast.Call)
                    and ast.unparse(node.func) == "tell"
                    and isinstance(node.args[1], ast.Constant)
                ):
                    found.add(str(node.args[1].value))
    return found


def notation() -> Iterator[str]:
    """The first column of every table of the page about the notation."""
    for line in PAGES["NOTATION.md"].read_text(encoding="utf-8").splitlines():
        yield from re.findall(r"^\| (`[^|]+`) \|", line)


def test_codes_scopes_and_errors_keep_their_words() -> None:
    lines = ["# codes", *problems(), "", "# in docs/ERRORS.md"]
    lines += re.findall(r"^\| (`\w+` \| \d+) \|", PAGES["ERRORS.md"].read_text(encoding="utf-8"), re.MULTILINE)
    lines += ["", "# scopes", *places.SCOPES, "", "# errors", *exceptions()]
    assert_kept(KEPT / "codes.txt", lines)


def test_the_notation_keeps_its_words() -> None:
    plain = sorted(types.PLAIN)
    classes = sorted(
        name
        for name in types.__all__
        if isinstance(getattr(types, name), type) and issubclass(getattr(types, name), types.Action)
    )
    lines = [
        "# actions without arguments",
        *plain,
        "",
        "# kinds of actions",
        *classes,
        "",
        "# tables of docs/NOTATION.md",
        *notation(),
    ]
    lines += ["", "# events of a game", *sorted(events())]
    lines += ["", "# entries of a tournament's log"]
    lines += [
        f"{kind}: {', '.join(f'{name} {form}' for name, form in said.items())}"
        for kind, said in places.CONTEST_KINDS.items()
    ]
    lines += ["", "# choices of a tournament", *[f"{name}: {said}" for name, said in places.CHOICES.items()]]
    lines += [f"formats: {', '.join(places.FORMATS)}", f"criteria: {', '.join(places.CRITERIA)}"]
    assert_kept(KEPT / "notation.txt", lines)


TEXTS = (
    "gold", "draw", "end", "pick king", "set_aside king", "kill thief", "bewitch thief", "rob king", "swap 2", "peek 3", "tithe 1",
    "keep castle", "discard castle", "take castle", "beautify castle", "laboratory castle", "museum castle", "give 1 castle",
    "destroy 1 castle+", "seize 1 castle", "armory 1 castle", "give gold", "theater 2", "build castle", "build castle framework",
    "build thieves_den cards 2 from 3", "exchange castle 2 manor", "crown 2", "income", "bonus", "pass", "redraw", "done", "bribe",
)  # fmt: skip
"""One text of each form that an action has."""


def test_texts_of_actions_are_read_and_written_the_same() -> None:
    assert [str(places.parse(text)) for text in TEXTS] == list(TEXTS)
