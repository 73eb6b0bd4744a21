"""The walks see what they are there to see: each fault, planted in the engine, is caught within 200 games.

Faults are planted by replacing functions, which compiled code has bound long ago: so this runs on the interpreted engine only.
"""

from collections.abc import Callable
from random import Random

import pytest
from citadels_engine import COMPILED, game, state
from citadels_engine.actions.types import Action
from citadels_engine.cards.base import District
from citadels_engine.cards.characters import warlord
from citadels_engine.formats import position, position_reader
from citadels_engine.rules import building, call_order, turn
from citadels_engine.rules.decisions import Decision
from citadels_engine.rules.effects import holder_of, remove_from_city
from citadels_engine.state import NOBODY, Game, Seat, Turn

from tests.properties.walks import Broken, walks

GAMES = 200
PROBES = 3

pytestmark = pytest.mark.skipif(COMPILED, reason="a fault is planted by patching, which compiled calls do not see")

Plant = Callable[[pytest.MonkeyPatch], None]


def framework_vanishes(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(building, "destroy", lambda game, seat, at, why: remove_from_city(game, seat, at))


def card_is_drawn_twice(patch: pytest.MonkeyPatch) -> None:
    right = turn.put_back

    def wrong(game: Game, turn: Turn, rest: list[District], source: str) -> None:
        right(game, turn, [*rest, *rest], source)

    patch.setattr(turn, "put_back", wrong)


def builder_pays_one_more(patch: pytest.MonkeyPatch) -> None:
    def wrong(game: Game, seat: int, gold: int, why: str) -> None:
        game.seats[seat].gold -= gold + 1

    patch.setattr(building, "lose_gold", wrong)


def anything_is_accepted(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(game, "find_legal", lambda game, legal, action: legal[0])


def refusal_leaves_a_trace(patch: pytest.MonkeyPatch) -> None:
    right = game.find_legal

    def wrong(game: Game, legal: tuple[Action, ...], action: Action | str) -> Action:
        if not any(listed.text == str(action) for listed in legal):
            game.seats[-1].gold += 1
        return right(game, legal, action)

    patch.setattr(game, "find_legal", wrong)


def refusal_forgets_the_crown(patch: pytest.MonkeyPatch) -> None:
    right = game.find_legal

    def wrong(game: Game, legal: tuple[Action, ...], action: Action | str) -> Action:
        if not any(listed.text == str(action) for listed in legal):
            game.crown = 0
        return right(game, legal, action)

    patch.setattr(game, "find_legal", wrong)


def copies_share_a_hand(patch: pytest.MonkeyPatch) -> None:
    right = Seat.copy

    def wrong(seat: Seat) -> Seat:
        twin = right(seat)
        twin.hand = seat.hand
        return twin

    patch.setattr(Seat, "copy", wrong)


def copies_share_the_turn(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Turn, "copy", lambda turn: turn)


def copies_forget_who_robs(patch: pytest.MonkeyPatch) -> None:
    right = Game.copy

    def wrong(game: Game) -> Game:
        twin = right(game)
        twin.robbed_by = NOBODY
        return twin

    patch.setattr(Game, "copy", wrong)


def position_loses_what_was_spent(patch: pytest.MonkeyPatch) -> None:
    right = position.save_turn
    patch.setattr(position, "save_turn", lambda turn: {**right(turn), "spent": 0})


def position_is_read_without_the_tax(patch: pytest.MonkeyPatch) -> None:
    right = position_reader.Loader.game

    def wrong(loader: position_reader.Loader) -> Game:
        loader.fields.left["tax"] = 0
        return right(loader)

    patch.setattr(position_reader.Loader, "game", wrong)


def position_is_read_with_the_deck_upside_down(patch: pytest.MonkeyPatch) -> None:
    right = position_reader.Loader.deck

    def wrong(loader: position_reader.Loader, game: Game) -> None:
        right(loader, game)
        game.deck.reverse()

    patch.setattr(position_reader.Loader, "deck", wrong)


def looks_are_forgotten(patch: pytest.MonkeyPatch) -> None:
    right = position_reader.Loader.looks

    def wrong(loader: position_reader.Loader, game: Game) -> None:
        right(loader, game)
        game.looks = ()

    patch.setattr(position_reader.Loader, "looks", wrong)


def stuck_on_an_empty_deck(patch: pytest.MonkeyPatch) -> None:
    right = turn.offer_gathering

    def wrong(game: Game, out: list[Action]) -> None:
        if game.deck:
            right(game, out)

    patch.setattr(turn, "offer_gathering", wrong)


def undrafted_character_has_a_turn(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(call_order, "holder_of", lambda game, character: max(0, holder_of(game, character)))


def game_never_ends(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(building, "note_complete", lambda game, seat: None)


def chance_is_not_the_seeds(patch: pytest.MonkeyPatch) -> None:
    chance = Random()
    patch.setattr(turn, "shuffle_deck", lambda game, occasion: chance.shuffle(game.deck))


def list_is_too_long(patch: pytest.MonkeyPatch) -> None:
    right = turn.Play.options
    patch.setattr(turn.Play, "options", lambda play, game: right(play, game) * 400)


def action_is_listed_twice(patch: pytest.MonkeyPatch) -> None:
    right = turn.Play.options
    patch.setattr(turn.Play, "options", lambda play, game: [*right(play, game), right(play, game)[0]])


def listed_action_fails(patch: pytest.MonkeyPatch) -> None:
    def wrong(*_: object) -> None:
        raise KeyError("no such district")

    patch.setattr(warlord, "destroy", wrong)


def actions_are_no_values(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Action, "__eq__", lambda action, other: action is other)


def json_leaves_out_the_seat(patch: pytest.MonkeyPatch) -> None:
    right = Action.to_json

    def wrong(action: Action) -> dict[str, object]:
        return {name: value for name, value in right(action).items() if name != "seat"}

    patch.setattr(Action, "to_json", wrong)


def decision_is_not_counted(patch: pytest.MonkeyPatch) -> None:
    right = turn.Keep.take

    def wrong(keep: turn.Keep, game: Game, action: Action) -> None:
        game.n -= 1
        right(keep, game, action)

    patch.setattr(turn.Keep, "take", wrong)


def nobody_is_asked(patch: pytest.MonkeyPatch) -> None:
    """A game that ends in the middle of a decision."""

    def wrong(game: Game, decision: Decision) -> None:
        game.pending = decision
        if decision.kind == "keep" and game.round > 2:
            game.phase = state.OVER

    patch.setattr(turn, "ask", wrong)


def test_without_a_fault_nothing_is_found() -> None:
    assert walks(0, GAMES, PROBES).probed == GAMES * PROBES


@pytest.mark.parametrize(
    "plant",
    [
        framework_vanishes,
        card_is_drawn_twice,
        builder_pays_one_more,
        anything_is_accepted,
        refusal_leaves_a_trace,
        refusal_forgets_the_crown,
        copies_share_a_hand,
        copies_share_the_turn,
        copies_forget_who_robs,
        position_loses_what_was_spent,
        position_is_read_without_the_tax,
        position_is_read_with_the_deck_upside_down,
        looks_are_forgotten,
        stuck_on_an_empty_deck,
        undrafted_character_has_a_turn,
        game_never_ends,
        chance_is_not_the_seeds,
        list_is_too_long,
        action_is_listed_twice,
        listed_action_fails,
        actions_are_no_values,
        json_leaves_out_the_seat,
        decision_is_not_counted,
        nobody_is_asked,
    ],
)
def test_a_planted_fault_is_caught(plant: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch)
    with pytest.raises(Broken):
        walks(0, GAMES, PROBES)
