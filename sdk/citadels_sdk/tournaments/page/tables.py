"""The standings, everybody against everybody, and who is better than whom."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from citadels_sdk.render.svg import escape
from citadels_sdk.tournaments.page.colours import STEPS, step_of
from citadels_sdk.tournaments.page.parts import (
    count,
    listed,
    number,
    percent,
    section,
    sentence,
    signed,
    table,
    track_bar,
    within,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from citadels_sdk.tournaments.page.context import PageContext


CRITERIA: Final = {
    "points": "all points",
    "mean": "points a game",
    "wins": "games won",
    "head-to-head": "points against those who are equal",
    "opponents": "the strength of those met",
    "score": "mean score",
    "margin": "lead on the best other",
    "place": "mean place",
    "faults": "fewer faults",
    "reached": "how far in the knock-out",
    "rating": "the fitted rating",
    "lot": "lot",
}
"""What places are decided by, in words."""
MOST: Final = 40
"""So many entrants a matrix has at most."""
TOO_FEW: Final = (
    "That cannot be told: no two have played two deals or more at one table. What differs from deal to deal is luck, and one deal alone "
    "does not say how much of it there is."
)
DETAILED: Final = 14
"""With more entrants a cell says its figure alone."""


def standings(context: PageContext) -> str:
    """A row for each entrant, by place."""
    rows = context.standings
    shown = columns(context)
    heads = ['<th scope="col" class="l">Entrant</th>', *[head for head, _ in shown]]
    body = [[entrant(context, row), *[made(row) for _, made in shown]] for row in rows]
    decided = listed([CRITERIA.get(one, one) for one in context.settings.order], "and then")
    lead = f"Points of a game: {escape(context.full)}. Places are decided by {escape(decided)}."
    return section("standings", "Standings", table("Who came where", heads, body, "standings"), lead)


def entrant(context: PageContext, row: Mapping[str, Any]) -> str:
    """Who it is, at which place."""
    who = row["entrant"]
    style = " big" if row["place"] == 1 else ""
    return f'<span class="pl{style}">{row["place"]}.</span><span class="{style.strip()}">{context.name(who)}</span>{context.tags(who)}'


def columns(context: PageContext) -> list[tuple[str, Callable[[Mapping[str, Any]], str]]]:
    """The heads of the standings, and what makes a cell of a row: a column without anything to say is left out."""
    rows = context.standings
    most = max([float(row["points"]) for row in rows], default=0.0)
    rates = {row["entrant"]: row for row in context.summary["wins"]}
    found: list[tuple[str, Callable[[Mapping[str, Any]], str]]] = [
        ("Points", lambda row: f"<b>{number(row['points'], 0 if most >= 1000 else 1)}</b>"),
        ("Games", lambda row: f"{row['games']:,}"),
        ('<th scope="col" class="l">A game</th>', a_game),
        ("Won", lambda row: won(row, rates[row["entrant"]])),
        ("Score", lambda row: number(row["score"])),
        ('<abbr title="Mean lead on the best other">Lead</abbr>', lambda row: signed(row["margin"], 1)),
        ("Place", lambda row: number(row["mean_place"], 2)),
    ]
    if context.settings.format == "knock-out":
        found.insert(0, ("Reached", lambda row: f"round {int(row['reached'])}"))
    for name, head in (("byes", "Byes"), ("faults", "Faults"), ("forfeits", "Forfeits")):
        if any(row.get(name) for row in rows):
            found.append((head, lambda row, name=name: f"{row[name]:,}" if row[name] else ""))  # type: ignore[misc]  # its own default
    return found


def won(row: Mapping[str, Any], rate: Mapping[str, Any]) -> str:
    """The share of games won, and between what it lies."""
    if not row["games"]:
        return ""
    doubt = within(rate["low"], rate["high"], factor=100)
    return percent(rate["wins"], 1) + (f' <span class="soft">({doubt})</span>' if doubt else "")


def a_game(row: Mapping[str, Any]) -> str:
    """The points a game as a bar, with the number behind it."""
    if not row["games"]:
        return "<td></td>"
    mean = row["mean"]
    return f'<td class="l">{track_bar(mean, "", 90)} <span class="num">{number(mean, 3)}</span></td>'


# --- matrices ----------------------------------------------------------------------------------------------------------


def matrix(context: PageContext, caption: str, corner: str, made: Callable[[str, str], str]) -> str:
    """A row and a column for each entrant, by the standings; a column is headed by the place of its entrant in the list."""
    ids = context.order[:MOST]
    heads = [f'<th scope="col" class="l">{escape(corner)}</th>']
    heads += [
        f'<th scope="col"><abbr title="{escape(context.plain(who))}">{at}</abbr></th>' for at, who in enumerate(ids, 1)
    ]
    rows = [
        [
            f'<span class="pl">{at}</span>{context.name(who)}',
            *['<td class="self"></td>' if who == other else made(who, other) for other in ids],
        ]
        for at, who in enumerate(ids, 1)
    ]
    cut = ""
    if len(context.order) > MOST:
        cut = f'<p class="soft">The first {MOST} of {len(context.order)} entrants; all are in <code>results.json</code>.</p>'
    return table(caption, heads, rows, "matrix" + (" many" if len(ids) > DETAILED else "")) + cut


def key(low: str, high: str) -> str:
    """What the colours say."""
    steps = "".join(f'<i class="heat{step}"></i>' for step in range(STEPS))
    return (
        f'<p class="key"><span>{escape(low)}</span><span class="scale" aria-hidden="true">{steps}</span>'
        f"<span>{escape(high)}</span></p>"
    )


def pairs(rows: list[Mapping[str, Any]], first: str, second: str) -> dict[tuple[str, str], Mapping[str, Any]]:
    """The rows by the two entrants that they are about."""
    return {(row[first], row[second]): row for row in rows}


def crosstable(context: PageContext) -> str:
    """How often the entrant of the row came before the entrant of the column."""
    found = pairs(context.summary["crosstable"], "row", "column")
    if not found:
        return ""
    small = len(context.order) <= DETAILED

    def made(row: str, column: str) -> str:
        cell = found.get((row, column))
        if cell is None or not cell["games"]:
            return '<td class="never"><span aria-label="never met">·</span></td>'
        share = cell["ahead"]
        doubt = within(cell["low"], cell["high"], 0, 100)
        said = (
            f"{context.plain(row)} before {context.plain(column)}: {percent(share, 1)}"
            + (f" ({doubt})" if doubt else "")
            + f" of {count(cell['games'], 'game')}; {number(cell['points'], 3)} points a game"
        )
        rest = f"<small>{escape(doubt.replace(' to ', '–'))}</small>" if small and doubt else ""
        return f'<td class="heat{step_of(share)}" title="{escape(said)}">{number(100 * share, 0)}{rest}</td>'

    lead = (
        "How often, in percent of the games that they played together, the entrant of the row came before the entrant of the column; "
        "below it between what that lies, with 95 % confidence. A shared place counts half."
    )
    body = matrix(context, "Everybody against everybody, in percent", "came before", made)
    return section("crosstable", "Everybody against everybody", body + key("always behind", "always before"), lead)


def matrix_of_better(context: PageContext) -> str:
    """How sure it is that the entrant of the row is better than the entrant of the column."""
    found = pairs(context.summary["better"], "first", "second")
    if not found:
        return ""
    if all(cell["share"] is None for cell in found.values()):
        return section("better", "Who is better than whom", "", TOO_FEW)
    small = len(context.order) <= DETAILED

    def made(row: str, column: str) -> str:
        cell = found.get((row, column))
        if cell is None or cell["share"] is None:
            return '<td class="never"><span aria-label="too few deals to tell">·</span></td>'
        share = cell["share"]
        low, high = short(cell["low"]), short(cell["high"])
        rest = f"<small>{escape(f'{low} {high}')}</small>" if small else ""
        return f'<td class="heat{step_of(share)}" title="{escape(cell["told"])}">{sure(share)}{rest}</td>'

    lead = (
        "How sure it is, in percent, that the entrant of the row is better than the entrant of the column; below it between what the "
        "difference of their points a game lies, with 95 % confidence. Both are counted from deals that the two have played at one table."
    )
    gain = context.summary.get("gain")
    if gain and gain["told"]:
        lead += f" {escape(sentence(gain['told']))}"
    body = matrix(context, "Who is better, in percent", "is better than", made)
    return section("better", "Who is better than whom", body + key("surely not", "surely"), lead)


def short(difference: float | None) -> str:
    """A difference in as few letters as it can be told.

    >>> short(0.125), short(-0.5), short(1.0)
    ('+.12', '−.50', '+1.00')
    """
    if difference is None:
        return ""
    return signed(difference).replace("0.", ".") if abs(difference) < 0.995 else signed(difference)


def sure(share: float) -> str:
    """A probability in percent that is never said to be certain.

    >>> sure(0.5), sure(0.9999), sure(0.00001), sure(0.993)
    ('50', '&gt;99.9', '&lt;0.1', '99.3')
    """
    if share > 0.999:
        return "&gt;99.9"
    if share < 0.001:
        return "&lt;0.1"
    return number(100 * share, 0 if 0.01 < share < 0.99 else 1)
