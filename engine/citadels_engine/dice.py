"""All chance of a game: numbers that anybody can compute again from the game's seed.

The generator, in full:

1. A *stream* belongs to a seed and a label, both text. Its block i (0, 1, 2, ...) is
   SHA-256(utf8(seed) + 0x00 + utf8(label) + 0x00 + i as four bytes, big-endian): 32 bytes.
2. The blocks, one after the other, are read as big-endian 32-bit words.
3. `below(n)` takes words until one is under the largest multiple of n that fits in 32 bits, and
   answers that word modulo n: every number from 0 to n-1 is exactly as likely as any other.
4. `shuffle(cards)` is Fisher and Yates from the end: for i = len-1 down to 1, swap i and `below(i+1)`.

A label names the occasion and never a count of earlier draws, so no player's choice moves what
another draws:

    deck                     the shuffled deck of a new game
    crown                    who gets the crown, where nobody was chosen
    characters/<round>       the characters set aside before the draft: faceup, then facedown (or the reverse)
    middle/<round>           the facedown card in the middle of the 3-player draft
    theater/<round>          the card that the Theater's owner receives with 2 or 3 players
    card/<round>/<seat>      the card that an Emperor takes from that seat
    seer/<round>/<seat>      the card that a Seer takes from that seat
    scholar/<round>          the deck after the Scholar
    lighthouse/<round>/<seat>  the deck after that seat's Lighthouse
    load                     the cards that a loaded position leaves to chance
    absent/<n>               a forced choice of an absent player (R-TURN-5)

>>> dice = Dice("0", "deck")
>>> [dice.below(6) for _ in range(8)]
[3, 4, 0, 2, 4, 0, 3, 5]
"""

from __future__ import annotations

from hashlib import sha256
from typing import TypeVar

__all__ = ["Dice"]

T = TypeVar("T")


class Dice:
    """One labelled stream of numbers."""

    __slots__ = ("_at", "_block", "_count", "_prefix")

    def __init__(self, seed: str, label: str) -> None:
        self._prefix: bytes = seed.encode() + b"\x00" + label.encode() + b"\x00"
        self._count: int = 0
        self._block: bytes = b""
        self._at: int = 32

    def word(self) -> int:
        """The next 32 bits."""
        at = self._at
        if at == 32:
            self._block = sha256(self._prefix + self._count.to_bytes(4, "big")).digest()
            self._count += 1
            at = 0
        block = self._block
        self._at = at + 4
        return block[at] << 24 | block[at + 1] << 16 | block[at + 2] << 8 | block[at + 3]

    def below(self, n: int) -> int:
        """A number from 0 to n-1, each equally likely."""
        limit = 4294967296 - 4294967296 % n
        word = self.word()
        while word >= limit:
            word = self.word()
        return word % n

    def shuffle(self, cards: list[T]) -> None:
        """Put the cards in a random order, in place."""
        for i in range(len(cards) - 1, 0, -1):
            j = self.below(i + 1)
            cards[i], cards[j] = cards[j], cards[i]
