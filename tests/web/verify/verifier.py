"""The page's verification in one node process, which is asked about one game after the other."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any, Self

HERE = Path(__file__).parent
NODE = shutil.which("node")


class Verifier:
    """What `verifier.mjs` answers; its first lines say what it is asked."""

    def __init__(self) -> None:
        self.process: subprocess.Popen[str] | None = None

    def ask(self, **question: Any) -> dict[str, Any]:
        """Its answer; the process is started with the first question."""
        if self.process is None:
            command = [str(NODE), str(HERE / "verifier.mjs")]
            self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(question, separators=(",", ":")) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        assert line, "the verifier has ended; its reason stands among the errors"
        found: dict[str, Any] = json.loads(line)
        return found

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process is not None:
            self.process.communicate(timeout=60)
