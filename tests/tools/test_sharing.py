"""How the tests are shared out among the workers: whole files, the dearest first, and no test kills two workers."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from tools.sharing import Sharing, in_order, piece_of

TESTS = ["t/a.py::x", "t/a.py::y", "t/b.py::x", "t/b.py::y", "t/b.py::z", "t/c.py::x", "t/d.py::x"]


class Worker:
    """A worker that only notes what it was told to run."""

    def __init__(self, name: str) -> None:
        self.gateway = SimpleNamespace(id=name)
        self.told: list[str] = []
        self.shutting_down = False

    def send_runtest_some(self, numbers: list[int]) -> None:
        self.told += [TESTS[number] for number in numbers]

    def shutdown(self) -> None:
        self.shutting_down = True


def share(workers: int) -> tuple[Sharing, list[Any]]:
    option = SimpleNamespace(tx=["popen"] * workers, loadscopereorder=False)
    sharing = Sharing(SimpleNamespace(option=option, getvalue=lambda name: getattr(option, name)), None)
    nodes = [Worker(f"gw{number}") for number in range(workers)]
    for node in nodes:
        sharing.add_node(node)
        sharing.add_node_collection(node, TESTS)
    sharing.schedule()
    return sharing, nodes


def finish_all(sharing: Sharing, nodes: list[Any]) -> None:
    """Let the workers do what they are told until nothing is left."""
    while sharing.has_pending:
        for node in nodes:
            told = sharing.assigned_work[node].values()
            for test in [test for tests in told for test, over in tests.items() if not over]:
                finish(sharing, node, test)


def finish(sharing: Sharing, node: Worker, test: str) -> None:
    sharing.mark_test_complete(node, TESTS.index(test))


def test_a_file_goes_to_one_worker() -> None:
    sharing, (one, other) = share(2)
    finish_all(sharing, [one, other])
    assert sorted(one.told + other.told) == TESTS
    assert not {piece_of(test) for test in one.told} & {piece_of(test) for test in other.told}
    assert one.shutting_down
    assert other.shutting_down


def test_a_test_at_which_a_worker_ends_is_over_and_the_rest_goes_to_the_next() -> None:
    sharing, (one,) = share(1)
    finish(sharing, one, "t/a.py::x")
    assert sharing.remove_node(one) == "t/a.py::y"
    other = Worker("gw1")
    sharing.add_node(other)
    sharing.add_node_collection(other, TESTS)
    sharing.schedule()
    finish_all(sharing, [other])
    assert sorted(other.told) == TESTS[2:]
    assert not sharing.has_pending


def test_a_worker_that_ends_with_nothing_left_ended_at_no_test() -> None:
    sharing, (one,) = share(1)
    for test in TESTS:
        finish(sharing, one, test)
    assert sharing.remove_node(one) is None


def test_the_dearest_come_first_and_all_tests_in_a_browser_are_one_piece() -> None:
    tests = ["a.py::x", "b.py::x", "tests/web/e2e/test_a.py::x", "new.py::x", *(f"many.py::{n}" for n in range(100))]
    seconds = {"a.py": 1.0, "b.py": 9.0, "tests/web/e2e/test_a.py": 5.0, "tests/web/e2e/test_b.py": 5.0}
    assert in_order(tests, seconds) == ["tests/web/e2e/", "b.py", "many.py", "a.py", "new.py"]
