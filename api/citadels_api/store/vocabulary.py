"""The words and shapes of events that the entries of a log write as numbers: their places here.

Both tables only ever grow at their end: what was written once means the same for ever.
"""

from __future__ import annotations

from typing import Final

__all__ = ["SHAPES", "WORDS"]

WORDS: Final = (
    "temple", "church", "monastery", "cathedral", "watchtower", "prison", "barracks", "battlefield", "fortress",
    "manor", "castle", "palace", "tavern", "market", "trading_post", "docks", "harbor", "town_hall", "armory",
    "ball_room", "basilica", "bell_tower", "capitol", "dragon_gate", "factory", "framework", "gold_mine", "graveyard",
    "great_wall", "haunted_city", "haunted_quarter", "hospital", "imperial_treasury", "ivory_tower", "keep",
    "laboratory", "library", "lighthouse", "map_room", "monument", "museum", "necropolis", "observatory", "park",
    "poor_house", "quarry", "school_of_magic", "secret_vault", "smithy", "stables", "statue", "theater",
    "thieves_den", "throne_room", "university", "wishing_well", "assassin", "witch", "magistrate", "thief", "spy",
    "blackmailer", "magician", "wizard", "seer", "king", "emperor", "patrician", "bishop", "abbot", "cardinal",
    "merchant", "alchemist", "trader", "architect", "navigator", "scholar", "warlord", "diplomat", "marshal", "queen",
    "artist", "tax_collector", "build", "draw", "gold", "gather", "end", "income", "bonus", "give", "kill", "rob",
    "pick", "turn", "take", "discard", "bewitch", "destroy", "pass", "study", "crown", "warrants", "threats",
    "beautify", "tithe", "peek", "swap", "redraw", "exchange", "bribe", "refuse", "seize", "collect", "from", "cards",
    "card", "set_aside", "loan", "robbery", "refund", "see", "expose", "over", "done", "confiscate", "threat",
    "default", "ai", "noble", "religious", "trade", "military", "unique", "confiscation", "recover", "announce",
    "warrant", "return", "advise", "tribute", "ransom", "search", "ward", "chime", "round", "leave", "call", "reveal",
    "resume", "gain", "lose", "kept", "mark", "look", "move", "tuck", "answer", "shuffle", "complete", "turn_end",
    "start", "ask", "created", "join", "get_up", "aborted", "resign", "forfeit", "takeover", "timeout", "reserved",
    "declined", "invitation", "rematch", "human", "bot", "guest", "random", "greedy", "planner", "left", "character",
    "offered", "rank", "with", "gave", "got", "why", "to", "count", "districts", "under", "returned", "verb",
    "characters", "signed", "flowered", "of", "type", "matches", "hand", "deck", "district", "do", "own", "faceup",
    "on", "hands", "tax", "pay", "n", "ms", "what", "seed", "commitment", "places", "totals", "account", "name", "is",
    "by", "table", "player", "seat", "at", "nonce", "temple+", "church+", "monastery+", "cathedral+", "watchtower+",
    "prison+", "barracks+", "battlefield+", "fortress+", "manor+", "castle+", "palace+", "tavern+", "market+",
    "trading_post+", "docks+", "harbor+", "town_hall+", "armory+", "ball_room+", "basilica+", "bell_tower+",
    "capitol+", "dragon_gate+", "factory+", "framework+", "gold_mine+", "graveyard+", "great_wall+", "haunted_city+",
    "haunted_quarter+", "hospital+", "imperial_treasury+", "ivory_tower+", "keep+", "laboratory+", "library+",
    "lighthouse+", "map_room+", "monument+", "museum+", "necropolis+", "observatory+", "park+", "poor_house+",
    "quarry+", "school_of_magic+", "secret_vault+", "smithy+", "stables+", "statue+", "theater+", "thieves_den+",
    "throne_room+", "university+", "wishing_well+",
)  # fmt: skip

SHAPES: Final[tuple[tuple[str, tuple[str, ...], tuple[tuple[str, ...], ...]], ...]] = (
    ("pick", ("left",), (("character", "offered"),)),
    ("reveal", ("character",), ()),
    ("turn_end", (), ()),
    ("gain", ("gold", "why"), ()),
    ("lose", ("gold", "to", "why"), ()),
    ("call", ("rank", "character"), ()),
    ("build", ("district", "do"), ()),
    ("draw", ("count", "from"), (("districts",),)),
    ("keep", ("returned", "from"), (("under",),)),
    ("kept", ("count",), (("districts",),)),
    ("move", ("to", "count", "why"), (("districts",), ("districts",))),
    ("round", ("round", "crown", "faceup"), ()),
    ("mark", ("verb", "characters"), ()),
    ("leave", ("count",), (("character",),)),
    ("crown", ("from",), ()),
    ("gain", ("cards", "why"), (("districts",),)),
    ("answer", ("do",), ()),
    ("destroy", ("district", "why"), ()),
    ("set_aside", ("count",), (("character",),)),
    ("discard", ("count", "why"), (("districts",),)),
    ("look", ("of",), (("hand",),)),
    ("exchange", ("own", "of", "district"), ()),
    ("swap", ("with",), (("got", "gave"), ("got", "gave"))),
    ("resume", ("character",), ()),
    ("mark", ("verb", "characters"), (("flowered",),)),
    ("mark", ("verb", "characters"), (("signed",),)),
    ("beautify", ("district",), ()),
    ("look", ("of", "type", "matches"), (("hand",),)),
    ("complete", (), ()),
    ("shuffle", ("why",), ()),
    ("seize", ("of", "district"), ()),
    ("leave", ("count",), ()),
    ("tuck", ("count",), (("districts",),)),
    ("answer", ("do", "flowered"), ()),
    ("confiscate", ("district", "from"), ()),
    ("move", ("to", "count", "why", "districts"), ()),
    ("theater", ("with",), (("gave", "got"), ("gave", "got"))),
    ("search", (), (("deck",),)),
    ("theater", ("with",), ()),
    ("announce", ("on",), ()),
    ("over", ("hands",), ()),
    ("ask", ("what", "n", "ms"), ()),
)
"""The kind of an event, the names of its facts, and of what each further seat sees, in order."""
