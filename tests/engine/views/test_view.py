"""Views: what one seat, or a spectator, may know (rules V); and what it can never hold."""

from collections import Counter
from random import Random
from typing import Any

import pytest
from citadels_engine import Game, PositionError, apply, is_over, legal_actions, load, save, view
from citadels_engine.testing import act, seat, table

from tests.support.setups import setup


def playing() -> Game:
    """Four seats in the middle of a round, with something to hide at each."""
    return table(
        seat("assassin", gold=1, hand="castle"),
        seat("king", gold=2, hand="docks harbor", city="market"),
        seat("warlord", hand="keep"),
        seat("bishop"),
        turn="king",
        gathered=True,
        killed="thief",
        faceup=["magician", "architect"],
        facedown=["merchant", {"character": "thief", "seen_by": [3]}],
        deck="temple church",
    )


# --- the shape -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("viewer", [None, 0, 1, 2, 3])
def test_a_view_has_the_fields_of_a_position_but_the_seed(viewer: int | None) -> None:
    game = playing()
    assert set(view(game, viewer).to_json()) == set(save(game)) - {"seed", "looks"}


@pytest.mark.parametrize("viewer", [None, 0, 1, 2, 3])
def test_what_is_public_stands_as_in_the_position(viewer: int | None) -> None:
    game = playing()
    told, seen = save(game), view(game, viewer).to_json()
    hidden = {"seats", "deck", "facedown", "pool", "decision", "seed", "looks"}
    assert {name: value for name, value in seen.items() if name not in hidden} == {
        name: value for name, value in told.items() if name not in hidden
    }


def test_everybody_sees_the_decision_as_the_position_tells_it_and_only_who_draws_sees_the_cards() -> None:
    chance, kinds = Random("decisions"), Counter[str]()
    for number in range(28):
        game = setup(number).deal()
        while not is_over(game):
            decision = game.pending
            assert decision is not None
            kinds[decision.kind] += 1
            if kinds[decision.kind] <= 20:
                told = save(game)["decision"]
                expected = {"kind": decision.kind, "seat": decision.seat, **(told if isinstance(told, dict) else {})}
                for viewer in (None, decision.seat, (decision.seat + 1) % len(game.seats)):
                    seen = view(game, viewer).to_json()["decision"]
                    assert isinstance(seen, dict)
                    assert (seen.pop("actions", None) is not None) == (viewer == decision.seat)
                    counted = "cards" in expected and viewer != decision.seat
                    shown = {**expected, "cards": len(expected["cards"])} if counted else expected
                    assert seen == {**shown, "n": game.n}
            apply(game, chance.choice(legal_actions(game)))
    assert {"pick", "turn", "keep", "take", "redraw", "warrant", "pay"} <= set(kinds)


@pytest.mark.parametrize("viewer", [4, -2, 99])
def test_there_is_no_view_from_a_seat_that_is_not_there(viewer: int) -> None:
    with pytest.raises(PositionError, match=f"seat: there is no seat {viewer} among 4"):
        view(playing(), viewer)


def test_looking_changes_nothing() -> None:
    game = playing()
    before = save(game)
    for viewer in (None, 0, 1, 2, 3):
        view(game, viewer).to_json()
    assert save(game) == before


def test_a_view_is_its_own() -> None:
    game = playing()
    seen = view(game, 1)
    act(game, "end")
    assert seen.n == 0
    assert seen.decision is not None
    assert seen.decision.seat == 1


# --- hands and characters --------------------------------------------------------------------------------------------


def test_a_seat_sees_its_own_hand_and_the_size_of_the_others() -> None:
    hands = [one["hand"] for one in seats_of(playing(), 1)]
    assert hands == [1, ["docks", "harbor"], 1, 0]


def test_a_spectator_sees_no_hand() -> None:
    assert [one["hand"] for one in seats_of(playing(), None)] == [1, 2, 1, 0]


def seats_of(game: Game, viewer: int | None) -> list[dict[str, object]]:
    return [one.to_json() for one in view(game, viewer).seats]


def test_a_seat_view_of_another_cannot_hold_a_hand() -> None:
    for one in view(playing(), 1).seats:
        assert (one.hand is None) == (one.number != 1)


def test_only_what_is_revealed_is_known_of_others_characters() -> None:
    assert [one["characters"] for one in seats_of(playing(), 2)] == [["assassin"], ["king"], ["warlord"], [None]]
    assert [one["characters"] for one in seats_of(playing(), None)] == [["assassin"], ["king"], [None], [None]]


def test_the_place_of_a_hidden_character_says_nothing() -> None:
    """With two characters each, a seat that picked the revealed one first looks like one that picked it second."""
    first = table(seat("thief warlord", revealed="thief"), seat("king bishop"), turn="king", players=2)
    second = table(seat("warlord thief", revealed="thief"), seat("king bishop"), turn="king", players=2)
    assert view(first, 1).to_json() == view(second, 1).to_json()


def test_nobody_sees_how_the_deck_lies() -> None:
    assert [view(playing(), viewer).to_json()["deck"] for viewer in (None, 0, 1)] == [2, 2, 2]


def test_a_character_facedown_is_known_to_who_put_it_there() -> None:
    assert view(playing(), 3).facedown == [None, "thief"]
    assert view(playing(), 0).facedown == [None, None]


def test_all_hands_are_shown_once_the_game_is_over() -> None:
    game = table(seat("warlord", hand="castle"), seat(hand="docks"), turn="warlord", gathered=True, completed=[1])
    act(game, "end")
    assert is_over(game)
    assert [one["hand"] for one in seats_of(game, None)] == [["castle"], ["docks"], [], []]


# --- the decision ----------------------------------------------------------------------------------------------------


def test_everybody_sees_whose_decision_it_is_and_only_that_seat_its_actions() -> None:
    game = playing()
    assert view(game, None).to_json()["decision"] == {"seat": 1, "kind": "turn", "n": 0}
    assert view(game, 1).to_json()["decision"] == {"seat": 1, "kind": "turn", "n": 0, "actions": ["end"]}
    assert view(game, 0).actions == ()


def test_the_cards_to_choose_from_are_the_drawers_alone() -> None:
    game = table(seat("merchant"), turn="merchant", top="castle manor")
    act(game, "draw")
    own, other = (view(game, viewer).to_json()["decision"] for viewer in (0, 1))
    assert isinstance(own, dict)
    assert isinstance(other, dict)
    assert own["cards"] == ["castle", "manor"]
    assert other == {"seat": 0, "kind": "keep", "n": 1, "from": "draw", "left": 1, "cards": 2}


# --- markers ---------------------------------------------------------------------------------------------------------

WARRANTS = {"signed": "warlord", "blank": ["king", "bishop"]}


def test_who_placed_the_warrants_knows_the_signed_one() -> None:
    game = table(seat("magistrate"), seat("thief"), turn="thief", warrants=WARRANTS)
    assert view(game, 0).to_json()["warrants"] == {
        "by": 0,
        "shown": [],
        "signed": "warlord",
        "blank": ["king", "bishop"],
    }


def test_others_know_only_on_whom_the_warrants_lie() -> None:
    game = table(seat("magistrate"), seat("thief"), turn="thief", warrants=WARRANTS)
    for viewer in (None, 1):
        seen = view(game, viewer).to_json()["warrants"]
        assert seen == {"by": 0, "on": ["king", "bishop", "warlord"], "shown": []}


def test_a_warrant_turned_up_is_known_to_all() -> None:
    game = table(
        seat("magistrate"),
        seat("king", gold=3, hand="manor"),
        turn="king",
        gathered=True,
        warrants={"signed": "king", "blank": ["bishop", "warlord"]},
    )
    act(game, "build manor", "confiscate")
    assert view(game, None).to_json()["warrants"] == {
        "by": 0,
        "on": ["king", "bishop", "warlord"],
        "shown": ["king"],
        "signed": "king",
    }


def test_a_threat_turned_up_and_found_empty_is_known_to_all() -> None:
    game = table(
        seat("blackmailer"),
        seat("magician", gold=2),
        turn="magician",
        threats={"flowered": "king", "blank": "magician"},
    )
    act(game, "gold", "refuse", "expose")
    assert view(game, None).to_json()["threats"] == {
        "by": 0,
        "on": ["magician", "king"],
        "shown": ["magician"],
        "blank": "magician",
    }


def test_a_blank_warrant_is_asked_about_like_a_signed_one() -> None:
    """Who watches sees the same, whether or not the marker is the real one (V-8)."""
    seen = []
    for signed, blank in (("king", ["bishop", "warlord"]), ("warlord", ["king", "bishop"])):
        game = table(
            seat("magistrate"),
            seat("king", gold=3, hand="manor"),
            turn="king",
            gathered=True,
            warrants={"signed": signed, "blank": blank},
        )
        told = act(game, "build manor")
        seen.append((view(game, 1).to_json(), view(game, None).to_json(), [event.for_seat(1) for event in told]))
    assert seen[0] == seen[1]


def nobodys(**markers: Any) -> Game:
    """A table where no seat holds who placed the markers."""
    return table(seat("architect"), seat("king"), turn="king", gathered=True, cast="magistrate blackmailer", **markers)


MARKS = {
    "killed": {"character": "merchant", "by": None},
    "bewitched": {"character": "merchant", "by": None},
    "robbed": {"character": "merchant", "by": None},
}
SETS: dict[str, dict[str, Any]] = {
    "warrants": {"signed": "warlord", "blank": ["king", "bishop"], "by": None, "shown": []},
    "threats": {"flowered": "warlord", "blank": "king", "by": None, "shown": []},
}


@pytest.mark.parametrize("name", MARKS)
def test_a_mark_that_nobody_placed_is_saved_read_back_and_told_to_all(name: str) -> None:
    for given in (MARKS[name], "merchant"):
        told = save(nobodys(**{name: given}))
        assert told[name] == MARKS[name]
        again = load(told)
        assert save(again) == told
        for viewer in (None, 0, 1):
            assert view(again, viewer).to_json()[name] == MARKS[name]


@pytest.mark.parametrize("name", SETS)
def test_markers_that_nobody_placed_are_saved_and_read_back(name: str) -> None:
    told = save(nobodys(**{name: SETS[name]}))
    assert told[name] == SETS[name]
    assert save(load(told)) == told


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_of_markers_that_nobody_placed_all_see_where_they_lie_and_none_which_is_real(viewer: int | None) -> None:
    seen = view(nobodys(**SETS), viewer)
    assert seen.to_json()["warrants"] == {"by": None, "on": ["king", "bishop", "warlord"], "shown": []}
    assert seen.to_json()["threats"] == {"by": None, "on": ["king", "warlord"], "shown": []}
    for markers in (seen.warrants, seen.threats):
        assert markers is not None
        assert (markers.own, markers.real, markers.blank) == (False, None, [])


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_a_view_is_the_same_whichever_of_nobodys_markers_is_real(viewer: int | None) -> None:
    other = {
        "warrants": {**SETS["warrants"], "signed": "king", "blank": ["bishop", "warlord"]},
        "threats": {**SETS["threats"], "flowered": "king", "blank": "warlord"},
    }
    assert view(nobodys(**SETS), viewer).to_json() == view(nobodys(**other), viewer).to_json()


def test_a_spectator_sees_of_nobodys_warrants_what_is_turned_up() -> None:
    seen = view(nobodys(warrants={**SETS["warrants"], "shown": ["warlord"]}), None).to_json()["warrants"]
    assert seen == {"by": None, "on": ["king", "bishop", "warlord"], "shown": ["warlord"], "signed": "warlord"}


# --- looks and the Museum --------------------------------------------------------------------------------------------


def test_a_hand_looked_at_is_remembered_by_the_looker_for_the_turn() -> None:
    game = table(seat("wizard"), seat(hand="castle docks"), turn="wizard", gathered=True)
    act(game, "peek 1")
    assert view(game, 0).to_json()["looks"] == [{"by": 0, "of": 1, "hand": ["castle", "docks"]}]
    assert ["looks" in view(game, viewer).to_json() for viewer in (None, 1, 2)] == [False, False, False]
    act(game, "take castle", "end")
    assert "looks" not in view(game, 0).to_json()


def test_a_tucked_card_is_known_to_who_tucked_it() -> None:
    game = table(seat("king", hand="castle", city="museum"), seat(), turn="king", gathered=True)
    act(game, "museum castle")
    assert seats_of(game, 0)[0]["city"] == [{"id": "museum", "tucked": ["castle"]}]
    assert seats_of(game, 1)[0]["city"] == [{"id": "museum", "tucked": 1}]


def test_a_museums_new_owner_does_not_look_under_it() -> None:
    game = table(
        seat("diplomat", gold=4, city="market"),
        {**seat(), "city": [{"id": "museum", "tucked": ["castle"]}]},
        turn="diplomat",
        gathered=True,
    )
    act(game, "exchange market 1 museum")
    assert seats_of(game, 0)[0]["city"] == [{"id": "museum", "tucked": 1}]
    assert seats_of(game, 1)[0]["city"] == [{"id": "museum", "tucked": ["castle"]}]


def test_a_hand_that_changes_owners_does_not_tell_in_which_order_it_was_drawn() -> None:
    game = table(seat("magician"), seat(hand="temple docks castle"), turn="magician", gathered=True)
    act(game, "swap 1")
    own = view(game, 0).own
    assert own is not None
    assert own.hand == ["castle", "docks", "temple"]


def test_the_options_of_a_view_are_a_copy() -> None:
    game = table(seat("magician"), turn="magician")
    view(game, 0).options["city_size_8p"] = 99
    assert view(game, 0).options["city_size_8p"] == 7
