"""What a check of a tournament has found: one finding after the other, and whether all of it holds.

1. What does not hold outweighs all else. What was not checked is no fault; yet who has not seen every game played again cannot say that the
   tournament holds, only that what there is of it is consistent.
"""

from __future__ import annotations

from typing import Final, Literal

Word = Literal["holds", "consistent", "unfinished", "fails"]
"""A verdict in a word: all of it holds; it is consistent, but not every game was played again; it is not over; something does not hold."""

SHOWN: Final = 8
"""So many faults of one kind are told in full."""


class Finding:
    """One thing to be checked: whether it was, whether it holds as far as that goes, and a sentence about it."""

    __slots__ = ("checked", "ok", "text", "what")

    def __init__(self, what: str, ok: bool, text: str, *, checked: bool = True) -> None:
        self.what = what
        self.ok = ok
        self.text = text
        self.checked = checked

    def __repr__(self) -> str:
        told = "holds" if self.checked else "not checked"
        return f"<{self.what}: {told if self.ok else 'FAILS'}: {self.text}>"


class Verdict:
    """What a check of a tournament has found, in the order of checking; `ok` where all of it holds, every game of it, and it is over."""

    def __init__(self) -> None:
        self.title = ""
        self.findings: list[Finding] = []
        self.over = False
        self.games = 0
        """How many games have a result."""
        self.replayed = 0
        """How many of them were played again from their records."""

    @property
    def holds(self) -> bool:
        """Whether everything that was checked holds."""
        return all(finding.ok for finding in self.findings)

    @property
    def ok(self) -> bool:
        """Whether it is over, and everything holds, every game of it."""
        return self.word == "holds"

    @property
    def word(self) -> Word:
        """The verdict in a word."""
        if not self.holds:
            return "fails"
        if not self.over:
            return "unfinished"
        return "holds" if self.replayed == self.games else "consistent"

    @property
    def sentence(self) -> str:
        """The verdict in a sentence."""
        match self.word:
            case "fails":
                return "The tournament does not hold."
            case "holds":
                return "The tournament holds."
            case "consistent":
                return "The tournament is consistent; games not checked."
        if self.replayed == self.games:
            return "What there is of it holds, but the tournament is not over."
        return f"What there is of it is consistent, but the tournament is not over; {self.games - self.replayed} games not checked."

    def to_json(self) -> dict[str, object]:
        """All of it, for programs."""
        return {
            "verdict": self.word,
            "told": self.sentence,
            "title": self.title,
            "over": self.over,
            "games": self.games,
            "replayed": self.replayed,
            "findings": [
                {"what": one.what, "ok": one.ok, "checked": one.checked, "text": one.text} for one in self.findings
            ],
        }

    def pass_over(self, what: str, why: str) -> None:
        """Note what cannot be checked, and why."""
        self.findings.append(Finding(what, True, why, checked=False))

    def note(self, what: str, faults: list[str], holds: str) -> bool:
        """Note what was found of one kind: its faults, or where there is none, what holds."""
        for fault in faults[:SHOWN]:
            self.findings.append(Finding(what, False, fault))
        if len(faults) > SHOWN:
            self.findings.append(Finding(what, False, f"and {len(faults) - SHOWN} more"))
        if not faults:
            self.findings.append(Finding(what, True, holds))
        return not faults
