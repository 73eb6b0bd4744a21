"""How a view, a game and a report look: as text in a terminal, as HTML with inline SVG in a notebook or a page.

1. The text is `board.py`'s, as `citadels play` and `citadels replay` show it; here is only what they do not have.
2. The HTML is one piece of well-formed XML: no script, nothing from outside, all text escaped, readable in light and dark.
3. A view shows what its seat may know; a game that is over lies open.

>>> from citadels_sdk import play
>>> shown = show_game(play(["greedy", "random"], seed="an example"))
>>> "1st:" in str(shown), "<svg" in shown._repr_html_()
(True, True)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from citadels_sdk.local.game import Game
    from citadels_sdk.report import Report
    from citadels_sdk.view.view import View

__all__ = ["Shown", "show_game", "show_report", "show_view"]


class Shown:
    """Something to look at: `print` shows its text, a notebook its HTML."""

    def __init__(self, text: Callable[[], str], html: Callable[[], str]) -> None:
        self._text = text
        self._html = html

    def __str__(self) -> str:
        return self._text()

    def _repr_html_(self) -> str:
        return self._html()


def show_view(view: View) -> Shown:
    """The table as the seat may know it, and what it may do."""
    from citadels_sdk.render.html import view_html
    from citadels_sdk.render.text import view_text

    return Shown(lambda: view_text(view), lambda: view_html(view))


def show_game(game: Game) -> Shown:
    """The final board, the score sheet, the places, and in HTML the story of the rounds."""
    from citadels_sdk.render.html import game_html
    from citadels_sdk.render.text import game_text

    return Shown(lambda: game_text(game), lambda: game_html(game))


def show_report(report: Report) -> Shown:
    """The rows of a match with their intervals."""
    from citadels_sdk.render.html import report_html
    from citadels_sdk.render.text import report_text

    return Shown(lambda: report_text(report), lambda: report_html(report))
