"""What a tournament leaves behind: `standings.csv`, `results.json`, `index.html`; the same bytes from the same log, whoever makes them.

1. `results.json` has the event, the whole log and every figure: all that is needed to compute the figures again.

    {"format": "citadels-results/1", "event": {...} as in event.json, "log": [...] as in log.ndjson, "summary": {...}}

2. `standings.csv` has a line for each entrant, by place; its columns are `COLUMNS`.
3. `index.html` is made by `page`. It is the same but for how its parts are squeezed, which other machines may do otherwise.
4. Nothing in them depends on the clock.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from citadels_contest.log import dump

from citadels_sdk.tournaments.folder import EVENT, FAULTS, LOG, RECORDS, TIMES, faults_text

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from citadels_contest.log import Entry
    from citadels_contest.tournament import Tournament as Contest

    from citadels_sdk.tournaments.event import Tournament


FORMAT: Final = "citadels-results/1"
RESULTS: Final = "results.json"
STANDINGS: Final = "standings.csv"
PAGE: Final = "index.html"
COLUMNS: Final = (
    "place", "entrant", "name", "kind", "games", "points", "mean", "wins", "score", "margin", "mean_place", "faults",
    "forfeits", "byes", "reached", "withdrawn",
)  # fmt: skip
"""Of `standings.csv`."""


def results_json(tournament: Tournament) -> dict[str, object]:
    """Everything that `results.json` says."""
    return results_object(tournament.described.to_json(), tournament.log, tournament.summary)


def results_object(event: Mapping[str, object], log: list[Entry], summary: Mapping[str, object]) -> dict[str, object]:
    """The same from its parts."""
    return {"format": FORMAT, "event": dict(event), "log": log, "summary": dict(summary)}


def results_text(results: Mapping[str, Any]) -> str:
    """What stands in `results.json`: an entry of the log on each line, the rest a little wider."""
    log: list[Entry] = results["log"]
    lines = ",\n".join([f"  {dump(entry)}" for entry in log])
    event = json.dumps(results["event"], ensure_ascii=False, indent=1)
    summary = json.dumps(results["summary"], ensure_ascii=False, indent=1)
    kind = json.dumps(results["format"])
    return f'{{"format": {kind},\n"event": {event},\n"log": [\n{lines}\n],\n"summary": {summary}}}\n'


def standings_csv(contest: Contest) -> str:
    """The standings as comma-separated values."""
    import csv
    import io

    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for standing in contest.standings():
        entrant = contest.entrants[standing.entrant]
        told = {**standing.to_json(), "name": entrant.name, "kind": entrant.kind}
        writer.writerow(["" if told[column] is None else told[column] for column in COLUMNS])
    return out.getvalue()


def page_of(tournament: Tournament, most: int | None = None) -> str:
    """The page; `most` games can be stepped through."""
    from citadels_sdk.tournaments.page import MOST, page_html

    games = tournament.games

    def record_of(game: str) -> str | None:
        try:
            return games.text(game)
        except KeyError:
            return None

    shown = MOST if most is None else most
    return page_html(tournament.described.to_json(), tournament.contest, tournament.summary, record_of, shown)


def write_results(tournament: Tournament, folder: Path, most: int | None = None) -> None:
    """Write what follows from the log and the records, each file whole or not at all."""
    makers: dict[str, Callable[[], str]] = {
        STANDINGS: lambda: standings_csv(tournament.contest),
        RESULTS: lambda: results_text(results_json(tournament)),
        PAGE: lambda: page_of(tournament, most),
    }
    for name, make in makers.items():
        part = folder / f"{name}.part"
        part.write_text(make(), encoding="utf-8", newline="\n")
        part.replace(folder / name)


def write_folder(tournament: Tournament, folder: Path, most: int | None = None) -> Path:
    """Write everything into the folder; what stands there already, because the tournament was played there, stays."""
    folder.mkdir(parents=True, exist_ok=True)
    home = tournament.folder
    if home is None or home.resolve() != folder.resolve():
        event = json.dumps(tournament.described.to_json(), ensure_ascii=False, indent=1) + "\n"
        times = json.dumps(tournament.times.to_json(), ensure_ascii=False, indent=1) + "\n"
        log = "".join([dump(entry) + "\n" for entry in tournament.log])
        texts = [(EVENT, event), (LOG, log), (TIMES, times)]
        if tournament.faults:
            texts.append((FAULTS, faults_text(tournament.faults)))
        for name, text in texts:
            (folder / name).write_text(text, encoding="utf-8", newline="\n")
        with (folder / RECORDS).open("w", encoding="utf-8", newline="\n") as file:
            for entry in tournament.log:
                if entry["kind"] == "result":
                    file.write(tournament.games.text(str(entry["game"])))
    write_results(tournament, folder, most)
    return folder


def table_html(tournament: Tournament) -> str:
    """The standings and the ratings, as a notebook shows them."""
    from citadels_sdk.tournaments.page import piece_html

    return piece_html(tournament.described.to_json(), tournament.contest, tournament.summary)
