"""Actions as numbers: a table of fixed places, the same for every game of an edition.

1. An index keeps its meaning from game to game: `destroy seat+1 castle` is one number in every game of the edition.
2. Seats are counted from the one who acts: `seat+0` is oneself, `seat+1` the next. Characters are named by their rank, of which the
   cast has one each.
3. Where a name would make the table too large it is a place: an exchange names the districts of both cities by their position among
   the different ones of that city, in the order of the catalogue (the beautified after the plain).
4. Nearly every action has a place of its own. One that has not (a 13th different district in an exchange) takes the first free of the
   spare places at the end, in the order in which the actions are listed.

>>> from citadels_engine.testing import seat, table
>>> from citadels_engine import view
>>> game = table(seat("warlord", gold=1, city="fortress"), seat("king", city="tavern market+"), turn="warlord", gathered=True)
>>> actions = ActionTable("modern", seats=4)
>>> {actions.meaning(index): str(action) for index, action in actions.legal(view(game, 0)).items()}
{'income': 'income', 'destroy seat+1 tavern': 'destroy 1 tavern', 'end': 'end'}
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, permutations
from typing import TYPE_CHECKING, Final

from citadels_engine.actions.types import (
    PLAIN,
    Armory,
    Beautify,
    Bewitch,
    Build,
    Crown,
    Destroy,
    Discard,
    Exchange,
    Give,
    Income,
    Keep,
    Kill,
    Laboratory,
    Museum,
    Peek,
    Pick,
    Rob,
    Seize,
    SetAside,
    Spy,
    Swap,
    Take,
    Theater,
    Threats,
    Tithe,
    Tribute,
    Warrants,
)
from citadels_engine.cards import catalogue
from citadels_engine.cards.base import TYPES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from citadels_engine.actions.types import Action
    from citadels_engine.views.view import View

__all__ = ["RANKS", "ActionTable", "Block"]

RANKS: Final = tuple(range(1, 10))
WORDS: Final = (*PLAIN, "bonus gold", "bonus cards", "give gold", "give card")
PLACES: Final = 12
"""The different districts of a city that an exchange can name; random games had 10 at most."""
INCOMES: Final = 12
DEN: Final = 6
"""The cards that can pay for the Thieves' Den: its whole price."""
SPARE: Final = 16


@dataclass(frozen=True, slots=True)
class Block:
    """A run of actions that differ in their arguments only: `pattern` with a label of each axis, the last one quickest."""

    pattern: str
    axes: tuple[tuple[str, ...], ...]
    at: int
    """The index of its first action."""

    @property
    def size(self) -> int:
        """How many actions it has."""
        size = 1
        for axis in self.axes:
            size *= len(axis)
        return size

    def index(self, *places: int) -> int | None:
        """The index of the action with these arguments; None where one has no place."""
        found = 0
        for place, axis in zip(places, self.axes, strict=True):
            if not 0 <= place < len(axis):
                return None
            found = found * len(axis) + place
        return self.at + found

    def meaning(self, index: int) -> str:
        """The pattern with that action's labels."""
        left = index - self.at
        labels: list[str] = []
        for axis in reversed(self.axes):
            left, place = divmod(left, len(axis))
            labels.append(axis[place])
        return self.pattern.format(*reversed(labels))


class ActionTable:
    """The numbering of the actions for games of an edition with up to so many seats."""

    def __init__(self, edition: str = "modern", seats: int = 8) -> None:
        self.edition = edition
        self.seats = seats
        self.ranks = {card["id"]: card["rank"] for card in catalogue.characters(edition)}
        self.districts = [card["id"] for card in catalogue.districts(edition)]
        self.built = {
            text: place for place, text in enumerate([*self.districts, *[f"{name}+" for name in self.districts]])
        }
        self.pairs = {pair: place for place, pair in enumerate(permutations(RANKS, 2))}
        self.triples = {
            (signed, *blank): place
            for place, (signed, blank) in enumerate(
                (signed, blank)
                for signed in RANKS
                for blank in combinations([rank for rank in RANKS if rank != signed], 2)
            )
        }
        self.blocks: tuple[Block, ...] = self.lay_out()
        self.size: int = self.blocks[-1].at + self.blocks[-1].size
        self.by_pattern = {block.pattern: block for block in self.blocks}
        self.words = {word: place for place, word in enumerate(WORDS)}
        self.in_catalogue = {name: place for place, name in enumerate(self.districts)}
        self.known: dict[tuple[str, int, int], int | None] = {}

    def lay_out(self) -> tuple[Block, ...]:
        """The blocks one after the other; what no card of the edition can do is left out."""
        seat = tuple(f"seat+{number}" for number in range(self.seats))
        other = seat[1:]
        rank = tuple(f"rank {number}" for number in RANKS)
        card = tuple(self.districts)
        built = tuple(self.built)
        den = tuple(str(number) for number in range(1, 1 + DEN))
        place = tuple(f"#{number}" for number in range(1, 1 + PLACES))
        threats = tuple(f"rank {flowered} blank {blank}" for flowered, blank in self.pairs)
        warrants = tuple(f"rank {signed} blank {first} {second}" for signed, first, second in self.triples)
        cards = {*self.ranks, *self.districts}
        listed: list[tuple[str, tuple[tuple[str, ...], ...], str]] = [
            ("{}", (WORDS,), ""),
            ("pick {}", (rank,), ""),
            ("set_aside {}", (rank,), ""),
            ("kill {}", (rank,), "assassin"),
            ("bewitch {}", (rank,), "witch"),
            ("rob {}", (rank,), "thief"),
            ("warrants {}", (warrants,), "magistrate"),
            ("threats {}", (threats,), "blackmailer"),
            ("theater {}", (other,), "theater"),
            ("theater {} {}", (rank, other), "theater"),
            ("swap {}", (other,), "magician"),
            ("peek {}", (other,), "wizard"),
            ("tithe {}", (other,), "abbot"),
            ("crown {}", (other,), "emperor"),
            ("crown {} gold", (other,), "emperor"),
            ("crown {} card", (other,), "emperor"),
            ("spy {} {}", (other, TYPES), "spy"),
            ("income with {} cards", (tuple(str(number) for number in range(1 + INCOMES)),), "abbot"),
            ("keep {}", (card,), ""),
            ("take {}", (card,), ""),
            ("discard {}", (card,), ""),
            *([("give {}", (card,), "emperor")] if self.edition == "classic" else []),
            ("give {} {}", (other, card), ""),
            ("laboratory {}", (card,), "laboratory"),
            ("museum {}", (card,), "museum"),
            ("beautify {}", (card,), "artist"),
            ("build {}", (card,), ""),
            ("build {} framework", (card,), "framework"),
            ("build necropolis over {}", (built,), "necropolis"),
            ("build thieves_den cards {}", (den,), "thieves_den"),
            ("build {} from {}", (card, other), "cardinal"),
            ("build thieves_den cards {} from {}", (den, other), "cardinal"),
            ("destroy {} {}", (seat, built), "warlord"),
            ("seize {} {}", (other, built), "marshal"),
            ("armory {} {}", (seat, built), "armory"),
            ("exchange {} {} {}", (place, other, place), "diplomat"),
            ("spare {}", (tuple(str(number) for number in range(1, 1 + SPARE)),), ""),
        ]
        blocks: list[Block] = []
        at = 0
        for pattern, axes, brought_by in listed:
            if brought_by == "" or brought_by in cards:
                blocks.append(Block(pattern, axes, at))
                at += blocks[-1].size
        return tuple(blocks)

    # --- from actions to numbers and back ---------------------------------------------------------------------------------

    def legal(self, view: View) -> dict[int, Action]:
        """The viewer's legal actions by their indices."""
        if not view.actions:
            return {}
        assert view.own is not None
        me, seats = view.own.seat, len(view.seats)
        found: dict[int, Action] = {}
        homeless: list[Action] = []
        orders: dict[int, dict[str, int]] = {}
        for action in view.actions:
            if isinstance(action, Exchange):
                index = self.exchange(view, me, action, orders)
            else:
                key = (action.text, me, seats)
                if key not in self.known:
                    self.known[key] = self.place_of(action, me, seats)
                index = self.known[key]
            if index is None or index in found:
                homeless.append(action)
            else:
                found[index] = action
        found.update(zip(range(self.size - SPARE, self.size), homeless, strict=False))
        return found

    def place_of(self, action: Action, me: int, seats: int) -> int | None:
        """The index of an action that means the same in every position; None where it has no place of its own."""

        def away(seat: int) -> int:
            return (seat - me) % seats

        ranks, card, built = self.ranks, self.in_catalogue, self.built
        match action:
            case _ if action.text in self.words:
                return self.words[action.text]
            case Pick() | SetAside() | Kill() | Bewitch() | Rob():
                return self.index(f"{action.verb} {{}}", ranks[action.character] - 1)
            case Keep() | Take() | Discard() | Laboratory() | Museum() | Beautify():
                return self.index(f"{action.verb} {{}}", card[action.district])
            case Build():
                return self.build(action, away(action.lender) - 1)
            case Destroy() | Armory():
                return self.index(f"{action.verb} {{}} {{}}", away(action.seat), built[action.district])
            case Seize():
                return self.index("seize {} {}", away(action.seat) - 1, built[action.district])
            case Give():
                return self.index("give {} {}", away(action.seat) - 1, card[action.district])
            case Tribute():
                return self.index("give {}", card[action.what])
            case Swap() | Peek() | Tithe():
                return self.index(f"{action.verb} {{}}", away(action.seat) - 1)
            case Crown():
                return self.index(f"crown {{}} {action.taking}".rstrip(), away(action.seat) - 1)
            case Theater():
                if action.character:
                    return self.index("theater {} {}", ranks[action.character] - 1, away(action.seat) - 1)
                return self.index("theater {}", away(action.seat) - 1)
            case Spy():
                return self.index("spy {} {}", away(action.seat) - 1, TYPES.index(action.type))
            case Income():
                return self.index("income with {} cards", action.cards)
            case Threats():
                return self.index("threats {}", self.pairs[ranks[action.flowered], ranks[action.blank]])
            case Warrants():
                first, second = sorted(ranks[name] for name in action.blank)
                return self.index("warrants {}", self.triples[ranks[action.signed], first, second])
            case _:
                return None

    def index(self, pattern: str, *places: int) -> int | None:
        """The index in the block of that pattern."""
        block = self.by_pattern.get(pattern)
        return None if block is None else block.index(*places)

    def build(self, action: Build, lender: int) -> int | None:
        """The index of a build, by the way it is paid for."""
        card = self.in_catalogue[action.district]
        if action.framework:
            return self.index("build {} framework", card)
        if action.over:
            return self.index("build necropolis over {}", self.built[action.over])
        if action.cards and action.lender >= 0:
            return self.index("build thieves_den cards {} from {}", action.cards - 1, lender)
        if action.cards:
            return self.index("build thieves_den cards {}", action.cards - 1)
        if action.lender >= 0:
            return self.index("build {} from {}", card, lender)
        return self.index("build {}", card)

    def exchange(self, view: View, me: int, action: Exchange, orders: dict[int, dict[str, int]]) -> int | None:
        """The index of an exchange, by where the districts stand; `orders` keeps what was worked out."""
        for seat in (me, action.seat):
            if seat not in orders:
                texts = sorted({district.text for district in view.seats[seat].city}, key=self.in_order)
                orders[seat] = {text: place for place, text in enumerate(texts)}
        away = (action.seat - me) % len(view.seats) - 1
        return self.index("exchange {} {} {}", orders[me][action.own], away, orders[action.seat][action.district])

    def in_order(self, text: str) -> tuple[int, bool]:
        """Where a district stands in the order of the catalogue."""
        return self.in_catalogue[text.removesuffix("+")], text.endswith("+")

    def meaning(self, index: int) -> str:
        """What the index stands for.

        >>> table = ActionTable("classic", seats=2)
        >>> table.meaning(0), table.meaning(table.size - 1)
        ('gold', 'spare 16')
        """
        if not 0 <= index < self.size:
            raise ValueError(f"there is no action {index}: the last one is {self.size - 1}")
        found: Sequence[Block] = [block for block in self.blocks if block.at <= index]
        return found[-1].meaning(index)
