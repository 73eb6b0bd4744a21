"""Games as data to step through: what changed with each decision, and what there is to say about it.

1. All cards lie open, as in `citadels replay`: the games are over.
2. A step holds only what differs from the step before, so that a game takes two or three thousand bytes of a page.
3. Sentences name a seat by a mark of its own (`SEAT`), which the page fills in: the same sentence is the same text in every game.
4. Cards are named by keys; `Art` has a drawing for each key, the one that notebooks show (`showing.svg`).
"""

from __future__ import annotations

import base64
import json
import zlib
from typing import TYPE_CHECKING, Any, Final

from citadels_engine.cards.registry import DISTRICTS
from citadels_engine.formats.record import read, steps

from citadels_sdk.render.board import SCORE_LINES, about, goal, open_view
from citadels_sdk.render.sentences import Teller
from citadels_sdk.render.svg import cards, coins, crown, house, shield

if TYPE_CHECKING:
    from collections.abc import Iterable

    from citadels_engine.views.view import DistrictView, SeatView
    from citadels_engine.views.view import View as EngineView


SEAT: Final = "\x02{}\x03"
"""What stands in a sentence for the name of a seat."""


class Art:
    """The drawings that are needed, each under its key.

    >>> art = Art()
    >>> art.shield("modern", "king"), art.shield("modern", None)
    ('c:modern:king', 'c:?')
    >>> sorted(art.drawn)[0]
    'c:?'
    """

    def __init__(self) -> None:
        self.drawn: dict[str, str] = {"c:?": shield(None, "a hidden character"), "crown": crown()}
        for count in range(4):
            self.drawn[f"g:{count}"] = coins(count)
            self.drawn[f"h:{count}"] = cards(count)
        self.tellers = {edition: Teller(edition, []) for edition in DISTRICTS}

    def house(self, edition: str, name: str, cost: int | None = None, under: int = 0) -> str:
        """The key of a district: in a hand as printed, in a city as it stands there."""
        plain = name.removesuffix("+")
        card = DISTRICTS[edition][plain]
        worth = card.cost if cost is None else cost
        key = f"d:{edition}:{name}:{worth}" + (f":{under}" if under else "")
        if key not in self.drawn:
            title = self.tellers[edition].card(plain)
            self.drawn[key] = house(title, card.type, worth, beautified=name != plain, under=under, tip=card.text)
        return key

    def shield(self, edition: str, name: str | None) -> str:
        """The key of a character; None is one that nobody sees."""
        if name is None:
            return "c:?"
        key = f"c:{edition}:{name}"
        if key not in self.drawn:
            teller = self.tellers[edition]
            rank = teller.characters[name]["rank"]
            self.drawn[key] = shield(rank, f"{teller.card(name)}, rank {rank}")
        return key


def frames(record: str, art: Art) -> dict[str, Any]:
    """The recorded game as an object of plain values: its steps, and the sheet at its end."""
    written = read(record)
    header = written.header
    teller = Teller(header.edition, [SEAT.format(seat) for seat in range(header.players)])
    told: list[list[Any]] = []
    before: dict[str, Any] = {}
    for taken, game in steps(written, telling=True):
        seen = open_view(game)
        now = moment(teller, art, seen)
        said = [teller.event(event.for_seat(event.seat)) for event in game.events if event.kind != "turn_end"]
        changed = {name: value for name, value in now.items() if name not in before or before[name] != value}
        step: list[Any] = [changed, said]
        if taken is not None:
            step += [taken.seat, taken.do] if taken.by is None else [taken.seat, taken.do, taken.by]
        told.append(step)
        before = now
    return {"edition": header.edition, "seed": header.seed, "steps": told, "sheet": sheet(teller, written.result)}


def moment(teller: Teller, art: Art, seen: EngineView) -> dict[str, Any]:
    """The table at one moment: short names, since there are thousands of them.

    `r` round, `k` cards in the deck, `t` taxes, `n` how many districts complete a city, `c` who has the crown, `w` who has to
    decide, `x` what lies beside the seats; for each seat `g` gold, `h` hand, `b` city, `s` its size, `f` characters.
    """
    now: dict[str, Any] = {
        "r": seen.round,
        "k": seen.deck_size,
        "t": seen.tax,
        "n": goal(seen),
        "c": seen.crown,
        "w": None if seen.decision is None else [seen.decision.seat, seen.decision.kind],
        "x": about(teller, seen),
    }
    for seat in seen.seats:
        number = seat.number
        now[f"g{number}"] = seat.gold
        now[f"h{number}"] = [art.house(seen.edition, name) for name in in_order(teller, seat.hand or [])]
        now[f"b{number}"] = [built(art, seen.edition, one) for one in seat.city]
        now[f"s{number}"] = sum(DISTRICTS[seen.edition][one.id].size for one in seat.city)
        now[f"f{number}"] = [character(teller, art, seen, seat, name) for name in seat.characters]
    return now


def in_order(teller: Teller, hand: Iterable[str]) -> list[str]:
    """A hand by type and cost."""
    return sorted(hand, key=list(teller.districts).index)


def built(art: Art, edition: str, one: DistrictView) -> str:
    """A district of a city."""
    return art.house(edition, one.text, one.cost, one.under)


def character(teller: Teller, art: Art, seen: EngineView, seat: SeatView, name: str | None) -> list[Any]:
    """A character: its emblem, its title, whether it has been shown."""
    title = "" if name is None else teller.card(name)
    return [art.shield(seen.edition, name), title, int(name in seat.revealed)]


def sheet(teller: Teller, result: Any) -> list[list[Any]]:
    """The score sheet: a head, and a row of points for each seat."""
    if result is None:
        return []
    lines: list[dict[str, int]] = [{one["for"]: one["points"] for one in sheet["lines"]} for sheet in result.scores]
    found = {what for line in lines for what in line}
    rows = [what for what in SCORE_LINES if what in found] + sorted(found - set(SCORE_LINES))
    head = [SCORE_LINES.get(row) or teller.card(row) for row in rows]
    totals = [sheet["total"] for sheet in result.scores]
    return [head, *([*(line.get(row, 0) for row in rows), total] for line, total in zip(lines, totals, strict=True))]


def packed(value: object) -> str:
    """The value as a page carries it: JSON, deflated, in base 64.

    >>> packed([1, 2])
    'izbUMYoFAA=='
    """
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    squeezed = zlib.compressobj(9, zlib.DEFLATED, -15)
    return base64.b64encode(squeezed.compress(text.encode()) + squeezed.flush()).decode()
