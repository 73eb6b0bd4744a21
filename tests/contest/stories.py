"""Tournaments in which much goes wrong, the same each time: who is asked what came of them keeps one part of it each."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from citadels_contest import ContestError, Tournament, dump, settings_from

from tests.contest.test_random_organizers import ACTIONS, Organizer

if TYPE_CHECKING:
    from collections.abc import Callable

    from citadels_contest import Entry


STORIES: dict[str, dict[str, Any]] = {
    "swiss": {"format": "swiss", "seats": 3, "late": "byes", "withdrawal": "half", "bye": "full", "rounds": 4},
    "duels": {
        "format": "swiss", "seats": 2, "late": "zero", "withdrawal": "void", "forfeit": "void", "no_show": "withdraw", "duplicate": False,
        "order": ["points", "opponents", "head-to-head", "rating", "faults", "lot"], "rounds": 4,
    },
    "round robin": {"seats": 4, "odd": "smaller", "late": "zero", "empty_seat": "absent", "forfeits": 2, "points": "share", "shared": False, "tables": 5},
    "knock out": {"format": "knock-out", "seats": 3, "late": "byes", "no_show": "void", "advance": 1, "odd": "fill", "filler": "random"},
    "gauntlet": {"format": "gauntlet", "seats": 2, "focus": ["first1", "first0"], "withdrawal": "half", "forfeits": 3, "empty_seat": "cancel"},
    "arena": {"format": "arena", "seats": 2, "rounds": 3, "most": 20, "late": "byes", "withdrawal": "void", "bye": "none", "points": "wins"},
    "sequential": {"format": "sequential", "seats": 2, "most": 20, "bound": 0.4, "no_show": "void", "empty_seat": "cancel"},
}  # fmt: skip
DEEDS = 30


class Teller(Organizer):
    """Does things, and notes each with what was answered."""

    def __init__(self, event: Tournament) -> None:
        super().__init__(event)
        self.told: list[str] = []

    def write(self, entry: Entry) -> bool:
        """Apply it; a refusal is noted too."""
        try:
            self.event.apply(entry)
        except ContestError as error:
            self.told.append(f"{dump(entry)}\n  refused {error.code}: {error}")
            return False
        self.log.append(entry)
        return True


def tell(name: str, look: Callable[[Tournament], list[str]], *, log: bool = False) -> list[str]:
    """A story: after each thing that happened the lines that are other than before; the entries of the log too, where they are wanted."""
    lines = [f"== {name}"]
    seen: list[str] = []
    told = 0

    def note(teller: Teller, what: str) -> None:
        nonlocal seen, told
        now = look(teller.event)
        entries = [dump(entry) for entry in teller.log[told:]]
        lines.extend(
            [f"-- {what}", *(entries + teller.told if log else []), *(line for line in now if line not in seen)]
        )
        seen, told = now, len(teller.log)
        teller.told.clear()

    story(name, note)
    return lines


def story(name: str, note: Callable[[Teller, str], None] = lambda _teller, _what: None) -> Tournament:
    """The tournament of a story at its end."""
    teller = Teller(Tournament(settings_from({**STORIES[name], "seed": name})))
    deeds = ["enter"] * 5 + ["started", "follow", "play"] + Random(name).choices(ACTIONS, k=DEEDS)
    for number, what in enumerate(deeds):
        if what not in ("cancelled", "ended"):
            teller.act(what, Random(f"{name} {number}"))
            note(teller, what)
    chance = Random(name)
    for _ in range(30):
        if teller.event.status == "paused":
            teller.act("resumed", chance)
        for fixture in teller.event.open():
            teller.play(fixture, chance)
        going = teller.follow()
        note(teller, "on")
        if not going:
            break
    return teller.event
