"""A view in parts: plain values, of which only those need be told that have changed since the last view of the same seat.

1. `parts_of` takes a view apart: the parts of the table, then one for each seat. `fixed_of` has what stays as it is for the whole game.
2. `changes` says which parts are not what they were; `view_from` puts a view together, with nothing in common with another one.
3. What is taken apart here and put together elsewhere is the same view, for whoever looks at it.

>>> from citadels_engine import new_game, view
>>> seen = view(new_game(4, seed="an example", crown=2), 2)
>>> parts = parts_of(seen)
>>> again = view_from(fixed_of(seen), parts)
>>> again.to_json() == seen.to_json(), again.actions == seen.actions
(True, True)
>>> changes([], parts) == dict(enumerate(parts)), changes(parts, parts)
(True, {})
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeAlias

from citadels_engine.actions.forms import parse
from citadels_engine.actions.types import Action
from citadels_engine.cards.registry import DISTRICTS
from citadels_engine.errors import UnknownAction
from citadels_engine.state import Built, Markers
from citadels_engine.views.view import DecisionView, DistrictView, MarkersView, OwnView, SeatView, View

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["Fixed", "Parts", "changes", "fixed_of", "parts_of", "view_from"]

Parts: TypeAlias = list[Any]
Fixed: TypeAlias = tuple[str, dict[str, object], list[str], list[str]]
"""What a game keeps: its edition, its options, its cast, its unique districts."""

TABLE: Final = 20
"""So many parts belong to the table."""
MOST_ACTIONS: Final = 20_000
"""So many texts of actions are known at once."""

_actions: dict[str, Action] = {}
_built: dict[str, dict[str, Built]] = {}


def fixed_of(seen: View) -> Fixed:
    """What stays as it is for the whole game."""
    return seen.edition, dict(seen.options), list(seen.cast), list(seen.uniques)


def changes(before: Parts, after: Parts) -> dict[int, Any]:
    """The parts that are not what they were, by place."""
    if len(before) != len(after):
        return dict(enumerate(after))
    found: dict[int, Any] = {}
    for place in range(len(after)):
        part: Any = after[place]
        if part != before[place]:
            found[place] = part
    return found


def parts_of(seen: View) -> Parts:
    """The view in parts, but for what stays as it is."""
    decision, own = seen.decision, seen.own
    parts: Parts = [
        seen.phase,
        seen.crown,
        seen.round,
        seen.n,
        seen.deck_size,
        seen.faceup,
        seen.facedown,
        seen.pool,
        seen.pool_size,
        seen.turn,
        seen.killed,
        seen.bewitched,
        seen.robbed,
        markers_part(seen.warrants),
        markers_part(seen.threats),
        seen.tax,
        seen.completed,
        seen.announced,
        None if decision is None else (decision.seat, decision.kind, decision.details),
        None if own is None else own_part(own),
    ]
    for seat in seen.seats:
        parts.append(seat_part(seat))
    return parts


def own_part(own: OwnView) -> object:
    """What the viewer alone knows."""
    return own.seat, own.hand, own.characters, own.looks, [action.text for action in own.actions]


def seat_part(seat: SeatView) -> object:
    """What everybody sees of a seat."""
    city = [(built.text, built.under, built.tucked) for built in seat.city]
    return seat.gold, seat.hand_size, seat.hand, city, seat.characters, seat.revealed, seat.built


def markers_part(markers: MarkersView | None) -> object:
    """Warrants or threats."""
    if markers is None:
        return None
    return markers.by, markers.on, markers.own, markers.real_name, markers.shown, markers.real, markers.blank


# --- put together ----------------------------------------------------------------------------------------------------


def view_from(fixed: Fixed, parts: Parts) -> View:
    """The view of these parts."""
    edition, options, cast, uniques = fixed
    seats: list[SeatView] = []
    for place in range(TABLE, len(parts)):
        seats.append(seat_from(edition, place - TABLE, parts[place]))
    seen = View(edition, parts[0], seats)
    seen.options = options.copy()
    seen.cast = cast.copy()
    seen.uniques = uniques.copy()
    seen.crown = parts[1]
    seen.round = parts[2]
    seen.n = parts[3]
    seen.deck_size = parts[4]
    seen.faceup = parts[5].copy()
    seen.facedown = parts[6].copy()
    seen.pool = None if parts[7] is None else parts[7].copy()
    seen.pool_size = parts[8]
    seen.turn = None if parts[9] is None else copies(parts[9])
    seen.killed = copy_of(parts[10])
    seen.bewitched = copy_of(parts[11])
    seen.robbed = copy_of(parts[12])
    seen.warrants = markers_from(parts[13])
    seen.threats = markers_from(parts[14])
    seen.tax = parts[15]
    seen.completed = [copy_of(one) for one in parts[16]]
    seen.announced = parts[17]
    if parts[18] is not None:
        seat, kind, details = parts[18]
        seen.decision = DecisionView(seat, kind, seen.n, copies(details))
    if parts[19] is not None:
        seen.own = own_from(parts[19])
    return seen


def own_from(part: Any) -> OwnView:
    """What the viewer alone knows."""
    seat, hand, characters, looks, actions = part
    own = OwnView(seat)
    own.hand = hand.copy()
    own.characters = characters.copy()
    own.looks = [(of, cards.copy()) for of, cards in looks]
    own.actions = tuple([action_of(text) for text in actions])
    return own


def seat_from(edition: str, number: int, part: Any) -> SeatView:
    """What everybody sees of a seat."""
    gold, hand_size, hand, city, characters, revealed, built = part
    seen = SeatView(number, gold, hand_size)
    seen.hand = None if hand is None else hand.copy()
    for text, under, tucked in city:
        district = DistrictView(built_of(edition, text), False)
        district.under = under
        district.tucked = None if tucked is None else tucked.copy()
        seen.city.append(district)
    seen.characters = characters.copy()
    seen.revealed = revealed.copy()
    seen.built = None if built is None else built.copy()
    return seen


def markers_from(part: Any) -> MarkersView | None:
    """Warrants or threats."""
    if part is None:
        return None
    by, on, own, real_name, shown, real, blank = part
    seen = MarkersView(Markers(None, (), by, ()), on.copy(), own, real_name)
    seen.shown = shown.copy()
    seen.real = real
    seen.blank = blank.copy()
    return seen


def copies(values: Mapping[str, object]) -> dict[str, object]:
    """The same values, with nothing in common but texts and numbers."""
    return {name: copy_of(value) for name, value in values.items()}


def copy_of(value: Any) -> Any:
    """The value, with nothing in common with the first but texts and numbers."""
    if isinstance(value, dict):
        return value.copy()
    if isinstance(value, list):
        return [one.copy() if isinstance(one, list) else one for one in value]
    return value


def built_of(edition: str, text: str) -> Built:
    """A district that stands in a city."""
    known = _built.get(edition)
    if known is None:
        known = _built[edition] = {}
    found = known.get(text)
    if found is None:
        name = text.removesuffix("+")
        found = known[text] = Built(DISTRICTS[edition][name], name != text)
    return found


def action_of(text: str) -> Action:
    """The action of that text; it is a value, and may be shared."""
    found = _actions.get(text)
    if found is None:
        if len(_actions) > MOST_ACTIONS:
            _actions.clear()
        try:
            found = parse(text)
        except UnknownAction:
            found = Action(text)
        _actions[text] = found
    return found
