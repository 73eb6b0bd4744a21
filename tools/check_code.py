"""`./citadels check-code`: style, types, layers, locks; all are run, each is reported, and one that fails makes the exit status 1.

`--fast` runs ruff alone, for a hook before each commit. With `--house` the measures of `tools.house` follow, and one that is worse than its bound makes the exit status 1, too; with `--house --json`
the last line is one object.
"""

import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from tools import lock

ROOT = Path(__file__).resolve().parents[1]
CODE = [
    name
    for name in ("engine", "sdk", "api", "workers", "tests", "bench", "prove", "tools", "examples", "citadels")
    if (ROOT / name).exists()
]
PYTHON = [sys.executable, "-m"]
SCRIPTS = Path(sys.executable).parent

CHECKS = {
    "ruff check": [*PYTHON, "ruff", "check", *CODE],
    "ruff format": [*PYTHON, "ruff", "format", "--check", *CODE],
    "mypy": [*PYTHON, "mypy", *(name for name in CODE if name == "citadels" or any((ROOT / name).rglob("*.py")))],
    "layers": [
        sys.executable,
        str(SCRIPTS / "lint-imports"),
        "--cache-dir",
        str(ROOT / ".citadels" / "cache" / "layers"),
    ],
}


def main(arguments: Sequence[str] = ()) -> int:
    """Run all checks and sum up; with `--house` tell the measures of the house after them."""
    failed = check(fast="--fast" in arguments)
    if "--house" not in arguments:
        return 1 if failed else 0
    from tools import house

    return max(1 if failed else 0, house.main([one for one in arguments if one != "--house"]))


def check(*, fast: bool = False) -> list[str]:
    """Run all checks, or ruff alone, and sum up; the names of those that failed."""
    failed = []
    for name, command in CHECKS.items():
        if fast and not name.startswith("ruff"):
            continue
        began = time.monotonic()
        run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        if run.returncode:
            failed.append(name)
            print(run.stdout + run.stderr, end="")
        print(f"{name}: {'FAILED' if run.returncode else 'passed'} ({time.monotonic() - began:.1f} s)", flush=True)
    try:
        stale = [] if fast else lock.stale()
    except (OSError, subprocess.CalledProcessError) as error:
        stale = [f"could not be compared ({error})"]
    if stale:
        failed.append("locks")
        print(f"the locks {', '.join(stale)} do not say what the projects ask for: ./citadels lock writes them anew")
    if not fast:
        print(f"locks: {'FAILED' if stale else 'passed'}")
    print(f"check-code: {'FAILED: ' + ', '.join(failed) if failed else 'all passed'}")
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
