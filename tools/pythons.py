"""The other Pythons of this machine: on each of them runs the part of the suite that depends on the interpreter.

That part has the mark `interpreter`: processes, errors, types, contracts, packaging. The newest Python compiles the engine, too; the others run it as
it stands in the sources, and leave the compiled engine to the Python of the whole run.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
WANTED = [(3, minor) for minor in range(11, 15)]
PLACES = (Path("/usr/bin"), Path("/usr/local/bin"))
ASK = "import sys, venv; print(*sys.version_info[:3], sys.version_info.releaselevel, sys.prefix != sys.base_prefix)"


def find_others() -> dict[tuple[int, ...], str]:
    """The Pythons that the distributions claim to run on, without the one that runs this: a program for each version."""
    installed = [
        Path("/opt/python"),
        Path.home() / ".pyenv/versions",
        Path(os.environ.get("PYENV_ROOT", "/nowhere")) / "versions",
    ]
    folders = [
        *os.environ.get("PATH", "").split(os.pathsep),
        *map(str, PLACES),
        *(str(path) for folder in installed for path in sorted(folder.glob("*/bin"))),
    ]
    found: dict[tuple[int, ...], str] = {}
    for name in [f"python{major}.{minor}" for major, minor in WANTED]:
        for folder in folders:
            program = shutil.which(name, path=folder)
            version = version_of(program) if program else None
            if program and version and version != sys.version_info[:3]:
                found.setdefault(version, program)
    return dict(sorted(found.items()))


def part() -> list[str]:
    """The test files of the part; the others need not even be read."""
    paths = sorted((ROOT / "tests").rglob("test_*.py"))
    return [str(path.relative_to(ROOT)) for path in paths if "pytest.mark.interpreter" in path.read_text("utf-8")]


def version_of(program: str) -> tuple[int, ...] | None:
    """The version of a Python that can make environments; none of one that cannot, or that is an environment itself."""
    try:
        run = subprocess.run([program, "-c", ASK], capture_output=True, text=True, timeout=20, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return None
    words = run.stdout.split()
    if run.returncode or words[3:] != ["final", "False"]:
        return None
    version = tuple(map(int, words[:3]))
    return version if version[:2] in WANTED else None


def run_others() -> list[tuple[str, int]]:
    """Run the part on every other Python; the name of each with its exit status."""
    others = find_others()
    if not others:
        print("== no other Python from 3.11 on is to be found here", flush=True)
    results = []
    variables = {
        key: value
        for key, value in os.environ.items()
        if not key.startswith(("CITADELS_", "PYTHON")) or key in ("CITADELS_CI", "CITADELS_PURE")
    }
    compiled = {version for version in others if version == max([*others, sys.version_info[:3]])}
    builders = [
        subprocess.Popen([others[version], str(ROOT / "citadels"), "build"], cwd=ROOT, env=variables)
        for version in compiled
    ]
    # the compiled one comes last: it is being built while the others run
    for version, program in sorted(others.items(), key=lambda item: (item[0] in compiled, item[0])):
        name = ".".join(map(str, version))
        print(f"== on Python {name}, {'compiled' if version in compiled else 'interpreted'}: {program}", flush=True)
        began = time.monotonic()
        if version in compiled:
            while builders:
                builders.pop().wait()  # what goes wrong in it goes wrong once more below, and is told there
        own = variables if version in compiled else variables | {"CITADELS_PURE": "1"}
        command = [program, str(ROOT / "citadels"), "test", "--interpreter"]
        status = subprocess.run(command, cwd=ROOT, env=own, check=False).returncode
        print(f"== Python {name}: {'FAILED' if status else 'passed'} ({time.monotonic() - began:.0f} s)", flush=True)
        results.append((f"Python {name}", status))
    return results
