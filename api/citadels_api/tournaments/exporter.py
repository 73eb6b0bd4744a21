"""All of a tournament in one call, a JSON object a line: what it is, its log, the records of its games.

1. The first line is `{"format": "citadels-tournament/1", "event": ...}`: what `event.json` says of a tournament that was played
   offline, and what is particular to one of a service: id, rules, commitment, and once it is revealed the secret.
2. Then an `{"entry": ...}` a line, the log in its canonical form; entries of the house alone are left out.
3. Then a `{"game": ..., "record": ...}` for each game that has a result, as its record reads; not while its deal is still played elsewhere.
"""

from __future__ import annotations

import asyncio
import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

from citadels_contest.log import dump
from citadels_contest.types import ContestError

from citadels_api.problems import Refusal
from citadels_api.records.service import text_of
from citadels_api.tables.transaction import opened_table
from citadels_api.tournaments.ids import table_id
from citadels_api.tournaments.log import OWN, entries_of
from citadels_api.tournaments.log_archive import batches
from citadels_api.tournaments.sealed_deals import open_entry, withheld
from citadels_api.tournaments.serializer import seen, settings_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from citadels_api.context import House, Principal
    from citadels_api.tournaments.log import Held


FORMAT: Final = "citadels-tournament/1"
RECORDS: Final = 20
"""How many records are read at a time."""


async def export(house: House, who: Principal | None, tour_id: str) -> AsyncIterator[str]:
    """Everything that may be shown of a tournament as it stands now, line by line."""
    there = await seen(house, who, tour_id)
    until = there.number
    games = [game for game in there.event.fixtures if game in there.event.results]
    sealed = withheld(there.event)
    shown = [game for game in games if game not in sealed]
    yield line({"format": FORMAT, "event": described(there)})
    after = 0
    while after < until:
        logged = await batches(house, tour_id, after=after, until=until)
        if not logged:
            break
        for one in logged:
            for entry in entries_of(one):
                if entry.get("kind") not in OWN:
                    try:
                        yield f'{{"entry":{dump(open_entry(there.event, entry) if entry.get("game") in sealed else entry)}}}'
                    except ContestError:
                        continue  # every reader has passed over it
            after = one.number
    for begin in range(0, len(shown), RECORDS):
        part = shown[begin : begin + RECORDS]
        texts = await asyncio.gather(*[record_of(house, table_id(tour_id, game)) for game in part])
        for game, text in zip(part, texts, strict=True):
            if text is not None:
                yield line({"game": game, "record": text})


def line(said: dict[str, Any]) -> str:
    """A JSON object on one line."""
    return json.dumps(said, ensure_ascii=False, separators=(",", ":"))


def described(there: Held) -> dict[str, Any]:
    """What is settled before the first game."""
    doc = there.doc
    began = doc.started or doc.created
    return {
        "format": FORMAT,
        "date": datetime.fromtimestamp(began / 1000, UTC).date().isoformat(),
        "settings": settings_of(doc),
        "edition": doc.edition,
        "scenarios": doc.scenarios,
        "cast": doc.cast,
        "uniques": doc.uniques,
        "options": doc.options,
        "time": None if doc.clock.limit_ms is None else doc.clock.limit_ms / 1000,
        "game_time": None if doc.clock.bank_ms is None else doc.clock.bank_ms / 1000,
        "entrants": [{**entrant._asdict(), "bot": None, "files": {}} for entrant in there.event.entrants.values()],
        "id": doc.id,
        "name": doc.name,
        "status": doc.status,
        "number": there.number,
        "rules": doc.rules,
        "commitment": doc.commitment,
        "secret": doc.secret,
    }


async def record_of(house: House, name: str) -> str | None:
    """The record of a table that is over; None where it is no longer kept."""
    snapshot = await house.store.load(name, seed=True)
    if snapshot is None:
        return None
    table = opened_table(snapshot)
    if table.status != "over":
        return None
    try:
        return await text_of(house, table, snapshot)
    except Refusal:
        return None
