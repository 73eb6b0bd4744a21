"""Mutation testing: plants small faults in the sources, one at a time, and tells which of them no test notices.

    ./citadels mutate PATH...                 all mutants of these files and folders
    ./citadels mutate engine --sample 40      so many of them, chosen by --seed
    ./citadels mutate --changed --since REF   of the files that differ from a commit

1. The sources stay as they are: a fault is planted in an overlay, a copy of the tree under `.citadels/tmp` with an environment of its
   own on which the real sources do not lie, so that processes which a test starts run on the overlay too.
2. The tests of a file are the one that mirrors it, then the nearest that import it, up to `--budget` seconds. Each has to pass without a
   fault first; that gives its time. What hangs is ended from outside and counts as killed, by time.
3. What was found is kept in `.citadels/cache/mutants` as long as the source and the tests stay the same: an interrupted run goes on.
4. A survivor that may stay is listed in `tests/survivors.toml` with its reason. An entry that fits no mutant any more is an error.

Exit status: 0 all killed or listed, 1 a survivor or a stale entry, 2 misuse.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import functools
import hashlib
import json
import os
import queue
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import threading
import time
import tomllib
import venv
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from tools.mutants import SCRIPTS, Mutant, mutants

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["ROOT", "Overlay", "choose", "main"]

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("api", "engine", "sdk", "web", "workers")
SOURCES = (*PACKAGES, "tools")
REASONS = ("equivalent", "only faster", "only a message")
TOO_LONG = "takes too long"
ENVIRONMENT = ".".join(map(str, sys.version_info[:3]))
NO_TESTS = 5
"""What pytest says when a file has none."""
FAILED = re.compile(r"^(?:FAILED|ERROR) (\S+)|^ *not ok \d+ - (.*)", re.MULTILINE)
MEMORY = 3 << 30
NEAR = 4
"""So many of the nearest test files run first, and by themselves: most faults end there."""


class Tested(NamedTuple):
    """What some tests said: passed, failed (and which), or time (they had to be ended)."""

    verdict: str
    test: str
    seconds: float


class Overlay:
    """A copy of the tree with an environment of its own, in which faults are planted."""

    def __init__(self, root: Path, folder: Path) -> None:
        self.root = root
        self.folder = folder
        self.token = f"CITADELS_MUTANT={folder.name}"
        for name in files_of(root):
            place = folder / name
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(root / name, place)
        self.private = folder / ".citadels"
        self.environment = self.private / f"develop-{ENVIRONMENT}"
        venv.EnvBuilder(symlinks=True).create(self.environment)
        packages = Path(next(path for path in sys.path if path.endswith("site-packages")))
        paths = [*(str(folder / name) for name in ("api", "engine", "sdk", "workers")), str(packages)]
        next(self.environment.glob("lib/python*/site-packages")).joinpath("overlay.pth").write_text("\n".join(paths))
        for script in Path(sys.executable).parent.iterdir():
            place = self.environment / "bin" / script.name
            if not place.exists() and script.is_file():
                text = script.read_bytes()
                if text.startswith(b"#!") and b"python" in text[:200]:
                    place.write_bytes(text.replace(sys.prefix.encode(), str(self.environment).encode()))
                    place.chmod(0o755)
                else:
                    place.symlink_to(script)
        for kept in ("node", "node-contract", "uv"):
            if (root / ".citadels" / kept).exists():
                (self.private / kept).symlink_to(root / ".citadels" / kept)
        (self.private / "tmp").mkdir()

    def with_fault(self, mutant: Mutant, act: Callable[[], Tested]) -> Tested:
        """Do something while a fault is planted. The file's time is its own, so that no bytecode of another is taken for it."""
        place = self.folder / mutant.file
        place.write_bytes(mutant.planted((self.root / mutant.file).read_bytes()))
        age = 1_000_000_000 + int(digest(mutant.file, str(mutant.start), mutant.new.hex())[:7], 16)
        os.utime(place, (age, age))
        try:
            return act()
        finally:
            shutil.copy2(self.root / mutant.file, place)

    def check(self, script: str) -> Tested:
        """Whether node can read a script at all."""
        status, said = self.execute(["node", "--check", str(self.folder / script)], 20)
        return Tested("failed" if status else "passed", said, 0.0)

    def run(self, tests: list[str], limit_s: float) -> Tested:
        """Run tests, the nearest first, until one fails or the time is over."""
        began = time.monotonic()
        scripts = [str(self.folder / test) for test in tests if test.endswith(SCRIPTS)]
        python = [test for test in tests if not test.endswith(SCRIPTS)]
        bare = self.folder / "tests" / "web" / "node" / "resolve.mjs"
        node = ["node", *(["--import", str(bare)] if bare.exists() else []), "--test", "--test-reporter=tap", *scripts]
        pytest = [
            str(self.environment / "bin" / "python"),
            "-P",
            "-m",
            "pytest",
            "-xq",
            "-rfE",
            "-n0",
            "-p",
            "no:hypothesispytest",
            *python,
        ]
        for command in [node] * bool(scripts) + [pytest] * bool(python):
            status, said = self.execute(command, limit_s - (time.monotonic() - began))
            if status not in (0, NO_TESTS):
                told = FAILED.search(said)
                test = next(filter(None, told.groups())) if told else said.strip()[-200:]
                return Tested("time" if status is None else "failed", test, time.monotonic() - began)
        return Tested("passed", "", time.monotonic() - began)

    def execute(self, command: list[str], limit_s: float) -> tuple[int | None, str]:
        """The exit status of a command (None where it had to be ended) and what it said. Nothing that it started is left behind."""
        inside = {
            "PYTHONPATH": str(self.folder),
            "PYTHONPYCACHEPREFIX": str(self.root / ".citadels" / "cache" / "bytecode"),
            "TMPDIR": str(self.private / "tmp"),
            "CITADELS_HOME": str(self.private),
            "CITADELS_SIZE": "quick",
            "CITADELS_ENGINE": "interpreted",
            "CITADELS_BUILD": "",
            "CITADELS_PURE": "1",
            "HYPOTHESIS_STORAGE_DIRECTORY": str(self.private / "hypothesis"),
            **dict([self.token.split("=")]),
        }  # fmt: skip
        variables = {
            name: value
            for name, value in os.environ.items()
            if name not in ("PYTHONDONTWRITEBYTECODE", "NODE_TEST_CONTEXT")
        }
        log = self.private / "said"
        with log.open("wb") as out:
            process = subprocess.Popen(
                command, cwd=self.folder, env=variables | inside, stdin=subprocess.DEVNULL, stdout=out, stderr=out, start_new_session=True,
            )  # fmt: skip
            if hasattr(resource, "prlimit"):
                with contextlib.suppress(OSError):  # it has ended already
                    resource.prlimit(process.pid, resource.RLIMIT_DATA, (MEMORY, MEMORY))
            status: int | None = None
            with contextlib.suppress(subprocess.TimeoutExpired):
                status = process.wait(max(limit_s, 1.0))
        self.end(process)
        shutil.rmtree(self.private / "tmp", ignore_errors=True)
        (self.private / "tmp").mkdir(exist_ok=True)
        return status, log.read_text("utf-8", "replace")

    def end(self, process: subprocess.Popen[bytes]) -> None:
        """End a process and all that stems from it: its group, and whoever carries the mark of this overlay in another one."""
        with contextlib.suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        for place in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                if self.token.encode() in (place / "environ").read_bytes().split(b"\0"):
                    os.kill(int(place.name), signal.SIGKILL)

    def remove(self) -> None:
        """Leave nothing behind."""
        shutil.rmtree(self.folder, ignore_errors=True)
        shutil.rmtree(self.root / ".citadels" / "cache" / "bytecode" / self.folder.relative_to("/"), ignore_errors=True)


def digest(*parts: str | bytes) -> str:
    """A short name for all of this together."""
    return hashlib.sha256(b"\0".join(part.encode() if isinstance(part, str) else part for part in parts)).hexdigest()[
        :24
    ]


@functools.cache
def files_of(root: Path) -> list[str]:
    """The files of a tree: what git knows or would, and without git whatever lies there."""
    told = subprocess.run(
        ["git", "ls-files", "-coz", "--exclude-standard"], cwd=root, capture_output=True, text=True, check=False
    )
    names = (
        told.stdout.split("\0") if told.returncode == 0 else [str(path.relative_to(root)) for path in root.rglob("*")]
    )
    return sorted(
        name
        for name in names
        if name and not name.startswith(".citadels/") and "__pycache__" not in name and (root / name).is_file()
    )


# Which tests


@functools.cache
def dependents(root: Path) -> dict[str, set[str]]:
    """Who imports a file, by its name; a file of Python also depends on a script that it names."""
    names = [name for name in files_of(root) if name.endswith((".py", *SCRIPTS)) and "/vendor/" not in name]
    modules = {}
    for name in names:
        if name.endswith(".py"):
            parts = list(Path(name).with_suffix("").parts)
            package = parts[1:] if len(parts) > 1 and parts[1].startswith("citadels_") else parts
            modules[".".join(package[:-1] if package[-1] == "__init__" else package)] = name
    scripts = {Path(name).name: name for name in names if name.startswith("tests/") and name.endswith(SCRIPTS)}
    found: dict[str, set[str]] = {name: set() for name in names}
    for name in names:
        text = (root / name).read_text("utf-8")
        if name.endswith(".py"):
            for node in ast.walk(ast.parse(text)):
                if isinstance(node, ast.ImportFrom) and node.module and not node.level:
                    for wanted in {
                        modules.get(f"{node.module}.{one.name}", modules.get(node.module)) for one in node.names
                    }:
                        found.get(wanted or "", set()).add(name)
                elif isinstance(node, ast.Import):
                    for one in node.names:
                        found.get(modules.get(one.name, ""), set()).add(name)
            for wanted in set(re.findall(r"[\w.]+\.m?js\b", text)) & set(scripts):
                found[scripts[wanted]].add(name)
            for wanted in re.findall(r"web/[\w/]+\.mjs", text) if name.startswith("tests/") else ():
                found.get(wanted, set()).add(name)
        else:
            for wanted in re.findall(r"""(?:from|import)\s*\(?\s*["'](\.[^"']+)["']""", text):
                found.get(os.path.normpath(Path(name).parent / wanted), set()).add(name)
    return found


def choose(root: Path, file: str) -> list[str]:
    """The tests that can notice a fault in a file, nearest first: its own docstrings, its mirror, that folder, then who imports it, breadth first."""
    stem, parts = Path(file).stem, Path(file).parts
    inner = 2 if len(parts) > 2 and parts[1].startswith("citadels_") else 1
    folder = "/".join(("tests", parts[0], *parts[inner:-1]))
    mirror = re.compile(rf"{folder}/(test_{stem}(_\w+)?\.py|{stem}(_\w+)?\.test\.mjs|{stem}/test_\w+\.py)")
    graph = dependents(root)
    distance, at = {file: 0}, [file]
    for name in at:
        for dependent in sorted(graph.get(name, ())):
            if dependent not in distance:
                distance[dependent] = distance[name] + 1
                at.append(dependent)
    tests = [
        name
        for name in graph
        if name.startswith("tests/") and (Path(name).name.startswith("test_") or name.endswith(".test.mjs"))
    ]
    reached = [name for name in tests if name in distance or mirror.fullmatch(name)]
    spoken = re.compile(rf"\b\w*{re.escape(stem)}\w*\b", re.IGNORECASE)

    def nearness(name: str) -> tuple[bool, bool, int, int]:
        mentions = len(spoken.findall((root / name).read_text("utf-8")))
        return mirror.fullmatch(name) is None, Path(name).parent != Path(folder), distance.get(name, 99), -mentions

    own = [file] if file.endswith(".py") and ">>> " in (root / file).read_text("utf-8") else []
    return own + sorted(reached, key=nearness)


# What is to be done


def sources(root: Path, paths: list[str], since: str | None) -> list[str]:
    """The sources among these paths that differ from a commit, where one is named."""
    known = [
        name
        for name in files_of(root)
        if name.split("/")[0] in SOURCES
        and name.endswith((".py", *SCRIPTS))
        and not re.search(r"/(vendor|node_modules)/", name)
    ]
    if since is not None:
        told = subprocess.run(
            ["git", "diff", "--name-only", since, "--"], cwd=root, capture_output=True, text=True, check=False
        )
        new = subprocess.run(
            ["git", "ls-files", "-o", "--exclude-standard"], cwd=root, capture_output=True, text=True, check=False
        )
        if told.returncode:
            raise ValueError(f"git knows no commit {since}: {told.stderr.strip()}")
        changed = set((told.stdout + new.stdout).split())
        known = [name for name in known if name in changed]
    wanted = [
        str(Path(path).resolve().relative_to(root)) if Path(path).is_absolute() else os.path.normpath(path)
        for path in paths
    ]
    for path in wanted:
        if not (root / path).exists():
            raise ValueError(f"there is no {path}")
    return [
        name
        for name in known
        if not wanted or any(name == path or name.startswith(f"{path}/") or path == "." for path in wanted)
    ]


def accepted(root: Path) -> tuple[dict[tuple[str, str, str], str], list[str]]:
    """The survivors that may stay, with their reasons; and what is wrong with the list."""
    place = root / "tests" / "survivors.toml"
    entries = tomllib.loads(place.read_text("utf-8")).get("survivor", []) if place.exists() else []
    listed, wrong = {}, []
    for entry in entries:
        key = (str(entry.get("file")), str(entry.get("from")).strip(), str(entry.get("to")).strip())
        listed[key] = str(entry.get("reason", ""))
        if not listed[key].startswith(REASONS):
            wrong.append(f"{key[0]}: {key[2]!r}: the reason must begin with one of: {', '.join(REASONS)}")
    for file in {key[0] for key in listed}:
        source = (root / file).read_bytes() if (root / file).is_file() else b""
        there = {one.lines(source)[1:] for one in mutants(file, source)}
        wrong += [
            f"{file}: {key[2]!r} fits no mutant any more: take the entry out of tests/survivors.toml"
            for key in listed
            if key[0] == file and key[1:] not in there
        ]
    return listed, wrong


def package(file: str) -> str:
    """Where a file is counted: the packages, `contest` by itself, the page by its folders."""
    parts = file.split("/")
    return (
        "contest"
        if "contest" in parts[:3] and parts[0] == "engine"
        else "/".join(parts[:2])
        if parts[0] == "web"
        else parts[0]
    )


class Run:
    """One run: its overlays, what is known from runs before, and what it finds."""

    def __init__(self, root: Path, options: argparse.Namespace) -> None:
        self.root, self.options = root, options
        self.cache = root / ".citadels" / "cache" / "mutants"
        self.cache.mkdir(parents=True, exist_ok=True)
        self.store = self.cache / "results.jsonl"
        self.known: dict[str, dict[str, Any]] = {}
        if self.store.exists() and not options.anew:
            for line in self.store.read_text().splitlines():
                with contextlib.suppress(ValueError):  # the last line of a run that was killed
                    entry = json.loads(line)
                    self.known[entry["key"]] = entry
        self.writing = threading.Lock()
        self.measuring: dict[str, threading.Lock] = {}
        self.overlays: queue.SimpleQueue[Overlay] = queue.SimpleQueue()
        self.made: list[Overlay] = []
        self.all_sources = digest(
            *(digest(name, (root / name).read_bytes()) for name in files_of(root) if name.split("/")[0] in PACKAGES)
        )

    def overlay(self) -> Overlay:
        """A free overlay, made when there is none."""
        with self.writing:
            if self.overlays.empty() and len(self.made) < self.options.jobs:
                name = f"m{os.getpid()}-{len(self.made)}"
                self.made.append(Overlay(self.root, self.root / ".citadels" / "tmp" / name))
                return self.made[-1]
        return self.overlays.get()

    def keep(self, key: str, **what: Any) -> dict[str, Any]:
        """Keep what was found."""
        entry = {"key": key, **what}
        with self.writing:
            self.known[key] = entry
            with self.store.open("a") as file:
                file.write(json.dumps(entry) + "\n")
        return entry

    def baseline(self, test: str, overlay: Overlay) -> dict[str, Any]:
        """How long a test file takes without a fault, and whether it passes."""
        key = digest("baseline", test, (self.root / test).read_bytes(), self.all_sources)
        with self.writing:
            lock = self.measuring.setdefault(test, threading.Lock())
        with lock:
            if key not in self.known:
                ran = overlay.run([test], self.options.budget + 10)
                said = {"passed": "", "time": TOO_LONG}.get(ran.verdict, ran.test)
                self.keep(key, test=test, fault=said, seconds=round(ran.seconds, 1))
                if said:
                    say(f"left out: {test}: {said.splitlines()[0]}")
            return self.known[key]

    def tests(self, file: str, overlay: Overlay, most: int) -> dict[str, float]:
        """The nearest tests of a file that pass without a fault, and the seconds that each takes; in all no more than the budget."""
        taken: dict[str, float] = {}
        for test in [*self.options.also, *choose(self.root, file)][:most]:
            left = self.options.budget - sum(taken.values())
            if left <= 0:
                break
            found = self.baseline(test, overlay)
            if not found["fault"] and found["seconds"] <= left:
                taken[test] = found["seconds"]
        return taken

    def judge(self, mutant: Mutant) -> dict[str, Any]:
        """Whether a mutant is killed, and by what."""
        key = digest(
            mutant.file, mutant.new.hex(), f"{mutant.start}-{mutant.end}", (self.root / mutant.file).read_bytes()
        )
        old = self.known.get(key, {})
        if old and (old["verdict"] == "invalid" or (old["killer"] and old["state"] == self.state([old["killer"]]))):
            return old
        overlay = self.overlay()
        try:
            if mutant.file.endswith(SCRIPTS):
                ran = overlay.with_fault(mutant, lambda: overlay.check(mutant.file))
                if ran.verdict != "passed":
                    return self.keep(key, verdict="invalid")
            tried: dict[str, float] = {}
            for most in (NEAR, self.options.most):
                tests = self.tests(mutant.file, overlay, most)
                if most > NEAR and old.get("state") == self.state([*tests]):
                    return old
                fresh = {test: seconds for test, seconds in tests.items() if test not in tried}
                tried |= fresh
                ran = overlay.with_fault(mutant, functools.partial(overlay.run, [*fresh], 20 + 5 * sum(fresh.values())))
                if ran.verdict != "passed":
                    killer = ran.test.split("::")[0]
                    killer = killer if killer in tried else next(iter(fresh))
                    verdict = "killed" if ran.verdict == "failed" else "killed by time"
                    return self.keep(
                        key, verdict=verdict, killer=killer, test=ran.test[:200], state=self.state([killer])
                    )
        finally:
            self.overlays.put(overlay)
        return self.keep(key, verdict="survived", killer="", tests=len(tried), state=self.state([*tried]))

    def state(self, tests: list[str]) -> str:
        """A name for the contents of these test files."""
        return digest(*((self.root / test).read_bytes() for test in tests if (self.root / test).is_file()), *tests)


def say(text: str) -> None:
    """Tell people how far it is."""
    print(text, file=sys.stderr, flush=True)


def main(arguments: list[str], root: Path = ROOT) -> int:
    """Plant, test, and tell what survived."""
    parser = argparse.ArgumentParser(
        prog="citadels mutate", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("paths", nargs="*", metavar="PATH")
    parser.add_argument("--changed", action="store_true", help="only files that differ from --since")
    parser.add_argument("--since", metavar="REF", help="the commit to compare with (with --changed alone: HEAD~1)")
    parser.add_argument("--sample", type=int, metavar="N", help="so many mutants at most")
    parser.add_argument("--seed", default="0", help="which ones (default: %(default)s)")
    parser.add_argument(
        "--jobs", type=int, default=max(1, (os.cpu_count() or 1) // 2), help="mutants at a time (default: %(default)s)"
    )
    parser.add_argument(
        "--budget", type=float, default=60.0, metavar="S", help="seconds of tests for a mutant (default: %(default)s)"
    )
    parser.add_argument(
        "--most", type=int, default=40, metavar="N", help="test files for a mutant (default: %(default)s)"
    )
    parser.add_argument(
        "--also", action="append", default=[], metavar="TEST", help="a test file to run before all others"
    )
    parser.add_argument("--list", action="store_true", help="show the mutants and run nothing")
    parser.add_argument("--anew", action="store_true", help="forget what earlier runs have found")
    parser.add_argument("--json", action="store_true", help="one object on the last line")
    options = parser.parse_args(arguments)
    if not options.paths and not options.changed and options.since is None:
        parser.error("name a PATH, or --changed")
    try:
        files = sources(root, options.paths, options.since or ("HEAD~1" if options.changed else None))
        listed, wrong = accepted(root)
    except (ValueError, SyntaxError) as fault:
        parser.error(str(fault))
    text = {file: (root / file).read_bytes() for file in files}
    every = [one for file in files for one in mutants(file, text[file])]
    allowed = [one for one in every if (one.file, *one.lines(text[one.file])[1:]) in listed]
    open_ones = sorted(set(every) - set(allowed), key=lambda one: (one.file, one.start, one.end, one.new))
    random.Random(options.seed).shuffle(open_ones)  # noqa: S311  (nothing is to be kept secret)
    wanted = options.sample if options.sample is not None else len(open_ones)
    picked = [one for one in open_ones[: 2 * wanted] if one.compiles(text[one.file])][:wanted]
    if options.list:
        for one in sorted(picked, key=lambda one: (one.file, one.start)):
            number, was, now = one.lines(text[one.file])
            print(f"{one.file}:{number}: {one.kind}\n  - {was}\n  + {now}")
        return 0
    say(
        f"== {len(picked)} of {len(every)} mutants in {len(files)} files, {len(allowed)} listed as survivors, seed {options.seed}"
    )
    results = run_all(Run(root, options), picked)
    return tell(results, text, len(allowed), wrong, as_json=options.json)


def run_all(run: Run, picked: list[Mutant]) -> list[tuple[Mutant, dict[str, Any]]]:
    """What becomes of each mutant. Files come together, as they share their tests."""
    done: list[tuple[Mutant, dict[str, Any]]] = []

    def one(mutant: Mutant) -> None:
        result = run.judge(mutant)
        done.append((mutant, result))
        number = mutant.lines((run.root / mutant.file).read_bytes())[0]
        by = f" by {result['test'].splitlines()[0]}" if result["verdict"] == "killed" and result.get("test") else ""
        say(f"{len(done)}/{len(picked)} {result['verdict']}: {mutant.file}:{number} ({mutant.kind}){by}")

    try:
        with ThreadPoolExecutor(run.options.jobs) as pool:
            for _ in pool.map(one, sorted(picked, key=lambda one: (one.file, one.start))):
                pass
    finally:
        for overlay in run.made:
            overlay.remove()
    return sorted(done, key=lambda pair: (pair[0].file, pair[0].start, pair[0].new))


def tell(
    results: list[tuple[Mutant, dict[str, Any]]],
    text: dict[str, bytes],
    allowed: int,
    wrong: list[str],
    *,
    as_json: bool,
) -> int:
    """Show the survivors and the rate of each package; the exit status."""
    counted: dict[str, Counter[str]] = {}
    survivors = []
    for mutant, result in results:
        if result["verdict"] == "invalid":
            continue
        counted.setdefault(package(mutant.file), Counter())[result["verdict"]] += 1
        if result["verdict"] == "survived":
            number, was, now = mutant.lines(text[mutant.file])
            survivors.append(
                {
                    "file": mutant.file,
                    "line": number,
                    "kind": mutant.kind,
                    "from": was,
                    "to": now,
                    "tests": result["tests"],
                }
            )
            print(f"\nsurvived {result['tests']} test files: {mutant.file}:{number} ({mutant.kind})")
            print(
                "\n".join(
                    [*(f"  - {line}" for line in was.splitlines()), *(f"  + {line}" for line in now.splitlines())]
                )
            )
    print(f"\n{'package':<14}{'mutants':>8}{'killed':>8}{'by time':>8}{'survived':>9}{'rate':>7}")
    packages = {}
    for name, count in sorted(counted.items()):
        rate = 1 - count["survived"] / count.total()
        packages[name] = {
            "mutants": count.total(),
            "killed": count["killed"],
            "time": count["killed by time"],
            "survived": count["survived"],
        }
        print(
            f"{name:<14}{count.total():>8}{count['killed']:>8}{count['killed by time']:>8}{count['survived']:>9}{rate:>7.0%}"
        )
    for fault in wrong:
        print(fault)
    print(f"== mutate: {len(survivors)} survived, {allowed} listed", flush=True)
    if as_json:
        print(json.dumps({"packages": packages, "survivors": survivors, "listed": allowed, "stale": wrong}))
    return 1 if survivors or wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
