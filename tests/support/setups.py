"""Set-ups at random: `setup(number)` is always the same one, and a run of numbers covers everything that the rules allow.

1. The number of players goes round from 2 to 8, and with each round of seven the kind of set-up: a scenario, the modern and the
   classic edition with a random cast.
2. Scenarios come one after the other, with eight or nine characters and each of their substitutes.
3. A random cast takes any character of each rank, random uniques any that go together; options have their default three times
   in four.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from citadels_engine import SCENARIOS, Game, new_game, scenario_cast
from citadels_engine.cards.editions import OPTIONS, cast_sizes
from citadels_engine.cards.registry import CHARACTERS, DISTRICTS
from citadels_engine.cards.scenarios import SUBSTITUTES
from citadels_engine.dice import Dice

KINDS = ("scenario", "modern", "classic", "modern")
CYCLE = 7 * len(KINDS) * len(SCENARIOS)
"""How many set-ups it takes until every scenario has been met with every number of players."""


@dataclass(frozen=True)
class Setup:
    """Everything that a new game is dealt from."""

    players: int
    edition: str
    cast: list[str]
    uniques: list[str]
    crown: int | None = None
    seed: str = "0"
    options: dict[str, object] = field(default_factory=dict)
    scenario: str = ""

    def deal(self, *, telling: bool = False) -> Game:
        """A new game."""
        return new_game(telling=telling, **self.arguments())

    def arguments(self) -> dict[str, Any]:
        """What `new_game` wants."""
        told = dict(vars(self))
        del told["scenario"]
        return told


def setup(number: int) -> Setup:
    """The set-up of that number."""
    dice = Dice(f"set-up {number}", "tests/setups")
    players = 2 + number % 7
    kind = KINDS[number // 7 % len(KINDS)]
    scenario = list(SCENARIOS)[number // (7 * len(KINDS)) % len(SCENARIOS)] if kind == "scenario" else ""
    edition = SCENARIOS[scenario].edition if scenario else kind
    options = random_options(dice, edition, players)
    if scenario:
        cast, uniques = from_scenario(dice, scenario, players)
        if "emperor" in cast and players == 3:
            options.pop("emperor_min_players", None)
    else:
        cast = random_cast(dice, edition, players, options)
        uniques = random_uniques(dice, edition, cast)
        if edition == "classic":
            uniques = odd_composition(number, cast, uniques, options)
    crown = None
    if options.get("initial_crown") == "chosen_seat" or dice.below(4) == 0:
        crown = dice.below(players)
    return Setup(players, edition, cast, uniques, crown, f"seed {number}", options, scenario)


def random_options(dice: Dice, edition: str, players: int) -> dict[str, object]:
    """Some options at other values than their default; `classic_keeps` goes with the uniques."""
    return {
        name: values[1 + dice.below(len(values) - 1)]
        for name, values in OPTIONS[edition].items()
        if name != "classic_keeps" and dice.below(4) == 0
    }


def from_scenario(dice: Dice, name: str, players: int) -> tuple[list[str], list[str]]:
    """The scenario's cast and uniques, nine characters or eight, with a random choice among the substitutes."""
    nine = 4 <= players <= 7 and dice.below(2) == 1
    substitutes = tuple(choices[dice.below(len(choices))] for choices in SUBSTITUTES.values())
    return scenario_cast(name, players, nine=nine, substitutes=substitutes), list(SCENARIOS[name].uniques)


def random_cast(dice: Dice, edition: str, players: int, options: dict[str, object]) -> list[str]:
    """One character a rank among those that so many players may use."""
    sizes = cast_sizes(edition, players)
    cast = []
    for rank in range(1, sizes[dice.below(len(sizes))] + 1):
        allowed = [
            character.id
            for character in CHARACTERS[edition].values()
            if character.rank == rank
            and character.min_players <= players
            and not (character.id == "emperor" and options.get("emperor_min_players") == 4 and players < 4)
        ]
        cast.append(allowed[dice.below(len(allowed))])
    return cast


def random_uniques(dice: Dice, edition: str, cast: list[str]) -> list[str]:
    """Uniques that go together: any 14, in the classic edition as K-S2 and K-S3 say."""
    cards = [card for card in DISTRICTS[edition].values() if card.unique]
    dice.shuffle(cards)
    if edition == "modern":
        return [card.id for card in cards[:14]]
    purple = [card.id for card in cards if not card.bonus and not (card.id == "graveyard" and "diplomat" in cast)]
    bonus = [card.id for card in cards if card.bonus]
    most = min(len(bonus), len(purple) + 3)
    count = dice.below(most + 1) if dice.below(2) else 2 + dice.below(2)
    return purple[: len(purple) - max(0, count - 3)] + bonus[:count]


def odd_composition(number: int, cast: list[str], uniques: list[str], options: dict[str, object]) -> list[str]:
    """One time in three any number of bonus cards, mostly all 14 or about 3, and b - 3 or b - 2 cards removed (R-K-32)."""
    dice = Dice(f"set-up {number}", "tests/composition")
    if dice.below(3):
        return uniques
    cards = [card for card in DISTRICTS["classic"].values() if card.unique]
    dice.shuffle(cards)
    bonus = [card.id for card in cards if card.bonus][: (14, 14, 3, 4, dice.below(15))[dice.below(5)]]
    purple = [card.id for card in cards for _ in range(card.copies) if not card.bonus]
    if "diplomat" in cast:
        purple.remove("graveyard")
    dice.shuffle(purple)
    removed = max(0, len(bonus) - 3 + dice.below(2)) if len(bonus) > 2 else 0
    kept = purple[removed:]
    if kept.count("keep") == 1:
        options["classic_keeps"] = 1
    return list(dict.fromkeys(kept)) + bonus
