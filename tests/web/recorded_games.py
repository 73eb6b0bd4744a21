"""Write finished games as a page gets them with everything open, one a line, for the tests of its verification.

    python -m tests.web.recorded_games COUNT > games.ndjson

The moments are those of the service's own replays; casts, unique districts, options and actions are by lot.
"""

from __future__ import annotations

import json
import random
import sys
from typing import Any

from citadels_api.service.replaying import answer_event
from citadels_api.store.packing import Told
from citadels_engine import awaited, is_over, save
from citadels_engine.record import RULES, begin, final_places
from citadels_engine.scoring import scores

from tests.web.random_games import choose, deal

__all__ = ["recorded"]


def recorded(number: int) -> dict[str, Any]:
    """A game by lot, from its deal to its result."""
    chance = random.Random(number)
    game, crown = deal(chance, number, seed=f"{number:064x}")
    names = [f"p{seat}" for seat in range(len(game.seats))]
    record = begin(game, game_id=f"game_{number}", names=names, date="2026-01-31", crown=crown)
    moments: list[dict[str, Any]] = []
    while not is_over(game):
        decision = awaited(game)
        moment = {"n": game.n, "position": save(game), "decision": {"seat": decision.seat, "kind": decision.kind}}
        action = choose(chance, game)
        record.take(game, action)
        seen = [answer_event(0, Told.of(event), "all", None) for event in game.events]
        events = [{"kind": one.kind, "seat": one.seat, **one.facts} for one in seen]
        moments.append({**moment, "seat": decision.seat, "do": action, "events": events})
    last = {"n": game.n, "position": save(game), "decision": None, "seat": None, "do": None, "events": []}
    moments.append(last)
    left = chance.sample(range(len(game.seats)), 1) if number % 5 == 0 else []
    record.finish(game, left)
    totals = [sheet.total for sheet in scores(game)]
    told = {
        "id": record.header.id,
        "rules": RULES,
        "seed": game.seed,
        "commitment": record.header.commitment,
        "places": final_places(game, left),
        "totals": totals,
    }
    return {"record": record.text(), "told": told, "moments": moments}


if __name__ == "__main__":
    for each in range(int(sys.argv[1])):
        print(json.dumps(recorded(each), separators=(",", ":")))
