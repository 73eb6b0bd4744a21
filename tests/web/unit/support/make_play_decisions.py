"""Write `play_decisions.json`: one decision for every kind, verb and means that a page has to offer.

    python -m tests.web.unit.support.make_play_decisions

Random games of both editions with random casts and districts are played; of each new combination of kind, character and verbs
the view of who has to act is kept, with the prices of what costs gold.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import TYPE_CHECKING

from citadels_engine import apply, awaited, is_over, legal_actions, new_game, prices, view
from citadels_engine.cards.catalogue import characters, districts
from citadels_engine.cards.registry import DISTRICTS, EDITIONS
from citadels_engine.errors import SetupError

if TYPE_CHECKING:
    from citadels_engine.state import Game

GAMES = 4000
OUT = Path(__file__).with_name("play_decisions.json")


def deal(chance: random.Random, number: int) -> Game | None:
    """A game with a cast and districts by lot; None where the rules refuse them."""
    edition = ("modern", "classic")[number % 3 == 2]
    players = 2 + number % 7
    people = characters(edition)
    nine = players == 8 or (players == 3 and edition == "modern") or (players > 3 and chance.random() < 0.7)
    ranks = 9 if nine else 8
    cast = [chance.choice([one["id"] for one in people if one["rank"] == rank]) for rank in range(1, ranks + 1)]
    options: dict[str, object] = {}
    if number % 5 == 0:
        options["emperor_resource_chooser"] = "recipient" if edition == "modern" else "emperor"
    uniques: list[str] | None = None
    if edition == "modern":
        uniques = chance.sample([one["id"] for one in districts("modern") if one["unique"]], 14)
    else:
        purple = [one["id"] for one in districts("classic") if one["unique"] and not one["bonus"]]
        bonus = [one["id"] for one in districts("classic") if one["bonus"]]
        uniques = [one for one in purple if not ("diplomat" in cast and one == "graveyard")]
        uniques += chance.sample(bonus, 3)
    try:
        return new_game(players, edition=edition, cast=cast, uniques=uniques, options=options, seed=f"{number}")
    except SetupError:
        return None


def choose(chance: random.Random, game: Game) -> str:
    """An action by lot; games in which much is built show more, so the turn ends last."""
    texts = [str(action) for action in legal_actions(game)]
    lively = [text for text in texts if text not in ("end", "pass", "done")]
    return chance.choice(lively if lively and chance.random() < 0.9 else texts)


def means(text: str) -> str:
    """The verb of an action with the number of its words, and how a build is paid for."""
    words = text.split(" ")
    if words[0] != "build":
        return " ".join([words[0], str(len(words)), *(word for word in words[1:] if word in ("gold", "card", "cards"))])
    return " ".join(["build", *(word for word in words[2:] if word in ("framework", "over", "cards", "from"))])


def priced(game: Game, text: str) -> list[tuple[str, ...]]:
    """What bears on the price of an action: a wall around what it is aimed at, an artist's gold, a factory."""
    words = text.split(" ")
    if words[0] in ("destroy", "seize", "exchange"):
        at = 2 if words[0] == "exchange" else 1
        city = {built.card.id for built in game.seats[int(words[at])].city}
        return [(words[0], str("great_wall" in city), str(text.endswith("+")), words[-1] * (words[-1] == "great_wall"))]
    if (
        words[0] == "build"
        and len(words) == 2
        and DISTRICTS["modern"].get(words[1], DISTRICTS["modern"]["keep"]).unique
    ):
        return [("build", str(any(built.card.id == "factory" for built in game.seats[awaited(game).seat].city)))]
    return []


def main() -> None:
    """Play, and keep what is new."""
    chance = random.Random(1)
    seen: set[tuple[object, ...]] = set()
    kept: list[dict[str, object]] = []
    for number in range(GAMES):
        game = deal(chance, number)
        if game is None:
            continue
        for _ in range(600):
            if is_over(game):
                break
            decision = awaited(game)
            texts = [str(action) for action in legal_actions(game)]
            turn = game.turn.character.id if game.turn is not None and decision.kind == "turn" else ""
            marks = {(game.classic, decision.kind, means(text)) for text in texts} | {(game.classic, turn)}
            owned = {(game.classic, built.card.id) for built in game.seats[decision.seat].city if built.card.unique}
            found = marks | owned | {(game.classic, *one) for text in texts for one in priced(game, text)}
            if not found <= seen:
                seen |= found
                kept.append(record(game))
            apply(game, choose(chance, game))
    lines = ",\n".join(json.dumps(one, separators=(",", ":")) for one in kept)
    OUT.write_text(f'{{"cards": {json.dumps(printed())},\n"decisions": [\n{lines}\n]}}\n')
    print(f"{len(kept)} decisions, {len(seen)} marks, {OUT.stat().st_size // 1000} kB")


def printed() -> dict[str, dict[str, dict[str, object]]]:
    """What is printed on the districts of each edition."""
    return {
        edition: {
            one["id"]: {"type": one["type"], "cost": one["cost"], "unique": one["unique"]} for one in districts(edition)
        }
        for edition in EDITIONS
    }


def record(game: Game) -> dict[str, object]:
    """The view of who has to act, and what its actions cost, as far as they cost gold."""
    seat = awaited(game).seat
    costs = {action.text: price for action, price in zip(legal_actions(game), prices(game), strict=True) if price}
    return {"viewer": seat, "position": view(game, seat).to_json(), "prices": costs}


if __name__ == "__main__":
    main()
