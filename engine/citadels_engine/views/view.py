"""The only door out of hidden state: what one seat, or a spectator, may know (rules V).

Rule V-9 sums up who sees what. `view` names each field that it copies, so a new field of the game is invisible until
somebody writes it here. The types cannot hold a secret: a `SeatView` has the size of a hand and no hand; what only the
viewer knows stands in `OwnView`, which a spectator's view has not. A view says nothing about how the hidden cards lie:
lists of hidden things are counts, and nothing is ever made up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from citadels_engine.errors import PositionError
from citadels_engine.formats.position import FORMAT, save_by, save_mark, save_turn
from citadels_engine.formats.position_reader import PHASES
from citadels_engine.game import legal_actions
from citadels_engine.rules.draft import Pick, takes_facedown
from citadels_engine.state import NOBODY, OVER, PICK

if TYPE_CHECKING:
    from citadels_engine.actions.types import Action
    from citadels_engine.state import Built, Game, Markers

__all__ = ["DecisionView", "DistrictView", "MarkersView", "OwnView", "SeatView", "View", "view"]


class DistrictView:
    """A district of a city: its id, its cost now, whether it is beautified, how many cards lie under it.

    `tucked` are the ids of those cards where the viewer tucked them all, else None.
    """

    __slots__ = ("beautified", "cost", "id", "text", "tucked", "type", "under")

    def __init__(self, built: Built, known: bool) -> None:
        self.id: str = built.card.id
        self.text: str = built.text
        self.type: str = built.card.type
        self.cost: int = built.cost
        self.beautified: bool = built.beautified
        self.under: int = len(built.tucked)
        self.tucked: list[str] | None = [card.id for card in built.tucked] if known else None

    def to_json(self) -> object:
        """As a position has it, unknown cards as a count."""
        if self.under == 0:
            return self.text
        return {"id": self.text, "tucked": self.under if self.tucked is None else self.tucked}


class SeatView:
    """What everybody sees of a seat. `hand` is known of one's own hand, and of all once the game is over."""

    __slots__ = ("built", "characters", "city", "gold", "hand", "hand_size", "number", "revealed")

    def __init__(self, number: int, gold: int, hand_size: int) -> None:
        self.number = number
        self.gold = gold
        self.hand_size = hand_size
        self.hand: list[str] | None = None
        self.city: list[DistrictView] = []
        self.characters: list[str | None] = []
        """The characters held this round; None for one that the viewer does not know."""
        self.revealed: list[str] = []
        self.built: list[str] | None = None

    def to_json(self) -> dict[str, object]:
        """As a position has it."""
        told: dict[str, object] = {
            "gold": self.gold,
            "hand": self.hand_size if self.hand is None else list(self.hand),
            "city": [district.to_json() for district in self.city],
            "characters": list(self.characters),
            "revealed": list(self.revealed),
        }
        if self.built is not None:
            told["built"] = list(self.built)
        return told


class MarkersView:
    """Warrants or threats: on whom they lie in the order of rank, what is turned up, and for who placed them which is real."""

    __slots__ = ("blank", "by", "on", "own", "real", "real_name", "shown")

    def __init__(self, markers: Markers, cast_order: list[str], own: bool, real_name: str) -> None:
        self.by = markers.by
        self.on = cast_order
        self.own = own
        self.real_name = real_name
        self.shown: list[str] = [character.id for character in markers.shown]
        real = None if markers.real is None else markers.real.id
        self.real: str | None = real if own or real in self.shown else None
        names = [None if one is None else one.id for one in markers.blank]
        self.blank: list[str | None] = names if own else [name for name in names if name in self.shown]

    def to_json(self) -> dict[str, object]:
        """As a position has it, what is not known left out."""
        told: dict[str, object] = {"by": save_by(self.by), "shown": list(self.shown)}
        if self.own:
            told[self.real_name] = self.real
            told["blank"] = list(self.blank) if self.real_name == "signed" else self.blank[0]
        else:
            told["on"] = list(self.on)
            if self.real is not None:
                told[self.real_name] = self.real
            if self.blank:
                told["blank"] = list(self.blank) if self.real_name == "signed" else self.blank[0]
        return told


class DecisionView:
    """The decision awaited: everybody sees whose it is, its kind and its number; `details` as the viewer may know them."""

    __slots__ = ("details", "kind", "n", "seat")

    def __init__(self, seat: int, kind: str, n: int, details: dict[str, object]) -> None:
        self.seat = seat
        self.kind = kind
        self.n = n
        self.details = details

    def to_json(self) -> dict[str, object]:
        """The decision as a JSON object, without its actions."""
        return {"seat": self.seat, "kind": self.kind, "n": self.n, **self.details}


class OwnView:
    """What the viewer alone knows: its hand, its characters, the hands it has seen in this turn, its legal actions."""

    __slots__ = ("actions", "characters", "hand", "looks", "seat")

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.hand: list[str] = []
        self.characters: list[str] = []
        self.looks: list[tuple[int, list[str]]] = []
        self.actions: tuple[Action, ...] = ()


class View:
    """A game as one seat, or a spectator (`own` is None), may know it."""

    __slots__ = (
        "announced",
        "bewitched",
        "cast",
        "completed",
        "crown",
        "decision",
        "deck_size",
        "edition",
        "facedown",
        "faceup",
        "killed",
        "n",
        "options",
        "own",
        "phase",
        "pool",
        "pool_size",
        "robbed",
        "round",
        "seats",
        "tax",
        "threats",
        "turn",
        "uniques",
        "warrants",
    )

    def __init__(self, edition: str, phase: str, seats: list[SeatView]) -> None:
        self.edition = edition
        self.phase = phase
        self.seats = seats
        self.options: dict[str, object] = {}
        self.cast: list[str] = []
        self.uniques: list[str] = []
        self.crown: int = 0
        self.round: int = 1
        self.n: int = 0
        self.deck_size: int = 0
        self.faceup: list[str] = []
        self.facedown: list[str | None] = []
        self.pool: list[str] | None = None
        self.pool_size: int = 0
        self.turn: dict[str, object] | None = None
        self.killed: object = None
        self.bewitched: object = None
        self.robbed: object = None
        self.warrants: MarkersView | None = None
        self.threats: MarkersView | None = None
        self.tax: int = 0
        self.completed: list[object] = []
        self.announced: bool = False
        self.decision: DecisionView | None = None
        self.own: OwnView | None = None

    @property
    def actions(self) -> tuple[Action, ...]:
        """The viewer's legal actions: none while somebody else has to act."""
        return () if self.own is None else self.own.actions

    def to_json(self) -> dict[str, object]:
        """The view in the form of a position (notation, section 3)."""
        own = self.own
        decision = None if self.decision is None else self.decision.to_json()
        if decision is not None and own is not None and own.actions:
            decision["actions"] = [action.text for action in own.actions]
        told: dict[str, object] = {
            "format": FORMAT,
            "edition": self.edition,
            "options": dict(self.options),
            "cast": list(self.cast),
            "uniques": list(self.uniques),
            "seats": [seat.to_json() for seat in self.seats],
            "crown": self.crown,
            "round": self.round,
            "n": self.n,
            "phase": self.phase,
            "deck": self.deck_size,
            "faceup": list(self.faceup),
            "facedown": list(self.facedown),
            "pool": self.pool_size if self.pool is None else list(self.pool),
            "turn": None if self.turn is None else dict(self.turn),
            "killed": self.killed,
            "bewitched": self.bewitched,
            "robbed": self.robbed,
            "warrants": None if self.warrants is None else self.warrants.to_json(),
            "threats": None if self.threats is None else self.threats.to_json(),
            "tax": self.tax,
            "completed": list(self.completed),
            "announced": self.announced,
            "decision": decision,
        }
        if own is not None and own.looks:
            told["looks"] = [{"by": own.seat, "of": of, "hand": list(hand)} for of, hand in own.looks]
        return told


def view(game: Game, seat: int | None) -> View:
    """What the seat, or a spectator (None), may know now; a spectator only what is public (R-VIS-5)."""
    viewer = NOBODY if seat is None else seat
    if not NOBODY <= viewer < len(game.seats):
        raise PositionError(f"seat: there is no seat {seat!r} among {len(game.seats)}")
    seen = View(
        "classic" if game.classic else "modern",
        PHASES[game.phase],
        [see_seat(game, number, viewer) for number in range(len(game.seats))],
    )
    seen.options = dict(game.options.values)
    seen.cast = [character.id for character in game.cast]
    seen.uniques = [card.id for card in game.uniques]
    seen.crown = game.crown
    seen.round = game.round
    seen.n = game.n
    seen.deck_size = len(game.deck)
    seen.faceup = [character.id for character in game.faceup]
    see_aside(game, viewer, seen)
    turn = game.turn
    seen.turn = None if turn is None else save_turn(turn)
    seen.killed = save_mark(game.killed, game.killed_by)
    seen.bewitched = save_mark(game.bewitched, game.bewitched_by)
    seen.robbed = save_mark(game.robbed, game.robbed_by)
    seen.warrants = see_markers(game, game.warrants, viewer, "signed")
    seen.threats = see_markers(game, game.threats, viewer, "flowered")
    seen.tax = game.tax
    seen.completed = [one[0] if len(one) == 1 else list(one) for one in game.completed]
    seen.announced = game.announced
    decision = game.pending
    if decision is not None:
        seen.decision = DecisionView(decision.seat, decision.kind, game.n, decision.shown(viewer))
    if viewer != NOBODY:
        seen.own = see_own(game, viewer)
    return seen


def see_seat(game: Game, number: int, viewer: int) -> SeatView:
    """One seat: all of it is public but the hand, the hidden characters and what is tucked (V-1, V-3, R-VIS-1, R-VIS-4)."""
    seat = game.seats[number]
    seen = SeatView(number, seat.gold, len(seat.hand))
    over = game.phase == OVER
    if number == viewer or over:
        seen.hand = [card.id for card in seat.hand]
    for built in seat.city:
        known = len(built.tucked) == 0 or (viewer != NOBODY and built.tuckers == (viewer,) * len(built.tuckers))
        seen.city.append(DistrictView(built, known))
    seen.revealed = [character.id for character in seat.revealed]
    if number == viewer:
        seen.characters.extend([character.id for character in seat.characters])
    else:
        seen.characters.extend(seen.revealed)
        seen.characters.extend([None] * (len(seat.characters) - len(seat.revealed)))
    if game.classic:
        seen.built = [card.id for card in seat.built]
    return seen


def see_aside(game: Game, viewer: int, seen: View) -> None:
    """The characters aside: who put one there knows it; the chooser sees what is on offer (V-2, R-SEL-4)."""
    decision = game.pending
    choosing = game.phase == PICK and decision is not None and decision.seat == viewer
    for one in game.facedown:
        seen.facedown.append(one.character.id if viewer in one.seen_by else None)
    if choosing and isinstance(decision, Pick) and len(game.pool) == 1 and takes_facedown(game):
        seen.facedown[0] = game.facedown[0].character.id
    seen.pool_size = len(game.pool)
    if choosing:
        seen.pool = [character.id for character in game.pool]


def see_markers(game: Game, markers: Markers | None, viewer: int, real_name: str) -> MarkersView | None:
    """The characters that carry markers are public, which one is real only its placer's (V-4)."""
    if markers is None:
        return None
    on = [character.id for character in game.cast if markers.on(character)]
    return MarkersView(markers, on, viewer != NOBODY and viewer == markers.by, real_name)


def see_own(game: Game, viewer: int) -> OwnView:
    """What the viewer alone knows; a hand looked at only who looked (R-VIS-2)."""
    seat = game.seats[viewer]
    own = OwnView(viewer)
    own.hand = [card.id for card in seat.hand]
    own.characters = [character.id for character in seat.characters]
    own.looks = [(look.of, [card.id for card in look.hand]) for look in game.looks if look.by == viewer]
    decision = game.pending
    if decision is not None and decision.seat == viewer:
        own.actions = legal_actions(game)
    return own
