"""Made positions: they put to a bot what the games of a check may never put to it.

1. `<edition>/<character>`: the bot holds that character at the start of its turn, with something in hand, city and purse.
2. `<edition>/<kind>`: that kind of decision is the bot's.
3. `<edition>/cities-<k>`: unique districts stand in the bot's city while it has its turn; `<edition>/<word>`: a way to build.
4. The bot sits at seat 0, and a made position is played to the end of its round.
5. `<case>@<players>` is the same position with another number of players, where there is one: others sit down, or get up.

>>> len([name for name in cases() if name.startswith("modern/")]) > 27
True
>>> from citadels_engine import awaited
>>> decision = awaited(deal_case("classic/chime", "any text"))
>>> decision.seat, decision.kind
(0, 'chime')
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final, cast

from citadels_engine import awaited, load
from citadels_engine.cards.registry import CHARACTERS, DISTRICTS, EDITIONS
from citadels_engine.errors import PositionError, SetupError
from citadels_engine.testing import position, seat

if TYPE_CHECKING:
    from collections.abc import Mapping

    from citadels_engine.state import Game


Position = dict[str, object]
Turn = dict[str, object]

AT_ONCE: Final = 5
"""So many unique districts stand in one city."""
PLAYERS: Final = 5
SIZES: Final = ("2", "3", "4", "5", "6", "7", "8")
TWO_EACH: Final = 3
"""Up to so many players have two characters each."""
LAST_RANK: Final = 9
"""Not in the games of all numbers of players."""


@cache
def cases() -> dict[str, Position]:
    """Every made position by its name."""
    found: dict[str, Position] = {}
    for edition in EDITIONS:
        for name in CHARACTERS[edition]:
            found[f"{edition}/{name}"] = holding(edition, name)
        uniques = [card.id for card in DISTRICTS[edition].values() if card.unique and card.cost > 0]
        for k in range(0, len(uniques), AT_ONCE):
            city = " ".join([*uniques[k : k + AT_ONCE], "market"])
            found[f"{edition}/cities-{k // AT_ONCE + 1}"] = merchant(edition, city=city, hand=HAND)
        for name, told in [*asked(edition).items(), *builds(edition).items()]:
            found[f"{edition}/{name}"] = told
    return found


def deal_case(name: str, seed: str) -> Game:
    """The game of a made position, its chance by the seed."""
    plain, resizing, players = name.partition("@")
    told = cases().get(plain)
    if told is None:
        raise SetupError(f"case: there is no {name!r}; there are {', '.join(cases())}")
    if resizing:
        told = resized(told, int(players)) if players in SIZES else None
        if told is None:
            raise SetupError(f"case: {plain} cannot be played by {players}")
    try:
        return load({**told, "seed": seed}, telling=True)
    except PositionError as error:
        raise SetupError(f"case: {name}: {error}") from None


@cache
def case_for(name: str, players: int) -> str | None:
    """What the made position is called with so many players; None where the bot would not be asked the same."""
    if len(cast("list[Position]", cases()[name]["seats"])) == players:
        return name
    asked = awaited(deal_case(name, ""))
    try:
        found = awaited(deal_case(f"{name}@{players}", ""))
    except SetupError:
        return None
    return f"{name}@{players}" if (found.seat, found.kind) == (asked.seat, asked.kind) else None


def resized(told: Position, players: int) -> Position | None:
    """The position with so many seats: who is not needed gets up, and others sit down; None where somebody who is needed would go.

    With 2 and 3 players each has two characters.
    """
    edition = cast("str", told["edition"])
    turn = cast("Turn", told.get("turn") or {}).get("character")
    decision = dict(cast("dict[str, object]", told.get("decision") or {}))
    if isinstance(to := decision.get("to"), list):
        decision["to"] = [one for one in cast("list[int]", to) if one < players]
    named = {one for one in (decision.get("seat"), decision.get("from")) if isinstance(one, int)}
    old = [dict(one) for one in cast("list[dict[str, object]]", told["seats"])]
    holders = {at for at, one in enumerate(old) if turn in held_by(one)}
    needed = {0, *named, *holders}
    if max(needed) >= players:
        return None
    seats = [*old[:players], *[seat() for _ in range(players - len(old))]]
    held = [name for one in seats for name in held_by(one)]
    rank = {name: card.rank for name, card in CHARACTERS[edition].items()}
    names = " ".join(name for name in cast("list[str]", told["cast"]) if rank[name] < LAST_RANK or name in held)
    if held and players <= TWO_EACH:
        taken_ranks = {rank[name] for name in held} | {LAST_RANK}
        free = [name for name in cast_of(edition, names, players) if rank[name] not in taken_ranks]
        for one in seats:
            own = held_by(one)
            one["characters"] = [*own, *[free.pop() for _ in range(2 - len(own))]]
    found: Position = {
        **told,
        "seats": seats,
        "cast": cast_of(edition, " ".join([names, *(name for one in seats for name in held_by(one))]), players),
    }
    if decision:
        found["decision"] = decision
    if cast("int", told.get("crown", 0)) >= players:
        found["crown"] = players - 1
    return found


def cast_of(edition: str, names: str, players: int) -> list[str]:
    """The cast for so many players, with those named in it."""
    return cast("list[str]", position(cast=names, players=players, edition=edition)["cast"])


def held_by(told: Mapping[str, object]) -> list[str]:
    """The characters of a seat."""
    return cast("list[str]", told.get("characters", []))


HAND: Final = "temple tavern castle prison docks"


def holding(edition: str, name: str) -> Position:
    """The bot holds the character, at the start of its turn."""
    rank = CHARACTERS[edition][name].rank
    others = [one for one in ("thief", "king", "bishop", "warlord") if CHARACTERS[edition][one].rank != rank]
    held = [*others, "merchant"]
    return position(
        seat(name, gold=6, hand=HAND, city="manor church market watchtower smithy"),
        seat(held[0], gold=3, hand="palace trading_post", city="tavern castle"),
        seat(held[1], gold=4, hand="cathedral", city="watchtower manor temple"),
        seat(held[2], gold=7, hand="harbor fortress", city="prison docks keep"),
        seat(held[3], gold=1, hand="monastery", city="church town_hall"),
        turn=name,
        edition=edition,
        crown=1,
        tax=3,
    )


def merchant(edition: str, *, city: str, hand: str, gold: int = 6) -> Position:
    """The bot is the Merchant and has gathered."""
    return position(
        seat("merchant", gold=gold, hand=hand, city=city),
        seat("king", gold=2, hand="palace", city="watchtower manor"),
        seat("bishop", gold=3, hand="harbor", city="fortress"),
        turn="merchant",
        gathered=True,
        edition=edition,
        players=PLAYERS,
    )


def taken(name: str, *used: str, **more: object) -> Turn:
    """A turn under way."""
    return {"character": name, "gathered": True, "used": list(used), **more}


def asked(edition: str) -> dict[str, Position]:
    """Each kind of decision, put to the bot."""
    rich = seat("king", gold=4, hand="docks palace", city="watchtower manor")
    wizard = seat("wizard", gold=4, hand="temple castle")
    found = {
        "pick": position(players=PLAYERS, phase="pick", edition=edition),
        "draft-of-two": position(players=2, phase="pick", edition=edition),
        "keep": position(
            seat("king", gold=4, hand="temple"),
            turn=taken("king"),
            decision={"kind": "keep", "cards": ["docks", "castle"], "from": "draw", "left": 1},
            edition=edition,
        ),
        "redraw": position(
            seat("magician", gold=4, hand="temple castle tavern"),
            turn=taken("magician", "redraw"),
            decision={"kind": "redraw", "count": 1},
            edition=edition,
        ),
        "take": position(
            wizard, rich, turn=taken("wizard", "peek"), decision={"kind": "take", "from": 1}, edition=edition
        ),
    }
    return found | (asked_modern(rich) if edition == "modern" else asked_classic(rich))


def asked_modern(rich: Position) -> dict[str, Position]:
    """The kinds of the modern edition."""
    return {
        "theater": position(
            seat("king", city="theater", gold=3),
            seat("thief"),
            seat("bishop"),
            seat("warlord"),
            decision={"kind": "theater"},
        ),
        "theater-of-two": position(
            seat("king bishop", city="theater", gold=3), seat("thief warlord"), players=2, decision={"kind": "theater"}
        ),
        "pay": position(
            seat("merchant", gold=4, hand="temple castle tavern"),
            turn=taken("merchant", built=1),
            decision={"kind": "pay", "do": "build thieves_den cards 2", "paid": 1},
        ),
        "return": position(
            seat("seer", gold=4, hand="temple castle tavern"),
            rich,
            turn=taken("seer", "see"),
            decision={"kind": "return", "to": [1, 2]},
        ),
        "threat": position(
            seat("king", gold=5),
            seat("blackmailer"),
            turn=taken("king"),
            threats={"flowered": "king", "blank": "merchant"},
        ),
        "expose": position(
            seat("blackmailer"),
            rich,
            turn=taken("king"),
            threats={"flowered": "king", "blank": "merchant"},
            decision={"kind": "expose", "seat": 0},
        ),
        "warrant": position(
            seat("magistrate"),
            rich,
            turn=taken("king", built=1),
            warrants={"signed": "king", "blank": ["merchant", "thief"]},
            decision={"kind": "warrant", "seat": 0, "district": "tavern", "gold": 1},
        ),
        "advise": position(seat("emperor"), seat("warlord"), killed="emperor", decision={"kind": "advise", "seat": 0}),
        "tribute": position(
            seat("merchant", gold=2, hand="tavern"),
            seat("emperor"),
            turn=taken("emperor", "crown"),
            options={"emperor_resource_chooser": "recipient"},
            decision={"kind": "tribute", "seat": 0},
        ),
        "framework": merchant("modern", city="framework market", hand="palace temple"),
        "necropolis": merchant("modern", city="market castle", hand="necropolis", gold=0),
    }


def asked_classic(rich: Position) -> dict[str, Position]:
    """The kinds that only the classic edition has."""
    built = taken("merchant", built=1)
    return {
        "tribute": position(
            seat("merchant", gold=2, hand="tavern docks"),
            seat("emperor"),
            turn={"character": "emperor", "used": ["crown"]},
            decision={"kind": "tribute", "seat": 0},
            edition="classic",
        ),
        "chime": position(
            seat("merchant", gold=3, hand="tavern", city="castle bell_tower"),
            rich,
            turn=built,
            decision={"kind": "chime"},
            edition="classic",
        ),
        "search": position(
            seat("merchant", gold=3, hand="tavern", city="castle lighthouse"),
            rich,
            turn=built,
            decision={"kind": "search"},
            edition="classic",
        ),
        "ward": position(
            seat("merchant", gold=3, hand="tavern", city="castle hospital"),
            seat("assassin"),
            turn={"character": "merchant"},
            killed="merchant",
            decision={"kind": "ward"},
            edition="classic",
        ),
        "ransom": position(
            seat("merchant", gold=3, hand="tavern", city="castle graveyard"),
            seat("warlord"),
            turn=taken("warlord"),
            decision={"kind": "ransom", "seat": 0, "district": "temple"},
            edition="classic",
        ),
    }


def builds(edition: str) -> dict[str, Position]:
    """The ways to pay for a district that are not gold alone."""
    if edition == "classic":
        return {}
    return {
        "a-loan": position(
            seat("cardinal", gold=3, hand="thieves_den palace temple tavern"),
            seat("king", gold=6, hand="docks"),
            turn="cardinal",
            gathered=True,
        ),
        "paid-in-cards": merchant("modern", city="market", hand="thieves_den temple tavern castle", gold=4),
        "mixed-income": position(
            seat("abbot", gold=2, hand="tavern", city="temple church monastery"),
            seat("king", gold=6),
            turn="abbot",
            gathered=True,
        ),
        "museum-and-secrets": merchant("modern", city="museum laboratory armory", hand="secret_vault temple market"),
    }
