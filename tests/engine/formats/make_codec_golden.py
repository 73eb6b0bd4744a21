"""Makes `codec_schema1.json`: the tables of schema 1 and games written in it, which every later version must read.

    python -m tests.engine.formats.make_codec_golden        from the root of the repository

One game for each kind of decision in each edition that asks it, and one that is over. The file is made once for a schema: a new
schema gets a file of its own beside it, and nothing in an old one changes.
"""

import json
import sys
from pathlib import Path
from random import Random

from citadels_engine import Game, apply, awaited, is_over, legal_actions, save
from citadels_engine.formats.codec import CHARACTER_IDS, DISTRICT_IDS, KINDS, OPTION_VALUES, SCHEMA, VERBS, encode

from tests.support.setups import setup

FILE = Path(__file__).with_name(f"codec_schema{SCHEMA}.json")
SETUPS = 1500
LATE = 5
"""The round from which on a moment is taken, as long as most set-ups are still to come."""


def kind_of(game: Game) -> str:
    """The decision that the game awaits, or that it is over."""
    return "over" if is_over(game) else awaited(game).kind


def main() -> None:
    """Play through the set-ups and keep the first moment of each kind, in a late round where it can be had."""
    met: dict[tuple[bool, str], dict[str, object]] = {}
    for number in range(SETUPS):
        game = setup(number).deal()
        chance = Random(number)
        while True:
            moment = (game.classic, kind_of(game))
            if moment not in met and (game.round >= LATE or number > SETUPS // 2):
                met[moment] = {"seed": game.seed, "data": encode(game), "position": save(game)}
            if is_over(game):
                break
            legal = legal_actions(game)
            apply(game, legal[int(chance.random() * len(legal))])
    if {kind for _, kind in met} != {*KINDS, "over"}:
        raise SystemExit(f"not met: {({*KINDS, 'over'}) - {kind for _, kind in met}}")
    tables = {
        "districts": DISTRICT_IDS,
        "characters": CHARACTER_IDS,
        "verbs": VERBS,
        "kinds": KINDS,
        "options": OPTION_VALUES,
    }
    lines = ",\n".join(json.dumps(one, separators=(",", ":")) for one in met.values())
    FILE.write_text(f'{{"tables":{json.dumps(tables, separators=(",", ":"))},\n"games":[\n{lines}\n]}}\n', "utf-8")
    sys.stdout.write(f"{len(met)} games\n")


if __name__ == "__main__":
    main()
