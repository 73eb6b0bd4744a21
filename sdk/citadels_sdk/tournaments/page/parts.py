"""The pieces of the page: numbers as they are read, tables with their heads, bars with what is uncertain about them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from citadels_sdk.render.svg import escape, svg

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


BAR: Final = 280
"""How wide a bar is drawn; it shrinks with its column."""
THIN: Final = "\u2009"
MINUS: Final = "\u2212"


def number(value: float, digits: int = 1) -> str:
    """A number with a real minus, and thousands set apart.

    >>> number(-1.25, 2), number(12345.0, 0)
    ('−1.25', '12,345')
    """
    told = f"{abs(value):,.{digits}f}"
    return told if value >= 0 or not told.strip("0.,") else MINUS + told


def signed(value: float, digits: int = 2) -> str:
    """A difference, with its sign.

    >>> signed(0.1), signed(-0.1), signed(0.0)
    ('+0.10', '−0.10', '0.00')
    """
    told = number(value, digits)
    return told if told.startswith(MINUS) or not told.strip("0.") else f"+{told}"


def percent(share: float, digits: int = 0) -> str:
    """A share in percent.

    >>> percent(0.125, 1)
    '12.5 %'
    """
    return f"{number(100 * share, digits)}{THIN}%".replace(THIN, " ")


def within(low: float | None, high: float | None, digits: int = 0, factor: float = 1.0, sign: bool = False) -> str:
    """Between what a figure lies.

    >>> within(0.25, 0.5, factor=100), within(None, 1.0)
    ('25 to 50', '')
    """
    if low is None or high is None:
        return ""
    said = signed if sign else number
    return f"{said(factor * low, digits)} to {said(factor * high, digits)}"


def count(how_many: int, one: str, many: str | None = None) -> str:
    """So many of something.

    >>> count(1, "game"), count(1200, "game"), count(0, "bye")
    ('1 game', '1,200 games', '0 byes')
    """
    return f"{how_many:,} {one if how_many == 1 else many or one + 's'}"


def listed(names: Sequence[str], last: str = "and") -> str:
    """Names in a row.

    >>> listed(["a"]), listed(["a", "b", "c"])
    ('a', 'a, b and c')
    """
    return f" {last} ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else "".join(names)


def ordinal(place: int) -> str:
    """A place.

    >>> [ordinal(place) for place in (1, 2, 3, 4, 11, 12, 21, 113)]
    ['1st', '2nd', '3rd', '4th', '11th', '12th', '21st', '113th']
    """
    ending = "th" if place % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return f"{place}{ending}"


def sentence(text: str) -> str:
    """Words as a sentence.

    >>> sentence("too few deals"), sentence("")
    ('Too few deals.', '')
    """
    return f"{text[:1].upper()}{text[1:]}." if text else ""


def section(name: str, title: str, body: str, lead: str = "") -> str:
    """A part of the page under a heading that can be linked to."""
    told = f'<p class="lead">{lead}</p>' if lead else ""
    return (
        f'<section id="{name}" aria-labelledby="{name}-title"><h2 id="{name}-title">{title}</h2>{told}{body}</section>'
    )


def table(caption: str, heads: Iterable[str], rows: Iterable[Sequence[str]], style: str = "") -> str:
    """A table that can be moved sideways where it is too wide; heads and cells are HTML, the first of a row names it.

    A cell that begins with `<td` or `<th` is taken as it is.
    """
    told = "".join(one if one.startswith("<th") else f'<th scope="col">{one}</th>' for one in heads)
    lines = "".join(f"<tr>{''.join(cell(one, at) for at, one in enumerate(row))}</tr>" for row in rows)
    return (
        f'<div class="wide" role="region" aria-label="{escape(caption)}" tabindex="0"><table class="{style}">'
        f"<caption>{escape(caption)}</caption><thead><tr>{told}</tr></thead><tbody>{lines}</tbody></table></div>"
    )


def cell(html: str, at: int) -> str:
    """A cell of a row."""
    if html.startswith(("<td", "<th")):
        return html
    return f'<th scope="row">{html}</th>' if at == 0 else f"<td>{html}</td>"


def span_bar(
    value: float, low: float | None, high: float | None, least: float, most: float, fair: float | None, told: str
) -> str:
    """A figure as a dot, between what it lies as a bar; the dashes are where nothing would be said."""
    left, right = 7, BAR - 7
    room = (right - left) / ((most - least) or 1.0)

    def at(one: float) -> float:
        return left + room * (min(max(one, least), most) - least)

    body = f'<rect class="track" x="{left}" y="10" width="{right - left}" height="4" rx="2"/>'
    if low is not None and high is not None:
        wide = max(2.0, at(high) - at(low))
        body += f'<rect class="doubt" x="{at(low):.1f}" y="6" width="{wide:.1f}" height="12" rx="3"/>'
    if fair is not None:
        body += f'<path class="fair" d="M{at(fair):.1f} 2 V22"/>'
    body += f'<circle class="dot" cx="{at(value):.1f}" cy="12" r="4.5"/>'
    return svg(BAR, 24, told, body)


def track_bar(share: float, told: str, width: int = 120, style: str = "filled") -> str:
    """A share as a bar that is filled so far."""
    wide = max(0.0, min(1.0, share)) * width
    return svg(
        width,
        14,
        told,
        f'<rect class="track" x="0" y="2" width="{width}" height="10" rx="3"/>'
        f'<rect class="{style}" x="0" y="2" width="{wide:.1f}" height="10" rx="3"/>',
    )
