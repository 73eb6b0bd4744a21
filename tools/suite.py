"""`./citadels test`: the quick part of the suite on the interpreted engine while the other one is compiled, then all on that.

    ./citadels test                   all, at CI's size
    ./citadels test --quick           without the heavy ones, on the compiled engine where it is there already
    ./citadels test --full            all, at full size, and a sample of mutants of what has changed
    ./citadels test --pythons         all, and on every other Python that is found the part that depends on the interpreter
    ./citadels test PATH -k NAME      only this, as pytest understands it, at once: on the interpreted engine (--compiled: on the compiled one)
    ./citadels test --changed         what the changes since the last commit can break, the nearest tests first (--since REF, --within SECONDS)
    ./citadels test --watch           the same again after each change, until Ctrl-C
    ./citadels test --conditions      the same tests under ten conditions, each of which an unsteady test may not survive (tools/conditions.py)
    ./citadels test --settle          the tests that are left out while what they rest on has not changed (tools/settled.py)
    ./citadels test --keep-times      all, and write down in tests/times.json what each file has taken

How large the heavy tests are is one word in the variable CITADELS_SIZE: quick, ci or full.

At the end stands what the run has taken beside what it may take, and the ten slowest files; a file that has become slower is named. All of it is
kept in `.citadels/times/`.

Where a few tests have failed, they are run once more with the machine to themselves, to tell what is broken from what is unsteady. The run
has failed all the same: a race in what is tested shows in no other way.
"""

import argparse
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from tools import changes, pythons, times

ROOT = Path(__file__).resolve().parents[1]
ENGINE = ["engine/citadels_engine", "engine/citadels_contest"]
LAST_FAILED = ROOT / ".citadels" / "cache" / "pytest" / "v" / "cache" / "lastfailed"
TIMES = ROOT / ".citadels" / "times"
KEPT = ROOT / "tests" / "times.json"
NOT_HEAVY = ["-m", "not heavy"]
TESTS_FAILED = 1
NOTHING_COLLECTED = 5
FEW = 3
"""So many failures at most are looked at again."""
WORKERS = max(3, 2 * (os.cpu_count() or 1))
"""Twice as many as there are cores: a test waits for processes and connections for half of its time."""
MAY_TAKE_MIN = {"quick": 4, "ci": 12, "full": 120}
"""The minutes that a whole run may take on two cores, with compiling the engine; the README names them."""
MUTANTS = 40
PAUSE_S = 0.3
ALONE_S = 4.0
"""What takes less than so many CPU-seconds is not worth starting workers for."""

# What is not run a second time on the interpreted engine: the doors, the stores, the processes, the toolkit, the house; and of the random
# games there are enough in other tests.
ONCE = [
    "api", "contract", "docs", "e2e", "house", "practice", "promises", "sdk", "tools", "web", "workers",
    "properties/test_random_games.py",
]  # fmt: skip


def main(arguments: list[str]) -> int:
    """Run what is asked for and sum up."""
    # what a script starts in the background ignores Ctrl-C, and the processes that the tests interrupt would inherit that
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if "-h" in arguments or "--help" in arguments:
        print(__doc__)
        return 0
    if arguments[:1] == ["--conditions"]:
        from tools.conditions import main as try_conditions  # a run of its own

        return try_conditions(arguments[1:])
    asked, chosen = read(arguments)
    build = os.environ.get("CITADELS_BUILD", "")
    if asked.watch:
        return watch(asked, chosen)
    if asked.changed:
        return run_changed(changes.changed_files(asked.since), asked, chosen)
    if chosen:
        return run_chosen(asked, chosen, build)
    return run_all(asked, build)


def read(arguments: list[str]) -> tuple[argparse.Namespace, list[str]]:
    """Our own options; all others and the paths are for pytest."""
    parser = argparse.ArgumentParser(prog="./citadels test", add_help=False, allow_abbrev=False)
    parser.add_argument(
        "--quick", dest="size", action="store_const", const="quick", default=os.environ.get("CITADELS_SIZE")
    )
    parser.add_argument("--full", dest="size", action="store_const", const="full")
    for name in ("--compiled", "--changed", "--watch", "--pythons", "--interpreter", "--settle", "--keep-times"):
        parser.add_argument(name, action="store_true")
    parser.add_argument("--since", metavar="REF", default="HEAD")
    parser.add_argument("--within", metavar="SECONDS", type=float)
    return parser.parse_known_args(arguments)


def run_all(asked: argparse.Namespace, build: str) -> int:
    """The whole suite, and how long it took."""
    began = float(os.environ.get("CITADELS_BEGAN") or time.time())
    size = asked.size or "ci"
    quick = NOT_HEAVY if size == "quick" else []
    fault = os.environ.get("CITADELS_BUILD_FAULT", "")
    if asked.interpreter:
        return sum_up(
            [part("interpreter", ["-m", "interpreter", *pythons.part()], "quick", build)], "interpreter", fault
        )
    if asked.settle:
        os.environ["CITADELS_SETTLE"] = "1"
        return sum_up(
            [part("compiled" if build else "interpreted", ["-m", "rests_on", "tests"], size, build)], "settle", fault
        )
    # the engine's own docstrings are tried on its sources: collecting them beside a build would load both
    collected = existing("tests", "sdk/citadels_sdk", "api/citadels_api", "workers/citadels_workers", "README.md")
    results = []
    pace = times.measure_pace()
    if build and size != "quick":
        passed_over = [f"--ignore=tests/{name}" for name in ONCE]
        results.append(part("interpreted", [*NOT_HEAVY, *passed_over, "tests", *ENGINE], "quick", ""))
        build, fault = finished(build)
    if build:
        results.append(part("compiled", [*quick, *collected], size, build))
    elif size == "quick":
        results.append(part("interpreted", [*quick, *collected, *ENGINE], size, ""))
    else:
        reason = "the engine did not compile" if fault else "no compiled engine is to be had here"
        print(f"== {reason}: everything runs interpreted", flush=True)
        results.append(part("interpreted", [*quick, *collected, *ENGINE], size, ""))
    tell_times([name for name, _ in results], size, pace, time.time() - began, keep=asked.keep_times)
    if asked.pythons:
        results += pythons.run_others()
    if size == "full":
        results.append(run_mutants(asked.since))
    return sum_up(results, size, fault)


def finished(build: str) -> tuple[str, str]:
    """The build, once the process has ended that the starter has left compiling; empty where there is none, and what went wrong."""
    builder = os.environ.pop("CITADELS_BUILDER", "")
    if not builder:
        return build, ""
    _, status = os.waitpid(int(builder), 0)
    fault = "the engine does not compile" if os.waitstatus_to_exitcode(status) else ""
    return (build, "") if Path(build).is_dir() else ("", fault)


def run_chosen(asked: argparse.Namespace, chosen: list[str], build: str) -> int:
    """Only what the arguments name."""
    os.environ["CITADELS_CHOSEN"] = "1"
    size = asked.size or "ci"
    quick = NOT_HEAVY if size == "quick" else []
    if not asked.compiled or any(word.startswith(("engine", "./engine")) for word in chosen):
        build = ""
    return sum_up([part("compiled" if build else "interpreted", [*quick, *chosen], size, build)], size, "")


def run_changed(changed: list[str], asked: argparse.Namespace, words: list[str]) -> int:
    """The tests that are near to the changed files."""
    if not changed:
        print(f"== nothing differs from {asked.since}; --since REF compares with another commit")
        return 0
    near = changes.choose(changed, asked.within)
    named = ", ".join(changed[:4]) + (f" and {len(changed) - 4} more" if len(changed) > 4 else "")
    if not near.chosen:
        print(f"== no test reaches {named}")
        return 0
    files = {name.partition("::")[0] for name in near.chosen}
    cost = sum(changes.cost_of(name) for name in near.chosen)
    print(f"== {named}: {len(files)} test files, the nearest first", flush=True)
    alone = ["-n", "0"] if cost < ALONE_S else []
    status = sum_up(
        [part("interpreted", ["-x", *alone, *words, *near.chosen], asked.size or "quick", "")], "changed", ""
    )
    if near.left:
        print(f"== {len(near.left)} more test files reach it: ./citadels test runs them all")
    return status


def watch(asked: argparse.Namespace, words: list[str]) -> int:
    """Run the tests of what is being changed, again and again, until Ctrl-C."""
    states = states_of_files()
    print("== waiting for changes; Ctrl-C ends this", flush=True)
    try:
        while True:
            time.sleep(PAUSE_S)
            now = states_of_files()
            changed = sorted(name for name in now.keys() | states.keys() if now.get(name) != states.get(name))
            states = now
            if changed:
                run_changed(changed, asked, words)
                print("== waiting for changes; Ctrl-C ends this", flush=True)
    except KeyboardInterrupt:
        return 130


def states_of_files() -> dict[str, tuple[int, int]]:
    """When each file of the repository was written, and its size."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    states = {}
    for name in listed.stdout.decode().split("\0"):
        try:
            held = (ROOT / name).stat()
        except OSError:
            continue
        if name:
            states[name] = (held.st_mtime_ns, held.st_size)
    return states


def run_mutants(since: str) -> tuple[str, int]:
    """A sample of mutants of what differs from a commit."""
    from tools.mutate import main as plant  # it is wanted at full size alone

    return "mutants", plant(["--changed", "--since", since, "--sample", str(MUTANTS)])


def existing(*names: str) -> list[str]:
    """Those of the folders that are there: the image has no tests of the house."""
    return [name for name in names if (ROOT / name).exists()]


def part(engine: str, arguments: list[str], size: str, build: str) -> tuple[str, int]:
    """Run pytest once on one engine; its name with its exit status."""
    print(f"== on the {engine} engine, size {size}", flush=True)
    began = time.monotonic()
    variables = {**os.environ, "CITADELS_SIZE": size, "CITADELS_ENGINE": "compiled" if build else "interpreted"}
    # the tests start hundreds of processes: each would compile all that it imports where bytecode is not kept
    variables.pop("PYTHONDONTWRITEBYTECODE", None)
    variables["PYTHONPYCACHEPREFIX"] = str(ROOT / ".citadels" / "cache" / "bytecode")
    variables["PYTHONPATH"] = os.pathsep.join([build, str(ROOT)] if build else [str(ROOT)])
    variables["CITADELS_TIMES"] = str(TIMES / f"{engine}.json")
    workers = (
        []
        if any(word.startswith(("-n", "--numprocesses", "--pdb", "-s")) for word in arguments)
        else ["-n", str(WORKERS), "-p", "tools.sharing"]
    )
    command = [sys.executable, "-m", "pytest", "-p", "tools.times", "-p", "tools.settled", "-q", *arguments]
    if workers and not any(
        word.startswith(("--lf", "--last", "--ff", "--failed", "--sw", "--step")) for word in arguments
    ):
        LAST_FAILED.unlink(missing_ok=True)
    status = subprocess.run([*command, *workers], cwd=ROOT, env=variables, check=False).returncode
    failed = last_failed() if status == TESTS_FAILED and workers else []
    if 0 < len(failed) <= FEW:
        print(f"== once more, by themselves: {' '.join(failed)}", flush=True)
        again = {name: value for name, value in variables.items() if name != "CITADELS_TIMES"}
        if not subprocess.run([*command, "--last-failed"], cwd=ROOT, env=again, check=False).returncode:
            print(f"== unsteady, passed by themselves: {' '.join(failed)}", flush=True)
    print(
        f"== on the {engine} engine: {'FAILED' if status else 'passed'} ({time.monotonic() - began:.0f} s)", flush=True
    )
    return engine, status


def sum_up(results: list[tuple[str, int]], size: str, fault: str) -> int:
    """Say what has failed; the exit status."""
    failed = [name for name, status in results if status]
    if fault:
        failed.append("compiling the engine")
    verdict = "FAILED: " + ", ".join(failed) if failed else "all passed"
    print(f"== test ({size}): {', '.join(name for name, _ in results)}: {verdict}", flush=True)
    return 1 if failed else 0


def tell_times(parts: list[str], size: str, pace: float, wall_s: float, *, keep: bool) -> None:
    """Say what the run has taken, which files took most, and which have become slower; keep all of it."""
    files: dict[str, float] = {}
    last: dict[str, float] = {}
    longest: dict[str, float] = {}
    for name in sorted(parts):  # of a file that has run on both engines the interpreted part counts
        try:
            told = json.loads((TIMES / f"{name}.json").read_text("utf-8"))
        except (OSError, ValueError):
            continue
        taken = times.of_files(told["tests"])
        for file, on_the_clock in times.of_files(told["tests"], times.CLOCK).items():
            longest[file] = max(longest.get(file, 0.0), on_the_clock)
        last |= taken
        for file, cpu in taken.items():
            files[file] = files.get(file, 0.0) + cpu
    total = sum(files.values())
    for file, cpu in times.slowest(files):
        print(f"==   {cpu:6.1f} CPU-s {cpu / (total or 1):5.0%}  {file}")
    try:
        before = json.loads(KEPT.read_text("utf-8"))
    except (OSError, ValueError):
        before = {}
    if before and before["size"] == size:
        ratio = pace / before["pace"]
        for file, expected, now in times.grown(files, before["files"], ratio):
            print(f"==   slower than it was: {file}, {expected:.1f} CPU-s before, now {now:.1f}")
        print(
            f"==   {total / (before['cpu_s'] * ratio):.2f} times the CPU-seconds that tests/times.json tells, at this machine's pace"
        )
    minutes, seconds = divmod(round(wall_s), 60)
    print(
        f"== {total:.0f} CPU-s, {minutes}:{seconds:02d} minutes; it may take {MAY_TAKE_MIN[size]} on two cores",
        flush=True,
    )
    kept = {
        "size": size,
        "pace": round(pace, 4),
        "cpu_s": round(total, 1),
        "wall_s": round(wall_s, 1),
        "files": {file: round(cpu, 1) for file, cpu in sorted(files.items()) if cpu >= 0.5},
        # what the order of the files goes by (tools/sharing.py): seconds on the clock
        "seconds": {file: round(wall, 1) for file, wall in sorted(longest.items()) if wall >= 0.5},
        # what `--changed` reckons with: it runs interpreted, as the last part does
        "once": {file: round(cpu, 1) for file, cpu in sorted(last.items()) if cpu >= 0.1},
    }
    text = json.dumps(kept, indent=1, sort_keys=True) + "\n"
    TIMES.mkdir(parents=True, exist_ok=True)
    (TIMES / f"{time.strftime('%Y-%m-%d-%H%M%S')}-{size}.json").write_text(text, "utf-8")
    if keep:
        KEPT.write_text(text, "utf-8")


def last_failed() -> list[str]:
    """The tests that failed in the last run, by their names."""
    try:
        found = json.loads(LAST_FAILED.read_text("utf-8"))
    except (OSError, ValueError):
        return []
    return sorted(found)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
