"""`./citadels test`: the suite on the compiled engine, then its quick part on the interpreted one.

    ./citadels test                 all, at CI's size
    ./citadels test --quick         without the heavy ones: meant for three minutes
    ./citadels test --full          all, at full size
    ./citadels test PATH -k NAME    only this, as pytest understands it

How large the heavy tests are is one word in the variable CITADELS_SIZE: quick, ci or full.

Where a few tests have failed, they are run once more with the machine to themselves, to tell what is broken from what is unsteady. The run
has failed all the same: a race in what is tested shows in no other way.
"""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LAST_FAILED = ROOT / ".citadels" / "cache" / "pytest" / "v" / "cache" / "lastfailed"
NOT_HEAVY = ["-m", "not heavy"]
TESTS_FAILED = 1
FEW = 3
"""So many failures at most are looked at again."""
WORKERS = str(max(3, os.cpu_count() or 1))
"""At least one more than the smallest machine has cores: many tests wait for processes and for time to pass."""

# What the quick part runs on the interpreted engine: the examples in its docstrings, which are tried on the sources alone, and these.
SHORT = ["engine/citadels_engine", "tests/engine", "tests/house"]

# What is not run a second time on the interpreted engine: the doors, the stores, the processes, the toolkit; and of the random games there
# are enough in other tests.
ONCE = [
    "api", "contract", "docs", "e2e", "practice", "promises", "sdk", "web", "workers", "properties/test_random_games.py",
]  # fmt: skip


def main(arguments: list[str]) -> int:
    """Run the parts and sum up."""
    # what a script starts in the background ignores Ctrl-C, and the processes that the tests interrupt would inherit that
    signal.signal(signal.SIGINT, signal.default_int_handler)
    sizes = [word[2:] for word in arguments if word in ("--quick", "--full")]
    chosen = [word for word in arguments if word not in ("--quick", "--full")]
    size = sizes[-1] if sizes else os.environ.get("CITADELS_SIZE", "ci")
    quick = NOT_HEAVY if size == "quick" else []
    build = os.environ.get("CITADELS_BUILD", "")
    fault = os.environ.get("CITADELS_BUILD_FAULT", "")
    # the engine's own docstrings are tried on its sources: collecting them beside a build would load both
    collected = [
        name
        for name in ("tests", "sdk/citadels_sdk", "api/citadels_api", "workers/citadels_workers", "README.md")
        if (ROOT / name).exists()
    ]
    results = []
    if any(word.startswith(("engine", "./engine")) for word in chosen):
        build = ""
    if chosen:
        results.append(part("compiled" if build else "interpreted", [*quick, *chosen], size, build))
    elif build:
        results.append(part("compiled", [*quick, *collected], size, build))
        if size == "quick":
            short = [name for name in SHORT if (ROOT / name).exists()]
            results.append(part("interpreted", [*NOT_HEAVY, *short], "quick", ""))
        else:
            passed_over = [f"--ignore=tests/{name}" for name in ONCE]
            results.append(
                part("interpreted", [*NOT_HEAVY, *passed_over, "tests", "engine/citadels_engine"], "quick", "")
            )
    else:
        reason = "the engine did not compile" if fault else "no compiled engine is to be had here"
        print(f"== {reason}: everything runs interpreted", flush=True)
        results.append(part("interpreted", [*quick, *collected, "engine/citadels_engine"], size, ""))
    failed = [name for name, status in results if status]
    if fault:
        failed.append("compiling the engine")
    print(
        f"== test ({size}): {', '.join(name for name, _ in results)}: {'FAILED: ' + ', '.join(failed) if failed else 'all passed'}"
    )
    return 1 if failed else 0


def part(engine: str, arguments: list[str], size: str, build: str) -> tuple[str, int]:
    """Run pytest once on one engine; its name with its exit status."""
    print(f"== on the {engine} engine, size {size}", flush=True)
    began = time.monotonic()
    variables = {**os.environ, "CITADELS_SIZE": size, "CITADELS_ENGINE": engine}
    # the tests start hundreds of processes: each would compile all that it imports where bytecode is not kept
    variables.pop("PYTHONDONTWRITEBYTECODE", None)
    variables["PYTHONPYCACHEPREFIX"] = str(ROOT / ".citadels" / "cache" / "bytecode")
    variables["PYTHONPATH"] = os.pathsep.join([build, str(ROOT)] if build else [str(ROOT)])
    workers = (
        []
        if any(word.startswith(("-n", "--numprocesses", "--pdb", "-s")) for word in arguments)
        else ["-n", WORKERS, "--dist", "worksteal"]
    )
    command = [sys.executable, "-m", "pytest", "-q", *arguments]
    if workers and not any(
        word.startswith(("--lf", "--last", "--ff", "--failed", "--sw", "--step")) for word in arguments
    ):
        LAST_FAILED.unlink(missing_ok=True)
    status = subprocess.run([*command, *workers], cwd=ROOT, env=variables, check=False).returncode
    failed = last_failed() if status == TESTS_FAILED and workers else []
    if 0 < len(failed) <= FEW:
        print(f"== once more, by themselves: {' '.join(failed)}", flush=True)
        if not subprocess.run([*command, "--last-failed"], cwd=ROOT, env=variables, check=False).returncode:
            print(f"== unsteady, passed by themselves: {' '.join(failed)}", flush=True)
    print(
        f"== on the {engine} engine: {'FAILED' if status else 'passed'} ({time.monotonic() - began:.0f} s)", flush=True
    )
    return engine, status


def last_failed() -> list[str]:
    """The tests that failed in the last run, by their names."""
    try:
        found = json.loads(LAST_FAILED.read_text("utf-8"))
    except (OSError, ValueError):
        return []
    return sorted(found)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
