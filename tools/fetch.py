"""Fetches a package that no lock names into the private environment: a yardstick from outside, never something that we build on."""

import importlib.util
import subprocess
import sys
from pathlib import Path


def fetch(module: str, requirement: str) -> None:
    """Have a module: nothing happens where it can be imported; a `RuntimeError` says why it cannot be had."""
    if importlib.util.find_spec(module):
        return
    print(f"fetching {requirement} into the private environment ...", file=sys.stderr, flush=True)
    uv = Path(sys.executable).parent / "uv"
    command = [str(uv), "pip", "install", "--quiet", "--python", sys.executable, requirement]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    if run.returncode:
        raise RuntimeError(f"{requirement} could not be fetched: {run.stderr.strip()}")
    importlib.invalidate_caches()
