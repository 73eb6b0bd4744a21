"""What the page and the descriptions are checked with: `npm ci` into `.citadels`, made once for each state of a lock, and the programs in it.

    python -m tools.node tsc         the types of the page
    python -m tools.node unit        its unit tests

Nothing of it is served, and nothing of the service runs on it: without node and npm everything but these checks works.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PRIVATE = ROOT / ".citadels"
SOURCE = ROOT / "tests" / "web" / "node"
NODE = PRIVATE / "node"
"""Where it lies; `tsconfig.json` knows it too."""
CONTRACT = ROOT / "tests" / "contract" / "node"
"""What clients of the descriptions are made with; it needs another TypeScript than the page."""
PLACES = {SOURCE: NODE, CONTRACT: PRIVATE / "node-contract"}
NAMED = ("package.json", "package-lock.json", ".npmrc")
MISSING = [program for program in ("node", "npm") if shutil.which(program) is None]
"""What is not on this machine."""


class Unready(Exception):
    """The packages cannot be had; it says why."""


def folder(source: Path = SOURCE) -> Path:
    """The folder whose `node_modules` holds what the lock in `source` names, made if it is not there or no longer right."""
    stamp = hashlib.sha256(b"".join((source / name).read_bytes() for name in NAMED)).hexdigest()
    mark = PLACES[source] / "stamp"
    PRIVATE.mkdir(exist_ok=True)
    with (PRIVATE / "node.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not mark.exists() or mark.read_text() != stamp:
            install(source)
            mark.write_text(stamp)
    return PLACES[source]


def install(source: Path) -> None:
    """Have npm fetch what the lock names, by its hashes, and put it in place."""
    if MISSING:
        raise Unready(f"{' and '.join(MISSING)} are not on this machine")
    new = PRIVATE / "new-node"
    shutil.rmtree(new, ignore_errors=True)
    new.mkdir(parents=True)
    for name in NAMED:
        shutil.copy(source / name, new)
    variables = {**os.environ, "npm_config_cache": str(PRIVATE / "cache" / "npm")}
    made = subprocess.run(["npm", "ci"], cwd=new, env=variables, capture_output=True, text=True, check=False)
    if made.returncode:
        raise Unready(f"npm ci failed:\n{made.stderr[-2000:]}")
    shutil.rmtree(PLACES[source], ignore_errors=True)
    new.rename(PLACES[source])


def tsc(project: Path = SOURCE / "tsconfig.json", *options: str) -> subprocess.CompletedProcess[str]:
    """Check the types of a project; what tsc says is in the output."""
    command = [
        str(folder() / "node_modules" / ".bin" / "tsc"),
        "--project",
        str(project),
        "--pretty",
        "false",
        *options,
    ]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def unit(*options: str) -> subprocess.CompletedProcess[str]:
    """Run the unit tests, with bare imports going where the page's import map sends them."""
    tests = sorted(str(path) for path in (ROOT / "tests" / "web" / "unit").rglob("*.test.mjs"))
    command = ["node", "--import", str(SOURCE / "resolve.mjs"), "--test", *options, *tests]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def main(arguments: list[str]) -> int:
    """Run one of the checks and show what it says."""
    verbs = {"tsc": tsc, "unit": unit}
    if not arguments or arguments[0] not in verbs:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        run = tsc(SOURCE / "tsconfig.json", *arguments[1:]) if arguments[0] == "tsc" else unit(*arguments[1:])
    except Unready as fault:
        print(fault, file=sys.stderr)
        return 1
    print(run.stdout + run.stderr, end="")
    return run.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
