"""The browser that the tests start is as Playwright wants it, but for what nobody looks at."""

from __future__ import annotations

import re
from pathlib import Path

import playwright

from tests.support.browser import PLAYWRIGHTS_OWN


def test_all_that_playwright_switches_off_is_off() -> None:
    program = Path(playwright.__file__).parent / "driver/package/lib/coreBundle.js"
    found = re.search(r"\bdisabledFeatures = \[([^\]]*)\]", program.read_text(encoding="utf-8"))
    assert found
    names = set(re.findall(r'^\s*"(\w+)"', found[1], re.MULTILINE))
    assert len(names) > 5
    assert names <= set(PLAYWRIGHTS_OWN)
