"""The page docs/API.md: what it says to type works, from its first line to its last, against a real service."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.running import Service

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "API.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def service() -> Iterator[Service]:
    with Service(apis=1, workers=1, clocks=1) as running:
        yield running


@pytest.mark.heavy
@pytest.mark.skipif(not shutil.which("curl"), reason="the page is written for curl")
def test_everything_that_the_page_types_works(service: Service, tmp_path: Path) -> None:
    blocks = re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL)
    assert len(blocks) == 6
    script = "set -eu\n" + "\n".join(blocks)
    variables = {**os.environ, "CITADELS_URL": service.bases[0]}
    done = subprocess.run(
        ["bash", "-c", script], cwd=tmp_path, env=variables, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert '"kind":"guest"' in done.stdout
    assert "ok\n" in done.stdout
    assert "created\n" in done.stdout
    assert "event: view" in done.stdout
    assert '"owed":' in done.stdout
    assert '"errors"' not in done.stdout


def test_every_address_of_the_page_exists() -> None:
    import json

    paths = set(json.loads((ROOT / "openapi" / "openapi.json").read_text())["paths"])
    named = set(re.findall(r"`(?:GET |POST )?(/(?:v1|problems)/[a-z/{}-]+)`", PAGE))
    assert named
    assert named <= paths
