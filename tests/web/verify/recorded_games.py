"""Write finished games as a page gets them with everything open, one a line, for the tests of its verification.

    python -m tests.web.verify.recorded_games COUNT > games.ndjson

The moments are those of the service's own replays; casts, unique districts, options and actions are by lot, and so is who leaves, who runs out
of time, and in whose place an AI plays on.
"""

from __future__ import annotations

import json
import random
import sys
from typing import TYPE_CHECKING, Any

from citadels_api.records.replay import answer_event
from citadels_api.store.log_codec import Told
from citadels_engine import awaited, is_over, legal_actions, save
from citadels_engine.actions.default import default_action
from citadels_engine.formats.record import RULES, begin, final_places
from citadels_engine.rules.scoring import places, scores

from tests.web.support.random_games import choose, deal

if TYPE_CHECKING:
    from citadels_engine.state import Game


EARLIEST = 40
"""Nobody leaves before so many decisions: who is away builds nothing, and a game must end."""


def leavers(chance: random.Random, players: int) -> list[tuple[int, int]]:
    """Who leaves at which decision, in this order: in most games nobody, and never more than half of the seats."""
    count = chance.choice([0, 0, 0, 1, 1, 2])
    seats = chance.sample(range(players), min(count, players // 2))
    return list(zip(sorted(chance.randrange(EARLIEST, 4 * EARLIEST) for _ in seats), seats, strict=True))


def unique_first(chance: random.Random, game: Game) -> str:
    """Now and then the building of a unique district, wherever one can be built: by lot alone many would stand in few games."""
    if chance.random() < 0.5:
        return ""
    uniques = {card.id for card in game.uniques}
    texts = [str(action) for action in legal_actions(game) if action.verb == "build"]
    return next((text for text in texts if text.split()[1] in uniques), "")


def recorded(number: int) -> dict[str, Any]:
    """A game by lot, from its deal to its result; beside it what the engine says of its end."""
    chance = random.Random(number)
    game, crown = deal(chance, number, seed=f"{number:064x}")
    names = [f"p{seat}" for seat in range(len(game.seats))]
    record = begin(game, game_id=f"game_{number}", names=names, date="2026-01-31", crown=crown)
    leaving = leavers(chance, len(game.seats))
    moments: list[dict[str, Any]] = []
    while not is_over(game):
        decision = awaited(game)
        moment = {"n": game.n, "position": save(game), "decision": {"seat": decision.seat, "kind": decision.kind}}
        away = any(game.n >= at and decision.seat == seat for at, seat in leaving)
        late = away or chance.random() < 0.02
        by = "default" if late else chance.choice([None] * 40 + ["ai"])
        action = str(default_action(game)) if late else unique_first(chance, game) or choose(chance, game)
        record.take(game, action, ms=chance.randrange(9000), by=by)
        seen = [answer_event(0, Told.of(event), "all", None) for event in game.events]
        events = [{"kind": one.kind, "seat": one.seat, **one.facts} for one in seen]
        moments.append({**moment, "seat": decision.seat, "do": action, "events": events})
    last = {"n": game.n, "position": save(game), "decision": None, "seat": None, "do": None, "events": []}
    moments.append(last)
    left = [seat for at, seat in leaving if at < game.n]
    record.finish(game, left)
    sheets = scores(game)
    told = {
        "id": record.header.id,
        "rules": RULES,
        "seed": game.seed,
        "commitment": record.header.commitment,
        "places": final_places(game, left),
        "totals": [sheet.total for sheet in sheets],
    }
    end = {
        "sheets": [sheet.to_json() for sheet in sheets],
        "ranks": places(game),
        "places": told["places"],
        "left": left,
    }
    return {"record": record.text(), "told": told, "moments": moments, "end": end}


if __name__ == "__main__":
    for each in range(int(sys.argv[1])):
        print(json.dumps(recorded(each), separators=(",", ":")))
