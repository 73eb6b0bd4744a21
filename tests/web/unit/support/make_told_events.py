"""Write `told_events.json`: an event of every kind and look, as each sort of viewer is told it, and the cards' names.

    python -m tests.web.unit.support.make_told_events

Random games of both editions are played, dealt by lot.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import TYPE_CHECKING

from citadels_engine import apply, is_over
from citadels_engine.cards.catalogue import LANGUAGES, characters, districts
from citadels_engine.cards.registry import EDITIONS

from tests.web.support.random_games import choose, deal

if TYPE_CHECKING:
    from citadels_engine.views.events import Event

GAMES = 1500
OUT = Path(__file__).with_name("told_events.json")


def looks(event: Event, viewer: int | None, classic: bool) -> tuple[object, ...]:
    """What the words of an event hang on: two that are equal here are told with the same words."""
    told = event.for_seat(viewer)
    facts = sorted(f"{name}:{value is None}" for name, value in told.items())
    seats = sorted(name for name in ("seat", "from", "to", "of", "with") if told.get(name, -1) == viewer)
    said = tuple(str(told.get(name)) for name in ("verb", "why", "on", "flowered", "type"))
    do = str(told.get("do", "")).split(" ")
    form = tuple(word for word in do if word in ("framework", "over", "cards", "from")) if len(do) > 1 else tuple(do)
    return (classic, event.kind, said, form, *facts, viewer is None, *seats)


def main() -> None:
    """Play, and keep what is new."""
    chance = random.Random(2)
    seen: set[tuple[object, ...]] = set()
    kept: list[dict[str, object]] = []
    for number in range(GAMES):
        game, _ = deal(chance, number)
        while not is_over(game):
            apply(game, choose(chance, game))
            for event in game.events:
                viewers = {None, event.seat if event.seat >= 0 else None}
                viewers |= {
                    seat for name in ("from", "to", "of", "with") if isinstance(seat := event.facts.get(name), int)
                }
                for viewer in sorted(viewers, key=str):
                    look = looks(event, viewer, game.classic)
                    if look not in seen:
                        seen.add(look)
                        edition = "classic" if game.classic else "modern"
                        kept.append({"edition": edition, "viewer": viewer, "event": event.for_seat(viewer)})
    titles = {
        edition: {
            language: {one["id"]: one["names"][language] for one in (*characters(edition), *districts(edition))}
            for language in LANGUAGES
        }
        for edition in EDITIONS
    }
    lines = ",\n".join(json.dumps(one, separators=(",", ":")) for one in kept)
    OUT.write_text(
        f'{{"titles": {json.dumps(titles, ensure_ascii=False)},\n"told": [\n{lines}\n]}}\n', encoding="utf-8"
    )
    print(f"{len(kept)} events, {OUT.stat().st_size // 1000} kB")


if __name__ == "__main__":
    main()
