"""What type checkers make of the toolkit: its users' code is exact under pyright's strict mode, and no public name is without its type."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import citadels_sdk
import pytest
from citadels_sdk import live

if TYPE_CHECKING:
    from collections.abc import Sequence

ROOT = Path(__file__).parents[2]
USAGE = ROOT / "tests" / "sdk" / "public_usage.py"
SOURCES = [str(ROOT / name) for name in ("engine", "sdk")]

pytestmark = pytest.mark.heavy


def pyright(folder: Path, arguments: Sequence[str]) -> Any:
    """What basedpyright finds; it is run away from the project, whose settings are not those of a user.

    `--verifytypes` asks the first Python on the path for the packages, whatever `--pythonpath` says.
    """
    command = [sys.executable, "-P", "-m", "basedpyright", "--pythonpath", sys.executable, "--outputjson", *arguments]
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)])
    variables = {**os.environ, "PATH": path, "PYTHONPATH": os.pathsep.join(SOURCES)}
    done = subprocess.run(command, cwd=folder, env=variables, capture_output=True, text=True, check=False, timeout=300)
    return json.loads(done.stdout)


def strict(folder: Path, *files: Path) -> list[str]:
    """The errors of these files under the strict mode."""
    settings = {
        "include": [str(file) for file in files],
        "typeCheckingMode": "strict",
        "pythonVersion": "3.11",
        "extraPaths": SOURCES,
    }
    (folder / "pyrightconfig.json").write_text(json.dumps(settings))
    found = pyright(folder, ["--project", str(folder / "pyrightconfig.json")])
    return [
        f"{one['file']}:{one['range']['start']['line'] + 1}: {one['message']}"
        for one in found["generalDiagnostics"]
        if one["severity"] == "error"
    ]


@pytest.mark.rests_on("sdk/citadels_sdk/**/*.py", "engine/citadels_engine/**/*.py", "locks/*.txt")
def test_the_code_of_users_is_exact_and_their_slips_are_found(tmp_path: Path) -> None:
    slips = (
        "client.create_table(edition='modren')",
        "client.get_table(5)",
        "client.get_me().nick",
        "client.list_tables(limit='5')",
        "client.get_record('game_1').verify().fine",
    )
    file = tmp_path / "slips.py"
    file.write_text("\n    ".join(["from citadels_sdk import Client\n\nwith Client() as client:", *slips]) + "\n")
    errors = strict(tmp_path, USAGE, file)
    assert [one for one in errors if not one.startswith(f"{file}:")] == []
    found = {one.removeprefix(f"{file}:").partition(":")[0] for one in errors}
    assert found == {str(line) for line, _ in enumerate(slips, 4)}


@pytest.mark.rests_on("sdk/citadels_sdk/**/*.py", "engine/citadels_engine/**/*.py", "locks/*.txt")
def test_every_public_name_has_its_whole_type(tmp_path: Path) -> None:
    found = pyright(tmp_path, ["--verifytypes", "citadels_sdk", "--ignoreexternal"])["typeCompleteness"]
    names = {f"citadels_sdk.{name}" for name in citadels_sdk.__all__ if name not in ("__version__", "errors")}
    names |= {f"citadels_sdk.live.{name}" for name in live.__all__}
    symbols = {one["name"]: one for one in found["symbols"]}
    assert names <= set(symbols)
    faults = {
        name: [told["message"] for told in one["diagnostics"]]
        for name, one in symbols.items()
        if (name in names or name.startswith("citadels_sdk.errors."))
        and (not one["isTypeKnown"] or one["isTypeAmbiguous"])
    }
    assert faults == {}
