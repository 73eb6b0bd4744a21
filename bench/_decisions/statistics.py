"""Our statistics beside scipy, trueskill and openskill: how exact they are, what they bring with them, and what the order of games does.

- `off`: how far our probabilities of Student's t and Fisher's F are from scipy's at most; our quantile of t, which is an expansion, as a
  part of scipy's.
- `imported`: the CPU of importing, less that of a bare Python; `megabytes`: the size of what is installed.
- `order`: the same games, each time in another order: by how many points of Elo the ratings move, as a standard deviation. openskill and
  trueskill take one game after the other, our fit all at once. The ladder, where games come one after the other, uses openskill.

scipy and trueskill are fetched for this bench alone.
"""

import os
import random
import statistics
import subprocess
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from citadels_contest.stats.distributions import f_above, t_below
from citadels_contest.stats.intervals import Z, t_quantile
from citadels_contest.stats.plackett_luce import SCALE, fit
from citadels_contest.types import Fixture, Result
from citadels_sdk.ratings import replay

from bench._decisions.turns import Way, in_turns
from tools.fetch import fetch

ROOT: Final = Path(__file__).resolve().parents[2]
FREEDOM: Final = (1, 2, 3, 5, 10, 30, 100, 1000)
POINTS: Final = [n / 4 for n in range(1, 40)]
PLAYERS: Final = {f"bot {n}": n / 3 for n in range(8)}
"""The bots of the games, and their strengths: factors of e."""
GAMES: Final = 200
ORDERS: Final = 10

Games = Sequence[tuple[tuple[str, ...], tuple[int, ...]]]


def measure(rounds: int) -> dict[str, Any]:
    """The figures."""
    folders = [fetch("scipy", "scipy"), fetch("trueskill", "trueskill")]
    games = played()
    return {
        "off": off(),
        "imported": in_turns(importing(folders), rounds, span_s=0).figures(),
        "megabytes": {"scipy": megabytes(folders[0]), "ours": megabytes(ROOT / "engine/citadels_contest/stats")},
        "games": GAMES,
        "order": {name: spread(rated, games) for name, rated in RATED.items()},
    }


def line(found: dict[str, Any]) -> str:
    """The figures in a sentence."""
    order = found["order"]
    return (
        f"our distributions are off by {found['off']['distributions']:.0e} at most, our quantile of t by {found['off']['quantile']:.2%}; scipy takes "
        f"{found['imported']['over_ours']['scipy']} times as long to import, and {found['megabytes']['scipy']} MB; another order of {GAMES} games moves "
        f"ratings by {order['openskill']} points with openskill, {order['trueskill']} with trueskill, {order['ours']} with our fit"
    )


def off() -> dict[str, float]:
    """How far ours are from scipy's."""
    stats: Any = import_module("scipy.stats")
    student = [abs(t_below(x, n) - float(stats.t.cdf(x, n))) for n in FREEDOM for x in POINTS]
    fisher = [abs(f_above(x, n, m) - float(stats.f.sf(x, n, m))) for n in FREEDOM[:5] for m in FREEDOM for x in POINTS]
    share = statistics.NormalDist().cdf(Z)
    quantiles = [abs(t_quantile(n) / float(stats.t.ppf(share, n)) - 1) for n in FREEDOM]
    return {"distributions": max(student + fisher), "quantile": round(max(quantiles), 5)}


def importing(folders: list[Path]) -> dict[str, Way]:
    """What it takes to import each, over a bare Python."""
    path = os.pathsep.join([*os.environ.get("PYTHONPATH", "").split(os.pathsep), *map(str, folders)])
    ours = "import citadels_contest.stats.plackett_luce, citadels_contest.stats.paired_test, citadels_contest.stats.distributions"
    codes = {"ours": ours, "scipy": "import scipy.stats", "trueskill": "import trueskill"}

    def started(code: str) -> float:
        process = subprocess.Popen([sys.executable, "-P", "-c", code], env={**os.environ, "PYTHONPATH": path})
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            raise RuntimeError(f"{code}: {process.returncode}")
        return used.ru_utime + used.ru_stime

    def way(code: str) -> Way:
        return lambda count: sum(max(started(code) - started("pass"), 0.001) for _ in range(count))

    return {name: way(code) for name, code in codes.items()}


def megabytes(folder: Path) -> float:
    """The size of what lies in a folder, without what Python has compiled."""
    sizes = [file.stat().st_size for file in folder.rglob("*") if file.is_file() and file.suffix != ".pyc"]
    return round(sum(sizes) / 1e6, 2)


def played() -> Games:
    """Games of four of these bots, whose places the model itself draws."""
    chance = random.Random("decisions")
    found = []
    for _ in range(GAMES):
        seats = tuple(chance.sample(sorted(PLAYERS), 4))
        times = [chance.expovariate(1.0) / 2.718281828 ** PLAYERS[name] for name in seats]
        found.append((seats, tuple(1 + sum(other < one for other in times) for one in times)))
    return found


def by_fit(games: Games) -> dict[str, float]:
    """The ratings of our fit."""
    results = [Result(Fixture(1, 0, n, 0, seats), places, (0,) * 4) for n, (seats, places) in enumerate(games)]
    return {one.entrant: one.rating for one in fit(results, sorted(PLAYERS))}


def by_openskill(games: Games) -> dict[str, float]:
    """The ratings of the ladder."""
    return {name: float(one.shown) for name, one in replay(games).items()}


def by_trueskill(games: Games) -> dict[str, float]:
    """The ratings of trueskill as it comes; `beta` is the luck of a player in a game, so the scale is found as openskill's is."""
    trueskill: Any = import_module("trueskill")
    space = trueskill.TrueSkill(draw_probability=0.0)
    found = {name: space.create_rating() for name in PLAYERS}
    for seats, places in games:
        for name, (after,) in zip(seats, space.rate([(found[name],) for name in seats], ranks=places), strict=True):
            found[name] = after
    return {name: SCALE * one.mu / (2 * space.beta) for name, one in found.items()}


RATED: Final[dict[str, Callable[[Games], dict[str, float]]]] = {
    "ours": by_fit,
    "openskill": by_openskill,
    "trueskill": by_trueskill,
}


def spread(rated: Callable[[Games], dict[str, float]], games: Games) -> float:
    """The standard deviation of a rating over orders of the same games, on average over the bots."""
    chance = random.Random("orders")
    found = [rated(chance.sample(games, len(games))) for _ in range(ORDERS)]
    return round(statistics.fmean(statistics.pstdev(one[name] for one in found) for name in PLAYERS), 1)
