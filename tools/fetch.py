"""Fetches a package that no lock names: a yardstick from outside, never something that we build on.

It is put into a folder of its own that comes last on the path. So the private environment stays as its lock says, and what both have is that of
the lock.
"""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def fetch(module: str, requirement: str) -> Path:
    """Have a module; its folder. Nothing happens where it can be imported; a `RuntimeError` says why it cannot be had."""
    version = ".".join(map(str, sys.version_info[:2]))
    folder = Path(os.environ.get("CITADELS_HOME", ROOT / ".citadels")) / "yardsticks" / f"{requirement}-{version}"
    if str(folder) not in sys.path:
        sys.path.append(str(folder))
    if importlib.util.find_spec(module):
        return folder
    print(f"fetching {requirement} ...", file=sys.stderr, flush=True)
    uv = Path(sys.executable).parent / "uv"
    command = [str(uv), "pip", "install", "--quiet", "--python", sys.executable, "--target", str(folder), requirement]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    if run.returncode:
        raise RuntimeError(f"{requirement} could not be fetched: {run.stderr.strip()}")
    importlib.invalidate_caches()
    return folder
