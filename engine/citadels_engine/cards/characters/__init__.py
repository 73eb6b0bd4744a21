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

A file that lies here is in the game: all are imported, in the order of their names.
"""

from pkgutil import iter_modules

for _name in sorted(module.name for module in iter_modules(__path__)):
    __import__(f"{__name__}.{_name}")
