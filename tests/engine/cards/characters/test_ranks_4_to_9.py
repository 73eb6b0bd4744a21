"""The later ranks: what is told of crown, loans, refunds, districts and taxes."""

from citadels_engine.testing import act, legal, seat, table


def test_the_crown_that_stays_is_not_told() -> None:
    game = table(seat("thief"), seat("king"), turn="thief", gathered=True, crown=1)
    assert "crown" not in [event.kind for event in act(game, "end")]


def test_the_emperors_card_is_known_to_the_two() -> None:
    game = table(seat("emperor"), seat(hand="castle"), turn="emperor", gathered=True, crown=2)
    crown, moved = act(game, "crown 1 card")
    assert crown.for_seat(None) == {"kind": "crown", "seat": 1, "from": 2}
    assert moved.for_seat(3) == {"kind": "move", "seat": 1, "to": 0, "count": 1, "why": "emperor"}
    assert moved.for_seat(0)["districts"] == moved.for_seat(1)["districts"] == ["castle"]


def test_a_killed_emperor_shows_himself_before_he_chooses() -> None:
    game = table(seat("emperor"), seat("warlord"), turn="warlord", gathered=True, killed="emperor", crown=1)
    told = act(game, "end")
    assert {"kind": "reveal", "seat": 0, "character": "emperor"} in [event.for_seat(None) for event in told]
    assert legal(game) == ["crown 2", "crown 3"]


def test_the_gold_that_the_cardinal_borrows_is_told_and_the_cards_are_not() -> None:
    game = table(
        seat("cardinal", gold=1, hand="manor castle docks tavern"), seat(gold=3), turn="cardinal", gathered=True
    )
    told = act(game, "build manor from 1", "give 1 castle", "give 1 docks")
    assert [event.for_seat(2) for event in told] == [
        {"kind": "build", "seat": 0, "district": "manor", "do": "build manor from 1"},
        {"kind": "lose", "seat": 1, "gold": 2, "to": 0, "why": "loan"},
        {"kind": "lose", "seat": 0, "gold": 3, "to": None, "why": "build"},
        {"kind": "move", "seat": 0, "to": 1, "count": 1, "why": "loan"},
        {"kind": "move", "seat": 0, "to": 1, "count": 1, "why": "loan"},
    ]


def test_the_alchemists_refund_comes_after_the_poor_house() -> None:
    game = table(seat("alchemist", gold=3, hand="manor", city="poor_house"), turn="alchemist", gathered=True)
    told = [event.for_seat(None) for event in act(game, "build manor", "end")]
    assert [(event["why"], event["gold"]) for event in told if event["kind"] == "gain"] == [
        ("poor_house", 1),
        ("refund", 3),
    ]


def test_the_scholars_shuffle_is_told_and_her_cards_are_not() -> None:
    game = table(seat("scholar"), turn="scholar", top="castle manor docks tavern keep temple church")
    told = act(game, "study", "keep keep")
    assert [event.kind for event in told] == ["draw", "kept", "keep", "shuffle"]
    assert told[0].for_seat(1) == {"kind": "draw", "seat": 0, "count": 7, "from": "study"}
    assert told[1].for_seat(1) == {"kind": "kept", "seat": 0, "count": 1}
    assert told[1].for_seat(0)["districts"] == ["keep"]


def test_a_destruction_is_told_with_its_price() -> None:
    game = table(seat("warlord", gold=5), seat(city="castle+ great_wall"), turn="warlord", gathered=True)
    told = act(game, "destroy 1 castle+")
    assert [event.for_seat(None) for event in told] == [
        {"kind": "lose", "seat": 0, "gold": 5, "to": None, "why": "destroy"},
        {"kind": "destroy", "seat": 1, "district": "castle+", "why": "warlord"},
    ]


def test_an_exchange_that_completes_the_others_city_is_in_that_ones_name() -> None:
    game = table(
        seat("diplomat", city="monument"),
        seat(city="temple church monastery tavern market docks"),
        turn="diplomat",
        gathered=True,
    )
    told = act(game, "exchange monument 1 tavern")
    assert [event.for_seat(None) for event in told if event.kind == "complete"] == [{"kind": "complete", "seat": 1}]


def test_the_queen_is_paid_after_the_last_turn_where_rank_4_was_killed() -> None:
    game = table(seat("queen"), seat("king"), turn="queen", gathered=True, killed="king", players=5, crown=3)
    told = [event.for_seat(None) for event in act(game, "end")]
    assert told[1:4] == [
        {"kind": "crown", "seat": 1, "from": 3},
        {"kind": "reveal", "seat": 1, "character": "king"},
        {"kind": "gain", "seat": 0, "gold": 3, "why": "queen"},
    ]


def test_the_tax_is_told_after_the_build() -> None:
    game = table(seat("king", gold=4, hand="manor"), turn="king", gathered=True, cast="tax_collector")
    told = [event.for_seat(None) for event in act(game, "build manor")]
    assert told[-1] == {"kind": "lose", "seat": 0, "gold": 1, "to": None, "why": "tax"}
    assert game.tax == 1
