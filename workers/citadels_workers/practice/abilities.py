"""What cards can do, as the beginnings of the actions that show it."""

from __future__ import annotations

from typing import Final

OF_ACTION: Final = {
    "armory": "armory ",
    "laboratory": "laboratory ",
    "museum": "museum ",
    "smithy": "smithy",
    "necropolis": "build necropolis over ",
    "thieves_den": "build thieves_den cards ",
}
"""The unique districts that have an action of their own, and how it begins. That of the Framework ends in its name."""
OF_CHARACTER: Final = {
    "abbot": ("income", "tithe "),
    "architect": ("bonus",),
    "artist": ("beautify ",),
    "assassin": ("kill ",),
    "bishop": ("income",),
    "blackmailer": ("threats ",),
    "cardinal": ("income",),
    "diplomat": ("exchange ",),
    "emperor": ("crown ",),
    "king": ("income",),
    "magician": ("swap ", "redraw"),
    "magistrate": ("warrants ",),
    "marshal": ("seize ",),
    "merchant": ("income",),
    "navigator": ("bonus",),
    "patrician": ("income",),
    "queen": (),
    "scholar": ("study",),
    "seer": ("see",),
    "spy": ("spy ",),
    "tax_collector": (),
    "thief": ("rob ",),
    "trader": ("income",),
    "warlord": ("destroy ",),
    "witch": ("bewitch ",),
    "wizard": ("peek ",),
}
"""How the actions begin that a turn of the character shows."""
