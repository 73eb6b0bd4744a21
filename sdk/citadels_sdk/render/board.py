"""The table as text: seats, cities, markers, the score sheet; made from views alone.

Each line is styled with `click.style`; `click.echo` takes the colours out where nobody can see them. So that nothing hangs on
colour, a district's type also stands as a letter before its cost: `Castle n4` is noble and costs 4, `Castle n5+` is the
beautified one, `Museum u4/2` has two cards under it.
"""

from __future__ import annotations

import os
import shutil
import textwrap
from typing import TYPE_CHECKING, Any

import click
from citadels_engine import view as see
from citadels_engine.cards.editions import check_options
from citadels_engine.cards.registry import DISTRICTS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from citadels_engine.rules.scoring import Score
    from citadels_engine.state import Game
    from citadels_engine.views.view import MarkersView, SeatView, View

    from citadels_sdk.render.sentences import Teller


COLOURS = {"noble": "yellow", "religious": "bright_blue", "trade": "green", "military": "red", "unique": "magenta"}
LEGEND = "n noble, r religious, t trade, m military, u unique, and the cost; + beautified; /2 cards under it"
SCORE_LINES = {
    "districts": "Districts",
    "five_types": "All five types",
    "first_complete": "First complete city",
    "complete": "Complete city",
}
PLACES = ("1st", "2nd", "3rd", "4th", "5th", "6th", "7th", "8th")


def width() -> int:
    """How wide a line may be: the terminal's width, within reason."""
    return max(60, min(shutil.get_terminal_size((80, 24)).columns, 100))


def colour() -> bool | None:
    """What `click.echo` is told: no colours where NO_COLOR or a dumb terminal asks for none, else it finds out itself."""
    return False if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb" else None


def open_view(game: Game) -> View:
    """The game with all hands and characters open: every seat as it sees itself."""
    opened = see(game, None)
    for number in range(len(game.seats)):
        own = see(game, number)
        opened.seats[number] = own.seats[number]
        opened.pool = opened.pool or own.pool
        opened.facedown = [known or other for known, other in zip(opened.facedown, own.facedown, strict=True)]
        if own.warrants is not None and own.warrants.own:
            opened.warrants = own.warrants
        if own.threats is not None and own.threats.own:
            opened.threats = own.threats
    return opened


def wrap(parts: Iterable[str], indent: int, columns: int, gap: str = "  ") -> list[str]:
    """Styled parts in lines of at most that many columns."""
    lines: list[str] = []
    line, length = "", 0
    for part in parts:
        size = len(click.unstyle(part))
        if line and indent + length + len(gap) + size > columns:
            lines.append(" " * indent + line)
            line, length = "", 0
        line, length = (line + gap + part, length + len(gap) + size) if line else (part, size)
    return [*lines, " " * indent + line] if line else lines


def paragraph(text: str, indent: str = "") -> list[str]:
    """A plain text in lines of the terminal's width."""
    return textwrap.wrap(text, width(), initial_indent=indent, subsequent_indent=f"{indent}  ")


def district(teller: Teller, name: str, cost: int | None = None, under: int = 0) -> str:
    """One district: its title, the letter of its type and its cost, in the colour of the type."""
    card = teller.districts[name.removesuffix("+")]
    value = card["cost"] + name.endswith("+") if cost is None else cost
    text = f"{card['names'][teller.language]} {card['type'][0]}{value}{'+' if name.endswith('+') else ''}"
    return click.style(text + (f"/{under}" if under else ""), fg=COLOURS[card["type"]])


def hand_line(teller: Teller, title: str, hand: Sequence[str], indent: int, columns: int) -> list[str]:
    """A hand, sorted by type and cost."""
    cards = sorted(hand, key=list(teller.districts).index)
    return wrap([title, *(district(teller, name) for name in cards)] if cards else [title, "nothing"], indent, columns)


def seat_lines(teller: Teller, view: View, seat: SeatView, columns: int, *, hands: bool = True) -> list[str]:
    """One seat: who it is, its gold, cards and characters; below its city and, where it lies open, its hand."""
    number = seat.number
    name = teller.who(number)
    waits = view.decision is not None and view.decision.seat == number
    mark = click.style(">", bold=True) if waits else " "
    label = click.style(f"{name:<12.12}", bold=waits)
    crown = click.style("crown", fg="bright_yellow") if view.crown == number else "     "
    city = sum(DISTRICTS[view.edition][built.id].size for built in seat.city)
    who = [character(teller, seat, name) for name in seat.characters]
    head = f"{mark}{number} {label} {crown}  {seat.gold:>2} gold  {seat.hand_size:>2} {'card ' if seat.hand_size == 1 else 'cards'}  {city}/{goal(view)} built  "
    line = head + ", ".join(who)
    fits = len(click.unstyle(line)) <= columns
    lines = [line.rstrip()] if fits else [head.rstrip(), *wrap(who, 4, columns, ", ")]
    built = [district(teller, built.text, built.cost, built.under) for built in seat.city]
    lines += wrap(built or [click.style("no district yet", dim=True)], 4, columns)
    own = view.own is not None and view.own.seat == number
    if hands and seat.hand is not None and not own:
        lines += hand_line(teller, "hand:", seat.hand, 4, columns)
    return lines


def character(teller: Teller, seat: SeatView, name: str | None) -> str:
    """A character in front of a seat: shown, hidden but known to the viewer, or unknown."""
    if name is None:
        return click.style("?", dim=True)
    return teller.card(name) if name in seat.revealed else f"({teller.card(name)})"


def goal(view: View) -> int:
    """How many districts complete a city."""
    if view.announced:
        return 7
    return check_options(view.edition, view.options, len(view.seats)).completion_size


def board(teller: Teller, view: View, columns: int, *, only: int | None = None) -> list[str]:
    """The whole table as the viewer may know it, or only one seat and the viewer's hand."""
    facts = [f"deck {view.deck_size}"]
    if view.tax:
        facts.append(f"taxes {view.tax}")
    if view.announced:
        facts.append("seven districts complete a city")
    title = f"-- Round {view.round}, {', '.join(facts)} "
    lines = [""]
    if only is None:
        lines.append(click.style(title + "-" * (columns - len(title)), bold=True))
    for seat in view.seats:
        if only in (None, seat.number):
            lines += seat_lines(teller, view, seat, columns)
    if only is None:
        lines += [line for text in about(teller, view) for line in paragraph(text)]
    if view.own is not None:
        lines += hand_line(teller, "Your hand:", view.own.hand, 0, columns)
        for of, hand in view.own.looks:
            lines += hand_line(teller, f"Seen with {teller.whom(of)}:", hand, 0, columns)
    return lines


def about(teller: Teller, view: View) -> list[str]:
    """What lies beside the seats: characters aside, those being chosen, markers."""
    told: list[str] = []
    aside = [teller.card(name) for name in view.faceup]
    known = [teller.card(name) for name in view.facedown if name]
    hidden = len(view.facedown) - len(known)
    facedown = [f"{name} (facedown)" for name in known] + ([f"{hidden} facedown"] if hidden else [])
    if aside or facedown:
        told.append(f"Aside: {', '.join(aside + facedown)}.")
    if view.phase == "pick":
        told.append(f"{view.pool_size} characters are being passed on.")
    for title, mark in (("Murdered", view.killed), ("Bewitched", view.bewitched), ("To be robbed", view.robbed)):
        name = marked(mark)
        if name:
            told.append(f"{title}: {teller.card(name)}.")
    told += markers(teller, "Warrants", "signed", view.warrants)
    told += markers(teller, "Threats", "flowered", view.threats)
    if view.completed:
        seats = [
            seat
            for seat in range(len(view.seats))
            if seat in view.completed or any(isinstance(one, list) and seat in one for one in view.completed)
        ]
        last = " This is the last round." if view.phase != "over" else ""
        told.append(f"Complete: {', '.join(teller.whom(seat) for seat in seats)}.{last}")
    return told


def marked(mark: Any) -> str | None:
    """The character of a marker in its short or long form."""
    found: str | None = mark["character"] if isinstance(mark, dict) else mark
    return found


def markers(teller: Teller, title: str, real: str, seen: MarkersView | None) -> list[str]:
    """On whom warrants or threats lie, and which is real where the viewer knows it."""
    if seen is None:
        return []
    names = [teller.card(name) + (f" ({real})" if name == seen.real else "") for name in seen.on]
    whose = (
        "" if seen.by < 0 else f" of {teller.whom(seen.by)}"
    )  # a loaded position may have markers that nobody placed
    return [f"{title}{whose}: {', '.join(names)}."] if names else []


def score_sheet(teller: Teller, sheets: Sequence[Score], places: Sequence[Sequence[int]], columns: int) -> list[str]:
    """Every seat's points, line by line, and the places."""
    rows = list(SCORE_LINES) + sorted({what for sheet in sheets for what, _ in sheet.lines} - set(SCORE_LINES))
    rows = [row for row in rows if any(what == row for sheet in sheets for what, _ in sheet.lines)]
    titles = [SCORE_LINES.get(row) or teller.card(row) for row in rows]
    first = max(len(title) for title in titles)
    room = max(6, min(12, (columns - first) // len(sheets)))
    lines = ["", " " * first + "".join(f"{short(teller, seat, room - 1):>{room}}" for seat in range(len(sheets)))]
    for row, title in zip(rows, titles, strict=True):
        points = [sum(value for what, value in sheet.lines if what == row) for sheet in sheets]
        lines.append(f"{title:<{first}}" + "".join(f"{value or '':>{room}}" for value in points))
    lines.append(f"{'Total':<{first}}" + "".join(f"{sheet.total:>{room}}" for sheet in sheets))
    lines[-1] = click.style(lines[-1], bold=True)
    place = 0
    for together in places:
        who = ", ".join(f"{teller.who(seat)} ({sheets[seat].total})" for seat in together)
        lines.append(f"{PLACES[place]}: {who}")
        place += len(together)
    return lines


def short(teller: Teller, seat: int, room: int) -> str:
    """The seat's name in that many columns, its number kept."""
    name = teller.who(seat)
    end = f"-{seat}"
    return name if len(name) <= room else name[: room - len(end)] + end
