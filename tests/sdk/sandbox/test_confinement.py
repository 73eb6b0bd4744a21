"""Giving up everything else, in a process of its own; and what is said where a part cannot be had."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from citadels_sdk.sandbox import confinement
from citadels_sdk.sandbox import sandbox_parts as parts
from citadels_sdk.sandbox.confinement import Missing, enter
from citadels_sdk.sandbox.policy import Policy
from citadels_sdk.sandbox.sandbox_parts import Part
from citadels_sdk.sandbox.scratch import excess, remove

if TYPE_CHECKING:
    from pathlib import Path

WHOLE = pytest.mark.skipif(bool(parts.missing()), reason="this machine has not all of the sandbox")
INSIDE = """
import json, sys
from pathlib import Path
from citadels_sdk.sandbox.confinement import enter
from citadels_sdk.sandbox.policy import policy_for
bot, scratch = sys.argv[1:3]
enter(policy_for([Path(bot)]), scratch)
import os, resource, socket
def refused(function, *arguments):
    try:
        function(*arguments)
    except OSError as error:
        return error.errno in (1, 13)
    return False
Path(scratch, "mine").write_text("x")
print(json.dumps({
    "reads its file": Path(bot).read_text(), "lists its folder": sorted(os.listdir(Path(bot).parent)), "stands": os.getcwd(),
    "others": refused(open, sys.argv[3]), "writes": refused(open, bot, "a"), "forks": refused(os.fork), "calls": refused(socket.socket),
    "signals": refused(os.kill, os.getppid(), 0), "runs": refused(os.execv, "/bin/true", ["true"]), "mode": refused(os.chmod, bot, 0o600),
    "memory": resource.getrlimit(resource.RLIMIT_DATA)[1] == 2 << 30, "threads": not __import__("threading").Thread(target=print).start(),
}))
"""


@WHOLE
def test_a_process_keeps_its_own_and_gives_up_all_else(tmp_path: Path) -> None:
    bot, scratch, other = tmp_path / "bot" / "bot.py", tmp_path / "scratch", tmp_path / "other"
    for folder in (bot.parent, scratch):
        folder.mkdir()
    bot.write_text("mine")
    other.write_text("yours")
    done = subprocess.run(
        [sys.executable, "-c", INSIDE, str(bot), str(scratch), str(other)],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.stderr == ""
    found = __import__("json").loads(done.stdout.strip())
    kept = {"reads its file": "mine", "lists its folder": ["bot.py"], "stands": str(bot.parent)}
    assert found == {**dict.fromkeys(found, True), **kept}
    assert (scratch / "mine").read_text() == "x"


def test_a_missing_part_is_named_and_nothing_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    lacking = [Part("files", "files", False, "no Landlock")]
    monkeypatch.setattr(confinement, "missing", lambda: lacking)
    monkeypatch.setattr(confinement, "limit", lambda _: pytest.fail("it has begun"))
    with pytest.raises(Missing, match="files: no Landlock"):
        enter(Policy("/", ()), None)


def test_parts_are_told_with_what_they_keep(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("citadels_sdk.sandbox.landlock.version", lambda: 0)
    monkeypatch.setattr("citadels_sdk.sandbox.seccomp.available", lambda: True)
    found = {one.name: one.given for one in parts.parts.__wrapped__()}
    assert found == {"files": False, "calls": True, "limits": True}


def test_what_was_written_is_counted_and_removed(tmp_path: Path) -> None:
    scratch = tmp_path / "scratch"
    deep = scratch.joinpath(*["d"] * 40)
    deep.mkdir(parents=True)
    (deep / "file").write_bytes(b"x" * 200_000)
    limits = Policy("/", ()).limits
    assert excess(scratch, limits) == ""
    less = type(limits)(scratch=100_000)
    assert "written more than" in excess(scratch, less)
    assert "more than 10 files" in excess(scratch, type(limits)(entries=10))
    remove(scratch)
    assert not scratch.exists()
