"""`./citadels bench NAME ...` runs `bench/NAME.py`; without a name it lists what there is. `prove` does the same with its own folder.

`bench --write` keeps figures and writes them into the pages (`tools/benchmarks.py`).
"""

import ast
import os
import runpy
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def listing(folder: Path) -> list[tuple[str, str]]:
    """The modules of a folder, each with the first line of its docstring."""
    modules = []
    for path in sorted(folder.glob("*.py")):
        if not path.stem.startswith("_"):
            described = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
            modules.append((path.stem, described.partition("\n")[0]))
    return modules


def main(arguments: list[str]) -> int:
    """Run the module that is named, or list all."""
    verb, *rest = arguments
    if [verb, *rest][:2] == ["bench", "--write"]:
        from tools import benchmarks

        return benchmarks.main(rest[1:])
    modules = listing(ROOT / verb)
    if not modules:
        print(f"citadels: there is nothing in {verb}/", file=sys.stderr)
        return 1
    if not rest or rest[0] in ("-h", "--help"):
        width = max(len(name) for name, _ in modules)
        print(f"./citadels {verb} NAME, where NAME is one of:")
        for name, described in modules:
            print(f"  {name:{width}}  {described}")
        if verb == "bench":
            print(
                "./citadels bench --write [NAME ...] keeps figures in docs/benchmarks.json and writes them into the pages"
            )
        return 0
    name = rest[0].lower()  # promises are called R5, their modules r5
    if name not in dict(modules):
        print(f"citadels: there is no {verb}/{rest[0]}.py; ./citadels {verb} lists what there is", file=sys.stderr)
        return 2
    fault = os.environ.get("CITADELS_BUILD_FAULT")
    if fault:
        print("citadels: the figures that follow are not those of the compiled engine", file=sys.stderr)
    sys.argv = [str(ROOT / verb / f"{name}.py"), *rest[1:]]
    runpy.run_module(f"{verb}.{name}", run_name="__main__", alter_sys=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
