"""A small tournament in a folder, played once for all tests that only look at it, and what they do to copies of it."""

from __future__ import annotations

import atexit
import functools
import json
import shutil
import tempfile
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from citadels_engine.formats.record import Record, commitment, read
from citadels_sdk import Bot, View
from citadels_sdk.tournaments.event import Tournament
from citadels_sdk.tournaments.folder import read_records
from citadels_sdk.tournaments.local_run import tournament
from citadels_sdk.tournaments.outputs import write_folder, write_results

if TYPE_CHECKING:
    from collections.abc import Callable


NASTY = "<script>alert('x')</script>&\"</title>"


class Stumbler(Bot):
    """Raises where the game has come some way: it forfeits."""

    name = NASTY

    def choose(self, view: View) -> str:
        if view.n > 60:
            raise ValueError(NASTY)
        return view.actions[0].text


@functools.cache
def played() -> Tournament:
    """Three bots, two at a table, each table with a deal of its own: six games."""
    return tournament(
        ["greedy", "random", Stumbler], seats=2, deals=1, shared=False, seed="a small one", jobs=1, progress=False
    )


@functools.cache
def small() -> Path:
    """Its folder, as long as the tests run: not to be changed."""
    folder = Path(tempfile.mkdtemp(prefix="citadels-small-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return write_folder(played(), folder, most=3)


def copied(folder: Path) -> Path:
    """A copy of it, to be changed."""
    return Path(shutil.copytree(small(), folder / "copy"))


def remade(folder: Path) -> None:
    """Make all that is made of the log again, as somebody would who wants to hide a change."""
    write_results(Tournament.load(folder), folder, 3)


def entries(folder: Path) -> list[dict[str, Any]]:
    """The log."""
    return [json.loads(line) for line in (folder / "log.ndjson").read_text().splitlines()]


def edit_entry(folder: Path, change: Callable[[list[dict[str, Any]]], object]) -> None:
    """Change the log."""
    log = entries(folder)
    change(log)
    told = [json.dumps(entry, ensure_ascii=False, separators=(",", ":")) for entry in log]
    (folder / "log.ndjson").write_text("".join(f"{line}\n" for line in told))


def edit_json(file: Path, change: Callable[[dict[str, Any]], object]) -> None:
    """Change a file of JSON."""
    raw = json.loads(file.read_text())
    change(raw)
    file.write_text(json.dumps(raw, ensure_ascii=False, indent=1) + "\n")


def edit_record(folder: Path, game: str, change: Callable[[Record], Record | None], *, rename: bool = False) -> None:
    """Change the record of that game, and what its result says of the record: its hash, and with `rename` its commitment."""
    texts = {read(text).header.id: text for text in read_records(folder)}
    record = read(texts[game])
    record = change(record) or record
    if rename:
        header = record.header
        header.id = game
        header.commitment = commitment(game, header.rules, str(header.seed))
    texts[game] = record.text()
    (folder / "records.ndjson").write_text("".join(texts.values()))

    def hashed(log: list[dict[str, Any]]) -> None:
        entry = next(one for one in log if one.get("game") == game)
        entry["record"] = sha256(texts[game].encode()).hexdigest()

    edit_entry(folder, hashed)
