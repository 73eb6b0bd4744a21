"""The parts of the page that need no browser do what they say, in node: the tests are in `tests/web/unit`."""

from __future__ import annotations

import shutil

import pytest

from tools import node

pytestmark = [
    pytest.mark.heavy,
    pytest.mark.skipif(shutil.which("node") is None, reason="there is no node here; CI promises one"),
]


def test_all_unit_tests_of_the_page_pass() -> None:
    run = node.unit()
    assert run.returncode == 0, run.stdout[-6000:] + run.stderr[-2000:]
    assert "# pass 0" not in run.stdout
    assert "# skipped 0" in run.stdout
