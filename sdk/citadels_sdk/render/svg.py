"""Drawings: districts as houses, characters as shields, gold, cards, the crown, bars. Each is one inline SVG.

1. A district's type shows in its colour and in its roof: a flag (noble), a steeple (religious), an awning (trade), battlements
   (military), a dome with a star (unique). It is as high as it costs.
2. A character's shield shows what its rank is about; a hidden one is empty.
3. Whatever comes from outside goes through `escape`.
"""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence


NOT_XML: Final = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
WIDTH, GROUND, HEIGHT = 76, 78, 106
LEFT, RIGHT, MIDDLE = 15, 61, 38
STAR: Final = "M0 -5 L1.4 -1.6 L5 -1.5 L2.2 0.8 L3.1 4.3 L0 2.3 L-3.1 4.3 L-2.2 0.8 L-5 -1.5 L-1.4 -1.6 Z"
SHIELD: Final = "M12 1 L22 4 V12 C22 19 17 23 12 25 C7 23 2 19 2 12 V4 Z"
GLYPHS: Final = {
    1: "M12 5.5 V15 M9 15 H15 M12 15 V19",
    2: "M9.5 10 C6 14.5 7.5 18.5 12 18.5 C16.5 18.5 18 14.5 14.5 10 Z M9 7 H15 M10.5 10 L9 7 M13.5 10 L15 7",
    3: "M12 6 L13.4 11 L18 12.5 L13.4 14 L12 19 L10.6 14 L6 12.5 L10.6 11 Z",
    4: "M7 16.5 L6.3 9 L9.7 12 L12 7 L14.3 12 L17.7 9 L17 16.5 Z",
    5: "M12 6 V19 M8 10.5 H16",
    6: "M12 6 V18 M9.5 18 H14.5 M6.5 8.5 H17.5 M6.5 8.5 L5 13 H8 Z M17.5 8.5 L16 13 H19 Z",
    7: "M12 6.5 L8 18.5 M12 6.5 L16 18.5 M9.7 13.5 H14.3",
    8: "M8 7 L16 17.5 M16 7 L8 17.5 M6.7 15 L9.7 18.2 M17.3 15 L14.3 18.2",
    9: "M7.5 19 C8.5 12.5 12 8 17 6.5 C16.5 12 13.5 15.5 9 15.5",
}
RANK_COLOURS: Final = {4: "noble", 5: "religious", 6: "trade", 8: "military", 9: "unique"}


def escape(text: object) -> str:
    """The text as it may stand in XML, in an element or an attribute.

    >>> escape('<script>"&"')
    '&lt;script&gt;&quot;&amp;&quot;'
    """
    return html.escape(NOT_XML.sub("\ufffd", str(text)), quote=True)


def svg(width: float, height: float, label: str, body: str) -> str:
    """An SVG of that size that says what it is to those who do not see it."""
    told = f"<title>{escape(label)}</title>" if label else ""
    role = f'role="img" aria-label="{escape(label.partition(chr(10))[0])}"' if label else 'aria-hidden="true"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}" viewBox="0 0 {width:g} {height:g}" '
        f"{role}>{told}{body}</svg>"
    )


def text(x: float, y: float, said: object, size: float = 11, anchor: str = "middle", style: str = "") -> str:
    """A text at a place."""
    named = f' class="{style}"' if style else ""
    return f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" text-anchor="{anchor}"{named}>{escape(said)}</text>'


def wrapped(name: str, letters: int = 13) -> list[str]:
    """The name in at most two lines.

    >>> wrapped("Imperial Treasury"), wrapped("Keep")
    (['Imperial', 'Treasury'], ['Keep'])
    """
    if len(name) <= letters:
        return [name]
    spaces = [at for at, letter in enumerate(name) if letter == " "]
    if not spaces:
        return [name[: letters + 1]]
    best = min(spaces, key=lambda at: abs(2 * at - len(name)))
    return [name[:best], name[best + 1 :]]


def roof(kind: str, top: float) -> str:
    """What stands on the walls."""
    match kind:
        case "noble":
            return (
                f'<path class="pole" d="M{MIDDLE} {top - 8:g} V{top - 21:g}"/>'
                f'<path class="noble" d="M{MIDDLE} {top - 21:g} h12 l-4 4 l4 4 h-12 Z"/>'
                f'<path class="noble" d="M{LEFT - 3} {top:g} L{LEFT + 5} {top - 9:g} H{RIGHT - 5} L{RIGHT + 3} {top:g} Z"/>'
                f'<path class="shade" d="M{LEFT - 3} {top:g} L{LEFT + 5} {top - 9:g} H{RIGHT - 5} L{RIGHT + 3} {top:g} Z"/>'
            )
        case "religious":
            return (
                f'<path class="pole" d="M{MIDDLE} {top - 17:g} V{top - 25:g} M{MIDDLE - 3} {top - 22:g} H{MIDDLE + 3}"/>'
                f'<path class="religious" d="M{LEFT - 3} {top:g} L{MIDDLE} {top - 18:g} L{RIGHT + 3} {top:g} Z"/>'
                f'<path class="shade" d="M{LEFT - 3} {top:g} L{MIDDLE} {top - 18:g} L{RIGHT + 3} {top:g} Z"/>'
                f'<circle class="lit" cx="{MIDDLE}" cy="{top - 6:g}" r="3.2"/>'
            )
        case "trade":
            width = (RIGHT - LEFT + 8) / 5
            scallops = "".join(
                f'<path class="{"lit" if part % 2 else "trade"}" d="M{LEFT - 4 + part * width:g} {top - 6:g} h{width:g} v9 '
                f'a{width / 2:g} 4 0 0 1 -{width:g} 0 Z"/>'
                for part in range(5)
            )
            return f"{scallops}<path class='shade' d='M{LEFT - 4} {top - 6:g} h{RIGHT - LEFT + 8} v3 h-{RIGHT - LEFT + 8} Z'/>"
        case "military":
            step = (RIGHT - LEFT + 6) / 9
            teeth = "".join(
                f'<path class="military" d="M{LEFT - 3 + part * step:g} {top - 8:g} h{step:g} v5 h-{step:g} Z"/>'
                for part in range(0, 9, 2)
            )
            ledge = f"M{LEFT - 3} {top - 4:g} h{RIGHT - LEFT + 6} v5 h-{RIGHT - LEFT + 6} Z"
            return f'{teeth}<path class="military" d="{ledge}"/><path class="shade" d="{ledge}"/>'
        case _:
            dome = f"M{LEFT + 2} {top:g} a{MIDDLE - LEFT - 2} 17 0 0 1 {2 * (MIDDLE - LEFT - 2)} 0 Z"
            return (
                f'<path class="unique" d="{dome}"/><path class="shade" d="{dome}"/>'
                f'<path class="coin" transform="translate({MIDDLE} {top - 19:g})" d="{STAR}"/>'
            )


def windows(top: float) -> str:
    """Lit windows above, a door below."""
    rows = max(0, int((GROUND - 18 - top) // 12))
    found = "".join(
        f'<rect class="lit" x="{x}" y="{top + 7 + 12 * row:g}" width="6" height="7" rx="1"/>'
        for row in range(rows)
        for x in (22, 35, 48)
    )
    return f'{found}<path class="shade" d="M{MIDDLE - 5} {GROUND} v-8 a5 5 0 0 1 10 0 v8 Z"/>'


def house(name: str, kind: str, cost: int, *, beautified: bool = False, under: int = 0, tip: str = "") -> str:
    """A district: its roof tells the type, its height and its coin the cost."""
    top = GROUND - 13 - 5.5 * min(cost, 7)
    body = (
        f'<rect class="{kind}" x="{LEFT}" y="{top:g}" width="{RIGHT - LEFT}" height="{GROUND - top:g}"/>'
        f'<path class="shade" d="M{MIDDLE + 6} {top:g} H{RIGHT} V{GROUND} H{MIDDLE + 6} Z"/>'
        f"{windows(top)}{roof(kind, top)}"
        f'<rect class="ground" x="0" y="{GROUND}" width="{WIDTH}" height="3"/>'
    )
    if beautified:
        garland = f"M{LEFT} {top + 3:g} q{(RIGHT - LEFT) / 4:g} 9 {(RIGHT - LEFT) / 2:g} 0 q{(RIGHT - LEFT) / 4:g} 9 {(RIGHT - LEFT) / 2:g} 0"
        body += f'<path d="{garland}" fill="none" stroke="var(--coin)" stroke-width="2.5"/>'
    if under:
        body += (
            f'<rect class="back" x="56" y="61" width="12" height="17" rx="2"/>{text(62, 73, under, 9.5, style="onbar")}'
        )
    body += f'<circle class="coin" cx="14" cy="{GROUND - 3}" r="9"/>{text(14, GROUND + 1, cost, 11.5, style="oncoin")}'
    for number, line in enumerate(wrapped(name)):
        body += text(MIDDLE, GROUND + 14 + 11.5 * number, line, 10.5)
    worth = f"{name}{' (beautified)' if beautified else ''}, {kind}, {cost} gold"
    return svg(WIDTH, HEIGHT, f"{worth}\n{tip}" if tip else worth, body)


def shield(rank: int | None, label: str = "") -> str:
    """A character's emblem; None is one that nobody sees."""
    if rank is None:
        return svg(
            20, 22, label, f'<g transform="scale(0.83)"><path class="hidden" d="{SHIELD}"/>{text(12, 17, "?", 12)}</g>'
        )
    colour = RANK_COLOURS.get(rank, "plain")
    return svg(
        20, 22, label,
        f'<g transform="scale(0.83)"><path class="{colour}" d="{SHIELD}"/><path class="glyph" d="{GLYPHS[rank]}"/></g>',
    )  # fmt: skip


def crown() -> str:
    """The crown."""
    return svg(
        24, 20, "has the crown",
        '<path class="coin" d="M4 17 L2.5 6 L8 10.5 L12 3 L16 10.5 L21.5 6 L20 17 Z" stroke-linejoin="round"/>',
    )  # fmt: skip


def coins(gold: int) -> str:
    """A pile of gold: one coin, or several."""
    piled = "".join(
        f'<circle class="coin" cx="{8 + 3.5 * one:g}" cy="10" r="6.5"/>' for one in range(min(3, max(1, gold)))
    )
    body = piled if gold else f'<g opacity="0.35">{piled}</g>'
    return svg(16 + 3.5 * (min(3, max(1, gold)) - 1), 20, "gold", body)


def cards(count: int) -> str:
    """A hand of cards from behind."""
    fan = "".join(
        f'<rect class="back" x="{3 + 4 * one}" y="3" width="10" height="14" rx="2"/>'
        for one in range(min(3, max(1, count)))
    )
    body = fan if count else f'<g opacity="0.35">{fan}</g>'
    return svg(12 + 4 * min(3, max(1, count)), 20, "cards", body)


def bars(rows: Sequence[tuple[str, int, Sequence[tuple[str, int, str]]]]) -> str:
    """Points as bars: for each row its name, its total, and its parts (name, points, class)."""
    most = max(1, *(total for _, total, _ in rows))
    width, line, left = 420, 26, 118
    room = width - left - 44
    body = ""
    for number, (name, total, parts) in enumerate(rows):
        y = 4 + line * number
        short = name if len(name) <= 16 else name[:15] + "…"
        body += text(left - 8, y + 14, short, 12.5, "end")
        x = float(left)
        for what, points, style in parts:
            wide = room * points / most
            if wide > 0:
                body += (
                    f"<g><title>{escape(f'{what}: {points}')}</title>"
                    f'<rect class="{style}" x="{x:g}" y="{y}" width="{max(0.5, wide - 1):.2f}" height="19" rx="2"/></g>'
                )
                if wide >= 18:
                    body += text(round(x + wide / 2, 1), y + 14, points, 11, style="onbar")
            x += wide
        body += text(round(x + 6, 1), y + 14.5, total, 13, "start")
    return svg(width, 8 + line * len(rows), "points of each seat", body)


def shares(share: float, low: float, high: float, fair: float, verdict: str) -> str:
    """A share from 0 to 1 as a bar with its interval; the dashes are where a fair share would be."""
    width, left, right = 240, 5, 235
    room = right - left

    def at(value: float) -> str:
        return f"{left + room * value:.1f}"

    body = (
        f'<rect class="track" x="{left}" y="9" width="{room}" height="6" rx="3"/>'
        f'<rect class="is{verdict}" opacity="0.4" x="{at(low)}" y="5" width="{max(2.0, room * (high - low)):.1f}" height="14" rx="3"/>'
        f'<circle class="is{verdict}" cx="{at(share)}" cy="12" r="4.5"/>'
        f'<path class="fair" d="M{at(fair)} 1 V23"/>'
    )
    return svg(
        width, 24, f"{100 * share:.1f} %, {100 * low:.1f} to {100 * high:.1f}; a fair share is {100 * fair:.0f} %", body
    )
