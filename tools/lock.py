"""`./citadels lock`: writes the two locks anew; what is pinned stays pinned unless `--upgrade` is given.

Both hold hashes and no addresses. `run.txt` is what starting and compiling need; `develop.txt` holds all of that, in the same versions, and the tools.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
EXTRAS = {"run": ["compile"], "develop": ["compile", "dev"]}


def compile_locks(locks: Path, options: list[str]) -> None:
    """Resolve both locks into a folder; what stands there is preferred."""
    uv = Path(sys.executable).parent / "uv"  # the pinned one: others may write another format
    for name, extras in EXTRAS.items():
        command = [str(uv if uv.exists() else "uv"), "pip", "compile", "pyproject.toml", "--quiet", "--universal"]
        command += ["--python-version", "3.11", "--generate-hashes"]
        command += ["--no-header", "--no-annotate", "--no-emit-index-url"]
        command += [word for extra in extras for word in ("--extra", extra)]
        if name != "run":
            command += ["--constraint", str(locks / "run.txt")]
        command += ["--output-file", str(locks / f"{name}.txt"), *options]
        # the hashes are those of the one index; local additions to it have no part in a lock
        added = ("UV_INDEX", "UV_EXTRA_INDEX_URL", "UV_FIND_LINKS")
        variables = {name: value for name, value in os.environ.items() if name not in added}
        subprocess.run(command, cwd=ROOT, env=variables, check=True)


def stale() -> list[str]:
    """The names of the locks that no longer say what the projects ask for."""
    with tempfile.TemporaryDirectory() as folder:
        fresh = Path(folder)
        for name in EXTRAS:
            shutil.copy(ROOT / "locks" / f"{name}.txt", fresh)
        compile_locks(fresh, [])
        return [
            name
            for name in EXTRAS
            if (fresh / f"{name}.txt").read_text() != (ROOT / "locks" / f"{name}.txt").read_text()
        ]


def main(arguments: list[str]) -> int:
    """Write the locks."""
    if set(arguments) - {"--upgrade"}:
        print("usage: ./citadels lock [--upgrade]", file=sys.stderr)
        return 2
    try:
        compile_locks(ROOT / "locks", arguments)
    except subprocess.CalledProcessError as error:
        print("the locks could not be written, as said above", file=sys.stderr)
        return error.returncode
    print("locks/run.txt and locks/develop.txt are written")
    return os.EX_OK


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
