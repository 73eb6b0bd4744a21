"""A service of one's own for a while: `citadels up --ephemeral` as a process, its address read from its first line."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from typing import Self

__all__ = ["Service"]

PATIENCE_S: Final = 60.0
COMMAND: Final = ("-c", "from citadels_sdk.cli import main; main()", "up", "--ephemeral", "--no-demo", "--port", "0")
SMALL: Final = ("--workers", "1", "--api-processes", "1")
SETTINGS: Final = ("REDIS_URL", "QUEUE_REDIS_URL", "CITADELS_HOST", "CITADELS_PORT", "CITADELS_DATA_DIR")


class Service:
    """A service as a context: started when it is entered, ended when it is left; `url` is its address."""

    def __init__(self) -> None:
        self.url = ""
        self.said: list[str] = []
        self.ready = threading.Event()
        self.process: subprocess.Popen[str] | None = None
        self.reader: threading.Thread | None = None

    def __enter__(self) -> Self:
        variables = {name: value for name, value in os.environ.items() if name not in SETTINGS}
        self.process = subprocess.Popen(  # noqa: S603  # our own command
            [sys.executable, *COMMAND, *SMALL],
            env={
                **variables,
                "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
                "PYTHONUNBUFFERED": "1",
            },
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            start_new_session=True,
        )
        self.reader = threading.Thread(target=self.read, name="citadels-up", daemon=True)
        self.reader.start()
        if not self.ready.wait(PATIENCE_S) or not self.url:
            self.end()
            raise RuntimeError("the service did not start:\n" + "".join(self.said[-20:]))
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def read(self) -> None:
        """Take up what the process says, to its end."""
        process = self.process
        assert process is not None
        assert process.stdout is not None
        with process.stdout:
            for line in process.stdout:
                self.said.append(line)
                found = re.match(r"service\s+(http\S+)", line)
                if found is not None:
                    self.url = found[1]
                if line.startswith("Ctrl-C"):
                    self.ready.set()
        self.ready.set()

    def end(self) -> None:
        """End the process, and wait for it."""
        process, reader = self.process, self.reader
        if process is not None:
            process.terminate()
            try:
                process.wait(20.0)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        if reader is not None:
            reader.join()
