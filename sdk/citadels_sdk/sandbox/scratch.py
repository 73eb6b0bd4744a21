"""The folder in which a process of the sandbox may write: no more than so much, and nothing of it stays."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from citadels_sdk.sandbox.policy import Limits


def excess(scratch: Path, limits: Limits) -> str:
    """What is too much in a scratch folder; empty where nothing is."""
    size = count = 0
    todo = [str(scratch)]
    while todo:
        try:
            with os.scandir(todo.pop()) as found:
                for one in found:
                    count += 1
                    if count > limits.entries:
                        return f"it has made more than {limits.entries} files and folders"
                    if one.is_dir(follow_symlinks=False):
                        todo.append(one.path)
                    else:
                        size += one.stat(follow_symlinks=False).st_blocks * 512
        except OSError:
            continue  # removed meanwhile
    return f"it has written more than {limits.scratch >> 20} MB" if size > limits.scratch else ""


def remove(folder: Path) -> None:
    """Remove a scratch folder with whatever a bot has made there."""
    try:
        with contextlib.suppress(OSError, RecursionError):
            os.rmdir(folder)  # noqa: PTH106  # most are empty
            return
        shutil.rmtree(folder)
    except (OSError, RecursionError):
        subprocess.run(["rm", "-rf", str(folder)], check=False, stderr=subprocess.DEVNULL)  # noqa: S603, S607  # it goes as deep as is needed
