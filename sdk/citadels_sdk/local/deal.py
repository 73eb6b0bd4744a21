"""Before and after a game: the deal, the chances of the bots, their names; the places and what each is told of them."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Final

from citadels_engine import SetupError, new_game, places, scenario, scenario_cast, scores

from citadels_sdk.bot import Outcome

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from citadels_engine import Game as EngineGame


def chance_of(seed: str, seat: int) -> str:
    """All the chance of the bot at that seat; nothing of the game's seed can be told from it."""
    return sha256(f"bot|{seat}|{seed}".encode()).hexdigest()


def distinct_names(names: Sequence[str]) -> tuple[str, ...]:
    """The names, those that come again with a number.

    >>> distinct_names(["greedy", "mason", "greedy"])
    ('greedy', 'mason', 'greedy#2')
    >>> distinct_names(["mason#old", "mason#old"])
    ('mason#old', 'mason#old_2')
    """
    found: list[str] = []
    for name in names:
        one, number = name, 1
        while one in found:
            number += 1
            base, _, ending = name.partition("#")
            one = f"{name}_{number}" if ending and not ending.isdecimal() else f"{base}#{number}"
        found.append(one)
    return tuple(found)


def legible(text: str) -> str:
    r"""The text in signs that can be shown anywhere, in a line.

    >>> legible("ann\x1b[31m\nbob"), legible("Zoë 🏰 <b>")
    ('ann�[31m bob', 'Zoë 🏰 <b>')
    """
    return "".join(sign if sign.isprintable() else " " if sign.isspace() else "\ufffd" for sign in text)


def deal_game(
    players: int,
    edition: str | None,
    scene: str | None,
    cast: Sequence[str] | None,
    seed: str,
    uniques: Sequence[str] | None = None,
    options: Mapping[str, object] | None = None,
    crown: int | None = None,
) -> EngineGame:
    """The game as the settings ask for it; it keeps its events."""
    named = None if cast is None else list(cast)
    cards = None if uniques is None else list(uniques)
    if scene is not None:
        chosen = scenario(scene)
        if edition not in (None, chosen.edition):
            raise SetupError(f"the scenario {scene} is of the {chosen.edition} edition")
        edition = chosen.edition
        named = scenario_cast(scene, players) if named is None else named
        cards = chosen.uniques if cards is None else cards
    return new_game(
        players,
        edition=edition or "modern",
        cast=named,
        uniques=cards,
        options=dict(options or {}),
        crown=crown,
        seed=seed,
        telling=True,
    )


ORDINALS: Final = ("1st", "2nd", "3rd", "4th", "5th", "6th", "7th", "8th")


def outcome_of(game: EngineGame, seat: int, left: Sequence[int] = ()) -> Outcome:
    """What the seat is told of a game that is over."""
    order = tuple(tuple(together) for together in places(game))
    place = place_of(order, len(game.seats))
    totals = tuple(sheet.total for sheet in scores(game))
    result = f"{ORDINALS[place[seat] - 1]} of {len(totals)} with {totals[seat]} points"
    return Outcome(seat, place[seat], place, order, totals, result, tuple(left))


def place_of(order: Sequence[Sequence[int]], players: int) -> tuple[int, ...]:
    """The place of each seat: those that share one have the same, and the next ones are counted on."""
    found = [0] * players
    before = 0
    for together in order:
        for seat in together:
            found[seat] = before + 1
        before += len(together)
    return tuple(found)
