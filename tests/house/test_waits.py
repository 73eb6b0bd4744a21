"""No test waits without a bound: what never comes is a failure that says what was waited for."""

from __future__ import annotations

import ast
import asyncio
import re
from pathlib import Path

import pytest

from tests.support.waits import until, until_async

TESTS = Path(__file__).resolve().parents[1]
BOUNDS = {"timeout", "fail_after", "move_on_after"}
CLOCKS = {"monotonic", "perf_counter", "time"}

BOUNDED_ELSEWHERE = {
    "part.wait()": "tests.support.running.Part.wait has a bound of its own",
    "service.parts['api0'].wait()": "the same",
    "api.wait()": "the same",
    "self.following.wait()": "a number of seconds",
    "workers.join()": "a pool of processes takes none, and its worker has ended",
    "asyncio.Event().wait()": "an event that nobody sets: it stands for what never ends, and is cancelled",
    "threading.Event().wait()": "an event that nobody sets: it stands for what never ends",
    "while (data := (await reader.read(65536)))": "a proxy passes on until its connection ends",
    "while self.frozen": "a proxy is frozen until it is closed",
    "while self.made < self.total or self.running or (not enough())": "each game in it has a patience of its own",
    "while not self.over and (not self.wrong)": "somebody asks again until the proof, which has a limit, is over",
    "while not self.over or self.ordered < self.tables": "the same",
    "while position['status'] == 'running'": "the same",
    "while not self.until.is_set()": "a person plays until the proof has had enough",
}
"""What has no bound where it is written, with the reason."""

OTHERS = ("support/waits.py", "promises/simulation/")
"""What keeps its waits itself: the helper, and simulated worlds, which wait in a time of their own that has an end."""


def unbounded(source: str) -> list[str]:
    """What in a module waits without a bound: the line, and what is written there."""
    found: list[str] = []

    def look(node: ast.AST, *, bounded: bool) -> None:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            bounded = False
        if isinstance(node, ast.AsyncWith):
            bounded = bounded or any(called(item.context_expr) in BOUNDS for item in node.items)
        if isinstance(node, ast.While):
            told = f"while {ast.unparse(node.test)}"
            if waits(node) and not bounded and told not in BOUNDED_ELSEWHERE:
                found.append(f"{node.lineno}: {told}")
            bounded = bounded or acts(node) or any(called(one) in CLOCKS for one in ast.walk(node.test))
        if isinstance(node, ast.Call) and not bounded and blocks(node):
            found.append(f"{node.lineno}: {ast.unparse(node)}")
        for child in ast.iter_child_nodes(node):
            look(child, bounded=bounded or called(node) == "wait_for")

    look(ast.parse(source), bounded=False)
    return found


def called(node: ast.AST) -> str:
    """The name of what is called, without where it comes from."""
    if not isinstance(node, ast.Call):
        return ""
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def waits(loop: ast.While) -> bool:
    """Whether a loop sleeps until something is so, and looks at no clock."""
    inside = list(ast.walk(loop))
    sleeps = any(
        called(node) == "sleep" and ast.unparse(node.args[0]) != "0" for node in inside if isinstance(node, ast.Call)
    )
    return sleeps and not acts(loop) and not any(called(node) in CLOCKS for node in inside)


def acts(loop: ast.While) -> bool:
    """Whether a loop runs until it is cancelled, which is no waiting."""
    for_ever = isinstance(loop.test, ast.Constant) and bool(loop.test.value)
    return for_ever and not any(isinstance(node, ast.Break | ast.Return) for node in ast.walk(loop))


def blocks(call: ast.Call) -> bool:
    """Whether a call blocks until something happens, and is given no time."""
    if not isinstance(call.func, ast.Attribute) or ast.unparse(call) in BOUNDED_ELSEWHERE:
        return False
    of = ast.unparse(call.func.value)
    if any(keyword.arg in ("timeout", None) for keyword in call.keywords):
        return False
    match call.func.attr:
        case "run" | "check_output" | "check_call":
            return of == "subprocess"
        case "communicate":
            return True
        case "wait" | "join":
            return not call.args
        case "get":
            return of.endswith("queue") and not call.args
    return False


@pytest.mark.parametrize(
    "wait",
    [
        "while not ready():\n    time.sleep(0.1)",
        "async def f():\n    while await get():\n        await asyncio.sleep(0.1)",
        "while True:\n    if ready():\n        break\n    time.sleep(1)",
        "async def f():\n    async with asyncio.timeout(3):\n        def g():\n            while x:\n                sleep(1)",
        "process.wait()",
        "async def f():\n    await event.wait()",
        "thread.join()",
        "process.communicate(b'')",
        "subprocess.run(['x'])",
        "x = queue.get()",
    ],
)
def test_a_wait_without_a_bound_is_found(wait: str) -> None:
    assert len(unbounded(wait)) == 1


@pytest.mark.parametrize(
    "wait",
    [
        "until(ready, 'it is ready')",
        "async def f():\n    async with asyncio.timeout(3):\n        while await get():\n            await asyncio.sleep(0.1)",
        "while not ready():\n    assert time.monotonic() < end\n    time.sleep(1)",
        "async def kill():\n    while True:\n        await asyncio.sleep(1)\n        part.restart()",
        "process.wait(5)",
        "async def f():\n    await asyncio.wait_for(event.wait(), 5)",
        "', '.join(words)",
        "subprocess.run(['x'], timeout=5)",
        "queue.get(timeout=3)",
    ],
)
def test_a_wait_with_a_bound_is_none_of_them(wait: str) -> None:
    assert not unbounded(wait)


def test_no_test_waits_without_a_bound() -> None:
    found = {
        str(path.relative_to(TESTS)): waits
        for path in sorted(TESTS.rglob("*.py"))
        if not str(path.relative_to(TESTS)).startswith(OTHERS) and (waits := unbounded(path.read_text("utf-8")))
    }
    assert not found, "give these a bound, with tests.support.waits.until or a timeout"


def test_what_does_not_come_is_named_with_the_last_answer() -> None:
    with pytest.raises(TimeoutError, match=r"waited 0\.05 s in vain until the door opens; the last answer was 0"):
        until(lambda: 0, "the door opens", patience_s=0.05)
    with pytest.raises(TimeoutError, match="the door opens; the last answer was None"):
        asyncio.run(until_async(asyncio.Queue[None]().get, "the door opens", patience_s=0.05))


def test_what_comes_is_handed_back() -> None:
    answers = iter([0, "", "open"])
    assert until(lambda: next(answers), "the door opens", pause_s=0) == "open"


SHARED = re.compile(
    r"""setattr\(\s*(?:"[\w.]*\.(?:asyncio|time)\.\w+"|(?:\w+\.)?(?:asyncio|time),|os, "(?:_exit|getpid|kill|name|read)")"""
)
"""What threads of other tests use meanwhile: a service that runs for many tests sleeps, and would not any more."""


def test_no_test_takes_sleep_or_the_clock_from_other_threads() -> None:
    found = [
        str(path.relative_to(TESTS)) for path in sorted(TESTS.rglob("*.py")) if SHARED.search(path.read_text("utf-8"))
    ]
    assert found == [], "replace it for one module, with tests.support.modules.replace_in"
    assert SHARED.search('monkeypatch.setattr("citadels_api.app.asyncio' + '.sleep", soon)')
