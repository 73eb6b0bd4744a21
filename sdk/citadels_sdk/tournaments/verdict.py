"""What a check of a tournament has found: one finding after the other, and whether all of it holds."""

from __future__ import annotations

from typing import Final

__all__ = ["Finding", "Verdict"]

SHOWN: Final = 8
"""So many faults of one kind are told in full."""


class Finding:
    """One thing that was checked: whether it holds, and a sentence about it."""

    __slots__ = ("ok", "text", "what")

    def __init__(self, what: str, ok: bool, text: str) -> None:
        self.what = what
        self.ok = ok
        self.text = text

    def __repr__(self) -> str:
        return f"<{self.what}: {'holds' if self.ok else 'FAILS'}: {self.text}>"


class Verdict:
    """What a check of a tournament has found, in the order of checking; `ok` where all of it holds and it is over."""

    def __init__(self) -> None:
        self.title = ""
        self.findings: list[Finding] = []
        self.over = False

    @property
    def holds(self) -> bool:
        """Whether everything that was checked holds."""
        return all(finding.ok for finding in self.findings)

    @property
    def ok(self) -> bool:
        """Whether it is over, and everything holds."""
        return self.holds and self.over

    @property
    def told(self) -> str:
        """The verdict in a sentence."""
        if not self.holds:
            return "The tournament does not hold."
        return "The tournament holds." if self.over else "What there is of it holds, but the tournament is not over."

    def note(self, what: str, faults: list[str], holds: str) -> bool:
        """Note what was found of one kind: its faults, or where there is none, what holds."""
        for fault in faults[:SHOWN]:
            self.findings.append(Finding(what, False, fault))
        if len(faults) > SHOWN:
            self.findings.append(Finding(what, False, f"and {len(faults) - SHOWN} more"))
        if not faults:
            self.findings.append(Finding(what, True, holds))
        return not faults
