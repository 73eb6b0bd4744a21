"""Ratings with what is uncertain about them, what the seat does, what the characters do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from citadels_contest.stats.sequential_test import verdict_told
from citadels_engine.cards import catalogue

from citadels_sdk.render.svg import escape, shield
from citadels_sdk.tournaments.page.parts import (
    count,
    number,
    percent,
    section,
    sentence,
    signed,
    span_bar,
    table,
    track_bar,
    within,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from citadels_sdk.tournaments.page.context import PageContext


def ratings(context: PageContext) -> str:
    """A dot with a bar for each entrant, the strongest first."""
    rows = [row for row in context.summary["ratings"] if row["games"]]
    if not rows:
        return ""
    ratings = [row["rating"] for row in rows]
    reach = max(100.0, 0.5 * (max(ratings) - min(ratings)))
    known = [row[side] for row in rows for side in ("rating", "low", "high") if row[side] is not None]
    least, most = max(min(known), min(ratings) - reach), min(max(known), max(ratings) + reach)
    room = 0.04 * (most - least or 1.0)
    middle = sum(row["rating"] for row in rows) / len(rows)
    lines: list[list[str]] = []
    for row in sorted(rows, key=lambda row: (-row["rating"], row["entrant"])):
        doubt = within(row["low"], row["high"])
        said = f"{context.plain(row['entrant'])}: {number(row['rating'], 0)}" + (f", {doubt}" if doubt else "")
        bar = span_bar(row["rating"], row["low"], row["high"], least - room, most + room, middle, said)
        lines.append(
            [
                context.name(row["entrant"]),
                f'<td class="l span">{bar}</td>',
                f"<b>{number(row['rating'], 0)}</b>",
                escape(doubt) or '<span class="soft">too few deals</span>',
                f"{row['games']:,}",
            ]
        )
    heads = ['<th scope="col" class="l">Entrant</th>', '<th scope="col" class="l">Rating</th>', "", "95 %", "Games"]
    lead = (
        "Fitted over all games at once: their order decides nothing. The scale is Elo's: 400 points more are ten times the chance to "
        "come before the other. The dashes are the mean of all; a bar may reach beyond the edge."
    )
    return section("ratings", "Ratings", table("The strongest first", heads, lines), lead)


def seats(context: PageContext) -> str:
    """What each seat brought."""
    effect: Mapping[str, Any] = context.summary["seats"]
    rows = effect["seats"]
    if not rows:
        return ""
    fair = context.fair
    bounds = [row[side] for row in rows for side in ("points", "low", "high") if row[side] is not None]
    reach = max(0.05, *[abs(one - fair) for one in bounds]) * 1.1
    lines: list[list[str]] = []
    for row in rows:
        doubt = within(row["low"], row["high"], 3)
        said = f"seat {row['seat']}: {number(row['points'], 3)} points a game" + (f", {doubt}" if doubt else "")
        bar = span_bar(row["points"], row["low"], row["high"], fair - reach, fair + reach, fair, said)
        won = percent(row["wins"] / row["games"], 1) if row["games"] else ""
        lines.append(
            [
                f"Seat {row['seat']}",
                f'<td class="l span">{bar}</td>',
                number(row["points"], 3),
                escape(doubt),
                won,
                f"{row['games']:,}",
            ]
        )
    heads = [
        '<th scope="col" class="l">Seat</th>',
        '<th scope="col" class="l">Points</th>',
        "a game",
        "95 %",
        "Won",
        "Games",
    ]
    lead = sentence(effect.get("told") or "")
    return section("seats", "What the seat does", table("Points a game from each seat", heads, lines), escape(lead))


def characters(context: PageContext) -> str:
    """How often each character was played, and what became of it."""
    rows: list[Mapping[str, Any]] = context.summary["characters"]
    if not rows:
        return ""
    cards = {card["id"]: card for edition in ("classic", "modern") for card in catalogue.characters(edition)}
    fair = 1 / context.settings.seats
    most = max([row["high"] for row in rows], default=1.0)
    played = max([row["share"] for row in rows], default=1.0)
    lines: list[list[str]] = []
    for row in sorted(rows, key=lambda row: (-row["wins"], row["character"])):
        card = cards.get(row["character"])
        title = row["character"] if card is None else card["names"]["en"]
        emblem = "" if card is None else shield(card["rank"])
        said = f"{title}: {percent(row['wins'], 1)} won, {within(row['low'], row['high'], 1, 100)}"
        lines.append(
            [
                f'<span class="who">{emblem}{escape(title)}</span>',
                f'<td class="l span">{span_bar(row["wins"], row["low"], row["high"], 0.0, most, fair, said)}</td>',
                percent(row["wins"], 1),
                escape(within(row["low"], row["high"], 1, 100)),
                f'<td class="l">{track_bar(row["share"] / played, "", 70)} <span class="num">{percent(row["share"], 1)}</span></td>',
                f"{row['picks']:,}",
            ]
        )
    heads = [
        '<th scope="col" class="l">Character</th>', '<th scope="col" class="l">Won</th>', "", "95 %",
        '<th scope="col" class="l">Of all picks</th>', "Picks",
    ]  # fmt: skip
    lead = (
        f"How often whoever played a character won the game, each pick counted; the dashes are a fair share, {percent(fair)}. "
        "Strong bots and strong characters are not told apart here."
    )
    return section("characters", "What the characters do", table("The most successful first", heads, lines), lead)


def sequential(context: PageContext) -> str:
    """The verdict of a sequential test."""
    verdict: Mapping[str, Any] | None = context.summary.get("sequential")
    if not verdict:
        return ""
    first, second = context.plain(verdict["first"]), context.plain(verdict["second"])
    said = verdict_told(context.settings, verdict["verdict"], (first, second))
    reach = max(0.05, *[abs(verdict[side] or 0.0) for side in ("gap", "low", "high")], context.settings.bound) * 1.15
    doubt = within(verdict["low"], verdict["high"], 3, sign=True)
    bar = span_bar(
        verdict["gap"],
        verdict["low"],
        verdict["high"],
        -reach,
        reach,
        0.0,
        f"{signed(verdict['gap'], 3)} points a game",
    )
    question = f"Is {escape(first)} better than {escape(second)}?"
    body = (
        f'<div class="box"><p class="answer">{escape(f"{said}." if verdict["verdict"] else sentence(said))}</p><p>{bar}</p>'
        f'<p class="num">{signed(verdict["gap"], 3)} points a game{escape(f", {doubt}" if doubt else "")}, '
        f"{escape(count(verdict['deals'], 'deal'))}</p></div>"
    )
    lead = (
        f"Looked for: a difference of {number(context.settings.bound, 3)} points a game; wrongly found in at most "
        f"{percent(context.settings.alpha)} of such tests, missed in at most {percent(context.settings.beta)}. The interval holds though the "
        "test has stopped by itself."
    )
    return section("test", question, body, lead)
