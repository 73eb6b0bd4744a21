"""A program in the sandbox: a process of ours gives up what the policy does not grant, and then becomes the program.

It may become another one on its way, as a script becomes its interpreter. It starts no process: threads are enough for a bot.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Final, NoReturn

from citadels_sdk.sandbox.confinement import Missing, enter
from citadels_sdk.sandbox.policy import Policy, environment, import_paths
from citadels_sdk.sandbox.scratch import excess, remove

if TYPE_CHECKING:
    from collections.abc import Sequence


BOOT: Final = "import json, sys; sys.path[:] = json.loads(sys.argv[1]); from citadels_sdk.sandbox.confined_program import main; main()"
LOOK_S: Final = 0.1


class Confined:
    """What a program in the sandbox has, as whoever starts it sees it."""

    def __init__(self, policy: Policy) -> None:
        self.policy = policy
        self.scratch = Path(tempfile.mkdtemp(prefix="citadels-", dir=policy.scratches)).resolve()
        self.environment = environment(str(self.scratch))
        self.looked = monotonic()

    def words(self, command: Sequence[str]) -> list[str]:
        """The command line that runs the program in the sandbox."""
        policy = json.dumps(self.policy.to_json())
        boot = [sys.executable, "-E", "-s", "-S", "-c", BOOT, json.dumps(import_paths())]
        return [*boot, policy, str(self.scratch), *command]

    def excess(self) -> str:
        """What it has written too much; empty where nothing, or where it was looked a moment ago."""
        now = monotonic()
        if now - self.looked < LOOK_S:
            return ""
        self.looked = now
        return excess(self.scratch, self.policy.limits)

    def remove(self) -> None:
        """Remove what it has written."""
        remove(self.scratch)


def main() -> NoReturn:
    """Become the program; what cannot be had of the sandbox is told on the standard error."""
    _, _, policy, scratch, *command = sys.argv
    try:
        enter(Policy.from_json(json.loads(policy)), scratch)
        os.execv(command[0], command)  # noqa: S606  # the very program that the user has named
    except (Missing, OSError) as error:
        sys.exit(f"{command[0]} cannot be run in the sandbox: {error}")
