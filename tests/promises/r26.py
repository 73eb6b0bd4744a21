"""Locked bots: a foreign bot sees its view and its folder, nothing else, and what it uses up is charged to it alone.

1. A tournament is played among peekers (`hostile_bots`): they walk the interpreter's objects, read other processes, other folders and the
   tournament's, connect, signal, fork, write. What one gets it says on its standard error. The proof reads that, and looks after what was to be harmed.
2. The same tournament is played among bots of the same names that do nothing: every record must be the same, to the byte.
3. A tournament is played with breakers: each forfeits its games, nobody else forfeits one, and the time limit of the others holds.
4. A game among good bots is played behind the wall and without it: the same record. Nothing is left of any process or scratch folder.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import socket
import subprocess
import sys
import tempfile
import threading
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, Self

from citadels_sdk import Tournament
from citadels_sdk.sandbox.sandbox_parts import missing

from tests.promises.hostile_bots import BREAKERS, PEEKERS, PLAIN, text_of
from tests.support.telling import Findings

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence


ROOT: Final = Path(__file__).resolve().parents[2]
MAYOR: Final = ROOT / "examples" / "mayor.py"
PLAY: Final = """
import json, sys
from citadels_sdk import tournament
words = json.load(sys.stdin)
played = tournament(words.pop("bots"), progress=False, **words)
print(json.dumps([[one.entrant, one.faults, one.forfeits, one.points] for one in played.standings]))
"""
TRYING: Final = ("calls_home", "reads_files", "reads_memory", "signals_others", "starts_processes", "writes_files")
"""Those that are refused something, and say so, where they try at all."""
SECRET: Final = "a secret of whoever plays"


@dataclass(frozen=True)
class Size:
    """How many tables the peekers have, how many processes one tries to start, how many deals the breakers play."""

    tables: int
    forks: int
    deals: int
    mayors: int


SIZES: Final = {"quick": Size(4, 200, 1, 1), "ci": Size(4, 200, 1, 1), "full": Size(40, 10_000, 4, 50)}


async def prove(
    size: Size,
    progress: Callable[[str], None],
    isolate: object = True,
    peekers: Mapping[str, str] = PEEKERS,
    breakers: Mapping[str, str] = BREAKERS,
) -> Findings:
    """Whether the wall holds against these bots; `isolate` is what `tournament` takes: without the wall it is to be seen that it does not."""
    return await asyncio.to_thread(Proof(size, progress, isolate, peekers, breakers).run)


def lacking() -> str:
    """What this machine lacks of the sandbox."""
    return ", ".join(one.name for one in missing())


class Listener:
    """A service of this machine that no bot may reach."""

    def __init__(self, folder: Path) -> None:
        self.local = str(folder / "local")
        self.lines = [socket.create_server(("127.0.0.1", 0)), socket.socket(socket.AF_UNIX)]
        self.lines[1].bind(self.local)
        self.lines[1].listen()
        self.port = int(self.lines[0].getsockname()[1])
        self.found = 0
        for line in self.lines:
            threading.Thread(target=self.listen, args=(line,), daemon=True).start()

    def listen(self, line: socket.socket) -> None:
        """Count who comes."""
        while True:
            try:
                line.accept()[0].close()
            except OSError:
                return
            self.found += 1

    def close(self) -> None:
        """Hear no more."""
        for line in self.lines:
            line.close()


class Proof:
    """One run of it."""

    def __init__(
        self,
        size: Size,
        progress: Callable[[str], None],
        isolate: object,
        peekers: Mapping[str, str],
        breakers: Mapping[str, str],
    ) -> None:
        self.peekers = peekers
        self.breakers = breakers
        self.said = ""
        """What bots without a wall say that they have got."""
        self.folder = Path()
        self.size = size
        self.progress = progress
        self.isolate = isolate
        self.found = Findings()

    def run(self) -> Findings:
        """All of it."""
        with ExitStack() as stack:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="r26-")))
            scratch = folder / "tmp"
            scratch.mkdir()
            self.folder = folder
            listener = Listener(folder)
            stack.callback(listener.close)
            self.peek(folder, listener)
            self.progress("the peekers have played")
            if self.breakers:
                self.crash(folder)
                self.progress("the breakers have played")
            self.agree(folder)
            left = [path for path in scratch.iterdir() if path.name.startswith("citadels-")]
            if left:
                self.found.fault(f"folders are left: {', '.join(path.name for path in left)}")
        return self.found

    # --- peeking ------------------------------------------------------------------------------------------------------

    def peek(self, folder: Path, listener: Listener) -> None:
        """The peekers' tournament, and that of their harmless twins."""
        victim = folder / "secrets" / "kept.txt"
        victim.parent.mkdir()
        victim.write_text(SECRET)
        out = folder / "peeking"
        places: dict[str, object] = {
            "referee": os.getpid(), "sibling": os.getpid(), "port": listener.port, "local": listener.local,
            "forks": self.size.forks, "secret": str(victim), "victim": str(victim),
        }  # fmt: skip
        neighbours = [folder / "hostile" / f"{name}.py" for name in self.peekers]
        with Guard() as guard:
            places["sibling"] = guard.pid
            places["paths"] = [
                str(one)
                for one in (
                    victim,
                    out,
                    out / "log.ndjson",
                    out / "event.json",
                    folder,
                    neighbours[0],
                    ROOT.parent,
                    Path.home(),
                )
            ]
            bots = self.written(folder / "hostile", self.peekers, places)
            rows = self.play(bots, out, seats=4, deals=1, tables=self.size.tables)
            self.heard(out, self.peekers)
            if not guard.lives():
                self.found.fault("a bot has ended or signalled a process beside the tournament")
        if victim.read_text() != SECRET or sorted(one.name for one in victim.parent.iterdir()) != ["kept.txt"]:
            self.found.fault("a bot has changed what lies beside the tournament")
        if listener.found:
            self.found.fault(f"{listener.found} connections have come from bots")
        for name, faults, _, _ in rows:
            if faults:
                self.found.fault(f"{name} was at fault {faults} times: {self.why(out, name)}")
        twins = self.written(folder / "twins", dict.fromkeys(self.peekers, PLAIN), places)
        self.play(twins, folder / "calm", seats=4, deals=1, tables=self.size.tables)
        here, there = (Tournament.load(one) for one in (out, folder / "calm"))
        same = [here.games.text(game) == there.games.text(game) for game in there.games]
        if not all(same) or len(here.games) != len(there.games):
            self.found.fault(f"{same.count(False)} of {len(same)} records are not those of bots that do nothing")
        self.found.figures |= {"peekers": len(self.peekers), "games": len(same)}

    def heard(self, out: Path, bots: Mapping[str, str]) -> None:
        """What the bots say that they have got, in the logs of their standard errors or, without a wall, nowhere but in that of the referee."""
        told = self.said
        for log in sorted((out / "logs").glob("*.log")) if (out / "logs").is_dir() else ():
            told += "".join(
                f"{log.stem}: {line}\n"
                for line in log.read_text(errors="replace").splitlines()
                if line.startswith("GOT")
            )
        got = list(dict.fromkeys(line for line in told.splitlines() if "GOT" in line))
        self.found.all([f"a bot got {line.partition('GOT ')[2][:200]} ({line.partition(':')[0][:40]})" for line in got])
        if self.isolate:
            silent = [name for name in bots if name in TRYING and not self.tried(out, name)]
            self.found.all([f"{name} was refused nothing: it has not tried" for name in silent])

    def tried(self, out: Path, name: str) -> bool:
        """Whether a bot says that it was refused something."""
        log = out / "logs" / f"{name}.log"
        return log.is_file() and "refused" in log.read_text(errors="replace")

    # --- breaking -----------------------------------------------------------------------------------------------------

    def crash(self, folder: Path) -> None:
        """The breakers' tournament: each sits with good bots."""
        bots = self.written(folder / "breakers", self.breakers, {})
        good = self.written(folder / "good", {"good": PLAIN}, {})
        out = folder / "breaking"
        began = monotonic()
        rows = self.play(
            [*bots, *good], out, seats=3, deals=self.size.deals, duplicate=False, format="gauntlet", focus=["good"],
            tables=-(-len(self.breakers) // 2), time=1.0,
        )  # fmt: skip
        self.heard(out, {})
        for name, faults, forfeits, _ in rows:
            if name == "good" and (faults or forfeits):
                self.found.fault(f"a good bot was charged {faults} times: {self.why(out, name)}")
            elif name != "good" and not forfeits:
                self.found.fault(f"{name} was charged for nothing")
        self.found.figures |= {"breakers": len(self.breakers), "breaking_seconds": round(monotonic() - began, 1)}

    # --- the same games -----------------------------------------------------------------------------------------------

    def agree(self, folder: Path) -> None:
        """Good bots play the same games behind the wall and without it."""
        for name, isolate in (("behind", self.isolate), ("without", False)):
            self.play([str(MAYOR)] * 3, folder / name, isolate=isolate, seats=3, deals=self.size.mayors)
        behind, without = (Tournament.load(folder / name) for name in ("behind", "without"))
        for game in without.games:
            if behind.games.text(game) != without.games.text(game):
                self.found.fault(f"game {game} is another one behind the wall")
        self.found.figures["same_games"] = len(without.games)

    # --- what all of it needs -----------------------------------------------------------------------------------------

    def written(self, folder: Path, bots: Mapping[str, str], places: dict[str, object]) -> list[str]:
        """The files of these bots, each in a folder of its own."""
        paths = []
        for name, body in bots.items():
            path = folder / name / f"{name}.py"
            path.parent.mkdir(parents=True)
            path.write_text(text_of(name, body, places))
            paths.append(str(path))
        return paths

    def play(self, bots: Sequence[str], out: Path, *, isolate: object = None, **settings: Any) -> list[list[Any]]:
        """Play a tournament in a process of its own, with an environment that has a secret; the standings."""
        words = {
            "bots": bots,
            "out": str(out),
            "seed": "r26",
            "jobs": 2,
            "isolate": self.isolate if isolate is None else isolate,
        }
        words |= {"time": 20.0, **settings}
        environment = {**os.environ, "CITADELS_SECRET": SECRET, "TMPDIR": str(self.folder / "tmp")}
        done = subprocess.run(
            [sys.executable, "-c", PLAY], input=json.dumps(words), capture_output=True, text=True, env=environment, cwd=self.folder, check=False, timeout=900
        )  # fmt: skip
        self.said = "".join(f"{line}\n" for line in done.stderr.splitlines() if line.startswith("GOT"))
        if done.returncode:
            self.found.fault(f"the tournament could not be played: {done.stderr[-1500:]}")
            return []
        rows: list[list[Any]] = json.loads(done.stdout.splitlines()[-1])
        return rows

    def why(self, out: Path, name: str) -> str:
        """The first fault of a bot."""
        file = out / "faults.json"
        text = file.read_text() if file.is_file() else ""
        found = re.search(rf'"{name}".*?"what": "(.*?)"', text, re.DOTALL)
        return found[1][:300] if found else "?"


class Guard:
    """A process of the same user beside the tournament, which nobody is to reach."""

    def __enter__(self) -> Self:
        self.process = subprocess.Popen([sys.executable, "-c", "import sys; sys.stdin.read()"], stdin=subprocess.PIPE)
        self.pid = self.process.pid
        return self

    def lives(self) -> bool:
        """Whether it is still there."""
        return self.process.poll() is None

    def __exit__(self, *_: object) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait(60)
