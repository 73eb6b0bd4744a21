"""Text for a terminal or a file, without colours: what `print` shows of a view, a game, a report."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

import click

from citadels_sdk.render.board import LEGEND, board, open_view, score_sheet, width
from citadels_sdk.render.sentences import Teller
from citadels_sdk.view.explanations import explain

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from citadels_sdk.local.game import Game
    from citadels_sdk.report import Report
    from citadels_sdk.view.view import View


SHOWN = 12


def plain(lines: Iterable[str]) -> str:
    """The lines without colours and blanks at their ends."""
    return "\n".join(click.unstyle(line).rstrip() for line in lines).strip("\n")


def view_text(view: View) -> str:
    """The table as the seat may know it; where it has to act, what it may do."""
    raw = view.raw
    teller = Teller(
        raw.edition,
        [f"seat {number}" for number in range(len(raw.seats))],
        viewer=None if raw.own is None else raw.own.seat,
    )
    columns = width()
    lines = board(teller, raw, columns)
    if view.actions:
        kind = "" if raw.decision is None else f", {raw.decision.kind}"
        lines += [
            "",
            f"Decision {view.n}{kind}: {len(view.actions)} legal action{'' if len(view.actions) == 1 else 's'}",
        ]
        room = max(len(action.text) for action in view.actions[:SHOWN])
        for action in view.actions[:SHOWN]:
            said = f"  {action.text:<{room}}  {explain(teller, raw, action)}"
            lines.append(said if len(said) <= columns else said[: columns - 1].rstrip() + "…")
        if len(view.actions) > SHOWN:
            lines.append(f"  and {len(view.actions) - SHOWN} more")
    return plain(lines)


def game_text(game: Game) -> str:
    """The table at the end with all cards open, the score sheet and the places."""
    teller = Teller(game.edition, list(game.names))
    columns = width()
    lines = [f"{game.id}: {game.players} players, {game.edition} edition, {game.rounds} rounds, seed {game.seed}"]
    lines += board(teller, open_view(game.final), columns)
    lines += textwrap.wrap(f"({LEGEND})", columns)
    lines += score_sheet(teller, game.sheets, game.order, columns)
    if game.faults:
        lines += [
            "",
            f"{len(game.faults)} fault{'' if len(game.faults) == 1 else 's'}; the first:",
            f"  {game.faults[0]}",
        ]
    return plain(lines)


def columns_of(report: Report) -> tuple[list[str], list[list[str]]]:
    """The heads and the cells of a report's table."""
    heads = ["", "seats", "wins", "share", "place", "score", "margin", "faults", "ms"]
    cells: list[list[str]] = []
    for row in report.rows:
        share = row.share.percent.replace(" to ", "-")
        cells.append(
            [
                row.name,
                str(row.seats),
                share,
                f"{100 * row.fair:.0f} %",
                give_or_take(row.place.mean, row.place.high, 2),
                give_or_take(row.score.mean, row.score.high),
                give_or_take(row.margin.mean, row.margin.high),
                str(row.faults),
                milliseconds(row.ms),
            ]
        )
    return heads, cells


def give_or_take(mean: float, high: float | None, digits: int = 1) -> str:
    """A mean with half its interval.

    >>> give_or_take(21.04, 21.5), give_or_take(3, None)
    ('21.0±0.5', '3.0')
    """
    told = f"{mean:.{digits}f}"
    return told if high is None else f"{told}±{high - mean:.{digits}f}"


def milliseconds(ms: float) -> str:
    """A time for a decision, in two figures that count.

    >>> milliseconds(0.0123), milliseconds(4.56), milliseconds(1234.5)
    ('0.012', '4.6', '1234')
    """
    return f"{ms:.0f}" if ms >= 10 else f"{ms:.2g}"


def report_text(report: Report, columns: int | None = None) -> str:
    """The title, a row for each entrant, the same in words, and what went wrong."""
    wide = width() if columns is None else columns
    heads, cells = columns_of(report)
    if len({row.seats for row in report.rows}) == 1:
        heads, cells = heads[:1] + heads[2:], [row[:1] + row[2:] for row in cells]
    if not report.faults:
        heads, cells = heads[:-2] + heads[-1:], [row[:-2] + row[-1:] for row in cells]
    lines = [*textwrap.wrap(report.title, wide), *textwrap.wrap(report.pace, wide), ""]
    lines += laid_out(heads, cells, wide)
    lines += [
        "",
        *[line for row in report.rows for line in textwrap.wrap(f"{row.told}.", wide, subsequent_indent="  ")],
    ]
    for row in report.rows:
        if row.faults:
            lines += ["", f"{row.name}: {row.faults} fault{'' if row.faults == 1 else 's'}; the first:"]
            for note in row.first_faults:
                lines += textwrap.wrap(str(note), wide, initial_indent="  ", subsequent_indent="    ")
                if note.repro is not None:
                    lines.append(f"    {note.repro}")
    lines += [line for note in report.notes for line in ["", *textwrap.wrap(f"Note: {note}.", wide)]]
    return plain(lines)


def laid_out(heads: Sequence[str], cells: Sequence[Sequence[str]], wide: int) -> list[str]:
    """A table; where it is too wide even with narrow gaps, each row as a list of its own.

    >>> laid_out(["", "wins"], [["ann", "3"], ["bob", "12"]], 80)
    ['     wins', 'ann     3', 'bob    12']
    >>> laid_out(["", "wins"], [["ann", "3"]], 7)
    ['ann', '  wins         3']
    """
    rooms = [max(len(row[at]) for row in [heads, *cells]) for at in range(len(heads))]
    for gap in ("  ", " "):
        if sum(rooms) + len(gap) * (len(rooms) - 1) <= wide:
            return [gap.join([f"{row[0]:<{rooms[0]}}", *map(str.rjust, row[1:], rooms[1:])]) for row in [heads, *cells]]
    return [
        line
        for row in cells
        for line in (row[0], *(f"  {head:<12} {cell}" for head, cell in zip(heads[1:], row[1:], strict=True)))
    ]
