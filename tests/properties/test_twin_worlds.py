"""No leak: whatever a viewer cannot know is dealt anew, and it observes the same, before and after the next action.

How many comparisons is one word in CITADELS_SIZE; they run in slices, side by side. What plants a fault by patching runs interpreted
only, since calls between compiled modules are bound early.
"""

import os
from collections.abc import Callable
from typing import Any

import citadels_engine
import pytest
from citadels_engine import IllegalAction, game
from citadels_engine.cards.characters.magistrate import Magistrate, Warrant
from citadels_engine.rules.building import enter_city
from citadels_engine.rules.effects import ask
from citadels_engine.rules.turn import Play
from citadels_engine.views import events, view

from tests.support.twins import PER_GAME, SIZES, Leak, Tally, compare_game, compare_slice

SLICE = 1_000
FIRST_GAMES = 100
SIZE = os.environ.get("CITADELS_SIZE", "quick")
QUICK = SIZES["quick"]
SLICES = [
    pytest.param(first // PER_GAME * 3, marks=pytest.mark.heavy if first >= QUICK else ())
    for first in range(0, SIZES[SIZE], SLICE)
]
interpreted = pytest.mark.skipif(
    citadels_engine.COMPILED, reason="a fault is planted by patching, compiled calls are bound early"
)


@pytest.mark.parametrize("first", SLICES)
def test_a_viewer_observes_the_same_of_every_world_it_may_be_in(
    first: int, record_property: Callable[[str, object], None]
) -> None:
    tally = compare_slice(first, SLICE)
    record_property("comparisons", tally.comparisons)
    assert tally.comparisons == SLICE
    assert tally.apart > 0.99 * SLICE


def test_as_many_comparisons_as_promised() -> None:
    assert SIZES == {"quick": 3_000, "ci": 100_000, "full": 1_000_000}
    assert len(SLICES) * SLICE == SIZES[SIZE]


def test_everybody_is_compared_in_every_kind_of_game() -> None:
    tally = Tally()
    for number in range(FIRST_GAMES):
        compare_game(number, 10, tally)
    assert tally.players == set(range(2, 9))
    assert tally.editions == {"modern", "classic"}
    assert tally.spectators > 50
    assert len(tally.verbs) > 20


# --- planted leaks ---------------------------------------------------------------------------------------------------


def find_leak() -> None:
    """Compare until a leak shows."""
    for number in range(FIRST_GAMES):
        compare_game(number, PER_GAME, Tally())


@interpreted
def test_finds_an_unrevealed_character_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = view.see_seat

    def leaking(game: Any, number: int, viewer: int) -> Any:
        seen = honest(game, number, viewer)
        seen.characters = [character.id for character in game.seats[number].characters]
        return seen

    monkeypatch.setattr(view, "see_seat", leaking)
    with pytest.raises(Leak, match="the views differ in seats"):
        find_leak()


@interpreted
def test_finds_a_magistrate_asked_only_when_the_warrant_is_real(monkeypatch: pytest.MonkeyPatch) -> None:
    def leaking(self: Magistrate, game: Any, seat: int, card: Any, gold: int) -> None:
        if game.warrants.by >= 0 and game.turn.character is game.warrants.real:
            ask(game, Warrant(game.warrants.by, seat, card, gold))
        else:
            enter_city(game, seat, card, gold)

    monkeypatch.setattr(Magistrate, "on_paid_build", leaking)
    with pytest.raises(Leak, match="awaited"):
        find_leak()


@interpreted
def test_finds_a_build_priced_by_what_the_warrant_hides(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Play.price

    def leaking(self: Play, game: Any, action: Any) -> int:
        signed = game.warrants is not None and game.turn.character is game.warrants.real
        return 0 if signed and action.verb == "build" else honest(self, game, action)

    monkeypatch.setattr(Play, "price", leaking)
    with pytest.raises(Leak, match="differ in prices"):
        find_leak()


@interpreted
def test_finds_cards_told_to_everybody(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = events.Event.for_seat

    def leaking(self: events.Event, seat: int | None) -> dict[str, object]:
        told = honest(self, seat)
        for _, facts in self.secrets:
            told.update({key: value for key, value in facts.items() if key == "districts"})
        return told

    monkeypatch.setattr(events.Event, "for_seat", leaking)
    with pytest.raises(Leak, match="told"):
        find_leak()


@interpreted
def test_finds_a_refusal_that_names_hidden_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = game.find_legal

    def leaking(game: Any, legal: Any, action: Any) -> Any:
        try:
            return honest(game, legal, action)
        except IllegalAction as error:
            raise IllegalAction(f"{error}: {game.seats[game.pending.seat].hand}") from None

    monkeypatch.setattr(game, "find_legal", leaking)
    with pytest.raises(Leak, match="is refused with"):
        find_leak()


@interpreted
def test_finds_the_real_marker_told_by_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = view.see_markers

    def leaking(game: Any, markers: Any, viewer: int, real_name: str) -> Any:
        seen = honest(game, markers, viewer, real_name)
        if seen is not None and markers.real is not None:
            seen.on = sorted(seen.on, key=lambda name: name != markers.real.id)
        return seen

    monkeypatch.setattr(view, "see_markers", leaking)
    with pytest.raises(Leak, match=r"differ in (warrants|threats)"):
        find_leak()


@interpreted
def test_finds_the_order_of_the_picks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Which of two characters was picked first is known to who picked them alone (V-2)."""
    honest = view.see_seat

    def leaking(game: Any, number: int, viewer: int) -> Any:
        seen = honest(game, number, viewer)
        seat = game.seats[number]
        if number != viewer:
            seen.characters = [one.id if one in seat.revealed else None for one in seat.characters]
        return seen

    monkeypatch.setattr(view, "see_seat", leaking)
    with pytest.raises(Leak, match="the views differ in seats"):
        find_leak()
