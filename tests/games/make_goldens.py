"""Makes `goldens.ndjson.gz`: whole games with their results, which every later version must replay to the same end.

    python -m tests.games.make_goldens                    from the root of the repository
    python -m tests.games.make_goldens --changed          only those that no longer replay

One game of each set-up of a cycle, so of every scenario with every number of players. Random and greedy bots play, alone and mixed. Each
line is one game: its record (notation, section 4), a digest of its final position, and one of all that was legal on the way. Make
it anew only when a correction of the rules changes what a record does, and raise the number of the rules with it once rules with
that number are released. Where a game is still played as it was and only the lists on the way have changed, `--changed` leaves its
record as it is.
"""

import gzip
import json
import sys
from collections.abc import Iterable
from hashlib import sha256
from typing import Any

from citadels_engine import Game, RecordError, awaited, is_over, legal_actions, save, view
from citadels_engine.bots import make
from citadels_engine.formats import record
from citadels_engine.formats.record import Header, Record

from tests.support.goldens import FILE, goldens
from tests.support.setups import CYCLE, setup

DATE = "2026-01-31"
TABLES = (("random",), ("greedy",), ("greedy", "random"), ("random", "random", "greedy"))
"""Who sits at the table, game by game, repeated around it."""


class Lists:
    """A digest of everything that was listed as legal."""

    def __init__(self) -> None:
        self.sum = sha256()

    def add(self, game: Game) -> None:
        """The decision awaited, and its list."""
        if is_over(game):
            return
        decision = awaited(game)
        texts = "|".join(action.text for action in legal_actions(game))
        self.sum.update(f"{decision.seat} {decision.kind} {texts}\n".encode())

    def digest(self) -> str:
        """The digest, in hex."""
        return self.sum.hexdigest()


def position_digest(game: Game, header: Header) -> str:
    """A digest of the game's position, whatever the order of its fields; its options in the words of the record's header."""
    told = {**save(game), "options": header.options}
    return sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()


def played(number: int) -> tuple[Game, Record, str]:
    """The game of a set-up, its record, and the digest of its lists."""
    dealt = setup(number)
    game = dealt.deal(telling=True)
    names = [TABLES[number % len(TABLES)][seat % len(TABLES[number % len(TABLES)])] for seat in range(dealt.players)]
    bots = [make(name, f"golden {number} {seat}") for seat, name in enumerate(names)]
    written = record.begin(game, game_id=f"golden-{number}", names=names, date=DATE, crown=dealt.crown)
    seen: list[list[dict[str, object]]] = [[] for _ in bots]
    lists = Lists()
    while not is_over(game):
        lists.add(game)
        for seat, log in enumerate(seen):
            log += [event.for_seat(seat) for event in game.events]
        seat = awaited(game).seat
        written.take(game, bots[seat].choose(view(game, seat), seen[seat]))
    written.finish(game)
    return game, written, lists.digest()


def golden(number: int) -> dict[str, object]:
    """One line of the file."""
    game, written, lists = played(number)
    return {
        "setup": number,
        "position": position_digest(game, written.header),
        "lists": lists,
        "record": written.text(),
    }


def renewed(line: dict[str, Any]) -> tuple[dict[str, Any], str]:
    """The line as it must be now, and what is new in it: "" nothing, "lists" what was legal on the way, "game" all of it."""
    written, lists = record.read(line["record"]), Lists()
    try:
        for _, game in record.steps(written):
            lists.add(game)
    except RecordError:
        return golden(line["setup"]), "game"
    now = {**line, "position": position_digest(game, written.header), "lists": lists.digest()}
    return now, "" if now == line else "lists" if now["position"] == line["position"] else "game"


def write(lines: Iterable[dict[str, Any]]) -> None:
    """Write the file."""
    with FILE.open("wb") as file, gzip.GzipFile("", "wb", 9, file, mtime=0) as packed:
        for line in lines:
            packed.write(json.dumps(line, ensure_ascii=False).encode() + b"\n")


def renew() -> None:
    """Make anew what no longer replays, and say which games that were."""
    found = [renewed(line) for line in goldens()]
    write(line for line, _ in found)
    for what in ("game", "lists"):
        numbers = [str(line["setup"]) for line, new in found if new == what]
        print(f"{what} anew: {len(numbers)}: {' '.join(numbers)}")


def main() -> int:
    """Play the games, all of them or those that have changed, and write the file."""
    if sys.argv[1:] == ["--changed"]:
        renew()
    else:
        write(golden(number) for number in range(CYCLE))
    print(f"{FILE.name}: {sum(1 for _ in goldens())} games, {FILE.stat().st_size:,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
