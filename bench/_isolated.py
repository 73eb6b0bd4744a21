"""Games a second of bots in the sandbox, against the same games among trusted bots, in turns within one run.

Four bots of one file play, so that nothing is of the house. The start of every process is part of the time, and so is what is written down.
"""

import statistics
import tempfile
import time
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

from citadels_sdk import tournament
from citadels_sdk.tournaments import local_run

MAYOR: Final = str(Path(__file__).resolve().parents[1] / "examples" / "mayor.py")
SEATS: Final = 4
WAYS: Final = {"isolated": True, "trusted": False}


def measure(*, games: int = 2000, rounds: int = 3) -> dict[str, Any]:
    """The figures; `games` are those of each tournament."""
    deals = max(1, games // SEATS)
    rates: dict[str, list[float]] = {name: [] for name in WAYS}
    records: set[bytes] = set()
    with tempfile.TemporaryDirectory() as folder:
        for number in range(rounds):
            for name, isolate in WAYS.items():
                out = Path(folder) / f"{name}-{number}"
                began = time.perf_counter()
                with patch.object(local_run, "write_results"):
                    played = tournament(
                        [MAYOR] * SEATS, deals=deals, seed="bench", out=out, progress=False, isolate=isolate
                    )
                rates[name].append(len(played.results) / (time.perf_counter() - began))
                records.add((out / "records.ndjson").read_bytes())
    assert len(records) == 1, "the wall has changed a game"
    shares = [one / other for one, other in zip(rates["isolated"], rates["trusted"], strict=True)]
    return {
        "games": deals * SEATS,
        "games_a_second": {name: round(statistics.median(found), 1) for name, found in rates.items()},
        "share": round(statistics.median(shares), 3),
        "rounds": {name: [round(one, 1) for one in found] for name, found in rates.items()},
    }
