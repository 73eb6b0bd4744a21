"""What schemathesis is told beside the descriptions: ids of things that are there, and to note what it has done. Loaded by its command.

1. Where a table, an account, a bot or a credential is drawn in its right form, it is most often one that exists, and the asker's.
2. Streams without an end are asked for as the answer that ends.
3. Every call is counted by its phase, its operation and its status; the counts are written when the command ends.
"""

from __future__ import annotations

import atexit
import json
import os
import random
import re
from collections import Counter
from pathlib import Path
from typing import Any

import schemathesis
from citadels_api.ids import DIGITS, ENTRANT, GAME
from citadels_api.problems import PROBLEMS

KNOWN: dict[str, list[str]] = json.loads(os.environ.get("CITADELS_SEEDED", "{}"))
"""Ids by the names of parameters."""
CALLS: Counter[str] = Counter()
CHANCE = random.Random(4)
ID = f"[0-7][{DIGITS}]{{25}}"
FORMS = {
    "table": re.compile(f"game_{ID}"),
    "account": re.compile(f"acct_{ID}"),
    "bot": re.compile(f"acct_{ID}"),
    "credential": re.compile("cred_[A-Za-z0-9_-]{12}"),
    "tournament": re.compile(f"tour_{ID}"),
    "webhook": re.compile(f"hook_{ID}"),
    "entrant": re.compile(ENTRANT),
    "game": re.compile(GAME),
}
OFTEN = 0.9
ARGUMENT = re.compile(r'\b(table|account|bot|credential|tournament|webhook|entrant|game|id): "[^"\\]*"')

BY_ID = re.compile(r'\b(table|tournament|account|bot)\(id: "[^"\\]*"')
"""A field that is asked for by its id."""


def known(name: str, value: Any) -> Any:
    """An id that exists in the place of one that has only its form."""
    form = FORMS.get(name)
    if form is not None and isinstance(value, str) and form.fullmatch(value) and CHANCE.random() < OFTEN:
        return CHANCE.choice(KNOWN.get(name) or [value])
    return value


def replaced(values: Any) -> Any:
    """An object with known ids in it."""
    return {name: known(name, value) for name, value in values.items()} if isinstance(values, dict) else values


def put_of_its_kind(found: re.Match[str]) -> str:
    """The same where the field says what the id is of."""
    ids = KNOWN.get(found[1])
    return f'{found[1]}(id: "{CHANCE.choice(ids)}"' if ids and CHANCE.random() < OFTEN else found[0]


def put_known(found: re.Match[str]) -> str:
    """An argument of a document, with an id that exists."""
    ids = [one for some in KNOWN.values() for one in some] if found[1] == "id" else KNOWN.get(found[1])
    return f'{found[1]}: "{CHANCE.choice(ids)}"' if ids and CHANCE.random() < OFTEN else found[0]


@schemathesis.hook
def map_path_parameters(_context: Any, path_parameters: Any) -> Any:
    """Known ids in paths."""
    return replaced(path_parameters)


@schemathesis.hook
def map_query(_context: Any, query: Any) -> Any:
    """Known ids in queries."""
    return replaced(query)


@schemathesis.hook
def map_body(_context: Any, body: Any) -> Any:
    """Known ids in bodies."""
    return replaced(body)


@schemathesis.hook
def filter_failure(_context: Any, failure: Any, case: Any, response: Any) -> bool:
    """Of GraphQL's errors only those are failures that are not of the service's own list, or are its own mistake.

    A condition that makes no sense is passed over, as HTTP wants it: it is no reason to refuse.
    """
    if "if-none-match" in {name.lower() for name in case.headers or {}} and "Schema-violating" in failure.title:
        return False
    if case.path != "/graphql" or response.status_code >= 500:
        return True
    errors = response.json().get("errors", [])
    codes = {(error.get("extensions") or {}).get("code") for error in errors}
    return not codes or not codes <= set(PROBLEMS) - {"internal"}


@schemathesis.hook
def before_call(_context: Any, case: Any, _kwargs: Any) -> None:
    """Known ids in documents; ask for the answer that ends, and do not wait long for it."""
    if case.path == "/graphql" and isinstance(case.body, str):
        case.body = BY_ID.sub(put_of_its_kind, ARGUMENT.sub(put_known, case.body))
    if case.path in {"/v1/tables/{table}/events", "/v1/tournaments/{tournament}/events"}:
        case.headers = {**dict(case.headers or {}), "Accept": "application/json"}
        if isinstance(case.query, dict) and str(case.query.get("wait_ms", "0")).isdigit():
            case.query = {**case.query, "wait_ms": min(20, int(case.query.get("wait_ms", 0)))}


@schemathesis.hook
def after_call(_context: Any, case: Any, response: Any) -> None:
    """Count the call."""
    phase = case.meta.phase.name.value if case.meta is not None else "none"
    status = str(response.status_code)
    if case.path == "/graphql" and response.status_code == 200:
        status = "data" if any((response.json().get("data") or {}).values()) else "errors"
    CALLS[f"{phase}|{case.operation.label}|{status}"] += 1


@schemathesis.hook
def after_network_error(_context: Any, case: Any, _request: Any) -> None:
    """Count a call without an answer."""
    CALLS[f"lost|{case.operation.label}|0"] += 1


@atexit.register
def write() -> None:
    """Write the counts."""
    if "CITADELS_COUNTS" in os.environ:
        Path(os.environ["CITADELS_COUNTS"]).write_text(json.dumps(CALLS))
