"""The record of a game of a tournament, written at once: the same bytes as `Record.text()`, without a decision being looked at twice."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

from citadels_engine import scores
from citadels_engine.formats.record import RULES, Header, Result, commitment, final_places

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from citadels_engine import Action
    from citadels_engine import Game as EngineGame


class Written(NamedTuple):
    """A game written down, and what follows from that."""

    record: bytes
    order: list[list[int]]
    """The seats by place."""
    totals: tuple[int, ...]
    decisions: tuple[int, ...]
    """How many each seat took."""
    picks: tuple[tuple[str, ...], ...]


def write_down(
    game: EngineGame,
    name: str,
    names: Sequence[str],
    date: str,
    taken: Sequence[tuple[int, Action]],
    by: Mapping[int, str],
    left: Sequence[int],
) -> Written:
    """The record of a game that is over: its id, what its seats are called, the decisions, those of others than the seats' own players, and who has left.

    The crown is by lot. No time is written down.
    """
    header = Header(
        name,
        "classic" if game.classic else "modern",
        [character.id for character in game.cast],
        [card.id for card in game.uniques],
        dict(game.options.values),
        list(names),
        date,
        commitment(name, RULES, game.seed),
        None,
        game.seed,
    )
    order = final_places(game, list(left))
    sheets = scores(game)
    who = [seat for seat, _ in taken]
    said = [action.text for _, action in taken]
    lines = [
        f'{{"n": {n}, "seat": {seat}, "do": "{text}", "ms": 0}}'  # the texts of actions need no escapes
        for n, (seat, text) in enumerate(zip(who, said, strict=True))
    ]
    for n, substitute in by.items():
        lines[n] = f'{lines[n][:-1]}, "by": "{substitute}"}}'
    ended = Result(order, list(left), [sheet.to_json() for sheet in sheets])
    text = "\n".join(
        [
            json.dumps(header.to_json(), ensure_ascii=False),
            *lines,
            json.dumps(ended.to_json(), ensure_ascii=False),
            "",
        ]
    )
    return Written(
        text.encode(),
        order,
        tuple([sheet.total for sheet in sheets]),
        tuple([who.count(seat) for seat in range(len(names))]),
        picks_of(zip(who, said, strict=True), len(names)),
    )


def picks_of(said: Iterable[tuple[int, str]], seats: int) -> tuple[tuple[str, ...], ...]:
    """The characters that each seat has picked, in order, from the seats and texts of all decisions.

    >>> picks_of([(0, "pick king"), (1, "pick thief"), (1, "gold"), (0, "pick bishop")], 2)
    (('king', 'bishop'), ('thief',))
    """
    found: list[list[str]] = [[] for _ in range(seats)]
    for seat, picked in [(seat, text[5:]) for seat, text in said if text[:5] == "pick "]:
        found[seat].append(picked)
    return tuple([tuple(one) for one in found])
