"""Magician, Wizard, Seer: cards that change hands are seen by those two."""

from citadels_engine.testing import act, legal, seat, table


def test_the_magicians_swap_shows_each_the_hands_that_crossed() -> None:
    game = table(seat("magician", hand="castle"), seat(hand="docks manor"), turn="magician")
    (told,) = act(game, "swap 1")
    public = {"kind": "swap", "seat": 0, "with": 1}
    assert told.for_seat(2) == public
    assert told.for_seat(0) == {**public, "got": ["docks", "manor"], "gave": ["castle"]}
    assert told.for_seat(1) == {**public, "got": ["castle"], "gave": ["docks", "manor"]}


def test_a_redraw_tells_how_many_went_and_not_which() -> None:
    game = table(seat("magician", hand="castle manor docks"), turn="magician", top="keep")
    told = act(game, "redraw", "discard castle", "done")
    assert [event.for_seat(1) for event in told] == [
        {"kind": "discard", "seat": 0, "count": 1, "why": "redraw"},
        {"kind": "gain", "seat": 0, "cards": 1, "why": "redraw"},
    ]


def test_a_hand_of_one_card_is_exchanged_without_a_question() -> None:
    game = table(seat("magician", hand="castle"), turn="magician", gathered=True, deck="keep")
    act(game, "redraw")
    assert [card.id for card in game.seats[0].hand] == ["keep"]
    assert [card.id for card in game.deck] == ["castle"]
    assert legal(game) == ["end"]


def test_the_wizards_card_is_known_to_him_and_his_victim() -> None:
    game = table(seat("wizard"), seat(hand="castle docks"), turn="wizard")
    look, moved = act(game, "peek 1", "take castle")
    assert look.for_seat(1) == {"kind": "look", "seat": 0, "of": 1}
    public = {"kind": "move", "seat": 1, "to": 0, "count": 1, "why": "wizard"}
    assert moved.for_seat(2) == public
    assert moved.for_seat(0) == moved.for_seat(1) == {**public, "districts": ["castle"]}


def test_a_card_that_the_wizard_builds_at_once_is_known_to_all() -> None:
    game = table(seat("wizard", gold=4), seat(hand="castle docks"), turn="wizard", gathered=True)
    told = act(game, "peek 1", "build castle")
    assert [event.for_seat(2) for event in told if event.kind == "move"] == [
        {"kind": "move", "seat": 1, "to": 0, "count": 1, "why": "wizard", "districts": ["castle"]}
    ]


def test_the_seer_and_each_giver_see_the_card_between_them() -> None:
    game = table(seat("seer"), seat(hand="castle"), seat(hand="docks"), turn="seer")
    told = [event for event in act(game, "see") if event.kind == "move"]
    assert [event.for_seat(1).get("districts") for event in told] == [["castle"], None]
    assert [event.for_seat(2).get("districts") for event in told] == [None, ["docks"]]
    assert [event.for_seat(0).get("districts") for event in told] == [["castle"], ["docks"]]
    assert [event.for_seat(3).get("districts") for event in told] == [None, None]
