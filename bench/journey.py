"""From nothing to a bot's games, timed: install, a bot of a few lines, 100 games offline; the same file in a live game.

    ./citadels bench journey [--json] [--only offline,live] [--games N] [--pip] [--engine compiled|pure|both]

1. The wheels of the engine and of the toolkit are built before the clock starts, and the other packages are in the cache: one install
   into an environment that is thrown away sees to that. The engine's wheel is compiled where a C compiler is found.
2. Offline: an empty environment, the install (uv, and on demand pip), the bot's file, and a match against the house in it.
3. Live: `./citadels up` is started as a user would; then `citadels bot run` in the same environment with the same file plays one
   game to its end. When the first move was made is what the service's record of the game says.
4. The records beside them are other projects' own quick starts as documented or once timed by us elsewhere, not measured in this run.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[1]
PARTS = ("offline", "live")
BOT = """\
from citadels_sdk import Bot


class Mason(Bot):
    def choose(self, view):
        return max(view.actions, key=view.cost)
"""
RECORDS = {
    "catanatron 3.2.1": "one install, 7 lines, one run: 5.4 s + 0.3 s for one game, 45 MB; no service",
    "PettingZoo classic": "5 lines: 23 s + 0.6 s, 359 MB",
    "kaggle-environments 1.33.2": "5 lines: 121 s + 1.6 s, 1.6 GB",
    "lichess-bot, live": "six steps, about 20 minutes to the first move",
}
PATIENCE_S = 180.0


def say(line: str) -> None:
    """Tell whoever waits."""
    print(line, file=sys.stderr, flush=True)


class Room:
    """A clean environment, and how commands run in it: with nothing of this one."""

    def __init__(self, folder: Path, wheels: list[Path], *, uv: str | None) -> None:
        self.folder = folder
        self.wheels = wheels
        self.uv = uv
        self.env = folder / "env"

    def variables(self, **more: str) -> dict[str, str]:
        """The variables: those that name packages' sources and caches stay."""
        dropped = ("PYTHONPATH", "VIRTUAL_ENV", "PYTHONHOME", "PIP_NO_CACHE_DIR")
        kept = {
            name: value
            for name, value in os.environ.items()
            if name not in dropped and not name.startswith("CITADELS_")
        }
        path = os.pathsep.join([str(self.env / "bin"), os.environ["PATH"]])
        caches = {"PIP_CACHE_DIR": str(cache("pip")), "UV_CACHE_DIR": os.environ.get("UV_CACHE_DIR", str(cache("uv")))}
        return {**kept, "PATH": path, **caches, **more}

    def run(self, *words: str | Path, **more: str) -> str:
        """Run a command to its end; what it printed."""
        done = subprocess.run(
            list(map(str, words)),
            cwd=self.folder,
            env=self.variables(**more),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=PATIENCE_S,
            check=False,
        )
        if done.returncode:
            raise RuntimeError(f"{' '.join(map(str, words))}: {(done.stdout + done.stderr)[-3000:]}")
        return done.stdout

    def make(self) -> dict[str, float]:
        """Make the environment and install; the seconds of each."""
        timed = {}
        began = time.perf_counter()
        if self.uv:
            self.run(self.uv, "venv", "--quiet", "--python", sys.executable, self.env)
        else:
            self.run(sys.executable, "-m", "venv", self.env)
        timed["environment"] = time.perf_counter() - began
        began = time.perf_counter()
        if self.uv:
            self.run(self.uv, "pip", "install", "--quiet", "--python", self.env / "bin" / "python", *self.wheels)
        else:
            self.run(self.env / "bin" / "python", "-m", "pip", "install", "--quiet", *self.wheels)
        timed["install"] = time.perf_counter() - began
        return timed

    def close(self) -> None:
        """Throw it away."""
        shutil.rmtree(self.folder, ignore_errors=True)


def cache(name: str) -> Path:
    """Where an installer keeps what it has fetched."""
    return Path(os.environ.get("CITADELS_HOME", ROOT / ".citadels")) / "cache" / name


def build_wheels(into: Path, *, pure: bool) -> list[Path]:
    """The wheels of the engine and of the toolkit, as `pip install ./engine ./sdk` would build them."""
    code = "import sys, hatchling.build as b; print(b.build_wheel(sys.argv[1]))"
    wheels = []
    for folder in ("engine", "sdk"):
        variables = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        variables["CITADELS_PURE"] = "1" if pure else "0"
        made = subprocess.run(
            [sys.executable, "-c", code, str(into)],
            cwd=ROOT / folder,
            env=variables,
            capture_output=True,
            text=True,
            check=False,
        )
        if made.returncode:
            raise RuntimeError(made.stderr[-3000:])
        wheels.append(into / made.stdout.split()[-1])
    return wheels


def weight(room: Room) -> dict[str, object]:
    """What the install has brought: megabytes on the disk, distributions, those of others."""
    (packages,) = (room.env / "lib").glob("python*/site-packages")
    ours = [path for path in packages.rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    names = sorted(path.name.partition("-")[0] for path in packages.glob("*.dist-info"))
    others = [name for name in names if not name.startswith("citadels") and name not in ("pip", "setuptools")]
    megabytes = sum(path.stat().st_size for path in ours if "pip" not in path.relative_to(packages).parts[0]) / 1e6
    return {"megabytes": round(megabytes, 1), "distributions": len(others) + 2, "of_others": others}


def import_ms(room: Room) -> dict[str, float]:
    """How long importing the toolkit, and all that a bot needs of it, takes beyond starting Python: the best of five."""

    def best(code: str) -> float:
        times = []
        for _ in range(5):
            began = time.perf_counter()
            room.run(room.env / "bin" / "python", "-c", code)
            times.append(time.perf_counter() - began)
        return min(times)

    bare = best("pass")
    return {
        "citadels_sdk": round(1000 * (best("import citadels_sdk") - bare), 1),
        "Bot, match": round(1000 * (best("from citadels_sdk import Bot, match") - bare), 1),
    }


def offline(room: Room, games: int) -> dict[str, object]:
    """From an empty folder to the end of a match."""
    timed = room.make()
    (room.folder / "mason.py").write_text(BOT)
    began = time.perf_counter()
    shown = room.run(
        "citadels", "match", "mason.py", "greedy", "--seats", "4", "--games", str(games), HOME=str(room.folder)
    )
    timed["match"] = time.perf_counter() - began
    return {
        "seconds": {name: round(value, 2) for name, value in timed.items()},
        "total_s": round(sum(timed.values()), 2),
        "games": games,
        "engine": "compiled" if "compiled" in room.run("citadels", "--version") else "interpreted",
        "result": next((line.strip() for line in shown.splitlines() if re.match(r" *mason +\S+ +\d", line)), ""),
    }


@contextlib.contextmanager
def house(folder: Path) -> Iterator[tuple[dict[str, str], float]]:
    """`./citadels up`, as a user starts it; what it says to export, and how long that took."""
    variables = {name: value for name, value in os.environ.items() if not name.startswith(("CITADELS_", "PYTHONPATH"))}
    began = time.perf_counter()
    said = folder / "up.log"
    with said.open("w") as log:
        up = subprocess.Popen(
            [str(ROOT / "citadels"), "up", "--ephemeral", "--port", "0", "--no-demo"],
            env=variables,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
        )
    try:
        yield (wait_for(up, said), time.perf_counter() - began)
    finally:
        up.send_signal(signal.SIGINT)
        with contextlib.suppress(subprocess.TimeoutExpired):
            up.wait(30)
        if up.poll() is None:
            up.kill()
            up.wait()


def wait_for(up: subprocess.Popen[bytes], said: Path) -> dict[str, str]:
    """The address of the service and a credential, once it is ready."""
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until and up.poll() is None:
        found = dict(re.findall(r"(CITADELS_\w+)=(\S+)", said.read_text()))
        if "CITADELS_TOKEN" in found:
            return found
        time.sleep(0.02)
    raise RuntimeError(f"./citadels up does not start:\n{said.read_text()[-3000:]}")


def live(room: Room) -> dict[str, object]:
    """The same file, a game against the house on a service."""
    with house(room.folder) as (variables, up_s):
        clock, began = time.time(), time.perf_counter()
        shown = room.run(
            "citadels", "bot", "run", "mason.py", "--games", "1", "--json",
            HOME=str(room.folder), CITADELS_URL=variables["CITADELS_URL"],
        )  # fmt: skip
        ended = time.perf_counter() - began
        events = [json.loads(line) for line in shown.splitlines()]
        game = next(one for one in events if one["event"] == "ended")
        first = first_move(variables, game["table"], game["seat"])
    return {
        "seconds": {"up": round(up_s, 2), "first_move": round(first - clock, 2), "game": round(ended, 2)},
        "result": next(one["text"] for one in events if one["event"] == "summary"),
    }


def first_move(variables: dict[str, str], game: str, seat: int) -> float:
    """When the service received the first move of the seat, by the clock of this machine, which is the same."""
    asked = urllib.request.Request(
        f"{variables['CITADELS_URL']}/v1/tables/{game}/record",
        headers={"Authorization": f"Bearer {variables['CITADELS_TOKEN']}"},
    )
    with urllib.request.urlopen(asked, timeout=30) as answer:
        lines = [json.loads(line) for line in answer.read().decode().splitlines()]
    return float(next(line["received"] for line in lines if line.get("seat") == seat and "by" not in line) / 1000)


def measure(chosen: argparse.Namespace) -> dict[str, Any]:
    """The parts that were asked for."""
    bot_lines = len([line for line in BOT.splitlines() if line])
    found: dict[str, Any] = {"bench": "journey", "cores": os.cpu_count(), "lines": bot_lines, "records": RECORDS}
    with tempfile.TemporaryDirectory(prefix="journey-") as text:
        folder = Path(text)
        say("building the wheels ...")
        kinds = ("compiled", "pure") if chosen.engine == "both" else (chosen.engine,)
        wheels = {kind: build_wheels(make_folder(folder / kind), pure=kind == "pure") for kind in kinds}
        ways = {"uv": shutil.which("uv") or str(Path(sys.executable).with_name("uv"))} | (
            {"pip": ""} if chosen.pip else {}
        )
        for way, tool in ways.items():
            if tool and not Path(tool).exists():
                continue
            for kind, built in wheels.items():
                say(f"{way}, {kind} wheels: filling the cache ...")
                warm = Room(make_folder(folder / f"warm-{way}-{kind}"), built, uv=tool or None)
                warm.make()
                warm.close()
                room = Room(make_folder(folder / f"room-{way}-{kind}"), built, uv=tool or None)
                say(f"{way}, {kind} wheels: the journey ...")
                figures = found.setdefault(f"{way}, {kind}", {})
                figures["offline"] = offline(room, chosen.games)
                if (way, kind) == ("uv", "compiled") or "install" not in found:
                    found["install"] = weight(room)
                    found["import_ms"] = import_ms(room)
                    if "live" in chosen.only:
                        say("live: ./citadels up, and a game ...")
                        figures["live"] = live(room)
                room.close()
    return found


def told(found: dict[str, Any]) -> str:
    """The figures for people."""
    lines = [f"the bot              {found['lines']} lines"]
    for way, parts in found.items():
        if isinstance(parts, dict) and "offline" in parts:
            steps = parts["offline"]
            each = ", ".join(f"{name} {seconds:.2f} s" for name, seconds in steps["seconds"].items())
            lines.append(f"offline, {way:<12} {steps['total_s']:.2f} s to the end of {steps['games']} games: {each}")
            lines.append(f"                     the engine runs {steps['engine']}; {steps['result']}")
            if "live" in parts:
                live = parts["live"]["seconds"]
                lines.append(
                    f"live                 {live['first_move']:.2f} s from `citadels bot run` to its first move, {live['game']:.2f} s to the end of "
                    f"the game; `./citadels up` took {live['up']:.2f} s"
                )
    brought, imports = found["install"], found["import_ms"]
    lines.append(
        f"installed            {brought['megabytes']} MB, {brought['distributions']} distributions, {len(brought['of_others'])} of others: "
        f"{', '.join(brought['of_others'])}"
    )
    lines.append("imported in          " + ", ".join(f"{ms} ms ({name})" for name, ms in imports.items()))
    lines.append("records, as documented or once timed elsewhere, not in this run:")
    lines += [f"  {name:<27} {record}" for name, record in found["records"].items()]
    return "\n".join(lines)


def make_folder(path: Path) -> Path:
    """The folder, made."""
    path.mkdir()
    return path


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="./citadels bench journey", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--json", action="store_true", help="one JSON object as the last line")
    parser.add_argument("--only", type=lambda text: text.split(","), default=list(PARTS), help=", ".join(PARTS))
    parser.add_argument("--games", type=int, default=100, help="games of the match (default 100)")
    parser.add_argument("--pip", action="store_true", help="the same with pip")
    parser.add_argument(
        "--engine",
        choices=("compiled", "pure", "both"),
        default="compiled",
        help="which wheel of it (default compiled)",
    )
    chosen = parser.parse_args()
    if unknown := set(chosen.only) - set(PARTS):
        parser.error(f"there is no part {', '.join(unknown)}; there are {', '.join(PARTS)}")
    found = measure(chosen)
    print(json.dumps(found) if chosen.json else told(found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
