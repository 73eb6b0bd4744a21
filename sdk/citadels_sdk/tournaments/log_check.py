"""A log applied again, entry by entry: whether each fits, and whether what must follow from those before it does.

1. A round, the end, and on one machine a withdrawal must be what `contest.Tournament.due` says just before.
2. What only an organizer does (pairings of one's own, a correction, ...) is allowed in an export of the service alone, and is told.
3. In an export an entry that does not fit is passed over, as every reader of it does; on one machine there is none.
4. As long as the secret of an export is not revealed, nobody can know who is to sit where: then every entry stands as it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from citadels_contest.log import dump, entered_entry, read_entry
from citadels_contest.tournament import Tournament as Contest
from citadels_contest.types import ContestError

from citadels_sdk.local.deal import legible
from citadels_sdk.tournaments.event_spec import Described
from citadels_sdk.tournaments.folder import LOG

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from citadels_contest.log import Entry

    from citadels_sdk.tournaments.live_event import LiveEvent
    from citadels_sdk.tournaments.verify_report import Verdict


RUN: Final = frozenset({"entered", "started", "round", "result", "void", "withdrew", "ended"})
"""What a run on one machine writes; everything else is done by an organizer."""


def entries_of(lines: Iterable[str], verdict: Verdict) -> Iterator[Entry]:
    """The entries of the log, each in its canonical form."""
    faults: list[str] = []
    count = 0
    for number, line in enumerate(lines, 1):
        try:
            entry = read_entry(line)
        except ContestError as error:
            faults.append(f"line {number}: {error}")
            continue
        if dump(entry) != line:
            faults.append(f"line {number}: it is not as it was written: {line[:80]}")
        count += 1
        yield entry
    verdict.note(LOG, faults, f"{count} entries, each well formed")


class Folded:
    """A log applied entry by entry, with what does not follow."""

    def __init__(self, event: Described | LiveEvent, log: list[Entry], *, organized: bool) -> None:
        self.event = event
        self.log: list[Entry] = []
        self.contest = Contest(event.settings)
        self.organized = organized
        self.faults: list[str] = []
        self.by_hand: list[str] = []
        self.passed = 0
        """How many entries do not fit: every reader passes over them."""
        self.hidden = event.seed_of("") is None
        """Whether what lots are drawn from is not known yet."""
        self.who: list[str] = []
        for number, entry in enumerate(log, 1):
            self.take(number, entry)
        if isinstance(event, Described):
            told = [dump(entry) for entry in self.log if entry["kind"] == "entered"]
            self.check_entrants(event, told)

    def take(self, number: int, entry: Entry) -> None:
        """One entry: what must follow from those before it does, and it fits."""
        kind = entry["kind"]
        where = f"line {number} ({kind})"
        if kind not in RUN and not self.organized:
            self.faults.append(f"{where}: a run on one machine writes no such entry")
        undone = kind == "void" and entry["game"] in self.contest.results
        if undone and not self.organized:
            self.faults.append(f"{where}: the game was played: a run on one machine voids no result")
        due = self.contest.due() if kind in ("round", "ended", "withdrew") else None
        if self.hidden:
            due = None
        elif kind in ("round", "ended") or (kind == "withdrew" and not self.organized):
            plain = {name: value for name, value in entry.items() if name != "at"}
            if due is None or dump(due) != dump(plain):
                right = (
                    "nothing follows from what was before it" if due is None else f"what follows is {dump(due)[:300]}"
                )
                self.faults.append(f"{where}: {right}")
        if kind not in RUN or kind == "withdrew" or undone:
            reason = f" ({legible(str(entry['why']))})" if kind == "corrected" or undone else ""
            self.by_hand.append(f"{kind} {entry.get('game') or entry.get('entrant') or ''}{reason}".strip())
        try:
            self.contest.apply(entry)
        except ContestError as error:
            if self.hidden:
                self.log.append(entry)
            elif self.organized:
                self.passed += 1
            else:
                self.faults.append(f"{where}: {error}")
        else:
            self.log.append(entry)

    def check_entrants(self, event: Described, told: list[str]) -> None:
        """Those who entered are those of the event, in their order."""
        right = [dump(entered_entry(one.entrant)) for one in event.entrants]
        if told and told != right:
            self.faults.append("those who entered are not those of event.json")

    def note(self, verdict: Verdict) -> None:
        """Tell the verdict."""
        contest = self.contest
        verdict.over = contest.status == "over"
        many = f"{len(contest.entrants)} entrants, {contest.settings.seats} at a table"
        games = verdict.games = sum(entry["kind"] == "result" for entry in self.log)
        verdict.title = f"{contest.settings.format}, {many}, {games} games: {contest.status}"
        what = "each as it follows from what was before it"
        if self.hidden:
            what = "without its lots, which are not known yet"
        if self.passed:
            entries = (
                "1 entry that does not fit is" if self.passed == 1 else f"{self.passed} entries that do not fit are"
            )
            what += f"; {entries} passed over"
        by_hand = f"; by the organizer: {', '.join(self.by_hand)}" if self.by_hand else ""
        rounds = len(contest.rounds)
        verdict.note(
            "rounds",
            self.faults,
            f"{rounds} round{'' if rounds == 1 else 's'}, {what}{by_hand}",
        )
