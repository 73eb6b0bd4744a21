"""Looks for the positions of `wanted_positions.py` in games that are played for it, and writes the catalogue.

    python -m citadels_workers.practice.position_search            # all of it
    python -m citadels_workers.practice.position_search warrant    # these, the others stay as they are

1. A position is kept as a set-up with its seed and the actions that lead there: so the table is one like any other, with a log, a
   record and a replay, and the bots may change without changing it.
2. Many games are played, and the decision that shows most in the fewest moves is taken.
3. It writes the same every time.
"""

from __future__ import annotations

import json
import re
import sys
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from citadels_engine import apply, is_over, legal_actions, new_game, view
from citadels_engine.bots import make
from citadels_engine.dice import Dice

from citadels_workers.practice.wanted_positions import Wish, cast_with, uniques_with, wishes

if TYPE_CHECKING:
    from collections.abc import Callable

    from citadels_engine import Game


FOLDER: Final = Path(__file__).with_name("catalogue")
GAMES: Final = 400
ENOUGH: Final = 40
"""After so many games that hold the position the best is taken."""
LONGEST: Final = 260
VERB: Final = re.compile(r"[a-z_]+")
STATES: Final[dict[str, Callable[[Game], bool]]] = {
    "": lambda _: True,
    "bewitched": lambda game: game.turn is not None and game.turn.character is game.bewitched and not game.turn.resumed,
    "resumed": lambda game: game.turn is not None and game.turn.resumed,
    "tucked": lambda game: any(built.tucked for seat in game.seats for built in seat.city),
}
"""What a wish may want to be seen beside its decision."""


def fits(text: str, pattern: str) -> bool:
    """Whether an action begins so; a `*` stands for anything.

    >>> fits("build castle from 2", "build * from "), fits("build castle", "build * from "), fits("draw", "draw")
    (True, False, True)
    """
    return fnmatchcase(text, f"{pattern}*")


def worth(wish: Wish, game: Game, legal: list[str]) -> float | None:
    """How well the decision awaited fits the wish; None where it does not."""
    decision = game.pending
    assert decision is not None
    seat = game.seats[decision.seat]
    picked = sum(len(one.characters) for one in game.seats)
    turn = game.turn
    if (
        decision.kind != wish.kind
        or (wish.picked is not None and picked != wish.picked)
        or (wish.character and (turn is None or turn.character.id != wish.character))
        or (wish.built and all(one.card.id != wish.built for one in seat.city))
        or (wish.held and all(card.id != wish.held for card in seat.hand))
        or not all(any(fits(text, shown) for text in legal) for shown in wish.shows)
        or not only(wish, game, legal)
        or not STATES[wish.state](game)
    ):
        return None
    if wish.last and not all(ends(game, text) for text in legal):
        return None
    verbs = len({found[0] for text in legal if (found := VERB.match(text))})
    around = sum(min(len(one.city), 4) for one in game.seats) / len(game.seats)
    own = min(len(seat.hand), 4) + 1.5 * min(len(seat.city), 4) + min(seat.gold, 4) / 2
    return 3 * verbs + own + 1.5 * around - game.n / 25


def only(wish: Wish, game: Game, legal: list[str]) -> bool:
    """Whether what must be alone is alone."""
    if not wish.only:
        return True
    if wish.only == ("7",):
        return len(legal) > 1 and getattr(game.pending, "source", "") == "study"
    if wish.only == ("from",):
        return getattr(getattr(game.pending, "action", None), "lender", -1) >= 0
    return all(any(fits(text, one) for one in wish.only) for text in legal)


def ends(game: Game, text: str) -> bool:
    """Whether the action ends the game."""
    after = game.copy()
    apply(after, text)
    return is_over(after)


def choose(game: Game, legal: list[str], wish: Wish, dice: Dice) -> str:
    """What a player on the way does."""
    urged = [text for text in legal if any(fits(text, one) for one in wish.urges)]
    if urged and dice.below(8):
        return urged[dice.below(len(urged))]
    decision = game.pending
    assert decision is not None
    if dice.below(100) < 100 * wish.random:
        return legal[dice.below(len(legal))]
    bot = make("greedy", "")
    return str(bot.choose(view(game, decision.seat), []))


def find(wish: Wish) -> dict[str, Any]:
    """The position of a wish, as the catalogue has it."""
    cast = cast_with(wish.edition, wish.players, wish.cast)
    uniques = uniques_with(wish.edition, cast, wish.uniques)
    best: tuple[float, dict[str, Any]] | None = None
    held = 0
    for number in range(0 if wish.open else GAMES):
        seed = f"practice {wish.name} {number}"
        game = new_game(wish.players, edition=wish.edition, cast=cast, uniques=uniques, options=wish.options, seed=seed)
        dice = Dice(seed, "practice/finding")
        done: list[str] = []
        found = False
        while not is_over(game) and game.n < LONGEST:
            legal = [str(action) for action in legal_actions(game)]
            value = worth(wish, game, legal)
            if value is not None and game.n > 0:
                found = True
                if best is None or value > best[0]:
                    best = value, entry(wish, game, legal, done, seed)
            text = choose(game, legal, wish, dice)
            done.append(text)
            apply(game, text)
        held += found
        if held >= ENOUGH:
            break
    if wish.open:
        best = 0.0, waiting(wish, cast, uniques)
    if best is None:
        raise SystemExit(f"{wish.name}: none of {GAMES} games holds it")
    return best[1]


def entry(wish: Wish, game: Game, legal: list[str], done: list[str], seed: str) -> dict[str, Any]:
    """The position as it is written."""
    decision = game.pending
    assert decision is not None
    seat = decision.seat
    if wish.watched:
        seat = (
            game.turn.seat if game.turn is not None and game.turn.seat != decision.seat else (seat + 1) % wish.players
        )
    if wish.over:
        done = [*done, legal[0]]
    return {
        "name": wish.name,
        "title": wish.title,
        "edition": wish.edition,
        "kind": "over" if wish.over else decision.kind,
        "players": wish.players,
        "seat": seat,
        "asked": None if wish.over else decision.seat,
        "others": "wait" if wish.watched else "play",
        "shows": [next(text for text in legal if fits(text, one)) for one in wish.shows],
        "count": 0 if wish.over else len(legal),
        "cast": [character.id for character in game.cast],
        "uniques": [card.id for card in game.uniques],
        "options": wish.options,
        **({} if wish.clock is None else {"clock": wish.clock}),
        "seed": seed,
        "do": "; ".join(done),
    }


def waiting(wish: Wish, cast: list[str], uniques: list[str]) -> dict[str, Any]:
    """A table whose game has not begun, as it is written."""
    return {
        "name": wish.name,
        "title": wish.title,
        "edition": wish.edition,
        "kind": "open",
        "players": wish.players,
        "seat": 0,
        "asked": None,
        "others": "wait",
        "shows": [],
        "count": 0,
        "cast": cast,
        "uniques": uniques,
        "options": wish.options,
        "seed": f"practice {wish.name}",
        "do": "",
    }


def written(entries: list[dict[str, Any]]) -> str:
    """The file of one edition: one field a line, lists of words on one line."""
    lines = []
    for one in entries:
        inner = ",\n".join(f"    {json.dumps(name)}: {json.dumps(value)}" for name, value in one.items())
        lines.append(f"  {{\n{inner}\n  }}")
    return "[\n" + ",\n".join(lines) + "\n]\n"


def main(names: list[str]) -> None:
    """Write the catalogue, or the positions that are named."""
    kept: dict[str, dict[str, Any]] = {}
    for file in FOLDER.glob("*.json"):
        kept |= {one["name"]: one for one in json.loads(file.read_text(encoding="utf-8"))}
    for edition in ("modern", "classic"):
        entries = []
        for wish in wishes():
            if wish.edition == edition:
                if names and wish.name not in names and wish.name in kept:
                    entries.append(kept[wish.name])
                else:
                    entries.append(find(wish))
                    print(f"{wish.name}: decision {len(entries[-1]['do'].split(';'))}")
        (FOLDER / f"{edition}.json").write_text(written(entries), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
