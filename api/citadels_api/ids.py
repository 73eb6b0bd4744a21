"""Ids that sort by time: a prefix, 48 bits of milliseconds and 80 of chance, in Crockford's base 32.

>>> made = new_id("game", 1_700_000_000_000)
>>> made.startswith("game_01"), len(made), is_id("game", made), is_id("acct", made)
(True, 31, True, False)
"""

from __future__ import annotations

import re
import secrets
from typing import Final

DIGITS: Final = "0123456789abcdefghjkmnpqrstvwxyz"
ID: Final = r"[0-7][0-9abcdefghjkmnpqrstvwxyz]{25}"
ENTRANT: Final = r"[a-z0-9][a-zA-Z0-9_.:#-]{0,63}"
"""Who takes part in a tournament: an account's id, or `greedy`, `greedy#2` for bots of the house."""
GAME: Final = r"[0-9]{1,6}\.[0-9]{1,6}\.[0-9]{1,6}\.[0-9]{1,6}"
"""A game of a tournament: `round.table.deal.turn`."""
HOOK: Final = f"hook_{ID}"
CREDENTIAL: Final = r"cred_[A-Za-z0-9_-]{12}"
KNOWN: Final = re.compile(rf"([a-z]+)_({ID})")


def new_id(prefix: str, now: int) -> str:
    """A new id of that moment."""
    return id_of(prefix, now, secrets.randbits(80))


def id_of(prefix: str, at: int, chance: int) -> str:
    """The id of that moment and these 80 bits.

    >>> id_of("game", 1_700_000_000_000, 10)
    'game_01hf7yat00000000000000000a'
    """
    number = at << 80 | chance
    return f"{prefix}_" + "".join([DIGITS[number >> 5 * place & 31] for place in range(25, -1, -1)])


def is_id(prefix: str, text: str) -> bool:
    """Whether the text is an id of that kind."""
    found = KNOWN.fullmatch(text)
    return found is not None and found[1] == prefix


def born(text: str) -> int:
    """The moment of an id, in milliseconds since 1970."""
    number = 0
    for digit in text.partition("_")[2]:
        number = number << 5 | DIGITS.index(digit)
    return number >> 80
