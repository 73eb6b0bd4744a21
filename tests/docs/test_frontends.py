"""The pages for front ends: no code is missing, nothing is told of the schema that is not so."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

from citadels_api.graphql.problems import problem_type
from citadels_api.graphql.sockets import closing
from citadels_api.problems import PROBLEMS, Refusal
from citadels_api.published import SERVED as TOLD
from citadels_api.settings import Settings
from citadels_workers.practice.catalogue import catalogue
from citadels_workers.practice.determinism import NOW
from citadels_workers.practice.server import PATHS

from tests.support.pages import PAGES, ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator

ROW = re.compile(r"^\| `([a-z_]+)` \| (\d{3}) \| (.*?) \| (no|later|same key) \| (.*?) \|$", re.MULTILINE)
TYPE = re.compile(r"`([A-Za-z]+Problem)`")


def text(page: str) -> str:
    return PAGES[page].read_text(encoding="utf-8")


def test_every_code_is_explained_as_the_service_explains_it() -> None:
    rows = {code: (int(status), meaning) for code, status, meaning, _, _ in ROW.findall(text("ERRORS.md"))}
    assert rows == {code: (kind.status, kind.description) for code, kind in PROBLEMS.items()}


def test_the_types_of_graphql_are_named_and_what_may_be_sent_again_is_not_a_mistake_of_the_request() -> None:
    for code, status, _, again, advice in ROW.findall(text("ERRORS.md")):
        named = TYPE.findall(advice)
        assert named == ([] if problem_type(code) == "RefusedProblem" else [problem_type(code)]), code
        assert (again != "no") == (int(status) in {408, 429, 503}), code


def calls(folder: str, *names: str) -> Iterator[ast.Call]:
    """Every call of these names in the code below a folder or in a file."""
    place = ROOT / folder
    for path in [place] if place.is_file() else sorted(place.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names:
                yield node


def literal(node: ast.expr) -> object:
    """What stands in the code, where it is a value."""
    return node.value if isinstance(node, ast.Constant) else None


NO_REASON = {"bad_setting", None}
"""A fault of the settings is a `bad_setup`; and one is made of what the other says."""


def test_every_reason_for_which_a_tournament_cannot_take_something_is_explained() -> None:
    contest = {literal(call.args[0]) for call in calls("engine/citadels_contest", "ContestError")}
    own = {
        literal(keyword.value)
        for call in calls("api/citadels_api", "Refusal")
        if literal(call.args[0]) == "not_possible"
        for keyword in call.keywords
        if keyword.arg == "reason"
    }
    told = re.findall(r"^\| `([a-z_]+)` \| [^|]+\. \| [^|]+\. \|$", text("ERRORS.md"), re.MULTILINE)
    assert len(contest) > 10
    assert "no_result" in own
    assert sorted(told) == sorted(str(one) for one in (contest | own) - NO_REASON)


def test_every_code_with_which_a_socket_is_closed_is_explained() -> None:
    closed = {literal(call.args[0]) for call in calls("api/citadels_api/graphql/sockets.py", "Closed")}
    (told,) = re.findall(r"^A WebSocket that is turned away.*?\n\n", text("ERRORS.md"), re.MULTILINE | re.DOTALL)
    assert {4400, 4401, 4409} <= closed
    assert [code for code in closed if code is not None and f"{code}" not in told] == []
    at_the_end = {closing(Refusal(code)) for code, kind in PROBLEMS.items() if kind.status in (401, 403, 429, 503)}
    assert [code for code in at_the_end if f"{code}" not in told] == []


def test_what_is_said_to_be_deprecated_is_what_is() -> None:
    deprecated = "@deprecated" in (ROOT / "openapi/schema.graphql").read_text(encoding="utf-8")
    deprecated |= '"deprecated": true' in (ROOT / "openapi/openapi.json").read_text(encoding="utf-8")
    assert ("Nothing is deprecated at present" in text("SCHEMA.md")) == (not deprecated)


def test_the_files_that_describe_the_service_are_all_named() -> None:
    for file in (ROOT / "openapi").glob("*.*"):
        assert f"openapi/{file.name})" in text("SCHEMA.md"), file.name
    for address in TOLD:
        assert f"`{address}`" in text("SCHEMA.md") + text("FRONTENDS.md"), address


def test_what_is_said_of_the_practice_server_is_so() -> None:
    page = text("FRONTENDS.md")
    for address in PATHS:
        assert f"8000{address}" in page
    entry = catalogue()["warrant"]
    assert f'"table": "{entry.table}", "seat": {entry.seat}, "asked": {entry.asked}' in page
    assert str(NOW) in page
    assert "2026-01-01 12:00 UTC" in page
    assert NOW // 1000 == 1_767_268_800
    for title in re.findall(r'"([A-Z0-9][^"]* [^"]*)"', page.split("## The practice server")[1].split("```console")[0]):
        assert title in {one.title for one in catalogue().values()}, title


def test_what_is_said_of_sockets_is_what_is_set() -> None:
    assert f"one socket holds {Settings.model_fields['subscriptions_per_socket'].default}" in " ".join(
        text("FRONTENDS.md").split()
    )
