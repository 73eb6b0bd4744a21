"""Makes `goldens.ndjson.gz`: whole games with their results, which every later version must replay to the same end.

    python -m tests.games.make_goldens        from the root of the repository

One game of each set-up of a cycle, so of every scenario with every number of players. Random and greedy bots play, alone and mixed. Each
line is one game: its record (notation, section 4), a digest of its final position, and one of all that was legal on the way. Make
it anew only when a correction of the rules changes what a record does, and raise the number of the rules with it.
"""

import gzip
import json
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from citadels_engine import Game, awaited, is_over, legal_actions, record, save, view
from citadels_engine.bots import make
from citadels_engine.record import Record

from tests.properties.setups import CYCLE, setup

FILE = Path(__file__).with_name("goldens.ndjson.gz")
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


def position_digest(game: Game) -> str:
    """A digest of the game's position, whatever the order of its fields."""
    return sha256(json.dumps(save(game), sort_keys=True).encode()).hexdigest()


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
    return {"setup": number, "position": position_digest(game), "lists": lists, "record": written.text()}


def goldens() -> Iterator[dict[str, object]]:
    """The lines of the file."""
    with gzip.open(FILE, "rt", encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def main() -> int:
    """Play all games and write the file."""
    with FILE.open("wb") as file, gzip.GzipFile("", "wb", 9, file, mtime=0) as packed:
        for number in range(CYCLE):
            packed.write(json.dumps(golden(number), ensure_ascii=False).encode() + b"\n")
            if number % 50 == 49:
                print(f"{number + 1} of {CYCLE} games", file=sys.stderr, flush=True)
    print(f"{FILE.name}: {CYCLE} games, {FILE.stat().st_size:,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
