"""Marks that several test files share: tests that are dear and rest on few files (see `tools/settled.py`)."""

from __future__ import annotations

import pytest

PLANTED = pytest.mark.rests_on(
    "tests/promises/*.py", "tests/support/*.py", "api/citadels_api/**/*.py", "workers/citadels_workers/*.py"
)
"""A fault is planted in the service to see whether a proof finds it."""

INSTALLS = pytest.mark.rests_on(
    "citadels",
    "locks/*.txt",
    "pyproject.toml",
    "*/pyproject.toml",
    "engine/*.py",
    "tools/lock.py",
    "Dockerfile",
    "compose.yaml",
)
"""Packages are installed, or the starter makes an environment."""

SHOWN_WRONG = pytest.mark.rests_on("tests/web/**/*.py", "tests/support/*.py", "web/**/*.mjs", "web/**/*.css")
"""A fault is planted in what a browser shows, to see whether the eyes of the tests find it."""

TRIES_TOOLS = pytest.mark.rests_on("tools/*.py", "conftest.py", "pyproject.toml", "locks/*.txt")
"""A tool of the suite is tried on a suite of its own."""

BUILDS = pytest.mark.rests_on("engine/compile_engine.py", "engine/pyproject.toml", "locks/*.txt")
"""The compiling script compiles a toy."""
