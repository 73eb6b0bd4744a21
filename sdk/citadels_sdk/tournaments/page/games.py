"""The list of games, and the games that the page carries to be stepped through.

1. A page carries so many games that it stays a page (`MOST`): those in which somebody forfeited or was at fault first, then in
   playing order, so that every table is seen. It says which; the others are shown by `citadels replay`.
2. The list has the first `LISTED` games.
3. Games travel in chunks that are unpacked when one of them is opened.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from citadels_engine.errors import CitadelsError

from citadels_sdk.render.svg import escape
from citadels_sdk.tournaments.page.frames import Art, frames, packed
from citadels_sdk.tournaments.page.parts import count, section

if TYPE_CHECKING:
    from collections.abc import Callable

    from citadels_sdk.tournaments.page.context import PageContext


MOST: Final = 400
"""So many games can be stepped through, unless somebody says otherwise: about 3 kB each."""
LISTED: Final = 20_000
"""So many games are listed: about 20 bytes each."""
CHUNK: Final = 16

PLAYER: Final = """
<dialog id="player" aria-labelledby="title">
<div class="top"><div><h2 id="title">A game</h2><p id="facts" class="soft"></p></div><button type="button" id="close">Close</button></div>
<div class="look"><div id="now" class="now" role="status" aria-live="polite"></div><div id="board"></div></div>
<div class="tell"><ol id="story" aria-label="The story"></ol></div>
<div class="bar2" role="toolbar" aria-label="Through the game">
<button type="button" id="first" title="To the deal (Home)" aria-label="To the deal">|‹</button>
<button type="button" id="roundback" title="A round back (Page up)" aria-label="A round back">«</button>
<button type="button" id="before" title="A step back (left)" aria-label="A step back">‹</button>
<button type="button" id="run" aria-pressed="false">Play</button>
<button type="button" id="next" title="A step on (right)" aria-label="A step on">›</button>
<button type="button" id="roundon" title="A round on (Page down)" aria-label="A round on">»</button>
<button type="button" id="last" title="To the end (End)" aria-label="To the end">›|</button>
<input type="range" id="slider" min="0" max="0" value="0" aria-label="Step"/>
<span id="where" class="num soft"></span>
<label><input type="checkbox" id="hands"/> hands</label>
<span class="keys">← → step, Page up and down round, Space plays, Esc closes</span>
</div>
</dialog>
"""


class Carried:
    """What the page carries of the games: the list, the drawings, the chunks."""

    def __init__(self, context: PageContext, record_of: Callable[[str], str | None], most: int = MOST) -> None:
        self.context = context
        tournament = context.tournament
        self.played = [name for name in tournament.fixtures if name in tournament.results or name in tournament.voided]
        self.art = Art()
        self.blocks: dict[str, str] = {}
        self.chunks: dict[str, int] = {}
        chunk: dict[str, Any] = {}
        number = 0
        for name in self.wanted(most):
            text = record_of(name)
            if text is None:
                continue
            try:
                chunk[name] = frames(text, self.art)
            except CitadelsError:  # the page is made of what can be shown; `citadels tournament verify` is for the rest
                continue
            self.chunks[name] = number
            if len(chunk) == CHUNK:
                self.blocks[f"games-{number}"] = packed(chunk)
                chunk, number = {}, number + 1
        if chunk:
            self.blocks[f"games-{number}"] = packed(chunk)
        if self.chunks:
            self.blocks["art"] = packed(self.art.drawn)
        self.blocks["book"] = packed(self.book())

    def wanted(self, most: int) -> list[str]:
        """The games to be carried, in playing order."""
        results = self.context.tournament.results
        there = [name for name in self.played if name in results]
        first = sorted(there, key=lambda name: not (results[name].left or any(results[name].faults)))
        chosen = set(first[:most])
        return [name for name in there if name in chosen]

    def book(self) -> dict[str, Any]:
        """The list: each game with its seats, places, scores, who forfeited, and why it counts for nobody."""
        context, tournament = self.context, self.context.tournament
        ids = list(tournament.entrants)
        numbers = {who: number for number, who in enumerate(ids)}
        rows: list[list[Any]] = []
        for name in self.listed:
            fixture = tournament.fixtures[name]
            for who in fixture.seats:
                if who not in numbers:
                    numbers[who] = len(ids)
                    ids.append(who)
            seats = [numbers[who] for who in fixture.seats]
            result = tournament.results.get(name)
            why = tournament.voided.get(name)
            row: list[Any] = [name, seats, [], [], []]
            if result is not None:
                row = [name, seats, list(result.places), list(result.scores), list(result.left)]
            rows.append(row if why is None else [*row, why])
        return {"names": [context.plain(who) for who in ids], "games": rows, "chunks": self.chunks}

    @property
    def listed(self) -> list[str]:
        """The games of the list: the first ones, and all that can be stepped through."""
        if len(self.played) <= LISTED:
            return self.played
        chosen = {*self.played[:LISTED], *self.chunks}
        return [name for name in self.played if name in chosen]

    @property
    def said(self) -> str:
        """Which games are here, in words."""
        played, here = len(self.played), len(self.chunks)
        if not played:
            return "No game has been played yet."
        if here == played:
            told = "Every game can be stepped through here"
        elif not here:
            told = "None of them can be stepped through here"
        else:
            told = f"Of {count(played, 'game')}, {here:,} can be stepped through here: those with a fault first, then in playing order"
        told += ", with all cards open. " if here else ". "
        if here < played:
            told += "Any game is shown in a terminal by <code>citadels replay</code>, as said below. "
        if len(self.listed) < played:
            told += f"The list has {len(self.listed):,} games; all are in <code>log.ndjson</code>."
        return told.strip()


def games(context: PageContext, carried: Carried) -> str:
    """The list with its filters, and the window in which a game is stepped through."""
    if not carried.played:
        return ""
    who = "".join(
        f'<option value="{number}">{escape(one.name)}</option>'
        for number, one in enumerate(context.tournament.entrants.values())
    )
    made = "".join(f'<option value="{one.number}">Round {one.number}</option>' for one in context.tournament.rounds)
    some = 0 < len(carried.chunks) < len(carried.played)
    hidden = "" if len(context.tournament.rounds) > 1 else ' hidden="hidden"'
    tools = (
        f'<div class="tools"><label>Of <select id="who"><option value="">everybody</option>{who}</select></label>'
        f"<label{hidden}>In "
        f'<select id="round"><option value="">all rounds</option>{made}</select></label>'
        + (
            '<label><input type="checkbox" id="inlined" checked="checked"/> only those to step through</label>'
            if some
            else ""
        )
        + "</div>"
    )
    pager = (
        '<div class="tools"><button type="button" id="back">Earlier</button><span id="count" role="status" class="num soft">'
        '</span><button type="button" id="more">Later</button></div>'
    )
    body = f'{tools}<div id="rows" class="rows"></div><p></p>{pager}'
    body += '<noscript><p class="box">The games need JavaScript; everything else on this page does not.</p></noscript>'
    return section("games", "The games", body, carried.said)
