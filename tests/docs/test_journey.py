"""`./citadels bench journey`: the same bot as in the pages, and a journey that comes to its end."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from bench import journey
from tests.support.pages import ROOT, blocks

pytestmark = pytest.mark.timeout(300, reason="installs packages, over a network that may be slow")


@pytest.mark.parametrize("page", ["README.md", "FIRST_BOT.md"])
def test_the_bot_of_the_journey_is_that_of_the_page(page: str) -> None:
    assert f"# mason.py\n{journey.BOT}" in [block.text for block in blocks(page)]
    assert len([line for line in journey.BOT.splitlines() if line]) <= 5


@pytest.mark.heavy
def test_goes_from_an_empty_environment_to_the_end_of_the_games() -> None:
    asked = ["--only", "offline", "--engine", "pure", "--games", "8", "--json"]
    done = subprocess.run(
        [sys.executable, "-m", "bench.journey", *asked],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    if done.returncode and "registry" in done.stderr:
        pytest.skip("the packages cannot be had here")
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout.splitlines()[-1])
    assert set(told["uv, pure"]["offline"]["seconds"]) == {"environment", "install", "match"}
    assert told["uv, pure"]["offline"]["result"].startswith("mason")
    assert {"click", "httpx2", "pydantic"} <= set(told["install"]["of_others"])
    assert told["install"]["megabytes"] < 40
