"""The engine compiled by mypyc beside the same sources interpreted, compiled by Cython, and on PyPy.

Each plays the same random games of four players in a process of its own, after as many to warm up.

- `interpreted`: the same Python.
- `cython`: measured where `--cython` has built it (six minutes of CPU, kept in `.citadels`); the sources as they are, -O2.
- `pypy`: measured where `pypy3` is on the path, of Python 3.11 or newer.
"""

import json
import os
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from bench._decisions.turns import Way, in_turns
from tools.fetch import fetch

ROOT: Final = Path(__file__).resolve().parents[2]
ENGINE: Final = ROOT / "engine"
PLAY: Final = """
import sys, time
from citadels_engine import COMPILED, new_game
from citadels_engine.bots.playout import play_out
games, want = int(sys.argv[1]), sys.argv[2] == "compiled"
assert COMPILED is want, "this is another engine"
def play():
    return sum(play_out(new_game(4, seed=str(number)), number) for number in range(games))
play()
began = time.process_time()
play()
print(time.process_time() - began)
"""
GAMES: Final = {"mypyc": 500, "interpreted": 100, "cython": 200, "pypy": 500}
"""How many games a process plays: with less, start and warming would show."""


def measure(rounds: int) -> dict[str, Any]:
    """The figures."""
    build = os.environ.get("CITADELS_BUILD", "")
    if not build:
        raise SystemExit("bench decisions: there is no compiled engine here; ./citadels bench makes it first")
    ways = {
        "mypyc": way("mypyc", sys.executable, build),
        "interpreted": way("interpreted", sys.executable, str(ENGINE)),
    }
    if cython_build().is_dir():
        ways["cython"] = way("cython", sys.executable, str(cython_build()))
    if pypy := pypy_there():
        ways["pypy"] = way("pypy", pypy, str(ENGINE))
    return in_turns(ways, rounds, span_s=0).figures("mypyc")


def line(found: dict[str, Any]) -> str:
    """The figures in a sentence."""
    names = {"interpreted": "interpreted", "cython": "compiled by Cython", "pypy": "on PyPy"}
    told = [f"{names[name]} {ratio} times" for name, ratio in found["over_ours"].items()]
    return f"a random game costs {found['us']['mypyc']:.0f} us compiled by mypyc; " + ", ".join(told)


def way(kind: str, python: str, path: str) -> Way:
    """Games of an engine, each in a process that has warmed up."""

    def played(count: int) -> float:
        return sum(child(kind, python, path) for _ in range(count))

    return played


def child(kind: str, python: str, path: str) -> float:
    """The seconds of a game."""
    asked = [str(GAMES[kind]), "compiled" if kind in {"mypyc", "cython"} else "interpreted"]
    done = subprocess.run(
        [python, "-P", "-c", PLAY, *asked],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(f"{kind}: {done.stderr[-2000:]}")
    return float(json.loads(done.stdout)) / GAMES[kind]


def pypy_there() -> str | None:
    """PyPy, where it is new enough for the engine."""
    found = shutil.which("pypy3")
    if found is None:
        return None
    code = "import sys; sys.exit(sys.version_info < (3, 11))"
    return found if subprocess.run([found, "-c", code], check=False).returncode == 0 else None


def cython_build() -> Path:
    """Where Cython's build of these sources lies: `./citadels` names ours by a hash of the same."""
    name = Path(os.environ.get("CITADELS_BUILD", "none")).name
    return Path(os.environ.get("CITADELS_HOME", ROOT / ".citadels")) / "yardsticks" / f"engine-{name}"


def build_cython() -> None:
    """Compile the modules that mypyc compiles, unless that is done."""
    fetch("Cython", "cython")
    sys.path.insert(0, str(ENGINE))
    engine: Any = import_module("compile_engine")
    cython: Any = import_module("Cython.Build")
    setuptools: Any = import_module("setuptools")
    commands: Any = import_module("setuptools.command.build_ext")
    final = cython_build()
    if final.is_dir():
        return
    new = final.with_name(f"new-{final.name}")
    shutil.rmtree(new, ignore_errors=True)
    for package in engine.PACKAGES:
        shutil.copytree(ENGINE / package, new / package, ignore=shutil.ignore_patterns("__pycache__", "*.so"))
    before = Path.cwd()
    os.chdir(new)  # modules are named by their path from here
    try:
        modules = [path.relative_to(new) for path in engine.compiled_modules(new)]
        extensions = cython.cythonize(
            [
                setuptools.Extension(
                    ".".join(module.with_suffix("").parts), [str(module)], extra_compile_args=["-O2", "-w"]
                )
                for module in modules
            ],
            build_dir="c",
            language_level=3,
            compiler_directives={
                "annotation_typing": False
            },  # it takes `int` for a C number, and a class for that class alone
            quiet=True,
        )
        command = commands.build_ext(setuptools.Distribution({"ext_modules": extensions}))
        command.inplace, command.parallel, command.build_temp = True, os.cpu_count(), "o"
        command.ensure_finalized()
        command.run()
    finally:
        os.chdir(before)
    for scratch in ("c", "o"):
        shutil.rmtree(new / scratch, ignore_errors=True)
    new.rename(final)
