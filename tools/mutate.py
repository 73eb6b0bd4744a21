"""Mutation testing: plants small faults in the sources, one at a time, and tells which of them no test notices.

    ./citadels mutate PATH...                   all mutants of these files and folders
    ./citadels mutate engine --sample 40        so many of them, chosen by --seed
    ./citadels mutate --changed --since REF     of the files that differ from a commit

1. The sources stay as they are: a fault is planted in an overlay, a copy of the tree under `.citadels/tmp` with an environment of its
   own, from which the real sources cannot be imported: processes that a test starts run on the overlay too.
2. The tests of a file are its docstrings, the test file that mirrors it, then the nearest that import it, for `--budget`
   seconds of the processor. Each has to pass without a fault first, which gives its time. What hangs is ended from outside.
3. What was found is kept in `.citadels/cache/mutants` while the source and its tests stay the same: an interrupted run goes on.
4. A survivor that may stay is listed in `tests/survivors.toml` with its reason. An entry that fits no mutant any more is an error.

Exit status: 0 all killed or listed, 1 a survivor or a wrong entry, 2 misuse.
"""

from __future__ import annotations

import argparse
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

from tools.changes import mirror_of, read_graph
from tools.mutants import SCRIPTS, Mutant, mutants

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("api", "engine", "sdk", "web", "workers")
SOURCES = (*PACKAGES, "tools")
LISTED = "tests/survivors.toml"
VERSION = ".".join(map(str, sys.version_info[:3]))
REASONS = ("equivalent", "only faster", "only a message")
NEAR = 4
"""So many of the nearest test files run first, and by themselves: most faults end there."""
CASES = {
    "engine": "tests/rulebook/test_cases.py",
    "rest": "tests/contract/test_openapi.py",
    "graphql": "tests/contract/test_schema.py",
}
"""Tests whose cases are data, or that hold a whole folder to its published description: no name or word says what they are about."""
SLACK_S = 5.0
"""So many seconds of the processor more than three times the usual tests may take before they are ended."""
WAITS = 15
"""So many times as long they may wait: other programs run here too."""
MEMORY = 3 << 30
NO_TESTS = 5
"""What pytest says when a file has none."""
FAILED = re.compile(r"^(?:FAILED|ERROR) (\S+)|^ *not ok \d+ - (.*)", re.MULTILINE)


class Ended(NamedTuple):
    """How a command ended: its exit status (None where it had to be ended), what it said, and its seconds of the processor."""

    status: int | None
    said: str
    seconds: float


class Tested(NamedTuple):
    """What some tests said: passed, failed, or late (they had to be ended); which test; and their seconds of the processor."""

    verdict: str
    test: str
    seconds: float


class Overlay:
    """A copy of the tree with an environment of its own, in which faults are planted."""

    def __init__(self, root: Path, folder: Path) -> None:
        self.root, self.folder, self.private = root, folder, folder / ".citadels"
        self.process: subprocess.Popen[bytes] | None = None
        for name in files_of(root):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(root / name, folder / name)
        environment = self.private / f"develop-{VERSION}"
        venv.EnvBuilder(symlinks=True).create(environment)
        self.python = str(environment / "bin" / "python")
        installed = next(path for path in sys.path if path.endswith("site-packages"))
        paths = [*(str(folder / name) for name in ("api", "engine", "sdk", "workers")), installed]
        next(environment.glob("lib/python*/site-packages")).joinpath("overlay.pth").write_text("\n".join(paths))
        for script in Path(sys.executable).parent.iterdir():
            place, text = environment / "bin" / script.name, script.read_bytes() if script.is_file() else b""
            if text.startswith(b"#!") and not place.exists():
                place.write_bytes(text.replace(sys.prefix.encode(), str(environment).encode()))
                place.chmod(0o755)
            elif text and not place.exists():
                place.symlink_to(script)
        for kept in ("node", "node-contract", "uv"):
            if (root / ".citadels" / kept).exists():
                (self.private / kept).symlink_to(root / ".citadels" / kept)

    def with_fault(self, mutant: Mutant, act: Callable[[], Tested]) -> Tested:
        """Do something while a fault is planted. The file's time is its own, so that no bytecode of another is taken for it."""
        place = self.folder / mutant.file
        place.write_bytes(mutant.planted((self.root / mutant.file).read_bytes()))
        age = 1_000_000_000 + int(digest(mutant.file, str(mutant.start), mutant.new)[:7], 16)
        os.utime(place, (age, age))
        try:
            return act()
        finally:
            shutil.copy2(self.root / mutant.file, place)

    def check(self, script: str) -> Tested:
        """Whether node can read a script at all."""
        ended = self.execute(["node", "--check", str(self.folder / script)], SLACK_S)
        return Tested("failed" if ended.status else "passed", ended.said, ended.seconds)

    def run(self, tests: list[str], limit_s: float) -> Tested:
        """Run tests, the nearest first, until one fails or the time is over."""
        scripts = [str(self.folder / test) for test in tests if test.endswith(SCRIPTS)]
        others = [test for test in tests if not test.endswith(SCRIPTS)]
        bare = self.folder / "tests" / "web" / "node" / "resolve.mjs"
        node = ["node", *(["--import", str(bare)] if bare.exists() else []), "--test", "--test-reporter=tap", *scripts]
        light = [] if all(test.startswith("tests/web/") for test in others) else ["-m", "not heavy"]
        pytest = [self.python, "-P", "-m", "pytest", "-xq", "-rfE", "-n0", *light, *others]
        seconds = 0.0
        for command in [node] * bool(scripts) + [pytest] * bool(others):
            ended = self.execute(command, limit_s - seconds)
            seconds += ended.seconds
            if ended.status not in (0, NO_TESTS):
                told = FAILED.search(ended.said)
                test = next(filter(None, told.groups()), "") if told else ended.said.strip()[-200:]
                return Tested("late" if ended.status is None else "failed", test, seconds)
        return Tested("passed", "", seconds)

    def execute(self, command: list[str], cpu_s: float) -> Ended:
        """Run a command for so many seconds of the processor at most. Nothing that it started is left behind."""
        cache = self.root / ".citadels" / "cache"
        shutil.rmtree(self.private / "tmp", ignore_errors=True)
        (self.private / "tmp").mkdir(exist_ok=True)
        left_out = ("PYTHONDONTWRITEBYTECODE", "NODE_TEST_CONTEXT", "PYTEST_ADDOPTS", "PYTEST_CURRENT_TEST")
        variables = {name: value for name, value in os.environ.items() if name not in left_out} | {
            "CITADELS_BUILD": "",
            "CITADELS_ENGINE": "interpreted",
            "CITADELS_HOME": str(self.private),
            "CITADELS_MUTANT": self.folder.name,
            "CITADELS_PURE": "1",
            "CITADELS_SIZE": "quick",
            "HYPOTHESIS_STORAGE_DIRECTORY": str(self.private / "hypothesis"),
            "PYTHONPATH": str(self.folder),
            "PYTHONPYCACHEPREFIX": str(cache / "bytecode"),
            "TMPDIR": str(self.private / "tmp"),
        }
        with (self.private / "said").open("wb") as said:
            self.process = subprocess.Popen(
                command, cwd=self.folder, env=variables, stdin=subprocess.DEVNULL, stdout=said, stderr=said,
                start_new_session=True,
            )  # fmt: skip
        with contextlib.suppress(OSError, AttributeError):  # it has ended already; there is no prlimit here
            resource.prlimit(self.process.pid, resource.RLIMIT_DATA, (MEMORY, MEMORY))
            resource.prlimit(self.process.pid, resource.RLIMIT_CPU, (int(cpu_s) + 1, int(cpu_s) + 1))
        pid, until = 0, time.monotonic() + WAITS * cpu_s
        while not pid and time.monotonic() < until:
            pid, code, used = os.wait4(self.process.pid, os.WNOHANG)
            time.sleep(0.02)
        if pid:
            self.process.returncode = os.waitstatus_to_exitcode(code)
        self.end()
        text = (self.private / "said").read_text("utf-8", "replace")
        seconds = used.ru_utime + used.ru_stime
        late = not pid or (self.process.returncode != 0 and seconds >= cpu_s)
        return Ended(None if late else self.process.returncode, text, seconds)

    def end(self) -> None:
        """End what runs here and all that stems from it: its group, and whoever carries the mark of this overlay in another one."""
        if self.process is not None:
            with contextlib.suppress(OSError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
        for place in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                if f"CITADELS_MUTANT={self.folder.name}".encode() in (place / "environ").read_bytes().split(b"\0"):
                    os.kill(int(place.name), signal.SIGKILL)

    def remove(self) -> None:
        """Leave nothing behind."""
        self.end()
        for place in (self.folder, self.root / ".citadels" / "cache" / "bytecode" / self.folder.relative_to("/")):
            shutil.rmtree(place, ignore_errors=True)


def digest(*parts: str | bytes) -> str:
    """A short name for all of this together."""
    return hashlib.sha256(b"\0".join(part.encode() if isinstance(part, str) else part for part in parts)).hexdigest()[
        :24
    ]


def git(root: Path, *words: str) -> list[str]:
    """The lines that git answers."""
    told = subprocess.run(["git", *words], cwd=root, capture_output=True, text=True, check=False)
    if told.returncode:
        raise ValueError(f"git {' '.join(words)}: {told.stderr.strip()}")
    return told.stdout.splitlines()


@functools.cache
def files_of(root: Path) -> list[str]:
    """The files of a tree: what git knows or would know, and where it is no repository of its own whatever lies there."""
    if (root / ".git").exists():
        names = git(root, "-c", "core.quotepath=off", "ls-files", "-co", "--exclude-standard")
    else:
        names = [str(path.relative_to(root)) for path in root.rglob("*")]
    return sorted(
        name for name in names if not re.search(r"^\.citadels/|__pycache__", name) and (root / name).is_file()
    )


# Which tests


graph_of = functools.cache(read_graph)


@functools.cache
def words(root: Path, file: str) -> frozenset[str]:
    """The words of a file: tests that share rare ones with a source are about it."""
    return frozenset(re.findall(r"[A-Za-z_]{4,}", (root / file).read_text("utf-8")))


@functools.cache
def choose(root: Path, file: str) -> list[str]:
    """The tests that can notice a fault in a file: its docstrings, its mirror, what imports it, that folder, then by imports and words."""
    stem, parts = Path(file).stem, Path(file).parts
    folder = mirror_of(str(Path(file).parent))
    mirror = re.compile(rf"{folder}/(test_{stem}(_\w+)?\.py|{stem}(_\w+)?\.test\.mjs|{stem}/test_\w+\.py)")
    tests, top = graph_of(root).tests, "/".join([*folder.split("/")[:2], ""])
    distance = graph_of(root).distances(file)
    common = Counter(word for name in tests for word in words(root, name))

    def nearness(name: str) -> tuple[int, int, float, str]:
        shared = sum(1 / common[word] for word in words(root, file) & words(root, name))
        if mirror.fullmatch(name) or name in {
            CASES.get(word) for word in (package(file), Path(file).parent.name, stem)
        }:
            return 0, 0, -shared, name
        if name not in distance:  # what starts a process or asks a package reaches more than it imports
            return 4, 0, -shared, name
        # the tests of the tools name files of all kinds
        direct = distance[name] == 1 and not name.startswith("tests/tools/")
        near, beside = name.startswith(top), str(Path(name).parent) in (folder, f"tests/{parts[-2]}")
        if direct or beside:
            return 1 if direct and beside else 2, 0, -shared, name
        return (3, 0, -shared, name) if near else (5, distance[name], -shared, name)

    own = [file] if file.endswith(".py") and ">>> " in (root / file).read_text("utf-8") else []
    return own + sorted((name for name in tests if name in distance or name.startswith(top)), key=nearness)


# What is to be done


def sources(root: Path, paths: list[str], since: str | None) -> list[str]:
    """The sources among these paths that differ from a commit, where one is named."""
    known = [
        name
        for name in files_of(root)
        if name.startswith(tuple(f"{folder}/" for folder in SOURCES))
        and name.endswith((".py", *SCRIPTS))
        and "/vendor/" not in name
    ]
    if since is not None:
        changed = {*git(root, "diff", "--name-only", since, "--"), *git(root, "ls-files", "-o", "--exclude-standard")}
        known = [name for name in known if name in changed]
    wanted = [os.path.relpath(root / path, root) for path in paths] or ["."]
    for path in wanted:
        if not (root / path).exists():
            raise ValueError(f"there is no {path}")
    return [name for name in known if any(path in (".", name) or name.startswith(f"{path}/") for path in wanted)]


def accepted(root: Path) -> tuple[dict[tuple[str, str, str], str], list[str]]:
    """The survivors that may stay, with their reasons; and what is wrong with the list."""
    place = root / LISTED
    entries = tomllib.loads(place.read_text("utf-8")).get("survivor", []) if place.exists() else []
    listed = {(one["file"], one["from"].strip(), one["to"].strip()): str(one["reason"]) for one in entries}
    wrong = [
        f"{LISTED}: {file}: {to!r}: the reason must begin with one of: {', '.join(REASONS)}"
        for (file, _, to), reason in listed.items()
        if not reason.startswith(REASONS)
    ]
    for file in sorted({key[0] for key in listed}):
        source = (root / file).read_bytes() if (root / file).is_file() else b""
        there = {(file, *one.lines(source)[1:]) for one in mutants(file, source)}
        wrong += [
            f"{LISTED}: {file}: {key[2]!r} fits no mutant any more: take the entry out"
            for key in listed
            if key[0] == file and key not in there
        ]
    return listed, wrong


def package(file: str) -> str:
    """Where a file is counted: the packages, `contest` by itself, the page by its folders."""
    parts = file.split("/")
    if file.startswith("engine/citadels_contest/"):
        return "contest"
    return "/".join(parts[:2]) if parts[0] == "web" else parts[0]


class Run:
    """One run: its overlays, what is known from runs before, and what it finds."""

    def __init__(self, root: Path, options: argparse.Namespace) -> None:
        self.root, self.options = root, options
        self.store = root / ".citadels" / "cache" / "mutants" / "results.jsonl"
        self.store.parent.mkdir(parents=True, exist_ok=True)
        self.known: dict[str, dict[str, Any]] = {}
        if self.store.exists() and not options.anew:
            for line in self.store.read_text("utf-8").splitlines():
                with contextlib.suppress(ValueError):  # the last line of a run that was killed
                    entry = json.loads(line)
                    self.known[entry["key"]] = entry
        self.lock = threading.Lock()
        self.measuring: dict[str, threading.Lock] = {}
        self.free: queue.SimpleQueue[Overlay] = queue.SimpleQueue()
        self.made: list[Overlay] = []
        present = [name for name in files_of(root) if name.startswith(tuple(f"{folder}/" for folder in PACKAGES))]
        self.sources = digest(*(part for name in present for part in (name, (root / name).read_bytes())))

    @contextlib.contextmanager
    def overlay(self) -> Iterator[Overlay]:
        """A free overlay, made when there is none."""
        with self.lock:
            if self.free.empty() and len(self.made) < self.options.jobs:
                name = f"m{os.getpid()}-{len(self.made)}"
                self.made.append(Overlay(self.root, self.root / ".citadels" / "tmp" / name))
                self.free.put(self.made[-1])
        overlay = self.free.get()
        try:
            yield overlay
        finally:
            self.free.put(overlay)

    def keep(self, key: str, **what: Any) -> dict[str, Any]:
        """Keep what was found."""
        with self.lock, self.store.open("a", encoding="utf-8") as file:
            self.known[key] = {"key": key, **what}
            file.write(json.dumps(self.known[key]) + "\n")
        return self.known[key]

    def state(self, tests: list[str]) -> str:
        """A name for the contents of these test files."""
        copied = (
            self.made[0].folder if self.made else self.root
        )  # a test that is changed meanwhile was not run as it is now
        return digest(
            *(
                part
                for test in sorted(tests)
                for part in (test, ((copied if test.startswith("tests/") else self.root) / test).read_bytes())
            )
        )

    def baseline(self, test: str) -> dict[str, Any]:
        """How long a test file takes without a fault, and what is wrong with it."""
        key = digest("baseline", self.state([test]), self.sources)
        with self.lock:
            lock = self.measuring.setdefault(test, threading.Lock())
        with lock:
            if key not in self.known:
                with self.overlay() as overlay:
                    ran = overlay.run([test], self.options.budget + 1)
                fault = {"passed": "", "late": "it takes too long"}.get(ran.verdict, f"it fails as it is: {ran.test}")
                self.keep(key, test=test, fault=fault, seconds=round(ran.seconds, 1))
            if self.known[key]["fault"]:
                say(f"left out: {test}: {self.known[key]['fault']}")
            return self.known[key]

    def tests(self, file: str, most: int) -> dict[str, float]:
        """The nearest tests of a file that pass without a fault, and the seconds that each takes; in all no more than the budget."""
        taken: dict[str, float] = {}
        for test in [*self.options.also, *choose(self.root, file)][:most]:
            left = self.options.budget - sum(taken.values())
            if left <= 0:
                break
            found = self.baseline(test)
            if not found["fault"] and found["seconds"] <= left:
                taken[test] = found["seconds"]
        return taken

    def judge(self, mutant: Mutant) -> dict[str, Any]:
        """Whether a mutant is killed, and by what."""
        source = (self.root / mutant.file).read_bytes()
        key = digest(mutant.file, mutant.new, f"{mutant.start}-{mutant.end}", source)
        old = self.known.get(key, {})
        killer = old.get("killer", "")
        if old.get("verdict") == "invalid" or (
            killer and (self.root / killer).exists() and old["state"] == self.state([killer])
        ):
            return old
        if old and not killer and old["state"] == self.state([*self.tests(mutant.file, self.options.most)]):
            return old
        if mutant.file.endswith(SCRIPTS):
            with self.overlay() as overlay:
                ran = overlay.with_fault(mutant, functools.partial(overlay.check, mutant.file))
            if ran.verdict != "passed":
                return self.keep(key, verdict="invalid")
        tried: dict[str, float] = {}
        for most in (NEAR, self.options.most):
            tests = self.tests(mutant.file, most)
            fresh = {test: seconds for test, seconds in tests.items() if test not in tried}
            tried |= fresh
            with self.overlay() as overlay:
                run = functools.partial(overlay.run, [*fresh], SLACK_S + 3 * sum(fresh.values()))
                ran = overlay.with_fault(mutant, run)
            if ran.verdict != "passed":
                named = ran.test.split("::")[0]
                killer = named if named in tried else next(iter(fresh))
                verdict = "killed" if ran.verdict == "failed" else "killed by time"
                return self.keep(key, verdict=verdict, killer=killer, test=ran.test[:200], state=self.state([killer]))
        return self.keep(key, verdict="survived", killer="", tests=len(tried), state=self.state([*tried]))

    def judge_all(self, picked: list[Mutant]) -> list[tuple[Mutant, dict[str, Any]]]:
        """What becomes of each mutant. Those of one file come together, as they share their tests."""
        done: list[tuple[Mutant, dict[str, Any]]] = []

        def judge(mutant: Mutant) -> None:
            result = self.judge(mutant)
            done.append((mutant, result))
            number, _, now = mutant.lines((self.root / mutant.file).read_bytes())
            told = result.get("test", "").split("\n")[0] or (
                now.replace("\n", " ") if result["verdict"] == "survived" else ""
            )
            say(f"{len(done)}/{len(picked)} {result['verdict']}: {mutant.file}:{number} ({mutant.kind}): {told}")

        pool = ThreadPoolExecutor(self.options.jobs)
        try:
            list(pool.map(judge, sorted(picked, key=lambda one: (one.file, one.start))))
        finally:
            for overlay in self.made:
                overlay.end()
            pool.shutdown(cancel_futures=True)
            for overlay in self.made:
                overlay.remove()
        return sorted(done, key=lambda pair: (pair[0].file, pair[0].start, pair[0].new))


def sweep(root: Path) -> None:
    """Remove overlays whose run is no more: it was killed."""
    for place in (root / ".citadels" / "tmp").glob("m[0-9]*-[0-9]*"):
        if not Path("/proc", place.name[1:].split("-")[0]).exists() and Path("/proc/self").exists():
            shutil.rmtree(place, ignore_errors=True)


def say(text: str) -> None:
    """Tell people how far it is."""
    print(text, file=sys.stderr, flush=True)


def main(arguments: list[str], root: Path = ROOT) -> int:
    """Plant, test, and tell what survived."""
    parser = argparse.ArgumentParser(
        prog="citadels mutate", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = parser.add_argument
    add("paths", nargs="*", metavar="PATH")
    add("--changed", action="store_true", help="only files that differ from the commit that --since names")
    add("--since", metavar="REF", help="the commit to compare with; by itself it means --changed too (default: HEAD~1)")
    add("--sample", type=int, metavar="N", help="so many mutants at most")
    add("--seed", default="0", help="which ones (default: %(default)s)")
    add("--jobs", type=int, default=max(1, (os.cpu_count() or 1) // 2), help="mutants at a time (default: %(default)s)")
    add(
        "--budget",
        type=float,
        default=30.0,
        metavar="S",
        help="seconds of the processor for the tests of a mutant (default: %(default)s)",
    )
    add("--most", type=int, default=16, metavar="N", help="test files for a mutant (default: %(default)s)")
    add("--also", action="append", default=[], metavar="TEST", help="a test file that runs before all others")
    add("--list", action="store_true", help="show the mutants and run nothing")
    add("--anew", action="store_true", help="forget what earlier runs have found")
    add("--json", action="store_true", help="one object on the last line")
    options = parser.parse_args(arguments)
    if not options.paths and not options.changed and options.since is None:
        parser.error("name a PATH, or --changed")
    for cached in (files_of, graph_of, words, choose):
        cached.cache_clear()
    try:
        files = sources(root, options.paths, options.since or ("HEAD~1" if options.changed else None))
        listed, wrong = accepted(root)
    except (ValueError, KeyError, SyntaxError) as fault:
        parser.error(f"{type(fault).__name__}: {fault}")
    text = {file: (root / file).read_bytes() for file in files}
    every = [one for file in files for one in mutants(file, text[file])]
    unlisted = [one for one in every if (one.file, *one.lines(text[one.file])[1:]) not in listed]
    random.Random(options.seed).shuffle(unlisted)  # noqa: S311  (nothing is to be kept secret)
    wanted = len(unlisted) if options.sample is None else options.sample
    picked = [one for one in unlisted[: 2 * wanted] if one.compiles(text[one.file])][:wanted]
    if options.list:
        for one in sorted(picked, key=lambda one: (one.file, one.start)):
            show("", one, text[one.file])
        return 0
    spared = len(every) - len(unlisted)
    say(f"== {len(picked)} of {len(every)} mutants in {len(files)} files, {spared} listed, seed {options.seed}")
    sweep(root)
    return tell(Run(root, options).judge_all(picked), text, spared, wrong, as_json=options.json)


def show(what: str, mutant: Mutant, source: bytes) -> None:
    """Show a mutant as a small difference."""
    number, was, now = mutant.lines(source)
    print(f"{what}{mutant.file}:{number}: {mutant.kind}")
    print("\n".join([*(f"  - {line}" for line in was.splitlines()), *(f"  + {line}" for line in now.splitlines())]))


def tell(
    results: list[tuple[Mutant, dict[str, Any]]],
    text: dict[str, bytes],
    spared: int,
    wrong: list[str],
    *,
    as_json: bool,
) -> int:
    """Show the survivors and the rate of each package; the exit status."""
    counted: dict[str, Counter[str]] = {}
    survivors = []
    for mutant, result in results:
        if result["verdict"] != "invalid":
            counted.setdefault(package(mutant.file), Counter())[result["verdict"]] += 1
        if result["verdict"] == "survived":
            reached = f"{result['tests']} test files" if result["tests"] else "no test reaches it"
            show(f"\nsurvived ({reached}): ", mutant, text[mutant.file])
            number, was, now = mutant.lines(text[mutant.file])
            survivors.append({"file": mutant.file, "line": number, "kind": mutant.kind, "from": was, "to": now})
    packages = {
        name: {"mutants": count.total(), **{word: count[word] for word in ("killed", "killed by time", "survived")}}
        for name, count in sorted(counted.items())
    }
    print(f"\n{'package':<14}{'mutants':>8}{'killed':>8}{'by time':>8}{'alive':>8}{'rate':>8}")
    for name, count in packages.items():
        rate = 1 - count["survived"] / count["mutants"]
        print(f"{name:<14}{''.join(f'{number:>8}' for number in count.values())}{rate:>8.0%}")
    print("\n".join([*wrong, f"== mutate: {len(survivors)} survived, {spared} listed"]), flush=True)
    if as_json:
        print(json.dumps({"packages": packages, "survivors": survivors, "listed": spared, "wrong": wrong}))
    return 1 if survivors or wrong else 0


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    sys.exit(main(sys.argv[1:]))
