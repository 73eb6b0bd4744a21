"""Districts that hide, show or move cards: who is told what."""

from citadels_engine.testing import act, legal, seat, table


def test_a_tucked_card_is_told_to_who_tucked_it() -> None:
    game = table(seat("king", hand="castle", city="museum"), turn="king")
    (told,) = act(game, "museum castle")
    assert told.for_seat(1) == {"kind": "tuck", "seat": 0, "count": 1}
    assert told.for_seat(0) == {"kind": "tuck", "seat": 0, "count": 1, "districts": ["castle"]}


def test_a_card_for_the_laboratory_is_not_shown() -> None:
    game = table(seat("king", hand="castle", city="laboratory"), turn="king")
    discarded, gained = act(game, "laboratory castle")
    assert discarded.for_seat(1) == {"kind": "discard", "seat": 0, "count": 1, "why": "laboratory"}
    assert gained.for_seat(1) == {"kind": "gain", "seat": 0, "gold": 2, "why": "laboratory"}


def test_cards_that_pay_for_the_den_are_not_shown() -> None:
    game = table(seat("king", gold=4, hand="thieves_den castle manor tavern"), turn="king", gathered=True)
    told = act(game, "build thieves_den cards 2", "discard castle", "discard manor")
    assert [event.for_seat(1) for event in told if event.kind == "discard"] == [
        {"kind": "discard", "seat": 0, "count": 1, "why": "build"}
    ] * 2


def test_the_theaters_two_players_alone_know_the_cards() -> None:
    game = table(
        seat("king", city="theater"),
        seat("thief"),
        seat("bishop"),
        seat("warlord"),
        facedown=["merchant", "architect"],
        faceup=["assassin", "magician"],
        decision={"kind": "theater"},
    )
    told = act(game, "theater 1")[0]
    public = {"kind": "theater", "seat": 0, "with": 1}
    assert told.for_seat(2) == told.for_seat(None) == public
    assert told.for_seat(0) == {**public, "gave": "king", "got": "thief"}
    assert told.for_seat(1) == {**public, "gave": "thief", "got": "king"}


def test_a_theater_not_used_is_told_too() -> None:
    game = table(seat("king", city="theater"), seat("thief"), decision={"kind": "theater"})
    assert act(game, "pass")[0].for_seat(None) == {"kind": "theater", "seat": 0, "with": None}


def test_the_armory_and_its_target_are_seen_by_all() -> None:
    game = table(seat("king", city="armory"), seat(city="keep+"), turn="king")
    assert [event.for_seat(None) for event in act(game, "armory 1 keep+")] == [
        {"kind": "destroy", "seat": 1, "district": "keep+", "why": "armory"},
        {"kind": "destroy", "seat": 0, "district": "armory", "why": "armory"},
    ]


def test_the_lighthouse_shows_the_deck_to_its_builder_in_no_order() -> None:
    game = table(
        seat("king", gold=3, hand="lighthouse"), turn="king", gathered=True, edition="classic", deck="manor castle keep"
    )
    told = act(game, "build lighthouse")
    search = next(event for event in told if event.kind == "search")
    assert search.for_seat(0)["deck"] == ["castle", "keep", "manor"]
    assert search.for_seat(1) == {"kind": "search", "seat": 0}
    assert legal(game) == ["take castle", "take keep", "take manor", "pass"]


def test_what_the_graveyard_recovers_is_known_to_all() -> None:
    game = table(
        seat("warlord", gold=9),
        seat(gold=1, city="graveyard castle"),
        turn="warlord",
        gathered=True,
        edition="classic",
    )
    told = act(game, "destroy 1 castle", "recover")
    assert [event.for_seat(None) for event in told][-2:] == [
        {"kind": "answer", "seat": 1, "do": "recover"},
        {"kind": "lose", "seat": 1, "gold": 1, "to": None, "why": "graveyard"},
    ]
    assert [card.id for card in game.seats[1].hand] == ["castle"]


def test_the_park_tells_how_many_cards_and_not_which() -> None:
    game = table(seat("king", city="park"), turn="king", gathered=True, top="castle manor")
    told = next(event for event in act(game, "end") if event.kind == "gain")
    assert told.for_seat(1) == {"kind": "gain", "seat": 0, "cards": 2, "why": "park"}
    assert told.for_seat(0)["districts"] == ["castle", "manor"]
