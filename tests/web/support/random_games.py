"""Games by lot for the tests of the page: casts, unique districts, options and actions of both editions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from citadels_engine import legal_actions, new_game
from citadels_engine.cards.catalogue import characters, districts
from citadels_engine.cards.editions import OPTIONS, cast_sizes
from citadels_engine.errors import SetupError

if TYPE_CHECKING:
    import random

    from citadels_engine.state import Game


def deal(chance: random.Random, number: int, *, seed: str | None = None) -> tuple[Game, int | None]:
    """A game with its cast, unique districts and options by lot, and the seat that was given the crown, if one was.

    The number says the edition and how many play.
    """
    edition = "classic" if number % 3 == 2 else "modern"
    players = 2 + number % 7
    while True:
        size = chance.choice(cast_sizes(edition, players))
        people = characters(edition)
        cast = [chance.choice([one["id"] for one in people if one["rank"] == rank]) for rank in range(1, size + 1)]
        options: dict[str, object] = {}
        for name, values in OPTIONS[edition].items():
            if name != "initial_crown":
                options[name] = chance.choice(values)
        crown = chance.randrange(players) if chance.random() < 0.2 else None
        if crown is not None and chance.random() < 0.5:
            options["initial_crown"] = "chosen_seat"
        unique = [one for one in districts(edition) if one["unique"]]
        if edition == "modern":
            uniques = chance.sample([one["id"] for one in unique], 14)
        else:
            uniques = [
                one["id"]
                for one in unique
                if not one["bonus"] and not ("diplomat" in cast and one["id"] == "graveyard")
            ]
            uniques += chance.sample([one["id"] for one in unique if one["bonus"]], 3)
        try:
            game = new_game(
                players,
                edition=edition,
                cast=cast,
                uniques=uniques,
                options=options,
                crown=crown,
                seed=seed or str(number),
                telling=True,
            )
        except SetupError:
            continue
        return game, crown


def choose(chance: random.Random, game: Game) -> str:
    """An action by lot; what lets time pass comes less often, so that much happens."""
    texts = [str(action) for action in legal_actions(game)]
    lively = [text for text in texts if text not in ("end", "pass", "done")]
    return chance.choice(lively if lively and chance.random() < 0.9 else texts)
