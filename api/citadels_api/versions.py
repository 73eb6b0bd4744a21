"""Which version of the service runs here."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path


@cache
def own_version() -> str:
    """The version of the distribution that this is part of, or else of the source tree that it runs from."""
    for name in ("citadels-api", "citadels-server"):
        try:
            return version(name)
        except PackageNotFoundError:
            continue
    try:
        told = tomllib.loads((Path(__file__).resolve().parents[2] / "pyproject.toml").read_text(encoding="utf-8"))
        return f"{told['project']['version']} (source)"
    except (OSError, LookupError, ValueError):
        return "unknown"
