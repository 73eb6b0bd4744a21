"""What is in each box: the options, the casts that are allowed, the unique districts, the scenarios.

Set-up is checked here, against S1 and K-S, with a message that names the fault and the rule.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import citadels_engine.cards.characters
import citadels_engine.cards.districts  # noqa: F401  # importing the cards fills the registry
from citadels_engine.cards.registry import CHARACTERS, DISTRICTS, EDITIONS
from citadels_engine.errors import SetupError

if TYPE_CHECKING:
    from citadels_engine.cards.base import Character, District

__all__ = [
    "OPTIONS",
    "RETIRED",
    "START_GOLD",
    "START_HAND",
    "Options",
    "cast_sizes",
    "check_cast",
    "check_composition",
    "check_edition",
    "check_options",
    "check_players",
    "check_uniques",
    "copies_of",
    "default_options",
    "default_uniques",
    "full_deck",
    "uniques_with",
]

START_GOLD: Final = 2
START_HAND: Final = 4
"""What each player starts with (S1.5); whatever is dealt is kept (R-DECK-7)."""

OPTIONS: Final[dict[str, dict[str, tuple[object, ...]]]] = {
    "modern": {
        "city_size_8p": (7, 8),
        "discard_order": ("faceup_first", "facedown_first"),
        "emperor_resource_chooser": ("emperor", "recipient"),
        "emperor_min_players": (3, 4),
        "marks_on_self": ("no", "yes"),
        "initial_crown": ("random", "chosen_seat"),
    },
    "classic": {
        "discard_order": ("facedown_first", "faceup_first"),
        "emperor_resource_chooser": ("recipient", "emperor"),
        "classic_short_game": (False, True),
        "initial_crown": ("random", "chosen_seat"),
        "classic_keeps": (2, 1),
    },
}
"""The options of each edition and their values, the default first."""

RETIRED: Final[dict[str, dict[str, tuple[object, ...]]]] = {
    "modern": {"theater_small_games": ("random", "owner_picks_blind")},
    "classic": {},
}
"""Options that old positions and records hold and nobody chooses: their values are all the same game (R-THE-2)."""

FIRST_GAME_UNIQUES: Final = (
    "dragon_gate", "factory", "haunted_quarter", "imperial_treasury", "keep", "laboratory", "library", "map_room",
    "quarry", "school_of_magic", "smithy", "statue", "thieves_den", "wishing_well",
)  # fmt: skip


class Options:
    """The options of one game, and what follows from them."""

    __slots__ = ("completion_size", "facedown_first", "keeps", "marks_on_self", "recipient_chooses", "values")

    def __init__(self, values: dict[str, object], classic: bool, players: int) -> None:
        self.values = values
        self.facedown_first: bool = values["discard_order"] == "facedown_first"
        self.recipient_chooses: bool = values["emperor_resource_chooser"] == "recipient"
        self.marks_on_self: bool = values.get("marks_on_self") == "yes"
        self.keeps: int = 1 if values.get("classic_keeps") == 1 else 2
        if classic:
            self.completion_size: int = 7 if values["classic_short_game"] else 8
        elif players <= 3 or (players == 8 and values["city_size_8p"] == 8):
            self.completion_size = 8
        else:
            self.completion_size = 7


def check_edition(edition: object) -> str:
    """The edition's name, if there is such an edition."""
    if not isinstance(edition, str) or edition not in EDITIONS:
        raise SetupError(f"edition: {edition!r} is not one of {', '.join(EDITIONS)}")
    return edition


def default_options(edition: str) -> dict[str, object]:
    """Every option of the edition at its default."""
    return {name: values[0] for name, values in OPTIONS[edition].items()}


def check_options(edition: str, given: dict[str, object], players: int) -> Options:
    """The options given, completed with the defaults; a retired one is left out."""
    values = default_options(edition)
    for name, value in given.items():
        allowed = OPTIONS[edition].get(name) or RETIRED[edition].get(name)
        if allowed is None:
            raise SetupError(f"options.{name}: the {edition} edition has no such option")
        if not any(type(value) is type(one) and value == one for one in allowed):
            raise SetupError(f"options.{name}: {value!r} is not one of {', '.join(repr(one) for one in allowed)}")
        if name in values:
            values[name] = value
    return Options(values, edition == "classic", players)


def check_players(players: object) -> int:
    """The number of players, 2 to 8 (S1.1)."""
    if type(players) is not int or not 2 <= players <= 8:
        raise SetupError(f"players: {players!r}; the game is for 2 to 8 (S1.1)")
    return players


def cast_sizes(edition: str, players: int) -> tuple[int, ...]:
    """The sizes of cast that the number of players allows (S1.2, K-S1, R-K-23)."""
    if players == 2 or (players == 3 and edition == "classic"):
        return (8,)
    if players in (3, 8):
        return (9,)
    return (8, 9)


def check_cast(edition: str, names: list[str], players: int, options: Options) -> tuple[Character, ...]:
    """The cast in the order of rank, if the rules allow it (S1.1 to S1.3, K-S1, R-K-22, R-K-23)."""
    catalogue = CHARACTERS[edition]
    by_rank: dict[int, Character] = {}
    for name in names:
        character = catalogue.get(name)
        if character is None:
            raise SetupError(f"cast: there is no character {name!r} in the {edition} edition")
        other = by_rank.get(character.rank)
        if other is not None:
            raise SetupError(f"cast: {other.id} and {name} both have rank {character.rank}; one a rank (S1.1)")
        by_rank[character.rank] = character
    sizes = cast_sizes(edition, players)
    if len(by_rank) not in sizes:
        wanted = " or ".join(str(size) for size in sizes)
        rule = "S1.2" if edition == "modern" else "K-S1, R-K-23"
        raise SetupError(f"cast: {len(by_rank)} characters; {players} players use {wanted} ({rule})")
    for rank in range(1, len(by_rank) + 1):
        if rank not in by_rank:
            raise SetupError(f"cast: nobody has rank {rank} (S1.1)")
    cast = tuple([by_rank[rank] for rank in range(1, len(by_rank) + 1)])
    for character in cast:
        least = character.min_players
        if character.id == "emperor" and options.values.get("emperor_min_players") == 4:
            least = 4
        if players < least:
            rule = "S1.3" if edition == "modern" else "S1.3, R-K-22"
            raise SetupError(f"cast: {character.id} needs {least} players or more, not {players} ({rule})")
    return cast


def default_uniques(edition: str, cast: tuple[Character, ...]) -> list[str]:
    """The first-game set; in the classic game without the Graveyard beside the Diplomat (K-S2, K-S3)."""
    if edition == "modern":
        return list(FIRST_GAME_UNIQUES)
    diplomat = any(character.id == "diplomat" for character in cast)
    return [
        card.id
        for card in DISTRICTS["classic"].values()
        if card.unique and not card.bonus and not (diplomat and card.id == "graveyard")
    ]


def uniques_with(bonus: list[str], cast: tuple[Character, ...], options: Options) -> list[str]:
    """A classic set with these bonus districts: beyond three, one purple card leaves for each (K-S2, R-K-32).

    Those that leave are the last of the catalogue, the Keep at the very end. Whoever wants others to leave, or one more,
    names the whole set.
    """
    for name in bonus:
        card = DISTRICTS["classic"].get(name)
        if card is None or not card.bonus:
            raise SetupError(f"bonus: {name!r} is no bonus district of the classic edition (K-S2)")
    leaving = max(0, len(bonus) - 3)
    purple = default_uniques("classic", cast)
    if leaving and options.keeps == 1:
        leaving -= 1
    singles = [name for name in purple if name != "keep"]
    if leaving > len(singles):
        purple.remove("keep")
        leaving -= options.keeps
    gone = singles[len(singles) - leaving :]
    return [*[name for name in purple if name not in gone], *bonus]


def check_uniques(edition: str, names: list[str]) -> tuple[District, ...]:
    """The unique districts by name, each once."""
    catalogue = DISTRICTS[edition]
    found: list[District] = []
    for name in names:
        card = catalogue.get(name)
        if card is None or not card.unique:
            raise SetupError(f"uniques: there is no unique district {name!r} in the {edition} edition")
        if card in found:
            raise SetupError(f"uniques: {name} is named twice (S1.4)")
        found.append(card)
    return tuple(found)


def check_composition(
    edition: str, uniques: tuple[District, ...], cast: tuple[Character, ...], options: Options
) -> None:
    """Whether a new game may be dealt with these uniques (S1.4, R-SET-4, K-S2, K-S3, R-K-32)."""
    if edition == "modern":
        if len(uniques) != 14:
            raise SetupError(f"uniques: {len(uniques)} unique districts; a game has exactly 14 (S1.4, R-SET-4)")
        return
    diplomat = any(character.id == "diplomat" for character in cast)
    if diplomat and any(card.id == "graveyard" for card in uniques):
        raise SetupError("uniques: the Graveyard is removed when the Diplomat is in the cast (K-S3)")
    bonus = sum(1 for card in uniques if card.bonus)
    purple = sum(copies_of(card, options) for card in uniques if not card.bonus)
    there = 11 if diplomat else 12
    least, most = max(0, bonus - 3), max(0, bonus - 2)
    if not least <= there - purple <= most:
        few = str(least) if least == most else f"{least} or {most}"
        raise SetupError(
            f"uniques: {purple} purple cards beside {bonus} bonus ones, {there - purple} removed of {there}; {few} may be "
            "removed, the two Keeps being two cards (K-S2, R-K-32)"
        )


def copies_of(card: District, options: Options) -> int:
    """How many of the card are in a deck that holds it: of the classic Keep as many as the option says (R-K-32)."""
    return min(card.copies, options.keeps) if card.id == "keep" else card.copies


def full_deck(edition: str, uniques: tuple[District, ...], options: Options) -> list[District]:
    """All the district cards of a game, in the catalogue's order."""
    deck: list[District] = []
    for card in DISTRICTS[edition].values():
        if not card.unique or card in uniques:
            deck.extend([card] * copies_of(card, options))
    return deck
