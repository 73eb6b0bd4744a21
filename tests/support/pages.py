"""The pages README.md and docs/*.md as something that runs.

1. A block ```python whose lines begin with `>>>` is a doctest; the blocks of a page share their names.
2. All other ```python and ```sh blocks of a page are one session of bash, in their order, in a folder of its own: what a
   block defines, writes or asks for is there for the next one. The first that fails ends it.
3. A block of any language whose first line is a comment with a file's name (`# mason.py`, `// mason.js`) is written to that file;
   any other ```python block is a script that is run.
4. In the folder, `examples`, `engine`, `sdk` and `tests` are those of the repository, and `mybot.py` is there for pages that speak of the reader's
   own bot. `citadels` is the installed command. The starter `./citadels` and `pip` are stood in for by `stand_in.py`, which looks whether
   what is asked for exists.
"""

from __future__ import annotations

import doctest
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping


ROOT = Path(__file__).resolve().parents[2]
PAGES = {path.name: path for path in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))}
FENCE = re.compile(r"^```(\w*)[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"(?:#|//) ([\w./-]+\.\w+)\n")
MADE = ("python", "sh")
STAND_IN = Path(__file__).with_name("stand_in.py")


class Block(NamedTuple):
    """A block of a page."""

    language: str
    text: str
    line: int
    """Where it begins."""

    @property
    def file(self) -> str:
        """The file that it is written to, if it names one."""
        found = FILE.match(self.text)
        return found[1] if found else ""

    @property
    def is_doctest(self) -> bool:
        """Whether it shows its own results."""
        return self.language == "python" and self.text.lstrip().startswith(">>>")


def blocks(page: str) -> list[Block]:
    """The blocks of a page that have a language."""
    text = PAGES[page].read_text(encoding="utf-8")
    return [Block(one[1], one[2], text.count("\n", 0, one.start()) + 1) for one in FENCE.finditer(text) if one[1]]


def examples(page: str) -> doctest.DocTest | None:
    """The doctests of a page, as one."""
    parser = doctest.DocTestParser()
    found: list[doctest.Example] = []
    for block in blocks(page):
        if block.is_doctest:
            for example in parser.get_examples(block.text, page):
                example.lineno += block.line
                found.append(example)
    return doctest.DocTest(found, {"__name__": "__main__"}, page, str(PAGES[page]), 0, None) if found else None


def session(page: str) -> str:
    """Everything else that the page says to type or to write, as one script; empty where there is nothing."""
    lines = []
    for number, block in enumerate(blocks(page)):
        if block.is_doctest or not (block.file or block.language in MADE):
            continue
        lines.append(f"echo '--- {page}, line {block.line}' >&2")
        if block.language == "sh" and not block.file:
            lines.append(block.text)
            continue
        name = block.file or f"snippet_{number}.py"
        lines.append(f"mkdir -p {shlex.quote(str(Path(name).parent))}; cat > {name} <<'END OF {number}'")
        lines.append(f"{block.text.rstrip()}\nEND OF {number}")
        if not block.file:
            lines.append(f"python {name}")
    return "\n".join(["set -eu", *lines, ""]) if lines else ""


def run_session(page: str, folder: Path, variables: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
    """Run the session of a page in a folder."""
    tools = folder / "bin"
    tools.mkdir()
    for name in ("citadels", "pip"):
        stand_in = folder / "citadels" if name == "citadels" else tools / name
        stand_in.write_text(f'#!/bin/sh\nexec {sys.executable} {STAND_IN} {name} "$@"\n')
        stand_in.chmod(0o755)
    for name in ("examples", "engine", "sdk", "tests"):
        (folder / name).symlink_to(ROOT / name)
    shutil.copy(ROOT / "examples" / "first.py", folder / "mybot.py")
    path = os.pathsep.join([str(tools), str(Path(sys.executable).parent), os.environ["PATH"]])
    home = {
        "HOME": str(folder),
        "PATH": path,
        "PYTHONWARNINGS": "error",
        "PYTHONDONTWRITEBYTECODE": "1",
        "COLUMNS": "120",
    }
    return subprocess.run(
        ["bash", "-c", session(page)],
        cwd=folder,
        env={**os.environ, **home, **variables},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
