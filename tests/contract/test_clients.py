"""A typed client of REST, made from `openapi.json` as front-end teams make it, compiles under strict tsc and plays."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.support.running import Service
from tools import node

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "examples" / "web" / "rest"
CI = os.environ.get("CITADELS_CI", "") == "1"
pytestmark = [
    pytest.mark.heavy,
    pytest.mark.timeout(300, reason="installs packages, over a network that may be slow"),
    pytest.mark.skipif(bool(node.MISSING) and not CI, reason="there is no node with npm here; CI promises them"),
]


@pytest.fixture(scope="module")
def modules() -> Path:
    """What the client is made with."""
    try:
        return node.folder(node.CONTRACT) / "node_modules"
    except node.Unready as fault:
        if CI:
            raise
        pytest.skip(f"what clients are made with cannot be fetched here: {fault}")


def run(command: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    """A command, ended."""
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120, check=False)


def made(modules: Path, folder: Path, description: Path) -> str:
    """The example in a folder, with the types of a description; what tsc says of it."""
    shutil.copytree(EXAMPLE, folder, ignore=shutil.ignore_patterns("node_modules", "dist", "schema.d.ts"))
    (folder / "node_modules").symlink_to(modules)
    types = run([str(modules / ".bin" / "openapi-typescript"), str(description), "--output", "schema.d.ts"], folder)
    assert types.returncode == 0, types.stderr
    assert "warn" not in (types.stdout + types.stderr).lower()
    return run([str(modules / ".bin" / "tsc"), "--pretty", "false"], folder).stdout


@pytest.fixture(scope="module")
def client(modules: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example, compiled."""
    folder = tmp_path_factory.mktemp("client") / "rest"
    assert made(modules, folder, ROOT / "openapi" / "openapi.json") == ""
    return folder


@pytest.mark.rests_on("openapi/*", "examples/web/rest/*", "tests/web/node/package-lock.json", "locks/*.txt")
def test_every_operation_has_its_types(client: Path) -> None:
    text = (client / "schema.d.ts").read_text()
    methods = json.loads((ROOT / "openapi" / "openapi.json").read_text())["paths"].values()
    for operation in (one for path in methods for one in path.values()):
        assert f"\n    {operation['operationId']}: {{\n" in text


@pytest.mark.rests_on("openapi/*", "examples/web/rest/*", "tests/web/node/package-lock.json", "locks/*.txt")
def test_a_default_in_a_body_would_break_the_client(modules: Path, tmp_path: Path) -> None:
    told = json.loads((ROOT / "openapi" / "openapi.json").read_text())
    told["components"]["schemas"]["SeatOrder"]["properties"]["account"]["default"] = None
    (tmp_path / "openapi.json").write_text(json.dumps(told))
    assert "Property 'account' is missing" in made(modules, tmp_path / "rest", tmp_path / "openapi.json")


@pytest.fixture(scope="module")
def service() -> Iterator[Service]:
    with Service(apis=1, workers=1, clocks=1) as running:
        yield running


def test_the_client_plays(client: Path, service: Service) -> None:
    played = run(["node", "--no-warnings", "dist/play.js", service.bases[0], "2"], client)
    assert played.returncode == 0, played.stderr
    assert [line.split(": ")[1].split(",")[0] for line in played.stdout.splitlines()] == ["ok", "ok"]


def test_the_client_says_why_it_ends(client: Path) -> None:
    assert "Error: say where" in run(["node", "dist/play.js"], client).stderr


def test_the_example_names_the_versions_that_it_is_tried_with() -> None:
    tried = json.loads((node.CONTRACT / "package.json").read_text())["devDependencies"]
    named = json.loads((EXAMPLE / "package.json").read_text())
    assert {**named["dependencies"], **named["devDependencies"]} == tried
