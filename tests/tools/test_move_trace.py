"""What a trace counts of the functions that are called, and that a move can be traced at all."""

from __future__ import annotations

import asyncio
import sys
from typing import Any

from tools.move_trace import Trace, traced_over

FILES = {
    "/x/citadels_a/door.py": """
def enter():
    check()
    check()
    carry(step)
    return [one for one in range(3)]

def check():
    pass
""",
    "/x/library/carry.py": """
def carry(function):
    function()
    function()
""",
    "/x/citadels_b/rules.py": """
def step():
    (lambda: None)()
""",
}


def traced() -> dict[str, Any]:
    """A call of `enter`, traced; all files share their names."""
    names: dict[str, Any] = {}
    for file, text in FILES.items():
        exec(compile(text, file, "exec"), names)
    trace = Trace()
    sys.setprofile(trace.hear)
    try:
        names["enter"]()
    finally:
        sys.setprofile(None)
    return trace.figures()


def test_functions_of_ours_count_once_and_those_of_libraries_not_at_all() -> None:
    told = traced()
    assert told["functions"] == len(["enter", "check", "step", "lambda"])
    assert (told["files"], told["names"]) == (2, ["citadels_a/door.py", "citadels_b/rules.py"])


def test_a_call_into_another_file_of_ours_counts_once_also_through_a_library() -> None:
    assert traced()["changes"] == 1


def test_the_same_move_gives_the_same_figures() -> None:
    first, second = (asyncio.run(traced_over(graphql=False)) for _ in range(2))
    assert first == second
    assert first["functions"] > first["files"] > 10
