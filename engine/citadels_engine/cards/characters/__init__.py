"""The characters, rank by rank; each in its file, with its rule.

1. Assassin, Witch, Magistrate
2. Thief, Spy, Blackmailer (classic: also the Tax Collector)
3. Magician, Wizard, Seer
4. King, Emperor, Patrician
5. Bishop, Abbot, Cardinal
6. Merchant, Alchemist, Trader
7. Architect, Navigator, Scholar
8. Warlord, Diplomat, Marshal
9. Queen, Artist, Tax Collector
"""

from citadels_engine.cards.characters import (
    abbot,
    alchemist,
    architect,
    artist,
    assassin,
    bishop,
    blackmailer,
    cardinal,
    diplomat,
    emperor,
    king,
    magician,
    magistrate,
    marshal,
    merchant,
    navigator,
    patrician,
    queen,
    scholar,
    seer,
    spy,
    tax_collector,
    thief,
    trader,
    warlord,
    witch,
    wizard,
)

__all__ = [
    "abbot",
    "alchemist",
    "architect",
    "artist",
    "assassin",
    "bishop",
    "blackmailer",
    "cardinal",
    "diplomat",
    "emperor",
    "king",
    "magician",
    "magistrate",
    "marshal",
    "merchant",
    "navigator",
    "patrician",
    "queen",
    "scholar",
    "seer",
    "spy",
    "tax_collector",
    "thief",
    "trader",
    "warlord",
    "witch",
    "wizard",
]
