"""What the page is told: the event, the tournament, its figures; and how somebody is called in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from citadels_sdk.render.svg import escape

if TYPE_CHECKING:
    from collections.abc import Mapping

    from citadels_contest.tournament import Tournament


class PageContext:
    """All that the sections of the page read."""

    def __init__(self, event: Mapping[str, Any], tournament: Tournament, summary: Mapping[str, Any]) -> None:
        self.event = event
        self.tournament = tournament
        self.settings = tournament.settings
        self.summary = summary
        self.standings: list[Mapping[str, Any]] = list(summary["standings"])
        self.order: list[str] = [row["entrant"] for row in self.standings]
        """The entrants by the standings, the first first."""

    def plain(self, who: str) -> str:
        """What somebody is called: an entrant by its name, who only fills a table as such."""
        entrant = self.tournament.entrants.get(who)
        if entrant is not None:
            return entrant.name
        parts = who.split(":")
        return f"{parts[1]} (filling)" if len(parts) == 3 and parts[0] == "fill" else who

    def name(self, who: str) -> str:
        """The same as HTML."""
        return f'<span class="name">{escape(self.plain(who))}</span>'

    def tags(self, who: str) -> str:
        """What there is to say about an entrant beside its name."""
        entrant = self.tournament.entrants.get(who)
        told = ""
        if entrant is not None and entrant.kind == "house":
            told += '<span class="tag">house</span>'
        if who in self.tournament.withdrawn:
            why = escape(self.tournament.withdrawn[who])
            told += f'<span class="tag bad" title="{why}">withdrew</span>'
        return told

    @property
    def full(self) -> str:
        """What a game's points are, in words."""
        return {
            "place": "1 for the first place, 0 for the last, evenly between",
            "wins": "1 for a victory, shared among several winners",
            "share": "the part of the table's whole score",
        }[self.settings.points]

    @property
    def fair(self) -> float:
        """The points of a game that everybody would have if all were alike."""
        return 0.5 if self.settings.points == "place" else 1 / self.settings.seats
