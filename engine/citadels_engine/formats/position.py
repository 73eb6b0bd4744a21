"""Positions: a game at one moment as a JSON object, read strictly and written whole (notation, section 3).

`load` also reads a set-up (`players` in place of `seats`) and deals it. After loading, the engine goes on to the next
decision. Three fields stand here beyond the notation's table, each only where it is needed to give the same game back:
`lent` in a `pay` with a lender (how much of the price was the lender's), `by` beside `tucked` where a Museum has moved
(who tucked each card, hence who knows it), and `under` in the `ransom` of a Museum (how many cards lay under it).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from citadels_engine.cards.editions import check_edition, check_players
from citadels_engine.errors import PositionError, SetupError
from citadels_engine.formats.position_reader import PHASES, Loader, seed_of
from citadels_engine.formats.strict_reader import Fields, as_int, as_names, fail
from citadels_engine.game import new_game
from citadels_engine.state import NOBODY, Built, Game, Markers, Turn

if TYPE_CHECKING:
    from citadels_engine.cards.base import Character

__all__ = ["FORMAT", "load", "save", "save_by", "save_mark", "save_turn"]

FORMAT: Final = "citadels-position/1"


# --- writing ---------------------------------------------------------------------------------------------------------


def save(game: Game) -> dict[str, object]:
    """The game as a position, with all its fields."""
    turn = game.turn
    decision = game.pending
    return {
        "format": FORMAT,
        "edition": "classic" if game.classic else "modern",
        "options": dict(game.options.values),
        "cast": [character.id for character in game.cast],
        "uniques": [card.id for card in game.uniques],
        "seats": [save_seat(game, number) for number in range(len(game.seats))],
        "crown": game.crown,
        "round": game.round,
        "n": game.n,
        "phase": PHASES[game.phase],
        "deck": [card.id for card in reversed(game.deck)],
        "seed": game.seed,
        "faceup": [character.id for character in game.faceup],
        "facedown": [{"character": one.character.id, "seen_by": list(one.seen_by)} for one in game.facedown],
        "pool": [character.id for character in game.pool],
        "turn": None if turn is None else save_turn(turn),
        "killed": save_mark(game.killed, game.killed_by),
        "bewitched": save_mark(game.bewitched, game.bewitched_by),
        "robbed": save_mark(game.robbed, game.robbed_by),
        "warrants": save_warrants(game.warrants),
        "threats": save_threats(game.threats),
        "tax": game.tax,
        "completed": [one[0] if len(one) == 1 else list(one) for one in game.completed],
        "looks": [{"by": look.by, "of": look.of, "hand": [card.id for card in look.hand]} for look in game.looks],
        "announced": game.announced,
        "decision": None if decision is None else decision.saved(),
    }


def save_seat(game: Game, number: int) -> dict[str, object]:
    """One seat."""
    seat = game.seats[number]
    told: dict[str, object] = {
        "gold": seat.gold,
        "hand": [card.id for card in seat.hand],
        "city": [save_built(built, number) for built in seat.city],
        "characters": [character.id for character in seat.characters],
        "revealed": [character.id for character in seat.revealed],
    }
    if game.classic:
        told["built"] = [card.id for card in seat.built]
    return told


def save_built(built: Built, owner: int) -> object:
    """A district of a city: its text, or an object where cards lie under it."""
    if len(built.tucked) == 0:
        return built.text
    told: dict[str, object] = {"id": built.text, "tucked": [card.id for card in built.tucked]}
    for tucker in built.tuckers:
        if tucker != owner:
            told["by"] = list(built.tuckers)
    return told


def save_turn(turn: Turn) -> dict[str, object]:
    """The turn under way."""
    return {
        "character": turn.character.id,
        "gathered": turn.gathered,
        "built": turn.built,
        "used": list(turn.used),
        "spent": turn.spent,
        "resumed": turn.resumed,
    }


def save_mark(character: Character | None, by: int) -> object:
    """A marker on one character."""
    if character is None:
        return None
    return {"character": character.id, "by": save_by(by)}


def save_by(by: int) -> int | None:
    """The seat that placed a marker; null where nobody did."""
    return None if by == NOBODY else by


def save_warrants(markers: Markers | None) -> object:
    """The Magistrate's markers."""
    if markers is None or markers.real is None:
        return None
    return {
        "signed": markers.real.id,
        "blank": [None if one is None else one.id for one in markers.blank],
        "by": save_by(markers.by),
        "shown": [one.id for one in markers.shown],
    }


def save_threats(markers: Markers | None) -> object:
    """The Blackmailer's markers; one taken off is null."""
    if markers is None:
        return None
    blank = markers.blank[0]
    return {
        "flowered": None if markers.real is None else markers.real.id,
        "blank": None if blank is None else blank.id,
        "by": save_by(markers.by),
        "shown": [one.id for one in markers.shown],
    }


# --- reading ---------------------------------------------------------------------------------------------------------


def load(position: object, *, telling: bool = False) -> Game:
    """The game of a position or a set-up, at its next decision."""
    fields = Fields(position, "")
    if fields.text("format", FORMAT) != FORMAT:
        raise fail("format", f"this engine reads {FORMAT!r}")
    try:
        if "players" in fields.left:
            return load_setup(fields, telling)
        return Loader(fields, telling).game()
    except SetupError as error:
        raise PositionError(str(error)) from None


def load_setup(fields: Fields, telling: bool) -> Game:
    """Deal a new game."""
    edition = check_edition(fields.text("edition", "modern"))
    players = check_players(fields.take("players"))
    cast = as_names(fields.take("cast"), "cast")
    uniques = fields.take("uniques")
    crown = fields.take("crown")
    options = fields.within("options")
    seed = seed_of(fields)
    fields.done()
    return new_game(
        players,
        edition=edition,
        cast=cast,
        uniques=None if uniques is None else as_names(uniques, "uniques"),
        options=options,
        crown=None if crown is None else as_int(crown, "crown"),
        seed=seed,
        telling=telling,
    )
