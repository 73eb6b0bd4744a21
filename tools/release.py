"""`python -m tools.release [--out FOLDER]`: the distributions of a release, built from a clean tree and checked.

1. It refuses a tree with changes that are not committed, versions that differ, and a changelog without a section for the version.
2. The engine and the toolkit are built: sources, a pure wheel each, and where a C compiler is found a compiled wheel of the engine.
3. Where `auditwheel` is found, the compiled wheel becomes one for all Linux systems (manylinux); elsewhere it fits systems like this one.
4. Nothing is uploaded, and no tag is set: what is left to do stands at the end.

Exit status: 0 built, 1 refused or failed, 2 misuse.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


ROOT = Path(__file__).resolve().parents[1]
DISTRIBUTIONS = ("engine", "sdk")
BUILD = "import sys, hatchling.build as b; print(getattr(b, sys.argv[1])(sys.argv[2]))"


class Refused(Exception):
    """Why there can be no release: the fault and the way out."""


def version_of(root: Path) -> str:
    """The one version of all distributions, with its section in the changelog."""
    found = {
        folder: str(tomllib.loads((root / folder / "pyproject.toml").read_text("utf-8"))["project"]["version"])
        for folder in (".", *DISTRIBUTIONS)
    }
    told = re.search(
        r'^__version__ = "(.*)"$', (root / "sdk/citadels_sdk/__init__.py").read_text("utf-8"), re.MULTILINE
    )
    found["sdk/citadels_sdk/__init__.py"] = told[1] if told else "none"
    if len(set(found.values())) > 1:
        raise Refused("the versions differ: " + ", ".join(f"{place} {version}" for place, version in found.items()))
    version = found["."]
    if not re.search(rf"^## \[?{re.escape(version)}\]?\b", (root / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE):
        raise Refused(f"CHANGELOG.md has no section for {version}: give the one called Unreleased that name and a date")
    return version


def check_clean(root: Path) -> None:
    """Refuse a tree in which something is not committed."""
    ran = subprocess.run(["git", "status", "--porcelain"], cwd=root, capture_output=True, text=True, check=False)
    if ran.returncode:
        raise Refused(f"git cannot tell what is committed here: {ran.stderr.strip()}")
    if ran.stdout:
        raise Refused(f"not everything is committed; commit it or take it away:\n{ran.stdout.rstrip()}")


def built(folder: Path, what: str, out: Path, **variables: str) -> Path:
    """Build one archive of a distribution, as hatchling names it."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"} | variables
    ran = subprocess.run(
        [sys.executable, "-c", BUILD, what, str(out)],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if ran.returncode:
        raise Refused(f"{folder.name} was not built:\n{ran.stderr.strip()[-2000:]}")
    return out / ran.stdout.split()[-1]


def can_compile(root: Path) -> str | None:
    """Why the engine cannot be compiled here; None where it can."""
    spec = importlib.util.spec_from_file_location("compile_engine", root / "engine" / "compile_engine.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    reason: str | None = module.why_not()
    return reason


def build(root: Path, out: Path) -> list[Path]:
    """Build everything into a folder; what was built."""
    out.mkdir(parents=True, exist_ok=True)
    if any(out.iterdir()):
        raise Refused(f"{out} is not empty: name another folder, or empty it")
    made = []
    for name in DISTRIBUTIONS:
        made.append(built(root / name, "build_sdist", out))
        made.append(built(root / name, "build_wheel", out, CITADELS_PURE="1"))
    reason = can_compile(root)
    if reason:
        print(f"no compiled wheel: {reason}")
        return made
    wheel = built(root / "engine", "build_wheel", out, CITADELS_PURE="0")
    auditwheel = shutil.which("auditwheel")
    if auditwheel is None:
        print(
            "the compiled wheel fits systems like this one only: auditwheel, which makes one for all Linux systems, is not here"
        )
        return [*made, wheel]
    ran = subprocess.run(
        [auditwheel, "repair", "--wheel-dir", str(out), str(wheel)], capture_output=True, text=True, check=False
    )
    if ran.returncode:
        raise Refused(f"auditwheel refused the compiled wheel:\n{ran.stderr.strip()[-2000:]}")
    wheel.unlink()
    return [*made, *out.glob(f"{wheel.name.split('-')[0]}-*manylinux*.whl")]


def main(arguments: Sequence[str], root: Path = ROOT) -> int:
    """Check, build, and say what is left to do."""
    parser = argparse.ArgumentParser(prog="python -m tools.release", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--out", type=Path, default=root / "dist", metavar="FOLDER", help="where to (default: dist)")
    asked = parser.parse_args(arguments)
    try:
        check_clean(root)
        version = version_of(root)
        made = build(root, asked.out.resolve())
    except Refused as refused:
        print(f"release: {refused}", file=sys.stderr)
        return 1
    for path in made:
        print(f"{path.stat().st_size / 1e6:6.2f} MB  {path.name}")
    print(f"left to do: run .ci/run on this commit, then git tag v{version}, then upload what is in {asked.out}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
