"""What a check has found: faults, each once with its number and its command, the pace, and what was covered."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from citadels_sdk.checking.coverage import Coverage


WORDS: Final = {
    "players": "numbers of players",
    "editions": "editions",
    "characters": "characters held",
    "kinds": "kinds of decision",
    "districts": "unique districts owned",
    "offers": "actions offered",
}
WHY: Final = {"all": "", "accepted": ", which is what it accepts", "asked": ", as asked for"}
WORTH_SHOWING: Final = 0.1
"""From which part of the limit on more than the slowest decision is shown with its command."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault of the bot, however often it was found; the place is that of the first time."""

    code: str
    """`raised`, `illegal`, `slow`, `nondeterministic`, `died` or `babbled`."""
    what: str
    """What happened."""
    count: int
    where: str
    """In which game."""
    seat: int
    n: int
    kind: str
    """The kind of the decision, or the name of the hook."""
    advice: str
    place: str = ""
    """The line of the bot's code, where there is one."""
    trace: str = ""
    """The traceback, from the bot's own code on."""
    repro: str | None = None
    """The command that brings the decision back; None where the bot stands in no file."""

    def to_json(self) -> dict[str, object]:
        """All of it."""
        return {name: getattr(self, name) for name in self.__slots__}


@dataclass(frozen=True, slots=True)
class Slow:
    """One of the slowest decisions."""

    ms: float
    n: int
    kind: str
    where: str
    repro: str | None

    def to_json(self) -> dict[str, object]:
        """All of it."""
        return {name: getattr(self, name) for name in self.__slots__}


@dataclass(frozen=True, slots=True)
class Scope:
    """Which games a check has put to the bot, and why those.

    >>> print(Scope((4, 5), ("modern", "classic"), "accepted", "all"))
    4 and 5 players, which is what it accepts; both editions
    >>> print(Scope((2,), ("modern",), "asked", "asked"))
    2 players, as asked for; the modern edition, as asked for
    """

    players: tuple[int, ...] = (2, 3, 4, 5, 6, 7, 8)
    editions: tuple[str, ...] = ("modern", "classic")
    players_by: str = "all"
    """`all`, `accepted` where the bot accepts no others, or `asked` where those were asked for."""
    editions_by: str = "all"

    def __str__(self) -> str:
        numbers = "2 to 8" if len(self.players) == 7 else listed([str(one) for one in self.players])
        both = len(self.editions) > 1
        return (
            f"{numbers} players{WHY[self.players_by]}; "
            f"{'both editions' if both else f'the {self.editions[0]} edition'}{WHY[self.editions_by]}"
        )

    def to_json(self) -> dict[str, object]:
        """It as a JSON object."""
        return {
            "players": list(self.players),
            "editions": list(self.editions),
            "players_by": self.players_by,
            "editions_by": self.editions_by,
        }


def listed(words: Sequence[str]) -> str:
    """The words in a row.

    >>> listed(["2"]), listed(["2", "3", "5"])
    ('2', '2, 3 and 5')
    """
    return " and ".join(filter(None, [", ".join(words[:-1]), words[-1]]))


@dataclass(frozen=True, slots=True)
class CheckReport:
    """The result of a check; `ok` where nothing was found."""

    bot: str
    findings: tuple[Finding, ...]
    coverage: Coverage
    games: int
    """How many games were played, each of them twice."""
    decisions: int
    """How many decisions were put to the bot the first time."""
    mean_ms: float
    slowest: tuple[Slow, ...]
    limit: float
    """The seconds that a decision may take."""
    seconds: float
    """How long the check took."""
    stopped: str = ""
    """Why the check ended before its time; empty where it did not."""
    scope: Scope = Scope()
    """Which numbers of players and which editions were checked, and why those."""

    @property
    def ok(self) -> bool:
        """Whether the bot is clean: the check came to its end, and found no fault."""
        return not self.findings and not self.stopped

    def __bool__(self) -> bool:
        return self.ok

    def to_json(self) -> dict[str, object]:
        """The report as a JSON object."""
        return {
            "bot": self.bot,
            "ok": self.ok,
            "findings": [one.to_json() for one in self.findings],
            "coverage": self.coverage.to_json(),
            "games": self.games,
            "decisions": self.decisions,
            "mean_ms": round(self.mean_ms, 4),
            "slowest": [one.to_json() for one in self.slowest],
            "limit": self.limit,
            "seconds": round(self.seconds, 3),
            "stopped": self.stopped,
            "scope": self.scope.to_json(),
        }

    def __str__(self) -> str:
        return self.text()

    def text(self, *, colour: bool = False, traces: bool = True) -> str:
        """The report for a terminal."""
        good, bad, dim = painters(colour)
        lines = [f"{self.bot}: {self.games} games, {self.decisions} decisions, {self.seconds:.1f} s"]
        lines.append(f"  checked  {self.scope}")
        for name, (covered, there) in self.coverage.counts().items():
            said = f"{covered} of {there} {WORDS[name]}"
            lines.append(f"  {good('covered')}  {said}" if covered == there else f"  {bad('missed ')}  {said}")
            missing = self.coverage.missing()[name]
            if missing:
                lines.append(
                    f"           {dim('not: ' + ', '.join(missing[:8]) + (', ...' if len(missing) > 8 else ''))}"
                )
        worst = self.slowest[0].ms if self.slowest else 0.0
        lines.append(
            f"  pace     {self.mean_ms:.2f} ms a decision, the slowest {worst:.1f} ms; the limit is {self.limit:g} s"
        )
        lines += [
            f"           {one.ms:.1f} ms  {one.kind}  {dim(one.repro or one.where)}"
            for number, one in enumerate(self.slowest[:3])
            if number == 0 or one.ms > 1000 * self.limit * WORTH_SHOWING
        ]
        for found in self.findings:
            lines += ["", *finding_lines(found, bad, dim, traces)]
        lines.append("")
        if self.stopped:
            lines.append(bad(f"The check was stopped: {self.stopped}."))
        if self.ok:
            lines.append(good("Clean: nothing illegal, slow, crashing or non-deterministic."))
        elif self.findings:
            count = len(self.findings)
            lines.append(bad(f"{count} fault{'' if count == 1 else 's'}."))
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        """The report for a notebook."""
        verdict = '<b style="color:#1a7f37">clean</b>' if self.ok else '<b style="color:#cf222e">faults</b>'
        covered = ", ".join(f"{one} of {there} {WORDS[name]}" for name, (one, there) in self.coverage.counts().items())
        rows = "".join(
            f"<tr><td>{escape(one.code)}</td><td>{one.count}</td><td>{escape(one.what)}<br><small>{escape(one.place)}</small></td>"
            f"<td>{escape(one.where)}, decision {one.n} ({escape(one.kind)})</td>"
            f"<td><code>{escape(one.repro or '')}</code></td></tr>"
            for one in self.findings
        )
        head = "<tr><th>fault</th><th>times</th><th>what</th><th>first in</th><th>see it again</th></tr>"
        return (
            f"<p><b>{escape(self.bot)}</b>: {verdict}; {self.games} games, {self.decisions} decisions, "
            f"{self.mean_ms:.2f} ms a decision</p><p>{self.scope}: {covered}</p>"
            + (f"<table>{head}{rows}</table>" if rows else "")
        )


def finding_lines(found: Finding, bad: Callable[[str], str], dim: Callable[[str], str], traces: bool) -> list[str]:
    """One fault."""
    times = "" if found.count == 1 else f" ({found.count} times)"
    lines = [f"{bad(found.code)}{times}: {found.what}" + (f" [{found.place}]" if found.place else "")]
    lines.append(f"  first in {found.where}, decision {found.n} ({found.kind})")
    if traces and found.trace:
        lines += [dim("  " + line) for line in found.trace.splitlines()]
    if found.advice:
        lines.append(f"  {found.advice}")
    if found.repro is not None:
        lines.append(f"  see it again: {found.repro}")
    return lines


def painters(colour: bool) -> tuple[Callable[[str], str], Callable[[str], str], Callable[[str], str]]:
    """How good, bad and lesser words are shown."""
    if not colour:
        return str, str, str
    import click

    return (
        lambda text: click.style(text, fg="green"),
        lambda text: click.style(text, fg="red", bold=True),
        lambda text: click.style(text, dim=True),
    )
