"""The state of a game: plain data, no rule.

1. A `Game` is everything there is at one moment; `formats/position.py` writes it down in the public notation.
2. Cards are the objects of the edition's catalogue, one for each name, shared by all games. Two copies of a card are
   the same object: a card has no identity that could betray where it went.
3. A district in a city is a `Built`, which never changes: beautifying or tucking puts another one in its place. So a
   copy of a game shares them all.
4. Seats are numbers; -1 (`NOBODY`) is nobody.
5. The deck's last card is its top.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from citadels_engine.actions.types import Action
    from citadels_engine.cards.base import Character, District
    from citadels_engine.cards.editions import Options
    from citadels_engine.rules.decisions import Decision
    from citadels_engine.views.events import Event

__all__ = ["NOBODY", "OVER", "PICK", "TURNS", "Built", "Facedown", "Game", "Look", "Markers", "Seat", "Turn"]

NOBODY: Final = -1
PICK: Final = 0
TURNS: Final = 1
OVER: Final = 2


class Built:
    """A district in a city: its card, whether it is beautified, and the cards tucked under it, oldest first.

    `tuckers` are the seats that tucked them: they know the card, whoever owns the district now (R-MUS-1).
    """

    __slots__ = ("beautified", "card", "cost", "text", "tucked", "tuckers")

    def __init__(
        self,
        card: District,
        beautified: bool = False,
        tucked: tuple[District, ...] = (),
        tuckers: tuple[int, ...] = (),
    ) -> None:
        self.card = card
        self.beautified = beautified
        self.tucked = tucked
        self.tuckers = tuckers
        self.cost: int = card.cost + 1 if beautified else card.cost
        self.text: str = card.id + "+" if beautified else card.id


class Seat:
    """What lies in front of one seat, and in its hand."""

    __slots__ = ("built", "characters", "city", "gold", "hand", "powers", "revealed")

    def __init__(self) -> None:
        self.gold: int = 0
        self.hand: list[District] = []
        self.city: list[Built] = []
        self.powers: tuple[District, ...] = ()
        """The cards of the city that have a say beyond their cost and type, in the order of the city."""
        self.characters: tuple[Character, ...] = ()
        self.revealed: tuple[Character, ...] = ()
        self.built: tuple[District, ...] = ()
        """The districts built this round."""

    def copy(self) -> Seat:
        """An independent copy."""
        twin = Seat()
        twin.gold = self.gold
        twin.hand = self.hand[:]
        twin.city = self.city[:]
        twin.powers = self.powers
        twin.characters = self.characters
        twin.revealed = self.revealed
        twin.built = self.built
        return twin


class Turn:
    """One seat's turn as one character: what has been done in it."""

    __slots__ = ("built", "character", "gathered", "resumed", "seat", "spent", "used")

    def __init__(self, character: Character, seat: int) -> None:
        self.character = character
        self.seat = seat
        self.gathered: bool = False
        self.built: int = 0
        self.used: tuple[str, ...] = ()
        self.spent: int = 0
        self.resumed: bool = False

    def copy(self) -> Turn:
        """An independent copy."""
        twin = Turn(self.character, self.seat)
        twin.gathered = self.gathered
        twin.built = self.built
        twin.used = self.used
        twin.spent = self.spent
        twin.resumed = self.resumed
        return twin


class Markers:
    """The Magistrate's warrants or the Blackmailer's threats; never changed, only replaced.

    `real` is the signed or flowered one, `blank` the others in the order of rank; a marker taken off is None. `shown`
    are those turned up.
    """

    __slots__ = ("blank", "by", "real", "shown")

    def __init__(
        self,
        real: Character | None,
        blank: tuple[Character | None, ...],
        by: int,
        shown: tuple[Character, ...] = (),
    ) -> None:
        self.real = real
        self.blank = blank
        self.by = by
        self.shown = shown

    def on(self, character: Character) -> bool:
        """Whether the character carries one of the markers."""
        return character is self.real or character in self.blank


class Facedown:
    """A character facedown aside, and the seats that know it."""

    __slots__ = ("character", "seen_by")

    def __init__(self, character: Character, seen_by: tuple[int, ...] = ()) -> None:
        self.character = character
        self.seen_by = seen_by


class Look:
    """A hand as one seat has seen it in this turn."""

    __slots__ = ("by", "hand", "of")

    def __init__(self, by: int, of: int, hand: tuple[District, ...]) -> None:
        self.by = by
        self.of = of
        self.hand = hand


class Game:
    """A game at one moment."""

    __slots__ = (
        "announced",
        "bewitched",
        "bewitched_by",
        "called",
        "cast",
        "classic",
        "completed",
        "crown",
        "deck",
        "events",
        "facedown",
        "faceup",
        "killed",
        "killed_by",
        "legal",
        "looks",
        "n",
        "options",
        "pending",
        "phase",
        "pool",
        "robbed",
        "robbed_by",
        "round",
        "seats",
        "seed",
        "tax",
        "telling",
        "threats",
        "turn",
        "uniques",
        "warrants",
    )

    def __init__(
        self,
        classic: bool,
        options: Options,
        cast: tuple[Character, ...],
        uniques: tuple[District, ...],
        seats: list[Seat],
        seed: str,
    ) -> None:
        self.classic = classic
        self.options = options
        self.cast = cast
        self.uniques = uniques
        self.seats = seats
        self.seed = seed
        self.crown: int = 0
        self.round: int = 1
        self.n: int = 0
        self.phase: int = PICK
        self.deck: list[District] = []
        self.faceup: tuple[Character, ...] = ()
        self.facedown: tuple[Facedown, ...] = ()
        self.pool: tuple[Character, ...] = ()
        self.called: int = 0
        """The rank called last in this round."""
        self.turn: Turn | None = None
        self.killed: Character | None = None
        self.killed_by: int = NOBODY
        self.bewitched: Character | None = None
        self.bewitched_by: int = NOBODY
        self.robbed: Character | None = None
        self.robbed_by: int = NOBODY
        self.warrants: Markers | None = None
        self.threats: Markers | None = None
        self.tax: int = 0
        self.completed: tuple[tuple[int, ...], ...] = ()
        """The seats that completed a city, in that order; those of one moment together."""
        self.looks: tuple[Look, ...] = ()
        self.announced: bool = False
        self.pending: Decision | None = None
        self.legal: tuple[Action, ...] | None = None
        """The legal actions of the decision awaited, once somebody has asked for them."""
        self.telling: bool = False
        """Whether events are kept."""
        self.events: list[Event] = []
        """What the last action caused."""

    def __repr__(self) -> str:
        return f"<Game round {self.round} n {self.n}>"

    def copy(self) -> Game:
        """An independent copy."""
        seats = [seat.copy() for seat in self.seats]
        twin = Game(self.classic, self.options, self.cast, self.uniques, seats, self.seed)
        twin.crown = self.crown
        twin.round = self.round
        twin.n = self.n
        twin.phase = self.phase
        twin.deck = self.deck[:]
        twin.faceup = self.faceup
        twin.facedown = self.facedown
        twin.pool = self.pool
        twin.called = self.called
        turn = self.turn
        twin.turn = None if turn is None else turn.copy()
        twin.killed = self.killed
        twin.killed_by = self.killed_by
        twin.bewitched = self.bewitched
        twin.bewitched_by = self.bewitched_by
        twin.robbed = self.robbed
        twin.robbed_by = self.robbed_by
        twin.warrants = self.warrants
        twin.threats = self.threats
        twin.tax = self.tax
        twin.completed = self.completed
        twin.looks = self.looks
        twin.announced = self.announced
        twin.pending = self.pending
        twin.legal = self.legal
        twin.telling = self.telling
        twin.events = self.events
        return twin
