"""What a change can break: the test files that reach it by imports, the nearest first.

A test is near when it mirrors the changed file (`tests/engine/test_dice.py` for `engine/citadels_engine/dice.py`), when it imports it, when it
imports what imports it, and so on. A name that a package hands on (`from citadels_engine import view`) leads to the module that has it. A
card has its conformance cases beside that. A file that is no module is reached by the tests that name it.
"""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
from collections import defaultdict
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping


ROOT = Path(__file__).resolve().parents[1]
SOURCES = ("engine", "sdk", "api", "workers")
OTHERS = ("tests", "tools", "bench", "prove", "examples")
CARDS = re.compile(r"engine/citadels_engine/cards/(?:characters|districts)/(\w+)\.py")
CASES = "tests/rulebook/test_cases.py"
SCRIPT = (".js", ".mjs")
UNKNOWN_S = 1.0
"""What a test file is thought to take of which no time is known."""
FAR = 99
WITHIN_S = {"engine": 2.0, "web": 2.5}
ELSEWHERE_S = 8.0
"""So many CPU-seconds of tests are picked for a change of the engine, of the page, of anything else."""
JS_IMPORT = re.compile(r"""(?:\bfrom|\bimport)\s*\(?\s*["'](\.[^"']+)["']""")

# What no test names, and which tests are about it.
ABOUT = {
    "locks/": ["tests/house"],
    "pyproject.toml": ["tests/house"],
    "citadels": ["tests/house"],
    "tests/cases/": [CASES],
    "docs/": ["tests/docs"],
    "README.md": ["README.md", "tests/docs"],
    "openapi/": ["tests/contract"],
    "Dockerfile": ["tests/workers/test_docker.py"],
}


@dataclass
class Graph:
    """Who imports whom, and who names which file."""

    importers: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    named: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    words: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    tests: set[str] = field(default_factory=set)

    def distances(self, path: str) -> dict[str, int]:
        """How far each test is from a file: 1 where it imports it."""
        found: dict[str, int] = {path: 0}
        border = [path]
        while border:
            following = []
            for one in border:
                # a script of a test has no importer, but a test that names it
                scripts = self.named[Path(one).name] if one.startswith("tests/") and one.endswith(SCRIPT) else set()
                for importer in self.importers[one] | scripts:
                    if importer not in found:
                        found[importer] = found[one] + 1
                        following.append(importer)
            border = following
        for one in self.named[Path(path).name]:
            found.setdefault(one, 1)
        return {name: distance for name, distance in found.items() if name in self.tests}


@dataclass
class Near:
    """The tests that are run for a change, the nearest first, and how many more reach it."""

    chosen: list[str]
    left: list[str]


def read_graph(root: Path = ROOT) -> Graph:
    """The graph of all modules of the repository, Python's and the page's; what is known of a file stays known until it changes."""
    graph = Graph()
    kept = root / ".citadels" / "cache" / "imports.json"
    try:
        known = json.loads(kept.read_text("utf-8"))
    except (OSError, ValueError):
        known = {}
    modules = dict(python_modules(root))
    facts = {path: known_facts(root / path, known.get(path)) for path in (*modules.values(), *scripts(root))}
    if facts != known:
        kept.parent.mkdir(parents=True, exist_ok=True)
        fresh = kept.with_name(f"imports-{os.getpid()}.json")
        fresh.write_text(json.dumps(facts), "utf-8")
        fresh.replace(kept)
    handed_on = {
        name: {
            alias: (base_of(name, modules, level, module), wanted)
            for level, module, aliases in facts[path]["imports"]
            for wanted, alias in aliases
        }
        for name, path in modules.items()
        if path.endswith("__init__.py")
    }
    for name, path in modules.items():
        for wanted in imported(name, facts[path]["imports"], modules, handed_on):
            graph.importers[modules[wanted]].add(path)
        if any(
            source == "pkgutil" for _, source, _ in facts[path]["imports"]
        ):  # a package that imports all that lies in it
            for other, below in modules.items():
                if other.rpartition(".")[0] == name:
                    graph.importers[below].add(path)
    for path, told in facts.items():
        if Path(path).name.startswith("test_") or path.endswith(".test.mjs"):
            graph.tests.add(path)
        for text in told["named"]:
            graph.named[text].add(path)
        for word in told["words"]:
            graph.words[word].add(path)
        for target in told["reached"]:
            found = (root / path).parent.joinpath(target).resolve()
            if found.is_relative_to(root):
                graph.importers[str(found.relative_to(root))].add(path)
    for path in facts:
        if Path(path).name == "conftest.py":  # its fixtures are for all tests below its folder
            below = f"{Path(path).parent}/"
            graph.importers[path] |= {test for test in graph.tests if test.startswith(below) and test.endswith(".py")}
    return graph


def known_facts(path: Path, known: dict[str, Any] | None) -> dict[str, Any]:
    """What the graph needs of one file; read again where the file is another than before."""
    held = path.stat()
    state = [held.st_mtime_ns, held.st_size]
    if known is not None and known["state"] == state:
        return known
    facts: dict[str, Any] = {"state": state, "imports": [], "named": [], "words": [], "reached": []}
    text = path.read_text("utf-8")
    if path.suffix in SCRIPT:
        facts["reached"] = JS_IMPORT.findall(text)
        return facts
    tree = ast.parse(text)
    for node in running(tree):
        names = [[alias.name, alias.asname or alias.name] for alias in node.names]
        facts["imports"].append(
            [node.level, node.module or "", names] if isinstance(node, ast.ImportFrom) else [-1, "", names]
        )
    facts["named"] = sorted(set(file_names(tree)))
    if path.name.startswith("test_"):
        facts["words"] = sorted(set(words(tree)))
    return facts


def python_modules(root: Path) -> Iterator[tuple[str, str]]:
    """Each module's name with its file."""
    for top in (*SOURCES, *OTHERS):
        for path in sorted((root / top).rglob("*.py")):
            relative = path.relative_to(root)
            parts = relative.with_suffix("").parts
            if "node_modules" in parts:
                continue
            parts = parts[1:] if top in SOURCES else parts
            yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts), str(relative)


def scripts(root: Path) -> Iterator[str]:
    """The modules of the page and their tests."""
    for top in ("web", "tests/web"):
        for path in sorted((root / top).rglob("*")):
            if path.suffix in SCRIPT and not {"node_modules", "vendor"} & set(path.parts):
                yield str(path.relative_to(root))


def running(tree: ast.AST) -> Iterator[ast.Import | ast.ImportFrom]:
    """The imports of a module that happen when it runs; not those for the type checker."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            for other in node.orelse:
                yield from running(other)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            yield node
        elif isinstance(node, ast.stmt | ast.ExceptHandler):
            yield from running(node)


def base_of(name: str, modules: Mapping[str, str], level: int, module: str) -> str:
    """The full name of the module that a `from` takes from."""
    if level <= 0:
        return module
    package = name if modules[name].endswith("__init__.py") else name.rpartition(".")[0]
    for _ in range(level - 1):
        package = package.rpartition(".")[0]
    return f"{package}.{module}" if module else package


def imported(
    name: str,
    imports: Iterable[tuple[int, str, list[tuple[str, str]]]],
    modules: Mapping[str, str],
    handed_on: Mapping[str, Mapping[str, tuple[str, str]]],
) -> Iterator[str]:
    """The modules of the repository that a module imports."""
    for level, source, aliases in imports:
        for wanted, _ in aliases:
            module = wanted if level < 0 else home_of(base_of(name, modules, level, source), wanted, modules, handed_on)
            if module in modules and module != name:
                yield module


def home_of(
    module: str, wanted: str, modules: Mapping[str, str], handed_on: Mapping[str, Mapping[str, tuple[str, str]]]
) -> str:
    """The module that has a name which another module offers; a package may hand on what another has handed on to it."""
    for _ in range(5):
        if f"{module}.{wanted}" in modules:
            return f"{module}.{wanted}"
        if wanted not in handed_on.get(module, {}):
            break
        module, wanted = handed_on[module][wanted]
    return module


def file_names(tree: ast.AST) -> Iterator[str]:
    """The last part of everything in a module that may be a file's name."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and len(node.value) < 200:
            last = node.value.rpartition("/")[2]
            if "." in last[1:] and " " not in last:
                yield last


def words(tree: ast.AST) -> Iterator[str]:
    """Every word in the texts and names of a test."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield from re.findall(r"[a-z_]{3,}", node.value)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from re.findall(r"[a-z]{3,}", node.name)


def mirrors(test: str, path: str) -> bool:
    """Whether a test file is the one that is named after a source file, in the folder that mirrors the source's."""
    stem = Path(path).stem.removesuffix(".test")
    name = Path(test).name
    named = name == f"{stem}.test.mjs" or re.fullmatch(rf"test_{re.escape(stem)}(_\w+)?\.py", name) is not None
    return named and str(Path(test).parent) == mirror_of(str(Path(path).parent))


def mirror_of(folder: str) -> str:
    """The folder of tests that mirrors a folder of sources."""
    parts = Path(re.sub("^web", "web/unit", folder.replace("engine/citadels_contest", "contest"))).parts
    return "/".join(["tests", *(part for part in parts if not part.startswith("citadels_"))])


def cases_of(card: str, root: Path = ROOT) -> list[str]:
    """The conformance cases that a card stands in, as arguments of pytest."""
    return [
        f"{CASES}::test_case_holds[{case['id']}]"
        for path in sorted((root / "tests" / "cases").glob("*.json"))
        for case in json.loads(path.read_text("utf-8"))
        if card in json.dumps(case)
    ]


@cache
def known_times(root: Path = ROOT) -> dict[str, float]:
    """The CPU-seconds of each test file, as they were last written down."""
    try:
        held: dict[str, float] = json.loads((root / "tests" / "times.json").read_text("utf-8"))["once"]
    except FileNotFoundError:
        return {}
    return held


def cost_of(test: str, root: Path = ROOT) -> float:
    """What a test file takes; a file that is not among the slow ones takes next to nothing, and a single case nothing."""
    if "::" in test:
        return 0.0
    times = known_times(root)
    return times.get(test, 0.1 if times else UNKNOWN_S)


def choose(changed: Collection[str], within_s: float | None = None, root: Path = ROOT) -> Near:
    """The tests for these changes, the nearest first, as many as are thought to take so many CPU-seconds; one at least."""
    graph = read_graph(root)
    if within_s is None:
        within_s = max((WITHIN_S.get(path.partition("/")[0], ELSEWHERE_S) for path in changed), default=0.0)
    ranks: dict[str, int] = {}
    cases: list[str] = []
    for path in changed:
        card = CARDS.fullmatch(path)
        found = graph.distances(path)
        if card:
            cases += cases_of(card[1], root)
            found |= dict.fromkeys((test for test in graph.words[card[1]] if test in found), 1)
        if path in graph.tests:
            found[path] = 0
        for test in found:
            if mirrors(test, path):
                found[test] = 0
        for prefix, tests in ABOUT.items():
            if path.startswith(prefix):
                found |= dict.fromkeys((one for one in tests if (root / one).exists()), 1)
        for test, distance in found.items():
            ranks[test] = min(distance, ranks.get(test, FAR))
    if CASES in ranks and ranks[CASES] <= 1:
        cases = []
    order = sorted(ranks, key=lambda test: (ranks[test], cost_of(test, root), test))
    chosen: list[str] = []
    left: list[str] = []
    room = within_s
    for test in order:
        cost = cost_of(test, root)
        if not chosen or ranks[test] == 0 or cost <= room:
            chosen.append(test)
            room -= cost
        else:
            left.append(test)
    return Near([*chosen, *dict.fromkeys(cases)], left)


def changed_files(since: str = "HEAD", root: Path = ROOT) -> list[str]:
    """The files that differ from a commit, those that git does not know yet among them."""

    def told(*words: str) -> list[str]:
        run = subprocess.run(
            ["git", "-c", "core.quotepath=off", *words], cwd=root, capture_output=True, text=True, check=True
        )
        return run.stdout.splitlines()

    return sorted(
        {*told("diff", "--name-only", "--relative", since), *told("ls-files", "--others", "--exclude-standard")}
    )
