"""The page of a tournament: one file that says everything, to be opened anywhere and sent to anybody.

1. Nothing is asked of any server: style, script, drawings and games stand in the page, and its policy forbids all else. The policy
   names the style and the script by their SHA-256; there is no style and no script in any attribute.
2. Everything but the games is there without a script. The games to step through are unpacked by the page's own script (`player.js`).
3. The page follows from the event, its log and its records alone, so that `citadels tournament verify` can make it again.
4. Whatever comes from outside (names, reasons) goes through `escape`, or travels as data that is only ever shown as text.
"""

from __future__ import annotations

import base64
import re
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Final

from citadels_sdk.json_values import is_list
from citadels_sdk.render.style import STYLE
from citadels_sdk.render.svg import crown, escape
from citadels_sdk.tournaments.page.appendix import how_to_check, list_settings
from citadels_sdk.tournaments.page.charts import characters, ratings, seats, sequential
from citadels_sdk.tournaments.page.colours import heat_rules
from citadels_sdk.tournaments.page.context import PageContext
from citadels_sdk.tournaments.page.games import MOST, PLAYER, Carried, games
from citadels_sdk.tournaments.page.meets import rounds
from citadels_sdk.tournaments.page.parts import count, listed, number, ordinal
from citadels_sdk.tournaments.page.tables import crosstable, matrix_of_better, standings

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from citadels_contest.tournament import Tournament

__all__ = ["MOST", "inflated", "inlined", "page_html", "piece_html"]

LIGHT: Final = "--focus:#2b6cb0;--edge:#8d8069"
DARK: Final = "--focus:#6ea8e6;--edge:#7b818f"
FORMATS: Final = {
    "round-robin": "Round robin",
    "swiss": "Swiss tournament",
    "knock-out": "Knock-out",
    "gauntlet": "Gauntlet",
    "arena": "Arena",
    "sequential": "Sequential test",
}
BLOCK: Final = re.compile(r'(<script type="text/plain" id="[\w-]+">)([A-Za-z0-9+/=]*)(</script>)')
HERE: Final = Path(__file__).parent


def page_html(
    event: Mapping[str, object],
    tournament: Tournament,
    summary: Mapping[str, object],
    record_of: Callable[[str], str | None],
    most: int = MOST,
) -> str:
    """The page of a tournament, over or not; `record_of` has the record of a game by its id, `most` games can be stepped through."""
    context = PageContext(event, tournament, summary)
    carried = Carried(context, record_of, most)
    parts = {
        "test": ("Test", sequential(context)),
        "standings": ("Standings", standings(context)),
        "ratings": ("Ratings", ratings(context)),
        "crosstable": ("Crosstable", crosstable(context)),
        "better": ("Who is better", matrix_of_better(context)),
        "rounds": ("Rounds" if len(tournament.rounds) > 1 else "Tables", rounds(context)),
        "games": ("Games", games(context, carried)),
        "seats": ("Seats", seats(context)),
        "characters": ("Characters", characters(context)),
        "settings": ("Settings", list_settings(context)),
        "check": ("Check it", how_to_check(context)),
    }
    links = "".join(f'<li><a href="#{name}">{title}</a></li>' for name, (title, body) in parts.items() if body)
    main = "".join(body for _, body in parts.values())
    blocks = "".join(
        f'<script type="text/plain" id="{name}">{text}</script>\n' for name, text in sorted(carried.blocks.items())
    )
    title = title_of(context)
    style, script = style_sheet(), (HERE / "player.js").read_text(encoding="utf-8")
    policy = f"default-src 'none'; style-src '{hashed(style)}'; script-src '{hashed(script)}'; base-uri 'none'; form-action 'none'"
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"/>'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}"/>'
        '<meta name="viewport" content="width=device-width, initial-scale=1"/><meta name="referrer" content="no-referrer"/>'
        f'<meta name="citadels-games" content="{most}"/><meta name="description" content="{escape(facts(context))}"/>'
        f"<title>{escape(title)}</title>\n<style>{style}</style></head>\n"
        f'<body><div class="citadels"><a class="skip" href="#standings">To the standings</a>{header(context, title)}'
        f'<nav aria-label="On this page"><ul>{links}</ul></nav>\n<main>{main}</main>\n{footer()}{PLAYER}</div>\n'
        f"{blocks}<script>{script}</script></body></html>\n"
    )


def piece_html(event: Mapping[str, object], tournament: Tournament, summary: Mapping[str, object]) -> str:
    """The head of the page, the standings and the ratings: well-formed, without a script, for a notebook."""
    context = PageContext(event, tournament, summary)
    body = header(context, title_of(context)) + standings(context) + ratings(context)
    return f'<div class="citadels"><style>{style_sheet()}</style>{body}</div>'


@cache
def style_sheet() -> str:
    """The style of the page: that of all pages, and what only this one needs."""
    own = (HERE / "page.css").read_text(encoding="utf-8").replace("\n", "")
    light = (
        f"html{{color-scheme:light dark;background:#f6f0e2}}body{{margin:0}}.citadels{{{LIGHT}}}{heat_rules('light')}"
    )
    dark = f"html{{background:#17191f}}.citadels{{{DARK}}}{heat_rules('dark')}"
    return f"{STYLE}{light}@media(prefers-color-scheme:dark){{{dark}}}{own}"


def hashed(text: str) -> str:
    """How a policy names a style or a script."""
    return "sha256-" + base64.b64encode(sha256(text.encode()).digest()).decode()


def inlined(page: str) -> int | None:
    """How many games the page was asked to carry at most; None where it does not say so."""
    found = re.search(r'<meta name="citadels-games" content="(\d{1,9})"/>', page)
    return None if found is None else int(found[1])


def inflated(page: str) -> str:
    """The page with all that it carries unpacked: what two pages are compared by, whatever has packed them."""
    import zlib

    def plain(found: re.Match[str]) -> str:
        try:
            text = zlib.decompress(base64.b64decode(found[2]), -15).decode()
        except (ValueError, zlib.error):
            text = f"damaged: {found[2]}"
        return found[1] + text + found[3]

    return BLOCK.sub(plain, page)


# --- the head ----------------------------------------------------------------------------------------------------------


def title_of(context: PageContext) -> str:
    """What the event is called: by its name, or by what it is and who takes part."""
    name = context.event.get("name")
    if isinstance(name, str) and name:
        return name
    names = [context.plain(who) for who in context.order]
    many = listed(names) if len(names) <= 4 else f"{', '.join(names[:3])} and {len(names) - 3} others"
    return f"{FORMATS[context.settings.format]}: {many}" if names else FORMATS[context.settings.format]


def facts(context: PageContext) -> str:
    """What was played, in a line."""
    settings, tournament = context.settings, context.tournament
    words = [f"{FORMATS[settings.format]} of {count(len(tournament.entrants), 'bot')}", f"{settings.seats} at a table"]
    deals = count(settings.deals, "deal")
    turns = f" played {settings.turns} times each, from other seats" if settings.turns > 1 else ""
    words.append(f"{deals} a table{turns}")
    words.append(f"{context.event.get('edition') or 'modern'} edition")
    scenarios = context.event.get("scenarios")
    if is_list(scenarios) and scenarios:
        words.append(str(scenarios[0]) if len(scenarios) == 1 else f"{len(scenarios)} scenarios in turn")
    words.append(count(len(tournament.results), "game"))
    if tournament.voided:
        words.append(f"{len(tournament.voided):,} void")
    date = context.event.get("date")
    if isinstance(date, str) and date:
        words.append(date)
    return ", ".join(words)


def header(context: PageContext, title: str) -> str:
    """The title, the facts, the first three."""
    state = {"over": "", "cancelled": "Cancelled. "}.get(context.tournament.status, "Not over yet. ")
    return (
        f'<header><p class="eyebrow">{crown()} Citadels Arena</p><h1>{escape(title)}</h1>'
        f'<p class="facts">{escape(state + facts(context))}</p>{podium(context)}</header>'
    )


def podium(context: PageContext) -> str:
    """The first three, where there are three who played."""
    rows = [row for row in context.standings if row["games"]][:3]
    if len(rows) < 2:
        return ""
    steps = ""
    for style, row in zip(("first", "second", "third"), rows, strict=False):
        crowned = f'<span class="crowned" aria-hidden="true">{crown()}</span>' if row["place"] == 1 else ""
        got = f"{number(row['points'], 0 if row['points'] >= 1000 else 1)} points, {number(row['mean'], 3)} a game"
        steps += (
            f'<li class="{style}">{crowned}<span class="who">{escape(context.plain(row["entrant"]))}</span>'
            f'<span class="got">{got}</span><span class="step">{ordinal(row["place"])}</span></li>'
        )
    return f'<ol class="podium" aria-label="The first {len(rows)}">{steps}</ol>'


def footer() -> str:
    """Who made the page."""
    return (
        "<footer>Made by <code>citadels tournament</code>. All figures follow from <code>log.ndjson</code>, and every game can be "
        "played again from its record. Nothing on this page is loaded from elsewhere.</footer>"
    )
