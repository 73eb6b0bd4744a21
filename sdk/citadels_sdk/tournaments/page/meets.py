"""Who met whom: the tables of every round, and the tree of a knock-out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from citadels_sdk.render.svg import escape
from citadels_sdk.tournaments.page.parts import count, listed, number, section

if TYPE_CHECKING:
    from citadels_contest.types import Round

    from citadels_sdk.tournaments.page.context import PageContext


MOST: Final = 60
"""So many tables of a round are shown."""
AT_ONCE: Final = 16
"""With more tables a round is folded."""
ROUNDS: Final = 40
"""So many rounds are shown, the last ones."""


class Table:
    """One pairing: what everybody got there over all its games."""

    def __init__(self, context: PageContext, round_: Round, number: int) -> None:
        self.members = round_.pairings[number]
        self.games = 0
        self.points: dict[str, float] = dict.fromkeys(self.members, 0.0)
        self.number = number
        self.round = round_.number


def tables(context: PageContext) -> dict[tuple[int, int], Table]:
    """Every table by its round and its number, with what has been played there."""
    from citadels_contest.standings import game_points

    found = {
        (one.number, number): Table(context, one, number)
        for one in context.tournament.rounds
        for number in range(len(one.pairings))
    }
    for result in context.tournament.counted():
        here = found[result.fixture.round, result.fixture.table]
        here.games += 1
        for who, points in zip(result.fixture.seats, game_points(context.settings, result), strict=True):
            if who in here.points:
                here.points[who] += points
    return found


def rounds(context: PageContext) -> str:
    """The rounds, as the format is read: a tree, or a list of tables for each."""
    made = context.tournament.rounds
    if not made:
        return ""
    found = tables(context)
    if context.settings.format == "knock-out":
        lead = "From left to right: the arrow marks who goes on. Points are those of all games of the table."
        return section("rounds", "The tree", bracket(context, found), lead)
    shown = made[-ROUNDS:]
    body = "".join(round_html(context, one, found, opened=one is shown[-1]) for one in shown)
    if len(made) > len(shown):
        body = (
            f'<p class="soft">The last {len(shown)} of {len(made)} rounds; all are in <code>results.json</code>.</p>'
            + body
        )
    title = "The tables" if len(made) == 1 else "Round by round"
    return section("rounds", title, body, "Points are those of all games of the table.")


def round_html(context: PageContext, one: Round, found: dict[tuple[int, int], Table], *, opened: bool) -> str:
    """One round: its tables, and who rested."""
    shown = one.pairings[:MOST]
    body = "".join(meet(context, found[one.number, number]) for number in range(len(shown)))
    body = f'<div class="tables">{body}</div>'
    if len(one.pairings) > len(shown):
        body += f'<p class="soft">The first {len(shown)} of {len(one.pairings)} tables; all are in <code>results.json</code>.</p>'
    if one.byes:
        body += f"<p>Without a table: {listed([context.name(who) for who in one.byes])}.</p>"
    title = f"Round {one.number}: {count(len(one.pairings), 'table')}"
    mark = ' open="open"' if opened and len(one.pairings) <= AT_ONCE else ""
    return f"<details{mark}><summary>{title}</summary>{body}</details>"


def meet(context: PageContext, table: Table, on: frozenset[str] | None = None, word: str = "goes on") -> str:
    """A table: who sat there, the best first; those who go on are marked."""
    sign = "→" if word == "goes on" else "★"
    ranked = sorted(table.members, key=lambda who: -table.points[who])
    lines = ""
    for who in ranked:
        goes = on is not None and who in on
        mark = f'<span class="onward" role="img" title="{word}" aria-label="{word}">{sign}</span>' if goes else ""
        points = f'<span class="num soft">{number(table.points[who], 2)}</span>' if table.games else ""
        style = ' class="on"' if goes else ""
        lines += f"<li{style}>{context.name(who)}{mark}{points}</li>"
    games = count(table.games, "game") if table.games else "not played yet"
    return (
        f'<div class="meet"><h4>Table {table.number + 1} <span class="rest">· {games}</span></h4><ol>{lines}</ol></div>'
    )


def bracket(context: PageContext, found: dict[tuple[int, int], Table]) -> str:
    """A column for each round, the final last."""
    made = context.tournament.rounds
    columns = ""
    for at, one in enumerate(made):
        later = made[at + 1] if at + 1 < len(made) else None
        on = (
            None if later is None else frozenset(who for pairing in later.pairings for who in pairing) | set(later.byes)
        )
        if later is None and context.tournament.status == "over":
            on = frozenset(context.order[:1])
        word = "goes on" if later is not None else "wins"
        body = "".join(meet(context, found[one.number, number], on, word) for number in range(len(one.pairings)))
        if one.byes:
            resting = "".join(f"<li>{context.name(who)}</li>" for who in one.byes)
            body += (
                f'<div class="meet"><h4>Without a table <span class="rest">· go on</span></h4><ol>{resting}</ol></div>'
            )
        final = len(one.pairings) == 1 and not one.byes and later is None
        title = "Final" if final else f"Round {one.number}"
        columns += f'<div><h3>{escape(title)}</h3><div class="all">{body}</div></div>'
    return f'<div class="bracket" role="region" aria-label="The tree" tabindex="0">{columns}</div>'
