"""The districts: `plain` holds the ordinary ones, every unique one has its file, with its rule.

A file that lies here is in the game: all are imported, in the order of their names.
"""

from pkgutil import iter_modules

for _name in sorted(module.name for module in iter_modules(__path__)):
    __import__(f"{__name__}.{_name}")
