"""What takes seconds, worked out in a process beside the service, which answers others meanwhile.

1. The process gets what is asked, the settings and the log through its standard input, folds the log as everybody does, and answers on its
   standard output. It learns nothing that the log does not say; what lots are drawn from is in neither its arguments nor its environment.
2. `figures` are all statistics of a tournament; `due` is what follows from its log, or nothing.
"""

from __future__ import annotations

import asyncio
import json
import sys
from typing import TYPE_CHECKING, Any, Final, Literal

import msgspec
from citadels_contest.log import Entry
from citadels_contest.settings import settings_from
from citadels_contest.summary import summary
from citadels_contest.tournament import Tournament
from citadels_contest.types import ContestError

from citadels_api.problems import Refusal
from citadels_api.tournaments.log import OWN, lots_of
from citadels_api.tournaments.log_archive import batches

if TYPE_CHECKING:
    from citadels_api.context import House
    from citadels_api.tournaments.log import Held


PAGE: Final = 1000
LONGEST_S: Final = 120.0
"""A process that takes longer is ended."""


async def worked_out_beside(house: House, there: Held, what: Literal["figures", "due"]) -> Any:
    """The answer of a process of its own, as the log was when it was read."""
    lines = [json.dumps({"what": what, "settings": lots_of(there.doc, there.secret).to_json()}).encode()]
    after = 0
    while after < there.number:
        logged = await batches(house, there.doc.id, after=after, until=there.number, limit=PAGE)
        if not logged:
            break
        lines.extend(one.entry for one in logged)
        after = logged[-1].number
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        "from citadels_api.tournaments.subprocess_call import main; main()",
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    try:
        said, _ = await asyncio.wait_for(process.communicate(b"\n".join(lines)), LONGEST_S)
    except TimeoutError:
        raise Refusal("unavailable", "the tournament is too large to be worked out", retry_after=60) from None
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode != 0:
        raise Refusal("unavailable", "the tournament could not be worked out", retry_after=5)
    return json.loads(said)


def main() -> None:
    """The process: what is asked on the first line, then the log, a batch a line; the answer on standard output."""
    lines = sys.stdin.buffer.read().split(b"\n")
    asked = json.loads(lines[0])
    event = Tournament(settings_from(asked["settings"]))
    batch = msgspec.json.Decoder(list[Entry])
    for line in lines[1:]:
        for entry in batch.decode(line):
            if entry.get("kind") in OWN:
                continue
            try:
                event.apply(entry)
            except ContestError:
                continue  # every reader passes over it
    sys.stdout.write(json.dumps(event.due() if asked["what"] == "due" else summary(event)))
