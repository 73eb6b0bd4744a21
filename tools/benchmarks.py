"""Keeps what measurements and proofs print in docs/benchmarks.json, and writes these figures into the pages that quote them.

    ./citadels bench --write                          what is kept, and the pages anew
    ./citadels bench --write engine prove-r18         run these, keep what they print, write the pages
    ./citadels bench --write all                      run all: hours
    ./citadels bench --write engine -- --games 300    run it with these options too

1. `RUNS` has the command of each run. A run keeps the object that the command prints with `--json`, with its command, date, commit and machine.
2. A page quotes a figure as `<!-- figure: engine.vs_open_spiel_hearts | .1f -->2.1<!-- end -->`: the place in what is kept, then how it is
   written. A list is entered by a number, or by `name=value,name=value` of the one entry that is meant; as a figure it is its length.
3. How it is written: `*100` or `/1e6` first, where the unit is another; then a format of Python's, `,` where there is none.
4. `<!-- table: runs -->` has a line for each run that the page quotes; `tools/benchmark_tables.py` has the other tables.
5. A run that fails, or lacks a figure that a page quotes, is not kept. What is quoted of a run that is not kept stays as it stands.
"""

import argparse
import json
import os
import platform
import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from tools.benchmark_tables import TABLES

ROOT: Final = Path(__file__).resolve().parents[1]
KEPT: Final = "docs/benchmarks.json"
PAGES: Final = ("README.md", "sdk/README.md", "docs/*.md", "docs/decisions/*.md")
RUNS: Final = {
    "engine": "bench engine",
    "bots": "bench bots --games 2000",
    "planner": "bench bots --series planner --players 4 --playouts 400 --games 400",
    "primer": "bench primer --games 2000",
    "tournament": "bench tournament",
    "shared": "bench shared",
    "anchors": "bench anchors --deals 24 --easy 150 --playouts 100",
    "ladder": "bench ladder --seasons 40",
    "web": "bench web",
    "service": "bench service",
    "journey": "bench journey --pip",
    "decisions": "bench decisions --size full --cython",
    "prove-games": "prove games --size full",
    "prove-twins": "prove twins --size full",
    "prove-live": "prove live --size full",
    "prove-r18": "prove r18 --size full",
    "prove-endings": "prove endings --size full",
}
"""The runs that pages quote, and the command of each."""

FIGURE: Final = re.compile(r"(<!-- figure: ([^|>]+?)(?: \| ([^>]*?))? -->)(.*?)(<!-- end -->)")
TABLE: Final = re.compile(rf"(<!-- table: (runs|{'|'.join(TABLES)}) -->\n)(.*?)(<!-- end -->)", re.DOTALL)

Kept = dict[str, dict[str, Any]]
Measure = Callable[[str], dict[str, Any]]


class Missing(Exception):
    """A page quotes a figure that is not kept."""


def look_up(kept: Kept, place: str) -> Any:
    """The figure at a place; a name may have dots itself.

    >>> look_up({"a": {"figures": {"rows": [{"n": 2, "us.p50": 5}, {"n": 4, "us.p50": 7}]}}}, "a.rows.n=4.us.p50")
    7
    """
    name, *keys = place.split(".")
    try:
        found: Any = kept[name]["figures"]
        while keys:
            many = (
                1
                if isinstance(found, list)
                else next(n for n in range(1, len(keys) + 1) if ".".join(keys[:n]) in found)
            )
            key = ".".join(keys[:many])
            found = entry(found, key) if isinstance(found, list) else found[key]
            keys = keys[many:]
    except (KeyError, IndexError, StopIteration, TypeError, ValueError) as error:
        raise Missing(f"{place} is not in {KEPT}") from error
    if found is None:  # too short a run for it
        raise Missing(f"{place} is not in {KEPT}")
    return found


def entry(values: list[Any], key: str) -> Any:
    """The entry of a list: by its number, or by what it has."""
    if key.isdigit():
        return values[int(key)]
    asked = [one.split("=") for one in key.split(",")]
    (found,) = [one for one in values if all(str(one[name]) == value for name, value in asked)]
    return found


def written_as(value: Any, form: str = "") -> str:
    """A figure as a page has it.

    >>> written_as(3981), written_as(0.9931, "*100 .1f"), written_as(1_840_000, "/1e6 .2f"), written_as(["a", "b"])
    ('3,981', '99.3', '1.84', '2')
    """
    if isinstance(value, list):
        value = len(value)
    scale, _, rest = form.partition(" ")
    if scale[:1] in ("*", "/") and scale:
        by = float(scale[1:])
        value = value * by if scale[0] == "*" else value / by
        form = rest
    return format(value, form or ",")


def write_page(text: str, kept: Kept) -> str:
    """A page with the figures that are kept."""
    quoted = runs_quoted(text)

    def figure(found: re.Match[str]) -> str:
        if found[2].partition(".")[0] not in kept:
            return found[0]
        return found[1] + written_as(look_up(kept, found[2]), found[3] or "") + found[5]

    def table(found: re.Match[str]) -> str:
        if found[2] in TABLES and TABLES[found[2]][0] not in kept:
            return found[0]
        lines = runs_table(quoted, kept) if found[2] == "runs" else table_of(found[2], kept)
        return "\n".join([found[1].rstrip("\n"), *lines, found[4]])

    return TABLE.sub(table, FIGURE.sub(figure, text))


def table_of(name: str, kept: Kept) -> list[str]:
    """The lines of a table."""
    run_name, lines_of = TABLES[name]
    try:
        return lines_of(kept[run_name]["figures"])
    except (KeyError, TypeError) as error:
        raise Missing(f"the table {name!r} lacks {error} in {KEPT}") from error


def places(text: str) -> list[str]:
    """The places of all figures that a page quotes."""
    return [found[2] for found in FIGURE.finditer(text)]


def runs_quoted(text: str) -> list[str]:
    """The runs that a page quotes, in their order."""
    quoted = {place.partition(".")[0] for place in places(text)}
    quoted |= {TABLES[found[2]][0] for found in TABLE.finditer(text) if found[2] in TABLES}
    return [name for name in RUNS if name in quoted]


def runs_table(names: Sequence[str], kept: Kept) -> list[str]:
    """When these were measured, and where."""
    rows = [
        f"| `./citadels {run['command']}` | {run['date']} | {run['commit']} | {run['machine']} |"
        for run in (kept[name] for name in names if name in kept)
    ]
    return ["| command | measured | commit | machine |", "|---|---|---|---|", *rows]


def pages(root: Path) -> list[Path]:
    """The pages that may quote figures."""
    return [page for pattern in PAGES for page in sorted(root.glob(pattern))]


def load(root: Path) -> Kept:
    """What is kept."""
    kept: Kept = json.loads((root / KEPT).read_text(encoding="utf-8"))
    return kept


def save(root: Path, kept: Kept) -> None:
    """Keep it, in the order of the runs."""
    ordered = {name: kept[name] for name in RUNS if name in kept}
    (root / KEPT).write_text(json.dumps(ordered, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def write_pages(root: Path, kept: Kept) -> list[str]:
    """Write all pages anew; the names of those that have changed."""
    changed = []
    for page in pages(root):
        text = page.read_text(encoding="utf-8")
        new = write_page(text, kept)
        if new != text:
            page.write_text(new, encoding="utf-8")
            changed.append(str(page.relative_to(root)))
    return changed


def measured(command: str) -> dict[str, Any]:
    """What a command of the repository prints with `--json`."""
    words = [sys.executable, "-P", "-m", "tools.modules", *command.split(), "--json"]
    done = subprocess.run(words, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"./citadels {command} has failed; nothing of it is kept")
    return last_object(done.stdout)


def last_object(printed: str) -> dict[str, Any]:
    r"""The object on the last line.

    >>> last_object('a line for people\n{"games": 1}\n')
    {'games': 1}
    """
    found: dict[str, Any] = json.loads(printed.splitlines()[-1])
    return found


def commit(root: Path) -> str:
    """The commit that is measured; a plus says that there are changes besides."""
    head = git(root, "rev-parse", "--short=8", "HEAD")
    own = {KEPT, *(str(page.relative_to(root)) for page in pages(root))}
    changed = {line[3:] for line in git(root, "status", "--porcelain").splitlines()} - own
    return f"{head}+" if changed else head


def git(root: Path, *words: str) -> str:
    """What git says."""
    done = subprocess.run(["git", *words], cwd=root, capture_output=True, text=True, check=True)
    return done.stdout.rstrip("\n")


def machine() -> str:
    """The class of this machine, which says nothing about whose it is.

    >>> machine().split()[1].rstrip(",") in ("core", "cores")
    True
    """
    cores = os.cpu_count() or 1
    kind = platform.machine().replace("_", "-")
    return f"{cores} core{'' if cores == 1 else 's'}, {kind}, Python {platform.python_version()}"


def with_options(command: str, extra: Sequence[str]) -> str:
    """A command with more options, which take the place of those of the same name.

    >>> with_options("bench decisions --size full --cython", ["--size", "ci"])
    'bench decisions --cython --size ci'
    """
    words: list[str] = []
    dropping = False
    for word in command.split():
        dropping = word in extra if word.startswith("--") else dropping
        words += [] if dropping else [word]
    return " ".join([*words, *extra])


def run(name: str, extra: Sequence[str], root: Path, measure: Measure) -> None:
    """Measure one, keep it, write the pages."""
    command = with_options(RUNS[name], extra)
    print(f"./citadels {command}", file=sys.stderr, flush=True)
    before = commit(root)
    kept = load(root)
    new = {
        **kept,
        name: {
            "command": command,
            "date": datetime.now(UTC).date().isoformat(),
            "commit": before,
            "machine": machine(),
            "figures": measure(command),
        },
    }
    try:
        for page in pages(root):
            write_page(page.read_text(encoding="utf-8"), new)
    except Missing as missing:
        raise SystemExit(f"{missing}, and a page quotes it; nothing of this run is kept") from None
    save(root, new)
    for page_name in write_pages(root, new):
        print(f"  {page_name}", file=sys.stderr, flush=True)


def main(arguments: Sequence[str], root: Path = ROOT, measure: Measure = measured) -> int:
    """Run what is named, or list what is kept and write the pages anew."""
    at = list(arguments).index("--") if "--" in arguments else len(arguments)
    parser = argparse.ArgumentParser(prog="./citadels bench --write", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"all, or some of {', '.join(RUNS)}")
    names = parser.parse_args(arguments[:at]).names
    if unknown := set(names) - {*RUNS, "all"}:
        parser.error(f"there is no run {', '.join(sorted(unknown))}; there are {', '.join(RUNS)}")
    if names and os.environ.get("CITADELS_BUILD_FAULT"):
        raise SystemExit("the engine does not compile here: these would not be the figures of the compiled engine")
    for name in RUNS if "all" in names else names:
        run(name, arguments[at + 1 :], root, measure)
    if not names:
        kept = load(root)
        for name in RUNS:
            told = f"{kept[name]['date']} {kept[name]['commit']}" if name in kept else "not kept"
            print(f"{name:15} {told:22} ./citadels {kept.get(name, {}).get('command', RUNS[name])}")
        for page_name in write_pages(root, kept):
            print(f"{page_name} is written anew")
    return 0
