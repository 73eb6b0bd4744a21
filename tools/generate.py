"""`./citadels generate`: write everything that follows from the contracts, the routes and the docstrings, in the order in which it depends on
one another. Run it after a change of a contract; tests fail where what is written is not fresh.

    openapi/            OpenAPI, the schema of GraphQL, the trusted documents by hash
    sdk, client and live  models, words, orders, operations, calls, the synchronous client
    web/core            the page's documents and their types
    docs/REFERENCE.md   every public name of the toolkit
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
WRITERS: Final = (
    ("openapi/", ("-c", "from citadels_sdk.cli import main; main()", "schema", "export")),
    ("the toolkit's client", ("-m", "tools.sdk_client")),
    ("the page's documents and types", ("-m", "tools.web_types")),
    ("docs/REFERENCE.md", ("-m", "tools.reference")),
)
"""What is written, and by which program: each in a process of its own, so that it sees what the one before has written."""


def main() -> int:
    """Write all; the first that fails ends it, and says why."""
    for what, words in WRITERS:
        print(f"generate: {what}", flush=True)
        done = subprocess.run([sys.executable, *words], cwd=ROOT, stdout=subprocess.DEVNULL, check=False)
        if done.returncode:
            print(f"generate: {what} could not be written; the reason stands above", file=sys.stderr)
            return done.returncode
    return 0


if __name__ == "__main__":
    sys.exit(main())
