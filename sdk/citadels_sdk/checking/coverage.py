"""What has been put to a bot, and what there is to put to it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from citadels_engine.actions.types import Build
from citadels_engine.cards.registry import CHARACTERS, DISTRICTS, EDITIONS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from citadels_engine import Action

    from citadels_sdk.view.view import View


KINDS: Final = {
    "modern": ("pick set_aside theater turn keep redraw pay take return threat expose warrant advise tribute"),
    "classic": "pick set_aside turn keep redraw take ransom tribute chime search ward",
}
OFFERS: Final = {
    "modern": (
        "pick set_aside theater pass gold draw build build-framework build-over build-cards build-from end kill bewitch rob "
        "warrants threats spy swap redraw discard done peek take see give income tithe crown bonus study destroy exchange seize "
        "beautify collect smithy laboratory museum armory keep bribe refuse expose confiscate"
    ),
    "classic": (
        "pick set_aside pass gold draw build end kill bewitch rob swap redraw discard done peek take income tithe crown bonus "
        "destroy exchange beautify smithy laboratory museum armory keep give recover announce"
    ),
}
SOMETIMES: Final[dict[str, tuple[int, int]]] = {
    "set_aside": (2, 2),
    "advise": (3, 8),
    "tribute": (3, 8),
    "crown": (3, 8),
    "classic/give": (3, 8),
    "collect": (3, 8),
    "modern/beautify": (3, 8),
    "classic/beautify": (4, 8),
}
"""What is asked or offered only from so many players on, and up to so many; of one edition, or of both."""


@dataclass(slots=True)
class Coverage:
    """The decisions put to a bot: with how many players, in which editions, as whom, of which kinds, and what they offered.

    >>> Coverage().missing()["players"]
    ['2', '3', '4', '5', '6', '7', '8']
    """

    players: set[str] = field(default_factory=set[str])
    editions: set[str] = field(default_factory=set[str])
    characters: set[str] = field(default_factory=set[str])
    """As `edition/id`: the bot had the turn of that character."""
    kinds: set[str] = field(default_factory=set[str])
    """As `edition/kind`."""
    districts: set[str] = field(default_factory=set[str])
    """As `edition/id`: the unique district stood in the bot's city in its turn, or can only lie in a hand and lay in the bot's."""
    offers: set[str] = field(default_factory=set[str])
    """As `edition/verb`: what the bot might have chosen."""
    there: Mapping[str, frozenset[str]] = field(default_factory=lambda: EVERYTHING)
    """What there is to put to it."""

    def note(self, view: View) -> None:
        """One more decision."""
        edition = view.edition
        self.players.add(str(view.players))
        self.editions.add(edition)
        self.kinds.add(f"{edition}/{view.kind}")
        turn = view.raw.turn
        if turn is not None and view.kind == "turn":
            self.characters.add(f"{edition}/{turn['character']}")
            catalogue = DISTRICTS[edition]
            standing = [one.id for one in view.raw.seats[view.seat].city if catalogue[one.id].unique]
            lying = [one.id for one in view.hand if one.cost == 0]
            self.districts.update(f"{edition}/{name}" for name in standing + lying)
        self.offers.update(f"{edition}/{offer(action)}" for action in view.actions)

    def add(self, other: Coverage) -> None:
        """The decisions of another game."""
        for name in EVERYTHING:
            getattr(self, name).update(getattr(other, name))

    def missing(self) -> dict[str, list[str]]:
        """What has not been put to the bot."""
        return {name: sorted(there - getattr(self, name)) for name, there in self.there.items()}

    def counts(self) -> dict[str, tuple[int, int]]:
        """How much of what there is has been put to the bot."""
        return {name: (len(there & getattr(self, name)), len(there)) for name, there in self.there.items()}

    @property
    def complete(self) -> bool:
        """Whether everything has."""
        return not any(self.missing().values())

    def to_json(self) -> dict[str, object]:
        """Counts, and what is missing."""
        missing = self.missing()
        return {
            name: {"covered": covered, "of": of, "missing": missing[name]}
            for name, (covered, of) in self.counts().items()
        }


def offer(action: Action) -> str:
    """The verb, with the means where a district is not paid in gold alone."""
    if isinstance(action, Build):
        if action.framework:
            return "build-framework"
        if action.over:
            return "build-over"
        if action.lender >= 0:
            return "build-from"
        if action.cards:
            return "build-cards"
    return action.verb


EVERYTHING: Final[dict[str, frozenset[str]]] = {
    "players": frozenset(str(number) for number in range(2, 9)),
    "editions": frozenset(EDITIONS),
    "characters": frozenset(f"{edition}/{name}" for edition in EDITIONS for name in CHARACTERS[edition]),
    "kinds": frozenset(f"{edition}/{kind}" for edition in EDITIONS for kind in KINDS[edition].split()),
    "districts": frozenset(
        f"{edition}/{card.id}" for edition in EDITIONS for card in DISTRICTS[edition].values() if card.unique
    ),
    "offers": frozenset(f"{edition}/{verb}" for edition in EDITIONS for verb in OFFERS[edition].split()),
}
"""All that there is."""


def everything_with(players: Sequence[int], editions: Sequence[str]) -> dict[str, frozenset[str]]:
    """What there is in games of those numbers of players and those editions."""
    most, least = max(players), min(players)

    def is_there(told: str) -> bool:
        edition, _, name = told.partition("/")
        if edition not in editions:
            return False
        fewest, highest = SOMETIMES.get(told, SOMETIMES.get(name, (2, 8)))
        character = CHARACTERS[edition].get(name)
        return most >= (fewest if character is None else character.min_players) and least <= highest

    found = {
        name: frozenset(filter(is_there, EVERYTHING[name])) for name in ("characters", "kinds", "districts", "offers")
    }
    return {"players": frozenset(map(str, players)), "editions": frozenset(editions), **found}
