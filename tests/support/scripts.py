"""Each test of a JavaScript file is a test of its own: the file is run once in node, and only if one of its tests was chosen.

A name in backquotes stands for every test that a loop makes of it.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from functools import cached_property
from typing import TYPE_CHECKING, Any

import pytest

from tools import node

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


NAMED = re.compile(r'^ *test\((?:"((?:[^"\\]|\\.)*)"|`([^`]*)`)', re.MULTILINE)
PLACE = re.compile(r"\$\{[^}]*\}")
ALL = "every test of the file is known by its name"


class Failure(Exception):
    """What node says of a test that failed."""


class File(pytest.File):
    """A file of tests in JavaScript."""

    def collect(self) -> Iterator[pytest.Item]:
        """Its tests, as they are named in it, and the claim that there are no others."""
        for match in NAMED.finditer(self.path.read_text(encoding="utf-8")):
            plain, template = match.groups()
            name = json.loads(f'"{plain}"') if template is None else PLACE.sub("*", template)
            yield Test.from_parent(self, name=name)
        yield Whole.from_parent(self, name=ALL)

    @cached_property
    def found(self) -> list[dict[str, Any]]:
        """What node has found, test by test."""
        reporter = node.SOURCE / "reporter.mjs"
        command = ["node", "--import", str(node.SOURCE / "resolve.mjs"), f"--test-reporter={reporter.as_uri()}"]
        done = subprocess.run([*command, str(self.path)], capture_output=True, text=True, timeout=60, check=False)
        lines = [line for line in done.stdout.splitlines() if line.startswith('{"name":')]
        if not lines:
            raise Failure(done.stdout + done.stderr)
        return [json.loads(line) for line in lines]

    def named(self, name: str) -> list[dict[str, Any]]:
        """What was found of the tests of that name."""
        pattern = re.compile(".*".join(re.escape(part) for part in name.split("*")))
        return [one for one in self.found if one["name"] == name or pattern.fullmatch(one["name"])]


class Item(pytest.Item):
    """A claim about a file."""

    parent: File

    def setup(self) -> None:
        """Nothing can be run where there is no node."""
        if shutil.which("node") is None:
            pytest.skip("there is no node here; CI promises one")

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The failure in node's own words."""
        return str(excinfo.value) if isinstance(excinfo.value, Failure) else super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Where it stands."""
        return self.path, 0, self.name


class Test(Item):
    """A test of the file."""

    def runtest(self) -> None:
        """It ran, and passed."""
        found = self.parent.named(self.name)
        if not found:
            raise Failure("node has not run it")
        for one in found:
            if not one["passed"]:
                raise Failure(f"{one['name']}\n{one['why']}")


class Whole(Item):
    """The claim that nothing in the file runs unseen, twice under one name, or not at all."""

    def runtest(self) -> None:
        """Every test that node has run stands among those collected, once; none was left out."""
        known = [item.name for item in self.parent.collect()]
        if len(set(known)) != len(known):
            raise Failure(f"two tests have the same name: {sorted(name for name in known if known.count(name) > 1)}")
        seen = {id(one) for name in known for one in self.parent.named(name)}
        unseen = [one["name"] for one in self.parent.found if id(one) not in seen and not one["nesting"]]
        if unseen:
            raise Failure(f"not known by name before they ran: {unseen}")
        if left_out := [one["name"] for one in self.parent.found if one["left_out"]]:
            raise Failure(f"left out: {left_out}")


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> File | None:
    """Collect `*.test.mjs`."""
    return File.from_parent(parent, path=file_path) if file_path.name.endswith(".test.mjs") else None
