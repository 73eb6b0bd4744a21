"""The verbs of `citadels`, a module each.

A verb is a module of this package that holds a `click` command named `command`, and one line in the table below.
The table is all that `citadels --help` reads; a module is imported when its verb is used.
"""

__all__ = ["VERBS"]

VERBS: dict[str, str] = {
    "play": "Play a game: bots, or you against bots.",
    "bot": "Write, check and run a bot of your own.",
    "match": "Play many games among bots and say who is better.",
    "tournament": "Play a tournament among bots, in any format, and say honestly who is better.",
    "replay": "Show a recorded game, step by step.",
    "check": "Run conformance cases.",
    "verify": "Check a record: its seed, every action, the result.",
    "watch": "Watch a game of a service live.",
}
