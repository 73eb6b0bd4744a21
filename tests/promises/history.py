"""Whether the history of a game over the API is that of one game played decision by decision (R4): the answers that callers had, against its record.

Since every answer says which version of the game it shows, one pass is enough:

1. The record holds every acknowledged move once, with its seat and its action; of moves without an answer each is there once, or not at all.
2. Time goes forward: an answer never shows a version before one that somebody had been shown when it was asked for; a move that is taken
   is for no decision that somebody had seen passed by then.
3. Nothing comes before its cause: an answer shows no version that needs a move which had not been sent.
4. Every answer shows the game as its seat may see it at that version, to the byte: the record is played again and looked at from there.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from citadels_engine.errors import CitadelsError
from citadels_engine.formats.record import steps
from citadels_engine.views.view import view

if TYPE_CHECKING:
    from citadels_engine.formats.record import Record


@dataclass(slots=True)
class Asked:
    """A request about a game, and its answer."""

    sent: float
    got: float
    seat: int
    move: tuple[int, str] | None = None
    """Which decision it was to take, and how; None: it only looked."""
    version: int | None = None
    """How many decisions were taken in the game that the answer shows; None: there was no answer."""
    seen: str = ""
    """The digest of the view that the answer shows."""


def digest(view: dict[str, Any]) -> str:
    """What stands for a view: equal only where the views are.

    >>> digest({"a": 1, "b": 2}) == digest({"b": 2, "a": 1}) != digest({"a": 1, "b": 3})
    True
    """
    return blake2b(json.dumps(view, sort_keys=True, separators=(",", ":")).encode(), digest_size=12).hexdigest()


def judge(record: Record, asked: list[Asked], seats: set[int]) -> list[str]:
    """What is wrong with the history of the game; all moves of these seats are in it."""
    return [
        f"{record.header.id}: {fault}"
        for check in (moves, time, causes, views)
        for fault in check(record, asked, seats)[:3]
    ]


def moves(record: Record, asked: list[Asked], seats: set[int]) -> list[str]:
    """Moves that were acknowledged and are not in the record, or the reverse."""
    written = {(one.n, one.seat, one.do) for one in record.taken if one.seat in seats}
    answered = [(one.move[0], one.seat, one.move[1]) for one in asked if one.move and one.version is not None]
    silent = {(one.move[0], one.seat, one.move[1]) for one in asked if one.move and one.version is None}
    faults = [f"move {move} was acknowledged, and is not in the record" for move in sorted(set(answered) - written)]
    faults += [f"move {move} is in the record, and nobody made it" for move in sorted(written - set(answered) - silent)]
    twice = {move for move in answered if answered.count(move) > 1} if len(set(answered)) < len(answered) else set()
    faults += [f"move {move} was acknowledged twice" for move in sorted(twice)]
    numbers = [one.n for one in record.taken]
    if numbers != list(range(len(numbers))):
        faults.append(f"the decisions of the record are not numbered 0 to {len(numbers) - 1}")
    return faults


def time(record: Record, asked: list[Asked], seats: set[int]) -> list[str]:
    """Answers that show less than was known when they were asked for."""
    answered = sorted((one for one in asked if one.version is not None), key=lambda one: one.got)
    faults: list[str] = []
    known, place = 0, 0
    for one in sorted(asked, key=lambda one: one.sent):
        while place < len(answered) and answered[place].got <= one.sent:
            known = max(known, answered[place].version or 0)
            place += 1
        if one.version is not None and one.version < known:
            faults.append(f"seat {one.seat} was shown version {one.version} when version {known} had been shown before")
        if one.version is not None and one.move and one.move[0] < known:
            faults.append(f"seat {one.seat} took decision {one.move[0]} when version {known} had been shown before")
    return faults


def causes(record: Record, asked: list[Asked], seats: set[int]) -> list[str]:
    """Answers that show a move of these seats before it was sent, and moves whose answer does not show them."""
    sent: dict[int, float] = {}
    for one in asked:
        if one.move:
            sent[one.move[0]] = min(one.sent, sent.get(one.move[0], one.sent))
    latest = [0.0]
    """By version, when the last move before it was sent."""
    for taken in record.taken:
        latest.append(max(latest[-1], sent.get(taken.n, 0.0) if taken.seat in seats else 0.0))
    faults: list[str] = []
    for one in asked:
        if one.version is None:
            continue
        if one.version >= len(latest):
            faults.append(f"seat {one.seat} was shown version {one.version}, and the game has {len(latest) - 1}")
        elif one.got < latest[one.version]:
            faults.append(f"seat {one.seat} was shown version {one.version} before its last move was sent")
        if one.move and one.version <= one.move[0]:
            faults.append(f"seat {one.seat} took decision {one.move[0]} and was shown version {one.version}")
    return faults


def views(record: Record, asked: list[Asked], seats: set[int]) -> list[str]:
    """Answers that do not show the game as it was at their version."""
    wanted: dict[int, dict[int, set[str]]] = {}
    for one in asked:
        if one.version is not None:
            wanted.setdefault(one.version, {}).setdefault(one.seat, set()).add(one.seen)
    faults: list[str] = []
    try:
        for version, (_, game) in enumerate(steps(record)):
            for seat, seen in wanted.get(version, {}).items():
                if seen != {digest(view(game, seat).to_json())}:
                    faults.append(f"seat {seat} was shown something else at version {version} than what it sees there")
    except CitadelsError as error:
        faults.append(f"the record cannot be played again: {error}")
    return faults
